"""Questions put to the first pass of retrieval, with the features of their candidates, to train the re-ranking on.

Questions in people's words and conversations (``corpus/answers/questions`` and ``dialogues``), each with the rows that
answer it, and questions that nothing answers. What is learned is to recognise what was not written down, so a question
is hidden where it stands in the index itself, and with it those that were written in the same round for all other rows:
each row is then known by the questions of others. Phases are the folds. Nothing of the public sets is used.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.tuning.intents import train_intents
from benchmarks.tuning.sets import written
from corpus.answers.book import Book, Row
from corpus.answers.talks import Labelled, dialogues, questions, unanswered
from corpus.answers.talks import Turn as Told
from corpus.fold import fold
from corpus.rites.parallels import phase_of
from index.dense import Vectors
from index.encoder import Encoder, Progress, open_encoder, processors
from index.manifest import current
from index.metric import Metric
from index.rows import PEOPLE_EN, PEOPLE_ZH, encoded, searchable, texts_of
from index.search import Index
from index.training.metric import train as train_metric
from service.ask.candidates import Finder
from service.ask.parts import parts_of
from service.ask.passages import Retriever
from service.ask.question import Understanding
from service.ask.values import Ask, Turn
from service.settings import Settings
from service.wenli import open_parts

Floats = NDArray[np.float32]
FOLDS = 4
PEOPLE = (PEOPLE_ZH, PEOPLE_EN)
OFTEN = 3
"""How often a question in people's words counts among the texts of its row, for the metric."""
LATER = {"voices-": 1, "asked-": 2, "blind-": 3}
"""How the files of the later rounds of questions are called; each round was written without sight of the others."""
ROUNDS = 4
BLIND = "blind-"
"""The files of questions that were written without sight of the answers, too."""
WEIGHT = 4.0
"""How much more a question counts that was written without sight of the answers: there are few, and so people ask."""
EARLIER = 0.3
"""Share of the questions of the first round that teach the re-ranking: half of them taught it as much as all. Only rows
that others asked for, too, are taught, since a question is answered by those of the other rounds."""
ASIDE = 0.1
"""Share of the conversations and of the questions that nothing answers that never teach anything, by phase."""
TWINS = 0.4
"""Share of the pairs of characters of two answers from which on they say the same."""
ALONE = 14_000
"""Questions by themselves from which leaning is told apart."""
CHANGED = 0.03
"""Share of the questions that are asked, too, after the first turn of another conversation: subjects change."""
VERBATIM = 0.05
"""Share of the rows that are asked for in a wording that the index has: what is known must be recognised, too."""


@dataclass
class Sample:
    """One question with its candidates: ``right`` is 1 for a row that answers, 0 for others, -1 for rows so near to
    one that neither can be said. ``fold`` is the fold of its phase, ``wanted`` the rows that answer. ``blind`` is
    whether it was written without sight of the answers, ``aside`` whether it never teaches anything."""

    fold: int
    lang: str
    kind: str
    text: str
    wanted: tuple[str, ...]
    features: Floats
    right: NDArray[np.int8]
    rows: tuple[str, ...]
    blind: bool = False
    aside: bool = False


class _Case(NamedTuple):
    ask: Ask
    fold: int
    wanted: tuple[Row, ...]
    kind: str
    part: str = ""
    hidden: int = 0
    """The round of the questions that are hidden."""
    blind: bool = False
    aside: bool = False
    places: tuple[str, ...] = ()
    """What the part before it rests on."""


def fold_of(row: Row, seed: int) -> int:
    """The fold of the phase a row's first evidence stands in."""
    return random.Random(f"{seed}{phase_of(row.clause)}").randrange(FOLDS)


def round_of(origin: str) -> int:
    """The round in which the questions of a file were written, from 0."""
    return next((number for name, number in LATER.items() if origin.startswith(name)), 0)


def _aside(key: str) -> bool:
    """Whether what belongs to a phase never teaches anything."""
    return random.Random(f"aside {key}").random() < ASIDE


