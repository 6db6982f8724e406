"""Registers share a place only where no two of them are needed at once; a game is played as if none were shared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.alive import Flow
from ruledsl.ir.flow import constant, defined, targets, used
from ruledsl.ir.overlay import Procedures, overlaid, overlay
from ruledsl.ir.program import Block, Function, Instr
from ruledsl.lower.sharing import Sharing
from ruledsl.pipeline import lower
from ruledsl.search.playing import played_on
from ruledsl.testing import collect, run_test

OWN, HANDED = 3, 2
"""So many registers each procedure has for itself, and is handed."""


class Made:
    """Procedures of some blocks each, of which every one calls only later ones, hands on what it likes, and may be left from within those that it calls,
    also at once where a call comes back."""

    def __init__(self, draw, many=4):
        self.draw, self.blocks, self.homes, self.handed, self.where = draw, [], {}, {}, {}
        self.calls = {n: [] for n in range(many)}
        for n in range(many):
            registers = self.registers(n)
            self.homes |= dict.fromkeys(registers, f"p{n}")
            self.handed[f"p{n}"] = {*registers[OWN:]}
        self.many = [draw(st.integers(1, 4)) for _ in range(many)]
        for n in range(many):
            for k in range(self.many[n]):
                self.block(n, k, self.many[n], many)
        for n in range(many):
            back = self.registers(n)[-1]
            self.put(n, f"p{n}.out", [Instr("switch", (back, *self.calls[n], "end"))])
        self.blocks.append(Block("end", [Instr("finish", ())]))
        self.main = Function("main", "main", 0, 100, self.blocks, ("p0.0",))

    def registers(self, n):
        return list(range(1 + 10 * n, 1 + 10 * n + OWN + HANDED + 1))

    def put(self, n, label, instrs):
        self.blocks.append(Block(label, instrs))
        self.where[label] = f"p{n}"

    def block(self, n, k, last, many):
        draw, mine = self.draw, self.registers(n)[:-1]
        before, behind = self.some(mine), self.some(mine[:OWN])
        after = f"p{n}.{k + 1}" if k + 1 < last else f"p{n}.out"
        within = st.sampled_from([after, *(f"p{n}.{j}" for j in range(last)), f"p{n}.out", *(f"p{m}.{j}" for m in range(n) for j in range(self.many[m]))])
        callee = draw(st.integers(n + 1, many)) if n + 1 < many else many
        if callee == many:
            self.put(n, f"p{n}.{k}", [*before, Instr("branch", (mine[0], draw(within), after))])
            return
        theirs = self.registers(callee)
        handed = [Instr("copy", (to, draw(st.sampled_from(mine)))) for to in theirs[OWN:-1]]
        jump = [Instr("const", (theirs[-1], len(self.calls[callee]))), Instr("jump", (f"p{callee}.0",))]
        self.calls[callee].append(draw(st.one_of(st.just(after), within)))
        self.put(n, f"p{n}.{k}", [*before, *handed, *behind, *jump])

    def some(self, mine):
        out = []
        for _ in range(self.draw(st.integers(0, 4))):
            one, other, to = (self.draw(st.sampled_from(mine)) for _ in range(3))
            out.append(self.draw(st.sampled_from((Instr("const", (to, 7)), Instr("add", (to, one, other)), Instr("copy", (to, one))))))
        return out

    def procedures(self):
        return Procedures(self.homes, self.where, self.handed, {f"p{n}": self.registers(n)[-1] for n in self.calls})


def walked(main, homes, where, other, places, turns):
    """Go one way through a program, with each register by itself and in its place: whatever is read was set last by the same instruction. A way ends
    where it leaves for a procedure that is not under way; one that is no more keeps nothing."""
    blocks, alone, shared, at, stack = {b.label: b for b in main.blocks}, {}, {}, main.resumes[0], ["p0"]
    named = {b.label: b for b in other}
    for step in range(60):
        block = blocks[at]
        for n, (instr, renamed) in enumerate(zip(block.instrs, named[at].instrs, strict=True)):
            for one, place in zip(used(instr), used(renamed), strict=True):
                assert one not in alone or alone[one] == shared.get(place), (at, n, one, place, places)
            if (to := defined(instr)) is not None:
                token = (step, n, constant(instr))
                alone[to] = shared[defined(renamed)] = token
        last = block.instrs[-1]
        if last.op == "finish" or last.op == "switch" and last.args[0] not in alone:
            return
        ways = targets(block)
        at = last.args[1 + alone[last.args[0]][2]] if last.op == "switch" else ways[turns[step % len(turns)] % len(ways)]
        if last.op == "jump":
            stack.append(where[at])
        while stack and at != "end" and stack[-1] != where[at]:
            gone = stack.pop()
            alone = {register: token for register, token in alone.items() if homes[register] != gone}
        if not stack:
            return


@given(st.data())
def test_what_is_read_is_what_was_set(data):
    made = Made(data.draw)
    returns = [made.registers(n)[-1] for n in range(1, 4)]
    kept = sorted(made.homes.keys() - {made.registers(0)[-1], *returns})
    places, _ = overlay((kept, returns), made.procedures(), Flow(made.main))
    renamed = [overlaid(block, places) for block in made.main.blocks]
    for _ in range(5):
        walked(made.main, made.homes, made.where, renamed, places, data.draw(st.lists(st.integers(0, 1), min_size=1, max_size=30)))


def test_what_a_caller_no_more_needs_makes_room():
    calls = [Instr("const", (1, 5)), Instr("copy", (3, 1)), Instr("const", (9, 0)), Instr("jump", ("q",))]
    made = {"p": calls, "q": [Instr("copy", (4, 3)), Instr("switch", (9, "end"))]}
    blocks = [*(Block(label, instrs) for label, instrs in made.items()), Block("end", [Instr("finish", ())])]
    procedures = Procedures({1: "p", 3: "q", 4: "q", 9: "q"}, {"p": "p", "q": "q", "end": "p"}, {"q": {3, 9}}, {"q": 9})
    places, lifespans = overlay(([1, 3, 4], [9]), procedures, Flow(Function("main", "main", 0, 10, blocks, ("p",))))
    assert places == {3: 1, 4: 1} and lifespans.across == {(9, 0): 0}


def test_all_registers_of_an_instruction_are_named_anew():
    block = Block("b", [Instr("add", (3, 1, 2), 7), Instr("store", ("v", 1, 3)), Instr("option", (2, 1, 4)), Instr("switch", (1, "x", "y"))])
    assert overlaid(block, {1: 5, 3: 6}).instrs == [
        Instr("add", (6, 5, 2), 7), Instr("store", ("v", 5, 6)), Instr("option", (2, 5, 4)), Instr("switch", (5, "x", "y")),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["rainbow-hop", "ufo-chickens", "open-hand", "small-realm"])
def test_games_are_played_as_if_nothing_were_shared(name, monkeypatch):
    game = ruledsl.load(name)
    players = game.seat_range[1]
    shared = Interpreter(lower(game.model, players, {}))
    monkeypatch.setattr(Sharing, "found", lambda self: Procedures())
    apart = Interpreter(lower(game.model, players, {}))
    assert shared.program.region["frame"].count < apart.program.region["frame"].count
    for seed in range(5):
        played = [engine.start(seed) for engine in (shared, apart)]
        for _ in range(40):
            after = [played_on(engine, state, seed, 1) for engine, state in zip((shared, apart), played)]
            one, other = ({name: cells for name, cells in state.values.items() if name != "frame"} for state in played)
            assert one == other and after[0] == after[1]


LEFT = """game "Left":
    players 2

