#include "agents/exact.h"

#include <algorithm>

#include "agents/basic_parts.h"
#include "agents/window.h"

namespace sapper {

namespace {

// Risks of equal cells differ by rounding only; anything nearer than this is a tie.
constexpr double TIE = 1e-10;

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
    if (!solver_.solve(sight, use_mine_count_)) return;
    const auto& unknown = solver_.system().is_unknown;
    for (Cell cell = 0; cell < unknown.size(); ++cell) {
        if (!unknown[cell]) continue;
        const Mark mark = solver_.engine().mark(cell);
        if (mark != Mark::safe && mark != Mark::mine) continue;
        const Padded at = sight.frame.to_padded(cell);
        if (proofs.mark(at) != Mark::unknown) continue;
        if (proofs.wants_clues()) collect_clues(sight, cell);
        proofs.add(at, mark == Mark::safe ? Mark::safe : Mark::mine, clues_);
    }
}

Padded LeastRisk::guess(const Sight& sight, const Proofs& proofs, Random& random) {
    const bool solved = solver_.solve(sight, true) && solver_.has_risks();
    double least = 2.0;
    best_.clear();
    for_allowed(sight, proofs, [&](Padded at) {
        const double risk = solved ? solver_.engine().risk(sight.frame.to_cell(at)) : 1.0;
        if (risk < least - TIE) {
            least = risk;
            best_.clear();
        }
        if (risk <= least + TIE) best_.push_back(at);
    });
    return best_[random.below(best_.size())];
}

}  // namespace sapper
