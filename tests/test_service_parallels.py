"""What corresponds in other rites, as it is served and shown."""

import pytest
from test_service_pages import Strict
from test_service_rites import client, get

from service.texts.language import LANGUAGES


def test_a_clause_has_its_parallels() -> None:
    passage = get("/v1/passages/5.32.3")
    assert passage["parallels"] == [
        {
            "ref": "7.29.3",
            "url": "/read/7.29.3",
            "of": "5.32.3",
            "chapter": {
                "ref": "7",
                "number": 7,
                "names": {
                    "zh-Hant": "大射儀",
                    "zh-Hans": "大射仪",
                    "en": passage["parallels"][0]["chapter"]["names"]["en"],
                },
            },
            "phase": passage["parallels"][0]["phase"],
            "kind": "same_act",
            "similarity": 1.0,
            "note": None,
            "basis": [],
            "text": "二算為純，",
        }
    ]
    assert passage["parallels"][0]["phase"]["ref"] == "7.29"


def test_a_phase_tells_what_differs() -> None:
    for path in ("/v1/passages/4.14", "/v1/rites/4/14"):
        (one,) = get(path)["parallels"]
        assert (one["ref"], one["kind"], one["similarity"], one["text"]) == ("5.11", "same_act", None, None)
        assert "合乐" in one["note"]["zh-Hans"] and one["note"]["en"].startswith("The six songs")
        assert {"4.11.5", "5.11.4"} <= set(one["basis"])


def test_a_note_stands_at_the_clauses_it_rests_on() -> None:
    told = {one["ref"]: one["note"] for one in get("/v1/passages/5.38.2")["parallels"]}
    assert told["7.34.1"]["zh-Hant"].startswith("鄉射請以樂樂於賓")
    assert told["7.34.2"] is None


def test_a_range_and_a_chapter() -> None:
    found = get("/v1/passages/5.32.2-4")["parallels"]
    assert [(one["of"], one["ref"]) for one in found] == [
        ("5.32.2", "7.29.2"),
        ("5.32.3", "7.29.3"),
        ("5.32.4", "7.29.4"),
    ]
    whole = get("/v1/passages/5")["parallels"]
    assert [(one["ref"], one["phase"]) for one in whole] == [("4", None), ("7", None)]
    assert get("/v1/passages/5.21.15%23zheng.1")["parallels"] == []  # a comment is no act


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_lead_to_what_corresponds(lang: str) -> None:
    for path, there in (("/read/5.32.3", "/read/7.29.3"), ("/read/5.11", "/read/7.17"), ("/read/5.11", "/read/4.14.1")):
        html = client().get(f"{path}?lang={lang}").get_data(as_text=True)
        assert f'href="{there}?lang={lang}"' in html
        parser = Strict()
        parser.feed(html)
        assert (parser.refused, parser.open) == ([], [])
    assert {"en": "same act", "zh-Hant": "同一儀節", "zh-Hans": "同一仪节"}[lang] in html
    assert 'class="parallels"' not in client().get(f"/read/5.52.71?lang={lang}").get_data(as_text=True)
