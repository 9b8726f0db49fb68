// Bindings of what Sinha et al. 2021 need beside their parts: solutions, rows, models, data.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "agents/papers/sinha/play/harvest.h"
#include "agents/papers/sinha/solutions/listing.h"
#include "agents/papers/sinha/solutions/position_equations.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/position.h"

namespace sapper {

using namespace nb::literals;

namespace {

constexpr const char* ENDS[] = {"all", "limit", "guard", "clock"};

nb::list list_of_position(const BoundPosition& given, const std::string& method,
                          const std::string& prune, std::int64_t max_solutions,
                          std::int64_t max_swaps, std::int64_t max_depth, double seconds,
                          std::uint64_t seed, bool keep, bool by_component) {
    const PositionView& position = given.view();
    const Frame frame(position.columns, position.rows);
    const SearchLimits limits{max_solutions, max_swaps, max_depth, 0, 0};
    const Method search = parse_method(method);
    const Pruning pruning = parse_pruning(prune);
    nb::list out;
    for (const Equations& equations : equations_of(position, by_component)) {
        Listing found;
        {
            nb::gil_scoped_release release;
            found = sapper::list_solutions(equations, search, pruning, limits, seconds, seed, keep);
        }
        std::vector<std::int64_t> names;
        for (const auto& variable : equations.variables()) {
            names.push_back(frame.to_cell(variable.at));
        }
        const std::size_t width = names.size();
        const std::size_t height = keep ? static_cast<std::size_t>(found.count) : 0;
        out.append(nb::make_tuple(own(std::move(names), {width}),
                                  own(std::move(found.values), {height, width}), found.count,
                                  found.nodes, ENDS[static_cast<std::size_t>(found.end)],
                                  found.nanoseconds));
    }
    return out;
}

using Cells = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig>;
using Words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig>;
using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig>;
using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig>;
using Numbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig>;

template <class T, class Array>
std::vector<T> copy(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

PositionBlock as_block(std::int64_t num_mines, const Cells& cells, const Cells& allowed,
                       const Words& words) {
    const std::size_t count = cells.shape(0);
    bool fits = words.size() == count;
    for (std::size_t i = 0; i < 3; ++i) fits = fits && cells.shape(i) == allowed.shape(i);
    if (!fits) throw NotationError("expected as many cells, allowed cells and random words");
    check_grid(cells.shape(2), cells.shape(1));
    check_mines(num_mines);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells.data()[i] >= NUM_CODES) {
            throw NotationError("expected cell codes 0 to " + std::to_string(NUM_CODES - 1) +
                                ", got " + std::to_string(cells.data()[i]));
        }
    }
    return {static_cast<int>(cells.shape(2)),
            static_cast<int>(cells.shape(1)),
            num_mines,
            count,
            cells.data(),
            allowed.data(),
            words.data()};
}

nb::tuple sinha_rows(const RowOptions& options, std::int64_t num_mines, const Cells& cells,
                     const Cells& allowed, const Words& words) {
    OfferedRows found;
    {
        nb::gil_scoped_release release;
        found = read_rows(as_block(num_mines, cells, allowed, words), options);
    }
    const std::size_t count = found.cells.size();
    return nb::make_tuple(own(std::move(found.rows), {count, ROW_SIZE}),
                          own(std::move(found.cells), {count}),
                          own(std::move(found.ends), {words.size()}));
}

void check_model(const Model& model) {
    if (model.row_size() != ROW_SIZE) {
        throw NotationError("expected a model of rows of " + std::to_string(ROW_SIZE) +
                            " numbers, got one of " + std::to_string(model.row_size()));
    }
}

nb::object sinha_guesses(const Model& model, const RowOptions& options, std::int64_t num_mines,
                         const Cells& cells, const Cells& allowed, const Words& words) {
    check_model(model);
    std::vector<std::int64_t> found;
    {
        nb::gil_scoped_release release;
        found = guess_by_model(as_block(num_mines, cells, allowed, words), options, model);
    }
    return own(std::move(found), {words.size()});
}

nb::object predict(const Model& model, const Rows& rows) {
    if (rows.shape(1) != model.row_size()) {
        throw NotationError("expected rows of " + std::to_string(model.row_size()) +
                            " numbers, got " + std::to_string(rows.shape(1)));
    }
    std::vector<float> out(rows.shape(0));
    model.predict(rows.data(), out.size(), out.data());
    return own(std::move(out), {rows.shape(0)});
}

void make_trees(TreeModel* self, const Floats& splits, const Numbers& lefts,
                const Numbers& features, const Numbers& roots, float base, std::size_t row_size) {
    if (lefts.size() != splits.size() || features.size() != splits.size()) {
        throw NotationError("expected as many splits, children and features");
    }
    std::vector<TreeModel::Node> nodes;
    for (std::size_t i = 0; i < splits.size(); ++i) {
        nodes.push_back({splits.data()[i], lefts.data()[i], features.data()[i]});
    }
    new (self) TreeModel(std::move(nodes), copy<std::uint32_t>(roots), base, row_size);
}

void make_net(NetModel* self, const std::vector<std::tuple<Rows, Floats, std::string>>& layers,
              const Floats& means, const Floats& scales) {
    std::vector<NetLayer> out;
    for (const auto& [weights, biases, activation] : layers) {
        out.push_back({weights.shape(0), weights.shape(1), copy<float>(weights),
                       copy<float>(biases), parse_activation(activation)});
    }
    new (self) NetModel(std::move(out), copy<float>(means), copy<float>(scales));
}

nb::tuple sinha_harvest(const Rules& rules, const Words& seeds, std::uint64_t agent_seed,
                        const RowOptions& rows, const PartSpec& player, const Model* model) {
    if (model != nullptr) check_model(*model);
    const HarvestOptions options{rows, read_choice(player), model};
    Harvest found;
    {
        nb::gil_scoped_release release;
        found = harvest(rules, {seeds.data(), seeds.size()}, agent_seed, options);
    }
    const std::size_t count = found.targets.size();
    std::vector<std::uint8_t> won;
    std::vector<std::int64_t> revealed;
    for (const Row& row : found.results) {
        won.push_back(row.outcome == Outcome::won);
        revealed.push_back(row.cells_revealed);
    }
    return nb::make_tuple(own(std::move(found.rows), {count, ROW_SIZE}),
                          own(std::move(found.targets), {count}),
                          own(std::move(found.games), {count}), own(std::move(won), {seeds.size()}),
                          own(std::move(revealed), {seeds.size()}));
}

void make_row_options(RowOptions* self, const std::string& kind, const PartSpec& risks,
                      const std::string& score, double alpha, bool offer_all, bool proofs_first) {
    new (self) RowOptions{
        parse_row_kind(kind), read_risk_options(risks), parse_score_form(score), alpha, offer_all,
        proofs_first};
}

void bind_models(nb::module_& m) {
    nb::class_<Model>(m, "Model", "A trained model: a number for each row.")
        .def("predict", &predict, "rows"_a,
             nb::sig("def predict(self, rows: numpy.typing.NDArray[numpy.float32]) -> "
                     "numpy.typing.NDArray[numpy.float32]"));
    nb::class_<TreeModel, Model>(m, "TreeModel", "Boosted trees; a leaf has no left child.")
        .def("__init__", &make_trees, "splits"_a, "lefts"_a, "features"_a, "roots"_a, "base"_a,
             "row_size"_a,
             nb::sig("def __init__(self, splits: numpy.typing.NDArray[numpy.float32], lefts: "
                     "numpy.typing.NDArray[numpy.uint32], features: "
                     "numpy.typing.NDArray[numpy.uint32], roots: "
                     "numpy.typing.NDArray[numpy.uint32], base: float, row_size: int) -> None"));
    nb::class_<NetModel, Model>(m, "NetModel", "Dense layers on scaled inputs.")
        .def("__init__", &make_net, "layers"_a, "means"_a, "scales"_a,
             nb::sig("def __init__(self, layers: list[tuple["
                     "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], "
                     "str]], means: numpy.typing.NDArray[numpy.float32], scales: "
                     "numpy.typing.NDArray[numpy.float32]) -> None"));
}

}  // namespace

