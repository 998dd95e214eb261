"""A small library with real units and a Wenli that answers without a model, for the tests of the service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from flask.testing import FlaskClient

from corpus import canon as canons
from corpus import terms as terms_table
from corpus.fold import fold
from corpus.library import Library
from corpus.model import Layer, Unit
from corpus.people import commentators
from corpus.quotes.judge import Judge
from corpus.terms import Terms
from corpus.texts import Work
from index.query import Filters, Hit
from service.ask.values import Answer, Ask, Citation, Grounding, Passages, Sentence, Told, Verification
from service.http.app import create_app
from service.llm.client import Model
from service.settings import Settings

COMMENT = "侯,謂所射布也。尊者射之以威不寧侯,卑者射之以求為侯。"


def work(witness: str, hant: str, en: str, chapters: tuple[int, ...]) -> Work:
    title = hant.partition("》")[0].strip("《")
    return Work(witness, hant, en, title, "李如圭", "宋", "四庫全書", chapters, "Hant", "CC0", "", "0" * 64)


@lru_cache(maxsize=1)
def small_library() -> Library:
    """Clauses 5.1.1–5.2.1 in two witnesses, a long comment in two pieces, one over a run, one on the chapter's head."""
    canon = canons.load()
    works = {
        "jishi": work("jishi", "《儀禮集釋》卷五", "Yili jishi, juan 5", (5,)),
        "tongxing": work("tongxing", "《通行本》", "Vulgate text", (5, 7)),
    }
    refs = [ref for ref in canon.clauses if ref.startswith(("5.", "7.1."))]
    units = [Unit("5#zheng.1", Layer.ZHU, "jishi", "鄭目錄云:州長春秋以禮會民。", 5, 0, "", "鄭玄")]
    for ref in refs:
        clause = canon.clauses[ref]
        place = (clause.chapter, clause.phase, clause.label)
        if clause.chapter == 5:
            units.append(
                Unit(
                    ref,
                    clause.layer,
                    "jishi",
                    "".join(c for c in clause.text if c not in "，。；：！？、「」『』"),
                    *place,
                )
            )
        units.append(Unit(ref, clause.layer, "tongxing", clause.text, *place))
    units += [
        Unit("5.1.1#zheng.1", Layer.ZHU, "jishi", COMMENT, 5, 1, "1", "鄭玄"),
        Unit("5.1.1#jia.1.1", Layer.SHU, "jishi", "釋曰:自此至「無介」,論戒賓。", 5, 1, "1", "賈公彥", through="5.1.3"),
        Unit("5.1.1#jia.1.2", Layer.SHU, "jishi", "云「主人」者,州長也。", 5, 1, "1", "賈公彥", through="5.1.3"),
    ]
    return Library(canon, works, commentators(), tuple(units), (), "0" * 64)


@dataclass
class StandInWenli:
    """Finds by shared characters; cites the best passage whole. ``broken`` makes it fail as a bug would."""

    library: Library = field(default_factory=small_library)
    terms: Terms = field(default_factory=lru_cache(maxsize=1)(terms_table.load))
    judge: Judge = field(default_factory=lru_cache(maxsize=1)(lambda: Judge(small_library())))
    broken: bool = False
    model: Model | None = None
    asked: list[Ask] = field(default_factory=list)
    filters: list[Filters] = field(default_factory=list)
    editions: None = None

    def search_editions(self, text: str, filters: Filters, k: int) -> tuple[()]:
        """No editions were added."""
        return ()

    def search(self, text: str, filters: Filters, k: int) -> tuple[Hit, ...]:
        if self.broken:
            raise RuntimeError("secret detail")
        self.filters.append(filters)
        wanted = set(fold(text))
        hits = [Hit(u, float(len(wanted & set(fold(u.text)))), ("lexical",)) for u in self.library.units]
        return tuple(sorted((h for h in hits if h.score), key=lambda h: -h.score)[:k])

    def tell(self, ask: Ask) -> Iterator[Told]:
        answer = self.ask(ask)
        yield Passages(answer.passages)
        urls = {citation.index: citation.url for citation in answer.citations}
        yield from (Sentence(text, urls) for text in answer.sentences)
        yield answer

    def ask(self, ask: Ask) -> Answer:
        self.asked.append(ask)
        hits = self.search(ask.question, ask.filters, ask.top_k)
        if not hits:
            return Answer("a1", "en", "extractive", ("Nothing\n", "is held."), Grounding.ABSTAINED, (), (), {})
        unit = hits[0].unit
        citation = Citation(
            1, unit.ref, "urn:cts:yili:jing.p05.jishi:1.1", f"/read/{unit.base_ref}", "《儀禮集釋》卷五·鄉射禮 1.1",
            "鄉射禮", "戒賓", unit.layer.zh, unit.commentator, unit.witness, unit.text[1:4], 1, 4, Verification.EXACT,
        )  # fmt: skip
        sentences = (f"經云「{unit.text[1:4]}」[1]。\n", "<b>此</b>其證也[9]。")
        timings = {"retrieve": 1.0, "compose": 2.0, "total": 3.0}
        return Answer("a2", "zh-Hant", "extractive", sentences, Grounding.GROUNDED, (citation,), hits, timings)


def client_of(wenli: StandInWenli | None = None, **environ: str) -> FlaskClient:
    """A test client of an application with these settings; without feedback, which would write into the checkout."""
    return create_app(Settings.read({"WENLI_FEEDBACK": "off"} | environ), wenli or StandInWenli()).test_client()  # type: ignore[arg-type]
