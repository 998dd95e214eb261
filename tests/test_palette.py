"""Colours stand once: style sheets and pictures have those of the palette; so do the names of citation styles."""

import re

import pytest
from conftest import ROOT

from service.rites.stage.svg import LIGHT
from service.texts import palette
from service.texts.citing.formats import FORMATS
from service.texts.citing.style import STYLE_NAMES, STYLES


@pytest.mark.parametrize("sheet", palette.SHEETS, ids=lambda path: path.name)
def test_style_sheets_have_the_colours_of_the_palette(sheet: palette.Path) -> None:
    assert palette.painted(sheet.read_text(encoding="utf-8")) == sheet.read_text(encoding="utf-8")


def test_a_colour_is_changed_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    colours = palette.read()
    monkeypatch.setattr(palette, "read", lambda: {**colours, "light": {**colours["light"], "ink": "#010203"}})
    sheet = palette.painted(palette.SHEETS[0].read_text(encoding="utf-8"))
    assert "--ink: #010203;" in sheet and f"--ink: {colours['dark']['ink']};" in sheet


def test_pictures_have_the_colours_of_pages_but_for_their_lines() -> None:
    colours = palette.read()
    assert {name for name, colour in LIGHT.items() if colours["light"][name] != colour} == {"rule"}


def test_the_forms_of_citations_are_one_table() -> None:
    assert tuple(STYLE_NAMES) == STYLES == tuple(FORMATS)
    widget = (ROOT / "widget" / "src" / "card.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  \["([\w-]+)", "([^"]*)"\],$', widget, re.MULTILINE)) == dict(STYLE_NAMES)
