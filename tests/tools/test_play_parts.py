"""The parts of the table that need no game: menus, boards, styles."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from ruledsl.engine import CardView, Event, View, ZoneView
from ruledsl.engine.game import load
from ruledsl.search.at_once import AtOnce
from ruledsl.source import Span
from ruledsl_tools import terminal
from ruledsl_tools.play.board import grid
from ruledsl_tools.play.cards import Cards
from ruledsl_tools.play.menu import BEST, SHOWN, by_worth, menu, takes_numbers
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.play.standing import standing
from ruledsl_tools.terminal import Style, columns, flow_words
from tests.work import at_most

PLAIN = Style(fixed_width=80, unicode=True)


def choices(*labels: str) -> list[SimpleNamespace]:
    return [SimpleNamespace(label=label, opening=label, full=label, action=label.split()[0], args={"what": label}, cards=()) for label in labels]


def test_numbers_that_could_be_cards_are_not_places():
    assert takes_numbers(choices("draw", "withdraw"), ["K", "E"])
    assert not takes_numbers(choices("discard 5", "draw"), [])
    assert not takes_numbers(choices("discard K", "draw"), ["1", "K"])


def test_menu_numbers_as_they_are_typed():
    assert menu(choices("draw", "stay"), True, PLAIN) == ["  1 draw", "  2 stay"]
    assert menu(choices("draw", "stay"), False, PLAIN) == ["  #1 draw", "  #2 stay"]


def test_long_menus_go_into_columns_and_end():
    lines = menu(choices(*(f"take {n}" for n in range(100))), False, PLAIN)
    assert all(columns(line) <= 80 for line in lines)
    assert len(lines) < SHOWN and f"{100 - SHOWN} more" in lines[-1]


def test_long_menus_of_several_actions_are_shown_by_action():
    lines = menu(choices("draw", "put 1", "put 2", *(f"take {n}" for n in range(100))), False, PLAIN)
    assert lines[:4] == ["    #1 draw", "  put:", "      #2 put 1", "      #3 put 2"]
    assert lines[4:6] == ["  take: 100 ways", "      #4 take 0     #7 take 3    #10 take 6"]
    assert lines[8:] == ["    … 92 more: `moves take`", "  type the words of one; Tab completes what you begin, `moves` lists all"]


def test_where_there_is_little_room_every_kind_is_told_and_the_longest_shorter():
    options = choices("draw", "put 1", "put 2", *(f"take {n}" for n in range(100)))
    told = {room: menu(options, False, PLAIN, room=room) for room in (8, 6, 4, 3)}
    assert all(len(lines) <= room for room, lines in told.items())
    assert told[8][1] == "  put:" and told[8][-1] == "    … 96 more: `moves take`"
    assert told[3] == ["    #1 draw", "  put: #2 put 1   #3 put 2", "  take: 100 ways: `moves take`"]


def test_options_of_one_kind_are_cut_to_the_room_and_counted():
    lines = menu(choices(*(f"take {n}" for n in range(30))), False, PLAIN, room=4)
    shown = sum(line.count("#") for line in lines)
    assert len(lines) <= 4 and 0 < shown < 30 and f"{30 - shown} more" in lines[-1]


def test_of_a_long_menu_options_are_shown_that_differ_in_what_is_chosen_first():
    options = choices("draw", *(f"play {n}" for n in range(100)))
    for n, option in enumerate(options[1:]):
        option.args = {"card": "Hen" if n < 60 else "Fox", "to": str(n)}
    assert menu(options, False, PLAIN)[1:5] == ["  play: 100 ways", "      #2 play 0", "     #62 play 60", "    … 98 more: `moves play`"]
    for option in options:
        option.args = {"card": "Hen"}
    assert menu(options, False, PLAIN)[-2] == "    … 97 more: `moves play`"


def test_of_a_long_menu_the_options_of_most_cards_are_shown():
    options = choices("draw", *(f"take {n}" for n in range(100)))
    options[50].cards, options[70].cards, options[90].cards = ("a",), ("a", "b"), ("a",)
    lines = menu(options, False, PLAIN)
    assert lines[:3] == ["    #1 draw", "  take: 100 ways", "     #71 take 69     #2 take 0      #5 take 3"]


def test_of_a_long_menu_what_brings_the_most_at_once_is_shown_a_line_each():
    options = choices("draw", *(f"take {n}" for n in range(100)))
    worth = [AtOnce(0.0, 0), *(AtOnce(float(n % 7), n % 7 if n % 2 else None) for n in range(100))]
    lines = menu(options, False, PLAIN, worth)
    assert lines[:4] == ["    #1 draw", "  take: 100 ways; what brings the most points at once:", "      #8 take 6", "     #15 take 13  +6"]
    assert lines[2 + BEST] == "    … 92 more: `moves take`" and len(lines) == BEST + 4
    assert by_worth(options, worth)[:2] == [8, 15]


def test_where_all_bring_the_same_some_are_shown():
    lines = menu(choices("draw", *(f"take {n}" for n in range(100))), False, PLAIN, [AtOnce(1.0, 1)] * 101)
    assert lines[:3] == ["    #1 draw", "  take: 100 ways", "      #2 take 0     #5 take 3     #8 take 6"]


def test_grid_has_letters_and_numbers_at_its_edges():
    assert grid(["a1", "b1", "a2", "b2"], {1: "red"}, 2, PLAIN) == ["    a    b", " 1  ·    red", " 2  ·    ·"]


def test_grid_tells_below_what_there_is_no_room_for():
    """One long word does not cost the picture; many do."""
    names = [f"{letter}{n}" for n in (1, 2) for letter in "abcdefghij"]
    few = grid(names, {1: "black", 4: "white", 12: "white archer", 15: "black"}, 10, PLAIN)
    assert len(few) == 4 and "*" in few[2] and few[3] == "  * in full: c2 white archer" and all(columns(line) <= 80 for line in few)
    assert grid(names, {1: "black archer", 4: "white archer"}, 10, PLAIN) == ["  b1  black archer", "  e1  white archer"]


def test_a_board_of_hexes_is_drawn_where_few_cells_have_no_room():
    """In the pane of a screen of 80 columns; a number stays, and what else there is is told below."""
    match = load("hearth-island").start(seed=979544)
    for colour in (False, True):
        lines = [terminal.SGR.sub("", line) for line in Screen(match.program, Style(colour, True, 47), {}).middle(match.view(1))]
        told = ("thief*", "gra* 12", "thief Waste", "  * in full: ")
        assert all(columns(line) <= 47 for line in lines) and all(any(text in line for line in lines) for text in told)
        assert len(lines) == 20
    brief = Screen(match.program, Style(False, True, 47), {}, brief=True).middle(match.view(1))
    assert len(brief) == 18 and "·" in brief[0]


def test_grid_shows_what_to_type_where_names_are_not_letter_and_number():
    assert grid(["1,1", "1,2", "2,1", "2,2"], {1: "X"}, 2, PLAIN) == ["    1,1  X", "    2,1  2,2"]


def test_words_flow_within_the_width():
    lines = flow_words(["    hand  1", *"23456789"], 16, "          ")
    assert lines == ["    hand  1 2 3 4", "          5 6 7 8", "          9"] or all(columns(line) <= 16 for line in lines)


def test_style_takes_foreign_escapes_out():
    style = Style(colour=True, unicode=True)
    assert style.plain("a\x1b[2Jb\x07c" + style.paint("d", "red")) == "a [2Jb c\x1b[31md\x1b[0m"


def test_ascii_fallback():
    assert Style().plain("play › turn ─ ü") == "play > turn - \\xfc"


def test_wide_letters_count_twice():
    assert columns("鳥a") == 3


@pytest.mark.parametrize(
    ("variables", "unicode"),
    [
        ({"LC_ALL": "C"}, False),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "C.UTF-8"}, False),
        ({"LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_ALL": "C.UTF-8"}, True),
        ({}, False),
    ],
)
def test_letters_follow_the_locale(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], unicode: bool):
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = SimpleNamespace(encoding="utf-8", isatty=lambda: False)
    assert terminal.style(stream).unicode is unicode  # type: ignore[arg-type]


class Silent:
    """A console that nobody sits at."""

    style = PLAIN
    private = timed = False

    def show(self, text: str) -> None:
        return None

    def ask(self, prompt: str, who: str, complete: object) -> None:
        return None

    def hand_over(self, message: str) -> None:
        return None


def session(name: str, players: list[str]):
    """A session of a bundled game that has just begun."""
    import ruledsl
    from ruledsl_tools.play.session import Session, Sitting

    game = ruledsl.load(name)
    return Session(game, game.start(players=len(players), seed=1), Sitting(name, players, 1), Silent())


def test_time_is_told_to_the_match_and_shown():
    from ruledsl.engine import Choice, Clock
    from ruledsl_tools.play.clock import first, running, spoken

    times, told = iter([0.0, 2.0, 10.0, 12.5]), []
    for _ in range(2):
        with running(SimpleNamespace(wait=told.append), lambda: next(times)):
            pass
    assert told == [2000, 2500]
    up = Choice("time is up", "comes", (), (), -1, None, (-3,), 0)
    slow, fast = Clock(up, 60, (1, 0), 500), Clock(up, 10, (0, 4), 4500)
    assert (slow.left, fast.left) == (59.5, 5.5) and Clock(up, 3, (0, 4), 4500).left == 0
    assert first([slow, fast]) is fast and first([]) is None
    assert [spoken(n) for n in (0, 4.2, 60, 61.5)] == ["0 s", "5 s", "1:00", "1:02"]


def test_completion_offers_moves_then_commands():
    table = session("surprise-egg", ["you", "random"])
    texts = [found.text for found in table.complete("d")]
    assert "draw a card" in texts and all(text.startswith("d") for text in texts)
    assert "undo" in [found.text for found in table.complete("un")]
    assert [found.text for found in table.complete("rules SE-05")][:2] == ["SE-050", "SE-051"]
    assert {"on", "off"} == {found.text for found in table.complete("auto o")}


CALLS = 10_000  # four times as many as now


def test_completion_comes_at_once():
    table = session("surprise-egg", ["you", "random", "random", "random", "random"])
    assert table.game.model.title
    for text in ("", "d", "discard", "why d", "rules S", "save /"):
        with at_most(CALLS):
            table.complete(text)


def test_cards_with_long_names_stand_apart_and_show_what_lies_on_them():
    cards = [CardView("Wings of Desire", "W", True), CardView("Alien", "A", True, on=("Broody",), notes=("last_owner B",))]
    zone = ZoneView("row", "player", 1, "row", 2, tuple(cards), True)
    assert Cards(["W", "A"], PLAIN).zone(zone) == ["Wings of Desire,", "Alien+Broody (last owner B)"]
    short = ZoneView("hand", "player", 1, "hand", 2, (CardView("2", "H", True), CardView("3", "H", True)), True)
    assert Cards(["H"], PLAIN).zone(short) == ["2", "3"]


def test_what_is_marked_on_a_card_face_down_is_shown_where_it_lies():
    back, marked = CardView("?", "", False), CardView("?", "", False, on=("Broody",), notes=("told W",))
    row = ZoneView("row", "player", 1, "row", 3, (back, marked, back), False)
    assert Cards(["H"], PLAIN).zone(row) == ["?", "?+Broody (told W)", "?"]
    long = ZoneView("row", "player", 1, "row", 5, (back, back, back, back, marked), False)
    assert Cards(["H"], PLAIN).zone(long) == ["+ 4 unknown", "?+Broody (told W)"]
    hand = ZoneView("hand", "player", 1, "hand", 3, (back, marked, back), False)
    assert Cards(["H"], PLAIN).zone(hand) == ["?+Broody (told W)", "+ 2 unknown"]
    assert Cards(["H"], PLAIN).zone(ZoneView("row", "player", 1, "row", 2, (back, back), False)) == ["2 cards"]


def test_of_a_pile_whose_top_alone_is_seen_it_is_said_how_many_lie_below():
    back, top = CardView("?", "", False), CardView("7", "H", True)
    assert Cards(["H"], PLAIN).zone(ZoneView("discard", "table", None, "pile", 3, (back, back, top), True)) == ["[7]", "on top of 2"]
    assert Cards(["H"], PLAIN).zone(ZoneView("discard", "table", None, "pile", 1, (top,), True)) == ["[7]", "(1 card)"]


def test_cells_that_options_name_are_marked(tmp_path):
    rules = """game "Gates":
    players 2
