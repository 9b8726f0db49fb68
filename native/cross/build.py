"""
Compile the core for other machines: CMake with the clang of the `ziglang` wheel.

    python native/cross/build.py x86_64-windows-gnu aarch64-macos

Every target gets the core, the native tests and the workload, linked; nothing of it is
run here. `check_arm.py` runs what is built for ARM Linux, the Python module included.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ARM = "aarch64-linux-gnu.2.31"
TARGETS = ("x86_64-windows-gnu", "x86_64-macos", "aarch64-macos", ARM)


def find_zig() -> Path:
    """Return the compiler's path."""
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        sys.exit("the compiler is missing; `make cross` installs it")
    return Path(spec.origin).with_name("zig")


def build(target: str, folder: Path) -> Path:
    """Build everything for a target and return where it is."""
    tools, here = Path(sys.executable).parent, folder / target
    is_arm = target == ARM
    # What is run is optimised as a release; of the others only the compiler's verdict counts.
    options = {
        "CMAKE_MAKE_PROGRAM": tools / "ninja",
        "CMAKE_TOOLCHAIN_FILE": ROOT / "native/cross/toolchain.cmake",
        "CMAKE_BUILD_TYPE": "Release" if is_arm else "None",
        "CMAKE_CXX_COMPILER_LAUNCHER": "",
        "SAPPER_ZIG": find_zig(),
        "SAPPER_TARGET": target,
        "SAPPER_NATIVE_TESTS": "ON",
        "SAPPER_PYTHON": "ON" if is_arm else "OFF",
    }
    if is_arm:
        # The headers of this Python serve: its version is the same there.
        options["Python_EXECUTABLE"] = sys.executable
        options["Python_INCLUDE_DIR"] = sysconfig.get_path("include")
    defined = [f"-D{name}={value}" for name, value in options.items()]
    command = [str(tools / "cmake"), "-GNinja", *defined, f"-S{ROOT}", f"-B{here}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wanted = ["sapper_core", "native_tests", "workload", *(["_core"] if is_arm else [])]
    subprocess.run(
        [str(tools / "cmake"), "--build", str(here), "--target", *wanted],
        check=True,
        stdout=sys.stderr,
    )
    return here


def main() -> None:
    """Build for every target that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS, metavar="TARGET")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "cross")
    chosen = parser.parse_args()
    for target in chosen.targets:
        began = time.monotonic()
        build(target, chosen.build.resolve())
        print(f"{target}: compiled and linked in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
