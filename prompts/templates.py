"""The templates as files, and the variables each declares: what a template uses is just what is declared."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.meta import find_undeclared_variables

FOLDER = Path(__file__).parent / "templates"
VARIABLES: dict[str, frozenset[str]] = {
    "answer.system.en": frozenset({"boundary"}),
    "answer.system.zh-Hant": frozenset({"boundary"}),
    "answer.system.zh-Hans": frozenset({"boundary"}),
    "answer.user": frozenset({"boundary", "history", "passages", "beside", "question", "language"}),
    "repair.user": frozenset({"boundary", "sentences", "kept", "language"}),
    "condense.system": frozenset({"boundary"}),
    "condense.user": frozenset({"boundary", "history", "question"}),
}
"""Template → the variables it uses; tested for equality with what the files use."""
_ENVIRONMENT = Environment(  # nosec B701
    loader=FileSystemLoader(FOLDER, encoding="utf-8"),
    undefined=StrictUndefined,
    autoescape=False,  # noqa: S701 - prompts, not pages; texts are wrapped by prompts.wrapping
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=False,
)


class VariablesDiffer(ValueError):
    """A template was given other variables than it declares (``name``)."""

    def __init__(self, name: str, given: frozenset[str]) -> None:
        self.name = name
        wrong = ", ".join(sorted(given ^ VARIABLES[name]))
        super().__init__(f"The prompt {name} was given too much or too little: {wrong}.")


def render(name: str, **values: object) -> str:
    """A prompt; VariablesDiffer where ``values`` are not exactly those declared."""
    if frozenset(values) != VARIABLES[name]:
        raise VariablesDiffer(name, frozenset(values))
    return _ENVIRONMENT.get_template(f"{name}.jinja").render(**values)


def used(name: str) -> frozenset[str]:
    """The variables that the file of a template uses."""
    source = (FOLDER / f"{name}.jinja").read_text(encoding="utf-8")
    return frozenset(find_undeclared_variables(_ENVIRONMENT.parse(source)))