board yard: grid 9 by 9
option gates: set of cell = {yard[1, 2], yard[9, 9]} "Which cells are gates?"
option nests: set of cell = {yard[1, 1]} "Which cells are nests?"
option holes: set of cell = {} "Which cells are holes?"
each cell: owner: player or none
play:
    yard[1, 2].owner = players.first
    players.first chooses c in gates
winner: highest luck
def luck(p) = 1
"""
    (tmp_path / "g.rules").write_text(rules, encoding="utf-8")
    match = load(tmp_path / "g.rules").start(seed=1)
    shown = Screen(match.program, PLAIN, {}).table(match.view(1))
    rows = {line.split()[0]: line.split()[1:] for line in shown if line.split()}
    assert rows["1"][:3] == ["^", "A°", "·"] and rows["9"] == ["·"] * 8 + ["°"]
    assert "    ° gates   ^ nests" in shown and not any("holes" in line for line in shown)


def test_letters_that_do_not_say_themselves_are_explained(tmp_path):
    rules = """game "Kings":
    players 2: black, white
board field: grid 3 by 3
    "b": man = black
    "w": man = white
    "B": man = black, king = true
each cell:
    man: player or none
    king: bool
play:
    field = "b.w/3/3"
    players.first chooses crown
action crown(c in field if c.man == you):
    "crown {c}"
    c.king = true
