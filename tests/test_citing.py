"""Ways out: every format is what a program of its kind reads, and what is exported resolves again."""

import json
import re
from typing import Any

import bibtexparser
import pytest
import rispy
from citeproc.source.json import CiteProcJSON
from service_stand_ins import StandInWenli, client_of

from corpus.errors import ReferenceUnknown
from corpus.library import Library, load
from service.texts.citing.formats import FORMATS
from service.texts.citing.item import cited, item
from service.texts.citing.style import STYLES, Style

HOST = "http://wenli.example"
REFS = [
    "5.17.1",
    "5.17.1@tongxing-b",
    "5.21.3-5",
    "5.1",
    "15",
    "4.1.1#jia.1",
    "4.1.1#jia.2.2",
    "5#zheng.1",
    "5.17.1#zheng",
]
REFS += ["KR1d0030_WYG_005-2a", "鄭玄注·鄉射禮 17.1", "urn:cts:yili:jing.p04.tongjie:5.12"]


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


def written(library: Library, ref: str, style: Style, host: str = HOST, **options: Any) -> str:
    form = FORMATS[style]
    lang = options.pop("lang", form.lang)
    return form.write(item(cited(library, library.resolver.resolve(ref), **options), library, lang, host), lang)


def names_in(text: str) -> list[str]:
    """The permalinks and URNs in a citation."""
    found = re.findall(r"(?:https?://[^\s/]+/read/|urn:cts:|KR\d)[^\s}\"]+", text)
    return [name.rstrip(".,") for name in found]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ref", REFS)
def test_what_is_exported_resolves_again(library: Library, ref: str, style: Style) -> None:
    what = cited(library, library.resolver.resolve(ref))
    for host in (HOST, ""):
        names = names_in(written(library, ref, style, host))
        assert names, "every form has the permalink or the URN"
        for name in names:
            found = library.resolver.resolve(name).ref
            assert str(found) == str(what.ref), name
            assert found.witness in (None, what.work.witness)
            assert library.resolver.resolve(name).page == what.page


@pytest.mark.parametrize("ref", REFS)
def test_bibtex_is_read_by_a_reader_of_bibtex(library: Library, ref: str) -> None:
    parsed = bibtexparser.parse_string(written(library, ref, "bibtex"))
    assert not parsed.failed_blocks
    entry = parsed.entries[0]
    assert entry.entry_type == "incollection"
    fields = {field.key: field.value for field in entry.fields}
    what, again = cited(library, library.resolver.resolve(ref)), library.resolver.resolve(fields["note"])
    assert (str(again.ref), again.page) == (str(what.ref), what.page)
    assert fields["booktitle"].strip("{}")


@pytest.mark.parametrize("ref", REFS)
def test_ris_is_read_by_a_reader_of_ris(library: Library, ref: str) -> None:
    text = written(library, ref, "ris")
    assert text.startswith("TY  - CHAP\n")
    (entry,) = rispy.loads(text)
    assert str(library.resolver.resolve(entry["notes"][0]).ref) == str(library.resolver.resolve(entry["urls"][0]).ref)


@pytest.mark.parametrize("ref", REFS)
def test_csl_json_is_read_by_a_citation_processor(library: Library, ref: str) -> None:
    items = json.loads(written(library, ref, "csl-json"))
    source = CiteProcJSON(items)
    assert list(source) == [items[0]["id"].lower()] or list(source) == [items[0]["id"]]
    assert items[0]["type"] == "chapter"


def test_a_comment_names_its_speaker_the_book_the_juan_and_the_leaf(library: Library) -> None:
    found = json.loads(written(library, "5.17.1#zheng.1", "csl-json"))[0]
    assert found["author"] == [{"literal": "鄭玄"}]
    assert found["container-author"] == [{"literal": "李如圭"}]
    assert (found["container-title"], found["volume"], found["page"]) == ("儀禮集釋", "5", "20b")
    assert found["collection-title"] == "文淵閣四庫全書"
    assert found["title"] == "鄭玄注·鄉射禮 17.1"
    assert found["note"] == "urn:cts:yili:zhu.p05.jishi:17.1.n1"


def test_the_compiler_of_a_book_is_no_author_of_the_text(library: Library) -> None:
    assert "author" not in json.loads(written(library, "5.17.1", "csl-json"))[0]
    assert not written(library, "5.17.1", "chicago").startswith("Li Rugui")
    assert written(library, "5.17.1", "gb7714").startswith("仪礼·乡射礼 17.1[M/OL]//李如圭. 仪礼集释: 卷 5.")


def test_languages(library: Library) -> None:
    assert "Zheng Xuan 鄭玄" in written(library, "5.17.1#zheng.1", "chicago")
    assert written(library, "5.17.1#zheng.1", "plain").startswith("鄭玄, 鄭玄注·鄉射禮 17.1, 李如圭, 儀禮集釋")
    assert written(library, "5.17.1#zheng.1", "plain", lang="zh-Hans").startswith("郑玄, 郑玄注·乡射礼 17.1")


def test_a_witness_that_does_not_have_it_names_those_that_do(library: Library) -> None:
    with pytest.raises(ReferenceUnknown, match=r"5\.17\.1@jishi"):
        cited(library, library.resolver.resolve("5.17.1"), "zhushu")
    assert cited(library, library.resolver.resolve("5.17.1"), "tongxing").work.witness == "tongxing"


def test_titles_with_marks_of_tex_stay_readable(library: Library) -> None:
    made = item(cited(library, library.resolver.resolve("5.17.1")), library, "zh-Hant", HOST)
    text = FORMATS["bibtex"].write({**made, "container-title": "A {B} & C_1 \\x 100%"}, "zh-Hant")
    assert r"booktitle = {{A B \& C\_1 x 100\%}}" in text
    assert not bibtexparser.parse_string(text).failed_blocks


@pytest.mark.parametrize("style", STYLES)
def test_over_http(style: str) -> None:
    client = client_of(StandInWenli())
    response = client.get(f"/v1/cite/乡射礼 1.1?style={style}")
    assert response.status_code == 200
    assert response.mimetype == FORMATS[style].media  # type: ignore[index]
    text = response.get_data(as_text=True)
    assert any(client.get("/v1/resolve", query_string={"q": name}).status_code == 200 for name in names_in(text))
    assert "yili-5.1.1-" in response.headers["Content-Disposition"]


def test_wrong_requests_over_http() -> None:
    client = client_of(StandInWenli())
    assert client.get("/v1/cite/5.1.1?style=apa").status_code == 400
    assert client.get("/v1/cite/5.1.1?witness=nobody").get_json()["type"] == "/problems/filter-unknown"
    assert client.get("/v1/cite/5.99.1").status_code == 404
    assert client.get("/v1/cite/5.1.1?witness=jishi&lang=fr").status_code == 400


def test_every_passage_can_be_cited_and_found_again(library: Library) -> None:
    for unit in library.units:
        what = cited(library, library.resolver.resolve(unit.ref), unit.witness)
        made = item(what, library, "zh-Hant", HOST)
        for name in (made["note"], made["URL"]):
            assert str(library.resolver.resolve(name).ref) == unit.ref
        assert library.resolver.resolve(made["note"]).ref.witness == unit.witness
        assert made["container-title"] == library.works[unit.witness].title
