"""What link.js knows of the canon: the names in references, and which phases and clauses there are.

``python -m service.texts.link_table`` writes it to widget/link/table.json, from where it is built into the script: a
page can then be read without asking the service about it, and nothing of the page leaves the browser for it.

>>> table(load())["5"]["clauses"].split()[21:23]  # phases 22 and 23
['7', '7/2a']
"""

from __future__ import annotations

import json
import re
from typing import Any

from corpus.canon import Canon, Chapter, load
from corpus.ref import CHAPTERS
from service.settings import CHECKOUT

PATH = CHECKOUT / "widget" / "link" / "table.json"
_PARTS = re.compile(
    "xiang|yin|jiu|sheng|she|li|da|yi|te|kui|shi|district|drinking|archery|ceremony|great|single|victim|food|offering"
)


def table(canon: Canon) -> dict[str, Any]:
    """The table as JSON values: by number of a chapter ``full`` and ``short`` names, Latin ones as the words between
    which blanks may stand, and in ``clauses`` how many each phase has, with the labels of later splits: ``12/4a``.
    """
    return {str(chapter.number): _chapter(chapter) for chapter in canon.held}


def _chapter(chapter: Chapter) -> dict[str, str]:
    names = CHAPTERS[chapter.number]
    whole = {chapter.name_hant, chapter.name_hans, *(n for n in names if n.endswith(("禮", "礼", "li", "yi")))}
    whole |= {n for n in names if n.startswith(("district", "great", "single"))}
    return {
        "full": "|".join(_spelled(n) for n in names if n in whole),
        "short": "|".join(_spelled(n) for n in names if n not in whole),
        "clauses": " ".join(_clauses([c.label for c in p.clauses]) for p in chapter.phases),
    }


def _spelled(name: str) -> str:
    """A Latin name in its words or syllables: ``dasheyi`` → ``da she yi``; ValueError where it has others."""
    if not name.isascii():
        return name
    parts = _PARTS.findall(name)
    if "".join(parts) != name:
        raise ValueError(f"{name}: only {parts} are known parts of names")
    return " ".join(parts)


def _clauses(labels: list[str]) -> str:
    """How many clauses a phase has, and the labels that are more than a number."""
    numbers = [label for label in labels if label.isdecimal()]
    if numbers != [str(n) for n in range(1, len(numbers) + 1)]:
        raise ValueError(f"the clauses {numbers} are not counted from 1")
    return "/".join([str(len(numbers)), *(label for label in labels if not label.isdecimal())])


def text() -> str:
    """The file as it should be."""
    return json.dumps(table(load()), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
