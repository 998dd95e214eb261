"""The wheel: what it declares is what the code imports, it holds every file of the rooms, and installed, it answers."""

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as name_of
from real_service import home_like
from test_layers import imports, modules
from test_project import pins

from service.settings import Settings, default_home
from service.wenli import Wenli

ROOMS = ("corpus", "index", "prompts", "service")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FILES = {"making": "making", "dev": "dev", "train": "train", "model": "model", "milvus": "milvus", "peers": "peers"}
"""Extra → its file in requirements/."""
QUESTION = {"question": "鄉射禮中誰擔任司馬？"}


def sources() -> list[Path]:
    """Return every file of the rooms, as paths from the root."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    return sorted(path.relative_to(ROOT) for path in found if "__pycache__" not in path.parts)


def built(tree: Path, out: Path) -> Path:
    """Build the wheel of a copy of the checkout, with the pinned setuptools of this environment."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    code = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    out.mkdir()
    subprocess.run([sys.executable, "-c", code, str(out)], cwd=tree, check=True, capture_output=True, timeout=280)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_rooms(tmp_path: Path) -> None:
    """Contents do not matter here: each file is empty, so that the wheel is made in seconds."""
    tree = tmp_path / "tree"
    for path in sources():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).touch()
    with zipfile.ZipFile(built(tree, tmp_path / "out")) as wheel:
        names = set(wheel.namelist())
        scripts = next(wheel.read(name).decode() for name in names if name.endswith("entry_points.txt"))
    assert {str(path) for path in sources()} - names == set()
    assert "wenli = service.cli.main:main" in scripts


def test_what_is_declared_is_what_is_imported_and_pinned() -> None:
    declared = {name_of(Requirement(line).name) for line in PROJECT["dependencies"]}
    making = {name_of(Requirement(line).name) for line in PROJECT["optional-dependencies"]["making"]}
    owners = packages_distributions()
    outside = {name for room in ROOMS for path in modules(room) for name in imports(path)}
    used = {name_of(owner) for name in outside - sys.stdlib_module_names - set(ROOMS) for owner in owners.get(name, ())}
    assert used & pins("requirements/run.txt").keys() - declared - making == set()
    assert declared & making == set()


@pytest.mark.parametrize("extra", ["", *FILES])
def test_the_pinned_files_hold_what_is_declared(extra: str) -> None:
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    held = pins(f"requirements/{FILES.get(extra, 'run')}.txt")
    wanted = [Requirement(line) for line in lines]
    assert [str(r) for r in wanted if not r.specifier.contains(held.get(name_of(r.name), "0"), prereleases=True)] == []


def test_without_a_checkout_the_index_is_kept_in_the_folder_of_the_user(tmp_path: Path) -> None:
    assert default_home(ROOT, {}) == ROOT / ".wenli"
    assert default_home(tmp_path, {"XDG_DATA_HOME": "/data"}) == Path("/data/wenli")


@pytest.mark.whole
@pytest.mark.timeout(3600)
def test_the_wheel_installed_elsewhere_serves_and_answers(wenli: Wenli, tmp_path: Path) -> None:
    assert wenli.index, "which is built by now"
    home = home_like(Settings.read(os.environ).home, tmp_path / "home")
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("WENLI_")}

    def run(*words: str) -> str:
        done = subprocess.run(words, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__")
    for room in ROOMS:
        shutil.copytree(ROOT / room, tree / room, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    run(sys.executable, "-m", "pip", "wheel", str(tree), "--no-deps", "--wheel-dir", str(tmp_path / "wheels"))
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"))
    python, script = str(tmp_path / "venv" / "bin" / "python"), str(tmp_path / "venv" / "bin" / "wenli")
    pip = (python, "-m", "pip", "install", "--quiet", "--no-deps")
    run(*pip, "--requirement", str(ROOT / "requirements" / "run.txt"))
    run(*pip, str(next((tmp_path / "wheels").glob("wenli-*.whl"))))
    shutil.rmtree(tree)
    where = run(python, "-c", "import service; print(service.__file__)").strip()
    assert Path(where).is_relative_to(tmp_path / "venv")

    own = clean | {"WENLI_HOME": str(home)}
    words = [script, "serve", "--port", "8173"]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(words, cwd=tmp_path, env=own, stderr=log) as server:
        try:
            for _ in range(240):
                try:
                    urllib.request.urlopen("http://127.0.0.1:8173/readyz", timeout=5)
                    break
                except (urllib.error.URLError, TimeoutError):
                    assert server.poll() is None, (tmp_path / "log").read_text()[-2000:]
                    time.sleep(1)
            body, kind = json.dumps(QUESTION).encode(), {"Content-Type": "application/json"}
            request = urllib.request.Request("http://127.0.0.1:8173/v1/ask", body, kind)
            with urllib.request.urlopen(request, timeout=120) as reply:
                answer = json.load(reply)
            with urllib.request.urlopen("http://127.0.0.1:8173/", timeout=60) as page:
                assert "<html" in page.read().decode()
        finally:
            server.terminate()
            server.wait(60)
    assert answer["grounding"] == "grounded" and answer["citations"]
