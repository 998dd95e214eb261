"""Small rites to test with: rows written as dictionaries, everything not named left empty."""

from pathlib import Path

from corpus.rites.data import STEP_COLUMNS, Rites, Step, step_of


def step(ref: str, n: int, **cells: str) -> Step:
    """A step; ``to``, ``from_`` and ``with_`` are the columns of these names: ``step("4.1.1", 1, actor="賓")``."""
    row = dict.fromkeys(STEP_COLUMNS, "") | {"ref": ref, "n": str(n), "kind": "act", "span": "…", "basis": "stated"}
    row |= {name.rstrip("_"): value for name, value in cells.items()}
    if "except_" in cells:
        row["except"] = cells["except_"]
    return step_of(row)


def rites(*steps: Step) -> Rites:
    """Rites that consist of these steps."""
    by_clause: dict[str, list[Step]] = {}
    for one in steps:
        by_clause.setdefault(one.ref, []).append(one)
    return Rites({}, {}, {ref: tuple(own) for ref, own in by_clause.items()})


def clause(ref: str, *acts: str) -> list[Step]:
    """Acts written short: actor, verb, object, from, to, facing, recipient, parted by blanks, - for nothing."""
    columns = ("actor", "act", "object", "from", "to", "facing", "recipient")
    found = []
    for n, act in enumerate(acts, 1):
        cells = {name: "" if cell == "-" else cell for name, cell in zip(columns, act.split(), strict=False)}
        found.append(step(ref, n, **cells))
    return found


def write(folder: Path, name: str, columns: tuple[str, ...], *rows: dict[str, str]) -> None:
    """A table with these rows; cells that are not named are empty."""
    lines = ["\t".join(columns), *("\t".join(row.get(column, "") for column in columns) for row in rows)]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
