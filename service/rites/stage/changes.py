"""What changes from one scene to the next, as the page's script needs it."""

from __future__ import annotations

from service.rites.stage.picture import LAYERS, Painter

Change = dict[str, dict[str, dict[str, str]] | dict[str, list[str]] | bool]


def changes(painter: Painter, number: int, whole: bool) -> Change:
    """Of every layer the elements that are new or other (``set``), and the keys of those that are there no longer.

    ``whole`` has all elements, whatever was there before.
    """
    now = painter.picture(number).layers
    before = {} if whole or not number else painter.picture(number - 1).layers
    changed: dict[str, dict[str, str]] = {}
    gone: dict[str, list[str]] = {}
    for layer in LAYERS:
        old = before.get(layer, {})
        new = {key: one.text for key, one in now[layer].items() if key not in old or old[key].text != one.text}
        if new:
            changed[layer] = new
        if lost := [key for key in old if key not in now[layer]]:
            gone[layer] = lost
    return {"whole": whole, "set": changed, "gone": gone}
