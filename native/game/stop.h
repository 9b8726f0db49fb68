// Long work can be stopped: every some thousand nodes it asks whether it should.
#pragma once

#include <atomic>
#include <cstdint>

namespace sapper {

// Throws where the work is to stop; set once by whoever holds the core. None: nobody stops it.
using StopQuestion = void (*)();
inline std::atomic<StopQuestion> stop_question{nullptr};

inline void check_stop() {
    if (const StopQuestion ask = stop_question.load(std::memory_order_relaxed)) ask();
}

// Steps of little work, such as one layout, between two of these questions.
inline constexpr std::uint32_t STEPS_A_LOOK = 1U << 16;

}  // namespace sapper
