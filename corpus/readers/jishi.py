"""儀禮集釋 (李如圭, 文淵閣 edition): 鄭玄's notes under 鄭注, the 四庫 editors' collation notes in parentheses.

李如圭's own explanations (釋曰) of 鄉射禮 are lost. Volumes that have them are refused: there is no layer for them.
"""

from __future__ import annotations

import re

from corpus.canon import Canon
from corpus.errors import CorpusError
from corpus.model import Layer, Reading
from corpus.readers.following import Wrap
from corpus.readers.voices import House, Speaker
from corpus.readers.voices import read as read_house

HOUSE = House(
    wrap=Wrap(base=21, note=20, head=20),
    speakers=(
        Speaker("鄭注", Layer.ZHU, "鄭玄"),
        Speaker("(?=鄭目[錄録]云)", Layer.ZHU, "鄭玄"),  # the name of the book belongs to what is said
    ),
    heading="欽定四庫全書|儀禮集釋卷|.{0,6}撰$",
)


def read(source: str, canon: Canon) -> Reading:
    """Read a volume of the 集釋 whose indentation is lost, by the base text the canon knows.

    Example: 無介⏎鄭注雖先飲酒主于射也 gives 無介 (layer jing) and 雖先飲酒主于射也 (zhu, 鄭玄, anchor 2).
    CorpusError where the chapter is not held or 李如圭 speaks himself.
    """
    if own := re.search(r"^\s*釋曰", source, re.MULTILINE):
        raise CorpusError(f"At character {own.start()}: no layer is known for the words of 李如圭 (釋曰).")
    return read_house(source, canon, HOUSE)
