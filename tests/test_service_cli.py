"""The command line: results on the output, one sentence on the error stream, 2 for bad input and 1 for failure."""

import inspect
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from service_stand_ins import StandInWenli, small_library

from corpus import library as libraries
from corpus.model import Layer
from index.errors import IndexMismatch
from service.cli import main as cli
from service.cli import remote
from service.http import server
from service.setting_values import host_and_port
from service.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def wenli(monkeypatch: pytest.MonkeyPatch) -> StandInWenli:
    """The core replaced by the stand-in, for every command."""
    core = StandInWenli()
    module = SimpleNamespace(open_wenli=lambda settings: core, packs_of=lambda folder: [])
    monkeypatch.setitem(sys.modules, "service.wenli", module)
    monkeypatch.setattr(remote, "running", lambda home: "")  # a service that runs beside the tests is not asked
    monkeypatch.setattr(libraries, "load", lambda packs=(): small_library())
    return core


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a command."""
    monkeypatch.setattr(sys, "argv", ["wenli", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    printed = capsys.readouterr()
    return int(left.value.code or 0), printed.out, printed.err


@pytest.mark.usefixtures("wenli")
def test_ask_prints_answer_and_sources(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(monkeypatch, capsys, "ask", "鄉射之禮", "何如")
    assert (status, err) == (0, "")
    assert "經云「射之禮」[1]。" in out
    assert "[1] 鄉射禮 5.1.1：「射之禮」\n    《儀禮集釋》卷五·鄉射禮 1.1  5.1.1" in out
    assert "<b>此</b>" in out


def test_ask_passes_its_options_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wenli: StandInWenli
) -> None:
    words = (
        "ask",
        "--lang",
        "en",
        "--chapter",
        "乡射礼",
        "-l",
        "注",
        "--top-k",
        "3",
        "--mode",
        "extractive",
        "--json",
        "司馬",
    )
    status, out, _ = run(monkeypatch, capsys, *words)
    assert status == 0
    assert set(json.loads(out)) >= {"answer", "citations", "passages"}
    asked = wenli.asked[0]
    assert (asked.lang, asked.top_k, asked.mode) == ("en", 3, "extractive")
    assert asked.filters.chapters == frozenset({5})
    assert asked.filters.layers == frozenset({Layer.ZHU})


@pytest.mark.usefixtures("wenli")
@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["ask", " "], "visible character"),
        (["ask", "禮" * 2001], "2,000"),
        (["ask", "a", "--lang", "fr"], "lang"),
        (["ask", "a", "--top-k", "99"], "--top-k"),
        (["ask", "a", "--chapter", "18"], "18"),
        (["ask", "a", "--mode", "quotations"], "mode"),
        (["ask", "a", "--mode", "llm"], "No language model is configured"),
        (["search", "a", "-k", "0"], "k"),
        (["show", "5.1.99"], "5.1.3"),
        (["show", "nonsense"], "nonsense"),
        (["corpus", "add", "/nowhere/at/all.txt"], "/nowhere/at/all.txt"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_bad_input_is_one_sentence_and_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], names: str
) -> None:
    status, out, err = run(monkeypatch, capsys, *words)
    assert (status, out) == (2, "")
    assert names in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            IndexMismatch(("there is no index",)),
            "wenli: The index cannot be used: there is no index. Run `wenli build`.",
        ),
        (RuntimeError("odd"), "wenli: Something went wrong: odd. WENLI_LOG_LEVEL=debug shows where."),
        (PermissionError(13, "Permission denied", "/x"), "wenli: /x: Permission denied."),
    ],
)
def test_failures_are_one_sentence_and_1(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wenli: StandInWenli,
    error: Exception,
    sentence: str,
) -> None:
    def fail(settings: Settings) -> StandInWenli:
        raise error

    monkeypatch.setattr(sys.modules["service.wenli"], "open_wenli", fail)
    assert run(monkeypatch, capsys, "ask", "a") == (1, "", sentence + "\n")


@pytest.mark.usefixtures("wenli")
def test_settings_that_cannot_be_and_variables_that_are_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLI_PROT", "1")
    monkeypatch.setenv("WENLI_PORT", "x")
    status, _, err = run(monkeypatch, capsys, "ask", "a")
    assert status == 2
    assert "WENLI_PROT is not a setting; did you mean WENLI_PORT?" in err
    assert "WENLI_PORT='x'" in err


@pytest.mark.usefixtures("wenli")
def test_search_and_show(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(monkeypatch, capsys, "search", "鄉射", "-k", "1")
    assert (status, out.splitlines()[0][:5]) == (0, "5.1.1")
    status, out, _ = run(monkeypatch, capsys, "search", "鄉射", "--json")
    assert json.loads(out)["results"][0]["highlights"] == [[0, 2]]
    status, out, _ = run(monkeypatch, capsys, "show", "乡射礼 1.1")
    assert (status, "鄭玄" in out, "釋曰:自此至「無介」,論戒賓。云「主人」" in out) == (0, True, True)
    status, out, _ = run(monkeypatch, capsys, "show", "5.1.1#zheng.1", "--json")
    assert json.loads(out)["kind"] == "comment"


def test_the_document_needs_no_texts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(monkeypatch, capsys, "openapi")
    assert (status, json.loads(out)["openapi"]) == (0, "3.1.0")


@pytest.mark.parametrize("words", [[], ["ask"], ["verify"], ["build"], ["serve"], ["corpus"], ["corpus", "add"]])
def test_help_is_quick_and_teaches(words: list[str]) -> None:
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "service", *words, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    after = os.times()
    assert after.children_user + after.children_system < before.children_user + before.children_system + 1.5
    assert "Usage: wenli" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, service.cli.main\n"
        "print([m for m in ('flask','pydantic','faiss','torch','numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_address_that_is_taken_is_said_at_once() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(server.AddressTaken, match="already in use"):
            server.refuse_taken("127.0.0.1", taken.getsockname()[1])


def test_addresses() -> None:
    assert host_and_port("127.0.0.1", 80) == "127.0.0.1:80"
    assert host_and_port("::1", 80) == host_and_port("[::1]", 80) == "[::1]:80"


def test_serving_over_a_real_socket() -> None:
    """The address is printed once it answers; a stream arrives; SIGTERM ends it well."""
    import http.client

    code = (
        "import sys; sys.path[:0] = ['tests', '.']\n"
        "from service_stand_ins import StandInWenli\n"
        "from service.http.app import create_app\nfrom service.http.server import Site, serve\n"
        "from service.settings import Settings\n"
        "s = Settings.read({'WENLI_PORT': '0'})\n"
        "site = Site(create_app(s, StandInWenli()), lambda: 1 / 0)\n"
        "serve(lambda: site, s, lambda a: print('Wenli listens on', a, flush=True))\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        try:
            host, port = line.strip().rpartition("/")[2].split(":")
            connection = http.client.HTTPConnection(host, int(port), timeout=20)
            assert ask(connection, b'{"question": "x"}').status == 200
            assert ask(connection, b'{"question": "' + b"a" * 1_000_000 + b'"}').status == 413
            connection.close()
            response = ask(connection, '{"question": "鄉射", "stream": true}'.encode())
            assert b"event: done" in response.read()
            connection.close()
        finally:
            process.terminate()
        assert process.wait(20) == 0
        assert process.stderr
        errors = process.stderr.read()
        assert "the index does not answer" in errors, "a worker that cannot warm up says so and serves"
        assert errors.count("Traceback") == 1


def ask(connection: Any, body: bytes) -> Any:
    connection.request("POST", "/v1/ask", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    if response.getheader("Content-Type", "").startswith("application"):
        response.read()
    return response


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default texts, without what lies in the packs of the machine."""
    library = libraries.load()
    monkeypatch.setattr(libraries, "load", lambda packs=(): library)


