"""The small model that reads beside the rules: what it sees, what ships, and what it says of plain cases."""

import json
from pathlib import Path

import pytest

from corpus.claims.checker import ClaimChecker
from corpus.claims.features import NAMES, Ground, noted, values
from corpus.claims.frames import Reader
from corpus.claims.lexicon import Lexicon
from corpus.library import load
from corpus.rites.glossary import load as load_glossary
from service.guard.causes import CAUSES, cause
from service.guard.entailed import BOUNDS, MODEL, Entailed

GLOSSARY = load_glossary()
READER = Reader(Lexicon(GLOSSARY))
CHECKER = ClaimChecker(load(), GLOSSARY)
MODEL_READ = Entailed.load()


def seen(text: str, *told: str) -> dict[str, float]:
    ground = Ground([noted(one, READER) for one in told])
    told_of = values(noted(text, READER), ground, (), (0, 0, 0), READER.lexicon.opposite, CHECKER._vocabulary)
    return dict(zip(NAMES, told_of, strict=True))


def test_what_is_compared() -> None:
    same = seen("The host bows facing west.", "The host bows facing west.")
    assert (same["words"], same["near"], same["doer_new"], same["near_sides"]) == (1.0, 1.0, 0.0, 0.0)
    other = seen("The guest does not bow facing east.", "The host bows facing west.")
    assert (other["doer_else"], other["denied_else"], other["near_sides"], other["near_denials"]) == (
        1.0,
        1.0,
        1.0,
        1.0,
    )
    assert other["near_missing_persons"] == 1.0 and other["english"] == 1.0


def test_scripts_meet_and_persons_that_are_exchanged_are_seen() -> None:
    assert seen("宾答拜主人。", "賓答拜主人。")["words"] == 1.0
    assert seen("賓請主人。", "主人請賓。")["near_turned"] == 1.0


def test_nothing_told_is_compared_too() -> None:
    assert seen("賓答拜。")["near"] == 0.0


@pytest.mark.parametrize(
    ("true", "false", "refs"),
    [
        ("The host notifies the guest.", "The scorer notifies the guest.", ["5.1.1"]),
        ("司正擔任司馬。", "司正不擔任司馬。", ["5.17.1"]),
        ("The overseer becomes marshal.", "The overseer does not become marshal.", ["5.17.1"]),
        ("主人前往通知賓。", "祝在廟裡占卜日期。", ["5.1.1"]),
    ],
)
def test_a_false_sentence_scores_higher(true: str, false: str, refs: list[str]) -> None:
    ground = CHECKER.resting(refs)
    scores = [MODEL_READ.score(CHECKER.compared(text, ground)) for text in (true, false)]
    assert scores[0] < scores[1] and not MODEL_READ.false(CHECKER.compared(true, ground), spoken=False)


def test_the_model_that_ships_is_small_and_of_these_features(tmp_path: Path) -> None:
    assert MODEL.stat().st_size < 1_000_000
    stored = json.loads(BOUNDS.read_text(encoding="utf-8"))
    assert stored["unsure"] <= stored["bound"]
    (tmp_path / MODEL.name).write_bytes(MODEL.read_bytes())
    (tmp_path / BOUNDS.name).write_text(json.dumps(stored | {"features": ["other"]}), encoding="utf-8")
    with pytest.raises(ValueError, match="other features"):
        Entailed.load(tmp_path)


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("the words in quotation marks do not stand in the passages cited", "quotation"),
        ("the words in quotation marks do not stand where it says (鄭玄)", "place"),
        ("it names no passage that it rests on", "marker"),
        ("the passages cited are about something else", "marker"),
        ("the passages cited are not by 賈公彥", "place"),
        ("the passages cited do not say 5", "number"),
        ("the passages cited say otherwise (who does it: 賓 notify)", "reading"),
        ("it has a link or markup in it", "form"),
    ],
)
def test_causes_for_readers(reason: str, told: str) -> None:
    assert cause(reason) == told and told in CAUSES
