// Check a certificate step by step, and play it.
//
// `docs/guides/boards.md` says what a step claims. All work is bounded: by the limits of
// placements.h and comparison.h, and by the size of the file.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "checker/comparison.h"
#include "checker/easier.h"
#include "checker/field.h"
#include "checker/placements.h"

namespace sapper::checker {

struct Step {
    Technique technique = Technique::single_clue;
    bool are_mines = false;
    std::vector<int> cells;
    std::vector<int> clues;
    std::vector<std::vector<int>> swaps;  // of the mine count
    double risk = 0.0;                    // of a guess
};

class CertificateCheck {
  public:
    // Reveals the first cell.
    CertificateCheck(Field& field, int first);

    // Check a step and play it; throws a failure where it does not hold.
    void take(const Step& step);
    // Throws a failure unless every safe cell is revealed.
    void finish() const;
    // Steps of each technique, guesses last.
    const std::array<int, NUM_TECHNIQUES + 1>& counts() const { return counts_; }

  private:
    void check_names(const Step& step) const;
    void check_form(const Step& step) const;
    void check_proof(const Step& step);
    void check_comparison(const Step& step);
    void check_placements(const Step& step);
    void check_swaps(const Step& step);
    void check_swap(std::span<const int> cells);
    void check_guess(const Step& step);
    std::vector<double> list_risks(std::span<const int> clues);
    std::vector<int> clues_in_play() const;

    Field& field_;
    EasierProofs easier_;
    Comparison comparison_;
    Placements placements_;
    std::array<int, NUM_TECHNIQUES + 1> counts_{};
    std::vector<std::uint8_t> is_swapped_;  // per cell: in a swap of the step
    std::vector<int> change_;               // per cell: of its clue by a swap
};

}  // namespace sapper::checker
