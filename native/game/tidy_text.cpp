#include "game/tidy_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sapper {

namespace {

constexpr std::string_view BYTE_ORDER_MARK = "\xef\xbb\xbf";

constexpr std::array<std::pair<std::string_view, std::string_view>, 21> CHARACTERS{{
    {BYTE_ORDER_MARK, ""},                     // at the start of a file, or where files were joined
    {"\u00a0", " "},                           // a space that does not break
    {"\u00b7", "."},       {"\u2026", "..."},  // an editor's three dots
    {"\u25a0", "."},                           // squares, full, empty and shaded
    {"\u25a1", "."},       {"\u25a2", "."},   {"\u25fb", "."},
    {"\u25fc", "."},       {"\u2588", "."},   {"\u2591", "."},
    {"\u2592", "."},       {"\u2593", "."},   {"\u2b1b", "."},
    {"\u2b1c", "."},       {"\u2690", "F"},   {"\u2691", "F"},
    {"\U0001f6a9", "F"},   {"\u2739", "*"},   {"\U0001f4a3", "*"},
    {"\ufe0f", ""},  // asks for the colourful form of the character before it
}};

// U+2500 to U+257F: lines and corners.
bool is_of_a_frame(std::string_view character) {
    return character.size() == 3 && character[0] == '\xe2' &&
           (character[1] == '\x94' || character[1] == '\x95');
}

void add_character(std::string& out, std::string_view character) {
    if (character == "f") {
        out += 'F';
    } else if (character == "|" || is_of_a_frame(character)) {
        out += ' ';
    } else {
        const auto known = std::find_if(CHARACTERS.begin(), CHARACTERS.end(),
                                        [&](const auto& one) { return one.first == character; });
        out += known == CHARACTERS.end() ? character : known->second;
    }
}

// A line such as +---+ says nothing.
bool is_ruled(std::string_view line) {
    return line.find_first_of("-=") != line.npos &&
           line.find_first_not_of("+-=| \t\r") == line.npos;
}

}  // namespace

std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.empty() ? 0 : text.front());
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length > text.size()) return 1;
    const auto goes_on = [](char byte) { return (byte & '\xc0') == '\x80'; };
    return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length),
                       goes_on)
               ? length
               : 1;
}

std::string tidy_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (is_ruled(line)) line = {};
        while (!line.empty()) {
            const std::size_t length = character_length(line);
            add_character(out, line.substr(0, length));
            line.remove_prefix(length);
        }
        if (!text.empty()) out += '\n';
    }
    return out;
}

std::string close_up_cells(std::string_view rows) {
    const auto parts = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    bool is_apart = false;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        const auto is_cell = [&](char c) { return !parts(c) && c != '\n' && c != '/'; };
        if (is_cell(rows[i]) && is_cell(rows[i + 1])) return std::string(rows);
        is_apart = is_apart || rows[i] == ' ' || rows[i] == '\t';
    }
    std::string out(rows);
    if (is_apart) out.erase(std::remove_if(out.begin(), out.end(), parts), out.end());
    return out;
}

}  // namespace sapper
