#include "logic/play/endgame_bits.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint32_t FEWEST_KEPT = 6;  // smaller sets are searched again: that is quicker

}  // namespace

std::uint32_t BitSearch::value(Set set, std::uint32_t beat) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count <= beat || count == 1) return count;
    if (!limit_->count()) return 0;
    const std::uint64_t name = words_->name_of(set);
    const SetMemo::Entry& known = memo_->of(name, count);
    if (known.count != 0 && (!known.is_bound || known.wins <= beat)) return known.wins;
    const std::uint32_t wins = enter_fitting(set, beat, known.count != 0 ? known.wins : count);
    if (limit_->is_cut) return 0;
    memo_->keep(name, count, wins, wins <= beat);
    return wins;
}

template <std::size_t W>
std::uint32_t BitSearch::enter_fitting(Set set, std::uint32_t beat, std::uint32_t most) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if constexpr (W > 1) {
        if (count <= 64 * narrower(W)) return enter_fitting<narrower(W)>(set, beat, most);
    }
    return expand<W>(enter<W>(set), count, beat, most);
}

std::uint32_t BitSearch::most_wins(Set set) {
    return cover_fitting(set);
}

template <std::size_t W>
std::uint32_t BitSearch::cover_fitting(Set set) {
    if constexpr (W > 1) {
        if (set.size() <= 64 * narrower(W)) return cover_fitting<narrower(W)>(set);
    }
    return cover<W>(enter<W>(set));
}

template <std::size_t W>
LayoutBits<W> BitSearch::enter(Set set) {
    level<W>().table.read(*table_, *words_, set);
    LayoutBits<W> all;
    for (std::uint32_t i = 0; i < set.size(); ++i) all.set(i);
    return all;
}

template <std::size_t W>
std::uint32_t BitSearch::search(const LayoutBits<W>& set, std::uint32_t beat) {
    const std::uint32_t count = set.count();
    if (count <= beat || count == 1) return count;
    const BitTable<W>& table = level<W>().table;
    if (count == 2) return table.can_win_both(set) ? 2 : 1;
    if (!limit_->count()) return 0;
    const bool is_kept = count >= FEWEST_KEPT;
    std::uint64_t name = 0;
    std::uint32_t most = count;
    if (is_kept) {
        name = table.name_of(set);
        const SetMemo::Entry& known = memo_->of(name, count);
        if (known.count != 0 && (!known.is_bound || known.wins <= beat)) return known.wins;
        if (known.count != 0) most = known.wins;
    }
    std::uint32_t wins = 0;
    if (W > 1 && count <= 64 * narrower(W)) {
        std::vector<std::uint32_t> list;
        list.reserve(count);
        set.for_each([&](std::uint32_t i) { list.push_back(table.layout(i)); });
        wins = enter_fitting(list, beat, most);
    } else {
        wins = expand<W>(set, count, beat, most);
    }
    if (limit_->is_cut) return 0;
    if (is_kept) memo_->keep(name, count, wins, wins <= beat);
    return wins;
}

template <std::size_t W>
std::uint32_t BitSearch::expand(const LayoutBits<W>& set, std::uint32_t count, std::uint32_t beat,
                                std::uint32_t most) {
    Level<W>& at = level<W>();
    const std::size_t begin = at.choices.size(), first_part = at.parts.size();
    at.parts.push_back(set);
    for (std::uint32_t k = 0; k < at.table.num_cells(); ++k) {
        if (!at.table.is_telling(k, set)) continue;
        const LayoutBits<W> mines = at.table.mines(k) & set;
        if (mines.any()) {
            at.choices.push_back({mines, k, mines.count(), 0});
        } else {
            split<W>(first_part, k);
        }
    }
    std::uint32_t wins = 1;  // where nothing tells anything: by not stepping on its mines
    if (at.parts.size() > first_part + 1) {
        wins = open_safe<W>(first_part, beat);
    } else if (at.choices.size() > begin) {
        wins = choose<W>(set, count, begin, beat, most);
    }
    at.parts.resize(first_part);
    at.choices.resize(begin);
    return wins;
}

// Splits the parts from one on by what a cell shows, which is safe in all of them.
template <std::size_t W>
void BitSearch::split(std::size_t first_part, std::uint32_t cell) {
    auto& parts = level<W>().parts;
    for (std::size_t i = first_part, end = parts.size(); i < end; ++i) {
        const LayoutBits<W> whole = parts[i];
        bool is_first = true;
        for (const LayoutBits<W>& showing : level<W>().table.shows(cell)) {
            const LayoutBits<W> part = showing & whole;
            if (!part.any()) continue;
            if (is_first) {
                parts[i] = part;
            } else {
                parts.push_back(part);
            }
            is_first = false;
        }
    }
}

template <std::size_t W>
std::uint32_t BitSearch::open_safe(std::size_t begin, std::uint32_t beat) {
    Level<W>& at = level<W>();
    const std::size_t end = at.parts.size(), mosts = at.most.size();
    std::uint32_t possible = 0;
    for (std::size_t i = begin; i < end; ++i) {
        at.most.push_back(glance<W>(at.parts[i], at.parts[i].count()));
        possible += at.most.back();
    }
    for (std::size_t i = begin; i < end && possible > beat; ++i) {
        const std::uint32_t most = at.most[mosts + i - begin], spare = possible - beat;
        if (most < 2) continue;
        const LayoutBits<W> part = at.parts[i];
        const std::uint32_t found = search<W>(part, most > spare ? most - spare : 0);
        if (limit_->is_cut) break;
        possible -= most - std::min(most, found);
    }
    at.most.resize(mosts);
    return possible;
}

