"""Two rules files: no difference that is none, none overlooked where equality is proved, and the shortest where all was searched."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.diagnostics import RulesError
from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.log import as_seen
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.through import happened
from ruledsl.engine.view import view
from ruledsl.engine.words import Words
from ruledsl.findings.beside import Beside
from ruledsl.findings.diff import BURST, Comparing, Table, table
from ruledsl.findings.lockstep import replayed
from ruledsl.findings.mutants import mutants
from ruledsl.findings.retold import retold
from ruledsl.findings.sameness import same
from ruledsl.findings.verdicts import BOUNDED, PROVED, REFUTED, SAMPLED, Setting
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.lower import SettingsError
from ruledsl.resources import where
from ruledsl.source import Source
from ruledsl_tools.cli import main
from tests import few
from tests.laws.game import rules_file
from tests.work import HANG

HOLD, LOOKING = 0.05, 0.002
"""Seconds of the first glance, and those that pass whenever the clock is looked at: the same on every machine."""


def compared(a: Program, b: Program, seconds: float = 1.0, proved: bool = False) -> Table:
    """What is found out of two programs; `proved` even if they are the same one, which is seen at once."""
    made = table(Setting(a.players, {}), a, b)
    if made.identical and not proved:
        return made
    made.verdict, made.identical = "", False
    looks = count()
    comparing = Comparing(made, 1, lambda: next(looks) * LOOKING)
    comparing.make()
    comparing.glance(comparing.clock() + HOLD)
    if not made.apart:
        if made.maker is not None:
            made.maker.join(HANG)
        comparing.search(comparing.clock() + seconds)
    return made


def programs(folder: Path, *texts: str, options: dict[str, Any] | None = None) -> list[Program]:
    """The usual tables of rules."""
    out = []
    for n, text in enumerate(texts):
        path = folder / f"game-{n}.rules"
        path.write_text(text, encoding="utf-8")
        game = ruledsl.load(str(path))
        out.append(game.program(game.seats(options)[0], options))
    return out


# ---- brute force ---------------------------------------------------------------------------------


WIDE = 5
"""Answers that are looked at are too many where there are so many times as many as states may be."""


class Brute:
    """All pairs of states of two games in the reference by what is printed at the table: labels of options, views of all seats, results. `parts` after how
    many answers at least they part; None if they never do. OverflowError where there are too many pairs, or options that read alike."""

    def __init__(self, a: Program, b: Program, most: int) -> None:
        self.sides = [(program, engine_for(program, "interp"), Words(program)) for program in (a, b)]
        common = [{v.name for v in p.variables} & {v.name for v in q.variables} for p, q in ((a, b), (b, a))]
        self.variables, self.zones = common[0], {z.name for z in a.zones} & {z.name for z in b.zones}
        self.parts: int | None = None
        self.room = WIDE * most
        layer = [tuple(self.taken(n, lambda engine: engine.start(0, 1)) for n in (0, 1))]
        seen: set[Any] = set()
        depth = 0
        while layer and self.parts is None:
            nexts = []
            for pair in layer:
                told = [self.told(n, state) for n, state in enumerate(pair)]
                if told[0] != told[1]:
                    self.parts = depth
                    return
                key = tuple(b"" if isinstance(state, str) else state.bytes() for state in pair)
                if key in seen or isinstance(pair[0], str) or isinstance(told[0], str):  # a menu that goes wrong ends the game
                    continue
                seen.add(key)
                if len(seen) > most:
                    raise OverflowError
                nexts += self.moves(pair, depth)
            layer, depth = nexts, depth + 1

    def taken(self, n: int, act: Any) -> Any:
        try:
            return act(self.sides[n][1])
        except RulesFault as fault:
            return f"fault {fault.fault.name in ('NO_OPTION', 'FUEL', 'LOOP') and fault.fault.name}"

    def position(self, n: int, state: Any) -> Position:
        return Position(*self.sides[n], state)

    def told(self, n: int, state: Any) -> Any:
        """All that stands on the table."""
        if isinstance(state, str):
            return state
        try:
            return self.shown(self.position(n, state))
        except RulesFault as fault:
            return f"fault {fault.fault.name in ('NO_OPTION', 'FUEL', 'LOOP') and fault.fault.name}"

    def shown(self, position: Position) -> Any:
        views = []
        for seat in range(position.program.players):
            looked = view(position, seat)
            zones = Counter(
                (z.name, z.owner_index, z.count, tuple((c.text, c.until, c.on, c.notes) for c in z.cards)) for z in looked.zones if z.name in self.zones
            )
            variables = Counter((v.name, v.owner_index, v.text, v.until) for v in looked.variables if v.name in self.variables)
            views.append((zones, variables))
        if position.over:
            return views, position.call("winners"), [[position.call(f, s) for s in range(position.program.players)] for f in ("score", "payoff")]
        return views, position.kind, position.waiting, [Counter(labels) for labels in self.labels(position)]

    def labels(self, position: Position) -> list[list[str]]:
        if position.kind in ("chance", "world") or not position.waiting:
            return [[choice.label for choice in choices(position, None)]]
        return [[choice.full for choice in choices(position, seat)] for seat in position.waiting]

    def moves(self, pair: Any, depth: int) -> list[Any]:
        """The pairs behind a pair: the same label in both."""
        positions = [self.position(n, state) for n, state in enumerate(pair)]
        if positions[0].over:
            return []
        out = []
        for seat in positions[0].waiting or (None,):
            found = [choices(position, None if position.kind in ("chance", "world") else seat) for position in positions]
            self.room -= len(found[0])
            if self.room < 0:
                raise OverflowError
            for label in [choice.full for choice in found[0]]:
                alike = [[choice for choice in one if choice.full == label] for one in found]
                if len(alike[0]) > 1:
                    raise OverflowError
                ahead = tuple(self.taken(n, lambda engine, n=n, alike=alike: self.step(engine, pair[n], alike[n][0])) for n in (0, 1))
                if not isinstance(ahead[0], str) and not isinstance(ahead[1], str):
                    told = [self.log(positions[n], self.position(n, ahead[n]), alike[n][0]) for n in (0, 1)]
                    self.parts = depth + 1 if told[0] != told[1] else self.parts
                out.append(ahead)
        return out

    def log(self, before: Position, after: Position, choice: Choice) -> list[Counter[str]]:
        """What each seat reads of a step."""
        events = [e for e in happened(before.values, after, (before, choice), []) if not e.variable or e.variable in self.variables]
        return [Counter(seen.text for event in events if (seen := as_seen(event, seat))) for seat in range(after.program.players)]

    def step(self, engine: Any, state: Any, choice: Any) -> Any:
        other = state.copy()
        for n in range(engine.program.region["move"].count):
            other.set("move", n, choice.move[n] if n < len(choice.move) else 0)
        other.set("move.seat", 0, -1 if choice.seat is None else choice.seat - 1)
        engine.resume(other)
        return other


SMALL = [
    """game "Count":
    players 2

