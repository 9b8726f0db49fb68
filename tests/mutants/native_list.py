"""
Deliberate errors in the native core: where, what stands there, and what is put there.

Chosen by hand, so that none is a mere change of speed: every one makes some game, count,
risk, deduction or error wrong. The file's folder says which programs and which tests of
Python are asked.
"""

# ruff: noqa: E501 - one error a line
from __future__ import annotations

from typing import NamedTuple


class NativeMutant(NamedTuple):
    """An error in a file below native/."""

    file: str
    old: str
    new: str


_LINES = """
game/game.cpp | if (view_[at] != 0) continue; | if (view_[at] > 1) continue;
game/game.cpp | if (show(at) && cascades_) cascade(from); | if (show(at)) cascade(from);
game/game.cpp | if (mines_hit_) return Outcome::lost; | if (mines_hit_ > 1) return Outcome::lost;
game/game.cpp | if (num_safe_left_ == 0 && first_cell_ >= 0) | if (num_safe_left_ <= 1)
game/game.cpp | if (marked != view_[at]) { | if (marked < view_[at]) {
game/game.cpp | mines_hit_ -= code == MINE_SHOWN; | mines_hit_ -= 0;
game/game.cpp | num_safe_left_ += is_clue(code); | num_safe_left_ += 1;
game/game.cpp | if (!given_layout_ && has_layout_) { | if (has_layout_) {
game/game.cpp | count += view_[at] == FLAGGED && mines_[at]; | count += view_[at] == FLAGGED;
game/layouts.cpp | std::min(column + 2, columns) | std::min(column + 1, columns)
game/layouts.cpp | left -= 1 - mark; | left -= 1;
game/layouts.cpp | mark_free(first, 0, mines); | (void)0;
game/rules.cpp | return num_cells() - 1; | return num_cells();
game/rules.cpp | (at > 0) + (at < length - 1) | (at > 0) + (at <= length - 1)
game/problems.cpp | } else if (code < around.marked) { | } else if (code <= around.marked) {
game/problems.cpp | if (mines > covered + marked) { | if (mines > covered) {
logic/position/constraints.cpp | options.trust_flags ? KNOWN_MINE : UNKNOWN | KNOWN_MINE
logic/position/constraints.cpp | position.num_mines - known_mines | position.num_mines
logic/position/constraints.cpp | if (left < 0 \\|\\| left > unknown) | if (left < 0)
logic/position/constraints.cpp | clues[column] = codes[column] <= 8 | clues[column] = codes[column] <= 7
logic/count/join_possible.cpp | if (widths - widest + 1 < largest_gap) | if (false)
logic/count/join_possible.cpp | if (widths - widest + 1 < largest_gap) | if (widths + 1 < largest_gap)
logic/count/join_possible.cpp | gap = std::max(gap, run + 1) | gap = std::max(gap, run)
logic/count/join_possible.cpp | if (low > mines_ \\|\\| high + n < mines_) | if (low > mines_)
logic/count/sweep.cpp | const std::int32_t slack = residual.high - std::max(residual.low, 0); | const std::int32_t slack = residual.high - std::max(residual.low, 0) + 1;
logic/belief/clue_chances.cpp | into[m] += ways[mines] * forward_ | into[m] += forward_
logic/belief/layout_list.cpp | if (left < low \\|\\| left > high) return true; | if (left < low) return true;
logic/belief/layout_list.cpp | if (num_layouts_ == most) return false; | if (num_layouts_ > most) return false;
logic/belief/layout_list.cpp | if (left == 0) return true; | if (left <= 1) return true;
agents/parts/single_point.cpp | missing != 0 && missing != unknown | missing != 0
agents/parts/single_point.cpp | const int unknown = sum & 0x0f; | const int unknown = sum & 0x07;
agents/parts/single_point.cpp | knowledge[at] = KNOWN_MINE; | knowledge[at] = 0;
agents/driver/driver.cpp | if (game_.first_cell() < 0 && opener_) { | if (opener_) {
agents/driver/driver.cpp | if (flags_) game_.flag_at(proof.at); | game_.flag_at(proof.at);
agents/driver/driver.cpp | const bool check = check_ && !is_misled(); | const bool check = false;
agents/driver/driver.cpp | seen_.assign(seen_.size(), 0); | guesses_ = 0;
agents/driver/driver.cpp | has_begun_ = false;\\n    game_.start(game_seed);\\n    game_.start(mines); | game_.start(game_seed);\\n    game_.start(mines);
agents/driver/driver.cpp | proven_[i] += static_cast | proven_[0] += static_cast
agents/driver/batch.cpp | seat.game = next_++; | seat.game = next_; next_ += 2;
agents/driver/batch.cpp | questions_[i].driver->check_answer(answers[i].cell); | questions_[0].driver->check_answer(answers[i].cell);
agents/driver/turns.cpp | ++row_.turn; | row_.turn = 1;
agents/driver/turns.cpp | game.num_flags() - game.mines_hit() | game.num_flags()
agents/parts/basic_parts.cpp | & static_cast<int>(marks[at] != Mark::mine) | & 1
agents/parts/basic_parts.cpp | static_cast<Cell>(row_ * columns + column_) | static_cast<Cell>(column_ * columns + row_)
agents/papers/sinha/play/models.cpp | node.left >= nodes_.size() - 1 | node.left + 1 >= nodes_.size()
advice/hint.cpp | constexpr double TIE = 1e-9; | constexpr double TIE = 1e-3;
advice/hint.cpp | return rows * rows + across * across; | return -(rows * rows + across * across);
advice/hint.cpp | if (mark == Mark::safe && !is_assumed) safe.push_back(cell); | if (mark == Mark::safe && !is_assumed && safe.empty()) safe.push_back(cell);
boards/ladder.cpp | constexpr double TIE = 1e-10; | constexpr double TIE = 1e-3;
boards/lookalikes.cpp | shut[i - step] & shut[i + 2 * step] | shut[i - step]
boards/lookalikes.cpp | & walls[i - stride - 1] & walls | & walls
checker/certificate.cpp | if (!field_.is_revealed(clue)) { | if (false) {
agents/search/playouts.cpp | if (board_[at]) draws_.draw_safe | draws_.draw_safe
agents/search/playouts.cpp | if (board_[next.at]) { | {
advice/reasons.cpp | distance(i, claim.cell) < distance(best, claim.cell) | distance(i, claim.cell) > distance(best, claim.cell)
boards/metrics.cpp | found.three_bv += found.openings; | found.three_bv += found.islands;
"""


