#include "boards/certificate.h"

#include <cstdio>

namespace sapper {

CellNames::CellNames(int columns, int rows) {
    names_.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (int row = 1; row <= rows; ++row) {
        for (int column = 1; column <= columns; ++column) {
            Name name;
            const int length =
                std::snprintf(name.text, sizeof name.text, "\"r%dc%d\"", row, column);
            name.length = static_cast<std::uint8_t>(length);
            names_.push_back(name);
        }
    }
}

void CellNames::write(std::string& out, std::span<const Cell> cells) const {
    out += '[';
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i) out.append(", ", 2);
        out.append(names_[cells[i]].text, names_[cells[i]].length);
    }
    out += ']';
}

void Certificate::add(Rung rung, bool are_mines, std::span<const Cell> proven,
                      std::span<const Cell> clues, double risk) {
    steps.push_back({rung, are_mines, static_cast<std::uint32_t>(cells.size()),
                     static_cast<std::uint32_t>(proven.size()),
                     static_cast<std::uint32_t>(clues.size()), risk});
    cells.insert(cells.end(), proven.begin(), proven.end());
    cells.insert(cells.end(), clues.begin(), clues.end());
}

Grade Certificate::grade() const {
    Grade grade;
    for (const Step& step : steps) {
        if (step.rung != Rung::guess) ++grade.steps[static_cast<std::size_t>(step.rung)];
    }
    return grade;
}

std::string Certificate::to_json(const CellNames& names) const {
    std::string out;
    out.reserve(64 * steps.size() + 10 * cells.size() + 2);
    out += '[';
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        out += i ? ",\n  {\"technique\": \"" : "\n  {\"technique\": \"";
        out += RUNG_NAMES[static_cast<std::size_t>(step.rung)];
        out += step.are_mines ? "\", \"are\": \"mines\", \"cells\": "
                              : "\", \"are\": \"safe\", \"cells\": ";
        names.write(out, cells_of(step));
        out += ", \"clues\": ";
        names.write(out, clues_of(step));
        if (step.rung == Rung::guess) {
            char risk[40];
            std::snprintf(risk, sizeof risk, ", \"risk\": %.17g", step.risk);
            out += risk;
        }
        out += '}';
    }
    out += ']';
    return out;
}

}  // namespace sapper
