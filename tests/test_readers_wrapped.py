"""The readers of the hard-wrapped sources: lines whose indentation is lost, told apart by the base text we know."""

import difflib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

from corpus import canon as canon_files
from corpus.canon import Canon, Chapter, Clause, Phase
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers import jishi, shuzhu
from corpus.readers.following import Role, Wrap, place
from corpus.readers.wrapped import lines

ARCHERY = ["鄉射之禮主人戒賓賓出迎再拜主人答再拜乃請", "無介", "乃席賓南面東上", "衆賓之席繼而西"]


class Reader(Protocol):
    def __call__(self, source: str, canon: Canon) -> Reading: ...


def canon_of(*clauses: str, record: tuple[str, ...] = (), chapter: int = 5, name: str = "鄉射禮") -> Canon:
    """A canon of one held chapter: a phase of 經, and one of 記 where ``record`` has clauses."""
    phases = []
    for number, layer, texts in ((1, Layer.JING, clauses), (2, Layer.JI, record)):
        held = tuple(Clause(chapter, number, str(k), text, layer) for k, text in enumerate(texts, 1))
        phases.append(Phase(chapter, number, layer, "", "", "", "", held))
    unheld = Chapter(16, "少牢饋食禮", "", "", "", ())
    return Canon({chapter: Chapter(chapter, name, "", "", "", tuple(phases)), 16: unheld})


def said(reading: Reading) -> list[tuple[str, str | None, int, str]]:
    return [(s.layer.value, s.commentator, s.anchor, s.text) for s in reading.stretches]


def base_of(stretches: tuple[Stretch, ...]) -> str:
    return "".join(s.text for s in stretches if s.layer.is_base)


def check_account(source: str, reading: Reading) -> None:
    """Every character has a kind, every stretch its characters, and no base text is outside the stretches."""
    assert len(reading.kinds) == len(source) == sum(reading.account().values())
    assert set(reading.kinds) <= {kind.value for kind in Kind}
    marked = "".join(char for char, kind in zip(source, reading.kinds, strict=True) if kind == Kind.BASE)
    assert base_of(reading.stretches) == marked.replace("&KR0925;", "楣")
    length = 0
    used: set[int] = set()
    for stretch in reading.stretches:
        assert stretch.anchor == length
        length += len(stretch.text) if stretch.layer.is_base else 0
        kinds = {reading.kinds[at] for at in stretch.offsets}
        assert kinds <= ({"b", "d"} if stretch.layer.is_base else {"c", "d"})
        assert all(
            source[at] == char or source[at] == "&" for char, at in zip(stretch.text, stretch.offsets, strict=True)
        )
        assert used.isdisjoint(stretch.offsets)
        used.update(stretch.offsets)
    unused = "".join(source[at] for at, kind in enumerate(reading.kinds) if kind in "bc" and at not in used)
    assert set(unused) <= set("KR0925;")  # the rest of an entity, whose first character stands for it


def test_jishi_base_text_notes_and_the_catalogue() -> None:
    source = """儀禮集釋卷五宋李如圭撰
鄉射禮第五
鄭目錄云州長春秋以禮會民而射于州序之禮謂
之鄉者州鄉之屬鄉大夫或在焉不改其禮射禮于
五禮屬嘉禮大戴十一小戴及别錄皆第五
鄕射之禮主人戒賓賓出迎再拜主人荅再拜乃請
鄭注戒猶警也語也
無介
鄭注雖先飲酒主于射也其序賓之禮略
"""
    reading = jishi.read(source, canon_of(*ARCHERY))
    check_account(source, reading)
    catalogue = (
        "鄭目錄云州長春秋以禮會民而射于州序之禮謂之鄉者州鄉之屬鄉大夫或在焉不改其禮射禮于"
        "五禮屬嘉禮大戴十一小戴及别錄皆第五"
    )
    assert said(reading) == [
        ("zhu", "鄭玄", 0, catalogue),
        ("jing", None, 0, "鄕射之禮主人戒賓賓出迎再拜主人荅再拜乃請"),
        ("zhu", "鄭玄", 20, "戒猶警也語也"),
        ("jing", None, 20, "無介"),
        ("zhu", "鄭玄", 22, "雖先飲酒主于射也其序賓之禮略"),
    ]
    assert reading.kinds.startswith("h" * 11 + "f" + "h" * 5 + "f" + "c" * 20)
    assert reading.kinds[source.index("鄭注") :].startswith("mmc")
    assert {stretch.chapter for stretch in reading.stretches} == {5}


