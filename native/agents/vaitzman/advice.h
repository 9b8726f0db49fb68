// What a guessing rule would do, and the chance it claims of being right.
#pragma once

#include <vector>

#include "agents/parts.h"

namespace sapper {

struct Claim {
    Padded at;
    bool is_mine;
};

// Claims that are equally good in the rule's eyes; none if it has nothing to say.
struct Advice {
    double chance = 0;  // of not losing by it
    std::vector<Claim> claims;

    void clear() {
        chance = 0;
        claims.clear();
    }
};

}  // namespace sapper
