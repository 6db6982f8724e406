"""All states: the same as by brute force in the reference; a claim that is PROVED is never refuted; a witness is shortest."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.findings.explored import Explored
from ruledsl.findings.machine import Answers, Machine
from ruledsl.findings.unmerged import Blocks, Unlike, as_reference
from ruledsl.findings.verdicts import BOUNDED, PROVED, REFUTED, Setting
from ruledsl.findings.verify import _Search, verify
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program
from ruledsl.native.verifying import Verifying, compiled
from ruledsl.search.enumerate import enumerate_game
from tests import few
from tests.findings.games import line, load, rules
from tests.laws.proving import shortest, wrong_claims


def explored(program: Program, most: int = 50_000, looks: int = 1_000_000) -> Explored:
    """With time until the clock was looked at so often."""
    left = iter(range(looks))
    return verify(program, Setting(program.players, {}), most, lambda: next(left, None) is not None, [])


RANDOM = """game "Random":
    players 2

card Red(n: 1..2) "red {{n}}"
card Blue

components:
    deck: {reds} of Red(n) for n in 1..2, {blues} of Blue

table:
    deck: {word}, hidden
    out:  {out}
    a:    0..{high} = {first}
    b:    0..9
    last: player or none
table this turn:
    seen: 0..2

each player:
    hand:  hand, own
    score: -9..9

play:
    {shuffle}
    for p in players: move {random} of deck to p.hand
    repeat {rounds} times:
        for p in players: turn(p)
    {after}

phase turn(p):
    p chooses {menu} "{{p}}:{question}?"

action lay(card in your.hand):
    "lay {{card}}"
    require {condition} else "no{refused}"
    move card to out
    {effect}

action add(n in 1..2):
    "add {{n}}"
    require {other} else "no {{3 // (b - n)}}"
    a += n

action wait():
    "wait{label}"
    {waiting}

winner: highest score
def worth(card) = card.n if card is Red else 3 // (2 - count(out))
{more}
"""
CONDITIONS = ["card is Red", "a < 3", "count(out) < 2", "a > b", "true", "card is Blue or a == 0", "your.score >= 0", "your.hand has card"]
EFFECTS = ["your.score += 1", "a -= 1", "b = a", "if a > 1: b += 1", "your.score -= count(out)", "b += 3", "a = count(your.hand)", "b = 6 // (3 - count(out))"]
EFFECTS += ["last = you", "seen = 2", "for c in out: a = 2 if c is Red else 1", "if b > 0: move all of out to your.hand"]
MORE = ["", 'invariant "low": a < 4', 'invariant "few": count(out) <= 2', "def payoff(p) = 1 // (a - 2)", "def payoff(p) = p.score"]
HOLES = ["", "", " {6 // (a - 2)}", " {last.score}", " {worth(first(c for c in out))}", " {players.first.score}", " {count(out)}"]
MENUS = ["lay, add or wait", "lay or add", "add or wait", "lay or wait", "add", "lay"]


def random_rules(rng: random.Random) -> str:
    """A small game; not every one holds together."""
    menu = rng.choice(MENUS)
    word = rng.choice(["pile", "bag"])
    return RANDOM.format(
        reds=rng.randint(1, 2), blues=rng.randint(1, 2), word=word, out=rng.choice(["heap", "pile"]), high=rng.choice([2, 4, 9, 9]), first=rng.randint(0, 2),
        shuffle="shuffle deck" if word == "pile" else "b = 0", random="top 1" if word == "pile" else "random 1", rounds=rng.randint(1, 2),
        after=rng.choice(["for p in players: p.score += b", "b = 0", "if a > 2: players.first.score = 2"]), menu=menu,
        condition=rng.choice([c for c in CONDITIONS if c != "your.hand has card"]), other=rng.choice(["a < 2", "b == 0", "a + n <= 4", "true", "n > 1"]),
        effect=rng.choice(EFFECTS), waiting=rng.choice(["pass", "b += 2", "a = 0"]),
        question=rng.choice(HOLES), refused=rng.choice(HOLES), label=rng.choice(HOLES), more=rng.choice(MORE),
    )  # fmt: skip


@settings(max_examples=few.of(25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_random_games_are_as_brute_force_says_and_what_is_proved_is_never_refuted(tmp_path: Path, seed: int) -> None:
    path = tmp_path / f"random-{seed}.rules"
    path.write_text(random_rules(random.Random(seed)))
    program = load(path).program(2, watched=True)
    how, wrong = wrong_claims(program, 8000)
    assert not wrong
    if how:
        _never_refuted(program, explored(program))


@settings(max_examples=few.of(10), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.integers(5, 200))
def test_what_is_claimed_of_the_first_answers_of_every_game_is_so(tmp_path: Path, seed: int, room: int) -> None:
    path = tmp_path / f"random-{seed}.rules"
    path.write_text(random_rules(random.Random(seed)))
    _, wrong = wrong_claims(load(path).program(2, watched=True), 8000, room)
    assert not wrong


INVARIANTS = """game "Inv":
    players 2

