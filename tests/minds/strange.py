"""Random games of secrets for two, small enough to go through all worlds: hidden variables, throws, cards that are laid, given, shown and shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ruledsl.diagnostics import RulesError
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.ir.fault import RulesFault
from tests.minds.judge import Judge, believed, drawn, listed
from tests.minds.tabled import tabled

HEAD = '''
game "Strange {seed}":
    players 2
enum Colour: {colours}
card Duck(colour: Colour) "{{colour}}"
components:
    deck: {cards} of Duck(colour) for colour in Colour
table:
    deck: pile, hidden
    open: row
    h:    0..3, hidden
    told: bool
    said: 0..9
each player:
    hand: hand, own
    down: row, hidden
    heap: heap, own
    x:    0..3, own
    y:    0..3, own
    s:    set of 0..3, own
    k[n in 1..2]: 0..3, own
winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
action lay(card in your.hand):
    "lay {{card}}"
    move card to your.down
action give(card in your.hand):
    "give {{card}}"
    move card to you.left.hand
action show(card in your.hand):
    "show {{card}}"
    move card to open
action stow(card in your.hand):
    "stow {{card}}"
    move card to your.heap
    {stowed}
action bid(a in 0..1, b in 0..1 if a + b < 2):
    "bid {{a}} {{b}}"
    your.{bid} = a
    your.k[1] = {told_bid}
action keep(): "keep"
play:
    shuffle deck
'''


class Strange:
    """A game by its seed."""

    def __init__(self, seed: int):
        self.r, self.names = Random(seed), 0
        self.lets: list[str] = []
        cards, colours = self.r.choice(((1, "red, green"), (2, "red, green"), (2, "red, green"), (1, "red, green, blue")))
        stowed = self.r.choice(("told = any(c.colour is red for c in you.left.heap)", "said = count(c for c in your.heap if c.colour is red)", "said = 1"))
        lines = [HEAD.format(seed=seed, cards=cards, colours=colours, stowed=stowed, **self.bids()).strip("\n")]
        if self.r.random() < 0.7:
            lines.append("    for p in players: move top of deck to p.hand")
        for _ in range(self.r.randint(4, 8)):
            lines += [f"    {line}" for line in self.statement(2)]
        self.text = "\n".join([*lines, '    players.last chooses last1 in 0..1 "last?"', f"    told = {self.condition()}", ""])

    def bids(self) -> dict[str, str]:
        """What is made of a bid."""
        return {"bid": self.r.choice("xy"), "told_bid": self.r.choice(("b", "b", "a + b", "max(a - b, 0)", "your.x"))}

    def seat(self) -> str:
        return self.r.choice(("players.first", "players.last"))

    def place(self) -> str:
        return f"{self.seat()}.{self.r.choice(('x', 'x', 'y', 'k[1]', 'k[2]'))}"

    def term(self) -> str:
        r = self.r
        found = [
            self.place, lambda: str(r.randint(0, 3)), lambda: "h", lambda: f"count({self.seat()}.s)",
            lambda: f"count(c for c in {self.seat()}.{r.choice(('hand', 'down', 'heap'))} if c.colour is {r.choice(('red', 'green'))})",
            lambda: f"min({self.term()} + {self.place()}, 3)", lambda: f"max({self.place()} - {self.place()}, 0)",
            lambda: f"({self.term()} if {self.condition()} else {self.term()})", lambda: r.choice(self.lets or ["1"]),
        ]  # fmt: skip
        return r.choice(found)()

    def condition(self) -> str:
        r = self.r
        found = [
            lambda: f"{self.place()} {r.choice(('==', '<', '>='))} {self.term()}", lambda: f"{self.term()} > {self.term()}",
            lambda: f"{self.place()} in {self.seat()}.s",
            lambda: f"any(c.colour is red for c in {self.seat()}.{r.choice(('hand', 'down'))})",
        ]  # fmt: skip
        return r.choice(found)()

    def statement(self, depth: int) -> list[str]:
        r, seat = self.r, self.seat()
        self.names += 1
        n = self.names
        simple = [
            lambda: [f"{seat} chooses {self.place()} in {r.choice(('0..1', '0..2', '{0, 3}', '1..2'))}"],
            lambda: [f"{seat} chooses {seat}.x in {{0, {self.term()}}}"],
            lambda: [f"{self.place()} = roll 0..{r.randint(1, 2)}"],
            lambda: [f"h = roll 0..{r.randint(1, 2)}"],
            lambda: [f"{self.place()} = {self.term()}"],
            lambda: [f"{self.place()} = {self.term()}"],
            lambda: [f"{seat}.s = {seat}.s | {{{self.place()}}}"],
            lambda: [f"told = {self.condition()}"],
            lambda: [f"said = {self.term()}"],
            lambda: [f"reveal {self.place()}"],
            lambda: [f"each p in players chooses p.{r.choice('xy')} in 0..1"],
            lambda: [f"each p in players chooses {r.choice(('bid', 'bid or keep', 'lay or keep', 'bid or lay or keep'))}"],
            lambda: ["if count(deck) > 0: move top of deck to " + f"{seat}.{r.choice(('hand', 'hand', 'down'))}"],
            lambda: [f"{seat} chooses {r.choice(('lay', 'give', 'show', 'stow'))} or keep"],
            lambda: [f"for c in {seat}.{r.choice(('down', 'heap'))}: move c to bottom of deck", "shuffle deck"],
            lambda: [f"{seat} chooses give or keep", self.back(seat)],
            lambda: [f"{seat} chooses n{n} in 0..1 \"q?\"", f"if n{n} == 1: {self.one()}"],
        ]  # fmt: skip
        if not depth or r.random() < 0.75:
            return r.choice(simple)()
        body = [f"    {line}" for line in self.statement(depth - 1)]
        if (kind := r.randint(0, 3)) == 0:
            return [f"if {self.condition()}:", *body]
        if kind == 1:
            return [f"if {self.condition()}:", *body, "else:", *(f"    {line}" for line in self.statement(depth - 1))]
        if kind == 2:
            return [f"for c{n} in {seat}.hand:", f'    {self.seat()} chooses m{n} in 0..1 "which?"', f"    told = c{n}.colour is red and m{n} == 1", *body]
        self.lets.append(f"l{n}")
        return [f"let l{n} = {self.term()}"]

    def back(self, seat: str) -> str:
        """A card that comes back at random: the one that was given, perhaps, or another that looks the same."""
        other = "players.last" if seat == "players.first" else "players.first"
        return f"if count({other}.hand) > 0: move random of {other}.hand to {self.r.choice((f'{seat}.hand', f'{seat}.hand', f'{other}.down', 'open'))}"

    def one(self) -> str:
        return self.r.choice((f"told = {self.condition()}", f"said = {self.term()}", f"{self.place()} = {self.term()}"))


def compared(text: str, seed: int, folder: Path, wide: bool = False) -> Iterator[tuple[str, bool]]:
    """Two matches of a game: at each question, for each seat, what is wrong with the worlds that it holds possible, and whether they are said to be exact.
    `wide`: what is not said to be exact may hold worlds that there are not. Games that the language refuses, and those that go wrong, have none."""
    (path := folder / f"strange-{seed}.rules").write_text(text, encoding="utf-8")
    try:
        game = load(path)
        for number in range(2):
            match, random = game.start(2, number), Random(number)
            while not match.over:
                yield from (_held(match, seat, wide) for seat in range(2))
                match.play(random.choice(match.answers()))
    except (RulesError, RulesFault):
        return


def _held(match: Match, seat: int, wide: bool) -> tuple[str, bool]:
    true, ways = Judge(match, seat).worlds(), {"held": believed(match, seat), "listed": listed(match, seat), "drawn": drawn(match, seat)}
    table, sure = tabled(match, seat)
    ways |= {} if table is None else {"in a table": (table, sure)}
    moves = " ".join(move.label for move in match.history.moves)
    for way, (held, exact) in ways.items():
        if exact and held != true or not exact and not wide and not held.keys() <= true.keys():
            return f"seat {seat + 1} after {moves!r}: {len(held)} worlds {way}, and there are {len(true)}", exact
    return "", ways["listed"][1]
