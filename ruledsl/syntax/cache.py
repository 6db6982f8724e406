"""The parsing tables as they are kept on disk."""

from __future__ import annotations

import json
import pickle
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ruledsl.resources import grammar_text
from ruledsl.store import Store, standard_directory
from ruledsl.syntax import tables

_DAMAGED = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, ImportError, EOFError, pickle.UnpicklingError)


@cache
def grammar_tables() -> tables.Tables:
    """The tables of the grammar; made once, and then kept."""
    store, key = Store(standard_directory()), _key()
    kept = store.read(key)
    if kept is not None:
        with suppress(*_DAMAGED):
            return tables.read_tables(pickle.loads(kept))
    document = json.loads(json.dumps(tables.compile_tables()))  # Lark's own words are compared in Python, at each token
    store.write(key, pickle.dumps(document, pickle.HIGHEST_PROTOCOL))
    return tables.read_tables(document)


def _key() -> str:
    """What the tables depend on: the grammar, the Lark and the Python that made them, and who makes and keeps them."""
    spec = find_spec("lark")
    makers = [Path(origin).read_text(encoding="utf-8") for origin in (spec and spec.origin, tables.__file__, __file__) if origin]
    return Store.key("tables", sys.version, grammar_text("ruledsl"), grammar_text("lexical"), *makers)
