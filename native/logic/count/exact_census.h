// The census in exact integers: for the number of placements and the sampler.
//
// For every node of the sweep's graph, the number of ways to complete it, by
// mines still to be used. Numbers of one component share one length: it has
// at most 2^cells placements, so cells / 64 + 1 limbs hold any count in it.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/count/engine.h"
#include "logic/numbers/big_count.h"

namespace sapper {

class ExactCensus {
  public:
    // After Engine::count() or solve(). Throws BudgetExceededError where the
    // numbers would take more than MAX_BYTES.
    void count(const Engine& engine);

    // Ways to complete a node with `mines` more; empty where there is none.
    limbs::ConstLimbs completions(std::uint32_t node, std::int32_t mines) const {
        const Span& span = spans_[node];
        const std::int32_t at = mines - span.low;
        if (at < 0 || at >= span.count) return {};
        return {values_.data() + span.first + static_cast<std::size_t>(at) * span.length,
                span.length};
    }
    // Placements of a component (by index of its sweep part) with `mines` mines.
    limbs::ConstLimbs placements(const Engine& engine, const SweepPart& part,
                                 std::int32_t mines) const {
        return completions(engine.sweep.layer(part, 0).first_node, mines);
    }

    static constexpr std::uint64_t MAX_BYTES = 1'000'000'000;

  private:
    struct Span {
        std::size_t first = 0;
        std::int32_t low = 0;
        std::int32_t count = 0;
        std::uint32_t length = 0;
    };

    void count_part(const Engine& engine, const SweepPart& part);
    void measure(const Engine& engine, const Layer& layer, std::uint32_t length);
    void sum_edges(const Engine& engine, const Layer& layer, const Node& node, const Span& span);

    std::vector<Span> spans_;  // per node
    std::vector<std::uint64_t> values_;
};

}  // namespace sapper
