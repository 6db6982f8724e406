"""The two-run test finds what leaks: planted leaks, each of which is another game, or the same on an engine that tells too much."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.engine import view
from ruledsl.findings.twins import Base, Exchanged, Parted, Twins
from ruledsl.findings.worlds import MARK as EACH
from ruledsl.findings.worlds import Watched, held, secrets
from ruledsl.record import replace
from ruledsl_tools import stopping
from ruledsl_tools.cli import main
from tests import few
from tests.findings.planted import LEAKS, TELLING, first_leak, program, rules


@pytest.mark.parametrize("name", TELLING)
def test_rules_that_tell_are_found(tmp_path, name):
    text, kind = TELLING[name]
    leak = first_leak(program(tmp_path, text))
    assert leak is not None and leak.kind == kind
    assert leak.span.line and leak.here != leak.there and leak.pair


# ---- engines that tell ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEAKS)
def test_an_engine_that_tells_is_found(tmp_path, monkeypatch, name):
    text, where, attribute, other, kind = LEAKS[name]
    made = program(tmp_path, text)
    monkeypatch.setattr(where, attribute, other)
    leak = first_leak(made, kind=kind)
    assert leak is not None and leak.kind == kind


@pytest.mark.parametrize("text", [*dict.fromkeys(row[0] for row in LEAKS.values())])
def test_the_engine_as_it_is_tells_nothing(tmp_path, text):
    twins, left = Twins(program(tmp_path, text), 7), count(7, -1)
    found = []
    twins.hunt(lambda: next(left) > 0, found.append)
    assert not found and twins.steps > 50


@pytest.mark.parametrize(("game", "many"), [("kuhn-poker", 20), ("leduc-poker", 5), ("liars-dice", 40), *few.some([("hearts", 1), ("go-fish", 1)])])
def test_bundled_games_tell_nothing(game, many):
    twins, left = Twins(ruledsl.load(game).start(seed=1).program, 3), count(many + 1, -1)
    found = []
    twins.hunt(lambda: next(left) > 0, found.append)
    assert not found and twins.steps + twins.meetings > 0


SECRETS = """game "Secrets":
    players 2
each player:
    place: 0..2, own
    bid:   0..2, own
    idle:  0..2, own
play:
    players.first chooses p_open in 1..2
    players.first chooses players.first.place in 0..2
    players.last chooses again_open in 1..2
    each q in players chooses q.bid in 0..2
winner: highest bid
"""


def looked_at(text, tmp_path, many=30):
    twins, left = Twins(program(tmp_path, text), 7), count(many, -1)
    twins.hunt(lambda: next(left) > 0, pytest.fail)
    return twins


def test_only_worlds_that_differ_in_a_secret_count(tmp_path):
    open_game = SECRETS.replace(", own", "").replace("each q in players chooses q.bid in 0..2", "pass")
    assert (looked_at(open_game, tmp_path).meetings, looked_at(open_game, tmp_path).unmoved) == (0, [])
    placed = looked_at(SECRETS, tmp_path)
    assert placed.meetings and placed.unmoved == ["idle"]
    sealed = looked_at(SECRETS.replace("each player:\n    place: 0..2, own", "each player:\n    place: 0..2").replace("0..2, own", "0..2"), tmp_path)
    assert sealed.meetings and sealed.unmoved == []


def test_cards_that_are_equal_or_in_no_order_make_no_other_world(tmp_path):
    equal = """game "Equal":
    players 2
card Pip(n: 1..2)
components:
    sack: 3 of Pip(n) for n in 1..COUNT
table:
    sack: bag, hidden
    deck: pile, hidden
each player:
    hand: hand
play:
    move random 2 of sack to players.first.hand
    move all of sack to deck
    shuffle deck
    players.last chooses n in 1..2
    players.first chooses m in 1..2
