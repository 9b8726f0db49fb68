// All 0/1 vectors that satisfy the clue equations, by two kinds of search.
//
// `Backtracking` assigns the variables in order and gives up a branch as soon as
// an equation cannot hold any more (Sinha et al. 2021, section 4.1). `Dsscsp`
// assigns the variable in most equations and then everything that follows from
// single equations (algorithms 1 to 3). Both list the same solutions, both keep
// their own stack, and both may be limited (section 5.1).
#pragma once

#include "agents/clock.h"
#include "agents/sinha/equations.h"
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

// What both searches share: equations under assignment and the limits.
class SolutionSearch {
  public:
    std::int64_t num_nodes() const { return nodes_; }
    std::int64_t num_solutions() const { return found_; }

  protected:
    void start(const Equations& equations, const SearchLimits& limits);
    // Give a variable a value; false if an equation cannot hold any more.
    bool assign(std::uint32_t variable, std::uint8_t value) {
        const Equations::Variable& of = equations_->variables()[variable];
        values_[variable] = value;
        bool possible = true;
        for (int i = 0; i < of.num_rows; ++i) {
            RowState& row = rows_[of.rows[static_cast<std::size_t>(i)]];
            --row.left;
            row.mines -= value;
            possible &= row.mines >= 0 && row.mines <= row.left;
        }
        return possible;
    }
    void release(std::uint32_t variable) {
        const Equations::Variable& of = equations_->variables()[variable];
        const int value = values_[variable];
        values_[variable] = FREE;
        for (int i = 0; i < of.num_rows; ++i) {
            RowState& row = rows_[of.rows[static_cast<std::size_t>(i)]];
            ++row.left;
            row.mines += value;
        }
    }
    // Count an edge of the tree; true if the search must end.
    bool walk() {
        ++nodes_;
        if (limits_.swaps != 0 && nodes_ > limits_.swaps) return end_ = SearchEnd::limit, true;
        if (limits_.nodes != 0 && nodes_ > limits_.nodes) return end_ = SearchEnd::guard, true;
        if (limits_.deadline != 0 && nodes_ % CLOCK_NODES == 0 && steady_now() > limits_.deadline) {
            return end_ = SearchEnd::clock, true;
        }
        return false;
    }
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

    static constexpr std::uint8_t FREE = 2;
    static constexpr std::int64_t CLOCK_NODES = 4096;
    struct RowState {
        int left;   // variables without a value
        int mines;  // among them
    };

    const Equations* equations_ = nullptr;
    SearchLimits limits_;
    SearchEnd end_ = SearchEnd::all;
    std::int64_t nodes_ = 0;
    std::int64_t found_ = 0;
    std::vector<std::uint8_t> values_;  // 0, 1 or FREE
    std::vector<RowState> rows_;
};

class Backtracking : public SolutionSearch {
  public:
    // Calls visit(values) for every solution, a byte per variable.
    template <class F>
    SearchEnd run(const Equations& equations, const SearchLimits& limits, Random*, F&& visit) {
        start(equations, limits);
        const std::size_t size = equations.size();
        tried_.assign(size + 1, 0);
        std::size_t depth = 0;
        while (true) {
            const bool is_leaf = depth == size;
            if (is_leaf) {
                visit(values_);
                if (count()) return end_;
            }
            if (is_leaf || tried_[depth] == 2) {
                if (depth == 0) return end_;
                tried_[depth] = 0;
                release(static_cast<std::uint32_t>(--depth));
                continue;
            }
            const std::uint8_t value = tried_[depth]++;
            if (is_too_deep(depth)) {
                note_depth();
                continue;
            }
            if (walk()) return end_;
            if (assign(static_cast<std::uint32_t>(depth), value)) {
                ++depth;
            } else {
                release(static_cast<std::uint32_t>(depth));
            }
        }
    }

  private:
    std::vector<std::uint8_t> tried_;  // values tried, by depth
};

class Dsscsp : public SolutionSearch {
  public:
    // As Backtracking; the generator decides which value comes first, 0 without one.
    template <class F>
    SearchEnd run(const Equations& equations, const SearchLimits& limits, Random* random,
                  F&& visit) {
        start(equations, limits);
        if (!prepare()) return end_;
        stack_.clear();
        bool down = true;  // whether the last step went down the tree
        while (true) {
            if (down && !push(random)) {
                visit(values_);
                if (count()) return end_;
            }
            down = false;
            if (stack_.empty()) return end_;
            Branch& branch = stack_.back();
            undo(branch.mark);
            if (branch.tried == 2) {
                stack_.pop_back();
                continue;
            }
            const auto value = static_cast<std::uint8_t>(branch.first ^ branch.tried++);
            if (is_too_deep(stack_.size() - 1)) {
                note_depth();
                continue;
            }
            if (walk()) return end_;
            down = set(branch.variable, value) && settle();
        }
    }

  private:
    struct Branch {
        std::uint32_t variable;
        std::uint32_t place;  // in order_
        std::size_t mark;     // of the trail
        std::uint8_t first;   // value
        std::uint8_t tried;   // values
    };
    bool prepare();
    // Branch on the next variable; false if all have values.
    bool push(Random* random);
    bool set(std::uint32_t variable, std::uint8_t value);
    bool settle();  // algorithm 2 on the equations touched
    void undo(std::size_t mark);
    std::uint8_t draw_bit(Random& random);

    std::vector<std::uint32_t> order_;  // variables, those in most equations first
    std::vector<std::uint32_t> trail_;
    std::vector<std::uint32_t> work_;  // rows to look at
    std::vector<Branch> stack_;
    std::uint64_t bits_ = 0;
    int num_bits_ = 0;
};

}  // namespace sapper
