#include "agents/papers/cooper/mine_total.h"

namespace sapper {

void MineTotal::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    facts_.update(sight, changed, proofs);
    if (!FactBase::has_total(sight)) return;
    const auto [unknown, missing] = facts_.total(sight);
    if (unknown == 0 || (missing != 0 && missing != unknown)) return;
    const Mark mark = missing == 0 ? Mark::safe : Mark::mine;
    for (Padded at = 0; at < sight.view.size(); ++at) {
        if (facts_.is_unknown(at) && facts_.settle(at, mark == Mark::mine)) {
            proofs.add(at, mark, std::span<const Padded>());
        }
    }
}

}  // namespace sapper
