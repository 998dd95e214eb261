"""From the editions added to the replies of the contract; nothing is decided here."""

from __future__ import annotations

from corpus.editions.passages import leaves_of
from corpus.errors import PageUnknown
from corpus.library import Library
from corpus.model import chapter_of
from service.contract.replies import EditionPageReply, EditionReply, EditionsReply
from service.contract.reply_parts import LinkReply
from service.editions.opening import Editions
from service.texts.passage import page_url


def editions_reply(editions: Editions | None, library: Library) -> EditionsReply:
    """The reply of /v1/editions."""
    if editions is None:
        return EditionsReply(editions=[], division="", provisional=[], passages=0, vectors=0)
    counts = editions.counts()
    return EditionsReply(
        editions=[
            EditionReply(
                name=pack.name,
                witness=pack.witness,
                title=pack.title,
                edition=pack.edition,
                pages=pack.pages,
                characters=pack.characters,
                chapters=list(library.works[pack.witness].chapters),
            )
            for pack in editions.shelf.packs
        ],
        division=editions.shelf.division,
        provisional=sorted(library.provisional),
        passages=counts.passages,
        vectors=counts.vectors,
    )


def edition_page(editions: Editions | None, library: Library, page: str) -> EditionPageReply:
    """The reply of /v1/editions/{page}; PageUnknown where no edition has it."""
    name = page.partition("_")[0]
    edition = editions.shelf.edition(name) if editions else None
    large, small = leaves_of(edition, page) if edition else (None, None)
    either = large or small
    if edition is None or either is None:
        raise PageUnknown(page, library.leaves.volumes)
    pages = list(dict.fromkeys(leaf.ref for leaf in edition.pages))
    at = pages.index(page)
    clauses = library.leaves.clauses(page)
    return EditionPageReply(
        page=page,
        url=page_url(page),
        label=f"{library.works[name.lower()].label_hant}{either.juan}，{page}",
        witness=name.lower(),
        juan=either.juan,
        chapter=library.canon.chapters[either.chapter].name_hant if either.chapter else "",
        text=large.text if large else "",
        notes=small.text if small else "",
        clauses=list(clauses),
        provisional=any(chapter_of(ref) in library.provisional for ref in clauses),
        previous=_link(pages[at - 1]) if at else None,
        next=_link(pages[at + 1]) if at + 1 < len(pages) else None,
    )


def _link(page: str) -> LinkReply:
    return LinkReply(ref=page, url=page_url(page))
