"""`wenli ask` asks a service that runs, and says so plainly where the one named does not answer."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from browser.stage import serving
from conftest import ROOT
from service_stand_ins import StandInWenli, client_of
from typer.testing import CliRunner

from service.cli.main import app
from service.cli.remote import ADDRESS, ServerSilent, ask_there, running

RUNNER = CliRunner()


def test_a_running_service_is_found_by_its_home_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WENLI_HOME", str(tmp_path))
    assert running(tmp_path) == ""
    wenli = StandInWenli()
    with serving(client_of(wenli).application) as address:
        (tmp_path / ADDRESS).write_text(address + "\n", encoding="utf-8")
        assert running(tmp_path) == address
        told = RUNNER.invoke(app, ["ask", "--json", "戒賓"])
        named = RUNNER.invoke(app, ["ask", "--server", address + "/", "--json", "戒賓"])
    assert told.exit_code == named.exit_code == 0, told.output
    assert json.loads(told.stdout)["citations"] and [ask.question for ask in wenli.asked] == ["戒賓", "戒賓"]
    assert running(tmp_path) == "", "a service that has gone is not asked"


def test_asking_a_running_service_opens_nothing_that_takes_time() -> None:
    code = (
        "import sys\nfrom service.cli.main import main\ntry:\n    main()\nexcept SystemExit as left:\n"
        "    assert not left.code, left.code\n"
        "print([m for m in ('faiss', 'bm25s', 'scipy', 'numpy', 'flask', 'corpus.library') if m in sys.modules])"
    )
    with serving(client_of().application) as address:
        command = [sys.executable, "-c", code, "ask", "--server", address, "戒賓"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert "[1]" in done.stdout and done.stdout.splitlines()[-1] == "[]"


def test_a_service_that_is_named_and_silent_is_an_error() -> None:
    with pytest.raises(ServerSilent, match="does not answer"):
        ask_there("http://127.0.0.1:9", {"question": "?"})
    with pytest.raises(ServerSilent, match="http://"):
        ask_there("file:///etc/passwd", {"question": "?"})
    with serving(client_of().application) as address, pytest.raises(ServerSilent, match="question"):
        ask_there(address, {"question": ""})


def test_what_else_stands_in_the_file_is_not_asked(tmp_path: Path) -> None:
    for said in ("file:///etc/passwd", "", "\x00", "http://[bad"):
        (tmp_path / ADDRESS).write_text(said, encoding="utf-8")
        assert running(tmp_path) == ""


def test_an_empty_list_of_packs_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WENLI_HOME", str(tmp_path))
    monkeypatch.setenv("WENLI_PACKS", str(tmp_path / "packs"))
    told = RUNNER.invoke(app, ["corpus", "list"])
    assert told.exit_code == 0 and "Nothing has been added" in told.stdout
