"""From whatever a person typed to what is held: the reference, its kind and the clauses it covers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rapidfuzz import fuzz, process

from corpus.canon import Canon, Phase
from corpus.errors import PageUnknown, ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
from corpus.fold import fold
from corpus.leaves import Leaves, leaf_order
from corpus.model import whole
from corpus.ref import CHAPTERS, Page, Ref, clause_order, parse

Kind = Literal["chapter", "phase", "clause", "range", "comment", "page"]
SUGGESTIONS = 3


@dataclass(frozen=True)
class Resolution:
    """A reference that exists: what it is and which clauses, in order, it covers.

    Of a page of an edition, ``page`` is its address and ``ref`` the first clause on it.
    """

    ref: Ref
    kind: Kind
    clauses: tuple[str, ...]
    page: str = ""


class Resolver:
    """Resolves references against the canon and the comments that are held.

    ``comments`` are the references of all comments, such as ``5.21.3#zheng.1``, and of their pieces; ``leaves`` the
    pages of editions.
    """

    def __init__(self, canon: Canon, comments: Iterable[str], leaves: Leaves | None = None) -> None:
        self._canon = canon
        self._leaves = leaves or Leaves((), {})
        self._comments = frozenset(comments)
        self._phases: dict[tuple[int, str], int] = {}
        self._by_phase_name: dict[str, list[Phase]] = {}
        for chapter in canon.held:
            for phase in chapter.phases:
                for name in {phase.name_hant, phase.name_hans}:
                    self._phases[chapter.number, name] = phase.number
                self._by_phase_name.setdefault(fold(phase.name_hant), []).append(phase)

    def resolve(self, text: str) -> Resolution:
        """What ``text`` names.

        Raises ReferenceMalformed, ReferenceUnknown (both with the nearest valid references) or ReferenceAmbiguous.
        """
        self._refuse_ambiguous(text)
        try:
            ref = parse(text, self._phases)
        except ReferenceMalformed as error:
            phases = self._by_phase_name.get(fold(text), [])
            if len(phases) == 1:
                return self.resolution(Ref(phases[0].chapter, phases[0].number))
            raise ReferenceMalformed(error.text, self._near_words(text)) from None
        if isinstance(ref, Page):
            return self._page(ref)
        return self.resolution(ref)

    def _page(self, page: Page) -> Resolution:
        standing = self._leaves.clauses(str(page))
        if not standing:
            volume = str(page).rpartition("-")[0]
            own = [p for p in self._leaves.pages if p.startswith(volume) and self._leaves.clauses(p)]
            wanted = leaf_order(page.leaf)
            own.sort(key=lambda p: abs(leaf_order(p.rpartition("-")[2]) - wanted))
            raise PageUnknown(str(page), self._leaves.volumes, tuple(own[:SUGGESTIONS]))
        clauses = tuple(ref for ref in standing if ref in self._canon.clauses)
        first = parse((clauses or standing)[0])  # a page may have the head of its chapter alone
        return Resolution(first if isinstance(first, Ref) else Ref(0), "page", clauses, str(page))

    def resolution(self, ref: Ref) -> Resolution:
        """What an already parsed reference names; raises ReferenceUnknown with the nearest valid ones."""
        clauses = self._clauses(ref)
        if not clauses:
            raise ReferenceUnknown(str(ref), self._near_numbers(ref))
        if ref.speaker:
            return self._comment(ref, clauses)
        if ref.through:
            return Resolution(ref, "range", clauses)
        kind: Kind = "clause" if ref.clause else "phase" if ref.phase is not None else "chapter"
        return Resolution(ref, kind, clauses)

    def _comment(self, ref: Ref, clauses: tuple[str, ...]) -> Resolution:
        wanted = str(replace(ref, witness=None))
        own = {whole(c) for c in self._comments if c.split("#")[0] == str(ref.base)}
        held = [c for c in own if c.startswith(f"{wanted}.")] if ref.ordinal is None else [wanted]
        if not held or (ref.ordinal is not None and wanted not in self._comments):
            near = [c for c in self._comments if c.startswith(f"{whole(wanted)}.")] if ref.piece is not None else []
            raise ReferenceUnknown(str(ref), tuple(sorted(near or own)[:SUGGESTIONS]) or (str(ref.base),))
        if ref.ordinal is None and len(held) == 1:
            ref = replace(ref, ordinal=int(held[0].rpartition(".")[2]))
        return Resolution(ref, "comment", clauses)

    def _clauses(self, ref: Ref) -> tuple[str, ...]:
        chapter = self._canon.chapters.get(ref.chapter)
        if chapter is None:
            return ()
        if ref.phase is None:
            return tuple(c.ref for c in chapter.clauses)
        last = int(clause_order(ref.through)[0]) if ref.through and not ref.clause else ref.phase
        inside = [p for p in chapter.phases if ref.phase <= p.number <= last]
        if not inside or inside[-1].number != last:
            return ()
        clauses = [c for p in inside for c in p.clauses]
        if ref.clause:
            low, high = clause_order(ref.clause), clause_order(ref.through or ref.clause)
            labels = {c.label for c in clauses}
            if ref.clause not in labels or (ref.through or ref.clause) not in labels:
                return ()
            clauses = [c for c in clauses if low <= clause_order(c.label) <= high]
        return tuple(c.ref for c in clauses)

    def _refuse_ambiguous(self, text: str) -> None:
        """「21.3」 lacks its chapter, 「射禮 21」 fits two, a phase's name may stand in several: list the readings."""
        plain = unicodedata.normalize("NFKC", text).strip()
        readings: list[str] = []
        if (match := re.fullmatch(r"(\d+)\.(\d+[a-z]?)", plain)) and int(match[1]) not in CHAPTERS:
            readings = [f"{c.number}.{plain}" for c in self._canon.held if f"{c.number}.{plain}" in self._canon.clauses]
        elif match := re.fullmatch(r"射[禮礼儀仪]?\s*([\d.]*[a-z]?)", plain):
            named = (f"{n}.{match[1]}".rstrip(".") for n in (5, 7))
            readings = [r for r in named if self._clauses_of(r)]
        elif len(phases := self._by_phase_name.get(fold(plain), [])) > 1:
            readings = [p.ref for p in phases]
        if len(readings) > 1:
            raise ReferenceAmbiguous(text.strip()[:80], tuple(readings))

    def _clauses_of(self, text: str) -> tuple[str, ...]:
        ref = parse(text)
        return self._clauses(ref) if isinstance(ref, Ref) else ()

    def _near_numbers(self, ref: Ref) -> tuple[str, ...]:
        """Neighbours by number: the last clause there is, the last phase there is, or the chapters that are held."""
        chapter = self._canon.chapters.get(ref.chapter)
        if chapter is None or not chapter.phases:
            return tuple(str(c.number) for c in self._canon.held)
        nearest = min(chapter.phases, key=lambda p: abs(p.number - (ref.phase or 1)))
        if nearest.number != ref.phase or ref.clause is None:
            return (nearest.ref,)
        wanted = clause_order(ref.clause)[0]
        by_distance = sorted(nearest.clauses, key=lambda c: abs(clause_order(c.label)[0] - wanted))
        return tuple(c.ref for c in by_distance[:SUGGESTIONS])

    def _near_words(self, text: str) -> tuple[str, ...]:
        """References whose written form is most like what was typed; the numbers typed are kept where they fit."""
        plain = unicodedata.normalize("NFKC", text).lower()[:80]
        numbers = re.findall(r"\d+[a-z]?", plain)
        forms = {name: number for number, names in CHAPTERS.items() for name in names}
        letters = re.sub(r"[^a-z\u3400-\u9fff]|yili|儀禮|仪礼", "", plain)
        held = {c.number for c in self._canon.held}
        found = process.extract(letters, forms.keys(), scorer=fuzz.ratio, limit=6, score_cutoff=50) if letters else []
        chapters = dict.fromkeys(forms[name] for name, _, _ in found if forms[name] in held)
        if not chapters and numbers and int(re.sub(r"\D", "", numbers[0])) in held:
            chapters, numbers = {int(re.sub(r"\D", "", numbers[0])): None}, numbers[1:]
        near: list[str] = []
        for chapter in chapters:
            tails = (".".join(numbers[:size]) for size in (2, 1, 0))
            refs = (f"{chapter}.{tail}" if tail else str(chapter) for tail in tails)
            near.extend(next(([r] for r in refs if re.fullmatch(r"[1-9][\d.a-z]*", r) and self._held(r)), []))
        return tuple(near[:SUGGESTIONS])

    def _held(self, text: str) -> bool:
        try:
            return bool(self._clauses_of(text))
        except ReferenceMalformed:
            return False
