"""Plans whose games are exported and reported."""

from __future__ import annotations

SWEEP = """
name = "sweep"
title = "a <sweep>"
games = 400
set_size = 50
[constants]
size = 7
[parameters]
agent = ["kvietinskas/single-point", "kvietinskas/single-point:flags=no", "random"]
density = [0.05, 0.1, 0.15, 0.2]
[report]
x = "density"
fit = "logistic"
compare = [["kvietinskas/single-point", "random"]]
"""


TURNS = """
name = "turns"
games = 10
keep = "games+turns"
[parameters]
agent = ["kvietinskas/single-point"]
on = ["beginner"]
"""
