"""What comes of a document, counted, and the blocks of pages that say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.lab.papers.claims import CANNOT, DOES_NOT, HOLDS, Verdict
from sapper.lab.papers.published import find_claims
from sapper.lab.papers.reproduction import Reproduction
from sapper.lab.papers.summary import claim_lines, summarise, summary_lines, write_block


def number(verdict: str) -> Reproduction:
    return Reproduction(
        "becerra/5.2", "a", "beginner", "win_percent", 1.0, 1.0, 0.5, 1.5, 300, verdict
    )


def verdict(name: str, word: str, games: int = 500) -> Verdict:
    who = f"becerra/{name}", "becerra/5.2", "so | it is", "here"
    return Verdict(*who, "a test", "found", games, word)


def test_numbers_and_claims_are_counted_in_the_same_words() -> None:
    words = ("agrees", "agrees", "close", "differs", "3.1 times slower")
    numbers = [number(word) for word in words]
    claims = [verdict("guesses-rise", HOLDS), verdict("cscsp-expert", DOES_NOT),
              verdict("same-as-pedersen", CANNOT, 0)]  # fmt: skip
    (found,) = summarise(numbers, claims)
    assert found.cells[1:] == ("2", "1", "1", "0", "1", "1", "1")
    assert found.games == 300
    heads, _, row = summary_lines([found])
    assert heads.count("|") == row.count("|") == 9
    assert "D. Becerra 2015" in row
    assert [what for what, _ in found.reasons] == [
        "becerra/5.2: 1 differ, 1 close", "becerra/cscsp-expert, “so | it is”",
    ]  # fmt: skip


def test_claim_that_does_not_hold_has_its_reason() -> None:
    (claim,) = [one for one in find_claims("becerra") if one.id == "cscsp-expert"]
    *_, held, refuted = claim_lines([verdict(claim.id, HOLDS), verdict(claim.id, DOES_NOT)])
    assert claim.why[1:] not in held
    assert claim.why[1:] in refuted
    assert "so \\| it is" in refuted


def test_block_of_a_page_is_replaced_and_dated(tmp_path: Path) -> None:
    page = tmp_path / "p.md"
    page.write_text("before\n<!-- sapper reproduce becerra -->\nold\n<!-- end -->\nafter\n")
    write_block(page, "becerra", ["| new |"])
    text = page.read_text()
    assert "old" not in text and text.startswith("before\n") and text.endswith("after\n")
    assert "| new |" in text
    assert "Written by `sapper reproduce becerra` on 20" in text
    with pytest.raises(NotationError, match="expected the lines"):
        write_block(page, "cooper", [])