class _Remembering(Encoder):
    """An encoder that encodes no question whose vector is ``known``."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder._backend, encoder.name, encoder.fingerprint)
        self.known: dict[str, Vectors] = {}

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        found = {text: self.known[text] for text in texts if text in self.known}
        missing = [text for text in texts if text not in found]
        if missing:
            found.update(zip(missing, super().encode_queries(missing, progress), strict=True))
        return np.stack([found[text] for text in texts])


class Bench:
    """Questions put to the first pass of retrieval, with features as in service."""

    def __init__(self, seed: int) -> None:
        settings = Settings.read(os.environ)
        self.encoder = _Remembering(open_encoder(settings.embedding_model, settings.home, settings.embedding_backend))
        self.library, self.index, self.terms = open_parts(settings, self.encoder)
        self.book: Book = self.library.book
        self.seed = seed
        self.retriever = Retriever(self.library, self.index)
        self.labelled = questions()
        self.talks = dialogues()
        self._stored = encoded(current(settings.home / "index"))
        self._lot = random.Random(seed)
        self._round = self._rounds()
        self.encoder.known.update(self._known_vectors())
        self.finder = {
            (fold, hidden): Finder(self.book, self.library.pairs, index)
            for fold in range(FOLDS)
            for hidden, index in self._indexes_without(fold)
        }
        intents = (train_intents(self.typed(fold), self.turns(fold)) for fold in range(FOLDS))
        self.understanding = [Understanding(self.terms, self.library.commentators, own) for own in intents]

    def metric(self, without: int | None) -> Metric:
        """The metric learned from all written rows and from questions in people's words but those of one fold."""
        rows = self.index.rows
        assert rows is not None
        own = []
        for row in self.book.rows.values():
            texts = [*rows.texts(rows.at[row.id])]
            people = [n for n in texts if rows.field[n] in PEOPLE]
            taught = [] if fold_of(row, self.seed) == without else people * OFTEN
            if row.origin == "written" or taught:
                own.append([n for n in texts if n not in people] + taught)
        return train_metric(self._stored, own, self.encoder.fingerprint, self.seed)

    def _rounds(self) -> NDArray[np.int8]:
        """The round in which each text of the index was asked; -1 for what is no question in people's words."""
        rows = self.index.rows
        assert rows is not None
        rounds = {one.question: round_of(one.origin) for one in self.labelled}
        texts = [text for row in rows.rows for _, text in texts_of(row)]
        asked = np.isin(rows.field, PEOPLE)
        return np.where(asked, [rounds.get(text, -1) for text in texts], -1).astype(np.int8)

    def _known_vectors(self) -> dict[str, Vectors]:
        """The vectors of all questions that stand in the index, by their texts."""
        rows = self.index.rows
        assert rows is not None
        texts = [text for row in rows.rows for _, text in texts_of(row)]
        return {text: self._stored[n] for n, text in enumerate(texts) if rows.field[n] in PEOPLE}

    def _indexes_without(self, fold: int) -> Iterator[tuple[int, Index]]:
        """The index with what was learned without a fold, once for each round whose questions are hidden."""
        assert self.index.rows is not None
        metric = self.metric(fold)
        rows = self.index.rows.with_metric(searchable(metric.apply(self._stored)), metric)
        print(f"metric without fold {fold} learned", flush=True)
        for number in range(ROUNDS):
            other = copy(self.index)
            other.rows = rows.hiding(self._round == number)
            yield number, other

    def _hidden(self, origin: str = "") -> int:
        """The round that a question is hidden with: its own, or some."""
        return round_of(origin) if origin else self._lot.randrange(ROUNDS)

    def typed(self, without: int | None = None) -> list[tuple[str, Row]]:
        """Questions with what answers them: all wordings of written rows, and questions in people's words but those of
        one fold."""
        rows = [row for row in self.book.rows.values() if row.origin == "written"]
        found = [(text, row) for row in rows for text in (*row.asks_zh, *row.asks_en)]
        for one in self.labelled:
            row = self.book.rows[one.parts[0][0]]
            if len(one.parts) == 1 and fold_of(row, self.seed) != without:
                found += [(one.question, row)] * 2
        return found

    def turns(self, without: int | None = None) -> list[tuple[str, bool]]:
        """Questions and whether they lean on the turns before: later turns that stay in a phase which was spoken of do,
        first turns, questions by themselves and turns to something else do not; those of one fold are left out."""
        found: list[tuple[str, bool]] = []
        for talk in self.talks:
            answers = [self.book.rows.get(turn.row) for turn in talk]
            first = next((row for row in answers if row), None)
            if first is None or fold_of(first, self.seed) == without or _aside(phase_of(first.clause)):
                continue
            spoken: set[str] = set()
            rites: set[int] = set()
            for turn, row in zip(talk, answers, strict=True):
                stays = row is not None and phase_of(row.clause) in spoken
                if stays or row is None or not rites & set(row.chapters):
                    found.append((turn.question, stays))
                if row is not None:
                    spoken.add(phase_of(row.clause))
                    rites |= set(row.chapters)
        lot = random.Random(self.seed)
        folds = ((one.question, fold_of(self.book.rows[one.parts[0][0]], self.seed)) for one in self.labelled)
        alone = [text for text, fold in folds if fold != without]
        found += [(text, False) for text in lot.sample(alone, min(ALONE, len(alone)))]
        return found + [(one.question, False) for one in unanswered() if not _aside(one.question)]

    def samples(self) -> Iterator[Sample]:
        """Everything asked, by as many processes as there are processors."""
        global _bench  # noqa: PLW0603 - forks share what the module has
        _bench = self
        with get_context("fork").Pool(processors()) as pool:
            yield from pool.imap(_asked, list(self._cases()), chunksize=20)
            yield from pool.imap(_inside, [(example["question"], example["ref"]) for example in written()])

    def _cases(self) -> Iterator[_Case]:
        lot = random.Random(self.seed)
        for row in self.book.rows.values():
            if lot.random() < VERBATIM:
                ask = lot.choice((*row.asks_zh, *row.asks_en))
                yield _Case(Ask(ask), fold_of(row, self.seed), (row,), "known", hidden=self._hidden())
        rounds: dict[str, set[int]] = {}
        for one in self.labelled:
            rounds.setdefault(one.parts[0][0], set()).add(round_of(one.origin))
        for one in self.labelled:
            own = round_of(one.origin)
            others = rounds[one.parts[0][0]] - {own} or one.origin.startswith(BLIND)
            if others and (own or lot.random() < EARLIER):
                yield from self._of_labelled(one)
        for none in unanswered():
            fold = random.Random(none.question).randrange(FOLDS)
            aside = _aside(none.question)
            yield _Case(Ask(none.question), fold, (), f"none-{none.kind}", hidden=self._hidden(), aside=aside)
        for talk in self.talks:
            yield from self._of_dialogue(talk)
        for one in lot.sample(self.labelled, int(CHANGED * len(self.labelled))):
            wanted = tuple(self.book.rows[id] for part in one.parts for id in part)
            asked = Ask(one.question, history=self._said(lot.choice(self.talks)[:1]))
            hidden, blind = self._hidden(one.origin), one.origin.startswith(BLIND)
            yield _Case(asked, fold_of(wanted[0], self.seed), wanted, "changed", hidden=hidden, blind=blind)

    def _of_labelled(self, one: Labelled) -> Iterator[_Case]:
        """A question and, where it asks two things, each of them by itself."""
        wanted = [tuple(self.book.rows[id] for id in part) for part in one.parts]
        fold = fold_of(wanted[0][0], self.seed)
        hidden, blind = self._hidden(one.origin), one.origin.startswith(BLIND)
        either = tuple(row for part in wanted for row in part)
        yield _Case(Ask(one.question), fold, either, one.kind, hidden=hidden, blind=blind)
        parts = parts_of(one.question)
        if len(wanted) > 1 and len(parts) == len(wanted):
            for text, rows, before in zip(parts, wanted, ((), *wanted), strict=False):
                places = tuple(dict.fromkeys(ref.split("#")[0] for row in before[:1] for ref in row.refs))
                yield _Case(Ask(one.question), fold, rows, "part", text, hidden, blind, places=places)

    def _of_dialogue(self, talk: Sequence[Told]) -> Iterator[_Case]:
        first = self.book.rows.get(next((turn.row for turn in talk if turn.row), ""))
        fold = fold_of(first, self.seed) if first else 0
        aside = _aside(phase_of(first.clause) if first else talk[0].question)
        for at, turn in enumerate(talk):
            row = self.book.rows.get(turn.row)
            if row or not turn.row:
                kind = "none-turn" if row is None else "turn" if at else "opening"
                ask, blind = Ask(turn.question, history=self._said(talk[:at])), turn.origin.startswith(BLIND)
                yield _Case(ask, fold, (row,) if row else (), kind, hidden=self._hidden(), blind=blind, aside=aside)

    def _said(self, talk: Sequence[Told]) -> tuple[Turn, ...]:
        """Turns and what was answered to them, as far as the next turn can see."""
        history: tuple[Turn, ...] = ()
        for turn in talk:
            row = self.book.rows.get(turn.row)
            said = "".join(f"[{n}] {one.ref} " for n, one in enumerate(row.evidence, 1)) if row else "–"
            history += (Turn("user", turn.question), Turn("assistant", said))
        return history

    def inside(self, text: str, ref: str) -> Sample:
        """A question of which only the passage is known that answers it: every row that rests on it may be right."""
        fold = random.Random(text).randrange(FOLDS)
        sample = self.asked(_Case(Ask(text), fold, (), "inside", hidden=self._hidden()))
        rests = [any(ref in (r, r.split("#")[0]) for r in self.book.rows[id].refs) for id in sample.rows]
        return replace(sample, right=np.where(rests, -1, 0).astype(np.int8))

    def asked(self, case: _Case) -> Sample:
        """A question with its candidates."""
        question = self.understanding[case.fold].read(case.ask)
        hits = self.retriever.passages(question, case.ask.filters, case.ask.top_k)
        asked = next((part for part in question.parts if part.text == case.part), question)
        asked = asked.after(case.places) if case.part else asked
        found = self.finder[case.fold, case.hidden].find(asked, hits)
        right = np.array([_right(case.wanted, other) for other in found.rows], dtype=np.int8)
        wanted = tuple(row.id for row in case.wanted)
        rows = tuple(r.id for r in found.rows)
        return Sample(
            *(case.fold, question.lang, case.kind, case.ask.question, wanted, found.features, right, rows),
            *(case.blind, case.aside),
        )


_bench: Bench | None = None
"""What the processes that ask have in common; forks share it."""


def _asked(case: _Case) -> Sample:
    assert _bench is not None
    return _bench.asked(case)


def _inside(told: tuple[str, str]) -> Sample:
    assert _bench is not None
    return _bench.inside(*told)


def _right(wanted: Sequence[Row], other: Row) -> int:
    if any(row.id == other.id for row in wanted):
        return 1
    return -1 if any(_alike(row, other) for row in wanted) else 0


def _alike(row: Row, other: Row) -> bool:
    """Whether two rows answer about the same: the same sort of question from the same words, or in the same words."""
    if row.evidence[0].ref == other.evidence[0].ref and row.type == other.type:
        return True
    own, told = _pairs(row.zh), _pairs(other.zh)
    return row.chapters == other.chapters and len(own & told) >= TWINS * len(own | told)


@lru_cache(maxsize=1 << 14)
def _pairs(text: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(fold(text))))