table:
    a: 0..3
    b: 0..3

play:
    repeat 2 times:
        for p in players: p chooses up or stay

action up():
    "up"
    a += 1

action stay():
    "stay"
    b = 4 // (3 - a)

invariant "one": 6 // (2 - a) > 0
invariant "two": a < 2
invariant "three": a < 2 or b > 5

def payoff(p) = a
winner: highest payoff
"""


BEGIN = """game "Begin":
    players 2

card Fox

components:
    deck: 4 of Fox

table:
    deck: pile, hidden
    a: 0..3

each player:
    hand: hand, own

play:
    shuffle deck
    a = 4 // a
    for p in players: p chooses wait

action wait():
    "wait"
    pass

def payoff(p) = a
winner: highest payoff
"""


def test_what_goes_wrong_before_anybody_is_asked_is_told_where_cards_are_loose(tmp_path: Path) -> None:
    path = tmp_path / "begin.rules"
    path.write_text(BEGIN, encoding="utf-8")
    (found,) = explored(load(path).program(2, watched=True)).findings
    assert (found.kind, found.span.line) == ("out-of-bounds", line(path, "a = 4 // a")) and found.witness is not None and found.witness.answers == ()


def test_play_goes_on_behind_a_broken_invariant(tmp_path: Path) -> None:
    """Each is told with the shortest way to it, and so is what goes wrong behind them; one that cannot be worked out is told as such."""
    path = tmp_path / "inv.rules"
    path.write_text(INVARIANTS, encoding="utf-8")
    program = load(path).program(2, watched=True)
    found = explored(program)
    told = shortest(found)
    lines = {title: line(path, f'"{title}"') for title in ("one", "two", "three")}
    assert told == {
        ("invariant", lines["two"]): 2, ("invariant", lines["three"]): 2, ("out-of-bounds", lines["one"]): 2, ("invariant", lines["one"]): 3,
        ("out-of-bounds", line(path, "b = 4")): 3, ("out-of-bounds", line(path, "a += 1")): 4,
    }  # fmt: skip
    assert [f.message.partition(" (")[0] for f in found.findings if f.span.line == line(path, "b = 4")] == ["the value does not fit", "division by zero"]
    assert wrong_claims(program, 8000) == ("whole", "")


def _never_refuted(program: Program, found: Explored) -> None:
    """200,000 answers at random come to nothing that was proved not to be."""
    machine = Machine(program)
    proved = {f.kind for f in found.claims if f.verdict == PROVED}
    stop, stream = None, 1
    while machine.plan.decisions < 200_000:
        stop = machine.play(stream, 200_000 - machine.plan.decisions)
        if stop is not None:
            assert stop.kind not in proved
        stream = 0 if machine.plan.decisions else stream + 1
        if stop is None and not machine.plan.decisions:
            break


@pytest.mark.parametrize("name", ["tic-tac-toe", "misere-tic-tac-toe"])
def test_known_numbers(name: str) -> None:
    found = explored(load(name).program(2, watched=True))
    assert (found.states, found.transitions, found.ends, found.whole) == (5478, 16167, 958, True)
    assert any(f.message == "always ends, after 9 answers at most" for f in found.claims) and found.findings == []


def test_kuhn_poker_has_as_many_states_as_histories() -> None:
    """No two of its histories come to one state, since each card is another one."""
    program = load("kuhn-poker").program(2, watched=True)
    counts = enumerate_game(program).counts
    found = explored(program)
    assert found.states == counts.chance_states + counts.decision_states + counts.terminal_states and found.ends == counts.terminal_states
    assert any(f.message == "payoffs add up to 0" for f in found.claims)


def test_a_witness_is_the_shortest_there_is(tmp_path: Path) -> None:
    """Three foxes by both seats: two dealt to one and one to the other, or drawn; four answers of chance, three of the seats."""
    path = rules(tmp_path, more='invariant "few": count(out) < 3')
    path.write_text(path.read_text().replace("6 of", "3 of").replace("repeat 8", "repeat 2"))
    found = explored(load(path).program(2, watched=True), 500_000)
    (refuted,) = found.findings
    assert refuted.kind == "invariant" and refuted.span.line == line(path, "invariant") and refuted.witness is not None
    assert refuted.witness.shortest and len(refuted.witness.answers) == 7


def test_where_no_game_is_like_what_was_found_nothing_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = rules(tmp_path, more='invariant "few": count(out) < 1')
    path.write_text(path.read_text().replace("6 of", "2 of").replace("repeat 8", "repeat 1"))
    program, forgot = load(path).program(2, watched=True), []

    def unlike(program: Program, code: Verifying, answers: Answers, begun: bytes = b"") -> Answers:
        forgot.append(code.merged != Merging())
        if forgot[-1]:
            raise Unlike
        return as_reference(program, code, answers, begun)

    monkeypatch.setattr("ruledsl.findings.verify.as_reference", unlike)
    assert [(f.kind, f.verdict) for f in explored(program, 500_000).findings] == [("invariant", REFUTED)] and forgot == [True, False]


def test_any_way_through_states_is_a_game_of_the_reference(tmp_path: Path) -> None:
    program = load(rules(tmp_path)).program(2, watched=True)
    code = compiled(program)
    _Search(program, Setting(2, {}), 1000, lambda: True, b"", code)  # where ends are added up
    assert code.merged.alike and code.merged.draws
    for seed in range(5):
        rng, blocks, way = random.Random(seed), Blocks(program, code), Answers()
        here = blocks.first(b"")
        while len(way) < 15:
            options = [(n, seat) for seat in (-1, 0, 1) for n in range(len(blocks.answers(here, seat)))]
            way.append(rng.choice(options))
            status, there = blocks.behind(here, blocks.answers(here, way[-1][1])[way[-1][0]], way[-1][1])
            assert status == 0
            here = blocks.full(there)
        assert len(as_reference(program, code, way)) == 15


def test_what_is_not_whole_is_bounded_and_says_how_far() -> None:
    found = explored(load("connect-four").program(2, watched=True), 20_000)
    assert not found.whole and found.depth >= 4 and "no room" in found.why
    assert found.claims and all(f.verdict == BOUNDED and f"first {found.depth} answers" in f.message for f in found.claims)
    assert {f.kind for f in found.claims} <= {"stuck", "out-of-bounds", "beyond-bound", "census", "invariant"}
    late = explored(load("connect-four").program(2, watched=True), 200_000, looks=0)
    assert not late.whole and "time" in late.why and all(f.verdict == BOUNDED for f in late.claims)


def test_what_cannot_happen_is_proved_so(tmp_path: Path) -> None:
    path = rules(tmp_path, effect="if card is Fox and card is Hen: laps = 7")
    path.write_text(path.read_text().replace("6 of", "2 of").replace("repeat 8", "repeat 1").replace("top 2", "top 1"))
    found = explored(load(path).program(2, watched=True), 500_000)
    assert found.whole and ("dead-branch", PROVED, line(path, "laps = 7")) in {(f.kind, f.verdict, f.span.line) for f in found.claims}


MINGLED = """game "Mingled":
    players 2

