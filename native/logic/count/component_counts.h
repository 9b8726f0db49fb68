// One component counted once and for all: placements by mines used, for the
// whole and for each box.
//
// The counts depend on the component alone, not on the rest of the position,
// so they can be kept and put together with any others (`belief.h`). Cells are
// kept as distances from the first one: the same pattern elsewhere on the grid
// finds the same entry.
//
// Counts are whole numbers in doubles (numbers.h): exact while all of them are
// below 2^53. Then the placements in which a cell is safe are the difference of
// two counts; otherwise they are counted too, so that no certainty ever rests
// on a rounded difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "logic/count/order.h"
#include "logic/count/small_counter.h"
#include "logic/count/sweep.h"
#include "logic/count/ways_ahead.h"
#include "logic/position/evidence.h"
#include "logic/position/frontier.h"

namespace sapper {

struct ComponentCounts {
    std::uint64_t key = 0;
    std::uint32_t num_cells = 0;
    std::uint32_t num_boxes = 0;
    std::uint32_t num_clues = 0;
    std::uint32_t num_states = 0;    // of its sweep
    std::int32_t low = 0;            // fewest mines
    std::uint32_t count = 0;         // entries by mines; 0 where nothing fits
    bool is_exact = true;            // all counts below 2^53
    bool has_proven = false;         // of some box the clues alone say what it is
    double* placements = nullptr;    // by mines above the fewest
    double* with_mine = nullptr;     // by box, then mines: a given cell of the box is a mine
    double* with_safe = nullptr;     // the same for a safe cell; null where exact
    std::int32_t* cells = nullptr;   // distance from the first cell, box by box
    std::uint16_t* sizes = nullptr;  // of the boxes
    std::int32_t* clues = nullptr;   // distance from the first cell

    double safe_at(std::uint32_t box, std::uint32_t m) const {
        const std::size_t at = static_cast<std::size_t>(box) * count + m;
        return with_safe != nullptr ? with_safe[at] : placements[m] - with_mine[at];
    }
};

// Memory that is given back all at once, or down to a mark.
class Arena {
  public:
    struct Mark {
        std::size_t block = 0;
        std::size_t used = 0;
        std::size_t total = 0;
    };
    void* take(std::size_t bytes);
    Mark mark() const { return at_; }
    void reset(const Mark& mark) { at_ = mark; }
    std::size_t bytes() const { return at_.total; }

  private:
    static constexpr std::size_t BLOCK = std::size_t{1} << 16;
    struct Block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };
    std::vector<Block> blocks_;
    Mark at_;
};

// Collects components off the grid and counts them, or finds them counted.
class ComponentCounter {
  public:
    // Forgets all counts: at the start of a game.
    void clear();
    // Later questions are counted anew, counts in use stay; to measure with.
    void forget_cache() {
        ++generation_;
        num_kept_ = 0;
    }
    // Beyond these, counting by mines and boxes would cost more than it saves.
    void limit_states(std::uint64_t states) { max_states_ = states; }
    static constexpr std::uint32_t MOST_CELLS = 250;
    static constexpr std::uint64_t MOST_STATES = 100'000;

    // A copy of another's counts, found again by its key.
    const ComponentCounts* keep(const ComponentCounts& counts);

    // A new round of collecting: no cell is seen yet.
    void start(const Evidence& evidence);
    // Whether an unknown cell, or a clue, was collected in this round.
    bool is_seen(Padded at) const { return seen_cells_[at] == stamp_; }
    bool is_seen_clue(Padded at) const { return seen_clues_[at] == stamp_; }
    // The component of an unknown cell next to a clue.
    CountStatus find(const Evidence& evidence, Padded start);
    const ComponentCounts* found() const { return found_; }
    // Sweeps the component without looking into the cache or writing to it: for those
    // who walk its graph.
    CountStatus sweep(const Evidence& evidence, Padded start);
    const Sweep& last_sweep() const { return sweep_; }
    const WaysAhead& ways_ahead() const { return ahead_; }  // of the last sweep
    Padded first_cell() const { return first_cell_; }

    // Results beyond the cache's bound lie here and go when the caller says so.
    Arena& loose() { return loose_; }
    bool is_half_full() const {
        return 2 * num_kept_ > MOST_KEPT || 2 * kept_.bytes() > MOST_BYTES;
    }
    bool uses_small = true;  // false: all by the general way, to compare with
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;

    // The last collected component, and its sweep if it was counted just now.
    std::span<const Padded> cells() const { return {cells_.data(), num_cells_}; }
    std::span<const Padded> clues() const { return {clues_.data(), num_clues_}; }
    // Collects and arranges a component without counting it: `frontier` then has
    // its boxes by local cell number.
    void collect(const Evidence& evidence, Padded start);
    void arrange(const Evidence& evidence);
    Frontier frontier;
    std::vector<Residual> residuals;
    EliminationOrder elimination;

  private:
    struct Entry {
        std::uint64_t key = 0;
        const ComponentCounts* counts = nullptr;
        std::uint32_t generation = 0;
    };
    static constexpr std::size_t MOST_BYTES = std::size_t{48} << 20;
    static constexpr std::size_t MOST_KEPT = 60'000;

    std::uint64_t key_of(const Evidence& evidence) const;
    Entry& entry_of(std::uint64_t key);
    void grow();
    CountStatus count(const Evidence& evidence, std::uint64_t key, ComponentCounts*& into);
    CountStatus sweep_collected(const Evidence& evidence);
    void write_small(ComponentCounts& counts, Arena& arena);
    void write_sweep(const SweepPart& part, ComponentCounts& counts, Arena& arena);
    static bool find_proven(const ComponentCounts& counts);
    template <class SizeOf, class BoxOf>
    void write_places(SizeOf&& size_of, BoxOf&& box_of, ComponentCounts& counts, Arena& arena);
    void count_boxes(const SweepPart& part, ComponentCounts& counts);

    std::uint64_t max_states_ = MOST_STATES;
    std::vector<Entry> table_;
    std::size_t num_kept_ = 0;
    std::uint32_t generation_ = 1;
    Arena kept_, loose_;

    std::vector<std::uint32_t> seen_cells_,
        seen_clues_;  // stamps; those of other cells say nothing
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> local_;   // constraint number of a clue, while it is collected
    std::vector<std::uint64_t> masks_;   // clues of a cell, while there are few of them
    std::vector<std::uint8_t> missing_;  // by clue
    std::vector<Padded> cells_, clues_;  // with room for all of a grid, and one more
    std::size_t num_cells_ = 0, num_clues_ = 0;
    SmallCounter small_;
    std::vector<std::uint32_t> list_;
    const ComponentCounts* found_ = nullptr;
    Padded first_cell_ = 0;

    Sweep sweep_;
    using Range = WaysAhead::Range;
    WaysAhead ahead_;
    std::vector<double> forward_;  // per node: ways to get there, by mines
};

}  // namespace sapper
