"""What an assistant is told about the tools it may call: one text file each in ``prompts/tools``, and one for all.

description("search").splitlines()[0]      "Find passages of the 儀禮 (Yili) and its commentaries."
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "tools"
INSTRUCTIONS = "instructions"
"""The name of the text about all tools together."""


@cache
def description(name: str) -> str:
    """The text about one tool, or with ``INSTRUCTIONS`` about all; FileNotFoundError where there is none."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()
