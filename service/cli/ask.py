"""Commands that read: ask, search, show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.run import settings_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    from service.contract.replies import AnswerReply, CitationReply
    from service.contract.schemas import AskBody
    from service.settings import Settings
    from service.web.reading import Printed

RELATED = {
    "zh-Hant": ("也可參看", "相關的段落"),
    "zh-Hans": ("也可参看", "相关的段落"),
    "en": ("Also relevant", "Related passages"),
}
"""What is said above passages that are no part of an answer, and above those that are all there is."""
AsJson = Annotated[bool, typer.Option("--json", help="Print what the HTTP API would reply.")]
Chapters = Annotated[
    list[str] | None, typer.Option("--chapter", "-c", help="Only this chapter: 5, 鄉射禮; repeatable.")
]
Layers = Annotated[list[str] | None, typer.Option("--layer", "-l", help="Only this layer: 經, 注, zhu; repeatable.")]


def ask(  # noqa: PLR0917 - each parameter is an option of the command line
    question: Annotated[list[str], typer.Argument(help="The question, in any language; - reads it from the input.")],
    lang: Annotated[str, typer.Option(help="Language of the answer: auto, zh-Hant, zh-Hans or en.")] = "auto",
    chapter: Chapters = None,
    layer: Layers = None,
    top_k: Annotated[int, typer.Option(help="How many passages to consider.")] = 8,
    mode: Annotated[
        str,
        typer.Option(
            help="Who words the answer: extractive (quotations only), llm (the language model that is configured) or "
            "auto (that model where there is one)."
        ),
    ] = "auto",
    server: Annotated[str, typer.Option(help="Ask this running service: http://127.0.0.1:8000.")] = "",
    as_json: AsJson = False,
) -> None:
    """Ask a question and get an answer with its sources.

    `wenli ask "鄉射禮中誰擔任司馬?"`

    `wenli ask --lang en --chapter 5 "Who serves as marshal?"`

    `wenli ask --mode extractive 誰當司馬？`

    A service that `wenli serve` runs over the same WENLI_HOME is asked, if there is one: it has everything open.
    """
    from rich.console import Console

    from service.cli.remote import running

    text = sys.stdin.read() if question == ["-"] else " ".join(question)
    filters = {"chapter": chapter or [], "layer": layer or []}
    body = _body(question=text, lang=lang, top_k=top_k, mode=mode, filters=filters)
    settings = settings_of()
    with Console(stderr=True).status("Looking in the texts …"):  # seen on a terminal only
        reply = _asked(body, server or running(settings.home), settings, named=bool(server))
    if as_json:
        print_json(reply)
        return
    _print_answer(console(), reply)


def _asked(body: AskBody, server: str, settings: Settings, *, named: bool) -> AnswerReply:
    """The answer of a service that runs, where there is one; else one found here, for which the index is opened."""
    from service.cli.remote import ServerSilent, ask_there

    if server:
        from service.contract.replies import AnswerReply

        try:
            return AnswerReply.model_validate(ask_there(server, body.model_dump(mode="json")))
        except ServerSilent:
            if named:
                raise
    from service.contract.asking import read_ask
    from service.contract.wire import answer_reply
    from service.wenli import open_wenli

    wenli = open_wenli(settings)
    return answer_reply(wenli.ask(read_ask(body, wenli)), wenli.library)


def _print_answer(out: Any, answer: AnswerReply) -> None:
    """The sentences; each piece of evidence with its edition; what is related, and no part of the answer."""
    lead = answer.lead or answer.answer
    out.print(lead.strip(), highlight=False, markup=False)
    if answer.citations:
        out.print()
    for citation in answer.citations:
        out.print(f"[{citation.index}] {_evidence(citation, answer.lang)}", highlight=False, markup=False)
        out.print(f"    {citation.label}  {citation.ref}", style="dim", highlight=False, markup=False)
    if answer.related:
        alone = answer.grounding == "related"
        out.print(f"\n{RELATED[answer.lang][alone]}", style="bold", highlight=False, markup=False)
    for citation in answer.related:
        out.print(f"  {_evidence(citation, answer.lang)}", highlight=False, markup=False)


def _evidence(citation: CitationReply, lang: str) -> str:
    """Who says it and where, the words and their meaning: ``District Archery 5.17.1: 「司正為司馬」 – the …``."""
    place = f"{citation.place.split(' · ')[0] or citation.chapter} {citation.ref.partition('#')[0]}"
    where = (", " if lang == "en" else "，").join(part for part in (citation.speaker, place) if part)
    converted = f"（{citation.converted}）" if citation.converted else ""
    meaning = f" – {citation.translation}" if citation.translation else ""
    return f"{where}{': ' if lang == 'en' else '：'}「{citation.cited_text}」{converted}{meaning}"


def search(
    words: Annotated[list[str], typer.Argument(help="Words or a question.")],
    k: Annotated[int, typer.Option("-k", help="How many passages.")] = 10,
    chapter: Chapters = None,
    layer: Layers = None,
    as_json: AsJson = False,
) -> None:
    """Find passages; the words found are set off.

    `wenli search 設洗 --chapter 5 --layer 經`
    """
    from rich.text import Text

    from service.contract.schemas import SearchQuery
    from service.contract.wire import search_reply
    from service.texts.filters import read_filters
    from service.wenli import open_wenli

    query = checked(SearchQuery, q=" ".join(words), k=k, chapter=chapter or [], layer=layer or [])
    wenli = open_wenli(settings_of())
    hits = wenli.search(query.q, read_filters(query, wenli.library, prefix=""), query.k)
    editions = wenli.search_editions(query.q, read_filters(query, wenli.library, prefix=""), query.k)
    reply = search_reply(query.q, hits, wenli.library, wenli.terms, editions)
    if as_json:
        print_json(reply)
        return
    out = console()
    for found in reply.results:
        out.print(f"{found.ref}  {found.label}  {found.commentator or found.layer}", style="dim", highlight=False)
        text = Text(found.text)
        for start, end in found.highlights:
            text.stylize("bold red", start, end)
        out.print(text)
    for leaf in reply.editions:
        refs = f"  {leaf.clauses[0]}–{leaf.clauses[-1]}" if leaf.clauses else ""
        out.print(
            f"{leaf.label}{refs}{'（暫定）' if leaf.provisional else ''}", style="dim", highlight=False, markup=False
        )
        out.print(leaf.text, highlight=False, markup=False)


def show(
    ref: Annotated[str, typer.Argument(help="A reference in any form: 5.17.1, 鄉射禮 17.1, 5.17, 5.17.1-3.")],
    as_json: AsJson = False,
) -> None:
    """Show a passage in every witness, where they differ, with all commentary and Wenli's renderings.

    `wenli show 5.17.1`

    `wenli show "鄭玄注·鄉射禮 17.1"`
    """
    from corpus import library as libraries
    from corpus.editions.shelf import Shelf
    from corpus.packs import packs_of
    from service.contract.rite_wire import Telling
    from service.contract.wire import passage_reply
    from service.rites import words as rite_words
    from service.texts.passage import passage_at
    from service.web.reading import sections

    settings, words = settings_of(), rite_words.load()
    library = Shelf.open(settings.packs, libraries.load(packs_of(settings.packs))).library
    passage = passage_at(library, ref)
    if as_json:
        print_json(passage_reply(passage, library, Telling(library, words)))
        return
    out = console()
    for section in sections(passage, library, words, "zh-Hant"):
        out.print(f"{section.ref}  {section.reading}", style="bold", highlight=False, markup=False)
        _print_rendering(out, section.rendering)
        _print_printed(out, section.printed)
        for place in library.apparatus.at(section.ref):
            out.print(f"  {place.summary}", style="yellow", highlight=False, markup=False)
        for comment in section.comments:
            out.print(f"  {comment.layer.zh} {comment.speaker}", style="red", highlight=False, markup=False)
            _print_printed(out, comment.printed)
            _print_rendering(out, comment.rendering)


def _print_printed(out: Any, printed: tuple[Printed, ...]) -> None:
    for reading in printed:
        out.print(f"  {reading.label}", style="dim", highlight=False, markup=False)
        out.print(f"    {reading.text}", highlight=False, markup=False)


def _print_rendering(out: Any, words: str) -> None:
    if words:
        out.print(f"    {words}", style="italic", highlight=False, markup=False)


def _body(**values: object) -> Any:
    from service.contract.schemas import AskBody

    return checked(AskBody, **values)


def checked(model: Any, **values: object) -> Any:
    """A request as the HTTP API checks it, so that the same things are wrong in both."""
    from pydantic import ValidationError

    try:
        return model.model_validate(values)
    except ValidationError as error:
        from service.problems import RequestInvalid

        raise RequestInvalid.from_pydantic(error) from None


def console() -> Any:
    """Where results are printed; lines are not broken, for Chinese has no blanks to break them at."""
    from rich.console import Console

    return Console(soft_wrap=True)


def print_json(reply: BaseModel) -> None:
    """Print what the HTTP API would reply."""
    print(reply.model_dump_json(by_alias=True, indent=2))
