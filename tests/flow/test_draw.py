"""Drawings: text against what is kept, pictures as what they claim to be, and the command in a place without graphviz."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pydot
import pytest

from ruledsl.pipeline import load
from ruledsl_tools.draw import draw
from ruledsl_tools.drawing import labels
from ruledsl_tools.drawing.arranged import arranged
from ruledsl_tools.drawing.beside import APART, _best, free
from ruledsl_tools.drawing.picture import picture
from ruledsl_tools.drawing.plane import Box
from tests.flow.rules import model_of
from tests.tools.process import command, environment
from tests.work import HANG

GAMES, LEVELS = ("surprise-egg", "tic-tac-toe"), ("phases", "steps")
ALL = [(game, level) for game in GAMES for level in LEVELS]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("game", "level"), ALL)
@pytest.mark.parametrize("kind", ["dot", "mmd"])
def test_text(game: str, level: str, kind: str, golden: Callable[[str, str], None]) -> None:
    text = draw(load(game), level, kind)
    assert isinstance(text, str) and text == draw(load(game), level, kind)
    golden(f"flow/{game}-{level}.{kind}", text)


@pytest.mark.parametrize(("game", "level"), ALL)
def test_svg(game: str, level: str) -> None:
    picture = draw(load(game), level, "svg")
    assert isinstance(picture, bytes)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    words = {text.text for text in root.iter(f"{SVG}text")}
    assert {load(game).title, "Turn", "Player p chooses"} <= words


@pytest.mark.parametrize(("game", "level"), ALL)
def test_png(game: str, level: str) -> None:
    picture = draw(load(game), level, "png")
    assert isinstance(picture, bytes) and picture.startswith(b"\x89PNG\r\n\x1a\n") and b"IEND" in picture[-16:]


@pytest.mark.parametrize("ending", ["svg", "png", "dot", "mmd"])
def test_the_command_writes_each_kind_with_no_graphviz_on_the_path(ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"egg.{ending}"
    done = subprocess.run(
        command("flow", "surprise-egg", "--level", "steps", "-o", str(target)),
        capture_output=True, cwd=tmp_path, env=environment(PATH=str(tmp_path)), timeout=HANG, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and (not done.stderr or ending in ("svg", "png") and done.stderr.startswith(b"closed, so that it can be read: "))
    start = {"svg": b"<?xml", "png": b"\x89PNG", "dot": b"digraph", "mmd": b"---"}[ending]
    assert target.read_bytes().startswith(start)


def test_words_of_the_languages_of_drawings_are_only_names() -> None:
    """A deed may be called like a word of DOT or of Mermaid, and a label may hold their signs."""
    model = model_of("""
play:
    node()
    graph()
    players.first chooses sign
phase node(): left = roll 1..3
phase graph(): left = roll 1..3
action sign():
    "write <b> & \\"quotes\\" | pipes"
    end game
""")
    for level in LEVELS:
        assert b"&lt;b&gt; &amp; " in bytes(draw(model, level, "svg"))  # type: ignore[arg-type]
        assert "&lt;b&gt; &amp; &quot;quotes&quot;" in str(draw(model, level, "mmd"))


def test_without_a_program_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from ruledsl_tools.drawing import picture
    from ruledsl_tools.failure import Failure

    monkeypatch.setattr(picture, "_packaged", lambda: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Failure, match="pip install graphviz-pure"):
        draw(load("tic-tac-toe"), "phases", "svg")


def test_titles_stand_where_no_line_goes_through_them() -> None:
    title, rim = Box(10, 0, 60, 12), Box(0, 0, 200, 100)
    at = [free(title, rim, [(x, 6) for x in lines]) for lines in ((), (30,), (30, 80), (30, 80, 150), range(0, 200, 6))]
    assert at == [0, 22, 72, 72, 4]
    assert free(title, rim, [(100, 50)]) == 0
    assert free(title, Box(0, 0, 70, 100), [(30, 6)]) == 0


def test_a_title_is_moved_in_the_picture() -> None:
    page = pydot.Dot("p", graph_type="digraph")
    room = pydot.Cluster("room", label=labels.heading("A long title of a room", ""), labeljust="l", margin="14")
    page.add_subgraph(room)
    for name, where, wide in (("above", page, "1"), ("below", room, "1"), ("beside", room, "6")):
        where.add_node(pydot.Node(name, width=wide))
    page.add_edge(pydot.Edge("above", "below"))
    drawn = ElementTree.fromstring(picture(arranged(page), "svg"))
    texts = {text.text: float(text.get("x") or 0) for text in drawn.iter(f"{SVG}text")}
    assert texts["A long title of a room"] > texts["below"]


def test_a_label_keeps_away_from_another_where_that_costs_little() -> None:
    """`yes` and `no` side by side read as one word."""
    other, close = Box(0, 0, 20, 10), Box(22, 0, 42, 10)
    apart = close.moved(APART)
    assert _best([(1.0, close), (2.0, apart)], [other]) == (2.0, apart) and _best([(1.0, close), (2.0, apart)], []) == (1.0, close)
    assert _best([(1.0, close), (90.0, apart)], [other])[1] == close
