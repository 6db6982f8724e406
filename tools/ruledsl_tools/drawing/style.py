"""The look of drawings: colours and shapes by kind, for DOT and for Mermaid."""

from __future__ import annotations

from ruledsl.flow.parts import Group
from ruledsl.record import record

FONT = "Helvetica"
INK, SOFT = "#33404d", "#7d8791"


@record(frozen=True)
class Look:
    """How nodes of a kind are drawn: fill and line, the shape in DOT, the brackets in Mermaid."""

    fill: str
    line: str
    shape: str = "box"
    brackets: tuple[str, str] = ("(", ")")
    more: tuple[tuple[str, str], ...] = ()


LOOKS = {
    "start": Look(INK, INK, "circle", ("((", "))"), (("width", "0.2"), ("fixedsize", "true"))),
    "end": Look("#fbe4dd", "#c2654f", "ellipse", ("(((", ")))"), (("peripheries", "2"),)),
    "exit": Look("#fdf3ef", "#c2654f", "ellipse", ("((", "))"), (("peripheries", "2"), ("margin", "0.04,0.02"))),
    "choice": Look("#fff4d6", "#d39b22", "diamond", ("{", "}")),
    "simultaneous": Look("#fff4d6", "#d39b22", "Mdiamond", ("{", "}")),
    "chance": Look("#f0e6f6", "#a07bb5", "box", ("[/", "/]")),
    "world": Look("#dff1f3", "#4f9aa5", "parallelogram", (">", "]")),
    "action": Look("#fffaeb", "#d39b22", "box", ("([", "])")),
    "card": Look("#e8eff7", "#8aa5c4", "note", ("[", "]")),
    "loop": Look("#e1f0e3", "#6da57a", "hexagon", ("{{", "}}"), (("margin", "0.02,0.06"),)),
    "watch": Look("#f0f4e4", "#8b9f4c", "box", ("[[", "]]")),
    "branch": Look("#f4f5f6", "#9aa4ad", "diamond", ("{", "}"), (("margin", "0.02,0.02"),)),
    "step": Look("#ffffff", "#b8c4d0", "box", ("[", "]")),
    "call": Look("#e8eff7", "#8aa5c4", "box", ("[[", "]]"), (("peripheries", "2"),)),
    "phase": Look("#f6f2e8", "#c4b58f", "box", ("(", ")")),
    "to": Look("#e8eff7", "#8aa5c4", "box", ("(", ")")),
    "effect": Look("#e8eff7", "#8aa5c4", "note", ("(", ")")),
    "cards": Look("#e8eff7", "#8aa5c4", "note", ("(", ")")),
    "before": Look("#eef1f4", "#9aa4ad", "box", ("(", ")")),
    "after": Look("#eef1f4", "#9aa4ad", "box", ("(", ")")),
}

EDGES = {
    "next": INK,
    "choice": "#b07d12",
    "again": "#4f8f5e",
    "leave": INK,
    "end": "#b8523b",
    "call": "#8aa5c4",
    "watch": "#8b9f4c",
}

PHASE_FILLS = ("#f8f5ec", "#f1ecdd", "#e9e2cd")
"""Phases inside phases are darker."""


@record(frozen=True)
class Room:
    """How the box around a room is drawn. Rooms of other kinds have none."""

    line: str
    style: str
    fill: str = PHASE_FILLS[0]
    word: str = ""


ROOMS = {
    "phase": Room("#c4b58f", "rounded,filled"),
    "action": Room("#dcbf80", "rounded,filled,dashed", "#fffdf7"),
    "to": Room("#a9bdd4", "rounded,filled,dashed", "#f5f8fb"),
    "effect": Room("#a9bdd4", "rounded,filled,dashed", "#f5f8fb"),
    "cards": Room("#8aa5c4", "rounded,filled", "#eef3f9"),
    "before": Room("#b5bec7", "rounded,filled,dotted", "#f8f9fa", "before"),
    "after": Room("#b5bec7", "rounded,filled,dotted", "#f8f9fa", "after"),
    "instead": Room("#b5bec7", "rounded,filled,dotted", "#f8f9fa", "instead of"),
    "watch": Room("#8b9f4c", "rounded,filled,dotted", "#f9faf4"),
}


def boxed(group: Group) -> bool:
    """Is there a box around a room? Not around an action that stands where it is chosen."""
    return group.kind in ROOMS and (group.kind != "action" or not group.parent)


def heading(group: Group) -> str:
    """The title of a room in words."""
    word = ROOMS[group.kind].word
    return capital(f"{word} {group.title.lower()}") if word else group.title


def capital(text: str) -> str:
    """A capital to begin with, but for the names of players, such as p’s."""
    if len(text.replace("’", " ").split(" ")[0]) == 1:
        return text
    return text[:1].upper() + text[1:]
