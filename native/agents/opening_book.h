// A book of openings: early positions that come often, where playouts know better.
//
// The table (opening_book_table.h) holds the positions as they are met; they are found in
// every mirror image.
#pragma once

#include "logic/belief.h"

namespace sapper {

struct BookMove {
    Padded at = NONE;    // NONE: not in the book
    double value = 0.0;  // chance to win, by playouts
};

BookMove find_in_book(const Belief& belief);

}  // namespace sapper