table:
    pile: 0..9 = 6
    last: player or none

play:
    turns p in players at most 20 times: turn(p)

phase turn(p):
    p chooses take

action take(n in 1..3):
    "take {n}"
    require n <= pile else "too many"
    pile -= n
    last = you
    if pile == 0: end game

winner: highest score
def score(p) = 1 if last is p else 0
""",
    """game "Draw":
    players 2

card Low, High

components:
    deck: 2 of Low, 2 of High

table:
    deck: pile, hidden
    out:  heap

each player:
    hand:  hand, own
    score: 0..9

play:
    shuffle deck
    for p in players: move top of deck to p.hand
    for p in players: turn(p)

phase turn(p):
    p chooses lay, draw_one

action lay(card in your.hand):
    "lay {card}"
    move card to out
    your.score += 2 if card is High else 1

action draw_one():
    "draw"
    require deck is not empty else "none left"
    move top of deck to your.hand

winner: highest score
""",
]  # fmt: skip


def cases() -> list[tuple[str, str]]:
    """Rules and rules with one line changed, of small games and of random ones."""
    out, rng = [], Random(5)
    for text in SMALL:
        rules = checked(text)
        assert rules is not None
        out += [(text, one.of(text)) for one in rng.sample(mutants(rules.layers[-1], rules.model.terms), few.of(16))]
    for seed in few.seeds(24, 56):
        text = rules_file(seed)
        rules = checked(text)
        if rules is not None and not rules.modes:
            found = mutants(rules.layers[-1], rules.model.terms)
            out += [(text, one.of(text)) for one in rng.sample(found, min(1, len(found)))]
    return out


def checked(text: str) -> Any:
    """The rules of a text; None if there are errors."""
    from ruledsl.model import check
    from ruledsl.syntax import parse

    tree, faults = parse(Source("random.rules", text))
    model, more = check((tree,), ())
    return None if any(d.is_error for d in (*faults, *more)) else pipeline.Rules("random.rules", (tree,), (), model, [])


def test_against_brute_force(tmp_path: Path) -> None:
    """What is proved never parts; where both part is shown, and if it is said to be shortest, nothing is shorter."""
    verdicts: Counter[str] = Counter()
    tried, native = 0, 0
    for text, other in cases():
        try:
            a, b = programs(tmp_path, text, other)
            brute = Brute(a, b, 250)
        except (RulesError, SettingsError, OverflowError):
            continue
        tried += 1
        made = compared(a, b, 0.2)
        verdicts[made.verdict] += 1
        native += made.pairs > 0
        if made.verdict == PROVED:
            assert brute.parts is None, other
        elif made.verdict == REFUTED:
            assert brute.parts is not None, (other, made.apart, made.answers)
            assert len(made.answers) == brute.parts if made.shortest else len(made.answers) >= brute.parts, other
        elif made.verdict == BOUNDED:
            assert brute.parts is None or brute.parts > made.depth, other
        elif made.verdict == SAMPLED and brute.parts is not None:
            pytest.fail(f"overlooked after {brute.parts} answers: {other}")
    assert tried > few.of(15) and verdicts[REFUTED] > few.of(8) and verdicts[PROVED] >= few.of(3) and native >= few.of(2), (tried, native, verdicts)


# ---- the same game -------------------------------------------------------------------------------

RENAMED = SMALL[1].replace("(card in your.hand)", "(one in your.hand)").replace('"lay {card}"', '"lay {one}"').replace("move card to", "move one to")
RENAMED = RENAMED.replace("if card is High", "if one is High").replace("for p in players: turn(p)", "for q in players: turn(q)")
REORDERED = SMALL[1].replace("table:\n    deck: pile, hidden\n    out:  heap\n\n", "")
REORDERED = REORDERED.replace("play:\n", "table:\n    out:  heap\n    deck: pile, hidden\n\nplay:\n", 1)
CARDS = SMALL[1].replace("card Low, High", "card High, Low").replace("2 of Low, 2 of High", "2 of High, 2 of Low")
MENU = SMALL[1].replace("p chooses lay, draw_one", "p chooses draw_one, lay")
OTHERWISE = SMALL[0].replace("if pile == 0: end game", "if not (pile > 0): end game")


@pytest.mark.parametrize("other", ["\n# said otherwise\n" + SMALL[1], RENAMED])
def test_the_same_program_is_the_same_game(tmp_path: Path, other: str) -> None:
    a, b = programs(tmp_path, SMALL[1], other)
    assert same(a, b) and table(Setting(2, {}), a, b).verdict == PROVED


@pytest.mark.parametrize("first, other, verdict", [
    (SMALL[1], REORDERED, PROVED), (SMALL[1], MENU, PROVED), (SMALL[0], OTHERWISE, PROVED), (SMALL[1], CARDS, SAMPLED),
])  # fmt: skip
def test_what_means_the_same_is_never_told_apart(tmp_path: Path, first: str, other: str, verdict: str) -> None:
    a, b = programs(tmp_path, first, other)
    assert not same(a, b)
    made = compared(a, b)
    assert made.apart is None and made.verdict == verdict, made.apart


@pytest.mark.parametrize("game", ["tic-tac-toe", "kuhn-poker", "leduc-poker", "liars-dice"])
def test_all_pairs_of_states_of_a_game_and_itself(game: str) -> None:
    rules = ruledsl.load(game)
    program = rules.program(rules.seats()[0])
    made = compared(program, rules.program(rules.seats()[0]), 2, proved=True)
    assert made.verdict == PROVED and not made.identical
    assert {"tic-tac-toe": 5478, "leduc-poker": 5857}.get(game, made.pairs) == made.pairs


def test_what_few_pairs_of_states_prove_is_not_played_at_random_for_long(tmp_path: Path) -> None:
    first = compared(*programs(tmp_path, SMALL[0], SMALL[0].replace("pile == 0", "pile < 1")), seconds=60)
    assert first.verdict == PROVED and first.pairs < 100 and first.decisions < 2 * BURST
    wide = SMALL[0].replace("0..9 = 6", "0..9999 = 9999").replace("    last:", "    a: 0..999\n    b: 0..999\n    last:")
    wide = wide.replace("    last = you", "    a = (a * 7 + n) % 1000\n    b = (b + a) % 1000\n    last = you").replace("20 times", "9999 times")
    many = compared(*programs(tmp_path, wide, wide.replace("pile == 0", "pile < 1")))
    assert many.verdict == BOUNDED and many.pairs > 10 * BURST, "where pairs are many, both have their share of the time"
    assert many.decisions > 200 * BURST


def test_minus_one_and_minus_two_are_not_the_same_program(tmp_path: Path) -> None:
    a, b = programs(tmp_path, SMALL[0].replace("else 0", "else -1"), SMALL[0].replace("else 0", "else -2"))
    assert not same(a, b) and compared(a, b).apart is not None


def test_a_witness_is_played_again(tmp_path: Path) -> None:
    a, b = programs(tmp_path, SMALL[0], SMALL[0].replace("n <= pile", "n < pile"))
    made = compared(a, b)
    assert made.verdict == REFUTED and made.pairing is not None
    apart, count = replayed(Beside(made.pairing), made.answers)
    assert apart is not None and count == len(made.answers)


# ---- the command ---------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    code = main(["diff", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_the_first_line_is_the_one_that_was_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n, text in enumerate((SMALL[1], SMALL[1].replace("+= 2 if", "+= 3 if"))):
        (tmp_path / f"{n}.rules").write_text(text, encoding="utf-8")
    code, document = told(capsys, str(tmp_path / "0.rules"), str(tmp_path / "1.rules"))
    line = SMALL[1].splitlines().index("    your.score += 2 if card is High else 1") + 1
    (finding,) = document["findings"]
    assert code == 1 and finding["class"] == "differs" and finding["what"] == "view" and finding["verdict"] == REFUTED
    assert finding["other_span"].endswith(f"1.rules:{line}:1") or f"1.rules:{line}:" in finding["other_span"]
    assert finding["witness"]["moves"][-1][2] == "lay High"


def test_words_are_told_apart_from_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n, text in enumerate((SMALL[0], SMALL[0].replace('"take {n}"', '"take away {n}"'))):
        (tmp_path / f"{n}.rules").write_text(text, encoding="utf-8")
    code, document = told(capsys, str(tmp_path / "0.rules"), str(tmp_path / "1.rules"))
    assert code == 1 and [finding["what"] for finding in document["findings"]] == ["words"]


@pytest.mark.parametrize("old, new, what", [
    ('"too many"', '"no more than {HERE}"', "a message of `take`"), ('"take {n}"', '"take {n} of {HERE}"', "the label of `take`"),
])  # fmt: skip
def test_texts_that_other_code_fills(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, what: str) -> None:
    for n, filled in enumerate(("pile", "pile - 1")):
        (tmp_path / f"{n}.rules").write_text(SMALL[0].replace(old, new.replace("HERE", filled)), encoding="utf-8")
    code, document = told(capsys, str(tmp_path / "0.rules"), str(tmp_path / "1.rules"), "--seconds", "2")
    (finding,) = document["findings"]
    assert code == 1 and finding["what"] == "words" and finding["message"] == what
    assert finding["texts"][0].endswith("6") and finding["texts"][1].endswith("5")


def test_an_option_against_the_game_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = told(capsys, "pig", "--option", "piglet=true", "--players", "2")
    assert code == 1 and document["findings"][0]["what"] == "view" and "kept is" in document["findings"][0]["message"]
    text = where("pig").read_text(encoding="utf-8").splitlines()
    line = next(n for n, line in enumerate(text, 1) if "1 if piglet else face" in line)
    assert document["findings"][0]["span"].startswith(f"pig:{line}:"), "the line that the option has a say in comes first"


def test_a_file_of_a_revision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "count.rules"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    path.write_text(SMALL[0], encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "the first one"]):
        subprocess.run([*git, *words], check=True)
    assert told(capsys, f"{path}@HEAD", str(path), "--seconds", "2")[0] == 0
    path.write_text(SMALL[0].replace("n <= pile", "n < pile"), encoding="utf-8")
    code, document = told(capsys, f"{path}@HEAD", str(path))
    assert code == 1 and document["findings"][0]["span"].startswith(f"{path}@HEAD:")
    assert main(["diff", f"{path}@nowhere", str(path)]) == 2
    assert main(["diff", f"{path}@--help", str(path)]) == 2
    assert main(["diff", str(path)]) == 2


LONG = """game "Long":
    players 2
