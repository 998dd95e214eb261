"""Searching, the glossary and verifying quotations as pages, without script; what a setting of the page asks for."""

import re

import pytest
from service_stand_ins import StandInWenli, client_of

from corpus.library import load as load_library
from corpus.rites.glossary import load
from corpus.terms import load as load_terms
from index.query import Hit
from service.contract.replies import FoundReply
from service.contract.wire import search_reply
from service.web.glosses import Glosses
from service.web.searching import RANKED, marked, page_of

CLIENT = client_of()
LIBRARY = load_library(())


def page(path: str) -> str:
    return CLIENT.get(path).get_data(as_text=True)


def test_a_search_marks_what_is_found_and_leads_to_it() -> None:
    html = page("/search?q=戒宾&lang=en")
    assert "主人<mark>戒賓</mark>" in html
    assert 'href="/read/5.1.1?lang=en"' in html
    assert 'class="layer-jing"' in html


def test_a_search_keeps_to_a_chapter_and_a_layer() -> None:
    wenli = StandInWenli()
    html = client_of(wenli).get("/search?q=射&chapter=5&layer=注&lang=en").get_data(as_text=True)
    assert wenli.filters[-1].chapters == {5}
    assert '<option value="5" selected>' in html
    assert '<option value="注" selected>note</option>' in html
    assert CLIENT.get("/search?q=射&chapter=99").status_code == 400


@pytest.mark.parametrize("reference", ["5.1.1", "乡射礼 1.1", "Yili 5.1.1"])
def test_a_reference_leads_to_its_passage(reference: str) -> None:
    html = CLIENT.get("/search", query_string={"q": reference, "lang": "en"}).get_data(as_text=True)
    assert f'This is a reference. Go to <a href="/read/5.1.1?lang=en">{reference}</a>' in html


@pytest.mark.parametrize("path", ["/search?q=%00", "/verify?quote=%00%00", "/verify?quote=字", "/verify?quote=ab"])
def test_what_cannot_be_looked_up_is_said_on_the_page(path: str) -> None:
    response = CLIENT.get(path)
    assert response.status_code == 400
    assert 'role="alert"' in response.get_data(as_text=True)


def found(ref: str, *spans: tuple[int, int]) -> FoundReply:
    unit = LIBRARY.by_ref(ref)[0]
    hit = Hit(unit, 9.0, ("dense",))
    reply = search_reply("", [hit], LIBRARY, load_terms(), ()).results[0]
    return reply.model_copy(update={"highlights": list(spans)})


def test_what_is_only_near_in_meaning_is_not_counted_as_found() -> None:
    with client_of().application.test_request_context("/search?lang=en"):
        results = page_of([found("5.17.1", (3, 5)), found("5.1.1")], "", LIBRARY)
        nothing = page_of([found("5.1.1")] * RANKED, "3", LIBRARY)
    assert (results.total, results.more, len(results.shown), len(results.near)) == (1, False, 1, 1)
    assert results.shown[0].meaning == "The overseer becomes marshal."
    assert (nothing.total, nothing.more, nothing.shown, nothing.at) == (0, False, (), 1)


def test_results_are_paged_and_more_than_were_looked_through_is_said() -> None:
    with client_of().application.test_request_context("/search?lang=en"):
        last = page_of([found("5.17.1", (0, 2))] * RANKED, "5", LIBRARY)
        few = page_of([found("5.17.1", (0, 2))] * 41, "99", LIBRARY)
    assert (last.total, last.more, last.first, last.pages) == (RANKED, True, 81, 5)
    assert (few.total, few.more, len(few.shown), few.at) == (41, False, 1, 3)


def test_nothing_found_is_said() -> None:
    assert "Nothing was found." in page("/search?q=龘龘&lang=en")
    assert "Nothing was found." in page("/glossary?q=qqqq&lang=en")


@pytest.mark.parametrize(
    ("quote", "claimed", "verdict", "says"),
    [
        ("鄉射之禮", "", "exact", "Exact."),
        ("乡射之礼", "", "normalized", "The same text."),
        ("卑者射之以為侯", "", "altered", "Altered."),
        ("以威不寧侯", "鄉飲酒禮", "misattributed", "Misattributed."),
        ("豹虎龍蛇走兔飛", "", "not_found", "Not found."),
    ],
)
def test_a_quotation_is_judged_in_words(quote: str, claimed: str, verdict: str, says: str) -> None:
    asked = {"quote": quote, "claimed": claimed, "lang": "en"}
    html = CLIENT.get("/verify", query_string=asked).get_data(as_text=True)
    assert f'class="verdict {verdict}"><strong>{says}</strong>' in html
    assert ("✗ not where claimed" in html) == (verdict == "misattributed")


