"""`ruledsl games`: what comes with ruledsl."""

from __future__ import annotations

import argparse
import json
from typing import Any


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl games`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """List the bundled games."""
    import ruledsl
    from ruledsl.resources import bundled_games

    games = [_facts(name, ruledsl.load(str(path))) for name, path in bundled_games().items()]
    if args.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
        return 0
    width = max((len(game["name"]) for game in games), default=0)
    for game in games:
        low, high = game["players"]["least"], game["players"]["most"]
        players = f"{low} players" if low == high else f"{low} to {high} players"
        print(f"{game['name']:<{width}}  {game['title']}, {players}")
        for name, option in game["options"].items():
            print(f"{'':<{width}}    {name} = {option['default']}")
    return 0


def _facts(name: str, game: Any) -> dict[str, Any]:
    low, high = game.seat_range
    options = {
        key: {"type": info.type_text, "default": info.default, "kind": info.kind, "values": list(info.values), "question": info.question}
        for key, info in game.options.items()
    }
    return {"name": name, "title": game.title, "players": {"least": low, "most": high}, "options": options}
