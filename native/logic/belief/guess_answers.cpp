#include "logic/belief/guess_answers.h"

#include <algorithm>

#include "logic/belief/belief.h"
#include "logic/belief/sampler.h"

namespace sapper {

namespace {

constexpr std::uint64_t GUESS_SALT = 0x6775657373000000ULL;  // "guess"

// The covered cells that a move opens; none where it is not allowed.
std::vector<Cell> opened_cells(const Game& game, bool is_chord, Cell cell) {
    std::vector<Cell> cells;
    if (cell >= game.rules().num_cells() || game.outcome() != Outcome::playing) return cells;
    const Padded at = game.frame().to_padded(cell);
    const auto& view = game.view();
    if (!is_chord) {
        if (view[at] == COVERED) cells.push_back(cell);
        return cells;
    }
    if (!is_clue(view[at])) return cells;
    int marked = 0;
    game.frame().for_neighbours(at, [&](Padded next) {
        marked += view[next] == FLAGGED || view[next] == MINE_SHOWN;
        if (view[next] == COVERED) cells.push_back(game.frame().to_cell(next));
    });
    if (marked != view[at]) cells.clear();
    return cells;
}

bool is_any_mine(const Game& game, const std::vector<Cell>& cells) {
    return std::ranges::any_of(
        cells, [&](Cell cell) { return game.is_mine_at(game.frame().to_padded(cell)); });
}

// Whether something is proven safe that is still covered, under a flag or not.
bool can_prove_safe(Belief& belief, const Position& position) {
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        const Code code = position.cells[cell];
        if ((code == COVERED || code == FLAGGED) && belief.mark(cell) == Mark::safe) return true;
    }
    return false;
}

bool assume_safe(Belief& belief, std::span<const Cell> cells) {
    return std::ranges::all_of(
        cells, [&](Cell cell) { return belief.assume(cell, ASSUME_SAFE) == EngineStatus::solved; });
}

// Supposes that one of the cells is a mine: which is the first of them, by its chance.
bool assume_some_mine(Belief& belief, const std::vector<Cell>& cells, Random& random) {
    std::vector<double> chances;
    double all_before = 1.0, total = 0.0;
    for (const Cell cell : cells) {
        const double risk = belief.risk(cell);
        chances.push_back(all_before * risk);
        total += chances.back();
        all_before *= 1.0 - risk;
        if (belief.assume(cell, ASSUME_SAFE) != EngineStatus::solved) break;
    }
    while (belief.depth() > 0) belief.take_back();
    double left = total * static_cast<double>(random.next() >> 11) * 0x1.0p-53;
    std::size_t first = 0;
    while (first + 1 < chances.size() && left >= chances[first]) left -= chances[first++];
    if (chances[first] == 0.0) return false;
    return assume_safe(belief, std::span(cells).first(first)) &&
           belief.assume(cells[first], ASSUME_MINE) == EngineStatus::solved;
}

}  // namespace

void answer_guess(Game& game, Guessing guessing, bool is_chord, Cell cell) {
    if (guessing == Guessing::uniform || game.is_given_layout()) return;
    const std::vector<Cell> opened = opened_cells(game, is_chord, cell);
    if (opened.empty()) return;
    if (game.first_cell() < 0) {
        if (game.rules().first_click != FirstClick::any) return;  // safe by the rule
        game.lay_for(game.frame().to_padded(cell));
    }
    const Position position = game.position();
    Belief belief;
    if (belief.look_at(position.view(), {.trust_flags = false}) != EngineStatus::solved) return;
    const bool is_proven =
        std::ranges::all_of(opened, [&](Cell one) { return belief.mark(one) == Mark::safe; });
    if (is_proven) return;
    const bool is_forced = !can_prove_safe(belief, position);
    // Where the layout answers so by itself, it stays.
    if (!is_forced && guessing == Guessing::kind) return;
    if (is_any_mine(game, opened) != is_forced) return;
    Random random(mix(game.seed() ^ GUESS_SALT) + static_cast<std::uint64_t>(game.num_moves()));
    const bool can_be =
        is_forced ? assume_safe(belief, opened) : assume_some_mine(belief, opened, random);
    if (!can_be) return;
    std::vector<std::uint8_t> is_mine(position.cells.size());
    Sampler(belief).draw(random, is_mine);
    game.exchange_layout(is_mine);
}

}  // namespace sapper
