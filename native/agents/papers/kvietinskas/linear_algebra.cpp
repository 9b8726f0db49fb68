#include "agents/papers/kvietinskas/linear_algebra.h"

#include <algorithm>
#include <numeric>

namespace sapper {

void LinearAlgebra::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    affected_.find(sight, changed);
    std::uint32_t first = 0;
    for (const std::uint32_t end : affected_.ends) {
        fill(first, end);
        clues_.clear();
        for (std::uint32_t i = first; proofs.wants_clues() && i < end; ++i) {
            clues_.push_back(clue_of(sight, affected_.system.constraints[i]));
        }
        reduce();
        for (std::size_t row = 0; row < num_rows_; ++row) read_off(sight, matrix_[row], proofs);
        first = end;
    }
}

// One row per clue, one column per covered cell, in the order of the grid.
void LinearAlgebra::fill(std::uint32_t first, std::uint32_t end) {
    const ConstraintSystem& system = affected_.system;
    cells_.clear();
    for (std::uint32_t i = first; i < end; ++i) {
        const auto members = system.cells_of(system.constraints[i]);
        cells_.insert(cells_.end(), members.begin(), members.end());
    }
    std::ranges::sort(cells_);
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    column_of_.resize(system.num_cells());
    for (std::uint32_t i = 0; i < cells_.size(); ++i) column_of_[cells_[i]] = i;
    num_rows_ = end - first;
    if (matrix_.size() < num_rows_) matrix_.resize(num_rows_);
    for (std::uint32_t i = 0; i < num_rows_; ++i) {
        const Constraint& constraint = system.constraints[first + i];
        matrix_[i].assign(cells_.size() + 1, 0);
        for (const Cell cell : system.cells_of(constraint)) matrix_[i][column_of_[cell]] = 1;
        matrix_[i].back() = constraint.high;
    }
}

void LinearAlgebra::reduce() {
    std::size_t rank = 0;
    for (std::size_t column = 0; column < cells_.size() && rank < num_rows_; ++column) {
        std::size_t pivot = rank;
        while (pivot < num_rows_ && matrix_[pivot][column] == 0) ++pivot;
        if (pivot == num_rows_) continue;
        std::swap(matrix_[rank], matrix_[pivot]);
        for (std::size_t row = 0; row < num_rows_; ++row) {
            if (row == rank || matrix_[row][column] == 0) continue;
            if (eliminate(matrix_[row], matrix_[rank], column)) continue;
            std::fill(matrix_[row].begin(), matrix_[row].end(), 0);
        }
        ++rank;
    }
}

// Takes a multiple of the pivot row from a row; false if a number grows too large.
bool LinearAlgebra::eliminate(Row& row, const Row& pivot, std::size_t column) const {
    const std::int64_t common = std::gcd(row[column], pivot[column]);
    const std::int64_t times = pivot[column] / common;
    const std::int64_t less = row[column] / common;
    std::int64_t divisor = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        std::int64_t left = 0;
        std::int64_t right = 0;
        if (__builtin_mul_overflow(row[i], times, &left) ||
            __builtin_mul_overflow(pivot[i], less, &right) ||
            __builtin_sub_overflow(left, right, &row[i])) {
            return false;
        }
        divisor = std::gcd(divisor, row[i]);
    }
    if (divisor > 1) {
        for (std::int64_t& value : row) value /= divisor;
    }
    return true;
}

// A row at the largest value of its left side: mines where positive, safe where
// negative; at the smallest the other way round.
void LinearAlgebra::read_off(const Sight& sight, const Row& row, Proofs& proofs) const {
    std::int64_t most = 0;
    std::int64_t least = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        // Coefficients this large are not worth their proof.
        if (std::abs(row[i]) > INT32_MAX) return;
        most += std::max<std::int64_t>(row[i], 0);
        least += std::min<std::int64_t>(row[i], 0);
    }
    if (most == least || (row.back() != most && row.back() != least)) return;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (row[i] == 0) continue;
        const bool is_mine = (row[i] > 0) == (row.back() == most);
        proofs.add(sight.frame.to_padded(cells_[i]), is_mine ? Mark::mine : Mark::safe, clues_);
    }
}

}  // namespace sapper
