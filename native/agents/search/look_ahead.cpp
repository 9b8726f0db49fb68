#include "agents/search/look_ahead.h"

#include <algorithm>

#include "agents/search/belief_cells.h"
#include "agents/search/guess_memory.h"
#include "game/frame_walk.h"

namespace sapper {

namespace {

// Within the second look: how safe another guess is, and how unlikely a branch may be.
constexpr double INNER_BAND = 0.95;
constexpr std::size_t INNER_SEA = 2;
constexpr double LEAST_CHANCE = 0.01;
// Positions with so much covered come back game after game.
constexpr double FREQUENT = 0.85;

bool is_frequent(const Belief& belief) {
    return belief.num_unknown() >= FREQUENT * belief.frame().columns * belief.frame().rows;
}

}  // namespace

void LookAhead::start(const Sight&) {
    num_cut_short_ = 0;
}

Belief& LookAhead::believe(const Sight& sight, EngineStatus& status) {
    if (sight.belief != nullptr) {
        Belief& belief = sight.belief->look();
        status = sight.belief->status();
        return belief;
    }
    shown_ = {sight.frame.columns, sight.frame.rows, sight.num_mines, {}};
    for (Cell cell = 0; cell < static_cast<Cell>(shown_.columns * shown_.rows); ++cell) {
        shown_.cells.push_back(sight.view[sight.frame.to_padded(cell)]);
    }
    status = alone_.look_at(shown_.view(), {true, true, DEFAULT_MAX_STATES});
    return alone_;
}

Padded LookAhead::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    EngineStatus status = EngineStatus::solved;
    Belief& belief = believe(sight, status);
    const bool can_search =
        status == EngineStatus::solved && !belief.is_whole() && !belief.is_scaled();
    const Padded found = can_search ? choose(belief) : NONE;
    const auto is_allowed = [&](Padded at) {
        return sight.view[at] == COVERED && proofs.mark(at) != Mark::mine;
    };
    if (found != NONE && is_allowed(found)) return found;
    // Beyond the search: the least risk there is, the first of equals.
    ++num_cut_short_;
    const bool has_risks = status == EngineStatus::solved;
    Padded best = NONE;
    double least = 2.0;
    for_cells(sight.frame, [&](Padded at) {
        if (!is_allowed(at)) return;
        const double risk = has_risks ? belief.risk_at(at) : 1.0;
        if (best != NONE && risk >= least - 1e-10) return;
        best = at;
        least = risk;
    });
    (void)random;
    return best;
}

Padded LookAhead::choose(Belief& belief) {
    if (options_.memory == 0 || !is_frequent(belief)) return decide(belief);
    const Frame& frame = belief.frame();
    GuessMemory& memory = GuessMemory::of(options_);
    const GuessMemory::Name name{belief.key(), belief.mines_left(), belief.num_unknown(),
                                 frame.columns, frame.rows};
    if (const GuessMemory::Found* known = memory.find(name); known != nullptr) {
        candidates_ = known->candidates;
        nodes_ = known->nodes;
        kind_ = known->kind;
        num_cut_short_ += known->cut_short;
        return known->at;
    }
    const std::int64_t before = num_cut_short_;
    const Padded found = decide(belief);
    memory.keep(name, {found, kind_, nodes_, num_cut_short_ - before, candidates_});
    return found;
}

Padded LookAhead::decide(Belief& belief) {
    candidates_.clear();
    nodes_ = 0;
    max_nodes_ = static_cast<std::uint64_t>(options_.max_nodes);
    root_trail_ = belief.evidence().trail().size();
    kind_ = GuessKind::safe;
    if (const Padded safe = find_safe(belief); safe != NONE) return safe;
    kind_ = GuessKind::component;
    const std::span<const Padded> coin =
        options_.coins > 0 ? std::span(coins_.find(belief)) : std::span<const Padded>();
    if (coin.size() == 2) return toss_coin(belief, coin);
    if (options_.component_layouts > 0) {
        if (const Padded found = solve_component(belief); found != NONE) return found;
    }
    kind_ = GuessKind::endgame;
    if (options_.endgame_layouts > 0) {
        if (const Padded found = solve_endgame(belief); found != NONE) return found;
    }
    if (!coin.empty()) return toss_coin(belief, coin);
    kind_ = GuessKind::search;
    has_zero_ = shows_zero(belief);
    return search(belief);
}

