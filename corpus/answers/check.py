"""The validator of the book of answers: what must hold of every row (errors), and what an editor should read (doubts).

``wenli corpus check`` prints both; ``coverage`` says what no row rests on yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.answers.book import ROOT, Row
from corpus.answers.talks import dialogues, unanswered
from corpus.canon import rows as table
from corpus.check import Finding
from corpus.claims.checker import ClaimChecker
from corpus.errors import CorpusError
from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.rites.check import Report
from corpus.rites.glossary import load as load_glossary
from corpus.script import is_simplified_only

ASKS = 3
"""Wordings that a written row has in each language, at least."""
LONGEST = {"zh": 170, "en": 100}
"""Han characters and English words of an answer, at most; walk-throughs and summaries may be longer."""
_LONG = ("walkthrough", "summary")
_ENDS = "，。；：、？！「」『』《》·"
_QUOTED = re.compile("[「」『』“”]")
_ADDRESS = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}\.\d{1,3}[a-z]?(?![\d])")
_YES = re.compile(r"(?:yes|no|not|only|partly|both|neither|either|usually|almost|it depends)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Coverage:
    """What no row rests on, and the empty cells of the matrix phase × kind, save those that cannot be filled
    (``untold.tsv`` says why)."""

    clauses: tuple[str, ...]
    notes: tuple[str, ...]
    cells: tuple[tuple[str, str], ...]
    words: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """True if nothing is missing."""
        return not (self.clauses or self.notes or self.cells or self.words)


def check(library: Library) -> Report:
    """Every finding about the written rows."""
    claims = ClaimChecker(library, load_glossary())
    texts = _texts(library)
    rows = [row for row in library.book.rows.values() if row.origin == "written"]
    errors: list[Finding] = []
    doubts: list[Finding] = []
    for row in rows:
        where = f"answers/{row.place} {row.id}"
        errors += (Finding(where, problem) for problem in (*_form(row), *_evidence(row, texts)))
        doubts += (Finding(where, problem) for problem in _cut(row, library))
        doubts += (Finding(where, problem) for problem in unborne(row, claims))
    errors += _talks(library)
    doubts += _twice(rows)
    return Report(tuple(errors), tuple(doubts))


def unborne(row: Row, claims: ClaimChecker) -> Iterator[str]:
    """Numbers, directions and persons of an answer that nothing it rests on bears out."""
    support = claims.support(row.refs)
    for name, text in (("zh", row.zh), ("en", row.en)):
        for one in claims.unborne(text, support):
            yield f"{name} names the {one.kind} {one.what}, which nothing that it rests on bears out"


def _texts(library: Library) -> dict[str, list[str]]:
    """Folded texts by reference, in every witness; of a comment in pieces also the whole."""
    found: dict[str, dict[str, str]] = {}
    for unit in library.units:
        for ref in dict.fromkeys((unit.ref, unit.whole_ref)):
            own = found.setdefault(ref, {})
            own[unit.witness] = own.get(unit.witness, "") + fold(unit.text)
    return {ref: list(own.values()) for ref, own in found.items()}


def _form(row: Row) -> Iterator[str]:
    for name, asks in (("zh", row.asks_zh), ("en", row.asks_en)):
        if len(asks) < ASKS:
            yield f"has {len(asks)} wordings in {name}, should have {ASKS}"
    if _QUOTED.search(re.sub(r"“[^”]*”", "", row.en)) or re.search("[「」『』]", row.zh):
        yield "has quotation marks in the answer"
    if _ADDRESS.search(row.zh + row.en):
        yield "has a clause number in the answer"
    bare = re.sub(r"\([^()]*\)", "", row.en)
    if any(map(is_han, bare)):
        yield f"en has untranslated words: {''.join(filter(is_han, bare))[:12]}"
    if simplified := sorted(set(filter(is_simplified_only, row.zh))):
        yield f"zh has characters of simplified script: {''.join(simplified)}"
    if row.type not in _LONG and "\n" not in row.zh:  # a numbered list may be longer
        if sum(map(is_han, row.zh)) > LONGEST["zh"]:
            yield f"zh has {sum(map(is_han, row.zh))} characters"
        if len(row.en.split()) > LONGEST["en"]:
            yield f"en has {len(row.en.split())} words"


def _evidence(row: Row, texts: dict[str, list[str]]) -> Iterator[str]:
    for one in row.evidence:
        if one.ref not in texts:
            yield f"rests on {one.ref}, which is not held"
        elif not fold(one.words) or not any(fold(one.words) in text for text in texts[one.ref]):
            yield f"{one.ref} does not have the words {one.words}"


def _cut(row: Row, library: Library) -> Iterator[str]:
    """Evidence from base text that begins or ends inside a phrase."""
    for one in row.evidence:
        clause = library.canon.clauses.get(one.ref)
        if clause is None:
            continue
        han = [at for at, char in enumerate(clause.text) if is_han(char)]
        flat = "".join(fold(clause.text[at]) for at in han)
        at = flat.find(fold(one.words))
        if at < 0 or len(flat) != len(han):
            continue
        start, end = han[at], han[at + len(fold(one.words)) - 1] + 1
        if (start and clause.text[start - 1] not in _ENDS) or (
            end < len(clause.text) and clause.text[end] not in _ENDS
        ):
            yield f"{one.words} is cut out of a phrase of {one.ref}"


def _twice(rows: Iterable[Row]) -> Iterator[Finding]:
    """Wordings that two rows share, which nothing can tell apart, where the rows rest on different clauses."""
    seen: dict[str, Row] = {}
    for row in rows:
        for ask in (*row.asks_zh, *row.asks_en):
            key = re.sub(r"[\W_]+", "", fold(ask) if any(map(is_han, ask)) else ask.lower())
            first = seen.setdefault(key, row)
            if first is not row:
                yield Finding(f"answers/{row.place} {row.id}", f"asks what {first.id} asks: {ask}")


def _talks(library: Library) -> Iterator[Finding]:
    try:
        for number, talk in enumerate(dialogues(), 1):
            for turn in talk:
                if turn.row and turn.row not in library.book.rows:
                    yield Finding("answers/dialogues", f"conversation {number} names {turn.row}, which is no row")
        unanswered()
    except CorpusError as error:
        yield Finding("answers", str(error))


MATRIX = ("summary", "walkthrough", "who", "sequence", "yesno")
"""Kinds of answers that every phase has; absence and comparison are looked for where there is a sister phase."""
_MENTIONS = {"object": 5, "role": 1}


def untold(path: Path = ROOT / "untold.tsv") -> dict[tuple[str, str], str]:
    """Cells of the matrix that cannot be filled, with the reason."""
    return {(row["phase"], row["kind"]): row["reason"] for row in table(path, ("phase", "kind", "reason"))}


def coverage(library: Library) -> Coverage:
    """What no row rests on: clauses, notes, kinds of answers of each phase, words of the glossary."""
    rested: set[str] = set()
    kinds: Counter[tuple[str, str]] = Counter()
    said: list[str] = []
    for row in library.book.rows.values():
        for ref in row.refs:
            rested.update((ref, ".".join(ref.split(".")[:-1]) if ref.count("#") and ref.count(".") > 3 else ref))
            kinds[".".join(ref.split("#")[0].split(".")[:2]), row.type] += 1
        said.append(fold(row.zh))
    reasons = untold()
    whole_notes = {unit.whole_ref for unit in library.units if not unit.layer.is_base}
    text = "\n".join(said)
    cells = [
        (phase.ref, kind)
        for chapter in library.canon.held
        for phase in chapter.phases
        for kind in MATRIX
        if not kinds[phase.ref, kind] and (phase.ref, kind) not in reasons
    ]
    canon = "".join(fold(clause.text) for clause in library.canon.clauses.values())
    words = [
        entry.term
        for entry in load_glossary().entries
        if canon.count(fold(entry.term)) >= _MENTIONS.get(entry.kind, 3) and fold(entry.term) not in text
    ]
    pieces = {unit.whole_ref for unit in library.units if unit.ref in rested}
    return Coverage(
        tuple(ref for ref in library.canon.clauses if ref not in rested),
        tuple(sorted(whole_notes - rested - pieces)),
        tuple(cells),
        tuple(dict.fromkeys(words)),
    )
