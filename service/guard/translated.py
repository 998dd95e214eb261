"""Quotations in another script than the texts': nobody's wording but a translator's, or invented."""

from __future__ import annotations

import re

from corpus.quotes.marks import enough
from service.guard.marks import plainer
from service.guard.unmarked import is_emphasis, is_said

FROM = 4
"""Words between quotation marks from which they are more than a gloss."""
_SHORTEST = 12
_MARKED = re.compile(
    rf"""[「『“"]([^「『」』“”"\n]{{{_SHORTEST},}})[」』”"]|(?<![^\W\d_])‘([^‘“”"\n]{{{_SHORTEST},}})’(?![a-z])"""
)
_EMPHASIS = re.compile(rf"(?:\*\*?|__?)([^*_\n]{{{_SHORTEST},}})(?:\*\*?|__?)")
_BLOCK = re.compile(r"^[ \t]{0,3}(?:[-*][ \t]+)?>[ \t>]*(.+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
_SAYS = r"(?:says?|states?|writes?|reads?|explains?|puts? it|adds|notes|remarks|comments)"
_SAYS_AFTER = re.compile(
    rf"^[,，]?\s*(?:{_SAYS}\b|according to\b|(?:as\s+)?(?:\w+\s+){{1,2}}{_SAYS}\b|[經经注疏記记]文?[曰云說说])",
    re.IGNORECASE,
)
_POSSESSED = re.compile(r"[’']s?\s*$")


def translations(sentence: str) -> list[tuple[str, bool]]:
    """Words of ``FROM`` or more in quotation marks, in a block or in emphasis, none of them the text's, in lower case,
    and whether they are given out as what is said there: “The host bows twice”."""
    plain = plainer(sentence)
    found = [
        (match[1] or match[2], _is_said(plain[: match.start()]) or bool(_SAYS_AFTER.match(plain[match.end() :])))
        for match in _MARKED.finditer(plain)
    ]
    found += [
        (match[1], True)
        for match in _EMPHASIS.finditer(plain)
        if is_said(plain[: match.start()]) and not is_emphasis(plain[: match.start()])
    ]
    found += [(match[1], True) for match in _BLOCK.finditer(plain)]
    every = ((_WORD.findall(words.lower()), said) for words, said in found if not enough(words, 0, len(words)))
    return [(" ".join(words), said) for words, said in every if len(words) >= FROM]


def _is_said(before: str) -> bool:
    return is_said(before) or bool(_POSSESSED.search(before))
