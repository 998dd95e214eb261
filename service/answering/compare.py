"""How two rites differ: the difference of parallel phases, with the clauses of both sides that show it.

Which phases are meant is read from the passages found and the words of the question; where they do not point to one
pair of phases, nothing is said here, and passages of both rites are quoted as for any question.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from corpus.fold import fold
from corpus.library import Library
from corpus.mentions import Mentions
from corpus.model import Unit
from corpus.rites.compare import Difference, What, compare, told
from corpus.rites.parallels import Pair, Parallel, phase_of
from corpus.terms import Terms
from index.query import Hit
from service import rite_words
from service.aid import simplified
from service.answering.answer import Lang
from service.answering.draft import Computed
from service.answering.names import Names
from service.answering.understand import Question

AMONG = 8
"""Passages that have a say in which phases are meant."""
LEAST, AHEAD = 1.0, 1.15
"""What must speak for the phases meant, of about 3 at the most, and how many times as much as for any others."""
ON_TOPIC = 0.5
"""Share of the question's terms that a difference must be about."""
WORTH = (1.0, 0.5, 0.4)
"""What a term counts that stands in the note, in the clauses it rests on, in the names of the phases."""
TELLING = 1.0
"""Rarity that one of these terms must have at the least: 賓 stands beside every difference."""
MOST = {"zh-Hant": 4, "zh-Hans": 4, "en": 3}
"""Clauses cited of one difference, by language: English names them at length."""
NOTES = 2
"""Differences told of two people in one answer."""
_OPEN = ("other", "who", "what", "where", "when", "count", "how")
"""Types of question that compare as well, where they name two chapters."""
_CELLS = (What.PLACE, What.FACING, What.OBJECT, What.ACTOR, What.ORIGIN)
_PLAIN = re.compile(
    r"[\s，,。.？?：:、和與与跟同有什麼么什甚不同差別别區区異异的在是裡里何主要哪些呢嗎吗a-z]*", re.IGNORECASE
)
_GENERAL = re.compile(
    r"(?:\b(?:what|how|is|are|do|does|the|a|an|main|chief|between|and|from|of|in|to|with|each|other|ceremon(?:y|ies)|rites?|"
    r"two|differences?|differ|different|compare|compared?|versus|vs|yili|these)\b|[\s\W])+",
    re.IGNORECASE,
)


