// A small set of clues that proves a cell, none of which can be left out.
//
// Quicker and less choosy than `logic/reasons.h`, which looks for a smallest set:
// here the set grows ring by ring around the cell until it proves it and is then
// thinned out, farthest clues first.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "logic/explain/human.h"
#include "logic/explain/part_proof.h"
#include "logic/position/constraints.h"
#include "logic/position/incidence.h"

namespace sapper {

class ClueSearch {
  public:
    void look_at(const ConstraintSystem& system, int columns);
    // Find constraints that prove the claim, near ones preferred; false where the
    // search hit its limit.
    bool find_near(const Claim& claim);
    // The same with the number of mines.
    bool find_with_total(const Claim& claim);
    // The same out of given constraints that prove it when they are compared in steps: no
    // constraint can be left out of the comparing.
    bool find_compared(std::span<const std::uint32_t> given, const Claim& claim);
    // Indices of the constraints found last.
    const std::vector<std::uint32_t>& found() const { return set_; }
    // Whether the set found last proves another claim too; after find_compared(), by
    // comparing in steps.
    bool also_compares(const Claim& claim) { return compares(set_, claim); }
    bool also_proves(const Claim& claim, bool use_total) {
        return proof_.holds(set_, claim, use_total);
    }

  private:
    std::int64_t distance(std::uint32_t constraint, Cell cell) const;
    void sort_by_distance(Cell cell);
    template <class Test>
    void thin_out(Test proves);
    bool compares(std::span<const std::uint32_t> chosen, const Claim& claim);
    bool grow();

    const ConstraintSystem* system_ = nullptr;
    int columns_ = 1;
    Incidence incidence_;
    PartProof proof_;
    HumanDeduction human_;
    std::vector<std::uint32_t> set_;
    std::vector<std::uint32_t> rest_;
    std::size_t ring_ = 0;
    std::vector<std::uint8_t> is_in_;
};

}  // namespace sapper
