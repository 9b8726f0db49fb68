// Backtracking over the cells of a component, one value each.
//
// Every covered cell next to a clue is a variable, every clue a constraint
// (Vaitzman et al., section II.1). Both values of a cell are checked against the
// clues around it; a clue that leaves its other cells no choice assigns them. A
// contradiction goes back to the last assignment that has a part in it: the order
// of the cells then changes the time and nothing else, and no order is hopeless.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class CellSearch {
  public:
    // About a minute; of 2,000 expert games none thought longer than 25 ms in all.
    static constexpr std::uint64_t MAX_ASSIGNMENTS = 500'000'000;

    // Begin a problem of this many cells, numbered in the order in which they are assigned.
    void start(std::size_t num_cells);
    // The number of mines among these cells.
    void add(std::span<const std::uint32_t> cells, int mines);

    // Look for an assignment in which a cell has a value; values() holds it then.
    bool find(std::uint32_t cell, bool is_mine);
    // Look for any assignment.
    bool find();
    bool is_mine(std::uint32_t cell) const { return values_[cell] == 1; }
    std::uint64_t num_assignments() const { return num_assignments_; }

  private:
    static constexpr std::int8_t UNKNOWN = -1;
    struct Constraint {
        std::uint32_t first;  // its cells are members_[first .. first + count)
        std::uint32_t count;
        int missing;  // mines not yet placed
        int unknown;  // cells without a value
    };
    // A set of levels: those whose assignments took part in something.
    using Levels = std::vector<std::uint64_t>;

    bool search(std::size_t level, Levels& culprits);
    bool assign(std::uint32_t cell, bool is_mine, const Levels& causes, Levels& culprits);
    bool propagate(Levels& culprits);
    bool set(std::uint32_t cell, bool is_mine, const Levels& causes, Levels& culprits);
    void add_causes(const Constraint& constraint, Levels& levels) const;
    void undo(std::size_t to);
    void begin();

    std::vector<Constraint> constraints_;
    std::vector<std::uint32_t> members_;
    std::vector<std::vector<std::uint32_t>> constraints_of_;
    std::size_t num_cells_ = 0;
    std::size_t num_words_ = 0;
    std::vector<std::int8_t> values_;
    std::vector<Levels> causes_;  // per cell with a value: the levels it follows from
    std::vector<std::uint32_t> trail_;
    std::size_t num_propagated_ = 0;  // of the trail
    std::uint64_t num_assignments_ = 0;
};

}  // namespace sapper
