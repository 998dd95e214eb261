"""The overview of a rite on the command line: its course, who takes part, what is needed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.contract.overview_replies import NumberReply, OverviewReply
from service.contract.reply_parts import NamesReply
from service.rites.words import Words
from service.texts.language import Lang, interface


def print_checklist(reply: OverviewReply, words: Words, lang: Lang) -> None:
    """Print the overview as tables, every number with the clause that states it."""
    ui = interface(lang)
    console = Console()
    title = f"{reply.ref} {_in(reply.names, lang)} · {reply.acts} {ui['acts']}"
    console.print(Text(title, "bold"))
    for stage in reply.stages:
        console.print(Text(f"\n{_in(stage.names, lang)} ({stage.acts}) {_in(stage.gist, lang)}"))
        _table(
            (phase.ref, _in(phase.names, lang), str(phase.acts or ""), words.people(phase.people, lang))
            for phase in stage.phases
        )
    console.print(Text(f"\n{ui['taking_part']}", "bold"))
    _table(
        (_term(person.role, person.names, lang), str(person.acts or ""), _numbers(person.numbers, lang))
        for person in reply.people
    )
    console.print(Text(f"\n{ui['needed']}", "bold"))
    for category, needs in groupby(reply.needs, key=lambda need: need.category):
        console.print(Text(ui[f"cat_{category}"], "italic"))
        _table((f"☐ {_term(need.thing, need.names, lang)}", need.ref, _numbers(need.numbers, lang)) for need in needs)
    if reply.measures:
        console.print(Text(f"\n{ui['measured']}", "bold"))
        _table((_term(one.name, one.names, lang), _numbers([one], lang)) for one in reply.measures)


def _table(rows: Iterable[tuple[str, ...]]) -> None:
    """Cells in columns, the last one folded: Chinese has no blanks to break lines at."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    if table.columns:
        table.columns[-1].overflow = "fold"
        Console().print(table)


def _numbers(numbers: Iterable[NumberReply], lang: Lang) -> str:
    """``2 「兩壺」 5.2.4 設於賓席之東``; of arrows to each archer also how many that makes."""
    ui = interface(lang)
    found = []
    for one in numbers:
        many = f"{ui['each_has']} {one.number} ({ui['in_all']} {one.total})" if one.each else str(one.number)
        quotes = "".join(f"「{quote}」" for quote in one.quote.split(";"))
        found.append(f"{many} {quotes} {one.ref}" + (f" {_in(one.note, lang)}" if one.note else ""))
    return "; ".join(found)


def _term(han: str, names: NamesReply, lang: Lang) -> str:
    return f"{han} {names.en}" if lang == "en" and names.en != han else _in(names, lang)


def _in(names: NamesReply, lang: Lang) -> str:
    return {"zh-Hant": names.zh_hant, "zh-Hans": names.zh_hans, "en": names.en}[lang]