card Hen

components:
    deck: 3 of Hen

table:
    deck: pile, hidden
    bin:  bag
    out:  bag

each player:
    hand: hand, own

play:
    shuffle deck
    move top 1 of deck to bin
    for p in players: move top 1 of deck to p.hand
    for p in players: p chooses lay

action lay(card in your.hand):
    "lay {card}"
    move card to bin
    move first(c for c in bin) to out
    move card to deck

def payoff(p) = count(out)
winner: highest payoff
"""


def test_a_card_that_is_taken_by_its_number_may_be_the_one_that_is_held(tmp_path: Path) -> None:
    path = tmp_path / "mingled.rules"
    path.write_text(MINGLED, encoding="utf-8")
    assert wrong_claims(load(path).program(2, watched=True), 500) == ("whole", "")


IDLE = """game "Idle":
    players 2

table:
    left: 0..3 = 3
    seen: 0..3

play:
    for p in players: p may take, look or peek again

action take():
    "take"
    require left > 0 else "none"
    left -= 1

action look():
    "look"
    {look}

action peek():
    "peek"
    if left == 3: {peek}

def payoff(p) = seen
winner: highest payoff
"""


@pytest.mark.parametrize(
    ("look", "peek", "idle"),
    [("pass", "seen = 2", ["look"]), ("seen = 1", "seen = 2", []), ("seen = 0", "seen += 0", ["look", "peek"]), ("seen = 0", "seen = 1", [])],
)
def test_an_action_that_changes_nothing_is_proved_so(tmp_path: Path, look: str, peek: str, idle: list[str]) -> None:
    """`peek` alone can do something where nothing was taken yet, and `look` where something was seen."""
    assert vacuous(tmp_path, IDLE.format(look=look, peek=peek)) == idle


def test_what_people_alone_read_is_something(tmp_path: Path) -> None:
    """Nothing hangs on `seen` here: states that differ in it are one, and yet to set it is no idle action."""
    text = IDLE.replace("def payoff(p) = seen", "def payoff(p) = left")
    assert vacuous(tmp_path, text.format(look="seen = 1", peek="pass")) == ["peek"]


def test_to_hand_the_turn_on_is_something(tmp_path: Path) -> None:
    assert vacuous(tmp_path, IDLE.format(look="pass", peek="pass").replace(" again", "")) == []


def vacuous(folder: Path, text: str) -> list[str]:
    """The actions that are proved to change nothing."""
    path = folder / "idle.rules"
    path.write_text(text, encoding="utf-8")
    found = explored(load(path).program(2, watched=True))
    assert found.whole and not found.findings
    return [f.message.split("`")[1] for f in found.claims if (f.verdict, f.kind) == (PROVED, "vacuous-effect") and "`" in f.message]


def test_where_the_table_may_declare_something_nothing_is_proved() -> None:
    game = load("cloud-nine")
    program = game.program(1, {"mode": "solo"}, watched=True)
    found = explored(program, 2000, looks=40)
    assert all(f.verdict == BOUNDED for f in found.claims)


WORLD = """game "World":
    players 2

