"""An answer written by a language model, verified sentence by sentence, and completed with quotations where it fails.

writing = writer.writing(question, ask.history, hits, extract)
for sentence in writing.sentences():    # each may be shown at once
    ...
writing.verified, writing.generation    # when all have come
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Literal

from corpus.answers.book import Row
from corpus.library import Library
from corpus.quotes.judge import Judge
from index.query import Hit
from prompts.asking import Asked, Cut, Message, Said, fitted, instructions, repairing
from prompts.tokens import Counter
from prompts.wrapping import boundary
from service.ask.question import Question
from service.ask.values import Ask, Generation, Grounding, Turn, Withdrawn
from service.ask.verify import Verified
from service.guard import markers
from service.guard.bearing import Bearing
from service.guard.causes import cause
from service.guard.check import Checker
from service.guard.evidence import Evidence
from service.guard.guard import Ending, Guard
from service.llm.cited import citations, joined
from service.llm.client import Model, ModelFailed
from service.llm.condense import condensed
from service.llm.gather import Gatherer
from service.texts.passage import read_url

log = logging.getLogger("wenli")
CHARACTERS = 5
"""Characters of an answer for each token it may have, beyond which it is not read."""
Status = Literal["written", "repaired", "partial", "completed", "replaced"]
SPARE = 200
"""Tokens of the context that are left free: servers count a little differently."""
REPAIR_WITHIN = 2.0
"""Seconds that must be left for asking once more."""
REPAIRED = 6
"""Sentences that are asked for once more at the most."""


class Writer:
    """Writes with one model from one library. Read-only once made, safe to share between threads."""

    def __init__(
        self, model: Model, library: Library, judge: Judge, phrases: dict[str, dict[str, str]], bearing: Bearing
    ) -> None:
        self.model = model
        self.phrases = phrases
        self.library = library
        self.counter = Counter(model.name)
        self.checker = Checker(library, judge, bearing)
        self.gatherer = Gatherer(library, phrases)

    def condensed(self, ask: Ask) -> str:
        """The question without what it leaves to the conversation; "" where the rules must do."""
        return condensed(ask, self.model, self.counter)

    def writing(  # noqa: PLR0917 - what an answer is made of
        self,
        question: Question,
        history: Sequence[Turn],
        hits: Sequence[Hit],
        extract: Verified,
        asked: str,
        rows: Sequence[Row] = (),
    ) -> Writing:
        """One answer, to be written; ``extract`` is what is said where the model fails, ``asked`` the user's words,
        ``rows`` those of the book of answers that come nearest."""
        return Writing(self, question, history, hits, extract, asked, rows)


class Writing:
    """One answer while it is written."""

    def __init__(  # noqa: PLR0917 - what an answer is made of; made by Writer alone
        self,
        writer: Writer,
        question: Question,
        history: Sequence[Turn],
        hits: Sequence[Hit],
        extract: Verified,
        asked: str,
        rows: Sequence[Row],
    ) -> None:
        self._writer = writer
        self._extract = extract
        self._say = writer.phrases[question.lang]
        self._lang = question.lang
        self._asked = self._prompt(question, history, hits, rows)
        units = {unit.key: unit for group in self._groups for unit in group}
        shown = self._asked.passages
        self._evidence = Evidence(
            [units[one.key] for one in shown], writer.library, {one.number: one.rendering for one in shown}
        )
        system = instructions(question.lang, self._asked.boundary).partition("\nExamples")[0]
        most = writer.model.answer_tokens * CHARACTERS
        self._guard = Guard(writer.checker, self._evidence, asked, system, most)
        self._written: list[str] = []
        self._urls: dict[int, str] = {}
        self._until = time.monotonic() + writer.model.timeout
        self._reason = ""
        self._ending = Ending.COMPLETE
        self.verified = extract
        self.generation = self._generation("replaced")

    @property
    def asked(self) -> Asked:
        """What the model is asked, with the passages it is given."""
        return self._asked

    @property
    def urls(self) -> Mapping[int, str]:
        """The page of each marker used so far."""
        own = {new: read_url(self._evidence.unit(old).ref) for old, new in self._guard.numbers.items()}
        return self._urls | own

    def sentences(self) -> Iterator[str]:
        """The sentences of the answer, each verified; sets ``verified`` and ``generation`` when done."""
        try:
            if self._asked.tokens > self._room:
                raise ModelFailed("too_long")
            yield from self._guard.released(self._stream(self._asked.messages, self._writer.model.answer_tokens))
            self._ending = self._guard.ending
            self._once_more()
        except ModelFailed as error:
            self._reason = error.reason
        yield from self._guard.flushed()
        if self._guard.refuses and not self._reason:
            self._refused()
        elif self._guard.uses and not self._reason:
            yield from self._finished()
        else:
            yield from self._completed()

    def _stream(self, messages: Sequence[Message], most: int) -> Iterator[str]:
        stream = self._writer.model.stream(messages, most, self._until - time.monotonic())
        with closing(stream) as pieces:  # type: ignore[type-var]
            yield from self._noted(pieces)

    def _noted(self, pieces: Iterator[str]) -> Iterator[str]:
        for piece in pieces:
            self._written.append(piece)
            yield piece

    def _once_more(self) -> None:
        """Ask once more for what was taken out, where time and context are left; a failure then changes nothing."""
        cut = [Cut(removed.text, removed.reason) for removed in self._guard.cut]
        kept = "".join(self._guard.kept)
        spent = self._writer.counter.of("".join((*self._written, kept, *(c.text for c in cut))))
        left = self._writer.model.context - self._asked.tokens - spent - 2 * SPARE
        most = min(self._writer.model.answer_tokens, left)
        if not cut or most < 100 or self._until - time.monotonic() < REPAIR_WITHIN:
            return
        if self._guard.ending is Ending.FAILING or len(cut) > REPAIRED:
            return  # what fails so much does not get better
        try:
            messages = repairing(self._asked, "".join(self._written), kept, cut, self._lang)
            self._guard.repair(self._stream(messages, most))
        except ModelFailed:
            log.info("the language model was asked once more, in vain")

    def _refused(self) -> None:
        """The model says that the passages do not answer, and nothing else: that is the answer, without quotations."""
        self.verified = Verified(
            tuple(self._guard.sentences), citations(self._guard, self._writer.library), Grounding.ABSTAINED
        )
        self.generation = self._generation("written")

    def _finished(self) -> Iterator[str]:
        """All that is to be said was said by the model."""
        found = citations(self._guard, self._writer.library)
        sentences = list(self._guard.sentences)
        partial = bool(self._guard.cut) or self._ending is not Ending.COMPLETE
        if partial:
            sentences.append(self._say["model_partial" if self._guard.cut else "model_long"])
            yield sentences[-1]
        whole = not partial and not self._guard.silences
        self.verified = Verified(tuple(sentences), found, Grounding.GROUNDED if whole else Grounding.PARTIAL)
        self.generation = self._generation("partial" if partial else "repaired" if self._guard.removed else "written")

    def _completed(self) -> Iterator[str]:
        """What was said stands; the extractive answer says the rest, without what is quoted already."""
        said = list(self._guard.sentences)
        rest, found = joined(self._guard, self._extract, self._writer.library)
        self._urls = {citation.index: citation.url for citation in found}
        bridge = [f"\n\n{self._say['model_completed']}\n"] if said and rest else []
        self._reason = self._reason or "unsupported_answer"
        note = [] if said else [self._say[self._replaced]]
        yield from (*bridge, *rest, *note)
        partial = bool(said and self._guard.cut) or self._extract.grounding is Grounding.PARTIAL
        grounding = Grounding.PARTIAL if partial else self._extract.grounding
        self.verified = Verified((*said, *bridge, *rest, *note), found, grounding)
        self.generation = self._generation("completed" if said else "replaced")

    @property
    def _replaced(self) -> str:
        """The phrase that says why quotations stand for the whole answer."""
        return {"unsupported_answer": "model_replaced", "resting": "model_resting"}.get(self._reason, "model_failed")

    def _generation(self, status: Status) -> Generation:
        cut = self._guard.cut
        failed = bool(self._reason) and self._reason != "unsupported_answer"
        partial = "model_partial" if cut else "model_long"
        notes = {"partial": partial, "completed": "model_completed", "replaced": self._replaced}
        told = bool(self._guard.uses) or status not in ("written", "repaired")
        withdrawn = (
            Withdrawn(markers.without(one.text), why := cause(one.reason), self._say[f"withdrawn_{why}"]) for one in cut
        )
        return Generation(
            model=self._writer.model.name,
            status=status,
            outcome="failed" if failed else "withdrawn" if cut or status == "replaced" else "verified",
            reason=self._reason,
            note=self._say[notes.get(status, "model_verified")].strip(" ()（）") if told else "",
            removed=len(cut),
            withdrawn=tuple(withdrawn),
            mended=self._guard.mended,
            given=tuple(unit.ref for unit in self._evidence.units),
            left_out=tuple(dict.fromkeys(key.partition("@")[0] for key in self._asked.left_out)),
        )

    def _prompt(self, question: Question, history: Sequence[Turn], hits: Sequence[Hit], rows: Sequence[Row]) -> Asked:
        gatherer = self._writer.gatherer
        self._groups = gatherer.groups(self._extract.citations, hits, question.filters)
        model = self._writer.model
        self._room = model.context - model.answer_tokens - SPARE
        chapters = list(dict.fromkeys(unit.chapter for group in self._groups for unit in group))
        said = [Said(turn.role, turn.content) for turn in history]
        texts = [question.text, *(turn.content for turn in history)]
        return fitted(
            question.text,
            [[gatherer.shown(unit, question.lang, chapters) for unit in group] for group in self._groups],
            said,
            question.lang,
            room=self._room,
            counter=self._writer.counter,
            boundary=boundary(texts),
            beside=gatherer.beside(rows, self._groups, question.text, question.lang),
        )
