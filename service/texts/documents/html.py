"""The paragraphs of a web page, as they are read: without scripts, styles and what is only for machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from service.problems import DocumentUnreadable
from service.texts.documents.bounds import Meter, Paragraph, count_marks

_SILENT = {"script", "style", "head", "template", "noscript", "svg", "math", "iframe", "object", "textarea", "select"}
_INLINE = {
    *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"),
    *("kbd", "label", "mark", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub"),
    *("sup", "time", "tt", "u", "var", "wbr"),
}
_BLANKS = re.compile(r"[ \t\r\n]+")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def paragraphs(source: str) -> Iterator[Paragraph]:
    """Every paragraph; ``set_off`` where it stands in a blockquote. Words in ``<q>`` get marks, as in browsers."""
    count_marks([source.encode()])
    meter = Meter()
    return meter.bounded(_paragraphs(source, meter))


def _paragraphs(source: str, meter: Meter) -> Iterator[Paragraph]:
    from lxml import etree, html

    if not source.strip():
        return
    parser = html.HTMLParser(no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(_DECLARATION.sub("", source, count=1), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise DocumentUnreadable("The page holds no text that can be read.") from None
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise DocumentUnreadable("The page is nested too deeply to be read.")
    words: list[str] = []
    for kind, value in _events(root):
        meter.piece()
        if kind == "text":
            words.append(value)
            continue
        if text := _read(words):
            yield Paragraph(text, value == "quoted")
        words = []
    if text := _read(words):
        yield Paragraph(text)


def _read(words: list[str]) -> str:
    """Line breaks of the source are blanks; those that ``<br>`` makes (U+2028 until here) are lines."""
    return _BLANKS.sub(" ", "".join(words)).replace("\u2028", "\n").strip()


def _events(root: Any) -> Iterator[tuple[str, str]]:
    """Pieces of text, and the ends of paragraphs with "quoted" where they stand in a blockquote."""
    from lxml import etree

    silent = quoted = 0
    for event, node in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(node.tag, str):
            if event == "end" and not silent and node.tail:
                yield "text", node.tail
            continue
        breaks = node.tag not in _INLINE | _SILENT and node.tag != "br"
        if breaks and not silent:
            yield "end", "quoted" if quoted else ""
        step = 1 if event == "start" else -1
        silent += step * (node.tag in _SILENT)
        quoted += step * (node.tag == "blockquote")
        if silent:
            continue
        if node.tag == "q":
            yield "text", "“" if event == "start" else "”"
        if event == "start":
            yield "text", "\u2028" if node.tag == "br" else node.text or ""
        elif node.tail:
            yield "text", node.tail
