"""`ruledsl games`: what comes with ruledsl."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from ruledsl_tools.library import option_text
from ruledsl_tools.terminal import flow_words, players_in_words

if TYPE_CHECKING:
    from ruledsl.engine import Game


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl games`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """List the bundled games."""
    import ruledsl
    from ruledsl.resources import bundled_games

    games = [_kept(name, ruledsl.load(str(path))) for name, path in bundled_games().items()]
    if args.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
    else:
        print("\n".join(line for game in games for line in _lines(game)))
    return 0


def _kept(name: str, game: Game) -> dict[str, Any]:
    """What there is to say of a game; rules that have not changed are not read again for it."""
    from ruledsl.store import Store, makers, standard_directory

    store = Store(standard_directory())
    key = store.key("facts", makers(__file__), name, game.hash)
    kept = store.read(key)
    if kept is None:
        kept = json.dumps(_facts(name, game)).encode()
        store.write(key, kept)
    facts: dict[str, Any] = json.loads(kept)
    return facts


def _facts(name: str, game: Game) -> dict[str, Any]:
    modes = {mode: _seats(game.seats({"mode": mode})) for mode in game.modes}
    options = {
        key: {"default": info.default, "kind": info.kind, "type": info.type_text, "values": list(info.values), "question": info.question}
        for key, info in game.options.items()
    }
    return {"name": name, "title": game.title, "players": _seats(game.seat_range), "modes": modes, "options": options}


def _seats(least_and_most: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("least", "most"), least_and_most, strict=True))


def _lines(game: dict[str, Any]) -> list[str]:
    players = "; ".join(f"{mode} {_players(seats)}" for mode, seats in game["modes"].items()) or _players(game["players"])
    settings = [f"{name} = {option_text(option['default'])}" for name, option in game["options"].items()]
    settings = [text + ("," if text is not settings[-1] else "") for text in settings]
    head = f"{game['name']}: {game['title']}, {players}"
    return [head, *(f"    {line}" for line in flow_words(settings, 76))]


def _players(seats: dict[str, int]) -> str:
    low, high = seats["least"], seats["most"]
    return f"{low} to {high} players" if low < high else players_in_words(low)
