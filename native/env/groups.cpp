#include "env/groups.h"

#include <array>

#include "env/group_source_text.h"

namespace sapper {

namespace {

template <int N, class F>
void each_of(const Rules& rules, const EpisodeOptions& options, const GroupArrays& arrays,
             std::size_t num_games, F& play) {
    std::array<std::uint32_t, 32> words;
    for (std::size_t number = 0; number < num_games; ++number) {
        GroupGame<BitRows<N>> game(rules, options, arrays, number);
        game.load();
        play(game, words, number);
    }
}

}  // namespace

const char* group_source() {
    return GROUP_SOURCE;
}

GroupsOnProcessor::GroupsOnProcessor(const Rules& rules, const VectorOptions& options,
                                     const GroupArrays& arrays, std::size_t num_games)
    : rules_(rules), options_(options), arrays_(arrays), num_games_(num_games) {
    check_episodes(rules_, options_);
}

template <class F>
void GroupsOnProcessor::each(F&& play) {
    if (rules_.rows <= 16) {
        each_of<16>(rules_, options_, arrays_, num_games_, play);
    } else {
        each_of<32>(rules_, options_, arrays_, num_games_, play);
    }
}

void GroupsOnProcessor::seed(const std::uint64_t* run_seeds, const std::uint8_t* chosen) {
    each([&](auto& game, auto& words, std::size_t number) {
        if (!chosen[number]) return;
        game.seed(run_seeds[number], words);
        game.save();
    });
}

void GroupsOnProcessor::reset(const std::uint8_t* chosen) {
    each([&](auto& game, auto& words, std::size_t number) {
        if (!chosen[number]) return;
        game.reset(words);
        game.save();
    });
}

void GroupsOnProcessor::step(const std::int64_t* actions) {
    each([&](auto& game, auto& words, std::size_t number) {
        game.step(actions[number], words);
        game.save();
    });
}

void GroupsOnProcessor::sample(const std::uint64_t* words, std::uint64_t seed, std::uint64_t step,
                               std::int64_t* actions) {
    each([&](auto& game, auto&, std::size_t number) {
        const std::uint64_t word =
            words != nullptr ? words[number] : action_word(seed, number, step);
        actions[number] = game.sample(word);
    });
}

void GroupsOnProcessor::play(std::uint64_t num_steps, const float* values, std::uint64_t seed,
                             std::uint64_t first_step) {
    each([&](auto& game, auto& words, std::size_t number) {
        for (std::uint64_t i = 0; i < num_steps; ++i) {
            game.step(values != nullptr ? game.choose(values)
                                        : game.sample(action_word(seed, number, first_step + i)),
                      words, i + 1 == num_steps);
        }
        game.save();
    });
}

}  // namespace sapper
