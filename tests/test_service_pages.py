"""The pages work without script, in three languages, under a strict policy, and never show what was typed as markup."""

import re
import tomllib
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from service_stand_ins import StandInWenli, client_of

from corpus.library import load
from service.ask.values import Answer, Ask, Grounding
from service.settings import STATIC
from service.texts import language
from service.texts.highlight import highlights, wordings
from service.web.answered import Part, stretches

DATA = ("application/ld+json", "application/json")
"""Blocks of data, which no browser runs."""
CLIENT = client_of()
PAGES = [
    "/",
    "/?q=鄉射之禮",
    "/read",
    "/read/5",
    "/read/5.1",
    "/read/5.1.1",
    "/read/5.1?set=vertical&aids=off&notes=closed",
    "/search",
    "/search?q=司馬&chapter=5&layer=注",
    "/search?q=5.1.1",
    "/glossary?q=target",
    "/glossary?kind=music",
    "/verify",
    "/verify?quote=主人戒賔&claimed=鄉飲酒禮",
    "/docs",
    "/widget",
    "/problems/internal",
    "/nowhere",
]


def page(path: str, **headers: str) -> str:
    return CLIENT.get(path, headers=headers).get_data(as_text=True)


class Strict(HTMLParser):
    """Notes what a strict policy would refuse, ids used twice and tags left open."""

    VOID = frozenset({"meta", "link", "input", "br", "img", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.refused += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        runs = tag == "script" and given.get("type") not in DATA
        if tag == "style" or (runs and not (given.get("src") or "").startswith(("/static/", "/widget.js"))):
            self.refused.append(tag)
        if tag != "a":
            fetched = (given.get("src") or "", given.get("href") or "")
            self.refused += [url for url in fetched if url.startswith(("http:", "https:", "//"))]
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.refused.append(f"</{tag}>")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", language.LANGUAGES)
def test_pages_are_well_formed_and_obey_the_policy(path: str, lang: str) -> None:
    html = page(path + ("&" if "?" in path else "?") + f"lang={lang}")
    assert f'<html lang="{lang}"' in html
    parser = Strict()
    parser.feed(html)
    assert parser.refused == []
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))


def test_an_answer_without_script() -> None:
    html = page("/?q=鄉射之禮&lang=zh-Hant")
    assert '<a class="marker" href="#c1" aria-label="出處 1">[1]</a>' in html
    assert '<li id="c1" class="piece' in html
    assert "鄉<mark>射之禮</mark>主人戒賓" in html
    assert '<a class="context" href="/read/5.1.1?lang=zh-Hant">' in html
    assert "[9]" in html
    assert "#c9" not in html, "a number without a citation is no marker"
    assert "&lt;b&gt;此&lt;/b&gt;" in html


def test_a_lead_has_paragraphs_and_numbered_steps() -> None:
    told = stretches("So:\n1. He bows [1].\n2. He sits [9].\nThen he goes.", {1})
    assert [(one.first, len(one.lines)) for one in told] == [(0, 1), (1, 2), (0, 1)]
    assert told[1].lines[0] == (Part("He bows "), Part("[1]", 1), Part("."))
    assert told[1].lines[1] == (Part("He sits [9]."),), "a number without a citation is no marker"


class Telling(StandInWenli):
    """Gives one answer in the new form, with as many pieces of evidence and related passages as it is told."""

    def __init__(self, cited: int, related: int) -> None:
        super().__init__()
        self.counts = cited, related

    def ask(self, ask: Ask) -> Answer:
        plain = super().ask(ask)
        one = replace(
            plain.citations[0], translation="the archery", speaker="Zheng Xuan’s note", place="Archery · Call"
        )
        cited, related = (tuple(replace(one, index=n + 1) for n in range(count)) for count in self.counts)
        grounding = Grounding.GROUNDED if cited else Grounding.RELATED
        return replace(plain, lang="en", lead="Yes [1].", citations=cited, related=related, grounding=grounding)


def test_two_pieces_of_evidence_stand_open_and_what_is_related_apart() -> None:
    html = client_of(Telling(4, 2)).get("/?q=鄉射之禮&lang=en").get_data(as_text=True)
    evidence, _, rest = html.partition('<details class="more-evidence"><summary>2 more</summary>')
    assert evidence.count('<li id="c') == 2
    more, _, also = rest.partition('<details class="also"><summary>Also relevant</summary>')
    assert (more.count('<li id="c'), also.count('<li id="r')) == (2, 2)
    for said in ("Answered from the text.", "Zheng Xuan’s note", "Archery · Call", '<p class="meaning" lang="en">'):
        assert said in evidence