# A note whose last line is full, and the line after it: base text in the first two, still the note in the others.
FULL_LINES = [
    ("未旅", "鄭注旅序也未以次序相酬以將射也旅則禮終也", "三耦俟于堂西南面東上", True),
    ("其位南適堂西改取一个挾之", "鄭注改更也不射而挾之示有事也今文曰適序西", "遂適階西取扑搢之以反位", True),
    ("倚旌于侯中", "鄭注為當負侯也獲者亦弟子也謂之獲者以事名", "之", False),
    ("右執弦而授弓", "鄭注有司弟子納射器者也凡納射器者皆執以俟", "事", False),
]


@pytest.mark.parametrize(("before", "note", "after", "is_base"), FULL_LINES)
def test_a_full_last_line_is_decided_by_the_base_text(before: str, note: str, after: str, is_base: bool) -> None:
    assert len(note) == jishi.HOUSE.wrap.note
    following = "獲者由西方坐取旌倚于侯中乃退"
    known = canon_of(before, after, following) if is_base else canon_of(before, following)
    reading = jishi.read(f"鄉射禮\n{before}\n{note}\n{after}\n鄭注也\n{following}\n", known)
    base = [text for layer, _, _, text in said(reading) if layer == "jing"]
    assert base == ([before, after, following] if is_base else [before, following])


def test_the_same_page_is_read_otherwise_where_the_base_text_is_otherwise() -> None:
    page = "鄉射禮\n無介\n鄭注捝拭也啐嘗也古文捝作帨降席席西也旨美\n降席坐奠爵拜告旨\n鄭注也\n乃席賓南面東上\n"
    known, unknown = canon_of("無介", "降席坐奠爵拜告旨", "乃席賓南面東上"), canon_of("無介", "乃席賓南面東上")
    assert base_of(jishi.read(page, known).stretches) == "無介降席坐奠爵拜告旨乃席賓南面東上"
    assert base_of(jishi.read(page, unknown).stretches) == "無介乃席賓南面東上"


def test_a_short_last_line_of_a_note_is_no_base_text_even_where_its_character_comes_next() -> None:
    page = "鄉射禮\n無介\n鄭注捝拭也啐嘗也古文捝作帨降席席西也者乃\n乃\n乃席賓南面東上\n"
    assert base_of(jishi.read(page, canon_of(*ARCHERY)).stretches) == "無介乃席賓南面東上"


def test_a_collation_note_taken_up_on_the_next_line_is_one() -> None:
    source = """鄉射禮
賓進東北面辭洗
鄭注必進者方辭洗宜違其位也(案今注疏本脱其字據宋本補又鄕)
(飲酒禮疏引此注亦有其字)言東北面則位南于洗矣
乃席賓南面東上
鄭注不言于戶牖之間者(案今注疏本脱者字)
(案今注疏本衍也字)此射于序
"""
    reading = jishi.read(source, canon_of("賓進東北面辭洗", "乃席賓南面東上"))
    check_account(source, reading)
    assert said(reading) == [
        ("jing", None, 0, "賓進東北面辭洗"),
        ("zhu", "鄭玄", 7, "必進者方辭洗宜違其位也言東北面則位南于洗矣"),
        ("an", "四庫館臣", 7, "案今注疏本脱其字據宋本補又鄕飲酒禮疏引此注亦有其字"),
        ("jing", None, 7, "乃席賓南面東上"),
        ("zhu", "鄭玄", 14, "不言于戶牖之間者此射于序"),
        ("an", "四庫館臣", 14, "案今注疏本脱者字"),
        ("an", "四庫館臣", 14, "案今注疏本衍也字"),
    ]
    assert reading.kinds[source.index(")\n(") :].startswith("mfmc")


