#include "logic/play/optimum.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "game/stop.h"
#include "logic/play/one_row.h"

namespace sapper {

namespace {

// Layouts that are listed take memory: never more than this, whatever is asked for.
constexpr std::uint64_t MOST_BYTES = std::uint64_t{1} << 32;

// A row with no more layouts than this is searched sooner by a table of them.
constexpr double FEW_LAYOUTS = 60'000;

// Cells that may hold a mine when the game begins at `first`.
std::vector<Cell> allowed_cells(const Rules& rules, Cell first) {
    const auto columns = static_cast<std::int64_t>(rules.columns);
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < static_cast<Cell>(rules.num_cells()); ++cell) {
        const std::int64_t rows = std::abs(static_cast<std::int64_t>(cell) / columns -
                                           static_cast<std::int64_t>(first) / columns);
        const std::int64_t across = std::abs(static_cast<std::int64_t>(cell) % columns -
                                             static_cast<std::int64_t>(first) % columns);
        const bool is_near = rows <= 1 && across <= 1;
        if (rules.first_click == FirstClick::zero && is_near) continue;
        if (rules.first_click == FirstClick::safe && cell == first) continue;
        cells.push_back(cell);
    }
    return cells;
}

// The smallest cell that a reflection or rotation of the grid maps this one to.
Cell orbit_of(const Rules& rules, Cell cell) {
    const int columns = rules.columns, rows = rules.rows;
    int row = static_cast<int>(cell) / columns, column = static_cast<int>(cell) % columns;
    row = std::min(row, rows - 1 - row);
    column = std::min(column, columns - 1 - column);
    if (rows == columns && row > column) std::swap(row, column);
    return static_cast<Cell>(row * columns + column);
}

void list_layouts(const std::vector<Cell>& allowed, std::size_t num_cells, std::size_t mines,
                  std::vector<std::uint8_t>& rows) {
    std::vector<std::size_t> chosen(mines);
    for (std::size_t i = 0; i < mines; ++i) chosen[i] = i;
    rows.clear();
    if (mines > allowed.size()) return;
    while (true) {
        const std::size_t start = rows.size();
        if (start / num_cells % STEPS_A_LOOK == 0) check_stop();
        rows.resize(start + num_cells, 0);
        for (const std::size_t i : chosen) rows[start + allowed[i]] = 1;
        std::size_t i = mines;
        while (i > 0 && chosen[i - 1] == allowed.size() - mines + i - 1) --i;
        if (i == 0) return;
        ++chosen[i - 1];
        for (; i < mines; ++i) chosen[i] = chosen[i - 1] + 1;
    }
}

bool is_better(const FirstCellValue& a, const FirstCellValue& b) {
    return b.layouts == 0 || a.wins * b.layouts > b.wins * a.layouts;
}

// Tables of layouts, or what takes their place on grids of one row.
class FirstCellSearch {
  public:
    explicit FirstCellSearch(const Rules& rules)
        : rules_(rules),
          frame_(rules.columns, rules.rows),
          num_cells_(static_cast<std::size_t>(rules.num_cells())),
          num_mines_(static_cast<std::size_t>(rules.num_mines)) {
        Rules all = rules;
        all.first_click = FirstClick::any;
        if (std::min(rules.columns, rules.rows) == 1 && num_cells_ <= OneRow::MOST_CELLS &&
            count_layouts(all, 0) > FEW_LAYOUTS) {
            row_ = std::make_unique<OneRow>(num_cells_, num_mines_);
        }
    }

    // Layouts won after a first cell, as Endgame::solve_after(); false where a limit ended it.
    bool solve(Cell first, std::uint64_t max_layouts, std::uint64_t max_nodes, std::uint32_t beat,
               std::uint64_t& wins) {
        if (row_) {
            return row_->solve_after(first, rules_.first_click == FirstClick::zero, max_nodes,
                                     wins);
        }
        // A safe first cell wins the layouts that it wins where it may be a mine: one table,
        // and all that was found about it, serves every first cell.
        const bool is_shared = rules_.first_click != FirstClick::zero;
        Rules listed = rules_;
        if (is_shared) listed.first_click = FirstClick::any;
        if (count_layouts(listed, first) > static_cast<double>(max_layouts)) return false;
        if (rows_.empty() || !is_shared) {
            states_before_ += endgame_.states();
            list_layouts(allowed_cells(listed, first), num_cells_, num_mines_, rows_);
            endgame_.read(frame_, rows_, rows_.size() / num_cells_);
        }
        std::uint32_t found = 0;
        const bool is_done = endgame_.solve_after(frame_.to_padded(first), max_nodes, beat, found);
        wins = found;
        return is_done;
    }
    std::uint64_t nodes() const { return row_ ? row_->nodes() : endgame_.nodes(); }  // of the last
    std::uint64_t states() const {
        return row_ ? row_->states() : states_before_ + endgame_.states();
    }

  private:
    Rules rules_;
    Frame frame_;
    std::size_t num_cells_, num_mines_;
    std::unique_ptr<OneRow> row_;
    Endgame endgame_;
    std::vector<std::uint8_t> rows_;
    std::uint64_t states_before_ = 0;  // of tables that are gone
};

}  // namespace

double count_layouts(const Rules& rules, Cell first) {
    const auto n = static_cast<double>(allowed_cells(rules, first).size());
    double count = 1.0;
    for (std::int64_t k = 0; k < rules.num_mines; ++k) {
        count = count * (n - static_cast<double>(k)) / static_cast<double>(k + 1);
    }
    return std::min(std::round(count), 9007199254740992.0);
}

Optimum find_optimum(const Rules& rules, std::uint64_t max_layouts, std::uint64_t max_nodes) {
    Optimum optimum;
    const auto num_cells = static_cast<std::size_t>(rules.num_cells());
    max_layouts = std::min(max_layouts, MOST_BYTES / num_cells);
    FirstCellSearch search(rules);
    FirstCellValue best;
    for (Cell first = 0; first < num_cells; ++first) {
        if (orbit_of(rules, first) != first) continue;
        const double layouts = count_layouts(rules, first);
        if (layouts < 1.0) continue;  // the rule leaves no room for the mines here
        if (optimum.nodes >= max_nodes) return optimum;
        // Another first cell must do at least as well as the best so far.
        const double share = best.layouts == 0 ? 0.0
                                               : static_cast<double>(best.wins) * layouts /
                                                     static_cast<double>(best.layouts);
        const auto beat = static_cast<std::uint32_t>(std::max(0.0, std::ceil(share - 1e-9) - 1.0));
        std::uint64_t wins = 0;
        const bool is_done =
            search.solve(first, max_layouts, max_nodes - optimum.nodes, beat, wins);
        optimum.nodes += search.nodes();
        if (!is_done) return optimum;
        if (wins <= beat) continue;
        optimum.first.push_back({first, wins, static_cast<std::uint64_t>(layouts)});
        if (is_better(optimum.first.back(), best)) best = optimum.first.back();
    }
    optimum.states = search.states();
    std::erase_if(optimum.first, [&](const FirstCellValue& one) { return is_better(best, one); });
    optimum.is_done = !optimum.first.empty();
    return optimum;
}

}  // namespace sapper
