#include "logic/play/layout_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "game/random.h"
#include "game/stop.h"

namespace sapper {

namespace {

constexpr std::uint64_t LAYOUT_WORD_SALT = 0x656e6467616d6500ULL;

// A word for where each cell is taken by one of the eight reflections and rotations.
std::vector<std::uint64_t> image_words(std::size_t columns, std::size_t rows, int which) {
    std::vector<std::uint64_t> words(columns * rows);
    for (std::size_t k = 0; k < words.size(); ++k) {
        std::size_t row = k / columns, column = k % columns;
        if (which & 1) row = rows - 1 - row;
        if (which & 2) column = columns - 1 - column;
        if (which & 4) std::swap(row, column);
        words[k] = mix((row * columns + column + 1) * GOLDEN_GAMMA);
    }
    return words;
}

std::uint64_t mines_word(std::span<const std::uint8_t> row, std::span<const std::uint64_t> words) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (row[k]) word ^= words[k];
    }
    return word;
}

}  // namespace

void LayoutWords::make(std::uint32_t num_layouts) {
    num_layouts_ = num_layouts;
    num_words_ = 1;
    words_.resize(num_layouts);
    for (std::uint32_t i = 0; i < num_layouts; ++i) {
        words_[i] = mix((i + 1) * GOLDEN_GAMMA ^ LAYOUT_WORD_SALT);
    }
}

void LayoutWords::find_mirrors(const Frame& frame, std::span<const std::uint8_t> rows) {
    const auto columns = static_cast<std::size_t>(frame.columns);
    const auto num_rows = static_cast<std::size_t>(frame.rows);
    const std::size_t size = columns * num_rows;
    const auto same = image_words(columns, num_rows, 0);
    by_mines_.clear();
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        if (i % STEPS_A_LOOK == 0) check_stop();
        by_mines_.emplace_back(mines_word(rows.subspan(i * size, size), same), i);
    }
    std::ranges::sort(by_mines_);
    std::vector<std::vector<std::uint64_t>> mirrored;
    for (int which = 1; which < (columns == num_rows ? 8 : 4); ++which) {
        auto words = mirror(image_words(columns, num_rows, which), rows);
        if (!words.empty()) mirrored.push_back(std::move(words));
    }
    by_mines_ = {};
    if (!mirrored.empty()) interleave(mirrored);
}

// The words of the layouts that an image takes each layout to; none where one is not listed.
std::vector<std::uint64_t> LayoutWords::mirror(std::span<const std::uint64_t> image,
                                               std::span<const std::uint8_t> rows) const {
    std::vector<std::uint64_t> words(num_layouts_);
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        if (i % STEPS_A_LOOK == 0) check_stop();
        const std::uint64_t word = mines_word(rows.subspan(i * image.size(), image.size()), image);
        const auto found = std::ranges::lower_bound(by_mines_, std::pair{word, std::uint32_t{0}});
        if (found == by_mines_.end() || found->first != word) return {};
        words[i] = words_[found->second];
    }
    return words;
}

void LayoutWords::interleave(const std::vector<std::vector<std::uint64_t>>& mirrored) {
    num_words_ = 1 + mirrored.size();
    std::vector<std::uint64_t> all(width() * num_layouts_);
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        all[width() * i] = words_[i];
        for (std::size_t k = 0; k < mirrored.size(); ++k) {
            all[width() * i + k + 1] = mirrored[k][i];
        }
    }
    words_ = std::move(all);
}

std::uint64_t LayoutWords::name_of(std::span<const std::uint32_t> set) const {
    std::array<std::uint64_t, 8> sums{};
    with_width(width(), [&]<std::size_t N>() {
        std::array<std::uint64_t, N> own{};
        for (const std::uint32_t layout : set) {
            for (std::size_t k = 0; k < N; ++k) own[k] ^= words_[N * layout + k];
        }
        std::ranges::copy(own, sums.begin());
    });
    return least(sums);
}

}  // namespace sapper
