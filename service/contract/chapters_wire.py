"""The table of contents: seventeen chapters, which are held, in what witnesses, with what commentary, what lacks."""

from __future__ import annotations

from itertools import groupby

from corpus.canon import Chapter, Phase
from corpus.library import Library
from corpus.model import Layer, Unit
from service.contract.replies import ChapterReply, ChaptersReply, CommentaryReply, PhaseReply, WitnessReply
from service.contract.reply_parts import names_of
from service.texts.passage import comment_ref


def chapters_reply(library: Library) -> ChaptersReply:
    """The reply of /v1/chapters; everything in it is counted from the texts held."""
    by_chapter: dict[int, list[Unit]] = {}
    for unit in library.units:
        by_chapter.setdefault(unit.chapter, []).append(unit)
    return ChaptersReply(
        chapters=[_chapter(c, by_chapter.get(c.number, []), library) for c in library.canon.chapters.values()]
    )


def _chapter(chapter: Chapter, units: list[Unit], library: Library) -> ChapterReply:
    silent = [phase.number for phase in chapter.phases if not _commented(phase, library)]
    return ChapterReply(
        number=chapter.number,
        names=names_of(chapter),
        pinyin=chapter.name_pinyin,
        held=bool(chapter.phases),
        provisional=chapter.number in library.provisional,
        phases=[_phase(phase, phase.number not in silent) for phase in chapter.phases],
        witnesses=_witnesses(units, library),
        commentary=_commentaries(units),
        without_commentary=silent,
        note=_note(chapter, silent),
    )


def _commented(phase: Phase, library: Library) -> bool:
    return any(not unit.layer.is_modern for clause in phase.clauses for unit in library.commentary(clause.ref))


def _phase(phase: Phase, commented: bool) -> PhaseReply:
    return PhaseReply(
        ref=phase.ref,
        number=phase.number,
        names=names_of(phase),
        layer=phase.layer.zh,
        stage=phase.stage,
        clauses=len(phase.clauses),
        commented=commented,
    )


def _witnesses(units: list[Unit], library: Library) -> list[WitnessReply]:
    found = []
    for witness in dict.fromkeys(unit.witness for unit in units):
        work = library.works[witness]
        present = {unit.layer for unit in units if unit.witness == witness}
        found.append(
            WitnessReply(
                witness=witness,
                label=work.label_hant,
                label_en=work.label_en,
                title=work.title,
                author=work.author,
                dynasty=work.dynasty,
                edition=work.edition,
                script=work.script,
                licence=work.licence,
                layers=[layer.zh for layer in Layer if layer in present],
            )
        )
    return found


def _commentaries(units: list[Unit]) -> list[CommentaryReply]:
    """One entry for each speaker in each layer; a comment counts once, however many witnesses print it."""
    grouped: dict[tuple[Layer, str | None], list[Unit]] = {}
    for unit in units:
        if not unit.layer.is_base:
            grouped.setdefault((unit.layer, unit.commentator), []).append(unit)
    return [
        CommentaryReply(
            layer=layer.zh,
            commentator=commentator,
            witnesses=list(dict.fromkeys(unit.witness for unit in own)),
            comments=len({comment_ref(unit) for unit in own}),
        )
        for (layer, commentator), own in grouped.items()
    ]


def _note(chapter: Chapter, silent: list[int]) -> str:
    """What a reader should not look for in vain."""
    if not chapter.phases:
        return "The text of this chapter is not held."
    if len(silent) == len(chapter.phases):
        return f"No ancient commentary on {chapter.name_hant} is held in these sources."
    if silent:
        return f"No ancient commentary on phases {runs(silent)} of {chapter.name_hant} is held in these sources."
    return ""


def runs(numbers: list[int]) -> str:
    """Sorted numbers as runs: ``runs([3, 28, 29, 30]) == "3, 28–30"``."""
    found = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        own = [number for _, number in group]
        found.append(str(own[0]) if len(own) == 1 else f"{own[0]}–{own[-1]}")
    return ", ".join(found)
