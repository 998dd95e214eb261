"""The names in use for chapters and speakers: what references are written with. The tables in ``canon`` list them."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.model import Layer
from corpus.people import chapter_names, commentators
from corpus.script import simplified


def _both(names: Iterable[str]) -> tuple[str, ...]:
    """Names in traditional script, each with its simplified form where that is another."""
    return tuple(dict.fromkeys(form for name in names for form in (name, simplified(name))))


CHAPTERS = {
    number: _both((names.name_hant, names.name_pinyin.replace(" ", "").lower(), *names.written))
    for number, names in chapter_names().items()
}
"""Number → full traditional and simplified name, pinyin in one word, and the short names in use; of the chapters held
the English names too. Latin names stand here without blanks, which writers set as they like."""

SPEAKERS = {
    **{slug: (person.layer, *_both(person.written)) for slug, person in commentators().items()},
    **{layer.value: (layer.value, *_both(layer.written)) for layer in Layer if layer.written},
}
"""Slug of a commentator (or of an anonymous layer) in references → the layer's code in URNs and the names in use."""