def test_what_differs_is_shown_in_both_wordings() -> None:
    html = page("/verify?quote=卑者射之以為侯&lang=en")
    assert "As quoted" in html and "As stored" in html
    assert "<ins>求</ins>" in html


def test_the_glossary_finds_words_in_any_script_and_language() -> None:
    glosses = Glosses(load())
    for asked in ("阼階", "阼阶", "東階", "zuojie", "zuò jiē", "Eastern steps"):
        assert "阼階" in [term.term for term in glosses.find(asked)[:3]], asked
    assert glosses.find("阼階")[0].term == "阼階"
    assert len(glosses.find("")) == len(glosses.terms)
    assert {sense.kind for term in glosses.find("洗", "act") for sense in term.senses} == {"act"}
    assert glosses.find("qqqq") == []


def test_words_of_the_glossary_are_met_in_a_text_and_the_text_stays_whole() -> None:
    glosses = Glosses(load())
    texts = ["賓升自西階，主人升自阼階。", "主人坐。"]
    lines = glosses.lines(texts)
    assert ["".join(word.text for word in line) for line in lines] == texts
    assert [word.text for word in lines[0] if word.term] == ["賓", "西階", "主人", "阼階"]
    assert [word.first for word in lines[1] if word.term] == [False], "named before on this page"
    assert [term.term for term in glosses.of(lines)] == ["賓", "西階", "主人", "阼階"]


def test_a_passage_explains_its_words_without_script_by_a_link() -> None:
    html = page("/read/5.1?lang=en")
    link = re.search(r'<a class="term" href="(/glossary\?[^"#]+)#賓" data-term="賓">賓</a>', html)
    assert link
    assert 'id="賓"' in page(link[1].replace("&amp;", "&"))
    assert 'tabindex="-1" data-term="賓"' in html, "the second mention is no stop for Tab"
    assert html.count('<div data-term="賓">') == 1


def test_the_glossary_names_every_kind_and_rests_on_passages() -> None:
    html = page("/glossary?lang=zh-Hans")
    assert html.count("<article") == len(Glosses(load()).terms)
    assert 'id="阼階"' in html
    assert re.search(r'href="/read/5\.17\.1\?lang=zh-Hans#zheng\.1"', html)


def test_how_a_passage_is_set_is_in_its_address_and_kept_by_its_links() -> None:
    html = page("/read/5.1?set=vertical&notes=closed&lang=en")
    assert '<html lang="en" data-set="vertical" data-notes="closed">' in html
    assert 'href="/read/5.1.2?set=vertical&amp;notes=closed&amp;lang=en"' in html
    assert 'name="set" value="vertical" checked' in html
    assert not re.search(r'<details class="comment[^>]* open>', html)
    assert re.search(r'<details class="comment[^>]* open>', page("/read/5.1"))
    assert "data-set" not in page("/read/5.1?set=%22%3E")
    moved = CLIENT.get("/read/乡射礼 1.1?set=vertical")
    assert moved.headers["Location"] == "/read/5.1.1?set=vertical"


def test_a_passage_is_there_for_machines() -> None:
    html = page("/read/5.1.1")
    assert '<link rel="canonical" href="/read/5.1.1">' in html
    alternate = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)"', html)
    assert alternate and CLIENT.get(alternate[1]).get_json()["ref"] == "5.1.1"
    assert '"identifier": ["5.1.1", "urn:cts:yili:jing.p05.' in html
    assert '<link rel="next" href="/read/5.1.2' in html


def test_the_way_through_a_chapter() -> None:
    html = page("/read/5.1.2?lang=en")
    shelf = html.split('<nav class="contents"')[1]
    assert '<a href="/read/5?lang=en" aria-current="true">' in shelf
    assert '<a href="/read/5.1?lang=en" aria-current="true">' in shelf
    assert '<a href="/read/5.1.2?lang=en" aria-label="5.1.2" aria-current="page">2</a>' in shelf


def test_searches_and_quotations_count_for_the_rate_limit() -> None:
    limited = client_of(WENLI_RATE_LIMIT="2/minute")
    statuses = [limited.get(path).status_code for path in ("/search?q=射", "/verify?quote=鄉射之禮", "/?q=射")]
    assert statuses == [200, 200, 429]
    assert limited.get("/search").status_code == limited.get("/read/5.1").status_code == 200


@pytest.mark.parametrize(
    ("text", "spans", "pieces"),
    [
        ("司正為司馬", [(3, 5)], (("司正為", False), ("司馬", True))),
        ("司馬", [(0, 2)], (("司馬", True),)),
        ("司馬", [], (("司馬", False),)),
    ],
)
def test_a_text_cut_at_what_was_found(
    text: str, spans: list[tuple[int, int]], pieces: tuple[tuple[str, bool], ...]
) -> None:
    assert marked(text, spans) == pieces
