"""The clauses of a text as what they say: who does what, which things and sides they name, which numbers, what is denied.

reader = Reader(Lexicon(glossary.load()))
frame = reader.frames("The guest goes out and does not bow.")[1]
frame.acts        # (Act(concept="bow", doers=("賓",), denied=True),)
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from corpus.claims.directions import directions
from corpus.claims.lexicon import NOUNS, Lexicon, Mention, pattern, plain
from corpus.claims.numbers import claimed, named
from corpus.rites.data import Step

_CLAUSE = pattern(
    r"[，,；;。：:！!？?\n—–]|\.(?=\s|$)|\b(?:and then|and|then|while|but|whereas|before|after|who|which|when|until|so that|with)\b",  # noqa: E501
)
_SENTENCE = pattern(r"[。！!？?\n]|\.(?=\s|$)")
_NOT_ZH = pattern("(?:不|没有|没|无|未|毋|勿|弗|非)(?:再|先|需|用|必|得|会|能|要|曾|须|是|可|去|在|向|对|与|和)?$")
_DENIES = pattern(
    r"[不没无未毋非]|省[去略]|\b(?:not|no|never|neither|nor|without|nobody|none|nothing|instead|rather|unlike|other than)\b|n[’']t\b"  # noqa: E501
)
_NOT_EN = pattern(
    r"\b(?:not|never|no longer|without|neither|nor|no|nobody|cannot)\b(?:\s+[\w-]+){0,3}\s*$|n[’']t\b(?:\s+[\w-]+){0,2}\s*$",  # noqa: E501
)
_OBLIQUE_ZH = pattern(
    "(?:向|对|给|为|替|与|跟|同|在|把|将|朝|从|自|到|当|由于|邀请|拜谢|迎接|答谢|献|酬|酢|敬|扶|引|代|助|劝|等|像|照|如|除了|辞谢|面对|背对)$"
)
_OBLIQUE_EN = pattern(
    r"\b(?:to|for|of|with|from|before|behind|beside|at|on|in|near|toward|towards|opposite|against|past|like|than|as|on behalf of)\s+"  # noqa: E501
    r"(?:the\s+|his\s+|their\s+|her\s+|a\s+|an\s+|each\s+|both\s+)?$",
)
_WITH_ZH = pattern("(?:向|對|給|為|替|引|扶)[^，]{1,6}[和與及、]$")
_OWNS = pattern(r"\s*(?:的|之|[’']s?\b|[’'](?=\s))")
_BY_EN = pattern(r"\bby\s+(?:the\s+|a\s+|an\s+|his\s+|their\s+)?$")
_BY_ZH = pattern("(?:由|被)$")
_PASSIVE = pattern(r"\b(?:is|are|was|were|be|been|being|having)\s+(?:\w+ly\s+|then\s+|also\s+|not\s+|first\s+)?$")
_NOUN_BEFORE = pattern(
    r"\b(?:the|a|an|his|their|her|its|to|of|for|this|that|no|each|every|second|first|third|last|return|another|one|in|at|by|with|from|whose)\s+(?:\w+ed\s+|\w+ing\s+)?$",
)
_RITES = pattern(
    r"\b(?:District|Community|Village) (?:Drinking|Archery|Wine-?Drinking)|\bGreat (?:Archery|Shoot(?:ing)?)|\bDrinking Ceremony|"  # noqa: E501
    r"\b(?:Single|Lesser|Larger)[- ](?:Victim|Pen|Animal)?[\w -]{0,12}Food Offering|\bFood Offering",
)
_TIMES_EN = {"once": 1, "twice": 2, "thrice": 3, "three times": 3, "four times": 4}
_TIMES = pattern(
    r"\b(once|twice|thrice|(?:two|three|four|five|six|seven|eight|nine) times)\b|([一两二三四五六七八九])(?:次|遍|回|度)|再拜"  # noqa: E501
)
_COUNT_BEFORE = pattern(
    r"(?:\d+|[一二三四五六七八九十百兩]+)(?:[個枝支張對位名隻條件根把面口]|[步弓尺](?:是|為|給|屬))?$|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|\w+ty|\w+teen)(?:-\w+)?(?: paces)?(?: is| are)?(?: for| of)?(?: the)?\s$"  # noqa: E501
)
_COUNT_AFTER = pattern(
    r"(?:的?(?:侯道|距离|长度)?[是为有共]{0,2})([一二三四五六七八九十百]{1,4})(?=[步尺丈寸弓]|[^一-龥]|$)|,?\s(?:is|at|has|stands at|of)?\s?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|\w+ty)\b"  # noqa: E501
)
_LISTED = pattern("在[^，。、]{0,6}[东西南北左右][^，。、]{0,3}、[^，。、]{1,6}在[^，。、]{0,6}[东西南北左右]")
_FACING = pattern(r"面(?:朝|向|对)?[东西南北]|[东西南北]面|(?:朝|向)[东西南北]|\bfac(?:es|ed|e|ing)\b")
_WHOSE = pattern("[^的]{0,4}的")
_AS_NOUN = pattern("[^，]{0,3}(?:的|時|之後|以後|之前|以前|後|前)")
_OTHERWISE = pattern("[、「」]|時|後|以及|省|免|代|跟|向|為|替|的")
_LACKS_ZH = pattern("(?:沒有|不設|無|不用|未設|不立|不置|並無|沒)(?:置|有|任何)?$")
_LACKS_EN = pattern(r"\b(?:no|without(?: an?| any)?|not have an?|not any)\s+$")
_IN_ALL = pattern(r"共|合計|總|加起來|一起是|\b(?:in all|altogether|in total|total|together|make|makes|making)\b")
_HAS = pattern(
    r"(?:設有|設置|設了|設|有|用)(?:一[位個名])?$|\b(?:there (?:is|are)|has|have|having|includes?|provides?(?: for)?|needs?|requires?)\s+(?:an?\s+|one\s+|the\s+)?$"  # noqa: E501
)


PAIRED = {"阼階": "西階", "西階": "阼階", "東序": "西序", "西序": "東序", "東楹": "西楹", "西楹": "東楹"}
"""Places that have their like on the other side."""


@dataclass(frozen=True)
class Act:
    """Something done: by whom, and whether it is said not to be. It is ``sure`` that these do it where the clause itself
    says so; ``times`` is how often, 0 where that is not said."""  # noqa: E501

    concept: str
    doers: tuple[str, ...]
    denied: bool
    sure: bool = True
    times: int = 0


@dataclass(frozen=True)
class Frame:
    """One clause. ``nouns`` are the persons, things and places named, ``lacking`` those it says there are not, ``having`` those it says there are, ``counted``
    the numbers with what they are of; ``denies`` where it denies anything; ``persons`` are the roles in order."""  # noqa: E501

    text: str
    sentence: int
    acts: tuple[Act, ...]
    nouns: frozenset[str]
    roles: frozenset[str]
    persons: tuple[str, ...]
    lacking: frozenset[str]
    having: frozenset[str]
    poles: frozenset[str]
    sides: frozenset[str]
    facing: bool
    counted: frozenset[tuple[int, str]]
    denies: bool
    subject: str

    @property
    def said(self) -> frozenset[str]:
        """All it names, by which it is compared with other clauses."""
        return self.nouns | {act.concept for act in self.acts}


class Reader:
    """Reads texts into frames."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def frames(self, text: str) -> tuple[Frame, ...]:
        """The clauses of a text, in order; what a clause leaves out – who acts – it has from the one before."""
        flat = _RITES.sub(" the rite", plain(re.sub(r"\([^()]*\)|（[^（）]*）", " ", text)))
        flat = _LISTED.sub(lambda m: m[0].replace("、", "，"), flat)
        found: list[Frame] = []
        for number, (start, end) in enumerate(_spans(flat, _SENTENCE)):
            subject: tuple[str, ...] = ()
            for a, b in _spans(flat[start:end], _CLAUSE):
                frame, subject = self._frame(flat[start + a : start + b], number, subject)
                if frame.said or frame.sides or frame.poles or frame.counted:
                    found.append(frame)
        return tuple(found)

    def step(self, step: Step) -> tuple[Frame, ...]:
        """A step of the rites as clauses – what is done, and facing which way: its cells are what others say in words."""  # noqa: E501
        acts = [m.concept for m in self.lexicon.mentions(step.act) if m.kind == "act"]
        cells = " ".join(filter(None, (*step.actor, *step.recipient, step.object, step.origin, step.place)))
        mentions = self.lexicon.mentions(cells)
        done = Frame(
            text=plain(f"{step.act} {cells}"),
            sentence=0,
            acts=tuple(Act(act, step.actor, denied=False, times=step.count) for act in acts),
            nouns=frozenset(m.concept for m in mentions if m.kind in NOUNS),
            roles=frozenset(m.concept for m in mentions if m.kind == "role"),
            persons=tuple(m.concept for m in mentions if m.kind == "role"),
            lacking=frozenset(),
            having=frozenset(),
            poles=frozenset(act for act in acts if act in self.lexicon.opposite),
            sides=_sides(plain(cells), mentions),
            facing=False,
            counted=frozenset(),
            denies=False,
            subject=step.actor[0] if step.actor else "",
        )
        if not step.facing:
            return (done,)
        turned = replace(done, text="", sides=frozenset(directions(step.facing)), facing=True)
        return replace(done, facing=False), turned

    def _frame(self, clause: str, number: int, before: tuple[str, ...]) -> tuple[Frame, tuple[str, ...]]:
        mentions = self.lexicon.mentions(clause)
        nouns = [m for m in mentions if m.kind in NOUNS]
        roles = [m for m in nouns if m.kind == "role"]
        subject = before
        acts = []
        agents = [m for m in roles if _is_agent(clause, m)]
        by = [m for m in roles if _BY_EN.search(clause[: m.start]) or _BY_ZH.search(clause[: m.start])]
        for mention in mentions:
            if mention.kind != "act" or mention.concept == "face":
                continue
            doers = _doers(clause, mention, agents, by)
            sure = bool(doers) and _finite(clause, mention) and _plain_between(clause, agents, mention)
            following = min((m.start for m in mentions if m.kind == "act" and m.start > mention.start), default=None)
            times = _times(clause[mention.start : following])
            acts.append(Act(mention.concept, doers or subject, _denied(clause, mention.start), sure, times))
        if agents:
            subject = _chain(clause, agents, agents[-1]) if not acts else acts[-1].doers or subject
        lacking = frozenset(m.concept for m in nouns if _lacks(clause, m))
        bare = _TIMES.sub(" ", clause)
        frame = Frame(
            text=clause,
            sentence=number,
            acts=tuple(acts),
            nouns=frozenset(m.concept for m in nouns),
            roles=frozenset(m.concept for m in roles),
            persons=tuple(m.concept for m in roles),
            lacking=lacking,
            having=frozenset(m.concept for m in nouns if _HAS.search(clause[: m.start])) - lacking,
            poles=frozenset(m.concept for m in mentions if m.concept in self.lexicon.opposite and m.kind != "place"),
            sides=_sides(clause, mentions),
            facing=bool(_FACING.search(clause)),
            counted=_counted(bare, nouns, clause),
            denies=bool(_DENIES.search(clause)),
            subject=subject[0] if subject else nouns[0].concept if nouns else "",
        )
        return frame, subject


