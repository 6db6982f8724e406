"""Verdicts are held to the interpreter, and what is done is gone on from."""

import ruledsl
from tests.quality.verdicts import CONFIRMED, WIN, WON_TOO, WRONG, Verdicts

SMALL = {"highest": "six", "columns": 2, "deep": 5}


def test_verdicts_go_on_from_what_was_done(tmp_path):
    table, done = ruledsl.load("golf").program(1, SMALL), tmp_path / "done.json"
    verdicts = Verdicts(table, done)
    verdicts.go_on(6, at_once=4)
    assert verdicts.deals == 6 and sum(verdicts.counts.values()) == 6 and not verdicts.wrong
    again = Verdicts(table, done)
    again.go_on(10)
    assert again.deals == 10 and sum(again.counts.values()) == 10
    assert again.counts[WIN] and again.counts[CONFIRMED] and again.rests[CONFIRMED] and again.rests[WON_TOO]
    assert not again.counts[WRONG] and not again.rests[WRONG]


def test_what_is_wrong_is_said():
    verdicts = Verdicts(ruledsl.load("golf").program(1, SMALL))
    verdicts.won = lambda block: False
    verdicts.go_on(10)
    assert verdicts.counts[WRONG] and verdicts.wrong