table:
    a: 0..5

each player:
    score: 0..5

play:
    for p in players:
        p chooses add
        a = 5
        let hot = observe "is it hot?" chance 1 of 2
        a = {cold} if not hot else 0

action add():
    "add"
    your.score = 1

invariant "low": a < 3
winner: highest score
"""


@pytest.mark.parametrize(("cold", "broken"), [(1, False), (4, True)])
def test_invariants_are_held_to_where_a_seat_is_asked_as_by_check(tmp_path: Path, cold: int, broken: bool) -> None:
    """While the world is asked `a` is 5; before the second choice it is what the world made of it."""
    path = tmp_path / "world.rules"
    path.write_text(WORLD.format(cold=cold), encoding="utf-8")
    game = load(path)
    match = game.start(players=2, seed=1, world="asked")
    flaws = []
    for answer in (0, 0):
        match.play(match.decision.options[answer])
        flaws.append((match.position.kind, bool(match.check())))
    assert flaws == [("world", False), ("choice", broken)]
    found = explored(game.program(2, watched=True))
    assert {f.kind for f in found.findings} == ({"invariant"} if broken else set())


LOOPS = """game "Loops":
    players 2

table:
    left: 0..9 = 5
    x:    0..9

play:
    turns p in players while left > 0 at most 40 times:
        p chooses take
        x = 0
        while x < left at most left + 3 times: x += 1

