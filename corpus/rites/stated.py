"""What has to be there, and how many, where the texts say so: the tables behind the overview of a rite.

``needs.tsv`` says of every thing the steps handle what kind of thing it is; ``stated.tsv`` lists the numbers that the
texts state; ``stages.tsv`` says of every stage in one sentence what is done in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import Canon, rows
from corpus.check import Finding
from corpus.errors import CorpusError
from corpus.model import chapter_of
from corpus.rites.data import ROOT, Rites
from corpus.rites.effects import Effects
from corpus.rites.glossary import Glossary
from corpus.script import is_simplified_only

NEED_COLUMNS = ("thing", "category")
STATED_COLUMNS = ("ref", "kind", "name", "number", "each", "quote", "note_zh", "note_en")
STAGE_COLUMNS = ("chapter", "stage", "en", "gist_zh", "gist_en")
CATEGORIES = (
    *("seat", "wine", "wash", "cup", "dish", "food", "archery", "target", "tally", "music", "piece", "dress", "other"),
)
"""Kinds of things to be provided, in the order in which a checklist has them; ``-`` is none."""
KINDS = ("person", "thing", "measure")
_DIGITS = {"一": 1, "二": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "乘": 4}
_NUMERAL = re.compile(r"[一二三四五六七八九兩]?十(?:有?[一二三四五六七八九])?|[一二兩三四五六七八九乘]")
PER_COUPLE = 2
"""Archers in a couple (耦)."""


@dataclass(frozen=True)
class Stated:
    """A number that the text states: of people, of things, or a measure, in the unit the note names.

    ``each`` are those who have so many each: 乘矢 are four arrows for every one of the 三耦. ``quote`` are the words of
    the clause, several joined by ``;``.
    """

    ref: str
    kind: str
    name: str
    number: int
    each: tuple[str, ...]
    quote: str
    note_zh: str
    note_en: str

    @property
    def chapter(self) -> int:
        """The chapter in which it is stated."""
        return chapter_of(self.ref)


@dataclass(frozen=True)
class Stage:
    """A stage of a rite for people who do not know it: its English name, and what is done in it."""

    en: str
    gist_zh: str
    gist_en: str


@dataclass(frozen=True)
class Checklists:
    """The three tables: thing → category; numbers in the order of the text; (chapter, stage) → what it is."""

    needs: Mapping[str, str]
    stated: tuple[Stated, ...]
    stages: Mapping[tuple[int, str], Stage]


def load(folder: Path = ROOT) -> Checklists:
    """Read the tables; CorpusError names the file and the line that breaks a rule."""
    needs: dict[str, str] = {}
    for line, row in enumerate(rows(folder / "needs.tsv", NEED_COLUMNS), 2):
        if row["category"] not in (*CATEGORIES, "-") or row["thing"] in needs:
            raise CorpusError(f"needs.tsv, line {line}: {row['thing']} stands twice or is of no category")
        needs[row["thing"]] = row["category"]
    stages = {
        (int(row["chapter"]), row["stage"]): Stage(row["en"], row["gist_zh"], row["gist_en"])
        for row in rows(folder / "stages.tsv", STAGE_COLUMNS)
    }
    return Checklists(needs, tuple(_stated(folder / "stated.tsv")), stages)


def _stated(path: Path) -> Iterator[Stated]:
    for line, row in enumerate(rows(path, STATED_COLUMNS), 2):
        if row["kind"] not in KINDS or not row["number"].isdecimal():
            raise CorpusError(f"{path.name}, line {line}: needs a kind ({', '.join(KINDS)}) and a number")
        each = tuple(row["each"].split(";")) if row["each"] else ()
        yield Stated(**{**row, "number": int(row["number"]), "each": each})  # type: ignore[arg-type]


def numerals(text: str) -> list[int]:
    """The numbers in a text: ``numerals("魚十有五") == [15]``, ``numerals("箭籌八十") == [80]``; 乘矢 are four."""
    return [_value(found) for found in _NUMERAL.findall(text)]


def _value(numeral: str) -> int:
    tens, mark, ones = numeral.partition("十")
    if not mark:
        return _DIGITS[numeral]
    return 10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones.removeprefix("有"), 0)


def problems(lists: Checklists, canon: Canon, glossary: Glossary) -> Iterator[Finding]:
    """That every number stands in its clause, every name is known, and every stage is told."""
    for one in lists.stated:
        place = f"rites/stated.tsv {one.ref} {one.name}"
        yield from (Finding(place, problem) for problem in _broken(one, canon, glossary))
    for thing in lists.needs:
        if not glossary.find(thing):
            yield Finding(f"rites/needs.tsv {thing}", "does not stand in the glossary")
    there = {(chapter.number, phase.stage) for chapter in canon.held for phase in chapter.phases}
    for chapter, stage in there ^ set(lists.stages):
        missing = (chapter, stage) in there
        yield Finding(f"rites/stages.tsv {chapter} {stage}", "is missing" if missing else "is no stage of the canon")


def _broken(one: Stated, canon: Canon, glossary: Glossary) -> Iterator[str]:
    clause = canon.clauses.get(one.ref)
    quotes = one.quote.split(";")
    if clause is None or any(quote not in clause.text for quote in quotes):
        yield f"quotes {one.quote}, which does not stand there"
    told = [number for quote in quotes for number in numerals(quote)]
    couples = [PER_COUPLE * number for quote in quotes if "耦" in quote for number in numerals(quote)]
    if one.number not in (couples or [*told, sum(told)]) and not (not told and one.number == len(quotes)):
        yield f"says {one.number}, but the quote {one.quote} does not"
    for name in (one.name, *one.each):
        if not glossary.find(name):
            yield f"{name} does not stand in the glossary"
    if bool(one.note_zh) != bool(one.note_en) or any(map(is_simplified_only, one.note_zh)):
        yield "has a note in one language alone, or in simplified script"


def doubts(lists: Checklists, rites: Rites, glossary: Glossary, effects: Effects) -> Iterator[Finding]:
    """Things the steps handle of which nobody has said whether they have to be provided."""
    kinds = {"object", "food", "dress", "music"}
    named: dict[str, str] = {}
    for ref, steps in rites.steps.items():
        for thing in (effects.sort(part).counts_as for step in steps for part in step.objects):
            if thing not in lists.needs and any(entry.kind in kinds for entry in glossary.find(thing)):
                named.setdefault(thing, ref)
    for thing, ref in named.items():
        yield Finding(f"rites/needs.tsv {thing}", f"of {ref} has no row: say what kind of thing it is, or -")
