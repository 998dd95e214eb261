"""The apparatus of what is held: the places scholars know, the parties, the remarks, and the prose of a collator."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from corpus.apparatus.collation import Kind
from corpus.apparatus.model import Reading, Variation
from corpus.apparatus.reported import READINGS, REMARK_COLUMNS, REMARKS, reported
from corpus.canon import rows
from corpus.errors import CorpusError
from corpus.fold import fold, is_han
from corpus.library import Library, load

COLLATED = re.compile("今文|古文|石經|注疏本|俗本")


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def place(library: Library, ref: str, lemma: str, reading: str) -> tuple[Variation, Reading]:
    """The place of a clause where the canon has ``lemma`` and someone ``reading``."""
    for variation in library.apparatus.at(ref):
        for found in variation.readings[1:]:
            if (variation.readings[0].text, found.text) == (lemma, reading):
                return variation, found
    raise AssertionError(f"{ref}: {lemma} → {reading} is not in the apparatus")


@pytest.mark.parametrize(
    ("ref", "lemma", "reading", "kind", "witnesses", "parties"),
    [
        ("4.16.2", "", "盥", Kind.ADDITION, {"zhushu"}, {"俗本", "唐石經"}),
        ("5.34.6", "亦", "皆", Kind.SUBSTANTIVE, set(), {"張爾岐"}),
        ("5.52.40", "奉", "拳", Kind.SUBSTANTIVE, {"tongxing-b", "tongxing-c"}, {"唐石經"}),
        ("5.52.47", "纁", "薰", Kind.SUBSTANTIVE, {"tongxing-b", "tongxing-c"}, {"唐石經"}),
        ("7.22.6", "卒", "", Kind.OMISSION, {"zhushu-siku"}, {"監本"}),
        ("7.23.4", "比", "北", Kind.SUBSTANTIVE, {"tongxing-b", "zhushu-siku"}, {"監本"}),
        ("15.7.12", "", "鉶", Kind.ADDITION, set(), {"唐石經"}),
        ("15.18.1", "南", "面", Kind.SUBSTANTIVE, {"shuzhu"}, set()),
        ("5.5.10", "席之", "之席", Kind.TRANSPOSITION, {"jishi"}, set()),
        ("7.42.3", "觚", "觶", Kind.SUBSTANTIVE, {"tongxing", "tongxing-b"}, set()),
        ("5.1.1", "鄉", "鄕", Kind.VARIANT_CHARACTER, {"jishi"}, set()),
        ("5.5.5", "盥", "浣", Kind.SUBSTANTIVE, set(), {"古文"}),
    ],
)
def test_the_known_places(
    library: Library, ref: str, lemma: str, reading: str, kind: Kind, witnesses: set[str], parties: set[str]
) -> None:
    _, found = place(library, ref, lemma, reading)
    assert found.kind is kind
    assert {p.witness for p in found.printed} == witnesses
    assert set(found.parties) == parties


def test_every_party_has_one_reading_and_prints_it_where_it_says(library: Library) -> None:
    for variation in library.apparatus.all:
        texts = {u.witness: u.text for u in library.by_ref(variation.ref)}
        printed = [p for reading in variation.readings for p in reading.printed]
        assert len({p.witness for p in printed}) == len(printed), variation
        assert {p.witness for p in printed} >= texts.keys() or variation.ref == "5.1.3"
        for one in printed:
            own = texts.get(one.witness, "")[one.start : one.end]
            assert "".join(c for c in own if is_han(c) or c in "■□●89") == one.text, variation
        assert variation.readings[0].kind is None
        assert all(r.kind for r in variation.readings[1:])
        assert len(variation.readings) > 1 or variation.remarks
        clause = library.canon.clauses[variation.ref].text
        assert fold(clause[variation.start : variation.end]) == fold(variation.readings[0].text)


def test_places_of_a_clause_stand_in_order_and_apart(library: Library) -> None:
    for ref in library.canon.clauses:
        whole = len(fold(library.canon.clauses[ref].text))
        spans = [(v.start, v.end) for v in library.apparatus.at(ref) if len(v.readings[0].text) < whole]
        assert spans == sorted(spans)
        assert all(a[1] <= b[0] for a, b in pairwise(spans)), ref


def test_the_canon_is_a_party(library: Library) -> None:
    alone = [v for v in library.apparatus.all if "canon" in v.witnesses]
    assert {v.ref for v in alone} >= {"4.16.2", "15.18.1"}
    _, found = place(library, "5.52.40", "奉", "拳")
    assert "canon" not in place(library, "5.52.40", "奉", "拳")[0].witnesses
    assert found.standing == "shared"


def test_collators_are_heard_at_the_reading_they_discuss(library: Library) -> None:
    variation, _ = place(library, "5.5.5", "盥", "浣")
    assert [(r.comment, r.party, r.quote) for r in variation.remarks] == [("5.5.5#zheng.1", "古文", "古文盥皆作浣")]
    variation, _ = place(library, "5.24.9", "退", "")
    assert {r.comment or r.page for r in variation.remarks} == {"5.24.9#siku.1", "KR1d0038_WYG_018-3a"}
    assert variation.readings[0].parties == ("唐石經",)
    assert "張爾岐" in variation.reason
    assert library.apparatus.at("4.19.4")[0].remarks[0].reading is None, "what a party reads is not always certain"


def test_every_remark_is_in_the_collators_words(library: Library) -> None:
    for row in rows(REMARKS, REMARK_COLUMNS):
        assert bool(row["comment"]) != bool(row["page"]), row
        if row["comment"]:
            witnesses = {u.witness for u in library.by_ref(row["comment"])}
            wordings = ["".join(u.text for u in library.by_ref(row["comment"]) if u.witness == w) for w in witnesses]
            assert any(row["quote"] in wording for wording in wordings), row


def test_every_note_that_names_other_copies_is_in_the_list(library: Library) -> None:
    listed = {row["comment"] for row in rows(REMARKS, REMARK_COLUMNS)}
    told = {u.whole_ref for u in library.units if u.commentator == "四庫館臣"}
    told |= {u.whole_ref for u in library.units if u.commentator == "鄭玄" and COLLATED.search(u.text)}
    assert told - listed == set()


def test_words_that_are_not_in_the_clause_are_named_with_their_line(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "remarks.tsv"
    path.write_text("\t".join(REMARK_COLUMNS) + "\n5.1.1\t5.1.1#zheng.1\t\t司馬\t司徒\t今文\tx\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"remarks\.tsv, line 2: “司馬” is not in 5\.1\.1"):
        list(reported(library.canon, path, READINGS))


STATEMENT = re.compile(r"^(?P<said>.+?)(?:\((?P<page>[^)]*)\))?$")


def statements(text: str) -> dict[str, list[str]]:
    """The collator's statements by chapter: lines joined, what is in small print (the leaf) left out."""
    body = re.sub(r"<pb:[^>]*>¶?\n?", "", text.split("<pb:", 1)[1].partition("¶\n")[2])
    lines = [line.rstrip("¶") for line in body.splitlines()]
    found: dict[str, list[str]] = {}
    chapter = ""
    for line in lines:
        if not line.startswith("　"):
            chapter = re.sub(r"\(.*?\)", "", line)
        elif line.startswith("　　") and found.get(chapter):
            found[chapter][-1] += line.strip("　")
        else:
            found.setdefault(chapter, []).append(line.strip("　"))
    return {name: [re.sub(r"\([^)]*\)|[　\s]", "", s) for s in own] for name, own in found.items()}


def test_the_prose_of_a_collator_is_found(library: Library, shared: Path) -> None:
    """What 張爾岐 says of the 監本 and the stone classics in the four chapters: each statement is in the apparatus."""
    quotes = {fold(r.quote) for v in library.apparatus.all for r in v.remarks if r.page}
    count: Counter[str] = Counter()
    for juan in ("018", "019"):
        path = shared / "kanripo" / "KR1d0038" / f"KR1d0038_{juan}.txt"
        if not path.exists():
            pytest.skip("the collator's book is not beside this checkout")
        for chapter in ("鄉飲酒禮", "鄉射禮", "大射儀", "特牲饋食禮"):
            for said in statements(path.read_text(encoding="utf-8")).get(chapter, []):
                if said != "大射儀第七脱儀字":  # on the chapter's title, which is no clause
                    assert fold(said) in quotes, said
                    count[juan] += 1
    assert count == {"018": 44, "019": 14}
