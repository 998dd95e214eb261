"""Commands about how a text is printed and cited: variants, cite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.ask import AsJson, checked, console, print_json
from service.cli.run import settings_of

if TYPE_CHECKING:
    from service.contract.variant_replies import ReadingReply, VariationReply


def variants(  # noqa: PLR0917 - each parameter is an option of the command line
    chapter: Annotated[list[str] | None, typer.Argument(help="Chapters by number or name: 5, 鄉射禮.")] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--class", help="Only readings of this class: substantive, omission, …; repeatable."),
    ] = None,
    witness: Annotated[
        list[str] | None, typer.Option("--witness", "-w", help="Only where this witness, or canon, stands alone.")
    ] = None,
    punctuation: Annotated[bool, typer.Option(help="List differences of punctuation as well.")] = False,
    limit: Annotated[int, typer.Option("-k", help="How many places.")] = 200,
    offset: Annotated[int, typer.Option(help="How many places to pass over.")] = 0,
    as_json: AsJson = False,
) -> None:
    """List the places where witnesses differ, and what collators say of them.

    `wenli variants 鄉射禮`

    `wenli variants 5 --class substantive --class omission --witness tongxing`
    """
    from corpus import library as libraries
    from corpus.packs import packs_of
    from service.contract.schemas import VariantsQuery
    from service.contract.variant_wire import variants_reply
    from service.texts.filters import read_wanted

    asked = {"chapter": chapter or [], "class": kind or [], "witness": witness or []}
    query = checked(VariantsQuery, **asked, punctuation=punctuation, limit=limit, offset=offset)
    library = libraries.load(packs_of(settings_of().packs))
    reply = variants_reply(library, read_wanted(query, library), query.limit, query.offset)
    if as_json:
        print_json(reply)
        return
    out = console()
    for place in reply.variants:
        _print_place(out, place)
    counted = ", ".join(f"{name} {count}" for name, count in reply.classes.items())
    shown = f"{reply.offset + 1}–{reply.offset + len(reply.variants)} of " if reply.variants else ""
    out.print(f"{shown}{reply.total} places ({counted or 'none'})", style="dim", highlight=False)


def _print_place(out: Any, place: VariationReply) -> None:
    """The clause with the place in brackets, and below it every other reading with who has it."""
    through = f"–{place.through}" if place.through else ""
    before, lemma, after = place.text[: place.start], place.text[place.start : place.end], place.text[place.end :]
    out.print(f"{place.ref}{through}  {before}[{lemma}]{after}", style="bold", highlight=False, markup=False)
    for reading in place.readings:
        kind = reading.kind or "canon"
        standing = f", {reading.standing}" if reading.standing else ""
        line = f"  {reading.text or '∅'}  {kind}{standing}: {_who(reading) or '—'}"
        out.print(line, highlight=False, markup=False)
    for remark in place.remarks:
        where = remark.ref or f"{remark.source} {remark.page}"
        out.print(f"  {remark.commentator}（{where}）：{remark.quote}", style="red", highlight=False, markup=False)
    if place.evidence:
        out.print(f"  {place.evidence} – {place.reason}", style="dim", highlight=False, markup=False)


def _who(reading: ReadingReply) -> str:
    own = [printed.witness for printed in reading.witnesses]
    return "、".join([*own, *reading.parties, *(["others, see below"] if reading.reported else [])])


def cite(
    ref: Annotated[str, typer.Argument(help="A reference in any form: 5.17.1, 鄭玄注·鄉射禮 17.1.")],
    style: Annotated[str, typer.Option("--style", "-s", help="plain, chicago, gb7714, bibtex, ris or csl-json.")] = (
        "plain"
    ),
    witness: Annotated[str | None, typer.Option("--witness", "-w", help="The witness to cite from.")] = None,
    lang: Annotated[str, typer.Option(help="Language of names and titles: auto, zh-Hant, zh-Hans or en.")] = "auto",
    host: Annotated[
        str, typer.Option(help="Address of the service that links should lead to; without it the URN is given.")
    ] = "",
) -> None:
    """Cite a passage, for a paper or for a reference manager.

    `wenli cite 5.17.1 --style chicago`

    `wenli cite "鄭玄注·鄉射禮 17.1" -s bibtex >> yili.bib`
    """
    from corpus import library as libraries
    from corpus.packs import packs_of
    from service.contract.schemas import CiteQuery
    from service.texts.citing.formats import FORMATS
    from service.texts.citing.item import cited, item
    from service.texts.filters import read_witness

    query = checked(CiteQuery, style=style, witness=witness, lang=lang)
    library = libraries.load(packs_of(settings_of().packs))
    chosen = read_witness(query.witness, library) if query.witness else None
    form = FORMATS[query.style]
    language = form.lang if query.lang == "auto" else query.lang
    what = cited(library, library.resolver.resolve(ref), chosen)
    print(form.write(item(what, library, language, host), language), end="")
