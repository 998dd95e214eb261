"""The glossary: complete rows, one sentence each, resting on passages that have the word."""

import re
import unicodedata
from pathlib import Path

import pytest

from corpus import canon
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.rites import glossary as glossary_table
from corpus.rites.check import comment_texts
from corpus.rites.glossary import COLUMNS, Glossary
from tests.rites_makings import write


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return glossary_table.load()


def test_it_is_large_enough_to_be_of_use(glossary: Glossary) -> None:
    kinds = [entry.kind for entry in glossary.entries]
    assert len(kinds) >= 600
    assert min(kinds.count(kind) for kind in ("role", "place", "object", "act")) >= 80


@pytest.mark.parametrize(
    ("term", "kind", "en", "basis"),
    [
        ("阼階", "place", "eastern steps", "5.2.3#zheng.1"),
        ("酬", "act", "pledge", "4.6.2#zheng.1"),
        ("乏", "object", "shelter", "5.2.9#zheng.1"),
        ("獲者", "role", "target-marker", "5.17.3#zheng.1"),
        ("陔", "music", "Gai", "4.23.1#zheng.1"),
    ],
)
def test_an_entry(glossary: Glossary, term: str, kind: str, en: str, basis: str) -> None:
    (entry,) = glossary.find(term, kind)
    assert entry.en == en
    assert basis in entry.basis


def test_one_term_of_two_kinds(glossary: Glossary) -> None:
    assert {entry.kind for entry in glossary.find("洗")} == {"object", "act"}
    assert glossary.find("無此詞") == ()


def test_pinyin_has_its_tones(glossary: Glossary) -> None:
    for entry in glossary.entries:
        plain = unicodedata.normalize("NFD", entry.pinyin)
        tones = sum(plain.count(mark) for mark in "\u0304\u0301\u030c\u0300")
        neutral = len(entry.term) - tones
        assert neutral == 0, f"{entry.term} {entry.pinyin}"
        assert re.fullmatch(r"[a-z\u0300-\u030c ']+", plain), entry.pinyin


def test_a_word_stands_where_it_is_said_to_rest(glossary: Glossary) -> None:
    """Places told from something (賓席前, 洗北) are put together from words of the passage; all else stands there."""
    texts = {ref: clause.text for ref, clause in canon.load().clauses.items()} | comment_texts()
    made_up = {"次耦", "下耦", "一矢", "三矢", "上射之算", "下射之算", "左獲", "祭脯", "祭肺", "弓長", "三番射", "居右"}
    made_up |= {"初獻", "實于篚", "魚爨", "羞者", "居左", "眾士"}
    for entry in glossary.entries:
        told = fold("".join(texts[ref] for ref in entry.basis))
        if entry.kind == "place" and entry.term != "介家門外":  # 如戒賓也
            assert set(fold(entry.term)) & set(told), entry.term
        elif entry.kind != "place" and entry.term not in made_up:
            assert fold(entry.term) in told, entry.term


GOOD = dict.fromkeys(COLUMNS, "x") | {"term": "洗", "kind": "object", "basis": "4.2.4"}


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([GOOD | {"kind": "thing"}], "line 2: 'thing' is not a kind"),
        ([GOOD | {"en": ""}], "line 2: 洗 has no en"),
        ([GOOD, GOOD], "line 3: 洗 stands twice as object"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, rows: list[dict[str, str]], complaint: str) -> None:
    write(tmp_path, "glossary.tsv", COLUMNS, *rows)
    with pytest.raises(CorpusError, match=complaint):
        glossary_table.load(tmp_path / "glossary.tsv")
