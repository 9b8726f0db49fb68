#include "agents/papers/sinha/solutions/tally.h"

#include <algorithm>
#include <numeric>

namespace sapper {

void Tally::start(std::size_t num_variables, bool by_mines) {
    by_mines_ = by_mines;
    const std::size_t width = by_mines ? num_variables + 1 : 1;
    totals_.assign(width, 0);
    mines_.assign(width, 0);
    in_variables_.assign(width * num_variables, 0);
    words_.clear();
}

void Tally::add_values(std::span<const std::uint8_t> values) {
    const std::size_t used =
        static_cast<std::size_t>(std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
    const std::size_t width = totals_.size(), column = by_mines_ ? used : 0;
    totals_[column] += 1;
    mines_[column] += static_cast<double>(used);
    for (std::size_t i = 0; i < values.size(); ++i) in_variables_[i * width + column] += values[i];
}

void Tally::take_words(std::span<const std::uint32_t> order, std::span<const std::uint8_t> values) {
    const auto num_words = static_cast<double>(words_.num_words());
    if (num_words == 0) return;
    totals_[0] += num_words;
    for (std::size_t i = 0; i < values.size(); ++i) in_variables_[i] = num_words * values[i];
    for (std::size_t bit = 0; bit < order.size(); ++bit) {
        in_variables_[order[bit]] = static_cast<double>(words_.count(bit));
    }
    mines_[0] = std::accumulate(in_variables_.begin(), in_variables_.end(), 0.0);
}

void Tally::take(const Equations& equations, const SearchSpace& space,
                 const PlacementCount& count) {
    start(equations.size(), by_mines_);
    const std::size_t width = totals_.size();
    for (int mines = 0; mines <= count.max_mines(); ++mines) {
        const std::size_t column = by_mines_ ? static_cast<std::size_t>(mines) : 0;
        totals_[column] += count.total(mines);
        mines_[column] += count.total(mines) * mines;
    }
    const auto& variables = equations.variables();
    for (std::size_t box = 0; box < space.boxes().size(); ++box) {
        const auto& cells = space.boxes()[box].cells;
        for (const Padded at : cells) {
            const auto found = std::lower_bound(variables.begin(), variables.end(), at,
                                                [](const Equations::Variable& variable,
                                                   Padded cell) { return variable.at < cell; });
            const auto index = static_cast<std::size_t>(found - variables.begin());
            for (int mines = 0; mines <= count.max_mines(); ++mines) {
                const std::size_t column = by_mines_ ? static_cast<std::size_t>(mines) : 0;
                in_variables_[index * width + column] +=
                    count.in_box(box, mines) / static_cast<double>(cells.size());
            }
        }
    }
}

double Tally::num_solutions() const {
    return std::accumulate(totals_.begin(), totals_.end(), 0.0);
}

namespace {

double weigh(const double* values, std::size_t size, std::span<const double> weights) {
    double out = 0;
    for (std::size_t i = 0; i < size; ++i) out += values[i] * (weights.empty() ? 1 : weights[i]);
    return out;
}

}  // namespace

double Tally::weighed_total(std::span<const double> weights) const {
    return weigh(totals_.data(), totals_.size(), weights);
}

double Tally::weighed_mines(std::span<const double> weights) const {
    return weigh(mines_.data(), mines_.size(), weights);
}

double Tally::weighed_in(std::size_t variable, std::span<const double> weights) const {
    return weigh(in_variables_.data() + variable * totals_.size(), totals_.size(), weights);
}

double Tally::in(std::size_t variable) const {
    return weighed_in(variable, {});
}

}  // namespace sapper
