"""Reading the question: its language, the chapters, commentators and things it names, what type it is.

Nothing here looks at the texts; it turns words as people use them into the words the texts use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from corpus.answers.book import TYPES
from corpus.fold import fold, is_han
from corpus.mentions import Mentions
from corpus.model import Layer
from corpus.people import Commentator, chapter_names
from corpus.script import is_simplified_only, is_traditional_only
from corpus.terms import Found, Terms
from index.query import EVERYTHING, Filters
from service.ask.intent import Intents
from service.ask.parts import asking_clause, core, parts_of
from service.ask.romanized import named
from service.ask.values import Ask, Turn
from service.texts.language import Lang

TALK = Path(__file__).parent / "talk.toml"
_QUOTED = re.compile('[「『“‘"]([^「」『』“”‘’"]{2,400})[」』”’"]')
_NAMES = "鄉飲酒禮 鄉射禮 大射儀 特牲饋食禮 儀禮 注 疏 經 記 案 經文 注文 目錄 今按 張子 楊氏"
_WHERE_TO_LOOK = frozenset(_NAMES.split())
_REFERENCE = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}\.\d{1,3}[a-z]?(?![\d.]*\d)")
"""A clause as an answer names it: 5.21.3, or 5.52.10a."""
LEANS = 0.4
"""Probability from which on a later turn leans on those before it, by its words: "on which side?". Of those that did
and had no word that refers back, two thirds are found so, of questions by themselves three of a hundred."""
PARTS = 3
"""Parts of a question that are looked at."""
_ASKER = re.compile(
    r"^\s*(?:as|i am|i'm|we are|we're) an? [^,:;.?!–—]{1,40}[,:;.!–—]|"
    r"^[^,，。：:？?]{0,3}(?:我是|我們是|我们是|身為|身为|作為|作为)[^,，。：:；？?]{1,20}[,，。：:；]",
    re.IGNORECASE,
)
"""Words that say who asks."""
_ELISION = re.compile(r"\s*(?:…+|⋯+|\.{3,})\s*")


@dataclass(frozen=True)
class Question:
    """A question understood.

    ``subject`` is the question without the names of chapters and commentators: they say where to look.
    ``type`` is the likeliest type of answer (``corpus.answers.book.TYPES``). ``chapters`` are those named and held.
    ``elsewhere`` are the works or chapters named that are not held, as written, with the chapter's number (0: another
    book).
    ``quotes`` are the parts (folded) of each quotation in the question, more than one where it has an ellipsis.
    ``quoted`` are the same as written, where the question asks what they are (of the turn before, for 「這句話」);
    ``asks_quote`` is whether it asks outright where they come from or whether they are real.
    ``follows`` is the question before, with what it left itself to the one before it, where this one leans on it;
    ``places`` are the references that its answer named, in order, ``before`` the probability of each type of answer to
    it, ``subjects`` the terms that it named. ``inherited`` is whether ``chapters`` were named by an earlier turn only.
    ``filters`` bound what may be quoted. ``intent`` has the probability of each type of answer, ``rites``
    that of each rite.
    ``resolved`` is the text to search with: the question, where it leaves its subject to the conversation after the
    question before; ``alone`` is whether it is the question by itself. ``talk`` names a question that is not about the
    texts: greeting, thanks, self, help or injection. ``parts`` are the things asked, each as a question of its own,
    where there are several; one that speaks of “it” follows the part before.
    """

    text: str
    subject: str
    lang: Lang
    type: str
    chapters: frozenset[int]
    elsewhere: tuple[tuple[str, int], ...]
    commentators: tuple[str, ...]
    layers: frozenset[Layer]
    terms: tuple[Found, ...]
    quotes: tuple[tuple[str, ...], ...]
    quoted: tuple[str, ...] = ()
    asks_quote: bool = False
    follows: str = ""
    places: tuple[str, ...] = ()
    filters: Filters = EVERYTHING
    intent: tuple[float, ...] = ()
    rites: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    subjects: tuple[str, ...] = ()
    inherited: bool = False
    resolved: str = ""
    talk: str = ""
    parts: tuple[Question, ...] = ()

    def after(self, places: Iterable[str]) -> Question:
        """A part of a question after one that was answered from ``places``, where it leans on that."""
        return replace(self, places=tuple(places)) if self.follows and not self.places else self

    @property
    def alone(self) -> bool:
        """True if the question names its subject itself."""
        return self.resolved == self.text

    @property
    def not_held(self) -> tuple[str, ...]:
        """The names of what is asked about and not held; of a chapter of the 儀禮 without what all have."""
        names = [name for name, _ in self.elsewhere]
        unheld = [chapter_names()[number] for _, number in self.elsewhere if number]
        short = [chapter.short for chapter in unheld if chapter.short]
        return tuple(dict.fromkeys((*names, *short)))

    @property
    def asks_sounds(self) -> bool:
        """Whether it may be answered by how characters are read: nobody else is told 與音預."""
        layers, speakers = self.layers | self.filters.layers, {*self.commentators, *self.filters.commentators}
        return Layer.YIN in layers or "陸德明" in speakers

    @property
    def script(self) -> str:
        """The script in which the reader is quoted Chinese: ``Hans`` or ``Hant``."""
        return "Hans" if self.lang == "zh-Hans" else "Hant"

    @property
    def telling(self) -> tuple[str, ...]:
        """The terms that say what is asked about; names of books, layers and people say where to look."""
        own = (f.term.term for f in self.terms if f.term.kind != "person" and f.term.term not in _WHERE_TO_LOOK)
        return tuple(dict.fromkeys(own))

    @property
    def asks_commentary(self) -> bool:
        """Whether commentary, rather than base text, should lead the answer."""
        return self.type in ("why", "term", "commentator", "variant") or bool(self.commentators)


class Understanding:
    """Understands questions with the terms of the field, the chapters' names and the classifier of types."""

    def __init__(self, terms: Terms, commentators: dict[str, Commentator], intents: Intents) -> None:
        self._terms = terms
        self._mentions = Mentions(commentators)
        self._intents = intents
        cues = tomllib.loads(TALK.read_text(encoding="utf-8"))
        self._quoted: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["quoted"].items()}
        self._talk: dict[str, re.Pattern[str]] = {name: _any(patterns) for name, patterns in cues["talk"].items()}

    def read(self, ask: Ask) -> Question:
        """The question, with what it leaves to the turns before taken from them, and its parts."""
        question = self._in_conversation(ask)
        texts = () if question.talk else parts_of(question.text)[:PARTS]
        return replace(question, parts=tuple(self._parts(question, texts))) if len(texts) > 1 else question

    def _parts(self, question: Question, texts: Sequence[str]) -> Iterator[Question]:
        """The parts of a question as questions."""
        for before, text in zip(["", *texts], texts, strict=False):
            intent = tuple(float(p) for p in self._intents.of(text))
            own = replace(question, text=text, resolved=text, intent=intent, terms=self._terms.find(text))
            own = replace(own, type=TYPES[int(np.argmax(intent))])
            if not before and question.follows:
                own = replace(own, resolved=f"{question.follows} {text}")
            else:
                own = replace(own, follows="", places=(), before=(), subjects=())
            if before and (not own.telling or refers_back(text, telling=False)):
                subjects = tuple(dict.fromkeys(found.term.term for found in self._terms.find(before)))
                own = replace(own, follows=before, subjects=subjects, resolved=f"{before} {text}")
            yield own

    def _in_conversation(self, ask: Ask) -> Question:
        """The question, with what it leaves to the turns before taken from them."""
        question = replace(self._read(ask.question, ask.lang), filters=ask.filters)
        found = _subject_turn(ask.history)
        if question.talk or found is None:
            return question
        at, reply = found
        said = ask.history[at].content
        earlier = self._in_conversation(replace(ask, question=said, history=ask.history[max(0, at - _FURTHER) : at]))
        lang = question.lang if ask.lang != "auto" or _tells_language(ask.question) else earlier.lang
        question = replace(question, lang=lang)
        if not question.quotes and self._quoted["this"].search(question.text):
            asks = bool(self._quoted["asks"].search(question.text))
            question = replace(question, quoted=_raw(said, 2) if asks else (), asks_quote=asks)
        if not refers_back(question.text, bool(question.telling)) and self._intents.leans(question.text) < LEANS:
            return question
        named = earlier.chapters
        for text in reversed([turn.content for turn in ask.history if turn.role == "user"]):
            named = named or self._read(text, ask.lang).chapters
        another = bool(question.chapters) and not question.telling
        before = said if earlier.alone else f"{earlier.follows} {said}"
        return replace(
            question,
            subject=earlier.subject if another else question.subject,
            terms=earlier.terms if another else question.terms,
            chapters=question.chapters or (frozenset() if question.elsewhere else named),
            inherited=not question.chapters,
            follows=before,
            before=earlier.intent,
            subjects=tuple(dict.fromkeys((*earlier.telling, *earlier.subjects))),
            places=tuple(dict.fromkeys(_REFERENCE.findall(reply))),
            resolved=f"{question.text} {earlier.subject}" if another else f"{before} {question.text}",
        )

    def _read(self, text: str, lang: str) -> Question:
        spoken = language(text) if lang == "auto" else lang
        text = named(text) if spoken == "en" else text
        chapters, elsewhere, subject = self._mentions.chapters(text)
        if elsewhere:  # a wedding planner does not ask about weddings
            _, elsewhere, _ = self._mentions.chapters(_ASKER.sub("", text))
        if len(chapters) > 1:
            chapters = self._asked_of(text, chapters)
        people, subject = self._mentions.people(subject)
        intent = self._intents.of(text)
        asks_quote = bool(self._quoted["asks"].search(_QUOTED.sub(" ", text)))
        return Question(
            text=text,
            subject=subject if len(subject.strip(" ，,。.？?：:、")) > 1 else text,
            lang=spoken,  # type: ignore[arg-type]  # the request model admits only these three
            type=TYPES[int(intent.argmax())],
            chapters=frozenset(chapters),
            elsewhere=elsewhere,
            commentators=tuple(people),
            layers=_layers(text),
            terms=self._terms.find(text),
            quotes=quotations(text),
            quoted=_raw(text, 2) if asks_quote else (),
            asks_quote=asks_quote,
            intent=tuple(float(p) for p in intent),
            rites=tuple(float(p) for p in self._intents.rites(text)),
            resolved=text,
            talk=next((name for name, pattern in self._talk.items() if pattern.search(text)), ""),
        )

    def _asked_of(self, text: str, named: set[int]) -> set[int]:
        """Of several rites named the one that is asked about, where it stands in the clause that asks and nothing is
        compared: 大射 in 「鄉射奏騶虞，那大射奏什麼」."""
        asked = core(text)
        if _COMPARES.search(asked):
            return named
        for part in (asking_clause(asked), asked):
            own = self._mentions.chapters(part)[0] if part else set()
            if own and own < named:
                return own
        return named


