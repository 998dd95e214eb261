"""The pages people read: asking, a passage, the contents, the API's description, the kinds of problems."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, redirect, request
from pydantic import ValidationError
from werkzeug.wrappers import Response as BaseResponse

from corpus.library import Library
from corpus.model import Layer
from service.ask.values import Answer
from service.contract.asking import answer_now
from service.contract.chapters_wire import chapters_reply
from service.contract.openapi import current_document
from service.contract.replies import ChaptersReply
from service.contract.schemas import AskBody
from service.contract.wire import answer_reply
from service.problems import PROBLEMS, explain
from service.rites.words import Words
from service.settings import STATIC
from service.texts.citing.item import cited, item
from service.texts.citing.marks import linked, metas, openurl
from service.texts.passage import Passage, passage_at, read_url
from service.web.answered import shown
from service.web.glosses import Glosses
from service.web.interface import language
from service.web.naming import Naming
from service.web.page import code, in_script, moved, page, words
from service.web.reading import beside, comments, sections

if TYPE_CHECKING:
    from service.wenli import Wenli

Given = Callable[[Answer, str], None]
"""Is told of an answer that was given, and of the question."""


def blueprint(wenli: Wenli, tongue: Words, glosses: Glosses, given: Given) -> Blueprint:
    """The pages, reading from and asking ``wenli``; the rites are told in ``tongue``, their words in ``glosses``.

    ``given`` is told which answers were given with a page, and to what: readers may judge them, and they are counted.
    """
    site = Blueprint("pages", __name__)
    naming = Naming(wenli.library)
    codes = {layer.zh: layer.value for layer in Layer}
    contents = lru_cache(maxsize=1)(partial(chapters_reply, wenli.library))
    site.app_context_processor(words)
    site.app_context_processor(lambda: {"told": wenli.library.rites.chapters, "naming": naming, "codes": codes})
    site.app_context_processor(lambda: {"metas": metas, "linked": linked, "openurl": openurl})
    site.app_template_filter("code")(code)
    site.app_template_filter("script")(in_script)

    @site.get("/")
    def home() -> Response:
        """Ask a question; with ?q= the answer comes with the page, and is part of it without script."""
        return _home(wenli, contents(), given)

    @site.get("/read")
    def shelves() -> Response:
        """Everything that can be read: the chapters held and their phases."""
        return page("contents.html", chapters=contents().chapters)

    @site.get("/read/<path:ref>")
    def read(ref: str) -> BaseResponse:
        """A passage in every witness with all commentary; a whole chapter as its table of contents."""
        return _read(wenli.library, tongue, glosses, contents(), ref)

    @site.get("/widget")
    def widget() -> Response:
        """The chat widget at work, and how to put it into a page."""
        return page("widget.html", server=request.host_url.rstrip("/"))

    @site.get("/widget.js")
    def widget_script() -> Response:
        """The chat widget. Its address stays, so caches have to ask whether it is still the same."""
        return Response((STATIC / "widget.js").read_bytes(), mimetype="text/javascript")

    @site.get("/link.js")
    def linker_script() -> Response:
        """The script that links references to the texts in any page, under an address that stays as well."""
        return Response((STATIC / "link.js").read_bytes(), mimetype="text/javascript")

    @site.get("/docs")
    def docs() -> Response:
        """The API, described from its own document; nothing is fetched from elsewhere."""
        return page("docs.html", spec=current_document(), kinds=PROBLEMS.values())

    @site.get("/problems/<slug>")
    def problem_kind(slug: str) -> Response:
        """What a kind of problem means: the target of the ``type`` of problems."""
        if slug not in PROBLEMS:
            abort(404)
        return page("problem.html", kind=PROBLEMS[slug])

    return site


def _home(wenli: Wenli, contents: ChaptersReply, given: Given) -> Response:
    asked = request.args.get("q", "").strip()
    if not asked:
        return page("home.html", contents=contents.chapters)
    try:
        answer = answer_now(wenli, AskBody(question=asked))
    except ValidationError as error:
        problem = explain(error)
        response = page("home.html", contents=contents.chapters, question=asked, problem=problem)
        response.status_code = problem.kind.status
    else:
        given(answer, asked)
        laid = shown(answer, wenli.library, language(request))
        reply = answer_reply(answer).model_dump(mode="json", by_alias=True, exclude={"passages", "editions"})
        response = page("home.html", contents=contents.chapters, question=asked, answer=answer, shown=laid, given=reply)
    response.headers["Cache-Control"] = "no-store"
    return response


def _read(library: Library, tongue: Words, glosses: Glosses, contents: ChaptersReply, ref: str) -> BaseResponse:
    lang = language(request)
    passage = passage_at(library, ref)
    target = _page_of(passage)
    if "#" in ref or target != f"/read/{ref}":
        return redirect(moved(target))
    room: dict[str, object] = {"passage": passage, "held": [c for c in contents.chapters if c.held]}
    room["chapter"] = next(c for c in contents.chapters if c.number == passage.chapter.number)
    if passage.base or passage.commentary:
        room["cited"] = item(cited(library, passage.resolution), library, "zh-Hant", request.host_url)
    if passage.resolution.kind == "chapter":
        return page("chapter.html", heads=comments(library.commentary(passage.ref), library, lang), **room)
    clauses = sections(passage, library, tongue, lang)
    lines = glosses.lines(section.reading for section in clauses)
    room["whole"] = beside([passage.ref], library, lang) if passage.resolution.kind == "phase" else ()
    return page("read.html", sections=clauses, lines=lines, terms=glosses.of(lines), **room)


def _page_of(passage: Passage) -> str:
    """The one address of a passage; a comment is a place on the page of its clause."""
    witness = passage.resolution.ref.witness
    only = f"@{witness}" if witness and passage.resolution.kind != "comment" else ""
    return read_url(passage.ref) + only
