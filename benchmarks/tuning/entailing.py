"""Train the small model that reads what a language model writes: ``python -m benchmarks.tuning.entailing``.

Sentences of true rows of the book of answers, each row without itself among what it rests on, and the same made false
by rule: another person, two exchanged, the mirrored side, another number, a denial put in or taken out, the opposite,
what comes first, a neighbour's clause. Gradient-boosted trees over ``corpus.claims.features`` learn to tell them apart;
phases are held out in turn, and bounds are set by what would be lost of true sentences of phases held out.
``--unseen`` also tells what is caught of a kind of fault that the trees were not trained on.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.answers import sentences
from benchmarks.claims import Change, changes
from benchmarks.tuning.graphs import graph, of_booster
from benchmarks.tuning.invented import invented
from corpus.answers.book import Row
from corpus.claims.checker import ClaimChecker, Support
from corpus.claims.features import NAMES, Ground
from corpus.claims.lexicon import Lexicon
from corpus.library import Library, load
from corpus.rites.glossary import Glossary
from corpus.rites.glossary import load as load_glossary

MODEL, BOUND = (
    Path(__file__).resolve().parents[2] / "service" / "guard" / name for name in ("entailed.onnx", "entailed.json")
)
TRUE = "true"
LOST, LOST_UNSURE = 0.015, 0.01
"""Shares of true sentences of phases held out that may be lost: where no rule speaks, and where one is unsure."""
RULES = ("actor", "stranger", "side", "number", "pole", "sweeping", "unnamed_direction", "unnamed_number")
"""The features that say that the guard takes a text out, whatever the trees say."""
UNSURE = ("negation",)
"""The features of rules that are wrong too often to be followed alone."""
QUOTED = 0.4
"""Share of rows read as if they quoted the words that they rest on."""
FOLDS = 5
_FALLS = frozenset({"nouns", "acts", "together", "words", "near", "near_second"})
_EITHER = frozenset({"quoted", "english", "clauses", "length", "bare", "near_missing_sides", "near_missing_persons"})
TREES = {
    "objective": "binary", "num_leaves": 7, "learning_rate": 0.06, "min_data_in_leaf": 20, "lambda_l2": 5.0,
    "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1, "verbosity": -1, "num_threads": 1,
    "seed": 1, "deterministic": True,
    "monotone_constraints": [0 if name in _EITHER else -1 if name in _FALLS else 1 for name in NAMES],
}  # fmt: skip
"""What is not told makes a text no truer, and what is told no falser: the trees may only rise, or fall, with it."""
ROUNDS = 150
_TOLD = 0.8
"""Share of its words that may stand in the support of another row for a clause to count as a neighbour's."""
_DENIES = re.compile(
    r"^(?:No|Not|Neither|None)\b|^(?:不，|不是|沒有|並非|並不|無|未)|沒有(?:說|提|寫|細|記)|未[寫細]|"
    r"(?:not|nothing|nowhere|never) (?:told|mentioned|named|said|described|stated)|does not (?:say|tell|mention|name)"
)
"""Rows that answer what nobody need have thought: language models say of that only that it is not told."""
_ORDERS = {"先": "後", "之前": "之後", "以前": "以後", "before": "after", "first": "last"}
Floats = NDArray[np.float32]


def exchanged(lexicon: Lexicon) -> Change:
    """A change of two persons for each other."""

    def change(text: str, rng: random.Random) -> str:
        found = [m for m in lexicon.mentions(text) if m.kind == "role"]
        pairs = [(a, b) for a in found for b in found if a.end <= b.start and a.concept != b.concept]
        if not pairs:
            return ""
        one, other = rng.choice(pairs)
        first, second = text[one.start : one.end], text[other.start : other.end]
        return text[: one.start] + second + text[one.end : other.start] + first + text[other.end :]

    return change


def not_so(lexicon: Lexicon) -> Change:
    """A denial put before one act, in English."""

    def change(text: str, rng: random.Random) -> str:
        found = [m for m in lexicon.mentions(text) if m.kind == "act" and text[m.start].isascii()]
        found = [m for m in found if text[m.start : m.end].endswith("s")]
        if not found:
            return ""
        act = rng.choice(found)
        return f"{text[: act.start]}does not {text[act.start : act.end].removesuffix('s')}{text[act.end :]}"

    return change