def _read() -> tuple[NativeMutant, ...]:
    found = []
    for line in _LINES.strip().splitlines():
        file, old, new = (part.replace("\\|", "|") for part in line.split(" | "))
        found.append(NativeMutant(file, old.replace("\\n", "\n"), new.replace("\\n", "\n")))
    return tuple(found)


MUTANTS = _read()

# Folder -> programs of native/tests, then tests of Python, asked in this order. The longest
# folder that a file lies in counts.
PROGRAMS = {
    "game": ("test_game", "test_formats"),
    "logic": ("test_logic", "test_belief", "test_reasons", "test_search"),
    "logic/play": ("test_search", "test_optimum"),
    "advice": ("test_reasons",),
    "agents": ("test_agents",),
    "agents/search": ("test_search", "test_agents"),
    "agents/papers/becerra": ("test_agents",),
    "agents/papers/cooper": ("test_cooper",),
    "agents/papers/kvietinskas": ("test_window", "test_agents"),
    "agents/papers/sinha": ("test_sinha",),
    "agents/papers/vaitzman": ("test_vaitzman",),
    "boards": ("test_boards",),
    "checker": ("test_boards",),
    "env": (),
}
_GOLDEN = "golden/test_golden "
TESTS = {
    "game": "game test_core env/test_single env/test_vector agents/run",
    "logic": "logic/test_belief game/test_game_guessing logic/test_census logic/test_analysis_brute_force logic/test_analysis_laws logic/test_conflict logic/test_human logic/test_sampler advice",
    "logic/play": "logic/test_values logic/test_values_best_play agents/guessers/test_search_coins",
    "advice": "advice test_advice test_core boards/test_review",
    "agents": "agents/run agents/test_openers agents/deducers/test_single_point agents/test_options",
    "agents/search": "agents/guessers/test_search_coins agents/guessers/test_search_playouts logic/test_values_best_play",
    "agents/papers/becerra": "agents/deducers/test_becerra agents/guessers/test_becerra papers/test_becerra",
    "agents/papers/cooper": "agents/deducers/test_cooper papers/test_cooper",
    "agents/papers/kvietinskas": "agents/deducers/test_kvietinskas agents/deducers/test_kvietinskas_window papers/test_kvietinskas",
    "agents/papers/sinha": "agents/deducers/test_sinha agents/guessers/test_sinha agents/guessers/test_learned papers/test_sinha lab/training/test_sinha",
    "agents/papers/vaitzman": "agents/deducers/test_vaitzman agents/guessers/test_vaitzman papers/test_vaitzman agents/test_pattern_building",
    "boards": "boards/test_metrics boards/test_checker boards/test_generation boards/test_generation_symmetry",
    "checker": "boards/test_checker boards/test_generation",
    "env": "env/test_vector env/test_vector_contract env/test_single",
}  # fmt: skip
TESTS = {part: _GOLDEN + files for part, files in TESTS.items()}


def part_of(file: str) -> str:
    """Return the folder that says who is asked about a file."""
    return max((part for part in TESTS if file.startswith(f"{part}/")), key=len)
