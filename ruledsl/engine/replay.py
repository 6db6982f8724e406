"""Kept matches: a small JSON document that says what was played, read with suspicion."""

from __future__ import annotations

import json
import os
import tempfile
from os import PathLike
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import RulesError
from ruledsl.engine.errors import IllegalMove, ReplayError
from ruledsl.engine.game import Game, load
from ruledsl.engine.match import CHANCE, Match
from ruledsl.engine.moments import Move
from ruledsl.engine.told import TOLD
from ruledsl.ir.fault import RulesFault
from ruledsl.resources import find_game

if TYPE_CHECKING:
    from ruledsl.engine.choice import Choice

VERSION = 1
LARGEST = 5_000_000
"""Bytes of a kept match."""
DEEPEST = 6
"""How far a document may be nested."""

_KEYS = {"ruledsl", "game", "rules_hash", "players", "seed", "options", "chance", "world", "language", "moves", "drawn"}
_NUMBER = 1 << 63


def save(match: Match, path: str | PathLike[str]) -> None:
    """Write a match to a file; the file appears whole or not at all."""
    if match.imagined:
        raise ReplayError("a match that was drawn anew has no past, and cannot be kept")
    text = json.dumps(document(match), ensure_ascii=False, indent=1) + "\n"
    target = Path(path)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def document(match: Match) -> dict[str, Any]:
    """What is kept of a match."""
    history = match.history
    return {
        "ruledsl": VERSION,
        "game": match.game,
        "rules_hash": match.program.rules_hash,
        "players": history.players,
        "seed": history.seed,
        "options": history.options,
        "chance": history.chance,
        "world": history.world,
        "language": history.language,
        "moves": [{"seat": m.seat, **_hop(m), **({"on": [_hop(hop) for hop in m.on]} if m.on else {})} for m in history.moves],
        "drawn": list(history.drawn),
        **_time("waited", history.waited),
        **({"eyes": list(history.eyes)} if history.chance == TOLD else {}),
        **({"sitters": list(match.sitters)} if match.sitters else {}),
    }


def _hop(move: Move) -> dict[str, Any]:
    return {"move": list(move.move), "label": move.label, **_time("took", move.took)}


def _time(name: str, milliseconds: int) -> dict[str, int]:
    """Time is kept where a clock ran."""
    return {name: milliseconds} if milliseconds else {}


def replay(path: str | PathLike[str], game: Game | None = None, engine: str = "interp") -> Match:
    """The match that a file keeps, played again; ReplayError if it cannot be."""
    from ruledsl.lower import SettingsError

    kept = _read(Path(path))
    _check(kept)
    if game is None:
        game = _game(kept["game"])
    try:
        match = game.start(
            kept["players"], kept["seed"], kept["options"], engine, kept["chance"],
            world=kept["world"], language=kept["language"], eyes=kept.get("eyes", ()),
        )
        match.sitters = tuple(kept.get("sitters", ()))
        return play_again(match, kept)
    except (SettingsError, ValueError) as error:
        raise ReplayError(str(error) if (played := _stem(kept["game"])) == _stem(game.name) else f"it is a game of {played}: {error}") from None
    except RulesFault as fault:
        raise ReplayError(f"the rules go wrong: {fault}") from None


def play_again(match: Match, kept: dict[str, Any]) -> Match:
    """Play the moves of a document in a new match of the same rules."""
    if match.program.rules_hash != kept["rules_hash"]:
        raise ReplayError("it was played under other rules than these")
    for number, given in enumerate(kept["moves"], 1):
        for hop in (given, *given.get("on", ())):
            match.wait(hop.get("took", 0))
            try:
                match.play(_choice(match, Move(given["seat"], tuple(hop["move"]), hop["label"])))
            except (IllegalMove, ReplayError) as error:
                raise ReplayError(f"move {number}: {error}") from None
    if list(match.history.drawn) != kept["drawn"]:
        raise ReplayError("chance brought something else than is written there")
    match.wait(kept.get("waited", 0))
    return match


def _choice(match: Match, move: Move) -> Choice:
    if match.over:
        raise ReplayError("the game is over before it")
    seats = match.program.players
    if move.seat is not None and not 1 <= move.seat <= seats:
        raise ReplayError(f"there is no seat {move.seat}")
    for choice in match.answers(move.seat):
        if (choice.seat, choice.move) == (move.seat, move.move) and choice.label == move.label:  # the labels of others are not read, and may go wrong
            return choice
    raise ReplayError(f"`{move.label}` is no option there")


def _stem(game: str) -> str:
    """What the rules of a game are called, wherever they lie."""
    return PurePath(game).name.removesuffix(".rules")


