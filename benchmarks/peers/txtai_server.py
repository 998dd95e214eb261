"""txtai, its hybrid of BM25 and vectors: ``python -m benchmarks.peers.txtai_server PORT`` in .venv-peers."""

from __future__ import annotations

from typing import Any

from benchmarks.peers.common import Corpus, Engine, K, serve


def open_engine(corpus: Corpus) -> Engine:
    """An index of the units; the vectors of questions are computed by the same model."""
    from txtai import Embeddings

    known = dict(zip(corpus.texts, corpus.vectors, strict=True))

    def transform(texts: list[str]) -> Any:
        if all(text in known for text in texts):
            return [known[text] for text in texts]
        return corpus.encoder.encode_queries(texts)

    embeddings = Embeddings({"method": "external", "transform": transform, "hybrid": True, "backend": "faiss"})
    embeddings.index((at, text, None) for at, text in enumerate(corpus.texts))

    def find(question: str) -> list[tuple[int, float]]:
        return [(int(at), float(score)) for at, score in embeddings.search(question, K)]

    return find


if __name__ == "__main__":
    serve(open_engine)
