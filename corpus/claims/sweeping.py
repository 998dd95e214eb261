"""What a sentence says of more than any passage does: of all rites, of other times.

>>> list(sweeping("凡是禮儀都必須有旅酬", "賓酬主人"))
[('generality', '凡是')]
>>> list(sweeping("The tallies lie in a Ming-dynasty porcelain box.", "the tallies lie in a box"))
[('time', 'Ming-dynasty'), ('time', 'porcelain')]
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.claims.lexicon import pattern, plain

_ALL = pattern(
    r"凡是|[所有一切任何每种个]{2,4}的?(?:礼仪|礼节|典礼|仪式|礼(?![器服物])|射礼|祭礼|宴会|场合)|永远|从来都?|一律|无一例外|"
    r"(?:古代|儒家|中国)(?:的)?(?:所有|一切|任何)|天下(?:所有)?|历代都|"
    r"\b(?:all|every|any|each) (?:\w+ )?(?:rites?|ceremon(?:y|ies)|rituals?|banquets?|sacrifices?|occasions?|feasts?)\b|"  # noqa: E501
    r"\b(?:invariably|without exception|universally|at all times|in every case|in all cases)\b",
)
_ALL_TOLD = pattern(
    r"凡|[所有一切任何每种个]{2,4}的?(?:礼|仪|祭|宴)|总是|一律|无不|莫不|皆|"
    r"\b(?:all|every|any|each|always|invariably|whenever|in general|as a rule)\b",
)
_LATER = pattern(
    r"(?:唐|宋|元|明|清|民国)(?:代|朝|时期|末|初|人)(?![^，。]{0,6}(?:学者|馆臣|注家|经师|人的|所))|瓷器?|[纸]张?(?![^，。]{0,2}牌)|茶|椅子|沙发|火药|火炮|枪|钟表|玻璃|塑料|棉布|电[灯话视]|汽车|马镫|"
    r"\b(?:Tang|Song|Yuan|Ming|Qing)(?:[- ](?:dynasty|period|era|times))(?! (?:editor|scholar|commentator))|\b(?:porcelain|chinaware|paper|tea|chairs?|sofas?|gunpowder|guns?|"  # noqa: E501
    r"clocks?|glass(?:es)?|plastic|cotton|electric\w*|photograph\w*|telephones?|cars?|stirrups?|steel|potato(?:es)?|maize|tobacco)\b",
)
_COMPARES = pattern(
    r"今天|现代|现在|如今|今日|好比|像|相当于|类似|\b(?:today|modern|nowadays|like an?|akin|as if|as it were|what we)\b"
)


def sweeping(text: str, told: str) -> Iterator[tuple[str, str]]:
    """``generality`` and ``time``: the words of a text that say something of all rites, or name what later times have,
    where ``told``, all that it rests on, does not."""
    flat, known = plain(text), plain(told)
    if not _ALL_TOLD.search(known):
        yield from (("generality", match[0]) for match in _ALL.finditer(flat))
    if not _COMPARES.search(flat):
        yield from (("time", match[0]) for match in _LATER.finditer(flat) if match[0].lower() not in known.lower())
