"""The parsing tables on disk. Whatever goes wrong with the cache, the tables are simply made again."""

from __future__ import annotations

import json
import os
import stat
import sys
import zlib
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ruledsl.resources import grammar_text
from ruledsl.syntax import tables

_DAMAGED = (OSError, ValueError, KeyError, TypeError, AttributeError, AssertionError, RecursionError)


@cache
def grammar_tables() -> tables.Tables:
    """The tables of the grammar, from the cache if it has them."""
    key = _key()
    file = _file(key)
    if file is not None:
        with suppress(*_DAMAGED):
            return tables.read_tables(_read(file, key))
    document = tables.compile_tables()
    if file is not None:
        with suppress(OSError):
            _write(file, key, json.dumps(document))
    return tables.read_tables(document)


def _key() -> list[str]:
    """What the tables depend on: the grammar, the Lark and the Python that made them, and the maker."""
    spec = find_spec("lark")
    makers = [Path(origin) for origin in (spec and spec.origin, tables.__file__) if origin]
    texts = [grammar_text("ruledsl"), grammar_text("lexical"), *(maker.read_text(encoding="utf-8") for maker in makers)]
    return [*texts, sys.version]


def _file(key: list[str]) -> Path | None:
    """Where the tables are kept, if there is a place for them."""
    home = os.environ.get("HOME")
    base = os.environ.get("XDG_CACHE_HOME") or (os.path.join(home, ".cache") if home else "")
    if not os.path.isabs(base):
        return None
    return Path(base) / "ruledsl" / f"tables-{_sum(json.dumps(key)):08x}.json"


def _read(file: Path, key: list[str]) -> Any:
    if not (_ours(file.parent) and _ours(file)):
        raise OSError("others can write here")
    head, text = file.read_text(encoding="utf-8").split("\n")
    if json.loads(head) != [key, _sum(text)]:
        raise ValueError("damaged, or of another grammar")
    return json.loads(text)


def _ours(path: Path) -> bool:
    """Can nobody else write here?"""
    found = path.lstat()
    return found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) == 0 and found.st_uid == os.getuid()


def _write(file: Path, key: list[str], text: str) -> None:
    """What the tables are for and their checksum in one line, and they in the other.

    Written beside the place and then renamed, so that nobody reads half a file.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _ours(file.parent):
        return
    draft = file.with_suffix(f".{os.getpid()}")
    with suppress(FileNotFoundError):
        draft.unlink()
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(json.dumps([key, _sum(text)]) + "\n" + text)
    os.replace(draft, file)


def _sum(text: str) -> int:
    return zlib.crc32(text.encode())
