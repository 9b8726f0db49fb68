#include "agents/papers/sinha/play/risks.h"

#include <algorithm>

#include "agents/papers/becerra/weighing.h"
#include "agents/parts/basic_parts.h"
#include "game/errors.h"

namespace sapper {

Method parse_method(const std::string& text) {
    if (text == "backtracking") return Method::backtracking;
    if (text == "dsscsp") return Method::dsscsp;
    throw Error("expected the method backtracking or dsscsp, got " + quote(text));
}

SeaRisk parse_sea_risk(const std::string& text) {
    if (text == "expected") return SeaRisk::expected;
    if (text == "density") return SeaRisk::density;
    if (text == "half") return SeaRisk::half;
    if (text == "never") return SeaRisk::never;
    throw Error("expected the sea's risk expected, density, half or never, got " + quote(text));
}

RiskOptions read_risk_options(const PartSpec& spec) {
    RiskOptions out;
    out.method = parse_method(spec.text("method"));
    out.pruning = parse_pruning(spec.text("prune"));
    out.limits.solutions = spec.integer("max_solutions");
    out.limits.swaps = spec.integer("max_swaps");
    out.limits.depth = spec.integer("max_depth");
    out.limits.nodes = out.limits.is_limited() ? 0 : spec.integer("max_nodes");
    const std::string& per = spec.text("per");
    if (per != "component" && per != "all") {
        throw Error("expected the search per component or all, got " + quote(per));
    }
    out.by_component = per == "component";
    out.weights = parse_weights(spec.text("weights"));
    out.sea = parse_sea_risk(spec.text("sea"));
    return out;
}

FrontierRisks::Part& FrontierRisks::add_part() {
    if (num_parts_ == parts_.size()) parts_.emplace_back();
    return parts_[num_parts_++];
}

// List the solutions of one set of clues; false if the clock ended it.
bool FrontierRisks::solve(const Sight& sight, std::span<const ClueConstraint> component, Part& part,
                          Random& random) {
    part.equations.build(sight.frame, component);
    part.tally.start(part.equations.size(), options_.weights != Weights::none);
    part.weights.clear();
    SearchLimits limits = options_.limits;
    limits.deadline = sight.deadline;
    if (limits.deadline != 0) limits.nodes = 0;
    const auto visit = [&](const auto& solution) { part.tally.add(solution); };
    // All solutions are the same in any order: chance is drawn only where some are left out.
    Random* chance = limits.is_limited() ? &random : nullptr;
    const SearchEnd end = options_.method == Method::dsscsp
                              ? dsscsp_.run(part.equations, limits, chance, visit)
                              : backtracking_.run(part.equations, limits, chance, visit);
    if (end == SearchEnd::clock) return false;
    if (options_.method == Method::dsscsp) {
        part.tally.take_words(dsscsp_.order(), dsscsp_.settled());
    }
    if (end == SearchEnd::limit) is_complete_ = false;
    if (end == SearchEnd::guard) {
        // Too many to list one by one: the same numbers, counted by boxes.
        space_.build(sight.frame, component);
        count_.count(space_);
        part.tally.take(part.equations, space_, count_);
    }
    part.is_known = part.tally.num_solutions() > 0;
    return true;
}

void FrontierRisks::list_cells(const Sight& sight, const Proofs& proofs) {
    constrained_.assign(sight.view.size(), 0);
    frontier_.clear();
    for (std::size_t i = 0; i < num_parts_; ++i) {
        for (const auto& variable : parts_[i].equations.variables()) {
            frontier_.push_back(variable.at);
            constrained_[variable.at] = 1;
        }
    }
    std::sort(frontier_.begin(), frontier_.end());
    sea_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        if (!constrained_[at] && clues_.knowledge().is_unknown(at)) sea_.push_back(at);
    });
    mines_left_ = sight.num_mines - clues_.knowledge().num_mines();
    num_unknown_ = static_cast<std::int64_t>(frontier_.size() + sea_.size());
}

// Weigh each part's solutions by what the other parts and the sea leave for their mines.
void FrontierRisks::weigh() {
    if (options_.weights == Weights::none) return;
    std::vector<std::vector<double>> totals;
    std::size_t most = 0;
    auto room = static_cast<std::int64_t>(sea_.size());
    for (std::size_t i = 0; i < num_parts_; ++i) {
        if (parts_[i].is_known) {
            totals.push_back(parts_[i].tally.totals());
            most += totals.back().size() - 1;
        } else {
            room += static_cast<std::int64_t>(parts_[i].equations.size());
        }
    }
    const auto rest = options_.weights == Weights::sea ? sea_weights(room, mines_left_, most)
                                                       : sea_limits(room, mines_left_, most);
    weigh_totals(totals, rest);
    for (std::size_t i = 0, next = 0; i < num_parts_; ++i) {
        if (!parts_[i].is_known) continue;
        parts_[i].weights = std::move(totals[next++]);
        parts_[i].is_known = parts_[i].tally.weighed_total(parts_[i].weights) > 0;
    }
}

void FrontierRisks::rate() {
    double expected = 0;
    std::int64_t known = 0;
    safe_.clear();
    for (std::size_t i = 0; i < num_parts_; ++i) {
        const Part& part = parts_[i];
        if (!part.is_known) continue;
        const double total = part.tally.weighed_total(part.weights);
        expected += part.tally.weighed_mines(part.weights) / total;
        known += static_cast<std::int64_t>(part.equations.size());
        for (std::size_t j = 0; j < part.equations.size(); ++j) {
            const Padded at = part.equations.variables()[j].at;
            risks_[at] = part.tally.weighed_in(j, part.weights) / total;
            if (is_complete_ && part.tally.in(j) == 0) safe_.push_back(at);
        }
    }
    const double left = static_cast<double>(mines_left_);
    const double unknown = static_cast<double>(num_unknown_);
    const double density = unknown > 0 ? left / unknown : 0;
    const double rest = unknown - static_cast<double>(known);
    sea_risk_ = density;
    if (options_.sea == SeaRisk::half) sea_risk_ = 0.5;
    if (options_.sea == SeaRisk::expected && rest > 0) sea_risk_ = (left - expected) / rest;
    sea_risk_ = std::clamp(sea_risk_, 0.0, 1.0);
    for (const Padded at : sea_) risks_[at] = sea_risk_;
    // Without a solution a frontier cell is a cell of which nothing is known.
    for (std::size_t i = 0; i < num_parts_; ++i) {
        if (parts_[i].is_known) continue;
        for (const auto& variable : parts_[i].equations.variables()) {
            risks_[variable.at] = sea_risk_;
        }
    }
}

bool FrontierRisks::look(const Sight& sight, const Proofs& proofs, Random& random) {
    clues_.start_from(sight, proofs);
    const auto& components = coupling_.split(sight, clues_);
    num_parts_ = 0;
    is_complete_ = true;
    if (options_.by_component) {
        for (const auto& component : components) {
            if (!solve(sight, component, add_part(), random)) return false;
        }
    } else if (!components.empty()) {
        joint_.clear();
        for (const auto& component : components) {
            joint_.insert(joint_.end(), component.begin(), component.end());
        }
        if (!solve(sight, joint_, add_part(), random)) return false;
    }
    risks_.resize(sight.view.size());
    list_cells(sight, proofs);
    weigh();
    rate();
    return true;
}

}  // namespace sapper
