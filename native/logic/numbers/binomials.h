// Binomial coefficients as weights.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sapper {

// C(8, k) and below, exact; every box of a position is this small.
inline constexpr std::array<std::array<double, 9>, 9> SMALL_BINOMIALS = [] {
    std::array<std::array<double, 9>, 9> table{};
    for (std::size_t n = 0; n < 9; ++n) {
        table[n][0] = 1.0;
        for (std::size_t k = 1; k <= n; ++k) {
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0.0);
        }
    }
    return table;
}();

// C(size, 0 .. size) for a size up to 1000 or so, each from the one before.
inline void write_binomials(std::uint32_t size, std::vector<double>& row) {
    row.assign(size + 1, 1.0);
    for (std::uint32_t k = 1; k < size; ++k) {
        row[k] = row[k - 1] * (size - k + 1) / k;
    }
}

// C(size, 0 .. size), from the table or else computed into `scratch`.
inline const double* binomial_row(std::uint32_t size, std::vector<double>& scratch) {
    if (size < SMALL_BINOMIALS.size()) return SMALL_BINOMIALS[size].data();
    write_binomials(size, scratch);
    return scratch.data();
}

// Rows of the triangle, each made when it is first asked for and then kept.
class BinomialRows {
  public:
    const double* row(std::uint32_t n) {
        if (n >= rows_.size()) rows_.resize(n + 1);
        if (rows_[n].empty()) write_binomials(n, rows_[n]);
        return rows_[n].data();
    }

  private:
    std::vector<std::vector<double>> rows_;
};

}  // namespace sapper
