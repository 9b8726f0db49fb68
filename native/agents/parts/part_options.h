// The options of native parts: name, type, default and meaning, declared once.
//
// A part with few options declares them in its row of the table in parts.cpp. One with many
// has a struct of them, whose `list` names every member with its meaning; `read_options` and
// `describe_options` follow it. The dataclasses of Python are tested against `list_parts`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace sapper {

// The type is that of the default; words to choose from are joined by |, the default first.
#ifdef __wasm__  // nobody asks there what options mean, and their words would have to be loaded
struct OptionSpec {
    template <class Value>
    constexpr OptionSpec(const char*, Value, const char*) {}
};
#else
struct OptionSpec {
    const char* name;
    std::variant<bool, std::int64_t, double, const char*> value;
    const char* meaning;
};
#endif
using OptionSpecs = std::vector<OptionSpec>;

// Of every native part by name; an opener and a guesser of one name have the same, none.
std::map<std::string, OptionSpecs> list_parts();

// A source has integer(name) and number(name), and throws where a name is missing.
template <class Options, class Source>
Options read_options(const Source& from) {
    struct Reader {
        const Source& from;
        void operator()(const char* name, std::int64_t& into, const char*) const {
            into = from.integer(name);
        }
        void operator()(const char* name, double& into, const char*) const {
            into = from.number(name);
        }
    };
    Options options;
    options.list(Reader{from});
    return options;
}

template <class Options>
OptionSpecs describe_options() {
    OptionSpecs found;
    Options options;
    options.list([&](const char* name, const auto& value, const char* meaning) {
        found.push_back({name, value, meaning});
    });
    return found;
}

}  // namespace sapper
