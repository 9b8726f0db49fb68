#include "boards/metrics.h"

namespace sapper {

namespace {

constexpr std::uint8_t MINE = 16;
constexpr std::uint8_t OUTSIDE = 32;
constexpr std::uint8_t OPENED = 64;  // a zero or the clue of an opening's rim
constexpr std::uint8_t ISLAND = 128;

}  // namespace

BoardMeter::BoardMeter(const Frame& frame) : frame_(frame), clues_(frame.padded_size(), OUTSIDE) {}

Metrics BoardMeter::measure(const std::vector<std::uint8_t>& mines) {
    const auto stride = static_cast<Padded>(frame_.stride);
    const auto for_each = [&](auto&& visit) {
        for (int row = 1; row <= frame_.rows; ++row) {
            const Padded from = static_cast<Padded>(row) * stride + 1;
            for (Padded at = from; at < from + static_cast<Padded>(frame_.columns); ++at) visit(at);
        }
    };
    for_each([&](Padded at) {
        const unsigned clue = block_sum(mines.data(), at, frame_.stride);
        clues_[at] = mines[at] ? MINE : static_cast<std::uint8_t>(clue);
    });
    Metrics found;
    for_each([&](Padded at) {
        if (clues_[at] != 0) return;
        ++found.openings;
        clues_[at] = OPENED;
        queue_.assign(1, at);
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            frame_.for_neighbours(queue_[next], [&](Padded cell) {
                if (clues_[cell] == 0) queue_.push_back(cell);
                if (clues_[cell] <= 8) clues_[cell] |= OPENED;
            });
        }
    });
    found.three_bv = found.openings;
    for_each([&](Padded at) {
        if (clues_[at] > 8) {
            found.three_bv += (clues_[at] & ISLAND) != 0;
            return;
        }
        ++found.three_bv;
        ++found.islands;
        clues_[at] |= ISLAND;
        queue_.assign(1, at);
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            frame_.for_neighbours(queue_[next], [&](Padded cell) {
                if (clues_[cell] > 8) return;
                clues_[cell] |= ISLAND;
                queue_.push_back(cell);
            });
        }
    });
    return found;
}

}  // namespace sapper
