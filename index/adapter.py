"""What training adds to multilingual-e5-small: low-rank changes of its matrices and the characters it lacked.

The file ``adapter.safetensors`` holds, in half precision, for every trained matrix W (out, in) of layer i the factors
``i.NAME.a`` (rank, in) and ``i.NAME.b`` (out, rank), the change being ``scale · b · a``, and ``rows`` (n, hidden), the
embeddings of n new characters. Its metadata name the characters, the scale and which layers of the model are kept.
Made by ``python -m index.training.export``; docs/model.md is its card.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.folders import sha256

PATH = Path(__file__).parent / "adapter.safetensors"


@dataclass(frozen=True)
class Adapter:
    """The trained changes. ``factors`` are by "layer.name" a pair (a, b), ``rows`` float32 (n, hidden)."""

    characters: str
    rows: NDArray[np.float32]
    scale: float
    layers: tuple[int, ...]
    factors: dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]

    def change(self, layer: int, name: str) -> NDArray[np.float64] | float:
        """What is to be added to a matrix of the model: (out, in), or 0 where it was not trained.

        The factors are multiples of 2⁻²⁴, so that their products add up in 53 bits without rounding: every machine
        gets the same model to the last bit, in whatever order its libraries add.
        """
        found = self.factors.get(f"{layer}.{name}")
        return 0.0 if found is None else self.scale * (found[1].astype(np.float64) @ found[0].astype(np.float64))


def read_adapter(path: Path = PATH) -> Adapter:
    """The adapter in a file. OSError where it cannot be read, ValueError where it is not one."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            told = json.loads((file.metadata() or {})["adapter"])
            tensors = {name: file.get_tensor(name).astype(np.float32) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, KeyError) as error:
        raise ValueError(f"{path.name} is no adapter: {error}") from None
    rows = tensors.pop("rows")
    if len(rows) != len(told["characters"]):
        raise ValueError(f"{path.name} has {len(rows)} rows for {len(told['characters'])} characters")
    names = {name.rpartition(".")[0] for name in tensors}
    factors = {name: (tensors[f"{name}.a"], tensors[f"{name}.b"]) for name in names}
    return Adapter(told["characters"], rows, float(told["scale"]), tuple(told["layers"]), factors)


def write_adapter(adapter: Adapter, path: Path = PATH) -> None:
    """Write an adapter, in half precision."""
    from safetensors.numpy import save_file

    tensors = {"rows": adapter.rows.astype(np.float16)}
    for name, (a, b) in sorted(adapter.factors.items()):
        tensors[f"{name}.a"], tensors[f"{name}.b"] = a.astype(np.float16), b.astype(np.float16)
    told = {"characters": adapter.characters, "scale": adapter.scale, "layers": adapter.layers}
    save_file(tensors, path, metadata={"adapter": json.dumps(told, ensure_ascii=False)})


def digest(path: Path = PATH) -> str:
    """SHA-256 of the file, by which a rebuilt model is recognised."""
    return sha256(path)
