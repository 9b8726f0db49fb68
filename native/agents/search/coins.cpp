#include "agents/search/coins.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agents/search/belief_cells.h"

namespace sapper {

namespace {

constexpr double NEARLY = 1e-9;

bool has(const std::vector<Padded>& cells, Padded at) {
    return std::ranges::find(cells, at) != cells.end();
}

}  // namespace

const std::vector<Padded>& Coins::find(Belief& belief) {
    list_even(belief);
    tried_.clear();
    first_.clear();
    for (const Padded at : even_) {
        if (has(tried_, at) || !is_coin(belief, at)) continue;
        coin_ = sides_[0];
        coin_.insert(coin_.end(), sides_[1].begin(), sides_[1].end());
        std::ranges::sort(coin_);
        const auto rank = [](const auto& coin) { return std::pair(coin.size() > 2, coin[0]); };
        if (first_.empty() || rank(coin_) < rank(first_)) first_ = coin_;
    }
    return first_;
}

// Three cells that see the same clues, or none, cannot have two sides.
void Coins::list_even(const Belief& belief) {
    even_.clear();
    const auto is_even = [](double risk) { return std::abs(risk - 0.5) < NEARLY; };
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            if (cells.size() > 2 || !is_even(box_risk(belief, i, box))) return;
            for (const Padded at : cells) even_.push_back(at);
        });
    }
    if (1 <= belief.sea() && belief.sea() <= 2 && is_even(belief.sea_risk())) {
        for_sea(belief, [&](Padded at) { even_.push_back(at); });
    }
}

// What a mine at the cell makes a mine is a mine then alone, as both are mines as often as not;
// and what it makes safe is a mine in all other layouts.
bool Coins::is_coin(Belief& belief, Padded at) {
    auto& [mines, safe] = sides_;
    mines.assign(1, at);
    safe.clear();
    if (belief.assume_at(at, ASSUME_MINE) != EngineStatus::solved) return false;
    for (const Padded cell : even_) {
        if (cell == at) continue;
        const Mark mark = belief.mark_at(cell);
        if (mark == Mark::mine) mines.push_back(cell);
        if (mark == Mark::safe) safe.push_back(cell);
    }
    belief.take_back();
    tried_.insert(tried_.end(), mines.begin(), mines.end());
    tried_.insert(tried_.end(), safe.begin(), safe.end());
    if (mines.size() != safe.size()) return false;
    const auto is_even = [&](Padded cell) { return is_balanced(belief, cell); };
    return std::ranges::all_of(mines, is_even) && std::ranges::all_of(safe, is_even);
}

// Whether every neighbour that shows a clue, or may once show one, sees both sides alike.
bool Coins::is_balanced(Belief& belief, Padded at) const {
    bool is_even = true;
    belief.frame().for_neighbours(at, [&](Padded next) {
        if (!is_even || !belief.frame().has(next) || side_of(next) != 0) return;
        if (belief.evidence().is_known_mine(next) || belief.mark_at(next) == Mark::mine) return;
        int sum = 0;
        belief.frame().for_neighbours(next, [&](Padded seen) { sum += side_of(seen); });
        is_even = sum == 0;
    });
    return is_even;
}

int Coins::side_of(Padded at) const {
    if (has(sides_[0], at)) return 1;
    return has(sides_[1], at) ? -1 : 0;
}

}  // namespace sapper
