// How often each bit is set in many words.
//
// Bit i of plane k is binary digit k of the count of bit i: adding a word is an addition
// with carry in all 64 counts at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sapper {

class WordCounts {
  public:
    void clear() {
        for (std::size_t k = 0; k < num_planes_; ++k) planes_[k] = 0;
        num_planes_ = 0;
        num_words_ = 0;
    }
    void add(std::uint64_t word) {
        ++num_words_;
        for (std::size_t k = 0; word != 0; ++k) {
            if (k == num_planes_) ++num_planes_;
            const std::uint64_t carry = planes_[k] & word;
            planes_[k] ^= word;
            word = carry;
        }
    }
    std::uint64_t num_words() const { return num_words_; }
    std::uint64_t count(std::size_t bit) const {
        std::uint64_t out = 0;
        for (std::size_t k = 0; k < num_planes_; ++k) out |= (planes_[k] >> bit & 1) << k;
        return out;
    }

  private:
    std::array<std::uint64_t, 64> planes_{};
    std::size_t num_planes_ = 0;
    std::uint64_t num_words_ = 0;
};

}  // namespace sapper
