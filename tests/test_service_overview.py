"""The overview of a rite: over HTTP, as a page that works without script, and on the command line."""

import json
import re

import pytest
from test_service_cli import run
from test_service_pages import Strict
from test_service_rites import client, get

from service.texts.language import LANGUAGES


def test_a_rite_at_a_glance() -> None:
    reply = get("/v1/rites/5/overview")
    assert (reply["ref"], reply["url"], reply["names"]["zh-Hant"]) == ("5", "/rites/5", "鄉射禮")
    assert reply["acts"] == get("/v1/rites/5")["acts"] == sum(stage["acts"] for stage in reply["stages"])
    assert [stage["stage"] for stage in reply["stages"]][1:4] == ["第一番射", "第二番射", "第三番射"]
    assert reply["stages"][1]["names"]["en"] == "First round of shooting"
    tallies = next(need for need in reply["needs"] if need["thing"] == "箭籌")
    assert tallies["category"] == "tally"
    assert [(one["number"], one["total"], one["ref"], one["quote"]) for one in tallies["numbers"]] == [
        (80, 80, "5.52.69", "八十")
    ]
    arrows = next(need for need in reply["needs"] if need["thing"] == "矢")["numbers"][0]
    assert (arrows["number"], arrows["each"], arrows["total"]) == (4, ["三耦", "司射"], 28)
    couples = next(person for person in reply["people"] if person["role"] == "三耦")
    assert couples["numbers"][0]["number"] == 6
    assert {one["name"]: one["number"] for one in reply["measures"]}["侯道"] == 50


def test_by_any_name_or_not_at_all() -> None:
    assert get("/v1/rites/乡射礼/overview") == get("/v1/rites/5/overview")
    assert client().get("/v1/rites/3/overview").status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/rites", "/rites/4", "/rites/5", "/rites/7", "/rites/15"])
def test_pages_are_well_formed_and_obey_the_policy(path: str, lang: str) -> None:
    response = client().get(f"{path}?lang={lang}")
    assert response.status_code == 200
    html = response.get_data(as_text=True)
    parser = Strict()
    parser.feed(html)
    assert (parser.refused, parser.open) == ([], [])
    assert "<script" not in html


def test_the_page_says_what_the_reply_says() -> None:
    html = client().get("/rites/5?lang=en").get_data(as_text=True)
    assert "「八十」" in html and 'href="/read/5.52.69?lang=en"' in html
    assert "each 4" in html and "at least 28" in html
    assert html.count("<meter") == sum(
        bool(phase["acts"]) for stage in get("/v1/rites/5/overview")["stages"] for phase in stage["phases"]
    )
    assert re.search(r'<th scope="row"><a href="/read/5\.\d+\.\d+', html)


def test_pages_lead_there() -> None:
    assert client().get("/rites/鄉射禮").headers["Location"].endswith("/rites/5")
    assert client().get("/rites/3").status_code == 404
    assert 'href="/rites?lang=' in client().get("/").get_data(as_text=True)
    for path in ("/read", "/read/5", "/rites"):
        assert 'href="/rites/5?lang=' in client().get(path).get_data(as_text=True)


def test_the_command_prints_the_checklist(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(monkeypatch, capsys, "rite", "鄉射禮", "--checklist")
    assert status == 0
    assert "「八十」 5.52.69" in out and "三耦" in out and "☐ 弓" in out
    status, out, _ = run(monkeypatch, capsys, "rite", "5", "--checklist", "--json")
    assert (status, json.loads(out)["number"]) == (0, 5)
    status, _, error = run(monkeypatch, capsys, "rite", "5", "20", "--checklist")
    assert status != 0 and "whole rite" in error
