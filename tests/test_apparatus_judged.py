"""Every place where a witness differs from the canon is listed and classed, and none is the reader's doing."""

from collections import Counter
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus import collate
from corpus.apparatus.collation import Kind
from corpus.apparatus.judged import LIST, Place, Standing, judgements, lacking, places
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.texts import read_texts


def test_the_list_is_what_the_texts_say() -> None:
    assert list(judgements()) == [place for place, _ in places(canons.load())]


def test_the_list_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "differences.tsv"
    path.write_bytes(LIST.read_bytes())
    collate.main(path)
    assert path.read_bytes() == LIST.read_bytes()


def test_what_is_known_of_the_sources_is_found() -> None:
    found = {(p.ref, p.witness, p.canon, p.reading): j for p, j in judgements().items()}
    assert found["4.16.2", "zhushu", "", "盥"].kind is Kind.ADDITION
    assert found["5.52.40", "tongxing-b", "奉", "拳"].kind is Kind.SUBSTANTIVE
    assert found["5.52.47", "tongxing-b", "纁", "薰"].kind is Kind.SUBSTANTIVE
    assert found["7.23.4", "tongxing-b", "比", "北"].kind is Kind.SUBSTANTIVE
    assert found["4.5.11", "tongjie", "旨", "防"].kind is Kind.DAMAGE
    assert found["15.18.1", "shuzhu", "南", "面"].kind is Kind.SUBSTANTIVE
    assert found["5.5.10", "jishi", "席之", "之席"].kind is Kind.TRANSPOSITION
    assert found["5.5.19", "tongxing-b", "奠", "尊"].standing is Standing.SLIP
    assert found["5.1.3", "tongxing", "無介", ""].kind is Kind.OMISSION, "a clause left out between two that are there"
    assert not any(place.witness == "tongjie" and not place.reading for place in judgements()), (
        "a fragment omits nothing"
    )


def test_at_least_ninety_nine_in_a_hundred_characters_agree_in_every_witness() -> None:
    size: Counter[str] = Counter()
    for entry in read_texts():
        if entry.layer.is_base and entry.ref != "-":
            size[entry.witness] += len(fold(entry.text))
    wrong: Counter[str] = Counter()
    for place, judged in judgements().items():
        if judged.kind is not Kind.VARIANT_CHARACTER:
            wrong[place.witness] += max(len(place.canon), len(place.reading))
    assert all(wrong[witness] <= 0.01 * size[witness] for witness in size)


def test_a_clause_is_left_out_only_between_two_that_are_there() -> None:
    canon = canons.load()
    held = dict.fromkeys(("5.1.1", "5.1.3", "5.2.4"), "x")
    assert list(lacking(canon, held)) == ["5.1.2"]


def test_a_class_that_is_unknown_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "d.tsv"
    path.write_text(
        "ref\tat\twitness\tcanon\treading\tclass\tstanding\n5.1.1\t0\tx\t鄉\t卿\terror\t\n", encoding="utf-8"
    )
    with pytest.raises(CorpusError, match=r"d\.tsv, line 2"):
        judgements(path)
    assert Place("5.1.1", 0, "x", "鄉", "卿") not in judgements()
