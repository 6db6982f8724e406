"""Games, matches and states go to other processes and come back as they were."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from random import Random

import pytest

import ruledsl
from ruledsl.engine import Game, Match
from ruledsl.resources import bundled_games
from tests import few


def played(name: str, engine: str, moves: int = 4) -> Match:
    match, chance = ruledsl.load(name).start(seed=3, engine=engine), Random(5)
    while match.decision is not None and moves:
        match.play(chance.choice(match.decision.options))
        moves -= 1
    return match


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("name", ["surprise-egg", "tic-tac-toe", "hearts"])
def test_a_match_that_was_sent_stands_where_it_stood_and_goes_on(name: str, engine: str) -> None:
    match = played(name, engine)
    other = pickle.loads(pickle.dumps(match))
    assert other.state_bytes() == match.state_bytes() and other.history == match.history
    assert type(other.engine) is type(match.engine)
    assert [event.text for event in other.log] == [event.text for event in match.log]
    match.play(0)
    other.play(0)
    assert other.state_bytes() == match.state_bytes()
    assert other.undo()


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_match_without_a_past_is_sent_by_its_bytes(engine: str) -> None:
    match = played("surprise-egg", engine).resample(1, seed=9)
    other = pickle.loads(pickle.dumps(match))
    assert other.imagined and other.state_bytes() == match.state_bytes()


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_position_is_sent_by_its_bytes(engine: str) -> None:
    position = played("surprise-egg", engine).position
    other = pickle.loads(pickle.dumps(position))
    assert other.data == position.data and other.waiting == position.waiting and type(other.engine) is type(position.engine)


def test_states_are_sent() -> None:
    for engine in ("interp", "native"):
        block = played("surprise-egg", engine).position.block
        assert pickle.loads(pickle.dumps(block)).bytes() == block.bytes()


def test_a_game_is_known_in_another_process() -> None:
    game = ruledsl.load("surprise-egg")
    other = pickle.loads(pickle.dumps(game))
    assert isinstance(other, Game) and other.title == game.title and other.options == game.options
    script = "import pickle, sys; m = pickle.loads(sys.stdin.buffer.read()); m.play(0); sys.stdout.buffer.write(m.state_bytes())"
    match = played("surprise-egg", "interp")
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(match), capture_output=True, check=True)
    match.play(0)
    assert done.stdout == match.state_bytes()


def test_what_there_is_is_listed() -> None:
    assert dir(ruledsl) == sorted([*ruledsl.__all__, "__version__"])
    assert all(hasattr(ruledsl, name) for name in dir(ruledsl))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.places: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.places += [name for name, _ in attrs if name in ("src", "href")]


@pytest.mark.parametrize("name", few.games("notebooks show plain tables", sorted(bundled_games())[::3]))
def test_notebooks_show_plain_tables(name: str) -> None:
    match = played(name, "interp", 4)
    for text in (ruledsl.load(name)._repr_html_(), match._repr_html_()):
        tags = Tags()
        tags.feed(text)
        assert "script" not in tags.names and not tags.places and tags.names <= {"h3", "p", "b", "table", "thead", "tbody", "tr", "th", "td", "ol", "ul", "li"}
        assert len(text) < 200_000 and match.program.title.split("&")[0].split("'")[0][:8] in text


def test_cards_of_others_are_not_shown() -> None:
    match = ruledsl.load("surprise-egg").start(players=2, seed=1)
    assert match.decision is not None and match.decision.player == 1
    rows = re.findall(r"<td>(\w)</td><td>hand</td><td>6</td><td>(.*?)</td>", match._repr_html_())
    assert dict(rows)["B"] == "? ? ? ? ? ?" and "?" not in dict(rows)["A"]
