#include "agents/parts/exact.h"

#include <algorithm>

#include "agents/driver/game_belief.h"
#include "agents/papers/kvietinskas/window.h"
#include "agents/parts/basic_parts.h"
#include "agents/search/belief_cells.h"
#include "game/frame_walk.h"

namespace sapper {

namespace {

// Risks of equal cells differ by rounding only; anything nearer than this is a tie.
constexpr double TIE = 1e-10;
// Of a cell that was not counted: above every risk.
constexpr double UNKNOWN_RISK = 2.0;

}  // namespace

bool SightSolver::solve(const Sight& sight, bool use_mine_count) {
    const Frame& frame = sight.frame;
    cells_.clear();
    for (int row = 1; row <= frame.rows; ++row) {
        const auto from = sight.view.begin() + static_cast<std::ptrdiff_t>(row) * frame.stride + 1;
        cells_.insert(cells_.end(), from, from + frame.columns);
    }
    build_constraints({frame.columns, frame.rows, sight.num_mines, cells_}, {}, system_);
    EngineOptions options;
    options.use_mine_count = use_mine_count && sight.window == nullptr;
    if (use_mine_count && sight.window != nullptr) add_window_count(sight);
    const EngineStatus status = engine_.solve(system_, options);
    has_risks_ = status == EngineStatus::solved;
    if (status == EngineStatus::out_of_budget) engine_.settle_partial();
    return status != EngineStatus::inconsistent;
}

// A window's mine count as two constraints, where they say anything at all.
void SightSolver::add_window_count(const Sight& sight) {
    const WindowCount& count = *sight.window;
    counted_.clear();
    for (Cell cell = 0; cell < cells_.size(); ++cell) {
        if (cells_[cell] == COVERED && count.is_inside[sight.frame.to_padded(cell)]) {
            counted_.push_back(cell);
        }
    }
    const auto most = std::max<std::int64_t>(count.most, 0);
    if (most < static_cast<std::int64_t>(counted_.size())) {
        system_.add(counted_, 0, static_cast<std::int32_t>(most), NO_CELL);
    }
    if (count.least <= 0) return;
    for (Cell cell = 0; cell < cells_.size(); ++cell) {
        const Padded at = sight.frame.to_padded(cell);
        if (cells_[cell] == COVERED && !count.is_inside[at] && is_rim_frontier(sight, at)) {
            counted_.push_back(cell);
        }
    }
    system_.add(counted_, static_cast<std::int32_t>(count.least),
                static_cast<std::int32_t>(counted_.size()), NO_CELL);
}

// The clues that the cell's proof may rest on: those of its component, or next to it.
void Exact::collect_clues(const Sight& sight, Cell cell) {
    clues_.clear();
    const Frontier& frontier = solver_.engine().frontier;
    const auto add = [&](std::uint32_t constraint) {
        const Cell clue = solver_.system().constraints[constraint].clue;
        if (clue != NO_CELL) clues_.push_back(sight.frame.to_padded(clue));
    };
    const std::uint32_t box = frontier.box_of[cell];
    if (box == NONE) {
        for (const std::uint32_t c : solver_.engine().propagation.constraints_of(cell)) add(c);
        return;
    }
    for (const Component& component : frontier.components) {
        const auto boxes = frontier.boxes_of(component);
        if (std::find(boxes.begin(), boxes.end(), box) == boxes.end()) continue;
        for (const std::uint32_t member : boxes) {
            for (const std::uint32_t c : frontier.constraints_of(frontier.boxes[member])) add(c);
        }
    }
    std::sort(clues_.begin(), clues_.end());
    clues_.erase(std::unique(clues_.begin(), clues_.end()), clues_.end());
}

void Exact::deduce(const Sight& sight, std::span<const Padded>, Proofs& proofs) {
    if (sight.belief != nullptr && sight.window == nullptr) {
        deduce_from(sight, *sight.belief, proofs);
    } else {
        deduce_alone(sight, proofs);
    }
}

void Exact::deduce_alone(const Sight& sight, Proofs& proofs) {
    if (!solver_.solve(sight, use_mine_count_)) return;
    const auto& unknown = solver_.system().is_unknown;
    for (Cell cell = 0; cell < unknown.size(); ++cell) {
        if (!unknown[cell]) continue;
        const Mark mark = solver_.engine().mark(cell);
        if (mark != Mark::safe && mark != Mark::mine) continue;
        const Padded at = sight.frame.to_padded(cell);
        if (proofs.mark(at) != Mark::unknown) continue;
        if (proofs.wants_clues()) collect_clues(sight, cell);
        proofs.add(at, mark, clues_);
    }
}

void Exact::deduce_from(const Sight& sight, GameBelief& shared, Proofs& proofs) {
    Belief& belief = shared.look();
    if (shared.status() == EngineStatus::inconsistent) return;
    if (belief.is_whole() && !use_mine_count_) {  // the engine's marks know the number of mines
        deduce_alone(sight, proofs);
        return;
    }
    if (shared.status() == EngineStatus::out_of_budget) belief.analyst().engine.settle_partial();
    found_.clear();
    list_proven(belief);
    for (const Found& proven : found_) {
        if (proofs.mark(proven.at) != Mark::unknown || sight.view[proven.at] != COVERED) continue;
        if (proofs.wants_clues()) collect_clues_of(belief, proven.at);
        proofs.add(proven.at, proven.mark, clues_);
    }
}

// The proven cells in reading order: boxes, sea, and what single clues settled
// since the last look.
void Exact::list_proven(Belief& belief) {
    for (std::size_t i = 0; i < belief.num_components(); ++i) {
        if (!belief.has_proven(i, use_mine_count_)) continue;
        for_boxes(belief, i, [&](std::uint32_t box, const auto& cells) {
            const Mark mark = belief.box_mark(i, box, use_mine_count_);
            if (mark == Mark::unknown) return;
            for (const Padded at : cells) found_.push_back({at, mark});
        });
    }
    const bool sea_is_known = use_mine_count_ && belief.sea_mark() != Mark::unknown;
    const auto& trail = belief.evidence().trail();
    if (belief.generation() != generation_ || belief.is_whole() || sea_is_known) {
        list_grid(belief);
    } else {
        for (std::size_t i = seen_; i < trail.size(); ++i) add_settled(belief, trail[i].at);
    }
    generation_ = belief.generation();
    seen_ = trail.size();
    std::ranges::sort(found_, {}, &Found::at);
}

void Exact::add_settled(Belief& belief, Padded at) {
    if (belief.evidence().is_unknown(at) || belief.evidence().has_clue(at)) return;
    found_.push_back({at, belief.evidence().is_known_mine(at) ? Mark::mine : Mark::safe});
}

void Exact::list_grid(Belief& belief) {
    const Frame& frame = belief.frame();
    const Mark sea = use_mine_count_ && !belief.is_whole() ? belief.sea_mark() : Mark::unknown;
    for_cells(frame, [&](Padded at) {
        add_settled(belief, at);
        if (!belief.evidence().is_unknown(at)) return;
        const bool is_sea = sea != Mark::unknown && belief.component_id(at) == NONE;
        const Mark mark = is_sea ? sea : belief.is_whole() ? belief.mark_at(at) : Mark::unknown;
        if (mark != Mark::unknown) found_.push_back({at, mark});
    });
}

// The clues of the cell's component, or those next to it.
void Exact::collect_clues_of(Belief& belief, Padded at) {
    clues_.clear();
    const bool is_boxed =
        belief.evidence().is_unknown(at) && !belief.is_whole() && belief.component_id(at) != NONE;
    if (is_boxed) {
        const Belief::Placed& own = belief.placed(belief.component_id(at));
        for (std::uint32_t i = 0; i < own.counts->num_clues; ++i) {
            clues_.push_back(own.first + static_cast<Padded>(own.counts->clues[i]));
        }
    } else {
        belief.frame().for_neighbours(at, [&](Padded next) {
            if (belief.evidence().has_clue(next)) clues_.push_back(next);
        });
    }
    std::ranges::sort(clues_);
}

void LeastRisk::start(const Sight& sight) {
    num_cut_short_ = 0;
    if (sight.belief != nullptr) sight.belief->limit_states(max_states_);
}

// The cells of least risk in reading order; those whose risk is not known come last.
template <class RiskAt>
void LeastRisk::search(const Sight& sight, const Proofs& proofs, RiskAt&& risk_at) {
    best_.clear();
    double least = 2.0 * UNKNOWN_RISK;
    for_cells(sight.frame, [&](Padded at) {
        if (sight.view[at] != COVERED) return;
        const double risk = risk_at(at);
        if (!(risk <= least + TIE) || proofs.mark(at) == Mark::mine) return;
        if (risk < least - TIE) {
            least = risk;
            best_.clear();
        }
        best_.push_back(at);
    });
}

void LeastRisk::search_partly(const Sight& sight, const Proofs& proofs, const Engine& engine) {
    risks_.assign(sight.view.size(), UNKNOWN_RISK);
    find_partial_risks(sight, engine);
    search(sight, proofs, [&](Padded at) { return risks_[at]; });
}

// Without a game: the engine solves what is in sight.
void LeastRisk::search_alone(const Sight& sight, const Proofs& proofs) {
    const bool is_solved = solver_.solve(sight, true);
    if (is_solved && !solver_.has_risks()) return search_partly(sight, proofs, solver_.engine());
    search(sight, proofs, [&](Padded at) {
        return is_solved ? solver_.engine().risk(sight.frame.to_cell(at)) : UNKNOWN_RISK;
    });
}

void LeastRisk::search_with(GameBelief& shared, const Sight& sight, const Proofs& proofs) {
    Belief& belief = shared.look();
    if (shared.status() == EngineStatus::out_of_budget) {
        belief.analyst().engine.settle_partial();
        return search_partly(sight, proofs, belief.analyst().engine);
    }
    const bool is_solved = shared.status() == EngineStatus::solved;
    if (!is_solved || belief.is_whole()) {
        return search(sight, proofs,
                      [&](Padded at) { return is_solved ? belief.risk_at(at) : UNKNOWN_RISK; });
    }
    belief.list_box_risks(risks_, first_risk_);
    search(sight, proofs, [&](Padded at) {
        if (!belief.evidence().is_unknown(at)) return belief.risk_at(at);
        const std::uint32_t id = belief.component_id(at);
        if (id == NONE) return belief.sea_risk();
        return risks_[first_risk_[belief.index_of(id)] + belief.box_of(at)];
    });
}

// A limit ended the work: cells of the components that were done have a risk
// from their clues alone; cells nobody has counted have none.
void LeastRisk::find_partial_risks(const Sight& sight, const Engine& engine) {
    ++num_cut_short_;
    for (Cell cell = 0; cell < engine.propagation.marks.size(); ++cell) {
        const Padded at = sight.frame.to_padded(cell);
        if (sight.view[at] != COVERED) continue;
        const Mark known = engine.propagation.marks[cell];
        const std::uint32_t box = known == Mark::unknown ? engine.frontier.box_of[cell] : NONE;
        const bool is_done =
            known != Mark::unknown ? known != Mark::absent : box != NONE && engine.is_done(box);
        if (is_done) risks_[at] = engine.risk(cell);
    }
}

Padded LeastRisk::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    if (sight.belief != nullptr) {
        search_with(*sight.belief, sight, proofs);
    } else {
        search_alone(sight, proofs);
    }
    return best_[random.below(best_.size())];
}

}  // namespace sapper
