// What a guessing rule would do, and the chance it claims of being right.
#pragma once

#include <vector>

#include "agents/parts/parts.h"

namespace sapper {

struct Proposal {
    Padded at;
    bool is_mine;
};

// Proposals that are equally good in the rule's eyes; none if it has nothing to say.
struct Proposals {
    double chance = 0;  // of not losing by it
    std::vector<Proposal> cells;

    void clear() {
        chance = 0;
        cells.clear();
    }
};

}  // namespace sapper
