// The human-like deduction and the reasons, against brute force.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "advice/reasons.h"
#include "check.h"
#include "game/random.h"

using namespace sapper;

namespace {

bool fits(const ConstraintSystem& system, std::uint32_t index, std::uint32_t mines) {
    const Constraint& constraint = system.constraints[index];
    std::int32_t used = 0;
    for (const Cell cell : system.cells_of(constraint)) used += mines >> cell & 1;
    return used >= constraint.low && used <= constraint.high;
}

// Whether the chosen constraints leave no placement in which the cell is otherwise.
bool proves(const ConstraintSystem& system, const std::vector<std::uint32_t>& chosen,
            const Claim& claim) {
    for (std::uint32_t mines = 0; mines < (1U << system.num_cells()); ++mines) {
        if ((mines >> claim.cell & 1) == claim.is_mine) continue;
        const bool all = std::ranges::all_of(
            chosen, [&](std::uint32_t index) { return fits(system, index, mines); });
        if (all) return false;
    }
    return true;
}

// Constraints with ranges that all hold for one hidden set of mines.
ConstraintSystem random_system(Random& random) {
    const std::size_t num_cells = 1 + random.below(11);
    const std::uint64_t mines = random.below(std::uint64_t{1} << num_cells);
    ConstraintSystem system;
    system.reset(num_cells);
    for (Cell cell = 0; cell < num_cells; ++cell) system.mark_unknown(cell);
    for (std::uint64_t i = random.below(7); i > 0; --i) {
        std::vector<Cell> cells;
        std::int32_t held = 0;
        for (Cell cell = 0; cell < num_cells; ++cell) {
            if (random.below(2) == 0) continue;
            cells.push_back(cell);
            held += mines >> cell & 1;
        }
        const auto slack = static_cast<std::int32_t>(random.below(4) == 0);
        system.add(cells, std::max(held - slack, 0), held + slack, NO_CELL);
    }
    return system;
}

void test_findings_follow_from_their_sources() {
    Random random(7);
    HumanDeduction human;
    for (int i = 0; i < 2000; ++i) {
        const ConstraintSystem system = random_system(random);
        std::size_t before = 0;
        for (const std::uint32_t steps : {0U, 1U, 2U, HumanDeduction::NO_LIMIT}) {
            CHECK(human.run(system, steps));
            CHECK(human.findings().size() >= before);
            before = human.findings().size();
            for (const HumanFinding& finding : human.findings()) {
                std::vector<std::uint32_t> sources;
                human.list_sources(finding, sources);
                CHECK(finding.step <= steps);
                CHECK(proves(system, sources, {finding.cell, finding.is_mine}));
            }
        }
    }
}

void test_contradictory_constraints_are_survived() {
    Random random(11);
    HumanDeduction human;
    for (int i = 0; i < 2000; ++i) {
        ConstraintSystem system = random_system(random);
        for (Constraint& constraint : system.constraints) {
            constraint.low += static_cast<std::int32_t>(random.below(2));
            constraint.high -= static_cast<std::int32_t>(random.below(2));
        }
        human.run(system, HumanDeduction::NO_LIMIT);
    }
}

// A random layout, partly revealed.
Position random_position(Random& random) {
    Position position{
        1 + static_cast<int>(random.below(12)), 1 + static_cast<int>(random.below(12)), 0, {}};
    const auto num_cells = static_cast<std::size_t>(position.columns * position.rows);
    std::vector<std::uint8_t> mines(num_cells);
    for (std::uint8_t& mine : mines) mine = random.below(4) == 0;
    position.num_mines = std::count(mines.begin(), mines.end(), 1);
    position.cells.assign(num_cells, COVERED);
    for (Cell cell = 0; cell < num_cells; ++cell) {
        if (random.below(3) == 0) continue;
        if (mines[cell]) {
            if (random.below(3) == 0) position.cells[cell] = FLAGGED;
            continue;
        }
        Code clue = 0;
        for_each_neighbour(cell, position.columns, position.rows,
                           [&](Cell neighbour) { clue += mines[neighbour]; });
        position.cells[cell] = clue;
    }
    return position;
}

void test_no_clue_of_a_reason_can_be_left_out() {
    Random random(3);
    ReasonFinder finder;
    PartProof proof;
    std::size_t num_reasons = 0;
    for (int i = 0; i < 300; ++i) {
        const Position position = random_position(random);
        const bool trust_flags = random.below(2) == 0;
        finder.look_at(position.view(), {trust_flags, true, DEFAULT_MAX_STATES});
        ConstraintSystem system;
        build_constraints(position.view(), {trust_flags, {}}, system);
        proof.look_at(system);
        for (Cell cell = 0; cell < position.cells.size(); ++cell) {
            const Mark mark = finder.mark(cell);
            if (mark != Mark::safe && mark != Mark::mine) continue;
            const Reason reason = finder.find(cell);
            const Claim claim{cell, mark == Mark::mine};
            std::vector<std::uint32_t> chosen;
            for (std::uint32_t c = 0; c < system.constraints.size(); ++c) {
                if (std::ranges::binary_search(reason.clues, system.constraints[c].clue)) {
                    chosen.push_back(c);
                }
            }
            CHECK(reason.is_minimal);
            CHECK_EQ(chosen.size(), reason.clues.size());
            proof.start_work(1e9);
            CHECK(proof.holds(chosen, claim, reason.needs_mine_count));
            for (std::size_t left_out = 0; left_out < chosen.size(); ++left_out) {
                std::vector<std::uint32_t> rest = chosen;
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left_out));
                CHECK(!proof.holds(rest, claim, reason.needs_mine_count));
            }
            ++num_reasons;
        }
    }
    CHECK(num_reasons > 1000);
}

}  // namespace

int main() {
    test_findings_follow_from_their_sources();
    test_contradictory_constraints_are_survived();
    test_no_clue_of_a_reason_can_be_left_out();
}
