"""Distributed Text Services over HTTP: the shapes, the rules for parameters and the errors of version 1.0."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import etree
from service_stand_ins import StandInWenli, client_of

from corpus import library as libraries
from corpus.library import Library
from corpus.tei.entries import printed
from corpus.tei.fragment import DTS_NS
from corpus.tei.names import NS
from service.protocols.dts.catalogue import Catalogue
from service.protocols.dts.trees import tree_of

JISHI, TONGXING = "urn:cts:yili:jing.p05.jishi", "urn:cts:yili:jing.p05.tongxing"
NAMES = {"t": NS, "d": DTS_NS}
LD, TEI = "application/ld+json", "application/tei+xml; charset=utf-8"
TERMS = {
    *("CitableUnit", "CitationTree", "CiteStructure", "Collection", "EntryPoint", "MetadataObject"),
    *("Navigation", "Pagination", "Resource", "citationTrees", "citeStructure", "description"),
    *("lang", "value", "dublinCore", "end", "extensions", "first"),
    *("last", "member", "next", "previous", "ref", "resource"),
    *("start", "title", "view", "citeType", "collection", "document"),
    *("download", "dtsVersion", "identifier", "level", "mediaTypes", "navigation"),
    *("parent", "totalChildren", "totalParents", "@context", "@id", "@type"),
}
"""What the context of version 1.0 defines; a member that is none of these means nothing to its readers."""
MEMBER = {"@id", "@type", "title", "totalParents", "totalChildren", "collection"}
READABLE = MEMBER | {"navigation", "document", "citationTrees"}
TOP = {"@context", "dtsVersion"}


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def client(library: Library) -> FlaskClient:
    return client_of(StandInWenli(library=library))


def get(client: FlaskClient, endpoint: str, **query: Any) -> dict[str, Any]:
    response = client.get(f"/dts{endpoint}", query_string=query)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.content_type == LD
    found: dict[str, Any] = response.get_json(force=True)
    assert known(found) <= TERMS
    assert (found["@context"], found["dtsVersion"]) == ("https://dtsapi.org/context/v1.0.json", "1.0")
    return found


def known(value: Any) -> set[str]:
    """The members of an object and those within it, metadata aside."""
    if isinstance(value, list):
        return set().union(*map(known, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(known(v) for k, v in value.items() if k != "dublinCore"))


def identifiers(found: dict[str, Any]) -> list[str]:
    return [unit["identifier"] for unit in found["member"]]


def text(client: FlaskClient, **query: Any) -> etree._Element:
    response = client.get("/dts/document", query_string=query)
    assert (response.status_code, response.content_type) == (200, TEI), response.get_data(as_text=True)
    root = etree.fromstring(response.data)
    assert root.tag == f"{{{NS}}}TEI"
    return root


def test_the_entry_names_the_endpoints(client: FlaskClient) -> None:
    found = get(client, "")
    assert set(found) == TOP | {"@id", "@type", "collection", "navigation", "document"}
    assert found["@type"] == "EntryPoint"
    assert found["collection"] == "http://localhost/dts/collection{?id,page,nav}"
    assert found["navigation"] == "http://localhost/dts/navigation{?resource,ref,start,end,down,tree,page}"
    assert found["document"] == "http://localhost/dts/document{?resource,ref,start,end,tree,mediaType}"
    assert client.get("/dts/").get_json(force=True) == found


def test_collections_lead_to_every_witness(client: FlaskClient, library: Library) -> None:
    root = get(client, "/collection")
    assert root == get(client, "/collection", id="urn:cts:yili")
    assert set(root) == TOP | MEMBER | {"member", "dublinCore"}
    assert (root["totalParents"], root["totalChildren"], len(root["member"])) == (0, 4, 4)
    seen = []
    for chapter in root["member"]:
        assert set(chapter) == MEMBER | {"dublinCore"}
        whole = get(client, "/collection", id=chapter["@id"])
        assert whole["totalChildren"] == len(whole["member"]) > 0
        for resource in whole["member"]:
            assert set(resource) >= READABLE
            assert resource["@type"] == "Resource"
            seen.append(resource["@id"])
            alone = get(client, "/collection", id=resource["@id"])
            assert {k: v for k, v in alone.items() if k not in TOP | {"member"}} == resource
            (parent,) = get(client, "/collection", id=resource["@id"], nav="parents")["member"]
            assert parent == chapter
            assert alone["totalParents"] == 1
    held = {f"urn:cts:yili:jing.p{u.chapter:02}.{u.witness}" for u in library.units}
    assert set(seen) == held
    assert len(seen) == 11


def test_metadata_are_of_the_form_that_is_allowed(client: FlaskClient) -> None:
    core = get(client, "/collection", id=JISHI)["dublinCore"]
    assert {"lang": "zh-Hant", "value": "《儀禮集釋》卷五·鄉射禮"} in core["title"]
    for values in core.values():
        assert isinstance(values, list)
        assert all(isinstance(v, str) or set(v) == {"lang", "value"} for v in values)


def test_trees_are_named_save_the_default_one(client: FlaskClient) -> None:
    trees = get(client, "/collection", id=JISHI)["citationTrees"]
    assert [tree.get("identifier") for tree in trees] == [None, "page"]
    assert trees[0]["citeStructure"][0]["citeType"] == "phase"
    assert trees[0]["citeStructure"][0]["citeStructure"] == [{"@type": "CiteStructure", "citeType": "clause"}]
    (alone,) = get(client, "/collection", id=TONGXING)["citationTrees"]
    assert "identifier" not in alone


def test_pages_of_a_list_make_it_whole(client: FlaskClient) -> None:
    whole = get(client, "/navigation", resource=TONGXING, down=-1)
    assert "view" not in whole
    page, parts, seen = get(client, "/navigation", resource=TONGXING, down=-1, page=1), [], 0
    assert page["view"]["previous"] is None
    while True:
        seen += 1
        view = page["view"]
        assert set(view) == {"@id", "@type", "first", "previous", "next", "last"}
        assert view["@id"] == page["@id"]
        parts += page["member"]
        if view["next"] is None:
            break
        response = client.get(view["next"].removeprefix("http://localhost"))
        page = response.get_json(force=True)
        assert page["view"]["previous"] == view["@id"]
    assert parts == whole["member"]
    assert seen == 5 and view["last"] == view["@id"]
    one = get(client, "/collection", id="urn:cts:yili", page=1)
    assert one["view"]["first"] == one["view"]["last"] == one["view"]["@id"]
    for endpoint, query in (("navigation", {"resource": TONGXING, "down": -1}), ("collection", {})):
        assert client.get(f"/dts/{endpoint}", query_string={**query, "page": 6}).status_code == 404


def test_the_top_level(client: FlaskClient) -> None:
    found = get(client, "/navigation", resource=JISHI, down=1)
    assert set(found) == TOP | {"@id", "@type", "resource", "member"}
    assert found["@id"] == f"http://localhost/dts/navigation?resource={JISHI}&down=1"
    assert set(found["resource"]) >= READABLE
    assert {unit["level"] for unit in found["member"]} == {1}
    assert identifiers(found) == [str(n) for n in range(1, 28)]
    first = found["member"][16]
    assert first == {
        "@id": "urn:cts:yili:jing.p05.jishi:17",
        "identifier": "17",
        "@type": "CitableUnit",
        "level": 1,
        "parent": None,
        "citeType": "phase",
        "dublinCore": {
            "title": [
                {"lang": "zh-Hant", "value": "司馬命張侯倚旌"},
                {"lang": "zh-Hans", "value": "司马命张侯倚旌"},
                {"lang": "en", "value": first["dublinCore"]["title"][2]["value"]},
            ]
        },
    }


def test_all_levels_are_in_the_order_of_the_text(client: FlaskClient, library: Library) -> None:
    found = get(client, "/navigation", resource=JISHI, down=-1)
    assert identifiers(get(client, "/navigation", resource=JISHI, down=2)) == identifiers(found)
    clauses = [unit["identifier"] for unit in found["member"] if unit["level"] == 2]
    assert clauses == [ref.partition(".")[2] for ref, _ in printed(library, 5, "jishi").clauses]
    assert len(set(identifiers(found))) == len(found["member"])
    for before, unit in zip(found["member"], found["member"][1:], strict=False):
        if unit["level"] == 2:
            assert unit["parent"] in (before["identifier"], before["parent"])


@pytest.mark.parametrize(
    ("query", "ends", "members"),
    [
        ({"ref": "17"}, {"ref": "17"}, None),
        ({"ref": "17.1"}, {"ref": "17.1"}, None),
        ({"start": "17.1", "end": "18"}, {"start": "17.1", "end": "18"}, None),
        ({"ref": "17.2", "down": 0}, {"ref": "17.2"}, ["17.1", "17.2", "17.3", "17.4"]),
        ({"ref": "17", "down": 1}, {"ref": "17"}, ["17", "17.1", "17.2", "17.3", "17.4"]),
        ({"ref": "17", "down": 9}, {"ref": "17"}, ["17", "17.1", "17.2", "17.3", "17.4"]),
        ({"ref": "17", "down": -1}, {"ref": "17"}, ["17", "17.1", "17.2", "17.3", "17.4"]),
        ({"ref": "17.2", "down": 1}, {"ref": "17.2"}, ["17.2"]),
        (
            {"start": "17.3", "end": "18.1", "down": -1},
            {"start": "17.3", "end": "18.1"},
            ["17.3", "17.4", "18", "18.1"],
        ),
        ({"start": "17", "end": "17", "down": 1}, {"start": "17", "end": "17"}, ["17", "17.1", "17.2", "17.3", "17.4"]),
    ],
)
def test_the_table_of_parameters(
    client: FlaskClient, query: dict[str, Any], ends: dict[str, str], members: list[str] | None
) -> None:
    found = get(client, "/navigation", resource=JISHI, **query)
    assert {name: found[name]["identifier"] for name in ("ref", "start", "end") if name in found} == ends
    assert (identifiers(found) if "member" in found else None) == members


def test_siblings_of_a_phase_are_all_phases(client: FlaskClient) -> None:
    found = get(client, "/navigation", resource=JISHI, ref="17", down=0)
    assert identifiers(found) == identifiers(get(client, "/navigation", resource=JISHI, down=1))


def test_pages_are_a_tree_of_their_own(client: FlaskClient, library: Library) -> None:
    found = get(client, "/navigation", resource=JISHI, tree="page", down=1)
    assert identifiers(found) == [page.page for page in library.pages["jishi"]]
    assert {(u["citeType"], u["level"], u["parent"]) for u in found["member"]} == {("page", 1, None)}


@pytest.mark.parametrize(
    ("endpoint", "query", "status"),
    [
        ("navigation", {}, 400),
        ("navigation", {"resource": ""}, 400),
        ("navigation", {"resource": JISHI}, 400),
        ("navigation", {"resource": JISHI, "down": 0}, 400),
        ("navigation", {"resource": JISHI, "down": -2}, 400),
        ("navigation", {"resource": JISHI, "down": "all"}, 400),
        ("navigation", {"resource": JISHI, "down": 0, "start": "1", "end": "2"}, 400),
        ("navigation", {"resource": JISHI, "ref": "1", "start": "1", "end": "2"}, 400),
        ("navigation", {"resource": JISHI, "ref": "1", "end": "2"}, 400),
        ("navigation", {"resource": JISHI, "start": "1"}, 400),
        ("navigation", {"resource": JISHI, "end": "1"}, 400),
        ("navigation", {"resource": JISHI, "start": "2", "end": "1"}, 400),
        ("navigation", {"resource": JISHI, "down": 1, "page": 0}, 400),
        ("navigation", {"resource": JISHI, "ref": "99"}, 404),
        ("navigation", {"resource": JISHI, "ref": "28.1"}, 404),
        ("navigation", {"resource": JISHI, "start": "1", "end": "99"}, 404),
        ("navigation", {"resource": JISHI, "ref": "1", "tree": "book"}, 404),
        ("navigation", {"resource": TONGXING, "down": 1, "tree": "page"}, 404),
        ("navigation", {"resource": JISHI, "ref": "1", "tree": "page"}, 404),
        ("navigation", {"resource": "urn:cts:yili:jing.p99.jishi", "down": 1}, 404),
        ("navigation", {"resource": "urn:cts:yili:jing.p05", "down": 1}, 404),
        ("collection", {"id": "nothing"}, 404),
        ("collection", {"nav": "sideways"}, 400),
        ("document", {}, 400),
        ("document", {"resource": "nothing"}, 404),
        ("document", {"resource": JISHI, "ref": "1", "start": "1", "end": "2"}, 400),
        ("document", {"resource": JISHI, "start": "1"}, 400),
        ("document", {"resource": JISHI, "ref": "99"}, 404),
        ("document", {"resource": JISHI, "ref": "1", "tree": "book"}, 404),
        ("document", {"resource": JISHI, "mediaType": "text/html"}, 404),
    ],
)
def test_what_is_refused(client: FlaskClient, endpoint: str, query: dict[str, Any], status: int) -> None:
    response = client.get(f"/dts/{endpoint}", query_string=query)
    problem = response.get_json(force=True)
    assert (response.status_code, response.content_type) == (status, "application/problem+json")
    assert problem["type"] == {400: "/problems/request-invalid", 404: "/problems/text-unknown"}[status]
    assert problem["detail"]


def test_a_parameter_of_other_servers_is_passed_over(client: FlaskClient) -> None:
    assert get(client, "/collection", id=JISHI, excludeFragments="true")["@id"] == JISHI
    assert get(client, "/navigation", resource=JISHI, ref="17", start="", end="")["ref"]["identifier"] == "17"


def test_a_whole_resource_has_every_entry(client: FlaskClient, library: Library) -> None:
    response = client.get("/dts/document", query_string={"resource": JISHI})
    assert response.headers["Link"] == f'<http://localhost/dts/collection?id={JISHI}>; rel="collection"'
    root = etree.fromstring(response.data)
    assert not root.xpath("//d:wrapper", namespaces=NAMES)
    shown = {
        e.attrib["n"]: "".join(e.itertext()) for e in root.xpath("//t:body//t:ab|//t:body//t:note", namespaces=NAMES)
    }
    assert shown == {entry.ref: entry.text for entry in printed(library, 5, "jishi").entries}
    again = client.get("/dts/document", query_string={"resource": JISHI, "tree": "book"})
    assert again.data == response.data


def test_a_passage_is_wrapped(client: FlaskClient) -> None:
    root = text(client, resource=JISHI, ref="17.1")
    (wrapper,) = root.xpath("/t:TEI/t:text/t:body/d:wrapper", namespaces=NAMES)
    assert [e.attrib["n"] for e in wrapper.xpath(".//t:ab|.//t:note", namespaces=NAMES)] == ["5.17.1", "5.17.1#zheng.1"]
    assert wrapper.xpath("string(.//t:ab)", namespaces=NAMES) == "司正為司馬"
    assert root.xpath("string(//t:titleStmt/t:title)", namespaces=NAMES) == "《儀禮集釋》卷五·鄉射禮"


def test_every_passage_is_that_of_the_whole(client: FlaskClient, library: Library) -> None:
    whole = text(client, resource=TONGXING)
    resource = Catalogue(library).resource(TONGXING)
    for unit in tree_of(library, resource).units[::9]:
        (wrapper,) = text(client, resource=TONGXING, ref=unit.identifier).xpath("//d:wrapper", namespaces=NAMES)
        path = "//t:div[@type='phase'][@n=$phase]" + ("/t:div[@n=$clause]" if unit.level == 2 else "")
        phase, _, clause = unit.identifier.partition(".")
        (wanted,) = whole.xpath(path, namespaces=NAMES, phase=phase, clause=clause)
        (given,) = wrapper.xpath(path.replace("//", ".//"), namespaces=NAMES, phase=phase, clause=clause)
        assert canonical(given) == canonical(wanted), unit.identifier


def canonical(element: etree._Element) -> bytes:
    return bytes(etree.tostring(element, method="c14n", exclusive=True, with_tail=False))


def test_a_range_is_what_lies_within(client: FlaskClient) -> None:
    (wrapper,) = text(client, resource=JISHI, start="17.3", end="18.1").xpath("//d:wrapper", namespaces=NAMES)
    assert [ab.attrib["n"] for ab in wrapper.xpath(".//t:ab", namespaces=NAMES)] == ["5.17.3", "5.17.4", "5.18.1"]
    assert [d.attrib["n"] for d in wrapper.xpath(".//t:div[@type='phase']", namespaces=NAMES)] == ["17", "18"]
    whole = text(client, resource=JISHI, start="17", end="18").xpath("//d:wrapper//t:head[1]/text()", namespaces=NAMES)
    assert whole[0] == "司馬命張侯倚旌" and len(whole) == 2


def test_pages_together_are_the_whole(client: FlaskClient, library: Library) -> None:
    seen: dict[str, str] = {}
    for beginning in library.pages["jishi"]:
        root = text(client, resource=JISHI, tree="page", ref=beginning.page)
        (wrapper,) = root.xpath("//d:wrapper", namespaces=NAMES)
        assert wrapper.xpath(".//t:pb/@n", namespaces=NAMES) == [beginning.page]
        for element in wrapper.xpath(".//t:ab|.//t:note", namespaces=NAMES):
            assert "".join(element.itertext())
            seen[element.attrib["n"]] = seen.get(element.attrib["n"], "") + "".join(element.itertext())
    assert seen == {entry.ref: entry.text for entry in printed(library, 5, "jishi").entries}


def test_two_pages_are_one_after_the_other(client: FlaskClient) -> None:
    first, second = "KR1d0030_WYG_005-2a", "KR1d0030_WYG_005-2b"
    alone = [
        client.get("/dts/document", query_string={"resource": JISHI, "tree": "page", "ref": page})
        for page in (first, second)
    ]
    wrapper = text(client, resource=JISHI, tree="page", start=first, end=second).xpath("//d:wrapper", namespaces=NAMES)[
        0
    ]
    assert wrapper.xpath(".//t:pb/@n", namespaces=NAMES) == [first, second]
    words = ["".join(etree.fromstring(r.data).xpath("//d:wrapper//t:ab//text()", namespaces=NAMES)) for r in alone]
    assert "".join(wrapper.xpath(".//t:ab//text()", namespaces=NAMES)) == "".join(words)


def test_plain_text(client: FlaskClient) -> None:
    query = {"resource": JISHI, "ref": "17.1", "mediaType": "text/plain"}
    response = client.get("/dts/document", query_string=query)
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.get_data(as_text=True) == "司正為司馬\n兼官由便也立司正為涖酒爾今射司正無事\n"
    whole = client.get("/dts/document", query_string={"resource": JISHI, "mediaType": "text/plain"})
    assert len(whole.get_data(as_text=True).splitlines()) == 406


def test_every_urn_is_one_that_resolves(client: FlaskClient) -> None:
    for resource in (JISHI, TONGXING):
        for unit in get(client, "/navigation", resource=resource, down=-1)["member"][::7]:
            found = client.get("/v1/resolve", query_string={"q": unit["@id"]})
            assert found.get_json()["ref"] == f"5.{unit['identifier']}"


def test_an_answer_can_be_kept_and_asked_for_again(client: FlaskClient) -> None:
    first = client.get("/dts/document", query_string={"resource": JISHI})
    assert "Host" in first.headers["Vary"]
    again = client.get(
        "/dts/document", query_string={"resource": JISHI}, headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_chapter_in_tei(client: FlaskClient) -> None:
    response = client.get("/v1/tei/鄉射禮")
    assert (response.status_code, response.content_type) == (200, TEI)
    assert response.data == client.get("/v1/tei/5").data
    assert etree.fromstring(response.data).xpath("count(//t:group/t:text)", namespaces=NAMES) == 6
    assert client.get("/v1/tei/3").get_json(force=True)["type"] == "/problems/reference-unknown"
    assert client.get("/v1/tei/5.1").get_json(force=True)["type"] == "/problems/reference-malformed"
    assert client.get("/v1/tei/5?surprise=1").status_code == 400


def test_the_document_describes_them(client: FlaskClient) -> None:
    spec = client.get("/openapi.json").get_json()
    for name in ("", "/collection", "/navigation"):
        assert list(spec["paths"][f"/dts{name}"]["get"]["responses"]["200"]["content"]) == [LD]
    assert set(spec["paths"]["/dts/document"]["get"]["responses"]["200"]["content"]) == {
        "application/tei+xml",
        "text/plain",
    }
    shown = spec["components"]["schemas"]["NavigationReply"]["properties"]
    assert {"@context", "dtsVersion", "@id", "@type", "resource", "member"} <= set(shown)


def test_other_sites_may_call_where_that_is_allowed_and_calls_are_counted(library: Library) -> None:
    settings = {"WENLI_CORS_ORIGINS": "https://reader.example", "WENLI_RATE_LIMIT": "2/minute"}
    client = client_of(StandInWenli(library=library), **settings)
    first = client.get("/dts/collection", headers={"Origin": "https://reader.example"})
    assert first.headers["Access-Control-Allow-Origin"] == "https://reader.example"
    assert [client.get("/dts").status_code for _ in range(2)] == [200, 429]
