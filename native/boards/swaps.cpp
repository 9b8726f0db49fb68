#include "boards/swaps.h"

#include <cstdlib>

namespace sapper {

namespace {

// Cells tried for one swap; a typical one takes as many as the swap has.
constexpr std::uint32_t MAX_NODES = 20'000;

bool shows_number(Code code) {
    return static_cast<Code>(code - 1) < 8;
}

}  // namespace

bool SwapSearch::find(const Game& game, const Facts& facts, std::vector<std::vector<Cell>>& swaps) {
    game_ = &game;
    facts_ = &facts;
    const Frame& frame = game.frame();
    const std::size_t size = frame.padded_size();
    change_.assign(size, 0);
    is_fixed_.assign(size, 0);
    is_found_.assign(size, 0);
    bool has_all = true;
    for (Cell cell = 0; cell < static_cast<Cell>(game.rules().num_cells()); ++cell) {
        const Padded clue = frame.to_padded(cell);
        if (!shows_number(game.view()[clue])) continue;
        facts.for_cells(clue, facts.around(clue), [&](Padded at) {
            if (is_found_[at] || !has_all) return;
            nodes_left_ = MAX_NODES;
            exchanged_.clear();
            exchange(at, 1);
            has_all = balance();
            swaps.emplace_back();
            for (const Padded one : exchanged_) {
                is_found_[one] = 1;
                swaps.back().push_back(frame.to_cell(one));
            }
            while (!exchanged_.empty()) exchange(exchanged_.back(), -1);
        });
    }
    return has_all;
}

// Exchange what a cell is, or take that back.
void SwapSearch::exchange(Padded at, int by) {
    const int more = game_->is_mine_at(at) ? -by : by;
    game_->frame().for_neighbours(at, [&](Padded other) {
        change_[other] = static_cast<std::int8_t>(change_[other] + more);
    });
    is_fixed_[at] = by > 0;
    if (by > 0) {
        exchanged_.push_back(at);
    } else {
        exchanged_.pop_back();
    }
}

// Calls f(at) for the cells around a clue whose exchange makes up for a part of its change.
template <class F>
void SwapSearch::for_options(Padded clue, F&& f) const {
    const bool are_mines = change_[clue] > 0;
    facts_->for_cells(clue, facts_->around(clue), [&](Padded at) {
        if (!is_fixed_[at] && game_->is_mine_at(at) == are_mines) f(at);
    });
}

// Exchange more cells until every clue shows what it shows; the clue with the fewest
// options first.
bool SwapSearch::balance() {
    Padded chosen = 0;
    int fewest = 9;
    for (const Padded at : exchanged_) {
        game_->frame().for_neighbours(at, [&](Padded clue) {
            if (change_[clue] == 0 || !shows_number(game_->view()[clue])) return;
            int options = 0;
            for_options(clue, [&](Padded) { ++options; });
            if (options < std::abs(change_[clue])) options = 0;
            if (options < fewest) fewest = options, chosen = clue;
        });
    }
    if (fewest == 9) return true;
    std::vector<Padded> options;
    if (fewest > 0) for_options(chosen, [&](Padded at) { options.push_back(at); });
    bool is_done = false;
    std::size_t tried = 0;
    for (; tried < options.size() && !is_done && nodes_left_ > 0; ++tried) {
        --nodes_left_;
        exchange(options[tried], 1);
        is_done = balance();
        if (is_done) break;
        exchange(options[tried], -1);
        is_fixed_[options[tried]] = 1;  // every swap that has it was tried
    }
    for (std::size_t i = 0; i < tried; ++i) is_fixed_[options[i]] = 0;
    return is_done;
}

}  // namespace sapper
