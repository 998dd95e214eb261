"""The index of rows: found by words and meaning, what eight bits round off is nothing to the metric."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from corpus.answers.book import Evidence, Row
from index.metric import PATH as METRIC
from index.metric import load as load_metric
from index.metric import plain
from index.rows import EN, PEOPLE_EN, ZH, RowIndex, encoded, read_rows, row_vectors, searchable, texts_of, write_rows
from index.shipped import read_shipped

DIMENSION = 16


def row(number: int, zh: str, en: str) -> Row:
    return Row(f"5.1.1-{number}", "who", f"{zh}答", f"{en} answered", (Evidence("5.1.1", "賓"),), (zh,), (en,))


ROWS = (
    row(1, "誰洗爵", "who washes the cup"),
    row(2, "幾支箭", "how many arrows"),
    row(3, "哪裡放席", "where is the mat"),
)


def encode(texts: list[str]) -> np.ndarray:
    """A vector for each text, by its words: stands in for the model, deterministically."""
    vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
    for at, text in enumerate(texts):
        for word in [*text, *text.split()]:
            vectors[at, sum(map(ord, word)) % DIMENSION] += 1
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture
def index(tmp_path: Path) -> RowIndex:
    write_rows(tmp_path, ROWS, encode, encode, plain(DIMENSION))  # type: ignore[arg-type]
    return read_rows(tmp_path, ROWS, plain(DIMENSION))


def test_a_row_is_found_by_the_words_of_its_wording(index: RowIndex) -> None:
    near = index.find("how many arrows and plums", encode(["how many arrows"])[0], 3)
    assert near.at[0] == 1
    assert near.overlap[0, 1].min() > 0.3
    assert 0 < near.unknown < 1


def test_fields_are_told_apart(index: RowIndex) -> None:
    near = index.compare("誰洗爵答", encode(["誰洗爵答"])[0], [0])
    assert near.cosine[0, ZH] > near.cosine[0, EN]


def test_a_row_is_found_by_a_question_in_people_s_words_unless_it_is_hidden(tmp_path: Path) -> None:
    rows = (ROWS[0], replace(ROWS[1], people_en=("so what do they loose off",)), ROWS[2])
    write_rows(tmp_path, rows, encode, encode, plain(DIMENSION))  # type: ignore[arg-type]
    index = read_rows(tmp_path, rows, plain(DIMENSION))
    text, [vector] = "what do they loose off", encode(["what do they loose off"])
    near = index.find(text, vector, 3)
    best = near.at.tolist().index(1)
    assert near.cosine[best, PEOPLE_EN] == near.cosine.max() > near.second[best] > 0
    assert near.unknown > 0.5, "words that only people use are not words of the book"
    hidden = index.hiding(index.field == PEOPLE_EN).compare(text, vector, [1])
    assert hidden.cosine[0, PEOPLE_EN] == 0 and hidden.second[0] < near.second[best]


def test_what_all_texts_of_a_row_cover_together_is_told(index: RowIndex) -> None:
    row = ROWS[1]
    both = index.compare(f"{row.asks_zh[0]} {row.en}", encode([row.en])[0], [1])
    assert both.covered[0] == pytest.approx(1) and both.missing[0] == 0, "half in a wording, half in the answer"
    assert both.covered[0] > both.overlap[0, :, 0].max()
    other = index.compare(f"{row.asks_en[0]} dinosaurs", encode([row.en])[0], [0, 1])
    assert other.covered[0] < other.covered[1] < 1 and other.missing[1] == 1, "nothing is as rare as an unknown word"
    assert (other.mean > 0).all() and (other.mean <= other.cosine.max(axis=1)).all()


def test_vectors_can_be_taken_over(tmp_path: Path) -> None:
    write_rows(tmp_path, ROWS, encode, encode, plain(DIMENSION))  # type: ignore[arg-type]
    held = row_vectors(tmp_path)
    assert len(held) == sum(len(texts_of(one)) for one in ROWS) == len(encoded(tmp_path))
    assert row_vectors(tmp_path / "none") == {}


def test_an_index_of_other_rows_is_refused(tmp_path: Path) -> None:
    write_rows(tmp_path, ROWS, encode, encode, plain(DIMENSION))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="other rows"):
        read_rows(tmp_path, ROWS[:2], plain(DIMENSION))


def test_the_metric_belongs_to_one_model() -> None:
    strange = load_metric("f" * 64, DIMENSION)
    vectors = encode(["甲", "乙"])
    assert strange.name == "" and np.allclose(strange.apply(vectors), vectors, atol=1e-6)


def test_what_eight_bits_round_off_is_nothing_to_the_metric() -> None:
    """Vectors lie close together; a map that stretches what tells them apart must not stretch noise as well."""
    with np.load(METRIC) as file:
        fingerprint = str(file["fingerprint"])
    metric = load_metric(fingerprint, 384)
    random = np.random.default_rng(3)
    held = np.stack(list(read_shipped(fingerprint).values())[:400])
    noise = random.normal(size=held.shape).astype(np.float32)
    moved = held + 0.02 * noise / np.linalg.norm(noise, axis=1, keepdims=True)
    likeness = (metric.apply(held) * metric.apply(moved)).sum(axis=1)
    assert likeness.min() > 0.95


def test_many_texts_are_searched_by_lists_and_few_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lot = np.random.default_rng(3)
    middles = lot.standard_normal((300, DIMENSION)).astype(np.float32)
    vectors = np.repeat(middles, 40, axis=0) + 0.2 * lot.standard_normal((12_000, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    exact = searchable(vectors)
    monkeypatch.setattr("index.rows._MANY", 1000)
    lists = searchable(vectors)
    assert not hasattr(exact, "nprobe")
    assert lists.nprobe < lists.nlist
    asked = vectors[::100]
    (_, wanted), (_, found) = exact.search(asked, 50), lists.search(asked, 50)
    kept = [len({*one} & {*other}) / 50 for one, other in zip(wanted.tolist(), found.tolist(), strict=True)]
    assert np.mean(kept) > 0.9
    numbers = np.array([5, 11_000])
    assert np.abs(lists.reconstruct_batch(numbers) - vectors[numbers]).max() < 0.02
