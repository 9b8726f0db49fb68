// Assume a cell mined, then safe, and see where the two rules lead (Cooper 2020, section 2.2).
//
// The unknown cells that occur in the most facts are tried first, in reading order
// where they tie. From each assumption the single-clue rules run to exhaustion on
// the facts alone, without a look at the grid. A contradiction (a fact with less
// than no mine missing, or more than it has unknown cells) proves the opposite;
// otherwise every cell that both tracks settle alike is proven. The first cell that
// yields anything ends the search.
//
// The printed algorithm 3 has its two contradictions the wrong way round; the text
// is right. What the rules settle does not depend on the order in which they run:
// a fact that is contradicted stays so whatever is settled afterwards.
#pragma once

#include <array>
#include <limits>

#include "agents/papers/cooper/fact_base.h"

namespace sapper {

class AssumptionSearch final : public Deducer {
  public:
    // Cells in at least min_clues facts are tried; with mine_count the number of
    // mines is a fact that every unknown cell is in.
    AssumptionSearch(std::int64_t min_clues, bool mine_count)
        : min_clues_(min_clues), mine_count_(mine_count) {}
    void start(const Sight& sight) override;
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;
    std::optional<Padded> last_assumed() const override { return last_assumed_; }

  private:
    static constexpr Padded ASSUMED = 0;  // a corner of the frame: no clue is there
    static constexpr Padded TOTAL = std::numeric_limits<Padded>::max();

    // What follows from one assumption.
    struct Track {
        std::vector<Mark> marks;           // per padded cell
        std::vector<std::uint32_t> order;  // place in the trail
        std::vector<Padded> reasons;       // the fact that settled it
        std::vector<Padded> trail;
        Padded contradicted;  // the fact, ASSUMED if none
        void start(std::size_t size);
        void clear();
    };
    struct Fact {
        std::int8_t unknown;  // 0: no fact here
        std::int8_t missing;
    };

    void read_facts(const Sight& sight);
    void order_candidates(const Sight& sight);
    bool try_cell(const Sight& sight, Padded at, Proofs& proofs);
    void assume(const Sight& sight, Track& track, Padded at, bool is_mine);
    void settle(const Sight& sight, Track& track, Padded at, Mark mark, Padded reason);
    void apply(const Sight& sight, Track& track, Padded clue);
    void apply_total(const Sight& sight, Track& track);
    void take_back(const Sight& sight, const Track& track);
    void prove(Padded at, Mark mark, Proofs& proofs);
    void explain(const Sight& sight, const Track& track, Padded fact, std::uint32_t before);

    std::int64_t min_clues_;
    bool mine_count_;
    FactBase base_;
    std::vector<Fact> facts_;   // per padded cell
    std::vector<Padded> held_;  // where facts_ are
    FactBase::Total total_{};
    bool has_total_ = false;
    std::vector<std::uint8_t> frequency_;
    std::vector<Padded> unknown_;  // in reading order
    std::vector<Padded> candidates_;
    std::array<Track, 2> tracks_;  // assumed mined, assumed safe
    std::vector<Padded> work_;     // facts to apply
    std::vector<Padded> clues_;    // of an explanation
    std::vector<std::uint32_t> explained_;
    std::vector<std::pair<Padded, std::uint32_t>> questions_;
    std::uint32_t total_explained_ = 0;
    std::optional<Padded> last_assumed_;
};

}  // namespace sapper
