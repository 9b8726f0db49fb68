#include "boards/ladder.h"

#include <algorithm>
#include <numeric>

#include "game/frame_walk.h"

namespace sapper {

namespace {

// Masks of two clues at most two cells apart are compared in a block of 7x7 cells.
constexpr int MIDDLE = 2 * 8 + 2;
// Risks nearer than this are equal but for rounding.
constexpr double TIE = 1e-10;

}  // namespace

void Ladder::start(Game& game) {
    game_ = &game;
    const std::size_t size = game.frame().padded_size();
    facts_.start(game);
    for_single_.start(size);
    for_subsets_.start(size);
    for_pairs_.start(size);
    for_several_.start(size);
    for_components_.start(size);
    live_.start(game);
}

bool Ladder::play(Technique hardest) {
    certificate_ = nullptr;
    return play_all(hardest);
}

bool Ladder::play(Technique hardest, Certificate& certificate) {
    certificate_ = &certificate;
    const bool is_solved = play_all(hardest);
    certificate_ = nullptr;
    return is_solved;
}

bool Ladder::play_all(Technique hardest) {
    facts_.update(*game_, for_single_);
    const bool by_techniques = certificate_ != nullptr;
    const bool only_subsets = by_techniques || hardest == Technique::subset;
    // A look at the placements proves all that comparing clues in steps does, and sooner.
    const bool several =
        hardest == Technique::several || (by_techniques && hardest > Technique::several);
    CellQueue& after_pairs = several ? for_several_ : for_components_;
    CellQueue& after_subsets = by_techniques ? for_pairs_ : after_pairs;
    while (game_->num_safe_left() > 0) {
        if (use_single_clues()) continue;
        if (hardest >= Technique::subset && use_pairs(for_subsets_, only_subsets, after_subsets)) {
            continue;
        }
        if (by_techniques && hardest >= Technique::pair &&
            use_pairs(for_pairs_, false, after_pairs)) {
            continue;
        }
        if (several && use_several()) continue;
        if (hardest >= Technique::component && use_components()) continue;
        if (hardest >= Technique::mine_count && use_mine_count()) continue;
        return false;
    }
    return true;
}

// End a step: mark or reveal what it has proven, read what that shows, write it down.
void Ladder::finish(Technique technique, bool are_mines, std::span<const Padded> clues) {
    if (certificate_) {
        const Frame& frame = game_->frame();
        named_cells_.clear();
        named_clues_.clear();
        for (const Padded at : proven_) named_cells_.push_back(frame.to_cell(at));
        for (const Padded at : clues) named_clues_.push_back(frame.to_cell(at));
        certificate_->add(technique, are_mines, named_cells_, named_clues_);
    }
    for (const Padded at : proven_) {
        if (game_->view()[at] != COVERED) continue;  // a cascade has been there
        if (are_mines) {
            facts_.settle(*game_, at, true, for_single_);
            game_->flag_at(at);
        } else {
            game_->reveal_at(at);
        }
    }
    facts_.update(*game_, for_single_);
    proven_.clear();
}

// The same for the constraints that the search for clues found.
void Ladder::finish(Technique technique, bool are_mines, const ConstraintSystem& system) {
    put_in_order(system, search_.found(), technique == Technique::mine_count, *certificate_);
    if (technique == Technique::mine_count) {
        certificate_->is_checkable &= swaps_.find(*game_, facts_, certificate_->swaps);
    }
    finish(technique, are_mines, step_clues_);
}

// Write the clues of a step in the order in which they are checked.
void Ladder::put_in_order(const ConstraintSystem& system, std::span<const std::uint32_t> found,
                          bool counts_mines, Certificate& certificate) {
    ordered_.assign(found.begin(), found.end());
    certificate.is_checkable &= order_.arrange(system, ordered_, counts_mines);
    step_clues_.clear();
    for (const std::uint32_t i : ordered_) {
        step_clues_.push_back(game_->frame().to_padded(system.constraints[i].clue));
    }
}

// One clue

bool Ladder::use_single_clues() {
    bool any = false;
    while (!for_single_.empty() && game_->num_safe_left() > 0) {
        const Padded clue = for_single_.pop();
        const int unknown = facts_.num_unknown(clue);
        if (unknown == 0) continue;
        const int missing = facts_.missing(*game_, clue);
        if (missing != 0 && missing != unknown) {
            for_subsets_.push(clue);
            continue;
        }
        facts_.for_cells(clue, facts_.around(clue), [this](Padded at) { proven_.push_back(at); });
        finish(Technique::single_clue, missing != 0, {&clue, 1});
        any = true;
    }
    return any;
}

// Two clues

bool Ladder::use_pairs(CellQueue& work, bool only_subsets, CellQueue& next) {
    const int stride = game_->frame().stride;
    const auto size = static_cast<std::int64_t>(game_->frame().padded_size());
    while (!work.empty()) {
        const Padded a = work.pop();
        if (facts_.num_unknown(a) == 0) continue;
        for (int row = -2; row <= 2; ++row) {
            for (int column = -2; column <= 2; ++column) {
                const std::int64_t other = static_cast<std::int64_t>(a) + row * stride + column;
                if (other < 0 || other >= size || (row == 0 && column == 0)) continue;
                const auto b = static_cast<Padded>(other);
                if (static_cast<Code>(game_->view()[b] - 1) >= 8) continue;
                if (!compare(a, b, MIDDLE + row * 8 + column, only_subsets)) continue;
                work.push(a);  // it has not met all others yet
                return true;
            }
        }
        next.push(a);
    }
    return false;
}

// What each of two clues says of the cells that it has alone, given the other.
bool Ladder::compare(Padded a, Padded b, int shift, bool only_subsets) {
    const std::uint64_t mask_a = static_cast<std::uint64_t>(facts_.around(a)) << MIDDLE;
    const std::uint64_t mask_b = static_cast<std::uint64_t>(facts_.around(b)) << shift;
    const int shared = num_cells_in(static_cast<Around>((mask_a & mask_b) >> MIDDLE));
    if (shared == 0) return false;
    const int alone_a = facts_.num_unknown(a) - shared;
    const int alone_b = facts_.num_unknown(b) - shared;
    if (only_subsets && alone_a != 0 && alone_b != 0) return false;
    const int missing_a = facts_.missing(*game_, a);
    const int missing_b = facts_.missing(*game_, b);
    const auto judge = [shared](int alone, int missing, int other_alone, int other_missing) {
        if (alone == 0) return 0;
        if (missing == std::max(0, other_missing - other_alone)) return -1;
        return missing - std::min(shared, other_missing) == alone ? 1 : 0;
    };
    if (!only_subsets || alone_b == 0) {
        if (const int verdict = judge(alone_a, missing_a, alone_b, missing_b)) {
            const auto rest = static_cast<Around>((mask_a & ~mask_b) >> MIDDLE);
            prove_rest(a, b, rest, verdict > 0, alone_b == 0);
            return true;
        }
    }
    if (!only_subsets || alone_a == 0) {
        if (const int verdict = judge(alone_b, missing_b, alone_a, missing_a)) {
            const auto rest = static_cast<Around>((mask_b & ~mask_a) >> shift);
            prove_rest(b, a, rest, verdict > 0, alone_a == 0);
            return true;
        }
    }
    return false;
}

void Ladder::prove_rest(Padded a, Padded b, Around rest, bool are_mines, bool is_subset) {
    facts_.for_cells(a, rest, [this](Padded at) { proven_.push_back(at); });
    const Padded clues[2] = {a, b};
    finish(is_subset ? Technique::subset : Technique::pair, are_mines, clues);
}

// Several clues

bool Ladder::use_several() {
    live_.gather(*game_, facts_, for_several_.waiting());
    const ConstraintSystem& system = live_.system;
    const bool is_sound = human_.run(system, HumanDeduction::NO_LIMIT);
    const bool is_over = !certificate_ || !is_sound || human_.findings().empty();
    if (is_over) {
        for (const Padded clue : for_several_.waiting()) for_components_.push(clue);
        for_several_.clear();
    }
    if (!is_sound || human_.findings().empty()) return false;
    const auto to_padded = [this](Cell cell) { return game_->frame().to_padded(cell); };
    if (!certificate_) {
        for (const bool are_mines : {true, false}) {
            for (const HumanFinding& finding : human_.findings()) {
                if (finding.is_mine == are_mines) proven_.push_back(to_padded(finding.cell));
            }
            finish(Technique::several, are_mines, std::span<const Padded>());
        }
        return true;
    }
    const HumanFinding& first = human_.findings().front();
    sources_.clear();
    human_.list_sources(first, sources_);
    search_.look_at(system, game_->frame().columns);
    if (!search_.find_compared(sources_, {first.cell, first.is_mine})) return false;
    for (const HumanFinding& finding : human_.findings()) {
        if (finding.record != first.record || finding.is_mine != first.is_mine) continue;
        if (&finding == &first || search_.also_compares({finding.cell, finding.is_mine})) {
            proven_.push_back(to_padded(finding.cell));
        }
    }
    finish(Technique::several, first.is_mine, system);
    return true;
}

// The placements

// What the engine has just proven of a cell that was not known.
Mark Ladder::fresh_mark(Cell cell) const {
    const Mark mark = engine_.mark(cell);
    const bool is_proven = mark == Mark::safe || mark == Mark::mine;
    if (!is_proven || facts_.is_known(game_->frame().to_padded(cell))) return Mark::absent;
    return mark;
}

bool Ladder::use_components() {
    live_.gather(*game_, facts_, for_components_.waiting());
    const ConstraintSystem& system = live_.system;
    if (system.constraints.empty()) {
        for_components_.clear();
        return false;
    }
    status_ = engine_.solve(system, {false, MAX_LADDER_STATES});
    if (status_ == EngineStatus::out_of_budget) engine_.settle_partial();
    const bool is_sound = status_ != EngineStatus::inconsistent;
    // With a certificate one proof is played, and the rest is looked at again.
    if (certificate_ && is_sound && certify_marks(system, Technique::component)) return true;
    for_components_.clear();
    return !certificate_ && is_sound && play_marks(system.members);
}

bool Ladder::use_mine_count() {
    if (!may_mine_count_matter()) return false;
    solve_whole();
    if (status_ != EngineStatus::solved) return false;
    if (certificate_) return certify_marks(whole_, Technique::mine_count);
    every_cell_.resize(whole_.num_cells());
    std::iota(every_cell_.begin(), every_cell_.end(), Cell{0});
    return play_marks(every_cell_);
}

// Whether the number of mines could prove anything. It cannot if the frontier's
// clues leave fewer mines than there are, and more than the sea cannot take.
bool Ladder::may_mine_count_matter() {
    const Frame& frame = game_->frame();
    is_counted_.assign(frame.padded_size(), 0);
    std::int64_t low = 0, apart = 0, frontier = 0;
    for_cells(frame, [&](Padded at) {
        if (static_cast<Code>(game_->view()[at] - 1) >= 8 || facts_.around(at) == 0) return;
        int fresh = 0;
        facts_.for_cells(at, facts_.around(at), [&](Padded cell) {
            fresh += !is_counted_[cell];
            is_counted_[cell] = 1;
        });
        frontier += fresh;
        if (fresh != facts_.num_unknown(at)) return;
        low += facts_.missing(*game_, at);  // clues without a cell in common add up
        apart += fresh;
    });
    const std::int64_t high = low + frontier - apart;
    const std::int64_t mines = game_->rules().num_mines - game_->num_flags();
    const std::int64_t sea = game_->num_covered() - frontier;
    return sea == 0 || high >= mines || low <= mines - sea;
}

void Ladder::solve_whole() {
    const Rules& rules = game_->rules();
    cells_.resize(static_cast<std::size_t>(rules.num_cells()));
    game_->copy_position(cells_.data());
    build_constraints({rules.columns, rules.rows, rules.num_mines, cells_}, {}, whole_);
    status_ = engine_.solve(whole_, {true, MAX_LADDER_STATES});
}

// Play everything that the engine has proven.
bool Ladder::play_marks(std::span<const Cell> cells) {
    bool any = false;
    for (const Mark wanted : {Mark::mine, Mark::safe}) {
        for (const Cell cell : cells) {
            if (fresh_mark(cell) != wanted) continue;
            proven_.push_back(game_->frame().to_padded(cell));
            any = true;
        }
        if (!proven_.empty()) {
            finish(Technique::component, wanted == Mark::mine, std::span<const Padded>());
        }
    }
    return any;
}

// Play one thing that the engine has proven, and all that follows from the same clues.
bool Ladder::certify_marks(const ConstraintSystem& system, Technique technique) {
    const bool with_total = technique == Technique::mine_count;
    Mark found = Mark::absent;
    for (Cell cell = 0; cell < system.num_cells(); ++cell) {
        if (!system.is_unknown[cell]) continue;
        const Mark mark = fresh_mark(cell);
        if (mark == Mark::absent || (found != Mark::absent && mark != found)) continue;
        const Claim claim{cell, mark == Mark::mine};
        if (found == Mark::absent) {
            search_.look_at(system, game_->frame().columns);
            if (!(with_total ? search_.find_with_total(claim) : search_.find_near(claim))) continue;
            found = mark;
        } else if (!search_.also_proves(claim, with_total)) {
            continue;
        }
        proven_.push_back(game_->frame().to_padded(cell));
    }
    if (found == Mark::absent) return false;
    finish(technique, found == Mark::mine, system);
    return true;
}

std::optional<std::pair<Padded, double>> Ladder::find_guess() {
    solve_whole();
    if (status_ != EngineStatus::solved) return std::nullopt;
    std::optional<std::pair<Padded, double>> best;
    for (Cell cell = 0; cell < whole_.num_cells(); ++cell) {
        if (!whole_.is_unknown[cell]) continue;
        const double risk = engine_.risk(cell);
        if (!best || risk < best->second - TIE) {
            best.emplace(game_->frame().to_padded(cell), risk);
        }
    }
    if (best && best->second < TIE) return std::nullopt;
    return best;
}

void Ladder::certify_guess(std::pair<Padded, double> guess, Certificate& certificate) {
    sources_.resize(whole_.constraints.size());
    std::iota(sources_.begin(), sources_.end(), 0U);
    put_in_order(whole_, sources_, true, certificate);
    const Cell cell = game_->frame().to_cell(guess.first);
    named_clues_.clear();
    for (const Padded at : step_clues_) named_clues_.push_back(game_->frame().to_cell(at));
    certificate.add(Technique::guess, false, {&cell, 1}, named_clues_, guess.second);
}

}  // namespace sapper
