// Conflicts with the number of mines.
//
// Constraints that share no cells add up: the fewest mines of all together is
// the sum of the fewest of each connected group, and so is the number of cells
// that must stay safe. The groups that go farthest are taken until together
// they force more mines than there are (or leave too few cells for them); then
// each is reduced while the sum stays large enough. A constraint that was
// needed while other groups were larger is needed after they shrink, so the
// result is irreducible.
#include <algorithm>
#include <ranges>

#include "logic/explain/conflict.h"

namespace sapper {

ConflictFinder::Set ConflictFinder::find_with_total() {
    const auto num_unknown = static_cast<std::int64_t>(whole_->num_unknown + whole_->unlisted_sea);
    if (whole_->total < 0 || whole_->total > num_unknown) return {};
    std::vector<Group> groups = find_groups();
    Set found;
    goal_ = Goal::mines;
    if (try_bound(groups, whole_->total + 1, found)) return found;
    goal_ = Goal::safe_cells;
    if (try_bound(groups, num_unknown - whole_->total + 1, found)) return found;
    // Neither too many nor too few: a number in between that no placement has.
    goal_ = Goal::conflict_with_total;
    Set all;
    for (std::uint32_t i = 0; i < whole_->constraints.size(); ++i) all.push_back(i);
    Set background;
    return explain(background, false, all);
}

std::vector<ConflictFinder::Group> ConflictFinder::find_groups() {
    std::vector<Group> groups;
    std::vector<std::uint8_t> is_in(whole_->constraints.size(), 0);
    for (std::uint32_t start = 0; start < whole_->constraints.size(); ++start) {
        if (is_in[start]) continue;
        is_in[start] = 1;
        Set group{start};
        for (std::size_t next = 0; next < group.size(); ++next) {
            for (const Cell cell : whole_->cells_of(whole_->constraints[group[next]])) {
                for (const std::uint32_t i : std::views::reverse(incidence_.of(cell))) {
                    if (is_in[i]) continue;
                    is_in[i] = 1;
                    group.push_back(i);
                }
            }
        }
        groups.push_back({std::move(group), 0});
    }
    return groups;
}

// Fewest mines, or fewest safe cells, that the constraints force; 0 if unknown.
std::int64_t ConflictFinder::measure(std::span<const std::uint32_t> constraints) {
    make_part(constraints);
    const EngineStatus status = engine_.count(part_, {false, MAX_TEST_STATES});
    work_ += static_cast<double>(constraints.size() + engine_.sweep.num_values / 8 + 1);
    if (status != EngineStatus::solved) {
        ran_out_ = true;
        return 0;
    }
    std::int64_t fewest = engine_.propagation.mines_decided;
    std::int64_t most = fewest + engine_.frontier.sea - part_.unlisted_sea;
    for (const SweepPart& swept : engine_.sweep.parts) {
        fewest += swept.mines_low;
        most += swept.mines_low + swept.mines_count - 1;
    }
    return goal_ == Goal::mines ? fewest : static_cast<std::int64_t>(part_.num_unknown) - most;
}

bool ConflictFinder::try_bound(std::vector<Group>& groups, std::int64_t needed, Set& found) {
    for (Group& group : groups) group.amount = measure(group.constraints);
    const auto per_constraint = [](const Group& group) {
        return static_cast<double>(group.amount) / static_cast<double>(group.constraints.size());
    };
    std::ranges::stable_sort(groups, std::ranges::greater{}, per_constraint);
    std::int64_t sum = 0;
    std::size_t end = 0;
    while (end < groups.size() && sum < needed) sum += groups[end++].amount;
    if (sum < needed) return false;
    for (std::size_t i = end; i-- > 0;) {
        Group& group = groups[i];
        if (sum - group.amount >= needed) {
            sum -= group.amount;
            continue;
        }
        goal_amount_ = needed - (sum - group.amount);
        Set background;
        const Set kept = explain(background, false, group.constraints);
        sum += measure(kept) - group.amount;
        found.insert(found.end(), kept.begin(), kept.end());
    }
    return true;
}

}  // namespace sapper
