"""The command that tells a rite, phase by phase and act by act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from service.cli.ask import AsJson, print_json
from service.cli.run import settings_of

if TYPE_CHECKING:
    from service.contract.reply_parts import NamesReply
    from service.contract.rite_replies import CourseReply, DoneReply, RiteReply
    from service.rites.words import Words
    from service.texts.language import Lang


def rite(
    chapter: Annotated[str, typer.Argument(help="A chapter by number or name: 5, 鄉射禮, Xiangsheli.")],
    phase: Annotated[str | None, typer.Argument(help="A phase by number or name: 20, 司射誘射; all without.")] = None,
    lang: Annotated[
        Literal["zh-Hant", "zh-Hans", "en"], typer.Option(help="Language of names, acts and renderings.")
    ] = "zh-Hant",
    as_json: AsJson = False,
    *,
    checklist: Annotated[
        bool, typer.Option("--checklist", help="The rite at a glance: its course, who takes part, what is needed.")
    ] = False,
    expand: Annotated[
        bool, typer.Option("--expand/--no-expand", help="Tell what a clause says is done again act by act.")
    ] = True,
) -> None:
    """Follow a rite act by act: who does what, where, facing where.

    `wenli rite 鄉射禮`

    `wenli rite 鄉射禮 司射誘射`

    `wenli rite 5 20 --lang en --no-expand`

    `wenli rite 鄉射禮 --checklist`
    """
    from corpus import library as libraries
    from corpus.packs import packs_of
    from service.contract.rite_wire import Telling
    from service.rites import words as rite_words

    words = rite_words.load()
    telling = Telling(libraries.load(packs_of(settings_of().packs)), words)
    found = telling.staging.chapter_at(chapter)
    if checklist and phase is not None:
        raise typer.BadParameter("--checklist is of a whole rite; leave the phase out.")
    if checklist:
        from corpus.rites import glossary
        from service.cli.checklist import print_checklist
        from service.contract.overview_wire import Overviews

        overview = Overviews(telling, glossary.load()).reply(found)
        print_json(overview) if as_json else print_checklist(overview, words, lang)
    elif phase is None:
        listed = telling.chapter(found)
        print_json(listed) if as_json else _print_phases(listed, words, lang)
    else:
        course = telling.phase(telling.staging.phase_at(found, phase), expand)
        print_json(course) if as_json else _print_acts(course, lang)


def _print_phases(reply: RiteReply, words: Words, lang: Lang) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "", "", "", title=f"{reply.ref} {_in(reply.names, lang)}", box=None, show_header=False)
    table.columns[2].justify = "right"
    table.columns[3].overflow = "fold"
    for phase in reply.phases:
        people = words.people(phase.people, lang)
        table.add_row(phase.ref, _in(phase.names, lang), str(phase.acts), _plain(people, "dim"))
    Console().print(table)


def _print_acts(reply: CourseReply, lang: Lang) -> None:
    """Each clause with its reading text and rendering, and under it what is done, line by line."""
    from rich.console import Console
    from rich.table import Table

    from service.texts.language import interface

    ui = interface(lang)
    table = Table("", "", title=f"{reply.ref} {_in(reply.names, lang)}", box=None, show_header=False)
    table.columns[0].no_wrap = True
    table.columns[1].overflow = "fold"  # Chinese has no blanks to break lines at
    for clause in reply.clauses:
        table.add_row(_plain(clause.ref, "bold"), _plain(clause.text, "bold"))
        if clause.rendering:
            rendering = {"zh-Hant": clause.rendering.zh_hant, "zh-Hans": clause.rendering.zh_hans}
            table.add_row("", _plain(rendering.get(lang, clause.rendering.en), "italic"))
        for mark, line in _lines(clause.steps, lang):
            table.add_row(_plain(mark, "dim"), line)
        table.add_section()
    console = Console()
    console.print(table)
    for key in ("rendering_italic", "understood", "again"):
        console.print(_plain(ui[key], "dim"))


def _lines(steps: list[DoneReply], lang: Lang) -> Iterator[tuple[str, Any]]:
    """A mark and a line for each step: ↻ and the clause where it comes from, of an act that is done again."""
    for step in steps:
        line = _plain(_in(step.in_words, lang), "" if step.kind in ("act", "repeat") else "dim")
        if step.basis not in (None, "stated"):
            line.append(f"  ({step.basis}: {step.reason or ''})", "dim")
        yield f"↻ {step.ref}" if step.again else f"  {step.ordinal}", line


def _in(names: NamesReply, lang: Lang) -> str:
    return {"zh-Hant": names.zh_hant, "zh-Hans": names.zh_hans, "en": names.en}[lang]


def _plain(words: str, style: str) -> Any:
    """Words whose square brackets are not taken for markup."""
    from rich.text import Text

    return Text(words, style)
