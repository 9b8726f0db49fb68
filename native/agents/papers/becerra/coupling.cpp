#include "agents/papers/becerra/coupling.h"

#include <numeric>

#include "game/errors.h"

namespace sapper {

const std::vector<std::vector<ClueConstraint>>& Coupling::split(const Sight& sight,
                                                                ClueSet& clues) {
    components_.clear();
    if (partition_ == Partition::constraints) {
        split_constraints(sight, clues, clues.active());
    } else {
        split_variables(sight, clues, clues.active());
    }
    return components_;
}

// Walk from constraint to constraint over the cells they share.
void Coupling::split_constraints(const Sight& sight, const ClueSet& clues,
                                 std::span<const Padded> active) {
    seen_.assign(sight.view.size(), 0);
    std::vector<Padded> waiting;
    for (const Padded first : active) {
        if (seen_[first]) continue;
        seen_[first] = 1;
        waiting.assign(1, first);
        components_.emplace_back();
        while (!waiting.empty()) {
            const ClueConstraint& constraint = clues.at(waiting.back());
            waiting.pop_back();
            components_.back().push_back(constraint);
            for_constrained(sight.frame, constraint, [&](Padded at) {
                clues.for_clues(at, [&](Padded next) {
                    if (seen_[next]) return;
                    seen_[next] = 1;
                    waiting.push_back(next);
                });
            });
        }
    }
}

Padded Coupling::root(Padded at) {
    while (parents_[at] != at) at = parents_[at] = parents_[parents_[at]];
    return at;
}

// Join the cells of every constraint, then hand each constraint to its cells' component.
void Coupling::split_variables(const Sight& sight, const ClueSet& clues,
                               std::span<const Padded> active) {
    constexpr std::size_t none = ~std::size_t{0};
    parents_.resize(sight.view.size());
    std::iota(parents_.begin(), parents_.end(), Padded{0});
    const auto first_cell = [&](Padded clue_at) {
        Padded first = 0;
        for_constrained(sight.frame, clues.at(clue_at), [&](Padded at) { first = at; });
        return first;
    };
    for (const Padded clue_at : active) {
        const Padded first = first_cell(clue_at);
        for_constrained(sight.frame, clues.at(clue_at),
                        [&](Padded at) { parents_[root(at)] = root(first); });
    }
    numbers_.assign(sight.view.size(), none);
    for (const Padded clue_at : active) {
        std::size_t& number = numbers_[root(first_cell(clue_at))];
        if (number == none) {
            number = components_.size();
            components_.emplace_back();
        }
        components_[number].push_back(clues.at(clue_at));
    }
}

Partition parse_partition(const std::string& text) {
    if (text == "constraints") return Partition::constraints;
    if (text == "variables") return Partition::variables;
    throw Error("expected the partition constraints or variables, got " + quote(text));
}

}  // namespace sapper
