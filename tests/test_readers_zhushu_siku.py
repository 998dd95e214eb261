"""The reader of 儀禮注疏 in the 文淵閣四庫全書: base text and notes in one size, the rest in small columns."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.canon import Canon, Chapter, Clause, Phase
from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.model import Kind, Layer, Reading, Stretch
from corpus.readers import zhushu_siku
from corpus.readers.large import Char, Large, tell_apart
from corpus.sources import sources, text_of

SMALL = (
    ("1.1", "大射之儀。君有命戒射，"),
    ("1.2", "宰戒百官有事於射者。"),
    ("1.3", "射人戒諸公、卿、大夫射。"),
    ("2.1", "前射三日，宰夫戒宰及司馬。"),
    ("2.2", "司馬命量人量侯道，注酒于尊。"),
)

PAGE = """# -*- mode: mandoku-view; -*-
#+TITLE: 儀禮注疏
<pb:KR1d0028_WYG_007-1a>¶
欽定四庫全書¶
　儀禮注疏卷七¶
　大射儀第七¶
大射之儀音義(射食/夜反)○君有命戒射注將有祭祀宰¶
戒百官則命之疏(釋曰自此盡大夫射論射前預/戒諸官之事不言禮言儀者以)¶
<pb:KR1d0028_WYG_007-1b>¶
(射禮盛威儀多故以儀言之射義云孔子曰射者何以射/何以聽循聲而發而不失正鵠者唯賢者是其射容難故稱儀也注釋曰云)¶
(將有祭祀者/天子將祭也)宰戒百官有事於矦者注掌&KR9999;以命戒射人¶
戒諸公卿大夫射前射三日宰夫戒宰及司馬注宰夫冢¶
宰之屬疏(注釋曰屬也/云宰夫是也)司馬命量人量矦道注酒于尊注□也¶
　儀禮注疏卷七¶
#+PROPERTY: JUAN 卷七考證
<pb:KR1d0028_WYG_007-2a>¶
　儀禮注疏卷七考證¶
宰戒百官○監本脱官字¶
"""


def small_canon() -> Canon:
    clauses = [
        Clause(7, int(phase), label, text, Layer.JING)
        for phase, label, text in ((*ref.split("."), text) for ref, text in SMALL)
    ]
    phases = tuple(Phase(7, n, Layer.JING, "", "", "", "", tuple(c for c in clauses if c.phase == n)) for n in (1, 2))
    return Canon({7: Chapter(7, "大射儀", "大射仪", "", "", phases)})


def texts(reading: Reading, *layers: Layer) -> list[str]:
    return [s.text for s in reading.stretches if s.layer in layers]


@pytest.fixture(scope="module")
def page() -> Reading:
    return zhushu_siku.read(PAGE, small_canon())


def test_base_text_is_what_follows_the_canon(page: Reading) -> None:
    assert "".join(texts(page, Layer.JING)) == (
        "大射之儀君有命戒射宰戒百官有事於矦者射人戒諸公卿大夫射前射三日宰夫戒宰及司馬司馬命量人量矦道注酒于尊"
    )


def test_a_note_may_quote_base_text_and_end_anywhere(page: Reading) -> None:
    assert texts(page, Layer.ZHU) == ["將有祭祀宰戒百官則命之", "掌〓以命戒", "宰夫冢宰之屬", "□也"]


def test_who_speaks_small_is_told_by_what_stands_before(page: Reading) -> None:
    assert texts(page, Layer.YIN) == ["射食夜反"]
    assert texts(page, Layer.SHU) == [
        "自此盡大夫射論射前預戒諸官之事",
        "不言禮言儀者以射禮盛威儀多故以儀言之射義云孔子曰射者何以射何以聽循聲而發而不失正鵠者唯賢者是其射容難故稱儀也",
        "云將有祭祀者天子將祭也",
        "屬也云宰夫是也",
    ]
    assert {s.commentator for s in page.stretches if not s.layer.is_base} == {"鄭玄", "陸德明", "賈公彥"}


def test_a_division_runs_to_the_words_it_names(page: Reading) -> None:
    division = next(s for s in page.stretches if s.text.startswith("自此盡"))
    base = "".join(texts(page, Layer.JING))
    assert division.run is not None
    assert base[slice(*division.run)] == "君有命戒射宰戒百官有事於矦者射人戒諸公卿大夫射"
    assert [s.run for s in page.stretches if s.text.startswith("不言禮")] == [None]


def test_every_character_is_of_one_kind(page: Reading) -> None:
    assert len(page.kinds) == len(PAGE)
    of = {kind: "".join(c for c, k in zip(PAGE, page.kinds, strict=True) if k == kind.value) for kind in Kind}
    assert of[Kind.HEADING] == "欽定四庫全書儀禮注疏卷七大射儀第七儀禮注疏卷七"
    assert of[Kind.DAMAGE] == "&□"
    assert set(of[Kind.MARKER]) == set("音義疏注釋曰○()/")
    assert of[Kind.MARKER].count("注") == 4 + 2  # not 注酒, which is base text
    assert "監本" in of[Kind.FURNITURE], "the editors' collation notes are not read"


def test_what_is_large_is_weighed_together() -> None:
    items = [Large(Char(at, char)) for at, char in enumerate("無介注雖先飲酒乃席賓南面東上")]
    tell_apart(items, fold("無介乃席賓南面東上"))
    assert "".join(item.char.char for item in items if item.base) == "無介乃席賓南面東上"
    assert [item.char.at for item in items if item.opens] == [2]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<pb:x>¶\n　士冠禮第一¶\n士冠禮¶\n", "no heading"),
        ("<pb:x>¶\n　大射儀第七¶\n大射之儀(射食/夜反)¶\n", "whose the small"),
        ("<pb:x>¶\n　大射儀第七¶\n大射之儀疏(射食/夜反)¶\n", "no 釋曰"),
    ],
)
def test_what_cannot_be_read_is_refused(source: str, reason: str) -> None:
    with pytest.raises(CorpusError, match=reason):
        zhushu_siku.read(source, small_canon())


@pytest.fixture(scope="module")
def edition(shared: Path) -> tuple[str, Reading]:
    if not (shared / "kanripo" / "KR1d0028").is_dir():
        pytest.skip("the transcription of KR1d0028 is not beside this checkout")
    source = text_of(sources(shared)["zhushu-siku"])
    return source, zhushu_siku.read(source, canons.load())


def test_the_whole_edition_is_accounted_for(edition: tuple[str, Reading]) -> None:
    """What is called furniture is page marks, headers, line ends and the collation notes at the end of a juan."""
    source, reading = edition
    assert sum(reading.account().values()) == len(source)
    notes = r"^#\+PROPERTY: JUAN .*考證$(?:.|\n)*?(?=^# -\*-|\Z)"
    layout = rf"{notes}|<pb:[^>]*>|^#.*$|&KR\d+;|\(目/木\)|[¶\s]"
    cut = re.sub(layout, lambda m: " " * len(m[0]), source, flags=re.MULTILINE)
    left = {c for c, kind in zip(cut, reading.kinds, strict=True) if kind == Kind.FURNITURE.value}
    assert left == {" "}


def test_every_comment_opens_as_it_should(edition: tuple[str, Reading]) -> None:
    """Before each note stands 注 (once, at 5.10.4, 疏 by mistake), and base text and notes take turns."""
    source, reading = edition
    plain = re.sub(r"<pb:[^>]*>|[¶\s]", lambda m: " " * len(m[0]), source)
    notes = [s for s in reading.stretches if s.layer is Layer.ZHU]
    assert len(notes) == 703
    assert [s.text[:6] for s in notes if plain[: s.offsets[0]].rstrip()[-1] != "注"] == ["疏尊東明與賓"]
    large = [s for s in reading.stretches if s.layer in (Layer.JING, Layer.JI, Layer.ZHU)]
    assert not [s.text for s, after in pairwise(large) if s.layer is after.layer is Layer.ZHU]


def test_notes_stand_where_other_editions_print_them(edition: tuple[str, Reading]) -> None:
    """No note begins or ends with base text of the canon, and the canon is whole."""
    _, reading = edition
    canon = canons.load()
    for number in (5, 7):
        base: list[Stretch] = [s for s in reading.stretches if s.chapter == number and s.layer.is_base]
        assert abs(len(fold("".join(s.text for s in base))) - len(canon.chapters[number].folded)) < 15
