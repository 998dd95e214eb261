"""The stage as it is served: pages, pictures, sheets of paper, and the data the page steps through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from corpus.rites.data import Rites, StepKind
from corpus.rites.expand import expand
from service.http.app import create_app
from service.rites.stage import print_font
from service.rites.stage.address import stage_url
from service.rites.stage.figures import glyph
from service.rites.stage.labels import Name, Rect, place
from service.rites.stage.svg import tag
from service.settings import Settings
from service.wenli import Wenli

SVG = "{http://www.w3.org/2000/svg}"
RITES = Rites.load()
PHASES = [phase.replace(".", "/") for chapter in RITES.chapters for phase in RITES.phases(chapter)]


@pytest.fixture(scope="module")
def client(wenli: Wenli) -> FlaskClient:
    return create_app(Settings.read({"WENLI_FEEDBACK": "off"}), wenli).test_client()


def text_of(client: FlaskClient, url: str, status: int = 200) -> str:
    reply = client.get(url)
    assert reply.status_code == status, (url, reply.status_code)
    return reply.get_data(as_text=True)


def elements(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter()


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_page_and_a_picture_of_its_end(client: FlaskClient, phase: str) -> None:
    assert 'id="stage"' in text_of(client, f"/rites/{phase}?lang=en")
    svg = text_of(client, f"/rites/{phase}.svg?step=9999&lang=zh-Hans")
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc")
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert not any(one.get("style") or one.tag == f"{SVG}style" for one in root.iter()), "the policy forbids styles"


def test_names_lead_to_the_one_address_and_keep_what_was_asked(client: FlaskClient) -> None:
    reply = client.get("/rites/鄉射禮/司射誘射?step=3&read=xu&lang=en")
    assert reply.status_code == 302
    assert reply.headers["Location"] == "/rites/5/20?step=3&read=xu&lang=en"
    assert client.get("/rites/乡射礼/20").headers["Location"] == "/rites/5/20"


def test_a_moment_by_its_number_by_its_clause_and_by_its_step(client: FlaskClient) -> None:
    turns = next(step.n for step in RITES.steps["5.20.3"] if step.act == "還")
    page = text_of(client, f"/rites/5/20?at=5.20.3-{turns}&lang=en")
    assert "turn round" in page and "5.20.3" in page
    number = re.search(r'data-now="(\d+)"', page)
    assert number is not None
    assert f'data-now="{number[1]}"' in text_of(client, f"/rites/5/20?step={number[1]}&lang=en")
    assert re.search(r"<mark>還，</mark>|<mark>還", page)
    last = len(expand(RITES, "5.20"))
    assert 0 < int(number[1]) < last and f'data-last="{last}"' in page
    assert f'data-now="{last}"' in text_of(client, "/rites/5/20?step=4000&lang=en"), "beyond the end is the end"


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/rites/5/20?step=x", 400),
        ("/rites/5/20?step=-1", 400),
        ("/rites/5/20?at=somewhere", 400),
        ("/rites/5/99", 404),
        ("/rites/1/1", 404),
        ("/rites/5/99.svg", 404),
        ("/rites/5/99.pdf", 404),
        ("/rites/5/20/scenes?step=x", 400),
    ],
)
def test_what_is_not_there_is_told(client: FlaskClient, url: str, status: int) -> None:
    assert client.get(url).status_code == status
    problem = client.get(url, headers={"Accept": "application/json"})
    assert problem.mimetype == "application/problem+json" and problem.json is not None


def test_readings_that_are_unknown_mean_nothing(client: FlaskClient) -> None:
    assert text_of(client, "/rites/5/20.svg?step=14&read=nobody&lang=en") == text_of(
        client, "/rites/5/20.svg?step=14&lang=en"
    )
    assert text_of(client, "/rites/5/20.svg?step=14&read=xu&lang=en") != text_of(
        client, "/rites/5/20.svg?step=14&lang=en"
    )


def test_a_picture_has_who_acts_with_what_he_does(client: FlaskClient) -> None:
    svg = text_of(client, "/rites/5/20.svg?step=9&lang=zh-Hant")
    classes = {one.get("class") for one in elements(svg)}
    assert "figure acts" in classes and "figure waits" in classes
    words = [one.text for one in elements(svg) if one.tag == f"{SVG}text"]
    assert {"揖", "司射", "射", "西階", "堂"} <= set(words)
    english = [one.text for one in elements(text_of(client, "/rites/5/20.svg?step=9&lang=en"))]
    assert {"salute", "master of archery"} <= set(english)
    assert client.get("/rites/5/20.svg").headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert client.get("/rites/5/20.svg").mimetype == "image/svg+xml"
    wide = ElementTree.fromstring(text_of(client, "/rites/5/20.svg?width=300"))
    assert wide.get("width") == "300"


def test_the_scenes_for_the_script_make_the_same_picture(client: FlaskClient) -> None:
    """Changes upon changes come to what the picture of that scene has."""
    reply = client.get("/rites/5/21/scenes?step=24&lang=en")
    layers: dict[str, dict[str, str]] = {}
    assert reply.json is not None
    assert [one["n"] for one in reply.json] == list(range(24, 48))
    for scene in reply.json:
        for layer, keys in scene["gone"].items():
            for key in keys:
                del layers[layer][key]
        for layer, own in scene["set"].items():
            layers.setdefault(layer, {}).update(own)
    svg = text_of(client, "/rites/5/21.svg?step=47&lang=en")
    made = {key for own in layers.values() for key in own}
    whole = {one.get("id") for one in elements(svg) if one.get("id")} - {"title", "desc"}
    assert {key for key in whole if not str(key).startswith("layer-")} == made
    assert all(element in svg for own in layers.values() for element in own.values())


def test_beside_the_picture_stands_the_text(client: FlaskClient) -> None:
    page = text_of(client, "/rites/5/20?at=5.20.2&lang=zh-Hant")
    assert 'href="/read/5.20.2?lang=zh-Hant"' in page
    assert "問禮今譯" in page or "今譯" in page
    assert "三耦" in page and "以文字述此場景" in page
    again = text_of(client, "/rites/5/41?at=5.41.1-1&lang=en")
    assert "Done again" in again and 'href="/read/5.32.1?lang=en"' in again


def test_rules_are_numbered_on_the_plan_and_beside_it(client: FlaskClient) -> None:
    page = text_of(client, "/rites/15/23?lang=en")
    assert 'class="note"' in page and "Nobody acts here" in page
    assert "stage.js" not in page
    drawn = set(re.findall(r'id="note-(\d+)"', page))
    assert drawn and drawn <= set(re.findall(r'<span class="number">(\d+)</span>', page))


def test_a_sheet_of_paper(client: FlaskClient) -> None:
    for url in ("/rites/5/20.pdf?step=9&lang=en", "/rites/15/23.pdf?lang=zh-Hans", "/rites/7/34.pdf?step=9"):
        reply = client.get(url)
        assert reply.mimetype == "application/pdf"
        assert reply.data.startswith(b"%PDF-")
        assert len(re.findall(rb"/Type\s*/Page[^s]", reply.data)) == 1


def test_the_fonts_for_paper_have_every_character_that_can_be_shown() -> None:
    ttlib = pytest.importorskip("fontTools.ttLib")
    fonts = [ttlib.TTFont(path) for path in sorted(print_font.FOLDER.glob("*.[ot]tf"))]
    has = {chr(point) for font in fonts for point in font.getBestCmap()}
    assert print_font.wanted() - has == set(), "python -m service.rites.stage.print_font"


def test_passages_and_rites_say_where_they_are_performed(client: FlaskClient) -> None:
    passage = client.get("/v1/passages/5.20.2").json
    assert passage is not None
    assert passage["stage_url"] == "/rites/5/20?at=5.20.2"
    assert passage["steps"][1]["stage_url"] == "/rites/5/20?at=5.20.2-2"
    assert (client.get("/v1/passages/5").json or {})["stage_url"] is None
    rite = client.get("/v1/rites/5/20").json
    assert rite is not None and rite["stage_url"] == "/rites/5/20"
    ref = next(ref for ref, steps in RITES.steps.items() for step in steps if step.kind is StepKind.REPEAT)
    phase = ref.rpartition(".")[0].replace(".", "/")
    repeating = client.get(f"/v1/rites/{phase}").json
    assert repeating is not None
    again = next(step for clause in repeating["clauses"] for step in clause["steps"] if step["again"])
    said = again["again"][0]
    assert again["stage_url"] == f"/rites/{phase}?at={said['ref']}-{said['ordinal']}"
    for url in (passage["stage_url"], again["stage_url"], rite["clauses"][0]["stage_url"]):
        assert client.get(url).status_code == 200


def test_the_reading_room_the_answers_and_the_overviews_lead_to_the_stage(client: FlaskClient) -> None:
    assert "/rites/5/20?at=5.20.2&amp;lang=en" in text_of(client, "/read/5.20.2?lang=en")
    assert "/rites/5/20?lang=en" in text_of(client, "/rites/5?lang=en")
    assert "/rites/15/23?lang=en" in text_of(client, "/rites?lang=en")
    assert "/rites/5/17?at=5.17.1" in text_of(client, "/?q=鄉射禮中由誰擔任司馬？")


def test_small_things() -> None:
    assert stage_url("5.20") == "/rites/5/20"
    assert [glyph(name, "zh-Hant") for name in ("主人", "司射", "三耦", "賓")] == ["主", "射", "耦", "賓"]
    assert glyph("賓", "zh-Hans") == "宾"
    assert tag("text", "<&>", data_x='"').text == '<text data-x="&#34;">&lt;&amp;&gt;</text>'


def test_names_cover_nothing_where_there_is_room_and_are_left_out_where_there_is_none() -> None:
    within = Rect(200, 200, 400, 400)
    thing = Rect(200, 200, 20, 20)
    first = place([Name("a", "主人", thing, 12)], [thing], within, {})
    assert first["a"].covers(thing) == 0
    crowd = [Rect(200 + dx * 20, 200 + dy * 20, 20, 20) for dx in range(-4, 5) for dy in range(-4, 5)]
    assert place([Name("a", "主人", thing, 12)], crowd, within, {}) == {}
    assert "a" in place([Name("a", "主人", thing, 12, must=True)], crowd, within, {})
