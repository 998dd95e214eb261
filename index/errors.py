"""Errors of the index, in the one tree of ``corpus.errors``."""

from __future__ import annotations

from corpus.errors import WenliError


class ModelUnavailable(WenliError):
    """The embedding model cannot be had or cannot be read (``model``, ``reason``)."""

    def __init__(self, model: str, reason: str) -> None:
        self.model = model
        self.reason = reason
        super().__init__(f"The embedding model “{model}” cannot be loaded: {reason}")


class IndexMismatch(WenliError):
    """The index on disk does not belong to this library or this model (``differences``: what differs).

    >>> str(IndexMismatch(("dimension: the index has 384, the model gives 512",)))
    'The index cannot be used: dimension: the index has 384, the model gives 512. Run `wenli build`.'
    """

    def __init__(self, differences: tuple[str, ...]) -> None:
        self.differences = differences
        super().__init__(f"The index cannot be used: {'; '.join(differences)}. Run `wenli build`.")
