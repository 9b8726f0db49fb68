// Bindings of the games behind vector environments: arrays are Python's, written in place.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/borrowed.h"
#include "bindings/sizes.h"
#include "env/vector_games.h"

namespace sapper {

using namespace nb::literals;

namespace {

class PythonVectorGames {
  public:
    PythonVectorGames(const Rules& rules, const VectorOptions& options, std::size_t num_lanes,
                      const nb::dict& arrays)
        : arrays_(arrays),
          out_(borrow(rules, options, num_lanes)),
          games_(VectorGames::make(rules, options, num_lanes)) {}

    void seed(std::size_t lane, std::uint64_t run_seed) { games_->seed(check(lane), run_seed); }
    void reset(std::size_t lane) { games_->reset(check(lane), out_); }
    void reset_to(std::size_t lane, std::uint64_t game_seed) {
        games_->reset(check(lane), game_seed, out_);
    }
    void reset_on(std::size_t lane, const std::vector<Cell>& mines) {
        games_->reset(check(lane), std::span<const Cell>(mines), out_);
    }
    void lay(std::size_t lane, const std::vector<Cell>& mines) {
        if (!games_->is_untouched(check(lane))) throw nb::value_error("the game has begun");
        games_->lay(lane, std::span<const Cell>(mines));
    }
    bool is_untouched(std::size_t lane) const { return games_->is_untouched(check(lane)); }
    void step(const Array<const std::int64_t>& actions, std::size_t begin, std::size_t end) {
        if (actions.size() != games_->num_lanes() || begin > end || end > games_->num_lanes()) {
            throw nb::value_error("expected one action a lane and a range of lanes");
        }
        nb::gil_scoped_release release;
        games_->step(actions.data(), begin, end, out_);
    }
    LaneState state(std::size_t lane) const { return games_->state(check(lane)); }
    void set_state(std::size_t lane, const LaneState& state) {
        games_->set_state(check(lane), state, out_);
    }
    void restart_ended() {
        nb::gil_scoped_release release;
        games_->restart_ended(0, games_->num_lanes(), out_);
    }
    void sample(const Array<const std::uint64_t>& words, const Array<std::int64_t>& actions) const {
        if (words.size() != games_->num_lanes() || actions.size() != games_->num_lanes()) {
            throw nb::value_error("expected one word and one action a lane");
        }
        games_->sample(words.data(), out_.allowed, actions.data());
    }

  private:
    // The arrays first: lanes that they have no room for are not made at all.
    Lanes borrow(const Rules& rules, const VectorOptions& options, std::size_t num_lanes) {
        const auto size = static_cast<std::size_t>(rules.num_cells());
        const std::size_t cells = checked_size(num_lanes, size, "lanes");
        const std::size_t actions = cells * (options.flags ? 2 : 1);
        return {arrays_.data<Code>("cells", cells),
                arrays_.data<std::uint8_t>("allowed", actions),
                options.show_risk ? arrays_.data<float>("risk", cells) : nullptr,
                arrays_.data<double>("rewards", num_lanes),
                arrays_.data<std::uint8_t>("is_over", num_lanes),
                arrays_.data<std::uint8_t>("is_cut", num_lanes),
                arrays_.data<std::uint8_t>("is_illegal", num_lanes),
                arrays_.data<std::uint8_t>("is_guess", num_lanes),
                arrays_.data<std::uint8_t>("could_be_proven", num_lanes),
                arrays_.data<double>("taken_risk", num_lanes),
                arrays_.data<std::uint64_t>("game_seeds", num_lanes),
                arrays_.data<std::int64_t>("num_mines", num_lanes),
                arrays_.data<std::int64_t>("safe_left", num_lanes),
                arrays_.data<std::int64_t>("outcomes", num_lanes)};
    }
    std::size_t check(std::size_t lane) const {
        if (lane >= games_->num_lanes()) throw nb::index_error("expected a lane of these games");
        return lane;
    }

