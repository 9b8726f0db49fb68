"""
Rehearse a release: everything up to the act of publishing, on this machine.

The sdist is made, unpacked outside the checkout, and built into a wheel for each Python at hand;
the wheels are checked as the real index would check them and published to an index on the
loopback. Then a stranger installs `sapper` from it by name into an empty environment and types
what README says. Run by `make release-check`, not by pytest: it compiles and installs packages.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rattler_build import Stage0Recipe, VariantConfig

import sapper
from docs.test_commands import ELSEWHERE, blocks, commands, transcripts, until_shown
from wheel_check import run

ROOT: Final = Path(__file__).resolve().parent.parent
README: Final = ROOT / "README.md"
MINORS: Final = range(11, 15)
# From this one on a wheel of the stable ABI serves every later one.
STABLE: Final = 12
MOST_MEGABYTES: Final = {".whl": 6, ".gz": 20}
HINT: Final = ("analyse", "..1./..2./11../.... 3")
# What a stranger has made after README: a comparison's plot, an own agent in the league, the page.
MADE: Final = {
    "difference.svg": "<svg",
    "league.html": ">mine</td>",
    "sapper.html": "<!doctype html>",
}
# The wheels' workflow compares all agents; here a few that play in no time.
AGENTS: Final = ("becerra/cscsp", "exact", "kvietinskas/naive", "sinha/v5.0", "strongest")
SIGNATURE: Final = "from sapper.lab.signature import sign_agent; print(sign_agent({!r}))"
BY_A_PERSON: Final = """
What a person types for the real thing, once:

  on the index, as the project's owner: add a trusted publisher for `sapper`
    (this repository, workflow wheels.yml, environment pypi); on the forge: make that environment
  npm login

and for every version:

  make release-check
  git tag v{version} && git push origin v{version}    # wheels.yml builds, checks and publishes
  npm publish ./npm
"""


def find_pythons() -> dict[int, Path]:
    """Return the Pythons at hand that Sapper is for, by their minor version."""
    found = {}
    for minor in MINORS:
        kept = (Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python3")
        on_path = shutil.which(f"python3.{minor}")
        for path in [Path(sys.executable), *map(Path, [on_path] if on_path else []), *kept]:
            said = subprocess.run(
                [path, "-c", "import sys; print(*sys.version_info[:2], sys._base_executable)"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if said.returncode == 0 and said.stdout.startswith(f"3 {minor} "):
                found[minor] = Path(said.stdout.split(maxsplit=2)[2].strip())
                break
    return found


def build(home: Path, pythons: dict[int, Path]) -> list[Path]:
    """Make the sdist, and from it, elsewhere, a wheel for each Python that needs its own."""
    dist = home / "dist"
    run(sys.executable, "-m", "build", "--sdist", "-o", dist, ROOT, cwd=home)
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as opened:
        opened.extractall(home, filter="data")
    source = home / f"sapper-{sapper.__version__}"
    stable = [minor for minor in pythons if minor >= STABLE]
    for minor in [minor for minor in pythons if minor < STABLE] + stable[:1]:
        python = make_environment(home / f"build-3.{minor}", pythons[minor])
        began = time.monotonic()
        needed = tomllib.loads((source / "pyproject.toml").read_text())["build-system"]["requires"]
        run(python, "-m", "pip", "install", "-q", *needed, "cmake", "ninja", cwd=home)
        run(python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
            "-w", home / "built", source, cwd=home)  # fmt: skip
        print(f"  Python 3.{minor}: built from the sdist in {time.monotonic() - began:.0f} s")
    for wheel in (home / "built").glob("*.whl"):
        run(sys.executable, "-m", "auditwheel", "repair", "-w", dist, wheel, cwd=home,
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")  # fmt: skip
    return sorted(dist.iterdir())


def inspect(files: list[Path], home: Path) -> None:
    """Check the files as the index does, and say what they weigh."""
    run(sys.executable, "-m", "twine", "check", "--strict", *files, cwd=home)
    for path in files:
        print(f"  {path.name}: {path.stat().st_size / 1e6:.2f} MB")
        most = MOST_MEGABYTES[path.suffix]
        if path.stat().st_size > most * 1e6:
            raise SystemExit(f"expected {path.name} to have at most {most} MB")
        if "-abi3-" in path.name:
            run(sys.executable, "-m", "abi3audit", "--strict", path, cwd=home)
    weights = Counter[str]()
    with zipfile.ZipFile(next(path for path in files if path.suffix == ".whl")) as wheel:
        for info in wheel.infolist():
            parts = info.filename.split("/")
            room = "the native module" if parts[1].startswith("_core.") else "/".join(parts[:3])
            weights[room] += info.compress_size
    for room, size in weights.most_common(6):
        print(f"    {size / 1e6:5.2f} MB  {room}")


def make_the_rest(sdist: Path, home: Path) -> None:
    """Make what is sent elsewhere, and have the conda recipe read by the tool that builds it."""
    to = home / "publishing"
    where = ("--repository", "https://example.org/sapper", "--sdist", sdist)
    print(run(sys.executable, ROOT / "publishing" / "make.py", to, *where, cwd=home), end="")
    variants = {"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"], "python": ["3.12.*"]}
    recipe = Stage0Recipe.from_file(to / "conda" / "recipe.yaml")
    (rendered,) = recipe.render(VariantConfig(variants))
    print("conda recipe:", rendered.recipe.to_dict()["build"]["string"])


@contextlib.contextmanager
def serve_index(home: Path) -> Iterator[str]:
    """Run an index on the loopback that anybody here may publish to; yield its address."""
    packages = home / "packages"
    packages.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["run", "-i", "127.0.0.1", "-p", str(port), "--disable-fallback"]
    server = subprocess.Popen(
        [sys.executable, "-m", "pypiserver", *words, "-P", ".", "-a", ".", str(packages)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
                break
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def make_environment(folder: Path, python: Path) -> Path:
    """Make an empty environment; return its Python."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    found = folder / "bin" / "python"
    run(found, "-m", "pip", "install", "-q", "--upgrade", "pip>=25.1", cwd=folder)
    return found


