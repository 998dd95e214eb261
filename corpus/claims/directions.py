"""The directions and sides that a text names.

>>> sorted(directions("面朝東南，從西階上堂"))
['east', 'south', 'west']
"""

from __future__ import annotations

import re

_HAN = {"東": "east", "西": "west", "南": "south", "北": "north", "左": "left", "右": "right"}
_SIMPLIFIED = {"东": "east"}
_NO_DIRECTION = re.compile(
    "東西(?![南北面向側邊階夾堂房序廂])|东西(?![南北面向侧边阶夹堂房序厢])|左右(?=[的之]?人)|左傳|左传|江南|河南|東漢|东汉|西漢|西汉|南宋|北宋|東晉|东晋|西晉|西晋|"
    "《[^》]*》|左氏|南面王|南陔|召南|周南|南山|南有|東西南北四"
)
_ENGLISH = re.compile(
    r"\b(?P<one>north|south|east|west)(?:[\s-]?(?P<two>east|west))?(?:ern(?:most)?|wards?|erly)?\b|\b(?<!\bhas )(?<!\bhave )(?<!\bhad )(?<!\bis )(?<!\bwas )(?P<side>left|right)(?=[\s-](?:hand|side|of|and|or|arm|foot|shoulder|end)|[.,;)]|$)",  # noqa: E501
    re.IGNORECASE,
)
_EASTERN = "阼"
"""The eastern steps by their own name, which stand for the east."""
_NAMED = re.compile(
    r"\b(?:Eastern|Western) (?:Han|Zhou|Jin)\b|\b(?:North|South)ern (?:Song|Qi|Zhou|Wei)\b|South of (?:the )?(?:Zhou|Shao)\b|Southern (?:Hill|Mountain)s?\b|Zuo"  # noqa: E501
)


def directions(text: str) -> set[str]:
    """East, west, south, north, left and right as a text names them, in Chinese or in English."""
    plain = _NO_DIRECTION.sub(" ", text)
    found = {value for char, value in (_HAN | _SIMPLIFIED).items() if char in plain}
    if _EASTERN in plain:
        found.add("east")
    for match in _ENGLISH.finditer(_NAMED.sub(" ", text)):
        found |= {match[name].lower() for name in ("one", "two", "side") if match[name]}
    return found
