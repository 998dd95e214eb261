"""Every place where a witness differs from the canon is listed and classed, and none is the reader's doing."""

from collections import Counter

import pytest

from corpus import canon as canons
from corpus.canon import rows
from corpus.collate import CLASSES, COLUMNS, LIST, Difference, class_of, differences
from corpus.fold import fold
from corpus.texts import read_texts


def test_the_list_is_what_the_texts_say() -> None:
    listed = Counter((r["ref"], r["witness"], r["canon"], r["reading"]) for r in rows(LIST, COLUMNS))
    assert listed == Counter((d.ref, d.witness, d.canon, d.reading) for d in differences(canons.load()))


def test_every_difference_has_a_class() -> None:
    assert {r["class"] for r in rows(LIST, COLUMNS)} == set(CLASSES)


def test_what_is_known_of_the_sources_is_found() -> None:
    found = {(r["ref"], r["witness"], r["reading"]): r["class"] for r in rows(LIST, COLUMNS)}
    assert found["4.16.2", "zhushu", "盥"] == "addition"
    assert found["5.52.40", "tongxing-b", "拳"] == "variant"
    assert found["5.52.47", "tongxing-b", "薰"] == "variant"
    assert found["7.23.4", "tongxing-b", "北"] == "misprint"
    assert found["4.5.11", "tongjie", "防"] == "damage"
    assert found["15.18.1", "shuzhu", "面"] == "variant"


def test_at_least_ninety_nine_in_a_hundred_characters_agree_in_every_witness() -> None:
    size: Counter[str] = Counter()
    for entry in read_texts():
        if entry.layer.is_base and entry.ref != "-":
            size[entry.witness] += len(fold(entry.text))
    wrong: Counter[str] = Counter()
    for d in differences(canons.load()):
        wrong[d.witness] += max(len(d.canon), len(d.reading))
    assert all(wrong[witness] <= 0.01 * size[witness] for witness in size)


@pytest.mark.parametrize(
    ("canon", "reading", "text", "expected"),
    [("旨", "防", "不告防", "damage"), ("甒", "", "两■在南", "damage"), ("北", "", "物北", "gap"),
     ("", "盥", "盥洗", "addition"), ("奉", "拳", "拳之", "variant"), ("奠", "尊", "坐尊爵", "misprint")],
)  # fmt: skip
def test_classes(canon: str, reading: str, text: str, expected: str) -> None:
    assert class_of(Difference("5.1.1", "x", canon, reading), text) == expected
