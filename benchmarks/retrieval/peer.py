"""A framework that one would use instead of Wenli, over given texts and their vectors: haystack or txtai.

    python peer.py haystack|txtai ASKED.json TOLD.json

Stands alone: it runs in the environment of the framework, where Wenli is not installed. Each framework is set up as
its documentation shows for hybrid search. The vectors of texts and questions come with what is asked, of the same model
for all, so that only the engines differ.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

_CANDIDATES = 50
"""What each half of a hybrid hands to the fusion."""


def haystack(asked: dict[str, Any]) -> list[list[int]]:
    """BM25 and vectors in the in-memory store, joined by reciprocal rank fusion."""
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    texts = zip(asked["texts"], asked["text_vectors"], strict=True)
    store.write_documents([Document(id=str(at), content=text, embedding=v) for at, (text, v) in enumerate(texts)])
    words = InMemoryBM25Retriever(store, top_k=_CANDIDATES)
    meaning = InMemoryEmbeddingRetriever(store, top_k=_CANDIDATES)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=asked["depth"])
    ranked = []
    for question, vector in zip(asked["questions"], asked["question_vectors"], strict=True):
        lists = [words.run(query=question)["documents"], meaning.run(query_embedding=vector)["documents"]]
        ranked.append([int(document.id) for document in joiner.run(documents=lists)["documents"]])
    return ranked


def txtai(asked: dict[str, Any]) -> list[list[int]]:
    """The hybrid index of txtai: sparse and dense scores in equal parts."""
    from txtai import Embeddings

    texts, questions = asked["texts"], asked["questions"]
    known = dict(zip(questions, asked["question_vectors"], strict=True))
    known |= dict(zip(texts, asked["text_vectors"], strict=True))

    def transform(wanted: list[str]) -> Any:
        return np.array([known[text] for text in wanted], dtype=np.float32)

    embeddings = Embeddings({"method": "external", "transform": transform, "hybrid": True, "backend": "faiss"})
    embeddings.index((at, text, None) for at, text in enumerate(texts))
    return [[int(at) for at, _ in embeddings.search(question, asked["depth"])] for question in questions]


def main(arguments: Sequence[str]) -> None:
    """Read what is asked, write what is found."""
    name, source, target = arguments
    found = {"haystack": haystack, "txtai": txtai}[name](json.loads(Path(source).read_text(encoding="utf-8")))
    Path(target).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
