"""Who stands beside whom, what is set where, who went back; and that names can be read in the crowd."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise

import pytest

from corpus.library import load as load_library
from corpus.rites.data import Rites
from corpus.rites.simulate import leading_to
from corpus.rites.stage import returns
from corpus.rites.stage.ground import RADIUS, draw
from corpus.rites.stage.scenes import Figure, Part, Scene
from corpus.rites.stated import load as load_checklists
from service.rites import words as rite_words
from service.rites.stage.figures import extents
from service.rites.stage.labels import TOUCHED, Rect
from service.rites.stage.picture import Painter
from service.rites.stage.showing import Showing
from service.rites.staging import Staging

RITES = Rites.load()
PHASES = [phase for chapter in RITES.chapters for phase in RITES.phases(chapter)]
STRIDE = 7
"""Every how many scenes the names are looked at; with ``-m whole`` all."""


@lru_cache(maxsize=1)
def shows() -> Showing:
    library, words = load_library(), rite_words.load()
    return Showing(library, words, Staging(library, words.plan, words.effects), load_checklists())


@cache
def painter(phase: str, lang: str = "zh-Hant") -> Painter:
    chapter, number = map(int, phase.split("."))
    return shows().painter(shows().library.canon.phase(chapter, number), lang)  # type: ignore[arg-type]


def scene(at: str) -> Scene:
    """The scene of a clause or of a row of one: 5.24.7-3."""
    enacted = painter(".".join(at.split(".")[:2])).enacted
    return enacted.scene(shows().moment(enacted, "", at))


def figure(own: Scene, name: str) -> Figure:
    found = own.figure(name)
    assert found is not None, name
    return found


def test_the_upper_shooter_is_west_of_the_lower_at_the_rack_and_before_the_marks() -> None:
    seen = 0
    for phase in ("5.21", "5.24", "7.21", "7.24"):
        for own in painter(phase).enacted.scenes:
            upper, lower = own.figure("上射"), own.figure("下射")
            if upper and lower and upper.part is lower.part is Part.ACTS and upper.facing == lower.facing == "北":
                assert upper.marks[0].x < lower.marks[0].x, own.act
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("at", ["5.22.7", "5.24.5", "7.24.3"])
def test_the_rack_is_level_with_the_basin(at: str) -> None:
    rack = next(vessel.point for vessel in scene(at).vessels if vessel.name == "楅")
    basin = shows().words.plan.locate("洗")
    assert basin is not None and (rack.x, rack.y) == pytest.approx((0, draw(basin).y), abs=0.03)


def test_the_other_archers_stand_on_south_of_the_three_couples() -> None:
    own = painter("5.25").enacted.scenes[-1]
    couples, guests = figure(own, "三耦"), figure(own, "眾賓")
    assert [mark.x for mark in guests.marks] == pytest.approx([couples.marks[0].x] * 3, abs=0.01)
    file = [mark.y for mark in (*couples.marks, *guests.marks)]
    assert all(2 * RADIUS <= one - other <= 3 * RADIUS for one, other in pairwise(file)), "one file, from the north"


def test_host_and_guest_bow_below_the_lintel() -> None:
    own = scene("4.3.9-7")
    assert [figure(own, name).marks[0].y for name in ("主人", "賓")] == pytest.approx([1 / 3, 1 / 3], abs=0.03)


def test_the_three_couples_wait_west_of_the_hall_when_they_have_shot() -> None:
    own = figure(painter("5.22").enacted.scene(0), "三耦")
    assert own.station.place == "堂西" and len(own.marks) == 6


@pytest.mark.parametrize("one", returns.load(), ids=lambda one: f"{one.phase}-{one.person}")
def test_whoever_is_back_in_his_place_was_elsewhere_and_is_only_understood_to_be_there(one: returns.Return) -> None:
    assert one.basis in shows().library.canon.clauses
    last = painter(leading_to(RITES, one.phase, shows().words.effects)[-1]).enacted.scenes[-1]
    if one.place == returns.AMONG_OTHERS:
        assert painter(one.phase).enacted.scene(0).figure(one.person) is None
        return
    assert shows().words.plan.find(one.place) is not None
    now = painter(one.phase).enacted.scene(0).figure(one.person)
    if now is not None:  # one of a company who does nothing in this phase is not seen by himself
        assert (now.station.place, now.told) == (one.place, False)
        was = last.figure(one.person)
        assert was is None or was.station.place != one.place


@pytest.mark.parametrize("phase", PHASES)
def test_everyone_who_acts_is_in_the_picture_and_nobody_is_cut_by_its_edge(phase: str) -> None:
    own = painter(phase)
    for number, shown in enumerate(own.enacted.scenes):
        for one in shown.figures:
            for mark in one.marks:
                inside, outside = own.frame.box.holds(mark, RADIUS * 0.9), not own.frame.box.holds(mark, -RADIUS)
                assert inside or (outside and one.part in (Part.WAITS, Part.SERVES)), (number, one.name, mark)


def covered(own: Painter, numbers: range) -> Iterator[tuple[int, str, float]]:
    """How much of every name lies under other names or over figures."""
    for number in numbers:
        names = own.picture(number).names
        figures = [
            rect for one in own.enacted.scene(number).figures for rect in extents(one, own.frame, own.speech.kinds)
        ]
        for key, at in names.items():
            others: list[Rect] = [rect for name, rect in names.items() if name != key]
            yield number, key, sum(at.covers(rect) for rect in (*others, *figures)) / at.area


def read(phase: str, lang: str, stride: int) -> None:
    """No name of someone or something is hidden, and hardly any touched."""
    own = painter(phase, lang)
    found = list(covered(own, range(0, own.enacted.last + 1, stride)))
    hidden = [(number, key, round(share, 2)) for number, key, share in found if share > 0.8]
    touched = [one for one in found if one[2] > 0.25]
    assert hidden == [] and len(touched) <= max(1, len(found) // 200), touched


def meeting(own: Painter, number: int) -> list[tuple[str, str]]:
    """Which names of a scene meet so that letters could: all of them stand clear unless they must be set."""
    pictured = own.picture(number)
    must = {name.key for name in own._names(own.enacted.scene(number)) if name.must}
    return [
        (one, other)
        for (one, at), (other, beside) in combinations(pictured.names.items(), 2)
        if not {one, other} <= must and at.covers(beside) > TOUCHED * min(at.area, beside.area)
    ]


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_names_stand_clear_of_each_other_where_the_court_is_fullest(lang: str) -> None:
    own = painter("7.21", lang)
    assert meeting(own, 40) == []
    names = own.picture(40).names
    assert {"司馬正", "上射", "下射", "deed-司馬正"} <= set(names)
    tight = [
        (one, other)
        for (one, at), (other, beside) in combinations(names.items(), 2)
        if {one, other} & {"司馬正", "上射", "下射", "deed-司馬正"}
        and abs(at.y - beside.y) < at.height / 2
        and abs(at.x - beside.x) < (at.width + beside.width) / 2 + 2
    ]
    assert tight == [], "what is told in this scene has air about it"


@pytest.mark.parametrize("phase", ["4.4", "5.21", "7.36", "15.8"])
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
def test_names_stand_clear_of_each_other(phase: str, lang: str) -> None:
    own = painter(phase, lang)
    assert [met for n in range(0, own.enacted.last + 1, STRIDE) for met in meeting(own, n)] == []


def test_a_name_that_stands_off_is_led_to_what_it_names() -> None:
    drawn = [one.text for n in (38, 39, 40) for one in painter("7.21", "en").picture(n).layers["names"].values()]
    led = [one for one in drawn if 'class="leader"' in one]
    assert 0 < len(led) < len(drawn) / 3


@pytest.mark.parametrize("phase", PHASES)
def test_names_can_be_read(phase: str) -> None:
    read(phase, "zh-Hant", STRIDE)


@pytest.mark.whole
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("phase", PHASES)
def test_names_can_be_read_at_every_moment(phase: str, lang: str) -> None:
    read(phase, lang, 1)
