"""The text of the kernels, for the compiler of a card."""

from __future__ import annotations

import pytest
from gymnasium.vector import AutoresetMode

from sapper.env.kernels import COMPILER_OPTIONS, Episodes, write_source
from sapper.env.settings import Settings


def test_the_text_is_of_one_grid_and_one_set_of_options() -> None:
    settings = Settings(on="expert", first_click="zero", flags=True, reward="progress")
    text = write_source(Episodes(settings, AutoresetMode.SAME_STEP, 60))
    assert "#define SAPPER_RULES {30, 16, 99, sapper::FirstClick(2), sapper::GameKind(0)}" in text
    assert "sapper::RewardKind(1), sapper::Autoreset(1), 1.0, 99, 60}" in text
    assert "#define SAPPER_ROWS 16\n" in text
    assert "#include" not in text


@pytest.mark.slow
def test_the_compiler_of_a_card_takes_it() -> None:
    """No card is needed to compile."""
    nvrtc = pytest.importorskip("cupy").cuda.nvrtc
    for settings in (Settings(), Settings(on="16x30x99", first_click="zero", density=(0.1, 0.3))):
        text = write_source(Episodes(settings, AutoresetMode.NEXT_STEP, 0))
        program = nvrtc.createProgram(text, "games.cu", [], [])
        try:
            nvrtc.compileProgram(program, [*COMPILER_OPTIONS, "--gpu-architecture=sm_90"])
        except nvrtc.NVRTCError:
            pytest.fail(nvrtc.getProgramLog(program))