bool LookAhead::shows_zero(const Belief& belief) {
    const Evidence& evidence = belief.evidence();
    bool found = false;
    for_cells(belief.frame(), [&](Padded at) {
        found = found || (evidence.has_clue(at) && evidence.clue(at) == 0);
    });
    return found;
}

// Steps 3 and 4.
Padded LookAhead::search(Belief& belief) {
    list_candidates(belief, options_.band, options_.sea_band,
                    static_cast<std::size_t>(options_.num_sea), candidates_);
    // Bands above 1, or no cells of the sea, let nothing through: then whatever may be safe.
    if (candidates_.empty()) list_candidates(belief, 0.0, 0.0, 1, candidates_);
    if (candidates_.empty()) return NONE;
    if (options_.plies == 0) return candidates_[0].at;
    double beat = 0.0;
    for (GuessCandidate& candidate : candidates_) {
        candidate.value =
            look_once(belief, candidate, options_.plies > 1 ? beat * options_.deep_band : beat);
        beat = std::max(beat, candidate.value);
    }
    if (candidates_.size() == 1) return candidates_[0].at;
    const auto by_value = [](const GuessCandidate& a, const GuessCandidate& b) {
        return a.value > b.value + SAME_CHANCE;
    };
    std::ranges::stable_sort(candidates_, by_value);
    // Nearly all covered and no zero yet: two guesses see no more than one, and zeros decide.
    if (options_.plies < 2 || !is_deep(belief)) return candidates_[0].at;
    const double least = candidates_[0].value * options_.deep_band;
    std::size_t looked = 0;
    beat = 0.0;
    while (looked < candidates_.size() && looked < static_cast<std::size_t>(options_.deep) &&
           candidates_[looked].value >= least) {
        GuessCandidate& candidate = candidates_[looked++];
        const double found = look_on(belief, candidate, beat, static_cast<int>(options_.plies) - 1,
                                     static_cast<int>(options_.opens), 1.0);
        candidate.value = found * (1.0 + options_.progress * candidate.progress) + candidate.bonus;
        beat = std::max(beat, candidate.value);
    }
    std::stable_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(looked),
                     by_value);
    return candidates_[0].at;
}

// Proven safe cells are the deducers' business; without them they come first.
Padded LookAhead::find_safe(Belief& belief) const {
    Padded first = NONE;
    for_safe(belief, [&](Padded at) { first = std::min(first, at); });
    return first;
}

// The safest cells of the frontier, and of the sea those most likely to tell something.
void LookAhead::list_candidates(Belief& belief, double band, double sea_band, std::size_t num_sea,
                                std::vector<GuessCandidate>& into) const {
    into.clear();
    double best = 0.0;
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const ComponentCounts& own = *belief.component(i).counts;
        for (std::uint32_t b = 0; b < own.num_boxes; ++b) {
            best = std::max(best, 1.0 - box_risk(belief, i, b));
        }
    }
    if (belief.sea() > 0) best = std::max(best, 1.0 - belief.sea_risk());
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            const double risk = box_risk(belief, i, box);
            if (1.0 - risk < best * band - SAME_CHANCE || 1.0 - risk <= 0.0) return;
            for (const Padded at : cells) into.push_back({at, risk});
        });
    }
    if (belief.sea() > 0 && 1.0 - belief.sea_risk() >= best * sea_band - SAME_CHANCE) {
        std::vector<std::pair<double, Padded>> ranked;
        for_sea(belief, [&](Padded at) {
            int near_frontier = 0;
            belief.frame().for_neighbours(at, [&](Padded next) {
                near_frontier +=
                    belief.evidence().is_unknown(next) && belief.component_id(next) != NONE;
            });
            // Its own cell counts among the unknown ones around it; the same for all.
            const double rank = belief.evidence().unknown_around(at) -
                                (near_frontier > 0 ? 1.5 : 0.0) - 0.2 * near_frontier;
            ranked.emplace_back(rank, at);
        });
        std::ranges::sort(ranked);
        for (std::size_t i = 0; i < ranked.size() && i < num_sea; ++i) {
            into.push_back({ranked[i].second, belief.sea_risk()});
        }
    }
    sort_by_risk(into);
}

