#include "agents/search/improved.h"

#include <algorithm>
#include <cmath>

#include "agents/search/belief_cells.h"
#include "game/random.h"

namespace sapper {

namespace {

constexpr double SEA_BAND = 0.85;  // of the best safety: the sea's best cell too
// A candidate is given up when it is worse by this many errors, or 2.5 more would not make it
// better by this.
constexpr double TOO_BAD = 1.0;
constexpr double WORTH_IT = 0.002;

// A number for what is shown, so that the same position gets the same playouts.
std::uint64_t name_of(const Belief& belief) {
    const Evidence& evidence = belief.evidence();
    const Frame& frame = belief.frame();
    std::uint64_t name = 0;
    for (Cell cell = 0; cell < static_cast<Cell>(frame.columns * frame.rows); ++cell) {
        const Padded at = frame.to_padded(cell);
        if (evidence.has_clue(at)) name ^= name_clue(cell, evidence.clue(at));
    }
    return name;
}

// Whether another cell is safe if this one is.
bool settles(Belief& belief, Padded at) {
    if (belief.assume_at(at, ASSUME_SAFE) != EngineStatus::solved) return false;
    bool found = false;
    for_safe(belief, [&](Padded other) { found = found || other != at; });
    belief.take_back();
    return found;
}

}  // namespace

void Improved::start(const Sight& sight) {
    search_.start(sight);
}

Padded Improved::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    EngineStatus status = EngineStatus::solved;
    Belief& belief = search_.believe(sight, status);
    const bool can_search =
        status == EngineStatus::solved && !belief.is_whole() && !belief.is_scaled();
    const Padded found = can_search ? choose(belief) : NONE;
    const bool is_allowed =
        found != NONE && sight.view[found] == COVERED && proofs.mark(found) != Mark::mine;
    return is_allowed ? found : search_.guess(sight, proofs, random);
}

const std::vector<GuessCandidate>* Improved::reasons(std::uint64_t& nodes) const {
    nodes = search_.nodes();
    return &candidates_;
}

Padded Improved::choose(Belief& belief) {
    const Padded first = search_.choose(belief);
    candidates_ = search_.candidates();
    if (search_.kind() != GuessKind::search || candidates_.empty()) return first;
    if (options_.playouts == 0) return first;
    const int num_cells = belief.frame().columns * belief.frame().rows;
    if (static_cast<double>(belief.num_unknown()) > options_.below * num_cells) return first;
    list(belief);
    if (tried_.size() < 2 || !playouts_.look_at(belief)) return first;
    Random random(name_of(belief));
    play(options_.playouts, random);
    std::size_t best = 0;
    if (keep(2)) {
        play(2 * options_.playouts, random);
        if (keep(1)) {
            play(4 * options_.playouts, random);
            for (std::size_t i = 1; i < tried_.size(); ++i) {
                if (!tried_[i].is_alive) continue;
                const Difference found = difference(tried_[i]);
                if (found.mean > options_.errors * found.error) best = i;
            }
        }
    }
    if (best == 0) return first;  // with the search's own reasons
    std::swap(tried_[0], tried_[best]);
    report();
    return tried_[0].candidate.at;
}

Playouts::Known Improved::answer(Belief& belief) {
    Playouts::Known known{choose(belief), -1.0};
    if (search_.kind() == GuessKind::endgame && !candidates_.empty()) {
        known.value = candidates_[0].value;
    }
    return known;
}

void Improved::add(const GuessCandidate& candidate) {
    const auto is_same = [&](const Tried& one) { return one.candidate.at == candidate.at; };
    if (std::ranges::none_of(tried_, is_same)) tried_.push_back({candidate, {}, true});
}

void Improved::list(Belief& belief) {
    tried_.clear();
    const GuessCandidate* safest = &candidates_[0];
    const GuessCandidate* sea = nullptr;
    for (const GuessCandidate& one : candidates_) {
        const bool is_near = one.value >= options_.near * candidates_[0].value;
        if (is_near && tried_.size() < static_cast<std::size_t>(options_.candidates)) add(one);
        if (one.risk < safest->risk - SAME_CHANCE) safest = &one;
        if (sea == nullptr && belief.component_id(one.at) == NONE) sea = &one;
    }
    const auto is_as_safe = [&](const Tried& one) {
        return one.candidate.risk < safest->risk + SAME_CHANCE;
    };
    if (options_.candidates > 1) {
        if (std::ranges::none_of(tried_, is_as_safe)) add(*safest);
        if (sea != nullptr && 1.0 - sea->risk >= SEA_BAND * (1.0 - safest->risk)) add(*sea);
    }
    if (options_.settling > 0) add_settling(belief, 1.0 - safest->risk);
}

// Cells that see clues no other cell sees, the safest first.
void Improved::add_settling(Belief& belief, double best) {
    settling_.clear();
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            if (cells.size() > 1 || is_listed(cells[0])) return;
            const double risk = box_risk(belief, i, box);
            if (1.0 - risk < options_.settling_band * best) return;
            settling_.push_back({cells[0], risk, 1.0 - risk});
        });
    }
    sort_by_risk(settling_);
    std::int64_t left = options_.settling;
    for (const GuessCandidate& one : settling_) {
        if (left == 0) return;
        if (!settles(belief, one.at)) continue;
        add(one);
        --left;
    }
}

bool Improved::is_listed(Padded at) const {
    return std::ranges::find(candidates_, at, &GuessCandidate::at) != candidates_.end();
}

void Improved::play(std::int64_t rounds, Random& random) {
    for (std::int64_t i = 0; i < rounds; ++i) {
        playouts_.draw(random);
        for (Tried& one : tried_) {
            if (one.is_alive) one.found.push_back(playouts_.run(one.candidate.at, random));
        }
    }
}

// To the search's choice, over the layouts that both were played on: those are the first.
Improved::Difference Improved::difference(const Tried& tried) const {
    const auto n = static_cast<double>(tried.found.size());
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < tried.found.size(); ++i) {
        const double one = tried.found[i] - tried_[0].found[i];
        sum += one;
        squares += one * one;
    }
    const double mean = sum / n;
    return {mean, std::sqrt(std::max(squares / n - mean * mean, 1e-9) / n)};
}

// Drops those that cannot be better; false where none is left.
bool Improved::keep(std::size_t most) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 1; i < tried_.size(); ++i) {
        if (!tried_[i].is_alive) continue;
        const Difference found = difference(tried_[i]);
        tried_[i].is_alive =
            found.mean >= -TOO_BAD * found.error && found.mean + 2.5 * found.error >= WORTH_IT;
        if (tried_[i].is_alive) order.emplace_back(-found.mean, i);
    }
    std::ranges::sort(order);
    for (std::size_t i = most; i < order.size(); ++i) tried_[order[i].second].is_alive = false;
    return !order.empty();
}

void Improved::report() {
    candidates_.clear();
    for (Tried& one : tried_) {
        double sum = 0.0;
        for (const double found : one.found) sum += found;
        one.candidate.value = sum / static_cast<double>(one.found.size());
        candidates_.push_back(one.candidate);
    }
    std::stable_sort(candidates_.begin() + 1, candidates_.end(),
                     [](const GuessCandidate& a, const GuessCandidate& b) {
                         return a.value > b.value + SAME_CHANCE;
                     });
}

}  // namespace sapper
