// Coins: cells of which one half or the other are the mines, and no clue will ever tell which.
//
// A coin is a set of covered cells with two sides: in every layout the mines among it are
// all of one side and none of the other, as many on each, and every other cell that may be
// safe, and every clue, sees as many cells of one side as of the other. Turning the coin over
// then makes another layout that looks the same from everywhere outside.
//
// Tossing a coin at once is best play, whatever else there is to do. Layouts come in pairs that
// differ in the coin alone. Whatever one does, of each pair one layout is won at most: nothing
// tells them apart until a cell of the coin is revealed, and that is a mine in one of them. Reveal
// a cell of the coin now and play on unchanged: as many layouts are won as before, and more is
// known on the way. Both cells of a coin of two tell the same. The sides of a longer one may
// tell different things; which to reveal is the player's choice.
#pragma once

#include <array>
#include <vector>

#include "logic/belief/belief.h"

namespace sapper {

class Coins {
  public:
    // The cells of a coin, in order: of two cells if there is one; of several that with
    // the first cell on the grid. None where there is no coin.
    const std::vector<Padded>& find(Belief& belief);

  private:
    void list_even(const Belief& belief);
    // Whether a cell and all that it decides are a coin.
    bool is_coin(Belief& belief, Padded at);
    bool is_balanced(Belief& belief, Padded at) const;
    int side_of(Padded at) const;

    std::vector<Padded> even_;  // cells that are mines as often as not
    std::vector<Padded> tried_;
    std::vector<Padded> coin_, first_;
    std::array<std::vector<Padded>, 2> sides_;
};

}  // namespace sapper
