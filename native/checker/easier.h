// Whether an easier technique than the one that a step names proves something.
//
// A step says how hard it is to get on, so nothing easier may get on. Each technique
// looks only at the clues that changed since it last found nothing.
#pragma once

#include <array>
#include <vector>

#include "checker/comparison.h"
#include "checker/field.h"

namespace sapper::checker {

// The techniques, easiest first, and the guess.
enum class Technique : std::int8_t {
    single_clue,
    subset,
    pair,
    several,
    component,
    mine_count,
    guess,
};
inline constexpr int NUM_TECHNIQUES = 6;

class EasierProofs {
  public:
    explicit EasierProofs(Field& field);

    // Throws a failure if a technique easier than this one proves something; of whole
    // components that is not said here.
    void rule_out(Technique technique);

  private:
    void rule_out_single_clues();
    void rule_out_pairs(Technique technique);
    void rule_out_several();
    void compare(int a, int b, bool only_subsets) const;
    void hand_on(Technique from);

    Field& field_;
    Comparison comparison_;
    // Clues that changed since a technique found nothing, per technique.
    std::array<std::vector<int>, NUM_TECHNIQUES> changed_;
    std::vector<std::uint8_t> met_;  // per cell
};

}  // namespace sapper::checker
