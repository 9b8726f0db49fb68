// DSScsp: all solutions of the clue equations, settled as far as single equations go.
//
// Sinha et al. 2021, algorithm 3: take the variable in most equations, give it either
// value, reduce the equations (algorithm 1) and run DSS on them (algorithm 2); a solution
// is found when no variable is left. Up to 64 variables and equations a node is a copy
// of a few registers (packed_rows.h), and the ends of the tree are listed without walking
// it (completions.h); larger sets are searched by a trail that is undone.
#pragma once

#include "agents/papers/sinha/solutions/completions.h"
#include "agents/papers/sinha/solutions/packed_rows.h"
#include "agents/papers/sinha/solutions/solutions.h"

namespace sapper {

class Dsscsp : public SolutionSearch {
  public:
    // A solution at hand; its values, a byte per variable, are written when asked for.
    struct Solution {
        Dsscsp& search;
        std::uint64_t mines;  // if it is a word: bits by the order of the variables
        bool is_word = true;
        std::span<const std::uint8_t> values() const { return search.write(mines); }
    };

    // Calls visit(solution) for every solution. The generator decides which value comes
    // first; 0 without one.
    template <class F>
    SearchEnd run(const Equations& equations, const SearchLimits& limits, Random* random,
                  F&& visit) {
        begin(limits);
        equations_ = &equations;
        num_bits_ = 0;
        shown_ = 0;
        order_variables();
        std::size_t num_rows = equations.rows().size();
        is_whole_ = equations.size() <= MOST_PACKED && num_rows <= MOST_PACKED;
        if (is_whole_) {
            values_.assign(equations.size(), 0);
        } else {
            if (!prepare()) return end_;
            num_rows = take_open_rows();
            if (order_.size() > MOST_PACKED || num_rows > MOST_PACKED) {
                return run_long(random, visit);
            }
        }
        if (num_rows <= ROWS_A_VECTOR) return run_packed<1>(packed_small_, random, visit);
        if (num_rows <= 2 * ROWS_A_VECTOR) return run_packed<2>(packed_middle_, random, visit);
        return run_packed<4>(packed_large_, random, visit);
    }

    // Of solutions that are words: the variable of each bit, and the values of the others.
    std::span<const std::uint32_t> order() const { return order_; }
    std::span<const std::uint8_t> settled() { return write(0); }

  private:
    static constexpr std::size_t MOST_PACKED = 64;
    static constexpr std::uint8_t FREE = 2;

    template <std::size_t V>
    struct Packed {
        struct Branch {
            PackedState<V> state;
            std::uint64_t variable;  // its bit
            std::uint32_t depth;
            bool first;      // value
            bool is_second;  // whether the first value has been tried
        };
        PackedEquations<V> equations;
        std::vector<Branch> stack;
    };
    struct Branch {
        std::uint32_t variable;
        std::uint32_t place;  // in order_
        std::size_t mark;     // of the trail
        std::uint8_t first;   // value
        std::uint8_t tried;   // values
    };

    template <std::size_t V, class F>
    SearchEnd run_packed(Packed<V>& packed, Random* random, F&& visit) {
        auto& stack = packed.stack;
        if (stack.size() < order_.size() + 1) stack.resize(order_.size() + 1);
        load(packed.equations, stack[0].state);
        if (!packed.equations.settle(stack[0].state)) return end_;
        if (random == nullptr && !limits_.is_limited()) return run_whole(packed, visit);
        return run_limited(packed, random, visit);
    }

    // Without limits: both values at once, and the ends of the tree as they stand.
    template <std::size_t V, class F>
    SearchEnd run_whole(Packed<V>& packed, F&& visit) {
        auto* stack = packed.stack.data();
        PackedState<V> state = stack[0].state;
        std::size_t size = 0;  // of the stack: second values
        while (true) {
            if ((state.free & shared_) == 0) {
                if (!complete(packed.equations, state, visit)) return end_;
            } else {
                if (walk(2)) return end_;
                const std::uint64_t variable = lowest_bit(state.free);
                size += packed.equations.branch(state, variable, true, stack[size].state);
                if (packed.equations.branch(state, variable, false, state)) continue;
            }
            if (size == 0) return end_;
            state = stack[--size].state;
        }
    }

