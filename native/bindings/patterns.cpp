// Bindings of the pattern database: the table that is looked up, and the games behind it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "agents/papers/vaitzman/pattern_games.h"
#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "game/errors.h"

namespace sapper {

using namespace nb::literals;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig>;

void make_table(PatternTable* self, const Column<std::uint64_t>& keys,
                const Column<std::uint8_t>& moves, const Column<std::uint16_t>& shares,
                const Column<std::uint16_t>& safes) {
    const std::size_t count = keys.size();
    if (moves.size() != count || shares.size() != count || safes.size() != count) {
        throw Error("expected columns of " + std::to_string(count) + " patterns each");
    }
    std::vector<Pattern> patterns(count);
    for (std::size_t i = 0; i < count; ++i) {
        patterns[i] = {keys(i), shares(i), safes(i), moves(i)};
    }
    new (self) PatternTable(patterns);
}

nb::object find_pattern(const PatternTable& table, std::uint64_t key) {
    const Pattern* found = table.find(key);
    if (found == nullptr) return nb::none();
    return nb::make_tuple(found->move, found->share / PATTERN_UNIT, found->safe / PATTERN_UNIT);
}

// Columns of the records that appeared at least so often, by key.
nb::tuple show_records(const PatternGames& games, std::uint32_t least) {
    std::vector<const PatternRecord*> chosen;
    for (const PatternRecord& record : games.records()) {
        if (record.appeared >= least) chosen.push_back(&record);
    }
    std::sort(chosen.begin(), chosen.end(),
              [](const PatternRecord* a, const PatternRecord* b) { return a->key < b->key; });
    const std::size_t count = chosen.size();
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> appeared, made, kept;
    std::vector<double> chances;
    for (const PatternRecord* record : chosen) {
        keys.push_back(record->key);
        appeared.push_back(record->appeared);
        chances.push_back(record->chance);
        made.insert(made.end(), record->made.begin(), record->made.end());
        kept.insert(kept.end(), record->kept.begin(), record->kept.end());
    }
    constexpr auto cells = static_cast<std::size_t>(PATTERN_CELLS);
    return nb::make_tuple(own(std::move(keys), {count}), own(std::move(appeared), {count}),
                          own(std::move(chances), {count}), own(std::move(made), {count, cells}),
                          own(std::move(kept), {count, cells}));
}

void bind_games(nb::module_& m) {
    nb::class_<PatternGames>(m, "PatternGames",
                             "The games on 4x4 that the pattern database is made from.")
        .def(nb::init<std::size_t>(), "group_size"_a)
        .def(
            "play",
            [](PatternGames& self, std::uint32_t first, std::uint32_t count, std::uint32_t games,
               std::uint64_t seed) {
                nb::gil_scoped_release release;
                for (std::uint32_t i = 0; i < count; ++i) self.play(first + i, games, seed);
            },
            "first_layout"_a, "num_layouts"_a, "games"_a, "seed"_a,
            "Play games on layouts first_layout and so on; a layout is the number of its mines' "
            "bits.")
        .def(
            "follow",
            [](PatternGames& self, std::uint32_t first, std::uint32_t count) {
                nb::gil_scoped_release release;
                for (std::uint32_t i = 0; i < count; ++i) self.follow(first + i);
            },
            "first_layout"_a, "num_layouts"_a, "Follow every line of play on the layouts.")
        .def("records", &show_records, "least"_a,
             nb::sig("def records(self, least: int) -> tuple[NDArray[numpy.uint64], "
                     "NDArray[numpy.uint32], NDArray[numpy.float64], NDArray[numpy.uint32], "
                     "NDArray[numpy.uint32]]"),
             "Configurations seen so often, by key: keys, appeared, chances, made, kept.")
        .def(
            "proof",
            [](PatternGames& self, std::uint64_t key) {
                const PatternProof proof = self.proof(key);
                return std::tuple<int, int>(proof.safe, proof.mines);
            },
            "key"_a, "What one look at a configuration proves: safe cells and mines, as bits.")
        .def_prop_ro("num_records", [](const PatternGames& self) { return self.records().size(); })
        .def_prop_ro("num_configurations", &PatternGames::num_configurations);
}

}  // namespace

void bind_patterns(nb::module_& m) {
    nb::class_<PatternTable>(m, "PatternTable", "The pattern database, to be looked up by key.")
        .def("__init__", &make_table, "keys"_a, "moves"_a, "shares"_a, "safes"_a,
             nb::sig("def __init__(self, keys: NDArray[numpy.uint64], moves: NDArray[numpy.uint8], "
                     "shares: NDArray[numpy.uint16], safes: NDArray[numpy.uint16]) -> None"))
        .def("__len__", &PatternTable::size)
        .def("find", &find_pattern, "key"_a,
             nb::sig("def find(self, key: int) -> tuple[int, float, float] | None"),
             "The stored move of a configuration with its two values, or None.");
    bind_games(m);
}

}  // namespace sapper
