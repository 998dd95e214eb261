"""The rites as they are served, from the real data: passages, rites act by act, pages and the command line."""

import json
import time
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from service_stand_ins import StandInWenli, client_of, small_library

from corpus import library as libraries
from corpus.canon import Phase
from corpus.errors import ReferenceAmbiguous
from corpus.library import Library
from service.contract.rite_replies import CourseReply, RiteReply
from service.contract.rite_wire import Telling
from service.rites import words as rite_words
from service.texts.language import LANGUAGES


@lru_cache(maxsize=1)
def library() -> Library:
    return libraries.load()


@lru_cache(maxsize=1)
def client() -> FlaskClient:
    return client_of(StandInWenli(library()))


def get(path: str) -> Any:
    response = client().get(path)
    assert response.status_code == 200, response.get_data(as_text=True)
    return json.loads(response.get_data())


def refused(path: str) -> dict[str, Any]:
    response = client().get(path)
    assert response.mimetype == "application/problem+json"
    problem: dict[str, Any] = json.loads(response.get_data())
    return problem


def test_a_passage_has_renderings_of_its_clauses_and_comments() -> None:
    renderings = {r["ref"]: r for r in get("/v1/passages/5.17.1")["renderings"]}
    clause, note = library().rites.renderings["5.17.1"], library().rites.notes["5.17.1#zheng.1"]
    assert next(iter(renderings)) == "5.17.1"
    assert renderings["5.17.1"] == {
        "ref": "5.17.1",
        "kind": "rendering",
        "zh_hant": clause.zh,
        "zh_hans": "司正担任司马。",
        "en": clause.en,
    }
    assert renderings["5.17.1#zheng.1"]["kind"] == note.kind.value
    head = get("/v1/passages/5%23zheng.1")
    assert [r["ref"] for r in head["renderings"]] == ["5#zheng.1"]
    assert head["steps"] == []


def test_a_piece_of_a_comment_is_rendered_by_the_whole_comment() -> None:
    piece = next(
        u for u in library().units if u.ref.count(".") == 4 and u.ref.rpartition(".")[0] in library().rites.notes
    )
    renderings = get(f"/v1/passages/{quote(piece.ref)}")["renderings"]
    assert [r["ref"] for r in renderings] == [piece.base_ref, piece.ref.rpartition(".")[0]]


def test_every_step_of_a_passage_has_every_column() -> None:
    passage = get("/v1/passages/5.20.1-2")
    step = passage["steps"][0]
    in_words = step.pop("in_words")
    assert set(in_words) == set(LANGUAGES)
    assert step == {
        **{"ref": "5.20.1", "ordinal": 1, "kind": "act", "actor": ["司射"], "act": "立", "object": None},
        **{"recipient": [], "from": None, "to": "三耦之北", "facing": "東", "words": None, "count": None},
        **{"span": {"text": "司射東面立于三耦之北", "start": 0, "end": 10}, "basis": "stated", "reason": None},
        **{"repeats": [], "roles": [], "except": [], "stage_url": "/rites/5/20?at=5.20.1-1"},
    }
    assert [s["ref"] for s in passage["steps"]] == sorted(s["ref"] for s in passage["steps"])
    repeat = next(s for s in get("/v1/passages/4.7.7")["steps"] if s["kind"] == "repeat")
    written = library().rites.steps["4.7.7"][repeat["ordinal"] - 1]
    assert repeat["repeats"] == list(written.repeats) != []
    assert repeat["roles"] == [{"role": role, "player": player} for role, player in written.roles] != []
    assert repeat["except"] == list(written.excepts) != []


@pytest.mark.parametrize("chapter", library().rites.chapters)
def test_spans_are_slices_of_the_clause(chapter: int) -> None:
    steps = get(f"/v1/passages/{chapter}")["steps"]
    assert len(steps) == sum(len(own) for ref, own in library().rites.steps.items() if ref.startswith(f"{chapter}."))
    for step in steps:
        text, span = library().canon.clauses[step["ref"]].text, step["span"]
        assert text[span["start"] : span["end"]] == span["text"]


