// What an analysis found, as Python holds it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "logic/belief/belief.h"
#include "logic/belief/clue_chances.h"

namespace sapper {

// What one call of analyse() found: the belief, which answers what is asked
// later, and the risks.
struct Payload {
    Belief belief;
    ClueChances chances;
    bool has_chances = false;
    std::vector<double> risk;
    std::vector<Cell> flags;  // trusted ones, whose risk of 1 is taken as given
};

// Payloads of analyses that are gone, for the next ones. Asking the system for a
// few kilobytes can cost more than a whole analysis when the program around us
// has left its heap in disorder (10 microseconds, measured between calls of
// another solver). Only memory is kept: every analysis overwrites all of it.
class PayloadPool {
  public:
    static PayloadPool& own() {
        thread_local PayloadPool payloads;
        return payloads;
    }
    std::unique_ptr<Payload> take() {
        if (free_.empty()) return std::make_unique<Payload>();
        std::unique_ptr<Payload> payload = std::move(free_.back());
        free_.pop_back();
        return payload;
    }
    void give(std::unique_ptr<Payload> payload) {
        if (free_.size() < MOST_KEPT && payload->risk.capacity() <= MOST_CELLS) {
            free_.push_back(std::move(payload));
        }
    }

  private:
    static constexpr std::size_t MOST_KEPT = 16;
    static constexpr std::size_t MOST_CELLS = 10'000;
    std::vector<std::unique_ptr<Payload>> free_;
};

class Findings {
  public:
    Findings() : payload(PayloadPool::own().take()) {}
    Findings(Findings&&) = default;
    Findings& operator=(Findings&&) = default;
    ~Findings() {
        if (payload) PayloadPool::own().give(std::move(payload));
    }

    int columns = 0;
    int rows = 0;
    double log_placements = 0.0;
    std::unique_ptr<Payload> payload;
};

}  // namespace sapper
