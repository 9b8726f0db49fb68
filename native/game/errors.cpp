#include "game/errors.h"

#include <cstdio>
#include <string_view>

namespace sapper {

std::string quote(std::string_view text, std::size_t longest) {
    std::string out = "'";
    for (std::size_t i = 0; i < text.size() && i < longest; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '\n') {
            out += "\\n";
        } else if (byte < 0x20 || byte >= 0x7f || byte == '\'' || byte == '\\') {
            char buffer[8];
            std::snprintf(buffer, sizeof buffer, "\\x%02x", byte);
            out += buffer;
        } else {
            out += static_cast<char>(byte);
        }
    }
    return out + (text.size() > longest ? "…'" : "'");
}

}  // namespace sapper
