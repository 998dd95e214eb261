"""A framework that one would use instead of Wenli, over given texts with a given model: haystack or txtai.

    python peer.py haystack|txtai ASKED.json TOLD.json

Stands alone: it runs in the environment of the framework, where Wenli is not installed. Each framework is set up as
its documentation shows for hybrid search, with the prompts that the model wants.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

QUERY, PASSAGE = "query: ", "passage: "


def haystack(asked: dict[str, Any]) -> list[list[int]]:
    """BM25 and vectors in the in-memory store, joined by reciprocal rank fusion."""
    from haystack import Document
    from haystack.components.embedders import SentenceTransformersDocumentEmbedder, SentenceTransformersTextEmbedder
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    documents = [Document(id=str(at), content=text) for at, text in enumerate(asked["texts"])]
    embed = SentenceTransformersDocumentEmbedder(model=asked["model"], prefix=PASSAGE, progress_bar=False)
    embed.warm_up()
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    store.write_documents(embed.run(documents)["documents"])
    ask = SentenceTransformersTextEmbedder(model=asked["model"], prefix=QUERY, progress_bar=False)
    ask.warm_up()
    words, vectors = InMemoryBM25Retriever(store, top_k=50), InMemoryEmbeddingRetriever(store, top_k=50)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=asked["depth"])
    ranked = []
    for question in asked["questions"]:
        found = [
            words.run(query=question)["documents"],
            vectors.run(query_embedding=ask.run(question)["embedding"])["documents"],
        ]
        ranked.append([int(document.id) for document in joiner.run(found)["documents"]])
    return ranked


def txtai(asked: dict[str, Any]) -> list[list[int]]:
    """The hybrid index of txtai: sparse and dense scores in equal parts."""
    from txtai import Embeddings

    embeddings = Embeddings(
        path=asked["model"], hybrid=True, instructions={"query": QUERY, "data": PASSAGE}, gpu=False, content=False
    )
    embeddings.index(enumerate(asked["texts"]))
    return [[int(at) for at, _ in embeddings.search(question, asked["depth"])] for question in asked["questions"]]


def main(arguments: Sequence[str]) -> None:
    """Read what is asked, write what is found."""
    name, asked, told = arguments
    found = {"haystack": haystack, "txtai": txtai}[name](json.loads(Path(asked).read_text(encoding="utf-8")))
    Path(told).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
