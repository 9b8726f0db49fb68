#include "agents/parts/place_parts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "agents/first_cells_text.h"
#include "agents/parts/basic_parts.h"
#include "game/frame_walk.h"

namespace sapper {

Cell PlaceOpener::open(const Sight& sight, Random& random) {
    const auto fits = [&](Padded at) {
        return sight.rules == nullptr ||
               sight.num_mines <= sight.rules->most_mines(sight.frame.to_cell(at));
    };
    std::vector<Padded> cells;
    for (int place = static_cast<int>(place_); place >= 0 && cells.empty(); --place) {
        for_cells(sight.frame, [&](Padded at) {
            if (place_of(sight.frame, at) != static_cast<Place>(place) || !fits(at)) return;
            cells.push_back(at);
        });
    }
    return sight.frame.to_cell(draw(cells, random));
}

namespace {

// Of a small grid, where exact best play says otherwise than the general rule. A line of the
// table is a grid with no more rows than columns, the first click, and mines:cell each.
std::optional<Cell> find_first_cell(const Rules& rules) {
    constexpr std::int64_t LARGEST = 36;
    if (rules.num_cells() > LARGEST) return std::nullopt;
    const bool is_turned = rules.rows > rules.columns;
    const int columns = is_turned ? rules.rows : rules.columns;
    const int rows = is_turned ? rules.columns : rules.rows;
    const bool is_zero = rules.first_click == FirstClick::zero;
    const std::string grid =
        "\n" + std::to_string(columns) + "x" + std::to_string(rows) + (is_zero ? " zero" : " safe");
    const std::string_view table = FIRST_CELLS;
    const std::size_t start = table.find(grid);
    if (start == std::string_view::npos) return std::nullopt;
    const std::string_view line = table.substr(start + 1, table.find('\n', start + 1) - start - 1);
    const std::string mines = " " + std::to_string(rules.num_mines) + ":";
    const std::size_t found = line.find(mines);
    if (found == std::string_view::npos) return std::nullopt;
    int cell = 0;
    for (const char digit : line.substr(found + mines.size())) {
        if (digit == ' ') break;
        cell = 10 * cell + (digit - '0');
    }
    const int row = cell / columns, column = cell % columns;
    return static_cast<Cell>(is_turned ? column * rules.columns + row
                                       : row * rules.columns + column);
}

}  // namespace

Cell BestFirst::open(const Sight& sight, Random&) {
    const Rules& rules = *sight.rules;
    if (const auto known = find_first_cell(rules)) return *known;
    if (rules.first_click != FirstClick::zero) return 0;
    constexpr int LARGE = 300;  // cells: expert is larger, intermediate is not
    const int wanted = rules.num_cells() > LARGE ? 3 : 2;
    const auto room_at = [&](int row, int column) {
        const int rows = 1 + (row > 0) + (row + 1 < rules.rows);
        const int columns = 1 + (column > 0) + (column + 1 < rules.columns);
        return rules.num_cells() - rows * columns >= rules.num_mines;
    };
    // Nearer to the corner where the grid is small, or the mines need the room.
    for (int step = wanted; step > 0; --step) {
        const int row = std::min(step, (rules.rows - 1) / 2);
        const int column = std::min(step, (rules.columns - 1) / 2);
        if (room_at(row, column)) return static_cast<Cell>(row * rules.columns + column);
    }
    return 0;
}

Padded PlaceGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    // Ranks: corner, edge, interior by the frontier, interior elsewhere.
    int best_rank = 4;
    best_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        int rank = static_cast<int>(place_of(sight.frame, at));
        if (rank > best_rank) return;
        if (rank == static_cast<int>(Place::interior)) {
            bool by_clue = false;
            sight.frame.for_neighbours(at,
                                       [&](Padded next) { by_clue |= is_clue(sight.view[next]); });
            if (!by_clue) rank = 3;
            if (rank > best_rank) return;
        }
        if (rank < best_rank) best_.clear();
        best_rank = rank;
        best_.push_back(at);
    });
    return draw(best_, random);
}

}  // namespace sapper
