// All 0/1 vectors that satisfy the clue equations, by two kinds of search.
//
// `Backtracking` assigns the variables in order and gives up a branch whose equations
// do not hold (Sinha et al. 2021, section 4.1). `Dsscsp` (dsscsp.h) assigns the variable in
// most equations and then everything that follows from single equations (algorithms 1
// to 3). Both list the same solutions, both keep their own stack, and both may be
// limited (section 5.1).
#pragma once

#include <span>
#include <string>

#include "agents/driver/clock.h"
#include "agents/papers/sinha/solutions/equations.h"
#include "game/random.h"

namespace sapper {

// What ends a search early; 0 is no limit.
struct SearchLimits {
    std::int64_t solutions = 0;
    std::int64_t swaps = 0;     // edges of the tree walked
    std::int64_t depth = 0;     // of the tree; what lies deeper is not visited
    std::int64_t nodes = 0;     // as swaps, but a guard and no part of the method
    std::int64_t deadline = 0;  // of steady_now()
    bool is_limited() const { return solutions != 0 || swaps != 0 || depth != 0; }
};

enum class SearchEnd : std::uint8_t { all, limit, guard, clock };

// When plain backtracking gives a branch up: at an equation that does not hold when all
// its variables have values, or also at one with too many mines already, or also at one
// that the variables without values cannot make right any more.
enum class Pruning : std::uint8_t { complete, over, bounds };
Pruning parse_pruning(const std::string& text);

// What the searches share: the limits and what was found.
class SolutionSearch {
  public:
    std::int64_t num_nodes() const { return nodes_; }
    std::int64_t num_solutions() const { return found_; }

  protected:
    void begin(const SearchLimits& limits);
    // Count edges of the tree; true if the search must end.
    bool walk(int edges = 1) { return (nodes_ += edges) > next_look_ && is_over(); }
    // Count a solution; true if it was the last one allowed.
    bool count() {
        ++found_;
        if (limits_.solutions == 0 || found_ < limits_.solutions) return false;
        end_ = SearchEnd::limit;
        return true;
    }
    bool is_too_deep(std::size_t depth) const {
        return limits_.depth != 0 && static_cast<std::int64_t>(depth) >= limits_.depth;
    }
    void note_depth() { end_ = SearchEnd::limit; }

    SearchLimits limits_;
    SearchEnd end_ = SearchEnd::all;
    std::int64_t nodes_ = 0;
    std::int64_t found_ = 0;
    std::vector<std::uint8_t> values_;  // 0 or 1, or something else while there is none

  private:
    bool is_over();

    std::int64_t next_look_ = 0;  // edges after which a limit may be reached
};

// Equations under assignment, one variable after the other.
class AssignedEquations {
  public:
    struct RowState {
        int left;   // variables without a value
        int mines;  // among them
    };
    void load(const Equations& equations);
    const std::vector<RowState>& rows() const { return rows_; }

    // Assign a value to a variable; false if the branch is given up.
    template <Pruning P>
    bool assign(std::uint32_t variable, std::uint8_t value) {
        const Equations::Variable& of = equations_->variables()[variable];
        bool possible = true;
        for (int i = 0; i < of.num_rows; ++i) {
            RowState& row = rows_[of.rows[static_cast<std::size_t>(i)]];
            --row.left;
            row.mines -= value;
            if constexpr (P == Pruning::complete) possible &= row.left != 0 || row.mines == 0;
            if constexpr (P == Pruning::over) {
                possible &= row.mines >= 0 && (row.left != 0 || row.mines == 0);
            }
            if constexpr (P == Pruning::bounds) possible &= row.mines >= 0 && row.mines <= row.left;
        }
        return possible;
    }
    void release(std::uint32_t variable, std::uint8_t value) {
        const Equations::Variable& of = equations_->variables()[variable];
        for (int i = 0; i < of.num_rows; ++i) {
            RowState& row = rows_[of.rows[static_cast<std::size_t>(i)]];
            ++row.left;
            row.mines += value;
        }
    }

  private:
    const Equations* equations_ = nullptr;
    std::vector<RowState> rows_;
};

class Backtracking : public SolutionSearch {
  public:
    explicit Backtracking(Pruning pruning = Pruning::complete) : pruning_(pruning) {}
    void set_pruning(Pruning pruning) { pruning_ = pruning; }

    struct Solution {
        std::span<const std::uint8_t> at_hand;
        static constexpr std::uint64_t mines = 0;
        static constexpr bool is_word = false;
        std::span<const std::uint8_t> values() const { return at_hand; }
    };

    // Calls visit(solution) for every solution, its values a byte per variable.
    template <class F>
    SearchEnd run(const Equations& equations, const SearchLimits& limits, Random*, F&& visit) {
        if (pruning_ == Pruning::complete) return run<Pruning::complete>(equations, limits, visit);
        if (pruning_ == Pruning::over) return run<Pruning::over>(equations, limits, visit);
        return run<Pruning::bounds>(equations, limits, visit);
    }

  private:
    template <Pruning P, class F>
    SearchEnd run(const Equations& equations, const SearchLimits& limits, F&& visit) {
        begin(limits);
        state_.load(equations);
        const std::size_t size = equations.size();
        values_.assign(size, 0);
        tried_.assign(size + 1, 0);
        std::size_t depth = 0;
        while (true) {
            const bool is_leaf = depth == size;
            if (is_leaf) {
                visit(Solution{values_});
                if (count()) return end_;
            }
            if (is_leaf || tried_[depth] == 2) {
                if (depth == 0) return end_;
                tried_[depth] = 0;
                --depth;
                state_.release(static_cast<std::uint32_t>(depth), values_[depth]);
                continue;
            }
            const std::uint8_t value = tried_[depth]++;
            if (is_too_deep(depth)) {
                note_depth();
                continue;
            }
            if (walk()) return end_;
            values_[depth] = value;
            if (state_.assign<P>(static_cast<std::uint32_t>(depth), value)) {
                ++depth;
            } else {
                state_.release(static_cast<std::uint32_t>(depth), value);
            }
        }
    }

    Pruning pruning_;
    AssignedEquations state_;
    std::vector<std::uint8_t> tried_;  // values tried, by depth
};

}  // namespace sapper
