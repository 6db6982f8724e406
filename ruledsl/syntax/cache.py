"""The parsing tables as they are kept on disk."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ruledsl.resources import grammar_text
from ruledsl.store import Store, standard_directory
from ruledsl.syntax import tables

_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, AssertionError, RecursionError)


@cache
def grammar_tables() -> tables.Tables:
    """The tables of the grammar; made once, and then kept."""
    store, key = Store(standard_directory()), _key()
    kept = store.read(key)
    if kept is not None:
        with suppress(*_DAMAGED):
            return tables.read_tables(json.loads(kept))
    document = json.dumps(tables.compile_tables())
    store.write(key, document.encode())
    return tables.read_tables(json.loads(document))  # as it is kept: Lark's own words are compared in Python, at each token


def _key() -> str:
    """What the tables depend on: the grammar, the Lark and the Python that made them, and the maker."""
    spec = find_spec("lark")
    makers = [Path(origin).read_text(encoding="utf-8") for origin in (spec and spec.origin, tables.__file__) if origin]
    return Store.key("tables", sys.version, grammar_text("ruledsl"), grammar_text("lexical"), *makers)
