"""The DTS endpoints as programs written elsewhere see them: a client, and a server of the same files."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen
from xml.sax.saxutils import escape

import pytest
from flask import Flask
from lxml import etree
from service_stand_ins import StandInWenli, client_of
from werkzeug.serving import make_server

from corpus import library as libraries
from corpus.library import Library
from corpus.tei.document import witness_document
from corpus.tei.entries import printed
from corpus.tei.fragment import DTS_NS
from corpus.tei.names import NS, serialised
from service.protocols.dts.catalogue import Catalogue

NAMES = {"t": NS, "d": DTS_NS}


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """An application on a free port of this machine."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def library() -> Library:
    return libraries.load()


@pytest.fixture(scope="module")
def address(library: Library) -> Iterator[str]:
    with serving(client_of(StandInWenli(library=library)).application) as base:
        yield f"{base}/dts"


def fetched(address: str, endpoint: str, **query: Any) -> bytes:
    with urlopen(f"{address}/{endpoint}?{urlencode(query)}", timeout=60) as response:
        found: bytes = response.read()
    return found


@pytest.mark.parametrize("mode", ["document", "navigation"])
def test_thunderdots_walks_everything_without_an_error(address: str, library: Library, mode: str) -> None:
    thunderdots = pytest.importorskip("thunderdots", reason="thunderdots is not installed")
    client = thunderdots.ThunderDots(
        address,
        verbose=False,
        validate=True,
        concurrency=2,
        collection_params={"trust_member_metadata": False, "trust_total_parents": False},
        resource_params={"fragment_mode": mode, "add_head_to_content": False},
    )
    client.fetch()
    found, stats = client.results(), client.stats()
    assert (stats["http_errors"], stats["timeouts"]) == (0, 0)
    assert stats["requests_total"] >= 14 + 14 + 11
    assert found["validation"]["output"]["ok"]
    assert found["validation"]["resources"] == {"total": 11, "valid": 11, "invalid": 0, "issues": 0}
    assert len(found["collection_results"]) == 5
    read = {one["id"]: one for one in found["resource_results"]}
    known = {one.identifier: one for one in Catalogue(library).resources}
    assert set(read) == set(known)
    for identifier, one in read.items():
        parent = identifier.rpartition(".")[0]
        assert one["linked_parents"] == [parent]
        if mode == "document":
            resource = known[identifier]
            entries = printed(library, resource.chapter.number, resource.work.witness).entries
            content = "".join(one["fragments"][0]["content"].split())
            assert content == "".join("".join(entry.text.split()) for entry in entries)


def test_thunderdots_takes_a_file_apart_by_clauses(address: str, library: Library) -> None:
    thunderdots = pytest.importorskip("thunderdots", reason="thunderdots is not installed")
    client = thunderdots.ThunderDots(
        address,
        verbose=False,
        concurrency=2,
        collection_params={"collection_id": "urn:cts:yili:jing.p07"},
        resource_params={
            "fragment_mode": "tei_xpath",
            "fragment_xpath": "//tei:div[@type='clause']/tei:ab",
            "add_head_to_content": False,
        },
    )
    client.fetch()
    assert client.stats()["http_errors"] == 0
    for one in client.results()["resource_results"]:
        entries = printed(library, 7, one["id"].rpartition(".")[2]).entries
        assert [f["content"] for f in one["fragments"]] == [
            " ".join(e.text.split()) for e in entries if "#" not in e.ref
        ]


@pytest.fixture(scope="module")
def reference(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """dapytains, which is the reference server, with the same files."""
    pytest.importorskip("saxonche", reason="saxonche, which dapytains needs, is not installed")
    pytest.importorskip("dapytains", reason="dapytains is not installed")
    folder = tmp_path_factory.mktemp("dapytains")
    before = dict(os.environ)
    from dapytains.app.app import create_app
    from dapytains.app.ingest import store_catalog
    from dapytains.metadata.xml_parser import parse

    os.environ.clear()
    os.environ.update(before)
    app = Flask("reference")
    _, database = create_app(app)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder / 'texts.db'}"
    database.init_app(app)
    with app.app_context():
        database.create_all()
        store_catalog(parse(str(catalogue_file(library, folder)))[0])
    with serving(app) as base:
        yield base
    with app.app_context():
        database.session.remove()
        database.engine.dispose()


CHOSEN = ("urn:cts:yili:jing.p04.tongjie", "urn:cts:yili:jing.p05.jishi")


def catalogue_file(library: Library, folder: Path) -> Path:
    """The files of some resources, and the list of them that dapytains reads."""
    members = []
    for one in Catalogue(library).resources:
        if one.identifier in CHOSEN:
            name = f"{one.chapter.number}.{one.work.witness}.xml"
            (folder / name).write_bytes(serialised(witness_document(library, one.chapter, one.work.witness)))
            title = escape(one.work.label_hant)
            members.append(
                f'<resource identifier="{one.identifier}" filepath="{name}"><title>{title}</title></resource>'
            )
    path = folder / "catalogue.xml"
    text = (
        f'<collection identifier="urn:cts:yili"><title>儀禮</title><members>{"".join(members)}</members></collection>'
    )
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("resource", CHOSEN)
def test_the_passages_are_those_that_dapytains_finds(address: str, reference: str, resource: str) -> None:
    for tree in ({}, {"tree": "page"}) if resource.endswith("jishi") else ({},):
        query = {"resource": resource, "down": -1, **tree}
        ours, theirs = (
            json.loads(fetched(*server, **query))["member"]
            for server in ((address, "navigation"), (reference, "navigation/"))
        )
        keys = ("identifier", "level", "parent", "citeType", "@type")
        assert [[unit[key] for key in keys] for unit in ours] == [[unit[key] for key in keys] for unit in theirs]
        assert len(ours) > 50


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("resource", "query"),
    [
        (CHOSEN[0], {"ref": "5"}),
        (CHOSEN[0], {"ref": "7.4"}),
        (CHOSEN[1], {"ref": "17.1"}),
        (CHOSEN[1], {"ref": "27"}),
        (CHOSEN[1], {"start": "17.2", "end": "17.4"}),  # of a range over phases dapytains leaves out what lies between
    ],
)
def test_passages_read_as_they_do_from_dapytains(
    address: str, reference: str, resource: str, query: dict[str, str]
) -> None:
    ours = etree.fromstring(fetched(address, "document", resource=resource, **query))
    theirs = etree.fromstring(fetched(reference, "document/", resource=resource, **query))
    found = [
        [
            (one.get("n"), "".join(one.itertext()))
            for one in root.xpath("//t:body//t:ab|//t:body//t:note", namespaces=NAMES)
        ]
        for root in (ours, theirs)
    ]
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.filterwarnings("ignore")
def test_the_collection_is_told_alike(address: str, reference: str) -> None:
    for resource in CHOSEN:
        ours, theirs = (
            json.loads(fetched(*server, id=resource))
            for server in ((address, "collection"), (reference, "collection/"))
        )
        for key in ("@id", "@type", "@context", "dtsVersion", "totalParents", "totalChildren", "member"):
            assert ours.get(key, []) == theirs.get(key), key
