"""Questions known to be answered lead to what answers them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from corpus.answers.book import Asked, Book, Evidence, Row
from corpus.library import Library
from index.asked import Nearest, answering
from index.build import build, open_index
from index.encoder import Encoder
from index.query import Query
from index.search import Index

pytest_plugins = ["tests.index_fixtures"]


def test_a_question_leads_to_every_witness_and_piece_of_what_answers_it(library: Library) -> None:
    units = library.units
    comment = next(unit for unit in units if "#" in unit.ref)
    [clause, pieces, none] = answering(
        [
            Asked((units[0].ref,), "who", "", ""),
            Asked((comment.whole_ref,), "why", "", ""),
            Asked(("99.1.1",), "who", "", ""),
        ],
        units,
    )
    assert {units[at].ref for at in clause} == {units[0].ref}
    assert {units[at].whole_ref for at in pieces} == {comment.whole_ref}
    assert none == []


def test_a_unit_is_as_near_as_the_nearest_of_its_questions() -> None:
    nearest = Nearest([[2], [0, 2], [0]])
    assert nearest.held.tolist() == [0, 2]
    assert nearest.of(np.array([0.5, 0.9, 0.1], dtype=np.float32)).tolist() == pytest.approx([0.9, 0.9])
    assert Nearest([]).of(np.zeros(0, dtype=np.float32)).tolist() == []


def row(number: int, ref: str, zh: str, en: str) -> Row:
    return Row(f"5.1.1-{number}", "who", "有人做。", "Somebody does.", (Evidence(ref, "賓"),), (zh,), (en,))


@pytest.fixture(scope="module")
def asked(library: Library, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> tuple[Index, str]:
    ref = library.units[7].ref
    rows = [row(n, unit.ref, f"{unit.text}是誰做的？", "Who does it?") for n, unit in enumerate(library.units[:20])]
    rows.append(row(20, ref, "喝酒之前要先給誰看茶葉？", "Who inspects the tea leaves?"))
    held = replace(library, book=Book({one.id: one for one in rows}), hash="c" * 64)
    folder: Path = tmp_path_factory.mktemp("asked")
    build(held, encoder, folder)
    return open_index(held, encoder, folder), ref


@pytest.mark.parametrize("text", ["看茶葉的是誰？", "Who looks at the tea leaves?"])
def test_asking_the_like_finds_it_in_either_language(asked: tuple[Index, str], text: str) -> None:
    index, ref = asked
    [hit, *_] = index.search(Query(text), k=3)
    assert hit.unit.ref == ref
    assert "question" in hit.why
