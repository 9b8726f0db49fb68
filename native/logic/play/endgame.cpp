#include "logic/play/endgame.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>

#include "game/stop.h"

namespace sapper {

namespace {

// A set of this many layouts takes longer than many nodes of the usual size.
constexpr std::uint32_t LARGE = 4096;

// Set bits of nine: counting them is a call into a library on the plainest machines.
constexpr std::array<std::uint8_t, 512> NUM_CLUES = [] {
    std::array<std::uint8_t, 512> table{};
    for (std::size_t i = 1; i < table.size(); ++i) {
        table[i] = static_cast<std::uint8_t>(table[i / 2] + i % 2);
    }
    return table;
}();

}  // namespace

std::uint32_t Endgame::num_clues(Bits seen) {
    return NUM_CLUES[seen & (MINE - 1U)];
}

Endgame::Room& Endgame::enter() {
    if (depth_ == owned_.size()) owned_.push_back(std::make_unique<Room>());
    return *owned_[depth_++];
}

std::uint32_t Endgame::value(Set set, std::uint32_t beat) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count == 1 || count <= beat) return count;
    if (count <= BitSearch::MOST_LAYOUTS) return bits_.value(set, beat);
    if (!limit_.count()) return 0;
    const std::uint64_t key = words_.name_of(set);
    const Entry& known = memo_.of(key, count);
    if (known.count != 0 && (!known.is_bound || known.wins <= beat)) return known.wins;
    const std::uint32_t most = known.count != 0 ? known.wins : count;
    Room& room = enter();
    table_.look(set, room.seen, room.mines);
    room.safe.clear();
    room.choices.clear();
    for (std::uint32_t k = 0; k < table_.cells().size(); ++k) {
        const std::uint32_t clues = num_clues(room.seen[k]);
        if (clues < 2) continue;
        if (room.mines[k] == 0) {
            room.safe.push_back(k);
        } else {
            room.choices.push_back({room.mines[k], clues, k, 0});
        }
    }
    std::uint32_t wins = 0;
    if (!room.safe.empty()) {
        wins = open_safe(set, room.safe, beat);
    } else if (const auto parts = find_parts(set, room.choices); !parts.empty()) {
        wins = multiply(parts, beat);
    } else {
        wins = choose(set, room.choices, beat, most);
    }
    --depth_;
    if (limit_.is_cut) return 0;
    memo_.keep(key, count, wins, wins <= beat);
    return wins;
}

void Endgame::split_by(Set set, Set safe) {
    Room& room = *owned_[depth_ - 1];
    room.keyed.clear();
    for (const std::uint32_t layout : set) {
        std::uint64_t hash = 0;
        const Bits* from = table_.row(layout);
        for (const std::uint32_t k : safe) hash = (hash ^ from[k]) * 0x9e3779b97f4a7c15ULL + 1;
        room.keyed.emplace_back(hash, layout);
    }
    std::ranges::sort(room.keyed);
    room.split.clear();
    for (const auto& [hash, layout] : room.keyed) room.split.push_back(layout);
    room.parts.clear();
    for (std::size_t begin = 0; begin < room.keyed.size();) {
        std::size_t end = begin;
        while (end < room.keyed.size() && room.keyed[end].first == room.keyed[begin].first) ++end;
        room.parts.push_back(std::span(room.split).subspan(begin, end - begin));
        begin = end;
    }
}

std::uint32_t Endgame::open_safe(Set set, Set safe, std::uint32_t beat) {
    split_by(set, safe);
    Room& room = *owned_[depth_ - 1];
    room.most.clear();
    std::uint32_t possible = 0;
    for (const Set part : room.parts) {
        room.most.push_back(glance(part));
        possible += room.most.back();
    }
    for (std::size_t i = 0; i < room.parts.size() && possible > beat; ++i) {
        const std::uint32_t most = room.most[i], spare = possible - beat;
        if (most < 2) continue;
        const std::uint32_t found = value(room.parts[i], most > spare ? most - spare : 0);
        if (limit_.is_cut) break;
        possible -= most - std::min(most, found);
    }
    return possible;
}

std::uint32_t Endgame::choose(Set set, std::vector<Choice>& choices, std::uint32_t beat,
                              std::uint32_t most) {
    std::ranges::sort(choices, is_before);
    // One layout can always be won: by not stepping on its mines.
    std::uint32_t best = std::max<std::uint32_t>(beat, 1);
    std::uint32_t bound = 1;
    // Step 1  what each can win at most, as far as one clue tells
    foresee(set, choices, best);
    // Step 2  the most promising first
    std::ranges::stable_sort(choices, std::greater{}, &Choice::most);
    for (const Choice& choice : choices) {
        if (choice.most <= best) {
            bound = std::max(bound, choice.most);
            break;
        }
        const std::uint32_t found = reveal(set, choice.cell, best);
        if (limit_.is_cut) return 0;
        bound = std::max(bound, found);
        best = std::max(best, found);
        if (best >= most) break;
    }
    return best > beat ? best : std::min(bound, beat);
}

