"""A picture in text of the phases of a game and where play stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.terminal import Style, flow_words

if TYPE_CHECKING:
    from ruledsl.ir.program import Program, Site

Tree = dict[str, "Tree"]


def picture(program: Program, phases: Sequence[str], asked: str, style: Style) -> list[str]:
    """The phases as an outline, each with the decisions made in it; an arrow at the place where play stands."""
    tree: Tree = {}
    decisions: dict[tuple[str, ...], list[str]] = {}
    for site in program.sites:
        branch = tree
        for name in site.phases:
            branch = branch.setdefault(name, {})
        if what := _decision(program, site):
            decisions.setdefault(site.phases, []).append(what)
    return list(_outline(tree, (), "", tuple(phases), decisions, asked, style))


def _outline(
    tree: Tree,
    way: tuple[str, ...],
    indent: str,
    here: tuple[str, ...],
    decisions: dict[tuple[str, ...], list[str]],
    asked: str,
    style: Style,
) -> list[str]:
    lines = []
    for i, (name, branch) in enumerate(tree.items()):
        now, last = (*way, name), i == len(tree) - 1
        joint, below = ("", "") if not way else ("└─ ", "   ") if last else ("├─ ", "│  ")
        inside = here[: len(now)] == now
        mark = style.paint(f"  ◂ {asked}", "bold", "green") if now == here else ""
        lines.append(indent + joint + style.paint(name.replace("_", " "), "bold" if inside else "dim") + mark)
        stem = indent + below + ("│  " if branch else "   ")
        for what in dict.fromkeys(decisions.get(now, [])):
            lines += [style.paint(line, "dim") for line in flow_words([stem + what.split()[0], *what.split()[1:]], style.width, stem + "  ")]
        lines += _outline(branch, now, indent + below, here, decisions, asked, style)
    return lines


def _decision(program: Program, site: Site) -> str:
    if site.kind == "chance":
        return f"chance: {(site.name or site.chance).replace('_', ' ')}"
    if site.menu:
        actions = dict.fromkeys(program.actions[entry.action].name.replace("_", " ") for entry in site.menu)
        names = [*actions, *(["pass"] if site.optional else [])]
        return "choose " + (", ".join(names[:-1]) + " or " if len(names) > 1 else "") + names[-1]
    return f"choose {site.name.replace('_', ' ')}" if site.name else ""
