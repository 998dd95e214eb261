"""What corresponds to a passage in another rite, as replies and for the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corpus.library import Library
from corpus.rites.parallels import Parallel
from service.contract.reply_parts import NamesReply, ParallelReply, PlaceReply, names_of
from service.texts.aid import simplified
from service.texts.passage import Passage, read_url


def parallels_of(passage: Passage, library: Library) -> list[ParallelReply]:
    """The parallels of a passage: of a chapter or phase as a whole, else of its clauses; a comment has none."""
    kind = passage.resolution.kind
    if kind == "comment":
        return []
    return parallel_replies([passage.ref] if kind in ("chapter", "phase") else passage.clauses, library)


def parallel_replies(refs: Iterable[str], library: Library) -> list[ParallelReply]:
    """The parallels of several references, each once, in the order of the references."""
    return [parallel_reply(ref, parallel, library) for ref, parallel in _each_once(refs, library)]


def _each_once(refs: Iterable[str], library: Library) -> Iterator[tuple[str, Parallel]]:
    own = list(refs)
    seen = set(own)
    for ref in own:
        for parallel in library.parallels(ref):
            if parallel.ref not in seen:
                seen.add(parallel.ref)
                yield ref, parallel


def parallel_reply(ref: str, parallel: Parallel, library: Library) -> ParallelReply:
    """One parallel of ``ref``. The note on two phases is told of two clauses only where it rests on both."""
    pair = parallel.pair
    clause = library.canon.clauses.get(parallel.ref)
    numbers = [int(number) for number in parallel.ref.split(".")[:2]]
    chapter = library.canon.chapters[numbers[0]]
    phase = library.canon.phase(numbers[0], numbers[1]) if len(numbers) > 1 else None
    told = pair.note_zh and (clause is None or {ref, parallel.ref} <= set(pair.basis))
    note = NamesReply(zh_hant=pair.note_zh, zh_hans=simplified(pair.note_zh), en=pair.note_en) if told else None
    return ParallelReply(
        ref=parallel.ref,
        url=read_url(parallel.ref),
        of=ref,
        chapter=PlaceReply(ref=str(chapter.number), number=chapter.number, names=names_of(chapter)),
        phase=PlaceReply(ref=phase.ref, number=phase.number, names=names_of(phase)) if phase else None,
        kind=pair.kind.value,
        similarity=parallel.similarity,
        note=note,
        basis=list(pair.basis) if told else [],
        text=clause.text if clause else None,
    )
