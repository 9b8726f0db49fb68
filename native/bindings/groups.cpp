// Bindings of the games in groups: the text that an accelerator compiles, and the same games on
// the processor. Arrays are Python's, written in place.
#include <cstddef>
#include <cstring>
#include <optional>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include "bindings/bindings.h"
#include "env/group_games.h"
#include "env/vector_games.h"

namespace sapper {

using namespace nb::literals;

namespace {

#include "env/group_source_text.h"

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The games of `group_games.cu`, one after another. The table is that of an accelerator: the
// addresses of `GroupArrays`, as numbers.
class GroupsOnProcessor {
  public:
    GroupsOnProcessor(const Rules& rules, const VectorOptions& options,
                      const Array<std::uint64_t>& table, std::size_t num_games)
        : rules_(rules), options_(options), num_games_(num_games) {
        rules_.check();
        if (table.size() * sizeof(std::uint64_t) != sizeof arrays_ || rules.columns > 32 ||
            rules.rows > 32) {
            throw nb::value_error("expected the addresses of all arrays, and at most 32x32 cells");
        }
        std::memcpy(&arrays_, table.data(), sizeof arrays_);
    }

    void seed(const Array<const std::uint64_t>& seeds, const Array<const std::uint8_t>& chosen) {
        check(seeds.size());
        check(chosen.size());
        each([&](auto& game, auto& words, std::size_t number) {
            if (!chosen.data()[number]) return;
            game.seed(seeds.data()[number], words);
            game.save();
        });
    }
    void reset(const Array<const std::uint8_t>& chosen) {
        check(chosen.size());
        each([&](auto& game, auto& words, std::size_t number) {
            if (!chosen.data()[number]) return;
            game.reset(words);
            game.save();
        });
    }
    void step(const Array<const std::int64_t>& actions) {
        check(actions.size());
        each([&](auto& game, auto& words, std::size_t number) {
            game.step(actions.data()[number], words);
            game.save();
        });
    }
    void sample(const std::optional<Array<const std::uint64_t>>& words, std::uint64_t seed,
                std::uint64_t step, const Array<std::int64_t>& actions) {
        if (words) check(words->size());
        check(actions.size());
        each([&](auto& game, auto&, std::size_t number) {
            const std::uint64_t word =
                words ? words->data()[number] : action_word(seed, number, step);
            actions.data()[number] = game.sample(word);
        });
    }
    void play(std::uint64_t num_steps, const std::optional<Array<const float>>& values,
              std::uint64_t seed, std::uint64_t first_step) {
        if (values && values->size() != num_actions()) {
            throw nb::value_error("expected a value for each action");
        }
        each([&](auto& game, auto& words, std::size_t number) {
            for (std::uint64_t i = 0; i < num_steps; ++i) {
                game.step(values ? game.choose(values->data())
                                 : game.sample(action_word(seed, number, first_step + i)),
                          words, i + 1 == num_steps);
            }
            game.save();
        });
    }

  private:
    std::size_t num_actions() const {
        return static_cast<std::size_t>(rules_.num_cells()) * (options_.flags ? 2 : 1);
    }
    void check(std::size_t size) const {
        if (size != num_games_) throw nb::value_error("expected one entry a game");
    }
    template <class F>
    void each(F&& play) {
        nb::gil_scoped_release release;
        if (rules_.rows <= 16) {
            each_of<16>(play);
        } else {
            each_of<32>(play);
        }
    }
    template <int N, class F>
    void each_of(F& play) {
        std::array<std::uint32_t, 32> words;
        for (std::size_t number = 0; number < num_games_; ++number) {
            GroupGame<BitRows<N>> game(rules_, options_, arrays_, number);
            game.load();
            play(game, words, number);
        }
    }

    Rules rules_;
    EpisodeOptions options_;
    GroupArrays arrays_;
    std::size_t num_games_;
};

}  // namespace

void bind_groups(nb::module_& m) {
    m.def("group_source", [] { return GROUP_SOURCE; },
          "The text of the games in groups, for the compiler of an accelerator.");
    m.attr("GROUP_RECORD_SIZE") = sizeof(GroupRecord);
    m.attr("GROUP_RECORD_ENDED") = offsetof(GroupRecord, num_ended);
    m.attr("GROUP_RECORD_WON") = offsetof(GroupRecord, num_won);
    m.attr("MOST_SPARE") = static_cast<int>(DrawAhead::MOST_SPARE);
    nb::class_<GroupsOnProcessor>(m, "GroupsOnProcessor",
                                  "The games of an accelerator, on the processor.")
        .def(nb::init<const Rules&, const VectorOptions&, const Array<std::uint64_t>&,
                      std::size_t>(),
             "rules"_a, "options"_a, "table"_a, "num_games"_a)
        .def("seed", &GroupsOnProcessor::seed, "seeds"_a, "chosen"_a)
        .def("reset", &GroupsOnProcessor::reset, "chosen"_a)
        .def("step", &GroupsOnProcessor::step, "actions"_a)
        .def("sample", &GroupsOnProcessor::sample, "words"_a.none(), "seed"_a, "step"_a, "actions"_a)
        .def("play", &GroupsOnProcessor::play, "num_steps"_a, "values"_a.none(), "seed"_a,
             "first_step"_a);
}

}  // namespace sapper
