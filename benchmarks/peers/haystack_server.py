"""haystack: BM25 and vectors joined by rank. ``python -m benchmarks.peers.haystack_server PORT`` in .venv-peers."""

from __future__ import annotations

import os

from benchmarks.peers.common import Corpus, Engine, K, serve


def open_engine(corpus: Corpus) -> Engine:
    """A pipeline over documents in memory; the vectors of questions are computed by the same model."""
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore(embedding_similarity_function="dot_product")
    pairs = zip(corpus.texts, corpus.vectors.tolist(), strict=True)
    store.write_documents([Document(id=str(at), content=c, embedding=v) for at, (c, v) in enumerate(pairs)])
    words, meaning = InMemoryBM25Retriever(store, top_k=K), InMemoryEmbeddingRetriever(store, top_k=K)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=K)

    def find(question: str) -> list[tuple[int, float]]:
        vector = corpus.encoder.encode_queries([question])[0].tolist()
        lists = [words.run(query=question)["documents"], meaning.run(query_embedding=vector)["documents"]]
        return [(int(d.id), float(d.score or 0)) for d in joiner.run(documents=lists)["documents"]]

    return find


if __name__ == "__main__":
    serve(open_engine)
