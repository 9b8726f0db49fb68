#include "logic/part_proof.h"

namespace sapper {

namespace {

// A single test may not be wider than this, which takes some milliseconds.
constexpr std::uint64_t MAX_TEST_STATES = 200'000;

}  // namespace

void PartProof::look_at(const ConstraintSystem& system) {
    whole = &system;
    local.assign(system.num_cells(), NO_CELL);
}

Cell PartProof::to_local(Cell cell) {
    if (local[cell] == NO_CELL) {
        local[cell] = static_cast<Cell>(mapped.size());
        mapped.push_back(cell);
    }
    return local[cell];
}

bool PartProof::holds(std::span<const std::uint32_t> chosen, const Claim& claim, bool use_total) {
    work_left -= static_cast<double>(chosen.size()) + 1.0;
    if (work_left < 0.0) return false;
    part.reset(0);
    mapped.clear();
    for (const std::uint32_t index : chosen) {
        const Constraint& constraint = whole->constraints[index];
        scratch.clear();
        for (const Cell cell : whole->cells_of(constraint)) scratch.push_back(to_local(cell));
        part.add(scratch, constraint.low, constraint.high, constraint.clue);
    }
    const Cell target = to_local(claim.cell);
    const std::int32_t otherwise = claim.is_mine ? 0 : 1;
    part.add({&target, 1}, otherwise, otherwise, NO_CELL);
    for (const Cell cell : mapped) local[cell] = NO_CELL;
    part.is_unknown.assign(mapped.size(), 1);
    part.num_unknown = static_cast<std::uint32_t>(mapped.size());
    part.unlisted_sea = whole->num_unknown + whole->unlisted_sea - part.num_unknown;
    part.has_total = use_total && whole->has_total;
    part.total = whole->total;
    const EngineStatus status = engine.count(part, {part.has_total, MAX_TEST_STATES});
    if (status == EngineStatus::OUT_OF_BUDGET) is_too_wide = true;
    return status == EngineStatus::INCONSISTENT;
}

}  // namespace sapper