action take(n in 1..2):
    "take {n}"
    require n <= left else "too many"
    left -= n

winner: highest rest
def rest(p) = left
"""


def test_how_often_a_loop_goes_round_that_promises_a_bound(tmp_path: Path) -> None:
    """Once a turn, and after the first of these there are four left."""
    path = tmp_path / "loops.rules"
    path.write_text(LOOPS, encoding="utf-8")
    program = load(path).program(2, watched=True)
    told = {f.span.line: f.message for f in verify(program, Setting(2, {}), 1000, lambda: True, []).claims if f.kind == "beyond-bound" and f.span.line}
    assert told == {9: "the loop goes round 5 times at most, of 40", 12: "the loop goes round 4 times at most"}
    assert wrong_claims(program, 500) == ("whole", "")


DEALT = """game "Dealt anew":
    players 2

card Hen, Fox

components:
    deck: 1 of Hen, 1 of Fox

table:
    deck: pile, hidden
    out:  pile

each player:
    score: 0..9

play:
    shuffle deck
    move top of deck to out
    while {again} at most 3 times:
        move all of out to deck
        shuffle deck
        move top of deck to out
    for p in players: p chooses p.score in 0..1

winner: highest score
"""


@pytest.mark.parametrize(
    ("again", "most", "odds"),
    [("top of out is Fox", 3, 1 / 16), ("top of out is Fox", 60, 2**-61), ("count(out) == 1", 3, 1.0)],
)
def test_a_loop_that_chance_keeps_up(tmp_path: Path, again: str, most: int, odds: float) -> None:
    """It is a mistake of the rules, unless it comes so seldom that no table meets it: then the rest is claimed."""
    path = tmp_path / "dealt.rules"
    path.write_text(DEALT.format(again=again).replace("at most 3", f"at most {most}"), encoding="utf-8")
    program = load(path).program(2, watched=True)
    found = verify(program, Setting(2, {}), 1000, lambda: True, [])
    assert [*found.odds.values()] == [odds] and wrong_claims(program, 1000) == ("whole", "")
    told = {f.kind: f.message for f in found.claims if not f.span.line}
    if odds < 1e-12:
        assert not found.findings and "always ends" in told["endless"]
        assert told["beyond-bound"] == "no loop goes on beyond its bound, but by chance in one of 10^18 games at most (line 19)"
    else:
        how = ", by chance: in 7 of 100 games at most" if odds < 1 else ""
        assert [f.message for f in found.findings] == [f"the loop went on beyond its bound{how}"]
        assert told.keys().isdisjoint({"beyond-bound", "endless"})


ASKED = """game "Asked":
    players 2

table:
    done: bool
each player: score: 0..9

play:
    while not done at most 20 times: try_it()

phase try_it():
    players.first chooses dare, wait
    if not done: done = observe "Does it work?" chance {odds}

action dare():
    "dare"
    players.first.score = 1
action wait():
    "wait"
    done = observe "Is it over by itself?" chance {waiting}

winner: highest score
"""


@pytest.mark.parametrize(
    ("odds", "waiting", "told"), [("1 of 1", "0 of 1", 0.0), ("4 of 5", "1 of 3", 5.0**-20), ("1 of 2", "9 of 3", 2.0**-20), ("0 of 5", "1 of 9", 1.0)]
)
def test_a_loop_that_what_is_observed_keeps_up(tmp_path: Path, odds: str, waiting: str, told: float) -> None:
    """By the odds that the rules tell, and as the players like it least."""
    path = tmp_path / "asked.rules"
    path.write_text(ASKED.format(odds=odds, waiting=waiting), encoding="utf-8")
    program = load(path).program(2, watched=True)
    found = verify(program, Setting(2, {}), 1000, lambda: True, [])
    assert [*found.odds.values()] == pytest.approx([told], rel=1e-9, abs=1e-18) and wrong_claims(program, 2000) == ("whole", "")
    assert bool(found.findings) == (told > 1e-12)


TWO_LOOPS = """game "Two loops":
    players 1

table:
    x: 0..9
each player: score: 0..9

