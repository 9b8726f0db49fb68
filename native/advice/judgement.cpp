#include "advice/judgement.h"

#include <algorithm>

namespace sapper {

namespace {

// The cells that a move opens, and those that have to be mines for all of them to be safe.
void list_cells(const PositionView& position, MoveKind kind, Cell cell, std::vector<Cell>& opened,
                std::vector<Cell>& mines) {
    if (kind == MoveKind::reveal) {
        opened = {cell};
        return;
    }
    const Frame frame(position.columns, position.rows);
    frame.for_neighbours(frame.to_padded(cell), [&](Padded at) {
        if (!frame.has(at)) return;
        const Cell other = frame.to_cell(at);
        if (position.cells[other] == COVERED) opened.push_back(other);
        if (position.cells[other] == FLAGGED) mines.push_back(other);
    });
}

// The chance that all these are mines; none where the work went beyond its limits.
std::optional<double> chance_of(Belief& belief, std::span<const Cell> mines) {
    double chance = 1.0;
    std::size_t assumed = 0;
    EngineStatus status = EngineStatus::solved;
    for (const Cell cell : mines) {
        const Mark mark = belief.mark(cell);
        if (mark == Mark::mine) continue;
        status = mark == Mark::safe ? EngineStatus::inconsistent : belief.assume(cell, ASSUME_MINE);
        if (status != EngineStatus::solved) break;
        ++assumed;
        chance *= belief.chance_of_last();
    }
    for (; assumed > 0; --assumed) belief.take_back();
    if (status == EngineStatus::out_of_budget) return std::nullopt;
    return status == EngineStatus::solved ? chance : 0.0;
}

}  // namespace

std::string_view name_of(JudgedKind kind) {
    constexpr std::string_view NAMES[] = {"first",          "safe", "forced guess",
                                          "needless guess", "mark", "unknown"};
    return NAMES[static_cast<std::size_t>(kind)];
}

std::optional<Stake> weigh(Belief& belief, std::span<const Cell> opened,
                           std::span<const Cell> mines) {
    Stake stake{0.0, 1.0, false};
    const auto codes = belief.position().cells;
    for (Cell cell = 0; cell < codes.size(); ++cell) {
        if (codes[cell] != COVERED && codes[cell] != FLAGGED) continue;
        stake.least = std::min(stake.least, belief.risk(cell));
        stake.is_provable = stake.is_provable || belief.mark(cell) == Mark::safe;
    }
    for (const Cell cell : opened) stake.risk = std::max(stake.risk, belief.risk(cell));
    const bool is_open = stake.risk > NO_RISK && stake.risk < 1.0;
    if (opened.size() > 1 && is_open) {
        const auto chance = chance_of(belief, mines);
        if (!chance) return std::nullopt;
        stake.risk = 1.0 - std::min(1.0, *chance);
    }
    return stake;
}

double Judgement::chance(std::uint32_t MoveValue::Part::* wins) const {
    if (!value) return std::numeric_limits<double>::quiet_NaN();
    double product = 1.0;
    for (const MoveValue::Part& part : value->parts) {
        product *= static_cast<double>(part.*wins) / static_cast<double>(part.layouts);
    }
    return product;
}

double Judgement::lost() const {
    if (value) return best_win_chance() - win_chance();
    const double excess = stake.risk - stake.least;
    return excess > NO_RISK ? excess : 0.0;
}

Judgement judge(const PositionView& position, MoveKind kind, Cell cell, bool is_first,
                GameKind game, std::optional<Cell> near) {
    Judgement found;
    if (kind == MoveKind::flag || kind == MoveKind::unflag) return found;
    found.kind = is_first ? JudgedKind::first : JudgedKind::unknown;
    if (is_first) return found;
    Belief belief;
    const EngineStatus status = belief.look_at(position, {false, true, JUDGE_STATES});
    if (status == EngineStatus::out_of_budget) return found;
    if (status != EngineStatus::solved) belief.explain();
    std::vector<Cell> opened, mines;
    list_cells(position, kind, cell, opened, mines);
    const auto stake = weigh(belief, opened, mines);
    if (!stake) return found;
    found.stake = *stake;
    found.kind = JudgedKind::safe;
    if (!stake->is_guess()) return found;
    found.kind = stake->is_provable ? JudgedKind::needless : JudgedKind::forced;
    found.hint = find_hint(belief, near);
    const double most = std::log(static_cast<double>(JUDGE_LIMITS.max_layouts)) + NO_RISK;
    if (game != GameKind::normal || belief.log_placements() > most) return found;
    std::vector<Padded> places;
    for (const Cell one : opened) places.push_back(belief.frame().to_padded(one));
    MoveValue value = find_move_value(belief, JUDGE_LIMITS, places);
    if (!value.is_done) return found;
    if (value.best != NONE) found.best_move = belief.frame().to_cell(value.best);
    found.value = std::move(value);
    return found;
}

void ReviewSums::add(const Judgement& one) {
    unjudged += one.kind == JudgedKind::unknown;
    if (!one.is_guess()) return;
    ++guesses;
    forced += one.kind == JudgedKind::forced;
    needless += one.kind == JudgedKind::needless;
    survivals += one.survived;
    expected += 1.0 - one.stake.risk;
    chance_of_all *= 1.0 - one.stake.risk;
    if (one.survived) pluck -= std::log10(1.0 - one.stake.risk);
    by_value += one.is_by_value();
    by_risk += !one.is_by_value();
    (one.is_by_value() ? value_lost : risk_lost) += one.lost();
}

}  // namespace sapper