winner: highest luck
def luck(p) = count(c for c in field if c.king)
"""
    (tmp_path / "kings.rules").write_text(rules, encoding="utf-8")
    match = load(tmp_path / "kings.rules").start(seed=1)
    screen = Screen(match.program, PLAIN, {})
    assert not any("black" in line for line in screen.table(match.view(1)) if line.startswith("    b"))
    match.play(0)
    assert "    w white   B black king" in screen.table(match.view(1))


def test_names_are_shown_as_people_say_them():
    view = View(("A",), 1, ("play", "try_dares"), (1,), (ZoneView("dare_pile", "table", None, "pile", 0, (), True),), ())
    hop = SimpleNamespace(title="Hop", faces=(), cards=(), zones=(), cells=(), boards=(), actions=(), sites=(), functions={}, variables=(), engines={})
    shown = "\n".join(Screen(hop, PLAIN, {}).table(view))
    assert "play › try dares" in shown and "dare pile  empty" in shown


def test_what_is_told_of_a_trick_is_told_of_all_its_cards():
    hop = SimpleNamespace(title="Hop", faces=(), cards=(), zones=(), cells=(), boards=(), actions=(), sites=(), functions={}, variables=(), engines={})

    def told(*rows: tuple[str, str]) -> list[str]:
        return Screen(hop, PLAIN, {}).events([Event(text, kind, 1, Span("", 1, 1, 1, 1), (), of_cards=kind == "choice") for kind, text in rows])

    last, others = ("move", "TC from B's hand to A's taken"), ("move", "5H from A's played to A's taken")
    assert told(("choice", "B: TC"), last, others) == ["  · B: TC", "  · TC from B's hand to A's taken", "  · 5H from A's played to A's taken"]
    assert told(("choice", "B: TC"), ("move", "TC from B's hand to B's played"), others) == ["  · B: TC", "  · 5H from A's played to A's taken"]
    asked = Event("B: ask A for J", "choice", 2, Span("", 1, 1, 1, 1), ())
    given = Event("J from A's hand to B's hand", "move", None, Span("", 1, 1, 1, 1), ())
    assert Screen(hop, PLAIN, {}).events([asked, given]) == ["  · B: ask A for J", "  · J from A's hand to B's hand"]  # J is a rank, which no card may have
    assert told(("change", "A's parts: {} → {part 1}"), ("change", "B's parts: {part 1} → {}")) == ["    A's parts none → part 1   B's parts part 1 → none"]


@pytest.mark.parametrize(
    ("others", "told"), [("flag: Hue or none", "tower bow"), ("land: Hue", "tower bow land pink"), ("n: 0..9", "tower bow"), ("", "bow")]
)
def test_the_first_value_of_an_enum_stands_on_its_cell(others: str, told: str, tmp_path: Path):
    rules = f"""game "Towers":
    players 2
board field: grid 1 by 2
enum Sort: bow, gun
enum Hue: pink, teal
each cell:
    tower: Sort or none
    {others}
play:
    field[1, 1].tower = bow
    players.first chooses rest
action rest(): "rest"
winner: highest towers
def towers(p) = count(c for c in field if c.tower is bow)
"""
    (path := tmp_path / "towers.rules").write_text(rules)
    match = load(str(path)).start(2, 1)
    assert " ".join(standing(match.program, match.view(1), Cards([], PLAIN), False)[0]) == told