play:
    while x != 1 at most 120 times: x = roll 1..4
    players.first chooses start
    while x != 4 at most 2 times: x = roll 1..4
    x = 0
    while x != 3 at most 1 times: x = 9
    x = roll [1, 2]
    players.first.score = 9 // (x - 1)

action start(): "start"
action go_on(): "go on"

winner: highest score
"""


def test_of_several_loops_each_has_its_own_odds(tmp_path: Path) -> None:
    """What is seldom is no mistake beside one that is none, and other faults end play."""
    path = tmp_path / "two.rules"
    path.write_text(TWO_LOOPS, encoding="utf-8")
    program = load(path).program(1, watched=True)
    found = verify(program, Setting(1, {}), 5000, lambda: True, [])
    told = {program.places[place].span.line: odds for place, odds in found.odds.items()}
    assert told == {9: pytest.approx(0.75**120), 11: pytest.approx(0.75**2), 13: pytest.approx(1 - 0.75**2)}
    assert {(f.kind, f.span.line) for f in found.findings} == {("beyond-bound", 11), ("beyond-bound", 13)}
    assert wrong_claims(program, 5000) == ("whole", "")


def test_a_loop_that_goes_on_before_anybody_is_asked(tmp_path: Path) -> None:
    """There is no state at all."""
    path = tmp_path / "at-once.rules"
    path.write_text(TWO_LOOPS.replace("x != 1 at most 120 times: x = roll 1..4", "x != 1 at most 3 times: x = 9"), encoding="utf-8")
    program = load(path).program(1, watched=True)
    found = verify(program, Setting(1, {}), 5000, lambda: True, [])
    assert [(f.kind, f.span.line) for f in found.findings] == [("beyond-bound", 9)] and not found.claims


GOES_BY_ITSELF = """game "By itself":
    players 1

table:
    x: 0..9
    d: 1..6
each player: score: 0..9

play:
    players.first chooses start

action start():
    "start"
    d = roll 1..6
    while x < 9 at most 3 times:
        {round}

winner: highest score
"""
BEFORE = """if d == 6:
            x = roll [1, 9]
        else:
            x = 2
"""
AT_FIRST = """if x == 0:
            d = roll 1..6
        x = 9 if d == 6 else 1
"""


@pytest.mark.parametrize("round_", [BEFORE, AT_FIRST])
def test_a_loop_that_goes_round_by_itself_is_refuted(tmp_path: Path, round_: str) -> None:
    """Chance falls before it, or in its first round alone."""
    path = tmp_path / "itself.rules"
    path.write_text(GOES_BY_ITSELF.format(round=round_), encoding="utf-8")
    found = verify(load(path).program(1, watched=True), Setting(1, {}), 1000, lambda: True, [])
    assert [f.kind for f in found.findings] == ["beyond-bound"]
    assert not [f for f in found.claims if f.kind in ("beyond-bound", "endless") and not f.span.line]


def test_a_loop_in_which_nothing_is_left_to_draw_is_refuted(tmp_path: Path) -> None:
    """Chance draws nothing out of an empty pile: what was answered before keeps the loop up."""
    path = tmp_path / "dealt.rules"
    text = DEALT.format(again="n == 1").replace("move top of deck to out", "if deck is not empty: move top of deck to out")
    path.write_text(
        text.replace("    if", "    players.first chooses n in 0..1\n    if n == 1: move all of deck to players.first.kept\n    if", 1).replace(
            "    score: 0..9\n", "    score: 0..9\n    kept: heap\n"
        ),
        encoding="utf-8",
    )
    program = load(path).program(2, watched=True)
    found = verify(program, Setting(2, {}), 1000, lambda: True, [])
    assert [f.kind for f in found.findings] == ["beyond-bound"]
    assert not [f for f in found.claims if f.kind in ("beyond-bound", "endless") and not f.span.line]
    assert wrong_claims(program, 500) == ("whole", "")


HANGS = """game "Hangs":
    players 2
table: n: 0..9
each player: score: 0..9
play:
    players.first chooses k in 0..3
    while n < 5 at most 3 times: try_it(k)
    players.last chooses ready
phase try_it(k):
    let back = observe "back?" chance ODDS
    n = 0 if back else 5
