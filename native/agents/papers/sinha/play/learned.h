// Guesses by a trained model, for many positions at once.
#pragma once

#include "agents/papers/sinha/play/features.h"
#include "agents/papers/sinha/play/models.h"

namespace sapper {

// Positions of one grid, one after another: a byte per cell, whether it may be
// guessed, and 64 random bits each.
struct PositionBlock {
    int columns = 0;
    int rows = 0;
    std::int64_t num_mines = 0;
    std::size_t count = 0;
    const Code* cells = nullptr;
    const std::uint8_t* allowed = nullptr;
    const std::uint64_t* words = nullptr;
};

// The rows of all offered cells, position by position.
struct OfferedRows {
    std::vector<float> rows;                     // ROW_SIZE numbers each
    std::vector<std::int64_t> cells;             // cell numbers
    std::vector<std::int64_t> ends;              // of each position's rows
    std::vector<Random> randoms;                 // each position's, where it stands after the offer
    std::size_t blank_start = 0, blank_end = 0;  // rows of the first blank position
};

// With share_blank only the first of several blank positions has rows: all of them look alike.
OfferedRows read_rows(const PositionBlock& block, const RowOptions& options,
                      bool share_blank = false);

// The row of largest value, one of several by chance.
std::size_t choose_best(const float* values, std::size_t count, Random& random);

// For each position the offered cell that the model values most.
std::vector<std::int64_t> guess_by_model(const PositionBlock& block, const RowOptions& options,
                                         const Model& model);

}  // namespace sapper
