"""What a document may hold and cost, whatever its size: what is small can unfold, what is short can be intricate."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from service.problems import DocumentUnreadable

MARKS = 1_500_000
"""Tags and attributes, each of which takes some 150 bytes once it is read; a book of 500 pages in Word has half."""
PARAGRAPHS = 100_000
PIECES = 1_000_000
"""Runs, breaks and the like that are gone through."""
CHARACTERS = 4_000_000
SECONDS = 15.0


def count_marks(markup: Iterable[bytes]) -> None:
    """DocumentUnreadable where there are too many; looked at before anything is parsed."""
    if sum(part.count(b"<") + part.count(b"=") for part in markup) > MARKS:
        raise DocumentUnreadable(f"The document has more than {MARKS:,} tags and attributes.")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of a document that is made of them; ``set_off`` where its style says that it is a quotation."""

    text: str
    set_off: bool = False


class Meter:
    """Counts what is read of one document; DocumentUnreadable where it is too much of anything.

    Example: ``Meter().bounded(paragraphs)`` goes through paragraphs as long as they are not too many.
    """

    def __init__(self) -> None:
        self._until = time.monotonic() + SECONDS
        self._pieces = 0

    def piece(self) -> None:
        """One more piece of a paragraph."""
        self._pieces += 1
        if self._pieces > PIECES:
            raise DocumentUnreadable(f"The document has more than {PIECES:,} runs.")
        if self._pieces % 1000 == 0 and time.monotonic() > self._until:
            raise DocumentUnreadable(f"The document takes longer than {SECONDS:.0f} seconds to read.")

    def bounded(self, paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
        """The same paragraphs."""
        characters = 0
        for count, paragraph in enumerate(paragraphs, 1):
            self.piece()
            characters += len(paragraph.text)
            if count > PARAGRAPHS:
                raise DocumentUnreadable(f"The document has more than {PARAGRAPHS:,} paragraphs.")
            if characters > CHARACTERS:
                raise DocumentUnreadable(f"The document has more than {CHARACTERS:,} characters.")
            yield paragraph
