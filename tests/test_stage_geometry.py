"""Everyone in his place: every scene of every phase, held against the ground and the steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot

import pytest
from rites_makings import step

from corpus.canon import load as load_canon
from corpus.rites import effects, plan, stated
from corpus.rites.data import Rites, Step, StepKind
from corpus.rites.expand import Act
from corpus.rites.plan import Point
from corpus.rites.stage import readings
from corpus.rites.stage.ground import RADIUS, Region, draw, lay_out
from corpus.rites.stage.route import Ways, crossed, side_of
from corpus.rites.stage.scenes import Figure, Part, Scene, apart, towards
from corpus.rites.stage.settle import PACE, Wanted, settle
from corpus.rites.stage.theatre import Enacted, Theatre
from corpus.rites.stage.told import Telling
from corpus.rites.state import Scene as State
from corpus.rites.state import Station

RITES = Rites.load()
VESSEL = 0.025
"""The half width of a vessel as drawn."""
PHASES = [phase for chapter in RITES.chapters for phase in RITES.phases(chapter)]
ACTED = {StepKind.ACT, StepKind.REPEAT}


@lru_cache(maxsize=1)
def theatre() -> Theatre:
    texts = {ref: clause.text for ref, clause in load_canon().clauses.items()}
    return Theatre(RITES, effects.load(), plan.load(), texts, stated.load())


def enacted(phase: str, *chosen: str) -> Enacted:
    return theatre().enact(phase, chosen)


def steps_of(phase: str) -> list[Step]:
    return [step for ref in RITES.clauses(phase) for step in RITES.steps[ref]]


def figure(scene: Scene, name: str) -> Figure:
    found = scene.figure(name)
    assert found is not None, name
    return found


def close(scene: Scene) -> Iterator[tuple[str, str, float]]:
    """Which two figures touch, or which figure and vessel, or which two vessels; how far apart, in radii."""
    marks = [(figure.name, mark, RADIUS) for figure in scene.figures for mark in figure.marks]
    marks += [(vessel.name, vessel.point, VESSEL) for vessel in scene.vessels if vessel.solid]
    marks.sort(key=lambda one: one[1].x)
    for n, (one, a, wide) in enumerate(marks):
        for other, b, broad in marks[n + 1 :]:
            if b.x - a.x >= 2 * RADIUS:
                break
            if (far := hypot(a.x - b.x, a.y - b.y)) < wide + broad:
                yield one, other, round(far / RADIUS, 2)


def wrong_in(whole: Enacted) -> Iterator[tuple[int, str]]:
    """What is not as it must be, scene by scene."""
    for number, scene in enumerate(whole.scenes):
        yield from ((number, f"{one} and {other} are {far} radii apart") for one, other, far in close(scene))
        for own in scene.figures:
            yield from ((number, f"{own.name} {fault}") for fault in faults(own, whole))
        if scene.act:
            acting = {own.name for own in scene.figures if own.part is Part.ACTS}
            if set(scene.act.step.actor) - acting - set(scene.unplaced):
                yield number, f"{scene.act.step.actor} act, but {acting} are drawn"
            for name in acting & set(scene.act.step.actor):
                told = figure(scene, name)
                if scene.act.step.facing and told.station.facing and told.facing != scene.act.step.facing:
                    yield number, f"{name} faces {told.facing}, not {scene.act.step.facing}"
    for number, (before, after) in enumerate(pairwise(whole.scenes), 1):
        yield from ((number, f"{name} moves for no reason") for name in restless(before, after))


def faults(own: Figure, whole: Enacted) -> Iterator[str]:
    for mark in own.marks:
        if not whole.ground.is_in(mark, own.region, RADIUS * 0.9):
            yield f"stands at {mark} outside of the {own.region}"
    if own.station.facing and (own.facing, own.facing_told) != (own.station.facing, True):
        yield f"faces {own.facing}, not {own.station.facing}"
    if walls := crossed(whole.ground.walls, own.way):
        yield f"goes through {walls[0]}"
    if own.way and own.way[-1] != own.marks[0]:
        yield "does not arrive where he stands"


def restless(before: Scene, after: Scene) -> Iterator[str]:
    """Who stands where he stood, in the same number, is drawn where he was."""
    for own in after.figures:
        was = before.figure(own.name)
        stays = was and (was.station.place, len(was.marks), was.region) == (
            own.station.place,
            len(own.marks),
            own.region,
        )
        if was and stays and (own.marks != was.marks or own.way):
            yield own.name


@pytest.mark.parametrize("phase", PHASES)
def test_every_scene_of_every_phase(phase: str) -> None:
    """Inside what bounds them, touching no one and no vessel, facing as told, through no wall, moving for a reason."""
    assert list(wrong_in(enacted(phase))) == []


@pytest.mark.parametrize("key", [reading.key for reading in readings.load()])
def test_other_readings_put_people_elsewhere_but_inside_all_the_same(key: str) -> None:
    moved = 0
    for phase in ("4.4", "5.21", "7.17", "15.8"):
        usual, other = enacted(phase), enacted(phase, key)
        if key not in {reading.key for reading in usual.readings}:
            continue
        for one, two in zip(usual.scenes, other.scenes, strict=True):
            assert list(close(two)) == []
            assert all(crossed(other.ground.walls, own.way) == () for own in two.figures)
            moved += [f.marks for f in one.figures] != [f.marks for f in two.figures]
            moved += [v.point for v in one.vessels] != [v.point for v in two.vessels]
    if key in ("rooms", "xu"):
        assert moved > 0


def test_the_host_goes_up_by_the_east_the_guest_by_the_west() -> None:
    scenes = enacted("4.3").scenes
    rising = [s for s in scenes if s.act and s.act.step.act == "升" and s.act.ref == "4.3.9"]
    host, guest = figure(rising[0], "主人"), figure(rising[1], "賓")
    assert all(point.x > 0.3 for point in host.way) and all(point.x < -0.3 for point in guest.way)
    assert (host.region, guest.region) == (Region.HALL, Region.HALL)


def test_from_the_gate_to_the_steps_along_the_paths() -> None:
    scene = next(s for s in enacted("4.3").scenes if s.act and s.act.ref == "4.3.9" and s.act.step.act == "至")
    host, guest = figure(scene, "主人"), figure(scene, "賓")
    assert host.marks[0].x == pytest.approx(0.38, abs=0.1) and guest.marks[0].x == pytest.approx(-0.38, abs=0.1)
    assert any(abs(point.x - 0.38) < 0.01 for point in host.way[1:-1])


def test_three_couples_stand_from_the_east_below_the_western_wall() -> None:
    scene = next(s for s in enacted("5.14").scenes if s.figure("三耦"))
    own = figure(scene, "三耦")
    assert len(own.marks) == 6 and own.number_told
    assert own.facing == "南" and own.facing_told
    assert [mark.x for mark in own.marks] == sorted((mark.x for mark in own.marks), reverse=True)
    assert len({mark.y for mark in own.marks}) == 1


def test_the_archers_place_is_ranked_from_the_north() -> None:
    own = figure(enacted("5.19").scenes[-1], "三耦")
    assert [mark.y for mark in own.marks] == sorted((mark.y for mark in own.marks), reverse=True)
    assert len({mark.x for mark in own.marks}) == 1


def test_nobody_stands_at_the_target_while_arrows_fly() -> None:
    table = effects.load()
    for phase in ("5.21", "5.27", "5.28", "5.29", "5.30", "5.39"):
        for scene in enacted(phase).scenes:
            effect = table.of(scene.act.step.act) if scene.act else None
            if effect and effect.kind is effects.Kind.SHOOT:
                assert [own.name for own in scene.figures if own.station.place in ("侯", "侯中")] == []


def test_what_follows_from_the_verb_alone_is_only_understood() -> None:
    state = State(plan.load())
    telling = Telling(state, effects.load(), {"5.1.1": "賓升。立于西階西，東面北上。"})
    state.people["賓"] = Station("西階上")
    telling.see(Act(step("5.1.1", 1, actor="賓", act="升", span="賓升")), {})
    assert not telling.known["賓"].told
    state.people["賓"] = Station("西階西", "東")
    telling.see(Act(step("5.1.1", 2, actor="賓", act="立", to="西階西", span="立于西階西")), {"賓": Station("西階上")})
    assert telling.known["賓"].told and telling.known["賓"].order == "北"


def test_a_way_goes_round_the_hall_and_by_the_steps_and_the_doors() -> None:
    ground = lay_out()
    ways = Ways(ground)
    west, east = draw(Point(-0.9, 0.2)), draw(Point(0.9, 0.2))
    round_the_hall = ways.between(west, Region.COURT, east, Region.COURT)
    assert len(round_the_hall) > 2 and crossed(ground.walls, round_the_hall) == ()
    assert crossed(ground.walls, (west, east)) != ()
    chamber = draw(Point(-0.4, 1.2))
    inside = ways.between(east, Region.COURT, chamber, Region.CHAMBER, "西階")
    assert crossed(ground.walls, inside) == ()
    assert any(point == ground.openings[0].points[1] for point in inside)
    assert min(point.x for point in inside if -0.2 < point.y < 0) == pytest.approx(-0.38)


@pytest.mark.parametrize("two_rooms", [False, True])
def test_from_everywhere_to_everywhere_there_is_a_way_through_no_wall(two_rooms: bool) -> None:
    ground = lay_out(two_rooms)
    ways = Ways(ground)
    spots = [
        (region, ground.nearest(Point((b.west + b.east) / 2, (b.south + b.north) / 2), region))
        for region, b in ground.boxes.items()
    ]
    spots += [(Region.COURT, draw(Point(x, y))) for x in (-1.2, 1.2) for y in (-2.5, -0.3, 1.6)]
    for (one, start), (other, end) in combinations(spots, 2):
        way = ways.between(start, one, end, other)
        assert crossed(ground.walls, way) == (), (one, other, way)
        assert (way[0], way[-1]) == (start, end)


def test_two_who_pass_keep_to_the_right() -> None:
    north = apart((Point(0, 0), Point(0, 1)))
    south = apart((Point(0, 1), Point(0, 0)))
    assert north[1].x > 0 > south[1].x


def test_companies_find_room_where_somebody_stands() -> None:
    ground = lay_out()
    first = Wanted("賓", Point(0, 0.5), Region.HALL, place="堂上")
    found = settle(ground, [first], {}, [])
    more = [first, Wanted("眾賓", Point(0, 0.5), Region.HALL, 6, "南", "東", "堂上")]
    again = settle(ground, more, found, [Point(0, 0.6)])
    assert again["賓"].marks == found["賓"].marks
    marks = [*again["賓"].marks, *again["眾賓"].marks]
    assert all(hypot(a.x - b.x, a.y - b.y) >= PACE - 0.01 for a, b in combinations(marks, 2))


def test_words_for_directions_and_sides() -> None:
    assert towards(Point(0, 0), Point(1, 1)) == "東北"
    assert [side_of(place) for place in ("阼階上", "西階西", "洗北")] == ["阼階", "西階", ""]


def test_a_clause_leads_to_its_scene() -> None:
    whole = enacted("5.20")
    assert whole.scene(whole.at("5.20.2")).act is not None
    first, third = whole.at("5.20.3"), whole.at("5.20.3", 3)
    assert (whole.acts[first - 1].step.n, whole.acts[third - 1].step.n) == (1, 3)
    assert whole.at("5.20.4") == 0, "nobody acts in it"
    with pytest.raises(IndexError, match="0 to"):
        whole.scene(whole.last + 1)


def test_rules_and_arrangements_are_notes_on_the_plan() -> None:
    notes = enacted("15.23").notes
    assert [note.number for note in notes] == list(range(1, len(notes) + 1))
    basin = next(note for note in notes if note.ref == "15.23.1")
    assert basin.point == draw(Point(0.75, -1))
    assert any(note.point is None for note in notes), "what has no place is listed all the same"
    told = {phase for phase in PHASES if not ACTED & {step.kind for step in steps_of(phase)}}
    assert {phase for phase in PHASES if not enacted(phase).acts} == told
    assert [phase for phase in told if not enacted(phase).notes] == []
    assert {"4.27", "4.28", "4.29", *(f"15.{number}" for number in range(22, 31))} <= told, "records of rules"