def _sides(clause: str, mentions: list[Mention]) -> frozenset[str]:
    """The sides that a clause names; places that are called by one, such as the eastern steps, count as themselves."""
    rest = clause
    places = [m for m in mentions if m.kind == "place" and directions(clause[m.start : m.end])]
    for place in places:
        rest = rest[: place.start] + " " * (place.end - place.start) + rest[place.end :]
    return frozenset(directions(rest)) | {m.concept for m in places if m.concept in PAIRED}


def _spans(text: str, mark: re.Pattern[str]) -> list[tuple[int, int]]:
    found, start = [], 0
    for match in mark.finditer(text):
        found.append((start, match.start()))
        start = match.end()
    found.append((start, len(text)))
    return [(a, b) for a, b in found if text[a:b].strip()]


def _is_agent(clause: str, role: Mention) -> bool:
    """Whether a person can be the one who acts: not whose something is, nor to or for whom."""
    before, after = clause[: role.start], clause[role.end :]
    return not (
        _OWNS.match(after) or _OBLIQUE_EN.search(before) or _OBLIQUE_ZH.search(before) or _WITH_ZH.search(before)
    )


def _doers(clause: str, act: Mention, agents: list[Mention], by: list[Mention]) -> tuple[str, ...]:
    """Who does an act, as far as its clause says: the persons named last before it, or after “by”."""
    after = [m for m in by if m.start > act.end]
    if after and clause[act.end : act.end + 1].isascii():
        return (after[0].concept,)
    if _PASSIVE.search(clause[: act.start]) and clause[act.start].isascii():
        return ()
    whose = _WHOSE.match(clause[act.end :])
    if whose:
        owner = [m for m in agents if m.start == act.end + whose.end()]
        return (owner[0].concept,) if owner else ()
    before = [m for m in agents if m.end <= act.start]
    return _chain(clause, before, before[-1]) if before else ()