action ready(): pass
winner: highest score
"""


@pytest.mark.parametrize(("odds", "told", "kinds"), [("k of 3", 1.0, ["beyond-bound"]), ("1 of k", 1.0, ["beyond-bound", "out-of-bounds"])])
def test_how_likely_something_is_may_hang_on_what_nothing_else_reads(tmp_path: Path, odds: str, told: float, kinds: list[str]) -> None:
    """Who chooses 3 keeps the loop up. One of none at all is a fault, whoever is asked."""
    path = tmp_path / "hangs.rules"
    path.write_text(HANGS.replace("ODDS", odds), encoding="utf-8")
    game = load(path)
    found = verify(game.program(2, watched=True), Setting(2, {}), 1000, lambda: True, [])
    assert [*found.odds.values()] == [told] and sorted(f.kind for f in found.findings) == kinds
    assert wrong_claims(game.program(2, watched=True), 1000) == ("whole", "")
    for engine in ("interp", "native") if "out-of-bounds" in kinds else ():
        with pytest.raises(RulesFault, match="nothing to take"):
            game.start(2, 1, engine=engine).play("0")


LEFT = """game "Left":
    players 2
table: n: 0..9
each player: score: 0..9
play:
    unless "late" chance 1 of 2:
        while n == 0 at most 60 times: turn(players.first)
    players.first chooses go
phase turn(p):
    p chooses go
MORE
action go(): pass
winner: highest score
"""


@pytest.mark.parametrize(("more", "seldom"), [("", False), ("    n = roll 0..1", True)])
def test_what_people_declare_has_no_odds(tmp_path: Path, more: str, seldom: bool) -> None:
    """Those of the rules are for games among bots; that a loop ends is not left to them."""
    path = tmp_path / "left.rules"
    path.write_text(LEFT.replace("MORE", more), encoding="utf-8")
    program = load(path).program(2, watched=True)
    found = verify(program, Setting(2, {}), 5000, lambda: True, [])
    assert [*found.odds.values()] == ([2.0**-60] if seldom else [1.0]) and bool(found.findings) != seldom
    assert wrong_claims(program, 5000) == ("whole", "")


def test_who_is_asked_in_a_round_that_no_table_meets_is_not_lost(tmp_path: Path) -> None:
    """In the last round of all no end can be reached any more, but a fault of which nothing is said either."""
    path = tmp_path / "asked.rules"
    text = LEFT.replace('unless "late" chance 1 of 2', "if true").replace("    p chooses go\nMORE", "    n = roll 0..1\n    p chooses go")
    path.write_text(text, encoding="utf-8")
    program = load(path).program(2, watched=True)
    found = verify(program, Setting(2, {}), 5000, lambda: True, [])
    assert not found.findings and "always ends, after 121 answers at most, but" in next(f.message for f in found.claims if f.kind == "endless")
    assert wrong_claims(program, 5000) == ("whole", "")


STUCK = """game "Stuck":
    players 2

table: pile: 0..3 = 3

play:
    repeat 4 times:
        for p in players: p chooses take or leave

action take(n in 1..2):
    "take {n}"
    require n <= pile else "only {pile} left"
    pile -= n

action leave():
    "leave"
    require pile > 1 else "nearly nothing left"

winner: highest pile_of
def pile_of(p) = pile
"""


def test_what_stands_against_all_that_could_be_done(tmp_path: Path) -> None:
    path = tmp_path / "stuck.rules"
    path.write_text(STUCK, encoding="utf-8")
    (found,) = explored(load(path).program(2, watched=True)).findings
    lines = [f"{path}:{line(path, rule)}:5  {told}" for rule, told in (("n <= pile", "`take`: only 0 left"), ("pile > 1", "`leave`: nearly nothing left"))]
    assert found.kind == "stuck" and [*found.notes] == lines


ASK = """game "Ask":
    players 2

table:
    left:   0..3 = 2
    secret: 0..3 = 1, hidden
    open_:  0..3, open

play:
    for p in players: turn(p)

phase turn(p):
    p chooses ask, look, mark or done again while left > 0
    left = 2

action ask():
    "ask"
    show "there are {secret}" to you
action look():
    "look"
    reveal secret
    secret = 1