class Comparisons:
    """Answers how a phase differs between two chapters; None where it is not sure what is compared."""

    def __init__(self, library: Library, terms: Terms, names: Names, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._terms = terms
        self._names = names
        self._phrases = phrases
        self._mentions = Mentions(library.commentators)
        self._pairs = [pair for pair in library.pairs.pairs if "." in pair.left]
        self._rarity = lru_cache(maxsize=4096)(self._rarity_of)
        self._texts = {(pair.left, pair.right): self._text(pair) for pair in self._pairs}

    def computed(self, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """The difference asked for: a sentence, and the clauses of both rites it rests on, left and right in turn."""
        sought = question.type == "compare" or (question.type in _OPEN and len(question.chapters) == 2)
        if not sought or question.commentators or question.elsewhere or not hits:
            return None
        chapters = self._chapters(question)
        if len(chapters) != 2:
            return self._of_roles(question, hits, chapters)
        if whole := self._general(question, chapters):
            return self._noted(whole, question.lang)
        pair = self._meant(question, hits, chapters)
        if pair is None:
            return None
        if pair.note_zh and self._about(pair, question):
            return self._noted(pair, question.lang, self._found_beside(pair, hits))
        return self._stepwise(pair, question, hits)

    def _of_roles(self, question: Question, hits: Sequence[Hit], chapters: frozenset[int]) -> Computed | None:
        """How two people are treated in one rite: what differs where the same is done with either of them."""
        people = _compared(question)
        if question.type != "compare" or len(people) != 2:
            return None
        acts = [fold(f.term.term) for f in question.terms if f.term.kind == "act"]
        pairs = [pair for pair in self._pairs if _chapter(pair.left) == _chapter(pair.right) and pair.note_zh]
        pairs = [pair for pair in pairs if people in map(set, pair.roles)]
        for chapter in chapters or dict.fromkeys(hit.unit.chapter for hit in hits[:AMONG]):
            own = [pair for pair in pairs if _chapter(pair.left) == chapter]
            asked = [pair for pair in own if any(act in text for act in acts for text in self._told_in(pair))]
            if asked or len(own) >= NOTES:  # who are counterparts once only may differ in what no note tells
                return self._together((asked or own)[:NOTES], question.lang)
        return None

    def _told_in(self, pair: Pair) -> tuple[str, str]:
        note, _, names = self._texts[pair.left, pair.right]
        return note, names

    def _together(self, pairs: Sequence[Pair], lang: Lang) -> Computed:
        """The notes of several pairs, each with its clauses."""
        sentence, units = "", []
        for pair in pairs:
            note = self._noted(pair, lang)
            own = note.units[: MOST[lang] // len(pairs) + 1]
            units += [unit for unit in own if unit not in units]
            sentence += note.sentence.replace("{markers}", "".join(f"{{{units.index(unit)}}}" for unit in own))
        return Computed(sentence, tuple(units))

    def _chapters(self, question: Question) -> frozenset[int]:
        """The chapters named, with those of the question before where only one is."""
        named = question.chapters
        if len(named) == 1 and question.follows:
            before, elsewhere, _ = self._mentions.chapters(question.follows)
            named = named if elsewhere else named | frozenset(before)
        return named

    def _general(self, question: Question, chapters: frozenset[int]) -> Pair | None:
        """The pair of whole chapters, where nothing but the chapters is asked about."""
        first, second = sorted(map(str, chapters), key=int)
        plain = _GENERAL if question.lang == "en" else _PLAIN
        whole = not question.follows and plain.fullmatch(question.subject)
        return self._library.pairs.pair(first, second) if whole else None

    def _meant(self, question: Question, hits: Sequence[Hit], chapters: frozenset[int]) -> Pair | None:
        """The pair of phases that the passages found and the words of the question speak for, if one clearly does.

        Pairs that share a phase are no rivals: 合樂 of the one stands beside 歌, 笙 and 合樂 of the other.
        """
        first, second = map(str, sorted(chapters))
        pairs = [p for p in self._pairs if (p.left.split(".")[0], p.right.split(".")[0]) == (first, second)]
        terms = self._asked(question)
        weighed = [(_found(p, hits) + self._share(p, terms), p) for p in pairs]
        weight, best = max(weighed, key=lambda found: found[0], default=(0.0, None))
        if best is None or weight < LEAST:
            return None
        rivals = [w for w, p in weighed if p.left != best.left and p.right != best.right]
        return best if weight >= AHEAD * max(rivals, default=0.0) else None

    def _share(self, pair: Pair, terms: Sequence[str]) -> float:
        """Share of the terms that the pair is about, rare ones counting more, each for what it is worth where it
        stands."""
        if not terms:
            return 0.0
        texts = self._texts[pair.left, pair.right]
        rarity = [self._rarity(term) for term in terms]
        held = [max(w for w, text in zip((*WORTH, 0.0), (*texts, term), strict=True) if term in text) for term in terms]
        return sum(r * h for r, h in zip(rarity, held, strict=True)) / sum(rarity)

    def _rarity_of(self, term: str) -> float:
        number = sum(any(term in text for text in texts) for texts in self._texts.values())
        return math.log((1 + len(self._texts)) / (1 + number)) + 0.05

    def _text(self, pair: Pair) -> tuple[str, str, str]:
        """What a pair is about, folded: its note, the clauses the note rests on, and the names of its phases."""
        canon = self._library.canon
        phases = [canon.phase(*map(int, ref.split("."))).name_hant for ref in (pair.left, pair.right)]
        clauses = "".join(canon.clauses[ref].text for ref in pair.basis)
        return fold(pair.note_zh), fold(clauses), fold("".join(phases))

    def _asked(self, question: Question) -> list[str]:
        """The terms a question is about, folded; where it has none of its own, those of the one before."""
        own = self._in_terms(question.subject) or self._in_terms(question.follows)
        return list(dict.fromkeys(own))

    def _in_terms(self, text: str) -> list[str]:
        kinds = ("text", "person", "concept")
        return [fold(found.term.term) for found in self._terms.find(text) if found.term.kind not in kinds]

    def _about(self, pair: Pair, question: Question) -> bool:
        """Whether the note is about what is asked: most of its terms, and not only such as stand everywhere; or nothing
        is asked about but the phases, by their name."""
        terms = self._asked(question)
        named = bool(terms) and all(term in self._texts[pair.left, pair.right][2] for term in terms)
        return (named or self._share(pair, terms) >= ON_TOPIC) and max(map(self._rarity, terms)) >= TELLING

    def _found_beside(self, pair: Pair, hits: Sequence[Hit]) -> list[str]:
        """The best clause found, and what stands beside it, where the note does not rest on them."""
        ref = hits[0].unit.base_ref
        if not hits[0].unit.layer.is_base or ref in pair.basis:
            return []
        beside = [p for p in self._library.parallels(ref) if p.pair == pair and p.ref not in pair.basis]
        best = max(beside, key=lambda p: p.similarity or 0.0, default=None)
        return [ref, best.ref] if best else []

    def _noted(self, pair: Pair, lang: Lang, found: Sequence[str] = ()) -> Computed:
        """What an editor has written of the pair, which names both sides, with the clauses it rests on."""
        note = pair.note_en if lang == "en" else pair.note_zh
        sentence = self._phrases[lang]["compared"].format(
            what=simplified(note).rstrip("。") if lang == "zh-Hans" else note.rstrip("。."), markers="{markers}"
        )
        one = _chapter(pair.left) == _chapter(pair.right)
        left = [r for r in pair.basis if (phase_of(r) == pair.left if one else _chapter(r) == _chapter(pair.left))]
        right = [r for r in pair.basis if r not in left]
        return Computed(sentence, self._units(self._shown(_in_turn(left, right), found, lang)))

    def _shown(self, basis: Sequence[str], found: Sequence[str], lang: Lang) -> Sequence[str]:
        """What is cited: of the clauses a note rests on two at the least, and those found where there is room."""
        room = MOST[lang] - len(found)
        return [*basis[:room], *found] if room >= len(found) else basis[: MOST[lang]]

    def _stepwise(self, pair: Pair, question: Question, hits: Sequence[Hit]) -> Computed | None:
        """What the steps tell of the clauses found: done elsewhere, facing another way, with another thing."""
        for hit in hits[:3]:
            beside = [p for p in self._library.parallels(hit.unit.base_ref) if p.pair == pair and p.similarity]
            if not hit.unit.layer.is_base or not beside:
                continue
            best = max(beside, key=lambda parallel: parallel.similarity or 0.0)
            if found := self._difference(hit.unit.base_ref, best, question):
                return found
        return None

    def _difference(self, ref: str, parallel: Parallel, question: Question) -> Computed | None:
        pair = parallel.pair
        left, right = (ref, parallel.ref) if phase_of(ref) == pair.left else (parallel.ref, ref)
        rites, canon = self._library.rites, self._library.canon
        asked = set(self._asked(question))
        for one in told(compare(rites, left, right, pair.roles), canon):
            if one.what in _CELLS and one.left and asked & {fold(w) for w in (one.left.step.act, *one.left.step.actor)}:
                return Computed(self._said(one, question.lang), self._units([left, right]))
        return None

    def _said(self, difference: Difference, lang: Lang) -> str:
        """One difference in words: what the one does, what the other does."""
        words, say = rite_words.load(), self._phrases[lang]
        sides = []
        for act in (difference.left, difference.right):
            if act is not None:
                chapter = self._names.chapter(int(act.ref.split(".")[0]), lang)
                sides.append(say["compared_side"].format(chapter=chapter, line=words.line(act.step, lang)))
        line = say["compared"].format(what=say["compared_and"].join(sides), markers="{markers}")
        return line + (say["compared_understood"] if difference.understood else "")

    def _units(self, refs: Sequence[str]) -> tuple[Unit, ...]:
        return tuple(self._library.by_ref(ref)[0] for ref in refs)


def _compared(question: Question) -> set[str]:
    """The people a question names, or those to whom something is done that it names: 獻卿 and 獻大夫."""
    people = {f.term.term for f in question.terms if f.term.kind == "role"}
    served = {f.term.term[1:] for f in question.terms if f.term.kind == "act" and len(f.term.term) > 1}
    return people if len(people) > 1 else served


def _chapter(phase: str) -> int:
    return int(phase.split(".", maxsplit=1)[0])


def _found(pair: Pair, hits: Sequence[Hit]) -> float:
    """Share of the passages found, the best counting most, that are of the two phases; half more for the clauses of
    the note."""
    ranks = {rank: 1 / (1 + rank) for rank in range(len(hits[:AMONG]))}
    own = [(ranks[rank], hit.unit.base_ref) for rank, hit in enumerate(hits[:AMONG])]
    worth = (w * (1.5 if ref in pair.basis else 1.0) for w, ref in own if phase_of(ref) in (pair.left, pair.right))
    return sum(worth) / (sum(ranks.values()) or 1.0)


def _in_turn(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Both sides in turn, so that neither is cut off: 4.11.5, 5.11.4, 4.12.1 …"""

    def each() -> Iterator[str]:
        for at in range(max(len(left), len(right))):
            yield from left[at : at + 1]
            yield from right[at : at + 1]

    return list(each())
