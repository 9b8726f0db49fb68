"""
A PostgreSQL server for the tests.

It is a throw-away cluster on a free loopback port. Without its binaries the tests
are skipped, unless SAPPER_REQUIRE_EXTRAS is set, as the CI does.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from pathlib import Path

import pytest

REQUIRED = os.environ.get("SAPPER_REQUIRE_EXTRAS") == "1"


def skip_or_fail(reason: str) -> None:
    if REQUIRED:
        pytest.fail(f"{reason}, but SAPPER_REQUIRE_EXTRAS forbids skipping")
    pytest.skip(reason)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_postgres() -> Path | None:
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class PostgresServer:
    """A cluster in a temporary folder that listens on loopback only."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="sapper-pg-"))
        self.port = free_port()
        self._as_postgres: list[str] = []
        if os.getuid() == 0:  # the server refuses to run as root
            pwd.getpwnam("postgres")
            shutil.chown(self._folder, "postgres")
            self._as_postgres = [
                "setpriv",
                "--reuid=postgres",
                "--regid=postgres",
                "--clear-groups",
            ]
        self._run("initdb", "-D", self._data, "-U", "sapper", "-A", "trust", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, *command: str) -> None:
        name, *rest = command
        subprocess.run(
            [*self._as_postgres, str(self._binaries / name), *rest],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            timeout=60,
        )

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off "
            f"-c unix_socket_directories={self._folder}"
        )
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", options, "start")

    def ask_for_password(self, user: str, password: str) -> None:
        """Make a user whom the server lets in only with a password."""
        import psycopg

        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text(f"host all {user} 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        server = f"postgresql://sapper@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{password}'")
            connection.execute("SELECT pg_reload_conf()")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_database(self) -> str:
        name = f"t{uuid.uuid4().hex[:12]}"
        import psycopg

        server = f"postgresql://sapper@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://sapper@127.0.0.1:{self.port}/{name}"
