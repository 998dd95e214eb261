"""One item in every format: by citation styles (citeproc), for BibTeX, for RIS, or as CSL-JSON itself."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import rispy
from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry, Field
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from service.texts.citing.style import Style
from service.texts.language import Lang

FOLDER = Path(__file__).parent / "styles"
_LOCALES = {"zh-Hant": "zh-TW", "zh-Hans": "zh-CN", "en": "en-US"}


_LATEX = str.maketrans({**dict.fromkeys("{}\\"), **{char: f"\\{char}" for char in "&%$#_"}})
"""What titles may not have in BibTeX: braces and backslashes are left out, what is special in LaTeX is escaped."""


@dataclass(frozen=True)
class Format:
    """A way out: its media type, the ending of its files, and the language it is in unless another is asked for."""

    media: str
    suffix: str
    lang: Lang
    write: Callable[[dict[str, Any], Lang], str]


@lru_cache(maxsize=16)
def _style(name: str, locale: str) -> CitationStylesStyle:
    return CitationStylesStyle(str(FOLDER / f"{name}.csl"), locale=locale, validate=False)


def _styled(name: str, note: bool) -> Callable[[dict[str, Any], Lang], str]:
    def write(item: dict[str, Any], lang: Lang) -> str:
        """The full note, or the entry of a bibliography, as plain text."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # citeproc warns of members that a style does not know
            source = CiteProcJSON([_placed(item, name)])
            bibliography = CitationStylesBibliography(_style(name, _LOCALES[lang]), source, formatter.plain)
            citation = Citation([CitationItem(item["id"])])
            bibliography.register(citation)
            made = bibliography.cite(citation, str) if note else bibliography.bibliography()[0]
        return str(made).strip() + "\n"

    return write


def _placed(item: dict[str, Any], style: str) -> dict[str, Any]:
    """The compiler where a style has a place for one: as editor; but a clause has no author, and Chicago would put the
    editor there, as if the clause were theirs. The URN once, where it is the address as well."""
    if style == "plain" and item["URL"] == item["note"]:
        item = {name: value for name, value in item.items() if name != "URL"}
    if style != "chicago" or "author" in item:
        return item | {"editor": item.get("container-author", [])}
    return item


def _people(item: dict[str, Any], role: str) -> list[str]:
    return [person["literal"] for person in item.get(role, ())]


def _year(item: dict[str, Any]) -> str:
    return str(item["issued"]["date-parts"][0][0]) if "issued" in item else ""


def _bibtex(item: dict[str, Any], lang: Lang) -> str:
    """One @incollection; names in braces, for they are not family and given name."""
    words = {name: value.translate(_LATEX) if isinstance(value, str) else value for name, value in item.items()}
    values = {
        "author": " and ".join(f"{{{name}}}" for name in _people(item, "author")),
        "title": f"{{{words['title']}}}",
        "booktitle": f"{{{words['container-title']}}}",
        "editor": " and ".join(f"{{{name}}}" for name in _people(item, "container-author")),
        "volume": item.get("volume", ""),
        "series": words.get("collection-title", ""),
        "edition": words.get("edition", ""),
        "pages": item.get("page", "").replace("–", "--"),
        "year": _year(item),
        "language": item["language"],
        "url": item["URL"],
        "note": item["note"],
    }
    fields = [Field(key, value) for key, value in values.items() if value]
    library = Library([Entry("incollection", f"yili-{item['id']}", fields)])
    return write_string(library)


class _Ris(rispy.RisWriter):  # type: ignore[misc]
    """RIS without the numbers that rispy sets before references, which not every program passes over."""

    def set_header(self, count: int) -> str:
        """No header."""
        return ""


def _ris(item: dict[str, Any], lang: Lang) -> str:
    """One reference of type CHAP."""
    start, _, end = item.get("page", "").partition("–")
    values = {
        "type_of_reference": "CHAP",
        "id": item["id"],
        "authors": _people(item, "author"),
        "title": item["title"],
        "secondary_title": item["container-title"],
        "secondary_authors": _people(item, "container-author"),
        "tertiary_title": item.get("collection-title", ""),
        "volume": item.get("volume", ""),
        "edition": item.get("edition", ""),
        "start_page": start,
        "end_page": end,
        "year": _year(item),
        "language": item["language"],
        "urls": [item["URL"]],
        "notes": [item["note"]],
    }
    return str(rispy.dumps([{key: value for key, value in values.items() if value}], implementation=_Ris)).lstrip()


def _csl_json(item: dict[str, Any], lang: Lang) -> str:
    return json.dumps([item], ensure_ascii=False, indent=2) + "\n"


FORMATS: dict[Style, Format] = {
    "plain": Format("text/plain", "txt", "zh-Hant", _styled("plain", note=False)),
    "chicago": Format("text/plain", "txt", "en", _styled("chicago", note=True)),
    "gb7714": Format("text/plain", "txt", "zh-Hans", _styled("gb7714", note=True)),
    "bibtex": Format("application/x-bibtex", "bib", "zh-Hant", _bibtex),
    "ris": Format("application/x-research-info-systems", "ris", "zh-Hant", _ris),
    "csl-json": Format("application/vnd.citationstyles.csl+json", "json", "zh-Hant", _csl_json),
}
"""GB/T 7714 is a standard of simplified script, Chicago is cited in English; the others keep the texts' own script."""
