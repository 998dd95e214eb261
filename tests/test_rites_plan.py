"""The plan: every place has a point and a basis, and the bases hold."""

import csv
import re
from pathlib import Path

import pytest

from corpus.errors import CorpusError
from corpus.fold import fold
from corpus.rites import plan as plan_table
from corpus.rites.plan import COLUMNS, Level, Plan, Point, Status
from tests.rites_makings import write

USUAL = re.findall(
    r"\S+",
    """
門外 門內 門東 門西 庭 中庭 碑 階下 堂下 阼階下 西階下 階間 阼階上 西階上 阼階東 西階西 堂上 堂西 堂東 東序 西序 當西序
當東序 東房 戶牖間 房戶間 兩楹之間 楹內 楹外 楹間 東楹 西楹 西楹南 賓席 賓席前 主人席 主人席前 介席 介席前 眾賓席
工席 大夫席 席末 洗 洗北 洗南 上篚 下篚 篚 尊 薦東 薦西 縣中 縣南 物 左物 右物 物間 楅 楅南 中 中西 侯 侯中 乏
三耦位 司射位 司馬位 射位 西塾 門側堂
""",
)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_table.load()


@pytest.mark.parametrize("place", USUAL)
def test_the_usual_places_are_there(plan: Plan, place: str) -> None:
    assert plan.find(place) is not None


def test_aliases_are_the_same_place(plan: Plan) -> None:
    assert plan.find("當西序") is plan.find("西階西")
    assert plan.find("篚") is plan.find("下篚")


def test_what_the_texts_measure(plan: Plan) -> None:
    """The basin is a hall's depth away (4.2.4), the target fifty bow-lengths, 15 D, from the marks (5.52.65)."""
    assert plan.locate("洗") == Point(0.75, -1.0)
    assert plan.locate("楅") == Point(0.0, -1.0)
    mark, target = plan.locate("物"), plan.locate("侯")
    assert mark and target and mark.y - target.y == pytest.approx(15, abs=0.01)


def test_east_is_the_hosts_side(plan: Plan) -> None:
    points = {name: plan.locate(name) for name in ("阼階上", "西階上", "主人席", "介席", "左物", "右物")}
    assert all(points[name].x > 0 for name in ("阼階上", "主人席", "左物"))  # type: ignore[union-attr]
    assert all(points[name].x < 0 for name in ("西階上", "介席", "右物"))  # type: ignore[union-attr]


def test_levels_go_with_points(plan: Plan) -> None:
    for place in plan.places:
        if place.level is Level.PLATFORM and not place.anchor:
            assert 0 <= place.point.y <= 1 and abs(place.point.x) <= 0.5, place.name
        if place.level is Level.GROUND and not place.anchor and abs(place.point.x) < 0.5:
            assert place.point.y < 0 or place.point.y > 1.5, place.name  # south of the building, or behind it


def test_places_told_from_others(plan: Plan) -> None:
    assert plan.locate("賓南") is None
    assert plan.locate("賓南", {"賓": Point(-0.5, -0.15)}) == Point(-0.5, -0.28)
    assert plan.locate("席西", {"席": Point(-0.2, 0.9)}) == Point(-0.32, 0.9)
    assert plan.locate("席", {}) is None
    assert plan.locate("nowhere") is None


def test_one_name_on_two_levels(plan: Plan) -> None:
    assert plan.meant("西階東", Level.PLATFORM) == "西階上東"
    assert plan.meant("西階東", Level.GROUND) == "西階東"
    assert plan.meant("門東", Level.OUTSIDE) == "門外東"


def test_what_is_disputed_has_alternatives(plan: Plan) -> None:
    disputed = {place.name for place in plan.places if place.status is Status.DISPUTED}
    assert {"房戶間", "戶牖間", "物", "侯", "中庭"} <= disputed
    assert all(place.alternatives[0].reason for place in plan.places if place.status is Status.DISPUTED)


def test_quotes_from_books_beside_the_corpus_stand_on_their_pages(plan: Plan, shared: Path) -> None:
    told = [(place, quote, source) for place in plan.places for quote, source in place.quotes if source[:2] == "KR"]
    books: dict[str, list[str]] = {}
    for place, quote, source in told:
        work, _, page = source.split("_")
        file = f"{work}_{page.split('-')[0]}"
        if file not in books:
            text = (shared / "kanripo" / work / f"{file}.txt").read_text(encoding="utf-8")
            books[file] = re.split(r"<pb:([^>]+)>", text)
        parts = books[file]
        at = parts.index(source)
        pages = "".join(parts[at + 1 : at + 4 : 2])  # this page and the next
        plain = re.sub(r"\([^)]*\)", "", pages)
        assert fold(quote) in fold(plain) or fold(quote) in fold(pages), f"{place.name}: {quote}"
    assert told


def test_the_facts_of_the_research_are_taken_over(plan: Plan, shared: Path) -> None:
    names = {"戶牖之間": "戶牖間", "兩壺(尊)": "尊", "水": "洗東", "中(鹿中)": "中", "豐": "豐上", "賓降位": "西階西"}
    names |= {"主人降位": "阼階東", "三耦": "堂西", "後楣(房室之南壁)": "後楣", "司正觶": "中庭"}
    with (shared / "research" / "layout.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if "chi" not in row["x"] + row["y"]]
    told = {names.get(row["zh"], row["zh"]): row for row in rows}
    for name, row in told.items():
        if (point := plan.locate(name)) and not (found := plan.find(name)).anchor:  # type: ignore[union-attr]
            assert point.x == pytest.approx(float(row["x"]), abs=0.16), found
            assert point.y == pytest.approx(float(row["y"]), abs=0.16), found


GOOD = {"place": "洗", "en": "basin", "x": "0.75", "y": "-1", "level": "ground", "status": "firm", "quote": "當東榮"}
GOOD |= {"source": "4.2.4"}


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        ({"x": ""}, "has no x"),
        ({"level": "sky"}, "sky"),
        ({"faces": "up"}, "eight directions"),
        ({"source": "4.2.4;4.2.3"}, "1 quotes but 2 sources"),
        ({"status": "disputed"}, "alternatives are given"),
        ({"alternatives": "0,1: why"}, "alternatives are given"),
        ({"status": "disputed", "alternatives": "elsewhere"}, "not an alternative"),
        ({"aliases": "洗"}, None),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, cells: dict[str, str], complaint: str | None) -> None:
    write(tmp_path, "plan.tsv", COLUMNS, GOOD | cells, GOOD | {"place": "篚"})
    if complaint is None:
        assert plan_table.load(tmp_path / "plan.tsv").find("洗")
    else:
        with pytest.raises(CorpusError, match=f"line 2: .*{complaint}"):
            plan_table.load(tmp_path / "plan.tsv")


def test_no_name_stands_twice(tmp_path: Path) -> None:
    write(tmp_path, "plan.tsv", COLUMNS, GOOD, GOOD | {"place": "篚", "aliases": "洗"})
    with pytest.raises(CorpusError, match="line 3: 洗 stands twice"):
        plan_table.load(tmp_path / "plan.tsv")
