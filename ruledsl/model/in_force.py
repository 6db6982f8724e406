"""The declarations of a game as they are checked: merged, and written out where words stand for more."""

from __future__ import annotations

from typing import Mapping, Sequence

from ruledsl.model import carrying, patches, standing, teaming, winning
from ruledsl.model.absent import without_absent
from ruledsl.model.counted import written_out
from ruledsl.model.desk import Desk
from ruledsl.model.giving import with_values
from ruledsl.model.merge import Declared, merge
from ruledsl.model.refusing import with_permissions
from ruledsl.model.several import as_ones
from ruledsl.syntax import tree as t


def merged(desk: Desk, layers: Sequence[t.Tree], tests: Sequence[t.Tree], chosen: Mapping[str, str]) -> Declared:
    """The declarations that are in force."""
    declared = merge(desk, [patches.declarations_of(tree) for tree in layers], chosen)
    declared.tests += [test for tree in tests for d in tree.declarations if isinstance(d, t.Test) for test in d.each()]
    for variant in [d for tree in layers for d in tree.declarations if isinstance(d, t.Variant)]:
        declared.title = variant.title
    carrying.take_in(desk, declared)
    teaming.take_in(desk, declared)
    declared = winning.spelt_out(declared, desk)
    declared = with_values(without_absent(standing.written_out(declared, desk)), desk)
    return written_out(as_ones(with_permissions(declared, desk), desk), desk)
