#include "game/problems.h"

#include <algorithm>

namespace sapper {

namespace {

struct Around {
    int covered = 0;
    int marked = 0;  // flagged or a mine shown
};

Around count_around(const PositionView& position, int row, int column) {
    Around around;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, position.rows - 1); ++r) {
        const Code* line = position.cells.data() + static_cast<std::size_t>(r) * position.columns;
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, position.columns - 1);
             ++c) {
            around.covered += line[c] == COVERED;
            around.marked += line[c] == FLAGGED || line[c] == MINE_SHOWN;
        }
    }
    return around;
}

}  // namespace

std::vector<Problem> find_problems(const PositionView& position) {
    std::vector<Problem> problems;
    std::int64_t covered = 0, marked = 0;
    for (int row = 0; row < position.rows; ++row) {
        for (int column = 0; column < position.columns; ++column) {
            const auto cell = static_cast<Cell>(row) * position.columns + column;
            const Code code = position.cells[cell];
            covered += code == COVERED;
            marked += code == FLAGGED || code == MINE_SHOWN;
            if (!is_clue(code)) continue;
            const Around around = count_around(position, row, column);
            if (code > around.covered + around.marked) {
                problems.push_back(
                    {ProblemKind::clue_too_high, cell, code, around.covered + around.marked});
            } else if (code < around.marked) {
                problems.push_back({ProblemKind::clue_too_low, cell, code, around.marked});
            }
        }
    }
    const std::int64_t mines = position.num_mines;
    if (mines < 0) problems.push_back({ProblemKind::negative_mines, 0, mines, 0});
    if (marked > std::max<std::int64_t>(mines, 0)) {
        problems.push_back({ProblemKind::too_many_marks, 0, marked, mines});
    }
    if (mines > covered + marked) {
        problems.push_back({ProblemKind::too_many_mines, 0, mines, covered + marked});
    }
    return problems;
}

}  // namespace sapper
