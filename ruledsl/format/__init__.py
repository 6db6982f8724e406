"""Tree to text, in the one layout. What comes out says the same as what went in: that is checked each time."""

from __future__ import annotations

from ruledsl.diagnostics import RulesError
from ruledsl.format.declarations import declaration
from ruledsl.format.layout import laid_out
from ruledsl.format.page import Page
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.tree import Tree, same

__all__ = ["LayoutError", "format_source", "format_tree"]


class LayoutError(Exception):
    """The laid out text does not say what the tree says: a fault of the formatter, not of the rules."""


def format_source(source: Source) -> str:
    """The text of a file in the one layout. Raises `RulesError` if its syntax is wrong."""
    tree, faults = parse(source)
    if faults:
        raise RulesError(faults, {source.file: source})
    return format_tree(tree)


def format_tree(tree: Tree) -> str:
    """The text of a tree in the one layout."""
    page = Page(tree.source)
    for node in tree.declarations:
        declaration(page, 0, node)
    text = laid_out(page, tree)
    read, faults = parse(Source(tree.source.file, text))
    if faults or not same(tree, read):
        raise LayoutError(f"the layout of {tree.source.file or 'a tree'} changes what it says")
    return text