action mark():
    "mark"
    open_ = 2
    open_ = 0
action done():
    "done"
    left -= 1

winner: highest rest
def rest(p) = left
"""


def test_to_tell_something_is_not_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ask.rules"
    path.write_text(ASK, encoding="utf-8")
    idle = [claim.span.line for claim in explored(load(path).program(2, watched=True)).claims if claim.kind == "vacuous-effect"]
    assert idle == [line(path, "action mark")]


LEAVING = """game "Leaving":
    players 2
table:
    a: 0..9
play:
    repeat 2 times:
        for p in players: turn(p)
        if a > {far}: end repeat
    if a > {far}: end game
phase turn(p):
    p chooses add or wait
    for q in players:
        if a > {far}: end for
    if a > {far}: end turn
action add():
    a += 1
action wait(): pass
winner: highest payoff
def payoff(p) = a
"""


@pytest.mark.parametrize(("far", "dead"), [(1, []), (8, ["end repeat", "end game", "end for", "end turn"])])
def test_a_statement_that_only_goes_elsewhere_is_dead_where_it_never_runs_and_nowhere_else(tmp_path: Path, far: int, dead: list[str]) -> None:
    """Where such a statement stands last nothing else is there of it, and play goes on behind it whether it ran or not."""
    path = tmp_path / "leaving.rules"
    path.write_text(text := LEAVING.format(far=far))
    claims = explored(load(path).program(2, watched=True)).claims
    lines = [text.splitlines()[one.span.line - 1][one.span.column - 1 :] for one in claims if one.kind == "dead-branch" and one.span.line]
    assert lines == dead
    assert any(one.message.startswith("every action and line occurs") for one in claims) == (not dead)


def test_what_is_settled_before_play_is_not_said_to_occur(tmp_path: Path) -> None:
    path = tmp_path / "leaving.rules"
    path.write_text(LEAVING.format(far=1).replace("    a += 1\n", "    a += 1\n    if 1 > 2: a += 1\n"))
    said = [one.message for one in explored(load(path).program(2, watched=True)).claims if one.message.startswith("every action and line")]
    assert said and "what is settled before play apart" in said[0]


SETTLED = """game "Settled":
    players 2
option swift: bool = true
table: a: 0..9
each player: bid: 0..2
play:
    for p in players: turn(p)
phase turn(p):
    p chooses wait
    if swift:
        for q in players if q != p:
            a += 1
    else:
        p chooses p.bid in 0..2
    p chooses wait
action wait(): pass
winner: highest payoff
def payoff(p) = a
"""


def test_an_if_that_is_settled_is_not_said_never_to_run(tmp_path: Path) -> None:
    """The arm that is not taken is kept, since play can be begun where somebody is asked in it; what leads from it to what comes behind is not the `if`."""
    path = tmp_path / "settled.rules"
    path.write_text(SETTLED)
    dead = [one.span.line for one in explored(load(path).program(2, watched=True)).claims if one.kind == "dead-branch" and one.span.line]
    assert dead == [line(path, "p chooses p.bid")]


WINNING = """game "Winning":
    players 2
table: a: 0..9
play:
    for p in players:
        p chooses add
        if a > {far}: p wins
action add(): a += 1
{more}
"""


@pytest.mark.parametrize("more", ["", "winner: highest payoff\ndef payoff(p) = a"])
@pytest.mark.parametrize(("far", "dead"), [(1, 0), (5, 1)])
def test_who_has_won_is_not_asked_by_the_line_that_says_so(tmp_path: Path, more: str, far: int, dead: int) -> None:
    """What follows from `p wins` is asked at each end, whether it ran or not."""
    path = tmp_path / "winning.rules"
    path.write_text(text := WINNING.format(far=far, more=more))
    claims = explored(load(path).program(2, watched=True)).claims
    lines = [text.splitlines()[one.span.line - 1][one.span.column - 1 :] for one in claims if one.kind == "dead-branch" and one.span.line]
    assert lines == ["p wins"] * dead
    assert not any("p wins" in text.splitlines()[one.span.line - 1][one.span.column - 1 :][:6] for one in claims if one.kind[:5] == "never" and one.span.line)
