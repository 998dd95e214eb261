"""The clauses of a text as words, whether each denies, and which of them comes before which.

told = read("The host bows before he washes; the guest does not bow.")
[clause.denies for clause in told.clauses]          # [False, False, True]
told.orders                                         # ((<bow>, <wash>),): the first comes before the second
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from corpus.claims.lexicon import pattern, plain
from corpus.claims.vocabulary import Words, words

_CLAUSE = pattern(
    r"[，,；;。：:！!？?\n—–]|\.(?=\s|$)|\b(?:and then|and|then|while|but|whereas|before|after|who|when|until|so that|once)\b",  # noqa: E501
)
_SENTENCE = pattern(r"[。！!？?\n；;]|\.(?=\s|$)")
_NO_DENIAL = pattern(
    r"不勝者?|[無莫]不|不是[它他她此這]|不?敢不|沒有不|不[^，。]{0,4}不[可行得]|無筭爵|無筭樂|無筭|無數|無算|不復|不論|無論|不管|不但|不僅|不只|非常|莫非|不同|不過|不斷|不久|不止|未必|無非|"
    r"\bnot only\b|\bno matter\b|\bno longer than\b|\bwithout feet\b|\bnothing but\b"
)
_DENIAL = pattern(
    r"[不没无未毋非勿莫弗]有?|恐怕?|唯恐|免去|省去|以免|免得|\b(?:not|lest|for fear|no longer|no|never|neither|nor|without|none|nothing|cannot|nobody)\b|n[’']t\b"  # noqa: E501
)
_AFTER = pattern(r"^(?P<one>[^，,。；;]{2,24}?)(?:以后|之后|完毕|后)(?:才|再|就|便)?，?(?P<other>[^，,。；;]{2,})")
_BEFORE = pattern(r"^在?(?P<other>[^，,。；;]{2,24}?)(?:以前|之前)，?先?(?P<one>[^，,。；;]{2,})")
_FIRST = pattern(r"先(?P<one>[^。；]{2,}?)[，,](?:然后|再|而后|才|最后|接着|后)+(?P<other>[^，,。；;]{2,})")
_THEN = pattern(
    r"^(?P<one>[^。；]{2,}?)[，,；]\s*(?:然后|再|而后|才|接着|随后|之后|其后|于是)+(?P<other>[^，,。；;]{2,})"
)
_ENGLISH = (
    (
        pattern(
            r"^\W*(?:only |just |shortly |long |even )?before\b(?! th(?:at|is|en)\b)(?P<other>[^,]+),(?P<one>[^,]+)"
        ),
        False,
    ),
    (
        pattern(r"^\W*(?:only |just |shortly |right |immediately )?(?:after|once)\b(?P<one>[^,]+),?(?P<other>[^,]+)"),
        True,
    ),
    (pattern(r"^\W*only after (?P<one>[^,]+?) (?:is|are|does|do|did|was|were) (?P<other>.+)$"), True),
    (pattern(r"^(?P<one>.+?)\bbefore\b(?! th(?:at|is|en)\b)(?P<other>.+)$"), False),
    (pattern(r"^(?P<other>.+?)\bafter\b(?! th(?:at|is)\b)(?P<one>.+)$"), False),
    (pattern(r"^(?P<one>.+?)(?:,? and)?(?:,| and) (?:only )?(?:then|afterwards|later|finally)\b(?P<other>.+)$"), False),
    (pattern(r"^(?P<other>.+?)\b(?:only )?(?:when|once)\b(?P<one>.+?)\b(?:already|has|have|had|is done)\b.*$"), False),
)
_HAN = (_BEFORE, _FIRST, _AFTER, _THEN)
_LABEL = pattern(
    r"(?:^|(?<=\n))[^\w一-鿿]*(?:\d+\W+)?(?:[^：:，,。；\s\x00-\x7f]{1,8}|[\w'’-]+(?: [\w'’-]+){0,3})\W*[：:]"
)
"""What an item of a list begins with: 第二回：, **At the end**:"""
Weigh = Callable[[Iterable[str]], float]
_SAID = 0.35
"""Share of what is said of an event that a clause must tell to be about it."""
_ABOUT = 0.6
"""Share of the best place's likeness from which another place may be meant as well."""
_TELLING = 5.0
"""Weight of words from which a clause that denies says enough to be denied in turn."""
_SURE = 0.5
"""The same where only the course of the rite tells what comes first."""
_FEWEST = 2
"""Words of a clause from which it can be told from others."""


@dataclass(frozen=True)
class Clause:
    """The words of a clause, without those that deny; ``denies`` where there are any."""

    words: Words
    denies: bool


