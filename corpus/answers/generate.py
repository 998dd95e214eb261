"""Rows of the book that follow from the data there is: what a passage says, what a word means, what comes next, who
takes part, how two rites differ.

They are made when the library is loaded, from renderings, glossary, phases, steps and parallels, so
that a correction there is a correction of the answer. What does not read as if written is written by hand instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import combining, normalize

from corpus.answers.book import Evidence, Row
from corpus.canon import Canon, Chapter, Phase
from corpus.model import Unit
from corpus.rites.data import NoteKind, Rites, StepKind
from corpus.rites.glossary import Glossary
from corpus.rites.parallels import Parallels

_ENDS = "，。；：、？！"
_LONGEST = 60
"""Han characters of a phrase quoted as evidence of a definition."""
_SPEAKS = {"zheng": ("鄭玄", "Zheng Xuan"), "jia": ("賈公彥", "Jia Gongyan"), "lu": ("陸德明", "Lu Deming")}
_NOTED = re.compile(r"(?P<base>[\d.a-z]+)#(?P<who>[a-z]+)\.(?P<n>\d+)")


@dataclass(frozen=True)
class Sources:
    """What rows are made from; ``texts`` has the units of a reference, those in traditional script first."""

    canon: Canon
    rites: Rites
    glossary: Glossary
    pairs: Parallels
    texts: dict[str, tuple[Unit, ...]]


def generated(sources: Sources) -> Iterator[Row]:
    """All generated rows; ids are those of what they are made from."""
    yield from _clauses(sources)
    yield from _notes(sources)
    yield from _terms(sources)
    yield from _order(sources)
    yield from _people(sources)
    yield from _parallels(sources)


def _row(  # noqa: PLR0917 - the cells of a row
    id: str, type: str, zh: str, en: str, evidence: Sequence[Evidence], asks: tuple[list[str], list[str]]
) -> Row:
    return Row(id, type, zh, en, tuple(evidence), tuple(asks[0]), tuple(asks[1]), "generated", "generated")


def _whole(sources: Sources, ref: str) -> list[Evidence]:
    """The whole of a passage, or its beginning up to a mark where it is long."""
    units = sources.texts.get(ref, ())
    if not units:
        return []
    text = units[0].text
    if len(text) > 2 * _LONGEST:
        cut = max(text.rfind(mark, 0, 2 * _LONGEST) for mark in _ENDS + ",;")
        text = text[: cut + 1] if cut > 0 else text[: 2 * _LONGEST]
    return [Evidence(units[0].ref if "#" in ref else ref, text)]


def _clauses(sources: Sources) -> Iterator[Row]:
    """What a clause says, for whoever has its words and not their meaning."""
    for chapter in sources.canon.held:
        for clause in chapter.clauses:
            rendering = sources.rites.renderings.get(clause.ref)
            evidence = _whole(sources, clause.ref)
            if not rendering or not evidence:
                continue
            name = _name(chapter)
            words = clause.text.strip("「」『』" + _ENDS)
            first = re.split(f"[{_ENDS}]", words)[0]
            yield _row(
                f"{clause.ref}-says",
                "what",
                f"{name[0]}的原文說：{_ended(_plain(rendering.zh), '。')}",
                f"The text of the {name[1]} says: {_ended(rendering.en, '.')}",
                evidence,
                (
                    [f"{words}是什麼意思", f"請把「{words}」翻成白話"],
                    [f"What does {words} mean?", f"translate {first} ({name[1]})"],
                ),
            )


def _notes(sources: Sources) -> Iterator[Row]:
    """What a note of 鄭玄 says."""
    for ref, note in sources.rites.notes.items():
        match = _NOTED.fullmatch(ref)
        evidence = _whole(sources, ref)
        if not match or match["who"] != "zheng" or note.kind is not NoteKind.RENDERING or not evidence:
            continue
        clause = sources.canon.clauses.get(match["base"])
        if clause is None:
            continue
        words = clause.text.strip("「」『』" + _ENDS)
        chapter = sources.canon.chapters[int(match["base"].split(".")[0])]
        yield _row(
            f"{match['base']}-zheng-{match['n']}",
            "commentator",
            f"鄭玄注說：{_plain(note.zh)}",
            f"Zheng Xuan’s note says: {note.en}",
            evidence,
            (
                [f"鄭玄怎麼注「{words}」", f"{_name(chapter)[0]}「{words}」鄭注的意思"],
                [f"What does Zheng Xuan say on {words}?", f"Zheng Xuan note {words} {_name(chapter)[1]}"],
            ),
        )


def _terms(sources: Sources) -> Iterator[Row]:
    """What a word of the glossary means."""
    seen: dict[str, int] = {}
    for entry in sources.glossary.entries:
        evidence = [piece for ref in entry.basis for piece in _around(sources, ref, entry.term)][:2]
        if not evidence:
            continue
        plain = _bare(entry.pinyin)
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "term"
        seen[slug] = seen.get(slug, 0) + 1
        number = f"-{seen[slug]}" if seen[slug] > 1 else ""
        today = [name for name in entry.zh.split("；") if name != entry.term]
        fits = today and len(today[0]) < 12 and not entry.definition_zh.startswith(today[0])
        also = f"，今天可以叫{today[0]}" if fits else ""
        english = entry.en[:1].upper() + entry.en[1:]
        yield _row(
            f"all-{entry.kind}-{slug}{number}",
            "term",
            f"{entry.term}（{entry.pinyin}）{also}：{_plain(entry.definition_zh)}",
            f"{english} ({entry.term}, {entry.pinyin}): {entry.definition}",
            evidence,
            (
                [f"{entry.term}是什麼意思", f"什麼是{entry.term}", *(f"{name}是什麼" for name in today[:1])],
                [f"What is the {entry.en}?", f"What does {plain} mean?", f"{entry.term} meaning in English"],
            ),
        )


def _order(sources: Sources) -> Iterator[Row]:
    """What comes after a phase, and before it."""
    for chapter in sources.canon.held:
        name = _name(chapter)
        main = [phase for phase in chapter.phases if phase.layer.value == "jing"]
        for one, other in pairwise(main):
            for about, told, zh, en in ((one, other, "之後", "after"), (other, one, "之前", "before")):
                first = (told.clauses[0] if zh == "之後" else told.clauses[-1]).ref
                rendering, evidence = sources.rites.renderings.get(first), _whole(sources, first)
                if not rendering or not evidence:
                    continue
                how_zh, how_en = ("開始時", "begins") if en == "after" else ("最後", "ends")
                right = "right " if en == "after" else ""
                yield _row(
                    f"{about.ref}-{en}",
                    "sequence",
                    f"{name[0]}裡，〈{about.name_hant}〉{zh}是〈{told.name_hant}〉這一節，{how_zh}："
                    f"{_ended(_plain(rendering.zh), '。')}",
                    f"In the {name[1]}, “{told.name_en}” comes {right}{en} “{about.name_en}”. "
                    f"It {how_en} with this: {_ended(rendering.en, '.')}",
                    evidence,
                    (
                        [
                            f"{name[0]}{about.name_hant}{zh}是什麼",
                            f"「{about.name_hant}」{zh}做什麼？",
                            f"{about.name_hant}{'接下來做什麼' if en == 'after' else '前一步是什麼'}",
                        ],
                        [
                            f"What comes {en} {about.name_en} in the {name[1]}?",
                            f"What happens {en} “{about.name_en}”?",
                            f"{about.name_en}, what happens {'next' if en == 'after' else 'before'}",
                        ],
                    ),
                )


def _people(sources: Sources) -> Iterator[Row]:
    """Who takes part in a phase, as the steps name them."""
    for chapter in sources.canon.held:
        name = _name(chapter)
        for phase in chapter.phases:
            where: dict[str, str] = {}
            for clause in phase.clauses:
                for step in sources.rites.steps.get(clause.ref, ()):
                    if step.kind is StepKind.ACT:
                        for person in step.actor:
                            where.setdefault(person, clause.ref)
            known = {p: e for p in where if (e := next(iter(sources.glossary.find(p, "role")), None))}
            if len(known) < 2:
                continue
            refs = list(dict.fromkeys(where[p] for p in known))[:4]
            people = [p for p in known if where[p] in refs]
            evidence = [piece for ref in refs for piece in _whole(sources, ref)]
            listed = _listed([f"{_definite(known[p].en)} ({p})" for p in people])
            yield _row(
                f"{phase.ref}-actors",
                "who",
                f"{name[0]}〈{phase.name_hant}〉這一節裡，行事的有{'、'.join(people)}。",
                f"In “{phase.name_en}” of the {name[1]}, those who act are {listed}.",
                evidence,
                (
                    [f"{name[0]}{phase.name_hant}有哪些人參加", f"{phase.name_hant}這一節誰出場"],
                    [f"Who takes part in {phase.name_en} ({name[1]})?", f"{phase.name_en}: people involved"],
                ),
            )


def _parallels(sources: Sources) -> Iterator[Row]:
    """How two phases, or two rites, that correspond differ."""
    for pair in sources.pairs.pairs:
        evidence = [piece for ref in pair.basis for piece in _whole(sources, ref)][:4]
        if not pair.note_zh or not evidence:
            continue
        (left_zh, left_en), (right_zh, right_en) = (_called(sources, ref) for ref in (pair.left, pair.right))
        yield _row(
            f"{pair.left}-against-{pair.right.replace('.', '-')}",
            "compare",
            pair.note_zh,
            pair.note_en,
            evidence,
            (
                [f"{left_zh}和{right_zh}有什麼不同", f"{right_zh}跟{left_zh}一樣嗎"],
                [f"How does {left_en} differ from {right_en}?", f"compare {right_en} with {left_en}"],
            ),
        )


def _definite(name: str) -> str:
    """A name of persons with its article, where it has none: “the host”, “he who is pledged”."""
    return name if name.startswith(("the ", "he ", "those ", "one ", "two ", "a ")) else f"the {name}"


def _called(sources: Sources, ref: str) -> tuple[str, str]:
    """A chapter or phase by name: 鄉射禮的〈三耦射〉."""
    number, _, phase = ref.partition(".")
    chapter = sources.canon.chapters[int(number)]
    zh, en = _name(chapter)
    found: Phase | None = next((p for p in chapter.phases if p.ref == ref), None) if phase else None
    return (f"{zh}的{found.name_hant}", f"“{found.name_en}” in the {en}") if found else (zh, f"the {en}")


def _around(sources: Sources, ref: str, term: str) -> list[Evidence]:
    """The phrase of a passage in which a term stands; nothing where it does not stand there in these characters."""
    for unit in sources.texts.get(ref, ()):
        at = unit.text.find(term)
        if at < 0:
            continue
        if len(unit.text) <= _LONGEST:
            return [Evidence(unit.ref, unit.text)]
        start = max((unit.text.rfind(mark, 0, at) for mark in _ENDS + ",;"), default=-1) + 1
        ends = [found for mark in _ENDS + ",;" if (found := unit.text.find(mark, at)) >= 0]
        end = min(ends, default=len(unit.text))
        if end - start > _LONGEST:
            start, end = max(0, at - _LONGEST // 3), min(len(unit.text), at + 2 * _LONGEST // 3)
        return [Evidence(unit.ref, unit.text[start:end])]
    return []


def _name(chapter: Chapter) -> tuple[str, str]:
    return chapter.name_hant, chapter.name_en.removesuffix(" Ceremony")


def _plain(text: str) -> str:
    """Words in quotation marks would be quotations of the text: a rendering carries none."""
    return re.sub("[「」『』“”]", "", text)


def _ended(text: str, mark: str) -> str:
    """A rendering whose clause goes on in the next one, with a full stop."""
    bare = text.rstrip("，、；：,;: ")
    return bare if bare.endswith(("。", "！", "？", ".", "!", "?", "”", "」", "]")) else bare + mark


def _bare(pinyin: str) -> str:
    return "".join(c for c in normalize("NFKD", pinyin) if not combining(c)).lower()


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