winner: highest size
def size(p) = count(p.hand)
"""
    one, two = looked_at(equal.replace("COUNT", "1"), tmp_path), looked_at(equal.replace("COUNT", "2"), tmp_path)
    assert (one.meetings, one.pairs, one.steps, one.unmoved) == (0, 0, 0, ["sack", "deck", "hand"])
    assert two.meetings and two.steps and two.unmoved == ["sack"]


@pytest.fixture
def patient(monkeypatch):
    """A hunt in this very process is waited for: one that is left alone ends the process."""
    monkeypatch.setattr(stopping, "PATIENCE", 60)


@pytest.mark.usefixtures("patient")
def test_the_command_does_not_claim_what_it_has_not_looked_at(tmp_path, capsys):
    path = tmp_path / "open.rules"
    path.write_text(SECRETS.replace("place: 0..2, own", "place: 0..2").replace("each q in players chooses q.bid in 0..2", "pass"), encoding="utf-8")
    assert main(["twins", str(path), "--seconds", "1", "--seed", "1"]) == 2
    out = capsys.readouterr().out
    assert "UNKNOWN" in out and "SAMPLED" not in out
    path.write_text(SECRETS, encoding="utf-8")
    assert main(["twins", str(path), "--seconds", "3", "--seed", "1"]) == 0
    assert "no two of these worlds differ in idle" in capsys.readouterr().out


TOGETHER = "each q in players chooses q.bid in 0..2"


@pytest.mark.parametrize(
    ("hidden", "chosen", "all_open"), [("", "pass", True), ("", TOGETHER, False), (", own", "pass", False), (", hidden", "pass", False)]
)
def test_where_nothing_is_hidden_nothing_is_looked_for(tmp_path, capsys, monkeypatch, hidden, chosen, all_open):
    """What is chosen together is hidden, too."""
    path = tmp_path / "open.rules"
    path.write_text(SECRETS.replace(", own", hidden).replace(TOGETHER, chosen), encoding="utf-8")
    hunted = []
    monkeypatch.setattr(Twins, "hunt", lambda *told: hunted.append(told))
    assert main(["twins", str(path), "--seconds", "60"]) == (0 if all_open else 2)
    assert bool(hunted) != all_open
    assert ("PROVED   nothing leaks     nothing is hidden" in capsys.readouterr().out) == all_open


def test_rules_that_go_wrong_before_anybody_is_asked_are_no_leak(tmp_path):
    twins, left = Twins(program(tmp_path, rules(before="move top 5 of deck to out")), 1), count(4, -1)
    found = []
    twins.hunt(lambda: next(left) > 0, found.append)
    assert (found, twins.games, twins.steps) == ([], 8, 0)


@pytest.mark.usefixtures("patient")
def test_the_command_names_place_and_worlds(tmp_path, capsys):
    path = tmp_path / "tells.rules"
    path.write_text(TELLING["a menu by the face of an unseen card"][0], encoding="utf-8")
    many = ("3", "30")  # a machine that is busy comes to no game in three seconds
    assert any(main(["twins", str(path), "--seconds", seconds, "--seed", "1", "--json"]) == 1 for seconds in many)
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["command"] == "twins" and found["seed"] == 1 and found["games"] > 0
    assert found["findings"][0]["class"] == "leak-menu" and found["findings"][0]["verdict"] == "REFUTED"
    assert any("hand is" in note for note in found["findings"][0]["notes"])


LOOK = """action look(q in others):
    "look"
    for c in q.hand if c.n > 2: show c to you"""


def with_what_others_know(where, zone, k, looking, own=view._zone):
    found, values = own(where, zone, k, looking), where.values
    here = [known for known, place in zip(values["known"], values["card.zone"], strict=True) if place == zone.base + k]
    return replace(found, count=found.count + sum(known.bit_count() for known in here))


def test_what_is_shown_to_one_seat_others_do_not_observe(tmp_path, monkeypatch):
    """A view that counts what others were shown tells a third seat what it has not observed."""
    path = tmp_path / "planted.rules"
    path.write_text(rules("look or rest", LOOK).replace("players 2", "players 3"), encoding="utf-8")
    made = ruledsl.load(str(path)).program(players=3)
    assert first_leak(made, 6) is None
    monkeypatch.setattr(view, "_zone", with_what_others_know)
    leak = first_leak(made)
    assert leak is not None and leak.kind == "leak-view"


SPOKEN = """\
game "Spoken":
    players 2
card Coin(n: 1..3) "{n}"
components:
    deck: 2 of Coin(n) for n in 1..3
table: deck: pile, hidden
each player:
    fate: 0..2, hidden
    hand: hand
    score: 0..9
play:
    shuffle deck
    for p in players:
        p.fate = roll 0..2
        move top of deck to p.hand
    repeat 3 times:
        for p in players: p chooses ask
