"""Trees written out before they are looked at: declarations made anew, each once."""

from __future__ import annotations

from collections.abc import Callable as Fn
from typing import Any, TypeVar

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

N = TypeVar("N", bound=t.Node)
M = TypeVar("M")
Fail = Fn[..., None]
"""As `Desk.fail`."""


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


def told_once(node: t.Node, by: str, desk: Desk, make: Fn[[Fail], M]) -> M:
    """As `once`; what `make` finds to be wrong is said each time, though it is looked for but once."""
    made, said = once(node, by, lambda: _noted(make))
    for code, span, words in said:
        desk.fail(code, span, **words)
    return made


def _noted(make: Fn[[Fail], M]) -> tuple[M, list[tuple[str, Span, dict[str, Any]]]]:
    said: list[tuple[str, Span, dict[str, Any]]] = []
    return make(lambda code, span, **words: said.append((code, span, words))), said


def remade(node: N, instead: Fn[[t.Node], t.Node | None] = lambda node: None) -> Any:
    """A node with all nodes inside it made anew, or what stands instead of it."""
    other = instead(node)
    return other if other is not None else inside(node, instead)


def inside(node: N, instead: Fn[[t.Node], t.Node | None]) -> N:
    """The same of what is inside a node, whatever stands instead of itself."""
    return t.anew(node, lambda n: remade(n, instead))
