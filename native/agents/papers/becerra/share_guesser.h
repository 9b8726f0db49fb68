// The guess by counted placements.
//
// A cell of a component is as safe as the share of the component's placements
// that leave it free; the sea is as safe as the mines left over for it allow. The
// placements count as equally likely, or those that need too many or too few mines
// not at all, or each by the ways to lay the other mines in the sea. A component whose two
// placements nothing can ever tell apart is guessed at once (Becerra 2015, sections 4.2 and 6.2).
#pragma once

#include "agents/papers/becerra/coupling.h"
#include "agents/papers/becerra/placement_count.h"

namespace sapper {

enum class Weights : std::uint8_t { none, limit, sea };
Weights parse_weights(const std::string& text);

class ShareGuesser final : public Guesser {
  public:
    ShareGuesser(Weights weights, bool crap_shoots_first)
        : weights_(weights), crap_shoots_first_(crap_shoots_first) {}
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;

  private:
    struct Part {
        SearchSpace space;
        PlacementCount count;
        std::vector<double> weights;  // by mines; empty: all alike
    };
    void look(const Sight& sight, const Proofs& proofs);
    void weigh_parts(std::int64_t mines_left);
    void limit_parts(std::int64_t mines_left);
    std::vector<Padded> find_crap_shoot(const Sight& sight, const Part& part) const;
    double find_best(std::vector<Padded>& cells) const;
    double sea_share(std::int64_t mines_left) const;
    Padded guess_sea(const Sight& sight, Random& random);

    Weights weights_;
    bool crap_shoots_first_;
    ClueSet clues_;
    Coupling coupling_;
    Proofs scratch_;
    std::vector<Part> parts_;  // some of an earlier position may follow
    std::size_t num_parts_ = 0;
    std::vector<Padded> sea_;
    std::vector<std::uint8_t> constrained_;  // by cell
    std::vector<Padded> best_;
};

}  // namespace sapper
