"""The text of documents in every format and encoding, and files that are meant to do harm."""

import io
import time
import zipfile
from contextlib import suppress

import docx
import pytest
from docx.oxml.ns import nsmap

from service.problems import DocumentUnreadable, FormatUnknown
from service.texts.documents.docx import UNPACKED
from service.texts.documents.text import FORMATS, decoded, format_of, of_text, read_document

QUOTE = "三耦皆執弓，搢三而挾一个"


def word(*paragraphs: tuple[str, str | None]) -> bytes:
    document = docx.Document()
    for text, style in paragraphs:
        document.add_paragraph(text, style=style)
    return saved(document)


def saved(document: docx.document.Document) -> bytes:
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def with_part(source: bytes, name: str, content: bytes) -> bytes:
    """The archive with one part replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.namelist():
            if item != name:
                new.writestr(item, old.read(item))
        new.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.txt", "txt"), ("A.MD", "md"), ("x.markdown", "md"), ("p.htm", "html"), ("q.DOCX", "docx"), ("plain", "txt")],
)
def test_formats_are_told_by_the_name(name: str, kind: str) -> None:
    assert format_of(name) == kind


@pytest.mark.parametrize("name", ["a.pdf", "a.doc", "a.txt.exe", "x.odt"])
def test_other_formats_are_refused(name: str) -> None:
    with pytest.raises(FormatUnknown, match="txt, md, html, docx"):
        format_of(name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "big5hkscs", "utf-16-le"])
def test_encodings(encoding: str) -> None:
    text = f"《儀禮·鄉射禮》：「{QUOTE}」。鄭玄注。"
    assert decoded(text.encode(encoding)) == text


def test_simplified_text_in_gbk() -> None:
    text = "《仪礼·乡射礼》：“三耦皆执弓，搢三而挟一个”。"
    assert decoded(text.encode("gbk")) == text


@pytest.mark.parametrize("source", [b"\xff\xfe\x00", bytes(range(256)), b"\x00\x01\x02", b"\xef\xbb\xbf\xff"])
def test_what_is_no_text_is_refused(source: bytes) -> None:
    with pytest.raises(DocumentUnreadable):
        decoded(source)


def test_text_keeps_its_positions() -> None:
    document = of_text("a\fb\r\nc\x07d", "txt")
    assert (document.text, document.blocks) == ("a b\nc d", ())


def test_markdown_sets_off_with_angle_brackets() -> None:
    text = f"序\n\n> {QUOTE}\n>> 司射\n\n正文 > 三"
    document = of_text(text, "md")
    assert document.text == text
    assert [text[slice(*block)] for block in document.blocks] == [f"> {QUOTE}\n>> 司射"]
    assert of_text(text, "txt").blocks == ()


def test_web_pages() -> None:
    page = f"""<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html><head><title>「不讀標題」</title>
    <style>p::before {{content: "「不讀樣式」"}}</style></head><body><script>var s = "「不讀程式」"</script>
    <h1>題</h1><p>正<b>文</b>
    續 <q>{QUOTE}</q><br>新行</p><blockquote><p>一段</p><p>二段</p></blockquote><ul><li>甲<li>乙</ul>
    <!-- 「不讀注釋」 --><p>&lt;&amp;&#x5c04;</p></body></html>"""
    document = of_text(page, "html")
    paragraphs = ["題", f"正文 續 “{QUOTE}”\n新行", "一段", "二段", "甲", "乙", "<&射"]
    assert document.text == "\n\n".join(paragraphs)
    assert [document.text[slice(*block)] for block in document.blocks] == ["一段\n\n二段"]


def test_a_web_page_may_declare_its_encoding() -> None:
    page = '<html><head><meta charset="gb2312"></head><body><p>三耦</p></body></html>'
    assert read_document(page.encode("gbk"), "html").text == "三耦"


@pytest.mark.parametrize("name", ["undefined", "punycode", "unicode_escape", "rot13", "base64", "idna", "mbcs", "foo"])
def test_a_page_may_declare_what_is_no_encoding_of_text(name: str) -> None:
    page = f'<html><head><meta charset="{name}"></head><body><p>三耦皆執弓</p></body></html>'
    assert read_document(page.encode("gbk"), "html").text == "三耦皆執弓"
    with pytest.raises(DocumentUnreadable, match="encoding"):
        read_document(page.encode("ascii", "ignore") + b"\xb0\xa1\xff\\xff", "html")


