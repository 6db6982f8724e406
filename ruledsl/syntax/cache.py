"""The parsing tables on disk. Whatever goes wrong with the cache, the tables are simply made again."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ruledsl.resources import grammar_text
from ruledsl.syntax import tables


@cache
def grammar_tables() -> tables.Tables:
    """The tables of the grammar, from the cache if it has them."""
    file = _file()
    if file is not None:
        with suppress(OSError, ValueError, KeyError, TypeError, AssertionError, RecursionError):
            return tables.read_tables(_read(file))
    document = tables.compile_tables()
    if file is not None:
        with suppress(OSError):
            _write(file, document)
    return tables.read_tables(json.loads(json.dumps(document)))


def _file() -> Path | None:
    """Where the tables of this grammar, made by this program, are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME") and os.path.join(os.environ["HOME"], ".cache")
    if not base or not os.path.isabs(base):
        return None
    parts = [grammar_text("ruledsl"), grammar_text("lexical"), _maker(), version("lark"), sys.version]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return Path(base) / "ruledsl" / f"tables-{key[:24]}.json"


def _maker() -> str:
    return Path(tables.__file__).read_text(encoding="utf-8")


def _read(file: Path) -> Any:
    if not (_ours(file.parent) and _ours(file)):
        raise OSError("others can write here")
    kept = json.loads(file.read_text(encoding="utf-8"))
    if kept["sum"] != _sum(kept["tables"]):
        raise ValueError("damaged")
    return kept["tables"]


def _ours(path: Path) -> bool:
    """Can nobody else write here?"""
    found = path.stat()
    return found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) == 0 and found.st_uid in (os.getuid(), 0)


def _write(file: Path, document: Any) -> None:
    """Writes beside the place and then renames, so that nobody reads half a file."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _ours(file.parent):
        return
    handle, name = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        json.dump({"sum": _sum(document), "tables": document}, out, separators=(",", ":"))
    os.replace(name, file)


def _sum(document: Any) -> str:
    return hashlib.sha256(json.dumps(document, separators=(",", ":")).encode()).hexdigest()