action ask(n in 1..3): show count(c for c in your.left.hand if c.n == n) to you
winner: highest score
"""


def test_what_never_differed_is_named_rightly(tmp_path: Path) -> None:
    """Beside variables of what is told, which are no secrets: marks of secrets and their names are as many, and in one order."""
    (path := tmp_path / "spoken.rules").write_text(SPOKEN)
    program = ruledsl.load(path).program(2)
    assert secrets(program) == ["fate", "deck", "hand"]
    match = ruledsl.load(path).start(players=2, seed=1)
    other = ruledsl.load(path).start(players=2, seed=1)
    other.position.values["fate"][0] = (match.position.values["fate"][0] + 1) % 3
    marks = [[held(one)[n : n + EACH] for n in range(0, len(held(one)), EACH)] for one in (match, other)]
    assert [one == its for one, its in zip(*marks, strict=True)] == [False, True, True]


SECRET_ANSWERS = """game "Ranks":
    players 2
card Piece(n: 1..3) "{n}"
components:
    p.camp: 1 of Piece(n) for n in 1..3
table: noise: 0..9
each player:
    camp:           hand
    men[k in 1..3]: spot of Piece, own
    hide:           0..2, own
    luck:           0..2, hidden
play:
    for p in players: p.luck = roll 0..2
    for p in players: p chooses p.hide in 0..2
    for p in players:
        while p.camp is not empty at most 3 times: p chooses set_up
    for p in players: p chooses wait
action set_up(card in your.camp, k in 1..3 if your.men[k] is empty):
    "{card} to {k}"
    move card to your.men[k]
action wait(): "wait"
winner: highest w
def w(p) = 1
"""


def test_what_is_only_answered_or_thrown_makes_other_worlds(tmp_path: Path) -> None:
    """Where nothing is dealt, another answer that sounds the same, or another throw, is the other world."""
    twins = Twins(program(tmp_path, SECRET_ANSWERS), 1)
    left = count(3, -1)
    twins.hunt(lambda: next(left) > 0, lambda leak: pytest.fail(str(leak)))
    assert twins.pairs > 3 and twins.unmoved == []


@pytest.mark.parametrize("tells", ["count(other.men[1]) == 1 and any(c.n > 1 for c in other.men[1])", "other.hide > 0", "other.luck > 0"])
def test_a_menu_that_hangs_on_what_was_answered_or_thrown_is_found(tmp_path: Path, tells: str) -> None:
    asked = f'wait():\n    "wait"\n    let other = your.left\n    require {tells} or noise == 0\naction rest(): "rest"'
    text = SECRET_ANSWERS.replace('wait(): "wait"', asked).replace("p chooses wait", "p chooses wait or rest").replace("noise: 0..9", "noise: 0..9 = 1")
    leak = first_leak(program(tmp_path, text), kind="leak-menu")
    assert leak is not None and leak.kind == "leak-menu"


def test_what_comes_of_answers_given_together_says_not_by_which_action(tmp_path):
    """Two actions that do the same: what is told of it stands where they were asked for, and not at the rules of the one that was chosen."""
    moves = "\n".join(f'action {name}(card in your.hand):\n    "{name}"\n    move card to your.heap' for name in ("drop", "lay"))
    text = f"""game "Sealed":
    players 2
card Pip(n: 1..2)
components:
    deck: 2 of Pip(n) for n in 1..2
table:
    deck: pile, hidden
each player:
    hand: hand
    heap: heap, hidden
    done: 0..1, own
{moves}
play:
    shuffle deck
    for p in players: move top of deck to p.hand
    each p in players chooses drop or lay
    players.first chooses n in 1..2
winner: highest size
def size(p) = count(p.heap)
"""
    assert looked_at(text, tmp_path).meetings


@pytest.mark.parametrize("game", ["hearts", "leduc-poker", "fireflies", "dark-hex", "crazy-eights"])
def test_another_game_is_played_from_where_it_is_another(game):
    """It stands there as it would if it had been played from the beginning."""
    random, later = Random(5), 0
    for seed in range(4):
        base = Base(ruledsl.load(game).start(seed=1).program, seed, None)
        for change in filter(None, (base.change(seat % base.program.players, random) for seat in range(8))):
            try:
                step, there = base.other(change, Random(1))
                whole = Watched(base.program, seed, None, Exchanged(base.drawings, change, Random(1)))
                for answer in base.answers[:step]:
                    whole.play(answer)
            except Parted:
                continue
            later += step > 0
            assert (whole.chain, held(whole), whole.drawings) == (there.chain, held(there), there.drawings)
            assert all(whole.sent(seat) == there.sent(seat) for seat in range(base.program.players))
    assert later > 3