table:
    sum: 0..999
    x: 0..99
each player:
    score: 0..99

play:
    for i in 1..3:
        let k = x + 1
        round(i, k)
        sum += k * i
phase round(i, k):
    for p in players:
        let m = x + k
        go(p, i + m)
        p.score += m
phase go(p, z):
    sum += z
    inner(p)
    sum += z
phase inner(p):
    p chooses fold
    sum += 1
action fold(n in 1..3):
    let a = n * 2
    repeat 2 times:
        you chooses q in 4..9
        x = a + q
    end go

winner: highest score

test "what never comes back keeps off what is needed where it goes":
    when:
        A: fold(2)
        A: 5
        A: 6
        B: fold(3)
        B: 4
    then:
        A.score == 1
        B.score == 0
        sum == 2 + 12
    when: B: 5
    then:
        B.score == 11
        sum == 2 + 12 + 1 + 2 + 11 + 12
"""
ENDED = """game "Ended":
    players 2

table:
    choices: 0..99
each player:
    score: 0..99

play:
    turns p in players at most 10 times: turn(p)
phase turn(p):
    while true at most 10 times: p chooses wait or stop
action wait(): count_choice()
action stop():
    your.score += 1
    if your.score >= 5: end game
    count_choice()
    end turn
to count_choice(): choices += 1

winner: highest score

test "what was done last before a phase ends comes back where that ends":
    when:
        A: stop
        B: wait
        B: stop
        A: wait
    then:
        waiting == {A}
        choices == 4
        B.score == 1
"""
CARRIED = """game "Through":
    players 1

card Duck:
    effect gain(n in 1..3, m in 1..3):
        "gain {n} and {m}"
        your.score += n
        your.far += m

table:
    deck: row
    sum: 0..99
each player:
    score, far: 0..99

components:
    deck: 1 of Duck

play:
    players.first chooses act

action act(card in deck): carry out card

instead of act(card):
    usual
    let most = 3
    repeat 2 times:
        you chooses k in 4..9
        sum += k * most
    usual

winner: highest score

test "what a card is given lasts as long as it is carried out":
    when:
        A: act(Duck, 1, 2)
        A: 9
        A: 8
    then:
        A.score == 2
        A.far == 4
        sum == 51
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("text", [LEFT, ENDED, CARRIED], ids=["left", "ended", "carried"])
def test_what_callers_need_lasts(text, engine, tmp_path):
    (path := tmp_path / "lasting.rules").write_text(text)
    (case,) = collect(str(path), [])
    assert [failure.message for failure in run_test(case, engine).failures] == []