def test_related_passages_are_no_answer_and_stand_open() -> None:
    html = client_of(Telling(0, 2)).get("/?q=鄉射之禮&lang=en").get_data(as_text=True)
    assert '<p class="grounding related">Related passages – no answer found.</p>' in html
    assert '<details class="also" open><summary>Related passages</summary>' in html
    assert "What it rests on</h3>" not in html and 'class="mark"' not in html


def test_what_was_typed_is_never_markup() -> None:
    html = page("/?q=%3Cscript%3Ealert(1)%3C/script%3E%22")
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<script>" not in page("/read/%3Cscript%3E")
    for asked in ("/search?q=", "/glossary?q=", "/verify?quote=主人戒賓&claimed=", "/verify?quote="):
        html = page(f"{asked}%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        assert "<script>alert" not in html and '"><script' not in html, asked
        assert "&lt;script&gt;alert(1)" in html, asked


@pytest.mark.parametrize("question", ["%00", "a" * 2001, "%E2%80%8B"])
def test_a_question_that_cannot_be_asked(question: str) -> None:
    response = CLIENT.get(f"/?q={question}")
    assert response.status_code == 400
    assert 'role="alert"' in response.get_data(as_text=True)


def test_a_passage_with_everything() -> None:
    html = page("/read/5.1.1?lang=en")
    for part in ("鄉射之禮主人戒賓", 'id="zheng.1"', "Zheng Xuan", "論戒賓。</span>", "5.1.3"):
        assert part in html
    assert 'rel="next" href="/read/5.1.2?lang=en"' in html
    assert "No commentary" in page("/read/5.2.1?lang=en")


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/read/乡射礼 1.1", "/read/5.1.1"),
        ("/read/5.1.1%23zheng.1", "/read/5.1.1#zheng.1"),
        ("/read/5.1.1%23jia.1.2", "/read/5.1.1#jia.1.2"),
        ("/read/5%23zheng.1?lang=en", "/read/5?lang=en#zheng.1"),
        ("/read/5.1.1-1", "/read/5.1.1"),
        ("/read/urn:cts:yili:jing.p05.jishi:1.1", "/read/5.1.1@jishi"),
    ],
)
def test_other_forms_lead_to_the_one_address(path: str, target: str) -> None:
    response = CLIENT.get(path)
    assert (response.status_code, response.headers["Location"]) == (302, target)
    path, _, anchor = target.partition("#")
    assert f'id="{anchor}"' in page(path) or not anchor


def test_one_witness() -> None:
    html = page("/read/5.1.1@tongxing?lang=zh-Hant")
    assert "通行本" in html
    assert "儀禮集釋" not in html


def test_what_other_editions_have_in_a_note_stands_below_it() -> None:
    html = client_of(StandInWenli(library=load())).get("/read/7.5.1?lang=en").get_data(as_text=True)
    note = html[html.index('id="zheng.1-v1"') :]
    assert '<span class="word" lang="zh-Hant">夫</span>' in note
    assert (
        note.index(">夫<") < note.index(">史<") < note.index("《儀禮鄭註句讀》") < note.index("both editions have 大史")
    )


def test_witnesses_stand_side_by_side_with_what_differs_marked() -> None:
    """By a line of its own kind, a number and a word – not by colour alone – and without script."""
    client = client_of(StandInWenli(library=load()))
    html = client.get("/read/5.52.40?lang=zh-Hant").get_data(as_text=True)
    assert (
        '横而<span class="differs substantive">拳<a class="place" href="#v3" aria-label="異文 3">3</a></span>之' in html
    )
    assert '<li id="v3">' in html
    assert '<span class="tag">異字</span>' in html
    assert "楅髤横而奉之奉誤作拳" in html
    lacking = client.get("/read/7.21.17?lang=en").get_data(as_text=True)
    assert '<span class="differs omission">‸<a class="place"' in lacking
    assert '<span class="tag">omission</span>' in lacking
    phase = client.get("/read/5.52").get_data(as_text=True)
    assert 'href="#5.52.40-v3"' in phase and 'id="5.52.40-v3"' in phase
    parser = Strict()
    parser.feed(phase)
    assert (parser.refused, parser.open, len(parser.ids)) == ([], [], len(set(parser.ids)))
    css = (STATIC / "room.css").read_text(encoding="utf-8")
    for kind in ("variant_character", "damage", "transposition", "omission"):
        assert re.search(rf"\.differs\.{kind} {{ text-decoration", css), kind


