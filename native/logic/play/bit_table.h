// A table of a few layouts by cells: which of them have a mine there, and which show what.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/play/layout_bits.h"
#include "logic/play/layout_words.h"
#include "logic/play/shown_table.h"

namespace sapper {

template <std::size_t W>
class BitTable {
  public:
    using Bits = LayoutBits<W>;

    // Takes a set of no more than 64 W layouts.
    void read(const ShownTable& table, const LayoutWords& words,
              std::span<const std::uint32_t> set) {
        layouts_.assign(set.begin(), set.end());
        read_cells(table);
        find_partners();
        num_names_ = words.num_words();
        width_ = words.width();
        names_.clear();
        for (const std::uint32_t layout : set) {
            const auto own = words.of(layout);
            names_.insert(names_.end(), own.begin(), own.end());
        }
    }

    std::size_t num_cells() const { return mines_.size(); }  // that tell something
    const Bits& mines(std::size_t cell) const { return mines_[cell]; }
    // By clue: the layouts that show it; none is empty.
    std::span<const Bits> shows(std::size_t cell) const {
        return std::span(shows_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
    }
    // The layouts that can be won with this one: no rivals of it.
    const Bits& partners(std::uint32_t i) const { return partners_[i]; }
    bool can_win_both(const Bits& two) const { return partners_[two.first()].meets(two); }
    // Whether a cell shows different clues in the layouts of a set.
    bool is_telling(std::size_t cell, const Bits& set) const {
        std::uint32_t clues = 0;
        for (const Bits& showing : shows(cell)) clues += showing.meets(set);
        return clues > 1;
    }
    std::uint32_t layout(std::uint32_t i) const { return layouts_[i]; }

    std::uint64_t name_of(const Bits& set) const {
        std::array<std::uint64_t, 8> names{};
        with_width(width_, [&]<std::size_t N>() {
            std::array<std::uint64_t, N> sums{};
            set.for_each([&](std::uint32_t i) {
                for (std::size_t k = 0; k < N; ++k) sums[k] ^= names_[i * N + k];
            });
            std::ranges::copy(sums, names.begin());
        });
        return *std::min_element(names.begin(),
                                 names.begin() + static_cast<std::ptrdiff_t>(num_names_));
    }

  private:
    void read_cells(const ShownTable& table) {
        const std::size_t num_cells = table.cells().size();
        found_.assign(10 * num_cells, Bits{});
        for (std::uint32_t i = 0; i < layouts_.size(); ++i) {
            const ShownTable::Bits* row = table.row(layouts_[i]);
            for (std::size_t k = 0; k < num_cells; ++k) {
                found_[10 * k + static_cast<std::size_t>(std::countr_zero(row[k]))].set(i);
            }
        }
        mines_.clear();
        shows_.clear();
        starts_.assign(1, 0);
        for (std::size_t k = 0; k < num_cells; ++k) {
            for (std::size_t v = 0; v < 9; ++v) {
                if (found_[10 * k + v].any()) shows_.push_back(found_[10 * k + v]);
            }
            if (shows_.size() < starts_.back() + 2) {
                shows_.resize(starts_.back());  // it tells nothing
                continue;
            }
            starts_.push_back(static_cast<std::uint32_t>(shows_.size()));
            mines_.push_back(found_[10 * k + 9]);
        }
    }

    void find_partners() {
        partners_.assign(layouts_.size(), Bits{});
        for (std::size_t k = 0; k < num_cells(); ++k) {
            Bits safe;
            for (const Bits& showing : shows(k)) safe |= showing;
            for (const Bits& showing : shows(k)) {
                const Bits others = safe.without(showing);
                showing.for_each([&](std::uint32_t i) { partners_[i] |= others; });
            }
        }
    }

    std::vector<std::uint32_t> layouts_;
    std::vector<Bits> found_, mines_, shows_, partners_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint64_t> names_;
    std::size_t num_names_ = 1, width_ = 1;
};

}  // namespace sapper
