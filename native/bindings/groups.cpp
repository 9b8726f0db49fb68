// Bindings of the games in groups: the text that an accelerator compiles, and the same games on
// the processor. Arrays are Python's, written in place.
#include "env/groups.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstring>
#include <optional>

#include "bindings/bindings.h"

namespace sapper {

using namespace nb::literals;

namespace {

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The table is that of an accelerator: the addresses of `GroupArrays`, as numbers.
class PythonGroups {
  public:
    PythonGroups(const Rules& rules, const VectorOptions& options,
                 const Array<std::uint64_t>& table, std::size_t num_games)
        : games_(rules, options, read(rules, table), num_games) {}

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
    static GroupArrays read(const Rules& rules, const Array<std::uint64_t>& table) {
        GroupArrays arrays;
        if (table.size() * sizeof(std::uint64_t) != sizeof arrays || rules.columns > 32 ||
            rules.rows > 32) {
            throw nb::value_error("expected the addresses of all arrays, and at most 32x32 cells");
        }
        std::memcpy(&arrays, table.data(), sizeof arrays);
        return arrays;
    }
    static void check(std::size_t size, std::size_t wanted) {
        if (size != wanted) throw nb::value_error("expected an array of another length");
    }

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
        .def(nb::init<const Rules&, const VectorOptions&, const Array<std::uint64_t>&,
                      std::size_t>(),
             "rules"_a, "options"_a, "table"_a, "num_games"_a)
        .def("seed", &PythonGroups::seed, "seeds"_a, "chosen"_a)
        .def("reset", &PythonGroups::reset, "chosen"_a)
        .def("step", &PythonGroups::step, "actions"_a)
        .def("sample", &PythonGroups::sample, "words"_a.none(), "seed"_a, "step"_a, "actions"_a)
        .def("play", &PythonGroups::play, "num_steps"_a, "values"_a.none(), "seed"_a,
             "first_step"_a);
}

}  // namespace sapper
