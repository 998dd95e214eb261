"""The command that says whether quotations are real: one, or every one in a document."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.ask import AsJson, print_json
from service.cli.run import settings_of

if TYPE_CHECKING:
    from corpus.library import Library
    from corpus.quotes.judge import Judge
    from service.contract.quote_replies import MatchReply, QuoteReply
    from service.texts.documents.checking import Checked, Report
    from service.texts.documents.text import Document, Format

_STYLES = {"exact": "green", "normalized": "green", "elided": "green"}


def verify(  # noqa: PLR0917 - each parameter is an option of the command line
    what: Annotated[str, typer.Argument(help="A quotation, or a file (txt, md, html, docx); - reads the input.")],
    claimed: Annotated[str | None, typer.Option(help="Where the quotation is said to stand: 鄭玄注, Yili 5.")] = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option("--in", help="Search Kanripo repositories in this folder as well; repeatable."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many places to tell of a quotation.")] = 5,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 unless every quotation stands.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say whether a quotation is real, or check every quotation in a file.

    Script, variant characters and punctuation make no difference; what does is shown: 大侯[八→九]十.

    `wenli verify "大侯八十，参七十，干五十" --claimed 《儀禮·大射》`

    `wenli verify --strict article.docx`

    `wenli verify 三耦皆執弓 --in ~/kanripo/KR1d0030`
    """
    from corpus import library as libraries
    from corpus.editions.shelf import Shelf
    from corpus.packs import packs_of
    from corpus.quotes.judge import Judge
    from corpus.readers.mandoku import read_all

    settings = settings_of()
    read = None if claimed else _document(what, settings.max_document)
    quote = sys.stdin.read() if read is None and what == "-" else what
    if read is not None and read[0].text and not _has_marks(read[0]) and what == "-":
        quote, read = read[0].text, None
    own = libraries.load(packs_of(settings.packs))
    shelf = Shelf.open(settings.packs, own)
    library = shelf.library
    judge = Judge(own, (*shelf.editions, *read_all(beside or ())), library)
    if read is None:
        wrong = _verify_quote(judge, library, quote, claimed, limit=limit, as_json=as_json)
    else:
        wrong = _verify_document(judge, library, read, as_json)
    if strict and wrong:
        raise typer.Exit(1)


def _document(what: str, largest: int) -> tuple[Document, Format] | None:
    """The document meant, or None where it is a quotation that is given."""
    from corpus.fold import is_han
    from service.problems import DocumentUnreadable
    from service.texts.documents.text import format_of, read_document

    if what == "-":
        return read_document(sys.stdin.buffer.read(largest), "txt"), "txt"
    if not os.path.isfile(what):  # noqa: PTH113 - Path raises where a quotation is longer than a name may be
        if not any(map(is_han, what)):
            raise FileNotFoundError(errno.ENOENT, "neither a file nor a quotation", what)
        return None
    path = Path(what)
    kind = format_of(path.name)
    if path.stat().st_size > largest:
        raise DocumentUnreadable(f"{what} is larger than WENLI_MAX_DOCUMENT ({largest:,} bytes).")
    return read_document(path.read_bytes(), kind), kind


def _has_marks(document: Document) -> bool:
    from corpus.quotes.marks import marked

    return bool(document.blocks or marked(document.text))


def _verify_quote(
    judge: Judge, library: Library, quote: str, claimed: str | None, *, limit: int, as_json: bool
) -> bool:
    """Print the verdict; whether something is wrong with the quotation."""
    from service.contract.quote_wire import quote_reply

    reply = quote_reply(judge.judge(quote.strip(), claimed, limit), library)
    if as_json:
        print_json(reply)
    else:
        _print_verdict(reply, "")
    return reply.verdict not in _STYLES


def _verify_document(judge: Judge, library: Library, read: tuple[Document, Format], as_json: bool) -> bool:
    """Print the report; whether something is wrong with any quotation."""
    from rich.console import Console
    from rich.progress import Progress

    from service.contract.quote_wire import document_reply
    from service.texts.documents.checking import check

    document, kind = read
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Checking", total=None)
        report = check(document, judge, lambda done, total: progress.update(task, completed=done, total=total))
    if as_json:
        print_json(document_reply(document, kind, report, library))
    else:
        _print_report(report, library)
    return any(checked.wrong for checked in report.checked)


def _print_report(report: Report, library: Library) -> None:
    """Each quotation in its order, then how many there are of each verdict."""
    from service.contract.quote_wire import quote_reply

    for checked in report.checked:
        _print_verdict(quote_reply(checked.finding, library), _place(checked))
    counts = ", ".join(f"{verdict.replace('_', ' ')} {count}" for verdict, count in report.summary.items() if count)
    rest = f"; {report.total - len(report.checked):,} more were not checked" if report.truncated else ""
    _line(f"{report.total:,} quotations: {counts or 'none'}{rest}.", "bold")


def _place(checked: Checked) -> str:
    return f"line {checked.line}: "


def _print_verdict(reply: QuoteReply, place: str) -> None:
    words = reply.quote if len(reply.quote) <= 60 else f"{reply.quote[:40]}…{reply.quote[-10:]}"
    _line(f"{place}{reply.verdict.replace('_', ' ')}  「{words}」", _STYLES.get(reply.verdict, "bold red"))
    if reply.claimed:
        understood = reply.claim is not None and reply.claim.understood
        _line(f"    claimed: {reply.claimed}{'' if understood else ' (not understood)'}", "dim")
    shown = reply.matches[: 1 if place else None]
    for match in shown:
        _print_match(match)
    if reply.nearest:
        _line("    nearest, but another text:", "dim")
        _print_match(reply.nearest)
    if reply.total > len(shown) > 0:
        _line(f"    and {reply.total - len(shown):,} more places", "dim")


def _print_match(match: MatchReply) -> None:
    who = match.commentator or match.layer
    through = f"–{match.through}" if match.through else ""
    _line(f"    {match.ref}{through}  {match.label}  {who}", "")
    if match.diff_text:
        _line(f"      {match.diff_text}", "")
    else:
        _line(f"      …{match.context.before[-12:]}【{match.cited_text}】{match.context.after[:12]}…", "dim")


def _line(words: str, style: str) -> None:
    from rich.console import Console
    from rich.text import Text

    Console(soft_wrap=True).print(Text(words, style))
