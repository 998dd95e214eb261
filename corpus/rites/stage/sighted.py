"""Where in the plan everyone is, also those whose place is told from a mat that is no longer theirs."""

from __future__ import annotations

from corpus.rites.data import Step
from corpus.rites.expand import HOST
from corpus.rites.plan import Plan, Point
from corpus.rites.stage.ground import SOUTH, STAIR
from corpus.rites.state import Scene, Spot

MAT, BEFORE = "席", "席前"
SIDES = {
    "庭": ("東陳", "西陳"),
    "階下": ("阼階下", "西階下"),
    "堂下": ("阼階下", "西階下"),
    "門外": ("門外東", "門外西"),
    "門內": ("門東", "門西"),
}
"""Wide places, and on which side of them the host and the guests are understood to be."""
_PATHS = {"東陳": Point(STAIR, -1.5), "西陳": Point(-STAIR, -1.5)}
GUESTS = ("賓", "介", "眾賓", "賓長", "眾賓之長", "遵者")
MARKS = {"物": ("左物", "右物"), "當物": ("當左物", "當右物")}
"""The marks, where the text does not say which: the left one is the lower shooter's, the right the upper's."""
LOWER, UPPER = ("下射", "主人", "大夫", "司射", "公"), ("上射", "賓", "耦", "大夫之耦")
HALL = "堂上"


class Sight:
    """Finds the points of a scene's people and things on ``plan``, and remembers from which mat a place was told.

    The step that leads someone before a mat (席前) says whose it is by who receives; later steps do not say it again.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._mats: dict[tuple[str, str], str] = {}
        self._stood: dict[tuple[str, str], Point] = {}
        self._last: dict[str, Point] = {}

    def copy(self) -> Sight:
        """The same, to go on from."""
        sight = Sight(self._plan)
        sight._mats.update(self._mats)
        sight._stood.update(self._stood)
        sight._last.update(self._last)
        return sight

    def memory(self) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], Point]]:
        """All that is remembered and decides where someone is seen, as it is now."""
        return dict(self._mats), dict(self._stood)

    def remember(self, state: Scene, step: Step) -> None:
        """Take in whose mat a step means, of those who do it."""
        for name in step.actor:
            station = state.people.get(name)
            if station and (here := self._plan.locate(station.place)):
                self._last[name] = here
            place = self._plan.find(station.place) if station else None
            if station is None or place is None or place.anchor != MAT or (name, station.place) in self._mats:
                continue
            whose = (*step.recipient, name) if station.place == BEFORE else (name, *step.recipient)
            mats = (state.mats.get(other, "") for other in whose)
            if station.place != BEFORE and name not in state.mats and name in self._last:
                last = self._last[name]
                self._stood[name, station.place] = Point(last.x + place.point.x, last.y + place.point.y)
            elif mat := next(filter(None, mats), ""):
                self._mats[name, station.place] = mat
        for name, place_name in list(self._mats):
            if name not in state.people or state.people[name].place != place_name:
                del self._mats[name, place_name]
        self._stay(state, step)

    def _stay(self, state: Scene, step: Step) -> None:
        """Keep where those stand on the ground who are told from another (主人南): only the gate takes them along."""
        for name, station in state.people.items():
            place = self._plan.find(station.place)
            if place is None or place.anchor not in state.people:
                continue
            key = name, station.place
            if name in step.actor:
                self._stood.pop(key, None)
            point = self._plan.locate(state.people[place.anchor].place)
            stood = self._stood.get(key)
            if point is not None and point.y < 0 and (stood is None or (stood.y < SOUTH) != (point.y < SOUTH)):
                self._stood[key] = Point(point.x + place.point.x, point.y + place.point.y)

    def points(self, state: Scene) -> dict[str, Point]:
        """The points of the plan of all people and things that can be drawn."""
        scene = Scene(self._plan, state.mats, state.people, state.things)
        found = scene.points()
        for name, station in state.people.items():
            side = self._side(name, station.place, state)
            if point := _PATHS.get(side) or self._plan.locate(side):
                found[name] = point
        for (name, place_name), point in self._stood.items():
            place, stays = self._plan.find(place_name), state.people.get(name)
            if place and stays and stays.place == place_name:
                found[name] = point
        for name, station in state.people.items():
            if name in found or not station.place:
                continue
            spot = Spot(station.place, mat=self._mats.get((name, station.place), ""))
            if point := scene.locate(spot, scene.others(name, found)):
                found[name] = point
        return found

    def _side(self, name: str, place: str, state: Scene) -> str:
        """Of a wide place, the part at which someone is understood to be; "" where none is."""
        if place in SIDES and (name == HOST or name in GUESTS):
            return SIDES[place][0 if name == HOST else 1]
        if place in MARKS and (name in LOWER or name in UPPER):
            return MARKS[place][0 if name in LOWER else 1]
        return state.mats.get(name, "") if place == HALL else ""
