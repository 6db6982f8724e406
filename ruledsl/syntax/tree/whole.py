"""A file as a whole, and ways through it: the nodes below a node, and whether two files say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ruledsl.record import field, fields, record, replace
from ruledsl.source import Source
from ruledsl.syntax.tree.declarations import Decl
from ruledsl.syntax.tree.node import N, Node


@record(frozen=True)
class Tree:
    """One parsed file. `tags` and `comments` are by line; a comment is its text with the `#`."""

    source: Source
    declarations: tuple[Decl, ...]
    tags: dict[int, tuple[str, ...]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order they are written."""
    found: list[Node] = []
    for name in holding(type(node)):
        value = getattr(node, name)
        if value:
            _gather(value, found)
    return found


def holding(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes."""
    known = _INSIDE.get(kind)
    if known is None:
        known = _INSIDE[kind] = tuple(name for name, f in fields(kind).items() if f.type not in _PLAIN)
    return known


_INSIDE: dict[type, tuple[str, ...]] = {}


def speaking(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that hold words."""
    known = _SPEAKING.get(kind)
    if known is None:
        known = _SPEAKING[kind] = tuple(name for name, f in fields(kind).items() if "str" in f.type)
    return known


_SPEAKING: dict[type, tuple[str, ...]] = {}


_PLAIN = ("str", "int", "bool", "Span", "str | None")


def _gather(value: object, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif type(value) is tuple:
        for item in value:
            _gather(item, found)


class Spliced(tuple[Node, ...]):
    """Several nodes in the place of one in a list."""


def anew(node: N, change: Callable[[Node], Any]) -> N:
    """A node of its own that says the same, but for what is made of the nodes directly inside it; in a list one may become several, as `Spliced`."""

    return replace(node, **{name: _made(getattr(node, name), change) for name in fields(type(node))})


def _made(value: object, change: Callable[[Node], Any]) -> object:
    if isinstance(value, Node):
        return change(value)
    if type(value) is not tuple:
        return value
    out: list[object] = []
    for item in value:
        made = _made(item, change)
        out += made if isinstance(made, Spliced) else [made]
    return tuple(out)


def copied(node: N) -> N:
    """A node that says the same, with nothing in common."""
    out: N = anew(node, copied)
    return out


def walk(node: Node) -> Iterable[Node]:
    """A node and all nodes inside it, in the order they are written."""
    return chain((node,), inside(node))


def inside(node: Node) -> Sequence[Node]:
    """All nodes inside a node, in the order they are written. They stay with it; it is not one of them, since on such a circle a tree would be freed when
    the collector comes, and not before."""
    found: Sequence[Node] | None = vars(node).get("_inside")
    if found is None:
        found = vars(node)["_inside"] = tuple(_below(node))
    return found


def within(node: Node, *kinds: type[N]) -> Sequence[N]:
    """Those of some kinds among a node and all nodes inside it, in the order they are written. What was found inside stays with the node."""
    known: dict[tuple[type[N], ...], tuple[bool, tuple[N, ...]]] = vars(node).setdefault("_within", {})
    if kinds not in known:
        known[kinds] = isinstance(node, kinds), _among(node, kinds)
    own, found = known[kinds]
    return (node, *found) if own else found  # type: ignore[arg-type]


def _among(node: Node, kinds: tuple[type[N], ...]) -> tuple[N, ...]:
    """Most of what is looked for is nowhere in most nodes, or of one kind: so they are first put apart by kind."""
    apart: dict[type, list[Any]] | None = vars(node).get("_apart")
    if apart is None:
        apart = vars(node)["_apart"] = {}
        for n in inside(node):
            apart.setdefault(type(n), []).append(n)
    wanted = [kind for kind in apart if issubclass(kind, kinds)]
    if len(wanted) < 2:
        return tuple(apart[wanted[0]]) if wanted else ()
    return tuple(n for n in inside(node) if type(n) in wanted)  # type: ignore[misc]


def _below(node: Node) -> Iterator[Any]:
    waiting = children(node)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)[::-1]


GONE: Any = object()
"""What a node becomes that is left out of a list."""


def changed(tree: Tree, changes: Mapping[int, Any]) -> Tree:
    """A file with other nodes in the place of some, by their ids; what is not changed stays the same node."""
    return replace(tree, declarations=_changed(tree.declarations, changes)) if changes else tree


def _changed(value: Any, changes: Mapping[int, Any]) -> Any:
    if type(value) is tuple:
        items = [_changed(item, changes) for item in value]
        alike = all(new is old for new, old in zip(items, value, strict=True))
        return value if alike else tuple(item for item in items if item is not GONE)
    if not isinstance(value, Node):
        return value
    if id(value) in changes:
        return changes[id(value)]
    parts = {name: _changed(getattr(value, name), changes) for name in holding(type(value))}
    new = {name: part for name, part in parts.items() if part is not getattr(value, name)}
    return replace(value, **new) if new else value


def same(left: Tree, right: Tree) -> bool:
    """Do two files say the same? Places do not count; tags and comments do, in their order."""
    return left.declarations == right.declarations and _spoken(left) == _spoken(right)


def _spoken(tree: Tree) -> tuple[list[str], list[str]]:
    tags = [tag for line in sorted(tree.tags) for tag in tree.tags[line]]
    return tags, [tree.comments[line] for line in sorted(tree.comments)]
