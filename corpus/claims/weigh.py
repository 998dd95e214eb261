"""Whether what a clause says is what its witnesses say: the rules of the checker that reads.

Each rule looks for a contradiction, not for a proof: it speaks where the witnesses tell of the same thing and tell it
otherwise. What they are silent about is left to the checks of numbers, sides and persons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from corpus.claims.frames import PAIRED, Act, Frame
from corpus.claims.lexicon import pattern

_COMMON = frozenset("者人士長正師大小上下司眾群之諸")
"""Characters that the names of different persons share."""
_CALLED = pattern(r"叫|請|命|\b(?:ask|told|order|bid)")
_NEAR = 1.5
"""How much two clauses with a side must share for the one to speak against the other: two words, or one and the subject."""  # noqa: E501
_PARTLY = pattern(
    r"[還尚]|一直|總|每|皆|都|並非|不是|才|就|再|以後|之後|以前|之前|直到|如果|若|"
    r"\b(?:yet|all|always|every|nearly|only|still|until|unless|if|once|when|not a|after|before|never)\b"
)
"""Words by which a denial is of a part, a time or a case alone."""
_SUMMED = pattern(r"各|共|連同|一共|合計|總|\b(?:each|in all|altogether|total|both)\b|[有是]三次|by turns")
"""Words by which a number sums up what is told one by one."""
_MIRROR = {
    "east": "west",
    "west": "east",
    "north": "south",
    "south": "north",
    "left": "right",
    "right": "left",
} | PAIRED
_VAGUE = frozenset({"在下者", "立者", "長", "受者", "致者", "一人", "二人", "人", "執事", "群執事", "有司", "贊者", "從者", "後者", "進者", "受酬者",  # noqa: E501
    "眾受酬者", "卒受者", "酬者", "受旅者", "羞者", "君子", "百官", "耦", "升射者", "升飲者", "受賜者", "相者", "左人", "右人", "利"})  # fmt: skip  # noqa: E501
"""Persons named by what they do or where they are, who may be anybody."""
_CHAIN = 2
"""One of so many persons and more who are told of together may do it in other words."""
_RANKS = frozenset({"士", "公士", "君", "眾士"})
"""Persons whose English names are said of many: officer, ruler."""
_SAME = (
    frozenset({"三耦", "上射", "下射", "二耦", "一耦", "上耦", "次耦", "下耦", "眾耦", "眾射者", "耦", "侍射者"}),
    frozenset({"工", "笙", "樂人", "眾工", "眾笙", "大師", "少師", "樂正"}),
    frozenset({"嗣", "舉奠", "上𧃊", "𧃊者"}),
    frozenset({"遵者", "大夫", "公", "卿"}),
    frozenset({"公", "君", "諸公"}),
    frozenset({"宰夫", "主人"}),
    frozenset({"大史", "釋獲者"}),
    frozenset({"服不", "獲者", "負侯者"}),
    frozenset({"司正", "司馬", "大射正"}),
    frozenset({"賓", "賓長"}),
    frozenset({"弟子", "兄弟弟子", "賓弟子", "執觶者", "舉觶者"}),
)
"""Persons that may be one and the same."""
_UNSAID = frozenset({"request", "report", "reply", "follow", "play", "count", "set", "take", "face", "step_forward"})
"""Acts whose words are said of too many things to tell who does them."""


@dataclass(frozen=True)
class Contradiction:
    """What a clause says and its witnesses say otherwise: ``Contradiction("actor", "賓 notify")``."""

    kind: str
    what: str


class Witnesses:
    """The clauses of all that may bear a sentence out."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self.frames = tuple(frames)

    @cached_property
    def acts(self) -> dict[str, list[tuple[Act, Frame]]]:
        """Every act that is told, by its concept, with the clause that tells it."""
        found: dict[str, list[tuple[Act, Frame]]] = {}
        for frame in self.frames:
            for act in frame.acts:
                found.setdefault(act.concept, []).append((act, frame))
        return found

    @cached_property
    def roles(self) -> frozenset[str]:
        """The persons that are named."""
        return frozenset(role for frame in self.frames for role in frame.roles)

    @cached_property
    def poles(self) -> frozenset[str]:
        """The poles that are named."""
        return frozenset(pole for frame in self.frames for pole in frame.poles)


def contradictions(frame: Frame, witnesses: Witnesses, opposite: dict[str, str]) -> Iterator[Contradiction]:
    """All that a clause says otherwise than its witnesses."""
    yield from _actors(frame, witnesses)
    yield from _sides(frame, witnesses)
    yield from _numbers(frame, witnesses)
    yield from _denials(frame, witnesses)
    yield from _lacking(frame, witnesses)
    yield from _poles(frame, witnesses, opposite)


