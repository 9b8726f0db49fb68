#include "agents/papers/kvietinskas/human_like.h"

namespace sapper {

void HumanLike::deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) {
    affected_.find(sight, changed);
    if (affected_.system.constraints.empty()) return;
    if (!deduction_.run(affected_.system, max_steps_)) return;
    for (const HumanFinding& finding : deduction_.findings()) {
        const Padded at = sight.frame.to_padded(finding.cell);
        if (proofs.mark(at) != Mark::unknown || (safe_only_ && finding.is_mine)) continue;
        clues_.clear();
        if (proofs.wants_clues()) {
            sources_.clear();
            deduction_.list_sources(finding, sources_);
            for (const std::uint32_t source : sources_) {
                clues_.push_back(clue_of(sight, affected_.system.constraints[source]));
            }
        }
        proofs.add(at, finding.is_mine ? Mark::mine : Mark::safe, clues_);
    }
}

}  // namespace sapper
