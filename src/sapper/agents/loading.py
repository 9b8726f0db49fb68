"""
Load a file of somebody's own agents.

The file is run under a name that nothing else has, whatever it is called: a
``random.py`` or ``json.py`` is loaded, not the standard library's, and stands in
nobody's way. Worker processes are sent what it defines by value.
"""

from __future__ import annotations

import sys
import zlib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from sapper.errors import NotationError, SapperError

# Whoever sends tasks to other processes knows these modules by it.
LOADED_PREFIX: Final = "sapper_loaded_"


def load_file(name: str) -> ModuleType:
    """Run a Python file, so that the agents in it are registered; a second time is free."""
    path = Path(name)
    if not path.is_file() or path.suffix != ".py":
        raise NotationError(f"expected a Python file that registers agents, got {name!r}")
    path = path.resolve()
    module_name = f"{LOADED_PREFIX}{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise NotationError(f"expected a Python file that registers agents, got {name!r}")
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    # Files beside it can be imported, by it and by workers, but hide nothing.
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except SapperError as error:
        del sys.modules[module_name]
        raise SapperError(f"cannot load {name!r}: {error}") from error
    except SyntaxError as error:
        del sys.modules[module_name]
        where = f", line {error.lineno}" if error.lineno else ""
        raise NotationError(f"cannot load {name!r}{where}: {error.msg}") from error
    except SystemExit as error:  # the command would end here, with nothing done
        del sys.modules[module_name]
        raise SapperError(f"cannot load {name!r}: it calls sys.exit({error.code!r})") from error
    except KeyboardInterrupt:
        del sys.modules[module_name]
        raise
    except BaseException as error:  # whatever a file raises, it is one that cannot be loaded
        del sys.modules[module_name]
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SapperError(f"cannot load {name!r}{_line(error, path)}: {said}") from error
    return module


def loaded_files() -> list[str]:
    """Name the files that were loaded, in order."""
    modules = [module for name, module in sys.modules.items() if name.startswith(LOADED_PREFIX)]
    return [str(module.__file__) for module in modules]


def _line(error: BaseException, path: Path) -> str:
    """Name the last line of the file that was run."""
    line, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line