def affirmed(text: str, rng: random.Random) -> str:
    """A text with one denial taken out."""
    found = list(re.finditer(r"\b(?:does|do|is|are|was|were) not\b|不(?![過同止到])|沒有|\bno\b|\bnot\b|並?未", text))
    if not found:
        return ""
    match = rng.choice(found)
    verb = match[0].partition(" ")[0] if match[0].startswith(("is", "are", "was", "were")) else ""
    instead = {"沒有": "有", "no": "a"}.get(match[0], verb)
    return f"{text[: match.start()]}{instead}{text[match.end() :]}".replace("  ", " ")


def swapped_order(text: str, rng: random.Random) -> str:
    """A text with one word of order turned round."""
    both = _ORDERS | {other: one for one, other in _ORDERS.items()}
    found = list(re.finditer("|".join(rf"\b{w}\b" if w.isascii() else w for w in both), text))
    if not found:
        return ""
    match = rng.choice(found)
    return text[: match.start()] + both[match[0]] + text[match.end() :]


def every_change(glossary: Glossary) -> dict[str, Change]:
    """Every kind of change within one text."""
    lexicon = Lexicon(glossary)
    more: dict[str, Change] = {
        "exchanged": exchanged(lexicon),
        "not so": not_so(lexicon),
        "affirmed": affirmed,
        "order": swapped_order,
    }
    return changes(glossary) | more | invented(lexicon)


def phase_of(row: Row) -> str:
    """The phase, or the chapter, that a row is about: "5.17"."""
    return ".".join(row.id.split(".")[:2])


class Samples:
    """True and false texts with how they compare."""

    def __init__(self, library: Library, glossary: Glossary) -> None:
        self._claims = ClaimChecker(library, glossary)
        self._changes = every_change(glossary)
        self._rows = [
            row for row in library.book.rows.values() if row.origin == "written" and not row.id.startswith("all-")
        ]
        self._near: dict[str, list[Row]] = defaultdict(list)
        for row in self._rows:
            self._near[phase_of(row)].append(row)

    def drawn(self, most: int, rng: random.Random) -> Iterator[tuple[str, str, str, Floats]]:
        """Kind, phase, text, features."""
        for row in rng.sample(self._rows, min(most, len(self._rows))):
            others = [other for other in self._near[phase_of(row)] if other.evidence != row.evidence]
            yield from self._of(row, others, rng)

    def _of(self, row: Row, others: list[Row], rng: random.Random) -> Iterator[tuple[str, str, str, Floats]]:
        support = self._support(row.refs, row.id)
        quoted = self._quoted(row) if rng.random() < QUOTED else None
        other = rng.choice(others) if others else None
        for whole, beside in ((row.zh, other.zh if other else ""), (row.en, other.en if other else "")):
            text, more = _sentence(whole, rng), _sentence(beside, rng)
            for kind, one in self._texts(text, more, rng):
                values = self._values(one, support, quoted)
                if kind == "neighbour's" and values[NAMES.index("words")] > _TOLD:
                    continue
                yield kind, phase_of(row), one, values

    def _texts(self, text: str, more: str, rng: random.Random) -> Iterator[tuple[str, str]]:
        if not _DENIES.search(text):
            yield TRUE, text
        for kind, change in self._changes.items():
            if false := change(text, rng):
                yield kind, false
        if more:
            yield "neighbour's", more

    def _support(self, refs: tuple[str, ...], *without: str) -> Support:
        bases = [ref.partition("#")[0] for ref in refs]
        return self._claims.resting((*refs, *bases), *without)

    def _quoted(self, row: Row) -> Ground:
        """What tells of the words that a row rests on, as if it quoted them."""
        refs = {ref: None for one in row.evidence for ref in (one.ref, one.ref.partition("#")[0])}
        return self._claims.quoting(refs, "".join(one.words for one in row.evidence), row.id)

    def _values(self, text: str, support: Support, quoted: Ground | None) -> Floats:
        return np.array(self._claims.compared(text, support, quoted), np.float32)


def _sentence(text: str, rng: random.Random) -> str:
    """One sentence of a text: what a language model ends with a marker."""
    found = [text[a:b] for a, b in sentences(text)]
    return rng.choice(found) if found else ""


def trained(values: Floats, kinds: NDArray[Any]) -> Any:
    """The trees; false texts weigh the same by kind, and together as much as the true ones."""
    import lightgbm

    true = kinds == TRUE
    other = sorted(set(kinds) - {TRUE})
    weight = np.ones(len(kinds))
    for kind in other:
        weight[kinds == kind] = true.sum() / len(other) / (kinds == kind).sum()
    data = lightgbm.Dataset(values, (~true).astype(int), weight=weight)
    return lightgbm.train(TREES, data, num_boost_round=ROUNDS)


