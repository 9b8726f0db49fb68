#include "logic/explain/human.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

namespace sapper {

namespace {

constexpr std::uint32_t FREE = NONE;
constexpr std::uint32_t REMOVED = NONE - 1;

// Added up over the cells of a set, so that a cell is taken out by subtraction.
std::uint64_t hash_cell(Cell cell) {
    std::uint64_t x = (cell + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9U;
    return x ^ (x >> 32);
}

std::uint64_t hash_cells(std::span<const Cell> cells) {
    std::uint64_t hash = 0;
    for (const Cell cell : cells) hash += hash_cell(cell);
    return hash;
}

}  // namespace

bool HumanDeduction::run(const ConstraintSystem& system, std::uint32_t max_steps) {
    everything_.resize(system.constraints.size());
    std::iota(everything_.begin(), everything_.end(), 0U);
    return run(system, everything_, max_steps);
}

bool HumanDeduction::run(const ConstraintSystem& system, std::span<const std::uint32_t> chosen,
                         std::uint32_t max_steps) {
    start(system);
    clear_table(chosen.size());
    for (const std::uint32_t index : chosen) add_given(system, index);
    if (!apply_changes()) return false;
    while (solve()) {
        if (step_ == max_steps) return true;
        ++step_;
        if (!compare_all()) return true;
        if (!apply_changes()) return false;
    }
    return false;
}

void HumanDeduction::start(const ConstraintSystem& system) {
    constexpr std::uint32_t MANY = NONE / 2;
    if (head_.size() != system.num_cells() || comparison_ > MANY) {
        head_.assign(system.num_cells(), NONE);
        known_.assign(system.num_cells(), NONE);
        mark_.assign(system.num_cells(), 0);
        comparison_ = 0;
    } else {
        for (const Cell cell : touched_) head_[cell] = known_[cell] = NONE;
    }
    touched_.clear();
    facts_.clear();
    cells_.clear();
    links_.clear();
    found_.clear();
    records_.clear();
    queue_.clear();
    changes_.clear();
    num_given_ = static_cast<std::uint32_t>(system.constraints.size());
    step_ = 0;
}

void HumanDeduction::add_given(const ConstraintSystem& system, std::uint32_t index) {
    const Constraint& given = system.constraints[index];
    scratch_.assign(system.cells_of(given).begin(), system.cells_of(given).end());
    if (!std::ranges::is_sorted(scratch_)) std::ranges::sort(scratch_);
    const std::uint32_t fact = find_or_add(scratch_);
    Bounds& next = facts_[fact].next;
    if (given.low > next.low || next.low_record == NONE) {
        next.low = given.low;
        next.low_record = index;
    }
    if (given.high < next.high || next.high_record == NONE) {
        next.high = given.high;
        next.high_record = index;
    }
    note_change(fact);
}

// Settles cells until no constraint settles any more.
bool HumanDeduction::solve() {
    while (!queue_.empty()) {
        const std::uint32_t fact = queue_.back();
        queue_.pop_back();
        if (!settle(fact)) return false;
    }
    return true;
}

bool HumanDeduction::settle(std::uint32_t index) {
    const Fact& fact = facts_[index];
    if (fact.is_dead || fact.count == 0) return true;
    const bool are_safe = fact.now.high == 0;
    if (!are_safe && fact.now.low != static_cast<std::int32_t>(fact.count)) return true;
    const std::uint32_t record = are_safe ? fact.now.high_record : fact.now.low_record;
    const std::size_t before = found_.size();
    for (const Cell cell : cells_of(fact)) {
        known_[cell] = static_cast<std::uint32_t>(found_.size());
        found_.push_back({cell, !are_safe, step_, record});
    }
    const std::size_t end = found_.size();
    for (std::size_t i = before; i < end; ++i) {
        const HumanFinding finding = found_[i];
        for (std::uint32_t at = head_[finding.cell]; at != NONE; at = links_[at].next) {
            if (facts_[links_[at].fact].is_dead) continue;
            if (!take_out(links_[at].fact, finding.cell, finding)) return false;
        }
    }
    return true;
}

// Takes a settled cell out of a constraint. That there are at least l - 1 mines
// in the rest needs no proof of a mine, that there are at least l needs one of
// safety; the other way round for upper bounds.
bool HumanDeduction::take_out(std::uint32_t index, Cell cell, const HumanFinding& finding) {
    forget(index);
    Fact& fact = facts_[index];
    const auto end = cells_.begin() + fact.first + fact.count;
    const auto place = std::find(cells_.begin() + fact.first, end, cell);
    std::copy(place + 1, end, place);
    --fact.count;
    fact.hash -= hash_cell(cell);
    Bounds& now = fact.now;
    const auto count = static_cast<std::int32_t>(fact.count);
    if (finding.is_mine) {
        now.low = std::max(now.low - 1, 0);
        --now.high;
        now.high_record = join(now.high_record, finding.record);
    } else {
        now.high = std::min(now.high, count);
        now.low_record = join(now.low_record, finding.record);
    }
    if (now.high < 0 || now.low > now.high || now.low > count) return false;
    fact.next = now;
    fact.is_dirty = true;
    if (fact.count == 0) {
        fact.is_dead = true;
        return true;
    }
    const std::uint32_t kept = put_back(index);
    queue_.push_back(kept);
    return facts_[kept].now.low <= facts_[kept].now.high;
}

// Moves a changed fact to its new place in the table. If its cells are known there
// already, the two become one; returns the one that stays.
std::uint32_t HumanDeduction::put_back(std::uint32_t index) {
    Fact& fact = facts_[index];
    std::uint32_t* slot = find_slot(cells_of(fact), fact.hash);
    if (*slot == FREE) {
        *slot = index;
        if (++table_used_ * 2 > table_.size()) grow_table();
        return index;
    }
    Fact& other = facts_[*slot];
    fact.is_dead = true;
    if (fact.now.low > other.now.low) {
        other.now.low = fact.now.low;
        other.now.low_record = fact.now.low_record;
    }
    if (fact.now.high < other.now.high) {
        other.now.high = fact.now.high;
        other.now.high_record = fact.now.high_record;
    }
    other.next = other.now;
    other.is_dirty = true;
    return *slot;
}

// One step. Returns false if it brought nothing new.
bool HumanDeduction::compare_all() {
    dirty_.clear();
    for (std::uint32_t i = 0; i < facts_.size(); ++i) {
        if (facts_[i].is_dirty && !facts_[i].is_dead) dirty_.push_back(i);
        facts_[i].is_dirty = false;
    }
    for (const std::uint32_t fact : dirty_) compare_with_coupled(fact);
    return !changes_.empty();
}

void HumanDeduction::compare_with_coupled(std::uint32_t index) {
    ++comparison_;
    facts_[index].compared_at = step_;
    facts_[index].seen = comparison_;
    const std::uint32_t first = facts_[index].first;
    const std::uint32_t count = facts_[index].count;
    for (std::uint32_t i = first; i < first + count; ++i) mark_[cells_[i]] = comparison_;
    for (std::uint32_t i = first; i < first + count; ++i) {
        for (std::uint32_t at = head_[cells_[i]]; at != NONE; at = links_[at].next) {
            const std::uint32_t other = links_[at].fact;
            Fact& fact = facts_[other];
            if (fact.is_dead || fact.seen == comparison_) continue;
            fact.seen = comparison_;
            if (fact.compared_at == step_) continue;
            std::uint32_t shared = 0;
            for (const Cell cell : cells_of(fact)) shared += mark_[cell] == comparison_;
            derive_rest(index, other, shared);
            derive_rest(other, index, shared);
        }
    }
}

// What A \ B holds, if that is more than A alone says of it [1, section 6.1.3].
void HumanDeduction::derive_rest(std::uint32_t a_index, std::uint32_t b_index,
                                 std::uint32_t num_shared) {
    const Fact& a = facts_[a_index];
    const Fact& b = facts_[b_index];
    const auto shared = static_cast<std::int32_t>(num_shared);
    const std::int32_t rest = static_cast<std::int32_t>(a.count) - shared;
    if (rest == 0) return;
    const std::int32_t low_alone = std::max(0, a.now.low - shared);
    const std::int32_t low = a.now.low - b.now.high;
    const std::int32_t high_alone = std::min(rest, a.now.high);
    const std::int32_t least_shared =
        std::max(0, b.now.low - (static_cast<std::int32_t>(b.count) - shared));
    const std::int32_t high = a.now.high - least_shared;
    if (low <= low_alone && high >= high_alone) return;

    scratch_.clear();
    std::ranges::set_difference(cells_of(a), cells_of(b), std::back_inserter(scratch_));
    const Bounds of_a = a.now;
    const Bounds of_b = b.now;
    const std::uint32_t index = find_or_add(scratch_);
    Bounds& next = facts_[index].next;
    bool is_tighter = false;
    if (low > next.low && low > low_alone) {
        next.low = low;
        next.low_record = join(of_a.low_record, of_b.high_record);
        is_tighter = true;
    } else if (low_alone > next.low) {
        next.low = low_alone;
        next.low_record = of_a.low_record;
        is_tighter = true;
    }
    if (high < next.high && high < high_alone) {
        next.high = high;
        next.high_record = join(of_a.high_record, of_b.low_record);
        is_tighter = true;
    } else if (high_alone < next.high) {
        next.high = high_alone;
        next.high_record = of_a.high_record;
        is_tighter = true;
    }
    if (is_tighter) note_change(index);
}

// Makes what the step found the present, and what it made known to its cells.
bool HumanDeduction::apply_changes() {
    for (const std::uint32_t index : changes_) {
        Fact& fact = facts_[index];
        fact.is_changed = false;
        fact.now = fact.next;
        fact.is_dirty = true;
        const auto count = static_cast<std::int32_t>(fact.count);
        if (fact.now.high < 0 || fact.now.low > fact.now.high || fact.now.low > count) return false;
        if (!fact.is_linked) link(index);
        queue_.push_back(index);
    }
    changes_.clear();
    return true;
}

void HumanDeduction::note_change(std::uint32_t fact) {
    if (facts_[fact].is_changed) return;
    facts_[fact].is_changed = true;
    changes_.push_back(fact);
}

void HumanDeduction::link(std::uint32_t index) {
    facts_[index].is_linked = true;
    for (const Cell cell : cells_of(facts_[index])) {
        if (head_[cell] == NONE) touched_.push_back(cell);
        links_.push_back({index, head_[cell]});
        head_[cell] = static_cast<std::uint32_t>(links_.size() - 1);
    }
}

std::uint32_t HumanDeduction::join(std::uint32_t a, std::uint32_t b) {
    if (a == b || b == NONE) return a;
    if (a == NONE) return b;
    records_.push_back({a, b});
    return num_given_ + static_cast<std::uint32_t>(records_.size() - 1);
}

void HumanDeduction::list_sources(const HumanFinding& finding,
                                  std::vector<std::uint32_t>& constraints) {
    const std::size_t before = constraints.size();
    is_visited_.assign(records_.size(), 0);
    stack_.assign(1, finding.record);
    while (!stack_.empty()) {
        const std::uint32_t record = stack_.back();
        stack_.pop_back();
        if (record < num_given_) {
            constraints.push_back(record);
        } else if (!is_visited_[record - num_given_]) {
            is_visited_[record - num_given_] = 1;
            stack_.push_back(records_[record - num_given_].a);
            stack_.push_back(records_[record - num_given_].b);
        }
    }
    const auto first = constraints.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(first, constraints.end());
    constraints.erase(std::unique(first, constraints.end()), constraints.end());
}

// The table

std::uint32_t HumanDeduction::find_or_add(std::span<const Cell> sorted) {
    const std::uint64_t hash = hash_cells(sorted);
    std::uint32_t* slot = find_slot(sorted, hash);
    if (*slot != FREE) return *slot;
    const auto index = static_cast<std::uint32_t>(facts_.size());
    *slot = index;
    Fact fact;
    fact.first = static_cast<std::uint32_t>(cells_.size());
    fact.count = static_cast<std::uint32_t>(sorted.size());
    fact.hash = hash;
    fact.now.high = fact.next.high = static_cast<std::int32_t>(fact.count);
    cells_.insert(cells_.end(), sorted.begin(), sorted.end());
    facts_.push_back(fact);
    if (++table_used_ * 2 > table_.size()) grow_table();
    return index;
}

// The entry of the fact over these cells, or the free one where it belongs.
std::uint32_t* HumanDeduction::find_slot(std::span<const Cell> sorted, std::uint64_t hash) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        if (table_[at] == FREE) return &table_[at];
        if (table_[at] == REMOVED) continue;
        const Fact& fact = facts_[table_[at]];
        if (fact.hash == hash && std::ranges::equal(cells_of(fact), sorted)) return &table_[at];
    }
}

void HumanDeduction::forget(std::uint32_t index) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = facts_[index].hash & mask;
    while (table_[at] != index) at = (at + 1) & mask;
    table_[at] = REMOVED;
}

void HumanDeduction::clear_table(std::size_t expected) {
    table_.assign(std::bit_ceil(std::max<std::size_t>(64, expected * 4)), FREE);
    table_used_ = 0;
}

void HumanDeduction::grow_table() {
    table_.assign(table_.size() * 2, FREE);
    table_used_ = 0;
    for (std::uint32_t i = 0; i < facts_.size(); ++i) {
        if (facts_[i].is_dead) continue;
        *find_slot(cells_of(facts_[i]), facts_[i].hash) = i;
        ++table_used_;
    }
}

}  // namespace sapper
