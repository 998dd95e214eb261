"""Conversations and questions that nothing answers: what the recognition of questions is taught and tested with.

``dialogues/*.talk`` has one turn a line, ``ROW | question`` – the id of the row that answers it, or ``-`` – and an
empty line between conversations; ``unanswered/*.tsv`` has the columns of :class:`Unanswered`; ``questions/*.tsv`` has
questions as people put them, with the rows that answer them (:class:`Labelled`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.canon import rows
from corpus.errors import CorpusError

ROOT = Path(__file__).parent
COLUMNS = ("lang", "kind", "question")
KINDS = ("near", "far")
LABELLED = ("rows", "lang", "kind", "question")
VOICES = ("plain", "told", "loose", "keywords", "yesno", "premise", "why", "double", "classical")


@dataclass(frozen=True)
class Turn:
    """One question of a conversation and the id of the row that answers it, "" where none does; ``origin`` names the
    file it stands in."""

    question: str
    row: str
    origin: str = ""


@dataclass(frozen=True)
class Labelled:
    """A question as somebody put it who had not seen the wordings of the rows; ``lang`` is zh-Hant, zh-Hans or en.

    ``parts`` has, for each thing asked (a ``double`` question asks two), the ids of the rows any of which answers it.
    ``kind``: ``plain``; ``told`` with who asks and why; ``loose`` and chatty; ``keywords``; ``yesno``; ``premise``,
    which assumes what is false; ``why``; ``classical``. ``origin`` names the file it stands in.
    """

    parts: tuple[tuple[str, ...], ...]
    lang: str
    kind: str
    question: str
    origin: str = ""


@dataclass(frozen=True)
class Unanswered:
    """A question that nothing here answers: ``near`` to these rites (other chapters, other classics, whether it is
    still done) or ``far`` from them; ``lang`` is zh-Hant, zh-Hans or en."""

    lang: str
    kind: str
    question: str


def dialogues(root: Path = ROOT) -> list[tuple[Turn, ...]]:
    """All conversations; CorpusError names the file and the line that is no turn."""
    return [talk for path in sorted((root / "dialogues").glob("*.talk")) for talk in _dialogues(path)]


def _dialogues(path: Path) -> Iterator[tuple[Turn, ...]]:
    turns: list[Turn] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        if line.startswith("//"):
            continue
        if not line.strip():
            if turns:
                yield tuple(turns)
            turns = []
            continue
        row, mark, question = line.partition(" | ")
        if not mark or not question.strip():
            raise CorpusError(f"{path.name}, line {number}: “{line[:40]}” should be “ROW | question”")
        turns.append(Turn(question.strip(), "" if row.strip() == "-" else row.strip(), path.stem))


def unanswered(root: Path = ROOT) -> list[Unanswered]:
    """All questions that nothing answers; CorpusError names the line that breaks a rule."""
    found = []
    for path in sorted((root / "unanswered").glob("*.tsv")):
        for line, row in enumerate(rows(path, COLUMNS), 2):
            if row["kind"] not in KINDS:
                raise CorpusError(f"{path.name}, line {line}: {row['kind']!r} is not one of {', '.join(KINDS)}")
            found.append(Unanswered(row["lang"], row["kind"], row["question"]))
    return found


def question_files(root: Path = ROOT) -> list[Path]:
    """The files of questions in people's words, in order."""
    return sorted((root / "questions").glob("*.tsv"))


def questions(root: Path = ROOT) -> list[Labelled]:
    """All questions in people's words; CorpusError names the line that breaks a rule."""
    found = []
    for path in question_files(root):
        for line, row in enumerate(rows(path, LABELLED), 2):
            if row["kind"] not in VOICES:
                raise CorpusError(f"{path.name}, line {line}: {row['kind']!r} is not one of {', '.join(VOICES)}")
            parts = tuple(tuple(one.strip() for one in part.split(",")) for part in row["rows"].split("+"))
            found.append(Labelled(parts, row["lang"], row["kind"], row["question"], path.stem))
    return found