void bind_sinha(nb::module_& m) {
    m.def(
        "list_solutions", &list_of_position, "position"_a, "method"_a, "prune"_a, "max_solutions"_a,
        "max_swaps"_a, "max_depth"_a, "seconds"_a, "seed"_a, "keep"_a, "by_component"_a,
        nb::sig(
            "def list_solutions(position: Position, "
            "method: str, prune: str, max_solutions: int, max_swaps: int, max_depth: int, seconds: "
            "float, seed: int, keep: bool, by_component: bool) -> "
            "list[tuple[numpy.typing.NDArray[numpy.int64], "
            "numpy.typing.NDArray[numpy.uint8], int, int, str, int]]"),
        "The solutions of a position's clue equations, of all together or by component: the\n"
        "cells, a row of 0 and 1 each, their number, the edges walked, how the search ended,\n"
        "and its nanoseconds.");
    bind_models(m);
    nb::class_<RowOptions>(m, "RowOptions", "What a model is shown of a position.")
        .def("__init__", &make_row_options, "kind"_a, "risks"_a, "score"_a, "alpha"_a,
             "offer_all"_a, "proofs_first"_a);
    m.def("sinha_rows", &sinha_rows, "options"_a, "num_mines"_a, "cells"_a, "allowed"_a, "words"_a,
          nb::sig("def sinha_rows(options: RowOptions, num_mines: int, cells: "
                  "numpy.typing.NDArray[numpy.uint8], allowed: numpy.typing.NDArray[numpy.uint8], "
                  "words: numpy.typing.NDArray[numpy.uint64]) -> "
                  "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int64], "
                  "numpy.typing.NDArray[numpy.int64]]"),
          "The rows of all offered cells, their cells, and where each position's rows end.");
    m.def(
        "sinha_guesses", &sinha_guesses, "model"_a, "options"_a, "num_mines"_a, "cells"_a,
        "allowed"_a, "words"_a,
        nb::sig("def sinha_guesses(model: Model, options: RowOptions, num_mines: int, cells: "
                "numpy.typing.NDArray[numpy.uint8], allowed: numpy.typing.NDArray[numpy.uint8], "
                "words: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.int64]"),
        "For each position the offered cell that the model values most.");
    m.def("sinha_harvest", &sinha_harvest, "rules"_a, "game_seeds"_a.noconvert(), "agent_seed"_a,
          "rows"_a, "player"_a, "model"_a.none(),
          nb::sig("def sinha_harvest(rules: Rules, game_seeds: numpy.typing.NDArray[numpy.uint64], "
                  "agent_seed: int, rows: RowOptions, player: PartSpec, model: Model | None) -> "
                  "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], "
                  "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.int64]]"),
          "Play games for training: rows, targets, the game of each row; won and cells\n"
          "revealed of each game.");
}

}  // namespace sapper
