#include "advice/reasons.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sapper {

namespace {

// Work for one cell before the search settles for what it has, and for all cells of a
// position before proofs of more than two clues are not picked out any more: far more than
// any position of play needs.
constexpr double MAX_WORK = 2e6;
constexpr double MAX_POSITION_WORK = 1e7;
// Constraints around a cell among which smaller sets are looked for.
constexpr std::size_t MOST_CANDIDATES = 40;
// Sets tried in that search, of which a typical one takes about ten, and the nodes of one
// search for a hitting set; beyond, the set at hand is taken.
constexpr SmallerLimits SMALLER_LIMITS{60, 20'000};

bool contains(std::span<const Cell> cells, Cell cell) {
    return std::ranges::find(cells, cell) != cells.end();
}

// What a constraint alone says of its cells.
std::optional<bool> decides(const Constraint& constraint) {
    if (constraint.count == 0) return std::nullopt;
    if (constraint.high == 0) return false;
    if (constraint.low == static_cast<std::int32_t>(constraint.count)) return true;
    return std::nullopt;
}

}  // namespace

void ReasonFinder::look_at(const PositionView& view, const AnalysisOptions& chosen) {
    Analyst analyst;
    const EngineStatus status = analyst.try_analyse(view, chosen);
    std::optional<BudgetExceededError> ended;
    if (status == EngineStatus::out_of_budget) {
        ended.emplace(analyst.describe_budget(chosen));  // what is marked is true, not complete
    } else {
        analyst.explain(status, view, chosen);
    }
    std::vector<Mark> marks(view.cells.size());
    for (Cell cell = 0; cell < marks.size(); ++cell) marks[cell] = analyst.engine.mark(cell);
    look_at(view, chosen, marks, {});
    stopped_ = std::move(ended);
}

void ReasonFinder::look_at(const PositionView& view, const AnalysisOptions& chosen,
                           std::span<const Mark> marks, std::span<const Cell> assumed_safe) {
    position_ = view;
    options_ = chosen;
    stopped_.reset();
    has_human_ = has_local_ = false;
    work_left_ = MAX_POSITION_WORK;
    last_total_set_.clear();
    sea_reason_.reset();
    marks_.assign(marks.begin(), marks.end());
    build_constraints(view, {chosen.trust_flags, assumed_safe}, system_);
    incidence_.look_at(system_);
    proof_.look_at(system_);
    ball_stamp_.assign(system_.constraints.size(), 0);
    pair_stamp_.assign(system_.constraints.size(), 0);
    stamp_ = 0;
}

// One technique after the other over all cells, so that what is hard to find is looked for only
// where nothing easier proves any of them.
Reason ReasonFinder::find_easiest(std::span<const Cell> cells) {
    Reason best;
    best.technique = Technique::guess;
    // Keeps what is easier; returns whether nothing easier than `most` is looked for.
    const auto keep = [&](Reason&& reason, Technique most) {
        if (reason.technique < best.technique) best = std::move(reason);
        return best.technique <= most;
    };
    singles_.run(system_, 0);
    for (const Cell cell : cells) {
        if (singles_.find(cell) == nullptr) continue;
        Reason reason = find(cell);
        if (reason.technique == Technique::single_clue) return reason;
    }
    for (const Cell cell : cells) {
        Reason reason = claim_of(cell);
        const Claim claim{cell, reason.is_mine};
        proof_.start_work(MAX_WORK);
        if (find_pair(claim, reason) && keep(std::move(reason), Technique::subset)) return best;
    }
    if (best.technique != Technique::guess) return best;
    for (const Cell cell : cells) {
        if (keep(find(cell), Technique::several)) return best;
    }
    return best;
}

Reason ReasonFinder::claim_of(Cell cell) const {
    Reason reason;
    reason.cell = cell;
    reason.is_mine = mark(cell) == Mark::mine;
    return reason;
}

Reason ReasonFinder::find(Cell cell) {
    Reason reason = claim_of(cell);
    const Claim claim{cell, reason.is_mine};
    const double most = std::min(MAX_WORK, work_left_);
    proof_.start_work(most);
    if (find_single(claim, reason) || find_pair(claim, reason)) return reason;
    if (most <= 0.0) {
        reason.technique = Technique::component;
        reason.is_minimal = false;
        return reason;
    }
    if (!find_human(claim, reason) && !find_local(claim, reason)) find_with_total(claim, reason);
    work_left_ -= most - proof_.work_left();
    return reason;
}

// Squared, from the clue to the cell: straight neighbours are nearer than diagonal ones.
std::int64_t ReasonFinder::distance(std::uint32_t constraint, Cell cell) const {
    const Cell clue = system_.constraints[constraint].clue;
    const std::int64_t rows = static_cast<std::int64_t>(clue / position_.columns) -
                              static_cast<std::int64_t>(cell / position_.columns);
    const std::int64_t columns = static_cast<std::int64_t>(clue % position_.columns) -
                                 static_cast<std::int64_t>(cell % position_.columns);
    return rows * rows + columns * columns;
}

void ReasonFinder::by_nearness(Set& set, Cell cell) const {
    std::ranges::sort(set, {}, [&](std::uint32_t i) { return std::tuple(distance(i, cell), i); });
}

// One and two clues

bool ReasonFinder::find_single(const Claim& claim, Reason& reason) {
    std::uint32_t best = NONE;
    for (const std::uint32_t i : incidence_.of(claim.cell)) {
        if (!decides(system_.constraints[i])) continue;
        if (best == NONE || distance(i, claim.cell) < distance(best, claim.cell)) best = i;
    }
    if (best == NONE) return false;
    write({best}, claim, reason);
    return true;
}

bool ReasonFinder::find_pair(const Claim& claim, Reason& reason) {
    Pair best;
    for (const std::uint32_t a : incidence_.of(claim.cell)) {
        ++stamp_;
        for (const Cell cell : system_.cells_of(system_.constraints[a])) {
            for (const std::uint32_t b : incidence_.of(cell)) {
                if (pair_stamp_[b] == stamp_) continue;
                pair_stamp_[b] = stamp_;
                const std::optional<Technique> technique = judge_pair(a, b, claim);
                if (!technique) continue;
                const std::int64_t far = distance(a, claim.cell) + distance(b, claim.cell);
                const bool is_better =
                    best.a == NONE || std::tuple(*technique, far, a, b) <
                                          std::tuple(best.technique, best.distance, best.a, best.b);
                if (is_better) best = {a, b, *technique, far};
            }
        }
    }
    if (best.a == NONE) return false;
    write({best.a, best.b}, claim, reason);
    reason.technique = best.technique;
    reason.steps = best.technique == Technique::single_clue ? 0 : 1;
    return true;
}

// How clues A and B prove a cell of A: only if it is not one of B's too, for
// of the shared cells the pair says no more than each clue by itself.
std::optional<Technique> ReasonFinder::judge_pair(std::uint32_t a_index, std::uint32_t b_index,
                                                  const Claim& claim) {
    if (a_index == b_index) return std::nullopt;
    const Constraint& a = system_.constraints[a_index];
    const Constraint& b = system_.constraints[b_index];
    const auto cells_a = system_.cells_of(a);
    const auto cells_b = system_.cells_of(b);
    if (contains(cells_b, claim.cell)) return std::nullopt;
    const auto shared = static_cast<std::int32_t>(
        std::ranges::count_if(cells_a, [&](Cell cell) { return contains(cells_b, cell); }));
    const std::int32_t alone = static_cast<std::int32_t>(a.count) - shared;
    const std::int32_t most = std::min(shared, b.high);
    const std::int32_t least = std::max(0, b.low - (static_cast<std::int32_t>(b.count) - shared));
    const bool proves = claim.is_mine ? a.low - most == alone : a.high - least == 0;
    if (!proves) return std::nullopt;
    if (decides(b)) return Technique::single_clue;
    const bool is_subset = shared == static_cast<std::int32_t>(b.count);
    return is_subset ? Technique::subset : Technique::pair;
}

// More clues

void ReasonFinder::start_ball(Cell cell) {
    ++stamp_;
    ball_.assign(incidence_.of(cell).begin(), incidence_.of(cell).end());
    for (const std::uint32_t i : ball_) ball_stamp_[i] = stamp_;
    by_nearness(ball_, cell);
    ring_ = 0;
}

// Adds the constraints that share a cell with the last ring; false if there are none.
bool ReasonFinder::grow_ball() {
    const std::size_t end = ball_.size();
    for (; ring_ < end; ++ring_) {
        for (const Cell cell : system_.cells_of(system_.constraints[ball_[ring_]])) {
            for (const std::uint32_t i : incidence_.of(cell)) {
                if (ball_stamp_[i] == stamp_) continue;
                ball_stamp_[i] = stamp_;
                ball_.push_back(i);
            }
        }
    }
    return ball_.size() > end;
}

bool ReasonFinder::human_reaches(std::span<const std::uint32_t> chosen, const Claim& claim,
                                 std::uint32_t max_steps) {
    const bool is_sound = part_human_.run(system_, chosen, max_steps);
    proof_.spend(static_cast<double>(part_human_.num_facts()));
    return is_sound && part_human_.find(claim.cell) != nullptr;
}

bool ReasonFinder::find_human(const Claim& claim, Reason& reason) {
    if (!has_human_) human_.run(system_, HumanDeduction::NO_LIMIT);
    has_human_ = true;
    const HumanFinding* finding = human_.find(claim.cell);
    if (finding == nullptr) return false;
    const std::uint32_t fewest_steps = finding->step;
    Set quickest = find_reached_set(claim, fewest_steps);
    Set set = find_reached_set(claim, HumanDeduction::NO_LIMIT);
    find_smaller_near(set, claim, true);
    // What the comparisons need may be more than what the proof needs; then the
    // smaller set is the answer, with the technique that it takes.
    thin_out(set, [&](const Set& rest) { return proof_.holds(rest, claim, false); });
    write(set, claim, reason);
    // Of two sets of the same size the one that takes fewer steps is simpler.
    const bool may_improve =
        reason.technique == Technique::component || reason.steps > fewest_steps;
    if (may_improve && quickest.size() == set.size() && is_irreducible(quickest, claim)) {
        write(quickest, claim, reason);
    }
    return true;
}

// A set from which the human-like deduction gets to the cell in that many steps,
// and from no smaller part of it.
ReasonFinder::Set ReasonFinder::find_reached_set(const Claim& claim, std::uint32_t max_steps) {
    start_ball(claim.cell);
    while (!human_reaches(ball_, claim, max_steps) && grow_ball()) {
    }
    Set sources;
    part_human_.list_sources(*part_human_.find(claim.cell), sources);
    Set set;
    for (const std::uint32_t i : ball_) {
        if (std::ranges::binary_search(sources, i)) set.push_back(i);
    }
    thin_out(set, [&](const Set& rest) { return human_reaches(rest, claim, max_steps); });
    return set;
}

bool ReasonFinder::is_irreducible(const Set& set, const Claim& claim) {
    Set rest = set;
    thin_out(rest, [&](const Set& less) { return proof_.holds(less, claim, false); });
    return rest.size() == set.size();
}

bool ReasonFinder::find_local(const Claim& claim, Reason& reason) {
    if (!has_local_) {
        const EngineStatus status = local_engine_.solve(system_, {false, options_.max_states});
        if (status == EngineStatus::out_of_budget) local_engine_.settle_partial();
    }
    has_local_ = true;
    if (local_engine_.mark(claim.cell) != (claim.is_mine ? Mark::mine : Mark::safe)) return false;
    start_ball(claim.cell);
    while (!proof_.holds(ball_, claim, false)) {
        if (!grow_ball()) break;  // a test ran out of its budget; all of it is a proof
    }
    Set set = ball_;
    thin_out(set, [&](const Set& rest) { return proof_.holds(rest, claim, false); });
    find_smaller_near(set, claim, false);
    write(set, claim, reason);
    return true;
}

void ReasonFinder::find_with_total(const Claim& claim, Reason& reason) {
    const bool is_sea = incidence_.of(claim.cell).empty();
    if (is_sea && sea_reason_ && sea_reason_->is_mine == claim.is_mine) {
        reason = *sea_reason_;
        reason.cell = claim.cell;
        return;
    }
    Set set = last_total_set_;
    if (set.empty() || !proof_.holds(set, claim, true)) {
        set.resize(system_.constraints.size());
        std::iota(set.begin(), set.end(), 0U);
    }
    by_nearness(set, claim.cell);
    thin_out(set, [&](const Set& rest) { return proof_.holds(rest, claim, true); });
    last_total_set_ = set;
    reason.needs_mine_count = true;
    write(set, claim, reason);
    if (is_sea) sea_reason_ = reason;
}

// Looks for a smaller set near the cell.
void ReasonFinder::find_smaller_near(Set& set, const Claim& claim, bool must_be_human) {
    constexpr std::size_t PAIR = 2;  // pairs have been tried
    if (set.size() <= PAIR + 1) return;
    while (ball_.size() < MOST_CANDIDATES && grow_ball()) {
    }
    if (ball_.size() > MOST_CANDIDATES) ball_.resize(MOST_CANDIDATES);
    const SmallerSet smaller = find_smaller(
        ball_, set.size(), SMALLER_LIMITS,
        [&](const Set& some) { return proof_.holds(some, claim, false); },
        [&] { return proof_.ran_out(); });
    if (!smaller.found) return;
    const bool is_welcome =
        !must_be_human || human_reaches(*smaller.found, claim, HumanDeduction::NO_LIMIT);
    if (is_welcome) set = *smaller.found;
}

void ReasonFinder::write(const Set& set, const Claim& claim, Reason& reason) {
    reason.clues.clear();
    for (const std::uint32_t i : set) reason.clues.push_back(system_.constraints[i].clue);
    std::ranges::sort(reason.clues);
    reason.is_minimal = !proof_.ran_out();
    if (reason.needs_mine_count) {
        reason.technique = Technique::mine_count;
    } else if (!human_reaches(set, claim, HumanDeduction::NO_LIMIT)) {
        reason.technique = Technique::component;
    } else {
        reason.steps = part_human_.find(claim.cell)->step;
        const Technique compared = set.size() <= 2 ? Technique::pair : Technique::several;
        reason.technique = reason.steps == 0 ? Technique::single_clue : compared;
    }
}

}  // namespace sapper
