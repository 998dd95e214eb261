"""How a sentence compares with all that may bear it out, as numbers: what the small model that reads beside the rules sees.

values(claim, told)      # one number for each of NAMES

``claim`` and each of ``told`` are texts read once (:func:`noted`); the comparison is with all of them together, and with
the one that says most nearly the same.
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from corpus.claims import clauses
from corpus.claims.directions import directions
from corpus.claims.frames import Frame, Reader
from corpus.claims.lexicon import pattern, plain
from corpus.claims.numbers import claimed, named
from corpus.claims.vocabulary import Vocabulary, words
from corpus.claims.weigh import Contradiction, related
from corpus.fold import is_han

NAMES = (
    *("english", "clauses", "length"),
    *("actor", "side", "number", "negation", "pole", "sweeping"),
    *("unnamed_direction", "unnamed_number", "stranger"),
    *("nouns", "acts", "nouns_new", "acts_new", "poles_new", "poles_against"),
    *("doer_new", "denied_new", "side_new", "count_new", "together_new", "together"),
    *("doer_else", "denied_else", "side_mirrored"),
    *("words", "words_new", "letters_new"),
    *(
        "near",
        "near_second",
        "near_sides",
        "near_numbers",
        "near_persons",
        "near_turned",
        "near_denials",
        "near_orders",
    ),
    *("near_missing_sides", "near_missing_persons", "near_poles", "bare"),
    *("strange", "odd", "far", "far_weight", "new_weight", "new_share"),
    *("clause_new", "clause_near", "turned", "misordered"),
    "denied",
    *("quoted", "quoted_new", "quoted_clause_new", "quoted_far", "quoted_turned", "quoted_denied"),
)
_DENIAL = pattern(r"[不没无未毋非勿莫]|\b(?:not|no|never|neither|nor|without|none|nothing|cannot|nobody)\b|n[’']t\b")
_ORDER = pattern(r"先|[之以]前|[之以]后|然后|最后|首先|才|\b(?:before|after|first|then|last|finally|until|already)\b")
_MIRROR = {"east": "west", "west": "east", "north": "south", "south": "north", "left": "right", "right": "left"}
_FEW = 20.0
"""Weight of words up to which a text beside a quotation hardly says anything by itself."""
Pair = tuple[str, str]


@dataclass(frozen=True)
class Noted:
    """A text as it is compared: its words, and what it names, by kind; ``persons`` in order."""

    frames: tuple[Frame, ...]
    words: frozenset[str]
    sides: frozenset[str]
    numbers: frozenset[int]
    claims: frozenset[int]
    persons: tuple[str, ...]
    poles: frozenset[str]
    denials: int
    orders: frozenset[str]
    english: bool
    told: clauses.Told


def noted(text: str, reader: Reader, frames: tuple[Frame, ...] | None = None) -> Noted:
    """A text, read once."""
    flat = plain(text).lower()
    han = sum(map(is_han, flat))
    read = reader.frames(text) if frames is None else frames
    return Noted(
        read,
        words(text),
        frozenset(directions(text)),
        frozenset(named(text)),
        frozenset(claimed(text)),
        tuple(person for frame in read for person in frame.persons),
        frozenset(pole for frame in read for pole in frame.poles),
        len(_DENIAL.findall(flat)),
        frozenset(_ORDER.findall(flat)),
        han < len(flat) / 4,
        clauses.read(text),
    )


class Ground:
    """All that may bear a sentence out, put together for comparing."""

    def __init__(
        self,
        told: Sequence[Noted],
        more: Iterable[Frame] = (),
        phases: Iterable[str] = (),
        less: frozenset[str] = frozenset(),
        course: Iterable[Noted] = (),
    ) -> None:
        self.told = tuple(told)
        self.phases = frozenset(phases)
        self.less = less
        self._course = tuple(course)
        frames = [*(frame for one in told for frame in one.frames), *more]
        self.words = frozenset().union(*(one.words for one in told)) if told else frozenset()
        self.letters = frozenset(char for word in self.words for char in word if is_han(char))
        self.nouns = frozenset(noun for frame in frames for noun in frame.nouns)
        self.acts = frozenset(act.concept for frame in frames for act in frame.acts)
        self.poles = frozenset(pole for frame in frames for pole in frame.poles)
        self.doers = _gathered((act.concept, doer) for frame in frames for act in frame.acts for doer in act.doers)
        self.denied = {(act.concept, act.denied) for frame in frames for act in frame.acts}
        self.sided = {(noun, side) for frame in frames for noun in frame.said for side in frame.sides}
        self.counted = {pair for frame in frames for pair in frame.counted}
        self.together = {pair for frame in frames for pair in combinations(sorted(frame.said), 2)}

    def course(self, english: bool) -> list[frozenset[str]]:
        """The clauses of the rite around what is rested on, in their order."""
        return [clause.words for one in self._course if one.english == english for clause in one.told.clauses]


def _gathered(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for act, doer in pairs:
        found.setdefault(act, set()).add(doer)
    return found


def values(  # noqa: PLR0917
    claim: Noted,
    ground: Ground,
    found: Iterable[Contradiction],
    unnamed: tuple[int, int, int],
    opposite: dict[str, str],
    vocabulary: Vocabulary,
    quoted: Ground | None = None,
) -> list[float]:
    """The values of ``NAMES``; ``found`` is what the rules find, ``unnamed`` the directions, numbers and persons that
    nothing names, ``quoted`` what tells of the words that the text quotes."""
    kinds = Counter(one.kind for one in found)
    kinds["negation"] += kinds["absence"]
    nouns = {noun for frame in claim.frames for noun in frame.nouns}
    acts = {act.concept for frame in claim.frames for act in frame.acts}
    told = [
        *(float(kinds[kind]) for kind in ("actor", "side", "number", "negation", "pole")),
        float(kinds["generality"] + kinds["time"]),
        *map(float, unnamed),
        _share(nouns, ground.nouns),
        _share(acts, ground.acts),
        float(len(nouns - ground.nouns)),
        float(len(acts - ground.acts)),
        float(len(claim.poles - ground.poles)),
        float(sum(opposite[pole] in ground.poles for pole in claim.poles - ground.poles)),
    ]
    letters = {char for word in claim.words for char in word if is_han(char)}
    return [
        float(claim.english),
        float(len(claim.frames)),
        float(len(claim.words)),
        *told,
        *_paired(claim, ground),
        _share(claim.words, ground.words),
        float(len(claim.words - ground.words)),
        float(len(letters - ground.letters)),
        *_near(claim, ground, opposite),
        *_worded(claim, ground, vocabulary),
        *_quoted(claim, quoted, vocabulary),
    ]


def _quoted(claim: Noted, quoted: Ground | None, vocabulary: Vocabulary) -> list[float]:
    """The text beside what tells of the very words that it quotes."""
    if quoted is None or not quoted.told:
        return [0.0] * 6
    weigh = vocabulary.weights
    told = [one.told for one in quoted.told if one.english == claim.english]
    every = [clause.words for one in told for clause in one.clauses]
    near = (max((clauses.likeness(one.words, o, weigh) for o in every), default=0.0) for one in claim.told.clauses)
    return [
        1.0,
        weigh(claim.words - quoted.words) / (weigh(claim.words) + _FEW),
        max((weigh(c.words - quoted.words) / (weigh(c.words) + _FEW) for c in claim.told.clauses), default=0.0),
        (1 - min(near, default=1.0)) * weigh(claim.words) / (weigh(claim.words) + _FEW),
        clauses.turned(claim.told, told, weigh),
        clauses.denied(claim.told, told, weigh),
    ]


def _worded(claim: Noted, ground: Ground, vocabulary: Vocabulary) -> list[float]:
    """The words of a text that nothing told has, and its clauses beside those told: see ``corpus.claims.vocabulary``
    and ``corpus.claims.clauses``."""
    weigh = vocabulary.weights
    new = claim.words - ground.words
    strange = vocabulary.strange(new, ground.less)
    odd = vocabulary.odd(new, ground.less)
    new = new - odd
    far = vocabulary.far(new, ground.phases, ground.less)
    told = [one.told for one in ground.told if one.english == claim.english]
    every = [clause.words for one in told for clause in one.clauses]
    near = (max((clauses.likeness(one.words, o, weigh) for o in every), default=0.0) for one in claim.told.clauses)
    return [
        float(len(strange)),
        float(len(odd)),
        float(len(far)),
        max(map(vocabulary.weight, far), default=0.0),
        max(map(vocabulary.weight, new), default=0.0),
        1 - clauses.share(claim.words, ground.words, weigh),
        max((1 - clauses.share(one.words, ground.words, weigh) for one in claim.told.clauses), default=0.0),
        1 - min(near, default=1.0),
        clauses.turned(claim.told, told, weigh),
        clauses.misordered(claim.told, told, ground.course(claim.english), weigh),
        clauses.denied(claim.told, told, weigh),
    ]


def _share(own: Iterable[object], known: frozenset[str] | set[str]) -> float:
    own = set(own)
    return len(own & known) / len(own) if own else 1.0


def _paired(claim: Noted, ground: Ground) -> list[float]:
    """Of the pairs that a clause joins, those that nothing told joins: act and doer, act and denial, thing and side,
    thing and number, any two; and of these those that are told otherwise."""
    doer_new = doer_else = denied_new = denied_else = side_new = mirrored = 0
    joined: set[Pair] = set()
    counts: set[tuple[int, str]] = set()
    for frame in claim.frames:
        for act in frame.acts:
            known = ground.doers.get(act.concept, set())
            for doer in act.doers:
                if not any(related(doer, other) for other in known):
                    doer_new += 1
                    doer_else += bool(known)
            if (act.concept, act.denied) not in ground.denied:
                denied_new += 1
                denied_else += (act.concept, not act.denied) in ground.denied
        for side in frame.sides:
            if not any((noun, side) in ground.sided for noun in frame.said):
                side_new += 1
                mirrored += any((noun, _MIRROR.get(side, "")) in ground.sided for noun in frame.said)
        counts |= frame.counted
        joined |= set(combinations(sorted(frame.said), 2))
    together = len(joined - ground.together)
    new = (doer_new, denied_new, side_new, len(counts - ground.counted), together)
    return [*map(float, new), _share(joined, ground.together), float(doer_else), float(denied_else), float(mirrored)]  # type: ignore[arg-type]


def _near(claim: Noted, ground: Ground, opposite: dict[str, str]) -> list[float]:
    """How the text in the same language that says most nearly the same differs."""
    same = [one for one in ground.told if one.english == claim.english] or list(ground.told)
    ranked = sorted(same, key=lambda one: -_likeness(claim, one))[:2]
    if not ranked:
        return [0.0] * 12
    best = ranked[0]
    second = _likeness(claim, ranked[1]) if len(ranked) > 1 else 0.0
    mine, theirs = _orders(claim.persons), _orders(best.persons)
    return [
        _likeness(claim, best),
        second,
        float(len(claim.sides - best.sides)),
        float(len(claim.claims - best.numbers)),
        float(len(set(claim.persons) - set(best.persons))),
        float(sum((b, a) in theirs and (a, b) not in theirs for a, b in mine)),
        float(claim.denials - best.denials),
        float(len(claim.orders - best.orders)),
        float(len(best.sides - claim.sides)),
        float(len(set(best.persons) - set(claim.persons))),
        float(sum(opposite[pole] in best.poles and pole not in best.poles for pole in claim.poles)),
        float(not claim.frames),
    ]


def _likeness(claim: Noted, other: Noted) -> float:
    return len(claim.words & other.words) / len(claim.words) if claim.words else 0.0


def _orders(persons: tuple[str, ...]) -> set[Pair]:
    return {(a, b) for a, b in combinations(persons, 2) if a != b}
