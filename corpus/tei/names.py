"""How things are called inside a TEI file: the namespace, the elements, and the identifiers that pointers lead to."""

from __future__ import annotations

import re

from lxml import etree
from lxml.builder import ElementMaker

NS = "http://www.tei-c.org/ns/1.0"
"""The namespace of TEI P5."""
XML = "http://www.w3.org/XML/1998/namespace"
ID, LANG = f"{{{XML}}}id", f"{{{XML}}}lang"
CLASSICAL = {"Hant": "lzh-Hant", "Hans": "lzh-Hans"}
"""The script of a witness → the language of its text, as BCP 47 names it."""
CANON = "canon"
WENLI = "by.wenli"
"""The identifier of Wenli as the one responsible."""
EDITIONS = "reported.editions"
"""The identifier of the party “editions not held”, which notes on the canon name together."""

E = ElementMaker(namespace=NS, nsmap={None: NS})
_RANGE = re.compile(r"#string-range\(([^,()]+),(\d+),(\d+)\)")


def tag(name: str) -> str:
    """A name in the TEI namespace, as lxml writes it: ``tag("ab") == "{http://www.tei-c.org/ns/1.0}ab"``."""
    return f"{{{NS}}}{name}"


def clause_id(ref: str) -> str:
    """The identifier of a clause of the edition: ``clause_id("5.21.3") == "c.5.21.3"``."""
    return f"c.{ref}"


def phase_id(ref: str) -> str:
    """The identifier of a phase of the edition: ``phase_id("5.21") == "p.5.21"``."""
    return f"p.{ref}"


def entry_id(witness: str, ref: str) -> str:
    """The identifier of a clause or comment as a witness prints it.

    ``entry_id("jishi", "5.21.3#zheng.1") == "jishi.5.21.3.zheng.1"``
    """
    return f"{witness}.{ref.replace('#', '.')}"


def division_id(witness: str, ref: str) -> str:
    """The identifier of the division in which a witness has a clause with its comments: ``d.jishi.5.21.3``."""
    return f"d.{witness}.{ref}"


def witness_id(witness: str) -> str:
    """The identifier of a witness in the list of witnesses: ``wit.jishi``."""
    return f"wit.{witness}"


def speaker_id(slug: str) -> str:
    """The identifier of a commentator in the header: ``by.zheng``."""
    return f"by.{slug}"


def string_range(identifier: str, start: int, end: int) -> str:
    """A pointer to characters of an element, in the form the TEI Guidelines give it.

    ``string_range("jishi.5.21.3", 2, 5) == "#string-range(jishi.5.21.3,2,3)"``: offset and length, in code points.
    """
    return f"#string-range({identifier},{start},{end - start})"


def read_string_range(pointer: str) -> tuple[str, int, int]:
    """Identifier, start and end of such a pointer; ValueError where it is none."""
    if not (found := _RANGE.fullmatch(pointer)):
        raise ValueError(f"{pointer!r} is not a pointer to characters")
    return found[1], int(found[2]), int(found[2]) + int(found[3])


def serialised(root: etree._Element) -> bytes:
    """An element as an XML file in UTF-8, with its declaration; white space is added nowhere."""
    written: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return written + b"\n"
