"""A picture in text of the phases of a game and where play stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.record import record
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
    return _Outline(tuple(phases), decisions, asked, style).lines(tree)


@record
class _Outline:
    """Where play stands, what is decided in each phase, what is asked."""

    here: tuple[str, ...]
    decisions: dict[tuple[str, ...], list[str]]
    asked: str
    style: Style

    def lines(self, tree: Tree, way: tuple[str, ...] = (), indent: str = "") -> list[str]:
        lines, style = [], self.style
        for i, (name, branch) in enumerate(tree.items()):
            now, last = (*way, name), i == len(tree) - 1
            joint, below = ("", "") if not way else ("└─ ", "   ") if last else ("├─ ", "│  ")
            inside = self.here[: len(now)] == now
            mark = style.paint(f"  ◂ {self.asked}", "bold", "green") if now == self.here else ""
            lines.append(indent + joint + style.paint(name.replace("_", " "), "bold" if inside else "dim") + mark)
            stem = indent + below + ("│  " if branch else "   ")
            for what in dict.fromkeys(self.decisions.get(now, [])):
                lines += [style.paint(line, "dim") for line in flow_words([stem + what.split()[0], *what.split()[1:]], style.width, stem + "  ")]
            lines += self.lines(branch, now, indent + below)
        return lines


def _decision(program: Program, site: Site) -> str:
    if site.kind == "chance":
        return f"chance: {(site.name or site.chance).replace('_', ' ')}"
    if site.menu:
        actions = dict.fromkeys(program.actions[entry.action].name.replace("_", " ") for entry in site.menu)
        names = [*actions, *(["pass"] if site.optional else [])]
        return "choose " + (", ".join(names[:-1]) + " or " if len(names) > 1 else "") + names[-1]
    return f"choose {site.name.replace('_', ' ').removeprefix('choose ')}" if site.name else ""
