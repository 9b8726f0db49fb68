#include "agents/parts.h"

#include "agents/basic_parts.h"
#include "agents/exact.h"
#include "agents/single_point.h"
#include "game/errors.h"

namespace sapper {

namespace {

template <class Part>
using Table = std::map<std::string, std::function<std::unique_ptr<Part>(const PartSpec&)>>;

template <class Part>
std::unique_ptr<Part> make(const Table<Part>& table, const PartSpec& spec, const char* kind) {
    const auto found = table.find(spec.name);
    if (found == table.end()) {
        std::string known;
        for (const auto& [name, build] : table) known += (known.empty() ? "" : ", ") + name;
        throw Error("no native " + std::string(kind) + " is called " + quote(spec.name) +
                    "; known are " + known);
    }
    return found->second(spec);
}

const Table<Opener> OPENERS{
    {"random", [](const PartSpec&) { return std::make_unique<RandomOpener>(); }},
    {"fixed",
     [](const PartSpec& spec) {
         return std::make_unique<FixedOpener>(spec.integer("column"), spec.integer("row"));
     }},
};

const Table<Deducer> DEDUCERS{
    {"exact",
     [](const PartSpec& spec) { return std::make_unique<Exact>(spec.integer("mine_count") != 0); }},
    {"single_point", [](const PartSpec&) { return std::make_unique<SinglePoint>(); }},
};

const Table<Guesser> GUESSERS{
    {"least_risk", [](const PartSpec&) { return std::make_unique<LeastRisk>(); }},
    {"random", [](const PartSpec&) { return std::make_unique<RandomGuesser>(); }},
};

}  // namespace

std::unique_ptr<Opener> make_opener(const PartSpec& spec) {
    return make(OPENERS, spec, "opener");
}
std::unique_ptr<Deducer> make_deducer(const PartSpec& spec) {
    return make(DEDUCERS, spec, "deducer");
}
std::unique_ptr<Guesser> make_guesser(const PartSpec& spec) {
    return make(GUESSERS, spec, "guesser");
}

}  // namespace sapper
