"""The messages sent to a model: a question with its passages, a repair, a follow-up to be made plain.

asked = fitted(question, groups, history, "en", room=6000, counter=Counter("gpt-4"), boundary=boundary())
asked.messages      # for the model
asked.passages      # those that fit, numbered from 1; asked.left_out are the others
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from prompts.templates import render
from prompts.tokens import Counter
from prompts.wrapping import defused, one_line

LANGUAGES = {"zh-Hant": "Chinese in traditional characters", "zh-Hans": "Chinese in simplified characters"}
"""What a language is called in a prompt; any other is English."""
HISTORY_SHARE = 0.2
"""The share of the room that earlier turns may take."""
BESIDE_SHARE = 0.15
"""The share of what is left that statements beside the passages may take."""
_HEAD, _LINE = 60, 8
"""Tokens of the lines around these statements, and of what stands around each."""
TURN = 300
"""Tokens of one earlier turn; a longer one is cut short."""


@dataclass(frozen=True)
class Message:
    """One message to a model."""

    role: Literal["system", "user", "assistant"]
    content: str

    @property
    def wire(self) -> dict[str, str]:
        """As the API has it."""
        return {"role": self.role, "content": self.content}


@dataclass(frozen=True)
class Said:
    """One earlier turn of a conversation."""

    role: str
    content: str


@dataclass(frozen=True)
class Shown:
    """A passage as the model sees it: ``number`` is the marker it is cited by, ``key`` names it for the service.
    ``at`` is where it stands among others, by which they are put in order."""

    key: str
    label: str
    text: str
    rendering: str = ""
    number: int = 0
    at: tuple[int, ...] = ()


@dataclass(frozen=True)
class Beside:
    """A statement about passages that is known to be true: its words, and the keys of those it rests on."""

    text: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Cut:
    """A sentence that was taken out, and why, in words for the model."""

    text: str
    reason: str


@dataclass(frozen=True)
class Asked:
    """What is sent: ``passages`` are those that fit, in order of their numbers; ``left_out`` are keys of the others."""

    messages: tuple[Message, ...]
    passages: tuple[Shown, ...]
    left_out: tuple[str, ...]
    boundary: str
    tokens: int
    lang: str = ""


def language(lang: str) -> str:
    """The name of a language: ``language("en") == "English"``."""
    return LANGUAGES.get(lang, "English")


def instructions(lang: str, boundary: str) -> str:
    """What a model is told before the question, in the language of the question."""
    return render(f"answer.system.{lang if lang in LANGUAGES else 'en'}", boundary=boundary)


def recent(history: Sequence[Said], room: int, counter: Counter) -> tuple[Said, ...]:
    """The last turns that ``room`` tokens hold, oldest first, each on one line and cut short where it is long."""
    kept: list[Said] = []
    for turn in reversed(history):
        said = Said("assistant" if turn.role == "assistant" else "user", counter.clipped(one_line(turn.content), TURN))
        room -= counter.of(said.content) + 2
        if room < 0:
            break
        kept.insert(0, said)
    return tuple(kept)


def fitted(
    question: str,
    groups: Sequence[Sequence[Shown]],
    history: Sequence[Said],
    lang: str,
    *,
    room: int,
    counter: Counter,
    boundary: str,
    beside: Sequence[Beside] = (),
) -> Asked:
    """The messages that ask a question, at most ``room`` tokens: passages whole, the best taken first, then put in the
    order of the text; and statements ``beside`` them, of which those are given whose passages are.

    A group is base text with its notes, the base text first. A passage that does not fit is left out, and one after
    it that does is taken; notes are not given without the base text they stand at. At least the first is given.
    """
    spoken = language(lang)
    turns = recent(history, int(room * HISTORY_SHARE), counter)
    asked = defused(question)

    def messages(passages: Sequence[Shown], told: Sequence[str] = ()) -> tuple[Message, ...]:
        system = instructions(lang, boundary)
        user = render(
            "answer.user",
            boundary=boundary,
            language=spoken,
            history=turns,
            passages=passages,
            beside=told,
            question=asked,
        )
        return Message("system", system), Message("user", user)

    left = room - counter.of_messages([message.content for message in messages(())])
    kept_back = min(int(left * BESIDE_SHARE), _HEAD + sum(counter.of(one.text) + _LINE for one in beside))
    left -= kept_back if beside else 0
    kept: list[Shown] = []
    out: list[str] = []
    for group in groups:
        for place, passage in enumerate(group):
            shown = replace(passage, number=len(kept) + 1, text=one_line(passage.text), label=one_line(passage.label))
            size = counter.of(f"[{shown.number}] {shown.label}\n{shown.text}\n") + 1
            aid = counter.of(shown.rendering) + 12 if shown.rendering else 0
            if aid and size + aid > left:
                shown, aid = replace(shown, rendering=""), 0
            if kept and size + aid > left:
                out.extend(other.key for other in (group[place:] if place == 0 else [passage]))
                if place == 0:
                    break
                continue
            kept.append(shown)
            left -= size + aid
    kept = [replace(one, number=at) for at, one in enumerate(sorted(kept, key=lambda one: one.at), 1)]
    told = _told(beside, kept, left + kept_back - _HEAD, counter) if beside else []
    whole = messages(kept, told)
    return Asked(whole, tuple(kept), tuple(out), boundary, counter.of_messages([m.content for m in whole]), lang)


def _told(beside: Sequence[Beside], kept: Sequence[Shown], left: int, counter: Counter) -> list[str]:
    """The statements whose passages are all given, with their numbers, as many as ``left`` tokens hold."""
    number = {passage.key: passage.number for passage in kept}
    found = []
    for one in beside:
        if not all(key in number for key in one.keys):
            continue
        line = one_line(one.text) + "".join(f"[{number[key]}]" for key in one.keys)
        left -= counter.of(line) + _LINE
        if left < 0:
            break
        found.append(line)
    return found


def repairing(asked: Asked, written: str, kept: str, cut: Sequence[Cut], lang: str) -> tuple[Message, ...]:
    """The messages that ask once more for what was taken out, after what the model wrote."""
    sentences = [Cut(one_line(sentence.text), sentence.reason) for sentence in cut]
    user = render(
        "repair.user", boundary=asked.boundary, language=language(lang), sentences=sentences, kept=defused(kept)
    )
    return *asked.messages, Message("assistant", defused(written)), Message("user", user)


def condensing(question: str, history: Sequence[Said], room: int, counter: Counter, boundary: str) -> list[Message]:
    """The messages that ask for a follow-up as a question that can be understood alone."""
    turns = recent(history, room, counter)
    user = render("condense.user", boundary=boundary, history=turns, question=one_line(question))
    return [Message("system", render("condense.system", boundary=boundary)), Message("user", user)]
