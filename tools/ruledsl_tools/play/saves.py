"""Kept games: nothing but a save is ever written over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match

LARGEST = 20_000_000
"""Bytes; no game is longer."""


def write_save(match: Match, name: str) -> None:
    """Keep a match in a new file or in place of an older save."""
    path = _path(name)
    if match.imagined:
        raise Failure("a game that began from a test has no past, and cannot be kept")
    if path.is_dir():
        raise Failure(f"`{name}` is a folder")
    if path.exists() and not _is_save(path):
        raise Failure(f"`{name}` holds something else and is left as it is")
    match.save(str(path))


def read_save(name: str, game: Game, engine: str) -> Match:
    """A kept match of this game."""
    import ruledsl
    from ruledsl.lower import SettingsError

    path = _path(name)
    if not path.is_file():
        raise Failure(f"there is no file `{name}`")
    if path.stat().st_size > LARGEST:
        raise Failure(f"`{name}` is too large for a kept game")
    try:
        return ruledsl.replay(str(path), game, engine)
    except (ruledsl.ReplayError, SettingsError) as error:
        raise Failure(f"`{name}` cannot be played on: {error}", 1) from None


def _path(name: str) -> Path:
    if "\0" in name:
        raise Failure("a path has no NUL in it")
    return Path(name).expanduser() if name.startswith("~") else Path(name)


def _is_save(path: Path) -> bool:
    try:
        if path.stat().st_size > LARGEST:
            return False
        document = json.loads(path.read_bytes())
    except (ValueError, OSError, RecursionError):
        return False
    return isinstance(document, dict) and "ruledsl" in document
