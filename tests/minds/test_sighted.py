"""Whether a menu hangs on what its seat does not see is found by plain play where it does not, and is the same that numbers say which tell it of themselves."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.past import LEFT, _dimly, _tells, question, steps
from tests.minds.games import GAMES, SECRET, secret, text


def test_both_ways_say_the_same(tmp_path: Path) -> None:
    told = []
    for name in [*GAMES, *SECRET]:
        (path := tmp_path / f"{name}.rules").write_text(text(name) if name in GAMES else secret(name), encoding="utf-8")
        match, random = load(path).start(2, 1), Random(1)
        while not match.over:
            match.play(random.choice(match.answers()))
        steps(match)
        for moment in match.moments:
            left = moment.hung[LEFT]
            for seat in moment.position.waiting:
                told.append(_tells(moment.position, seat, left))
                assert told[-1] == _dimly(moment.position, seat, left), (name, moment.position.site_number)
    assert True in told and told.count(False) > 20


def test_what_is_asked_by_who_sees_it_is_found_by_plain_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The 1,836 moves of a first hand: no number has to say what it hangs on."""
    match = load("cloud-nine").start(2, 1)
    steps(match)
    monkeypatch.setattr("ruledsl.minds.past._dimly", lambda *_: pytest.fail("played by numbers that say what they hang on"))
    assert len(match.answers()) == 1836 and not question(match, match.asked).seats
