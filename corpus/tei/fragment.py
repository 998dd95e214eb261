"""Part of a witness's file: some of its divisions, or what stands on a page, in the wrapper that DTS asks for."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from lxml import etree

from corpus.tei.names import tag

DTS_NS = "https://w3id.org/api/dts#"
"""The namespace of the wrapper, as version 1.0 of the specification has it."""


def divisions(document: etree._Element, kept: Sequence[etree._Element]) -> etree._Element:
    """A file with these divisions alone, in the order given, inside the divisions that hold them."""
    wrapper = _wrapper()
    copies: dict[etree._Element, etree._Element] = {}
    for division in kept:
        _place(division, wrapper, copies).append(_copy(division))
    return _file(document, wrapper)


def pages(document: etree._Element, first: str, last: str) -> etree._Element:
    """A file with what stands from the beginning of a page to the end of another, inside what holds it.

    ValueError where the file has no such pages.
    """
    breaks = list(document.iter(tag("pb")))
    names = [one.attrib["n"] for one in breaks]
    start, end = names.index(first), names.index(last) + 1
    wrapper = _wrapper()
    body = document.find(f".//{tag('body')}")
    part = _Part(breaks[start], breaks[end] if end < len(breaks) else None)
    wrapper.extend(one for child in body if (one := part.of(child)) is not None)
    return _file(document, wrapper)


def lines(document: etree._Element) -> list[str]:
    """Its text without mark-up: every clause and every comment on a line of its own."""
    return ["".join(element.itertext()) for element in document.iter(tag("ab"), tag("note")) if _printed(element)]


def _printed(element: etree._Element) -> bool:
    """Whether it is part of the text, not of the header."""
    return any(True for _ in element.iterancestors(tag("body")))


class _Part:
    """What lies between two page breaks, gone through in the order of the file."""

    def __init__(self, start: etree._Element, end: etree._Element | None) -> None:
        self._start, self._end = start, end
        self._inside = False

    def of(self, element: etree._Element) -> etree._Element | None:
        """A copy of what of an element lies within; None where nothing does."""
        if element is self._end:
            self._inside = False
            return None
        if element is self._start:
            self._inside = True
        found = etree.Element(element.tag, dict(element.attrib), nsmap=element.nsmap)
        found.text = element.text if self._inside else None
        some = self._inside and (bool(found.text) or element.tag not in (tag("ab"), tag("note")))
        for child in element:
            copied = self.of(child)
            if copied is not None:
                found.append(copied)
                some = True
            if self._inside and child.tail:
                _after(found, child.tail)
                some = True
        return found if some else None


def _after(element: etree._Element, text: str) -> None:
    """Put text at the end of an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _copy(element: etree._Element) -> etree._Element:
    copied = deepcopy(element)
    copied.tail = None
    return copied


def _place(
    division: etree._Element, wrapper: etree._Element, copies: dict[etree._Element, etree._Element]
) -> etree._Element:
    """Where a division belongs in the wrapper: the copies, without content, of those that hold it."""
    at = wrapper
    for holder in reversed(list(division.iterancestors(tag("div")))):
        if holder not in copies:
            copies[holder] = etree.SubElement(at, holder.tag, dict(holder.attrib))
        at = copies[holder]
    return at


def _wrapper() -> etree._Element:
    return etree.Element(f"{{{DTS_NS}}}wrapper", nsmap={"dts": DTS_NS})


def _file(document: etree._Element, wrapper: etree._Element) -> etree._Element:
    """The wrapper in the body of a file with the header of the whole."""
    found = etree.Element(document.tag, dict(document.attrib), nsmap=document.nsmap)
    found.append(_copy(document.find(tag("teiHeader"))))
    whole = document.find(tag("text"))
    text = etree.SubElement(found, whole.tag, dict(whole.attrib))
    etree.SubElement(text, tag("body")).append(wrapper)
    return found
