#include "logic/count/engine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

// A risk that is not proven is never shown as 0 or 1, however near it comes.
double unproven(double risk) {
    constexpr double below_one = 1.0 - std::numeric_limits<double>::epsilon() / 2;
    return std::clamp(risk, std::numeric_limits<double>::min(), below_one);
}

template <class Number>
Mark mark_of(const Number& mine, const Number& safe) {
    if (is_zero(mine)) return Mark::safe;
    return is_zero(safe) ? Mark::mine : Mark::unknown;
}

double risk_of(Mark mark, double share) {
    return mark == Mark::unknown ? unproven(share) : (mark == Mark::mine ? 1.0 : 0.0);
}

}  // namespace

EngineStatus Engine::solve(const ConstraintSystem& system, const EngineOptions& options) {
    const EngineStatus status = count(system, options);
    if (status == EngineStatus::solved) weigh_components();
    return status;
}

EngineStatus Engine::count(const ConstraintSystem& system, const EngineOptions& options) {
    sweep.reset(options.max_states);
    failed_ = propagation.run(system);
    if (failed_ != NONE) return EngineStatus::inconsistent;
    frontier.build(system, propagation);
    const EngineStatus status = sweep_components(system);
    if (status != EngineStatus::solved) return status;
    mines_left = system.total - propagation.mines_decided;
    count_components();
    return join_components(options, system.has_total) ? EngineStatus::solved
                                                      : EngineStatus::inconsistent;
}

EngineStatus Engine::sweep_components(const ConstraintSystem& system) {
    too_wide_ = false;
    arrange_components(system);
    for (const Component& component : frontier.components) {
        const SweepStatus status =
            sweep.add(frontier, propagation.residuals, component, system.tracked);
        if (status == SweepStatus::done) continue;
        if (status == SweepStatus::impossible) {
            failed_ = frontier.constraints_of(frontier.boxes[sweep.failed_box])[0];
            return EngineStatus::inconsistent;
        }
        too_wide_ = status == SweepStatus::too_wide;
        return EngineStatus::out_of_budget;
    }
    return EngineStatus::solved;
}

// Where some component may be too wide, the easy ones go first: their findings
// are kept when the budget ends.
void Engine::arrange_components(const ConstraintSystem& system) {
    constexpr double WIDE_ESTIMATE = 1e5;
    elimination_.resize(system.constraints.size(), frontier.boxes.size());
    double largest = 0.0;
    for (Component& component : frontier.components) {
        component.estimate = elimination_.arrange(frontier, propagation.residuals, component);
        largest = std::max(largest, component.estimate);
    }
    if (largest > WIDE_ESTIMATE) {
        std::ranges::stable_sort(frontier.components, {}, &Component::estimate);
    }
}

void Engine::count_components() {
    join.reset(frontier.sea, mines_left, frontier.num_cells);
    census_.resize(sweep.num_values);
    for (const SweepPart& part : sweep.parts) {
        const bool is_wide = part.num_cells > PLAIN_CELLS;
        const CensusSlice slice = join.add_component(part.mines_low, part.mines_count, is_wide);
        if (is_wide) {
            wide_census_.resize(sweep.num_values);
            wide_census_.count_forward(sweep, part);
            wide_census_.add_totals(sweep, part, &join.wide_counts[slice.first]);
        } else {
            census_.count_forward(sweep, part);
            census_.add_totals(sweep, part, &join.counts[slice.first]);
        }
    }
}

bool Engine::join_components(const EngineOptions& options, bool has_total) {
    weighs_mines_ = options.use_mine_count && has_total;
    if (weighs_mines_) {
        if (!join.run()) return false;
        log_total_ = join.log_total;
        return true;
    }
    join.ignore_mines();
    log_total_ = frontier.sea * M_LN2;
    for (const CensusSlice& slice : join.slices) {
        Wide sum;
        for (std::uint32_t m = 0; m < slice.count; ++m) sum += join.count_at(slice, m);
        log_total_ += sum.log();
    }
    return true;
}

void Engine::weigh_components() {
    box_marks_.resize(frontier.boxes.size());
    box_risks_.resize(frontier.boxes.size());
    for (std::size_t c = 0; c < sweep.parts.size(); ++c) {
        const SweepPart& part = sweep.parts[c];
        if (part.num_cells > PLAIN_CELLS) {
            weigh_part<Wide>(wide_census_, wide_cell_weights_, part,
                             join.wide_weights_of(join.slices[c]));
        } else {
            weigh_part<double>(census_, cell_weights_, part, join.weights_of(join.slices[c]));
        }
    }
    sea_mark_ = Mark::unknown;
    sea_risk_ = 0.5;
    if (!weighs_mines_ || frontier.sea == 0) return;
    sea_mark_ = mark_of(join.sea_mine, join.sea_safe);
    sea_risk_ = risk_of(sea_mark_, share(join.sea_mine, join.sea_safe));
}

template <class Number>
void Engine::weigh_part(Census<Number>& numbers, std::vector<CellWeights<Number>>& found,
                        const SweepPart& part, std::span<const Number> weights) {
    found.resize(part.num_boxes);
    numbers.weigh_backward(sweep, part, weights, found.data());
    for (std::uint32_t t = 0; t < part.num_boxes; ++t) {
        const std::uint32_t box = sweep.layer(part, t).box;
        box_marks_[box] = mark_of(found[t].mine, found[t].safe);
        box_risks_[box] = risk_of(box_marks_[box], share(found[t].mine, found[t].safe));
    }
}

void Engine::tracked_chances(const ConstraintSystem& system, std::span<double> chances) {
    std::fill(chances.begin(), chances.end(), 0.0);
    const auto most = static_cast<std::uint32_t>(system.constraints[system.tracked].high);
    const Residual& residual = propagation.residuals[system.tracked];
    if (residual.left == 0) {
        chances[most - static_cast<std::uint32_t>(residual.high)] = 1.0;
        return;
    }
    const std::uint32_t box = frontier.boxes_of(system.tracked)[0];
    std::size_t c = 0;
    while (std::ranges::find(frontier.boxes_of(frontier.components[c]), box) ==
           frontier.boxes_of(frontier.components[c]).end()) {
        ++c;
    }
    const SweepPart& part = sweep.parts[c];
    const auto nodes = sweep.nodes_of(sweep.layer(part, part.num_boxes));
    Wide sum;
    std::vector<Wide> found(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        found[i] =
            part.num_cells > PLAIN_CELLS
                ? wide_census_.weight_of(part, nodes[i], join.wide_weights_of(join.slices[c]))
                : Wide(census_.weight_of(part, nodes[i], join.weights_of(join.slices[c])));
        sum += found[i];
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        chances[most - sweep.tracked_left[i]] +=
            found[i].scaled_down(sum.exponent()) / sum.mantissa();
    }
}

void Engine::settle_partial() {
    box_marks_.assign(frontier.boxes.size(), Mark::unknown);
    box_risks_.assign(frontier.boxes.size(), 0.5);
    sea_mark_ = Mark::unknown;
    weighs_mines_ = false;
    count_components();
    join.ignore_mines();
    weigh_components();
    is_done_.assign(frontier.boxes.size(), 0);
    for (const SweepPart& part : sweep.parts) {
        for (std::uint32_t t = 0; t < part.num_boxes; ++t) is_done_[sweep.layer(part, t).box] = 1;
    }
}

}  // namespace sapper
