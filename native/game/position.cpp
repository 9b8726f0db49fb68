#include "game/position.h"

namespace sapper {

std::string format_cell(Cell cell, int columns) {
    const auto width = static_cast<Cell>(columns);
    std::string text = "r";
    text.append(std::to_string(cell / width + 1)).append("c");
    return text.append(std::to_string(cell % width + 1));
}

}  // namespace sapper
