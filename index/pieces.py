"""Which word pieces of the multilingual vocabulary Wenli keeps, and the tokenizer over them.

A piece is kept when Chinese or English text can need it: Han (all planes), punctuation, signs and digits; single
Latin letters; the pieces of English words; and pinyin with and without tone marks. Kept text is cut exactly as
the whole vocabulary cuts it, because a unigram model prefers the same pieces as long as they are all there.

The multilingual vocabulary lacks many characters as the sources print them (賔 旣 荅); where another form of
the same character has a piece (賓 既 答, ``aliases.tsv``), the form printed becomes an alias of it. Characters without
any piece (觶 俎 阼) stay unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corpus.fold import is_han

if TYPE_CHECKING:
    from tokenizers import Tokenizer

ALIASES = Path(__file__).parent / "aliases.tsv"
SPECIALS = ("<s>", "<pad>", "</s>", "<unk>")
MASK = "<mask>"
SPACE = "▁"
_PINYIN = re.compile(
    "(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    "(?:iang|iong|uang|ueng|ang|eng|ing|ong|iao|ian|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|uo|ui|ue|er|[aoeiu]))+"
)
_PINYIN_LETTERS = 6
_TONED_LETTERS = 3
_TONED = frozenset("āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü")
_ROUGH = "[\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f\\u008f\\u009f]"
_BLANK = "[\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd\\u1680]"


@dataclass(frozen=True)
class Vocabulary:
    """Pieces with their scores, and the row of the word embeddings (in the file) that each one takes."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    rows: NDArray[np.int64]


def trim(pieces: Sequence[str], scores: Sequence[float], english: frozenset[str]) -> Vocabulary:
    """The vocabulary kept, in the old order (so that the four specials keep the ids 0–3), then the aliases.

    ``english``: the pieces that English text was found to use.

    >>> trim(("<s>", "<pad>", "</s>", "<unk>", "賓", "か", "<mask>"), (0.0,) * 7, frozenset()).pieces
    ('<s>', '<pad>', '</s>', '<unk>', '賓', '<mask>', '宾', '賔', …)
    """
    rows = [row for row, piece in enumerate(pieces) if _needed(piece, english)]
    kept = {pieces[row]: row for row in rows}
    aliases = _aliases(kept)
    rows += [kept[piece] for piece in aliases.values()]
    return Vocabulary(
        tuple(kept) + tuple(aliases), tuple(float(scores[row]) for row in rows), np.array(rows, dtype=np.int64)
    )


def grown(vocabulary: Vocabulary, characters: str) -> Vocabulary:
    """The vocabulary with a piece for each of the characters, last and of the lowest score; they have no row."""
    least = min(vocabulary.scores)
    return Vocabulary(
        vocabulary.pieces + tuple(characters), vocabulary.scores + (least,) * len(characters), vocabulary.rows
    )


def _needed(piece: str, english: frozenset[str]) -> bool:
    if piece in SPECIALS or piece == MASK:
        return True
    letters = piece.replace(SPACE, "")
    if any(unicodedata.name(char, "").startswith("LATIN") for char in letters):
        return _latin_needed(piece, letters, english)
    return all(is_han(c) or c == "々" or c.isascii() or unicodedata.category(c)[0] in "PSNZ" for c in letters)


def _latin_needed(piece: str, letters: str, english: frozenset[str]) -> bool:
    if len(letters) == 1:
        return True
    if letters.isascii():
        return piece in english or (len(letters) <= _PINYIN_LETTERS and bool(_PINYIN.fullmatch(letters.lower())))
    toned = frozenset(char for char in letters.lower() if not char.isascii())
    return toned <= _TONED and len(letters) <= _TONED_LETTERS and letters.isalpha()


def _aliases(kept: dict[str, int]) -> dict[str, str]:
    """Character without a piece → the piece of another form of the same character, the commonest one.

    The list is frozen with the model: with another one all its vectors, and what was trained on them, would be void.
    """
    lines = ALIASES.read_text(encoding="utf-8").splitlines()[1:]
    pairs = (line.split("\t") for line in lines)
    return {char: piece for char, piece in pairs if piece in kept and char not in kept}


def tokenizer(vocabulary: Vocabulary) -> Tokenizer:
    """A tokenizer that cuts as XLM-RoBERTa does: NFKC, split at blanks, unigram pieces, ``<s> … </s>``.

    >>> tokenizer(vocabulary).encode("query: 司射").tokens
    ['<s>', '▁query', ':', '▁司', '射', '</s>']
    """
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    pairs = list(zip(vocabulary.pieces, vocabulary.scores, strict=True))
    made = Tokenizer(models.Unigram(pairs, unk_id=3, byte_fallback=False))
    made.normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(_ROUGH), ""), normalizers.Replace(Regex(_BLANK), " "), normalizers.NFKC()]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(SPACE, "always")]
    )
    made.decoder = decoders.Metaspace(SPACE, "always")
    made.post_processor = processors.TemplateProcessing(
        "<s> $A </s>", "<s> $A </s> </s> $B </s>", [("<s>", 0), ("</s>", 2)]
    )
    made.add_special_tokens([AddedToken(special, normalized=False, special=True) for special in (*SPECIALS, MASK)])
    return made