table:
    n: 0..40
play:
    while n < 40 at most 50 times:
        players.first chooses up
action up(k in 1..2):
    "{k}"
    n = min(n + k, 40)
winner: highest points
def points(p) = n
"""


def test_a_difference_is_told_without_asking_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers, and what ran in the last step, of a long game: nothing but the last step is looked at again."""
    a, b = programs(tmp_path, LONG, LONG.replace("n < 40", "n < 39"))
    made = compared(a, b)
    assert made.apart is not None and len(made.answers) >= 20
    asked, legal = count(), Interpreter.legal
    monkeypatch.setattr(Interpreter, "legal", lambda *args: (next(asked), legal(*args))[1])
    told = retold(made)
    assert [(answer.option, answer.label) for answer in told.answers] == [(option, str(option + 1)) for option, _ in made.answers]
    assert {7, 10} == {span.line for span in told.ran[0]} and next(asked) <= 2


def test_a_difference_is_told_no_longer_than_there_is_time(tmp_path: Path) -> None:
    """Of answers that there was no time for their numbers are told."""
    made = compared(*programs(tmp_path, LONG, LONG.replace("n < 40", "n < 39")))
    looks = count()
    told = retold(made, lambda: next(looks) < 3)
    assert not told.in_time and next(looks) == 4 and told.ran == ([], [])
    assert [(answer.option, answer.label) for answer in told.answers] == [(option, "") for option, _ in made.answers]
