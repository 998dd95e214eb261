"""Questions about a quotation: whether it is real, where it stands, who says it. The judge of quotations answers them.

Is 「大侯八十」 really in the Yili?      altered: the true words, and what differs
「侯謂所射布也」是鄭玄說的嗎              where it stands, and whether that is where the question supposes
「大學之道」出自哪一篇                    not in the texts that are held: no answer, the nearest passage named
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.library import Library
from corpus.model import Unit
from corpus.quotes.claim import Claim
from corpus.quotes.concordance import Part, is_base
from corpus.quotes.differ import in_words
from corpus.quotes.judge import Finding, Judge
from corpus.quotes.standing import Match, QuoteUnfit, Verdict
from service.ask.draft import BASE_LIMIT, COMMENT_LIMIT
from service.ask.names import Names, quoted
from service.ask.question import Question
from service.texts.language import Lang

PLACES = 4
"""Further places named of words that stand in several."""
SURE_FROM = 5
"""Han characters from which words that are found nowhere are said to be none of the texts'; fewer may be a term."""
_LIMIT = 100
_MARKS = re.compile(r"[「」『』“”‘’〔〕\"]")


@dataclass(frozen=True)
class Verdicts:
    """What is to be said of a quotation: a first sentence (``{markers}`` stands where they go), what it rests on.

    ``near`` is the passage most like words that stand nowhere; then ``parts`` is empty, and nothing is cited.
    """

    sentence: str
    parts: tuple[Part, ...]
    near: str = ""


class Quoted:
    """Answers questions about quotations; None where a question asks about none."""

    def __init__(self, library: Library, judge: Judge, names: Names, phrases: dict[str, dict[str, str]]) -> None:
        self._library = library
        self._judge = judge
        self._names = names
        self._phrases = phrases

    def verdict(self, question: Question) -> Verdicts | None:
        """The verdict on the first quotation asked about, where it can be told from what may be quoted."""
        for words in question.quoted[:1]:
            claim = self._claim(question)
            try:
                finding = self._judge.judge(words, claim, _LIMIT)
            except QuoteUnfit:
                return None
            if finding.verdict is Verdict.NOT_FOUND:
                return self._absent(question, finding)
            admitted = [m for m in finding.matches if all(map(question.filters.admits, _units(m.place.parts)))]
            return self._present(question, finding, admitted) if admitted else None
        return None

    def _claim(self, question: Question) -> Claim | None:
        """Where the question supposes that the words stand. What layers it names is too loosely said to be held to."""
        around = question.text
        for words in question.quoted:
            around = around.replace(words, " ")
        claim = self._judge.claim(around)
        claim = replace(claim, layers=frozenset(), clauses=frozenset()) if claim else None
        return claim if claim and claim.understood else None

    def _present(self, question: Question, finding: Finding, matches: Sequence[Match]) -> Verdicts:
        lang = question.lang
        say = self._phrases[lang]
        best = matches[0]
        spelt = finding.verdict if best.fits_claim is not False else best.verdict
        values = {
            "quote": quoted(finding.quote),
            "place": self._place(best, lang),
            "how": say[f"quote_how_{best.verdict.value}"],
            "more": self._more(matches, lang),
            "diff": _MARKS.sub("", in_words(best.changes)),
            "markers": "{markers}",
        }
        if finding.verdict is Verdict.MISATTRIBUTED:
            sentence = say["quote_misattributed"]
        elif spelt is Verdict.ALTERED:
            sentence = say["quote_altered"] + (say["quote_elsewhere"] if best.fits_claim is False else "")
        else:
            sentence = say["quote_confirmed" if best.fits_claim else "quote_found"]
        return Verdicts(sentence.format(**values), tuple(map(_around, best.place.parts)))

    def _absent(self, question: Question, finding: Finding) -> Verdicts | None:
        """That the words are not held. A question that only mentions words may be answered in another way."""
        if not question.asks_quote or len(finding.quote) < SURE_FROM:
            return None
        say = self._phrases[question.lang]
        near = finding.nearest.place.unit.ref.partition("#")[0] if finding.nearest else ""
        return Verdicts(say["quote_absent"].format(quote=quoted(finding.quote)), (), near)

    def _place(self, match: Match, lang: Lang) -> str:
        """Where the words stand, in words: 《鄉射禮》5.19.4（司射誘射）, 鄭玄注（《鄉射禮》5.2.7）."""
        unit = _units(match.place.parts)[0]
        say = self._phrases[lang]
        values = {"chapter": self._names.chapter(unit.chapter, lang), "number": unit.base_ref}
        if unit.layer.is_base:
            return say["quote_in_base"].format(**values, phase=self._names.phase(unit, lang))
        return say["quote_in_comment"].format(**values, speaker=self._names.speaker(unit, lang))

    def _more(self, matches: Sequence[Match], lang: Lang) -> str:
        """The other clauses where the words stand as well, a few of them."""
        refs = list(dict.fromkeys(_units(match.place.parts)[0].base_ref for match in matches))[1:]
        say = self._phrases[lang]
        if not refs or matches[0].verdict is Verdict.ALTERED:
            return ""
        shown = say["and"].join(refs[:PLACES])
        return say["quote_more" if len(refs) <= PLACES else "quote_many"].format(refs=shown, count=len(refs))


def _units(parts: Sequence[Part]) -> list[Unit]:
    """The units words stand in; the service judges with its library alone, which has no pages."""
    return [part.unit for part in parts if isinstance(part.unit, Unit)]


def _around(part: Part) -> Part:
    """The unit that words stand in, whole where it is short, else as much as may be quoted of it with them inside."""
    size = len(part.unit.text)
    limit = BASE_LIMIT if is_base(part.unit) else COMMENT_LIMIT
    room = max(limit - (part.end - part.start), 0)
    start = max(0, min(part.start - room // 2, size - limit, part.start))
    return Part(part.unit, start, max(min(start + limit, size), part.end))