def test_a_collation_note_inside_base_text_stands_where_it_is_printed() -> None:
    source = """鄉射禮
主人坐取爵實之賓之席前(案唐石經作賓席之前據鄉飲酒禮亦言實之賓之)
(席前其餘經文稱某之席前者甚多絶不云席之前當是石經誤倒)西北面獻賓
鄭注進酒于賓也
"""
    reading = jishi.read(source, canon_of("主人坐取爵實之賓之席前西北面獻賓"))
    check_account(source, reading)
    note = "案唐石經作賓席之前據鄉飲酒禮亦言實之賓之席前其餘經文稱某之席前者甚多絶不云席之前當是石經誤倒"
    assert said(reading) == [
        ("jing", None, 0, "主人坐取爵實之賓之席前"),
        ("an", "四庫館臣", 11, note),
        ("jing", None, 11, "西北面獻賓"),
        ("zhu", "鄭玄", 16, "進酒于賓也"),
    ]


def test_entities_and_characters_outside_the_bmp() -> None:
    source = "鄉射禮\n主人阼階上當&KR0925;北面再拜\n鄭注𨕖弟子以𧰼骨為之□&KR9999;也\n"
    reading = jishi.read(source, canon_of("主人阼階上當楣北面再拜"))
    check_account(source, reading)
    assert [s.text for s in reading.stretches] == ["主人阼階上當楣北面再拜", "𨕖弟子以𧰼骨為之□&KR9999;也"]
    assert reading.stretches[0].extents == ((4, 11), (18, 22))
    assert reading.account()[Kind.DAMAGE] == 1 + len("&KR9999;")


def test_shuzhu_speakers_circles_and_the_record() -> None:
    source = """儀禮述註卷十五
安溪李光坡撰
特牲饋食禮第十五
鄭目錄云諸侯之士祭祖禰非天子之士○疏
曰考鄭云祖禰者祭法云適士二廟
特牲饋食之禮○不諏日
註曰祭祀自孰始曰饋食饋食者食道也諏謀也○張子
曰唯有筮遠日之文
宿賓記特牲饋食
註曰宿尸與宿賓中無厥明之文則二者同日明矣
設洗南北以堂深
楊氏曰上文賓三獻
儀禮述註卷十五
"""
    clauses = ("特牲饋食之禮不諏日", "宿賓")
    known = canon_of(*clauses, record=("記特牲饋食", "設洗南北以堂深"), chapter=15, name="特牲饋食禮")
    reading = shuzhu.read(source, known)
    check_account(source, reading)
    assert said(reading) == [
        ("zhu", "鄭玄", 0, "鄭目錄云諸侯之士祭祖禰非天子之士"),
        ("shu", "賈公彥", 0, "考鄭云祖禰者祭法云適士二廟"),
        ("jing", None, 0, "特牲饋食之禮"),
        ("jing", None, 6, "不諏日"),
        ("zhu", "鄭玄", 9, "祭祀自孰始曰饋食饋食者食道也諏謀也"),
        ("zhang", "張載", 9, "唯有筮遠日之文"),
        ("jing", None, 9, "宿賓"),
        ("ji", None, 11, "記特牲饋食"),
        ("shu", "賈公彥", 16, "宿尸與宿賓中無厥明之文則二者同日明矣"),
        ("ji", None, 16, "設洗南北以堂深"),
        ("yang", "楊復", 23, "上文賓三獻"),
    ]
    assert reading.kinds[source.index("○不諏日")] == Kind.MARKER
    assert reading.kinds[source.index("○疏") :].startswith("mmfmc")
    assert reading.kinds.endswith("h" * 7 + "f")


def test_base_text_that_the_source_leaves_out_is_passed_over() -> None:
    clauses = [clause.text for clause in canon_files.load().chapters[5].clauses[:60]]
    known = canon_of(*clauses)
    kept = [fold(text) for text in clauses[:10] + clauses[40:]]
    source = "鄉射禮\n" + "".join(f"{text}\n鄭注也\n" for text in kept)
    assert base_of(jishi.read(source, known).stretches) == "".join(kept)


def test_the_widths_are_parameters() -> None:
    found = lines("無介乃席\n註雖先飲\n酒也\n賓南面東\n", re.compile("註"))
    roles = [line.role for line in place(found, fold("無介乃席賓南面東上"), Wrap(base=4, note=4, head=4))]
    assert roles == [Role.BASE, Role.NOTE, Role.NOTE, Role.BASE]