def install(python: Path, address: str, home: Path) -> None:
    """Install by name, what others made from the usual index, and make sure where ours is from."""
    report = home / "report.json"
    run(python, "-m", "pip", "install", "-q", "--only-binary", "sapper", "--report", report,
        "--extra-index-url", f"{address}simple/", "sapper", cwd=home)  # fmt: skip
    for one in json.loads(report.read_text())["install"]:
        if one["metadata"]["name"] == "sapper" and address not in one["download_info"]["url"]:
            raise SystemExit(f"expected sapper from {address}, got {one['download_info']['url']}")
    run(python, "-m", "pip", "check", cwd=home)


def compare_games(python: Path, home: Path) -> None:
    """Make sure that what is installed plays the same games as on any other machine."""
    lines = (ROOT / "tests" / "golden" / "signature.txt").read_text().splitlines()[1:]
    wanted = dict(line.rsplit(" ", 1) for line in lines)
    for name in AGENTS:
        got = run(python, "-c", SIGNATURE.format(name), cwd=home).strip()
        if got != wanted[name]:
            raise SystemExit(f"expected {name} to play {wanted[name]} in {python}, got {got}")


def follow_readme(python: Path, home: Path) -> None:
    """Type what README says, in an empty folder."""
    folder = home / "stranger"
    folder.mkdir()
    os.chdir(folder)
    os.environ["PATH"] = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    os.environ.pop("PYTHONPATH", None)
    for code in blocks(README, "python"):
        name = code.split("\n")[0].removeprefix("# ") if code.startswith("# ") else "shown.py"
        (folder / name).write_text(code)
        run(python, name, cwd=folder)
    lines = [line.partition("  #")[0].strip() for line in commands(README)]
    for line in dict.fromkeys(lines):
        if line.startswith(tuple(ELSEWHERE)):
            continue
        began = time.monotonic()
        if line.startswith("sapper play") and "--log" not in line:
            until_shown(line, b"\x1b[", lambda screen: os.write(screen, b"q"))
        else:
            run("bash", "-c", line, cwd=folder)
        print(f"  {time.monotonic() - began:5.1f} s  {line}")
    for name, sign in MADE.items():
        if sign not in (folder / name).read_text():
            raise SystemExit(f"expected {sign!r} in {name}")
    for line, printed in transcripts(README):
        shown = [one.rstrip() for one in run("bash", "-c", line, cwd=folder).splitlines()]
        if shown[: len(printed)] != printed:
            raise SystemExit(f"expected what README prints of: {line}\n" + "\n".join(shown))


def main() -> None:
    """Build, check, publish here, install by name, and use it as README says."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--keep", type=Path, help="a folder for the files that were made")
    keep = options.parse_args().keep
    pythons = find_pythons()
    print(f"Sapper {sapper.__version__}; Pythons at hand: "
          + ", ".join(f"3.{minor}" for minor in pythons))  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        files = build(home, pythons)
        inspect(files, home)
        make_the_rest(next(path for path in files if path.suffix == ".gz"), home)
        if keep:
            shutil.copytree(home / "dist", keep, dirs_exist_ok=True)
        with serve_index(home) as address:
            run(sys.executable, "-m", "twine", "upload", "--repository-url", address,
                "-u", "stranger", "-p", "none", "--non-interactive", *files, cwd=home)  # fmt: skip
            print(f"published to {address}")
            for minor, python in pythons.items():
                began = time.monotonic()
                own = make_environment(home / f"use-3.{minor}", python)
                install(own, address, home)
                if "is safe: " not in run(own.parent / "sapper", *HINT, cwd=home):
                    raise SystemExit(f"expected a hint from {own}")
                print(f"  Python 3.{minor}: from nothing to a hint in "
                      f"{time.monotonic() - began:.0f} s")  # fmt: skip
                compare_games(own, home)
            first = home / f"use-3.{min(pythons)}" / "bin" / "python"
            print("README, typed by a stranger:")
            follow_readme(first, home)
    print(BY_A_PERSON.format(version=sapper.__version__))


if __name__ == "__main__":
    main()
