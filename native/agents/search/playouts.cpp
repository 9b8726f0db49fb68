#include "agents/search/playouts.h"

#include <algorithm>
#include <memory>

#include "agents/search/belief_cells.h"
#include "game/stop.h"

namespace sapper {

namespace {

constexpr std::size_t MOST_KNOWN = 100'000;
// Layouts are drawn until one has the cell safe: below this it would take for ever.
constexpr double LEAST_SAFETY = 1e-4;

}  // namespace

Playouts::Player play_by_search(const LookAheadOptions& options) {
    return [search = std::make_shared<LookAhead>(options)](Belief& belief) {
        Playouts::Known known{search->choose(belief), -1.0};
        if (search->kind() == GuessKind::endgame && !search->candidates().empty()) {
            known.value = search->candidates()[0].value;
        }
        return known;
    };
}

bool Playouts::look_at(const Belief& belief) {
    known_.clear();
    if (belief.is_whole() || belief.is_scaled()) return false;
    belief_.copy_from(belief);
    layout_.assign(belief_.frame().padded_size(), 0);
    board_.assign(belief_.frame().padded_size(), 0);
    // The frame counts as noted already, so that no cascade leaves the grid.
    const Frame& frame = belief_.frame();
    is_new_.assign(frame.padded_size(), 1);
    for (int row = 1; row <= frame.rows; ++row) {
        std::fill_n(is_new_.begin() + row * frame.stride + 1, frame.columns, std::uint8_t{0});
    }
    return draws_.look_at(belief_);
}

double Playouts::run(Padded at, Random& random) {
    ++num_run_;
    belief_.return_to(0);
    board_ = layout_;
    double weight = 1.0;
    news_.clear();
    if (at != NONE) {
        weight = 1.0 - belief_.risk_at(at);
        if (weight < LEAST_SAFETY) return 0.0;
        if (board_[at]) draws_.draw_safe(random, at, board_);
        reveal(at);
    }
    check_stop();
    while (true) {
        if (!open_safe()) return weight;
        const Known next = choose();
        if (next.value >= 0.0) return weight * next.value;
        weight *= 1.0 - belief_.risk_at(next.at);
        if (board_[next.at]) {
            if (!redraws_.look_at(belief_)) return weight;
            redraws_.draw_safe(random, next.at, board_);
        }
        reveal(next.at);
    }
}

// Notes what a reveal shows, cascade and all.
void Playouts::reveal(Padded at) {
    const Frame& frame = belief_.frame();
    const auto note = [&](Padded cell) {
        if (is_new_[cell] || belief_.evidence().has_clue(cell)) return;
        is_new_[cell] = 1;
        const auto clue = static_cast<Code>(block_sum(board_.data(), cell, frame.stride));
        news_.push_back({cell, clue});
    };
    std::size_t next = news_.size();
    note(at);
    for (; next < news_.size(); ++next) {
        if (news_[next].what == 0) frame.for_neighbours(news_[next].at, note);
    }
}

// Opens everything that is safe; false once the game is won.
bool Playouts::open_safe() {
    while (true) {
        if (!news_.empty()) {
            for (const Belief::News& item : news_) is_new_[item.at] = 0;
            belief_.see(news_);
            news_.clear();
        }
        if (belief_.num_unknown() == static_cast<std::uint64_t>(belief_.mines_left())) return false;
        safe_.clear();
        for_safe(belief_, [&](Padded at) { safe_.push_back(at); });
        if (safe_.empty()) return true;
        for (const Padded at : safe_) reveal(at);
    }
}

Playouts::Known Playouts::choose() {
    const std::uint64_t key = belief_.key();
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Known known = player_(belief_);
    if (known_.size() < MOST_KNOWN) known_.emplace(key, known);
    return known;
}

}  // namespace sapper
