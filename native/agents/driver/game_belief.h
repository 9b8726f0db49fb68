// The belief of one game, shared by all parts of its agent.
//
// It reads the game's log from where it stopped, and only when somebody asks:
// an agent whose parts never ask pays nothing, and two parts that look at the
// same position have it solved once.
#pragma once

#include <cstdint>
#include <vector>

#include "game/game.h"
#include "logic/belief/belief.h"

namespace sapper {

class GameBelief {
  public:
    explicit GameBelief(const Game& game) : game_(game) {}

    // A new game: everything is forgotten.
    void start() { is_started_ = false; }
    // The belief in what the game shows now.
    Belief& look();
    // After look(): solved, or what came in the way.
    EngineStatus status() const { return status_; }
    void limit_states(std::uint64_t states) { max_states_ = states; }

  private:
    void read_all();

    const Game& game_;
    Belief belief_;
    EngineStatus status_ = EngineStatus::solved;
    std::uint64_t max_states_ = DEFAULT_MAX_STATES;
    bool is_started_ = false;
    std::size_t seen_ = 0;  // of the log
    std::vector<Belief::News> news_;
};

}  // namespace sapper
