#include "agents/parts.h"

#include "agents/basic_parts.h"
#include "agents/becerra/cellular_automaton.h"
#include "agents/becerra/coupled_search.h"
#include "agents/becerra/double_set.h"
#include "agents/becerra/naive_single_point.h"
#include "agents/becerra/share_guesser.h"
#include "agents/becerra/zone_search.h"
#include "agents/cooper/assumption_search.h"
#include "agents/cooper/clue_chance.h"
#include "agents/cooper/mine_total.h"
#include "agents/cooper/subset_differences.h"
#include "agents/exact.h"
#include "agents/human_like.h"
#include "agents/improved.h"
#include "agents/linear_algebra.h"
#include "agents/look_ahead.h"
#include "agents/place_parts.h"
#include "agents/search_options.h"
#include "agents/single_point.h"
#include "agents/sinha/solution_parts.h"
#include "agents/vaitzman/backtracking.h"
#include "agents/vaitzman/guessers.h"
#include "agents/window.h"
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
    {"best_first", [](const PartSpec&) { return std::make_unique<BestFirst>(); }},
    {"random", [](const PartSpec&) { return std::make_unique<RandomOpener>(); }},
    {"fixed",
     [](const PartSpec& spec) {
         return std::make_unique<FixedOpener>(spec.integer("column"), spec.integer("row"));
     }},
    {"corner", [](const PartSpec&) { return std::make_unique<PlaceOpener>(Place::corner); }},
    {"edge", [](const PartSpec&) { return std::make_unique<PlaceOpener>(Place::edge); }},
    {"interior", [](const PartSpec&) { return std::make_unique<PlaceOpener>(Place::interior); }},
};

const Table<Deducer> DEDUCERS{
    {"assumption_search",
     [](const PartSpec& spec) {
         return std::make_unique<AssumptionSearch>(spec.integer("min_clues"),
                                                   spec.integer("mine_count") != 0);
     }},
    {"mine_total", [](const PartSpec&) { return std::make_unique<MineTotal>(); }},
    {"subset_differences",
     [](const PartSpec& spec) {
         return std::make_unique<SubsetDifferences>(spec.integer("closure") != 0,
                                                    spec.integer("mine_count") != 0);
     }},
    {"exact",
     [](const PartSpec& spec) { return std::make_unique<Exact>(spec.integer("mine_count") != 0); }},
    {"human_like",
     [](const PartSpec& spec) { return std::make_unique<HumanLike>(spec.integer("steps")); }},
    {"linear_algebra", [](const PartSpec&) { return std::make_unique<LinearAlgebra>(); }},
    {"single_point", [](const PartSpec&) { return std::make_unique<SinglePoint>(); }},
    {"cellular_automaton",
     [](const PartSpec& spec) {
         return std::make_unique<CellularAutomaton>(spec.integer("last_mine_only") != 0);
     }},
    {"naive_single_point", [](const PartSpec&) { return std::make_unique<NaiveSinglePoint>(); }},
    {"queued_single_point", [](const PartSpec&) { return std::make_unique<QueuedSinglePoint>(); }},
    {"double_set", [](const PartSpec&) { return std::make_unique<DoubleSet>(); }},
    {"subset_reduction", [](const PartSpec&) { return std::make_unique<SubsetReduction>(); }},
    {"coupled_search",
     [](const PartSpec& spec) {
         return std::make_unique<CoupledSearch>(parse_partition(spec.text("partition")));
     }},
    {"solution_proofs",
     [](const PartSpec& spec) {
         return std::make_unique<SolutionProofs>(
             parse_method(spec.text("method")), parse_pruning(spec.text("prune")),
             spec.text("per") == "component", spec.integer("max_nodes"));
     }},
    {"zone_search",
     [](const PartSpec& spec) { return std::make_unique<ZoneSearch>(spec.count("radius")); }},
    {"backtracking",
     [](const PartSpec& spec) {
         return std::make_unique<CellBacktracking>(parse_cell_order(spec.text("order")));
     }},
    {"sentence_groups",
     [](const PartSpec& spec) {
         return std::make_unique<SentenceGroups>(static_cast<std::size_t>(spec.count("size")));
     }},
};