_COMPARES = re.compile(
    r"\b(?:compare|compared|differ\w*|same|both|versus|vs|than|like|unlike|either|between|all)\b|[比跟和與与同異异]|區別|区别|差別|差别|不一|"
    r"一樣|一样|各",
    re.IGNORECASE,
)
"""Words by which two rites are compared."""
_BACK = re.compile(
    r"\b(he|him|his|she|her|they|them|their|it|its|that|those|these|there|then|else|same|other|another|both|ones?|so)\b"
    r"|^\s*(and|but|or|so|then|what about|how about|also|ok|okay|back to)\b"
    "|[他她它牠那這这此其]|呢[？?\\s]*$|^(也|還|还|然後|然后|接下來|接下来|之後|之后|再|同樣|同样|為什麼|为什么|怎麼說|怎么说|誰|谁|幾|几|哪)"
    "|上面|剛才|刚才|前面|後來|后来",
    re.IGNORECASE,
)
"""Words by which a question leans on the turn before."""
_NOTHING_SAID = (
    "who whom whose what where when why how which is was are were do does did the a an of in at to many much long far "
    "exactly really come"
)
_FURTHER = 4
"""Messages before a question that say what it leaves out itself."""
_ASKING = frozenset(_NOTHING_SAID.split(" "))
"""English words that ask, or say nothing."""
_SHORT, _BARE, _WORDS = 7, 3, 2
"""Han characters, or English words that say something, up to which a question that names a term of the rites leans on
the turn before; and characters up to which one does in any case, such as 然後？"""