def test_the_second_of_two_like_spans_stands_after_the_first() -> None:
    for ref, steps in library().rites.steps.items():
        text = library().canon.clauses[ref].text
        spans = [step.span for step in steps]
        if len(spans) > 2 and text.count("興") > 1 and spans.count("興") > 1:
            found = [s["span"]["start"] for s in get(f"/v1/passages/{ref}")["steps"] if s["span"]["text"] == "興"]
            assert found == sorted(found)
            return
    pytest.fail("no clause tells 興 twice")


@pytest.mark.parametrize(
    "name", ["5", "鄉射禮", "乡射礼", "Xiangsheli", "District Archery Ceremony", "《儀禮·鄉射禮》"]
)
def test_a_rite_by_any_name(name: str) -> None:
    rite = get(f"/v1/rites/{quote(name)}")
    assert set(rite) == set(RiteReply.model_json_schema(mode="serialization")["required"])
    assert (rite["ref"], len(rite["phases"])) == ("5", 52)
    assert rite["acts"] == sum(phase["acts"] for phase in rite["phases"])
    shot = rite["phases"][19]
    assert (shot["ref"], shot["url"], shot["people"]) == ("5.20", "/v1/rites/5/20", ["司射"])
    assert shot["stage"] and shot["names"]["zh-Hans"] == "司射诱射"
    assert get(shot["url"])["acts"] == shot["acts"]


@pytest.mark.parametrize(
    "name", ["20", "5.20", "第20節", "司射誘射", "司射诱射", "Master of archery's demonstration shot"]
)
def test_a_phase_by_any_name(name: str) -> None:
    course = get(f"/v1/rites/5/{quote(name)}")
    assert course["ref"] == "5.20"
    assert set(course) == set(CourseReply.model_json_schema(mode="serialization")["required"])
    assert course["previous"] == {"ref": "5.19", "url": "/v1/rites/5/19"}


def test_the_state_after_every_act() -> None:
    course = get("/v1/rites/鄉射禮/司射誘射")
    assert [clause["ref"] for clause in course["clauses"]] == [f"5.20.{n}" for n in range(1, 10)]
    first = course["clauses"][0]
    assert first["text"] == library().canon.clauses["5.20.1"].text
    assert first["rendering"]["en"] == library().rites.renderings["5.20.1"].en
    people = {person["person"]: person for person in first["steps"][0]["state"]}
    archer = people["司射"]
    assert (archer["place"], archer["facing"], archer["kneels"]) == ("三耦之北", "東", False)
    assert "弓" in "".join(archer["holds"])
    assert people["主人"]["facing"] is None, "nobody said where he faces by now"
    description = next(
        step for clause in course["clauses"] for step in clause["steps"] if step["kind"] == "description"
    )
    assert description["state"] is None
    last = {person["person"]: person for person in course["clauses"][-1]["steps"][-1]["state"]}
    assert last["司射"]["place"] == "司射位"


def test_repetitions_are_expanded_unless_asked_otherwise() -> None:
    told, short = (get(f"/v1/rites/4/7?expand={value}") for value in ("true", "false"))
    assert (told["expand"], short["expand"], told["acts"]) == (True, False, short["acts"])
    assert all(step["kind"] != "repeat" for clause in told["clauses"] for step in clause["steps"])
    rows = [step for clause in short["clauses"] for step in clause["steps"]]
    assert len(rows) == sum(len(library().rites.steps[ref]) for ref in library().rites.clauses("4.7"))
    repeat = next(row for row in rows if row["kind"] == "repeat" and row["ref"] == "4.7.7")
    assert repeat["state"] and not repeat["again"]
    again = [step for clause in told["clauses"] for step in clause["steps"] if step["again"]]
    done = [
        step for step in again if step["again"][0] == {"ref": "4.7.7", "ordinal": 4, "span": repeat["span"]["text"]}
    ]
    assert {step["ref"].rpartition(".")[0] for step in done} == {"4.4"}
    assert "介" in str([step["actor"] for step in done]) and "賓" not in str([step["actor"] for step in done])
    everything = [step["state"] for clause in told["clauses"] for step in clause["steps"] if step["kind"] == "act"]
    assert len(everything) == told["acts"] and all(everything)