def test_word_documents() -> None:
    document = docx.Document()
    document.add_paragraph(f"《鄉射禮》：「{QUOTE}」")
    document.add_paragraph("司射東面立于三耦之北", style="Intense Quote")
    document.add_table(1, 2).cell(0, 1).text = "表中"
    document.add_paragraph("尾\t行")
    read = read_document(saved(document), "docx")
    assert read.text == f"《鄉射禮》：「{QUOTE}」\n\n司射東面立于三耦之北\n\n表中\n\n尾\t行"
    assert [read.text[slice(*block)] for block in read.blocks] == ["司射東面立于三耦之北"]


def test_deleted_words_are_not_read_and_inserted_ones_are() -> None:
    body = (
        "<w:p><w:r><w:t>留</w:t></w:r><w:del><w:r><w:delText>刪</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>增</w:t></w:r></w:ins></w:p>"
    )
    assert read_document(with_body(body), "docx").text == "留增"


def with_body(body: str, before: str = "") -> bytes:
    xml = f'<?xml version="1.0"?>{before}<w:document xmlns:w="{nsmap["w"]}"><w:body>{body}</w:body></w:document>'
    return with_part(word(), "word/document.xml", xml.encode())


def test_footnotes_and_text_boxes_are_read_once() -> None:
    box = "<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>框中</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"
    source = with_body(f"<w:p><w:r><w:t>正文</w:t></w:r>{box}<w:r><w:t>續</w:t></w:r></w:p>")
    paragraph = "<w:p><w:r><w:t>腳注</w:t></w:r></w:p>"
    note = f'<w:footnotes xmlns:w="{nsmap["w"]}"><w:footnote>{paragraph}</w:footnote></w:footnotes>'
    source = with_part(source, "word/footnotes.xml", note.encode())
    kinds = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        types = archive.read("[Content_Types].xml").decode()
        relations = archive.read("word/_rels/document.xml.rels").decode()
    types = types.replace("</Types>", f'<Override PartName="/word/footnotes.xml" ContentType="{kinds}"/></Types>')
    link = f'<Relationship Id="rId99" Type="{nsmap["r"]}/footnotes" Target="footnotes.xml"/></Relationships>'
    source = with_part(source, "[Content_Types].xml", types.encode())
    source = with_part(source, "word/_rels/document.xml.rels", relations.replace("</Relationships>", link).encode())
    assert read_document(source, "docx").text == "正文續\n\n框中\n\n腳注"


def test_entities_are_not_resolved() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "射射射射射射射射"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    body = "<w:p><w:r><w:t>前&b;後</w:t></w:r></w:p>"
    with suppress(DocumentUnreadable):
        assert "射" not in read_document(with_body(body, bomb), "docx").text
    secret = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    with suppress(DocumentUnreadable):
        assert len(read_document(with_body("<w:p><w:r><w:t>前&a;後</w:t></w:r></w:p>", secret), "docx").text) <= 2


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(word(), "word/media/x.bin", b"\0" * (UNPACKED + 1))
    assert len(bomb) < 200_000
    start = time.thread_time()
    with pytest.raises(DocumentUnreadable, match="unpacks"):
        read_document(bomb, "docx")
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(2100):
            archive.writestr(f"{number}", b"")
    with pytest.raises(DocumentUnreadable, match="unpacks"):
        read_document(many.getvalue(), "docx")
    assert time.thread_time() - start < 5


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"PK\x03\x04 no archive",
        with_part(word(), "word/document.xml", b"<not xml"),
        with_part(word(), "[Content_Types].xml", b"<Types/>"),
        word()[:500],
    ],
    ids=["empty", "no archive", "no xml", "no types", "cut off"],
)
def test_damaged_word_documents_are_refused(source: bytes) -> None:
    with pytest.raises(DocumentUnreadable):
        read_document(source, "docx")


def test_pages_nested_too_deeply_are_refused() -> None:
    with pytest.raises(DocumentUnreadable, match="deep"):
        of_text("<div>" * 100_000 + QUOTE, "html")


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "docx"])
def test_nothing_gives_nothing(kind: str) -> None:
    assert read_document(b"", kind).text == ""  # type: ignore[arg-type]
