"""What reference managers take: every export read by programs of others, and what pages say of themselves."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
import rispy
from citeproc.source.json import CiteProcJSON
from lxml import etree, html
from pybtex.database import parse_string as parse_bibtex
from service_stand_ins import StandInWenli, client_of

from corpus.library import Library, load
from service.http.app import create_app
from service.settings import Settings
from service.texts.citing.formats import FORMATS
from service.texts.citing.item import cited, item
from service.texts.citing.marks import linked, metas, openurl
from service.texts.citing.style import Style

HOST = "http://wenli.example"
STEP = 1 if os.environ.get("TEST_ALL") else 23
"""Every clause with TEST_ALL=1, else one of so many."""
bibutils = pytest.mark.skipif(shutil.which("ris2xml") is None, reason="bibutils is missing (apt-get install bibutils)")


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def items(library: Library) -> list[dict[str, Any]]:
    """Clauses in every witness, some of all comments, phases, chapters, ranges, a page."""
    places = [(unit.ref, unit.witness) for unit in library.units[::STEP]]
    more = ("4", "5", "7", "15", "5.1", "7.12", "5.21.3-5", "KR1d0030_WYG_005-2a")
    named: list[tuple[str, str | None]] = [*places, *((ref, None) for ref in more)]
    return [
        item(cited(library, library.resolver.resolve(ref), witness), library, "zh-Hant", HOST) for ref, witness in named
    ]


def exported(items: list[dict[str, Any]], style: Style) -> str:
    return "\n".join(FORMATS[style].write(one, "zh-Hant") for one in items)


def test_bibtex_is_read_by_pybtex(items: list[dict[str, Any]]) -> None:
    read = parse_bibtex(exported(items, "bibtex"), "bibtex")
    assert len(read.entries) == len({one["id"] for one in items}) == len(items)
    for one in items:
        entry = read.entries[f"yili-{one['id']}"]
        assert entry.type == "incollection"
        assert entry.fields["title"] == f"{{{one['title']}}}"
        assert (entry.fields["note"], entry.fields["url"]) == (one["note"], one["URL"])
        editors = [str(person).strip("{}") for person in entry.persons.get("editor", [])]
        assert editors == [person["literal"] for person in one.get("container-author", [])]


def test_ris_is_read_by_rispy(items: list[dict[str, Any]]) -> None:
    read = rispy.loads(exported(items, "ris"))
    assert [one["id"] for one in read] == [one["id"] for one in items]
    for entry, one in zip(read, items, strict=True):
        assert entry["type_of_reference"] == "CHAP"
        assert (entry["title"], entry["secondary_title"]) == (one["title"], one["container-title"])
        assert entry.get("authors", []) == [person["literal"] for person in one.get("author", [])]


@bibutils
@pytest.mark.parametrize(("style", "program"), [("ris", "ris2xml"), ("bibtex", "bib2xml")])
def test_both_are_read_by_bibutils(items: list[dict[str, Any]], style: Style, program: str) -> None:
    command = [program, "-i", "utf8", "-o", "utf8"]
    done = subprocess.run(command, input=exported(items, style).encode(), capture_output=True, check=True)
    read = etree.fromstring(done.stdout)
    space = {"m": read.tag[1:].partition("}")[0]}  # MODS
    titles = [mods.findtext("m:titleInfo/m:title", namespaces=space) for mods in read.findall("m:mods", space)]
    assert titles == [one["title"] for one in items]
    for mods, one in zip(read.findall("m:mods", space), items, strict=True):
        around = {title.text for title in mods.findall("m:relatedItem[@type='host']//m:title", space)}
        assert one["container-title"] in around, "some programs take T2 for the short title of a series"


def test_csl_json_is_read_by_citeproc(items: list[dict[str, Any]]) -> None:
    read = json.loads("[" + ",".join(exported([one], "csl-json").strip()[1:-1] for one in items) + "]")
    assert read == items
    assert len(CiteProcJSON(read)) == len(items)


@pytest.mark.parametrize("style", ["plain", "chicago", "gb7714"])
def test_styles_have_the_title_and_the_book(items: list[dict[str, Any]], style: Style) -> None:
    for one in items[:: 1 if STEP == 1 else 6]:
        text = FORMATS[style].write(one, "zh-Hant")
        assert one["title"] in text and one["container-title"] in text, text


@pytest.fixture(scope="module")
def real(wenli: Any) -> Any:
    return create_app(Settings.read({}), wenli).test_client()


@pytest.mark.parametrize("ref", ["5.17.1", "5.17.1@tongxing", "5.21", "5.21.3-5", "4", "15.16.10a"])
def test_a_page_says_what_its_export_says(real: Any, library: Library, ref: str) -> None:
    page = html.fromstring(real.get(f"/read/{ref}?lang=en", base_url=HOST).get_data())
    one = item(cited(library, library.resolver.resolve(ref)), library, "zh-Hant", HOST)
    told = [(meta.get("name"), meta.get("content")) for meta in page.xpath("//meta[@name]")]
    assert [pair for pair in told if pair[0].startswith(("citation_", "DC."))] == metas(one)
    assert dict(told)["citation_public_url"] == one["URL"]
    (block,) = page.xpath("//script[@type='application/ld+json']/text()")
    assert json.loads(block) == linked(one, ref.partition("@")[0])
    (context,) = page.xpath("//span[@class='Z3988']/@title")
    assert context == openurl(one)
    values = parse_qs(context)
    assert values["rft.atitle"] == [one["title"]] and values["rft.btitle"] == [one["container-title"]]
    assert values["rft_id"][0] == one["URL"]


def test_unapi_leads_from_the_page_to_the_record(real: Any) -> None:
    page = html.fromstring(real.get("/read/5.17.1", base_url=HOST).get_data())
    (server,) = page.xpath("//link[@rel='unapi-server']/@href")
    (name,) = page.xpath("//abbr[@class='unapi-id']/@title")
    assert name == "urn:cts:yili:jing.p05.jishi:17.1"
    offered = etree.fromstring(real.get(server).get_data())
    own = real.get(server, query_string={"id": name})
    assert own.status_code == 300 and own.mimetype == "application/xml"
    listed = etree.fromstring(own.get_data())
    assert listed.get("id") == name
    assert listed.xpath("format/@name") == offered.xpath("format/@name") == ["ris", "bibtex", "csl-json"]
    for kind in listed:
        record = real.get(server, query_string={"id": name, "format": kind.get("name")}, base_url=HOST)
        assert record.status_code == 200 and record.mimetype == kind.get("type")
        assert name in record.get_data(as_text=True)
        assert record.get_data() == real.get(f"/v1/cite/5.17.1?style={kind.get('name')}", base_url=HOST).get_data()


def test_unapi_refuses_what_it_cannot_give() -> None:
    client = client_of(StandInWenli())
    wants = {"Accept": "application/json"}
    assert client.get("/unapi?id=5.99.1", headers=wants).status_code == 404
    assert client.get("/unapi?id=what", headers=wants).status_code == 400
    assert client.get("/unapi?id=5.1.1&format=marc", headers=wants).status_code == 406
    hostile = client.get("/unapi", query_string={"id": '5.1.1"><x/>'}, headers=wants)
    assert hostile.status_code == 400 and hostile.mimetype == "application/problem+json"


def test_linked_data_cannot_end_its_block() -> None:
    text = client_of(StandInWenli()).get("/read/5.1.1").get_data(as_text=True)
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    assert len(blocks) == 1 and "<" not in blocks[0]
    assert json.loads(unescape(blocks[0]))["@type"] == "Chapter"
