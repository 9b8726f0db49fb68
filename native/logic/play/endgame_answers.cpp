// What the search over a table of layouts is asked for: the best play, and that after a move.
#include <algorithm>
#include <functional>
#include <numeric>

#include "logic/play/endgame.h"

namespace sapper {

void Endgame::read(const LayoutList& list, const Evidence& evidence) {
    table_.read(list, evidence);
    words_.make(table_.num_layouts());
    memo_.clear();
    find_rivals();
}

void Endgame::read(const Frame& frame, std::span<const std::uint8_t> rows,
                   std::size_t num_layouts) {
    table_.read(frame, rows, num_layouts);
    words_.make(table_.num_layouts());
    words_.find_mirrors(frame, rows);
    memo_.clear();
    find_rivals();
}

// Small tables have no use for them: their search finds them for every set.
void Endgame::find_rivals() {
    rivals_.clear();
    if (!is_small()) rivals_.find(table_);
}

void Endgame::start(std::uint64_t max_nodes) {
    limit_.start(max_nodes);
    depth_ = 0;
}

std::vector<std::uint32_t> Endgame::all_layouts() const {
    std::vector<std::uint32_t> set(table_.num_layouts());
    std::iota(set.begin(), set.end(), 0U);
    return set;
}

bool Endgame::solve(std::uint64_t max_nodes, bool all) {
    start(max_nodes);
    const std::vector<std::uint32_t> set = all_layouts();
    std::vector<Bits> seen;
    std::vector<std::uint32_t> mines;
    table_.look(set, seen, mines);
    candidates_.clear();
    best_ = NONE;
    wins_ = 0;
    most_ = num_layouts();
    std::vector<Choice> choices, dead;
    for (std::uint32_t k = 0; k < table_.cells().size(); ++k) {
        if (mines[k] == num_layouts()) continue;
        const std::uint32_t clues = num_clues(seen[k]);
        (clues > 1 ? choices : dead).push_back({mines[k], clues, k, num_layouts() - mines[k]});
    }
    std::ranges::sort(choices, is_before);
    std::ranges::sort(dead, is_before);
    // Nothing tells anything: one layout can be won, by not stepping on its mines.
    if (choices.empty()) {
        wins_ = most_ = num_layouts() > 0 ? 1 : 0;
        for (const Choice& choice : dead) {
            const Padded at = table_.cells()[choice.cell];
            candidates_.push_back({at, num_layouts() - choice.mines, wins_, true});
        }
        if (!dead.empty()) best_ = candidates_[0].at;
        return true;
    }
    return solve_choices(set, choices, all);
}

bool Endgame::solve_choices(Set set, std::vector<Choice>& choices, bool all) {
    if (!all && choices[0].mines > 0) {
        foresee(set, choices, 0);
        std::ranges::stable_sort(choices, std::greater{}, &Choice::most);
    }
    for (const Choice& choice : choices) {
        if (choice.most <= wins_ && !all) break;
        const std::uint32_t found = reveal(set, choice.cell, all ? 0 : wins_);
        if (limit_.is_cut) break;
        const Padded at = table_.cells()[choice.cell];
        candidates_.push_back({at, num_layouts() - choice.mines, found, all || found > wins_});
        if (found > wins_ || best_ == NONE) {
            wins_ = std::max(found, wins_);
            best_ = at;
        }
        if (choice.mines == 0) break;  // for nothing: no other cell can do better
    }
    most_ = wins_;
    if (limit_.is_cut) {
        most_ = std::max(wins_, choices[candidates_.size()].most);
        most_ = std::min(most_, is_small() ? bits_.most_wins(set) : rivals_.most_wins(set));
    }
    return !limit_.is_cut;
}

bool Endgame::solve_after(Padded at, std::uint64_t max_nodes, std::uint32_t beat,
                          std::uint32_t& wins) {
    start(max_nodes);
    const auto found = std::ranges::find(table_.cells(), at) - table_.cells().begin();
    wins = reveal(all_layouts(), static_cast<std::uint32_t>(found), beat);
    return !limit_.is_cut;
}

bool Endgame::solve_after(std::span<const Padded> cells, std::uint64_t max_nodes,
                          std::uint32_t& wins) {
    start(max_nodes);
    wins = 0;
    std::vector<std::uint32_t> places, set;
    for (const Padded at : cells) {
        const auto found = std::ranges::find(table_.cells(), at);
        if (found == table_.cells().end()) return true;  // a proven mine
        places.push_back(static_cast<std::uint32_t>(found - table_.cells().begin()));
    }
    for (std::uint32_t layout = 0; layout < num_layouts(); ++layout) {
        const Bits* shown = table_.row(layout);
        if (std::ranges::none_of(places, [&](std::uint32_t k) { return shown[k] == MINE; })) {
            set.push_back(layout);
        }
    }
    if (set.empty()) return true;
    enter();
    wins = open_safe(set, places, 0);
    depth_ = 0;
    return !limit_.is_cut;
}

}  // namespace sapper
