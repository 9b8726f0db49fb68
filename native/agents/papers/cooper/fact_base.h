// The knowledge base of Cooper 2020, section 1.2: one fact per clue with unknown neighbours.
//
// A fact says how many mines are missing among how many unknown cells. The number
// of mines on the grid is one more fact, about all unknown cells (section 6); a
// window shows no such number.
#pragma once

#include "agents/driver/knowledge.h"

namespace sapper {

class FactBase {
  public:
    void start(const Sight& sight) {
        knowledge_.start(sight);
        clues_.clear();
        num_unknown_ = static_cast<std::int64_t>(sight.frame.columns) * sight.frame.rows;
    }

    // Calls settled(at) for every cell that is known from now on.
    template <class F>
    void update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs,
                F&& settled) {
        knowledge_.update(sight, changed, proofs, [&](Padded at) {
            --num_unknown_;
            settled(at);
        });
        for (const Padded at : changed) {
            if (is_clue(sight.view[at])) clues_.push_back(at);
        }
        std::erase_if(clues_, [&](Padded clue) { return around(sight, clue).unknown == 0; });
    }
    void update(const Sight& sight, std::span<const Padded> changed, const Proofs& proofs) {
        update(sight, changed, proofs, [](Padded) {});
    }

    bool settle(Padded at, bool is_mine) {
        const bool is_new = knowledge_.settle(at, is_mine);
        num_unknown_ -= is_new;
        return is_new;
    }
    bool is_unknown(Padded at) const { return knowledge_.is_unknown(at); }

    // The clues that may still have unknown neighbours, in the order of their reveal.
    const std::vector<Padded>& clues() const { return clues_; }
    Knowledge::Around around(const Sight& sight, Padded clue) const {
        return knowledge_.around(sight, clue);
    }
    template <class F>
    void for_unknown(const Sight& sight, Padded clue, F&& f) const {
        knowledge_.for_unknown(sight, clue, std::forward<F>(f));
    }

    // The fact about the whole grid.
    struct Total {
        std::int64_t unknown;
        std::int64_t missing;
    };
    Total total(const Sight& sight) const {
        return {num_unknown_, sight.num_mines - knowledge_.num_mines()};
    }
    static bool has_total(const Sight& sight) { return sight.window == nullptr; }

  private:
    Knowledge knowledge_;
    std::vector<Padded> clues_;
    std::int64_t num_unknown_ = 0;
};

}  // namespace sapper
