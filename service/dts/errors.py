"""What the DTS endpoints do not find."""

from __future__ import annotations

from corpus.errors import WenliError


class TextUnknown(WenliError):
    """Nothing is held under this name; the message says of what kind and what there is instead."""
