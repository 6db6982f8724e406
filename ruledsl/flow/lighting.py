"""Which node of the phase graph stands for a statement, and for the place where a program asks."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Node
from ruledsl.model.model import Model
from ruledsl.source import Span
from ruledsl.syntax import tree as t


def paths(model: Model) -> dict[int, str]:
    """The way down to each statement (by its id) in what it is declared in: `2/0` is the first one inside the third."""
    found: dict[int, str] = {}
    for target in model.callables.values():
        for body in (target.body, *(hook.decl.body for hook in (*target.before, *target.after, *target.instead))):
            found |= {id(statement): path for path, statement in _below(body, "")}
    return found


def _below(body: t.Block, above: str) -> Iterator[tuple[str, t.Stmt]]:
    for number, statement in enumerate(body):
        path = f"{above}{number}"
        yield path, statement
        yield from _below(tuple(_directly(statement)), f"{path}/")


def _directly(node: t.Node) -> Iterator[t.Stmt]:
    """The statements inside a node and in no other statement inside it, in the order of the text."""
    for inner in t.children(node):
        if isinstance(inner, t.Stmt):
            yield inner
        else:
            yield from _directly(inner)


def lit(graph: PhaseGraph, span: Span, room: str) -> list[Node]:
    """The nodes that stand for the statement at a place where a program asks, or draws; a call does neither itself.

    Where a deed is drawn once for each zone that it is called with, those of the one with the name `room`."""
    found = [node for node in graph.nodes if span in node.places and node.kind != "call"]
    return [node for node in found if graph.groups[node.group].name == room] if len(found) > 1 else found
