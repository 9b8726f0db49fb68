#include "logic/endgame.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "game/random.h"

namespace sapper {

namespace {

constexpr std::uint64_t LAYOUT_WORD_SALT = 0x656e6467616d6500ULL;
constexpr std::size_t FEWEST_KEPT = 1024;

// Set bits of nine: counting them is a call into a library on the plainest machines.
constexpr std::array<std::uint8_t, 512> NUM_CLUES = [] {
    std::array<std::uint8_t, 512> table{};
    for (std::size_t i = 1; i < table.size(); ++i) {
        table[i] = static_cast<std::uint8_t>(table[i / 2] + i % 2);
    }
    return table;
}();

}  // namespace

void Endgame::read(const LayoutList& list, const Evidence& evidence) {
    cells_ = list.cells();
    num_layouts_ = static_cast<std::uint32_t>(list.num_layouts());
    const Frame& frame = evidence.frame();
    std::vector<std::uint32_t> place(frame.padded_size(), NONE);
    for (std::uint32_t k = 0; k < cells_.size(); ++k) place[cells_[k]] = k;
    std::vector<std::vector<std::uint32_t>> around(cells_.size());
    std::vector<std::uint32_t> known(cells_.size());
    for (std::uint32_t k = 0; k < cells_.size(); ++k) {
        frame.for_neighbours(cells_[k], [&](Padded at) {
            known[k] += evidence.is_known_mine(at);
            if (place[at] != NONE) around[k].push_back(place[at]);
        });
    }
    fill(cells_.size());
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        const auto layout = list.layout(i);
        Bits* into = shown_.data() + i * width_;
        for (std::uint32_t k = 0; k < cells_.size(); ++k) {
            std::uint32_t clue = known[k];
            for (const std::uint32_t other : around[k]) clue += layout[other];
            into[k] = static_cast<Bits>(layout[k] ? MINE : 1U << clue);
        }
    }
}

void Endgame::read(const Frame& frame, std::span<const std::uint8_t> rows,
                   std::size_t num_layouts) {
    const auto num_cells =
        static_cast<std::size_t>(frame.columns) * static_cast<std::size_t>(frame.rows);
    cells_.clear();
    for (Cell cell = 0; cell < num_cells; ++cell) cells_.push_back(frame.to_padded(cell));
    num_layouts_ = static_cast<std::uint32_t>(num_layouts);
    fill(num_cells);
    std::vector<std::uint8_t> grid(frame.padded_size());
    for (std::size_t i = 0; i < num_layouts; ++i) {
        for (std::size_t k = 0; k < num_cells; ++k) grid[cells_[k]] = rows[i * num_cells + k];
        for (std::size_t k = 0; k < num_cells; ++k) {
            const unsigned clue = block_sum(grid.data(), cells_[k], frame.stride);
            shown_[i * width_ + k] = static_cast<Bits>(grid[cells_[k]] ? MINE : 1U << clue);
        }
    }
    find_symmetries(frame, rows);
}

void Endgame::fill(std::size_t num_cells) {
    width_ = (num_cells + 7) / 8 * 8;
    shown_.assign(width_ * num_layouts_, 0);
    words_.resize(num_layouts_);
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        words_[i] = mix((i + 1) * GOLDEN_GAMMA ^ LAYOUT_WORD_SALT);
    }
    memo_.assign(FEWEST_KEPT, Entry{});  // small again: it is cleared for every table
    num_kept_ = 0;
    num_words_ = 1;
}

void Endgame::start(std::uint64_t max_nodes) {
    nodes_ = 0;
    max_nodes_ = max_nodes;
    is_cut_ = false;
    depth_ = 0;
}

// What each cell shows over a set, and in how many of its layouts it is a mine.
void Endgame::look(std::span<const std::uint32_t> set, std::vector<Bits>& seen,
                   std::vector<std::uint32_t>& mines) const {
    seen.assign(width_, 0);
    mines.assign(width_, 0);
    Bits* all = seen.data();
    std::uint32_t* sums = mines.data();
    for (const std::uint32_t layout : set) {
        const Bits* from = shown_.data() + layout * width_;
        for (std::size_t k = 0; k < width_; ++k) {
            all[k] = static_cast<Bits>(all[k] | from[k]);
            sums[k] += from[k] >> 9;
        }
    }
}

Endgame::Entry& Endgame::entry_of(std::uint64_t key, std::uint32_t count) {
    if (2 * (num_kept_ + 1) >= memo_.size()) grow();
    const std::size_t mask = memo_.size() - 1;
    std::size_t at = key & mask;
    while (memo_[at].count != 0 && (memo_[at].key != key || memo_[at].count != count)) {
        at = (at + 1) & mask;
    }
    return memo_[at];
}

