"""What is not declared here, but under another value of a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.syntax import tree as t


def choosing(trees: Iterable[t.Tree], name: str) -> str:
    """The value of a ruling that declares a name, as it is chosen: `way = ride`; "" if none does."""
    rulings = (d for tree in trees for d in _inside(tree) if isinstance(d, t.Ruling))
    found = (f"{ruling.name.text} = {patch.value.text}" for ruling in rulings for patch in ruling.patches if name in set(_names(patch.body)))
    return next(found, "")


def _inside(tree: t.Tree) -> Iterator[t.Decl]:
    for d in tree.declarations:
        yield from d.body if isinstance(d, t.Variant) else (d,)


def _names(body: Iterable[t.Decl]) -> Iterator[str]:
    for d in body:
        if isinstance(d, t.State):
            yield from (variable.name.text for variable in d.variables)
        elif isinstance(name := getattr(d, "name", None), t.Name):
            yield name.text
        if isinstance(d, t.Enum):
            yield from (value.name for value in d.values)
