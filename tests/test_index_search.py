import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.library import Library
from corpus.model import Layer
from corpus.rites.data import Rendering, Rites
from index.build import build, open_index
from index.encoder import Encoder
from index.query import EVERYTHING, Filters, Query
from index.search import Index

pytest_plugins = ["tests.index_fixtures"]

QUESTION = Query("主人怎樣去請賓客？")


def refs(index: Index, query: Query, filters: Filters = EVERYTHING, k: int = 10) -> list[str]:
    return [hit.unit.ref for hit in index.search(query, filters, k)]


def test_the_best_come_first_and_no_reference_twice(index: Index) -> None:
    hits = index.search(QUESTION, k=30)
    assert len(hits) == 30
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.unit.ref for hit in hits}) == 30


def test_words_of_the_text_find_it(index: Index) -> None:
    hit = index.search(Query("主人就先生而謀賓、介"), k=1)[0]
    assert hit.unit.ref == "4.1.1"
    assert "lexical" in hit.why


def test_simplified_script_finds_the_same(index: Index) -> None:
    assert refs(index, Query("主人就先生而谋宾、介"), k=1) == ["4.1.1"]


def test_a_further_wording_carries_an_english_question(index: Index) -> None:
    query = Query("With whom does the host deliberate?", wordings=("主人 先生 謀賓",), terms=("謀賓",))
    assert refs(index, query, k=1) == ["4.1.1"]


def test_of_several_witnesses_the_best_is_given(index: Index) -> None:
    both = Filters(chapters=frozenset({5}))
    held = {hit.unit.witness for hit in index.search(Query("荅再拜"), both, 60)}
    assert held == {"tongxing", "jishi"}
    only = index.search(
        Query("主人荅再拜"), Filters(witnesses=frozenset({"jishi"}), layers=frozenset({Layer.JING})), 60
    )
    assert {hit.unit.witness for hit in only} == {"jishi"}
    assert len(only) == 20


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(commentators=frozenset({"鄭玄"})), {"5.1.1#zheng.1", "4#zheng.1"}),
        (Filters(commentators=frozenset({"鄭玄"}), chapters=frozenset({4})), {"4#zheng.1"}),
        (Filters(layers=frozenset({Layer.ZHU}), witnesses=frozenset({"jishi"})), {"5.1.1#zheng.1"}),
        (Filters(chapters=frozenset({7})), set()),
    ],
)
def test_filters_admit_nothing_else(index: Index, filters: Filters, expected: set[str]) -> None:
    assert set(refs(index, QUESTION, filters)) == expected


def test_a_chapter_named_is_preferred_not_required(index: Index) -> None:
    found = index.search(Query(QUESTION.text, chapters=frozenset({5})), k=100)
    plain = {hit.unit.key: hit.score for hit in index.search(QUESTION, k=100)}
    gained = [hit.score - plain[hit.unit.key] for hit in found if hit.unit.chapter == 5 and hit.unit.key in plain]
    assert min(gained) > 0
    assert {hit.unit.chapter for hit in found} == {4, 5}


def test_phases_and_layers_are_preferred(index: Index) -> None:
    phase = index.search(Query(QUESTION.text, phases=frozenset({(5, 2)})), k=5)
    plain = index.search(QUESTION, k=5)
    assert sum(h.unit.phase == 2 for h in phase) >= sum(h.unit.phase == 2 for h in plain)
    assert refs(index, Query("戒", layers={Layer.ZHU: 20.0}), k=2)[0].endswith("#zheng.1")


def test_odd_questions_are_answered_too(index: Index) -> None:
    for text in ("", "?", "🙂" * 50, "禮" * 5000, "\x00\ud7ff"):
        assert len(index.search(Query(text), k=3)) == 3
    assert index.search(QUESTION, k=0) == []


def test_every_hit_says_why(index: Index) -> None:
    reasons = {reason for hit in index.search(Query("推辭 District Drinking"), k=100) for reason in hit.why}
    assert reasons <= {"lexical", "dense", "neighbour", "question"}
    assert "neighbour" in reasons
    assert all(hit.why for hit in index.search(QUESTION, k=100))


def test_threads_get_the_same_answers(index: Index) -> None:
    questions = [Query(f"{n}賓主拜送爵", chapters=frozenset({4})) for n in range(6)] * 4
    expected = [refs(index, query) for query in questions]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda query: refs(index, query), questions)) == expected


def test_a_question_asked_again_is_not_encoded_again(index: Index) -> None:
    index.search(QUESTION)
    times = []
    for _ in range(5):
        start = time.thread_time()
        index.search(QUESTION)
        times.append(time.thread_time() - start)
    assert min(times) < 0.015


def test_values_are_cheap_to_import() -> None:
    heavy = "{'faiss', 'bm25s', 'torch', 'sentence_transformers', 'numpy'}"
    code = f"import sys, index.query; sys.exit(bool({heavy} & sys.modules.keys()))"
    root = Path(__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_a_rendering_helps_a_question_in_modern_words(library: Library, encoder: Encoder, tmp_path: Path) -> None:
    """The same library with and without renderings: the clause comes nearer in both languages."""
    target = library.units[20]
    rendering = Rendering(target.ref, "報靶人躲在屏障後面，不讓箭射到。", "The target-marker hides behind his shelter.")
    rites = Rites({target.ref: rendering}, {}, {})
    rendered = replace(library, rites=rites, hash=library.hash + "r")
    for name, held in (("plain", library), ("rendered", rendered)):
        build(held, encoder, tmp_path / name)
    plain = open_index(library, encoder, tmp_path / "plain")
    helped = open_index(rendered, encoder, tmp_path / "rendered")
    for question in ("报靶人躲在哪里？", "Where does the target-marker hide?"):
        ranks = []
        for index in (plain, helped):
            refs = [hit.unit.ref for hit in index.search(Query(question), EVERYTHING, len(library.units))]
            ranks.append(refs.index(target.ref))
        assert ranks[1] < max(ranks[0], 1), (question, ranks)


def test_words_that_ask_are_not_looked_for(index: Index) -> None:
    """有什麼 in a question asks; in the rendering 菜肴有什麼就上什麼 it does not answer."""
    lexical = index._parts.wide_lexical
    asked = index._lexical_scores(lexical, Query("介有什麼區別？"))
    assert (asked == index._lexical_scores(lexical, Query("介 區別？"))).all()
    assert asked.any()
