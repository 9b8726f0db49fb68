#include "logic/explain/conflict.h"

#include <algorithm>
#include <ranges>

namespace sapper {

namespace {

// Constraints tested in all before the search settles for what it has: seconds.
constexpr double MAX_CONFLICT_WORK = 3e6;

}  // namespace

Conflict ConflictFinder::find(const ConstraintSystem& system, std::uint32_t failed) {
    whole_ = &system;
    ran_out_ = false;
    work_ = 0.0;
    local_.assign(system.num_cells(), NONE);
    incidence_.look_at(*whole_);
    Conflict conflict;
    conflict.needs_mine_count = failed == NONE;
    if (conflict.needs_mine_count) {
        conflict.constraints = find_with_total();
    } else {
        goal_ = Goal::conflict;
        Set background;
        conflict.constraints = explain(background, false, close_in(failed));
    }
    std::ranges::sort(conflict.constraints);
    conflict.is_minimal = !ran_out_;
    return conflict;
}

// Constraints around the centre, nearest first, as far out as it takes.
ConflictFinder::Set ConflictFinder::close_in(std::uint32_t centre) {
    std::vector<std::uint8_t> is_in(whole_->constraints.size(), 0);
    Set ball{centre};
    is_in[centre] = 1;
    std::size_t ring = 0;
    for (std::size_t tested_at = 1;;) {
        if (ball.size() >= tested_at || ring == ball.size()) {
            if (is_enough(ball) || ring == ball.size()) return ball;
            tested_at = ball.size() + ball.size() / 4 + 1;
        }
        const std::size_t end = ball.size();
        for (; ring < end; ++ring) {
            for (const Cell cell : whole_->cells_of(whole_->constraints[ball[ring]])) {
                for (const std::uint32_t i : std::views::reverse(incidence_.of(cell))) {
                    if (is_in[i]) continue;
                    is_in[i] = 1;
                    ball.push_back(i);
                }
            }
        }
    }
}

// The constraints alone, over their own cells; all other unknown cells are sea.
void ConflictFinder::make_part(std::span<const std::uint32_t> constraints) {
    part_.reset(0);
    mapped_.clear();
    for (const std::uint32_t i : constraints) {
        const Constraint& constraint = whole_->constraints[i];
        scratch_.clear();
        for (const Cell cell : whole_->cells_of(constraint)) {
            if (local_[cell] == NONE) {
                local_[cell] = static_cast<std::uint32_t>(mapped_.size());
                mapped_.push_back(cell);
            }
            scratch_.push_back(local_[cell]);
        }
        part_.add(scratch_, constraint.low, constraint.high, constraint.clue);
    }
    for (const Cell cell : mapped_) local_[cell] = NONE;
    part_.is_unknown.assign(mapped_.size(), 1);
    part_.num_unknown = static_cast<std::uint32_t>(mapped_.size());
    part_.unlisted_sea = whole_->num_unknown + whole_->unlisted_sea - part_.num_unknown;
    part_.has_total = goal_ == Goal::conflict_with_total;
    part_.total = whole_->total;
}

bool ConflictFinder::is_enough(std::span<const std::uint32_t> constraints) {
    if (goal_ == Goal::mines || goal_ == Goal::safe_cells) {
        return measure(constraints) >= goal_amount_;
    }
    make_part(constraints);
    const EngineStatus status = engine_.count(part_, {part_.has_total, MAX_TEST_STATES});
    work_ += static_cast<double>(constraints.size() + engine_.sweep.num_values / 8 + 1);
    if (status == EngineStatus::out_of_budget) ran_out_ = true;
    return status == EngineStatus::inconsistent;
}

// Returns a smallest-by-inclusion subset of the candidates that, with the
// background, is enough for the goal [1, figure 1].
ConflictFinder::Set ConflictFinder::explain(Set& background, bool background_grew,
                                            std::span<const std::uint32_t> candidates) {
    if (background_grew && is_enough(background)) return {};
    if (candidates.size() == 1) return {candidates[0]};
    if (work_ > MAX_CONFLICT_WORK) {
        ran_out_ = true;
        return {candidates.begin(), candidates.end()};
    }
    const auto near = candidates.first(candidates.size() / 2);
    const auto far = candidates.subspan(candidates.size() / 2);
    const std::size_t before = background.size();
    background.insert(background.end(), near.begin(), near.end());
    Set needed = explain(background, true, far);
    background.resize(before);
    background.insert(background.end(), needed.begin(), needed.end());
    const Set needed_near = explain(background, !needed.empty(), near);
    background.resize(before);
    needed.insert(needed.end(), needed_near.begin(), needed_near.end());
    return needed;
}

}  // namespace sapper
