"""Questions known to be answered lead to what answers them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from corpus.library import Library
from corpus.rites.data import Asked, Rites
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


@pytest.fixture(scope="module")
def asked(library: Library, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> tuple[Index, str]:
    ref = library.units[7].ref
    others = [Asked((unit.ref,), "who", f"{unit.text}是誰做的？", "Who does it?") for unit in library.units[:20]]
    rites = Rites(
        {}, {}, {}, (*others, Asked((ref,), "what", "喝酒之前要先給誰看茶葉？", "Who inspects the tea leaves?"))
    )
    held = replace(library, rites=rites, hash="c" * 64)
    folder: Path = tmp_path_factory.mktemp("asked")
    build(held, encoder, folder)
    return open_index(held, encoder, folder), ref


@pytest.mark.parametrize("text", ["看茶葉的是誰？", "Who looks at the tea leaves?"])
def test_asking_the_like_finds_it_in_either_language(asked: tuple[Index, str], text: str) -> None:
    index, ref = asked
    [hit, *_] = index.search(Query(text), k=3)
    assert hit.unit.ref == ref
    assert "question" in hit.why
