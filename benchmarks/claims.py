"""What the checker that reads makes of true and of false sentences: the book of answers, and the same turned round.

    python -m benchmarks.claims [--rows 1000] [--half 0|1] [--show]

Every written row is read against what it rests on, without itself: what is found there is a false alarm. Then one word
of it is changed by rule – another person, the mirrored side, another number, a denial, the opposite – and it is counted
how often that is found. Rows are of phases of even (``--half 0``) or odd number: when the rules were written, what was
missed was looked at only of even ones, false alarms of both.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from corpus.answers.book import Row
from corpus.claims.checker import ClaimChecker, Support
from corpus.claims.lexicon import Lexicon
from corpus.library import load
from corpus.rites.glossary import Glossary
from corpus.rites.glossary import load as load_glossary

PERSONS = {
    "主人": "host", "賓": "guest", "司射": "master of archery", "司馬": "marshal", "釋獲者": "scorer", "弟子": "juniors",  # noqa: E501
    "尸": "impersonator", "祝": "invoker", "主婦": "hostess", "佐食": "food-assistant",
}  # fmt: skip
_MIRRORED = {"東": "西", "南": "北", "左": "右", "east": "west", "north": "south", "left": "right"}
_NUMBERS = {
    "三": "五",
    "四": "六",
    "兩次": "三次",
    "three": "five",
    "four": "six",
    "ninety": "seventy",
    "twice": "three times",
}
_OPPOSITES = {"上堂": "下堂", "進門": "出門", "goes up": "goes down", "goes out": "goes in", "inside": "outside"}
Change = Callable[[str, random.Random], str]


def swapped(table: dict[str, str]) -> Change:
    """A change of one word of a table, in either direction."""
    both = table | {other: one for one, other in table.items()}
    words = re.compile("|".join(rf"\b{w}\b" if w.isascii() else w for w in sorted(both, key=len, reverse=True)))

    def change(text: str, rng: random.Random) -> str:
        found = list(words.finditer(text))
        if not found:
            return ""
        match = rng.choice(found)
        return text[: match.start()] + both[match[0]] + text[match.end() :]

    return change


def another(lexicon: Lexicon) -> Change:
    """A change of one person for another."""

    def change(text: str, rng: random.Random) -> str:
        found = [m for m in lexicon.mentions(text) if m.concept in PERSONS]
        if not found:
            return ""
        mention = rng.choice(found)
        other = rng.choice([person for person in PERSONS if person != mention.concept])
        word = PERSONS[other] if text[mention.start].isascii() else other
        return text[: mention.start] + word + text[mention.end :]

    return change


def denied(lexicon: Lexicon) -> Change:
    """A denial put before one act, in Chinese."""

    def change(text: str, rng: random.Random) -> str:
        found = [m for m in lexicon.mentions(text) if m.kind == "act" and not text[m.start].isascii()]
        if not found:
            return ""
        at = rng.choice(found).start
        return f"{text[:at]}不{text[at:]}"

    return change


def changes(glossary: Glossary) -> dict[str, Change]:
    """Every kind of change, by its name."""
    lexicon = Lexicon(glossary)
    return {
        "another person": another(lexicon),
        "mirrored side": swapped(_MIRRORED),
        "another number": swapped(_NUMBERS),
        "denied": denied(lexicon),
        "the opposite": swapped(_OPPOSITES),
    }


def alarms(text: str, support: Support, claims: ClaimChecker) -> set[tuple[str, str]]:
    """What is found in a text, as kinds and words."""
    found = claims.misread(text, support) + claims.unborne(text, support, persons=False)
    return {(one.kind, one.what) for one in found}


def half_of(row: Row) -> int:
    """0 of a phase of even number, 1 of the others."""
    match = re.match(r"\d+\.(\d+)", row.id)
    return int(match[1]) % 2 if match else 1


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument("--rows", type=int, default=1000, help="how many rows, drawn with a fixed seed")
    parser.add_argument("--half", type=int, choices=(0, 1), default=1)
    parser.add_argument("--show", action="store_true", help="print the false alarms")
    options = parser.parse_args()
    library, glossary, rng = load(), load_glossary(), random.Random(1)
    claims, kinds = ClaimChecker(library, glossary), changes(glossary)
    rows = [row for row in library.book.rows.values() if row.origin == "written" and half_of(row) == options.half]
    rows = rng.sample(rows, min(options.rows, len(rows)))
    made, found, false = Counter[str](), Counter[str](), Counter[str]()
    alarmed, taken = 0, 0.0
    for row in rows:
        support = claims.resting(row.refs, row.id)
        begun = time.perf_counter()
        true = [alarms(text, support, claims) for text in (row.zh, row.en)]
        taken += time.perf_counter() - begun
        alarmed += any(true)
        false.update(kind for own in true for kind, _ in own)
        if options.show and any(true):
            print(row.id, *true)
        for text, own in zip((row.zh, row.en), true, strict=True):
            for kind, change in kinds.items():
                if turned := change(text, rng):
                    made[kind] += 1
                    found[kind] += bool(alarms(turned, support, claims) - own)
    table = Table("changed", "made", "found")
    for kind in kinds:
        table.add_row(kind, str(made[kind]), f"{found[kind] / max(made[kind], 1):.0%}")
    Console().print(table)
    print(
        f"False alarms in {alarmed} of {len(rows)} rows ({alarmed / len(rows):.1%}): {dict(false)}; "
        f"{taken / len(rows) / 2 * 1000:.1f} ms a text"
    )


if __name__ == "__main__":
    main()