SatisfyingAssignments make_assignments(const PartSpec& spec) {
    return {static_cast<std::size_t>(spec.count("size")), parse_counts(spec.text("counts"))};
}

PatternWindows make_patterns(const PartSpec& spec) {
    const std::shared_ptr<PatternTable>& table = spec.table("table");
    if (!table) throw Error("expected a table of patterns, got none");
    return {table, parse_pattern_value(spec.text("value")), parse_window_clues(spec.text("clues"))};
}

const Table<Guesser> GUESSERS{
    {"look_ahead",
     [](const PartSpec& spec) { return std::make_unique<LookAhead>(read_look_ahead(spec)); }},
    {"improved",
     [](const PartSpec& spec) { return std::make_unique<Improved>(read_improved(spec)); }},
    {"clue_chance", [](const PartSpec&) { return std::make_unique<ClueChance>(); }},
    {"least_risk",
     [](const PartSpec& spec) {
         return std::make_unique<LeastRisk>(static_cast<std::uint64_t>(spec.count("max_states")));
     }},
    {"random", [](const PartSpec&) { return std::make_unique<RandomGuesser>(); }},
    {"corner_edge_interior", [](const PartSpec&) { return std::make_unique<PlaceGuesser>(); }},
    {"placement_share",
     [](const PartSpec& spec) {
         return std::make_unique<ShareGuesser>(parse_weights(spec.text("weights")),
                                               spec.integer("crap_shoots_first") != 0);
     }},
    {"least_score",
     [](const PartSpec& spec) {
         return std::make_unique<ScoreGuesser>(read_risk_options(spec), read_choice(spec),
                                               spec.number("alpha"),
                                               parse_score_form(spec.text("score")));
     }},
    {"solution_share",
     [](const PartSpec& spec) {
         return std::make_unique<SolutionGuesser>(read_risk_options(spec), read_choice(spec));
     }},
    {"zone_share",
     [](const PartSpec& spec) { return std::make_unique<ZoneGuesser>(spec.count("radius")); }},
    {"likeliest_mine", [](const PartSpec&) { return std::make_unique<LikeliestMine>(); }},
    {"satisfying_assignments",
     [](const PartSpec& spec) {
         return std::make_unique<SentenceGuesser>(make_assignments(spec), std::nullopt);
     }},
    {"pattern_database",
     [](const PartSpec& spec) {
         return std::make_unique<SentenceGuesser>(std::nullopt, make_patterns(spec));
     }},
    {"assignments_or_patterns",
     [](const PartSpec& spec) {
         return std::make_unique<SentenceGuesser>(make_assignments(spec), make_patterns(spec));
     }},
};

}  // namespace

std::unique_ptr<Opener> make_opener(const PartSpec& spec) {
    return make(OPENERS, spec, "opener");
}
std::unique_ptr<Deducer> make_deducer(const PartSpec& spec) {
    return make(DEDUCERS, spec, "deducer");
}
std::unique_ptr<Deducer> make_wrapper(const PartSpec& spec, const MakeDeducer& make_inner) {
    if (spec.name != "window") {
        throw Error("no native deducer around another is called " + quote(spec.name) +
                    "; known is window");
    }
    return std::make_unique<Window>(
        make_inner, WindowOptions{spec.integer("columns"), spec.integer("rows"),
                                  spec.integer("mine_count") != 0, spec.integer("recheck") != 0,
                                  spec.integer("screen") != 0});
}
std::unique_ptr<Guesser> make_guesser(const PartSpec& spec) {
    return make(GUESSERS, spec, "guesser");
}

}  // namespace sapper
