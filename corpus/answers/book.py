"""The book of answers: one row says one true thing plainly and names the words of the text that bear it out.

    book = load()
    book.rows["5.17.1-marshal"].en             "The overseer (司正) becomes the marshal (司馬)."
    book.rows["5.17.1-marshal"].evidence[0]    Evidence(ref="5.17.1", words="司正為司馬")

Rows stand in ``corpus/answers/NN/*.txt``, a file for each phase and some for whole chapters; docs/answers.md teaches
the format. What is said here must only be readable; what must hold of it is told by corpus/answers/check.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from corpus.errors import CorpusError
from corpus.fold import fold

ROOT = Path(__file__).parent
TYPES = (
    *("who", "where", "facing", "when", "what", "count", "sequence", "walkthrough", "summary", "why", "term"),
    *("compare", "yesno", "absent", "variant", "commentator"),
)
ORIGINS = ("written", "generated")
_HEAD = re.compile(r"# (?P<id>\S+) (?P<type>\S+)")
_ID = re.compile(r"(?:\d+|all)(?:\.\d+)?(?:\.\d+[a-z]?)?-[a-z0-9]+(?:-[a-z0-9]+)*")
_FIELD = re.compile(r"(?P<name>zh\?|en\?|zh:|en:|ev:) ?(?P<value>.*)")
_WORDS = r"「((?:[^「」]|「[^「」]*」)+)」"
"""Words in quotation marks, which may quote in turn."""
_EVIDENCE = re.compile(rf"\s*(?P<ref>[0-9][0-9A-Za-z.#]*)\s*(?P<words>(?:{_WORDS})+?)\s*(?:;|；|$)")
_DENIES = ("no,", "no:", "no;", "no.", "no ", "not ", "none", "nobody", "nothing", "never", "only ", "neither")
_NEGATED = re.compile(r"\b(?:not|no|never|nobody|none|nothing|neither|nor|without)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Evidence:
    """Words that bear an answer out: a clause or a comment (``5.17.1#zheng.1``) and words of its text, to be matched
    in folded form; which witness prints them for which reader is decided when they are quoted."""

    ref: str
    words: str


@dataclass(frozen=True)
class Row:
    """One answer, in traditional Chinese and in English, with the wordings in which people ask for it.

    ``people_zh`` and ``people_en`` are questions of people who had not seen the wordings, from
    ``corpus/answers/questions``.
    ``origin`` is ``written`` or ``generated``; ``place`` says where the row stands ("05/17.txt, line 12").
    """

    id: str
    type: str
    zh: str
    en: str
    evidence: tuple[Evidence, ...]
    asks_zh: tuple[str, ...]
    asks_en: tuple[str, ...]
    origin: str = "written"
    place: str = ""
    people_zh: tuple[str, ...] = ()
    people_en: tuple[str, ...] = ()

    @cached_property
    def refs(self) -> tuple[str, ...]:
        """The clauses and comments the answer rests on, each once, in order."""
        return tuple(dict.fromkeys(one.ref for one in self.evidence))

    @cached_property
    def denies(self) -> bool:
        """Whether the answer says first of all that something is not so: by its first word or, where the row is for
        that, in its first sentence."""
        first = re.split(r"[.:;](?:\s|$)", self.en, maxsplit=1)[0]
        told = self.type in {"yesno", "absent"} and bool(_NEGATED.search(first))
        return told or self.en.lower().startswith(_DENIES)

    @cached_property
    def clause(self) -> str:
        """The clause that the first evidence stands in or explains."""
        return self.evidence[0].ref.partition("#")[0]

    @cached_property
    def said(self) -> str:
        """What the row says and how it is asked for, and its evidence, folded."""
        return fold(" ".join((self.zh, *self.asks_zh, *(one.words for one in self.evidence))))

    @cached_property
    def chapters(self) -> tuple[int, ...]:
        """The chapters the answer rests on, in order of first use."""
        return tuple(dict.fromkeys(int(re.split(r"[.#]", ref)[0]) for ref in self.refs))


@dataclass(frozen=True)
class Asked:
    """What readers ask, in one wording for each language, and the clauses or comments that answer it, the most telling
    first: what passages are ranked by."""

    refs: tuple[str, ...]
    type: str
    zh: str
    en: str


@dataclass(frozen=True)
class Book:
    """All rows by id, in the order of the files."""

    rows: dict[str, Row]

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """The first wordings of every written row with what answers it."""
        written = (row for row in self.rows.values() if row.origin == "written")
        return tuple(Asked(row.refs, row.type, row.asks_zh[0], row.asks_en[0]) for row in written)

    @cached_property
    def by_ref(self) -> dict[str, tuple[Row, ...]]:
        """The rows that rest on a clause or comment, by its reference."""
        found: dict[str, list[Row]] = {}
        for row in self.rows.values():
            for ref in row.refs:
                found.setdefault(ref, []).append(row)
        return {ref: tuple(rows) for ref, rows in found.items()}


def files(folder: Path = ROOT) -> list[Path]:
    """The files of the book, in order."""
    return sorted(folder.rglob("*.txt"))


def load(folder: Path = ROOT) -> Book:
    """Read all files of a folder; CorpusError names the file and the line that cannot be read."""
    return Book(_unique(row for path in files(folder) for row in read(path, folder)))


def read(path: Path, root: Path = ROOT) -> Iterator[Row]:
    """The rows of one file, in order; CorpusError where a block is not of the form that docs/answers.md gives."""
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    block: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# ") and block:
            yield _row(block, name)
            block = []
        if line.strip() and not line.startswith("//"):
            block.append((number, line))
    if block:
        yield _row(block, name)


def _unique(rows: Iterable[Row]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in rows:
        if row.id in found:
            raise CorpusError(f"{row.place}: the id {row.id} stands already at {found[row.id].place}")
        found[row.id] = row
    return found


def _row(block: list[tuple[int, str]], name: str) -> Row:
    number, head = block[0]
    place = f"{name}, line {number}"
    matched = _HEAD.fullmatch(head.rstrip())
    if not matched:
        raise CorpusError(f"{place}: “{head[:60]}” should be “# ID TYPE”")
    if not _ID.fullmatch(matched["id"]):
        raise CorpusError(f"{place}: {matched['id']} is no id such as 5.17.1-marshal")
    if matched["type"] not in TYPES:
        raise CorpusError(f"{place}: {matched['type']} is no type; types are {', '.join(TYPES)}")
    values: dict[str, str] = {}
    last = ""
    for at, line in block[1:]:
        if line.startswith("  ") and last:
            values[last] += "\n" + line.strip()
            continue
        found = _FIELD.fullmatch(line.rstrip())
        if not found or found["name"] in values:
            problem = "stands twice" if found else "begins with none of zh: en: ev: zh? en?"
            raise CorpusError(f"{name}, line {at}: “{line[:40]}” {problem}")
        last = found["name"]
        values[last] = found["value"].strip()
    lacking = [field for field in ("zh:", "en:", "ev:", "zh?", "en?") if not values.get(field)]
    if lacking:
        raise CorpusError(f"{place}: {matched['id']} lacks {' '.join(lacking)}")
    return Row(
        id=matched["id"],
        type=matched["type"],
        zh=values["zh:"],
        en=values["en:"],
        evidence=_evidence(values["ev:"], place),
        asks_zh=_asks(values["zh?"]),
        asks_en=_asks(values["en?"]),
        place=place,
    )


def _asks(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.replace("\n", " | ").split("|") if part.strip()))


def _evidence(text: str, place: str) -> tuple[Evidence, ...]:
    """The pieces of ``5.17.1「司正為司馬」; 4.7.7「祭如賓禮」「不告旨」``; one reference may bring several."""
    found: list[Evidence] = []
    at = 0
    text = text.replace("\n", " ")
    while at < len(text):
        matched = _EVIDENCE.match(text, at)
        if not matched:
            raise CorpusError(f"{place}: the evidence cannot be read from “{text[at : at + 40]}” on")
        found += (Evidence(matched["ref"], words) for words in re.findall(_WORDS, matched["words"]))
        at = matched.end()
    return tuple(found)
