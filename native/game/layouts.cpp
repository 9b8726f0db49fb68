#include "game/layouts.h"

#include <algorithm>

namespace sapper {

MineLayer::MineLayer(const Rules& rules) : rules_(rules) {
    const Frame frame(rules.columns, rules.rows);
    cells_.resize(static_cast<std::size_t>(rules.num_cells()));
    for (Cell cell = 0; cell < cells_.size(); ++cell) cells_[cell] = frame.to_padded(cell);
}

// Mark the cells that the first-click rule keeps free and return how many there are.
std::int64_t MineLayer::mark_free(Cell first, std::uint8_t mark,
                                  std::vector<std::uint8_t>& mines) const {
    if (rules_.first_click == FirstClick::any) return 0;
    if (rules_.first_click == FirstClick::safe) {
        mines[cells_[first]] = mark;
        return 1;
    }
    const auto columns = static_cast<Cell>(rules_.columns);
    const Cell row = first / columns, column = first % columns;
    const Cell left = column ? column - 1 : 0, right = std::min(column + 2, columns);
    const Cell top = row ? row - 1 : 0, bottom = std::min<Cell>(row + 2, rules_.rows);
    for (Cell r = top; r < bottom; ++r) {
        std::fill_n(mines.begin() + cells_[r * columns + left], right - left, mark);
    }
    return static_cast<std::int64_t>(bottom - top) * (right - left);
}

void MineLayer::lay(std::uint64_t seed, Cell first, std::vector<std::uint8_t>& mines) {
    rules_.check_first(first);
    const std::int64_t count = rules_.num_cells();
    const bool draws_safe = 2 * rules_.num_mines > count;
    const std::int64_t free = mark_free(first, 1, mines);
    Random random(layout_stream(seed));
    // A cell that is marked, drawn before or kept free, is drawn for nothing; no branch.
    for (std::int64_t left = draws_safe ? count - rules_.num_mines - free : rules_.num_mines;
         left > 0;) {
        std::uint8_t& mark = mines[cells_[random.below(static_cast<std::uint64_t>(count))]];
        left -= 1 - mark;
        mark = 1;
    }
    if (draws_safe) {
        for (const Padded at : cells_) mines[at] ^= 1;
    } else {
        mark_free(first, 0, mines);
    }
}

std::vector<Cell> layout_mines(const Rules& rules, std::uint64_t seed, std::int64_t first) {
    rules.check_first(first);
    MineLayer layer(rules);
    std::vector<std::uint8_t> mines(Frame(rules.columns, rules.rows).padded_size());
    layer.lay(seed, static_cast<Cell>(first), mines);
    std::vector<Cell> out;
    for (Cell cell = 0; cell < layer.cells().size(); ++cell) {
        if (mines[layer.cells()[cell]]) out.push_back(cell);
    }
    return out;
}

namespace {

// The fully revealed grid of padded mines. Sums down the columns first, then
// along the rows, each a plain loop over bytes that the compiler vectorizes.
void reveal_all(const Frame& frame, const std::uint8_t* mines, std::vector<std::uint8_t>& sums,
                Code* out) {
    const auto stride = static_cast<std::size_t>(frame.stride);
    sums.resize(stride);
    for (int row = 1; row <= frame.rows; ++row, out += frame.columns) {
        const std::uint8_t* line = mines + row * stride;
        std::uint8_t* sum = sums.data();
        for (std::size_t i = 0; i < stride; ++i) {
            sum[i] = static_cast<std::uint8_t>(line[i - stride] + line[i] + line[i + stride]);
        }
        for (int i = 0; i < frame.columns; ++i) {
            const auto clue = static_cast<Code>(sum[i] + sum[i + 1] + sum[i + 2]);
            out[i] = line[i + 1] ? MINE_SHOWN : clue;
        }
    }
}

}  // namespace

void lay_many(const Rules& rules, std::span<const std::uint64_t> seeds, std::int64_t first,
              Code* out) {
    rules.check_first(first);
    MineLayer layer(rules);
    const Frame frame(rules.columns, rules.rows);
    std::vector<std::uint8_t> mines, sums;
    for (const std::uint64_t seed : seeds) {
        mines.assign(frame.padded_size(), 0);
        layer.lay(seed, static_cast<Cell>(first), mines);
        reveal_all(frame, mines.data(), sums, out);
        out += rules.num_cells();
    }
}

}  // namespace sapper