def _actors(frame: Frame, witnesses: Witnesses) -> Iterator[Contradiction]:
    for act in frame.acts:
        if act.denied or frame.denies or act.concept in _UNSAID or not act.sure or _VAGUE & set(act.doers):
            continue
        told = [(a, f) for a, f in witnesses.acts.get(act.concept, ()) if a.doers and not a.denied]
        known = {doer for a, _ in told for doer in a.doers}
        if not any(a.sure for a, _ in told) or known & _VAGUE:
            continue
        about = frame.said - set(act.doers) - {act.concept}
        if about and not any(about & (f.said - {act.concept}) for _, f in told):
            continue
        strange = [doer for doer in act.doers if not any(related(doer, other) for other in known)]
        if len(act.doers) > _CHAIN * len(strange) and all(doer in witnesses.roles for doer in strange):
            continue
        for doer in act.doers:
            if not any(related(doer, other) for other in known):
                yield Contradiction("actor", f"{doer} {act.concept}")


def _sides(frame: Frame, witnesses: Witnesses) -> Iterator[Contradiction]:
    if not frame.sides or frame.denies or any(_MIRROR[side] in frame.sides for side in frame.sides):
        return
    best, told = 0.0, []
    own = _keyed(frame)
    for other in witnesses.frames:
        if not other.sides or frame.facing != other.facing:
            continue
        common = own & _keyed(other)
        shared = len(common) + 0.5 * (frame.subject == other.subject != "")
        if common and shared > best:
            best, told = shared, [other]
        elif common and shared == best:
            told.append(other)
    if best < _NEAR:
        return
    for side in frame.sides:
        if any(side in other.sides for other in told):
            continue
        if any(_MIRROR[side] in other.sides for other in told) or (
            frame.facing and best > _NEAR and len(frame.sides) == 1
        ):
            yield Contradiction("side", f"{side}")


def _keyed(frame: Frame) -> frozenset[str]:
    """What two clauses with a side are compared by: facing is of somebody, who may be named in the clause before."""
    return frame.said | ({frame.subject} if frame.subject and frame.facing else frozenset())


def _numbers(frame: Frame, witnesses: Witnesses) -> Iterator[Contradiction]:
    for number, noun in frame.counted:
        told = {count for other in witnesses.frames for count, counted in other.counted if counted == noun}
        if told and not any(number == known * times for known in told for times in (1, 2, 3)):
            yield Contradiction("number", f"{number} {noun}")
    for act in frame.acts:
        if not act.times or not act.sure or _SUMMED.search(frame.text):
            continue
        told = {a.times for a, _ in witnesses.acts.get(act.concept, ()) if a.times and _meet(act, a)}
        if told and act.times not in told:
            yield Contradiction("number", f"{act.times} {act.concept}")


def _denials(frame: Frame, witnesses: Witnesses) -> Iterator[Contradiction]:
    for act in frame.acts:
        told = witnesses.acts.get(act.concept, ())
        if (
            len(told) > 1
            and all(a.denied for a, _ in told)
            and not frame.denies
            and (act.sure or not act.doers)
            and not _PARTLY.search(frame.text)
            and any(frame.said & f.said - {act.concept} or not act.doers for _, f in told)
        ):
            yield Contradiction("negation", f"False {act.concept}")
            continue
        same = [(a, f) for a, f in told if not a.doers or not act.doers or _meet(act, a)]
        affirmed = bool(same) and not any(a.denied or f.denies for a, f in told)
        whole = any(_CALLED.search(f.text) is None and frame.said <= f.said | set(a.doers) for a, f in same)
        if act.denied and not frame.sides and affirmed and whole and not _PARTLY.search(frame.text):
            yield Contradiction("negation", f"True {act.concept}")


def _lacking(frame: Frame, witnesses: Witnesses) -> Iterator[Contradiction]:
    """What is said to be there that the witnesses say is not, and the other way round."""
    for noun in sorted(frame.nouns):
        told = [f for f in witnesses.frames if noun in f.nouns]
        lacking = [f for f in told if noun in f.lacking]
        plainly = noun in frame.lacking and not frame.acts and not _PARTLY.search(frame.text)
        if plainly and told and not lacking and not any(f.denies for f in told):
            yield Contradiction("absence", f"no {noun}")
        if noun in frame.having and lacking and not frame.denies and not any(noun in f.having for f in told):
            yield Contradiction("absence", noun)


def _meet(one: Act, other: Act) -> bool:
    return any(related(a, b) for a in one.doers for b in other.doers)


def _poles(frame: Frame, witnesses: Witnesses, opposite: dict[str, str]) -> Iterator[Contradiction]:
    if frame.denies:
        return
    for pole in frame.poles:
        against = [f for f in witnesses.frames if opposite[pole] in f.poles]
        if against and pole not in witnesses.poles and any(f.nouns & frame.nouns for f in against):
            yield Contradiction("pole", pole)


def strangers(frames: Iterable[Frame], witnesses: Witnesses) -> set[str]:
    """The persons that clauses name and the witnesses do not, nor anybody who may be the same."""
    known = witnesses.roles
    named = {role for frame in frames if not frame.denies for role in frame.roles} - _VAGUE - _RANKS
    return {role for role in named if not any(related(role, other) for other in known)} if known else set()


def related(one: str, other: str) -> bool:
    """Whether two persons may be one, or one among the others: 賓 and 眾賓, 勝者之弟子 and 弟子."""
    if one == other:
        return True
    if {one, other} & {"勝者", "不勝者"}:
        return False
    if any(one in group and other in group for group in _SAME):
        return True
    return bool((set(one) & set(other)) - _COMMON)