def test_without_a_title_the_chapter_is_found_by_its_words() -> None:
    reading = jishi.read("無介\n鄭注略\n乃席賓南面東上衆賓之席\n", canon_of(*ARCHERY))
    assert base_of(reading.stretches) == "無介乃席賓南面東上衆賓之席"
    with pytest.raises(CorpusError, match="no chapter title"):
        jishi.read("關關雎鳩在河之洲\n", canon_of(*ARCHERY))


def test_what_cannot_be_attributed_is_refused() -> None:
    with pytest.raises(CorpusError, match="少牢饋食禮 is not held"):
        shuzhu.read("少牢饋食禮第十六\n少牢饋食之禮\n", canon_of(*ARCHERY))
    with pytest.raises(CorpusError, match="劉敞曰"):
        shuzhu.read("鄉射禮\n無介\n註曰略○劉敞曰此三篇\n", canon_of(*ARCHERY))
    with pytest.raises(CorpusError, match="李如圭"):
        jishi.read("鄉射禮\n無介\n鄭注略\n釋曰此三篇\n", canon_of(*ARCHERY))


# Against the reference material


@dataclass(frozen=True)
class Edition:
    """A volume that still has its indentation, as lines: is it base text, and its text as the seeds print it."""

    is_base: tuple[bool, ...]
    texts: tuple[str, ...]

    @property
    def stripped(self) -> str:
        return "".join(text + "\n" for text in self.texts)


@cache
def edition(shared: Path, volume: str) -> Edition:
    """Lines of a mandoku file without page breaks, line ends, blanks, or the / that parts two rows of small print."""
    source = (shared / "kanripo" / volume[:8] / f"{volume}.txt").read_text(encoding="utf-8")
    found: list[tuple[bool, str]] = []
    for line in source.splitlines():
        text = re.sub(r"[\s　/¶]", "", line)
        if text and not line.startswith(("#", "<pb:")) and text != "欽定四庫全書":
            found.append((not line.startswith("　"), text))
    return Edition(tuple(is_base for is_base, _ in found), tuple(text for _, text in found))


def seed(shared: Path, number: str) -> str:
    [path] = (shared / "seeds").glob(f"{number}_*.txt")
    return path.read_text(encoding="utf-8")


def compare(source: str, reading: Reading, truth: Edition) -> tuple[int, list[str]]:
    """How many lines were compared, and those read otherwise; titles and lines wholly in parentheses are left out."""
    collation = {at for s in reading.stretches if s.layer is Layer.AN for at in s.offsets}
    compared, wrong, start = 0, [], 0
    source_lines = source.splitlines(keepends=True)
    for line, is_base in zip(source_lines, truth.is_base, strict=True):
        kinds = {reading.kinds[at] for at in range(start, start + len(line)) if at not in collation} & set("bc")
        start += len(line)
        if kinds:
            compared += 1
            if kinds != {"b" if is_base else "c"}:
                wrong.append(line)
    assert len(source_lines) - compared <= 20
    return compared, wrong


READERS: dict[str, Reader] = {"KR1d0030": jishi.read, "KR1d0040": shuzhu.read}
SEEDS = {"000": "KR1d0030_005", "001": "KR1d0040_015"}


@cache
def reading_of_seed(shared: Path, number: str) -> Reading:
    return READERS[SEEDS[number][:8]](seed(shared, number), canon_files.load())


@cache
def reading_of_volume(shared: Path, volume: str) -> Reading:
    return READERS[volume[:8]](edition(shared, volume).stripped, canon_files.load())


@pytest.mark.parametrize(("number", "volume"), SEEDS.items())
def test_the_seeds_are_read_as_the_indented_edition_prints_them(shared: Path, number: str, volume: str) -> None:
    source, truth = seed(shared, number), edition(shared, volume)
    assert [len(line) for line in source.splitlines()] == [len(text) for text in truth.texts]
    reading = reading_of_seed(shared, number)
    check_account(source, reading)
    compared, wrong = compare(source, reading, truth)
    print(f"{number} against {volume}: {compared - len(wrong)} of {compared} lines")
    assert len(wrong) <= 0.005 * compared, wrong


