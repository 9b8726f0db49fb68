// The clues of a position as constraints, reduced by each other as the game goes on.
//
// A clue says how many mines are among its unknown neighbours. If the cells of one
// constraint are all cells of another, the smaller is subtracted from the larger,
// which keeps what both say together (Becerra 2015, section 6.1). A constraint
// never leaves the 3x3 block of its clue, so its cells are bits of one word and
// two constraints are compared by a shift.
#pragma once

#include <bit>

#include "agents/driver/knowledge.h"

namespace sapper {

// Cells of the 7x7 block around a clue, eight bits a row, the clue in the middle.
using Mask = std::uint64_t;

// A clue's constraint: the number of mines among the cells of the mask.
struct ClueConstraint {
    Padded clue_at = 0;
    Mask mask = 0;
    int mines = 0;

    bool is_trivial() const { return mines == 0 || mines == std::popcount(mask); }
};

inline constexpr int MASK_CENTRE = 3 * 8 + 3;

// Calls f(at) for the cells of a constraint, in order.
template <class F>
void for_constrained(const Frame& frame, const ClueConstraint& constraint, F&& f) {
    for (Mask left = constraint.mask; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        const int delta = ((bit >> 3) - 3) * frame.stride + (bit & 7) - 3;
        f(static_cast<Padded>(static_cast<int>(constraint.clue_at) + delta));
    }
}

// The constraint of a clue as it stands, before any reduction.
ClueConstraint read_constraint(const Sight& sight, const Knowledge& knowledge, Padded clue_at);

class ClueSet {
  public:
    void start(const Sight& sight);
    // Begin with everything that a position shows.
    void start_from(const Sight& sight, const Proofs& proofs);
    void update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs);
    // Subtract until nothing changes; trivial constraints are proofs, used at once.
    void reduce(const Sight& sight, Proofs& proofs);

    const Knowledge& knowledge() const { return knowledge_; }
    const ClueConstraint& at(Padded clue_at) const { return constraints_[clue_at + margin_]; }
    // The clues that a reduced constraint came from.
    const std::vector<Padded>& sources(Padded clue_at) const { return sources_[clue_at]; }
    // The clues whose constraints still have cells.
    const std::vector<Padded>& active();
    // Calls f(clue_at) for the clues whose constraints hold the cell.
    template <class F>
    void for_clues(Padded at, F&& f) const {
        for (const Offset& offset : around_) {
            const auto clue_at = static_cast<Padded>(static_cast<int>(at) - offset.delta);
            if (this->at(clue_at).mask & Mask{1} << (MASK_CENTRE + offset.shift)) f(clue_at);
        }
    }
    // Clues whose constraints changed since the last call of forget_changes.
    bool has_changed(Padded clue_at) const { return changes_.has(clue_at); }
    bool any_changed() const { return !changes_.empty(); }
    void forget_changes() { changes_.clear(); }

  private:
    struct Offset {
        int delta;  // in a padded array
        int shift;  // in a mask
    };
    ClueConstraint& own(Padded clue_at) { return constraints_[clue_at + margin_]; }
    void touch(Padded clue_at);
    void build(const Sight& sight, Padded clue_at);
    void drop(Padded at, bool is_mine);
    void prove(const Sight& sight, Padded clue_at, Proofs& proofs);
    bool compare(Padded clue_at);
    void subtract(ClueConstraint& from, const ClueConstraint& what, Mask mask);

    Knowledge knowledge_;
    std::vector<Offset> around_;        // the eight neighbours
    std::vector<Offset> second_order_;  // the 24 cells at most two away
    std::size_t margin_ = 0;            // cells two rows above the first are looked at too
    std::vector<ClueConstraint> constraints_;
    std::vector<std::vector<Padded>> sources_;
    std::vector<Padded> none_;
    std::vector<Padded> active_;
    std::vector<Padded> settled_;
    CellSet work_;
    CellSet changes_;
};

}  // namespace sapper
