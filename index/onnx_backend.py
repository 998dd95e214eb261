"""Vectors by ONNX Runtime: the same model as a graph in 8 bits, some four times as fast on a processor as torch.

The graph is made once from the sentence-transformers model – exported by torch, its weights rounded by ONNX Runtime –
and kept beside it. Opening it needs neither torch nor transformers. sentence-transformers has a backend of this name,
but the package that it leaves the export to does not go with the transformers in use.
"""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelUnavailable
from index.folders import hashes, locked, settle, sha256, temporary

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

RECIPE = 1
"""To be raised whenever ``make_graph`` writes something else than before."""

CARD = "wenli-graph.json"
AGREEMENT = 0.98
"""Cosine that the vectors of a graph must have, at least, with those of the model it was made from."""

PEAK = 64.0
"""A product whose input has a value this many times its root mean square stays in float32."""

_GRAPH = "model.onnx"
_TOKENIZER = "tokenizer.json"
_TRIAL = (
    "query: 鄉射禮中由誰擔任司馬？",
    "query: How often does the guest bow before he drinks?",
    "query: 宾为什么要推辞两次",
    "passage: 司射適堂西,袒,決遂,取弓于階西,兼挾乘矢,升自西階。",
    "passage: 獲者,執旌負侯中者。" * 12,
)