def held_out(
    values: Floats, kinds: NDArray[Any], phases: NDArray[Any], keep: Callable[[NDArray[Any]], Any] | None = None
) -> NDArray[np.float64]:
    """The score of each text by trees that saw nothing of its phase; ``keep`` says which of the others they saw."""
    groups = {phase: at % FOLDS for at, phase in enumerate(sorted(set(phases), key=lambda p: hash_of(str(p))))}
    fold = np.array([groups[phase] for phase in phases])
    scores = np.zeros(len(values))
    for number in range(FOLDS):
        seen = fold != number
        if keep is not None:
            seen = seen & keep(kinds)
        model = trained(values[seen], kinds[seen])
        scores[fold == number] = model.predict(values[fold == number], raw_score=True)
    return scores


def hash_of(text: str) -> int:
    """A number for a text that is the same in every process."""
    return sum((at + 7) * ord(char) * 2654435761 for at, char in enumerate(text)) % 1000003


def told_by(values: Floats, rules: Sequence[str]) -> NDArray[np.bool_]:
    """Against which texts one of some rules speaks."""
    return np.asarray((values[:, [NAMES.index(name) for name in rules]] > 0).any(axis=1), dtype=np.bool_)


def bounds_of(scores: NDArray[np.float64], values: Floats, kinds: NDArray[Any]) -> tuple[float, float]:
    """The scores above which texts are taken out: where no rule speaks, and where one of ``UNSURE`` does; of all true
    texts that ``RULES`` leave in, ``LOST`` are above either."""
    left = (kinds == TRUE) & ~told_by(values, RULES)
    unsure = told_by(values, UNSURE)
    found = []
    for own, lost in ((~unsure, LOST), (unsure, LOST_UNSURE)):
        ranked = np.sort(scores[left & own])[::-1]
        found.append(float(ranked[min(int(lost * left.sum()), len(ranked) - 1)]))
    return found[0], found[1]


def out(scores: NDArray[np.float64], values: Floats, bounds: tuple[float, float]) -> NDArray[np.bool_]:
    """Which texts are taken out."""
    above = np.greater(scores, np.where(told_by(values, UNSURE), bounds[1], bounds[0]))
    return np.logical_or(told_by(values, RULES), above)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning.entailing", description=__doc__)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--samples", type=Path, help="keep what was read in a file, and read it from there")
    parser.add_argument("--unseen", action="store_true", help="also leave out each kind of fault in turn")
    options = parser.parse_args()
    if options.samples and options.samples.exists():
        stored = np.load(options.samples)
        values, kinds, phases = stored["values"], stored["kinds"], stored["phases"]
    else:
        found = list(Samples(load(), load_glossary()).drawn(options.rows, random.Random(3)))
        values = np.stack([one[3] for one in found])
        kinds, phases = np.array([one[0] for one in found]), np.array([one[1] for one in found])
        if options.samples:
            np.savez_compressed(options.samples, values=values, kinds=kinds, phases=phases)
    scores, rules = held_out(values, kinds, phases), told_by(values, RULES)
    bounds = bounds_of(scores, values, kinds)
    table = Table("kind", "sentences", "by rules", "with the model", *(["unseen"] if options.unseen else []))
    for kind in sorted(set(kinds)):
        own = kinds == kind
        unseen = []
        if options.unseen and kind != TRUE:
            other = held_out(values, kinds, phases, lambda k, kind=kind: k != kind)  # type: ignore[misc]
            unseen = [f"{out(other, values, bounds_of(other, values, kinds))[own].mean():.1%}"]
        both = out(scores, values, bounds)[own]
        table.add_row(str(kind), str(own.sum()), f"{rules[own].mean():.1%}", f"{both.mean():.1%}", *unseen)
    Console().print(table)
    model = trained(values, kinds)
    gains = sorted(zip(model.feature_importance("gain"), NAMES, strict=True), reverse=True)
    print(", ".join(f"{name} {gain:.0f}" for gain, name in gains[:16]))
    MODEL.write_bytes(graph(of_booster(model), 0.0, len(NAMES)))
    told = {"features": list(NAMES), "bound": round(bounds[0], 3), "unsure": round(bounds[1], 3)}
    BOUND.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"bounds {bounds[0]:.3f} and, where a rule is unsure, {bounds[1]:.3f}; {MODEL.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
