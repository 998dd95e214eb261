"""What the pages show of a passage: laid out clause by clause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.rites.data import NoteKind, NoteRendering, Rendering
from service.ask.speakers import author
from service.contract.parallel_wire import parallel_replies
from service.contract.reply_parts import NamesReply
from service.rites.words import Words
from service.texts.aid import simplified
from service.texts.language import Lang
from service.texts.passage import Passage, comment_ref, label
from service.web.side_by_side import Piece, ShownPlace, marked, shown


@dataclass(frozen=True)
class Printed:
    """One witness's wording: where it is printed, what it says, and in which script (``zh-Hant``, ``zh-Hans``)."""

    witness: str
    label: str
    pieces: tuple[Piece, ...]
    script: str

    @property
    def text(self) -> str:
        """The whole wording."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class Comment:
    """A comment in every witness that prints it: ``ref`` names it, ``anchor`` is its place on the page (``zheng.1``).

    ``rendering`` is Wenli's, "" where there is none; ``summary`` says that it gives the comment in one sentence.
    ``places`` are where other editions have another sense.
    """

    ref: str
    anchor: str
    layer: Layer
    speaker: str
    through: str
    printed: tuple[Printed, ...]
    rendering: str
    summary: bool
    places: tuple[ShownPlace, ...] = ()


@dataclass(frozen=True)
class Beside:
    """What corresponds elsewhere: where, in which chapter and phase, how, its text ("" of a phase), what differs."""

    ref: str
    chapter: str
    phase: str
    kind: str
    text: str
    note: str


@dataclass(frozen=True)
class Section:
    """A clause with everything on it; ``reading`` is the punctuated text of the canon.

    ``places`` are where its witnesses differ. ``rendering`` and ``steps``, a line each, are Wenli's, in the reader's
    language, and empty where none are written.
    """

    ref: str
    reading: str
    rendering: str
    steps: tuple[str, ...]
    printed: tuple[Printed, ...]
    places: tuple[ShownPlace, ...]
    comments: tuple[Comment, ...]
    parallels: tuple[Beside, ...] = ()


def rendered(rendering: Rendering | NoteRendering | None, lang: Lang) -> str:
    """A rendering in the reader's language; "" where there is none."""
    if rendering is None or lang == "en":
        return rendering.en if rendering else ""
    return rendering.zh if lang == "zh-Hant" else simplified(rendering.zh)


def sections(passage: Passage, library: Library, words: Words, lang: Lang) -> list[Section]:
    """The clauses of a passage in order; for the head of a chapter one section without a text."""
    single = len(passage.clauses) <= 1
    places = passage.clauses or (str(passage.chapter.number),)
    found = []
    for place in places:
        clause, prefix = library.canon.clauses.get(place), "" if single else f"{place}-"
        own = [u for u in passage.commentary if _place(u, places) == place]
        found.append(
            Section(
                ref=place,
                reading=clause.text if clause else "",
                rendering=rendered(library.rites.renderings.get(place), lang),
                steps=tuple(words.line(step, lang) for step in library.rites.steps.get(place, ())),
                printed=_beside([u for u in passage.base if u.ref == place], library, lang, prefix),
                places=shown(library.apparatus.at(place), library, lang, prefix),
                comments=comments(own, library, lang, prefix),
                parallels=beside([place], library, lang) if clause else (),
            )
        )
    return found


def beside(refs: Iterable[str], library: Library, lang: Lang) -> tuple[Beside, ...]:
    """The parallels of some references in the reader's language."""
    return tuple(
        Beside(
            one.ref,
            _in(one.chapter.names, lang),
            _in(one.phase.names, lang) if one.phase else "",
            one.kind,
            one.text or "",
            _in(one.note, lang) if one.note else "",
        )
        for one in parallel_replies(refs, library)
    )


def _in(names: NamesReply, lang: Lang) -> str:
    return {"zh-Hant": names.zh_hant, "zh-Hans": names.zh_hans, "en": names.en}[lang]


def _place(unit: Unit, places: tuple[str, ...]) -> str:
    """A comment on a run that began before the passage stands at the passage's first clause."""
    return unit.base_ref if unit.base_ref in places else places[0]


def _beside(units: list[Unit], library: Library, lang: Lang, prefix: str) -> tuple[Printed, ...]:
    """The witnesses of one clause, each with what differs marked."""
    marks = {u.witness: marked(u, library.apparatus.at(u.ref), prefix) for u in units}
    return tuple(replace(p, pieces=marks[p.witness]) for p in _printed(units, library, lang, prefix))


def comments(units: Iterable[Unit], library: Library, lang: Lang, prefix: str = "") -> tuple[Comment, ...]:
    """Comment units put together: pieces joined, witnesses side by side."""
    grouped: dict[str, list[Unit]] = {}
    for unit in units:
        grouped.setdefault(comment_ref(unit), []).append(unit)
    notes = library.rites.notes
    return tuple(
        Comment(
            ref=ref,
            anchor=prefix + ref.partition("#")[2],
            layer=own[0].layer,
            speaker=author(own[0].commentator, library, lang),
            through=own[0].through,
            printed=_printed(own, library, lang, prefix),
            rendering=rendered(notes.get(ref), lang),
            summary=ref in notes and notes[ref].kind is NoteKind.SUMMARY,
            places=shown(library.apparatus.on(ref), library, lang, f"{prefix}{ref.partition('#')[2]}-"),
        )
        for ref, own in grouped.items()
    )


def _printed(units: Iterable[Unit], library: Library, lang: Lang, prefix: str = "") -> tuple[Printed, ...]:
    """One entry a witness; a piece has its anchor in the first witness that prints it, for ids stand once a page."""
    texts: dict[str, list[Unit]] = {}
    for unit in units:
        texts.setdefault(unit.witness, []).append(unit)
    anchored: set[str] = set()
    found = []
    for witness, own in texts.items():
        pieces = []
        for unit in own:
            several = unit.ref != comment_ref(unit) and unit.ref not in anchored
            anchored.add(unit.ref)
            pieces.append(Piece(unit.text, prefix + unit.ref.partition("#")[2] if several else ""))
        found.append(Printed(witness, label(own[0], library, lang), tuple(pieces), script_of(witness, library)))
    return tuple(found)


def script_of(witness: str, library: Library) -> str:
    """The language tag of a witness's script, which chooses the right forms of characters."""
    return f"zh-{library.works[witness].script}"
