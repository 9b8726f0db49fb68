#include "agents/parts/parts.h"

#include "agents/papers/becerra/cellular_automaton.h"
#include "agents/papers/becerra/coupled_search.h"
#include "agents/papers/becerra/double_set.h"
#include "agents/papers/becerra/naive_single_point.h"
#include "agents/papers/becerra/share_guesser.h"
#include "agents/papers/becerra/zone_search.h"
#include "agents/papers/cooper/assumption_search.h"
#include "agents/papers/cooper/clue_chance.h"
#include "agents/papers/cooper/mine_total.h"
#include "agents/papers/cooper/subset_differences.h"
#include "agents/papers/kvietinskas/human_like.h"
#include "agents/papers/kvietinskas/linear_algebra.h"
#include "agents/papers/kvietinskas/window.h"
#include "agents/papers/sinha/play/solution_parts.h"
#include "agents/papers/vaitzman/backtracking.h"
#include "agents/papers/vaitzman/guessers.h"
#include "agents/parts/basic_parts.h"
#include "agents/parts/exact.h"
#include "agents/parts/part_options.h"
#include "agents/parts/place_parts.h"
#include "agents/parts/single_point.h"
#include "agents/search/improved.h"
#include "agents/search/look_ahead.h"
#include "game/errors.h"

