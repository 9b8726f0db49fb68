"""
Trained models as files: plain arrays, read without pickle, checked, ready to predict.

A model is one ``.npz`` with the arrays of its trees or layers, what it is to be
shown (`inputs`), and a description as JSON: the seed, the data, the versions of the
libraries that trained it, and what it reached. Playing needs numpy only.
`sapper.lab.training` makes the files; those of the house lie beside this one, with
their checksums in ``checksums.json``.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import ModelError
from sapper.game.io.disk import save_text, write_bytes

HERE: Final = Path(__file__).parent
CHECKSUMS: Final = HERE / "checksums.json"
FORMAT: Final = 1
# Hundreds of times the largest that comes with Sapper; more is no model.
MOST_BYTES: Final = 256 * 1024**2
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class TrainedModel:
    """
    A model and what is known of it.

    ``inputs`` says what it is shown: ``features`` or ``sub_states``. ``info`` is the
    description: agent, seed, scale, data, versions, metrics. ``arrays`` is all that it
    is made of; `native` predicts.
    """

    inputs: str
    info: Mapping[str, Any]
    arrays: Arrays

    @property
    def native(self) -> _core.Model:
        """The model that the core evaluates."""
        return build_native(self.arrays)

    def predict(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return each row's value before the last activation."""
        return self.native.predict(np.ascontiguousarray(rows, dtype=np.float32))


def build_native(arrays: Arrays) -> _core.Model:
    """Build what the core evaluates from the arrays of trees or of layers."""
    if "splits" in arrays:
        return _core.TreeModel(
            arrays["splits"].astype(np.float32),
            arrays["lefts"].astype(np.uint32),
            arrays["features"].astype(np.uint32),
            arrays["roots"].astype(np.uint32),
            float(arrays["base"]),
            int(arrays["row_size"]),
        )
    names = json.loads(str(arrays["activations"]))
    layers = [(arrays[f"weights_{i}"], arrays[f"biases_{i}"], name) for i, name in enumerate(names)]
    return _core.NetModel(layers, arrays["means"], arrays["scales"])


def dump_model(model: TrainedModel) -> bytes:
    """Return the bytes of a model's file; the same model gives the same bytes."""
    header = {"format": FORMAT, "inputs": model.inputs, "info": dict(model.info)}
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {
        "header": np.array(json.dumps(header, sort_keys=True)),
        **{name: model.arrays[name] for name in sorted(model.arrays)},
    }
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def read_model(data: bytes, name: str) -> TrainedModel:
    """Read a model's file; ``name`` is for the error."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(one.file_size for one in packed.infolist())
        if size > MOST_BYTES:
            raise ModelError(
                f"expected a model of at most {MOST_BYTES:,} bytes once unpacked, got {size:,}: "
                f"{name}"
            )
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
        header = json.loads(str(arrays.pop("header")))
        if header["format"] != FORMAT:
            raise ModelError(f"expected a model of format {FORMAT}, got {header['format']}: {name}")
        model = TrainedModel(header["inputs"], header["info"], arrays)
        build_native(arrays)
    except ModelError:
        raise
    except Exception as error:  # a broken file may fail in many ways, none of them ours
        raise ModelError(f"expected a trained model, got {name}: {error}") from None
    return model


def shipped_path(name: str) -> Path:
    """Return the path of a model that comes with Sapper."""
    return HERE / f"{name}.npz"


def read_checksums() -> dict[str, str]:
    """Return the SHA-256 of every shipped model by name."""
    if not CHECKSUMS.exists():
        return {}
    found: dict[str, str] = json.loads(CHECKSUMS.read_text(encoding="utf-8"))
    return found


def install_model(name: str, data: bytes) -> Path:
    """Put a model where its agent looks, and write its checksum down."""
    path = shipped_path(name)
    write_bytes(path, data)
    sums = {**read_checksums(), name: hashlib.sha256(data).hexdigest()}
    text = json.dumps(dict(sorted(sums.items())), indent=2) + "\n"
    save_text(CHECKSUMS, text)
    load_shipped.cache_clear()
    return path


@lru_cache(maxsize=16)
def load_shipped(name: str, command: str) -> TrainedModel:
    """Load a model of the house; ``command`` builds it, for the error."""
    path = shipped_path(name)
    if not path.exists():
        raise ModelError(f"the model {path} is missing; build it with: {command}")
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != read_checksums().get(name):
        raise ModelError(
            f"the model {path} is not the one that was shipped (its checksum differs); "
            f"build it anew with: {command}"
        )
    return read_model(data, str(path))


@lru_cache(maxsize=16)
def _load_file(path: str, stamp: int) -> TrainedModel:
    del stamp  # part of the key: a file written anew is read anew
    return read_model(Path(path).read_bytes(), path)


def load_file(path: str) -> TrainedModel:
    """Load a model from anywhere."""
    try:
        return _load_file(path, Path(path).stat().st_mtime_ns)
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {error.strerror}") from None
