// Backtracking over the boxes of a space.
//
// The box with the fewest values left is assigned next, of several the one in
// the most constraints; an assignment narrows the boxes that share a constraint
// with it (forward checking); a contradiction takes back the last assignment
// (chronological backtracking). Becerra 2015, section 6.2. The work grows with the
// number of placements; past a limit it ends with BudgetExceededError.
#pragma once

#include "agents/papers/becerra/search_space.h"

namespace sapper {

class Search {
  public:
    // About half a minute; no game of expert comes near a thousandth of it.
    static constexpr std::uint64_t MAX_ASSIGNMENTS = 500'000'000;

    // Begin on a space, which must outlive the search. False: no placement fits.
    bool start(const SearchSpace& space, std::uint64_t max_assignments = MAX_ASSIGNMENTS);

    // Look for a placement with low..high mines in a box; found() has the mines by box.
    bool find(std::size_t box, int low, int high);
    const std::vector<int>& found() const { return found_; }

    // Calls visit(values) for every assignment of mines to boxes.
    template <class F>
    void for_assignments(F&& visit) {
        run([&] {
            visit(low_);
            return false;
        });
    }

  private:
    struct Saved {
        std::size_t box;
        int low;
        int high;
    };
    bool narrow(std::size_t box, int low, int high);
    bool check(std::size_t constraint);
    bool check_around(std::size_t box);
    void undo(std::size_t to);
    std::size_t select(std::size_t depth);
    [[noreturn]] void give_up() const;

    // Assign the boxes from a depth on; stops and keeps the values if visit() is true.
    template <class F>
    bool run(F&& visit, std::size_t depth = 0) {
        if (depth == order_.size()) return visit();
        const std::size_t box = select(depth);
        const int low = low_[box], high = high_[box];
        for (int value = low; value <= high; ++value) {
            const std::size_t mark = trail_.size();
            if (++num_assignments_ > max_assignments_) give_up();
            if (narrow(box, value, value) && check_around(box) && run(visit, depth + 1))
                return true;
            undo(mark);
        }
        return false;
    }

    const SearchSpace* space_ = nullptr;
    std::uint64_t num_assignments_ = 0;
    std::uint64_t max_assignments_ = 0;
    std::vector<int> low_, high_;          // mines a box may still hold
    std::vector<int> sum_low_, sum_high_;  // of the boxes of a constraint
    std::vector<std::uint16_t> order_;     // assigned boxes first
    std::vector<Saved> trail_;
    std::vector<int> found_;
};

}  // namespace sapper