namespace sapper {

namespace {

template <class Part>
struct Entry {
    OptionSpecs options;
    std::function<std::unique_ptr<Part>(const PartSpec&)> build;
};
template <class Part>
using Table = std::map<std::string, Entry<Part>>;

// A part without options.
template <class Part, class Made, auto... Arguments>
Entry<Part> plain() {
    return {{}, [](const PartSpec&) { return std::make_unique<Made>(Arguments...); }};
}

template <class Part>
std::unique_ptr<Part> make(const Table<Part>& table, const PartSpec& spec, const char* kind) {
    const auto found = table.find(spec.name);
    if (found == table.end()) {
        std::string known;
        for (const auto& [name, entry] : table) known += (known.empty() ? "" : ", ") + name;
        throw Error("no native " + std::string(kind) + " is called " + quote(spec.name) +
                    "; known are " + known);
    }
    return found->second.build(spec);
}

const OptionSpec PER{"per", "component|all", "what is searched at once"};
const OptionSpec MAX_NODES{
    "max_nodes", 100'000,
    "nodes after which another search that proves the same is asked; 0: never"};
const OptionSpec PRUNE{"prune", "complete|over|bounds",
                       "when plain backtracking gives a branch up"};
const OptionSpec METHOD{"method", "dsscsp|backtracking", "how solutions are listed"};
const OptionSpec WEIGHTS{"weights", "none|limit|sea", "what a placement counts"};
const OptionSpecs SOLUTIONS{
    METHOD,
    {"max_solutions", 0, "solutions to list at most; 0: no limit"},
    {"max_swaps", 0, "swaps at most; 0: no limit"},
    {"max_depth", 0, "cells deep at most; 0: no limit"},
    PER,
    WEIGHTS,
    {"sea", "expected|density|half|never", "risk of cells off the frontier"},
    {"slack", 0.0, "risk above the least that is as good"},
    {"by_distance", false, "of those the nearest to the border"},
    {"ties", "random|first", "which one of equals"},
    MAX_NODES,
    PRUNE};
const OptionSpecs ASSIGNMENTS{{"size", 10, "sentences of a group"},
                              {"counts", "share|raw", "what is compared between groups"}};
// The database itself travels beside these, as `table`.
const OptionSpecs PATTERNS{{"value", "share|safe", "what a stored move is worth"},
                           {"clues", "shown|reduced", "how clues of a window's rim are taken"}};
const OptionSpecs WINDOW{{"columns", 5, "of the window"},
                         {"rows", 5, "of the window"},
                         {"mine_count", true, "let the deducer behind it use the number of mines"},
                         {"recheck", true, "look again at an unchanged window once it has changed"},
                         {"screen", true, "pass over windows that cannot prove anything"}};

OptionSpecs join(OptionSpecs first, const OptionSpecs& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

const Table<Opener> OPENERS{
    {"best_first", plain<Opener, BestFirst>()},
    {"random", plain<Opener, RandomOpener>()},
    {"fixed",
     {{{"column", 0, "column of the cell, from 0"}, {"row", 0, "row of the cell, from 0"}},
      [](const PartSpec& spec) {
          return std::make_unique<FixedOpener>(spec.integer("column"), spec.integer("row"));
      }}},
    {"corner", plain<Opener, PlaceOpener, Place::corner>()},
    {"edge", plain<Opener, PlaceOpener, Place::edge>()},
    {"interior", plain<Opener, PlaceOpener, Place::interior>()},
};

const Table<Deducer> DEDUCERS{
    {"assumption_search",
     {{{"min_clues", 2, "clues that a cell needs next to it to be tried"},
       {"mine_count", false, "use the number of mines"}},
      [](const PartSpec& spec) {
          return std::make_unique<AssumptionSearch>(spec.integer("min_clues"),
                                                    spec.integer("mine_count") != 0);
      }}},
    {"mine_total", plain<Deducer, MineTotal>()},
    {"subset_differences",
     {{{"closure", false, "subtract constraints until nothing is new"},
       {"mine_count", false, "use the number of mines"}},
      [](const PartSpec& spec) {
          return std::make_unique<SubsetDifferences>(spec.integer("closure") != 0,
                                                     spec.integer("mine_count") != 0);
      }}},
    {"exact",
     {{{"mine_count", true, "use the number of mines"}},
      [](const PartSpec& spec) {
          return std::make_unique<Exact>(spec.integer("mine_count") != 0);
      }}},
    {"human_like",
     {{{"steps", -1, "times that clues sharing cells are compared; negative: no limit"},
       {"safe_only", false, "names safe cells, no mines"}},
      [](const PartSpec& spec) {
          return std::make_unique<HumanLike>(spec.integer("steps"), spec.integer("safe_only") != 0);
      }}},
    {"linear_algebra", plain<Deducer, LinearAlgebra>()},
    {"single_point", plain<Deducer, SinglePoint>()},
    {"cellular_automaton",
     {{{"last_mine_only", false, "a clue marks a mine only as its one unknown neighbour"}},
      [](const PartSpec& spec) {
          return std::make_unique<CellularAutomaton>(spec.integer("last_mine_only") != 0);
      }}},
    {"naive_single_point", plain<Deducer, NaiveSinglePoint>()},
    {"queued_single_point", plain<Deducer, QueuedSinglePoint>()},
    {"double_set", plain<Deducer, DoubleSet>()},
    {"subset_reduction", plain<Deducer, SubsetReduction>()},
    {"coupled_search",
     {{{"partition", "constraints|variables", "how the components are found"}},
      [](const PartSpec& spec) {
          return std::make_unique<CoupledSearch>(parse_partition(spec.text("partition")));
      }}},
    {"solution_proofs",
     {{METHOD, PER, MAX_NODES, PRUNE},
      [](const PartSpec& spec) {
          return std::make_unique<SolutionProofs>(
              parse_method(spec.text("method")), parse_pruning(spec.text("prune")),
              spec.text("per") == "component", spec.integer("max_nodes"));
      }}},
    {"zone_search",
     {{{"radius", 2, "clues of a zone lie at most so far away"}},
      [](const PartSpec& spec) { return std::make_unique<ZoneSearch>(spec.count("radius")); }}},
    {"backtracking",
     {{{"order", "most-constrained|reading", "which cell is assigned next"}},
      [](const PartSpec& spec) {
          return std::make_unique<CellBacktracking>(parse_cell_order(spec.text("order")));
      }}},
    {"sentence_groups",
     {{{"size", 8, "sentences of a group at most"}},
      [](const PartSpec& spec) {
          return std::make_unique<SentenceGroups>(static_cast<std::size_t>(spec.count("size")));
      }}},
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
     {describe_options<LookAheadOptions>(),
      [](const PartSpec& spec) {
          return std::make_unique<LookAhead>(read_options<LookAheadOptions>(spec));
      }}},
    {"improved",
     {describe_options<ImprovedOptions>(),
      [](const PartSpec& spec) {
          return std::make_unique<Improved>(read_options<ImprovedOptions>(spec));
      }}},
    {"clue_chance", plain<Guesser, ClueChance>()},
    {"least_risk",
     {{{"max_states", static_cast<std::int64_t>(DEFAULT_MAX_STATES),
        "states after which the least risk of what is done is taken"}},
      [](const PartSpec& spec) {
          return std::make_unique<LeastRisk>(static_cast<std::uint64_t>(spec.count("max_states")));
      }}},
    {"random", plain<Guesser, RandomGuesser>()},
    {"corner_edge_interior", plain<Guesser, PlaceGuesser>()},
    {"placement_share",
     {{WEIGHTS,
       {"crap_shoots_first", true, "guess first where nothing can tell two placements apart"}},
      [](const PartSpec& spec) {
          return std::make_unique<ShareGuesser>(parse_weights(spec.text("weights")),
                                                spec.integer("crap_shoots_first") != 0);
      }}},
    {"least_score",
     {join({{"alpha", 0.5, "weight of the risk beside the score"},
            {"score", "printed|zero", "eq. 4 as printed, or one less the chance of a zero"}},
           SOLUTIONS),
      [](const PartSpec& spec) {
          return std::make_unique<ScoreGuesser>(read_risk_options(spec), read_choice(spec),
                                                spec.number("alpha"),
                                                parse_score_form(spec.text("score")));
      }}},
    {"solution_share",
     {SOLUTIONS,
      [](const PartSpec& spec) {
          return std::make_unique<SolutionGuesser>(read_risk_options(spec), read_choice(spec));
      }}},
    {"zone_share",
     {{{"radius", 2, "clues of a zone lie at most so far away"}},
      [](const PartSpec& spec) { return std::make_unique<ZoneGuesser>(spec.count("radius")); }}},
    {"likeliest_mine", plain<Guesser, LikeliestMine>()},
    {"satisfying_assignments",
     {ASSIGNMENTS,
      [](const PartSpec& spec) {
          return std::make_unique<SentenceGuesser>(make_assignments(spec), std::nullopt);
      }}},
    {"pattern_database",
     {PATTERNS,
      [](const PartSpec& spec) {
          return std::make_unique<SentenceGuesser>(std::nullopt, make_patterns(spec));
      }}},
    {"assignments_or_patterns",
     {join(join(ASSIGNMENTS, PATTERNS),
           {{"weight", -1.0,
             "of the assignments where both claims are added up; negative: the larger decides"}}),
      [](const PartSpec& spec) {
          const double weight = spec.number("weight");
          if (weight > 1)
              throw Error("expected a weight of at most 1, got " + std::to_string(weight));
          return std::make_unique<SentenceGuesser>(
              make_assignments(spec), make_patterns(spec),
              weight < 0 ? std::nullopt : std::optional(weight));
      }}},
};

}  // namespace

std::map<std::string, OptionSpecs> list_parts() {
    std::map<std::string, OptionSpecs> found{{"window", WINDOW}};
    const auto add = [&](const auto& table) {
        for (const auto& [name, entry] : table) found[name] = entry.options;
    };
    add(OPENERS);
    add(DEDUCERS);
    add(GUESSERS);
    return found;
}

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
