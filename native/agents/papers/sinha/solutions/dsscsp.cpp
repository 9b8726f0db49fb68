#include "agents/papers/sinha/solutions/dsscsp.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace sapper {

// The column sums of A never change while a variable has no value: one order for all.
void Dsscsp::order_variables() {
    const auto& variables = equations_->variables();
    std::array<std::uint32_t, 9> places{};
    for (const Equations::Variable& variable : variables) {
        ++places[static_cast<std::size_t>(8 - variable.num_rows)];
    }
    std::exclusive_scan(places.begin(), places.end(), places.begin(), 0U);
    order_.resize(variables.size());
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
        order_[places[static_cast<std::size_t>(8 - variables[i].num_rows)]++] = i;
    }
}

std::size_t Dsscsp::take_open_rows() {
    const auto num_free =
        static_cast<std::size_t>(std::count(values_.begin(), values_.end(), FREE));
    open_.clear();
    places_.clear();
    for (const AssignedEquations::RowState& row : state_.rows()) {
        places_.push_back(static_cast<std::uint8_t>(open_.size()));
        if (row.left != 0) open_.push_back(row);
    }
    if (num_free > MOST_PACKED || open_.size() > MOST_PACKED) return open_.size();
    std::erase_if(order_, [this](std::uint32_t variable) { return values_[variable] != FREE; });
    for (const std::uint32_t variable : order_) values_[variable] = 0;
    return open_.size();
}

template <std::size_t V>
void Dsscsp::load(PackedEquations<V>& packed, PackedState<V>& state) {
    state.clear();
    const auto add_row = [&](std::size_t row, int left, int mines) {
        packed.rows[row] = 0;
        state.set_row(row, mines, left - mines);
    };
    if (is_whole_) {
        const auto& rows = equations_->rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            add_row(i, rows[i].num_variables, rows[i].mines);
    } else {
        for (std::size_t i = 0; i < open_.size(); ++i) add_row(i, open_[i].left, open_[i].mines);
    }
    shared_ = 0;
    for (std::size_t place = 0; place < order_.size(); ++place) {
        const Equations::Variable& variable = equations_->variables()[order_[place]];
        const std::uint64_t bit = std::uint64_t{1} << place;
        std::uint8_t row = 0;
        std::memset(packed.counts[place], 0, sizeof(packed.counts[place]));
        for (int i = 0; i < variable.num_rows; ++i) {
            // All rows of a variable without a value are open.
            const std::uint32_t index = variable.rows[static_cast<std::size_t>(i)];
            row = is_whole_ ? static_cast<std::uint8_t>(index) : places_[index];
            packed.add(place, row);
            packed.rows[row] |= bit;
        }
        rows_[place] = row;
        if (variable.num_rows > 1) shared_ |= bit;
    }
    state.free = order_.empty() ? 0 : ~std::uint64_t{0} >> (64 - order_.size());
}

template void Dsscsp::load(PackedEquations<1>&, PackedState<1>&);
template void Dsscsp::load(PackedEquations<2>&, PackedState<2>&);
template void Dsscsp::load(PackedEquations<4>&, PackedState<4>&);

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

bool Dsscsp::prepare() {
    state_.load(*equations_);
    values_.assign(equations_->size(), FREE);
    trail_.clear();
    work_.resize(state_.rows().size());
    std::iota(work_.begin(), work_.end(), 0U);
    for (const auto& row : state_.rows()) {
        if (row.mines < 0 || row.mines > row.left) return false;
    }
    return settle();
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
    values_[variable] = value;
    const Equations::Variable& of = equations_->variables()[variable];
    work_.insert(work_.end(), of.rows.begin(), of.rows.begin() + of.num_rows);
    return state_.assign<Pruning::bounds>(variable, value);
}

bool Dsscsp::settle() {
    bool possible = true;
    while (possible && !work_.empty()) {
        const std::uint32_t index = work_.back();
        work_.pop_back();
        const AssignedEquations::RowState row = state_.rows()[index];
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
        const std::uint32_t variable = trail_.back();
        state_.release(variable, values_[variable]);
        values_[variable] = FREE;
        trail_.pop_back();
    }
    work_.clear();
}

}  // namespace sapper
