// Text and bytes to positions and layouts, and back.
//
// Three formats: the house notation (`..1./..2./11../.... 3`, also over many
// lines), the `.mine` text of the JavaScript analyser, and MBF boards. Readers
// take any bytes and either return a value or throw NotationError.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace sapper {

// Where the mines are.
struct LayoutData {
    int columns = 0;
    int rows = 0;
    std::vector<Cell> mines;  // ascending
};

Position parse_position(std::string_view text);
std::string format_position(const PositionView& position);

// First line WxHxM, then H rows of 0-8, H covered, F flag, M or ? mine.
Position parse_mine_text(std::string_view text);
std::string format_mine_text(const PositionView& position);

// Byte 0 columns, byte 1 rows, bytes 2-3 number of mines (big-endian), then a
// column byte and a row byte per mine, counted from 0 at the top left.
LayoutData parse_mbf(std::string_view bytes);
std::string format_mbf(const LayoutData& layout);

}  // namespace sapper
