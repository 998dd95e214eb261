"""Whether words of added editions are found on their pages: verified, asked after and searched for.

    python -m benchmarks.editions [--windows 200] [--seed 23]

Windows of 10 to 24 characters are taken at random from the editions of WENLI_HOME, of large characters or of one note,
over the ends of pages too. A window is right where a page on which it stands, or that of the same words elsewhere, is
named: the one on which it begins or, where it runs over the end of a page, the next.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.fold import fold
from corpus.quotes.concordance import Part, Track
from corpus.readers.mandoku import LOST, Edition
from index.query import Filters
from service.ask.values import Ask
from service.settings import Settings
from service.wenli import Wenli, open_wenli

SHORTEST, LONGEST = 10, 24


@dataclass(frozen=True)
class Window:
    """Words of an edition, and the pages on which they stand, in order."""

    words: str
    pages: tuple[str, ...]


def windows(editions: Sequence[Edition], count: int, seed: int) -> Iterator[Window]:
    """``count`` windows, as many of each edition; no character of them is lost."""
    chance = random.Random(seed)
    for edition in editions:
        tracks = [track for track in edition.texts if sum(part.end - part.start for part in track) >= SHORTEST]
        weights = [sum(part.end - part.start for part in track) for track in tracks]
        wanted = count // len(editions)
        while wanted:
            window = _window(chance.choices(tracks, weights)[0], chance)
            if LOST not in window.words and len(fold(window.words)) >= SHORTEST:
                wanted -= 1
                yield window


def _window(track: Track, chance: random.Random) -> Window:
    parts: list[Part] = list(track)
    text = "".join(part.text for part in parts)
    size = min(chance.randint(SHORTEST, LONGEST), len(text))
    start = chance.randint(0, len(text) - size)
    pages, at = [], 0
    for part in parts:
        if at < start + size and at + len(part.text) > start:
            pages.append(part.unit.ref)
        at += len(part.text)
    return Window(text[start : start + size], tuple(dict.fromkeys(pages)))


def right(window: Window, refs: Sequence[str], wenli: Wenli) -> bool:
    """Whether the pages named, by their references, are the window's, or others on which its words stand whole."""
    named = {ref.partition("#")[0] for ref in refs}
    if named & set(window.pages):
        return True
    assert wenli.editions
    folded = fold(window.words)
    pages = [leaf for edition in wenli.editions.shelf.editions for leaf in edition.pages if leaf.ref in named]
    return any(folded in fold(leaf.text) for leaf in pages)


def verified(wenli: Wenli, window: Window) -> list[str]:
    """The pages that the judge of quotations names first."""
    matches = wenli.judge.judge(window.words, None, 5).matches
    return [part.unit.ref for match in matches for part in match.place.parts]


def asked(wenli: Wenli, window: Window) -> list[str]:
    """The pages, or the clauses, cited where it is asked where the words stand."""
    return [one.ref for one in wenli.ask(Ask(f"「{window.words}」出自哪裡？")).citations]


def searched(wenli: Wenli, window: Window) -> list[str]:
    """The page found first."""
    return [
        page.page
        for found in wenli.search_editions(window.words, Filters(), 1)
        for page in (found.passage, *found.others)
    ]


def main() -> None:
    """Print how many windows each way finds, and those it does not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=23)
    given = parser.parse_args()
    wenli = open_wenli(Settings.read(os.environ))
    if wenli.editions is None:
        parser.error("no editions were added; see `wenli corpus add`")
    taken = list(windows(wenli.editions.shelf.editions, given.windows, given.seed))
    over = sum(len(window.pages) > 1 for window in taken)
    print(f"{len(taken)} windows of {len(wenli.editions.shelf.editions)} editions, {over} over the end of a page")
    for way in (verified, asked, searched):
        told = [(window, way(wenli, window)) for window in taken]
        missed = [one for one in told if not right(*one, wenli) and not (way is asked and held(one[1]))]
        print(f"{way.__name__}: {len(taken) - len(missed)} of {len(taken)}")
        for window, refs in missed:
            print(f"    {window.words} {window.pages}: {refs}")


def held(refs: Sequence[str]) -> bool:
    """Whether the default texts have the words, so that a clause or comment of theirs is cited."""
    return any(not ref.startswith("KR") for ref in refs)


if __name__ == "__main__":
    main()
