"""Twelve stills of the stage on one sheet: ``python -m benchmarks.stills`` writes docs/screenshots/stage-sheet.png.

docs/stage.md quotes beside each the clause it shows, so that a reader can check the one against the other.
"""

from __future__ import annotations

import shutil
import sys

from markupsafe import escape
from playwright.sync_api import sync_playwright

from corpus.library import load as load_library
from corpus.rites.stated import load as load_checklists
from service.rites import words as rite_words
from service.rites.stage.showing import Showing
from service.rites.staging import Staging
from service.settings import CHECKOUT

TARGET = CHECKOUT / "docs" / "screenshots" / "stage-sheet.png"
MOMENTS = (
    *("4.3.9-2", "4.4.12-4", "4.12.1-2", "5.14.1", "5.20.2-9", "5.21.12-2"),
    *("5.24.5", "7.17.8", "7.26.12", "15.7.13", "15.8.9", "15.23"),
)
"""Clauses, with the number of a row where not the first is meant, and one phase of rules."""
WIDTH, HEIGHT = 520, 620


def stills() -> list[tuple[str, str]]:
    """Each moment with its picture."""
    library, words = load_library(), rite_words.load()
    shows = Showing(library, words, Staging(library, words.plan, words.effects), load_checklists())
    found = []
    for moment in MOMENTS:
        chapter, phase = map(int, moment.split("-")[0].split(".")[:2])
        painter = shows.painter(library.canon.phase(chapter, phase), "zh-Hant")
        number = shows.moment(painter.enacted, "", moment) if moment.count(".") > 1 else 0
        found.append((moment, painter.picture(number).whole()))
    return found


def main() -> None:
    """Draw the sheet with Chromium."""
    cells = "".join(
        f"<figure><figcaption>{n} · {escape(moment)}</figcaption>{svg.partition('?>')[2]}</figure>"
        for n, (moment, svg) in enumerate(stills(), 1)
    )
    style = (
        "body{margin:8px;display:grid;grid-template-columns:repeat(4,520px);gap:10px;font:16px Georgia,serif}"
        f"figure{{margin:0;border:1px solid #ccc}}figcaption{{padding:2px 8px}}svg{{width:{WIDTH}px;height:{HEIGHT}px}}"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 4 * WIDTH + 60, "height": 900})
        page.set_content(f"<!doctype html><meta charset=utf-8><style>{style}</style>{cells}")
        page.screenshot(path=str(TARGET), full_page=True)
        browser.close()
    sys.stdout.write(f"{TARGET.relative_to(CHECKOUT)}: {len(MOMENTS)} stills, {TARGET.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
