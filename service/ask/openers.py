"""The first word of an answer – yes, no, because –, left out where the question asks something else.

A row says “Yes: the losers drink”; who asks “When do the losers drink?” or “Do they not drink?” is misled by the word.
It says “Because the musicians are blind”; who asks “Are they blind?” wants the same without the first word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from service.ask.parts import core
from service.texts.language import Lang

_YES = re.compile(
    r"^(?:Yes|Right)\b\s*[,:;–-]\s*(?:(?:but|though)\b,?\s+)?|"
    r"^(?:是的|對|对|會|会|有|能|可以|要|是|一樣|一样)[，,：:]\s*(?:不過|不过|但是|但)?"
)
_NO = re.compile(r"^No\b\s*[,:;–-]\s*|^(?:不是|不對|不对|不|否|沒有|没有)[，,：:]\s*")
_BARE = re.compile(r"^(?P<word>Yes|No|Right|是的?|對|对|會|会|有|不是|不|沒有|没有)\s*(?:\[\d+\])*[。.]\s*$")
"""A sentence that is nothing but such a word."""
_AUXILIARIES = "is are was were do does did can could must should shall will would has have had may might"
_ASKS_WHETHER_EN = re.compile(
    rf"^(?:and |but |so |then )*(?:{'|'.join(_AUXILIARIES.split())})(?:n[’']t)?\b"
    r"|\b(?:right|correct|true|or not|yes or no)\b|\bno\?$",
    re.IGNORECASE,
)
_A_OR_NOT_A = "是不是 有沒有 有没有 會不會 会不会 能不能 要不要 用不用 可不可以 對不對 对不对 一樣不一樣 一样不一样"
_CHOICE = re.compile("|".join(_A_OR_NOT_A.split()))
_ASKS_WHETHER_ZH = re.compile(rf"嗎|吗|(?<![什甚怎])[麼么][？?]?$|吧|是否|可否|{_CHOICE.pattern}|[乎耶歟否][？?]?$")
_WHY = re.compile(
    r"\bwhy\b|\bhow come\b|\bwhat for\b|\breasons?\b|\bpoint of\b|\bcauses?\b|為什麼|为什么|為甚麼|為何|为何|何以|何故|"
    r"怎麼會|怎么会|[為为]啥|[幹干]嘛|[幹干][什甚][麼么]|原因|理由|緣故|缘故|憑什麼|凭什么|用意|道理|何也|奚|胡[為为]|意義|意义",
    re.IGNORECASE,
)
"""Questions that may assume what is not so, where a no is the answer."""
_BECAUSE = re.compile(r"^Because\s+(?!of\b)|^因[為爲为](?=[^，,]{2})")
_WHAT = re.compile(
    r"\b(?:what|who|whom|whose|which|where|when|how)\b|誰|谁|什麼|什么|甚麼|啥|哪|幾|几|多少|怎|何", re.IGNORECASE
)
_NEGATED_EN = re.compile(r"n[’']t\b|\b(?:not|no|never|nobody|none|nothing|without)\b", re.IGNORECASE)
_NEGATED_ZH = re.compile("[不沒没無无未別别]")


def fitting(answer: str, question: str, lang: Lang) -> str:
    """An answer without a yes, no or because that the question did not ask for.

    Both stay where a question asks whether something is so, a no also where a reason is asked for that may assume what
    is not so (“Why does he …?” – “No: …”). Where it is asked whether something is *not* so, both can be misread and go.

    >>> fitting("Yes: the losers drink.", "When do the losers drink?", "en")
    'The losers drink.'
    >>> fitting("No, he stays.", "Does he leave?", "en")
    'No, he stays.'
    """
    asked = core(question)
    whether = bool((_ASKS_WHETHER_EN if lang == "en" else _ASKS_WHETHER_ZH).search(asked))
    negated = bool(_NEGATED_EN.search(asked) if lang == "en" else _NEGATED_ZH.search(_CHOICE.sub("", asked)))
    found = _YES.match(answer) if negated or not whether else None
    if found is None and (negated or (not whether and _WHAT.search(asked) and not _WHY.search(asked))):
        found = _NO.match(answer)
    if found is None and not _WHY.search(asked):
        found = _BECAUSE.match(answer)
    rest = answer[found.end() :] if found else ""
    return rest[:1].upper() + rest[1:] if rest else answer


def opened(sentences: Sequence[str], question: str, lang: Lang) -> list[str]:
    """The sentences of an answer, the first as :func:`fitting` has it; a first one that is but such a word goes whole.

    >>> opened(["是[1]。", "樂工是盲人。"], "誰扶著樂工？", "zh-Hant")
    ['樂工是盲人。']
    """
    bare = _BARE.match(sentences[0]) if len(sentences) > 1 else None
    if bare:
        alone = f"{bare['word']}{', ' if lang == 'en' else '，'}…"
        return list(sentences[1:] if fitting(alone, question, lang) != alone else sentences)
    return [fitting(sentences[0], question, lang), *sentences[1:]] if sentences else []
