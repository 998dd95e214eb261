import re
from pathlib import Path

import pytest
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from corpus import canon as canons
from corpus.canon import Canon, Chapter, Clause, Phase
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers import zhushu

SMALL = (
    ("1.1", "鄉飲酒之禮。主人就先生而謀賓、介。"),
    ("1.2", "主人坐取爵,實之賓之席前,西北面獻賓。"),
    ("1.3", "賓西階上拜,主人少退。"),
    ("1.4", "賓進受爵,以復位。主人阼階上拜送爵,賓少退。"),
    ("2.1", "記。鄉,朝服而謀賓、介,皆使能,不宿戒。"),
)

PAGE = """您在這裡

卷四:鄉飲酒禮第四

《儀禮注疏》漢 鄭玄 注;唐 賈公彥 疏

鄉飲酒之禮。主人就先生而謀賓、介。

先生,鄉中致●仕者。

 「鄉飲」至「賓介」。○釋曰︰自此至「賓少退」,論獻賓之事。○注「先生」至「仕者」。○釋曰︰云「先生」者,堂上元缺一字也。

主人坐取爵,實之賓之席前,西北面獻賓。

獻,進也。

疏 注「獻進也」。○釋曰︰進猶奉也。賓西階上拜,主人少退。少退,少辟。

賓進受爵,以復位。主人阼階上拜送爵,賓少退。

復位,復西階上位。

 「賓進」。○注釋曰︰不言席前,文不具也。

記。鄉,朝服而謀賓、介,皆使能,不宿戒。

 ○釋曰︰記之也。

« 上一頁
"""


def small_canon() -> Canon:
    clauses = [
        Clause(4, int(phase), label, text, Layer.JI if phase == "2" else Layer.JING)
        for phase, label, text in ((*ref.split("."), text) for ref, text in SMALL)
    ]
    phases = tuple(
        Phase(4, n, layer, "", "", "", "", tuple(c for c in clauses if c.phase == n))
        for n, layer in ((1, Layer.JING), (2, Layer.JI))
    )
    return Canon({4: Chapter(4, "鄉飲酒禮", "乡饮酒礼", "", "", phases)})


def texts(reading: Reading, *layers: Layer) -> list[str]:
    return [s.text for s in reading.stretches if s.layer in layers]


@pytest.fixture(scope="module")
def page() -> Reading:
    return zhushu.read(PAGE, small_canon())


def test_base_text_is_what_reads_on_in_the_canon(page: Reading) -> None:
    assert texts(page, Layer.JING) == [text for _, text in SMALL[:4]]
    assert texts(page, Layer.JI) == [SMALL[4][1]]


def test_the_note_follows_and_may_end_a_sub_commentary_with_its_base_text(page: Reading) -> None:
    assert texts(page, Layer.ZHU) == ["先生,鄉中致●仕者。", "獻,進也。", "少退,少辟。", "復位,復西階上位。"]
    assert {s.commentator for s in page.stretches if s.layer is Layer.ZHU} == {"鄭玄"}


def test_each_section_of_a_paragraph_is_a_comment_with_its_lemma(page: Reading) -> None:
    shu = [s for s in page.stretches if s.layer is Layer.SHU]
    assert [(s.text, s.lemma) for s in shu] == [
        ("自此至「賓少退」,論獻賓之事。", ("鄉飲", "賓介")),
        ("云「先生」者,堂上元缺一字也。", ("先生", "仕者")),
        ("進猶奉也。", ("獻進也", "獻進也")),
        ("不言席前,文不具也。", ("賓進", "賓進")),
        ("記之也。", None),
    ]
    assert {s.commentator for s in shu} == {"賈公彥"}


def test_anchors_count_the_base_text_before(page: Reading) -> None:
    base = 0
    for stretch in page.stretches:
        if stretch.layer.is_base:
            base += len(stretch.text)
        else:
            assert stretch.anchor == base


def test_every_character_has_a_kind(page: Reading) -> None:
    assert sum(page.account().values()) == len(PAGE)
    assert "".join(c for c, k in zip(PAGE, page.kinds, strict=True) if k == Kind.DAMAGE) == "●元缺一字"
    assert page.kinds[PAGE.index("您")] == page.kinds[PAGE.index("«")] == Kind.FURNITURE
    assert page.kinds[PAGE.index("卷四")] == page.kinds[PAGE.index("《")] == Kind.HEADING
    assert page.kinds[PAGE.index("疏 注")] == Kind.MARKER


