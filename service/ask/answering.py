"""What is said: a row of the book laid out, a verdict on a quotation, talk, related passages, or that nothing answers.

Everything here is a draft until :mod:`service.ask.verify` has looked at it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.answers.book import Row
from corpus.answers.meanings import Meanings
from corpus.library import Library
from corpus.model import Unit
from corpus.quotes.judge import Judge
from index.query import Hit
from service.ask.decide import Decision
from service.ask.joining import anew, repeats, unlabelled
from service.ask.layout import Layout, Piece
from service.ask.names import Names
from service.ask.openers import opened
from service.ask.question import Question
from service.ask.quotation import Quoted, Verdicts
from service.ask.values import Citation, Grounding
from service.ask.verify import Verified, verify
from service.texts.language import Lang

PHRASES = Path(__file__).parent / "phrases.toml"
NAMED = 6
"""Editions added that are named where it is said what is held."""
RELATED = 3
"""Passages shown as related at the most."""
_MARKER = re.compile(r"\s?\[(\d+)\]")
_EVIDENCE = re.compile(r"\n+\[\d+\] ")
"""How a line of evidence begins."""


def lead_of(sentences: Sequence[str]) -> str:
    """What an answer says, without its lines of evidence."""
    return "".join(part for part in sentences if not _EVIDENCE.match(part)).strip()


@dataclass(frozen=True)
class Outcome:
    """An answer that was verified, and what is said beside it; ``Answer`` has the meaning of each."""

    verified: Verified
    lead: str
    related: tuple[Citation, ...] = ()
    confidence: float = 0.0
    answered_by: str = "none"

    @property
    def answered(self) -> bool:
        """True if the texts answer, wholly or in part."""
        return bool(self.verified.citations)


class Answering:
    """Says what was decided, in the language of the question. Read-only once made."""

    def __init__(self, library: Library, judge: Judge, meanings: Meanings, added: Sequence[str] = ()) -> None:
        """``added`` are the titles of the editions that were added: they are held, too."""
        self._library = library
        self._added = tuple(dict.fromkeys(added))
        self.phrases: dict[str, dict[str, str]] = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
        self._names = Names(library, self.phrases)
        self._layout = Layout(library, self._names, meanings)
        self._quoted = Quoted(library, judge, self._names, self.phrases)

    def talk(self, question: Question) -> Outcome:
        """The reply to a greeting, thanks, a question about Wenli, a call for help, an attempt at injection."""
        text = self.phrases[question.lang][question.talk].format(chapters=self._held(question.lang)).strip()
        return Outcome(Verified((text,), (), Grounding.ABSTAINED), text, answered_by="talk", confidence=1.0)

    def verdict(self, question: Question) -> Verdicts | None:
        """The verdict on a quotation, where the question asks for one."""
        return self._quoted.verdict(question) if question.asks_quote else None

    def quotation(self, question: Question, verdict: Verdicts) -> Outcome:
        """The answer to a question about a quotation: the verdict, and the words where they stand."""
        lang = question.lang
        if not verdict.parts:
            say = self.phrases[lang]
            near = say["quote_near"].format(ref=verdict.near) if verdict.near else ""
            lead = f"{verdict.sentence}{near}".strip()
            tail = self._all_held(lang)
            sentences = (lead, f"\n\n{tail}")
            return Outcome(Verified(sentences, (), Grounding.ABSTAINED), lead, (), 1.0, "quotation")
        pieces = [
            self._layout.of_span(part.unit, part.start, part.end, lang)
            for part in verdict.parts
            if isinstance(part.unit, Unit)
        ]
        markers = "".join(f"[{number}]" for number in range(1, len(pieces) + 1))
        told = verdict.sentence.replace("{markers}", markers).strip()
        return self._laid(question, [told], pieces, (), 1.0, "quotation")

    def rows(self, question: Question, decision: Decision, hits: Sequence[Hit]) -> Outcome:
        """The answer that one row gives, or one row for each part of the question."""
        lang = question.lang
        lead: list[str] = []
        pieces: list[Piece] = []
        told = self._placed(decision.rows, question) or self._placed(decision.nearest, question)[:1]
        asked = {row: question.text for row, _ in told} | dict(zip(decision.rows, decision.asked, strict=True))
        rows: list[Row] = []
        for row, own in told:
            said = opened(self._layout.lead(row, own, lang, len(pieces) + 1), asked[row], lang)
            asked = {other: "" if text == asked[row] else text for other, text in asked.items()}
            if len(told) > 1:
                said = anew([unlabelled(said[0], lang), *said[1:]], lead, lang)
            if not said:
                continue
            said = self._placing(said, row, question, lead)
            if lead:
                lead.append("\n" if any("\n" in part for part in (*lead, *said)) else " " if lang == "en" else "")
            lead += said
            pieces += own
            rows.append(row)
        if not pieces:
            return self.nothing(question, hits, decision.confidence)
        by = "+".join(f"book:{row.id}" for row in rows)
        also = self._placed([row for row in decision.also if row not in rows], question)
        for row, own in also:
            said = opened(self._layout.lead(row, own, lang, len(pieces) + 1), "", lang)
            if repeats(said[0], " ".join(lead), lang):
                continue
            lead += ["\n", self.phrases[lang]["or"], *self._placing(said, row, question, ())]
            pieces += own
            by += f"|book:{row.id}"
        related = self._related(question, hits, [*rows, *(row for row, _ in also)])
        open_, close = ("“", "”") if lang != "zh-Hant" else ("「", "」")
        unsure = bool(also) or not decision.sure
        if unsure and not also:
            lead += ["\n", self.phrases[lang]["perhaps"]]
        if decision.left:
            parts = self.phrases[lang]["and"].join(f"{open_}{part}{close}" for part in decision.left)
            lead += ["\n", self.phrases[lang]["left"].format(parts=parts)]
            unsure = True
        if question.elsewhere and not question.chapters and not question.follows:
            lead[:0] = [self._not_held(question).strip(), " " if lang == "en" else ""]
            unsure = True
        laid = self._laid(question, lead, pieces, related, decision.confidence, by)
        return replace(laid, verified=replace(laid.verified, grounding=Grounding.PARTIAL)) if unsure else laid

    def _placing(self, said: list[str], row: Row, question: Question, before: Sequence[str]) -> list[str]:
        """The sentences of a row, with the name of the rite after them where neither they, nor what is said ``before``
        them, nor the question has it."""
        if question.chapters & set(row.chapters) and not question.inherited:
            return said
        lang = question.lang
        rite = self._names.rite_unnamed(row.chapters, _MARKER.sub("", " ".join([*before, *said])), lang)
        return [*said, self.phrases[lang]["rite"].format(rite=rite)] if rite else said

    def from_editions(self, question: Question, verified: Verified, confidence: float, answers: bool) -> Outcome:
        """What editions say; where it does not answer, it is only related to what is asked, and not cited."""
        lead = "".join(verified.sentences).strip()
        if answers:
            return Outcome(verified, lead, (), confidence, "editions")
        lead = self.phrases[question.lang]["related"].strip()
        lines = "".join(f"\n{_MARKER.sub('', sentence).strip()}" for sentence in verified.sentences)
        related = Verified((lead, f"\n{lines}"), (), Grounding.RELATED)
        return Outcome(related, lead, verified.citations, confidence, "editions")

    def beside(self, citations: Sequence[Citation], lang: Lang) -> tuple[Citation, ...]:
        """Citations of what a language model wrote, with what a reader wants beside the words: place, speaker, meaning.
        The judgement of its words, and what is cited of editions, stay as they are."""
        found = []
        for one in citations:
            unit = next((u for u in self._library.by_ref(one.ref) if u.witness == one.witness), None)
            if unit is None or one.place or unit.text[one.start : one.end] != one.cited_text:
                found.append(one)
                continue
            told = self._layout.citation(one.index, self._layout.of_span(unit, one.start, one.end, lang), lang)
            found.append(replace(told, verification=one.verification))
        return tuple(found)

    def _placed(self, rows: Sequence[Row], question: Question) -> list[tuple[Row, list[Piece]]]:
        """The rows that have evidence within the filters of a question, with it."""
        placed = ((row, self._layout.pieces(row, question.lang, question.filters)) for row in rows)
        return [(row, pieces) for row, pieces in placed if pieces]

    def nothing(
        self, question: Question, hits: Sequence[Hit], confidence: float, related: bool = True, searched: bool = False
    ) -> Outcome:
        """What is said where nothing answers: what bears on the question, or what is not held; ``searched`` says that
        editions that were added hold the chapter and have no answer either."""
        lang = question.lang
        say = self.phrases[lang]
        near = self._related(question, hits, ()) if related and not question.elsewhere else ()
        if near:
            lead = say["related"].strip()
            lines = "\n".join(self._layout.line(citation, lang).split("] ", 1)[1] for citation in near)
            sentences = (lead, f"\n\n{lines}")
            return Outcome(Verified(sentences, (), Grounding.RELATED), lead, near, confidence)
        first = self._not_held(question) if question.elsewhere else say["unsupported"]
        lead = f"{first}{self._all_held(lang)}"
        lead = (lead + say["editions_searched"] if searched else lead).strip()
        return Outcome(Verified((lead,), (), Grounding.ABSTAINED), lead, (), confidence)

    def _laid(  # noqa: PLR0917 - what an answer is made of
        self,
        question: Question,
        lead: Sequence[str],
        pieces: Sequence[Piece],
        related: tuple[Citation, ...],
        confidence: float,
        by: str,
    ) -> Outcome:
        """Sentences, an empty line, a line for each piece of evidence; all of it verified."""
        lang = question.lang
        merged, number = _merged(pieces, lead)
        said = [_MARKER.sub(lambda m: _renumbered(m, number), part) for part in lead]
        citations = [self._layout.citation(at, piece, lang) for at, piece in enumerate(merged, 1)]
        order = list(dict.fromkeys(int(m) for part in said for m in re.findall(r"\[(\d+)\]", part)))
        lines = [self._layout.line(citations[at - 1], lang) for at in order]
        sentences = [*said, *(("\n\n" if n == 0 else "\n") + line for n, line in enumerate(lines))]
        asked = f"{question.follows}\n{question.text}"
        verified = verify(sentences, citations, self._library, asked)
        return Outcome(verified, lead_of(verified.sentences), related, confidence, by)

    def _related(self, question: Question, hits: Sequence[Hit], rows: Sequence[Row]) -> tuple[Citation, ...]:
        """The best passages that are no evidence of the answer, one of a clause."""
        taken = {ref.split("#")[0] for row in rows for ref in row.refs}
        found: list[Citation] = []
        for hit in hits:
            unit = hit.unit
            if unit.base_ref in taken or not question.filters.admits(unit):
                continue
            taken.add(unit.base_ref)
            unit = self._layout.suited(unit, question.lang)
            piece = self._layout.of_unit(unit, question.lang)
            found.append(self._layout.citation(len(found) + 1, piece, question.lang))
            if len(found) == RELATED:
                break
        return tuple(found)

    def _held(self, lang: Lang) -> str:
        say = self.phrases[lang]
        return say["and"].join(self._names.chapter(c.number, lang) for c in self._library.canon.held)

    def _all_held(self, lang: Lang) -> str:
        """The chapters and, where there are any, the editions: a few of them by title."""
        say = self.phrases[lang]
        held = say["held"].format(chapters=self._held(lang))
        if not self._added:
            return held
        titles = say["and"].join(f"{say['title_open']}{title}{say['title_close']}" for title in self._added[:NAMED])
        key = "held_editions" if len(self._added) <= NAMED else "held_many_editions"
        return held + say[key].format(titles=titles, count=len(self._added))

    def _not_held(self, question: Question) -> str:
        """That what is asked about is not held here."""
        say = self.phrases[question.lang]
        chapters = self._library.canon.chapters
        named = (
            self._names.chapter(number, question.lang) if number in chapters else name
            for name, number in question.elsewhere
        )
        return say["elsewhere"].format(names=say["and"].join(dict.fromkeys(named)))


def _merged(pieces: Sequence[Piece], lead: Sequence[str]) -> tuple[list[Piece], dict[int, int]]:
    """The pieces that the sentences have markers of, each passage once, and the new number of each old one, from 1: the
    same words keep one number."""
    marked = {int(number) for part in lead for number in _MARKER.findall(part)}
    found: list[Piece] = []
    number: dict[int, int] = {}
    for old, piece in enumerate(pieces, 1):
        if old not in marked:
            continue
        same = next((n for n, other in enumerate(found) if _same(other, piece)), None)
        if same is None:
            found.append(piece)
            same = len(found) - 1
        number[old] = same + 1
    return found, number


def _same(one: Piece, other: Piece) -> bool:
    return one.unit.key == other.unit.key and (one.start, one.end) == (other.start, other.end)


def _renumbered(match: re.Match[str], number: dict[int, int]) -> str:
    return match[0].replace(match[1], str(number[int(match[1])]))