@pytest.mark.parametrize("volume", ["KR1d0030_006", "KR1d0040_005"])
def test_other_volumes_are_read_as_well_without_their_indentation(shared: Path, volume: str) -> None:
    truth = edition(shared, volume)
    reading = reading_of_volume(shared, volume)
    check_account(truth.stripped, reading)
    compared, wrong = compare(truth.stripped, reading, truth)
    print(f"{volume}: {compared - len(wrong)} of {compared} lines")
    assert len(wrong) <= 0.01 * compared, wrong


@pytest.mark.parametrize("volume", ["KR1d0030_005", "KR1d0030_006", "KR1d0040_005", "KR1d0040_015"])
def test_no_character_of_base_text_is_lost(shared: Path, volume: str) -> None:
    truth = edition(shared, volume)
    reading = reading_of_volume(shared, volume)
    title = next(k for k, text in enumerate(truth.texts) if re.match("(鄉射禮|特牲饋食禮)", text))
    printed = "".join(t for t, is_base in list(zip(truth.texts, truth.is_base, strict=True))[title + 1 :] if is_base)
    printed = re.sub(r"\([^)]*\)|○", "", printed).replace("&KR0925;", "楣")
    assert base_of(reading.stretches) == printed


def test_the_layers_of_the_seeds(shared: Path) -> None:
    archery = reading_of_seed(shared, "000").stretches
    assert {s.layer for s in archery} == {Layer.JING, Layer.ZHU, Layer.AN}
    collation = [s for s in archery if s.layer is Layer.AN]
    assert len(collation) == 25 and all(s.text.startswith("案") for s in collation)
    assert sum("敖繼公" in s.text for s in collation) == 3
    victim = reading_of_seed(shared, "001").stretches
    assert {(s.layer.value, s.commentator) for s in victim if not s.layer.is_base} == {
        ("zhu", "鄭玄"),
        ("shu", "賈公彥"),
        ("zhang", "張載"),
        ("yang", "楊復"),
    }
    assert next(s.text for s in victim if s.layer is Layer.JI).startswith("記特牲饋食其服皆朝服")
    canon = canon_files.load()
    for stretches, chapter in ((archery, 5), (victim, 15)):
        base, known = fold(base_of(stretches)), canon.chapters[chapter].folded
        assert difflib.SequenceMatcher(None, base, known[: len(base)], autojunk=False).ratio() > 0.97


def notes_and_sub_commentary(shared: Path) -> tuple[str, str]:
    """鄭玄's notes on chapter 15 in the 四部叢刊 edition, | between them, and 賈公彥's 疏 in the 注疏; both folded."""

    def in_small_print(volume: str) -> str:
        text = "".join(edition(shared, volume).texts).replace(")(", "")
        return "|".join(fold(note) for note in re.findall(r"\(([^)]*)\)", text))

    return in_small_print("KR1d0026_015"), in_small_print("KR1d0028_015")


def share(text: str, other: str, size: int) -> float:
    """The share of ``text``'s runs of ``size`` characters that occur in ``other``."""
    runs = [text[k : k + size] for k in range(max(1, len(text) - size + 1))]
    return sum(run in other for run in runs) / len(runs)


def test_notes_that_are_not_zheng_xuans_are_given_to_jia_gongyan(shared: Path) -> None:
    zheng, jia = notes_and_sub_commentary(shared)
    source = seed(shared, "001")
    reading = reading_of_seed(shared, "001")
    for row in shuzhu.misattributed():
        [note] = [s for s in reading.stretches if s.text.startswith(row["opening"]) and s.text.endswith(row["closing"])]
        assert source[note.offsets[0] - 2 : note.offsets[0]] == "註曰"
        assert (note.layer.value, note.commentator) == (row["layer"], row["commentator"]) == ("shu", "賈公彥")
        assert share(fold(note.text), zheng, 4) < 0.2 < 0.6 < share(fold(note.text), jia, 4)
    for stretch in reading.stretches:
        text = fold(stretch.text)
        if stretch.layer is Layer.ZHU and stretch.anchor and len(text) > 5:
            assert share(text, zheng, 3) > 0.3, stretch.text