def test_a_paragraph_that_is_nothing_known_is_an_error() -> None:
    broken = PAGE.replace("賓進受爵", "大夫奠于下篚,皆如初。\n\n既獻,乃羞。\n\n賓進受爵")
    with pytest.raises(CorpusError, match="line 19"):
        zhushu.read(broken, small_canon())


@pytest.fixture(scope="module")
def source(shared: Path) -> str:
    return next((shared / "seeds").glob("002_*.txt")).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reading(source: str) -> Reading:
    return zhushu.read(source, canons.load())


def test_the_source_adds_up(source: str, reading: Reading) -> None:
    assert len(reading.kinds) == len(source)
    for stretch in reading.stretches:
        assert stretch.text == "".join(source[at] for at in stretch.offsets)
        assert stretch.chapter == 4
    held = sum(len(s.text) for s in reading.stretches)
    assert held == sum(reading.account()[k] for k in (Kind.BASE, Kind.COMMENT, Kind.DAMAGE))
    assert "".join(c for c, k in zip(source, reading.kinds, strict=True) if k == Kind.DAMAGE).count("●") == 3


def test_every_section_of_the_source_is_found(source: str, reading: Reading) -> None:
    shu = [s for s in reading.stretches if s.layer is Layer.SHU]
    assert len(shu) == source.count("釋曰") + source.count("○辭曰") == 179
    assert not any("釋曰" in s.text for s in reading.stretches)
    markers = "".join(c for c, k in zip(source, reading.kinds, strict=True) if k == Kind.MARKER)
    assert markers.count("釋曰") == source.count("釋曰") == 178
    assert sum(s.lemma is None for s in shu) == 3
    assert any("自此已下至「西階上答拜」,論賓酢主人之事" in s.text for s in shu)


def test_only_the_witness_itself_differs_from_the_canon(reading: Reading) -> None:
    text = fold("".join(s.text for s in reading.stretches if s.layer.is_base))
    canon = canons.load().chapters[4].folded
    found = {
        (text[o.src_start : o.src_end], canon[o.dest_start : o.dest_end])
        for o in Levenshtein.opcodes(text, canon)
        if o.tag != "equal"
    }
    known = {("盥", ""), ("席", "序"), ("俎", "且"), ("", "霤")}
    assert found <= {(fold(ours), fold(theirs)) for ours, theirs in known}


def test_every_comment_has_an_anchor_and_every_note_its_own(reading: Reading) -> None:
    length = sum(len(s.text) for s in reading.stretches if s.layer.is_base)
    notes = [s.anchor for s in reading.stretches if s.layer is Layer.ZHU]
    assert len(notes) == len(set(notes)) == 172
    assert all(0 < s.anchor <= length for s in reading.stretches if not s.layer.is_base)
    first_record = next(s for s in reading.stretches if s.layer is Layer.JI)
    assert first_record.text.startswith("記。鄉,朝服而謀賓、介")


def test_paragraphs_of_sub_commentary_are_those_of_another_edition(shared: Path, source: str, reading: Reading) -> None:
    edition = (shared / "kanripo/KR1d0028/KR1d0028_004.txt").read_text(encoding="utf-8")
    edition = re.sub(r"^#.*$|<[^>]*>|[¶\n/]", "", edition, flags=re.MULTILINE).replace(")(", "")
    blocks = [fold(block.replace("釋曰", "")) for block in re.findall(r"疏\(([^)]*)\)", edition)]
    paragraphs: dict[int, list[Stretch]] = {}
    for stretch in reading.stretches:
        if stretch.layer is Layer.SHU:
            paragraphs.setdefault(source.count("\n", 0, stretch.offsets[0]), []).append(stretch)
    ours = ["".join(fold(s.text) for s in own) for own in paragraphs.values()]
    assert len(ours) == len(blocks) == 162
    assert min(fuzz.ratio(a, b) for a, b in zip(ours, blocks, strict=True)) > 80
