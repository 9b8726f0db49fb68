#include "logic/play/shown_table.h"

#include "game/stop.h"

namespace sapper {

void ShownTable::read(const LayoutList& list, const Evidence& evidence) {
    cells_ = list.cells();
    num_layouts_ = static_cast<std::uint32_t>(list.num_layouts());
    const Frame& frame = evidence.frame();
    std::vector<std::uint32_t> place(frame.padded_size(), NONE);
    for (std::uint32_t k = 0; k < cells_.size(); ++k) place[cells_[k]] = k;
    std::vector<std::vector<std::uint32_t>> around(cells_.size());
    std::vector<std::uint32_t> known(cells_.size());
    for (std::uint32_t k = 0; k < cells_.size(); ++k) {
        frame.for_neighbours(cells_[k], [&](Padded at) {
            known[k] += evidence.is_known_mine(at);
            if (place[at] != NONE) around[k].push_back(place[at]);
        });
    }
    clear(cells_.size());
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        const auto layout = list.layout(i);
        Bits* into = shown_.data() + i * width_;
        for (std::uint32_t k = 0; k < cells_.size(); ++k) {
            std::uint32_t clue = known[k];
            for (const std::uint32_t other : around[k]) clue += layout[other];
            into[k] = static_cast<Bits>(layout[k] ? MINE : 1U << clue);
        }
    }
}

void ShownTable::read(const Frame& frame, std::span<const std::uint8_t> rows,
                      std::size_t num_layouts) {
    const auto num_cells =
        static_cast<std::size_t>(frame.columns) * static_cast<std::size_t>(frame.rows);
    cells_.clear();
    for (Cell cell = 0; cell < num_cells; ++cell) cells_.push_back(frame.to_padded(cell));
    num_layouts_ = static_cast<std::uint32_t>(num_layouts);
    clear(num_cells);
    std::vector<std::uint8_t> grid(frame.padded_size());
    for (std::size_t i = 0; i < num_layouts; ++i) {
        if (i % STEPS_A_LOOK == 0) check_stop();
        for (std::size_t k = 0; k < num_cells; ++k) grid[cells_[k]] = rows[i * num_cells + k];
        for (std::size_t k = 0; k < num_cells; ++k) {
            const unsigned clue = block_sum(grid.data(), cells_[k], frame.stride);
            shown_[i * width_ + k] = static_cast<Bits>(grid[cells_[k]] ? MINE : 1U << clue);
        }
    }
}

void ShownTable::clear(std::size_t num_cells) {
    width_ = (num_cells + 7) / 8 * 8;
    shown_.assign(width_ * num_layouts_, 0);
}

void ShownTable::look(std::span<const std::uint32_t> set, std::vector<Bits>& seen,
                      std::vector<std::uint32_t>& mines) const {
    seen.assign(width_, 0);
    mines.assign(width_, 0);
    Bits* all = seen.data();
    std::uint32_t* sums = mines.data();
    for (const std::uint32_t layout : set) {
        const Bits* from = row(layout);
        for (std::size_t k = 0; k < width_; ++k) {
            all[k] = static_cast<Bits>(all[k] | from[k]);
            sums[k] += from[k] >> 9;
        }
    }
}

}  // namespace sapper
