"""The values everything else passes around. Frozen.

A *clause* is the smallest stretch of base text that any commentary attaches to. A *unit* is a clause or one
piece of a comment as one witness prints it: what is indexed, served and cited.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from corpus.tables import CANON, rows, words

COLUMNS = ("layer", "name", "kind", "written", "asked", "claimed", "claimed_en", "short")


def _table() -> dict[str, dict[str, str]]:
    return {row["layer"]: row for row in rows(CANON / "layers.tsv", COLUMNS)}


_TABLE = _table()


class Layer(StrEnum):
    """What a text is. The value is its code in references and URNs; a layer is never a witness.

    The members are the rows of ``canon/layers.tsv``; those that the code itself speaks of are named here.
    """

    _ignore_ = ["_code"]  # noqa: RUF012 - a word of Enum
    JING: Layer
    JI: Layer
    ZHU: Layer
    SHU: Layer
    AN: Layer
    JINAN: Layer
    YIN: Layer
    ZHANG: Layer
    YANG: Layer
    TIJIE: Layer
    JINZHU: Layer
    JINYI: Layer
    for _code in _TABLE:
        vars()[_code.upper()] = _code

    @property
    def zh(self) -> str:
        """The name readers know: ``Layer.ZHU.zh == "注"``."""
        return _TABLE[self]["name"]

    @property
    def is_base(self) -> bool:
        """True of 經 and 記, false of every kind of commentary."""
        return _TABLE[self]["kind"] == "base"

    @property
    def is_commentary(self) -> bool:
        """True of what explains the text, false of 音義 (sounds) and of what modern editors write."""
        return _TABLE[self]["kind"] == "commentary"

    @property
    def is_modern(self) -> bool:
        """True of introductions, notes and translations of modern editors."""
        return _TABLE[self]["kind"] == "modern"

    @property
    def written(self) -> tuple[str, ...]:
        """Names in references, of a layer that no commentator speaks in."""
        return words(_TABLE[self]["written"])

    @property
    def asked(self) -> tuple[str, ...]:
        """Words by which a question asks for the layer outright."""
        return words(_TABLE[self]["asked"])

    @property
    def claimed(self) -> tuple[str, ...]:
        """Words by which somebody says that a quotation stands in the layer."""
        return words(_TABLE[self]["claimed"])

    @property
    def claimed_en(self) -> str:
        """The same in English, as a pattern; "" where there is none."""
        return _TABLE[self]["claimed_en"]

    @property
    def short(self) -> str:
        """A shorter name that filters take, "" where there is none."""
        return _TABLE[self]["short"]


class Kind(StrEnum):
    """What a reader says of each character of its source; the value is its letter in ``Reading.kinds``."""

    BASE = "b"
    COMMENT = "c"
    HEADING = "h"
    MARKER = "m"
    FURNITURE = "f"
    DAMAGE = "d"


@dataclass(frozen=True)
class Stretch:
    """A run of one layer as a source prints it, in reading order.

    ``text`` is the stored text: line breaks joined, entities resolved, misprints kept. ``offsets[i]`` is the
    code-point position in the source of ``text[i]`` (for an entity, of its first character). ``copy`` tells
    apart several copies of one text in one source ("" where there is one). ``lemma`` is the first and last words
    a comment names as its object, where it names them. ``anchor`` is the number of characters of the base text
    before it (in the same copy) that precede a comment: where the comment stands. ``run`` is
    the span of that base text which it explains, where the reader knows it.
    """

    layer: Layer
    text: str
    offsets: tuple[int, ...]
    commentator: str | None = None
    copy: str = ""
    chapter: int = 0
    lemma: tuple[str, str] | None = None
    anchor: int = 0
    run: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if len(self.text) != len(self.offsets):
            raise ValueError(f"{len(self.text)} characters but {len(self.offsets)} offsets: {self.text[:20]}")

    @property
    def extents(self) -> tuple[tuple[int, int], ...]:
        """Maximal runs of consecutive source positions, end-exclusive: ``((120, 141), (142, 160))``."""
        runs: list[tuple[int, int]] = []
        for at in self.offsets:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
        return tuple(runs)


@dataclass(frozen=True)
class Reading:
    """What a reader makes of a whole source: ``kinds`` has one ``Kind`` letter for every character of it."""

    kinds: str
    stretches: tuple[Stretch, ...]

    def account(self) -> dict[Kind, int]:
        """How many characters of the source are of each kind; the sum is its length."""
        return {kind: self.kinds.count(kind.value) for kind in Kind}


@dataclass(frozen=True)
class Unit:
    """A clause or one piece of a comment as one witness prints it, at most 300 characters.

    ``key`` is unique and stable ("5.21.3@jishi", "4.1.1#jia.1.2@zhushu"); ``ref`` is the same without the
    witness. ``phase`` is 0 and ``clause`` "" for a comment on the head of a chapter. ``extents`` are the
    code-point positions in the source. ``through`` is the last clause a comment covers where it explains a run.
    """

    ref: str
    layer: Layer
    witness: str
    text: str
    chapter: int
    phase: int
    clause: str
    commentator: str | None = None
    extents: tuple[tuple[int, int], ...] = ()
    through: str = ""

    @property
    def key(self) -> str:
        """Reference and witness: ``5.21.3@jishi``."""
        return f"{self.ref}@{self.witness}"

    @property
    def base_ref(self) -> str:
        """The clause (or phase, or chapter) the unit stands at: ``4.1.1`` for ``4.1.1#jia.1.2``."""
        return self.ref.split("#")[0]

    @property
    def whole_ref(self) -> str:
        """The reference without the number of the piece: ``4.1.1#jia.1`` for ``4.1.1#jia.1.2``."""
        return whole(self.ref)


@dataclass(frozen=True)
class Leaf:
    """One page of an edition that is read from disk and not placed in the canon: its main text, or its small notes.

    ``ref`` is the address of the page, ``KR1d0038_WYG_005-15b``; ``witness`` the repository, ``title`` and ``juan``
    what it is called. ``chapter`` is 0 where no heading says which of the seventeen it is.
    """

    ref: str
    text: str
    witness: str
    title: str
    juan: str
    note: bool = False
    chapter: int = 0


Stored = Unit | Leaf
"""Whatever has stored text in which words may stand."""


def whole(ref: str) -> str:
    """A comment's reference without the number of the piece; any other reference as it is."""
    base, mark, comment = ref.partition("#")
    return base + mark + ".".join(comment.split(".")[:2])


def chapter_of(ref: str) -> int:
    """Return the number of the chapter in a canonical reference: ``chapter_of("5.21.3#zheng.1") == 5``."""
    return int(ref.split("#", maxsplit=1)[0].split(".", maxsplit=1)[0])
