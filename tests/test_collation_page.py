"""The collation of a chapter as a page: witnesses aligned, differences named and filtered."""

import re

import pytest
from service_stand_ins import StandInWenli, client_of

from corpus.apparatus.collation import Kind
from corpus.library import load
from service.texts.variants import Wanted, select
from service.web.collation import ON_A_PAGE, collated

LIBRARY = load()
CLIENT = client_of(StandInWenli(library=LIBRARY))


def page(path: str, status: int = 200) -> str:
    response = CLIENT.get(path)
    assert response.status_code == status, path
    return response.get_data(as_text=True)


def test_the_witnesses_of_a_clause_are_aligned_at_each_place() -> None:
    places = LIBRARY.apparatus.at("5.1.1")
    clause = collated("5.1.1", LIBRARY, "en", places)
    assert "".join(text for text, _ in clause.pieces) == LIBRARY.canon.clauses["5.1.1"].text
    assert [number for _, number in clause.pieces if number] == list(range(1, len(places) + 1))
    rows = {row.label.split(",")[0]: row.cells for row in clause.rows}
    assert {len(cells) for cells in rows.values()} == {len(places)}
    differing = [cell for cells in rows.values() for cell in cells if cell.kind]
    assert {cell.kind for cell in differing} <= {kind.value for kind in Kind}
    assert differing and all(cell.held for cell in differing)


@pytest.mark.parametrize("chapter", [4, 5, 7, 15])
@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_every_chapter_and_all_its_pages(chapter: int, lang: str) -> None:
    html = page(f"/variants/{chapter}?lang={lang}")
    total = len(select(LIBRARY, Wanted(chapters=frozenset({chapter}))))
    assert str(total) in re.findall(r"<h2>(.*?)</h2>", html)[0]
    last = max(map(int, re.findall(r"page=(\d+)", html)), default=1)
    if last > 1:
        assert 0 < page(f"/variants/{chapter}?lang={lang}&page={last}").count('class="collated"') <= ON_A_PAGE


def test_a_kind_and_a_witness_narrow_it() -> None:
    wanted = Wanted(frozenset({5}), frozenset({Kind.OMISSION}), frozenset({"tongxing"}))
    html = page("/variants/5?lang=en&kind=omission&witness=tongxing")
    assert f"Places: {len(select(LIBRARY, wanted))}" in html
    assert '<option value="omission" selected>' in html and '<option value="tongxing" selected>' in html
    assert "kind=omission" in html.split('class="tongues"')[1].split("</nav>")[0], "in another language, too"


def test_what_is_not_held_and_what_is_no_page() -> None:
    page("/variants/1", 404)
    page("/variants/five", 404)
    assert page("/variants/5?page=zzz&kind=none&witness=none") == page(
        "/variants/5?page=0&kind=none&witness=none"
    ).replace("page=0", "page=zzz")
    assert CLIENT.get("/variants?lang=en").headers["Location"].endswith("/variants/4?lang=en")
