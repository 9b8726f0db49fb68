// The search and the count of placements against brute force over cells.
#include <algorithm>

#include "agents/papers/becerra/placement_count.h"
#include "agents/papers/becerra/search.h"
#include "logic/position/errors.h"
#include "tests/check.h"

namespace {

using namespace sapper;

const Frame FRAME(8, 8);

// A constraint on some of the eight cells around a clue, in the order of the mask.
ClueConstraint around(int column, int row, unsigned which, int mines) {
    ClueConstraint out{FRAME.to_padded(static_cast<Cell>(row * 8 + column)), 0, mines};
    unsigned bit = 0;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            if (which >> bit++ & 1) out.mask |= Mask{1} << (MASK_CENTRE + 8 * down + right);
        }
    }
    return out;
}

struct Counted {
    double placements = 0;
    double mines = 0;
};

Counted brute_force(const std::vector<ClueConstraint>& constraints) {
    std::vector<Padded> cells;
    for (const auto& constraint : constraints) {
        for_constrained(FRAME, constraint, [&](Padded at) {
            if (std::find(cells.begin(), cells.end(), at) == cells.end()) cells.push_back(at);
        });
    }
    Counted out;
    for (unsigned placement = 0; placement < 1U << cells.size(); ++placement) {
        const auto fits = [&](const ClueConstraint& constraint) {
            int mines = 0;
            for_constrained(FRAME, constraint, [&](Padded at) {
                const auto index = std::find(cells.begin(), cells.end(), at) - cells.begin();
                mines += static_cast<int>(placement >> index & 1);
            });
            return mines == constraint.mines;
        };
        if (!std::all_of(constraints.begin(), constraints.end(), fits)) continue;
        out.placements += 1;
        out.mines += std::popcount(placement);
    }
    return out;
}

void count_is_that_of_brute_force() {
    Random random(7);
    int with_placements = 0;
    for (int round = 0; round < 500; ++round) {
        std::vector<ClueConstraint> constraints;
        for (int i = 0; i < 4; ++i) {
            const auto which = static_cast<unsigned>(random.below(255)) + 1;
            const auto mines = static_cast<int>(
                random.below(static_cast<std::uint64_t>(std::popcount(which)) + 1));
            constraints.push_back(around(2 + static_cast<int>(random.below(3)),
                                         2 + static_cast<int>(random.below(2)), which, mines));
        }
        SearchSpace space;
        space.build(FRAME, constraints);
        PlacementCount count;
        count.count(space);
        const Counted expected = brute_force(constraints);
        CHECK_EQ(count.weighed_total(), expected.placements);
        CHECK_EQ(count.weighed_mines(), expected.mines);
        with_placements += expected.placements > 0;
    }
    CHECK(with_placements > 50);
}

void search_ends_at_its_limit() {
    SearchSpace space;
    const std::vector<ClueConstraint> constraints{around(2, 2, 0xff, 4), around(3, 2, 0xff, 4),
                                                  around(2, 4, 0xff, 4)};
    space.build(FRAME, constraints);
    Search search;
    CHECK(search.start(space, 5));
    bool ended = false;
    try {
        search.for_assignments([](const std::vector<int>&) {});
    } catch (const BudgetExceededError& error) {
        ended = error.max_states == 5;
    }
    CHECK(ended);
}

}  // namespace

int main() {
    count_is_that_of_brute_force();
    search_ends_at_its_limit();
    return 0;
}
