"""
Run what `build.py` made for ARM Linux: native tests, golden data, the bench signature.

    python native/cross/check_arm.py

The processor is emulated by `qemu-aarch64` (Debian: `qemu-user`). The ARM Python and
its libraries come from Debian's packages, unpacked into the build folder and never
installed (`dpkg --add-architecture arm64 && apt-get update` once); numpy and the others
are the wheels for ARM.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from build import ARM, ROOT

FOLDER = ROOT / "build" / "cross"
PACKAGES = [
    "libbz2-1.0",
    "libc6",
    "libcrypt1",
    "libexpat1",
    "libffi8",
    "libgcc-s1",
    "liblzma5",
    "libncursesw6",
    "libpython3.11-minimal",
    "libpython3.11-stdlib",
    "libreadline8",
    "libsqlite3-0",
    "libssl3",
    "libstdc++6",
    "libtinfo6",
    "libuuid1",
    "python3.11-minimal",
    "zlib1g",
]
SIGNATURE = "from sapper.lab.signature import combine, signatures; print(combine(signatures()))"


def unpack_python(root: Path) -> None:
    """Fetch an ARM Python and what it links with."""
    if (root / "usr/bin/python3.11").exists():
        return
    debs = root.parent / "debs"
    debs.mkdir(parents=True, exist_ok=True)
    named = [f"{name}:arm64" for name in PACKAGES]
    subprocess.run(["apt-get", "download", "-q", *named], cwd=debs, check=True)
    for deb in debs.glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(deb), str(root)], check=True)


def install_wheels(site: Path) -> None:
    """Fetch the ARM wheels of the package's dependencies."""
    if (site / "numpy").exists():
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["env"]]
    tags = [f"--platform=manylinux{tag}_aarch64" for tag in ("2014", "_2_27", "_2_28")]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    options = ["--no-compile", "--only-binary=:all:", "--python-version=3.11", f"--target={site}"]
    subprocess.run(
        [*pip, *options, *tags, *wanted, "hypothesis", "pytest", "pytest-timeout"], check=True
    )


def lay_out_package(package: Path, built: Path) -> None:
    """Put the ARM module beside a copy of the Python sources."""
    shutil.rmtree(package, ignore_errors=True)
    kept = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src" / "sapper", package / "sapper", ignore=kept)
    (module,) = built.glob("_core*.so")
    shutil.copyfile(module, package / "sapper" / "_core.cpython-311-aarch64-linux-gnu.so")


def main() -> None:
    """Run everything; the exit code is 0 only if all of it agrees with x86-64."""
    root, site, package = (FOLDER / "arm" / name for name in ("root", "site", "package"))
    built = FOLDER / ARM
    unpack_python(root)
    install_wheels(site)
    lay_out_package(package, built)
    emulate = ["qemu-aarch64", "-L", str(root)]
    for test in sorted((built / "native" / "tests").glob("test_*")):
        if test.is_file() and os.access(test, os.X_OK):
            subprocess.run([*emulate, str(test)], check=True)
            print(f"{test.name}: passed on ARM", flush=True)
    paths = [str(package), str(site), str(ROOT / "tests")]
    clean = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    python = [*emulate, str(root / "usr/bin/python3.11")]
    found = subprocess.run(
        [*python, "-c", SIGNATURE], env=clean, check=True, capture_output=True, text=True
    ).stdout.strip()
    golden = (ROOT / "tests/golden/signature.txt").read_text().splitlines()[0]
    print(f"bench signature on ARM {found}, golden {golden}", flush=True)
    if found != golden:
        sys.exit("the signatures differ")
    test = "tests/golden/test_golden.py"
    options = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib"]
    subprocess.run([*python, "-m", "pytest", *options, test], cwd=ROOT, env=clean, check=True)


if __name__ == "__main__":
    main()
