#include "advice/hint.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "advice/sentence.h"

namespace sapper {

namespace {

// Risks of equal cells differ by rounding only.
constexpr double TIE = 1e-9;

std::string percent(double share, int digits = 1) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f%%", digits, 100.0 * share);
    return text;
}

bool is_open(Code code, bool trust_flags) {
    return code == COVERED || (code == FLAGGED && !trust_flags);
}

std::int64_t distance(Cell a, Cell b, int columns) {
    const auto width = static_cast<std::int64_t>(columns);
    const std::int64_t rows = a / width - b / width, across = a % width - b % width;
    return rows * rows + across * across;
}

// Of the safe cells the one whose reason takes the easiest technique. Cells come in the
// order in which equals are preferred, so that the first single clue ends the search.
Hint explain_easiest(Belief& belief, const std::vector<Cell>& safe,
                     std::span<const Cell> assumed_safe, bool tells, ReasonFinder& finder) {
    look_at(finder, belief, assumed_safe);
    Hint hint;
    hint.reason = finder.find_easiest(safe);
    hint.technique = hint.reason->technique;
    const PositionView position = belief.position();
    hint.cell = hint.reason->cell;
    hint.kind = position.cells[hint.cell] == FLAGGED ? HintKind::wrong_flag : HintKind::safe;
    hint.risk = 0.0;
    if (tells)
        hint.sentence = Teller(position, belief.options().trust_flags).sentence(*hint.reason);
    return hint;
}

// The cell of least risk, the first of equals.
Candidate least_risk(Belief& belief) {
    const PositionView position = belief.position();
    Candidate best{0, 2.0, 0.0, 0.0, false};
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (!is_open(position.cells[cell], belief.options().trust_flags)) continue;
        const double risk = belief.risk(cell);
        if (risk < best.risk - TIE) best = {cell, risk, 0.0, 1.0 - risk, false};
    }
    return best;
}

Hint guess(Belief& belief) {
    LookAhead search{LookAheadOptions{}};
    Padded chosen = NONE;
    if (!belief.is_whole() && !belief.is_scaled() && belief.options().use_mine_count) {
        chosen = search.choose(belief);
    }
    return tell_guess(belief, chosen, search.candidates(), search.nodes());
}

}  // namespace

std::string_view name_of(HintKind kind) {
    constexpr std::string_view NAMES[] = {"safe", "wrong flag", "guess", "mines"};
    return NAMES[static_cast<std::size_t>(kind)];
}

std::string Candidate::describe(int columns) const {
    char worth[32];
    std::snprintf(worth, sizeof worth, "%.4f", value);
    const std::string follows = progress ? ", progress " + percent(*progress, 0) : "";
    return format_cell(cell, columns) + ": risk " + percent(risk) + follows +
           (is_exact ? ", worth exactly " : ", worth about ") + worth;
}

std::vector<Candidate> list_candidates(const Frame& frame,
                                       std::span<const GuessCandidate> candidates) {
    std::vector<Candidate> list;
    for (const GuessCandidate& one : candidates) {
        const bool is_known = !std::isnan(one.progress);
        list.push_back({frame.to_cell(one.at), one.risk,
                        is_known ? std::optional(one.progress) : std::nullopt, one.value,
                        one.is_exact});
    }
    return list;
}

Hint tell_guess(Belief& belief, Padded chosen, std::span<const GuessCandidate> candidates,
                std::uint64_t nodes) {
    const int columns = belief.position().columns;
    const Candidate safest = least_risk(belief);
    Hint hint;
    hint.kind = HintKind::guess;
    hint.cell = chosen == NONE ? safest.cell : belief.frame().to_cell(chosen);
    hint.risk = belief.risk(hint.cell);
    hint.nodes = nodes;
    hint.candidates = list_candidates(belief.frame(), candidates);
    const auto own = std::ranges::find(hint.candidates, hint.cell, &Candidate::cell);
    if (own == hint.candidates.end()) {
        const Candidate only{hint.cell, hint.risk, std::nullopt, 1.0 - hint.risk, false};
        hint.candidates.insert(hint.candidates.begin(), only);
        hint.sentence = "nothing is proven safe; the least risk, " + percent(hint.risk) +
                        ", is at " + format_cell(hint.cell, columns);
        return hint;
    }
    std::rotate(hint.candidates.begin(), own, own + 1);
    hint.sentence =
        "nothing is proven safe; the best guess is " + hint.candidates.front().describe(columns);
    if (safest.risk < hint.risk - TIE) {
        hint.sentence += "; " + format_cell(safest.cell, columns) + " risks less, " +
                         percent(safest.risk) + ", but is worth less";
    }
    return hint;
}

void look_at(ReasonFinder& finder, Belief& belief, std::span<const Cell> assumed_safe) {
    std::vector<Mark> marks(belief.position().cells.size());
    for (Cell cell = 0; cell < marks.size(); ++cell) {
        // A flag, or a mine that is shown or assumed, is given and needs no reason.
        const bool is_asked = is_open(belief.position().cells[cell], belief.options().trust_flags);
        marks[cell] = is_asked ? belief.mark(cell) : Mark::unknown;
    }
    for (const Cell cell : assumed_safe) marks[cell] = Mark::unknown;
    finder.look_at(belief.position(), belief.options(), marks, assumed_safe);
}

std::optional<Hint> find_hint(Belief& belief, std::optional<Cell> near,
                              std::span<const Cell> assumed_safe, bool tells, ReasonFinder* kept) {
    const PositionView position = belief.position();
    std::vector<Cell> safe;
    Cell first = NO_CELL;
    bool are_mines = true;
    for (Cell cell = 0; cell < position.cells.size(); ++cell) {
        if (!is_open(position.cells[cell], belief.options().trust_flags)) continue;
        first = std::min(first, cell);
        const Mark mark = belief.mark(cell);
        are_mines = are_mines && mark == Mark::mine;
        const bool is_assumed = std::ranges::find(assumed_safe, cell) != assumed_safe.end();
        if (mark == Mark::safe && !is_assumed) safe.push_back(cell);
    }
    if (first == NO_CELL) return std::nullopt;
    if (are_mines) {
        Hint hint;
        hint.cell = first;
        hint.sentence = "every covered cell is a mine";
        return hint;
    }
    if (safe.empty() && !assumed_safe.empty()) {
        Hint hint;
        hint.cell = std::ranges::min(assumed_safe);
        hint.kind = HintKind::safe;
        hint.risk = 0.0;
        hint.sentence = format_cell(hint.cell, position.columns) + " is assumed to be safe";
        return hint;
    }
    if (safe.empty()) return guess(belief);
    if (near) {
        std::ranges::stable_sort(
            safe, {}, [&](Cell cell) { return distance(cell, *near, position.columns); });
    }
    ReasonFinder fresh;
    return explain_easiest(belief, safe, assumed_safe, tells, kept ? *kept : fresh);
}

}  // namespace sapper