std::uint32_t Endgame::reveal(Set set, std::uint32_t cell, std::uint32_t beat) {
    Room& room = enter();
    const auto shows = [&](std::uint32_t layout) {
        return static_cast<std::size_t>(std::countr_zero(table_.at(layout, cell)));
    };
    std::array<std::uint32_t, 10> counts{}, ends{}, at{};
    for (const std::uint32_t layout : set) ++counts[shows(layout)];
    std::partial_sum(counts.begin(), counts.end(), ends.begin());
    room.split.resize(set.size());
    for (std::size_t v = 1; v < 10; ++v) at[v] = ends[v - 1];
    for (const std::uint32_t layout : set) room.split[at[shows(layout)]++] = layout;
    // First a glance at every clue: what it can win at most.
    std::array<std::uint32_t, 9> most{};
    std::uint32_t possible = 0;
    for (std::size_t v = 0; v < 9; ++v) {
        if (counts[v] == 0) continue;
        most[v] = glance(std::span(room.split).subspan(ends[v] - counts[v], counts[v]));
        possible += most[v];
    }
    for (std::size_t v = 0; v < 9 && possible > beat; ++v) {
        if (most[v] < 2) continue;
        const std::uint32_t spare = possible - beat;
        const std::uint32_t found =
            value(std::span(room.split).subspan(ends[v] - counts[v], counts[v]),
                  most[v] > spare ? most[v] - spare : 0);
        if (limit_.is_cut) break;
        possible -= most[v] - std::min(most[v], found);
    }
    --depth_;
    return possible;
}

// One look at every layout tells for all choices how many layouts show what, and their
// names.
void Endgame::name_shown(Set set, const std::vector<Choice>& choices) {
    Room& room = *owned_[depth_ - 1];
    room.shown.assign(10 * choices.size(), 0);
    room.names.assign(10 * choices.size() * words_.width(), 0);
    with_width(words_.width(), [&]<std::size_t N>() {
        const auto words = words_.words();
        for (const std::uint32_t layout : set) {
            const Bits* row = table_.row(layout);
            for (std::size_t j = 0; j < choices.size(); ++j) {
                const std::size_t at =
                    10 * j + static_cast<std::size_t>(std::countr_zero(row[choices[j].cell]));
                ++room.shown[at];
                for (std::size_t k = 0; k < N; ++k) {
                    room.names[N * at + k] ^= words[N * layout + k];
                }
            }
        }
    });
}

// Only sets that nothing is known of are gathered.
void Endgame::foresee(Set set, std::vector<Choice>& choices, std::uint32_t best) {
    Room& room = enter();
    name_shown(set, choices);
    const std::size_t width = words_.width();
    for (std::size_t j = 0; j < choices.size(); ++j) {
        Choice& choice = choices[j];
        choice.most = static_cast<std::uint32_t>(set.size()) - choice.mines;
        if (choice.most <= best) continue;
        for (std::size_t v = 0; v < 9; ++v) {
            const std::uint32_t count = room.shown[10 * j + v];
            if (count < 2) continue;
            const std::uint64_t name =
                words_.least(std::span(room.names).subspan((10 * j + v) * width, width));
            const Entry& known = memo_.of(name, count);
            std::uint32_t most = known.wins;
            if (known.count == 0) {
                room.split.clear();
                for (const std::uint32_t layout : set) {
                    if (table_.at(layout, choice.cell) >> v == 1) room.split.push_back(layout);
                }
                most = judge(room.split, name);
            }
            choice.most -= count - most;
        }
    }
    --depth_;
}

std::uint32_t Endgame::glance(Set set) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count == 1) return 1;
    const std::uint64_t name = words_.name_of(set);
    const Entry& known = memo_.of(name, count);
    return known.count != 0 ? known.wins : judge(set, name);
}

std::uint32_t Endgame::judge(Set set, std::uint64_t name) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count >= LARGE) check_stop();
    table_.look(set, seen_, mines_);
    std::uint32_t least = count;
    for (std::uint32_t k = 0; k < table_.cells().size(); ++k) {
        const auto clues = static_cast<std::uint32_t>(seen_[k] & (MINE - 1U));
        if ((clues & (clues - 1)) != 0) least = std::min(least, mines_[k]);
    }
    std::uint32_t wins = std::max<std::uint32_t>(count - least, 1);
    if (wins > 1) wins = std::min(wins, rivals_.most_wins(set));
    if (wins > 1 && count <= BitSearch::MOST_LAYOUTS && rivals_.has_more()) {
        wins = std::min(wins, bits_.most_wins(set));
    }
    memo_.keep(name, count, wins, wins > 1);
    return wins;
}

}  // namespace sapper
