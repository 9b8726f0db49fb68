#include "agents/papers/cooper/closure.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace sapper {

namespace {

constexpr std::size_t WORD = 64;

bool is_subset(const std::vector<std::uint64_t>& smaller,
               const std::vector<std::uint64_t>& larger) {
    for (std::size_t i = 0; i < smaller.size(); ++i) {
        if (smaller[i] & ~larger[i]) return false;
    }
    return true;
}

}  // namespace

void Closure::deduce(const Sight& sight, FactBase& facts, bool has_total, Proofs& proofs) {
    equations_.clear();
    known_.clear();
    number_cells(sight, facts);
    add_facts(sight, facts);
    // An equation meets every one before it, so every pair is met once.
    std::size_t next = 0;
    for (; next < equations_.size(); ++next) subtract_all(next);
    if (has_total) add_total(sight, facts);
    for (; next < equations_.size(); ++next) subtract_all(next);
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (const Equation& one : equations_) {
            is_new |= one.is_difference && infer(facts, one, proofs);
        }
    }
}

void Closure::number_cells(const Sight& sight, const FactBase& facts) {
    cells_.clear();
    numbers_.resize(sight.view.size());
    for (Padded at = 0; at < sight.view.size(); ++at) {
        if (!facts.is_unknown(at)) continue;
        numbers_[at] = static_cast<std::uint32_t>(cells_.size());
        cells_.push_back(at);
    }
}

void Closure::add_facts(const Sight& sight, const FactBase& facts) {
    for (const Padded clue : facts.clues()) {
        Equation fact{CellBits((cells_.size() + WORD - 1) / WORD),
                      facts.around(sight, clue).missing,
                      {clue},
                      false};
        facts.for_unknown(sight, clue, [&](Padded at) {
            fact.cells[numbers_[at] / WORD] |= std::uint64_t{1} << (numbers_[at] % WORD);
        });
        add(std::move(fact));
    }
}

void Closure::add_total(const Sight& sight, const FactBase& facts) {
    Equation total{
        CellBits((cells_.size() + WORD - 1) / WORD), facts.total(sight).missing, {}, false};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        total.cells[i / WORD] |= std::uint64_t{1} << (i % WORD);
    }
    add(std::move(total));
}

void Closure::add(Equation&& made) {
    if (equations_.size() >= MOST_EQUATIONS) return;
    const std::string key(reinterpret_cast<const char*>(made.cells.data()),
                          made.cells.size() * sizeof(std::uint64_t));
    const auto [known, is_new] = known_.emplace(key, equations_.size());
    if (is_new) {
        equations_.push_back(std::move(made));
    } else {
        equations_[known->second].is_difference |= made.is_difference;
    }
}

void Closure::subtract_all(std::size_t number) {
    for (std::size_t other = 0; other < number; ++other) {
        // A growing list moves its equations: they are named by number.
        subtract(equations_[number], equations_[other]);
        subtract(equations_[other], equations_[number]);
    }
}

// No two equations have the same cells, so a difference is never empty.
void Closure::subtract(const Equation& larger, const Equation& smaller) {
    if (!is_subset(smaller.cells, larger.cells)) return;
    Equation made{larger.cells, larger.missing - smaller.missing, {}, true};
    for (std::size_t i = 0; i < made.cells.size(); ++i) made.cells[i] &= ~smaller.cells[i];
    std::ranges::set_union(larger.clues, smaller.clues, std::back_inserter(made.clues));
    add(std::move(made));
}

bool Closure::infer(FactBase& facts, const Equation& equation, Proofs& proofs) {
    std::int64_t unknown = 0;
    std::int64_t missing = equation.missing;
    const auto for_cells = [&](auto&& f) {
        for (std::size_t word = 0; word < equation.cells.size(); ++word) {
            for (std::uint64_t bits = equation.cells[word]; bits != 0; bits &= bits - 1) {
                f(cells_[word * WORD + static_cast<std::size_t>(std::countr_zero(bits))]);
            }
        }
    };
    for_cells([&](Padded at) {
        unknown += facts.is_unknown(at);
        missing -= proofs.mark(at) == Mark::mine;
    });
    if (unknown == 0 || (missing != 0 && missing != unknown)) return false;
    const Mark mark = missing == 0 ? Mark::safe : Mark::mine;
    for_cells([&](Padded at) {
        if (facts.is_unknown(at) && facts.settle(at, mark == Mark::mine)) {
            proofs.add(at, mark, equation.clues);
        }
    });
    return true;
}

}  // namespace sapper
