from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

from corpus import canon as canons
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers import tongjie

PAGE = (
    '<!-- { "loadSidebar": true } -->\n'
    "　　【一与主人降辞已下同也云祭如宾礼者如上宾祭时坐】不告防【酒已物也】"
    "主人坐取觯于篚降洗【觯之防反　将自饮　疏曰酬酒先饮】"
    "右主人酬宾　记将举于右【便也疏曰谓若下经】客爵居左其饮居右【三爵也以优宾\n耳】\n"
    "　　【是居左也　疏曰其饮居右者少仪】\n"
    "　　众宾辩有脯醢【辩音遍亦每献荐于其位　疏曰不敢防　今按未详其説】\n"
    "　　右一人举觯记乐作大夫不入【后乐贤者】\n"
)


@pytest.fixture(scope="module")
def page() -> Reading:
    return tongjie.read(PAGE, canons.load())


def brief(stretch: Stretch) -> tuple[str, str, int]:
    return stretch.layer.value, stretch.text, stretch.anchor


def test_a_fragment_that_starts_in_a_sub_commentary(page: Reading) -> None:
    first = page.stretches[0]
    assert (first.layer, first.commentator, first.anchor) == (Layer.SHU, "賈公彥", 0)
    assert first.lemma == ("祭如宾礼", "祭如宾礼")


def test_layers_inside_the_brackets(page: Reading) -> None:
    assert [brief(s) for s in page.stretches[1:] if not s.copy] == [
        ("jing", "不告防", 0),
        ("zhu", "酒已物也", 3),
        ("jing", "主人坐取觯于篚降洗", 0),
        ("yin", "觯之防反", 12),
        ("zhu", "将自饮", 12),
        ("shu", "酬酒先饮", 12),
        ("ji", "将举于右", 0),
        ("zhu", "便也", 16),
        ("shu", "谓若下经", 16),
        ("jing", "众宾辩有脯醢", 0),
        ("yin", "辩音遍", 22),
        ("zhu", "亦每献荐于其位", 22),
        ("shu", "不敢防", 22),
        ("jinan", "未详其説", 22),
        ("ji", "乐作大夫不入", 0),
        ("zhu", "后乐贤者", 28),
    ]


def test_another_book_is_kept_apart(page: Reading) -> None:
    other = [s for s in page.stretches if s.copy == tongjie.OTHER]
    assert [brief(s) for s in other] == [
        ("ji", "客爵居左其饮居右", 0),
        ("zhu", "三爵也以优宾耳是居左也", 8),
        ("shu", "其饮居右者", 8),
    ]
    assert [s.commentator for s in other] == [None, "鄭玄", None]


def test_every_character_has_a_kind(page: Reading) -> None:
    assert sum(page.account().values()) == len(PAGE)
    of = {kind: "".join(c for c, k in zip(PAGE, page.kinds, strict=True) if k == kind) for kind in Kind}
    assert of[Kind.DAMAGE] == "防防防"
    assert of[Kind.HEADING] == "右主人酬宾右一人举觯"
    assert of[Kind.MARKER].count("记") == 2
    assert "少仪" in of[Kind.MARKER]
    assert of[Kind.FURNITURE].startswith("<!--")


@pytest.fixture(scope="module")
def source(shared: Path) -> str:
    return next((shared / "seeds").glob("004_*.txt")).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reading(source: str) -> Reading:
    return tongjie.read(source, canons.load())


def test_the_source_adds_up(source: str, reading: Reading) -> None:
    assert len(reading.kinds) == len(source)
    assert all(s.text == "".join(source[at] for at in s.offsets) for s in reading.stretches)
    held = sum(len(s.text) for s in reading.stretches)
    assert held == sum(reading.account()[k] for k in (Kind.BASE, Kind.COMMENT, Kind.DAMAGE))
    assert reading.account()[Kind.DAMAGE] == source.count("防") == 5
    blank = "".join(c for c, k in zip(source, reading.kinds, strict=True) if k == Kind.FURNITURE)
    assert blank.replace('<!-- { "loadSidebar": true } -->', "").strip() == ""


def test_named_comments_are_all_found(source: str, reading: Reading) -> None:
    layers = [s.layer for s in reading.stretches]
    assert layers.count(Layer.SHU) == source.count("疏曰") + 1  # the one whose head is lost
    assert layers.count(Layer.JINAN) == source.count("今按") == 2
    assert [s.text for s in reading.stretches if s.layer is Layer.YIN] == [
        "觯之防反",
        "杀所界反",
        "徧音遍下同",
        "长丁丈反",
        "辩音遍",
        "与音预",
        "与音预",
    ]


def test_base_text_is_the_canon_but_for_the_lost_characters(reading: Reading) -> None:
    clauses = canons.load().chapters[4].clauses
    main = "".join(fold(c.text) for c in clauses if c.layer is Layer.JING)
    record = "".join(fold(c.text) for c in clauses if c.layer is Layer.JI)
    ours = fold("".join(s.text for s in reading.stretches if s.layer is Layer.JING))
    first, last = main.index(fold("不告旨自席前")), main.index(fold("舉觶者降")) + 4
    edits = [o for o in Levenshtein.opcodes(ours, main[first:last]) if o.tag != "equal"]
    assert {ours[o.src_start : o.src_end] for o in edits} == {"防"}
    moved = [s for s in reading.stretches if s.layer is Layer.JI]
    assert all(fold(s.text) in record for s in moved if not s.copy)
    assert [s.text for s in moved if s.copy] == ["介爵酢爵僎爵皆居右", "客爵居左其饮居右"]


def test_every_comment_has_an_anchor(reading: Reading) -> None:
    for copy in ("", tongjie.OTHER):
        length = sum(len(s.text) for s in reading.stretches if s.layer.is_base and s.copy == copy)
        comments = [s for s in reading.stretches if not s.layer.is_base and s.copy == copy]
        assert all(0 < s.anchor <= length for s in comments if s is not reading.stretches[0])
