// The random numbers of Sapper, the same on every machine for ever.
//
// `docs/determinism.md` is the specification of everything here: the mixing
// function, the generator (xoshiro256** by Blackman and Vigna, seeded by
// SplitMix64), the bounded draw (Lemire's multiplication with rejection) and how
// the seeds of games, layouts and agents follow from each other. Golden numbers
// pin it; never change it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sapper {

inline constexpr std::uint64_t GOLDEN_GAMMA = 0x9e3779b97f4a7c15ULL;

// SplitMix64's finalizer: a bijection on 64 bits in which every input bit matters.
inline constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

class Random {
  public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) word = mix(seed += GOLDEN_GAMMA);
    }

    // The generator that goes on from the state of another.
    using State = std::array<std::uint64_t, 4>;
    explicit Random(const State& state) : state_(state) {}
    const State& state() const { return state_; }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. n-1, exactly; n > 0.
    std::uint64_t below(std::uint64_t n) {
        unsigned __int128 product = static_cast<unsigned __int128>(next()) * n;
        if (static_cast<std::uint64_t>(product) < n) [[unlikely]] {
            const std::uint64_t threshold = (0 - n) % n;
            while (static_cast<std::uint64_t>(product) < threshold) {
                product = static_cast<unsigned __int128>(next()) * n;
            }
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

  private:
    State state_;
};

// Seeds of different purposes must not meet: each purpose has its own salt.
inline constexpr std::uint64_t LAYOUT_SALT = 0x6c61796f75740000ULL;  // "layout"
inline constexpr std::uint64_t AGENT_SALT = 0x6167656e74000000ULL;   // "agent"
inline constexpr int GAME_SEED_BITS = 53;  // exact in JSON, JavaScript, SQLite and a float

// The seed of game number `index` (from 0) of a run.
inline constexpr std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t index) {
    return mix(mix(run_seed) + (index + 1) * GOLDEN_GAMMA) >> (64 - GAME_SEED_BITS);
}

inline constexpr std::uint64_t layout_stream(std::uint64_t game_seed) {
    return mix(game_seed ^ LAYOUT_SALT);
}

inline constexpr std::uint64_t agent_stream(std::uint64_t agent_seed, std::uint64_t game_seed) {
    return mix(game_seed ^ mix(agent_seed ^ AGENT_SALT));
}

}  // namespace sapper
