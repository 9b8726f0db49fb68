// Play a board without guessing, by the ladder of techniques.
//
// The easiest technique that proves something is used, then the easiest again. Two
// ways of playing get to the same end. The quick one only wants to know whether the
// board can be solved with techniques up to a given one: it leaves out techniques that a
// later one contains, and plays all that a look at the placements proves. The other
// makes the certificate: every technique in order, one proof at a time.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "boards/certificate.h"
#include "boards/clue_order.h"
#include "boards/clue_search.h"
#include "boards/facts.h"
#include "boards/live_components.h"
#include "boards/swaps.h"
#include "logic/count/engine.h"
#include "logic/explain/human.h"

namespace sapper {

// States of one look at the placements; beyond, a board counts as not solved.
inline constexpr std::uint64_t MAX_LADDER_STATES = 200'000;

class Ladder {
  public:
    // Take over a game whose first reveal has been made.
    void start(Game& game);
    // Prove and play with techniques up to `hardest` until stuck or done; true if
    // every safe cell is revealed. May be called again after another reveal.
    bool play(Technique hardest);
    // The same technique by technique; what is proven is added to the certificate.
    bool play(Technique hardest, Certificate& certificate);

    // After a play that got stuck: a covered cell of least risk (the first of equals)
    // and its risk; nothing where the placements are too many to look at or a cell is safe.
    std::optional<std::pair<Padded, double>> find_guess();
    // Add the guess found last to a certificate, with all clues of the position.
    void certify_guess(std::pair<Padded, double> guess, Certificate& certificate);

    const Facts& facts() const { return facts_; }

  private:
    bool play_all(Technique hardest);
    bool use_single_clues();
    bool use_pairs(CellQueue& work, bool only_subsets, CellQueue& next);
    bool compare(Padded a, Padded b, int shift, bool only_subsets);
    void prove_rest(Padded a, Padded b, Around rest, bool are_mines, bool is_subset);
    bool use_several();
    bool use_components();
    bool use_mine_count();
    bool may_mine_count_matter();
    bool play_marks(std::span<const Cell> cells);
    bool certify_marks(const ConstraintSystem& system, Technique technique);
    void finish(Technique technique, bool are_mines, std::span<const Padded> clues);
    void finish(Technique technique, bool are_mines, const ConstraintSystem& system);
    void put_in_order(const ConstraintSystem& system, std::span<const std::uint32_t> found,
                      bool counts_mines, Certificate& certificate);
    void solve_whole();
    Mark fresh_mark(Cell cell) const;

    Game* game_ = nullptr;
    Certificate* certificate_ = nullptr;
    Facts facts_;
    // Clues that changed since a technique looked at them; each hands them on to the next.
    CellQueue for_single_;
    CellQueue for_subsets_;
    CellQueue for_pairs_;
    CellQueue for_several_;
    CellQueue for_components_;
    std::vector<Padded> proven_;  // by the step under way, all safe or all mines
    std::vector<Padded> step_clues_;
    std::vector<Cell> named_cells_;
    std::vector<Cell> named_clues_;

    LiveComponents live_;
    HumanDeduction human_;
    std::vector<std::uint32_t> sources_;
    std::vector<std::uint32_t> ordered_;
    Engine engine_;
    EngineStatus status_ = EngineStatus::inconsistent;
    ConstraintSystem whole_;
    std::vector<Code> cells_;
    std::vector<Cell> every_cell_;
    std::vector<std::uint8_t> is_counted_;
    ClueSearch search_;
    ClueOrder order_;
    SwapSearch swaps_;
};

}  // namespace sapper
