// The games of `group_games.h` on an accelerator: a group of threads for each.
//
// Compiled when it is needed, for one grid and one set of options, by `sapper.env.gpu`, which puts
// the headers before this text and defines SAPPER_RULES, SAPPER_OPTIONS, SAPPER_ROWS (a group's
// threads), SAPPER_WORDS (of a layout), SAPPER_THREADS (of a block) and SAPPER_BLOCKS (at once on
// a multiprocessor, from which follows how many registers a thread has).

namespace sapper {

using Groups = GroupGame<LaneRows<SAPPER_ROWS>>;

// Where a thread draws a layout: its words lie SAPPER_THREADS apart, so that each has its own bank.
struct ThreadWords {
    std::uint32_t* words;
    __device__ std::uint32_t& operator[](std::size_t i) const { return words[i * SAPPER_THREADS]; }
};

// Call play(game, scratch, number) for the game of this group.
template <class F>
__device__ void with_game(const GroupArrays* table, std::size_t num_games, F&& play) {
    __shared__ std::uint32_t words[SAPPER_WORDS * SAPPER_THREADS];
    ThreadWords scratch{words + threadIdx.x};
    const std::size_t number =
        (std::size_t{blockIdx.x} * SAPPER_THREADS + threadIdx.x) / SAPPER_ROWS;
    if (number >= num_games) return;
    const Rules rules = SAPPER_RULES;
    const EpisodeOptions options = SAPPER_OPTIONS;
    const GroupArrays arrays = *table;
    Groups game(rules, options, arrays, number);
    game.load();
    play(game, scratch, number);
}

}  // namespace sapper

using namespace sapper;

// Begin the first game of a run, in the games where `chosen` is 1.
extern "C" __global__ void seed_games(const GroupArrays* table, std::size_t num_games,
                                      const std::uint64_t* run_seeds, const std::uint8_t* chosen) {
    with_game(table, num_games, [&](Groups& game, ThreadWords& scratch, std::size_t number) {
        if (!chosen[number]) return;
        game.seed(run_seeds[number], scratch);
        game.save();
    });
}

extern "C" __global__ void reset_games(const GroupArrays* table, std::size_t num_games,
                                       const std::uint8_t* chosen) {
    with_game(table, num_games, [&](Groups& game, ThreadWords& scratch, std::size_t number) {
        if (!chosen[number]) return;
        game.reset(scratch);
        game.save();
    });
}

extern "C" __global__ void __launch_bounds__(SAPPER_THREADS, SAPPER_BLOCKS)
    step_games(const GroupArrays* table, std::size_t num_games, const std::int64_t* actions) {
    with_game(table, num_games, [&](Groups& game, ThreadWords& scratch, std::size_t number) {
        game.step(actions[number], scratch);
        game.save();
    });
}

extern "C" __global__ void sample_actions(const GroupArrays* table, std::size_t num_games,
                                          const std::uint64_t* words, std::uint64_t seed,
                                          std::uint64_t step, std::int64_t* actions) {
    with_game(table, num_games, [&](Groups& game, ThreadWords&, std::size_t number) {
        const std::uint64_t word =
            words != nullptr ? words[number] : action_word(seed, number, step);
        const std::int64_t action = game.sample(word);
        if (LaneRows<SAPPER_ROWS>::own() == 0) actions[number] = action;
    });
}

// Many steps: of the largest of `values` among the allowed actions, or drawn where there are none.
extern "C" __global__ void __launch_bounds__(SAPPER_THREADS, SAPPER_BLOCKS)
    play_games(const GroupArrays* table, std::size_t num_games, std::uint64_t num_steps,
               const float* values, std::uint64_t seed, std::uint64_t first_step) {
    with_game(table, num_games, [&](Groups& game, ThreadWords& scratch, std::size_t number) {
        for (std::uint64_t i = 0; i < num_steps; ++i) {
            game.step(values != nullptr ? game.choose(values)
                                        : game.sample(action_word(seed, number, first_step + i)),
                      scratch, i + 1 == num_steps);
        }
        game.save();
    });
}
