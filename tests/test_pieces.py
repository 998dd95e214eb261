import json
from pathlib import Path

import pytest

from corpus import canon as canons
from corpus.fold import fold
from corpus.model import Layer
from corpus.pieces import LIMIT, cut
from corpus.readers import tongjie, zhushu

MATTER = "云「四人,大夫制也」者,此鄉大夫飲酒而云四人,《大射》諸侯禮而云六人,故知四人者,大夫制也。"
QUOTED = "案《射義》云︰「古者天子之制,諸侯歲獻貢士。大國三人。次國二人。小國一人。」是也。"
BARE = "云主人立于西階東者始獻介之時近西在介右今於設薦之時主人無事稍近東也"


def pieces(text: str, layer: Layer = Layer.SHU, limit: int = LIMIT) -> list[str]:
    spans = cut(text, layer, limit)
    assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
    assert all(0 < end - start <= limit for start, end in spans)
    found = [text[start:end] for start, end in spans]
    assert "".join(found) == text
    return found


def test_a_short_comment_is_one_piece() -> None:
    assert cut("酒,己物也。", Layer.ZHU) == ((0, 6),)
    assert cut("", Layer.ZHU) == ()


def test_a_sub_commentary_is_cut_where_it_takes_up_the_next_words() -> None:
    assert all(piece.startswith("云「四人") for piece in pieces(MATTER * 9))


def test_a_note_is_cut_after_sentences() -> None:
    assert all(piece.endswith("也。") for piece in pieces("主人,謂諸侯之鄉大夫也。" * 40, Layer.ZHU))


def test_a_quotation_stays_whole() -> None:
    assert all(piece.count("「") == piece.count("」") for piece in pieces(QUOTED * 12))


def test_a_quotation_longer_than_the_limit_is_cut_at_its_sentences() -> None:
    assert all(piece.rstrip("」").endswith("。") for piece in pieces("「" + "大國三人,次國二人。" * 50 + "」"))


def test_without_punctuation_the_formulae_tell() -> None:
    assert all(piece.startswith("云") and piece.endswith("也") for piece in pieces(BARE * 12))


def test_without_any_good_place_the_limit_still_holds() -> None:
    assert 3 <= len(pieces("甲" * 700)) <= 5
    assert pieces("甲乙丙", limit=1) == ["甲", "乙", "丙"]
    with pytest.raises(ValueError, match="limit is 0"):
        cut("甲", Layer.ZHU, 0)


def test_pieces_of_the_sources(shared: Path) -> None:
    canon = canons.load()
    comments: list[str] = []
    found: list[str] = []
    for prefix, read in (("002", zhushu.read), ("004", tongjie.read)):
        source = next((shared / "seeds").glob(f"{prefix}_*.txt")).read_text(encoding="utf-8")
        for stretch in read(source, canon).stretches:
            if not stretch.layer.is_base:
                comments.append(fold(stretch.text))
                own = pieces(stretch.text, stretch.layer)
                assert all(p.count("「") == p.count("」") for p in own)
                assert len(own) == 1 or min(map(len, own)) > 60
                found.extend(map(fold, own))
    with (shared / "eval/questions.jsonl").open(encoding="utf-8") as file:
        gold = [fold(g["span"]) for line in file for g in json.loads(line)["gold"]]
    spans = [span for span in gold if any(span in comment for comment in comments)]
    assert len(spans) > 60
    assert [span for span in spans if not any(span in piece for piece in found)] == []