    // False if the search must end.
    template <std::size_t V, class F>
    bool complete(const PackedEquations<V>& equations, const PackedState<V>& state, F&& visit) {
        completions_.clear();
        for (std::uint64_t left = state.free; left != 0;) {
            const std::size_t row = rows_[static_cast<std::size_t>(std::countr_zero(left))];
            const std::uint64_t cells = equations.rows[row] & left;
            completions_.add(cells, state.num_missing(row));
            left ^= cells;
        }
        nodes_ -= 2;
        return completions_.list(state.mines, [&](std::uint64_t mines) {
            ++found_;
            visit(Solution{*this, mines});
            return !walk(2);
        });
    }

    template <std::size_t V, class F>
    SearchEnd run_limited(Packed<V>& packed, Random* random, F&& visit) {
        auto& stack = packed.stack;
        if (stack[0].state.free == 0) {
            visit(Solution{*this, stack[0].state.mines});
            count();
            return end_;
        }
        const auto start_branch = [&](std::size_t at, std::uint32_t depth) {
            auto& node = stack[at];
            node.variable = lowest_bit(node.state.free);
            node.depth = depth;
            node.first = random != nullptr && draw_bit(*random) != 0;
            node.is_second = false;
        };
        std::size_t size = 1;  // of the stack
        start_branch(0, 0);
        while (size != 0) {
            auto& node = stack[size - 1];
            const bool is_mine = node.first != node.is_second;
            // The second value takes the place of its parent, to which nobody returns.
            const std::size_t at = size - node.is_second;
            const std::uint32_t depth = node.depth;
            node.is_second = true;
            size = at;
            if (is_too_deep(depth)) {
                note_depth();
                continue;
            }
            if (walk()) return end_;
            PackedState<V>& next = stack[at].state;
            if (!packed.equations.branch(node.state, node.variable, is_mine, next)) continue;
            if (next.free != 0) {
                start_branch(at, depth + 1);
                ++size;
                continue;
            }
            visit(Solution{*this, next.mines});
            if (count()) return end_;
        }
        return end_;
    }

    // Only what differs from the solution written before changes.
    std::span<const std::uint8_t> write(std::uint64_t mines) {
        for (std::uint64_t left = mines ^ shown_; left != 0; left &= left - 1) {
            values_[order_[static_cast<std::size_t>(std::countr_zero(left))]] ^= 1;
        }
        shown_ = mines;
        return values_;
    }

    template <class F>
    SearchEnd run_long(Random* random, F&& visit) {
        stack_.clear();
        bool down = true;  // whether the last step went down the tree
        while (true) {
            if (down && !push(random)) {
                visit(Solution{*this, 0, false});
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

    void order_variables();
    // After DSS: the rows and variables that are left, unless they are too many to pack.
    std::size_t take_open_rows();
    template <std::size_t V>
    void load(PackedEquations<V>& packed, PackedState<V>& state);
    std::uint8_t draw_bit(Random& random);
    bool prepare();  // DSS on all equations; false if there is no solution
    // Branch on the next variable; false if all have values.
    bool push(Random* random);
    bool set(std::uint32_t variable, std::uint8_t value);
    bool settle();  // algorithm 2 on the equations touched
    void undo(std::size_t mark);

    const Equations* equations_ = nullptr;
    std::vector<std::uint32_t> order_;  // variables, those in most equations first
    std::uint64_t bits_ = 0;
    int num_bits_ = 0;

    bool is_whole_ = false;             // whether all rows are packed, in their order
    std::vector<std::uint8_t> places_;  // otherwise, of the rows among those that are packed
    std::vector<AssignedEquations::RowState> open_;
    std::array<std::uint8_t, MOST_PACKED> rows_{};  // a row of each variable, by its bit
    std::uint64_t shared_ = 0;                      // variables in several equations
    std::uint64_t shown_ = 0;                       // mines of the solution last written
    Completions completions_;
    Packed<1> packed_small_;
    Packed<2> packed_middle_;
    Packed<4> packed_large_;

    AssignedEquations state_;
    std::vector<std::uint32_t> trail_;
    std::vector<std::uint32_t> work_;  // rows to look at
    std::vector<Branch> stack_;
};

}  // namespace sapper