def test_a_page_says_how_to_cite_without_script() -> None:
    html = page("/read/5.1.1?lang=en")
    links = re.findall(r'href="(/v1/cite/[^"]+)"', html)
    assert len(links) == 24, "two witnesses, two comments, six forms"
    for link in links:
        assert CLIENT.get(link.replace("&amp;", "&")).status_code == 200, link
    with CLIENT.get("/static/cite.js") as response:
        assert "innerHTML" not in response.get_data(as_text=True)
    assert "/v1/cite/5?style=bibtex" in page("/read/5")


def test_a_page_of_an_edition() -> None:
    html = client_of(StandInWenli(library=load())).get("/read/KR1d0030_WYG_005-2a?lang=en").get_data(as_text=True)
    assert 'rel="next" href="/read/KR1d0030_WYG_005-2b?lang=en"' in html
    assert 'id="5.2.3"' in html


def test_a_reference_that_leads_nowhere() -> None:
    response = CLIENT.get("/read/5.1.99?lang=en")
    assert response.status_code == 404
    assert 'href="/read/5.1.3?lang=en"' in response.get_data(as_text=True)


def test_a_chapter_that_is_not_held_is_named_and_those_that_are() -> None:
    html = CLIENT.get("/read/1.2?lang=en").get_data(as_text=True)
    assert "The chapter Capping of an Officer is not held." in html
    assert re.search(r'<a href="/read/5\?lang=en"><span class="ref">5</span> District Archery Ceremony</a>', html)
    assert "《士冠禮》一篇未收。" in CLIENT.get("/read/1.2?lang=zh-Hant").get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["/", "/?q=射", "/read", "/read/5", "/read/5.17.1", "/read/1.2", "/docs", "/search?q=射"]
)
@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_links_keep_the_language(path: str, lang: str) -> None:
    html = CLIENT.get(f"{path}{'&' if '?' in path else '?'}lang={lang}").get_data(as_text=True)
    html = re.sub(r'<p class="permalink.*?</p>', "", html)  # an address to be cited has no language
    links = [unescape(link) for link in re.findall(r'<a [^>]*href="(/[^"]*)"', html)]
    own = [link for link in links if not link.startswith(("/v1/", "/openapi", "/dts"))]
    assert own and [link for link in own if "lang=" not in link] == []
    assert CLIENT.get("/read/射禮").status_code == 300
    assert CLIENT.get("/read/nonsense").status_code == 400
    assert CLIENT.get("/nowhere", headers={"Accept": "application/json"}).mimetype == "application/problem+json"


def test_a_bug_shows_a_page() -> None:
    response = client_of(StandInWenli(broken=True)).get("/?q=a")
    assert (response.status_code, response.mimetype) == (500, "text/html")
    assert "secret" not in response.get_data(as_text=True)


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("zh-TW,zh;q=0.9", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-CN,en", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("fr, en-GB;q=0.5", "en"),
        ("en;q=0, zh-Hant;q=0.1", "zh-Hant"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_the_language_follows_the_browser(accepted: str, lang: str) -> None:
    response = CLIENT.get("/", headers={"Accept-Language": accepted})
    assert f'<html lang="{lang}">' in response.get_data(as_text=True)
    assert "Accept-Language" in response.headers["Vary"]


def words(lang: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((language.FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    return found


def test_every_language_has_every_word_and_no_other() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in Path("service/web/templates").glob("*.html"))
    used = set(re.findall(r"\bui\.(\w+)", templates)) - {"get"}
    for lang in language.LANGUAGES:
        assert set(words(lang)) == set(words("en")), lang
        assert used <= set(words(lang))
        assert all(words(lang).values())


def test_static_files_are_kept_by_their_content() -> None:
    address = re.search(r'href="(/static/wenli\.css\?v=[0-9a-f]{12})"', page("/"))
    assert address
    with CLIENT.get(address[1]) as response:
        assert "immutable" in response.headers["Cache-Control"]
    with CLIENT.get("/static/wenli.css") as response:
        assert response.headers["ETag"]
        assert response.headers["Cache-Control"] == "no-cache"
    assert CLIENT.get("/static/../settings.py").status_code == 404


def test_the_first_page_has_the_conversation_of_the_widget() -> None:
    html = CLIENT.get("/?lang=en").get_data(as_text=True)
    assert '<wenli-chat position="page" server="/">' in html
    address = re.findall(r'<script src="(/static/widget\.js\?v=\w+)" data-manual></script>', html.split("</head>")[0])
    assert len(address) == 1, "before the body, so that nothing moves when it begins"
    with CLIENT.get(address[0]) as response:
        assert b"isComposing" in response.get_data()


def test_an_english_search_marks_the_classical_terms_it_names() -> None:
    wanted = wordings("Where is the wash-basin by the east steps?", StandInWenli().terms)
    assert highlights("設洗于阼階東南", wanted) == ((1, 2), (3, 5))