void Endgame::grow() {
    std::vector<Entry> old(std::max<std::size_t>(2 * memo_.size(), FEWEST_KEPT));
    std::swap(old, memo_);
    const std::size_t mask = memo_.size() - 1;
    for (const Entry& entry : old) {
        if (entry.count == 0) continue;
        std::size_t at = entry.key & mask;
        while (memo_[at].count != 0) at = (at + 1) & mask;
        memo_[at] = entry;
    }
}

// The smallest of the keys of a set and its mirror images: they are worth the same.
std::uint64_t Endgame::key_of(std::span<const std::uint32_t> set) const {
    if (num_words_ == 1) {
        std::uint64_t key = 0;
        for (const std::uint32_t layout : set) key ^= words_[layout];
        return key;
    }
    std::array<std::uint64_t, 8> keys{};
    for (const std::uint32_t layout : set) {
        const std::uint64_t* words = &words_[std::size_t{8} * layout];
        for (std::size_t k = 0; k < 8; ++k) keys[k] ^= words[k];
    }
    return *std::min_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(num_words_));
}

std::uint32_t Endgame::value(std::span<const std::uint32_t> set, std::uint32_t beat) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count == 1 || count <= beat) return count;
    if (is_cut_ || ++nodes_ > max_nodes_) {
        is_cut_ = true;
        return 0;
    }
    const std::uint64_t key = key_of(set);
    const Entry& known = entry_of(key, count);
    if (known.count != 0 && (!known.is_bound || known.wins <= beat)) return known.wins;
    if (depth_ == owned_.size()) owned_.push_back(std::make_unique<Room>());
    Room& room = *owned_[depth_++];
    look(set, room.seen, room.mines);
    room.safe.clear();
    room.choices.clear();
    for (std::uint32_t k = 0; k < cells_.size(); ++k) {
        const std::uint32_t clues = NUM_CLUES[room.seen[k] & (MINE - 1U)];
        if (clues < 2) continue;
        if (room.mines[k] == 0) {
            room.safe.push_back(k);
        } else {
            room.choices.push_back({room.mines[k], clues, k, 0});
        }
    }
    const std::uint32_t wins =
        room.safe.empty() ? choose(set, room.choices, beat) : open_safe(set, room.safe, beat);
    --depth_;
    if (is_cut_) return 0;
    Entry& entry = entry_of(key, count);
    num_kept_ += entry.count == 0;
    entry.key = key;
    entry.count = count;
    entry.wins = wins;
    entry.is_bound = wins <= beat;
    return wins;
}

// Splits the set by what all safe cells show together.
std::uint32_t Endgame::open_safe(std::span<const std::uint32_t> set,
                                 std::span<const std::uint32_t> safe, std::uint32_t beat) {
    Room& room = *owned_[depth_ - 1];
    room.keyed.clear();
    for (const std::uint32_t layout : set) {
        std::uint64_t hash = 0;
        const Bits* from = shown_.data() + layout * width_;
        for (const std::uint32_t k : safe) hash = (hash ^ from[k]) * 0x9e3779b97f4a7c15ULL + 1;
        room.keyed.emplace_back(hash, layout);
    }
    std::ranges::sort(room.keyed);
    room.split.clear();
    for (const auto& [hash, layout] : room.keyed) room.split.push_back(layout);
    auto possible = static_cast<std::uint32_t>(set.size());
    for (std::size_t begin = 0; begin < room.keyed.size() && possible > beat;) {
        std::size_t end = begin;
        while (end < room.keyed.size() && room.keyed[end].first == room.keyed[begin].first) ++end;
        const auto count = static_cast<std::uint32_t>(end - begin);
        const std::uint32_t spare = possible - beat;
        possible -= count - value(std::span(room.split).subspan(begin, count),
                                  count > spare ? count - spare : 0);
        if (is_cut_) break;
        begin = end;
    }
    return possible;
}

std::uint32_t Endgame::choose(std::span<const std::uint32_t> set, std::vector<Choice>& choices,
                              std::uint32_t beat) {
    std::ranges::sort(choices, [](const Choice& a, const Choice& b) {
        return a.mines != b.mines   ? a.mines < b.mines
               : a.clues != b.clues ? a.clues > b.clues
                                    : a.cell < b.cell;
    });
    // One layout can always be won: by not stepping on its mines.
    std::uint32_t best = std::max<std::uint32_t>(beat, 1);
    std::uint32_t bound = 1;
    const auto count = static_cast<std::uint32_t>(set.size());
    const std::size_t most = count > wide_ ? num_narrow_ : choices.size();
    if (choices.size() > most) choices.resize(most);
    // Step 1  what each can win at most, as far as one clue tells
    for (Choice& choice : choices) {
        choice.most = count - choice.mines;
        if (choice.most > best) choice.most = reveal(set, choice.cell, 0, true);
    }
    // Step 2  the most promising first
    std::ranges::stable_sort(choices, std::greater{}, &Choice::most);
    for (const Choice& choice : choices) {
        if (choice.most <= best) {
            bound = std::max(bound, choice.most);
            break;
        }
        const std::uint32_t found = reveal(set, choice.cell, best);
        if (is_cut_) return 0;
        bound = std::max(bound, found);
        best = std::max(best, found);
    }
    return best > beat ? best : std::min(bound, beat);
}

