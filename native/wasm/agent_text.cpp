#include "wasm/agent_text.h"

#include <cstdlib>

#include "game/errors.h"

namespace sapper::wasm {

namespace {

struct Line {
    std::string kind;
    std::string name;
    std::string rest;
};

// The part of an agent that options belong to.
struct Draft {
    std::string kind;
    std::string label;
    PartSpec part;
};

Line split_line(std::string_view line) {
    const std::size_t first = line.find(' ');
    if (first == std::string_view::npos) return {std::string(line), "", ""};
    const std::string_view tail = line.substr(first + 1);
    const std::size_t second = std::min(tail.find(' '), tail.size());
    return {std::string(line.substr(0, first)), std::string(tail.substr(0, second)),
            std::string(tail.substr(std::min(second + 1, tail.size())))};
}

bool read_option(const Line& line, std::vector<Draft>& drafts) {
    const bool is_option = line.kind == "whole" || line.kind == "real" || line.kind == "text";
    if (!is_option || drafts.empty()) return false;
    auto& option = drafts.back().part.options[line.name];
    if (line.kind == "whole") option = static_cast<std::int64_t>(std::atoll(line.rest.c_str()));
    if (line.kind == "real") option = std::strtod(line.rest.c_str(), nullptr);
    if (line.kind == "text") option = line.rest;
    return true;
}

MakeDeducer make_maker(std::vector<Draft>::const_iterator& draft) {
    if (draft->kind == "wrapper") {
        const PartSpec part = draft->part;
        const MakeDeducer inner = make_maker(++draft);
        return [part, inner] { return make_wrapper(part, inner); };
    }
    return [part = draft->part] { return make_deducer(part); };
}

AgentSpec build(const std::vector<Draft>& drafts, bool flags) {
    AgentSpec spec;
    spec.flags = flags;
    for (auto draft = drafts.begin(); draft != drafts.end(); ++draft) {
        if (draft->kind == "opener") {
            spec.opener = [part = draft->part] { return make_opener(part); };
        } else if (draft->kind == "guesser") {
            spec.guesser = [part = draft->part] { return make_guesser(part); };
        } else {
            spec.deducer_names.push_back(draft->label);
            spec.deducers.push_back(make_maker(draft));
        }
    }
    return spec;
}

}  // namespace

AgentSpec parse_agent(std::string_view text) {
    std::vector<Draft> drafts;
    bool flags = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Line line = split_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.kind == "flags") {
            flags = line.name != "no";
        } else if (line.kind == "opener" || line.kind == "guesser" || line.kind == "deducer" ||
                   line.kind == "wrapper") {
            drafts.push_back({line.kind, line.rest, {line.name, {}}});
        } else if (!read_option(line, drafts)) {
            throw NotationError("expected a line of an agent, got " + quote(line.kind));
        }
    }
    if (!drafts.empty() && drafts.back().kind == "wrapper") {
        throw NotationError("expected a deducer inside the last wrapper");
    }
    return build(drafts, flags);
}

}  // namespace sapper::wasm
