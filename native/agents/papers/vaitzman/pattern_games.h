// The games that the pattern database is made from (Vaitzman et al., section II.2.3.1).
//
// Every layout of 1 to 16 mines on 4x4, a thousand games each: sentence deduction,
// the first cell and every guess at random, the first click not protected. What can
// be deduced depends on the configuration alone, so it is found once and kept in a
// table, and a layout's games walk on a small graph of the positions they reach.
//
// Without sampling the same numbers follow exactly. All layouts count alike and a
// guess is uniform over the covered cells, so every layout that agrees with a
// configuration reaches it with the same chance: the one that the cells already
// revealed determine.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "agents/papers/becerra/coupled_search.h"
#include "agents/papers/vaitzman/patterns.h"
#include "agents/papers/vaitzman/sentences.h"

namespace sapper {

using CellBits = std::uint16_t;  // a set of cells of the 4x4 grid, cell 0 in the lowest bit

inline constexpr std::uint32_t NUM_PATTERN_LAYOUTS = 0xffff;  // numbered 1 to 65535 by their mines

// What one look at a configuration proves.
struct PatternProof {
    CellBits safe = 0;
    CellBits mines = 0;
};

// The table from configurations to what sentence deduction proves of them.
class PatternProofs {
  public:
    explicit PatternProofs(std::size_t group_size);
    PatternProof find(std::uint64_t key);
    std::size_t size() const { return table_.size(); }

  private:
    PatternProof deduce(std::uint64_t key);

    Frame frame_;
    std::vector<Code> view_;
    std::vector<Padded> changed_;
    Proofs proofs_;
    SubsetReduction reduction_;
    SentenceGroups groups_;
    std::unordered_map<std::uint64_t, PatternProof> table_;
};

// What is known of a configuration in which a guess was to be made.
struct PatternRecord {
    std::uint64_t key = 0;
    std::uint32_t appeared = 0;  // games that passed through it; exact: layouts that agree with it
    double chance = 0;           // exact: to reach it on such a layout
    std::array<std::uint32_t, PATTERN_CELLS> made{};  // guesses at a cell; exact: layouts
    std::array<std::uint32_t, PATTERN_CELLS> kept{};  // those that did not lose
};

class PatternGames {
  public:
    explicit PatternGames(std::size_t group_size) : proofs_(group_size) {}
    // Play games on one layout, with a stream of its own.
    void play(std::uint32_t layout, std::uint32_t games, std::uint64_t seed);
    // Follow every line of play on one layout.
    void follow(std::uint32_t layout);

    const std::vector<PatternRecord>& records() const { return records_; }
    PatternProof proof(std::uint64_t key) { return proofs_.find(key); }
    std::size_t num_configurations() const { return proofs_.size(); }

  private:
    static constexpr std::uint32_t UNSEEN = ~std::uint32_t{0};
    static constexpr std::uint32_t OVER = UNSEEN - 1;  // won, or a mine
    // A position of one layout in which a guess is to be made.
    struct Node {
        CellBits revealed;
        CellBits flags;
        std::uint32_t record;
        std::uint32_t appeared = 0;
        double chance = 0;
        std::array<std::uint32_t, PATTERN_CELLS> next;
        std::array<std::uint32_t, PATTERN_CELLS> made{};
    };
    void begin(std::uint32_t layout);
    CellBits flood(CellBits revealed, CellBits fresh) const;
    std::uint64_t key_of(CellBits revealed, CellBits flags) const;
    std::uint32_t settle(CellBits revealed, CellBits flags);
    std::uint32_t step(std::uint32_t node, int cell);
    std::uint32_t node_of(CellBits revealed, CellBits flags, std::uint64_t key);
    void play_game(Random& random);
    CellBits covered(const Node& node) const {
        return static_cast<CellBits>(~(node.revealed | node.flags));
    }

    PatternProofs proofs_;
    std::vector<PatternRecord> records_;
    std::unordered_map<std::uint64_t, std::uint32_t> index_;  // of records, by key
    CellBits mines_ = 0;
    std::array<std::uint8_t, PATTERN_CELLS> clues_{};
    std::vector<Node> nodes_;
    std::unordered_map<std::uint32_t, std::uint32_t> node_index_;
};

}  // namespace sapper
