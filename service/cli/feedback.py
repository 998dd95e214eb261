"""Commands for what readers think of answers: export, clear."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from service.cli.run import settings_of

if TYPE_CHECKING:
    from service.http.feedback import Feedback


def export() -> None:
    """Print the judgements as JSON lines, one for each answer that was judged.

    `wenli feedback export > feedback.jsonl`
    """
    for line in _feedback().export():
        print(json.dumps(line, ensure_ascii=False))


def clear() -> None:
    """Forget all judgements. Export them first; this cannot be undone.

    `wenli feedback clear`
    """
    print(f"Judgements forgotten: {_feedback().clear():,}")


def _feedback() -> Feedback:
    from service.http.feedback import Feedback

    settings = settings_of()
    return Feedback(settings.feedback_folder, settings.feedback, settings.log_questions)
