#include "agents/papers/sinha/play/solution_parts.h"

#include <algorithm>

#include "agents/parts/basic_parts.h"
#include "agents/parts/place_parts.h"
#include "game/errors.h"

namespace sapper {

void SolutionProofs::prove_by_boxes(const Sight& sight, std::span<const ClueConstraint> component,
                                    std::span<const Padded> sources, Proofs& proofs) {
    space_.build(sight.frame, component);
    if (!possibilities_.find(space_)) return;
    found_.clear();
    for (std::size_t box = 0; box < space_.boxes().size(); ++box) {
        const bool can_be_safe = possibilities_.can_be_safe(box);
        if (can_be_safe && possibilities_.can_be_mine(box)) continue;
        for (const Padded at : space_.boxes()[box].cells) {
            found_.emplace_back(at, can_be_safe ? Mark::safe : Mark::mine);
        }
    }
    // In the order of the cells, as listed solutions prove them: the same games.
    std::sort(found_.begin(), found_.end());
    for (const auto& [at, mark] : found_) proofs.add(at, mark, sources);
}

// Note of each variable which values it has in any solution.
SearchEnd SolutionProofs::see_all(const SearchLimits& limits) {
    seen_.assign(equations_.size(), 0);
    std::uint64_t mines = 0, safe = 0;  // in any solution, if they are words
    const auto see = [&](std::size_t i, unsigned values) {
        seen_[i] = static_cast<std::uint8_t>(seen_[i] | values);
    };
    const auto visit = [&](const auto& solution) {
        if (solution.is_word) {
            mines |= solution.mines;
            safe |= ~solution.mines;
            return;
        }
        const std::span<const std::uint8_t> values = solution.values();
        for (std::size_t i = 0; i < values.size(); ++i) see(i, 1U << values[i]);
    };
    const SearchEnd end = method_ == Method::dsscsp
                              ? dsscsp_.run(equations_, limits, nullptr, visit)
                              : backtracking_.run(equations_, limits, nullptr, visit);
    if ((mines | safe) != 0) {
        const auto order = dsscsp_.order();
        for (std::size_t bit = 0; bit < order.size(); ++bit) {
            see(order[bit], static_cast<unsigned>((safe >> bit & 1) | (mines >> bit & 1) << 1));
        }
        const auto settled = dsscsp_.settled();
        for (std::size_t i = 0; i < settled.size(); ++i) {
            if (seen_[i] == 0) see(i, 1U << settled[i]);
        }
    }
    return end;
}

void SolutionProofs::prove(const Sight& sight, std::span<const ClueConstraint> component,
                           Proofs& proofs) {
    std::vector<Padded> sources;
    if (proofs.wants_clues()) {
        for (const ClueConstraint& constraint : component) sources.push_back(constraint.clue_at);
        std::sort(sources.begin(), sources.end());
    }
    equations_.build(sight.frame, component);
    SearchLimits limits;
    limits.deadline = sight.deadline;
    limits.nodes = limits.deadline == 0 ? max_nodes_ : 0;
    const SearchEnd end = see_all(limits);
    if (end == SearchEnd::guard) return prove_by_boxes(sight, component, sources, proofs);
    if (end != SearchEnd::all) return;
    for (std::size_t i = 0; i < equations_.size(); ++i) {
        if (seen_[i] != 1 && seen_[i] != 2) continue;
        proofs.add(equations_.variables()[i].at, seen_[i] == 1 ? Mark::safe : Mark::mine, sources);
    }
}

void SolutionProofs::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    clues_.update(sight, changed, proofs);
    if (!clues_.any_changed()) return;
    const auto& components = coupling_.split(sight, clues_);
    if (by_component_) {
        for (const auto& component : components) {
            // One in which nothing changed proved nothing last time and will not now.
            if (std::any_of(component.begin(), component.end(), [this](const ClueConstraint& c) {
                    return clues_.has_changed(c.clue_at);
                })) {
                prove(sight, component, proofs);
            }
        }
    } else if (!components.empty()) {
        std::vector<ClueConstraint> joint;
        for (const auto& part : components) joint.insert(joint.end(), part.begin(), part.end());
        prove(sight, joint, proofs);
    }
    clues_.forget_changes();
}

Choice read_choice(const PartSpec& spec) {
    const std::string& ties = spec.text("ties");
    if (ties != "random" && ties != "first") {
        throw Error("expected ties by random or first, got " + quote(ties));
    }
    const double slack = spec.number("slack");
    return {slack, spec.integer("by_distance") != 0, ties == "first"};
}

Padded LeastOf::choose(const Frame& frame, const Choice& choice, Random& random) {
    // Values nearer to each other than rounding can tell are equal.
    constexpr double TIE = 1e-12;
    double least = cells_.front().second;
    for (const auto& [at, value] : cells_) least = std::min(least, value);
    best_.clear();
    int nearest = 1 << 30;
    for (const auto& [at, value] : cells_) {
        if (value > least + choice.slack + TIE) continue;
        if (choice.by_distance) {
            const int distance = border_distance(frame, at);
            if (distance > nearest) continue;
            if (distance < nearest) best_.clear();
            nearest = distance;
        }
        best_.push_back(at);
    }
    if (choice.first) return *std::min_element(best_.begin(), best_.end());
    return draw(best_, random);
}

namespace {

// The clock has run out: the driver ends the game whatever is named.
Padded any_cell(const Sight& sight, const Proofs& proofs) {
    Padded out = 0;
    for_allowed(sight, proofs, [&](Padded at) { out = at; });
    return out;
}

}  // namespace

Padded SolutionGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    if (!risks_.look(sight, proofs, random)) return any_cell(sight, proofs);
    // A proof comes before the slack, where no deducer has taken it already.
    if (!risks_.safe().empty()) return draw(risks_.safe(), random);
    least_.clear();
    risks_.for_candidates([&](Padded at, double risk) { least_.add(at, risk); });
    return least_.choose(sight.frame, choice_, random);
}

Padded ScoreGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    if (!risks_.look(sight, proofs, random)) return any_cell(sight, proofs);
    if (!risks_.safe().empty()) return draw(risks_.safe(), random);
    const Scores score(form_, risks_.mines_left(), risks_.num_unknown());
    least_.clear();
    risks_.for_candidates([&](Padded at, double risk) {
        least_.add(at, alpha_ * risk + (1 - alpha_) * score(place_of(sight.frame, at)));
    });
    return least_.choose(sight.frame, choice_, random);
}

}  // namespace sapper
