#include "game/rules.h"

#include <algorithm>
#include <string>

#include "game/errors.h"
#include "game/position.h"

namespace sapper {

namespace {

std::string size_text(const Rules& rules) {
    return std::to_string(rules.columns) + "x" + std::to_string(rules.rows);
}

const char* first_click_text(FirstClick rule) {
    switch (rule) {
        case FirstClick::any:
            return "any";
        case FirstClick::safe:
            return "safe";
        default:
            return "zero";
    }
}

}  // namespace

void Rules::check() const {
    if (columns < 1 || rows < 1) {
        throw RulesError("expected at least 1 column and 1 row, got " + size_text(*this));
    }
    if (num_cells() > MAX_CELLS) {
        throw RulesError("expected at most " + std::to_string(MAX_CELLS) + " cells, got " +
                         size_text(*this) + " = " + std::to_string(num_cells()));
    }
    // A corner leaves the most room, so some first cell fits exactly if the corner does.
    const std::int64_t most = most_mines(0);
    if (num_mines < 0 || num_mines > most) {
        throw RulesError("expected 0 to " + std::to_string(most) + " mines on " + size_text(*this) +
                         " with first click '" + first_click_text(first_click) + "', got " +
                         std::to_string(num_mines));
    }
}

void Rules::check_first(std::int64_t first) const {
    if (first < 0 || first >= num_cells()) {
        throw RulesError("expected a first cell from r1c1 to r" + std::to_string(rows) + "c" +
                         std::to_string(columns) + ", got cell number " + std::to_string(first));
    }
    const std::int64_t most = most_mines(static_cast<Cell>(first));
    if (num_mines > most) {
        throw RulesError("a first click '" + std::string(first_click_text(first_click)) + "' at " +
                         format_cell(static_cast<Cell>(first), columns) + " leaves room for " +
                         std::to_string(most) + " mines, got " + std::to_string(num_mines) +
                         "; open at a corner or take fewer mines");
    }
}

}  // namespace sapper
