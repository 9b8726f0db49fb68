// Bindings of the games in groups: the text that an accelerator compiles, and the same games on
// the processor. Arrays are Python's, written in place.
#include "env/groups.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/borrowed.h"
#include "bindings/sizes.h"

namespace sapper {

using namespace nb::literals;

namespace {

class PythonGroups {
  public:
    PythonGroups(const Rules& rules, const VectorOptions& options, std::size_t num_games,
                 const nb::dict& arrays)
        : arrays_(arrays), games_(rules, options, borrow(rules, options, num_games), num_games) {}

    void seed(const Array<const std::uint64_t>& seeds, const Array<const std::uint8_t>& chosen) {
        check(seeds.size(), games_.num_games());
        check(chosen.size(), games_.num_games());
        nb::gil_scoped_release release;
        games_.seed(seeds.data(), chosen.data());
    }
    void reset(const Array<const std::uint8_t>& chosen) {
        check(chosen.size(), games_.num_games());
        nb::gil_scoped_release release;
        games_.reset(chosen.data());
    }
    void step(const Array<const std::int64_t>& actions) {
        check(actions.size(), games_.num_games());
        nb::gil_scoped_release release;
        games_.step(actions.data());
    }
    void sample(const std::optional<Array<const std::uint64_t>>& words, std::uint64_t seed,
                std::uint64_t step, const Array<std::int64_t>& actions) {
        if (words) check(words->size(), games_.num_games());
        check(actions.size(), games_.num_games());
        nb::gil_scoped_release release;
        games_.sample(words ? words->data() : nullptr, seed, step, actions.data());
    }
    void play(std::uint64_t num_steps, const std::optional<Array<const float>>& values,
              std::uint64_t seed, std::uint64_t first_step) {
        if (values) check(values->size(), games_.num_actions());
        nb::gil_scoped_release release;
        games_.play(num_steps, values ? values->data() : nullptr, seed, first_step);
    }

  private:
    // In the order of `GroupArrays`.
    GroupArrays borrow(const Rules& rules, const VectorOptions& options, std::size_t n) {
        rules.check();
        if (rules.columns > 32 || rules.rows > 32) {
            throw nb::value_error("expected at most 32 rows and columns");
        }
        const auto size = static_cast<std::size_t>(rules.num_cells());
        const std::size_t cells = checked_size(n, size, "games"), words = (size + 31) / 32;
        const std::size_t rows = rules.rows <= 16 ? 16 : 32, ahead = n * rows;
        return {reinterpret_cast<GroupRecord*>(
                    arrays_.data<std::uint64_t>("records", n * sizeof(GroupRecord) / 8)),
                arrays_.data<std::uint32_t>("bits", n * 3 * rows),
                arrays_.data<std::uint32_t>("drawn", ahead * words + 1),
                arrays_.data<std::uint16_t>("spare", ahead * DrawAhead::MOST_SPARE),
                options.game_seeds.empty()
                    ? nullptr
                    : arrays_.data<std::uint64_t>("seeds", options.game_seeds.size()),
                options.game_seeds.size(),
                arrays_.data<Code>("cells", cells),
                arrays_.data<std::uint8_t>("allowed", cells * (options.flags ? 2 : 1)),
                arrays_.data<float>("rewards", n),
                arrays_.data<std::uint8_t>("is_over", n),
                arrays_.data<std::uint8_t>("is_cut", n),
                arrays_.data<std::uint8_t>("is_illegal", n),
                arrays_.data<std::uint64_t>("game_seeds", n),
                arrays_.data<std::int64_t>("num_mines", n),
                arrays_.data<std::int64_t>("safe_left", n),
                arrays_.data<std::int64_t>("outcomes", n)};
    }
    static void check(std::size_t size, std::size_t wanted) {
        if (size != wanted) throw nb::value_error("expected an array of another length");
    }

    Borrowed arrays_;  // kept alive: the games point into them
    GroupsOnProcessor games_;
};

}  // namespace

void bind_groups(nb::module_& m) {
    m.def("group_source", &group_source,
          "The text of the games in groups, for the compiler of an accelerator.");
    m.attr("GROUP_RECORD_SIZE") = sizeof(GroupRecord);
    m.attr("GROUP_RECORD_ENDED") = offsetof(GroupRecord, num_ended);
    m.attr("GROUP_RECORD_WON") = offsetof(GroupRecord, num_won);
    m.attr("MOST_SPARE") = static_cast<int>(DrawAhead::MOST_SPARE);
    nb::class_<PythonGroups>(m, "GroupsOnProcessor",
                             "The games of an accelerator, on the processor.")
        .def(nb::init<const Rules&, const VectorOptions&, std::size_t, const nb::dict&>(),
             "rules"_a, "options"_a, "num_games"_a, "arrays"_a,
             nb::sig("def __init__(self, rules: Rules, options: VectorOptions, num_games: int, "
                     "arrays: dict[str, NDArray[numpy.generic]]) -> None"))
        .def("seed", &PythonGroups::seed, "seeds"_a, "chosen"_a)
        .def("reset", &PythonGroups::reset, "chosen"_a)
        .def("step", &PythonGroups::step, "actions"_a)
        .def("sample", &PythonGroups::sample, "words"_a.none(), "seed"_a, "step"_a, "actions"_a)
        .def("play", &PythonGroups::play, "num_steps"_a, "values"_a.none(), "seed"_a,
             "first_step"_a);
}

}  // namespace sapper
