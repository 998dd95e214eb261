"""/unapi: the citation of a passage for reference managers that find its name in a page (unAPI, revision 1)."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr  # nosec B406

from flask import Blueprint, Response, request

from corpus.library import Library
from service.texts.citing.formats import FORMATS
from service.texts.citing.item import cited, item
from service.texts.citing.style import Style

OFFERED: tuple[Style, ...] = ("ris", "bibtex", "csl-json")


def blueprint(library: Library) -> Blueprint:
    """The one address, citing from ``library``."""
    site = Blueprint("unapi", __name__)

    @site.get("/unapi")
    def unapi() -> Response:
        """The formats there are; with ``id``, those of a passage; with ``format`` as well, the citation."""
        name, wanted = request.args.get("id", ""), request.args.get("format", "")
        if not name:
            return _formats()
        what = cited(library, library.resolver.resolve(name))
        if not wanted:
            return _formats(name)
        style = next((one for one in OFFERED if one == wanted), None)
        if style is None:
            return Response(f"The formats are {', '.join(OFFERED)}.\n", status=406, mimetype="text/plain")
        form = FORMATS[style]
        text = form.write(item(what, library, form.lang, request.host_url), form.lang)
        return Response(text, content_type=f"{form.media}; charset=utf-8")

    return site


def _formats(name: str = "") -> Response:
    """The list; of one passage with status 300, for there is a choice."""
    given = f" id={quoteattr(name)}" if name else ""
    listed = "".join(f'<format name="{one}" type="{FORMATS[one].media}"/>' for one in OFFERED)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<formats{given}>{listed}</formats>\n'
    return Response(text, status=300 if name else 200, content_type="application/xml; charset=utf-8")