def refers_back(text: str, telling: bool) -> bool:
    """True if a question leaves something to the turn before.

    >>> refers_back("And what about the host?", True), refers_back("Who was Confucius?", False)
    (True, False)
    """
    bare = _QUOTED.sub(" ", text)
    han, words = [c for c in bare if is_han(c)], re.findall(r"[A-Za-z]+", bare)
    if _BACK.search(bare):
        return True
    if han:
        return len(han) <= (_SHORT if telling else _BARE)
    told = [word for word in words if word.lower() not in _ASKING]
    return not told or (telling and len(told) <= _WORDS)


def _subject_turn(history: Sequence[Turn]) -> tuple[int, str] | None:
    """Where the last question stands that was answered from the texts, and its answer; the last one where no answer is
    known."""
    asked: tuple[int, str] | None = None
    fallback: tuple[int, str] | None = None
    for at, turn in enumerate(history):
        if turn.role != "user":
            continue
        reply = history[at + 1].content if at + 1 < len(history) and history[at + 1].role == "assistant" else ""
        fallback = (at, reply)
        if not reply or "[1]" in reply:
            asked = (at, reply)
    return asked or fallback


def _tells_language(text: str) -> bool:
    """True if the script of a question can be told from its own words."""
    han = [c for c in text if is_han(c)]
    told = any(is_simplified_only(c) or is_traditional_only(c) for c in han)
    return not han or told or bool(_SIMPLIFIED.search("".join(han)))


