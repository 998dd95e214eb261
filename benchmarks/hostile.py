"""Documents that are meant to do harm: small, and costly to read or to judge.

for name, content in documents(): …        # ("empty paragraphs.docx", b"PK…")
"""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator

from docx import Document
from docx.oxml.ns import nsmap

_HEAD = f'<?xml version="1.0"?><w:document xmlns:w="{nsmap["w"]}"><w:body>'.encode()
_TAIL = b"</w:body></w:document>"
_UNPACKED = 31_000_000
"""Bytes that a document unpacks to: just below what is refused for its size alone."""
_HAN = "主人賓射禮拜之而司馬爵堂階耦弓矢侯獲薦俎酬獻尊洗升降揖讓"


def documents() -> Iterator[tuple[str, bytes]]:
    """Names and contents, the same each time; none is larger than 4 MiB."""
    empty = b"<w:p/>"
    yield "empty paragraphs.docx", docx(empty * (_UNPACKED // len(empty)))
    runs = b"<w:p>" + b"<w:r/>" * 1_400_000 + b"</w:p>"
    yield "runs.docx", docx(runs)
    nested = b"<w:p>" * 120 + b"<w:r><w:t>a</w:t></w:r>" * 3000 + b"</w:p>" * 120
    yield "nested paragraphs.docx", docx(nested * 100)
    names = b"".join(b' a%d=""' % number for number in range(200_000))
    yield "attributes.docx", docx(b"<w:p%s/>" % names * 14)
    yield "one run.docx", docx(b"<w:p><w:r><w:t>" + b"a" * (_UNPACKED - 500) + b"</w:t></w:r></w:p>")
    yield "unpacks to too much.docx", docx(b" " * 40_000_000)
    yield "elements.html", b"<p>" * 1_300_000
    yield "inline.html", b"<q>" * 200 + b"<b>a</b>" * 450_000
    yield "marks.txt", ("「」" * 600_000).encode()[:4_000_000]
    yield "nested marks.txt", ("『「甲乙丙丁」』" * 160_000).encode()[:4_000_000]
    lot = random.Random(7)
    strange = ("".join(lot.choices(_HAN, k=200)) for _ in range(1200))
    yield "quotations of nothing.txt", "\n\n".join(f"「{words}」" for words in strange).encode()
    yield "noise.txt", bytes(lot.choices(range(128, 256), k=3_500_000))


def docx(body: bytes) -> bytes:
    """A Word document whose body has this markup; as small as such a file can be."""
    file = io.BytesIO()
    Document().save(file)
    made = io.BytesIO()
    with zipfile.ZipFile(file) as plain, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as changed:
        for name in plain.namelist():
            own = name == "word/document.xml"
            changed.writestr(name, _HEAD + body + _TAIL if own else plain.read(name))
    return made.getvalue()