void sort_by_risk(std::vector<GuessCandidate>& candidates) {
    std::ranges::sort(candidates, {}, &GuessCandidate::at);
    std::ranges::stable_sort(candidates, [](const GuessCandidate& a, const GuessCandidate& b) {
        return a.risk < b.risk - SAME_CHANCE;
    });
}

LookAhead::Glance LookAhead::glance(Belief& belief, std::size_t trail) const {
    Glance found;
    const auto add = [](double safety, std::uint32_t count, double& best, double& second) {
        if (safety > best) {
            second = count > 1 ? safety : best;
            best = safety;
        } else {
            second = std::max(second, safety);
        }
    };
    const auto note = [&](double risk, std::uint32_t count) {
        if (risk <= 0.0) {
            found.num_safe += count;
        } else {
            add(1.0 - risk, count, found.best_open, found.second_open);
        }
        add(1.0 - risk, count, found.best, found.second);
    };
    const auto& changes = belief.evidence().trail();
    for (std::size_t i = trail; i < changes.size(); ++i) {
        if (is_settled_safe(belief.evidence(), changes[i].at)) note(0.0, 1);
    }
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        const ComponentCounts& own = *belief.component(i).counts;
        for (std::uint32_t b = 0; b < own.num_boxes; ++b) {
            note(box_risk(belief, i, b), own.sizes[b]);
        }
    }
    if (belief.sea() > 0) note(belief.sea_risk(), belief.sea());
    return found;
}

// Step 3: the sum over the clues of their chance times how safe the next cells are.
double LookAhead::look_once(Belief& belief, GuessCandidate& candidate, double beat) {
    const int known = belief.evidence().mines_around(candidate.at);
    const int most = std::min(8, known + belief.evidence().unknown_around(candidate.at));
    const double weight = has_zero_ ? options_.zero_after : options_.zero;
    const double zero = is_early(belief) ? weight : 0.0;
    double sum = 0.0, left = 1.0 - candidate.risk, zeros = 0.0;
    candidate = {candidate.at, candidate.risk};
    for (int clue = known; clue <= most && left > SAME_CHANCE; ++clue) {
        const std::size_t trail = belief.evidence().trail().size();
        ++nodes_;
        if (belief.assume_at(candidate.at, static_cast<Code>(clue)) != EngineStatus::solved) {
            continue;
        }
        const double chance = belief.chance_of_last();
        left -= chance;
        if (clue == 0) zeros = chance;
        Glance next;
        next.best = next.second = 1.0;  // won
        if (belief.num_unknown() != static_cast<std::uint64_t>(belief.mines_left())) {
            next = glance(belief, trail);
            if (next.num_safe > 0) candidate.progress += chance;
        }
        sum += chance * estimate(next);
        belief.take_back();
        // The most that the clues still to come, and all that is added, can give.
        const double bonus = options_.progress + zero * zeros;
        if (sum + left + bonus + SAME_CHANCE < beat) return sum + left + bonus;
    }
    candidate.bonus = zero * zeros;
    return sum * (1.0 + options_.progress * candidate.progress) + candidate.bonus;
}

