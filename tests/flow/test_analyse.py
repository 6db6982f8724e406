"""What is said of the ways of play: each expected code stands as a comment on the line where it must appear."""

from __future__ import annotations

import re
import sys

import pytest

from ruledsl.flow import analyse
from ruledsl.flow.errors import ROWS
from ruledsl.pipeline import load
from tests.flow.rules import FRAME, model_of

FAULTS = {
    "a phase that only a lost phase calls": """
play:
    turns p in players if not p.out at most 9 times: turn(p)
phase turn(p):
    p chooses take or stop
phase bonus():                                   # W0701
    prize()
to prize():                                      # W0701
    lamp = true
""",
    "a phase behind an end": """
play:
    lamp = true
    end game
    later()                                      # W0705
phase later():                                   # W0701
    lamp = false
""",
    "an action that is offered where play never comes": """
play:
    end game
    players.first chooses take or stop           # W0705
""",
    "a loop that waits for what nothing in it changes": """
play:
    while left > 3:                              # E0702
        lamp = true
""",
    "a loop that waits for what nothing changes, through defs and deeds": """
play:
    while plenty():                              # E0702
        light()
def plenty() = left > 3
to light(): lamp = not lamp
""",
    "a loop with a bound that nothing else leads out of": """
play:
    turns p in players at most 9 times: p chooses wave   # W0706
    while left > 3 at most 2 times:              # W0706
        lamp = true
    while left > 3 at most 2 times: lamp = true
    else: pass
    while left > 3 at most 2 times:
        lamp = true
        if lamp: end while
    while left > 3 at most 9 times: left -= 1
action wave():
    "wave"
    lamp = true
""",
    "turns that nobody leaves": """
play:
    turns p in players if not p.out:
        p chooses wave                           # E0704
action wave():
    "wave"
    lamp = true
""",
    "a decision inside a phase in an endless loop": """
play:
    while left > 3: turn(players.first)
phase turn(p):
    p chooses wave                               # E0704
action wave():
    "wave"
    lamp = true
""",
    "to and fro": """
play:
    while left > 3:                              # W0703
        if lamp: left -= 1
        else: left += 1
        lamp = not lamp
""",
    "set to anything": """
play:
    while left != 3: left = (left + 2) % 9       # W0703
""",
    "code behind an end of a phase": """
play:
    repeat 2 times: round()
phase round():
    if lamp:
        end round
        left -= 1                                # W0705
    lamp = true
""",
    "code behind a choice that always ends the game": """
play:
    players.first chooses quit
    lamp = true                                  # W0705
action quit():
    "quit"
    end game
""",
    "both ways end": """
play:
    round()
phase round():
    if lamp: end round
    else: end game
    left -= 1                                    # W0705
""",
}

GOOD = {
    "a loop that counts down": "play:\n    while left > 3: left -= 1\n",
    "a loop that counts down in a deed": "play:\n    while left > 3: less()\nto less(): left -= 1\n",
    "a pile that runs out": "play:\n    while stock is not empty: move top of stock to heap\n",
    "a flag that goes up": "play:\n    while not lamp: lamp = true\n",
    "chance": """
play:
    while top of stock is Ace:
        move top of stock to heap
        move all of heap to stock
        shuffle stock
""",
    "a number of times": "play:\n    while left != 3 at most 9 times: left = (left + 2) % 9\n",
    "a decision that ends the game": "play:\n    turns p in players: p chooses take\n",
    "a way out by an end": """
play:
    round()
phase round():
    while true:
        left -= 1
        if left < 3: end round
""",
    "a phase that starts its own variables anew": """
play:
    while seen < 3: round()
phase round(): players.first chooses wave
action wave():
    "wave"
    lamp = true
table this round:
    seen: 0..9
""",
}


def expected(text: str) -> list[tuple[int, str]]:
    lines = (FRAME + text).splitlines()
    return [(n, code) for n, line in enumerate(lines, 1) for code in re.findall(r"# ([EW]\d{4})", line)]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_on_its_line(name: str) -> None:
    found = analyse(model_of(FAULTS[name]))
    assert sorted((d.span.line, d.code) for d in found if not _of_the_frame(d.span.line)) == expected(FAULTS[name])


@pytest.mark.parametrize("name", GOOD)
def test_nothing_is_said_of_good_rules(name: str) -> None:
    assert not [d for d in analyse(model_of(GOOD[name])) if not _of_the_frame(d.span.line)]


def _of_the_frame(line: int) -> bool:
    """Not every small game offers the actions that are ready for it."""
    return line <= len(FRAME.splitlines())


def test_every_message_has_its_case() -> None:
    assert {code for text in FAULTS.values() for _, code in expected(text)} == set(ROWS)


def test_messages_keep_the_rules_of_messages() -> None:
    for row in ROWS.values():
        for text in (row.message, row.label, row.help):
            assert not text.endswith(".")
            assert text[:1] == text[:1].lower()


def test_what_hangs_on_a_rule_is_gone_through() -> None:
    """A replaced phase is entered by `usual` alone, and what a hook calls is entered too."""
    model = model_of("""
play:
    round()
phase round(): inner()
phase inner(): left -= 1
instead of round() if lamp:
    usual
after round(): bell()
phase bell(): lamp = true
""")
    assert not [d for d in analyse(model) if "phase" in d.message]


def test_a_fault_is_shown_with_the_loop_around_it() -> None:
    [found] = [d for d in analyse(model_of(FAULTS["turns that nobody leaves"])) if d.is_error]
    assert [span.line for span, _ in found.related] == [found.span.line - 1]


@pytest.mark.parametrize("game", ["surprise-egg", "tic-tac-toe", "long-nights", "misere-tic-tac-toe"])
def test_the_games_are_clean(game: str) -> None:
    assert analyse(load(game).model) == []


def test_a_check_does_not_import_networkx() -> None:
    import subprocess

    code = "import sys; from ruledsl.pipeline import read; read('tic-tac-toe'); sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
