"""Actions that rulings declare under another of their values: a menu has no entry for them, and none of them is possible.

It is written out on the trees, so whatever looks at a menu finds only what can be chosen from it.
"""

from __future__ import annotations

from typing import TypeVar

from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import every, inside, once, remade
from ruledsl.record import replace
from ruledsl.syntax import tree as t

D = TypeVar("D", bound=t.Node)


def absent(declared: Declared) -> frozenset[str]:
    """The names of these actions."""
    written = (d for ruling in declared.all(t.Ruling) for patch in ruling.patches for d in patch.body)
    return frozenset(d.name.text for d in written if isinstance(d, t.Action) and d.name.text not in declared.named)


def without_absent(declared: Declared) -> Declared:
    """The declarations, in which no menu names them."""
    names = absent(declared)

    def declaration(d: D) -> D:
        menus = t.within(d, t.ChooseAction) if not isinstance(d, t.Ruling) else ()
        gone = names & {item.name for menu in menus for item in menu.items}
        return without(d, gone) if gone else d

    return every(declared, declaration) if names else declared


def without(d: D, names: frozenset[str]) -> D:
    """A declaration, in the menus of which some names do not stand."""
    made: D = once(d, f"absent {' '.join(sorted(names))}", lambda: remade(d, lambda node: _fewer(node, names)))
    return made


def _fewer(node: t.Node, names: frozenset[str]) -> t.Node | None:
    """A menu without these; where nothing else may be chosen, nobody is asked. One that must be answered stays, to be found fault with."""
    if not isinstance(node, t.ChooseAction) or all(item.name not in names for item in node.items):
        return None
    items = tuple(item for item in node.items if item.name not in names)
    if not items:
        return t.Pass(span=node.span) if node.optional and node.otherwise is None else None
    fewer: t.Node = inside(replace(node, items=items), lambda n: _fewer(n, names))
    return fewer
