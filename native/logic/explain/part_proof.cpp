#include "logic/explain/part_proof.h"

#include "game/stop.h"

namespace sapper {

namespace {

// A single test may not be wider than this, which takes some milliseconds.
constexpr std::uint64_t MAX_PART_STATES = 200'000;

}  // namespace

void PartProof::look_at(const ConstraintSystem& system) {
    whole_ = &system;
    local_.assign(system.num_cells(), NO_CELL);
}

Cell PartProof::to_local(Cell cell) {
    if (local_[cell] == NO_CELL) {
        local_[cell] = static_cast<Cell>(mapped_.size());
        mapped_.push_back(cell);
    }
    return local_[cell];
}

bool PartProof::holds(std::span<const std::uint32_t> chosen, const Claim& claim, bool use_total) {
    work_left_ -= static_cast<double>(chosen.size()) + 1.0;
    if (work_left_ < 0.0) return false;
    check_stop();
    part_.reset(0);
    mapped_.clear();
    for (const std::uint32_t index : chosen) {
        const Constraint& constraint = whole_->constraints[index];
        scratch_.clear();
        for (const Cell cell : whole_->cells_of(constraint)) scratch_.push_back(to_local(cell));
        part_.add(scratch_, constraint.low, constraint.high, constraint.clue);
    }
    const Cell target = to_local(claim.cell);
    const std::int32_t otherwise = claim.is_mine ? 0 : 1;
    part_.add({&target, 1}, otherwise, otherwise, NO_CELL);
    for (const Cell cell : mapped_) local_[cell] = NO_CELL;
    part_.is_unknown.assign(mapped_.size(), 1);
    part_.num_unknown = static_cast<std::uint32_t>(mapped_.size());
    part_.unlisted_sea = whole_->num_unknown + whole_->unlisted_sea - part_.num_unknown;
    part_.has_total = use_total && whole_->has_total;
    part_.total = whole_->total;
    const EngineStatus status = engine_.count(part_, {part_.has_total, MAX_PART_STATES});
    spend(static_cast<double>(engine_.sweep.num_values));
    if (status == EngineStatus::out_of_budget) is_too_wide_ = true;
    return status == EngineStatus::inconsistent;
}

}  // namespace sapper
