"""Whether one sentence of a model may leave: its markers, quotations, places and numbers against the evidence.

ruling = Checker(library, judge).rule("「司正為司馬」【1】。", evidence, asked="誰當司馬？")
ruling.text, ruling.fault        # 「司正為司馬」[1]。, ""
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from corpus.claims.checker import ClaimChecker
from corpus.claims.numbers import claimed, named
from corpus.fold import fold, is_han
from corpus.library import Library
from corpus.model import Stored, Unit
from corpus.quotes.claim import Claim
from corpus.quotes.concordance import Part
from corpus.quotes.find import find
from corpus.quotes.judge import Judge
from corpus.quotes.standing import Match, Verdict
from corpus.rites.glossary import load as load_glossary
from service.guard import markers, speech
from service.guard.bearing import Bearing
from service.guard.evidence import Evidence
from service.guard.marks import cleaned, plainer, unclosed
from service.guard.meaning import Meaning
from service.guard.mending import mended_words
from service.guard.places import Places
from service.guard.quotations import Found, quotations, short_words
from service.guard.sentences import LONGEST
from service.guard.translated import translations
from service.guard.unmarked import speaking

_CHAPTER = re.compile(r"(?:第|\bchapter\s+)(\d{1,2}|[一二三四五六七八九十]{1,3}|[a-z]+)\s?(?:篇|章)?", re.IGNORECASE)
_LIST_NUMBER = re.compile(
    r"^\s*(?:\d{1,2}[.、)）]|[（(][\d一二三四五六七八九十]{1,3}[)）]|第?[一二三四五六七八九十]{1,3}[、，,：:.])\s*"
)


_TITLES = re.compile("《([^《》]+)》")
LISTED = 12
"""Things that a line that leads over may announce without a passage that names their number."""


@dataclass(frozen=True)
class Used:
    """Words of a passage on which a sentence rests; of a paraphrase the whole passage."""

    number: int
    start: int
    end: int
    verdict: Verdict


@dataclass(frozen=True)
class Ruling:
    """What becomes of a sentence: ``fault`` is "" where ``text`` may leave, else why not, in words for the model.

    ``text`` has markers of the one shape, with the numbers of the evidence. ``claims`` is false of a sentence that
    needs no passage; ``silent`` of a fault that nobody need be told of, such as small talk.
    """

    text: str
    fault: str = ""
    used: tuple[Used, ...] = ()
    claims: bool = True
    silent: bool = False
    mended: int = 0


class Checker:
    """Rules on sentences with the texts of one library. Read-only once made.

    Without ``bearing`` it is not asked whether a paraphrase is about the passages that it cites.
    """

    def __init__(self, library: Library, judge: Judge, bearing: Bearing | None = None) -> None:
        self._library = library
        self._bearing = bearing
        self._places = Places(library)
        self._meaning = Meaning(library, ClaimChecker(library, load_glossary()))
        self._claim = lru_cache(maxsize=4096)(judge.claim)
        self._titles = {fold(work.title) for work in library.works.values()}
        self._titles |= {fold(phase.name_hant) for chapter in library.canon.held for phase in chapter.phases}
        self._songs = {fold(entry.term) for entry in load_glossary().entries if entry.kind == "music"}
        self._titles |= self._songs
        self._titles |= {fold(person.name_hant) for person in library.commentators.values()}

    def rule(self, sentence: str, evidence: Evidence, asked: str = "") -> Ruling:
        """The ruling on one sentence; ``asked`` is what the user wrote, whose words may be repeated as theirs."""
        text = markers.plain(cleaned(sentence))
        if speech.is_empty(markers.without(text)):
            return Ruling(text, "it says nothing", claims=False, silent=True)
        if speech.is_chat(text):
            return Ruling(text, "it is small talk", claims=False, silent=True)
        if speech.is_note(text):
            return Ruling(text, "it is a list of sources", claims=False, silent=True)
        if speech.is_row(text):
            return Ruling(text, "it is a row of a table")
        if len(text) >= LONGEST:
            return Ruling(text, "the sentence has no end")
        if speech.has_link(text):
            return Ruling(text, "it has a link or markup in it")
        if unclosed(markers.without(text)):
            return Ruling(text, "a quotation mark in it is not closed")
        cited = markers.numbers(text)
        dangling = [number for number in cited if number not in evidence.every]
        if dangling or markers.strange(text):
            return Ruling(text, "its marker names no passage that was given")
        return self._content(text, cited, evidence, asked)

    def _content(self, text: str, cited: list[int], evidence: Evidence, asked: str) -> Ruling:
        folded = fold(asked)
        every = quotations(text, self._is_title)
        found = [q for q in every if not (fold(q.words) in folded and _theirs(text, q, bool(cited)))]
        text, uses, mended, fault = self._quoted(text, found, cited, evidence)
        if fault:
            return Ruling(text, fault)
        cited = markers.numbers(text)
        if not cited:
            return self._uncited(text, evidence)
        words = evidence.text(cited)
        if any(said or evidence.renders(words) for words, said in translations(text)):
            return Ruling(text, "a translation is set in quotation marks as if it were the text")
        theirs = speech.is_the_askers(text)
        if any(short not in words and not (theirs and short in folded) for short in short_words(text)):
            return Ruling(text, "words that it says are written there do not stand in the passages cited")
        if any(
            not self._is_title(title) and title not in asked for title in speaking(text) if fold(title) not in words
        ):
            return Ruling(text, "it names a book that is not known")
        if fault := self._places.misplaced(markers.without(text), cited, evidence):
            return Ruling(text, fault)
        if fault := self._miscounted(text, every, cited, evidence, asked if theirs else ""):
            return Ruling(text, fault)
        if self._bearing and not found and self._bearing.astray(markers.without(text), cited, evidence):
            return Ruling(text, "the passages cited are about something else")
        if fault := self._meaning.misread(text, every, cited, evidence):
            return Ruling(text, fault)
        quoted = {use.number for use in uses}
        whole = [Used(n, 0, len(evidence.unit(n).text), Verdict.EXACT) for n in cited if n not in quoted]
        return Ruling(text, "", (*uses, *whole), mended=mended)

    def _quoted(
        self, text: str, found: Sequence[Found], cited: list[int], evidence: Evidence
    ) -> tuple[str, list[Used], int, str]:
        """The text with its quotations true: mended where they nearly are, cited where they stand in one passage."""
        uses: list[Used] = []
        changes: list[tuple[int, int, str]] = []
        mended = 0
        claims = {q.words: q.claimed for q in find(plainer(text), read=self._claim) if q.claimed} if found else {}
        for quote in found:
            words = markers.without(quote.words)
            if any(map(_foreign, words)):
                return text, [], 0, "there are other letters in the words in quotation marks"
            among = cited or evidence.every
            matches = evidence.places(among, words)
            if not matches and cited:
                true = mended_words(text, words, cited, evidence)
                if true is not None:
                    changes.append((quote.start, quote.end, true))
                    mended += 1
                    matches = evidence.places(cited, true)
            if not matches:
                return text, [], 0, "the words in quotation marks do not stand in the passages cited"
            claimed_place = claims.get(quote.words)
            if claimed_place and self._of_a_song(claimed_place):
                claimed_place = None  # a song that is sung, not a book that speaks
            fitting = self._fitting(matches, self._claim(claimed_place) if claimed_place else None)
            if not fitting:
                return text, [], 0, f"the words in quotation marks do not stand where it says ({claimed_place})"
            if not cited:
                changes.append((*_after_mark(text, quote.end), f"[{evidence.of(fitting[0].place.parts[0])}]"))
            uses.extend(_uses(fitting[0], evidence))
        for start, end, words in sorted(set(changes), reverse=True):
            text = text[:start] + words + text[end:]
        return markers.plain(text) if changes else text, uses, mended, ""

    def _uncited(self, text: str, evidence: Evidence) -> Ruling:
        """A sentence that names no passage: that something is not told, or what leads over; nothing else may stand."""
        if speech.is_silence(text):
            told = claimed(self._places.without_references(text)) - evidence.numbers(evidence.every)
            fault = self._places.misplaced(text, (), evidence) or ("it names a number" if told else "")
            return Ruling(text, fault, claims=False)
        if speech.is_lead(text):
            fault = self._places.misplaced(text, (), evidence)
            if not fault and not speech.is_question(text):
                fault = self._meaning.misled(text, evidence)
            told = claimed(_LIST_NUMBER.sub(" ", text)) - evidence.numbers(evidence.every)
            return Ruling(text, fault or ("it names a number" if any(n > LISTED for n in told) else ""), claims=False)
        return Ruling(text, "it names no passage that it rests on")

    def _fitting(self, matches: Sequence[Match], claim: Claim | None) -> list[Match]:
        """The places that are where the sentence says, if it says so; any witness of the words will do."""
        if claim is None or not claim.understood:
            return list(matches)
        return [match for match in matches if self._fits(match, claim)]

    def _fits(self, match: Match, claim: Claim) -> bool:
        unit = match.place.unit
        twins: list[Stored] = [unit]
        twins += [u for u in self._library.by_ref(unit.ref) if u.ref == unit.ref] if isinstance(unit, Unit) else []
        if any(claim.fits(twin) is not False for twin in twins):
            return True
        before = fold(match.place.before[-12:])
        quotes_note = claim.commentators == {"鄭玄"} and isinstance(unit, Unit) and not unit.layer.is_base
        return quotes_note and any(fold(name) in before for name in ("注", "鄭"))

    def _miscounted(
        self, text: str, found: Sequence[Found], cited: Sequence[int], evidence: Evidence, asked: str
    ) -> str:
        """Which numbers are said that no passage cited names; a list may be counted, and one may reckon with the
        numbers that are said: two tallies a pair, eight make four."""
        bare = markers.without(text)
        for quote in found:
            bare = bare.replace(quote.words, " ")
        bare = self._places.without_references(bare)
        chapters = {evidence.unit(number).chapter for number in cited}
        bare = _CHAPTER.sub(lambda m: " " if named(m[1]) & chapters else m[0], _LIST_NUMBER.sub(" ", bare))
        known = evidence.numbers(cited)
        told = claimed(bare) - known - named(asked)
        reckoned = {n for one in claimed(bare) & known for other in known for n in (one + other, abs(one - other))}
        reckoned |= {one * other for one in named(bare) & known for other in (*known, 2)}
        reckoned |= {
            one // other for one in claimed(bare) & known for other in (*known, 2) if other and one % other == 0
        }
        wrong = sorted(number for number in told if number > speech.items(text) and number not in reckoned)
        return f"the passages cited do not say {', '.join(map(str, wrong))}" if wrong else ""

    def _of_a_song(self, place: str) -> bool:
        """Whether what stands before a quotation names songs alone: 奏的是《騶虞》."""
        titles = _TITLES.findall(place) or [place]
        return all(fold(title) in self._songs for title in titles)

    def _is_title(self, words: str) -> bool:
        """Whether words, in 《》 or in a sentence of English, name a chapter, phase, book or person that is known."""
        claim = self._claim(f"《{words}》")
        held = bool(claim and (claim.chapters or claim.works or claim.yili) and not claim.elsewhere)
        return fold(words) in self._titles or held or bool(claim and self._is_a_chapter(claim.elsewhere, words))

    def _is_a_chapter(self, elsewhere: str, words: str) -> bool:
        """One of the thirteen chapters that are not held."""
        names = {fold(chapter.name_hant) for chapter in self._library.canon.chapters.values()}
        return bool(elsewhere) and fold(words).removeprefix(fold("儀禮")) in names


def _theirs(text: str, quote: Found, cited: bool) -> bool:
    """Whether words that the asker quoted are said again as theirs. With a passage behind them that is not enough: it
    must be said that they do not stand so."""
    if not speech.is_theirs(text, quote.start, quote.end):
        return False
    return not cited or speech.is_denied(text, quote.start, quote.end)


def _foreign(char: str) -> bool:
    """Whether a character has no place in words of the text: a letter, digit or sign that is no Han character."""
    letter = char.isalnum() and not is_han(char) and char != "〇"
    return letter or char == "_" or unicodedata.category(char) == "So"


def _after_mark(text: str, end: int) -> tuple[int, int]:
    """Where a marker goes after a quotation that ends at ``end``: behind its closing mark."""
    while end < len(text) and text[end] in '」』”’〞﹂﹄〕》"`':
        end += 1
    return end, end


def _uses(match: Match, evidence: Evidence) -> list[Used]:
    parts: Sequence[Part] = match.place.parts
    return [Used(evidence.of(part), part.start, part.end, match.verdict) for part in parts]
