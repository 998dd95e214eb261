"""The paragraphs of a Word document: body, tables, text boxes, footnotes and endnotes; deleted text is left out.

A docx is a zip archive of XML. Before anything is unpacked its directory is read: what it would unpack to, and into
how many parts, is bounded; before anything is parsed its tags are counted, and what is read is measured. Entities are
not resolved.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from service.problems import DocumentUnreadable
from service.texts.documents.bounds import Meter, Paragraph, count_marks

UNPACKED = 32 * 1024 * 1024
"""Bytes to which all parts of a document together may unpack."""
PARTS = 2000
_QUOTED = re.compile(r"quot|block ?text|引用|引文|明显引用|鮮明引", re.IGNORECASE)
_NOTES = ("footnotes", "endnotes")


def paragraphs(source: bytes) -> Iterator[Paragraph]:
    """Every paragraph in reading order, notes at the end; DocumentUnreadable says what is wrong with the file."""
    _weigh(source)
    meter = Meter()
    return meter.bounded(_paragraphs(source, meter))


def _paragraphs(source: bytes, meter: Meter) -> Iterator[Paragraph]:
    import docx
    from docx.oxml.ns import qn
    from lxml import etree

    try:
        document = docx.Document(io.BytesIO(source))
        styles = _styles(document)
        roots = [document.element.body]
        related = [r for r in document.part.rels.values() if not r.is_external]
        notes = (r.target_part.blob for r in related if r.reltype.rpartition("/")[2] in _NOTES)
        roots.extend(etree.fromstring(blob, _parser()) for blob in notes)
        for root in roots:
            for paragraph in root.iter(qn("w:p")):
                meter.piece()
                if not any(a.tag.endswith("}Fallback") for a in paragraph.iterancestors()):
                    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
                    name = styles.get(style.get(qn("w:val")), "") if style is not None else ""
                    yield Paragraph(_text(paragraph, meter), bool(_QUOTED.search(name)))
    except (KeyError, ValueError, AttributeError, etree.XMLSyntaxError, zipfile.BadZipFile, RuntimeError, OSError):
        raise DocumentUnreadable("The file is not a Word document (docx) that can be read.") from None


def _weigh(source: bytes) -> None:
    """Refuse what is no archive, one that unpacks to too much, and markup with too many tags."""
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            parts = archive.infolist()
            if len(parts) > PARTS or sum(part.file_size for part in parts) > UNPACKED:
                most = f"{UNPACKED // 1024 // 1024} MB or {PARTS:,} parts"
                raise DocumentUnreadable(f"The document unpacks to more than {most}.")
            count_marks(archive.read(part) for part in parts)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, NotImplementedError, RuntimeError):
        raise DocumentUnreadable(
            "The file is not a Word document (docx): it is no zip archive, or not a whole one."
        ) from None


def _parser() -> Any:
    from lxml import etree

    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


def _styles(document: Any) -> dict[str, str]:
    """Style → its name with those of the styles it is based on."""
    names: dict[str, str] = {}
    for style in document.styles:
        line: list[str] = []
        base = style
        while base is not None and len(line) < 8:
            line.append(base.name or "")
            base = getattr(base, "base_style", None)
        names[style.style_id] = " ".join(line)
    return names


def _text(paragraph: Any, meter: Meter) -> str:
    """The text of a paragraph; that of paragraphs within it, in text boxes, is theirs."""
    from docx.oxml.ns import qn

    breaks = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n"}
    words: list[str] = []
    for node in paragraph.iter(qn("w:t"), *breaks):
        meter.piece()
        if next(node.iterancestors(qn("w:p"))) is paragraph:
            words.append(breaks.get(node.tag) or node.text or "")
    return "".join(words)
