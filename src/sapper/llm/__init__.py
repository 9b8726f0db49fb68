r"""
Minesweeper for language models: text, a reader of moves, a judge.

No framework in it: numpy and the core only. What others build (environments, benchmarks,
servers) stays thin over these names::

    show(position, form)        a position as text (`FORMS`: grid, line, constraints, json) or png
    read_answer(text, position) an `Answer`: moves, problems in sentences, clues, "cannot be proven"
    Episode(rules, seed, …)     a whole game: .prompt(), .play(text) -> Reply, .is_over, .outcome
    Episode.on_board(board, …)  the same on a certified board
    Reply                       .text (shown next), .picture, .reward, .is_over, .score
    TurnScore                   kind, risk, least_risk, lost, technique, bits, reward(name)
    Task(kind, position, form)  one position: .prompt(), .score(text); `KINDS`: move, proofs, reason
    make_task(kind, seed, on)   the task of a seed -> Task
    TaskScore                   .rewards by name, .numbers, .sentence
    judge_answer(position, a)   a TurnScore of one position without a game

Rewards (`REWARDS`: win, progress, proof, risk, value) lie between 0 and 1 in every turn and in
the sum over a game; `sapper.llm.scoring` defines them. Seeds decide everything, an episode can be
copied and pickled, and every answer is text: nothing that a model writes is an error.

>>> from sapper import Rules
>>> episode = Episode(Rules.parse("5x5x4", first_click="zero"), seed=1, form="line")
>>> episode.play("<move>r3c3</move>").text
'r3c3 shows 0.\n...../.212./.1011/11000/00000 4'
"""

from sapper.llm.episodes import DEFAULT_REWARDS, Episode, Reply
from sapper.llm.judging import judge_answer
from sapper.llm.reading import Answer, format_answer, read_answer
from sapper.llm.reasons import Explanation, implies
from sapper.llm.scoring import REWARDS, TurnScore
from sapper.llm.showing import FORMS, TEXT_FORMS, show
from sapper.llm.tasks import KINDS, TASK_REWARDS, Task, TaskScore, make_task

__all__ = [
    "DEFAULT_REWARDS",
    "FORMS",
    "KINDS",
    "REWARDS",
    "TASK_REWARDS",
    "TEXT_FORMS",
    "Answer",
    "Episode",
    "Explanation",
    "Reply",
    "Task",
    "TaskScore",
    "TurnScore",
    "format_answer",
    "implies",
    "judge_answer",
    "make_task",
    "read_answer",
    "show",
]
