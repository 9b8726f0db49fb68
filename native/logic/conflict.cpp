#include "logic/conflict.h"

#include <algorithm>

namespace sapper {

namespace {

// Constraints tested in all before the search settles for what it has: seconds.
constexpr double MAX_WORK = 3e6;

}  // namespace

Conflict ConflictFinder::find(const ConstraintSystem& system, std::uint32_t failed) {
    whole = &system;
    ran_out = false;
    work = 0.0;
    local.assign(system.num_cells(), NONE);
    index_cells();
    Conflict conflict;
    conflict.needs_mine_count = failed == NONE;
    if (conflict.needs_mine_count) {
        conflict.constraints = find_with_total();
    } else {
        goal = Goal::CONFLICT;
        Set background;
        conflict.constraints = explain(background, false, close_in(failed));
    }
    std::ranges::sort(conflict.constraints);
    conflict.is_minimal = !ran_out;
    return conflict;
}

void ConflictFinder::index_cells() {
    incidence_first.assign(whole->num_cells() + 1, 0);
    for (const Cell cell : whole->members) ++incidence_first[cell];
    std::uint32_t sum = 0;
    for (std::uint32_t& first : incidence_first) first = sum += first;
    incidence.resize(whole->members.size());
    for (std::uint32_t i = 0; i < whole->constraints.size(); ++i) {
        for (const Cell cell : whole->cells_of(whole->constraints[i])) {
            incidence[--incidence_first[cell]] = i;
        }
    }
}

// Constraints around the centre, nearest first, as far out as it takes.
ConflictFinder::Set ConflictFinder::close_in(std::uint32_t centre) {
    std::vector<std::uint8_t> is_in(whole->constraints.size(), 0);
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
            for (const Cell cell : whole->cells_of(whole->constraints[ball[ring]])) {
                for (std::uint32_t i = incidence_first[cell]; i < incidence_first[cell + 1]; ++i) {
                    if (is_in[incidence[i]]) continue;
                    is_in[incidence[i]] = 1;
                    ball.push_back(incidence[i]);
                }
            }
        }
    }
}

// The constraints alone, over their own cells; all other unknown cells are sea.
void ConflictFinder::make_part(std::span<const std::uint32_t> constraints) {
    part.reset(0);
    mapped.clear();
    for (const std::uint32_t i : constraints) {
        const Constraint& constraint = whole->constraints[i];
        scratch.clear();
        for (const Cell cell : whole->cells_of(constraint)) {
            if (local[cell] == NONE) {
                local[cell] = static_cast<std::uint32_t>(mapped.size());
                mapped.push_back(cell);
            }
            scratch.push_back(local[cell]);
        }
        part.add(scratch, constraint.low, constraint.high, constraint.clue);
    }
    for (const Cell cell : mapped) local[cell] = NONE;
    part.is_unknown.assign(mapped.size(), 1);
    part.num_unknown = static_cast<std::uint32_t>(mapped.size());
    part.unlisted_sea = whole->num_unknown + whole->unlisted_sea - part.num_unknown;
    part.has_total = goal == Goal::CONFLICT_WITH_TOTAL;
    part.total = whole->total;
}

bool ConflictFinder::is_enough(std::span<const std::uint32_t> constraints) {
    if (goal == Goal::MINES || goal == Goal::SAFE_CELLS) {
        return measure(constraints) >= goal_amount;
    }
    make_part(constraints);
    const EngineStatus status = engine.count(part, {part.has_total, MAX_TEST_STATES});
    work += static_cast<double>(constraints.size() + engine.sweep.num_values / 8 + 1);
    if (status == EngineStatus::OUT_OF_BUDGET) ran_out = true;
    return status == EngineStatus::INCONSISTENT;
}

// Returns a smallest-by-inclusion subset of the candidates that, with the
// background, is enough for the goal [1, figure 1].
ConflictFinder::Set ConflictFinder::explain(Set& background, bool background_grew,
                                            std::span<const std::uint32_t> candidates) {
    if (background_grew && is_enough(background)) return {};
    if (candidates.size() == 1) return {candidates[0]};
    if (work > MAX_WORK) {
        ran_out = true;
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
