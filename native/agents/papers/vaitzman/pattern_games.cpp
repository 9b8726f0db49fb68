#include "agents/papers/vaitzman/pattern_games.h"

#include <bit>

#include "game/errors.h"

namespace sapper {

namespace {

// The cells around each cell of the 4x4 grid.
constexpr std::array<CellBits, PATTERN_CELLS> AROUND = [] {
    std::array<CellBits, PATTERN_CELLS> out{};
    for (int cell = 0; cell < PATTERN_CELLS; ++cell) {
        for (int other = 0; other < PATTERN_CELLS; ++other) {
            const int down = other / PATTERN_SIDE - cell / PATTERN_SIDE;
            const int right = other % PATTERN_SIDE - cell % PATTERN_SIDE;
            if (other != cell && down * down <= 1 && right * right <= 1) {
                out[static_cast<std::size_t>(cell)] |= static_cast<CellBits>(1 << other);
            }
        }
    }
    return out;
}();

// 11 to the power of 15 - cell: the cells are digits in reading order.
constexpr std::array<std::uint64_t, PATTERN_CELLS> POWERS = [] {
    std::array<std::uint64_t, PATTERN_CELLS> out{};
    std::uint64_t power = 1;
    for (std::size_t cell = PATTERN_CELLS; cell-- > 0; power *= PATTERN_BASE) out[cell] = power;
    return out;
}();

constexpr CellBits bit(int cell) {
    return static_cast<CellBits>(1 << cell);
}

}  // namespace

PatternProofs::PatternProofs(std::size_t group_size)
    : frame_(PATTERN_SIDE, PATTERN_SIDE), view_(frame_.padded_size(), EDGE), groups_(group_size) {}

PatternProof PatternProofs::find(std::uint64_t key) {
    const auto [found, is_new] = table_.try_emplace(key);
    if (is_new) found->second = deduce(key);
    return found->second;
}

// Ask the two sentence deducers in order, as an agent would.
PatternProof PatternProofs::deduce(std::uint64_t key) {
    const Sight sight{frame_, view_, 0, 0};
    for (Cell cell = 0; cell < PATTERN_CELLS; ++cell) view_[frame_.to_padded(cell)] = COVERED;
    reduction_.start(sight);
    groups_.start(sight);
    proofs_.start(view_.size());
    changed_.clear();
    for (Cell cell = PATTERN_CELLS; cell-- > 0; key /= PATTERN_BASE) {
        const Padded at = frame_.to_padded(cell);
        view_[at] = static_cast<Code>(key % PATTERN_BASE);
        if (view_[at] != COVERED) changed_.push_back(at);
    }
    reduction_.deduce(sight, changed_, proofs_);
    if (proofs_.fresh().empty()) groups_.deduce(sight, changed_, proofs_);
    PatternProof out;
    for (const Proof& proof : proofs_.fresh()) {
        const CellBits cell = bit(static_cast<int>(frame_.to_cell(proof.at)));
        (proof.mark == Mark::mine ? out.mines : out.safe) |= cell;
    }
    return out;
}

void PatternGames::begin(std::uint32_t layout) {
    if (layout < 1 || layout > NUM_PATTERN_LAYOUTS) {
        throw Error("expected a layout from 1 to 65535, got " + std::to_string(layout));
    }
    mines_ = static_cast<CellBits>(layout);
    for (std::size_t cell = 0; cell < PATTERN_CELLS; ++cell) {
        clues_[cell] =
            static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(mines_ & AROUND[cell])));
    }
    nodes_.clear();
    node_index_.clear();
    node_of(0, 0,
            key_of(0, 0));  // the first cell is a guess, also where there is nothing but mines
}

// Everything that is revealed once these cells are, zeros with all around them.
CellBits PatternGames::flood(CellBits revealed, CellBits fresh) const {
    while (fresh != 0) {
        const int cell = std::countr_zero(fresh);
        fresh &= static_cast<CellBits>(fresh - 1);
        revealed |= bit(cell);
        const auto index = static_cast<std::size_t>(cell);
        if (clues_[index] == 0) fresh |= static_cast<CellBits>(AROUND[index] & ~revealed);
    }
    return revealed;
}

std::uint64_t PatternGames::key_of(CellBits revealed, CellBits flags) const {
    std::uint64_t key = 0;
    for (std::size_t cell = 0; cell < PATTERN_CELLS; ++cell) {
        const CellBits here = bit(static_cast<int>(cell));
        const Code code = revealed & here ? clues_[cell] : flags & here ? FLAGGED : COVERED;
        key += POWERS[cell] * code;
    }
    return key;
}