std::uint32_t Endgame::reveal(std::span<const std::uint32_t> set, std::uint32_t cell,
                              std::uint32_t beat, bool only_glance) {
    if (depth_ == owned_.size()) owned_.push_back(std::make_unique<Room>());
    Room& room = *owned_[depth_++];
    std::array<std::uint32_t, 10> counts{}, ends{}, at{};
    for (const std::uint32_t layout : set) {
        ++counts[static_cast<std::size_t>(std::countr_zero(shown_[layout * width_ + cell]))];
    }
    std::partial_sum(counts.begin(), counts.end(), ends.begin());
    room.split.resize(set.size());
    for (std::size_t v = 1; v < 10; ++v) at[v] = ends[v - 1];
    for (const std::uint32_t layout : set) {
        const auto v = static_cast<std::size_t>(std::countr_zero(shown_[layout * width_ + cell]));
        room.split[at[v]++] = layout;
    }
    // First a glance at every clue: what it can win at most.
    std::array<std::uint32_t, 9> most{};
    std::uint32_t possible = 0;
    for (std::size_t v = 0; v < 9; ++v) {
        if (counts[v] == 0) continue;
        most[v] = glance(std::span(room.split).subspan(ends[v] - counts[v], counts[v]));
        possible += most[v];
    }
    for (std::size_t v = 0; v < 9 && possible > beat && !only_glance; ++v) {
        if (most[v] < 2) continue;
        const std::uint32_t spare = possible - beat;
        const std::uint32_t found =
            value(std::span(room.split).subspan(ends[v] - counts[v], counts[v]),
                  most[v] > spare ? most[v] - spare : 0);
        if (is_cut_) break;
        possible -= most[v] - std::min(most[v], found);
    }
    --depth_;
    return possible;
}

// The wins of a set where they are known or easily seen, else a bound from above.
std::uint32_t Endgame::glance(std::span<const std::uint32_t> set) {
    const auto count = static_cast<std::uint32_t>(set.size());
    if (count == 1) return 1;
    const std::uint64_t key = key_of(set);
    const Entry& known = entry_of(key, count);
    if (known.count != 0) return known.wins;
    look(set, seen_, mines_);
    std::uint32_t least = count;
    for (std::uint32_t k = 0; k < cells_.size(); ++k) {
        const auto clues = static_cast<std::uint32_t>(seen_[k] & (MINE - 1U));
        if ((clues & (clues - 1)) != 0) least = std::min(least, mines_[k]);
    }
    const std::uint32_t wins = std::max<std::uint32_t>(count - least, 1);
    Entry& entry = entry_of(key, count);
    ++num_kept_;
    entry = {key, count, wins, wins > 1};
    return wins;
}

// Which reflections and rotations of the grid map the layouts onto themselves.
void Endgame::find_symmetries(const Frame& frame, std::span<const std::uint8_t> rows) {
    std::vector<std::vector<std::uint64_t>> mirrored;
    const auto columns = static_cast<std::size_t>(frame.columns);
    const auto num_rows = static_cast<std::size_t>(frame.rows);
    const std::size_t size = columns * num_rows;
    std::vector<std::uint64_t> names(num_layouts_);
    std::unordered_map<std::uint64_t, std::uint32_t> find;
    const auto name_of = [&](std::size_t layout, const std::vector<std::size_t>& image) {
        std::uint64_t name = 0;
        for (std::size_t k = 0; k < size; ++k) {
            if (rows[layout * size + k]) name ^= mix((image[k] + 1) * GOLDEN_GAMMA);
        }
        return name;
    };
    for (int which = 0; which < (columns == num_rows ? 8 : 4); ++which) {
        std::vector<std::size_t> image(size);
        for (std::size_t k = 0; k < size; ++k) {
            std::size_t row = k / columns, column = k % columns;
            if (which & 1) row = num_rows - 1 - row;
            if (which & 2) column = columns - 1 - column;
            if (which & 4) std::swap(row, column);
            image[k] = row * columns + column;
        }
        std::vector<std::uint64_t> words(num_layouts_);
        bool is_symmetric = true;
        for (std::uint32_t i = 0; i < num_layouts_ && is_symmetric; ++i) {
            const std::uint64_t name = name_of(i, image);
            if (which == 0) {
                find[name] = i;
                continue;
            }
            const auto found = find.find(name);
            is_symmetric = found != find.end();
            if (is_symmetric) words[i] = words_[found->second];
        }
        if (which > 0 && is_symmetric) mirrored.push_back(std::move(words));
    }
    if (mirrored.empty()) return;
    num_words_ = 1 + mirrored.size();
    std::vector<std::uint64_t> all(std::size_t{8} * num_layouts_);
    for (std::uint32_t i = 0; i < num_layouts_; ++i) {
        all[std::size_t{8} * i] = words_[i];
        for (std::size_t k = 0; k < mirrored.size(); ++k) {
            all[std::size_t{8} * i + k + 1] = mirrored[k][i];
        }
    }
    words_ = std::move(all);
}

