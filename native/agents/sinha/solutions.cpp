#include "agents/sinha/solutions.h"

#include <algorithm>
#include <numeric>

namespace sapper {

void SolutionSearch::start(const Equations& equations, const SearchLimits& limits) {
    equations_ = &equations;
    limits_ = limits;
    end_ = SearchEnd::all;
    nodes_ = found_ = 0;
    values_.assign(equations.size(), FREE);
    rows_.clear();
    for (const Equations::Row& row : equations.rows()) {
        rows_.push_back({row.num_variables, row.mines});
    }
}

// The column sums of A never change while a variable has no value: one order for all.
bool Dsscsp::prepare() {
    const auto& variables = equations_->variables();
    order_.clear();
    for (int degree = 8; degree >= 0; --degree) {
        for (std::uint32_t i = 0; i < variables.size(); ++i) {
            if (variables[i].num_rows == degree) order_.push_back(i);
        }
    }
    trail_.clear();
    num_bits_ = 0;
    work_.resize(rows_.size());
    std::iota(work_.begin(), work_.end(), 0U);
    for (const RowState& row : rows_) {
        if (row.mines < 0 || row.mines > row.left) return false;
    }
    return settle();
}

std::uint8_t Dsscsp::draw_bit(Random& random) {
    if (num_bits_ == 0) {
        bits_ = random.next();
        num_bits_ = 64;
    }
    const auto bit = static_cast<std::uint8_t>(bits_ >> 63);
    bits_ <<= 1;
    --num_bits_;
    return bit;
}

bool Dsscsp::push(Random* random) {
    std::uint32_t place = stack_.empty() ? 0 : stack_.back().place + 1;
    while (place < order_.size() && values_[order_[place]] != FREE) ++place;
    if (place == order_.size()) return false;
    const std::uint8_t first = random == nullptr ? 0 : draw_bit(*random);
    stack_.push_back({order_[place], place, trail_.size(), first, 0});
    return true;
}

bool Dsscsp::set(std::uint32_t variable, std::uint8_t value) {
    trail_.push_back(variable);
    const Equations::Variable& of = equations_->variables()[variable];
    work_.insert(work_.end(), of.rows.begin(), of.rows.begin() + of.num_rows);
    return assign(variable, value);
}

bool Dsscsp::settle() {
    bool possible = true;
    while (possible && !work_.empty()) {
        const std::uint32_t index = work_.back();
        work_.pop_back();
        const RowState row = rows_[index];
        if (row.left == 0 || (row.mines != 0 && row.mines != row.left)) continue;
        const auto value = static_cast<std::uint8_t>(row.mines != 0);
        const Equations::Row& of = equations_->rows()[index];
        for (int i = 0; possible && i < of.num_variables; ++i) {
            const std::uint32_t variable = of.variables[static_cast<std::size_t>(i)];
            if (values_[variable] == FREE) possible = set(variable, value);
        }
    }
    work_.clear();
    return possible;
}

void Dsscsp::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        release(trail_.back());
        trail_.pop_back();
    }
    work_.clear();
}

}  // namespace sapper