// Play what is proven until a guess is to be made; return its node, or OVER.
std::uint32_t PatternGames::settle(CellBits revealed, CellBits flags) {
    while (true) {
        if (static_cast<CellBits>(revealed | mines_) == 0xffff) return OVER;
        const std::uint64_t key = key_of(revealed, flags);
        const PatternProof proof = proofs_.find(key);
        if ((proof.safe | proof.mines) == 0) return node_of(revealed, flags, key);
        flags |= proof.mines;
        revealed = flood(revealed, proof.safe);
    }
}

std::uint32_t PatternGames::node_of(CellBits revealed, CellBits flags, std::uint64_t key) {
    const std::uint32_t place = static_cast<std::uint32_t>(flags) << 16 | revealed;
    const auto [found, is_new] =
        node_index_.try_emplace(place, static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return found->second;
    const auto [record, is_first] =
        index_.try_emplace(key, static_cast<std::uint32_t>(records_.size()));
    if (is_first) {
        records_.emplace_back();
        records_.back().key = key;
    }
    nodes_.push_back({revealed, flags, record->second, 0, 0, {}, {}});
    nodes_.back().next.fill(UNSEEN);
    return found->second;
}

// Where a guess leads.
std::uint32_t PatternGames::step(std::uint32_t node, int cell) {
    const auto index = static_cast<std::size_t>(cell);
    if (nodes_[node].next[index] == UNSEEN) {
        const CellBits revealed = nodes_[node].revealed, flags = nodes_[node].flags;
        const std::uint32_t to =
            mines_ & bit(cell) ? OVER : settle(flood(revealed, bit(cell)), flags);
        nodes_[node].next[index] = to;
    }
    return nodes_[node].next[index];
}

void PatternGames::play_game(Random& random) {
    for (std::uint32_t at = 0; at != OVER;) {
        Node& node = nodes_[at];
        CellBits left = covered(node);
        const auto count = static_cast<std::uint64_t>(std::popcount(left));
        for (std::uint64_t skip = random.below(count); skip > 0; --skip) {
            left &= static_cast<CellBits>(left - 1);
        }
        const int cell = std::countr_zero(left);
        ++node.appeared;
        ++node.made[static_cast<std::size_t>(cell)];
        at = step(at, cell);
    }
}

void PatternGames::play(std::uint32_t layout, std::uint32_t games, std::uint64_t seed) {
    begin(layout);
    Random random(agent_stream(seed, layout));
    for (std::uint32_t game = 0; game < games; ++game) play_game(random);
    for (const Node& node : nodes_) {
        PatternRecord& record = records_[node.record];
        record.appeared += node.appeared;
        for (std::size_t cell = 0; cell < PATTERN_CELLS; ++cell) {
            record.made[cell] += node.made[cell];
            if (!(mines_ & bit(static_cast<int>(cell)))) record.kept[cell] += node.made[cell];
        }
    }
}

void PatternGames::follow(std::uint32_t layout) {
    begin(layout);
    nodes_[0].chance = 1;
    // A guess reveals cells, so that going by their number every node comes before its next.
    std::array<std::vector<std::uint32_t>, PATTERN_CELLS + 1> by_revealed;
    by_revealed[0].push_back(0);
    std::size_t num_listed = 1;
    for (auto& level : by_revealed) {
        for (const std::uint32_t at : level) {
            const CellBits open = covered(nodes_[at]);
            const double share = nodes_[at].chance / std::popcount(open);
            for (CellBits left = open; left != 0; left &= static_cast<CellBits>(left - 1)) {
                const std::uint32_t next = step(at, std::countr_zero(left));
                for (; num_listed < nodes_.size(); ++num_listed) {
                    const auto count = static_cast<std::size_t>(
                        std::popcount(static_cast<unsigned>(nodes_[num_listed].revealed)));
                    by_revealed[count].push_back(static_cast<std::uint32_t>(num_listed));
                }
                if (next != OVER) nodes_[next].chance += share;
            }
        }
    }
    for (const Node& node : nodes_) {
        PatternRecord& record = records_[node.record];
        if (record.appeared++ == 0) record.chance = node.chance;
        const CellBits open = covered(node);
        for (CellBits left = open; left != 0; left &= static_cast<CellBits>(left - 1)) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(left));
            ++record.made[cell];
            record.kept[cell] += !(mines_ & bit(static_cast<int>(cell)));
        }
    }
}

}  // namespace sapper
