#include "agents/papers/cooper/clue_chance.h"

namespace sapper {

namespace {

constexpr std::uint8_t UNKNOWN = 0x01;
constexpr std::uint8_t KNOWN_MINE = 0x10;
// A chance is a whole number of these parts, whatever number of cells shares the mines,
// so that equal means are equal exactly.
constexpr std::uint32_t PARTS = 840;

struct Choice {
    Padded at = 0;
    std::uint32_t sum = 1;  // of the chances, in parts
    std::uint32_t count = 0;
    unsigned neighbours = 0;

    // Means are compared as fractions; a choice without a count is none yet.
    bool is_worse_than(const Choice& other) const {
        const std::uint64_t mine = std::uint64_t{sum} * other.count;
        const std::uint64_t theirs = std::uint64_t{other.sum} * count;
        return count == 0 || mine > theirs || (mine == theirs && neighbours > other.neighbours);
    }
};

}  // namespace

Padded ClueChance::guess(const Sight& sight, const Proofs& proofs, Random&) {
    const std::size_t size = sight.view.size();
    const int stride = stride_ = sight.frame.stride;
    unknown_.assign(size, 0);
    sums_.assign(size, 0);
    counts_.assign(size, 0);
    for (Padded at = 0; at < size; ++at) {
        const Code code = sight.view[at];
        if (code == EDGE || is_clue(code)) continue;
        const bool is_mine = code != COVERED || proofs.mark(at) == Mark::mine;
        unknown_[at] = is_mine ? KNOWN_MINE : UNKNOWN;
    }
    for (Padded clue = 0; clue < size; ++clue) {
        if (!is_clue(sight.view[clue])) continue;
        const unsigned sum = block_sum(unknown_.data(), clue, stride);
        const int missing = static_cast<int>(sight.view[clue]) - static_cast<int>(sum >> 4);
        const int unknown = sum & 0x0f;
        if (unknown == 0 || missing < 0) continue;
        const auto chance = static_cast<std::uint32_t>(missing) * (PARTS / unknown);
        sight.frame.for_neighbours(clue, [&](Padded at) {
            sums_[at] += chance;
            ++counts_[at];
        });
    }
    Choice best;
    for (Padded at = 0; at < size; ++at) {
        if (unknown_[at] != UNKNOWN) continue;
        const unsigned neighbours = (block_sum(unknown_.data(), at, stride) & 0x0f) - 1;
        Choice choice{at, PARTS / 2, 1, neighbours};
        if (counts_[at] != 0) choice = {at, sums_[at], counts_[at], neighbours};
        if (best.is_worse_than(choice)) best = choice;
    }
    return best.at;
}

std::vector<CellChance> ClueChance::chances() const {
    std::vector<CellChance> found;
    for (Padded at = 0; at < unknown_.size(); ++at) {
        if (unknown_[at] != UNKNOWN) continue;
        const double chance =
            counts_[at] == 0 ? 0.5 : static_cast<double>(sums_[at]) / (PARTS * counts_[at]);
        const int neighbours = static_cast<int>(block_sum(unknown_.data(), at, stride_) & 0x0f) - 1;
        found.push_back({at, chance, neighbours});
    }
    return found;
}

}  // namespace sapper
