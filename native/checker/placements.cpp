#include "checker/placements.h"

#include <algorithm>
#include <bit>
#include <string>

#include "checker/failure.h"

namespace sapper::checker {

namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace

Placements::Placements(const Field& field)
    : field_(field),
      is_named_(at(field.num_cells()), 0),
      is_placed_(at(field.num_cells()), 0),
      slot_(at(field.num_cells()), -1) {}

std::vector<Placements::Sum> Placements::list(std::span<const int> clues, const Assumption* assumed,
                                              bool counts_mines) {
    assumed_ = assumed;
    counts_mines_ = counts_mines;
    begin(clues);
    for (const int clue : clues) take(clue);
    if (assumed != nullptr && !is_placed_[at(assumed->cell)]) place_assumed(0);
    std::vector<Sum> sums;
    for (const State& state : states_) sums.push_back({state.used, state.weight});
    return sums;
}

void Placements::begin(std::span<const int> clues) {
    for (const int cell : touched_) {
        is_named_[at(cell)] = is_placed_[at(cell)] = 0;
        slot_[at(cell)] = -1;
    }
    touched_.assign(clues.begin(), clues.end());
    for (const int clue : clues) is_named_[at(clue)] = 1;
    num_placed_ = 0;
    taken_slots_ = 0;
    states_.assign(1, {0, 0, 1.0});
}

// Place mines in the cells that the clue has alone or with clues to come.
void Placements::take(int clue) {
    open(clue);
    std::array<std::pair<Slots, int>, 8> groups;
    std::size_t num_groups = 0;
    field_.for_unknown(clue, [&](int cell) {
        if (is_placed_[at(cell)]) return;
        const Slots slots = open_around(cell);
        if (assumed_ != nullptr && cell == assumed_->cell) return place_assumed(slots);
        is_placed_[at(cell)] = 1;
        touched_.push_back(cell);
        ++num_placed_;
        std::size_t i = 0;
        while (i < num_groups && groups[i].first != slots) ++i;
        if (i == num_groups) groups[num_groups++] = {slots, 0};
        ++groups[i].second;
    });
    for (std::size_t i = 0; i < num_groups; ++i) place(groups[i].first, groups[i].second);
    // Where the clue has no cell, only states that miss nothing of it may stay.
    const auto slot = static_cast<unsigned>(slot_[at(clue)]);
    std::erase_if(states_, [&](const State& s) { return (s.missing >> (4 * slot) & 15) != 0; });
    taken_slots_ &= ~(Slots{1} << slot);
    slot_[at(clue)] = -1;
    is_named_[at(clue)] = 0;
}

// The open clues of the list around a cell; those met for the first time are begun.
Placements::Slots Placements::open_around(int cell) {
    Slots slots = 0;
    for (const int other : field_.around(cell)) {
        if (is_named_[at(other)]) slots |= Slots{1} << open(other);
    }
    return slots;
}

int Placements::open(int clue) {
    if (slot_[at(clue)] >= 0) return slot_[at(clue)];
    const int slot = std::countr_one(taken_slots_);
    if (slot >= MOST_OPEN) {
        throw Failure{"more than " + std::to_string(MOST_OPEN) +
                      " clues are begun at once in the order given"};
    }
    taken_slots_ |= Slots{1} << slot;
    slot_[at(clue)] = static_cast<std::int8_t>(slot);
    open_[at(slot)] = {clue, std::popcount(field_.unknown_around(clue))};
    const int missing = field_.missing(clue);
    for (State& state : states_) state.missing |= static_cast<std::uint64_t>(missing) << (4 * slot);
    return slot;
}

void Placements::place(Slots slots, int num_cells) {
    for (Slots left = slots; left != 0; left &= left - 1) {
        open_[at(std::countr_zero(left))].room -= num_cells;
    }
    next_.clear();
    double ways = 1.0;
    for (int mines = 0; mines <= num_cells; ++mines) {
        place_mines(slots, mines, ways);
        ways = ways * (num_cells - mines) / (mines + 1);
    }
    merge();
}

void Placements::place_assumed(Slots slots) {
    is_placed_[at(assumed_->cell)] = 1;
    touched_.push_back(assumed_->cell);
    ++num_placed_;
    for (Slots left = slots; left != 0; left &= left - 1) --open_[at(std::countr_zero(left))].room;
    next_.clear();
    place_mines(slots, assumed_->is_mine ? 1 : 0, 1.0);
    merge();
}

void Placements::place_mines(Slots slots, int mines, double weight) {
    std::uint64_t taken = 0;
    for (Slots left = slots; left != 0; left &= left - 1) {
        taken |= static_cast<std::uint64_t>(mines) << (4 * std::countr_zero(left));
    }
    for (const State& state : states_) {
        bool fits = state.used + mines <= field_.mines_left();
        for (Slots left = slots; left != 0 && fits; left &= left - 1) {
            const int slot = std::countr_zero(left);
            const int missing = static_cast<int>(state.missing >> (4 * slot) & 15) - mines;
            fits = missing >= 0 && missing <= open_[at(slot)].room;
        }
        if (!fits) continue;
        const int used = counts_mines_ ? state.used + mines : 0;
        next_.push_back({state.missing - taken, used, state.weight * weight});
    }
}

void Placements::merge() {
    std::ranges::sort(next_, [](const State& a, const State& b) {
        return a.missing != b.missing ? a.missing < b.missing : a.used < b.used;
    });
    states_.clear();
    for (const State& state : next_) {
        if (!states_.empty() && states_.back().missing == state.missing &&
            states_.back().used == state.used) {
            states_.back().weight += state.weight;
        } else {
            states_.push_back(state);
        }
    }
    if (states_.size() > MOST_STATES) {
        throw Failure{"more than " + std::to_string(MOST_STATES) +
                      " states are needed in the order given"};
    }
}

bool Placements::prove(std::span<const int> clues, int cell, bool is_mine, bool with_total) {
    const Assumption otherwise{cell, !is_mine};
    const std::vector<Sum> sums = list(clues, &otherwise, with_total);
    if (!with_total) return sums.empty();
    const int others = field_.num_unknown() - num_placed_;
    return std::ranges::none_of(sums, [&](const Sum& sum) {
        const int left = field_.mines_left() - sum.mines;
        return left >= 0 && left <= others;
    });
}

}  // namespace sapper::checker
