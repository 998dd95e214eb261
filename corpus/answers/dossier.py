"""All that is held on a phase, on one page: what an author of answers reads before writing.

python -m corpus.answers.dossier 5.17 5.18
python -m corpus.answers.dossier 5            (comments on the head of a chapter)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from corpus.library import Library, load
from corpus.model import whole
from corpus.rites.data import Step


def dossier(library: Library, phase: str) -> Iterator[str]:
    """The lines on one phase ("5.17") or the head of a chapter ("5"): name, parallels, clauses with renderings and
    steps, comments with renderings."""
    chapter, _, number = phase.partition(".")
    if not number:
        yield f"=== chapter {chapter}, head"
        yield from _comments(library, chapter)
        return
    found = next(p for c in library.canon.held for p in c.phases if p.ref == phase)
    yield f"=== {phase} {found.name_hant} / {found.name_en} (stage: {found.stage})"
    for parallel in library.parallels(phase):
        yield f"parallel: {parallel}"
    for clause in found.clauses:
        yield f"--- {clause.ref} 「{clause.text}」"
        rendering = library.rites.renderings.get(clause.ref)
        if rendering:
            yield f"  zh: {rendering.zh}"
            yield f"  en: {rendering.en}"
        for step in library.rites.steps.get(clause.ref, ()):
            yield f"  step {_step(step)}"
        yield from _comments(library, clause.ref)


def _comments(library: Library, ref: str) -> Iterator[str]:
    pieces: dict[str, dict[str, str]] = {}
    for unit in library.commentary(ref):
        own = pieces.setdefault(whole(unit.ref), {})
        own.setdefault(unit.ref, unit.text)
    for comment, texts in pieces.items():
        if comment.split("#")[0] != ref:
            yield f"  ({comment} covers this clause, too)"
            continue
        yield f"  {comment} 「{''.join(texts.values())}」"
        if len(texts) > 1:
            yield f"    (in pieces {', '.join(texts)})"
        note = library.rites.notes.get(comment)
        if note:
            yield f"    {note.kind} zh: {note.zh}"
            yield f"    {note.kind} en: {note.en}"


def _step(step: Step) -> str:
    """One step as ``cell=value`` pairs, empty cells left out."""
    cells = {
        "kind": step.kind,
        "actor": "、".join(step.actor),
        "act": step.act,
        "object": step.object,
        "recipient": "、".join(step.recipient),
        "from": step.origin,
        "to": step.place,
        "facing": step.facing,
        "words": step.words,
        "count": step.count or "",
        "repeats": ";".join(step.repeats),
        "with": ";".join(f"{a}={b}" for a, b in step.roles),
        "except": ";".join(step.excepts),
        "basis": step.basis,
        "reason": step.reason,
    }
    return f"{step.n}: " + " ".join(f"{name}={value}" for name, value in cells.items() if value and value != "act")


def main() -> None:
    """Print the dossiers of the phases named on the command line."""
    library = load()
    for phase in sys.argv[1:]:
        print("\n".join(dossier(library, phase)))


if __name__ == "__main__":
    main()
