"""Trees written out before they are looked at: declarations made anew, each once."""

from __future__ import annotations

from collections.abc import Callable as Fn
from typing import Any, TypeVar

from ruledsl.model.merge import Declared
from ruledsl.record import replace
from ruledsl.syntax import tree as t

N = TypeVar("N", bound=t.Node)
M = TypeVar("M", bound=t.Node)


def every(declared: Declared, change: Fn[[Any], Any]) -> Declared:
    """All declarations changed."""
    old = declared
    return replace(
        old, named={name: change(d) for name, d in old.named.items()}, single={kind: change(d) for kind, d in old.single.items()},
        hooks=list(map(change, old.hooks)), watches=list(map(change, old.watches)), invariants=list(map(change, old.invariants)),
        demands=list(map(change, old.demands)), tests=list(map(change, old.tests)),
    )  # fmt: skip


def once(node: t.Node, by: str, make: Fn[[], M]) -> M:
    """What is made of a node, the same each time: what nobody changed is not read again. `by` says all that it hangs on."""
    kept: dict[str, M] = vars(node).setdefault("_rewritten", {})
    if by not in kept:
        kept[by] = make()
    return kept[by]


def remade(node: N, instead: Fn[[t.Node], t.Node | None] = lambda node: None) -> Any:
    """A node with all nodes inside it made anew, or what stands instead of it."""
    other = instead(node)
    return other if other is not None else inside(node, instead)


def inside(node: N, instead: Fn[[t.Node], t.Node | None]) -> N:
    """The same of what is inside a node, whatever stands instead of itself."""
    return t.anew(node, lambda n: remade(n, instead))
