#include "boards/clue_search.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sapper {

namespace {

// Constraints tested in all for one claim; no position of play comes near it.
constexpr double MAX_WORK = 1e6;

}  // namespace

void ClueSearch::look_at(const ConstraintSystem& system, int columns) {
    system_ = &system;
    columns_ = columns;
    incidence_.look_at(system);
    proof_.look_at(system);
}

std::int64_t ClueSearch::distance(std::uint32_t constraint, Cell cell) const {
    const auto columns = static_cast<std::int64_t>(columns_);
    const std::int64_t clue = system_->constraints[constraint].clue;
    const std::int64_t rows = clue / columns - static_cast<std::int64_t>(cell) / columns;
    const std::int64_t across = clue % columns - static_cast<std::int64_t>(cell) % columns;
    return rows * rows + across * across;
}

void ClueSearch::sort_by_distance(Cell cell) {
    std::ranges::sort(set_, {}, [&](std::uint32_t i) { return std::tuple(distance(i, cell), i); });
}

// Leaves out what is not needed, from the far end.
template <class Test>
void ClueSearch::thin_out(Test proves) {
    for (std::size_t i = set_.size(); i-- > 0;) {
        rest_ = set_;
        rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
        if (proves(rest_)) set_.swap(rest_);
    }
}

bool ClueSearch::compares(std::span<const std::uint32_t> chosen, const Claim& claim) {
    if (!human_.run(*system_, chosen, HumanDeduction::NO_LIMIT)) return false;
    const HumanFinding* finding = human_.find(claim.cell);
    return finding != nullptr && finding->is_mine == claim.is_mine;
}

// Adds the constraints that share a cell with the last ring; false if there are none.
bool ClueSearch::grow() {
    const std::size_t end = set_.size();
    for (; ring_ < end; ++ring_) {
        for (const Cell cell : system_->cells_of(system_->constraints[set_[ring_]])) {
            for (const std::uint32_t i : incidence_.of(cell)) {
                if (is_in_[i]) continue;
                is_in_[i] = 1;
                set_.push_back(i);
            }
        }
    }
    return set_.size() > end;
}

bool ClueSearch::find_near(const Claim& claim) {
    proof_.start_work(MAX_WORK);
    is_in_.assign(system_->constraints.size(), 0);
    const auto around = incidence_.of(claim.cell);
    set_.assign(around.begin(), around.end());
    for (const std::uint32_t i : set_) is_in_[i] = 1;
    ring_ = 0;
    while (!proof_.holds(set_, claim, false)) {
        if (!grow()) return false;
    }
    sort_by_distance(claim.cell);
    thin_out([&](const auto& set) { return proof_.holds(set, claim, false); });
    return true;
}

bool ClueSearch::find_with_total(const Claim& claim) {
    proof_.start_work(MAX_WORK);
    set_.resize(system_->constraints.size());
    std::iota(set_.begin(), set_.end(), 0U);
    sort_by_distance(claim.cell);
    if (!proof_.holds(set_, claim, true)) return false;
    thin_out([&](const auto& set) { return proof_.holds(set, claim, true); });
    return true;
}

bool ClueSearch::find_compared(std::span<const std::uint32_t> given, const Claim& claim) {
    set_.assign(given.begin(), given.end());
    sort_by_distance(claim.cell);
    if (!compares(set_, claim)) return false;
    thin_out([&](const auto& set) { return compares(set, claim); });
    return true;
}

}  // namespace sapper