def test_the_chapter_is_carried_out_once_and_phases_are_quick() -> None:
    phases = [phase["url"] for phase in get("/v1/rites/5")["phases"]]
    taken = []
    for url in phases:
        started = time.thread_time()
        get(url)
        taken.append(time.thread_time() - started)
    assert sorted(taken)[int(len(taken) * 0.95)] < 0.5, "of a processor, whatever else it does"


@lru_cache(maxsize=1)
def client_without_the_great_archery() -> FlaskClient:
    rites = library().rites
    steps = {ref: own for ref, own in rites.steps.items() if not ref.startswith("7.")}
    return client_of(StandInWenli(replace(library(), rites=replace(rites, steps=steps))))


@pytest.mark.parametrize("name", ["7", "大射儀", "大射仪"])
def test_a_chapter_that_is_not_written_yet(name: str) -> None:
    for path in (f"/v1/rites/{name}", f"/v1/rites/{name}/1"):
        problem = json.loads(client_without_the_great_archery().get(path).get_data())
        assert (problem["status"], problem["type"]) == (404, "/problems/rite-unwritten")
        assert problem["suggestions"] == ["4", "5", "15"]
        assert "not written yet" in problem["detail"] and "5 鄉射禮" in problem["detail"]


def test_where_no_chapter_is_written() -> None:
    problem = json.loads(client_of().get("/v1/rites/5").get_data())
    assert (problem["status"], problem["suggestions"]) == (404, [])
    assert problem["detail"] == "The rites of 5 鄉射禮 are not written yet. Chapters that have them: none yet."


@pytest.mark.parametrize(
    ("path", "status", "slug", "suggestions"),
    [
        ("8", 404, "reference-unknown", ["4", "5", "7", "15"]),
        ("99", 404, "reference-unknown", None),
        ("Something Else", 400, "reference-malformed", None),
        ("鄉社禮", 400, "reference-malformed", ["5"]),
        ("5.20", 400, "reference-malformed", None),
        ("射禮", 300, "reference-ambiguous", None),
        ("5/53", 404, "reference-unknown", ["5.52"]),
        ("5/誘射", 404, "reference-unknown", ["5.20"]),
        ("5/demonstration", 404, "reference-unknown", ["5.20"]),
        ("5/20.3", 400, "reference-malformed", None),
        ("5/4.20", 400, "reference-malformed", None),
        ("5/%00a", 400, "reference-malformed", None),
        ("5/20?expand=perhaps", 400, "request-invalid", None),
        ("5/20?surprise=1", 400, "request-invalid", None),
    ],
)
def test_what_cannot_be_told(path: str, status: int, slug: str, suggestions: list[str] | None) -> None:
    problem = refused(f"/v1/rites/{path}")
    assert (problem["status"], problem["type"]) == (status, f"/problems/{slug}")
    if suggestions is not None:
        assert problem["suggestions"][: len(suggestions)] == suggestions


def test_the_document_describes_the_rites() -> None:
    spec = get("/openapi.json")
    one = spec["paths"]["/v1/rites/{chapter}/{phase}"]["get"]
    assert [parameter["name"] for parameter in one["parameters"]] == ["chapter", "phase", "expand"]
    assert set(one["responses"]) == {"200", "300", "400", "401", "404", "429", "503"}
    schemas = spec["components"]["schemas"]
    assert {"from", "to", "except", "span", "in_words"} <= set(schemas["DoneReply"]["properties"])
    assert "never to be cited" in schemas["PassageReply"]["properties"]["renderings"]["description"]
    assert "never to be cited" in schemas["RenderingReply"]["description"]


def test_two_phases_of_one_name_are_ambiguous() -> None:
    telling = Telling(library(), rite_words.load())
    chapter = telling.staging.chapter_at("5")
    first, second = chapter.phases[0], chapter.phases[1]
    twins = (first, Phase(**{**vars(second), "name_hant": first.name_hant}))
    twin = replace(chapter, phases=twins)
    with pytest.raises(ReferenceAmbiguous, match=r"5\.1, 5\.2"):
        telling.staging.phase_at(twin, first.name_hant)


def test_a_library_without_rites_has_none() -> None:
    telling = Telling(small_library(), rite_words.load())
    assert telling.steps(["5.1.1"]) == []
