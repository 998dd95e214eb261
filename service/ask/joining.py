"""Answers of several rows as one: no sentence comes again whose words were nearly all said.

Each row answers by itself; told one after the other they repeat what the first one said, and a short answer in front of
a sentence ("North: …") reads like the heading of a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from index.tokens import tokens
from service.texts.language import Lang

_LABEL = re.compile(r"^(?P<label>[^。！？.!?:：\n]{1,60})[:：]\s*(?=\S)")
_AGAIN = 0.8
"""Share of the words of a sentence that must have been said for it to say nothing new."""
_LEAST = 3
"""Words that a sentence needs to be judged so: "No." is never a repetition."""


def unlabelled(sentence: str, lang: Lang) -> str:
    """A sentence without a short answer in front that the rest of it says again.

    >>> unlabelled("North: guest and host stow their arrows facing north.", "en")
    'Guest and host stow their arrows facing north.'
    >>> unlabelled("小臣師：大射由他遞箭。", "zh-Hant")
    '小臣師：大射由他遞箭。'
    """
    found = _LABEL.match(sentence)
    if not found or not _said(found["label"], sentence[found.end() :], lang):
        return sentence
    rest = sentence[found.end() :]
    return rest[:1].upper() + rest[1:]


def anew(sentences: Sequence[str], before: Sequence[str], lang: Lang) -> list[str]:
    """The sentences that say something that was not said before; none where all of it was.

    >>> anew(["The guest drinks first.", "The duke is last."], ["The first who drinks is the guest."], "en")
    ['The duke is last.']
    """
    known = " ".join(before)
    kept = [one for one in sentences if not _said(one, known, lang, _LEAST)]
    return kept if any(one.strip() for one in kept) else []


def repeats(sentence: str, known: str, lang: Lang) -> bool:
    """True if hardly a word of the sentence is new, or of the short answer in front of it."""
    label = _LABEL.match(sentence)
    return _said(sentence, known, lang) or bool(label and _said(label["label"], known, lang, _LEAST))


def _said(text: str, known: str, lang: Lang, least: int = 1) -> bool:
    words = _words(text, lang)
    return len(words) >= least and len(words & _words(known, lang)) >= _AGAIN * len(words)


def _words(text: str, lang: Lang) -> set[str]:
    """Stems of English words; pairs of Chinese characters, or single ones where there is no pair."""
    found = set(tokens(text))
    if lang == "en":
        return {word for word in found if word.isascii()}
    return {word for word in found if len(word) == 2 and not word.isascii()} or found
