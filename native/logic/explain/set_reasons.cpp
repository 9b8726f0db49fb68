#include "logic/explain/set_reasons.h"

#include <algorithm>
#include <numeric>

namespace sapper {

namespace {

// Work for one cell, in states and constraints tested: seconds at most.
constexpr double MAX_SETS_WORK = 2e7;
constexpr SmallerLimits LIMITS{1000, 1'000'000};
constexpr std::size_t MOST_CANDIDATES = 64;  // bits of a set

}  // namespace

SetReasons::SetReasons(const ConstraintSystem& system, std::uint64_t max_states)
    : system_(system), max_states_(max_states) {
    proof_.look_at(system);
    incidence_.look_at(system);
}

SetReason SetReasons::find(const Claim& claim) {
    proof_.start_work(MAX_SETS_WORK);
    SetReason reason{claim.cell, claim.is_mine, {}, !is_local(claim), true};
    ConstraintSet set;
    if (reason.needs_mine_count) {
        ball_.resize(system_.constraints.size());
        std::iota(ball_.begin(), ball_.end(), 0U);
        set = ball_;
    } else {
        start_ball(claim.cell);
        while (!proof_.holds(ball_, claim, false) && grow_ball()) {
        }
        set = ball_;
    }
    const auto proves = [&](const ConstraintSet& some) {
        return proof_.holds(some, claim, reason.needs_mine_count);
    };
    thin_out(set, proves);
    if (!reason.needs_mine_count) {
        start_ball(claim.cell);
        // The set found has size - 1 steps at most; a smaller one has fewer.
        for (std::size_t step = 2; step < set.size() && grow_ball(); ++step) {
        }
    }
    const bool is_small = ball_.size() <= MOST_CANDIDATES;
    if (!is_small) ball_.resize(MOST_CANDIDATES);
    bool is_done = set.empty();
    if (!is_done) {
        SmallerSet smaller =
            find_smaller(ball_, set.size(), LIMITS, proves, [&] { return proof_.ran_out(); });
        if (smaller.found) set = std::move(*smaller.found);
        is_done = smaller.is_done && is_small;
    }
    std::ranges::sort(set);
    reason.constraints = std::move(set);
    reason.is_smallest = is_done && !proof_.ran_out();
    return reason;
}

// Whether the constraints alone prove it.
bool SetReasons::is_local(const Claim& claim) {
    if (!system_.has_total) return true;
    if (!has_local_) {
        const EngineStatus status = local_engine_.solve(system_, {false, max_states_});
        if (status == EngineStatus::out_of_budget) local_engine_.settle_partial();
    }
    has_local_ = true;
    return local_engine_.mark(claim.cell) == (claim.is_mine ? Mark::mine : Mark::safe);
}

void SetReasons::start_ball(Cell cell) {
    is_in_ball_.assign(system_.constraints.size(), 0);
    ball_.clear();
    ring_ = 0;
    add_around(cell);
}

void SetReasons::add_around(Cell cell) {
    for (const std::uint32_t i : incidence_.of(cell)) {
        if (is_in_ball_[i]) continue;
        is_in_ball_[i] = 1;
        ball_.push_back(i);
    }
}

// Adds the constraints that share a cell with the last ring; false if there are none.
bool SetReasons::grow_ball() {
    const std::size_t end = ball_.size();
    for (; ring_ < end; ++ring_) {
        for (const Cell cell : system_.cells_of(system_.constraints[ball_[ring_]])) {
            add_around(cell);
        }
    }
    return ball_.size() > end;
}

}  // namespace sapper
