// What a move does.
#pragma once

#include <cstdint>

namespace sapper {

enum class MoveKind : std::uint8_t { reveal, flag, unflag, chord };

}  // namespace sapper
