"""Games by name or path, and their options from the command line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl_tools.failure import Failure, suggestion

if TYPE_CHECKING:
    from ruledsl.engine import Game


def locate(name: str) -> Path:
    """The rules file of a bundled game or a path."""
    from ruledsl import resources

    found = resources.find_game(name)
    if found is not None:
        return found
    path = readable(name)
    if path is not None:
        return path
    if name.endswith(".rules") or "/" in name:
        raise Failure(f"there is no file `{name}`")
    raise Failure(f"there is no game `{name}`{suggestion(name, resources.bundled_games())}; `ruledsl games` lists them")


def readable(name: str) -> Path | None:
    """The path, if it is a file; a folder is a mistake that is said."""
    path = Path(name)
    try:
        if path.is_dir():
            raise Failure(f"`{name}` is a folder, not a rules file")
        return path if path.exists() else None
    except ValueError:  # a NUL in the name
        return None


def load_game(name: str) -> Game:
    """The game, ready to be played; rules that cannot be used raise RulesError."""
    import ruledsl

    return ruledsl.load(str(locate(name)))


def chosen_options(game: Game, settings: Iterable[str]) -> dict[str, object]:
    """`K=V` settings as options of a game, each checked against what the game knows."""
    chosen: dict[str, object] = {}
    for setting in settings:
        name, sign, text = setting.partition("=")
        name = name.strip()
        if not sign:
            raise Failure(f"an option is set as NAME=VALUE, not `{setting}`")
        info = game.options.get(name)
        if info is None:
            known = ", ".join(game.options) or "none"
            raise Failure(f"{game.title} has no option `{name}`{suggestion(name, game.options)}; its options: {known}")
        chosen[name] = _value(text.strip(), name, info.values)
    return chosen


def _value(text: str, name: str, words: Iterable[str]) -> object:
    if text.startswith("[") and text.endswith("]"):
        return [_value(item.strip(), name, words) for item in text[1:-1].split(",") if item.strip()]
    if text in ("true", "false"):
        return text == "true"
    if text.lstrip("-").isdigit() and text.isascii():
        return int(text)
    words = tuple(words)
    if words and text not in words:
        raise Failure(f"`{name}` is one of {', '.join(words)}, not `{text}`{suggestion(text, words)}")
    return text
