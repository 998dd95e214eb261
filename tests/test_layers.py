"""Arrows between the rooms point down only, and each library stays in its room."""

import ast
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


def imports(path: Path) -> set[str]:
    """First names of everything a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert len(body) == 1 and isinstance(body[0], ast.Expr), path


def test_the_check_sees_an_arrow_that_points_up(tmp_path: Path) -> None:
    module = tmp_path / "m.py"
    module.write_text("def f():\n    from service import app\n    import faiss.contrib\n", encoding="utf-8")
    assert imports(module) == {"service", "faiss"}