@pytest.mark.usefixtures("texts")
def test_verify_tells_the_verdict_and_the_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(monkeypatch, capsys, "verify", "大侯八十，参七十，干五十", "--claimed", "《儀禮·大射》")
    assert (status, err) == (0, "")
    assert out.startswith("altered  「大侯八十，参七十，干五十」")
    assert "大侯[八→九]十,参七十,干五十" in out
    assert run(monkeypatch, capsys, "verify", "大侯八十，参七十，干五十", "--strict")[0] == 1
    assert run(monkeypatch, capsys, "verify", "三耦皆執弓", "--strict")[0] == 0
    assert run(monkeypatch, capsys, "verify", "三耦皆執弓", "--claimed", "大射", "--strict")[0] == 1
    status, out, _ = run(monkeypatch, capsys, "verify", "再拜", "--limit", "2", "--json")
    reply = json.loads(out)
    assert (status, reply["verdict"], len(reply["matches"]), reply["truncated"]) == (0, "exact", 2, True)


@pytest.mark.usefixtures("texts")
def test_verify_reports_on_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "article.md"
    path.write_text("《儀禮·鄉射禮》：「三耦皆執弓」。\n\n「大侯八十，参七十」「大學之道在明明德」", encoding="utf-8")
    status, out, err = run(monkeypatch, capsys, "verify", str(path))
    assert (status, "Traceback" in err) == (0, False)
    assert "line 1: exact  「三耦皆執弓」" in out
    assert "line 3: altered  「大侯八十，参七十」" in out
    assert out.rstrip().endswith("3 quotations: exact 1, altered 1, not found 1.")
    assert run(monkeypatch, capsys, "verify", str(path), "--strict")[0] == 1
    reply = json.loads(run(monkeypatch, capsys, "verify", str(path), "--json")[1])
    assert reply["summary"]["altered"] == 1


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize(
    ("typed", "begins"),
    [("三耦皆執弓\n", "exact  「三耦皆執弓」"), ("說「三耦皆執弓」。\n", "line 1: exact  「三耦皆執弓」")],
)
def test_verify_reads_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, begins: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    status, out, _ = run(monkeypatch, capsys, "verify", "-")
    assert (status, out[: len(begins)]) == (0, begins)


