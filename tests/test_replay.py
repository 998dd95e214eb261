"""Answers that are replayed through a guard: how they are read and counted."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.replay import PATH, STYLES, Fault, Replay, Unfit, loaded, scored, stands, unknown
from corpus.library import load
from corpus.model import Unit

KEYS = ("5.17.1@jishi", "5.17.2@jishi")
ROW = {
    "id": "one",
    "language": "zh-Hant",
    "question": "誰當司馬？",
    "evidence": list(KEYS),
    "disciplined": ["由司正擔任[1]。", "弟子張侯[2]。"],
    "loose": ["分兩步：\n", "- 由司正擔任[1]\n"],
    "refusals": ["經文沒有說。"],
    "faults": [
        {"style": "disciplined", "at": 0, "text": "由賓擔任[1]。", "kind": "actor", "why": "司正"},
        {"style": "disciplined", "at": 1, "text": "侯高三丈[2]。", "kind": "invention", "why": "不言", "added": True},
    ],
}


class Out:
    def __init__(self, text: str) -> None:
        self.text = text


def written(folder: Path, **more: object) -> Path:
    path = folder / "replay.jsonl"
    path.write_text(json.dumps(ROW | more, ensure_ascii=False) + "\n\n", encoding="utf-8")
    return path


def test_a_file_is_read_and_faults_are_planted(tmp_path: Path) -> None:
    (one,) = loaded(written(tmp_path))
    assert one.planted(one.faults[0]) == ("由賓擔任[1]。", "弟子張侯[2]。")
    assert one.planted(one.faults[1]) == ("由司正擔任[1]。", "弟子張侯[2]。", "侯高三丈[2]。")
    assert one.joined(one.answers["loose"]) == "分兩步：\n- 由司正擔任[1]\n"
    assert unknown([one], load()) == []


def test_pieces_of_english_are_joined_with_blanks() -> None:
    one = Replay("x", "en", "?", KEYS, {}, (), ())
    assert one.joined(["There are two:\n", "- One [1].\n", "So it is [2].", "It ends [1]."]) == (
        "There are two:\n- One [1].\nSo it is [2]. It ends [1]."
    )


@pytest.mark.parametrize(
    "more",
    [
        {"disciplined": ["由司正擔任[3]。"]},
        {"faults": [ROW["faults"][0] | {"kind": "other"}]},  # type: ignore[index,operator]
        {"faults": [ROW["faults"][0] | {"at": 2}]},  # type: ignore[index,operator]
        {"faults": [ROW["faults"][0] | {"text": "由司正擔任[2]。"}]},  # type: ignore[index,operator]
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, more: dict[str, object]) -> None:
    with pytest.raises(Unfit, match=r"replay\.jsonl:1"):
        loaded(written(tmp_path, **more))


def test_what_a_guard_loses_and_lets_out_is_counted(tmp_path: Path) -> None:
    """A guard that takes out whoever names a guest or juniors, and numbers markers anew."""

    def guard(answer: str, evidence: Sequence[Unit]) -> Out:
        assert [unit.key for unit in evidence] == list(KEYS)
        parts = answer.replace("[2]", "[9]").split("。")
        return Out("。".join(part for part in parts if "賓" not in part and "弟子" not in part))

    scores = scored(loaded(written(tmp_path)), guard, load())
    assert (scores.true["disciplined"], scores.kept["disciplined"], scores.damaged["disciplined"]) == (2, 1, 1)
    assert (scores.true["loose"], scores.kept["loose"], scores.damaged["loose"]) == (2, 2, 0)
    assert dict(scores.planted) == {"actor": 1, "invention": 1} and dict(scores.caught) == {"actor": 1}
    assert (scores.beside, scores.beside_lost) == (3, 2)
    assert scores.refusals == 1 and len(scores.missed) == 1


def test_words_stand_whatever_their_markers_are() -> None:
    assert stands("由司正擔任[1]。", "…由司正擔任[7][8]。…") and not stands("由賓擔任[1]。", "由司正擔任[1]。")


def test_the_set_that_is_kept_is_sound() -> None:
    if not PATH.exists():
        pytest.skip("the set is not written yet")
    answers = loaded()
    assert len({one.id for one in answers}) == len(answers) and unknown(answers, load()) == []
    assert all(set(one.answers) <= set(STYLES) and isinstance(f, Fault) for one in answers for f in one.faults)
