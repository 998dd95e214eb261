"""Arrows between the rooms point down only, inside service/ too; no circles of modules; each library in its room."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "corpus": {"corpus"},
    "index": {"index", "corpus"},
    "prompts": {"prompts", "corpus"},
    "service": {"service", "prompts", "index", "corpus"},
    "benchmarks": {"benchmarks", "service", "prompts", "index", "corpus"},
}
ROOMS = set(MAY_IMPORT) | {"tests"}
WITHIN_SERVICE = {
    "setting_values": set[str](),
    "settings": {"setting_values"},
    "problems": set[str](),
    "texts": {"settings", "problems"},
    "guard": {"texts"},
    "rites": {"texts", "problems"},
    "ask": {"texts", "guard"},
    "editions": {"ask", "texts", "settings"},
    "llm": {"ask", "guard", "texts", "settings"},
    "wenli": {"ask", "editions", "llm", "guard", "texts", "settings"},
    "contract": {"wenli", "ask", "editions", "rites", "texts", "problems"},
    "web": {"contract", "wenli", "ask", "rites", "texts", "problems", "settings"},
    "protocols": {"contract", "wenli", "ask", "guard", "rites", "texts", "problems", "setting_values"},
    "http": {
        *("web", "protocols", "contract", "wenli", "ask", "rites", "texts", "problems", "settings", "setting_values"),
    },
    "cli": {
        *("http", "web", "protocols", "contract", "wenli", "editions", "rites", "texts", "problems", "settings"),
        "setting_values",
    },
    "__main__": {"cli"},
}
"""The rooms of service/, and the modules beside them, each with those it may import; each only those above it here."""
WITHOUT_CIRCLES = ("corpus", "index", "prompts", "service")
ONLY_IN = {
    "faiss": {"index"},
    "bm25s": {"index"},
    "pymilvus": {"index"},
    "sentence_transformers": {"index"},
    "torch": {"index"},
    "tiktoken": {"prompts"},
    "flask": {"service"},
    "mcp": {"service"},
    "uvicorn": {"service"},
}


@cache
def parsed(path: Path) -> ast.Module:
    """A module, read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """First names of everything a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    wrong = {str(m.relative_to(ROOT)): i for m in modules(room) if (i := imports(m) & ROOMS - MAY_IMPORT[room])}
    assert not wrong


def named(path: Path) -> str:
    """The dotted name of a module: ``corpus.rites.plan``, of a package without ``__init__``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def arrows(paths: Iterable[Path]) -> dict[str, set[str]]:
    """What each of some modules imports, anywhere in it, of the others."""
    held = {named(path): path for path in paths}
    found: dict[str, set[str]] = {}
    for name, path in held.items():
        whole: set[str] = set()
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                whole.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                whole.update(inner & held.keys() if inner & held.keys() else {node.module})
        found[name] = (whole & held.keys()) - {name}
    return found


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A circle of arrows, where there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def within_service(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The arrows between the rooms of service/."""
    found: dict[str, set[str]] = {}
    for name, others in graph.items():
        if "." in name:
            own = name.split(".")[1]
            found.setdefault(own, set()).update(o.split(".")[1] for o in others if "." in o and o.split(".")[1] != own)
    return found


def test_the_table_of_rooms_is_in_order() -> None:
    rooms = list(WITHIN_SERVICE)
    assert all(rooms.index(other) < at for at, room in enumerate(rooms) for other in WITHIN_SERVICE[room])
    held = {
        path.stem for path in (ROOT / "service").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert held - {"__init__"} == set(rooms)


def test_a_room_of_the_service_imports_only_what_the_table_says() -> None:
    found = within_service(arrows(modules("service")))
    assert {room: wrong for room, others in found.items() if (wrong := others - WITHIN_SERVICE[room])} == {}
    assert not [(a, b) for a in found for b in found[a] if a in found.get(b, ())]
    assert circle(found) == []


@pytest.mark.parametrize("room", WITHOUT_CIRCLES)
def test_modules_do_not_import_each_other_in_circles(room: str) -> None:
    assert circle(arrows(modules(room))) == []


def test_the_checks_see_a_circle_and_an_arrow_between_rooms() -> None:
    graph = {"service.ask.x": {"service.web.y"}, "service.web.y": {"service.ask.z"}, "service.ask.z": set[str]()}
    assert circle(graph) == []
    assert set(circle(within_service(graph))) == {"ask", "web"}


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_stays_in_its_room(library: str) -> None:
    outside = [
        str(m.relative_to(ROOT))
        for room in MAY_IMPORT
        if room not in ONLY_IN[library]
        for m in modules(room)
        if library in imports(m)
    ]
    assert not outside


def test_package_files_hold_a_docstring_only() -> None:
    for room in MAY_IMPORT:
        for path in (ROOT / room).rglob("__init__.py"):
            body = parsed(path).body
            assert len(body) == 1 and isinstance(body[0], ast.Expr), path


def test_the_check_sees_an_arrow_that_points_up(tmp_path: Path) -> None:
    module = tmp_path / "m.py"
    module.write_text("def f():\n    from service import app\n    import faiss.contrib\n", encoding="utf-8")
    assert imports(module) == {"service", "faiss"}
