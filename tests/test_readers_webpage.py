"""The scraped page: copies told apart, notes and translation attached. The modern sentences here are invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

from corpus import canon as canons
from corpus.canon import Canon, Chapter, Clause, Phase
from corpus.errors import CorpusError
from corpus.fold import fold, is_han
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers.webpage import read, unattached
from corpus.readers.webpage_copies import Paragraph, take_apart
from corpus.readers.webpage_notes import mended, notes_of

FORMULA = "主人坐祭,遂卒爵,興。坐奠爵,拜,執爵興。"


def _chapter(number: int, hant: str, *phases: tuple[Layer, tuple[str, ...]]) -> Chapter:
    made = []
    for phase, (layer, texts) in enumerate(phases, 1):
        clauses = tuple(Clause(number, phase, str(i), text, layer) for i, text in enumerate(texts, 1))
        made.append(Phase(number, phase, layer, hant, hant, hant, "", clauses))
    return Chapter(number, hant, hant, "", "", tuple(made))


SMALL = Canon(
    {
        5: _chapter(
            5,
            "鄉射禮",
            (Layer.JING, ("鄉射之禮。主人戒賓,賓出迎,再拜。", "主人答再拜,乃請。賓禮辭,許。")),
            (Layer.JING, (FORMULA, "羹定。主人朝服,乃速賓;賓朝服出迎。", "鄉樂唯欲。")),
            (Layer.JI, ("記。大夫與,則公士為賓。", "使能,不宿戒。", "其牲,狗也。亨于堂東北。尊,綌冪。賓至,徹之。")),
        ),
        7: _chapter(
            7,
            "大射儀",
            (Layer.JING, ("大射之儀。君有命戒射,", "宰戒百官有事於射者。射人戒諸公、卿、大夫射。")),
            (Layer.JING, (FORMULA, "前射三日,宰夫戒宰及司馬、射人宿視滌。兩方壺,膳尊兩甒在南。")),
        ),
    }
)

PAGE = """某某网址乡射礼第五

摘要:【题解】 乡射之礼。主人戒宾,宾出迎,再拜。

【题解】

乡射之礼。主人戒宾,宾出迎,再拜。主人答再拜,乃请。宾礼辞,许。

【题解】

大射之仪。君有命戒射,宰戒百官有事于射者。射人戒诸公、卿、大夫射。

  《乡射礼》云云,此处说明甲事,皆是虚构之辞。

  乡射之礼。主人戒宾,宾出迎,再拜。主人答再拜,乃请。宾礼辞,许。

主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。

  《大射仪》云云,此处说明乙事,皆是虚构之辞。

  大射之仪,君有命戒射(1)。宰戒百官有事于射者(2)。射人戒诸公卿大夫射。

主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。

  乡射之礼:主人戒宾(1)。宾出迎,再拜。主人答再拜(2),乃请(2)。宾礼辞许(4)。

  主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。

  主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。

  主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。

前射三日,宰夫戒宰及司马、射人宿视涤。两方壶,膳尊两甒在南。

某某原文赏析,本文整理于互联网,转载请注明出处

羹定。主人朝服,乃速宾;宾朝服出迎。乡乐唯欲。记。大夫与,则公士为宾。使能,不宿戒。其牲,狗也。亨于堂东北。

  前射三日(3),宰夫戒宰及司马,射人宿视滌。两方壶,膳尊两■在南。

  羹定(5)。主人朝服,乃速宾;宾朝服出迎。乡乐唯欲。

  [记]大夫与,则公士为宾(6)。使能,不宿戒。其牲狗也。亨于堂东北。

【注释】

某某网址。  尊绤幂,宾至,彻之。

  (1)自“宰戒百官”至“宿视滌”,甲甲。

  (2)、(3)宰:乙乙。

【注释】

  (1)戒(jie):丙丙,参阅注(2)。(2)答:丁丁。  (3)请:戊戊。

【译文】

  大射怎样行:君有命,戒备其射,宰戒告百官之有事于射的,射人又戒告诸公、卿、大夫。

  (4)此处说明丙事。辞:己己。参阅某篇注(5)。

  主人坐而祭,遂喝完一爵才兴起,又坐奠其爵来拜。前三日,宰夫要戒告宰与司马。

  (5)羹:庚庚。

  (6)公士:辛辛。