bool Endgame::solve(std::uint64_t max_nodes, bool all) {
    start(max_nodes);
    std::vector<std::uint32_t> set(num_layouts_);
    std::iota(set.begin(), set.end(), 0U);
    std::vector<Bits> seen;
    std::vector<std::uint32_t> mines;
    look(set, seen, mines);
    candidates_.clear();
    best_ = NONE;
    wins_ = 0;
    most_ = num_layouts_;
    std::vector<Choice> choices, dead;
    for (std::uint32_t k = 0; k < cells_.size(); ++k) {
        if (mines[k] == num_layouts_) continue;
        const std::uint32_t clues = NUM_CLUES[seen[k] & (MINE - 1U)];
        (clues > 1 ? choices : dead).push_back({mines[k], clues, k, 0});
    }
    const auto less = [](const Choice& a, const Choice& b) {
        return a.mines != b.mines   ? a.mines < b.mines
               : a.clues != b.clues ? a.clues > b.clues
                                    : a.cell < b.cell;
    };
    std::ranges::sort(choices, less);
    std::ranges::sort(dead, less);
    // Nothing tells anything: one layout can be won, by not stepping on its mines.
    if (choices.empty()) {
        wins_ = most_ = num_layouts_ > 0 ? 1 : 0;
        if (!dead.empty()) best_ = cells_[dead[0].cell];
        return true;
    }
    for (const Choice& choice : choices) {
        const std::uint32_t safe = num_layouts_ - choice.mines;
        if (safe <= wins_ && !all) break;
        if (num_layouts_ > wide_ && candidates_.size() >= num_narrow_) break;
        const std::uint32_t found = reveal(set, choice.cell, all ? 0 : wins_);
        if (is_cut_) break;
        candidates_.push_back({cells_[choice.cell], safe, found, all || found > wins_});
        if (found > wins_ || best_ == NONE) {
            wins_ = std::max(found, wins_);
            best_ = cells_[choice.cell];
        }
        if (choice.mines == 0) break;  // for nothing: no other cell can do better
    }
    most_ = wins_;
    if (is_cut_) {
        const Choice& next = choices[candidates_.size()];
        most_ = std::max(wins_, num_layouts_ - next.mines);
    }
    return !is_cut_;
}

bool Endgame::solve_after(Padded at, std::uint64_t max_nodes, std::uint32_t beat,
                          std::uint32_t& wins) {
    start(max_nodes);
    std::vector<std::uint32_t> set(num_layouts_);
    std::iota(set.begin(), set.end(), 0U);
    const auto cell = static_cast<std::uint32_t>(std::ranges::find(cells_, at) - cells_.begin());
    wins = reveal(set, cell, beat);
    return !is_cut_;
}

bool Endgame::solve_after(std::span<const Padded> cells, std::uint64_t max_nodes,
                          std::uint32_t& wins) {
    start(max_nodes);
    wins = 0;
    std::vector<std::uint32_t> places, set;
    for (const Padded at : cells) {
        const auto found = std::ranges::find(cells_, at);
        if (found == cells_.end()) return true;  // a proven mine
        places.push_back(static_cast<std::uint32_t>(found - cells_.begin()));
    }
    for (std::uint32_t layout = 0; layout < num_layouts_; ++layout) {
        const Bits* shown = shown_.data() + layout * width_;
        if (std::ranges::none_of(places, [&](std::uint32_t k) { return shown[k] == MINE; })) {
            set.push_back(layout);
        }
    }
    if (set.empty()) return true;
    if (owned_.empty()) owned_.push_back(std::make_unique<Room>());
    depth_ = 1;
    wins = open_safe(set, places, 0);
    depth_ = 0;
    return !is_cut_;
}

}  // namespace sapper
