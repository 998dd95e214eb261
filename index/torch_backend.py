"""Vectors by sentence-transformers on torch: any model, any processor, also a graphics card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelUnavailable

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MAX_TOKENS = 512
_HUB_SECONDS = 5.0


class TorchBackend:
    """A sentence-transformers model, one processor for a batch."""

    name = "torch"

    def __init__(self, model: SentenceTransformer) -> None:
        self._model = model
        self._cutting = Lock()
        self.dimension = int(model.get_embedding_dimension() or 0)
        self.prompts: Mapping[str, str] = {task: prompt for task, prompt in model.prompts.items() if prompt}

    def vectors(self, texts: Sequence[str], prompt: str, task: str) -> NDArray[np.float32]:
        """Vectors of the texts after the prompt, float32 (n, dimension)."""
        import torch
        from sentence_transformers.util import batch_to_device

        torch.set_num_threads(1)  # OpenMP counts per calling thread
        with torch.inference_mode():
            with self._cutting:  # a tokenizer must not be used by two threads at once
                features = self._model.preprocess(list(texts), prompt=prompt or None, task=task)
            found = self._model(batch_to_device(features, self._model.device), task=task)["sentence_embedding"]
            vectors: NDArray[np.float32] = found[:, : self.dimension].float().cpu().numpy()
        return vectors


def load(source: str, name: str, halved: bool = True) -> SentenceTransformer:
    """A model of sentence-transformers, from a folder or a hub; ModelUnavailable where it cannot be had.

    Where the processor computes in bfloat16 it does, unless ``halved`` is false.
    """
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
    if _is_static(model):
        return model  # it reads texts of any length, and there is nothing to compute in halves
    model.max_seq_length = min(model.max_seq_length or MAX_TOKENS, MAX_TOKENS)
    if halved and model.device.type == "cpu" and torch.ops.mkldnn._is_mkldnn_bf16_supported():
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


def _is_static(model: SentenceTransformer) -> bool:
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    return isinstance(model[0], StaticEmbedding)


def _halve(model: SentenceTransformer) -> None:
    """Compute in bfloat16 where the processor does: half the time for the same ranking; pooling stays float32."""
    import torch

    model[0].to(torch.bfloat16)

    def widen(_module: Any, _inputs: Any, features: dict[str, Any]) -> dict[str, Any]:
        features["token_embeddings"] = features["token_embeddings"].float()
        return features

    model[0].register_forward_hook(widen)
