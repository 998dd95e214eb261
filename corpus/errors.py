"""One tree of errors. Each class carries what a caller needs to explain it; HTTP statuses live in the service."""

MOST_VOLUMES = 12
"""Volumes named one by one in an error; of more, only the works are."""


class WenliError(Exception):
    """Anything Wenli raises on purpose. ``str(error)`` is a sentence a person understands."""


class CorpusError(WenliError):
    """The corpus data on disk break a rule; the message names the file and the line."""


class ReferenceMalformed(WenliError):
    """The text is not a reference in any form that is understood (``text``)."""

    def __init__(self, text: str, suggestions: tuple[str, ...] = ()) -> None:
        self.text = text
        self.suggestions = suggestions
        near = f" Nearest: {', '.join(suggestions)}." if suggestions else ""
        super().__init__(f"“{text}” is not a reference such as 5.21.3 or 鄉射禮 21.3.{near}")


class ReferenceUnknown(WenliError):
    """The reference is well formed, but nothing stands there."""

    def __init__(self, reference: str, suggestions: tuple[str, ...] = ()) -> None:
        self.reference = reference
        self.suggestions = suggestions
        near = f" Nearest: {', '.join(suggestions)}." if suggestions else ""
        super().__init__(f"Nothing is held at {reference}.{near}")


class PageUnknown(ReferenceUnknown):
    """No such page is held (``volumes``: those that pages are held of)."""

    def __init__(self, reference: str, volumes: tuple[str, ...], suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(reference, suggestions)
        self.volumes = volumes
        names = volumes if len(volumes) <= MOST_VOLUMES else tuple(dict.fromkeys(v.partition("_")[0] for v in volumes))
        held = f" Pages are held of {', '.join(names)}." if volumes else " No source held has pages."
        self.args = (f"{self.args[0]}{held}",)


class ReferenceAmbiguous(WenliError):
    """The text can be read as several references (``readings``)."""

    def __init__(self, text: str, readings: tuple[str, ...]) -> None:
        self.text = text
        self.readings = readings
        super().__init__(f"“{text}” can mean {', '.join(readings)}.")