@dataclass(frozen=True)
class Told:
    """The clauses of a text in order, and pairs of which the first is said to come before the second."""

    clauses: tuple[Clause, ...]
    orders: tuple[tuple[Words, Words], ...]


def read(text: str) -> Told:
    """A text in any language."""
    flat = _LABEL.sub("", plain(text))
    parts = [part for part in _CLAUSE.split(flat) if part and part.strip()]
    clauses = [_clause(part) for part in parts]
    return Told(tuple(clause for clause in clauses if len(clause.words) >= _FEWEST), tuple(_orders(flat)))


def _clause(part: str) -> Clause:
    bare = _NO_DENIAL.sub("", part)
    denies = bool(_DENIAL.search(bare))
    return Clause(words(_DENIAL.sub(" ", bare) if denies else part), denies)


def _orders(flat: str) -> Iterator[tuple[Words, Words]]:
    for sentence in _SENTENCE.split(flat):
        for found in (*(p for p, _ in _ENGLISH), *_HAN):
            if match := found.search(sentence):
                one, other = words(match["one"]), words(match["other"])
                both = one & other
                if one - both and other - both:
                    yield one - both, other - both
                    break


def likeness(one: Words, other: Words, weigh: Weigh) -> float:
    """How much of what both say they share, from 0 to 1."""
    shared = one & other
    return 2 * weigh(shared) / (weigh(one) + weigh(other)) if shared else 0.0


def share(one: Words, told: Words, weigh: Weigh) -> float:
    """How much of what is said is told."""
    whole = weigh(one)
    return weigh(one & told) / whole if whole else 1.0


def turned(claim: Told, told: Sequence[Told], weigh: Weigh) -> float:
    """How much more nearly a clause is told with the opposite: denied where it affirms, or the other way round."""
    every = [clause for one in told for clause in one.clauses]
    most = 0.0
    for clause in claim.clauses:
        same = max((likeness(clause.words, o.words, weigh) for o in every if o.denies == clause.denies), default=0.0)
        against = max((likeness(clause.words, o.words, weigh) for o in every if o.denies != clause.denies), default=0.0)
        most = max(most, against - same)
    return most


def denied(claim: Told, told: Sequence[Told], weigh: Weigh) -> float:
    """How surely the very thing that a clause denies is told, or the other way round: 不夾拜, 一定要夾拜."""
    every = [clause for one in told for clause in one.clauses]
    most = 0.0
    for clause in claim.clauses:
        if clause.denies:
            if weigh(clause.words) < _TELLING:
                continue
            same = max((share(clause.words, o.words, weigh) for o in every if o.denies), default=0.0)
            against = max((share(clause.words, o.words, weigh) for o in every if not o.denies), default=0.0)
            most = max(most, against - same)
            continue
        for other in every:
            if not other.denies or weigh(other.words) < _TELLING:
                continue
            against = share(other.words, clause.words, weigh)
            if against > max(most, _SAID):
                same = max((share(other.words, o.words, weigh) for o in every if not o.denies), default=0.0)
                most = max(most, against - same)
    return most


def misordered(claim: Told, told: Sequence[Told], course: Sequence[Words], weigh: Weigh) -> float:
    """How surely two things that are said to follow each other are told the other way round: in so many words, or by
    ``course``, the clauses of the rite in their order."""
    most = 0.0
    for one, other in claim.orders:
        most = max(most, _otherwise(one, other, told, weigh), _against(one, other, course, weigh))
    return most


def _otherwise(one: Words, other: Words, told: Sequence[Told], weigh: Weigh) -> float:
    """The same by what other texts say: on the whole, of those that say either."""
    votes = []
    for text in told:
        for before, after in text.orders:
            same = min(share(one, before, weigh), share(other, after, weigh))
            against = min(share(one, after, weigh), share(other, before, weigh))
            if max(same, against) > _SAID:
                votes.append(against - same)
    return sum(votes) / len(votes) if votes else 0.0


def _against(one: Words, other: Words, course: Sequence[Words], weigh: Weigh) -> float:
    """The same by the course of the rite, where both are told of at one place each."""
    known = frozenset().union(*course)
    first, where_first = _places(one & known, course, weigh)
    second, where_second = _places(other & known, course, weigh)
    told = min(first, second, 2 * share(one, known, weigh), 2 * share(other, known, weigh))
    return told if told > _SURE and max(where_second) < min(where_first) else 0.0


def _places(event: Words, course: Sequence[Words], weigh: Weigh) -> tuple[float, list[int]]:
    shares = [share(event, words, weigh) if event & words else 0.0 for words in course]
    best = max(shares, default=0.0)
    return best, [at for at, found in enumerate(shares) if found >= _ABOUT * best]
