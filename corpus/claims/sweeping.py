"""What a sentence says of more than any passage does: of all rites, of other times.

>>> list(sweeping("凡是禮儀都必須有旅酬", "賓酬主人"))
[('generality', '凡是')]
>>> list(sweeping("The tallies lie in a Ming-dynasty porcelain box.", "the tallies lie in a box"))
[('time', 'Ming-dynasty'), ('time', 'porcelain')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpus.claims.lexicon import pattern, plain

PATH = Path(__file__).parent / "later.txt"
_RITE_ZH = "(?:礼(?![器服物貌])|仪式|典礼|射(?:箭)?(?:之|的)?礼|祭(?![肉品器])|宴|场合|聚会|比赛)"
_RITE_EN = (
    r"(?:rites?|ceremon(?:y|ies)|rituals?|banquets?|sacrifices?|occasions?|feasts?|contests?|competitions?|"
    r"offerings?|gatherings?|states?|ages?|dynast(?:y|ies)|periods?|levels?|regions?|countr(?:y|ies)|centur(?:y|ies))"
)
_ALL = pattern(
    rf"凡是|凡(?!例|[^，。]{{0,6}}不)(?=[^，。]{{0,8}}{_RITE_ZH})|(?:所有|一切|任何|每一?[种个场])的?[^，。在赞]{{0,3}}?{_RITE_ZH}|"
    rf"(?:不论|无论|不管)(?:是|在)?(?:哪|什么|何)[^，。]{{0,4}}{_RITE_ZH}|永远|从来都|无一例外|(?:古代|儒家|中国)(?:的)?(?:所有|一切|任何)|"
    rf"天下所有|\b(?:all|every|any|whatever|whichever) (?:the |other |kinds? of |sorts? of )*"
    rf"(?!two|three|four|five|six|of (?:these|the two))(?:[\w-]+ ){{0,2}}?{_RITE_EN}\b|"
    r"\b(?:invariably|without exception|universally|at all times|in every case|in all cases|always and everywhere)\b",
)
_ALL_TOLD = pattern(
    r"凡|(?:所有|一切|任何|每[种个场])的?(?:礼|仪|祭|宴|射)|总是|莫不|无不|"
    rf"\b(?:all|every|any|each|whatever) (?:\w+ ){{0,2}}{_RITE_EN}\b|\b(?:always|invariably|whenever|in general|as a rule)\b",  # noqa: E501
)
_AGES = pattern(
    r"历代|历朝|古今|自古|从古至?到?今|直到(?:今|现)|至今|直到后(?:代|世)|后(?:代|世)(?!的|[学儒人])|各[地国]|全国|世世代代|千百年|几千年|"
    r"\b(?:to this day|until today|down to today|even today|ever since|to the present|throughout (?:history|china|the empire|antiquity)|"  # noqa: E501
    r"(?:all|every|many) (?:\w+ )?(?:ages|generations?|dynast\w+|states?)|ancient (?:or|and) (?:later|modern)|later (?:ages|times|dynasties)|"  # noqa: E501
    r"from the king down|down to the common people|for centuries|over the centuries)\b",
)
_AGES_TOLD = pattern(
    "古今|后世|后代|历代|今[^天]|自古|各国|天子[^。]{0,12}庶人|" r"\b(?:later|nowadays|today|every state|to this day)\b"
)
_DYNASTY = pattern(
    r"(?:唐|宋|元|明|清|民国)(?:代|朝|时期|末|初)|(?:唐|宋|清)人|"
    r"\b(?:Tang|Song|Yuan|Ming|Qing)[- ](?:dynasty|period|era|times)\b"
)


def _later() -> re.Pattern[str]:
    """What later times have: see ``later.txt``."""
    lines = (line for line in PATH.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    han: list[str] = []
    english: list[str] = []
    for line in lines:
        (english if line.isascii() else han).append(line)
    return pattern("|".join((*han, rf"\b(?:{'|'.join(english)})\b")))


_LATER = _later()
_SCHOLAR = pattern(
    r"学者|馆臣|注家|经师|作疏|作注|版本|刊本|石经|敖继公|朱熹|贾公彦|郑玄|杨复|张载|"
    r"\b(?:scholars?|commentators?|editors?|editions?|gongyan|xuan|jigong|zhu xi|yang fu|zhang zai)\b"
)
"""Words by which a later time is that of those who explain."""
_CLAUSE = pattern(r"[，,；;。！!？?\n]|\.(?=\s|$)")
_DENIES = pattern(
    r"不[是像需必用会]|没有|并非|并无|无[须需]|\b(?:no|not|never|nor|neither|without|rather than|none)\b|n[’']t\b"
)
_COMPARES = pattern(
    r"(?<!直到)今天|(?<!直到)现代|现在|如今|今日|好比|像|相当于|类似|\b(?:(?<!until )(?<!to )(?<!even )today|nowadays|like an?|akin|as if|as it were|what we)\b"  # noqa: E501
)


def sweeping(text: str, told: str) -> Iterator[tuple[str, str]]:
    """``generality`` and ``time``: the words of a text that say something of all rites, or name what later times have,
    where ``told``, all that it rests on, does not. What a clause denies it does not say."""
    flat, known = plain(text), plain(told)
    general = [(_ALL, _ALL_TOLD), (_AGES, _AGES_TOLD)]
    later = [] if _COMPARES.search(flat) else [_LATER] if _SCHOLAR.search(flat) else [_DYNASTY, _LATER]
    for clause in _CLAUSE.split(flat):
        if _DENIES.search(clause):
            continue
        for said, borne in general:
            match = said.search(clause)
            if match and not borne.search(known):
                yield "generality", match[0]
        for words in later:
            yield from (("time", m[0]) for m in words.finditer(clause) if m[0].lower() not in known.lower())
