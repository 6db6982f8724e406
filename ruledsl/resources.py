"""Where the grammar and the bundled games lie: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SUFFIX = ".rules"


def grammar_text(name: str) -> str:
    """The text of `grammar/NAME.lark`."""
    return (_folder("grammar") / f"{name}.lark").read_text(encoding="utf-8")


@cache
def bundled_games() -> dict[str, Path]:
    """The games and variants that come with the language, by name; test files are left out."""
    folder = _folder("games")
    files = [*folder.glob(f"*{_SUFFIX}"), *folder.glob(f"classic/*{_SUFFIX}")]
    return {name: file for name, file in sorted((_name(file), file) for file in files) if not name.endswith(".test")}


def find_game(name: str) -> Path | None:
    """The file of a bundled game; `-` and `_` are the same."""
    wanted = name.replace("_", "-")
    return next((path for game, path in bundled_games().items() if game.replace("_", "-") == wanted), None)


def where(name: str) -> Path:
    """The file of a bundled game or a path. FileNotFoundError if there is none."""
    bundled = find_game(name) if "/" not in name and not name.endswith(_SUFFIX) else None
    if bundled is None and not Path(name).exists():
        raise FileNotFoundError(f"there is no game and no file `{name}`")
    return bundled or Path(name)


def base_of(variant: Path, name: str) -> Path:
    """The file of the game that a variant names: beside it, or a bundled one. FileNotFoundError if there is none, PermissionError if it is a
    link to another place: what a text names must not choose what is read elsewhere."""
    beside = variant.parent / f"{name}{_SUFFIX}"
    found = beside if beside.is_file() else find_game(name)
    if found is None:
        raise FileNotFoundError(f"there is no game `{name}`")
    if not found.resolve().is_relative_to(variant.parent.resolve()) and not found.resolve().is_relative_to(_folder("games").resolve()):
        raise PermissionError(f"`{found.name}` is a link to a place outside of the folder of these rules")
    return found


def _name(file: Path) -> str:
    return file.name.removesuffix(_SUFFIX)


def _folder(name: str) -> Path:
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
