#include "game/layouts.h"

#include <algorithm>

namespace sapper {

MineLayer::MineLayer(const Rules& rules) : rules_(rules) {
    const Frame frame(rules.columns, rules.rows);
    cells_.resize(static_cast<std::size_t>(rules.num_cells()));
    for (Cell cell = 0; cell < cells_.size(); ++cell) cells_[cell] = frame.to_padded(cell);
}

// All cells in order but those that the first-click rule keeps free.
void MineLayer::collect_candidates(Cell first) {
    draw_ = cells_;
    if (rules_.first_click == FirstClick::safe) {
        draw_.erase(draw_.begin() + first);
    } else if (rules_.first_click == FirstClick::zero) {
        // The block's rows are runs; dropping the last first keeps the others in place.
        const auto columns = static_cast<Cell>(rules_.columns);
        const Cell row = first / columns, column = first % columns;
        const Cell left = column ? column - 1 : 0, right = std::min(column + 2, columns);
        const Cell top = row ? row - 1 : 0, bottom = std::min<Cell>(row + 2, rules_.rows);
        for (Cell r = bottom; r-- > top;) {
            draw_.erase(draw_.begin() + r * columns + left, draw_.begin() + r * columns + right);
        }
    }
}

void MineLayer::lay(std::uint64_t seed, Cell first, std::vector<std::uint8_t>& mines) {
    rules_.check_first(first);
    collect_candidates(first);
    Random random(layout_stream(seed));
    const std::size_t count = draw_.size();
    for (std::size_t i = 0; i < static_cast<std::size_t>(rules_.num_mines); ++i) {
        std::swap(draw_[i], draw_[i + random.below(count - i)]);
        mines[draw_[i]] = 1;
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
