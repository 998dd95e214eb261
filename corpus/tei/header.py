"""The TEI header: what a file is, where its texts come from, under which licence, and how it is encoded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from corpus.apparatus.apparatus import books
from corpus.canon import Chapter
from corpus.library import Library
from corpus.model import Layer
from corpus.tei.entries import Printed
from corpus.tei.names import EDITIONS, ID, LANG, WENLI, E, speaker_id, witness_id
from corpus.texts import Work

CC_BY = "https://creativecommons.org/licenses/by/4.0/"
LANGUAGES = {
    "lzh": "Classical Chinese",
    "lzh-Hant": "Classical Chinese, in traditional script",
    "lzh-Hans": "Classical Chinese, in simplified script",
    "zh-Hant": "modern Chinese, in traditional script",
    "zh-Hans": "modern Chinese, in simplified script",
    "zh-Latn-pinyin": "Chinese in the Pinyin romanisation",
    "en": "English",
}


def file_description(
    title: tuple[str, str],
    library: Library,
    chapter: Chapter,
    texts: Sequence[Printed],
    lists: Iterable[etree._Element],
) -> etree._Element:
    """``fileDesc``: titles in Chinese and English, who is responsible, the licence, and the sources."""
    statement = E.titleStmt(E.title(title[0], {LANG: "zh-Hant"}), E.title(title[1], {LANG: "en"}))
    statement.append(_responsible(WENLI, "punctuation, clause numbers, apparatus, renderings", ("問禮", "Wenli")))
    for slug in dict.fromkeys(entry.commentator for one in texts for entry in one.entries if entry.commentator):
        known = library.commentators.get(slug)
        names = (known.name_hant, known.name_en) if known else (_anonymous(slug), slug)
        statement.append(_responsible(speaker_id(slug), "commentary", names))
    works = [library.works[one.witness] for one in texts]
    return E.fileDesc(
        statement,
        E.publicationStmt(
            E.publisher("Wenli 問禮"),
            E.idno(f"urn:cts:yili:jing.p{chapter.number:02}", {"type": "URN"}),
            E.availability(
                E.licence(
                    "The texts of the witnesses are in the public domain. What Wenli adds (punctuation of the edition, "
                    "clause numbers, apparatus, renderings, glossary) is under CC BY 4.0.",
                    {"target": CC_BY},
                )
            ),
        ),
        E.sourceDesc(E.listWit({"n": "held"}, *map(_witness, works)), *lists),
    )


def reported(parties: dict[str, str]) -> etree._Element | None:
    """The list of those whose readings are only reported; None where there are none."""
    found = E.listWit({"n": "reported"})
    found.extend(E.witness(name, {ID: identifier}) for name, identifier in parties.items())
    found.append(E.witness("editions that are not held; notes of type evidence name them", {ID: EDITIONS}))
    return found


def collators(names: Sequence[str]) -> etree._Element | None:
    """The books, not held, whose remarks are quoted by page; None where there are none."""
    if not names:
        return None
    known = books()
    return E.listBibl(
        *(
            E.bibl(
                {"n": name},
                E.author(known[name].commentator),
                E.title(known[name].title_hant, {LANG: "zh-Hant"}),
                E.title(known[name].title_en, {LANG: "en"}),
            )
            for name in names
        )
    )


def encoding(texts: Sequence[Printed], library: Library, references: Iterable[etree._Element]) -> etree._Element:
    """``encodingDesc``: how the texts are encoded, what the prefixes in pointers mean, and how passages are cited."""
    prefixes = [
        E.prefixDef(
            {
                "ident": one.witness,
                "matchPattern": "([0-9]+)-([0-9]+)",
                "replacementPattern": f"{_file(library.works[one.witness])}#char=$1,$2",
            },
            E.p(f"Code points of the source file of {one.witness}, end-exclusive."),
        )
        for one in texts
    ]
    prefixes.append(
        E.prefixDef(
            {"ident": "page", "matchPattern": "(.+)", "replacementPattern": "#$1"},
            E.p("A page of an edition, named as Kanripo names it."),
        )
    )
    return E.encodingDesc(
        E.projectDesc(E.p("Wenli answers questions about the 儀禮 by quoting it; this is what it quotes from.")),
        E.editorialDecl(
            E.correction({"status": "unknown"}, E.p("Misprints and gaps of the sources are kept, not mended.")),
            E.segmentation(
                E.p(
                    "Phases follow 張爾岐's division. A clause is the smallest stretch of base text that any "
                    "commentary attaches to; n of ab and note is its reference."
                )
            ),
            E.punctuation(E.p("Of the edition Wenli's own; of each witness as its source has it.")),
        ),
        E.classDecl(
            E.taxonomy(
                {ID: "standing"},
                E.category({ID: "standing.shared"}, E.catDesc("a reading that editions share", {LANG: "en"})),
                E.category({ID: "standing.slip"}, E.catDesc("a slip of this witness", {LANG: "en"})),
                E.category({ID: "standing.error"}, E.catDesc("an error that editions share", {LANG: "en"})),
            )
        ),
        E.listPrefixDef(*prefixes),
        *references,
    )


def languages(used: Iterable[str]) -> etree._Element:
    """``langUsage`` with the languages that are used."""
    return E.langUsage(*(E.language(LANGUAGES[name], {"ident": name}) for name in LANGUAGES if name in set(used)))


def _responsible(identifier: str, what: str, names: tuple[str, str]) -> etree._Element:
    chinese, english = names
    return E.respStmt(
        {ID: identifier}, E.resp(what, {LANG: "en"}), E.name(chinese, {LANG: "zh-Hant"}), E.name(english, {LANG: "en"})
    )


def _anonymous(slug: str) -> str:
    """Whoever is not named speaks by the name of the layer."""
    return next((layer.zh for layer in Layer if layer.value == slug), slug)


def _witness(work: Work) -> etree._Element:
    """A source: what it is, of which edition, under which licence, and which file it was read from."""
    title = E.title(work.title, {LANG: "zh-Hant"})
    bibl = E.bibl(title, E.title(work.label_en, {LANG: "en"}))
    bibl.extend(E.author(name, {LANG: "zh-Hant"}) for name in ([work.author] if work.author else []))
    bibl.append(E.edition(work.edition))
    if work.series:
        bibl.append(E.series(E.title(work.series, {LANG: "zh-Hant"})))
    bibl.append(E.idno(work.sha256, {"type": "sha256"}))
    bibl.append(E.note(work.licence, {"type": "licence"}))
    bibl.append(E.note(work.provenance, {"type": "provenance"}))
    return E.witness({ID: witness_id(work.witness), "n": work.witness}, bibl)


def _file(work: Work) -> str:
    return work.provenance.partition(";")[0].strip().replace(" ", "%20")
