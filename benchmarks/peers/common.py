"""What the peers share with Wenli, so that only the engine differs: texts, model, vectors, server, threads."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

import numpy as np
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from numpy.typing import NDArray

from corpus import library as libraries
from corpus.library import Library
from index.build import vectors_in_use
from index.encoder import open_encoder
from index.shipped import text_hash
from service.settings import Settings

K = 10
Engine = Callable[[str], list[tuple[int, float]]]
"""From a question to the places of the best units in the library, best first, with their scores."""


class Corpus:
    """The units of the library with the vectors Wenli's own index has of them, and the model."""

    def __init__(self) -> None:
        settings = Settings.read(os.environ)
        home = settings.home
        self.encoder = open_encoder("", home, settings.embedding_backend)
        self.library: Library = libraries.load()
        held = vectors_in_use(home / "index", self.encoder)
        self.texts = [unit.text for unit in self.library.units]
        self.vectors: NDArray[np.float32] = np.stack([held[text_hash(text)] for text in self.texts])


def reply(corpus: Corpus, found: list[tuple[int, float]], question: str) -> bytes:
    """The passages found, as JSON."""
    units = corpus.library.units
    passages = [{"ref": units[at].ref, "text": units[at].text, "score": float(score)} for at, score in found]
    return json.dumps({"question": question, "passages": passages}, ensure_ascii=False).encode()


def serve(open_engine: Callable[[Corpus], Engine]) -> None:
    """Serve one engine at the port of the command line, under gunicorn, with as many requests at a time as Wenli."""
    corpus = Corpus()
    engine = open_engine(corpus)
    json_type = [("Content-Type", "application/json")]

    def application(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == "/v1/ask":
            body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            question = json.loads(body)["question"]
        elif path == "/v1/search":
            question = parse_qs(environ["QUERY_STRING"])["q"][0]
        else:
            question = "司馬"
        content = reply(corpus, engine(question), question)
        start("200 OK", [*json_type, ("Content-Length", str(len(content)))])
        return [content]

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            options = {"bind": f"127.0.0.1:{sys.argv[1]}", "worker_class": "gthread", "preload_app": True}
            for name, value in {**options, "threads": 3, "loglevel": "error", "control_socket_disable": True}.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return application

    Server().run()
