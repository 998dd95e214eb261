"""Whether a sentence says what its passages say: who does what, on which side, how often, and what is not done.

meaning = Meaning(library, ClaimChecker(library, glossary.load()))
meaning.misread("The guest goes to notify the host [4].", [], [4], evidence)    # "the passages cited say otherwise: …"

A sentence that speaks of several rites or commentators is read piece by piece, each against the passages of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from corpus.claims.checker import ClaimChecker, Unborne
from corpus.claims.features import Ground
from corpus.fold import fold
from corpus.library import Library
from corpus.mentions import Mentions
from corpus.model import Unit
from service.guard import markers, speech
from service.guard.entailed import Entailed
from service.guard.evidence import Evidence
from service.guard.quotations import Found

_PIECE = re.compile(r"[，,；;。]|\b(?:while|whereas|but)\b")
_RUN = re.compile(r"(?:\[\d+\])+")
_SHOWN = re.compile(r"([^。；;.！!？?「」『』“”]*)[：:]\s*[「『“‘\"]$")
_SAYING = re.compile(
    r"(?:[說说云曰言道問问答寫写作是為为有令命稱称叫規規定话話句文]|"
    r"\b(?:says?|reads?|states?|writes?|orders?|asks?|opens?|begins?|words?|texts?|notes?|runs?|answers?|repl(?:y|ies)|are|is|calls?|adds|explains?|quotes?|full|up|oath|reason))\s*$"
)
"""Before words that are said, and not shown."""
_SAYS = {
    "actor": "who does it",
    "person": "nothing of this person",
    "side": "on which side or facing which way",
    "direction": "a direction that they do not name",
    "number": "how many or how often",
    "negation": "whether it is so at all",
    "denial": "whether it is so at all",
    "absence": "whether it is there at all",
    "pole": "the opposite",
    "order": "what comes first",
    "unknown": "nothing of the kind",
    "generality": "nothing of all rites",
    "time": "nothing of the kind",
}


_CERTAIN = (
    "actor",
    "person",
    "absence",
    "side",
    "direction",
    "number",
    "pole",
    "denial",
    "order",
    "unknown",
    "generality",
    "time",
)
"""What is taken out whatever the small model says: of true sentences the rules say so too seldom to be asked about."""


def _told(found: Sequence[Unborne]) -> str:
    if not found:
        return "the passages cited say otherwise, or do not say it"
    what = f": {found[0].what}" if found[0].what else ""
    return f"the passages cited say otherwise ({_SAYS[found[0].kind]}{what})"


def _refs(evidence: Evidence, number: int) -> tuple[str, str]:
    """The references of a passage and of the clause that it is on."""
    unit = evidence.unit(number)
    return unit.whole_ref, unit.base_ref


class Meaning:
    """Reads sentences against the passages that they cite. Safe to share between threads."""

    def __init__(self, library: Library, claims: ClaimChecker, entailed: Entailed | None = None) -> None:
        self._claims = claims
        self._canon = library.canon
        self._entailed = entailed or Entailed.load()
        self._mentions = Mentions(library.commentators)
        self._resting = lru_cache(maxsize=512)(claims.resting)
        self._quoting = lru_cache(maxsize=128)(claims.quoting)
        self._leading = lru_cache(maxsize=16)(claims.rendered)

    def misread(self, text: str, quotes: Sequence[Found], cited: Sequence[int], evidence: Evidence) -> str:
        """What a sentence says otherwise than the passages it cites, in words for the model; "" where nothing is."""
        if speech.is_silence(text):
            return ""
        whole = text
        for quote in quotes:
            text = text.replace(quote.words, " ")
        for piece, own in self._pieces(text, cited, evidence):
            ground = self._resting(tuple(sorted({ref for number in own for ref in _refs(evidence, number)})))
            found, values = self._claims.read(piece, ground, self._quoted(quotes, own, evidence))
            if not speech.is_lead(text):
                phases = "".join(self._phase(evidence, number) for number in own)
                found += [one for one in self._claims.strangers(piece, ground) if fold(one.what) not in phases]
            certain = [one for one in found if one.kind in _CERTAIN]
            if certain or self._entailed.false(values, bool(found)):
                return _told((*certain, *found))
        return self._unshown(whole, quotes, cited, evidence)

    def _unshown(self, text: str, quotes: Sequence[Found], cited: Sequence[int], evidence: Evidence) -> str:
        """The same of what stands before a colon and a quotation, which is to bear it out."""
        for quote in quotes:
            shown = _SHOWN.search(text[: quote.start])
            if not shown or _SAYING.search(shown[1]):
                continue
            quoted = self._quoted([quote], cited, evidence)
            ground = self._resting(tuple(sorted({ref for number in cited for ref in _refs(evidence, number)})))
            if quoted and self._claims.unlike(markers.without(shown[1]), quoted, ground):
                return "the passages cited say otherwise, or do not say it (the words quoted tell something else)"
        return ""

    def _quoted(self, quotes: Sequence[Found], cited: Sequence[int], evidence: Evidence) -> Ground | None:
        """What tells of the words that are quoted from the passages cited."""
        found = {}
        for quote in quotes:
            for match in evidence.places(cited, quote.words):
                unit = match.place.unit
                if isinstance(unit, Unit):
                    found[unit.whole_ref, unit.base_ref] = quote.words
        if not found:
            return None
        refs = tuple(dict.fromkeys(ref for both in found for ref in both))
        return self._quoting(refs, "".join(dict.fromkeys(found.values())))

    def _phase(self, evidence: Evidence, number: int) -> str:
        """The name of the phase that a passage is of, which names what it leaves out: 息司正."""
        unit = evidence.unit(number)
        return fold(self._canon.phase(unit.chapter, unit.phase).name_hant) if unit.phase else ""

    def misled(self, text: str, evidence: Evidence) -> str:
        """The same of a line that leads over, which cites nothing: what it says otherwise than all that was given."""
        if not self._claims.asserts(text):
            return ""
        refs = {ref for number in evidence.every for ref in _refs(evidence, number)}
        found = self._claims.misread(text, self._leading(tuple(sorted(refs))))
        return _told([one for one in found if one.kind in _CERTAIN]) if found else ""

    def _pieces(self, text: str, cited: Sequence[int], evidence: Evidence) -> Iterator[tuple[str, Sequence[int]]]:
        """The pieces of a sentence, each with the passages it rests on: those of its own markers where it has several,
        of these those of the rite that it speaks of."""
        ends = [match.end() for match in _RUN.finditer(text)]
        starts = [0, *ends[:-1]] if ends else [0]
        for start, end in zip(starts, [*ends[:-1], len(text)], strict=True):
            part = text[start:end]
            own = markers.numbers(part) or cited
            yield from self._by_rite(markers.without(part), own, evidence)

    def _by_rite(self, text: str, cited: Sequence[int], evidence: Evidence) -> Iterator[tuple[str, Sequence[int]]]:
        if len({evidence.unit(number).chapter for number in cited}) < 2:
            yield text, cited
            return
        own: Sequence[int] = cited
        run = ""
        start = 0
        for end in [*(match.end() for match in _PIECE.finditer(text)), len(text)]:
            piece, start = text[start:end], end
            named = self._of(piece, cited, evidence)
            if named and named != own:
                if run.strip():
                    yield run, own
                run, own = "", named
            run += piece
        if run.strip():
            yield run, own

    def _of(self, piece: str, cited: Sequence[int], evidence: Evidence) -> Sequence[int]:
        """The passages cited that are of the one rite a piece names; none where it names none or several."""
        chapters, _, _ = self._mentions.chapters(piece)
        if len(chapters) != 1:
            return ()
        return [number for number in cited if evidence.unit(number).chapter in chapters]
