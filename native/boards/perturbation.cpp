#include "boards/perturbation.h"

#include <algorithm>

namespace sapper {

bool Perturbation::solve(Game& game, Padded first, Ladder& ladder, Technique hardest,
                         std::uint64_t seed, std::vector<Cell>& mines) {
    Random random(mix(seed ^ PERTURBATION_SALT));
    for (int change = 0; change <= MAX_CHANGES; ++change) {
        game.start(mines);
        game.reveal_at(first);
        if (game.mines_hit()) return false;
        ladder.start(game);
        if (ladder.play(hardest)) return true;
        is_mine_ = game.mine_map();
        look(game, ladder.facts());
        if (!settle_a_clue(game, ladder.facts(), random) && !open_the_wall(game, random)) {
            return false;
        }
        mines.clear();
        for (Cell cell = 0; cell < static_cast<Cell>(game.rules().num_cells()); ++cell) {
            if (is_mine_[game.frame().to_padded(cell)]) mines.push_back(cell);
        }
    }
    return false;
}

// List the clues that still say something and the cells that are not known.
void Perturbation::look(const Game& game, const Facts& facts) {
    clues_.clear();
    unknown_.clear();
    is_near_.assign(game.frame().padded_size(), 0);
    for (Cell cell = 0; cell < static_cast<Cell>(game.rules().num_cells()); ++cell) {
        const Padded at = game.frame().to_padded(cell);
        if (!facts.is_known(at)) unknown_.push_back(at);
        if (!is_clue(game.view()[at]) || facts.around(at) == 0) continue;
        clues_.push_back(at);
        facts.for_cells(at, facts.around(at), [this](Padded next) { is_near_[next] = 1; });
    }
}

bool Perturbation::settle_a_clue(const Game& game, const Facts& facts, Random& random) {
    if (clues_.empty()) return false;
    const Padded clue = clues_[random.below(clues_.size())];
    std::vector<Padded> mines, safe, other_mines, other_safe;
    facts.for_cells(clue, facts.around(clue),
                    [&](Padded at) { (game.is_mine_at(at) ? mines : safe).push_back(at); });
    // Those that no clue touches come first.
    for (const bool near : {false, true}) {
        for (auto* cells : {&other_mines, &other_safe}) {
            const std::size_t from = cells->size();
            for (const Padded at : unknown_) {
                const bool is_other = std::ranges::find(mines, at) == mines.end() &&
                                      std::ranges::find(safe, at) == safe.end();
                const bool is_wanted = game.is_mine_at(at) == (cells == &other_mines);
                if (is_other && is_wanted && (is_near_[at] != 0) == near) cells->push_back(at);
            }
            shuffle(*cells, from, random);
        }
    }
    const bool fill_first = random.below(2) == 1;
    for (const bool fill : {fill_first, !fill_first}) {
        if (fill && exchange(other_mines, safe, safe.size())) return true;
        if (!fill && exchange(mines, other_safe, mines.size())) return true;
    }
    return false;
}

// Nothing is left but walled-in cells: a mine of the wall changes places with one of them.
bool Perturbation::open_the_wall(const Game& game, Random& random) {
    std::vector<Padded> wall, inside;
    for (const Padded at : unknown_) {
        if (!game.is_mine_at(at)) inside.push_back(at);
        game.frame().for_neighbours(at, [&](Padded next) {
            const bool is_new = std::ranges::find(wall, next) == wall.end();
            if (game.view()[next] == FLAGGED && is_new) wall.push_back(next);
        });
    }
    shuffle(wall, 0, random);
    shuffle(inside, 0, random);
    return exchange(wall, inside, 1);
}

bool Perturbation::exchange(const std::vector<Padded>& from, const std::vector<Padded>& to,
                            std::size_t count) {
    if (count == 0 || from.size() < count || to.size() < count) return false;
    for (std::size_t i = 0; i < count; ++i) {
        is_mine_[from[i]] = 0;
        is_mine_[to[i]] = 1;
    }
    return true;
}

void Perturbation::shuffle(std::vector<Padded>& cells, std::size_t from, Random& random) {
    for (std::size_t i = from; i + 1 < cells.size(); ++i) {
        std::swap(cells[i], cells[i + random.below(cells.size() - i)]);
    }
}

}  // namespace sapper