@pytest.mark.usefixtures("texts")
def test_verify_searches_editions_on_disk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = "#+TITLE: 試儀\n<pb:KR9x0001_WYG_001-1a>¶\n甲乙之禮丙丁戒庚¶\n"
    (tmp_path / "KR9x0001_001.txt").write_text(page, encoding="utf-8")
    status, out, _ = run(monkeypatch, capsys, "verify", "甲乙之禮，丙丁戒庚", "--in", str(tmp_path))
    assert status == 0
    assert "KR9x0001_WYG_001-1a" in out and "《試儀》" in out
    reply = json.loads(run(monkeypatch, capsys, "verify", "甲乙之禮", "--in", str(tmp_path), "--json")[1])
    assert (reply["matches"][0]["url"], reply["matches"][0]["layer"]) == (None, "大字")


@pytest.mark.usefixtures("texts")
def test_verify_says_what_is_wrong_with_what_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    (tmp_path / "a.docx").write_bytes(b"no zip")
    (tmp_path / "long.txt").write_bytes(b"x" * 5000)
    monkeypatch.setenv("WENLI_MAX_DOCUMENT", "4000")
    for words, names in (
        (["禮"], "2 to 1,000"),
        ([str(tmp_path / "a.pdf")], "txt, md, html, docx"),
        ([str(tmp_path / "a.docx")], "no zip archive"),
        ([str(tmp_path / "long.txt")], "4,000 bytes"),
        (["三耦皆執弓", "--in", str(tmp_path)], "mandoku"),
    ):
        status, out, err = run(monkeypatch, capsys, "verify", *words)
        assert (status, out, "Traceback" in err) == (2, "", False), words
        assert names in err
    assert run(monkeypatch, capsys, "verify", "nowhere.txt")[0] == 1


def test_version_and_short_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for asked, said in ((["--version"], "wenli "), (["-h"], "Usage: wenli"), (["ask", "-h"], "Usage: wenli ask")):
        status, out, err = run(monkeypatch, capsys, *asked)
        assert (status, err) == (0, "")
        assert said in out


JSON_ERRORS = (
    (("show", "5.17.99"), "/problems/reference-unknown", 404, 2),
    (("show", "nonsense"), "/problems/reference-malformed", 400, 2),
    (("ask", "a", "--top-k", "99"), "/problems/request-invalid", 400, 2),
    (("ask", "a", "--frob"), "/problems/request-invalid", 400, 2),
    (("ask",), "/problems/request-invalid", 400, 2),
    (("ask", "--server", "http://127.0.0.1:9", "a"), "/problems/not-ready", 503, 1),
    (("search", "a", "-k", "many"), "/problems/request-invalid", 400, 2),
    (("search", "a", "--chapter", "18"), "/problems/filter-unknown", 400, 2),
    (("rite", "18"), "/problems/reference-unknown", 404, 2),
    (("rite", "5", "--lang", "fr"), "/problems/request-invalid", 400, 2),
    (("verify", "禮"), "/problems/quote-unfit", 400, 2),
    (("verify", "nowhere.txt"), "/problems/internal", 500, 1),
    (("variants", "99"), "/problems/filter-unknown", 400, 2),
    (("variants", "--lang", "fr"), "/problems/request-invalid", 400, 2),
    (("frobnicate",), "/problems/request-invalid", 400, 2),
)


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize(("words", "kind", "status", "left"), JSON_ERRORS)
def test_errors_are_json_where_json_was_wanted(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wenli: StandInWenli,
    words: tuple[str, ...],
    kind: str,
    status: int,
    left: int,
) -> None:
    ended, out, err = run(monkeypatch, capsys, *words, "--json")
    problem = json.loads(out)
    assert (ended, problem["type"], problem["status"]) == (left, kind, status)
    assert set(problem) >= {"type", "title", "status", "detail", "errors"}
    assert err == f"wenli: {problem['detail']}\n"
    assert not re.search(r"Error\b|top_k|filters\.|Traceback", problem["detail"]), "nothing only programs know"


def test_every_command_with_json_has_its_error_tested() -> None:
    own = {command.name: command.callback for command in cli.app.registered_commands}
    takes = {name for name, call in own.items() if call and "as_json" in inspect.signature(call).parameters}
    assert takes == {words[0] for words, *_ in JSON_ERRORS} - {"frobnicate"}
