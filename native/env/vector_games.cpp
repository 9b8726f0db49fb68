#include "env/vector_games.h"

#include <cstring>

#include "env/lanes_of.h"

namespace sapper {

VectorGames::VectorGames(const Rules& rules, VectorOptions options)
    : rules_(rules),
      options_(std::move(options)),
      num_cells_(static_cast<std::size_t>(rules.num_cells())) {
    check_episodes(rules_, options_);
}

void check_episodes(Rules rules, const EpisodeOptions& options) {
    rules.check();
    if (options.most_mines > rules.num_mines) {
        rules.num_mines = options.most_mines;
        rules.check();
    }
}

std::unique_ptr<VectorGames> VectorGames::make(const Rules& rules, VectorOptions options,
                                               std::size_t num_lanes) {
    if (BitGame<16>::can_play(rules)) {
        return std::make_unique<LanesOf<BitGame<16>>>(rules, std::move(options), num_lanes);
    }
    if (BitGame<32>::can_play(rules)) {
        return std::make_unique<LanesOf<BitGame<32>>>(rules, std::move(options), num_lanes);
    }
    return std::make_unique<LanesOf<WideGame>>(rules, std::move(options), num_lanes);
}

namespace {

std::uint64_t load_eight(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

// The sum of eight bytes, each so small that it fits in one.
std::uint64_t sum_eight(std::uint64_t bytes) {
    return bytes * 0x0101010101010101ULL >> 56;
}

// The sum of many bytes, each 0 or 1.
std::uint64_t count_ones(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t total = 0, sums = 0;
    std::size_t at = 0;
    for (; at + 128 <= size; at += 128, sums = 0) {  // sixteen in a byte, 128 in their sum
        for (std::size_t i = 0; i < 128; i += 8) sums += load_eight(bytes + at + i);
        total += sum_eight(sums);
    }
    for (; at + 8 <= size; at += 8) sums += load_eight(bytes + at);
    for (total += sum_eight(sums); at < size; ++at) total += bytes[at];
    return total;
}

// The place of the byte that is 1 and has so many such before it.
std::size_t find_one(const std::uint8_t* bytes, std::size_t size, std::uint64_t before) {
    std::size_t at = 0;
    for (std::uint64_t ones; at + 8 <= size; at += 8, before -= ones) {
        if (ones = sum_eight(load_eight(bytes + at)); ones > before) break;
    }
    while (before >= bytes[at]) before -= bytes[at++];
    return at;
}

}  // namespace

void VectorGames::sample(const std::uint64_t* words, const std::uint8_t* allowed,
                         std::int64_t* actions) const {
    const std::size_t count = num_actions(), lanes = num_lanes();
    for (std::size_t lane = 0; lane < lanes; ++lane, allowed += count) {
        const std::uint64_t total = count_ones(allowed, count);
        actions[lane] = 0;
        if (total == 0) continue;
        const std::uint64_t before = Random(words[lane]).below(total);
        actions[lane] = static_cast<std::int64_t>(find_one(allowed, count, before));
    }
}

}  // namespace sapper
