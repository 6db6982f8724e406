"""Where ways meet again, beside networkx."""

from __future__ import annotations

from random import Random

import networkx as nx

from ruledsl.ir.meeting import meets
from tests import few


def test_ways_that_part():
    assert meets({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}, "") == {"": "", "d": "", "b": "d", "c": "d", "a": "d"}


def test_as_others_find_it():
    for seed in few.seeds(300):
        random = Random(seed)
        labels = [f"b{n}" for n in range(random.randint(1, 14))]
        after = {label: random.choices(labels, k=random.choice((0, 1, 1, 2, 2, 3))) for label in labels}
        graph = nx.DiGraph([(to, label) for label, more in after.items() for to in more or ("",)])
        graph.add_node("")
        found = meets(after, "")
        assert {label: to for label, to in nx.immediate_dominators(graph, "").items() if label} == {label: to for label, to in found.items() if label}
