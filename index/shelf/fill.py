"""Bringing a store up to date with the editions added: words at once, then vectors, bit by bit.

update(store, shelf.passages)                   True where anything changed; found by words from now on
encode(store, encoder, progress)                what still lacks vectors; killed at any moment, it goes on there
"""

from __future__ import annotations

from collections.abc import Sequence

from corpus.editions.passages import PagePassage
from index.encoder import Encoder, Progress
from index.shelf.contract import Store

CHECKPOINT = 128
"""Texts encoded between two writings: what is lost at most when the command is killed, some seconds' work."""


def update(store: Store, passages: Sequence[PagePassage], progress: Progress | None = None) -> bool:
    """Put the editions that are new or changed, drop those that are gone; whether there were any.

    ``progress`` is called with the number of passages put and to put.
    """
    editions: dict[str, list[PagePassage]] = {}
    for passage in passages:
        editions.setdefault(passage.edition, []).append(passage)
    changed = False
    for name in store.held().keys() - editions.keys():
        store.drop(name)
        changed = True
    done = 0
    for name, own in editions.items():
        changed = store.put(name, own) or changed
        done += len(own)
        if progress:
            progress(done, len(passages))
    return changed


def encode(store: Store, encoder: Encoder, progress: Progress | None = None) -> int:
    """Give every text its vector; how many were encoded. Each :data:`CHECKPOINT` stands once it is written.

    ``progress`` is called with the number of passages that have vectors and of all.
    """
    done = 0
    while texts := store.lacking(CHECKPOINT):
        store.fill(texts, encoder.encode_passages(texts))
        done += len(texts)
        if progress:
            counts = store.counts()
            progress(counts.vectors, counts.passages)
    store.settle()
    return done
