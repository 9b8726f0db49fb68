// How a game answers guesses: by the layout it has, or by another that fits as well.
//
// `fair`: a guess that was forced is safe, and one that was not is a mine, wherever a layout
// that fits what is shown has it so. `kind`: a forced guess is safe, any other is met as the
// mines lie. A guess is forced where no covered cell is proven safe. A layout is exchanged only
// where it has to be, for one drawn from all that fit and answer so: what is hidden therefore
// stays equally likely among all layouts that fit what is shown, and every risk stays true.
#pragma once

#include "game/game.h"

namespace sapper {

enum class Guessing : std::uint8_t { uniform, fair, kind };

// To be called before a reveal or a chord; the game's layout may be another afterwards. Nothing
// happens on mines that were given, to a move that is not allowed, and beyond the budget of the
// count. The draws follow from the game's seed and the number of moves.
void answer_guess(Game& game, Guessing guessing, bool is_chord, Cell cell);

}  // namespace sapper