    Borrowed arrays_;  // kept alive: out_ points into them
    Lanes out_;
    std::unique_ptr<VectorGames> games_;
};

VectorOptions make_options(bool flags, bool cascade, bool mine_ends, bool show_risk,
                           RewardKind reward, Oracle oracle, Autoreset autoreset, double penalty,
                           std::int64_t most_mines, std::int64_t most_steps,
                           std::vector<std::uint64_t> game_seeds) {
    return {{flags, cascade, mine_ends, reward, autoreset, penalty, most_mines, most_steps},
            show_risk,
            oracle,
            std::move(game_seeds)};
}

using StateParts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, bool, bool,
                              std::vector<Cell>, std::vector<std::int64_t>>;

// A state is data from outside once it was pickled: `set_state` checks it against the rules.
void bind_state(nb::module_& m) {
    nb::class_<LaneState>(m, "LaneState", "One of many games as it stands; pickles.")
        .def("__getstate__",
             [](const LaneState& s) {
                 return StateParts(s.run_seed, s.episode, s.game_seed, s.steps, s.is_given,
                                   s.is_laid, s.mines, s.actions);
             })
        .def("__setstate__",
             [](LaneState& s, const StateParts& parts) {
                 auto [run_seed, episode, game_seed, steps, is_given, is_laid, mines, actions] =
                     parts;
                 new (&s) LaneState{run_seed, episode, game_seed, steps,
                                    is_given, is_laid, mines,     actions};
             })
        .def(
            "__eq__",
            [](const LaneState& self, const nb::object& other) {
                return nb::isinstance<LaneState>(other) &&
                       self == nb::cast<const LaneState&>(other);
            },
            "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"));
}

}  // namespace

void bind_env(nb::module_& m) {
    nb::enum_<RewardKind>(m, "RewardKind", "What a step is worth.")
        .value("win", RewardKind::win)
        .value("progress", RewardKind::progress)
        .value("jumanji", RewardKind::jumanji)
        .value("risk", RewardKind::risk)
        .value("none", RewardKind::none);
    nb::enum_<Oracle>(m, "Oracle", "What is found out about each reveal.")
        .value("off", Oracle::off)
        .value("safe", Oracle::safe)
        .value("risk", Oracle::risk);
    nb::enum_<Autoreset>(m, "Autoreset", "When an ended game is begun anew.")
        .value("next_step", Autoreset::next_step)
        .value("same_step", Autoreset::same_step)
        .value("disabled", Autoreset::disabled);
    nb::class_<VectorOptions>(m, "VectorOptions", "How games are stepped side by side.")
        .def(
            "__init__",
            [](VectorOptions* self, bool flags, bool cascade, bool mine_ends, bool show_risk,
               RewardKind reward, Oracle oracle, Autoreset autoreset, double penalty,
               std::int64_t most_mines, std::int64_t most_steps,
               std::vector<std::uint64_t> game_seeds) {
                new (self) VectorOptions(make_options(flags, cascade, mine_ends, show_risk, reward,
                                                      oracle, autoreset, penalty, most_mines,
                                                      most_steps, std::move(game_seeds)));
            },
            "flags"_a, "cascade"_a, "mine_ends"_a, "show_risk"_a, "reward"_a, "oracle"_a,
            "autoreset"_a, "penalty"_a, "most_mines"_a, "most_steps"_a, "game_seeds"_a);
    bind_state(m);
    nb::class_<PythonVectorGames>(m, "VectorGames", "Games stepped side by side, in given arrays.")
        .def(nb::init<const Rules&, const VectorOptions&, std::size_t, const nb::dict&>(),
             "rules"_a, "options"_a, "num_lanes"_a, "arrays"_a,
             nb::sig("def __init__(self, rules: Rules, options: VectorOptions, num_lanes: int, "
                     "arrays: dict[str, NDArray[numpy.generic]]) -> None"))
        .def("seed", &PythonVectorGames::seed, "lane"_a, "run_seed"_a)
        .def("reset", &PythonVectorGames::reset, "lane"_a)
        .def("reset_to", &PythonVectorGames::reset_to, "lane"_a, "game_seed"_a)
        .def("reset_on", &PythonVectorGames::reset_on, "lane"_a, "mines"_a)
        .def("lay", &PythonVectorGames::lay, "lane"_a, "mines"_a)
        .def("state", &PythonVectorGames::state, "lane"_a)
        .def("set_state", &PythonVectorGames::set_state, "lane"_a, "state"_a)
        .def("is_untouched", &PythonVectorGames::is_untouched, "lane"_a)
        .def("step", &PythonVectorGames::step, "actions"_a, "begin"_a, "end"_a)
        .def("restart_ended", &PythonVectorGames::restart_ended)
        .def("sample", &PythonVectorGames::sample, "words"_a, "actions"_a);
}

}  // namespace sapper
