"""Commands that make and run the service: build, serve, openapi."""

from __future__ import annotations

import json
import os
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

if TYPE_CHECKING:
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
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from corpus import library as libraries
    from index.build import build as build_index
    from index.encoder import open_encoder
    from service.wenli import packs_of

    settings = settings_of()
    library = libraries.load(packs_of(settings.packs))
    encoder = open_encoder(settings.embedding_model, settings.home)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Reading the texts", total=None)
        made = build_index(
            library,
            encoder,
            settings.home / "index",
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    state = "is ready" if made else "was up to date"
    print(f"The index of {len(library.units):,} passages {state}: {settings.home / 'index'}")


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; WENLI_HOST else.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; WENLI_PORT else, 0 for any free one.")] = None,
) -> None:
    """Serve the pages and the API over HTTP.

    Prints the address when it is ready; Ctrl+C stops it.

    `wenli serve --port 9000`
    """
    from index.query import Filters
    from service.api.operation import PROBE
    from service.app import create_app
    from service.server import serve as serve_app
    from service.wenli import open_wenli

    settings = settings_of(host=host, port=port)
    wenli = open_wenli(settings)
    serve_app(
        create_app(settings, wenli),
        settings,
        announce=lambda address: print(f"Wenli listens on {address}", flush=True),
        warm=lambda: wenli.search(PROBE, Filters(), 1),
    )


def openapi() -> None:
    """Print the OpenAPI document of the HTTP API.

    `wenli openapi > openapi.json`
    """
    print(json.dumps(description(), ensure_ascii=False, indent=2))


def description() -> dict[str, Any]:
    """The document; describing the API needs no texts and no index."""
    from service.app import create_app
    from service.openapi import document
    from service.settings import Settings

    nothing = cast("Wenli", SimpleNamespace(library=None))
    return document(create_app(Settings.read({}), nothing))
