// Several clues: clues compared with each other, and what follows compared again.
//
// Two constraints that share cells bound the mines among the cells that one has alone.
// What says more than its parents is kept and compared in turn, until nothing new comes.
//
// References:
//     [1] Kvietinskas 2021, section 6.1.3: the bounds of a sub-constraint.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/field.h"

namespace sapper::checker {

// Constraints kept in one comparison before it is given up.
inline constexpr std::size_t MOST_FACTS = 20'000;

class Comparison {
  public:
    explicit Comparison(const Field& field);

    // Compares the clues until nothing new comes, or until something is decided where
    // that is all that is asked. Throws a failure beyond the limit.
    void run(std::span<const int> clues, bool until_decided);
    // Whether the last run decided that a cell is a mine, or safe.
    bool decides(int cell, bool is_mine) const;
    bool decides_anything() const { return !decided_.empty(); }
    // The cell decided first.
    int first_decided() const { return decided_.front(); }

  private:
    struct Fact {
        std::vector<int> cells;  // ascending
        int low;
        int high;
        bool is_waiting;
        std::uint32_t met;  // the last comparison that met it
    };
    struct Hash {
        std::size_t operator()(const std::vector<int>& cells) const;
    };

    void tell(std::vector<int> cells, int low, int high);
    void compare(std::size_t fact);
    void derive(const Fact& a, const Fact& b, int shared);

    const Field& field_;
    std::deque<Fact> facts_;
    std::unordered_map<std::vector<int>, std::size_t, Hash> index_;
    std::deque<std::size_t> waiting_;
    std::vector<std::vector<std::size_t>> facts_of_;  // per cell
    std::vector<int> touched_;                        // cells with facts
    std::vector<std::int8_t> verdicts_;               // per cell: 0 open, 1 safe, 2 mine
    std::vector<int> decided_;
    std::uint32_t round_ = 0;
};

}  // namespace sapper::checker
