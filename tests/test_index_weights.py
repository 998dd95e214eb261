from pathlib import Path

import pytest

from corpus.errors import WenliError
from index.weights import WEIGHTS, read_weights


def test_the_weights_that_ship_are_whole() -> None:
    weights = read_weights()
    assert weights.fine_lexical > 0 and weights.wide_dense > 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("fine_dense = ", "fine_dens = ", "fine_dens, fine_dense"),
        ("chapter = ", 'chapter = "', "weights.toml"),
        ("phase = ", "phase = true # ", "phase is True"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(WEIGHTS.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(WenliError, match=message):
        read_weights(path)
