"""The two-run test finds what leaks: planted leaks, each of which is another game, or the same on an engine that tells too much."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import chains, ids, log, menus, seats, view, why
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.position import Position
from ruledsl.findings.twins import Twins
from ruledsl.findings.worlds import MARK as EACH
from ruledsl.findings.worlds import held, secrets
from ruledsl.record import replace
from ruledsl.search import mcts
from ruledsl_tools import stopping
from ruledsl_tools.cli import main

GAMES = 60
"""Games of each generator, at most, after which a planted leak must be found."""

CARDS = """game "Planted":
    players 2
card C(n: 1..4) "{n}"
components:
    deck: 2 of C(n) for n in 1..4
table:
    deck: pile, hidden
    out:  heap
    tone: 0..9
each player:
    hand: HAND
    bid:  0..3, own
    fate: 0..3, hidden
each C:
    marked: bool
def high(p) = any(c.n > 2 for c in p.hand)
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    BEFORE
    for p in players: turn(p)
    for p in players: turn(p)
phase turn(p):
    p chooses PLAY
action lay(card in your.hand):
    "lay {card}"
    move card to out
action rest(): "rest"
action guess(n in 1..4):
    "guess {n}"
    tone = n
MORE
winner: highest tone_of
def tone_of(p) = tone
"""


def rules(play="lay or rest", more="", hand="hand", before="pass"):
    return CARDS.replace("PLAY", play).replace("MORE", more).replace("HAND", hand).replace("BEFORE", before)


STEAL = 'action steal(q in others, card in q.hand):\n    "steal {card}"\n    move card to your.hand'
CALL = 'action call(q in others):\n    "call"\n    require high(q)\n    tone = 1'
PEEK = 'action peek():\n    "peek"\n    require any(c.n == 4 for c in deck)\n    tone = 2'
MARK = 'action mark(q in others, card in q.hand):\n    "mark {card}"\n    card.marked = true'
BID = "for p in players: p chooses p.bid in 0..3"
FATE = "for p in players: p.fate = roll 0..3"


BET = rules("bet or rest", 'action bet():\n    "bet"\n    tone = 9 if high(players.last) else 0', before="tone = 4")
BET = BET.replace("tone_of(p) = tone", "tone_of(p) = tone if p == players.first else 4")


def program(tmp_path, text):
    path = tmp_path / "planted.rules"
    path.write_text(text, encoding="utf-8")
    return ruledsl.load(str(path)).program(players=2)


def first_leak(made, games=GAMES, kind=""):
    """The first one, or the first of a kind: what a prompt tells, a line of the log tells, too."""
    twins = Twins(made, 1)
    found = []
    left = count(games, -1)
    twins.hunt(lambda: not any(kind in leak.kind for leak in found) and next(left) > 0, found.append)
    return next((leak for leak in found if kind in leak.kind), found[0] if found else None)


# ---- rules that tell -----------------------------------------------------------------------------

TELLING = {
    "a menu by the face of an unseen card": (rules("steal or rest", STEAL.replace("q.hand)", "q.hand if card.n > 2)")), "leak-menu"),
    "a menu by what a guard asks of a hand": (rules("lay, call or rest", CALL), "leak-menu"),
    "a menu by what lies on the deck": (rules("peek or rest", PEEK), "leak-menu"),
    "a value that is offered for a hidden hand": (
        rules(before="players.first chooses pick in 1..4 if pick == 1 or any(c.n == pick for c in players.last.hand)\n    tone = pick"),
        "leak-menu",
    ),
    "an argument by a hidden variable": (
        rules("dare or rest", 'action dare(n in 0..3 if n == 0 or n == your.fate):\n    "dare {n}"\n    tone = n', before=FATE),
        "leak-menu",
    ),
    "a card of a row by its face": (rules("steal or rest", STEAL.replace("q.hand)", "q.hand if card.n == 1)"), "row, own"), "leak-menu"),
}


@pytest.mark.parametrize("name", TELLING)
def test_rules_that_tell_are_found(tmp_path, name):
    text, kind = TELLING[name]
    leak = first_leak(program(tmp_path, text))
    assert leak is not None and leak.kind == kind
    assert leak.span.line and leak.here != leak.there and leak.pair


# ---- engines that tell ---------------------------------------------------------------------------


def always(value):
    return lambda *_args, **_more: value


def by_number(options):
    return lambda where, seat: sorted(options(where, seat), key=lambda option: option.move)


def as_numbers(where, thing, value, card):
    return str(value)


def by_cards(states, place, tell=log._moves):
    """Lines of one moment in the order of their least cards, as the log once was."""
    after = states[-1][1]
    names = {after.words.show(ruledsl.ir.program.Type("card"), card): -card for card in range(len(after.program.cards))}
    events = (event for _, event in tell(states, place))
    yield from ((0, event) for event in sorted(events, key=lambda event: names.get(event.text.split(",")[0].split(" ")[0], 0)))


def everything(self, hole, seat, arguments=(), looker=None):
    return self.words.show(hole.type, self.call(hole.function, seat, *arguments))


def with_face(self, value):
    return f"the {self.words.show(ruledsl.ir.program.Type('card'), value)}" if value >= 0 else "a card"


def with_number(where, card, looking):
    return replace(view.UNKNOWN, notes=(f"no. {card}",))


def with_kind(where, card, looking):
    return replace(view.UNKNOWN, until="soon" if where.program.cards[card] else "")


def sorted_by_card(where, zone, k, looking, own=view._zone):
    found = own(where, zone, k, looking)
    cards = where.values["card.zone"]
    return replace(found, count=found.count + (cards[0] == zone.base + k))


def marks_by_number(old, after, variable, index):
    return index, 0, "", 0, 0


def as_they_lie(match, seat, position=None):
    """Worlds in which nothing is unknown."""
    found = Worlds(position or match.position, seat, ())
    found.found = [(tuple(found.places), ())]
    return found


def with_first_card(self, own=seats.Seat.document):
    return own(self) | {"first": self._match.position.values["card.zone"][0]}


LEAKS = {
    "what is written for a seat names cards": (rules(), seats.Seat, "document", with_first_card, "leak-view"),
    "a search knows the cards": (BET, mcts, "worlds", as_they_lie, "false-mind"),
    "hands are seen": (rules(), view, "_sees", always(True), "leak-view"),
    "backs have numbers": (rules(), view, "_back", with_number, "leak-view"),
    "backs tell the kind": (rules(hand="row, own"), view, "_back", with_kind, "leak-view"),
    "a zone counts what it hides": (rules(), view, "_zone", sorted_by_card, "leak-view"),
    "variables of unseen cards stand in a list": (rules("mark or rest", MARK, "row, own"), view, "_on_card", always(False), "leak-view"),
    "bids are open": (rules(before=BID), view, "may_know", always(True), "leak-view"),
    "throws are open": (rules(before=FATE), view, "may_know", always(True), "leak-view"),
    "the log tells everything": (rules(), log, "as_seen", lambda event, seat: event, "leak-log"),
    "lines by card numbers": (rules(), log, "_moves", by_cards, "leak-log"),
    "bids are told": (rules(before=BID), log, "_heard", always((3, "")), "leak-log"),
    "secret choices are no secret": (rules(before=BID), log, "kept_unseen", always(False), "leak-log"),
    "marks are told by face": (rules("mark or rest", MARK, "row, own"), Position, "called_unseen", with_face, "leak-menu"),
    "labels show the face": (rules("steal or rest", STEAL, "row, own"), Position, "names", always(True), "leak-menu"),
    "ids are card numbers": (rules("steal or rest", STEAL, "row, own"), ids, "_value", as_numbers, "leak-menu"),
    "options by card number": (rules("steal or rest", STEAL, "row, own"), chains, "choices", by_number(menus.choices), "leak-menu"),
    "texts forget who reads": (
        rules("lay or call", 'action call(q in others):\n    "call {count(c for c in q.hand if c.n > 2)}"\n    tone = 1'),
        Position, "value", everything, "leak-menu",
    ),
    "a prompt tells the deck": (
        rules(before='players.first chooses n in 1..2 "high: {any(c.n == 4 for c in deck)}?"\n    tone = n'),
        Position, "value", everything, "leak-view",
    ),
    "what one says of one's hand is told": (
        rules("lay or call", 'action call(q in others):\n    "call {count(c for c in your.hand if c.n > 2)}"\n    tone = 1'),
        Position, "heard", lambda self, template, seat, arguments=(): (3, ""), "leak-log",
    ),
    "refusals look into hands": (
        rules("ask or rest", STEAL.replace("steal", "ask"), "row, own"), why, "_unseen",
        lambda where, parameter, action="": why._reason(where, str(sum(where.values["card.zone"][:4])), parameter.place, action), "leak-refusal",
    ),
    "marks in the order of card numbers": (
        rules("mark or rest", 'action mark(q in others):\n    "mark"\n    for c in q.hand: c.marked = true', "row, own"),
        log, "_standing", marks_by_number, "leak-log",
    ),
}


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


@pytest.mark.parametrize(("game", "many"), [("kuhn-poker", 20), ("leduc-poker", 5), ("liars-dice", 40), ("go-fish", 1), ("hearts", 1)])
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
    path.write_text(SECRETS.replace(", own", "").replace("each q in players chooses q.bid in 0..2", "pass"), encoding="utf-8")
    assert main(["twins", str(path), "--seconds", "1", "--seed", "1"]) == 2
    out = capsys.readouterr().out
    assert "UNKNOWN" in out and "SAMPLED" not in out
    path.write_text(SECRETS, encoding="utf-8")
    assert main(["twins", str(path), "--seconds", "3", "--seed", "1"]) == 0
    assert "no two of these worlds differ in idle" in capsys.readouterr().out


def test_rules_that_go_wrong_before_anybody_is_asked_are_no_leak(tmp_path):
    twins, left = Twins(program(tmp_path, rules(before="move top 5 of deck to out")), 1), count(4, -1)
    found = []
    twins.hunt(lambda: next(left) > 0, found.append)
    assert (found, twins.games, twins.steps) == ([], 8, 0)


@pytest.mark.usefixtures("patient")
def test_the_command_names_place_and_worlds(tmp_path, capsys):
    path = tmp_path / "tells.rules"
    path.write_text(TELLING["a menu by the face of an unseen card"][0], encoding="utf-8")
    assert main(["twins", str(path), "--seconds", "3", "--seed", "1", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
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
