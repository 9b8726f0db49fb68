"""
Build the core as WebAssembly: CMake with the clang of the `ziglang` wheel.

The sources are those of the Python module, from the same list in CMakeLists.txt.
The same sources and compiler give the same bytes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def find_zig() -> Path | None:
    """Return the compiler's path, or None where the wheel is not installed."""
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).with_name("zig")


def build(zig: Path, folder: Path) -> Path:
    """Build in ``folder``, where only what changed is compiled, and return the module."""
    tools = Path(sys.executable).parent
    subprocess.run(
        [
            str(tools / "cmake"),
            "-GNinja",
            f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}",
            f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'native/wasm/toolchain.cmake'}",
            f"-DSAPPER_ZIG={zig}",
            "-DCMAKE_CXX_COMPILER_LAUNCHER=",
            "-DSAPPER_WASM=ON",
            "-DSAPPER_UNITY=ON",
            "-DSAPPER_PYTHON=OFF",
            f"-S{ROOT}",
            f"-B{folder}",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(
        [str(tools / "cmake"), "--build", str(folder), "--target", "sapper_wasm"],
        check=True,
        stdout=sys.stderr,
    )
    return folder / "sapper.wasm"


def main() -> None:
    """Build and copy to where the page takes it from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="build folder")
    parser.add_argument("--to", type=Path, required=True, help="where the module goes")
    options = parser.parse_args()
    zig = find_zig()
    if zig is None:
        sys.exit("the compiler is missing; `make wasm` installs it")
    options.to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(build(zig, options.build.resolve()), options.to)
    print(f"{options.to}: {options.to.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
