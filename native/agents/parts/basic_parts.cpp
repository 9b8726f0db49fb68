#include "agents/parts/basic_parts.h"

#include "game/errors.h"

namespace sapper {

Cell RandomOpener::open(const Sight& sight, Random& random) {
    const auto count = static_cast<Cell>(sight.frame.columns * sight.frame.rows);
    const auto fits = [&](Cell cell) { return sight.num_mines <= sight.rules->most_mines(cell); };
    // Only a crowded grid with a first click `zero` can leave too little room somewhere;
    // the cell nearest to the middle has the most neighbours.
    const Cell middle =
        static_cast<Cell>(sight.frame.rows / 2 * sight.frame.columns + sight.frame.columns / 2);
    if (sight.rules == nullptr || fits(middle)) return static_cast<Cell>(random.below(count));
    std::vector<Cell> roomy;
    for (Cell cell = 0; cell < count; ++cell) {
        if (fits(cell)) roomy.push_back(cell);
    }
    if (roomy.empty()) throw Error("expected a cell that may be opened, found none");
    return roomy[random.below(roomy.size())];
}

Cell FixedOpener::open(const Sight& sight, Random&) {
    const auto columns = static_cast<std::int64_t>(sight.frame.columns);
    const auto rows = static_cast<std::int64_t>(sight.frame.rows);
    if (column_ >= columns || row_ >= rows || column_ < 0 || row_ < 0) {
        throw RulesError("expected a first cell on a grid of " + std::to_string(columns) + "x" +
                         std::to_string(rows) + ", got r" + std::to_string(row_ + 1) + "c" +
                         std::to_string(column_ + 1));
    }
    return static_cast<Cell>(row_ * columns + column_);
}

Padded RandomGuesser::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    // Every cell is written and the count moves on for allowed ones only: no branch to mispredict.
    allowed_.resize(sight.view.size());
    Padded* end = allowed_.data();
    const Code* view = sight.view.data();
    const Mark* marks = proofs.marks();
    // The frame around the grid shows EDGE, so one run over the padded array will do.
    const auto size = static_cast<Padded>(sight.view.size());
    for (Padded at = 0; at < size; ++at) {
        *end = at;
        end += static_cast<int>(view[at] == COVERED) & static_cast<int>(marks[at] != Mark::mine);
    }
    return allowed_[random.below(static_cast<std::uint64_t>(end - allowed_.data()))];
}

}  // namespace sapper
