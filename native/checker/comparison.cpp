#include "checker/comparison.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "checker/failure.h"

namespace sapper::checker {

namespace {

enum : std::int8_t { OPEN, SAFE, MINE };

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

int count_shared(const std::vector<int>& a, const std::vector<int>& b) {
    int shared = 0;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
        if (*i == *j)
            ++shared, ++i, ++j;
        else if (*i < *j)
            ++i;
        else
            ++j;
    }
    return shared;
}

}  // namespace

std::size_t Comparison::Hash::operator()(const std::vector<int>& cells) const {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const int cell : cells) hash = (hash ^ static_cast<std::uint64_t>(cell)) * 0x100000001b3U;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
}

Comparison::Comparison(const Field& field)
    : field_(field), facts_of_(at(field.num_cells())), verdicts_(at(field.num_cells()), OPEN) {}

void Comparison::run(std::span<const int> clues, bool until_decided) {
    for (const int cell : touched_) facts_of_[at(cell)].clear(), verdicts_[at(cell)] = OPEN;
    touched_.clear();
    decided_.clear();
    facts_.clear();
    index_.clear();
    waiting_.clear();
    for (const int clue : clues) {
        std::vector<int> cells;
        field_.for_unknown(clue, [&](int cell) { cells.push_back(cell); });
        if (!cells.empty()) tell(std::move(cells), field_.missing(clue), field_.missing(clue));
    }
    while (!waiting_.empty() && !(until_decided && decides_anything())) {
        const std::size_t fact = waiting_.front();
        waiting_.pop_front();
        facts_[fact].is_waiting = false;
        compare(fact);
    }
}

bool Comparison::decides(int cell, bool is_mine) const {
    return verdicts_[at(cell)] == (is_mine ? MINE : SAFE);
}

// Keep what is said of cells, and compare it later, if it says more than what is known.
void Comparison::tell(std::vector<int> cells, int low, int high) {
    const auto [found, is_new] = index_.try_emplace(std::move(cells), facts_.size());
    if (is_new) {
        if (facts_.size() == MOST_FACTS) {
            throw Failure{"more than " + std::to_string(MOST_FACTS) +
                          " constraints come of comparing the clues"};
        }
        facts_.push_back({found->first, low, high, false, 0});
        for (const int cell : found->first) {
            if (facts_of_[at(cell)].empty()) touched_.push_back(cell);
            facts_of_[at(cell)].push_back(found->second);
        }
    }
    Fact& fact = facts_[found->second];
    if (!is_new && low <= fact.low && high >= fact.high) return;
    fact.low = std::max(fact.low, low);
    fact.high = std::min(fact.high, high);
    if (fact.high == 0 || fact.low == static_cast<int>(fact.cells.size())) {
        for (const int cell : fact.cells) {
            if (verdicts_[at(cell)] != OPEN) continue;
            verdicts_[at(cell)] = fact.high == 0 ? SAFE : MINE;
            decided_.push_back(cell);
        }
    }
    if (fact.is_waiting) return;
    fact.is_waiting = true;
    waiting_.push_back(found->second);
}

void Comparison::compare(std::size_t number) {
    Fact& fact = facts_[number];  // a deque: stays where it is when others come
    fact.met = ++round_;
    for (const int cell : fact.cells) {
        // By number: the list may grow under way, and what is new is compared in its turn.
        const std::size_t end = facts_of_[at(cell)].size();
        for (std::size_t i = 0; i < end; ++i) {
            Fact& other = facts_[facts_of_[at(cell)][i]];
            if (other.met == round_) continue;
            other.met = round_;
            const int shared = count_shared(fact.cells, other.cells);
            derive(fact, other, shared);
            derive(other, fact, shared);
        }
    }
}

// What the cells of A that are not B's hold, if the two say more of it than A alone.
void Comparison::derive(const Fact& a, const Fact& b, int shared) {
    const int rest = static_cast<int>(a.cells.size()) - shared;
    if (rest == 0) return;
    const int least_shared = std::max(0, b.low - (static_cast<int>(b.cells.size()) - shared));
    const int low = a.low - std::min(shared, b.high);
    const int high = a.high - least_shared;
    const int low_alone = std::max(0, a.low - shared);
    const int high_alone = std::min(rest, a.high);
    if (low <= low_alone && high >= high_alone) return;
    std::vector<int> cells;
    std::ranges::set_difference(a.cells, b.cells, std::back_inserter(cells));
    tell(std::move(cells), std::max(low, low_alone), std::min(high, high_alone));
}

}  // namespace sapper::checker
