"""Training of the metric of questions, by contrast: two texts of one row against those of all other rows drawn.

A minute on two cores for some thousand rows; the embedding model itself is not touched.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from index.metric import Metric

HIDDEN = 768
STEPS = 180
DRAWN = 1024
"""Rows in a step, each against all the others."""
TEMPERATURE = 0.05
RATE = 1e-3
NOISE = 0.1
"""Length of what is added to a vector by chance at every step. Vectors of this model lie close together; a map that was
learned without it took what eight bits round off for meaning."""


class _Map(torch.nn.Module):
    def __init__(self, dimension: int) -> None:
        super().__init__()
        self.straight = torch.nn.Parameter(torch.eye(dimension))
        self.inner = torch.nn.Linear(dimension, HIDDEN)
        self.outer = torch.nn.Linear(HIDDEN, dimension)
        torch.nn.init.zeros_(self.outer.weight)
        torch.nn.init.zeros_(self.outer.bias)

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        hidden = torch.nn.functional.gelu(self.inner(vectors), approximate="tanh")
        return torch.nn.functional.normalize(vectors @ self.straight + self.outer(hidden), dim=-1)


def train(
    vectors: NDArray[np.float32], rows: Sequence[Sequence[int]], fingerprint: str, seed: int, noise: float = NOISE
) -> Metric:
    """Learn from vectors (n, d) and, for each row, the numbers of its texts."""
    torch.manual_seed(seed)
    lot = random.Random(seed)  # noqa: S311 – a lot that comes out the same every time  # nosec B311
    model = _Map(vectors.shape[1])
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    held = torch.from_numpy(np.ascontiguousarray(vectors))
    several = [own for own in rows if len(own) > 1]
    for _ in range(STEPS):
        pairs = [lot.sample(list(own), 2) for own in lot.sample(several, min(DRAWN, len(several)))]
        one, other = (
            model(own + noise / own.shape[1] ** 0.5 * torch.randn_like(own))
            for own in (held[[a for a, _ in pairs]], held[[b for _, b in pairs]])
        )
        likeness = one @ other.T / TEMPERATURE
        wanted = torch.arange(len(pairs))
        loss = torch.nn.functional.cross_entropy(likeness, wanted)
        loss = loss + torch.nn.functional.cross_entropy(likeness.T, wanted)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    with torch.no_grad():
        return Metric(
            model.straight.numpy().copy(),
            model.inner.weight.numpy().T.copy(),
            model.inner.bias.numpy().copy(),
            model.outer.weight.numpy().T.copy(),
            model.outer.bias.numpy().copy(),
            fingerprint,
        )
