"""The reference: how a passage is named. A pure value; parsing and printing need no file, index or database.

    parse("鄉射禮 21.3") == parse("Yili 5.21.3") == Ref(5, 21, "3")      str(Ref(5, 21, "3")) == "5.21.3"

Forms understood (NFKC first, so full-width digits and dots are as good as any):

====================  ==========================================================================================
canonical             ``5.21.3``, ``5.21`` (a phase), ``5`` (a chapter), ``5.21.3a`` (a later split)
range                 ``5.21.3-5`` (clauses), ``5.21-23`` (phases)
Chinese               ``儀禮·鄉射禮 21.3``, ``乡射礼 21.3``, ``《儀禮·鄉射禮》21.3``, ``鄉射禮·三耦射·3``
English               ``Yili 5.21.3``, ``Yi-li 5.21.3``, ``Xiangsheli 21.3``, ``District Archery Ceremony 21.3``
commentary            ``5.21.3#zheng.1``, piece 2 of it ``5.21.3#zheng.1.2``, ``鄭玄注·鄉射禮 21.3``
URN                   ``urn:cts:yili:jing.p05.jishi:21.3``, ``urn:cts:yili:zhu.p05.jishi:21.3.n1``; without witness
                      ``urn:cts:yili:jing.p05:21.3``
page of an edition    ``KR1d0038_WYG_005-15b`` (see :class:`Page`)
permalink             ``/read/5.21.3@jishi``, ``https://wenli.example/read/5.21.3?lang=en#zheng.1``
====================  ==========================================================================================
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import unquote

from corpus.errors import ReferenceMalformed
from corpus.ref_names import CHAPTERS, SPEAKERS

__all__ = ["CHAPTERS", "MAX_LENGTH", "SPEAKERS", "Page", "Ref", "clause_order", "parse"]

MAX_LENGTH = 200
_BY_NAME = {name: number for number, names in CHAPTERS.items() for name in names}
_BY_SPEAKER = {name: slug for slug, (_, *names) in SPEAKERS.items() for name in names}
_SLUG_OF_LAYER = {layer: slug for slug, (layer, *_) in SPEAKERS.items()}
_LABEL = r"[1-9]\d{0,2}[a-z]?"
_CANONICAL = re.compile(
    rf"(?P<chapter>[1-9]\d?)(?:\.(?P<phase>[1-9]\d{{0,2}})(?:\.(?P<clause>{_LABEL}))?)?(?:-(?P<through>{_LABEL}))?"
    r"(?:#(?P<slug>[a-z]{2,12})(?:\.(?P<ordinal>[1-9]\d{0,2})(?:\.(?P<piece>[1-9]\d{0,2}))?)?)?"
    r"(?:@(?P<witness>[a-z][a-z0-9-]{1,40}))?"
)
_URN = re.compile(
    rf"urn:cts:yili:(?P<layer>[a-z]+)\.p(?P<chapter>\d\d)(?:\.(?P<witness>[a-z][a-z0-9-]{{1,40}}))?"
    rf"(?::(?:(?P<phase>[1-9]\d{{0,2}})(?:\.(?P<clause>{_LABEL}))?(?:-(?P<through>{_LABEL}))?)?"
    r"(?:(?:^|\.|(?<=:))n(?P<ordinal>[1-9]\d{0,2})(?:\.(?P<piece>[1-9]\d{0,2}))?)?)?"
)
_PAGE = re.compile(r"(?P<work>KR\d[a-z]\d{4})_(?P<edition>[A-Z]+)_(?P<juan>\d{3})-(?P<leaf>\d+[a-d])")
_LINK = re.compile(r"(?:https?://[^/\s]+)?/read/(?P<ref>[^?#\s]+)(?:\?[^#\s]*)?(?P<comment>#[a-z0-9.]+)?")
_TAIL = re.compile(rf"(?P<phase>[1-9]\d{{0,2}})(?:\.(?P<clause>{_LABEL}))?(?:-(?P<through>{_LABEL}))?")


@dataclass(frozen=True)
class Ref:
    """A reference. ``clause`` is a label ("3", "3a"); ``through`` the last clause, or phase, of a range."""

    chapter: int
    phase: int | None = None
    clause: str | None = None
    through: str | None = None
    speaker: str | None = None
    ordinal: int | None = None
    piece: int | None = None
    witness: str | None = None

    def __str__(self) -> str:
        parts = [str(self.chapter)]
        if self.phase is not None:
            parts.append(str(self.phase))
        if self.clause is not None:
            parts.append(self.clause)
        text = ".".join(parts) + (f"-{self.through}" if self.through else "")
        if self.speaker:
            text += "#" + ".".join(str(p) for p in (self.speaker, self.ordinal, self.piece) if p is not None)
        return text

    @property
    def base(self) -> Ref:
        """The clause, phase or chapter without commentary and witness."""
        return Ref(self.chapter, self.phase, self.clause, self.through)

    def chinese(self) -> str:
        """``儀禮·鄉射禮 21.3``; commentary as ``鄭玄注·鄉射禮 21.3``."""
        name = CHAPTERS[self.chapter][0] if self.chapter in CHAPTERS else str(self.chapter)
        head = f"{SPEAKERS[self.speaker][1]}·{name}" if self.speaker in SPEAKERS else f"儀禮·{name}"
        numbers = str(self.base).partition(".")[2]
        return f"{head} {numbers}" if numbers else head

    def english(self) -> str:
        """``Yili 5.21.3``."""
        return f"Yili {self}"

    def urn(self, layer: str, witness: str) -> str:
        """The CTS-shaped name in one witness: ``Ref(5, 21, "3").urn("jing", "jishi")``."""
        passage = str(self.base).partition(".")[2]
        if self.ordinal is not None:
            note = f"n{self.ordinal}" + (f".{self.piece}" if self.piece is not None else "")
            passage = f"{passage}.{note}" if passage else note
        return f"urn:cts:yili:{layer}.p{self.chapter:02}.{witness}" + (f":{passage}" if passage else "")


@dataclass(frozen=True)
class Page:
    """A page of a printed edition as Kanripo names it: work, edition, juan (卷), leaf with side."""

    work: str
    edition: str
    juan: int
    leaf: str

    def __str__(self) -> str:
        return f"{self.work}_{self.edition}_{self.juan:03}-{self.leaf}"


def parse(text: str, phases: Mapping[tuple[int, str], int] | None = None) -> Ref | Page:
    """Read a reference in any form a person may write.

    ``phases`` gives the number of a phase by chapter and name, for forms such as 鄉射禮·三耦射·3.
    Raises ReferenceMalformed. ``parse("乡射礼 21.3-5") == Ref(5, 21, "3", "5")``.
    """
    if len(text) > MAX_LENGTH:
        raise ReferenceMalformed(text[:40] + "…")
    plain = _plain(_unlinked(text))
    for pattern, read in ((_URN, _from_urn), (_PAGE, _from_page), (_CANONICAL, _from_canonical)):
        if match := pattern.fullmatch(plain):
            return _checked(read(match.groupdict()), text)
    written = _from_words(plain, phases or {})
    if written is None:
        raise ReferenceMalformed(text.strip())
    return _checked(written, text)


def _unlinked(text: str) -> str:
    """The reference in the address of a page that shows it; any other text as it is."""
    found = _LINK.fullmatch(text.strip())
    if found is None:
        return text
    base, at, witness = unquote(found["ref"]).partition("@")
    return base + (found["comment"] or "") + at + witness


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).strip()
    text = re.sub(r"[‐‑‒–—―−〜~～]|(?<=[\da-z])\s*至\s*(?=\d)", "-", text)  # 拜至 is the name of a phase
    text = re.sub(r"[·‧・•∙．。]", ".", text)
    return re.sub(r"\s*([-.#@:])\s*", r"\1", text)


def _checked(ref: Ref | Page, text: str) -> Ref | Page:
    """Refuse a range that runs backwards; what is merely absent (an eighteenth chapter) is well formed."""
    if isinstance(ref, Ref) and ref.through:
        first = ref.clause if ref.clause else str(ref.phase or "")
        if not first or clause_order(ref.through) < clause_order(first):
            raise ReferenceMalformed(text.strip())
        if ref.through == first:
            return replace(ref, through=None)
    return ref


def clause_order(label: str) -> tuple[int, str]:
    """The sorting key of a clause label: 3 < 3a < 4."""
    digits = label.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(digits), label[len(digits) :]


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _from_canonical(found: dict[str, str | None]) -> Ref:
    return Ref(
        int(found["chapter"] or 0),
        _number(found["phase"]),
        found["clause"],
        found["through"],
        found["slug"],
        _number(found["ordinal"]),
        _number(found["piece"]),
        found["witness"],
    )


def _from_urn(found: dict[str, str | None]) -> Ref:
    ref = _from_canonical({**found, "slug": None})
    return replace(ref, speaker=_SLUG_OF_LAYER.get(found["layer"] or ""))


def _from_page(found: dict[str, str | None]) -> Page:
    return Page(found["work"] or "", found["edition"] or "", int(found["juan"] or 0), found["leaf"] or "")


def _from_words(plain: str, phases: Mapping[tuple[int, str], int]) -> Ref | None:
    """Forms with names in them: take off the work, the speaker, the chapter; read what is left as numbers."""
    rest = re.sub(r"[《》〈〉「」\[\]()]", " ", plain)
    rest, work = re.subn(r"^\s*(?:the\s+)?(?:儀禮|仪礼|yi[\s-]?li|i-li)[\s.,:]*", "", rest, flags=re.IGNORECASE)
    speaker, rest = _take(rest, _BY_SPEAKER)
    chapter, rest = _take(rest, _BY_NAME)
    if chapter is None:
        match = _CANONICAL.fullmatch(rest.strip())
        if not match or not (speaker or work):
            return None
        plain_ref = _from_canonical(match.groupdict())
        return replace(plain_ref, speaker=str(speaker)) if speaker else plain_ref
    if speaker is None:
        speaker, rest = _take(rest, _BY_SPEAKER)
    rest = re.sub(r"^\s*(?:第\s*)|(?<=[\da-z])\s*(?:節|节|章|條|条)\s*$", "", rest).strip(" .,:")
    base = Ref(int(chapter), speaker=str(speaker) if speaker else None)
    if not rest:
        return base
    here = (name for number, name in phases if number == base.chapter and rest.startswith(name))
    named = max(here, key=len, default="")
    if named:
        base = replace(base, phase=phases[base.chapter, named])
        rest = rest[len(named) :].strip(" .,:")
        if not rest:
            return base
        match = re.fullmatch(rf"(?P<clause>{_LABEL})(?:-(?P<through>{_LABEL}))?", rest)
        return replace(base, clause=match["clause"], through=match["through"]) if match else None
    if match := _TAIL.fullmatch(rest):
        return replace(base, phase=int(match["phase"]), clause=match["clause"], through=match["through"])
    return None


def _take(rest: str, names: Mapping[str, int] | Mapping[str, str]) -> tuple[int | str | None, str]:
    """Take the longest known name off the front; Latin names may be spaced and capitalised as one likes."""
    rest = rest.strip(" .,:")
    for name in sorted(names, key=len, reverse=True):
        if match := _spaced(name).match(rest):
            return names[name], rest[match.end() :]
    return None, rest


@lru_cache(maxsize=4096)
def _spaced(name: str) -> re.Pattern[str]:
    pattern = r"[\s'’]*".join(map(re.escape, name)) + (r"(?![a-z])" if name.isascii() else "")
    return re.compile(pattern, re.IGNORECASE)
