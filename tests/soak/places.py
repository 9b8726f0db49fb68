"""What a soak runs on: databases, disks that fill up, a cluster, clocks that are wrong."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from lab.servers import PostgresServer, find_postgres, free_port
from soak.proxy import Proxy

_CLOCK = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *t) {
    long done = syscall(SYS_clock_gettime, id, t);
    const char *shift = getenv("SOAK_CLOCK");
    if (id == CLOCK_REALTIME && shift) t->tv_sec += atol(shift);
    return (int)done;
}
"""


def build_clock(folder: Path) -> Path | None:
    """Make a library that shifts the clock of a process; None without a compiler."""
    source, library = folder / "clock.c", folder / "clock.so"
    source.write_text(_CLOCK)
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    return library


class SmallDisk:
    """A folder on a disk of its own that can be filled; a plain one where nobody may mount."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(folder)]
        self.is_mounted = (
            os.getuid() == 0
            and not subprocess.run(mount, check=False, capture_output=True).returncode
        )

    def fill(self) -> bool:
        if not self.is_mounted:
            return False
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16))
        return True

    def empty(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)

    def remove(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)


class Database:
    """A store on a disk that fills up, or on a server behind a network that can be cut."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.disk: SmallDisk | None = None
        self.server: PostgresServer | None = None
        self.proxy: Proxy | None = None
        if kind == "sqlite":
            self.disk = SmallDisk(folder / "disk")
            self.address = self.true_address = str(self.disk.folder / "s.db")
            return
        binaries = find_postgres()
        if binaries is None:
            raise SystemExit("make soak needs PostgreSQL")
        self.server = PostgresServer(binaries)
        self.proxy = Proxy(self.server.port)
        self.true_address = self.server.new_database()
        self.address = self.true_address.replace(f":{self.server.port}/", f":{self.proxy.port}/")

    def restart(self) -> None:
        if self.server is not None:
            self.server.stop()
            time.sleep(0.3)
            self.server.start()

    def remove(self) -> None:
        if self.disk is not None:
            self.disk.remove()
        if self.proxy is not None and self.server is not None:
            self.proxy.close()
            self.server.remove()


class Cluster:
    """A Dask scheduler behind a network that can be cut, and workers that may die."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, free_port()
        self._scheduler = self._start_scheduler()
        self.proxy = Proxy(self._port)
        self.address = f"tcp://127.0.0.1:{self.proxy.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(2):
            self.add_worker()

    def _start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *words]
        return subprocess.Popen(
            command,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1000"},
        )

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        options = ["--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard"]
        return self._start("scheduler", *options)

    def add_worker(self) -> None:
        options = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self.workers.append(self._start("worker", self.address, *options))

    def kill_worker(self, number: int) -> None:
        worker = self.workers.pop(number % len(self.workers))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        self.add_worker()

    def restart(self) -> None:
        self._scheduler.kill()
        self._scheduler.wait()
        self._scheduler = self._start_scheduler()

    def repair(self) -> None:
        """Put workers in the place of those that gave up on a scheduler that was gone."""
        for worker in [one for one in self.workers if one.poll() is not None]:
            self.workers.remove(worker)
            self.add_worker()

    def remove(self) -> None:
        for process in [*self.workers, self._scheduler]:
            process.kill()
            process.wait()
        self.proxy.close()


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="sapper-soak-"))
