#include "boards/certificate.h"

#include "game/json.h"

namespace sapper {

void Certificate::add(Technique technique, bool are_mines, std::span<const Cell> proven,
                      std::span<const Cell> clues, double risk) {
    const auto first_swap = steps.empty() ? 0 : steps.back().first_swap + steps.back().num_swaps;
    steps.push_back({technique, are_mines, static_cast<std::uint32_t>(cells.size()),
                     static_cast<std::uint32_t>(proven.size()),
                     static_cast<std::uint32_t>(clues.size()), first_swap,
                     static_cast<std::uint32_t>(swaps.size()) - first_swap, risk});
    cells.insert(cells.end(), proven.begin(), proven.end());
    cells.insert(cells.end(), clues.begin(), clues.end());
}

Grade Certificate::grade() const {
    Grade grade;
    for (const Step& step : steps) {
        if (step.technique != Technique::guess)
            ++grade.steps[static_cast<std::size_t>(step.technique)];
    }
    return grade;
}

std::string Certificate::to_json(int columns) const {
    JsonWriter out(columns);
    out.open('[');
    for (const Step& step : steps) {
        out.line();
        out.open('{');
        out.field("technique", name_of(step.technique));
        out.field("are", step.are_mines ? "mines" : "safe");
        out.cells_field("cells", cells_of(step));
        out.cells_field("clues", clues_of(step));
        if (step.technique == Technique::mine_count) {
            out.key("swaps");
            out.open('[');
            for (const std::vector<Cell>& swap : swaps_of(step)) out.cells(swap);
            out.close(']');
        }
        if (step.technique == Technique::guess) out.field("risk", step.risk);
        out.close('}');
    }
    out.close(']');
    return out.take();
}

}  // namespace sapper
