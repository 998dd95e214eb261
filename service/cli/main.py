"""The command line ``wenli``: what it is made of, and how its errors are told. Heavy imports wait for the command."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer._click.exceptions import ClickException

from corpus.errors import WenliError
from service.cli import ask, corpus, export, feedback, keys, mcp, rite, run, texts, verify

BAD_INPUT, FAILURE = 2, 1


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"wenli {version('wenli')}")
        raise typer.Exit


app = typer.Typer(
    name="wenli",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Questions about the 儀禮 (Yili), answered with citations that are true to the character.

    **First**: `wenli build` makes the index; then ask, search and read:

    - `wenli ask "鄉射禮中誰擔任司馬?"`

    - `wenli search 設洗 --chapter 5`

    - `wenli show 5.17.1`

    - `wenli rite 鄉射禮 司射誘射`

    - `wenli verify "大侯八十，参七十"`, or a file

    - `wenli variants 鄉射禮`

    - `wenli cite 5.17.1 --style chicago`

    - `wenli export yili`

    - `wenli serve`, and open the address it prints

    - `wenli mcp`, for assistants

    Every command explains itself: `wenli ask --help`. Settings are environment variables such as WENLI_HOME.""",
)


@app.callback()
def settings(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """What stands before a command; the help of the whole is that of ``app``."""


corpora = typer.Typer(no_args_is_help=True, help="The texts: check them; add, list and remove your own.")
app.add_typer(corpora, name="corpus")
app.command("build")(run.build)
app.command("ask")(ask.ask)
app.command("search")(ask.search)
app.command("show")(ask.show)
app.command("rite")(rite.rite)
app.command("verify")(verify.verify)
app.command("variants")(texts.variants)
app.command("cite")(texts.cite)
app.command("export")(export.export)
app.command("serve")(run.serve)
app.command("mcp")(mcp.mcp)
app.command("openapi")(run.openapi)
corpora.command("check")(corpus.check)
corpora.command("coverage")(corpus.coverage)
corpora.command("add")(corpus.add)
corpora.command("list")(corpus.contents)
corpora.command("remove")(corpus.remove)
opinions = typer.Typer(no_args_is_help=True, help="What readers think of answers: export it, or clear it.")
app.add_typer(opinions, name="feedback")
opinions.command("export")(feedback.export)
opinions.command("clear")(feedback.clear)
entry = typer.Typer(no_args_is_help=True, help="API keys: give one out, list them, end one.")
app.add_typer(entry, name="keys")
entry.command("add")(keys.add)
entry.command("list")(keys.show)
entry.command("revoke")(keys.revoke)


def main() -> None:
    """Run the command line: exit 2 for what was asked wrongly, 1 for what failed, each with one sentence.

    With --json the error stands on the output as well, as the HTTP API would tell it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(app(prog_name="wenli", standalone_mode=not _json_wanted()))
    except ClickException as error:  # only with --json; else typer tells it, and ends
        _fail(_one_line(error.format_message()), BAD_INPUT)
    except typer.Abort:
        sys.exit(FAILURE)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone, as `head` does; that is no failure
        sys.exit(0)
    except WenliError as error:
        _fail(_said(error), FAILURE if _is_failure(error) else BAD_INPUT, error)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}." if error.filename else f"{error}.", FAILURE)
    except Exception as error:
        if os.environ.get("WENLI_LOG_LEVEL", "").lower() == "debug":
            raise
        _fail(f"Something went wrong: {error or 'no reason is given'}. WENLI_LOG_LEVEL=debug shows where.", FAILURE)


def _json_wanted() -> bool:
    return "--json" in sys.argv[1:]


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _said(error: WenliError) -> str:
    """The sentence of an error, with the options of the command line in place of the fields of the API."""
    from service.problems import RequestInvalid

    if not isinstance(error, RequestInvalid) or not error.errors:
        return str(error)
    named = (f"{_OPTIONS.get(name) or _option(name)}: {told.message}" for told in error.errors for name in [told.field])
    return " ".join(dict.fromkeys(named))


_OPTIONS = {"question": "The question", "q": "The words", "quote": "The quotation", "k": "-k", "limit": "-k"}


def _option(field: str) -> str:
    """``filters.chapter.0`` is told as ``--chapter``, ``top_k`` as ``--top-k``."""
    parts = [part for part in field.split(".") if not part.isdecimal() and part != "filters"]
    return f"--{parts[-1].replace('_', '-')}" if parts else "The request"


def _is_failure(error: WenliError) -> bool:
    """Whether something does not work, rather than was asked wrongly."""
    from corpus.editions.packs import EditionUnknown
    from corpus.editions.source import EditionNotFound
    from corpus.errors import ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
    from corpus.export.write import ExportRefused
    from corpus.packs import PackInvalid
    from corpus.quotes.standing import QuoteUnfit
    from corpus.readers.mandoku import EditionUnreadable
    from service.http.access.keys import KeyUnknown
    from service.problems import DocumentUnreadable, FormatUnknown, RequestInvalid, RiteUnwritten
    from service.protocols.mcp.links import LinksInvalid
    from service.settings import SettingInvalid

    reference = (ReferenceMalformed, ReferenceUnknown, ReferenceAmbiguous, RiteUnwritten)
    quotation = (QuoteUnfit, DocumentUnreadable, FormatUnknown, EditionUnreadable)
    edition = (EditionUnknown, EditionNotFound)
    asked = (PackInvalid, RequestInvalid, SettingInvalid, KeyUnknown, LinksInvalid, ExportRefused)
    return not isinstance(error, (*reference, *quotation, *edition, *asked))


def _fail(sentence: str, status: int, error: WenliError | None = None) -> NoReturn:
    """Say what went wrong; with --json on the output as well, as the HTTP API would, for the program that reads it."""
    print(f"wenli: {sentence}", file=sys.stderr)
    if _json_wanted():
        print(json.dumps(_problem(sentence, status, error), ensure_ascii=False, indent=2))
    sys.exit(status)


def _problem(sentence: str, status: int, error: WenliError | None) -> dict[str, Any]:
    """The error as a problem of the API; what only the command line knows is one of the request or of the service."""
    from index.errors import IndexMismatch
    from service.cli.remote import ServerSilent
    from service.problems import PROBLEMS, Problem, explain

    known = explain(error) if error else None
    if known is None or known.kind.slug == "internal":
        failed = "not-ready" if isinstance(error, (IndexMismatch, ServerSilent)) else "internal"
        known = Problem(PROBLEMS[failed if status == FAILURE else "request-invalid"], sentence)
    return known.body() | {"detail": sentence}
