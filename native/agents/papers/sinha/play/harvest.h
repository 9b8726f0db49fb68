// Training data by play (Sinha et al. 2021, sections 4.2.2, 4.2.3 and 5.2).
//
// The only place of this folder that looks at a layout, for the answers: whether an
// offered cell was safe, how many cells a guess opened. What the rows show comes from
// the position alone.
#pragma once

#include "agents/driver/driver.h"
#include "agents/papers/sinha/play/learned.h"
#include "agents/papers/sinha/play/solution_parts.h"

namespace sapper {

struct HarvestOptions {
    RowOptions rows;
    Choice choice;                 // of the player without a model
    const Model* model = nullptr;  // the player; it opens too
};

struct Harvest {
    std::vector<float> rows;          // ROW_SIZE numbers each
    std::vector<float> targets;       // features: 1 if the cell is safe; sub-states: the reward
    std::vector<std::int64_t> games;  // the number of each row's game
    std::vector<Row> results;         // of the games
};

// Play the games. With features: a row for each frontier cell and three others of every
// position in which a guess is due. With sub-states: one for the cell guessed, the first
// one too; its reward is the share of the safe cells opened before the next guess. With
// proofs first a proven cell has no row: what it opens belongs to the guess before.
Harvest harvest(const Rules& rules, std::span<const std::uint64_t> game_seeds,
                std::uint64_t agent_seed, const HarvestOptions& options);

}  // namespace sapper
