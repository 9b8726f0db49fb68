"""
Decide the seven hypotheses of Kvietinskas 2021 from the data, in words and numbers.

`python research/kvietinskas_hypotheses.py > docs/papers/kvietinskas-hypotheses.md`

Each hypothesis has a rule that makes it measurable, numbers, a verdict by that rule,
and the thesis's own conclusion.

References:
    [1] Kvietinskas 2021, sections 2.1, 8 and 9.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from kvietinskas_data import GRIDS, STEPS, WINDOWS, Sums, Table, difference, is_clear

from sapper.lab.stats.statistics import wilson_interval

RULES = ("zero", "safe")
# Hypothesis 7, section 2.1.2.
ESTIMATED = {"beginner": 65, "intermediate": 30, "expert": 5}


class Report:
    """The text of the report, line by line."""

    def __init__(self) -> None:
        self.one = Table("kvietinskas-1")
        self.two = Table("kvietinskas-2")
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        """Add a paragraph."""
        self.lines += [*lines, ""]

    def table(self, header: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
        """Add a table."""
        names = list(header)
        self.lines.append("| " + " | ".join(names) + " |")
        self.lines.append("|" + "---|" * len(names))
        self.lines += ["| " + " | ".join(row) + " |" for row in rows]
        self.lines.append("")

    def optimal(
        self,
        on: str,
        window: str = "whole",
        mines: str = "yes",
        flags: str = "yes",
        rule: str = "zero",
    ) -> Sums:
        """Return a condition of experiment 1."""
        return self.one.get(on=on, window=window, mine_count=mines, flags=flags, first_click=rule)

    def windows(self, on: str) -> list[str]:
        """Return the windows that experiment 1 tries on a grid."""
        return [
            window
            for window in WINDOWS
            if self.one.find(
                on=on, window=window, mine_count="yes", flags="yes", first_click="zero"
            )
        ]

    def decide(self, number: int, hypothesis: str, rule: str) -> None:
        """Begin a section."""
        self.say(f"## Hypothesis {number}", "", hypothesis)
        self.say(f"*Rule.* {rule}")

    def conclude(self, verdict: str, theirs: str) -> None:
        """End a section."""
        self.say(f"**Ours: {verdict}**")
        self.say(f"*The thesis:* {theirs}")


def points(found: tuple[float, float, float]) -> str:
    """Write a difference with its interval."""
    return f"{found[0]:+.2f} ({found[1]:+.2f} to {found[2]:+.2f})"


def first(report: Report) -> None:
    """A restricted view wins nearly as often."""
    report.decide(
        1,
        "An agent that sees little wins nearly as many games as one that sees all; only under "
        "severe limits do the wins drop sharply.",
        "Windows of 7x7 without the mine count keep at least nine tenths of the wins of the whole "
        "grid without it, on every grid and by both first-click rules; and the step from 5x5 to "
        "4x4 costs more than any step between larger windows.",
    )
    keeps, steepest, rows = True, True, []
    for on in GRIDS:
        for rule in RULES:
            sizes = report.windows(on)
            wins = [report.optimal(on, size, "no", rule=rule).percent() for size in sizes]
            share = [value / wins[-1] for value in wins]
            keeps &= share[sizes.index("7x7")] >= 0.9
            steps = [after - before for before, after in pairwise(wins)]
            steepest &= steps[0] == max(steps)
            best = report.optimal(on, rule=rule).percent()
            rows.append(
                [
                    on,
                    rule,
                    *(f"{100 * share[i]:.1f}" for i in range(4)),
                    f"{wins[-1]:.2f}",
                    f"{best:.2f}",
                ]
            )
    header = ("grid", "first click", "4x4", "5x5", "6x6", "7x7", "whole, no count", "whole, count")
    report.say(
        "Wins in percent of those of the whole grid, flags, no mine count; then wins in percent:"
    )
    report.table(header, rows)
    verdict = "holds" if keeps and steepest else "holds in part" if keeps or steepest else "fails"
    report.conclude(
        f"{verdict}. 7x7 keeps nine tenths everywhere: {'yes' if keeps else 'no'}; the step from "
        f"4x4 to 5x5 is the largest everywhere: {'yes' if steepest else 'no'}.",
        "supported. Little is lost down to about 5x5, below which the wins dip sharply.",
    )


def second(report: Report) -> None:
    """The mine count matters."""
    report.decide(
        2,
        "Without the total mine count the agent wins significantly less, above all when it sees "
        "much of the grid.",
        "The loss is clear on the whole grid everywhere, and larger there than with windows of "
        "4x4, with flags and without.",
    )
    clear, larger, rows = True, True, []
    for on in GRIDS:
        for rule in RULES:
            found = {}
            for flags in ("yes", "no"):
                for window in ("4x4", "7x7", "whole"):
                    found[flags, window] = difference(
                        report.optimal(on, window, "yes", flags, rule),
                        report.optimal(on, window, "no", flags, rule),
                    )
                larger &= found[flags, "whole"][0] > found[flags, "4x4"][0]
            clear &= is_clear(found["yes", "whole"])
            keys = (("yes", "4x4"), ("yes", "7x7"), ("yes", "whole"), ("no", "4x4"), ("no", "7x7"))
            rows.append([on, rule, *(points(found[key]) for key in keys)])
    report.say("Points won by the mine count (without flags the whole grid gives the same):")
    header = ("grid", "first click", "4x4", "7x7", "whole", "4x4, no flags", "7x7, no flags")
    report.table(header, rows)
    verdict = "holds" if clear and larger else "holds in part" if clear or larger else "fails"
    report.conclude(
        f"{verdict}. Clear on the whole grid everywhere: {'yes' if clear else 'no'}; larger there "
        f"than with 4x4 everywhere: {'yes' if larger else 'no'}.",
        "relatively small but appreciable; without flags it helps only when nearly all is seen, "
        "and it grows with the window.",
    )


def third(report: Report) -> None:
    """Restriction hurts most on harder grids."""
    report.decide(
        3,
        "Restricting information has the most pronounced effect on the harder grids.",
        "The share of wins lost from the whole grid with count and flags to windows of 4x4 without "
        "either grows from beginner over intermediate to expert, by both first-click rules.",
    )
    grows, rows = True, []
    for rule in RULES:
        lost = []
        for on in GRIDS:
            best, worst = report.optimal(on, rule=rule), report.optimal(on, "4x4", "no", "no", rule)
            lost.append(1 - worst.wins / best.wins)
            rows.append(
                [
                    on,
                    rule,
                    f"{best.percent():.2f}",
                    f"{worst.percent():.2f}",
                    f"{100 * lost[-1]:.1f}",
                ]
            )
        grows &= lost[1] < lost[2] < lost[3]
    report.table(("grid", "first click", "whole", "4x4, no count, no flags", "share lost, %"), rows)
    report.conclude(
        "holds: the harder the grid, the larger the share lost." if grows else "fails.",
        "flags and window size matter more with growing difficulty; not decided in one sentence.",
    )


def fourth(report: Report) -> None:
    """A zero at the first click helps."""
    report.decide(
        4,
        "A first click that always shows a zero has a small but measurable effect on the wins.",
        "Measurable: the difference is clear everywhere. Small: below five points everywhere.",
    )
    clear, small, rows = True, True, []
    for on in GRIDS:
        zero, safe = report.optimal(on, rule="zero"), report.optimal(on, rule="safe")
        won, free = difference(zero, safe), difference(zero, safe, no_guess=True)
        clear &= is_clear(won)
        small &= won[0] < 5
        rows.append(
            [on, f"{zero.percent():.2f}", f"{safe.percent():.2f}", points(won), points(free)]
        )
    report.table(("grid", "zero", "safe", "points", "points without a guess"), rows)
    report.conclude(
        f"measurable: {'yes' if clear else 'no'}; small: {'yes' if small else 'no'}. "
        "Without a guess the rule is worth far more still.",
        "the rule makes a big difference across all areas, more for games without a guess on "
        "beginner and intermediate.",
    )


def fifth(report: Report) -> None:
    """Flags matter where the view is restricted."""
    report.decide(
        5,
        "Flags matter only where the view is restricted, and the more, the less is seen.",
        "On the whole grid the wins are exactly equal in every condition; with windows the gain at "
        "4x4 is clear on every grid and larger than at 7x7.",
    )
    equal, more, rows = True, True, []
    for on in GRIDS:
        for rule in RULES:
            gains = {}
            for mines in ("yes", "no"):
                for window in report.windows(on):
                    pair = [
                        report.optimal(on, window, mines, flags, rule) for flags in ("yes", "no")
                    ]
                    gains[mines, window] = difference(pair[0], pair[1])
                    if window == "whole":
                        equal &= pair[0].wins == pair[1].wins
                        equal &= pair[0].wins_without_guess == pair[1].wins_without_guess
                more &= (
                    is_clear(gains[mines, "4x4"])
                    and gains[mines, "4x4"][0] > gains[mines, "7x7"][0]
                )
            shown = [points(gains[m, w]) for m in ("no", "yes") for w in ("4x4", "5x5", "7x7")]
            rows.append([on, rule, *shown])
    report.say("Points won by flags; first three columns without the mine count, then with it:")
    report.table(("grid", "first click", *(("4x4", "5x5", "7x7") * 2)), rows)
    report.conclude(
        f"{'holds' if equal and more else 'holds in part' if equal or more else 'fails'}. "
        f"Exactly equal on the whole grid: {'yes' if equal else 'no'}; clear at 4x4 and more than "
        f"at 7x7 everywhere: {'yes' if more else 'no'}.",
        "supported: no effect at all on the whole grid, checked to the game; growing as the window "
        "shrinks; with the mine count useful at every size but the whole grid.",
    )


def share(wins: int, games: int) -> str:
    """Write a percentage with its 95 % Wilson interval."""
    low, high = wilson_interval(wins, games)
    return f"{100 * wins / games:.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def sixth(report: Report) -> None:
    """Random guesses add little."""
    report.decide(
        6,
        "Random guesses add appreciably but meagrely to what is won without a guess: about four "
        "points on every grid.",
        "The gain is between two and six points on every grid (whole grid, count, zero).",
    )
    near, rows = True, []
    for on in GRIDS:
        for rule in RULES:
            found = report.optimal(on, rule=rule)
            gain = found.percent() - found.percent(no_guess=True)
            times = found.wins / max(found.wins_without_guess, 1)
            if rule == "zero":
                near &= 2 <= gain <= 6
            rows.append(
                [
                    on,
                    rule,
                    share(found.wins_without_guess, found.games),
                    share(found.wins, found.games),
                    "+" + share(found.wins - found.wins_without_guess, found.games),
                    f"{times:.2f}",
                ]
            )
    report.table(("grid", "first click", "without a guess", "with", "points", "times"), rows)
    report.conclude(
        "holds."
        if near
        else "fails: guesses are worth far more, and on expert they more than double the wins."
        if report.optimal("expert").wins > 2 * report.optimal("expert").wins_without_guess
        else "fails: guesses are worth far more.",
        "contradicted: a huge effect, above all on hard grids; on expert more than twice the wins.",
    )


def seventh(report: Report) -> None:
    """The human-like strategy performs poorly."""
    report.decide(
        7,
        "A human-like strategy does poorly against the optimal solver: about 65, 30 and 5 percent "
        "on beginner, intermediate and expert.",
        "Its wins (no step limit, flags, zero) are within five points of the estimate everywhere.",
    )
    near, rows = True, []
    for on in GRIDS:
        best = report.optimal(on)
        steps = [report.two.get(on=on, steps=n, flags="yes", first_click="zero") for n in STEPS]
        if on in ESTIMATED:
            near &= abs(steps[-1].percent() - ESTIMATED[on]) <= 5
        rows.append(
            [on, str(ESTIMATED.get(on, "")), *(f"{item.percent():.2f}" for item in steps),
             f"{report.optimal(on, mines='no').percent():.2f}", f"{best.percent():.2f}"]
        )  # fmt: skip
    header = (
        "grid",
        "estimated",
        *("1 step" if n == "1" else f"{n} steps" for n in STEPS[:-1]),
        "no limit",
        "optimal, no count",
        "optimal",
    )
    report.say(
        "Wins in percent, zero, flags (the naive runs have other seeds than the optimal ones):"
    )
    report.table(header, rows)
    report.conclude(
        "holds."
        if near
        else "fails: it wins nearly all that needs no mine count; one step is most of it.",
        "directly contradicted: remarkably good, 1 step covers most, 2 steps as good as no limit.",
    )


def main() -> None:
    """Write the report."""
    report = Report()
    report.say("# The seven hypotheses of Kvietinskas 2021, decided")
    report.say(
        "Written by `research/kvietinskas_hypotheses.py` from `docs/papers/data`. Experiment 1: "
        f"{report.one.num_conditions} conditions of {report.one.games:,} games, "
        f"{report.one.played}; experiment 2: {report.two.num_conditions} of {report.two.games:,}, "
        f"{report.two.played}. Differences are in points of the "
        "win rate, with 95 % intervals that do not use that the games are the same."
    )
    parts: tuple[Callable[[Report], None], ...] = (
        first, second, third, fourth, fifth, sixth, seventh,
    )  # fmt: skip
    for part in parts:
        part(report)
    print("\n".join(report.lines).rstrip())


if __name__ == "__main__":
    main()
