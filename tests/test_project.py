"""What a fresh checkout relies on: pinned packages, make targets, the image, one configuration file."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires, version
from pathlib import Path

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as name_of
from test_layers import MAY_IMPORT, imports, modules

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
FILES = ("requirements/run.txt", "requirements/dev.txt")
PEERS = {"benchmarks/peers/haystack_server.py", "benchmarks/peers/txtai_server.py"}
ONLY_WHEN_DEVELOPING = {
    "corpus/folding/generate.py",
    "service/texts/rare_font.py",
    "service/rites/stage/print_font.py",
    *PEERS,
}
IN_ENVIRONMENTS_OF_THEIR_OWN = {"index/training/start.py", "index/training/train.py", "benchmarks/retrieval/peer.py"}


def pins(file: str) -> dict[str, str]:
    """Package → version of a requirements file; every line must be a comment or a pin."""
    lines = [line.strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.!]+", line)] == []
    found = {name_of(name): number for name, _, number in (line.partition("==") for line in lines)}
    assert len(found) == len(lines), f"{file} names a package twice"
    return found


RUN, DEV = (pins(file) for file in FILES)
MILVUS = pins("requirements/milvus.txt")
ONLY_WITH_MILVUS = {"index/shelf/milvus.py"}


def test_no_package_stands_in_both_files() -> None:
    assert RUN.keys() & DEV.keys() == RUN.keys() & MILVUS.keys() == set()
    assert RUN["torch"] == "2.13.0"


@pytest.mark.parametrize("name", [*RUN, *DEV])
def test_the_pins_are_what_is_tested(name: str) -> None:
    assert version(name).partition("+")[0] == {**RUN, **DEV}[name]


@pytest.mark.parametrize(("file", "held"), [(FILES[0], RUN), (FILES[1], {**RUN, **DEV})])
def test_the_pins_are_complete(file: str, held: dict[str, str]) -> None:
    """Nothing is resolved when installing, so whatever a package requires must itself be pinned."""
    wanted = [Requirement(line) for name in held if name != "torch" for line in requires(name) or ()]
    needed = [r for r in wanted if r.marker is None or r.marker.evaluate({"extra": ""})]
    assert [str(r) for r in needed if name_of(r.name) not in held] == []
    assert [str(r) for r in needed if not r.specifier.contains(held[name_of(r.name)], prereleases=True)] == []


def test_the_pins_of_milvus_are_complete_where_it_is_installed() -> None:
    if importlib.util.find_spec("pymilvus") is None:
        pytest.skip("pymilvus is not installed (requirements/milvus.txt)")
    assert {name: version(name) for name in MILVUS} == MILVUS
    wanted = [Requirement(line) for name in MILVUS for line in requires(name) or ()]
    needed = [r for r in wanted if r.marker is None or r.marker.evaluate({"extra": ""})]
    assert [str(r) for r in needed if name_of(r.name) not in {**RUN, **MILVUS}] == []


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_only_what_is_pinned(room: str) -> None:
    held = RUN if room != "benchmarks" else {**RUN, **DEV}
    distributions = packages_distributions()
    for module in modules(room):
        if str(module.relative_to(ROOT)) in ONLY_WHEN_DEVELOPING | IN_ENVIRONMENTS_OF_THEIR_OWN:
            continue
        if str(module.relative_to(ROOT)) in ONLY_WITH_MILVUS:
            assert imports(module) - sys.stdlib_module_names - set(MAY_IMPORT) - {"numpy"} == {"pymilvus"}
            continue
        outside = imports(module) - sys.stdlib_module_names - set(MAY_IMPORT)
        missing = [i for i in outside if not {name_of(d) for d in distributions.get(i, [])} & held.keys()]
        assert not missing, module


def test_make_targets() -> None:
    targets = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))
    assert targets >= {"help", "install", "build", "run", "test", "check", "evaluate", "bench", "clean"}
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony is not None and set(phony[1].split()) == targets


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_explains_itself_and_takes_addresses() -> None:
    def make(*words: str, **environ: str) -> str:
        clean = {k: v for k, v in os.environ.items() if k not in ("HOST", "PORT", "MAKEFLAGS", "MAKELEVEL")}
        clean = {k: v for k, v in clean.items() if not k.startswith("WENLI_")}
        done = subprocess.run(["make", *words], cwd=ROOT, env=clean | environ, capture_output=True, check=True)
        return done.stdout.decode()

    assert {line.split()[0] for line in make().splitlines()} == set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.M))
    assert "serve --host '127.0.0.1' --port '8000'" in make("-n", "run", HOST="somewhere")
    assert "serve --host '0.0.0.0' --port '9000'" in make("-n", "run", "HOST=0.0.0.0", PORT="9000")
    assert "serve --host '::1' --port '7000'" in make("-n", "run", WENLI_HOST="::1", WENLI_PORT="7000")


def test_the_check_of_changes_calls_what_a_person_calls() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text(encoding="utf-8").splitlines() if line.startswith("make ")]
    assert commands == ["make check", "make test"]


def test_the_image_runs_without_privileges_and_is_watched() -> None:
    instructions = re.findall(r"^([A-Z]+) (.*)", DOCKERFILE, re.MULTILINE)
    users = [value for name, value in instructions if name == "USER"]
    assert len(users) == 1
    assert users[0].partition(":")[0] not in ("root", "0")
    names = [name for name, _ in instructions]
    assert names.index("USER") > names.index("COPY") and names.index("HEALTHCHECK") > names.index("USER")
    assert "/readyz" in DOCKERFILE.split("HEALTHCHECK")[1]
    assert names.count("FROM") == 3
    assert not any(name == "ADD" for name in names)


def test_the_image_holds_the_rooms_and_nothing_else() -> None:
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ignore[0] == "*"
    allowed = {line[1:] for line in ignore if line.startswith("!")}
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert copied == allowed
    assert copied >= set(MAY_IMPORT) - {"benchmarks"}
    assert all((ROOT / source).exists() for source in copied)


def test_one_configuration_file() -> None:
    others = ("setup.cfg", "setup.py", "tox.ini", "pytest.ini", "mypy.ini", ".mypy.ini", "ruff.toml", ".ruff.toml")
    assert [name for name in others if (ROOT / name).exists()] == []
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["mypy"]["strict"] is True
    assert settings["tool"]["pytest"]["ini_options"]["filterwarnings"][0] == "error"


def test_the_licence_is_the_one_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith(f"{project['license']} License") and "Wenli contributors" in text
    assert Path(ROOT / "LICENSE").name in project["license-files"]
