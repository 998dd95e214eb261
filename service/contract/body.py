"""Reading a JSON body strictly: what two parsers could understand differently is refused, never guessed.

>>> parse_object(b'{"question": "hello"}')
{'question': 'hello'}
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from flask import Request
from werkzeug.exceptions import UnsupportedMediaType

from service.problems import RequestInvalid

MAX_DEPTH = 20
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class StrictRequest(Request):
    """Flask's request, whose JSON is one object in UTF-8 or an error that says what is wrong with it."""

    def get_json(self, force: bool = False, silent: bool = False, cache: bool = True) -> Any:
        """The body as a dict. Raises UnsupportedMediaType (415) and RequestInvalid, whatever ``silent`` says."""
        if not self.is_json:
            raise UnsupportedMediaType
        return parse_object(self.get_data(cache=cache))


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object in ``body``; RequestInvalid says why there is none."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(f"The body is not UTF-8: byte {error.start} cannot be read.")
    if _depth(text) > MAX_DEPTH:
        _refuse(f"The body is nested more than {MAX_DEPTH} levels deep.")
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        _refuse("The body contains half of a surrogate pair, which is no character.")
    except json.JSONDecodeError as error:
        _refuse(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.")
    except ValueError:
        _refuse("The body contains a number too long to read.")
    if not isinstance(value, dict):
        _refuse('The body should be a JSON object, such as {"question": "…"}.')
    return value


def _depth(text: str) -> int:
    """How deep brackets are nested outside of strings; the parser itself would fail on thousands."""
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        if match[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] in "]}":
            depth -= 1
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            _refuse("The body has a key twice: " + key[:60].encode("ascii", "backslashreplace").decode())
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is not JSON.")


def _refuse(detail: str) -> NoReturn:
    raise RequestInvalid("body-unreadable", detail)
