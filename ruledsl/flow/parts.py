"""What a phase graph is made of. The tables of kinds say what there is; new kinds of play are new rows."""

from __future__ import annotations

from ruledsl.flow.verbs import when
from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Span

NODE_KINDS = {
    "start": "where the game begins",
    "end": "where the game is over",
    "exit": "where a room is left: by `end`, or back to one of several callers",
    "choice": "a decision of one player",
    "simultaneous": "a decision of several players at once, in secret",
    "chance": "a shuffle, a draw or a roll",
    "world": "what happens outside the rules: an event, a clock",
    "action": "what a player has chosen to do",
    "card": "a card does what it says",
    "loop": "what is done again and again",
    "watch": "what is done as soon as something holds, wherever play stands in a room",
    "branch": "a question that the state answers",
    "step": "what is done",
    "call": "a room that stands elsewhere, because it is used in several places",
    "phase": "a whole phase, folded",
    "to": "a whole deed, folded",
    "effect": "what a card does, folded",
    "cards": "what all cards do, folded",
    "before": "a whole rule hung on something, folded",
    "after": "a whole rule hung on something, folded",
}

EDGE_KINDS = {
    "next": "what comes then",
    "choice": "what was chosen",
    "again": "back to the head of a loop",
    "leave": "out of a loop",
    "end": "an `end`",
    "watch": "to a rule that waits while a room goes on, or to what may come in between",
    "call": "to a room that stands elsewhere",
}

GROUP_KINDS = {
    "play": "the game",
    "phase": "a phase",
    "action": "an action",
    "to": "a deed",
    "effect": "what a card does",
    "cards": "what any of several cards does",
    "before": "a rule hung on something, before it",
    "after": "a rule hung on something, after it",
    "instead": "a rule that replaces something",
    "watch": "a rule that waits",
}

DECISIONS = ("choice", "simultaneous", "world")


@record(frozen=True)
class Group:
    """A room: everything that belongs to one declaration. `parent` is "" for the game and for rooms that stand by themselves."""

    id: str
    kind: str
    name: str
    title: str
    parent: str
    chapter: str = ""
    span: Span = NOWHERE
    tags: tuple[str, ...] = ()


@record(frozen=True)
class Node:
    """A place in the walk. `who` decides; `chance` holds shuffle, draw, roll; `calls` is the group that a call leads to;
    `bound` is the number of times after which a loop ends in any case; `statements` are those that it stands for, as `turn/2/0`: the room,
    and the way down to the statement, by numbers from 0; `places` are where they stand."""

    id: str
    kind: str
    group: str
    lines: tuple[str, ...]
    span: Span = NOWHERE
    tags: tuple[str, ...] = ()
    who: str = ""
    chance: tuple[str, ...] = ()
    calls: str = ""
    bound: str = ""
    statements: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()


@record(frozen=True)
class Edge:
    """A way. `guard` says when it is taken, and holds by itself; `label` is the answer to what its source asks."""

    source: str
    target: str
    kind: str = "next"
    guard: str = ""
    label: str = ""

    def says(self, source: str, target: str) -> str:
        """What is written on it between nodes of these kinds: the answer where a question is drawn, else the guard."""
        if source in ("branch", "card") and self.label:
            return self.label
        if source == "choice" and self.label:
            return self.label if target not in ("action", "call") else when(self.guard) if self.guard else ""
        return self.guard


@record
class Draft:
    """The parts of a graph in the order of the text."""

    title: str
    groups: dict[str, Group] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
