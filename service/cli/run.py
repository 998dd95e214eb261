"""Commands that make and run the service: build, serve, openapi."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import partial
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

if TYPE_CHECKING:
    from index.encoder import Encoder
    from service.http.server import Site
    from service.settings import Settings
    from service.wenli import Wenli


def settings_of(**given: object) -> Settings:
    """The settings of the environment; options of a command that are given win. Says which variables are unknown."""
    from service.settings import Settings, unknown

    for key, near in unknown(os.environ).items():
        print(f"wenli: {key} is not a setting{f'; did you mean {near}?' if near else '.'}", file=sys.stderr)
    environ = dict(os.environ)
    for name, value in given.items():
        if value is not None:
            environ.pop(name.upper(), None)
            environ[f"WENLI_{name.upper()}"] = str(value)
    return Settings.read(environ)


def build() -> None:
    """Make the index that questions are answered from.

    Takes a minute or so, and is needed once: again only after texts were added, or another embedding model
    was chosen (WENLI_EMBEDDING_MODEL). The index is kept in WENLI_HOME.
    """
    from rich.console import Console

    from corpus import library as libraries
    from corpus.packs import packs_of
    from index.build import build as build_index
    from index.encoder import open_encoder
    from service.cli.indexing import bar, index_editions

    settings = settings_of()
    library = libraries.load(packs_of(settings.packs))
    with Console(stderr=True).status("Opening the embedding model; the first time it is made ready first"):
        encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    with bar("Reading the texts") as progress:
        made = build_index(library, encoder, settings.home / "index", progress)
    state = "is ready" if made else "was up to date"
    print(f"The index of {len(library.units):,} passages {state}: {settings.home / 'index'}")
    index_editions(settings)


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; WENLI_HOST else.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; WENLI_PORT else, 0 for any free one.")] = None,
) -> None:
    """Serve the pages and the API over HTTP.

    Prints the address when it is ready; Ctrl+C stops it.

    `wenli serve --port 9000`
    """
    from service.http.running import metrics

    settings = settings_of(host=host, port=port)
    if settings.metrics:
        metrics.prepare()
    from index.encoder import open_encoder
    from service.cli.remote import ADDRESS
    from service.http.server import serve as serve_app

    encoder = open_encoder(settings.embedding_model, settings.home, settings.embedding_backend)
    said = settings.home / ADDRESS

    def announce(address: str) -> None:
        print(f"Wenli listens on {address}", flush=True)
        with suppress(OSError):  # `wenli ask` then opens the index for itself
            said.write_text(address + "\n", encoding="utf-8")

    try:
        serve_app(partial(_site, settings, encoder), settings, announce=announce, newest=partial(_version, settings))
    finally:
        with suppress(OSError):
            said.unlink()


def _version(settings: Settings) -> str:
    """The index and the editions on disk now; "" where there is no index."""
    from corpus.editions.packs import state_of
    from index.manifest import in_use
    from index.shelf.seal import mended
    from service.editions.opening import FOLDER

    parts = (in_use(settings.home / "index"), state_of(settings.packs), mended(settings.home / FOLDER))
    return "+".join(part for part in parts if part) if parts[0] else ""


def _site(settings: Settings, encoder: Encoder) -> Site:
    """Everything that is served, opened from what is on disk now; the model is loaded once."""
    from index.query import Filters
    from service.http.api.operation import PROBE
    from service.http.app import STAGE, create_app
    from service.http.running.metrics import Metrics
    from service.http.server import Site
    from service.texts.documents.desk import Desk
    from service.wenli import open_wenli

    version = _version(settings)
    wenli = open_wenli(settings, encoder)
    metrics = Metrics()

    def warm() -> None:
        metrics.opened(wenli.index.version)
        wenli.warm_up()
        Thread(target=app.extensions[STAGE].prepare, name=STAGE, daemon=True).start()
        if wenli.editions:
            wenli.search_editions(PROBE, Filters(), 1)
            # Seconds, in which other questions are answered; who verifies a quotation before then waits for it.
            Thread(target=lambda: wenli.judge, daemon=True).start()

    app = create_app(settings, wenli, metrics, Desk(settings.packs))
    for name in app.jinja_env.list_templates(["html"]):  # half a second, in which whoever comes first does not wait
        app.jinja_env.get_template(name)
    return Site(app, warm, version)


def openapi() -> None:
    """Print the OpenAPI document of the HTTP API.

    `wenli openapi > openapi.json`
    """
    print(json.dumps(description(), ensure_ascii=False, indent=2))


def description() -> dict[str, Any]:
    """The document; describing the API needs no texts and no index."""
    from service.contract.openapi import document
    from service.http.app import create_app
    from service.settings import Settings

    nothing = cast("Wenli", SimpleNamespace(library=None))
    return document(create_app(Settings.read({}), nothing))
