#include "agents/papers/cooper/subset_differences.h"

#include <bit>

namespace sapper {

namespace {

// Cells up to three away from a clue as bits of a block of 7x7, the clue in its middle.
constexpr int BLOCK = 7;
constexpr int MIDDLE = 3;
// Two clues share a neighbour only if they are at most this far apart.
constexpr int REACH = 2;

}  // namespace

void SubsetDifferences::start(const Sight& sight) {
    facts_.start(sight);
    changed_.start(sight.view.size());
}

void SubsetDifferences::deduce(const Sight& sight, std::span<const Padded> changed,
                               Proofs& proofs) {
    facts_.update(sight, changed, proofs, [&](Padded at) {
        changed_.insert(at);
        sight.frame.for_neighbours(at, [this](Padded next) { changed_.insert(next); });
    });
    const bool has_total = mine_count_ && FactBase::has_total(sight);
    if (has_closure_) {
        closure_.deduce(sight, facts_, has_total, proofs);
        return;
    }
    find_differences(sight);
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (const Difference& one : differences_) is_new |= infer(sight, one, proofs);
        if (!has_total) continue;
        for (const Padded clue : facts_.clues()) is_new |= infer_rest(sight, clue, proofs);
    }
    for (const Proof& proof : proofs.fresh()) {
        changed_.insert(proof.at);
        sight.frame.for_neighbours(proof.at, [this](Padded next) { changed_.insert(next); });
    }
}

// Two facts that both are as they were gave their difference before: one must have changed.
void SubsetDifferences::find_differences(const Sight& sight) {
    differences_.clear();
    for (const Padded clue : changed_.cells()) {
        if (is_clue(sight.view[clue]) && facts_.around(sight, clue).unknown > 0) {
            find_around(sight, clue);
        }
    }
    changed_.clear();
}

void SubsetDifferences::find_around(const Sight& sight, Padded clue) {
    const std::uint64_t own = unknown_cells(sight, clue, 0, 0);
    const auto stride = static_cast<Padded>(sight.frame.stride);
    const auto [top, left] = std::pair(clue / stride, clue % stride);
    for (int row = -REACH; row <= REACH; ++row) {
        if (static_cast<int>(top) + row < 1 || static_cast<int>(top) + row > sight.frame.rows)
            continue;
        for (int column = -REACH; column <= REACH; ++column) {
            const int there = static_cast<int>(left) + column;
            if (there < 1 || there > sight.frame.columns || (row == 0 && column == 0)) continue;
            const Padded other = clue + row * sight.frame.stride + column;
            if (!is_clue(sight.view[other])) continue;
            // A pair of which both have changed is met from both sides.
            if (other < clue && changed_.has(other)) continue;
            const std::uint64_t others = unknown_cells(sight, other, row, column);
            if (others == 0 || others == own) continue;
            if ((others & ~own) == 0) add(sight, clue, other, clue, own & ~others);
            if ((own & ~others) == 0) add(sight, other, clue, clue, others & ~own);
        }
    }
}

// The unknown cells around a clue at this distance from the middle of the block.
std::uint64_t SubsetDifferences::unknown_cells(const Sight& sight, Padded clue, int row,
                                               int column) const {
    std::uint64_t cells = 0;
    for (int i = -1; i <= 1; ++i) {
        for (int j = -1; j <= 1; ++j) {
            if (!facts_.is_unknown(clue + i * sight.frame.stride + j)) continue;
            cells |= std::uint64_t{1} << ((MIDDLE + row + i) * BLOCK + MIDDLE + column + j);
        }
    }
    return cells;
}

void SubsetDifferences::add(const Sight& sight, Padded larger, Padded smaller, Padded origin,
                            std::uint64_t cells) {
    Difference& made = differences_.emplace_back(Difference{larger, smaller, 0, {}});
    for (; cells != 0; cells &= cells - 1) {
        const int bit = std::countr_zero(cells);
        made.cells[made.num_cells++] =
            origin + (bit / BLOCK - MIDDLE) * sight.frame.stride + (bit % BLOCK - MIDDLE);
    }
}

// What is proven leaves a difference and the two facts alike, so they still tell its mines.
bool SubsetDifferences::infer(const Sight& sight, const Difference& difference, Proofs& proofs) {
    const auto cells = std::span(difference.cells).first(difference.num_cells);
    int unknown = 0;
    for (const Padded at : cells) unknown += facts_.is_unknown(at);
    const int missing = facts_.around(sight, difference.larger).missing -
                        facts_.around(sight, difference.smaller).missing;
    if (unknown == 0 || (missing != 0 && missing != unknown)) return false;
    const std::array<Padded, 2> clues{difference.larger, difference.smaller};
    for (const Padded at : cells) prove(at, missing == 0 ? Mark::safe : Mark::mine, clues, proofs);
    return true;
}

// The difference of the number of mines and one fact: all cells away from the clue.
bool SubsetDifferences::infer_rest(const Sight& sight, Padded clue, Proofs& proofs) {
    const auto total = facts_.total(sight);
    const auto around = facts_.around(sight, clue);
    const std::int64_t unknown = total.unknown - around.unknown;
    const std::int64_t missing = total.missing - around.missing;
    if (unknown == 0 || (missing != 0 && missing != unknown)) return false;
    std::vector<std::uint8_t> is_near(sight.view.size(), 0);
    facts_.for_unknown(sight, clue, [&](Padded at) { is_near[at] = 1; });
    for (Padded at = 0; at < sight.view.size(); ++at) {
        if (!is_near[at]) prove(at, missing == 0 ? Mark::safe : Mark::mine, {&clue, 1}, proofs);
    }
    return true;
}

bool SubsetDifferences::prove(Padded at, Mark mark, std::span<const Padded> clues, Proofs& proofs) {
    return facts_.is_unknown(at) && facts_.settle(at, mark == Mark::mine) &&
           proofs.add(at, mark, clues);
}

}  // namespace sapper
