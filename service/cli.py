"""The command line ``wenli``: what it is made of, and how its errors are told. Heavy imports wait for the command."""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

import typer

from corpus.errors import WenliError
from service import cli_ask, cli_corpus, cli_feedback, cli_rite, cli_run, cli_texts, cli_verify

BAD_INPUT, FAILURE = 2, 1

app = typer.Typer(
    name="wenli",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    add_completion=False,
    help="""Questions about the 儀禮 (Yili), answered with citations that are true to the character.

    **First**: `wenli build` makes the index; then ask, search and read:

    - `wenli ask "鄉射禮中誰擔任司馬?"`

    - `wenli search 設洗 --chapter 5`

    - `wenli show 5.17.1`

    - `wenli rite 鄉射禮 司射誘射`

    - `wenli verify "大侯八十，参七十"`, or a file

    - `wenli variants 鄉射禮`

    - `wenli cite 5.17.1 --style chicago`

    - `wenli serve`, and open the address it prints

    Every command explains itself: `wenli ask --help`. Settings are environment variables such as WENLI_HOME.""",
)
corpus = typer.Typer(no_args_is_help=True, help="The texts: check them, or add a local pack.")
app.add_typer(corpus, name="corpus")
app.command("build")(cli_run.build)
app.command("ask")(cli_ask.ask)
app.command("search")(cli_ask.search)
app.command("show")(cli_ask.show)
app.command("rite")(cli_rite.rite)
app.command("verify")(cli_verify.verify)
app.command("variants")(cli_texts.variants)
app.command("cite")(cli_texts.cite)
app.command("serve")(cli_run.serve)
app.command("openapi")(cli_run.openapi)
corpus.command("check")(cli_corpus.check)
corpus.command("add")(cli_corpus.add)
feedback = typer.Typer(no_args_is_help=True, help="What readers think of answers: export it, or clear it.")
app.add_typer(feedback, name="feedback")
feedback.command("export")(cli_feedback.export)
feedback.command("clear")(cli_feedback.clear)


def main() -> None:
    """Run the command line: exit 2 for what was asked wrongly, 1 for what failed, each with one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="wenli")
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone, as `head` does; that is no failure
        sys.exit(0)
    except WenliError as error:
        _fail(str(error), FAILURE if _is_failure(error) else BAD_INPUT)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}." if error.filename else f"{error}.", FAILURE)
    except Exception as error:
        if os.environ.get("WENLI_LOG_LEVEL", "").lower() == "debug":
            raise
        _fail(f"{type(error).__name__}: {error}. WENLI_LOG_LEVEL=debug shows where.", FAILURE)


def _is_failure(error: WenliError) -> bool:
    """Whether something does not work, rather than was asked wrongly."""
    from corpus.errors import ReferenceAmbiguous, ReferenceMalformed, ReferenceUnknown
    from corpus.packs import PackInvalid
    from corpus.quotes.standing import QuoteUnfit
    from corpus.readers.mandoku import EditionUnreadable
    from service.documents import DocumentUnreadable, FormatUnknown
    from service.problems import RequestInvalid, RiteUnwritten
    from service.settings import SettingInvalid

    reference = (ReferenceMalformed, ReferenceUnknown, ReferenceAmbiguous, RiteUnwritten)
    quotation = (QuoteUnfit, DocumentUnreadable, FormatUnknown, EditionUnreadable)
    return not isinstance(error, (*reference, *quotation, PackInvalid, RequestInvalid, SettingInvalid))


def _fail(sentence: str, status: int) -> NoReturn:
    print(f"wenli: {sentence}", file=sys.stderr)
    sys.exit(status)
