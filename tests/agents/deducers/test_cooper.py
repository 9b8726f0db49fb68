"""The parts of Cooper 2020 prove what the text's own algorithms prove, no more and no less."""

from __future__ import annotations

import pytest

from oracles.cooper import SlowAgent, parts_of, select
from oracles.reached import iter_reached
from sapper import Agent, Position, Rules, analyse, load_agent
from sapper.agents import Playthrough
from sapper.agents.deducers import AssumptionSearch, MineTotal, SinglePoint, SubsetDifferences
from sapper.agents.guessers import ClueChance, RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds, play_seeds
from sapper.agents.run.turns import deduce
from sapper.testing import check_deducer, check_guesser

PARTS = [
    MineTotal(),
    *(AssumptionSearch(n, mine_count) for n in (1, 2, 3) for mine_count in (False, True)),
    *(SubsetDifferences(closure, mine) for closure in (False, True) for mine in (False, True)),
]
RULES = [
    Rules.parse("8x8x8", first_click="any", game="score"),
    Rules.parse("7x6x13", first_click="any", game="score"),
    Rules.parse("6x6x24", first_click="any", game="score"),
    Rules.parse("9x1x3", first_click="any", game="score"),
    Rules.parse("4x4x16", first_click="any", game="score"),
    Rules.parse("4x4x0", first_click="any", game="score"),
    Rules.parse("7x7x9", first_click="safe"),
]
REACHED = [
    reached.position
    for seed in range(12)
    for reached in iter_reached(Rules.parse("8x7x11"), seed, flags=seed % 2 == 0)
]


@pytest.mark.parametrize("part", PARTS, ids=repr)
def test_deducer_keeps_the_contract(part: object) -> None:
    check_deducer(part)


def test_selector_keeps_the_contract() -> None:
    check_guesser(ClueChance())


# The differences of a whole grid are as many as sets of clues: too many for the oracle.
TURNS = [
    (name, option, switch, rules)
    for name, option in (
        ("basic", ""),
        ("csp", ""),
        ("csp", "min_clues=1"),
        ("csp", "min_clues=3"),
        ("equations", ""),
        ("equations", "closure=yes"),
        ("combined", ""),
    )
    for switch in ("", "global=yes")
    for rules in RULES
    if not (option == "closure=yes" and switch and rules.num_cells > 16)
]


@pytest.mark.parametrize(("name", "option", "switch", "rules"), TURNS, ids=str)
def test_every_turn_is_the_one_that_the_text_tells(
    name: str, option: str, switch: str, rules: Rules
) -> None:
    options = ",".join(part for part in (option, switch) if part)
    agent = load_agent(f"cooper/{name}" + (f":{options}" if options else ""))
    mine_count = bool(switch)
    slow = SlowAgent(
        parts_of(name, mine_count=mine_count),
        int(option[-1]) if option.startswith("min") else 2,
        closure=option == "closure=yes",
        mine_count=mine_count,
    )
    for seed in range(4):
        played = Playthrough(agent, rules, seed, agent_seed=1)
        before = played.position
        for turn in played:
            if turn.number > 1 or mine_count:
                part, assumed, settled = slow.look(before)
                assert (turn.part if turn.role == "deducer" else "") == part, str(before)
                proven = dict.fromkeys(turn.safe, False) | dict.fromkeys(turn.mines, True)
                assert (proven, turn.assumed) == (settled, assumed), str(before)
            before = turn.position


def test_selector_chooses_what_the_text_chooses() -> None:
    agent = load_agent("cooper/combined:selector=yes")
    guesses = 0
    for rules in RULES:
        for seed in range(12):
            played = Playthrough(agent, rules, seed)
            before = played.position
            for turn in played:
                if turn.role in ("opener", "guesser"):
                    guesses += 1
                    assert turn.cell == select(before), str(before)
                before = turn.position
    assert guesses > 500


def test_selector_knows_mines_that_are_proven_but_not_flagged() -> None:
    flagged = Agent(None, (SinglePoint(),), ClueChance())
    unflagged = Agent(None, (SinglePoint(),), ClueChance(), flags=False)
    rules = Rules.parse("8x8x12")
    seeds = game_seeds(3, 0, 200)
    one, other = play_seeds(flagged, rules, seeds), play_seeds(unflagged, rules, seeds)
    assert one["guesses"].tolist() == other["guesses"].tolist()
    assert one["won"].tolist() == other["won"].tolist()


def test_basic_plays_the_games_of_single_point() -> None:
    basic, ours = load_agent("cooper/basic"), load_agent("kvietinskas/single-point")
    assert basic == ours
    for on in ("10x10x20", "10x10x60", "9x9x10"):
        for game in ("score", "normal"):
            rules = Rules.parse(on, first_click="any", game=game)
            seeds = game_seeds(7, 0, 300)
            assert play_seeds(basic, rules, seeds).same_play(play_seeds(ours, rules, seeds))


@pytest.mark.parametrize("part", PARTS, ids=repr)
def test_no_part_proves_more_than_everything(part: AssumptionSearch) -> None:
    for position in REACHED:
        found, everything = deduce(part, position), analyse(position)
        assert set(found.safe) <= set(everything.safe)
        assert set(found.mines) <= set(everything.mines)


def test_search_proves_more_than_differences() -> None:
    """Section 2.3 says that subsets deduce everything from a clue; figure 25 shows otherwise."""
    position = Position.parse(
        "00113F3F2F/001F3F3121/1111333100/F1112FF100/111F222100/"
        "0012211110/0002F22F42/1102F23FFF/F223223F../.......... 20"
    )
    assert deduce(SubsetDifferences(), position).mines == ()
    assert deduce(SubsetDifferences(closure=True), position).mines == ()
    assert position.format_cells(deduce(AssumptionSearch(), position).mines[:2]) == "r10c3 r10c4"


@pytest.mark.parametrize("mines", [0, 64])
def test_number_of_mines_may_settle_a_grid_before_the_first_pick(mines: int) -> None:
    rules = Rules.parse(f"8x8x{mines}", first_click="any", game="score")
    agent = load_agent("cooper/basic:global=yes")
    (row,) = play_seeds(agent, rules, game_seeds(1, 0, 1))
    assert row["won"]
    assert (row["guesses"], row["mines_hit"], row["mines_flagged"]) == (0, 0, mines)
    turns = list(Playthrough(agent, rules, 1))
    assert [turn.part for turn in turns] == ["mine_total"]


def test_number_of_mines_needs_no_clue_but_says_nothing_in_a_window() -> None:
    position = Position.parse("1F/.. 1")
    assert deduce(MineTotal(), position).safe == (2, 3)
    assert deduce(MineTotal(), Position.parse("../.. 4")).mines == (0, 1, 2, 3)
    assert deduce(MineTotal(), Position.parse("../.. 3")).mines == ()


def test_agents_differ_only_as_their_switches_say() -> None:
    agent = load_agent("cooper/combined:selector=yes,global=yes,min_clues=3")
    assert str(agent) == "cooper/combined:min_clues=3,global=yes,selector=yes"
    assert agent.deducers == (
        MineTotal(),
        SinglePoint(),
        SubsetDifferences(False, True),
        AssumptionSearch(3, True),
    )
    assert agent.opener is None
    assert load_agent("cooper/csp").opener == RandomCell()
    assert load_agent("cooper/csp").guesser == RandomGuess()
