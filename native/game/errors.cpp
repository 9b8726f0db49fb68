#include "game/errors.h"

#include <cstdio>
#include <string_view>

#include "game/tidy_text.h"

namespace sapper {

namespace {

// Whether a character of several bytes can be shown: no control, no mark that turns the
// direction of writing, nothing invisible.
bool is_shown(std::string_view character) {
    if (character.size() == 2) return character >= "\u00a0";
    const auto between = [&](std::string_view low, std::string_view high) {
        return character >= low && character <= high;
    };
    const bool is_shortest =
        character.size() == 3 ? character >= "\u0800" : character >= "\U00010000";
    return character.size() > 1 && is_shortest && !between("\u200b", "\u200f") &&
           !between("\u2028", "\u202e") && !between("\u2060", "\u206f") &&
           !between("\xed\xa0\x80", "\xed\xbf\xbf") && character != "\ufeff" &&
           character < "\U000e0000";
}

}  // namespace

std::string quote(std::string_view text, std::size_t longest) {
    std::string out = "'";
    for (std::size_t count = 0; !text.empty() && count < longest; ++count) {
        std::size_t length = character_length(text);
        const auto byte = static_cast<unsigned char>(text.front());
        if (is_shown(text.substr(0, length))) {
            out += text.substr(0, length);
        } else if (byte == '\n') {
            out += "\\n";
        } else if (byte < 0x20 || byte >= 0x7f || byte == '\'' || byte == '\\') {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\x%02x", byte);
            out += buffer;
            length = 1;
        } else {
            out += static_cast<char>(byte);
        }
        text.remove_prefix(length);
    }
    return out + (text.empty() ? "'" : "…'");
}

}  // namespace sapper