【译文】

  乡射怎样行:主人戒告宾,宾出迎,拜了再拜。主人也答再拜,这才请他。宾依礼辞过,许了。

  主人坐而祭,遂喝完一爵才兴起,又坐奠其爵来拜,执其爵兴起。

  羹好定了。主人着朝服,乃去速宾;宾也着朝服出迎。乡乐唯凭所欲。

  [记]

  大夫若与此事,公士便为宾。使其能者,不必宿戒。

  牲,用狗,亨于堂之东北。

本文发布于某某官网,转载请注明出处
"""


def _copy(reading: Reading, chapter: int, copy: str) -> list[Stretch]:
    return [s for s in reading.stretches if (s.chapter, s.copy) == (chapter, copy)]


def _base(reading: Reading, chapter: int, copy: str) -> str:
    return "".join(s.text for s in _copy(reading, chapter, copy) if s.layer.is_base)


def _of(reading: Reading, chapter: int, layer: Layer) -> list[Stretch]:
    return [s for s in _copy(reading, chapter, "a") if s.layer is layer]


def _classified(source: str, reading: Reading) -> None:
    assert len(reading.kinds) == len(source) == sum(reading.account().values())
    held = [at for s in reading.stretches for at in s.offsets]
    assert len(held) == len(set(held))
    assert set(held) == {at for at, kind in enumerate(reading.kinds) if kind in "bcd"}
    assert all(source[at] == char for s in reading.stretches for at, char in zip(s.offsets, s.text, strict=True))


@pytest.fixture(scope="module")
def small() -> Reading:
    return read(PAGE, SMALL)


def test_every_character_is_classified_once(small: Reading) -> None:
    _classified(PAGE, small)


def test_copies_are_told_apart(small: Reading) -> None:
    assert _base(small, 5, "b") == (
        "乡射之礼。主人戒宾,宾出迎,再拜。主人答再拜,乃请。宾礼辞,许。主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。"
        "羹定。主人朝服,乃速宾;宾朝服出迎。乡乐唯欲。记。大夫与,则公士为宾。使能,不宿戒。其牲,狗也。亨于堂东北。"
    )
    assert _base(small, 5, "c") == (
        "乡射之礼。主人戒宾,宾出迎,再拜。主人答再拜,乃请。宾礼辞,许。主人坐祭,遂卒爵,兴。坐奠爵,拜,执爵兴。"
    )
    assert _base(small, 7, "b").startswith("大射之仪。君有命戒射,宰戒") and _base(small, 7, "b").endswith("甒在南。")
    assert _base(small, 5, "a").startswith("乡射之礼:") and _base(small, 5, "a").endswith("尊绤幂,宾至,彻之。")
    assert {(s.chapter, s.copy) for s in small.stretches} == {(5, "a"), (5, "b"), (5, "c"), (7, "a"), (7, "b")}


def test_a_formula_both_rites_have_goes_where_it_is_due(small: Reading) -> None:
    counts = {key: _base(small, *key).count("执爵兴。") for key in ((5, "a"), (5, "b"), (5, "c"), (7, "a"), (7, "b"))}
    assert set(counts.values()) == {1}


def test_furniture_is_taken_off_and_what_is_glued_to_it_kept(small: Reading) -> None:
    at = PAGE.index("某某网址。")
    assert small.kinds[at : at + 8] == "fffff" + "ff" + "b"
    summary = PAGE.index("摘要")
    assert set(small.kinds[summary : PAGE.index("\n", summary)]) == {"f"}
    assert set(small.kinds[PAGE.index("某某原文") :][:10]) == {"f"}
    assert small.kinds[PAGE.index("【译文】") :][:4] == "hhhh"


def test_the_record_is_a_layer_of_its_own(small: Reading) -> None:
    for copy, start in (("a", "大夫与,"), ("b", "记。大夫与,")):
        record = "".join(s.text for s in _copy(small, 5, copy) if s.layer is Layer.JI)
        assert record.startswith(start)
    for at in (PAGE.index("[记]"), PAGE.rindex("[记]")):
        assert small.kinds[at : at + 3] == "mmm"


def test_lost_characters_are_damage_and_stay(small: Reading) -> None:
    assert small.account()[Kind.DAMAGE] == 1
    assert "膳尊两■在南" in _base(small, 7, "a")


def test_notes_stand_at_their_numbers(small: Reading) -> None:
    for chapter, wanted in (
        (5, ["主人戒宾", "主人答再拜", ",乃请", "宾礼辞许", "羹定", "公士为宾"]),
        (7, ["君有命戒射", "有事于射者"]),
    ):
        notes = _of(small, chapter, Layer.JINZHU)
        base = _base(small, chapter, "a")
        assert [base[: n.anchor].endswith(words) for n, words in zip(notes, wanted, strict=True)] == [True] * len(
            wanted
        )
        assert {n.commentator for n in notes} == {None}
    assert [n.lemma for n in _of(small, 5, Layer.JINZHU)][:4] == [(w, w) for w in ("戒", "答", "请", "辞")]
    assert [n.lemma for n in _of(small, 7, Layer.JINZHU)] == [("宰戒百官", "宿视滌"), ("宰", "宰")]
    assert _of(small, 5, Layer.JINZHU)[0].text == "戒(jie):丙丙,参阅注(2)。"


def test_a_note_follows_the_base_text_it_stands_after(small: Reading) -> None:
    seen = 0
    for stretch in _copy(small, 5, "a"):
        if stretch.layer.is_base:
            seen += len(stretch.text)
        else:
            assert stretch.anchor == seen


def test_translation_is_anchored_where_its_run_begins(small: Reading) -> None:
    for chapter, wanted in (
        (5, ["乡射之礼", "主人坐祭", "羹定", "大夫与", "其牲"]),
        (7, ["大射之仪", "主人坐祭"]),
    ):
        base = _base(small, chapter, "a")
        anchors = [s.anchor for s in _of(small, chapter, Layer.JINYI)]
        assert [base[at:].startswith(words) for at, words in zip(anchors, wanted, strict=True)] == [True] * len(wanted)


def test_introductions_belong_to_the_chapter_they_name(small: Reading) -> None:
    for chapter, word in ((5, "甲事"), (7, "乙事")):
        (introduction,) = _of(small, chapter, Layer.TIJIE)
        assert word in introduction.text and introduction.anchor == 0


def test_numbers_without_a_note_and_notes_without_a_number_are_reported() -> None:
    assert unattached(PAGE, SMALL) == {5: ((), ()), 7: ((), ())}
    page = PAGE.replace("  (5)羹:庚庚。\n", "").replace("宾礼辞许(4)", "宾礼辞许")
    assert unattached(page, SMALL)[5] == ((2, 5), (3, 4))
    (note,) = [s for s in _of(read(page, SMALL), 5, Layer.JINZHU) if "己己" in s.text]
    assert _base(read(page, SMALL), 5, "a")[: note.anchor].endswith("宾礼辞")


def test_notes_without_a_text_are_an_error() -> None:
    with pytest.raises(CorpusError, match="no base text"):
        read("【注释】\n\n(1)甲:乙。\n", SMALL)


def test_a_page_without_anything_is_furniture() -> None:
    assert read("", SMALL) == Reading("", ())
    assert read(" \n某某网址\n", SMALL) == Reading("fffffff", ())


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ([], []),
        ([1, 2, 3], [1, 2, 3]),
        ([3, 4, 4, 6], [3, 4, 5, 6]),
        ([1, 2, 9, 4, 5], [1, 2, 3, 4, 5]),
        ([1, 2, 2, 3], [1, 2, None, 3]),
        ([1, 2, 2], [1, 2, 3]),
        ([1, 2, 5, 6], [1, 2, 5, 6]),
    ],
)
def test_numbers_are_mended_by_their_order(printed: list[int], meant: list[int | None]) -> None:
    assert mended(printed) == meant


def test_runs_of_notes_that_meet_at_one_number_stay_apart() -> None:
    numbers = [1, 2, 1, 3, 2, 3, 4]
    texts = [f"({n})甲:乙。" for n in numbers]
    runs = notes_of([Paragraph(text, 100 * i, True) for i, text in enumerate(texts)])
    assert [[note.numbers[0] for note in run] for run in runs] == [[1, 2, 3], [1, 2, 3, 4]]


@pytest.fixture(scope="module")
def source(shared: Path) -> str:
    (file,) = (shared / "seeds").glob("003_*.txt")
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def canon() -> Canon:
    return canons.load()


@pytest.fixture(scope="module")
def whole(source: str, canon: Canon) -> Reading:
    return read(source, canon)


def test_page_every_character_is_classified_once(source: str, whole: Reading) -> None:
    _classified(source, whole)
    account = whole.account()
    assert account[Kind.DAMAGE] == source.count("■") + source.count("□") == 14
    assert account[Kind.HEADING] == 6 * 4


def test_page_furniture_is_all_furniture(source: str, whole: Reading, canon: Canon) -> None:
    advertised = {p.start + i for p in take_apart(source, canon).furniture for i in range(len(p.text))}
    dropped = {at for at, kind in enumerate(whole.kinds) if kind == "f" and not source[at].isspace()}
    assert dropped == {at for at in advertised if not source[at].isspace()}


@pytest.mark.parametrize(("chapter", "copy"), [(5, "a"), (5, "b"), (5, "c"), (7, "a"), (7, "b")])
def test_page_copies_are_complete_and_in_order(whole: Reading, canon: Canon, chapter: int, copy: str) -> None:
    wanted = canon.chapters[chapter].folded
    steps = Levenshtein.opcodes(wanted, fold(_base(whole, chapter, copy)))
    same = sum(step.src_end - step.src_start for step in steps if step.tag == "equal")
    assert same >= 0.99 * len(wanted)
    assert max(step.src_end - step.src_start for step in steps if step.tag != "equal") <= 4
    assert max(step.dest_end - step.dest_start for step in steps if step.tag != "equal") <= 2


def test_page_record_of_every_copy(whole: Reading) -> None:
    for copy, start in (("a", "大夫与,"), ("b", "记。大夫与,"), ("c", "记。大夫与,")):
        record = "".join(s.text for s in _copy(whole, 5, copy) if s.layer is Layer.JI)
        assert record.startswith(start) and record.endswith("则肉袒。" if copy != "a" else "射则肉袒。")


@pytest.mark.parametrize(
    ("chapter", "readings"),
    [
        (5, {"a": "横而奉之", "b": "横而拳之", "c": "横而拳之"}),
        (5, {"a": "袒纁襦", "b": "袒薰襦", "c": "袒薰襦"}),
        (5, {"a": "中亦如之", "b": "中亦如之", "c": "中亦如之"}),
        (7, {"a": "司马师坐乘之卒", "b": "司马师坐乘之卒"}),
        (7, {"a": "大夫之西比耦", "b": "大夫之西北耦"}),
    ],
)
def test_page_every_copy_keeps_its_reading(whole: Reading, chapter: int, readings: dict[str, str]) -> None:
    for copy, reading in readings.items():
        han = "".join(filter(is_han, _base(whole, chapter, copy)))
        assert reading in han


def test_page_notes_and_translations_are_attached(whole: Reading, source: str, canon: Canon) -> None:
    assert unattached(source, canon) == {5: ((), ()), 7: ((), ())}
    for chapter, notes, paragraphs in ((5, 164, 116), (7, 82, 74)):
        assert len(_of(whole, chapter, Layer.JINZHU)) == notes
        base = _base(whole, chapter, "a")
        strange = [
            note
            for note in _of(whole, chapter, Layer.JINZHU)
            if note.lemma and fold(note.lemma[0]) not in fold(base[max(0, note.anchor - 60) : note.anchor + 20])
        ]
        assert len(strange) <= 4
        anchors = [s.anchor for s in _of(whole, chapter, Layer.JINYI)]
        assert len(anchors) == len(set(anchors)) == paragraphs
        assert anchors == sorted(anchors)
        assert len(_of(whole, chapter, Layer.TIJIE)) == 1
