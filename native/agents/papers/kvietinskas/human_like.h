// The human-like deduction as a part of an agent; the method is in logic/explain/human.h.
//
// It sees the grid alone: without flags, mines proven in earlier turns have to
// be found again, which costs steps (Kvietinskas 2021, chapter 6).
#pragma once

#include "agents/parts/affected.h"
#include "agents/parts/parts.h"
#include "logic/explain/human.h"

namespace sapper {

class HumanLike final : public Deducer {
  public:
    // Negative: no limit to the number of steps.
    HumanLike(std::int64_t max_steps, bool safe_only)
        : max_steps_(max_steps < 0 ? HumanDeduction::NO_LIMIT
                                   : static_cast<std::uint32_t>(max_steps)),
          safe_only_(safe_only) {}
    void start(const Sight& sight) override { affected_.start(sight); }
    void deduce(const Sight& sight, std::span<const Padded> changed, Proofs& proofs) override;

  private:
    std::uint32_t max_steps_;
    bool safe_only_;
    AffectedComponents affected_;
    HumanDeduction deduction_;
    std::vector<std::uint32_t> sources_;
    std::vector<Padded> clues_;
};

}  // namespace sapper
