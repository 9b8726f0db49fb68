"""Files are whole or as they were, whatever the disk does; pipes and devices stay what they are."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISFIFO

import pytest

from lab.experiments_for_tests import play, small
from sapper import Rules, load_agent
from sapper.errors import NotationError, SapperError
from sapper.game.io.disk import drafted, save_text, write_bytes
from sapper.lab.output.export import export
from sapper.lab.positions import PositionData, write_positions
from sapper.lab.store.memory import MemoryStore
from sapper.web.export import export_page


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond 100 bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def write_games(path: Path) -> None:
    with MemoryStore() as store:
        play(small(400), store, workers=1)
        experiment = store.find_experiment(small(400).name)
        assert experiment is not None
        with full_disk():
            export(store, experiment, path)


def write_data(path: Path) -> None:
    write_positions(PositionData(load_agent("exact"), Rules.parse("5x5x3"), 5), path)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("x.bin", lambda path: write_bytes(path, bytes(1000))),
        ("x.txt", lambda path: save_text(path, "word " * 1000)),
        ("x.html", export_page),
        ("x.csv", write_games),
        ("x.parquet", write_games),
        ("x.parquet", write_data),
    ],
)
def test_a_full_disk_leaves_the_old_file_as_it_was(
    tmp_path: Path, name: str, write: Callable[[Path], None]
) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_text("what was there before")
    with pytest.raises(SapperError, match=r"cannot write .*: .*[Ff]ile too large"):
        if write is write_games:
            write(path)
        else:
            with full_disk():
                write(path)
    assert path.read_text() == "what was there before"
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"through the pipe")
    reader.join(timeout=60)
    assert read == [b"through the pipe"]
    assert S_ISFIFO(pipe.stat().st_mode)


def test_errors_of_what_is_written_stay_what_they_are(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="bad replay"), drafted(tmp_path / "a.txt"):
        raise NotationError("bad replay")
    with pytest.raises(SapperError, match="cannot write"), drafted("a\0b"):
        pass
    assert not [*tmp_path.iterdir()]