class OnnxBackend:
    """A graph and its tokenizer; text by text, so that no text's vector depends on its company."""

    name = "onnx"

    def __init__(self, folder: Path) -> None:
        from onnxruntime import InferenceSession, SessionOptions  # type: ignore[import-untyped]
        from tokenizers import Tokenizer

        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # no threads of its own: forks are safe
        self._session = InferenceSession(folder / _GRAPH, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        self._tokenizer.enable_truncation(card["tokens"])
        self._tokenizer.no_padding()
        self.dimension: int = card["dimension"]
        self.prompts: Mapping[str, str] = card["prompts"]

    def vectors(self, texts: Sequence[str], prompt: str, task: str) -> NDArray[np.float32]:
        """Vectors of the texts after the prompt, float32 (n, dimension); ``task`` changes nothing here."""
        found = np.empty((len(texts), self.dimension), dtype=np.float32)
        for at, text in enumerate(texts):
            tokens = np.array([self._tokenizer.encode(prompt + text).ids], dtype=np.int64)
            (found[at],) = self._session.run(None, {"input_ids": tokens, "attention_mask": np.ones_like(tokens)})[0]
        return found


def stands(folder: Path, fingerprint: str) -> bool:
    """Whether ``folder`` has the graph of the model with this fingerprint, made by the present recipe, undamaged."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        return (
            isinstance(card, dict)
            and {name: card[name] for name in ("recipe", "model", "onnxruntime")} == _identity(fingerprint)
            and all(sha256(folder / name) == digest for name, digest in card["files"].items())
        )
    except (OSError, ValueError, KeyError, AttributeError):
        return False


def made_of(folder: Path) -> str:
    """The fingerprint of the model of which the graph in ``folder`` was made; "" where there is no such card."""
    try:
        return str(json.loads((folder / CARD).read_text(encoding="utf-8"))["model"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def make_graph(model: SentenceTransformer, fingerprint: str, folder: Path) -> Path:
    """Write the graph of a model in float32 on the CPU to ``folder``, unless it stands there; returns ``folder``.

    Takes half a minute once. ModelUnavailable when the model cannot be exported, has no fast tokenizer, or the graph's
    vectors differ from the model's (``AGREEMENT``).
    """
    with locked(folder):
        if not stands(folder, fingerprint):
            fresh = temporary(folder)
            try:
                _export(model, fresh)
                card = {
                    **_identity(fingerprint),
                    "dimension": int(model.get_embedding_dimension() or 0),
                    "tokens": model.max_seq_length,
                    "prompts": {task: prompt for task, prompt in model.prompts.items() if prompt},
                    "files": hashes(fresh),
                }
                (fresh / CARD).write_text(json.dumps(card, ensure_ascii=False, indent=1), encoding="utf-8")
                _compare(model, OnnxBackend(fresh))
            except ModelUnavailable:
                raise
            except Exception as error:  # exporters raise whatever they meet
                reason = str(error).strip().partition("\n")[0] or type(error).__name__
                raise ModelUnavailable(folder.name, f"it cannot be made into an ONNX graph: {reason}") from error
            settle(fresh, folder)
    return folder


def _identity(fingerprint: str) -> dict[str, Any]:
    return {"recipe": RECIPE, "model": fingerprint, "onnxruntime": version("onnxruntime")}


def _export(model: SentenceTransformer, folder: Path) -> None:
    """The whole model, pooling and all, as a graph whose weights have 8 bits, and its tokenizer."""
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

    class Whole(torch.nn.Module):
        """What goes from tokens to a vector; exporters want tensors, not dictionaries."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            found: torch.Tensor = self.model({"input_ids": input_ids, "attention_mask": attention_mask})[
                "sentence_embedding"
            ]
            return found

    tokenizer = getattr(model.tokenizer, "backend_tokenizer", None)
    if tokenizer is None:
        raise ModelUnavailable(folder.name, "its tokenizer has no fast form")
    (folder / _TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")
    ids, mask = torch.arange(5, 29).reshape(2, 12), torch.ones(2, 12, dtype=torch.long)
    batch, length = torch.export.Dim("batch", min=1, max=64), torch.export.Dim("length", min=2, max=512)
    exact = folder / "exact.onnx"
    quiet = logging.getLogger("torch.onnx"), logging.getLogger("onnxscript"), logging.getLogger()
    levels = [logger.level for logger in quiet]
    try:
        for logger in quiet:
            logger.setLevel(logging.ERROR)
        with warnings.catch_warnings(), torch.inference_mode(False), torch.no_grad():
            warnings.simplefilter("ignore")
            torch.onnx.export(
                Whole().eval(),
                (ids, mask),
                exact,
                input_names=["input_ids", "attention_mask"],
                output_names=["sentence_embedding"],
                dynamic_shapes=({0: batch, 1: length}, {0: batch, 1: length}),
                dynamo=True,
                external_data=False,
                verbose=False,
            )
            quantize_dynamic(
                exact,
                folder / _GRAPH,
                nodes_to_exclude=_peaked(exact, tokenizer),
                weight_type=QuantType.QInt8,
                per_channel=True,
                reduce_range=True,  # seven bits: eight overflow on processors without VNNI, and are hardly better
            )
    finally:
        for logger, level in zip(quiet, levels, strict=True):
            logger.setLevel(level)
        exact.unlink(missing_ok=True)


def _peaked(path: Path, tokenizer: Tokenizer) -> list[str]:
    """The products of a graph whose inputs have single values that would take the eight bits for themselves."""
    import onnx
    from onnxruntime import InferenceSession

    graph = onnx.load(path)
    constants = {tensor.name for tensor in graph.graph.initializer}
    products = [n for n in graph.graph.node if n.op_type == "MatMul" and not constants.isdisjoint(n.input)]
    inputs = list(dict.fromkeys(product.input[0] for product in products))
    graph.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in inputs)
    session = InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    peaks = dict.fromkeys(inputs, 0.0)
    for text in _TRIAL:
        tokens = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        values = session.run(inputs, {"input_ids": tokens, "attention_mask": np.ones_like(tokens)})
        for name, value in zip(inputs, values, strict=True):
            peaks[name] = max(peaks[name], float(np.abs(value).max() / (np.sqrt(np.square(value).mean()) + 1e-12)))
    return [product.name for product in products if peaks[product.input[0]] > PEAK]


def _compare(model: SentenceTransformer, graph: OnnxBackend) -> None:
    """ModelUnavailable unless both give nearly the same vectors."""
    expected = model.encode(list(_TRIAL), prompt="", normalize_embeddings=True, show_progress_bar=False)
    found = graph.vectors(_TRIAL, "", "")
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    least = float((expected * found).sum(axis=1).min())
    if not least >= AGREEMENT:
        raise ModelUnavailable("onnx", f"its graph agrees with the model only to {least:.3f}")