_SIMPLIFIED = re.compile("[什怎那这多要]么|哪里|里[面头边]|几[个次人支只杯张条天年步道层位]")
"""Words of modern Chinese whose characters also occur in traditional script, where they mean something else."""


def language(text: str) -> Lang:
    """The language a question is asked in; Han text without telling characters counts as traditional.

    ``language("谁当司马?") == "zh-Hans"``, ``language("What is 侯?") == "en"``.
    """
    han = [c for c in text if is_han(c)]
    words = re.findall(r"[A-Za-z]{2,}", _QUOTED.sub(" ", text))
    if len(words) >= 2 and len(words) * 2 >= len([c for c in _QUOTED.sub(" ", text) if is_han(c)]):
        return "en"
    if not han:
        return "en" if words or text.isascii() else "zh-Hant"
    outside = [c for c in _QUOTED.sub("", text) if is_han(c)]
    for chars in (outside, han):  # where the question's own words do not tell, those it quotes may
        simplified = sum(map(is_simplified_only, chars)) + len(_SIMPLIFIED.findall("".join(chars)))
        traditional = sum(map(is_traditional_only, chars))
        if simplified != traditional:
            return "zh-Hans" if simplified > traditional else "zh-Hant"
    return "zh-Hant"


def quotations(text: str) -> tuple[tuple[str, ...], ...]:
    """The quotations in a question, folded, each cut at its ellipses: ``(("揖讓升", "眾賓序升即席"),)``, folded."""
    found = []
    for match in _QUOTED.finditer(text):
        parts = tuple(p for p in (fold(part) for part in _ELISION.split(match[1])) if len(p) >= 2)
        if parts and sum(map(len, parts)) >= 3:
            found.append(parts)
    return tuple(found)


def _raw(text: str, least: int) -> tuple[str, ...]:
    """The quotations of ``least`` Han characters or more, as written."""
    return tuple(match[1] for match in _QUOTED.finditer(text) if len(fold(match[1])) >= least)


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)


def _layers(text: str) -> frozenset[Layer]:
    """Layers a question names outright: the note, the sub-commentary, the record, the collation notes, the sounds."""
    folded, lowered = fold(text), text.lower()
    return frozenset(
        layer for layer in Layer if any((n in lowered) if n.isascii() else (fold(n) in folded) for n in layer.asked)
    )