# ---- reading ---------------------------------------------------------------------------------


def _game(name: str) -> Game:
    is_path = "\0" not in name and name.endswith(".rules")
    if not (Path(name).is_file() if is_path else find_game(name)):
        raise ReplayError(f"there is no game `{name}`")
    try:
        return load(name)
    except RulesError as error:
        raise ReplayError(f"the rules of `{name}` cannot be used: {error}") from None


def _read(path: Path) -> Any:
    if not path.is_file():
        raise ReplayError(f"there is no file `{path}`")
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ReplayError(f"it is larger than {LARGEST} bytes")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_no_number)
    except UnicodeDecodeError:
        raise ReplayError("it is not text") from None
    except RecursionError:
        raise ReplayError("it is nested too deeply") from None
    except ValueError as error:
        raise ReplayError("it is no kept match" if isinstance(error, json.JSONDecodeError) else f"it is no kept match: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError("a key stands there twice")
    return out


def _no_number(text: str) -> Any:
    raise ValueError(f"`{text[:20]}` is no whole number")


def _check(kept: Any) -> None:
    """Every part of a document is what it should be; nothing is there besides."""
    _need(isinstance(kept, dict), "it is no kept match")
    _need("ruledsl" in kept, "it is no kept match")
    _need(type(kept["ruledsl"]) is int and kept["ruledsl"] == VERSION, f"it is of version {ascii(kept['ruledsl'])[:20]}, and this is version {VERSION}")
    keys = _KEYS | ({"eyes"} if kept.get("chance") == TOLD else set()) | (set(kept) & {"waited", "sitters"})
    _need(set(kept) == keys, f"it has other parts than a kept match: {', '.join(sorted(set(kept) ^ keys)[:5])}"[:200])
    for key in ("game", "rules_hash", "chance", "world", "language"):
        _need(isinstance(kept[key], str) and len(kept[key]) < 4096, f"`{key}` is no text")
    for key in ("players", "seed"):
        _need(_whole(kept[key]), f"`{key}` is no number")
    _need(kept["players"] < 100, "it has too many players")
    for key, ways in (("chance", (*CHANCE, TOLD)), ("world", CHANCE)):
        _need(kept[key] in ways, f"`{key}` is neither {' nor '.join(ways)}")
    eyes = kept.get("eyes", [])
    _need(isinstance(eyes, list) and all(_whole(seat) and 1 <= seat <= kept["players"] for seat in eyes), "`eyes` are no seats")
    sitters = kept.get("sitters", [""] * kept["players"])
    _need(isinstance(sitters, list) and len(sitters) == kept["players"] and all(map(_name, sitters)), "`sitters` are not one a seat")
    _need(isinstance(kept["options"], dict) and _shallow(kept["options"], DEEPEST), "`options` are no options")
    _need(isinstance(kept["drawn"], list) and all(map(_whole, kept["drawn"])), "`drawn` is no list of numbers")
    _need(_time_told(kept.get("waited", 0)), "`waited` is no time")
    _need(isinstance(kept["moves"], list), "`moves` is no list")
    for number, move in enumerate(kept["moves"], 1):
        _need(_is_move(move), f"move {number} is no move")


def _is_move(move: Any) -> bool:
    return (
        isinstance(move, dict)
        and set(move) - {"took", "on"} == {"seat", "move", "label"}
        and (move["seat"] is None or _whole(move["seat"]))
        and isinstance(on := move.get("on", []), list)
        and all(isinstance(hop, dict) and set(hop) - {"took"} == {"move", "label"} and _is_hop(hop) for hop in on)
        and _is_hop(move)
    )


def _is_hop(move: dict[str, Any]) -> bool:
    return isinstance(move["move"], list) and all(map(_whole, move["move"])) and isinstance(move["label"], str) and _time_told(move.get("took", 0))


def _time_told(value: Any) -> bool:
    return _whole(value) and value >= 0


def _name(value: Any) -> bool:
    return isinstance(value, str) and len(value) < 100


def _whole(value: Any) -> bool:
    return type(value) is int and -_NUMBER <= value < 2 * _NUMBER


def _shallow(value: Any, depth: int) -> bool:
    """Nothing but texts, numbers, yes, no and none, nested no deeper than this."""
    if isinstance(value, dict):
        return depth > 0 and all(_shallow(v, depth - 1) for v in value.values())
    if isinstance(value, list):
        return depth > 0 and all(_shallow(v, depth - 1) for v in value)
    return value is None or isinstance(value, (str, bool)) or _whole(value)


def _need(condition: object, message: str) -> None:
    if not condition:
        raise ReplayError(message)
