#include "boards/certificate.h"

#include <cstdio>

namespace sapper {

namespace {

// The names of the cells in quotes, made once for a whole certificate.
class CellNames {
  public:
    explicit CellNames(int columns) : columns_(static_cast<Cell>(columns)) {}
    void write(std::string& out, std::span<const Cell> cells) {
        out += '[';
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i) out += ", ";
            out += name(cells[i]);
        }
        out += ']';
    }

  private:
    const std::string& name(Cell cell) {
        if (cell >= names_.size()) names_.resize(cell + 1);
        std::string& name = names_[cell];
        if (name.empty()) {
            name = "\"r" + std::to_string(cell / columns_ + 1) + "c" +
                   std::to_string(cell % columns_ + 1) + "\"";
        }
        return name;
    }

    Cell columns_;
    std::vector<std::string> names_;
};

}  // namespace

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

std::string Certificate::to_json(int columns) const {
    CellNames names(columns);
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
