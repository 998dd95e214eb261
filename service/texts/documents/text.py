"""The text of a document – txt, md, html, docx – and which stretches of it are set off as quotations.

    document = read_document(path.read_bytes(), format_of(path.name))
    document.text, document.blocks

Paragraphs stand apart by an empty line, whatever the format; of txt and md the text is the file's own. What a file may
cost is bounded: its size by the caller, what a docx unpacks to by ``UNPACKED``, the depth of html by its parser.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Literal, get_args

from service.problems import DocumentUnreadable, FormatUnknown
from service.texts.documents.bounds import Paragraph

Format = Literal["txt", "md", "html", "docx"]
FORMATS: tuple[Format, ...] = get_args(Format)
_SUFFIXES: dict[str, Format] = {
    ".txt": "txt",
    ".text": "txt",
    "": "txt",
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".docx": "docx",
}
_ENCODINGS = ("gb18030", "big5hkscs", "utf_16_le", "utf_16_be")
_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
SAMPLE = 20_000
"""Characters that are looked at to tell an encoding."""
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE)
_OF_PAGES = re.compile(r"(?:utf|gb|big5|hz|euc|iso|latin|windows|cp|koi8|shift|sjis|x-sjis|us-ascii|ascii)[a-z0-9_-]*")
"""Encodings that pages are written in; Python knows others, which are none of text or take for ever."""
_SET_OFF = re.compile(r"(?:^[ \t]{0,3}>.*(?:\n|\Z))+", re.MULTILINE)


@dataclass(frozen=True)
class Document:
    """The text of a document; ``blocks`` are the spans ``text[start:end]`` that are set off as quotations."""

    text: str
    blocks: tuple[tuple[int, int], ...] = ()


def format_of(name: str) -> Format:
    """The format a file's name tells: ``format_of("article.docx") == "docx"``; FormatUnknown of any other."""
    suffix = PurePath(name).suffix.lower()
    if suffix not in _SUFFIXES:
        raise FormatUnknown(PurePath(name).name, FORMATS)
    return _SUFFIXES[suffix]


def read_document(source: bytes, kind: Format) -> Document:
    """The document in these bytes; DocumentUnreadable says why there is none."""
    if kind == "docx":
        from service.texts.documents.docx import paragraphs

        return of_paragraphs(paragraphs(source))
    return of_text(decoded(source, _declared(source) if kind == "html" else ""), kind)


def of_text(text: str, kind: Literal["txt", "md", "html", "docx"]) -> Document:
    """The document of a text that is decoded already; a docx is no text."""
    if kind == "html":
        from service.texts.documents.html import paragraphs

        return of_paragraphs(paragraphs(text))
    if kind == "docx":
        raise DocumentUnreadable("A docx is sent as a file, not as text.")
    text = _without_controls(text.replace("\r\n", "\n").replace("\r", "\n"))
    blocks = _SET_OFF.finditer(text) if kind == "md" else ()
    return Document(text, tuple((block.start(), block.start() + len(block[0].rstrip())) for block in blocks))


def of_paragraphs(paragraphs: Iterable[Paragraph]) -> Document:
    """One text of many paragraphs, empty ones left out; neighbours that are set off make one block."""
    texts: list[str] = []
    blocks: list[tuple[int, int]] = []
    at = 0
    was_set_off = False
    for paragraph in paragraphs:
        text = _without_controls(paragraph.text).strip()
        if not text:
            continue
        if paragraph.set_off:
            begin = blocks.pop()[0] if was_set_off else at
            blocks.append((begin, at + len(text)))
        was_set_off = paragraph.set_off
        texts.append(text)
        at += len(text) + 2
    return Document("\n\n".join(texts), tuple(blocks))


def decoded(source: bytes, declared: str = "") -> str:
    """The text in these bytes: by its byte order mark, as UTF-8, as ``declared``, or as what it looks most like."""
    for mark, encoding in _MARKS:
        if source.startswith(mark):
            text = _strictly(source, encoding)
            return _refuse() if text is None else text
    for encoding in filter(None, ("utf-8", declared)):
        text = _strictly(source, encoding)
        if text is not None:
            return text if "\0" not in text else _refuse()
    from charset_normalizer import from_bytes

    best = from_bytes(source, cp_isolation=list(_ENCODINGS)).best()
    read = [str(best)] if best is not None else []
    read += [text for encoding in _ENCODINGS if (text := _strictly(source, encoding)) and "\0" not in text]
    text = max(read, key=_usual, default="")
    return text if _usual(text) > 0.6 else _refuse()


def _declared(page: bytes) -> str:
    """The encoding a web page says it has, as the larger one that browsers take it for; "" where it says none."""
    found = _CHARSET.search(page[:2048])
    name = found[1].decode().lower() if found else ""
    known = name if _OF_PAGES.fullmatch(name) else ""
    return {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs"}.get(known, known)


def _strictly(source: bytes, encoding: str) -> str | None:
    try:
        return source.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _usual(text: str) -> float:
    """The share, of the first characters outside of ASCII, that Chinese texts are usually made of."""
    strange = [char for char in text[:SAMPLE] if not char.isascii()]
    return sum(map(_is_usual, strange)) / len(strange) if strange else 0.0


@lru_cache(maxsize=16384)
def _is_usual(char: str) -> bool:
    """Whether a character is in the first plane of GB 2312 or of Big5, which have the frequent ones, or a mark."""
    if char in "，。、；：！？「」『』《》（）“”‘’…—　":
        return True
    simplified = char.encode("gb2312", "ignore")
    traditional = char.encode("big5", "ignore")
    return b"\xb0" <= simplified[:1] <= b"\xd7" or b"\xa4" <= traditional[:1] <= b"\xc6"


def _refuse() -> str:
    raise DocumentUnreadable("The encoding of the document cannot be told; save it as UTF-8.")


def _without_controls(text: str) -> str:
    """Control characters, which files carry for printers, become blanks, so that positions stay."""
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
