"""Counts of which it is forgotten how far they have come: held to brute force, and to what is claimed where nothing is forgotten."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import Game
from ruledsl.engine.game import load as load_game
from ruledsl.findings import verify as verifying
from ruledsl.findings.explored import Explored
from ruledsl.findings.verdicts import PROVED, Setting
from ruledsl.findings.verify import CLAIMS
from ruledsl.ir.counts import Count, count
from ruledsl.ir.merging import merging
from ruledsl.ir.program import Program
from ruledsl.native.verifying import compiled
from ruledsl.record import replace
from tests import few
from tests.laws.proving import Brute

GAME = """game "Bounded":
    players {players}

table:
    n: 0..{most}
    m: 0..9
    x: 0..4
each player:
    y: 0..2

play:
    turns p in players{going} at most {times} times: turn(p)
    {last}

phase turn(p):
    {before}
    {choosing}
    {behind}

action one():
    "one"
    require {may}
    {one}

action two(k in 0..2):
    "two {{k}}"
    {two}

action three():
    "three"
    {three}

to tick():
    {ticking}

winner: highest score

def score(p) = {scored}
"""


def bounded(random: Random) -> str:
    """A small game with counts that are compared with numbers, and with what may go wrong once they come to these."""
    most, where = random.choice([3, 5, 7]), random.choice(["before", "behind", "deeds", "deeds", "anywhere"])

    def some(*texts: str) -> str:
        return random.choice(texts).replace("MOST", str(most))

    def ticks(here: str) -> tuple[str, ...]:
        return ("tick()",) * (8 if where == here else 1 if where == "anywhere" else 0)

    def deed(who: str) -> str:
        other = some("x = (x + 1) % 4", f"{who}.y = ({who}.y + 1) % 3", "pass", "x = 0", "m = 0", "if m == 2: x = 3", "x = max(0, x - 1)", "x = roll 0..2")
        return some(*ticks("deeds"), other) + "\n    " + other

    at = some("end game", "end game", "end game", "end game", "x = 4", "x += 1", "for p in players: p.y = 0", "n = 0")
    return GAME.format(
        players=random.choice([1, 2]), most=most, times=random.choice([4, 9, most, 40]), going=some("", "", "", " while x < 3", " while n < MOST"),
        last=some("else: end game", "else: end game", "else: x = 0", "else:\n        for p in players: p chooses one or two", "pass"),
        before=some("pass", "m = min(9, m + 1)", *ticks("before")),
        choosing=some("p chooses one, two or three", "p chooses two or three", "while p.y < 2 at most 40 times: p chooses one, two or three",
                      "while x != 2 at most MOST times: p chooses two or three\n    else: pass", "repeat 2 times: p chooses two or three"),
        behind=some(*ticks("behind"), "pass", "if x == 2: end game"), may=some("x != 1", "your.y < 2 or x == 0", "true"),
        one=deed("your"), two=deed("your") + some("", "\n    x = k", "\n    if k == 2: x = 1"), three=deed("your"),
        ticking=f"n += 1\n    if n {some('==', '==', '>=')} {most}:\n        {at}" + some("", "", "\n    if n == 2: x = 1"),
        scored=some("x", "p.y", "0", "p.y + x"),
    )  # fmt: skip


def explored(program: Program, counting: Count | None) -> Explored:
    code = compiled(program, merged=replace(merging(program), count=counting))
    return verifying.verify(program, Setting(program.players, {}), 10**6, lambda: True, [], code=code)


def told(found: Explored) -> set[tuple[str, str, int]]:
    """What is found and claimed."""
    return {(one.verdict, one.kind, one.span.line) for one in (*found.findings, *found.claims)}


def wrong(program: Program, counting: Count, found: Explored, most: int) -> list[str]:
    """What is claimed where it was forgotten how far a count has come, though it is not so by brute force."""
    brute = Brute(program, most, code=compiled(program))
    endless = brute.longest() < 0
    brute.code = compiled(program, merged=replace(merging(program), count=counting))
    states = {brute.face(brute.engine.state(block)) for block in brute.ways}
    out = [f"{kind} in line {line}" for kind, line in brute.faults]
    out += [f"{len(states)} states, of {found.states}"] * (len(states) > found.states)
    sums = [sum(payoffs) for _, payoffs in brute.ends.values()]
    best = [max(payoffs) for _, payoffs in brute.ends.values()]
    said = {claim.kind: claim.message for claim in found.claims}
    won = [any(winners >> seat & 1 for winners, _ in brute.ends.values()) for seat in range(program.players)]
    told = [claim.message for claim in found.claims]
    numbers = [int(word) for word in said["payoff-sum"].split() if word.lstrip("-").isdigit()]
    out += ["payoffs"] * (not numbers[0] <= min(sums) <= max(sums) <= numbers[-1])
    out += [f"{name} wins" for name, wins in zip(program.seats, won, strict=True) if wins and (f"{name} never wins" in told or "nobody ever wins" in told)]
    poorer = any(w >> s & 1 and p[s] != b for (w, p), b in zip(brute.ends.values(), best, strict=True) for s in range(program.players))
    out += ["best"] * (poorer and "who wins has the best payoff" in told)
    out += ["ends"] * ("endless" in said and endless)
    return out


def test_games_with_bounds_are_as_by_brute_force(tmp_path: Path) -> None:
    counted = refuted = 0
    for seed in range(few.of(240)):
        text, path = bounded(Random(seed)), tmp_path / f"{seed}.rules"
        path.write_text(text, encoding="utf-8")
        game: Game = load_game(path)
        program = game.program(game.model.of({}).model.low, {}, watched=True)
        counting = count(program)
        if counting is None:
            continue
        found, plain = explored(program, counting), explored(program, None)
        if not found.counted:
            refuted += 1
            assert told(found) == told(plain), f"{seed}\n{text}"
            continue
        counted += found.whole
        try:
            assert not found.whole or not (bad := wrong(program, counting, found, 4000)), f"{seed}: {bad}\n{text}"
        except OverflowError:
            continue
        assert not plain.findings, f"{seed}\n{text}"
        assert {kind for kind in CLAIMS if kind != "invariant"} | {"endless"} <= {claim.kind for claim in found.claims if claim.verdict == PROVED}
        never = {thing for thing, times in found.counts.items() if not times}
        assert not any(plain.counts.get(thing) for thing in never), f"{seed}\n{text}"
    assert counted > 12 and refuted > 5


@pytest.mark.parametrize(("goal", "horizon"), [(12, 9), (8, 16), (20, 9)])
def test_pig_is_as_where_nothing_is_forgotten(goal: int, horizon: int) -> None:
    program = load_game("pig").program(2, {"goal": goal, "horizon": horizon}, watched=True)
    counting = count(program)
    assert counting is not None and counting.place == ("choices", 0) and counting.exact == horizon - 1 and len(counting.follow) == 2
    found, plain = explored(program, counting), explored(program, None)
    assert found.counted and not plain.counted and found.whole and plain.whole
    kinds = {"stuck", "out-of-bounds", "beyond-bound", "census", "endless", "payoff-sum", "payoff-against-winner"}
    assert kinds <= {claim.kind for claim in found.claims if claim.verdict == PROVED} and not found.findings
