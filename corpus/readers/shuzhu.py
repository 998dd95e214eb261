"""儀禮述註 (李光坡, 文淵閣 edition): 註曰, 疏曰, 張子曰, 楊氏曰, set apart by ○.

What stands under 註曰 is not always 鄭玄's. The notes that other editions give to someone else are listed, each
with its evidence, in ``shuzhu_speakers.tsv``: chapter, first and last words of the note, who speaks.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from corpus.canon import Canon, rows
from corpus.fold import fold
from corpus.model import Layer, Reading, Stretch
from corpus.readers.following import Wrap
from corpus.readers.voices import House, Speaker
from corpus.readers.voices import read as read_house

HOUSE = House(
    wrap=Wrap(base=21, note=20, head=18),
    speakers=(
        Speaker("[註注]曰", Layer.ZHU, "鄭玄"),
        Speaker("[疏䟽]曰", Layer.SHU, "賈公彥"),  # abridged by 李光坡
        Speaker("張子曰", Layer.ZHANG, "張載"),
        Speaker("楊氏曰", Layer.YANG, "楊復"),
        Speaker("朱先生曰|朱子曰|今[按案]", Layer.JINAN, "朱熹"),
        Speaker("(?=鄭目[錄録]云)", Layer.ZHU, "鄭玄"),  # the name of the book belongs to what is said
        Speaker("(?=.{1,2}(?:音.|.{2}反)$)", Layer.YIN, None),  # a gloss of sound, 還音旋, names nobody
    ),
    heading="欽定四庫全書|儀禮述註卷|.{0,6}撰$",
)

_SPEAKERS = Path(__file__).parent / "shuzhu_speakers.tsv"


def read(source: str, canon: Canon) -> Reading:
    """Read a volume of the 述註 whose indentation is lost, by the base text the canon knows.

    Example: 宿賓⏎註曰宿尸與宿賓中無厥明之文則二者同日明矣 gives the base text 宿賓 and a comment of 賈公彥 (layer
    shu), since the words are his. CorpusError where the chapter is not held or a speaker is not known.
    """
    reading = read_house(source, canon, HOUSE)
    return replace(reading, stretches=tuple(map(_rightly_attributed, reading.stretches)))


@lru_cache(maxsize=1)
def misattributed() -> tuple[dict[str, str], ...]:
    """The notes under 註曰 that are not 鄭玄's, as the table lists them."""
    columns = ("chapter", "opening", "closing", "layer", "commentator", "evidence")
    return tuple(rows(_SPEAKERS, columns))


def _rightly_attributed(stretch: Stretch) -> Stretch:
    if stretch.layer is not Layer.ZHU:
        return stretch
    text = fold(stretch.text)
    for row in misattributed():
        if (
            stretch.chapter == int(row["chapter"])
            and text.startswith(fold(row["opening"]))
            and text.endswith(fold(row["closing"]))
        ):
            return replace(stretch, layer=Layer(row["layer"]), commentator=row["commentator"])
    return stretch
