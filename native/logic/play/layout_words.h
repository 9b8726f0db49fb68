// Names of sets of layouts: an exclusive or of random words, one for each layout.
//
// Where the layouts of a bare grid are mapped onto themselves by reflections and
// rotations, a set and its mirror images have one name: they are worth the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "game/frame.h"

namespace sapper {

// Calls use.operator()<N>() for a number of words that layouts have.
template <typename Use>
void with_width(std::size_t width, Use use) {
#ifdef __wasm__  // no mirror images: whole games are not solved there
    static_cast<void>(width);
    use.template operator()<1>();
#else
    if (width == 1) {
        use.template operator()<1>();
    } else if (width == 4) {
        use.template operator()<4>();
    } else {
        use.template operator()<8>();
    }
#endif
}

class LayoutWords {
  public:
    void make(std::uint32_t num_layouts);
    // Finds the symmetries of layouts given as rows of bytes on a bare grid.
    void find_mirrors(const Frame& frame, std::span<const std::uint8_t> rows);
    std::uint64_t name_of(std::span<const std::uint32_t> set) const;
    // Words of a layout, one for each symmetry and zeros: a set's name is the least
    // exclusive or.
    std::span<const std::uint64_t> of(std::uint32_t layout) const {
        return std::span(words_).subspan(layout * width(), width());
    }
    std::span<const std::uint64_t> words() const { return words_; }  // of all layouts
    // The name, of all words of the layouts of a set, put together one by one.
    std::uint64_t least(std::span<const std::uint64_t> words) const {
        return *std::ranges::min_element(words.first(num_words_));
    }
    // Words that are kept for a layout: those of its images, and room for as many as are
    // quickly read.
    std::size_t width() const { return num_words_ == 1 ? 1 : num_words_ <= 4 ? 4 : 8; }
    std::size_t num_words() const { return num_words_; }

  private:
    std::vector<std::uint64_t> mirror(std::span<const std::uint64_t> image,
                                      std::span<const std::uint8_t> rows) const;
    void interleave(const std::vector<std::vector<std::uint64_t>>& mirrored);

    // A word for each layout; with symmetries four or eight, of the layouts that they map it to.
    std::vector<std::uint64_t> words_;
    std::size_t num_words_ = 1;
    std::uint32_t num_layouts_ = 0;
    // The layouts of a bare grid by what their mines hash to, while mirrors are looked for.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_mines_;
};

}  // namespace sapper
