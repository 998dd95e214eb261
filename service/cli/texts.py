"""Commands about how a text is printed and cited: variants, cite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from service.cli.ask import AsJson, checked, console, print_json
from service.cli.run import settings_of
from service.texts.citing.style import STYLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.contract.variant_replies import VariationReply
    from service.web.side_by_side import ShownPlace


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
    lang: Annotated[
        Literal["zh-Hant", "zh-Hans", "en"],
        typer.Option(help="Language of kinds, witnesses, collators and what editors say."),
    ] = "en",
    as_json: AsJson = False,
) -> None:
    """List the places where witnesses differ, and what collators say of them.

    `wenli variants 鄉射禮`

    `wenli variants 5 --class substantive --class omission --witness tongxing`

    `wenli variants 5 --lang zh-Hans`
    """
    from corpus import library as libraries
    from corpus.packs import packs_of
    from service.contract.schemas import VariantsQuery
    from service.contract.variant_wire import variants_reply
    from service.texts.filters import read_wanted
    from service.texts.language import interface
    from service.texts.variants import select
    from service.web.side_by_side import shown

    asked = {"chapter": chapter or [], "class": kind or [], "witness": witness or []}
    query = checked(VariantsQuery, **asked, punctuation=punctuation, limit=limit, offset=offset)
    library = libraries.load(packs_of(settings_of().packs))
    wanted = read_wanted(query, library)
    reply = variants_reply(library, wanted, query.limit, query.offset)
    if as_json:
        print_json(reply)
        return
    out, ui = console(), interface(lang)
    places = select(library, wanted)[query.offset : query.offset + query.limit]
    for place, told in zip(reply.variants, places, strict=True):
        _print_place(out, place, shown([told], library, lang)[0], ui)
    counted = (f"{ui['class_' + name]} [{name}] {count}" for name, count in reply.classes.items())
    first = f" ({reply.offset + 1}–{reply.offset + len(reply.variants)})" if reply.variants else ""
    total = ui["collation_places"].format(reply.total) + first
    out.print(ui["colon"].join(filter(None, (total, ", ".join(counted)))), style="dim", highlight=False, markup=False)


def _print_place(out: Any, place: VariationReply, told: ShownPlace, ui: Mapping[str, str]) -> None:
    """The clause with the place in brackets, and below it every other reading with who has it."""
    through = f"–{place.through}" if place.through else ""
    before, lemma, after = place.text[: place.start], place.text[place.start : place.end], place.text[place.end :]
    out.print(f"{place.ref}{through}  {before}[{lemma}]{after}", style="bold", highlight=False, markup=False)
    for reading in told.readings:
        kind = ui[reading.kind] if reading.kind else ui["canon"]
        standing = f" ({ui[reading.standing]})" if reading.standing else ""
        who = " · ".join((*reading.who, *reading.parties, *([ui["other_editions"]] if reading.reported else [])))
        line = f"  {reading.text or ui['nothing']}  {kind}{standing}{ui['colon']}{who or '—'}"
        out.print(line, highlight=False, markup=False)
    for remark in told.remarks:
        quoted = f"  {remark.who} ({remark.where}){ui['colon']}「{remark.quote}」"
        out.print(quoted, style="red", highlight=False, markup=False)
    if told.evidence:
        out.print(f"  {told.evidence} – {told.reason}", style="dim", highlight=False, markup=False)


def cite(
    ref: Annotated[str, typer.Argument(help="A reference in any form: 5.17.1, 鄭玄注·鄉射禮 17.1.")],
    style: Annotated[str, typer.Option("--style", "-s", help=f"{', '.join(STYLES[:-1])} or {STYLES[-1]}.")] = ("plain"),
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
