// The games in groups on the processor, one after another, and their text for an accelerator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "env/group_games.h"
#include "env/vector_games.h"

namespace sapper {

// The text that an accelerator compiles for itself.
const char* group_source();

// What the kernels of `group_games.cu` do. Where a pointer may be none, it says what happens then.
class GroupsOnProcessor {
  public:
    // Grids have at most 32 rows and columns.
    GroupsOnProcessor(const Rules& rules, const VectorOptions& options, const GroupArrays& arrays,
                      std::size_t num_games);

    std::size_t num_games() const { return num_games_; }
    std::size_t num_actions() const {
        return static_cast<std::size_t>(rules_.num_cells()) * (options_.flags ? 2 : 1);
    }
    void seed(const std::uint64_t* run_seeds, const std::uint8_t* chosen);
    void reset(const std::uint8_t* chosen);
    void step(const std::int64_t* actions);
    // Without words they follow from seed, game and step.
    void sample(const std::uint64_t* words, std::uint64_t seed, std::uint64_t step,
                std::int64_t* actions);
    // Without values actions are drawn.
    void play(std::uint64_t num_steps, const float* values, std::uint64_t seed,
              std::uint64_t first_step);

  private:
    template <class F>
    void each(F&& play);

    Rules rules_;
    EpisodeOptions options_;
    GroupArrays arrays_;
    std::size_t num_games_;
};

}  // namespace sapper
