"""Trees as ONNX graphs: what ships of a trained model, a format that holds no code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier


class Node(NamedTuple):
    """One node of a tree: where ``feature`` is at most ``threshold`` it goes on at ``left``, else at ``right``, numbers
    of nodes of the same tree; a leaf has only a ``value``, and -1 for its feature."""

    feature: int
    threshold: float = 0.0
    left: int = 0
    right: int = 0
    value: float = 0.0


Tree = Sequence[Node]


def of_classifier(model: HistGradientBoostingClassifier) -> tuple[list[Tree], float]:
    """The trees of scikit-learn's boosted classifier and what their sum starts from; the sum is a logit."""
    trees: list[Tree] = [
        [
            Node(-1, value=float(node["value"]))
            if node["is_leaf"]
            else Node(int(node["feature_idx"]), float(node["num_threshold"]), int(node["left"]), int(node["right"]))
            for node in own[0].nodes
        ]
        for own in model._predictors
    ]
    return trees, float(np.ravel(model._baseline_prediction)[0])


def of_booster(model: Any) -> list[Tree]:
    """The trees of a LightGBM booster over numbers of which none is missing; the sum of their leaves is the score."""
    return [_numbered(one["tree_structure"]) for one in model.dump_model()["tree_info"]]


def _numbered(structure: dict[str, Any]) -> Tree:
    """A nested tree as a list, the root first."""
    nodes: list[Node] = []

    def add(one: dict[str, Any]) -> int:
        at = len(nodes)
        if "split_feature" not in one:
            nodes.append(Node(-1, value=float(one["leaf_value"])))
            return at
        nodes.append(Node(-1))  # its place; what it is follows when its branches have numbers
        left, right = add(one["left_child"]), add(one["right_child"])
        nodes[at] = Node(int(one["split_feature"]), float(one["threshold"]), left, right)
        return at

    add(structure)
    return nodes


def graph(trees: Sequence[Tree], baseline: float, width: int) -> bytes:
    """An ONNX graph that sums the trees over ``width`` features: input ``features`` float32 (n, width), output ``raw``
    float32 (n, 1)."""
    from onnx import TensorProto, helper

    flat = [(at, number, node) for at, tree in enumerate(trees) for number, node in enumerate(tree)]
    leaves = [(at, number, node.value) for at, number, node in flat if node.feature < 0]
    ensemble = helper.make_node(
        "TreeEnsembleRegressor",
        ["features"],
        ["raw"],
        domain="ai.onnx.ml",
        n_targets=1,
        base_values=[baseline],
        aggregate_function="SUM",
        post_transform="NONE",
        nodes_treeids=[at for at, _, _ in flat],
        nodes_nodeids=[number for _, number, _ in flat],
        nodes_featureids=[max(node.feature, 0) for _, _, node in flat],
        nodes_values=[_not_above(node.threshold) for _, _, node in flat],
        nodes_modes=["LEAF" if node.feature < 0 else "BRANCH_LEQ" for _, _, node in flat],
        nodes_truenodeids=[node.left for _, _, node in flat],
        nodes_falsenodeids=[node.right for _, _, node in flat],
        nodes_missing_value_tracks_true=[0 for _ in flat],
        target_treeids=[at for at, _, _ in leaves],
        target_nodeids=[number for _, number, _ in leaves],
        target_ids=[0 for _ in leaves],
        target_weights=[value for _, _, value in leaves],
    )
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, width])
    raw = helper.make_tensor_value_info("raw", TensorProto.FLOAT, [None, 1])
    whole = helper.make_graph([ensemble], "reader", [features], [raw])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    content: bytes = helper.make_model(whole, opset_imports=opsets, ir_version=9).SerializeToString()
    return content


def _not_above(threshold: float) -> float:
    """The greatest single-precision number that is not above a threshold: the same side for every such feature."""
    near = np.float32(threshold)
    return float(near if float(near) <= threshold else np.nextafter(near, np.float32(-np.inf)))