// A cell that is a mine wherever another is one, is no better than the other: that might
// be revealed before it for nothing. Leaves the rest, least risk first.
template <std::size_t W>
void BitSearch::drop_worse(std::size_t begin) {
    auto& choices = level<W>().choices;
    std::stable_sort(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end(),
                     [](const auto& a, const auto& b) { return a.num_mines < b.num_mines; });
    std::size_t end = begin;
    for (std::size_t i = begin; i < choices.size(); ++i) {
        bool is_worse = false;
        for (std::size_t j = begin; j < end && !is_worse; ++j) {
            is_worse = choices[j].mines.is_within(choices[i].mines);
        }
        if (!is_worse) choices[end++] = choices[i];
    }
    choices.resize(end);
}

template <std::size_t W>
std::uint32_t BitSearch::choose(const LayoutBits<W>& set, std::uint32_t count, std::size_t begin,
                                std::uint32_t beat, std::uint32_t most) {
    // One layout can always be won: by not stepping on its mines.
    std::uint32_t best = std::max<std::uint32_t>(beat, 1), bound = 1;
    drop_worse<W>(begin);
    auto& choices = level<W>().choices;
    const std::size_t end = choices.size();
    // Step 1  what each can win at most, as far as one clue tells
    for (std::size_t i = begin; i < end; ++i) {
        Choice<W>& choice = choices[i];
        choice.most = count - choice.num_mines;
        if (choice.most > best) choice.most = foresee<W>(set, choice.cell, choice.most, best);
    }
    // Step 2  the most promising first
    std::stable_sort(choices.begin() + static_cast<std::ptrdiff_t>(begin), choices.end(),
                     [](const auto& a, const auto& b) { return a.most > b.most; });
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t cell = choices[i].cell, promised = choices[i].most;
        if (promised <= best) {
            bound = std::max(bound, promised);
            break;
        }
        const std::uint32_t found = reveal<W>(set, cell, best);
        if (limit_->is_cut) return 0;
        bound = std::max(bound, found);
        best = std::max(best, found);
        if (best >= most) break;
    }
    return best > beat ? best : std::min(bound, beat);
}

template <std::size_t W>
std::uint32_t BitSearch::foresee(const LayoutBits<W>& set, std::uint32_t cell,
                                 std::uint32_t possible, std::uint32_t beat) {
    for (const LayoutBits<W>& showing : level<W>().table.shows(cell)) {
        const LayoutBits<W> part = showing & set;
        if (!part.any()) continue;
        const std::uint32_t count = part.count();
        possible -= count - glance<W>(part, count);
        if (possible <= beat) break;
    }
    return possible;
}

template <std::size_t W>
std::uint32_t BitSearch::reveal(const LayoutBits<W>& set, std::uint32_t cell, std::uint32_t beat) {
    const auto shows = level<W>().table.shows(cell);
    std::array<LayoutBits<W>, 9> parts;
    std::array<std::pair<std::uint32_t, std::uint32_t>, 9> order{};  // most wins, part
    std::size_t num = 0;
    std::uint32_t possible = 0;
    for (const LayoutBits<W>& showing : shows) {
        const LayoutBits<W> part = showing & set;
        if (!part.any()) continue;
        const std::uint32_t most = glance<W>(part, part.count());
        parts[num] = part;
        order[num] = {most, static_cast<std::uint32_t>(num)};
        possible += most;
        ++num;
    }
    // The largest first: they fall short of the most by more.
    std::ranges::sort(std::span(order).first(num), std::greater{});
    for (std::size_t i = 0; i < num && possible > beat; ++i) {
        const std::uint32_t most = order[i].first, spare = possible - beat;
        if (most < 2) break;
        const std::uint32_t found =
            search<W>(parts[order[i].second], most > spare ? most - spare : 0);
        if (limit_->is_cut) break;
        possible -= most - std::min(most, found);
    }
    return possible;
}

template <std::size_t W>
std::uint32_t BitSearch::glance(const LayoutBits<W>& set, std::uint32_t count) {
    if (count == 1) return 1;
    const BitTable<W>& table = level<W>().table;
    if (count == 2) return table.can_win_both(set) ? 2 : 1;
    if (count >= FEWEST_KEPT) {
        const SetMemo::Entry& known = memo_->of(table.name_of(set), count);
        if (known.count != 0) return known.wins;
    }
    std::uint32_t most = cover<W>(set);
    if (2 * most <= count) return most;  // the other bound will hardly be less
    std::uint32_t least = count;
    for (std::uint32_t k = 0; k < table.num_cells() && least > count - most; ++k) {
        const std::uint32_t mines = (table.mines(k) & set).count();
        if (mines >= least) continue;
        if (table.is_telling(k, set)) least = mines;
    }
    return std::max<std::uint32_t>(std::min(most, count - least), 1);
}

// Groups of rivals, each as large as one look finds it.
template <std::size_t W>
std::uint32_t BitSearch::cover(const LayoutBits<W>& set) const {
    const BitTable<W>& table = std::get<Level<W>>(levels_).table;
    LayoutBits<W> left = set;
    std::uint32_t groups = 0;
    for (; left.any(); ++groups) {
        LayoutBits<W> rivals = left;
        while (rivals.any()) {
            const std::uint32_t i = rivals.first();
            left.reset(i);
            rivals.reset(i);
            rivals = rivals.without(table.partners(i));
        }
    }
    return groups;
}

}  // namespace sapper
