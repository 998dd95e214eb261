"""Which base text a 疏 of 賈公彥 explains, by its own first words.

自此盡羹定論豫設尊洗具饌之事      a division: from the beginning of the phase to 羹定
云上射降三等者…                  takes up words: where they begin the base text before it, all of that
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus.fold import Folded, fold, fold_with_offsets
from corpus.model import Layer, Stretch

DIVISION = re.compile(
    r"自此(?:以下|已下)?[盡至](?P<last>.{2,12}?)(?:論|(?=請君行)).{2,40}?(?:之[事節]也?(?!者)|射事(?=鄭)|射法$)"
)
"""賈公彥's words on how the text divides: from here to these words, it is about this."""
_OF_ONE_PHASE = "論三耦與卿大夫取矢之事"
"""The one division whose last words recur, after its phase, before the next division begins."""
_TAKEN_UP = re.compile(r"云(?P<first>.{2,16}?)者")
_ENDS = {"經末": (Layer.JING,), "篇終": (Layer.JING, Layer.JI)}


def with_runs(found: Sequence[Stretch], borders: Sequence[int]) -> Iterator[Stretch]:
    """Say of each 疏 which base text it explains, where that is more than the clause it stands at.

    ``borders`` are the numbers of characters of base text before each phase.

    A division begins with the phase that begins in the base text before it, and runs to the words it names: where they
    stand last before the next division, or else where they stand next. A 疏 that takes up the first words of the base
    text before it explains all of that.
    """
    starts: list[int] = []
    heads: dict[int, tuple[int, str]] = {}
    own = Stretch(Layer.JING, "", ())
    end = 0
    for index, stretch in enumerate(found):
        if stretch.layer.is_base:
            own, end = stretch, end + len(stretch.text)
        start = end - len(own.text)
        starts.append(start)
        if division := DIVISION.match(stretch.text) if stretch.layer is Layer.SHU else None:
            heads[index] = (max([start, *(at for at in borders if at < end)]), division["last"])
    base = fold_with_offsets("".join(stretch.text for stretch in found if stretch.layer.is_base))
    for index, stretch in enumerate(found):
        taken_up = _TAKEN_UP.match(stretch.text) if stretch.layer is Layer.SHU else None
        if index in heads:
            head, words = heads[index]
            nearer = borders if _OF_ONE_PHASE in stretch.text else (at for at, _ in heads.values())
            following = min((at for at in nearer if at > head), default=end)
            last = _end(words, found, base, head, following)
            yield replace(stretch, run=(head, max(last, stretch.anchor)))
        elif taken_up and base.text.startswith(fold(taken_up["first"]), bisect_left(base.offsets, starts[index])):
            yield replace(stretch, run=(starts[index], stretch.anchor))
        else:
            yield stretch


def _end(words: str, found: Sequence[Stretch], base: Folded, head: int, following: int) -> int:
    """How many characters of base text a division runs to that ends with ``words``; 0 where they are not found."""
    if words in _ENDS:
        return sum(len(s.text) for s in found if s.layer in _ENDS[words])
    sought = fold(words)
    first, limit = bisect_left(base.offsets, head), bisect_left(base.offsets, following)
    at = base.text.rfind(sought, first, limit)
    if at < 0:
        at = base.text.find(sought, first)
    return base.stored_span(at, at + len(sought))[1] if at >= 0 else 0