def _chain(clause: str, agents: list[Mention], last: Mention) -> tuple[str, ...]:
    """A person with those it is joined to: 賓、主人, guest and host."""
    found = [last.concept]
    for one, other in zip(reversed(agents[:-1]), reversed(agents), strict=False):
        between = clause[one.end : other.start].strip(" ")
        if between not in ("、", "和", "与", "及", "跟", "or", "the", ""):
            break
        found.append(one.concept)
    return tuple(found)


def _plain_between(clause: str, agents: list[Mention], act: Mention) -> bool:
    """Whether nothing stands between an act and the person before it that makes another of it: a list, a comparison."""
    before = [m for m in agents if m.end <= act.start]
    between = clause[before[-1].end : act.start] if before else ""
    return not _OTHERWISE.search(between)


def _finite(clause: str, act: Mention) -> bool:
    """Whether a word is said as what somebody does: in English no gerund, participle, infinitive or noun."""
    if not clause[act.start].isascii():
        return not _AS_NOUN.match(clause[act.end :])
    return not (clause[act.start : act.end].lower().endswith("ing") or _NOUN_BEFORE.search(clause[: act.start]))


def _denied(clause: str, at: int) -> bool:
    before = clause[:at]
    return bool(_NOT_ZH.search(before) or _NOT_EN.search(before))


