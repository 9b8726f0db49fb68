// The letters that people, editors and other programs write for cells, as house notation.
#pragma once

#include <string>
#include <string_view>

namespace sapper {

// How many bytes the character at the start of a text has; 1 if it is not UTF-8.
std::size_t character_length(std::string_view text);

// A byte order mark and the lines of a frame are left out; squares are covered cells, flags
// and bombs what they show, `f` is a flag. What is not known stays as it is.
std::string tidy_text(std::string_view text);

// Take out the spaces of rows whose cells are written apart, such as `. . 1/. . 1`.
std::string close_up_cells(std::string_view rows);

}  // namespace sapper
