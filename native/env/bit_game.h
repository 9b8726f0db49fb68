// A game in bits on the processor, with the interface of `WideGame`.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "env/game_in_bits.h"

namespace sapper {

template <int N>
class BitGame : public GameInBits<BitRows<N>> {
    using Base = GameInBits<BitRows<N>>;
    using Base::bits_;
    using Base::facts_;

  public:
    // The grid and the number of its cells are those of `rules`.
    static bool can_play(const Rules& rules) {
        return rules.rows <= N && rules.columns <= BitRows<N>::COLUMNS;
    }
    using Base::Base;
    using Base::start;

    // Begin a new game on given mines; the seed stays.
    void start(std::span<const Cell> mines) {
        Base::prepare();
        for (const Cell cell : mines) bits_.mines.set(Base::row_of(cell), Base::column_of(cell));
        facts_.has_layout = true;
    }
    // Lay the mines of a game that has shown nothing yet; flags and seed stay.
    void lay_given(std::span<const Cell> mines) {
        const BitRows<N> flags = bits_.flags;
        const std::int32_t covered = facts_.num_covered;
        start(mines);
        bits_.flags = flags;
        facts_.num_covered = covered;
    }
    void reveal(Cell cell, const Shown& sight) {
        if (!facts_.has_layout) lay_for(cell);
        Base::reveal(cell, sight);
    }
    std::vector<Cell> mines() const {
        std::vector<Cell> out;
        bits_.mines.for_each(
            [&](int row, int column) { out.push_back(Base::cell_at(row, column)); });
        return out;
    }

  private:
    void lay_for(Cell first) {
        std::array<std::uint32_t, N + 1> words{};
        std::array<std::uint16_t, DrawAhead::MOST_SPARE> spare;
        const DrawAhead ahead(Base::rules());
        ahead.draw(facts_.seed, words, spare.data());
        Base::lay(first, ahead, words, spare.data());
    }
};

}  // namespace sapper