def _lacks(clause: str, noun: Mention) -> bool:
    """Whether it is said that there is no such thing: 無介, no assistant guest."""
    before = clause[: noun.start]
    return bool(_LACKS_ZH.search(before) or _LACKS_EN.search(before))


def _times(clause: str) -> int:
    match = _TIMES.search(clause)
    if not match:
        return 0
    if match[0] == plain("再拜"):
        return 2
    if match[2]:
        return "一二三四五六七八九".find(match[2].replace(plain("兩"), "二").replace("两", "二")) + 1
    word = match[1].lower()
    return _TIMES_EN.get(word) or min(named(word), default=0)


def _counted(bare: str, nouns: list[Mention], clause: str) -> frozenset[tuple[int, str]]:
    """Numbers with the noun that they stand next to: ninety, the great target; 三枝箭."""
    found = set()
    if _IN_ALL.search(bare):
        return frozenset()
    for noun in nouns:
        if bare[noun.start : noun.end] != clause[noun.start : noun.end]:
            continue
        before = bare[max(noun.start - 24, 0) : noun.start]
        match = _COUNT_BEFORE.search(before)
        if match:
            found |= {(number, noun.concept) for number in claimed(match[0] + "个")}
        after = _COUNT_AFTER.match(bare[noun.end : noun.end + 24])
        if after:
            found |= {(number, noun.concept) for number in claimed(after[0] + "个")}
    return frozenset((number, noun) for number, noun in found if number)
