// Numbers in sentences, as `sapper/game/words.py` writes them.
#pragma once

#include <string>
#include <string_view>

namespace sapper {

// A number and what it counts: "1 mine", "3 mines".
inline std::string counted(std::size_t number, std::string_view noun) {
    const std::string_view end = number == 1 ? "" : noun.back() == 's' ? "es" : "s";
    return std::to_string(number).append(" ").append(noun).append(end);
}

}  // namespace sapper