// Step 4: the same with what follows played on.
double LookAhead::look_on(Belief& belief, GuessCandidate& candidate, double beat, int guesses,
                          int opens, double chance) {
    const int known = belief.evidence().mines_around(candidate.at);
    const int most = std::min(8, known + belief.evidence().unknown_around(candidate.at));
    double sum = 0.0, left = 1.0 - candidate.risk;
    for (int clue = known; clue <= most && left > SAME_CHANCE; ++clue) {
        ++nodes_;
        if (belief.assume_at(candidate.at, static_cast<Code>(clue)) != EngineStatus::solved) {
            continue;
        }
        const double share = belief.chance_of_last();
        left -= share;
        sum += share * deepen(belief, guesses, opens, chance * share);
        belief.take_back();
        if (sum + left + 1e-9 < beat) break;
    }
    return sum + std::max(0.0, left);
}

// What a position is worth: safe cells are opened for nothing, then a guess or an estimate.
double LookAhead::deepen(Belief& belief, int guesses, int opens, double chance) {
    if (belief.num_unknown() == static_cast<std::uint64_t>(belief.mines_left())) return 1.0;
    const Padded safe = informative_safe(belief);
    if (safe != NONE) {
        // A line that is cut off while it is still safe counts as won so far.
        if (opens == 0 || chance < LEAST_CHANCE || nodes_ > max_nodes_) return 1.0;
        const int known = belief.evidence().mines_around(safe);
        const int most = std::min(8, known + belief.evidence().unknown_around(safe));
        double sum = 0.0, left = 1.0;
        for (int clue = known; clue <= most && left > 1e-9; ++clue) {
            ++nodes_;
            if (belief.assume_at(safe, static_cast<Code>(clue)) != EngineStatus::solved) continue;
            const double share = belief.chance_of_last();
            left -= share;
            const bool is_rare = share * chance < 0.2 * LEAST_CHANCE;
            sum += share * (is_rare ? 1.0 : deepen(belief, guesses, opens - 1, chance * share));
            belief.take_back();
        }
        return sum;
    }
    const Glance now = glance(belief, root_trail_);
    if (now.best_open <= 0.0) return 1.0;
    const double leaf = (1.0 - options_.second) * now.best_open + options_.second * now.second_open;
    if (guesses == 0 || chance < LEAST_CHANCE || nodes_ > max_nodes_) return leaf;
    std::vector<GuessCandidate> inner;
    list_candidates(belief, INNER_BAND, INNER_BAND, INNER_SEA, inner);
    double best = 0.0;
    std::size_t looked = 0;
    for (GuessCandidate& candidate : inner) {
        if (candidate.risk <= 0.0) continue;  // tells nothing, or it would have been opened
        if (looked++ == static_cast<std::size_t>(options_.inner) || 1.0 - candidate.risk <= best)
            break;
        best = std::max(best, look_on(belief, candidate, best, guesses - 1, opens, chance));
    }
    return best;
}

// A safe cell with unknown cells around it, the more the better.
Padded LookAhead::informative_safe(Belief& belief) const {
    const Evidence& evidence = belief.evidence();
    Padded best = NONE;
    int most = 0;
    const auto consider = [&](Padded at, int around) {
        if (around <= most) return;
        most = around;
        best = at;
    };
    const auto& changes = evidence.trail();
    for (std::size_t i = root_trail_; i < changes.size(); ++i) {
        const Padded at = changes[i].at;
        if (is_settled_safe(evidence, at)) consider(at, evidence.unknown_around(at));
    }
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            if (box_risk(belief, i, box) > 0.0) return;
            for (const Padded at : cells) consider(at, evidence.unknown_around(at) - 1);
        });
    }
    if (belief.sea() > 0 && belief.sea_risk() <= 0.0) {
        for_sea(belief, [&](Padded at) { consider(at, evidence.unknown_around(at) - 1); });
    }
    return best;
}

}  // namespace sapper
