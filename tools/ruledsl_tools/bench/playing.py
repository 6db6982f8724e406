"""Random games: every classic game beside OpenSpiel, and Surprise Egg beside C written by hand."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from ruledsl.resources import find_game
from ruledsl_tools.bench import openspiel
from ruledsl_tools.bench.race import OURS, Measure, Race, Terms, counted, repeated
from ruledsl_tools.library import beginning, load_game

if TYPE_CHECKING:
    from ruledsl.engine.playouts import Onward, Playouts

CLASSICS = (
    ("tic-tac-toe", 2, "tic_tac_toe", 2.4e6), ("connect-four", 2, "connect_four", 1.17e6), ("pig", 2, "pig", 0.33e6), ("kuhn-poker", 2, "kuhn_poker", 10.9e6),
    ("leduc-poker", 2, "leduc_poker", 0), ("crazy-eights", 2, "crazy_eights(players=2)", 0), ("crazy-eights", 5, "crazy_eights(players=5)", 0.121e6),
    ("hearts", 4, "hearts", 0), ("gin-rummy", 2, "gin_rummy", 0), ("go-fish", 2, "go_fish", 0), ("liars-dice", 2, "liars_dice", 0),
    ("othello", 2, "othello", 0),
    ("breakthrough", 2, "breakthrough", 0),
)  # fmt: skip
"""Our game and players, OpenSpiel's name, and the best that was measured of the Rulebook compiler 0.4.18 (RLC), elsewhere; 0 if nothing was."""

BOARDS: tuple[tuple[str, dict[str, Any], str, str, str], ...] = (
    ("hex", {}, "hex", "hex", "hex 11, flood from the stone"), ("go", {}, "go(board_size=9)", "go", "go 9x9, flood, draw then ask"),
    ("go", {"size": 19}, "go(board_size=19)", "", ""), ("fences", {}, "quoridor", "fences", "quoridor 9, draw then ask"),
    ("chess", {}, "chess", "chess", "chess, 50 moves"), ("checkers", {}, "checkers", "checkers", "checkers"),
    ("othello", {}, "othello", "", ""), ("breakthrough", {}, "breakthrough", "", ""),
    ("connect-four", {}, "connect_four", "", ""), ("clobber", {}, "clobber", "", ""), ("gomoku", {}, "gomoku", "gomoku", "gomoku"),
    ("amazons", {}, "amazons", "amazons", "amazons"), ("dots-and-boxes", {}, "dots_and_boxes(num_rows=4,num_cols=4)", "", ""),
    ("kalah", {}, "mancala", "kalah", "kalah"), ("oware", {}, "oware", "oware", "oware"),
    ("nine-mens-morris", {}, "nine_mens_morris", "morris", "nine men's morris"),
    ("ultimate-tic-tac-toe", {}, "ultimate_tic_tac_toe", "ultimate", "ultimate tic-tac-toe"), ("backgammon", {}, "backgammon", "backgammon", "backgammon"),
)  # fmt: skip
"""Our game and its options, OpenSpiel's name, the C beside it and the line of it that counts. The Go in C is without superko, and its chess without repetition;
ours and OpenSpiel's have both. From clobber on the two were not walked move by move beside each other: where a game ends otherwise, decisions tell more."""

EGG_GAMES = 20_000
LIMIT = 1_000_000


def classics(terms: Terms) -> Iterator[Race]:
    """Every classic game that there is."""
    for name, players, theirs, rlc in CLASSICS:
        if find_game(name) is not None:
            measures = partial(_classic, name, players, theirs, terms.seconds)
            yield Race(f"{name}, {players} players", "games/s", measures, quoted={"RLC": rlc} if rlc else None)


def _classic(name: str, players: int, theirs: str, seconds: float) -> dict[str, Measure]:
    ours = {OURS: games(name, players, seconds)}
    return {**ours, "OpenSpiel C++": openspiel.playouts(theirs, seconds)} if openspiel.installed() else ours


def boards(terms: Terms) -> Iterator[Race]:
    """Games on boards."""
    for name, options, theirs, source, line in BOARDS:
        measures = partial(_board, name, options, theirs, source, line, terms.seconds)
        yield Race(" ".join([name, *(f"{key}={value}" for key, value in options.items())]), "games/s", measures)


def _board(name: str, options: dict[str, Any], theirs: str, source: str, line: str, seconds: float) -> dict[str, Measure]:
    found = {OURS: games(name, 2, seconds, options)}
    if openspiel.installed():
        found["OpenSpiel C++"] = openspiel.playouts(theirs, seconds)
    program = compiled_c(Path(__file__).parent / "boards" / f"{source}.c") if source else None
    if program is not None:
        found["C, draw then ask"] = lambda: _line([str(program)], line)
    return found


def _line(command: list[str], name: str) -> float:
    """The games a second in a line that begins with a name."""
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return float(next(line for line in said if line.startswith(name)).removeprefix(name).split()[0])


def surprise_egg(terms: Terms) -> Iterator[Race]:
    """The rules beside C of the same structure."""

    def measures() -> dict[str, Measure]:
        ours, program = {OURS: games("surprise-egg", 3, terms.seconds)}, compiled_c(Path(__file__).with_name("surprise_egg.c"))
        return ours if program is None else {**ours, "C, same structure": lambda: _said([str(program), "3", str(EGG_GAMES), "1"])}

    yield Race("surprise-egg, 3 players", "games/s", measures, note="C is compiled by cc, gcc or clang with -O3 -march=native")


def _said(command: list[str]) -> float:
    """The games a second that the C program prints."""
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[3])


def games(name: str, players: int, seconds: float, options: dict[str, Any] | None = None) -> Measure:
    """Our random games a second of processor time, with their deals; best machine code, compiled before."""
    from ruledsl.engine.playouts import Playouts

    playouts = Playouts(load_game(name).program(players, options or {}), 2)
    playouts.play(0, 1, 1, LIMIT)
    first = [0]

    def play(count: int) -> None:
        playouts.play(first[0], count, 1, LIMIT)
        first[0] += count

    return repeated(play, seconds)


def onward(game: str, test: str, terms: Terms) -> Iterator[Race]:
    """Random games from where a test begins. What plays whole games begins at the deal and keeps its variables in registers; what begins anywhere is one call a
    game, so it stands beside the same of whole games."""

    program, start = beginning(game, test, "native")

    def measures() -> dict[str, Measure]:
        from ruledsl.engine.playouts import Onward, Playouts
        from ruledsl.native import Native

        dealt = Native(program, 2).start(1)
        players: dict[str, Playouts | Onward] = {OURS: Onward(program, start, 2), ONE_CALL: Onward(program, dealt, 2), BATCHES: Playouts(program, 2)}
        return {name: _decisions(player, terms.seconds) for name, player in players.items()}

    return iter((Race(f'{game}, from "{test}"', "decisions/s", measures, note=f"`{OURS}` plays on from there, one call a game, as `simulate --from` does"),))


ONE_CALL, BATCHES = "whole, one call a game", "whole, in batches"


def _decisions(playouts: Playouts | Onward, seconds: float) -> Measure:
    """Decisions a second of processor time, best machine code, compiled before."""
    playouts.play(0, 1, 1, LIMIT)
    first = [0]

    def play(count: int) -> int:
        first[0] += count
        return playouts.play(first[0] - count, count, 1, LIMIT).decisions

    return counted(play, seconds)


def compiled_c(source: Path) -> Path | None:
    """A C program, compiled as well as the system can; None without a compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return None
    program = Path(mkdtemp(prefix="ruledsl-bench-")) / source.stem
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program
