"""Random games of secrets with cards that are answered, shown, found by the rules, stolen, swapped and dealt anew, before and behind questions: more goes on
within one step than in `strange`. Many of them the language refuses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

HEAD = '''
game "Wild {seed}":
    players 2
enum Colour: red, green, blue
card Duck(colour: Colour) "{{colour}}"
components:
    deck: {cards}
table:
    deck: {kind}, hidden
    open: {open}
    told: 0..9
each player:
    hand: {hand}
    heap: {heap}
    down: {down}
    x:    0..3, own
    mark: Colour or none, {mark}
winner: highest payoff
def payoff(p) = 1 if (told > 1) == (p == players.first) else -1
action rest(n in 0..1): "{{n}}"
'''
DECKS = (
    "2 of Duck(colour) for colour in Colour", "1 of Duck(colour) for colour in Colour, 2 of Duck(red)",
    "3 of Duck(red), 2 of Duck(green)", "1 of Duck(colour) for colour in Colour, 1 of Duck(green)",
)  # fmt: skip
PLACES = (*["your.hand"] * 5, *["you.left.hand"] * 3, "your.down", "your.heap", "you.left.down", "open", "deck")
TARGETS = ("your.heap", "your.heap", "your.down", "your.down", "you.left.hand", "open", "deck", "your.hand", "you.left.down")


class Wild:
    """The text of a game, by a seed."""

    def __init__(self, seed: int):
        self.random, self._numbers = Random(seed), 0
        r = self.random
        self.piled = r.random() < 0.33
        hand = r.choice(("hand", "hand", "hand", "hand, hidden", "fan", "hand, others"))
        down, heap = r.choice(("heap, hidden", "row, hidden", "heap, own", "pile, hidden")), r.choice(("heap", "heap", "row"))
        head = HEAD.format(
            seed=seed, cards=r.choice(DECKS), kind="pile" if self.piled else "bag", open=r.choice(("row", "bag", "heap")),
            hand=hand, heap=heap, down=down, mark=r.choice(("own", "hidden")),
        )  # fmt: skip
        actions = [self.action(n) for n in range(r.randint(1, 2))]
        self.text = head + "".join(actions) + self.play(len(actions))

    @property
    def top(self) -> str:
        return "top of deck" if self.piled else "random of deck"

    def play(self, many: int) -> str:
        r, names = self.random, " or ".join([", ".join(f"act{n}" for n in range(many)), "rest"])
        lines = ["shuffle deck"] if self.piled else []
        lines += [f"repeat 2 times: move {self.top} to players.first.hand", f"repeat {r.randint(1, 2)} times: move {self.top} to players.last.hand"]
        for _ in range(r.randint(2, 3)):
            who = r.choice(("players.last", "players.last", "players.first"))
            lines.append(f"each p in players chooses {r.choice(('act0', names))}" if r.random() < 0.12 else f"{who} chooses {names}")
        return "\n".join(["play:", *(f"    {line}" for line in [*lines, "players.first chooses rest"]), ""])

    def action(self, number: int) -> str:
        r = self.random
        names = ["a", "b"][: r.choice((0, 1, 1, 1, 2, 2))]
        parameters = ", ".join(self.parameter(name) for name in names)
        named = r.random() < 0.33 and names
        label = " ".join([f"act{number}", *(f"{{{name}}}" for name in names)]) if named else f"act{number}"
        body = [line for _ in range(r.randint(1, 3)) for line in self.statement(names, 1)]
        return "\n".join([f"action act{number}({parameters}):", f'    "{label}"', *(f"    {line}" for line in body), ""])

    def parameter(self, name: str) -> str:
        r = self.random
        zone = r.choice((*["your.hand"] * 5, "you.left.hand", "your.down", "your.heap"))
        if name == "b" and r.random() < 0.5:
            return f"b in {zone} if b != a"
        return name + f" in {zone}" + r.choice(("", "", "", f" if {name}.colour is not red", f" if {name}.colour is green"))

    # ---- statements ----

    def fresh(self) -> str:
        self._numbers += 1
        return f"v{self._numbers}"

    def place(self) -> str:
        return self.random.choice(PLACES)

    def target(self) -> str:
        return self.random.choice(TARGETS)

    def seat(self) -> str:
        return self.random.choice(("you", "you.left", "you.left"))

    def colour(self) -> str:
        return self.random.choice(("red", "green", "blue"))

    def number(self) -> str:
        return f"count(c for c in {self.place()} if c.colour is {self.colour()})"

    def condition(self, names: Sequence[str]) -> str:
        r = self.random
        some = (
            f"any(c.colour is {self.colour()} for c in {self.place()})", f"count({self.place()}) > {r.randint(0, 2)}",
            f"your.x == {r.randint(0, 1)}", f"{self.number()} > {r.randint(0, 1)}", *(f"{name}.colour is {self.colour()}" for name in [*names, *names]),
        )  # fmt: skip
        return r.choice(some)

    def card(self, names: Sequence[str]) -> str:
        """One that was answered, or that the rules find."""
        r, found, zone = self.random, self.fresh(), self.place()
        if names and r.random() < 0.6:
            return r.choice(names)
        another = [f" if {found} != {names[0]}"] if names else []
        return f"first({found} for {found} in {zone}{r.choice(('', f' if {found}.colour is {self.colour()}', *another))})"

    def with_card(self, names: Sequence[str], what: str) -> list[str]:
        card, name = self.card(names), self.fresh()
        if card in names:
            return [what.format(card=card)]
        return [f"let {name} = {card}", f"if {name} is not none: {what.format(card=name)}"]

    def statement(self, names: Sequence[str], depth: int) -> list[str]:
        r = self.random
        if depth and r.random() < 0.3:
            lines = [f"if {self.condition(names)}:", *(f"    {line}" for line in self.statement(names, depth - 1))]
            return [*lines, "else:", *(f"    {line}" for line in self.statement(names, depth - 1))] if r.random() < 0.5 else lines
        return r.choice((self.moved, self.moved, self.shown, self.shown, self.said, self.all_of, self.dealt, self.asked, self.picked))(names)

    def moved(self, names: Sequence[str]) -> list[str]:
        return self.with_card(names, f"move {{card}} to {self.target()}")

    def shown(self, names: Sequence[str]) -> list[str]:
        r, name = self.random, self.fresh()
        if r.random() < 0.6:
            return self.with_card(names, r.choice((f"show {{card}} to {self.seat()}", "reveal {card}", "your.mark = {card}.colour")))
        whole = [f"show {r.choice(('your.hand', 'your.x', 'you.left.down'))} to {self.seat()}"]
        each = [f"for {name} in {self.place()} if {name}.colour is {self.colour()}: show {name} to {self.seat()}"]
        return r.choice((whole, each, [f"reveal {self.number()}"], [f'show "it is {{{self.number()}}}" to {self.seat()}']))

    def said(self, names: Sequence[str]) -> list[str]:
        r = self.random
        some = (f"told = {r.randint(0, 3)}", f"told = {self.number()}", f"your.x = {r.randint(0, 2)}", f"told = 1 if {self.condition(names)} else 0")
        return [r.choice(some)]

    def all_of(self, names: Sequence[str]) -> list[str]:
        r, name = self.random, self.fresh()
        whole = f"move all of {r.choice(('your.hand', 'your.down', 'you.left.hand', 'your.heap'))} to {self.target()}"
        return [r.choice((whole, f"for {name} in {self.place()} if {name}.colour is {self.colour()}: move {name} to {self.target()}"))]

    def dealt(self, names: Sequence[str]) -> list[str]:
        r, zone = self.random, self.random.choice(("your.hand", "you.left.hand", "your.hand"))
        drawn = f"if count(deck) > 0: move {self.top} to {r.choice(('your.hand', 'you.left.hand', 'your.down'))}"
        some = [drawn, f"if count({zone}) > 0: move random of {zone} to {self.target()}", *(["shuffle deck"] if self.piled else [])]
        return [r.choice(some)]

    def asked(self, names: Sequence[str]) -> list[str]:
        name = self.fresh()
        return [f'{self.seat()} chooses {name} in 0..1 "q?"', f"if {name} == 1: told = 2"]

    def picked(self, names: Sequence[str]) -> list[str]:
        r, name, zone = self.random, self.fresh(), self.random.choice(("your.hand", "your.hand", "your.heap", "your.down"))
        goes = f"move {name} to {self.target()}"
        then = r.choice((goes, f"show {name} to {self.seat()}", f"if {name}.colour is {self.colour()}: {goes}", f"your.x = count({zone})"))
        return [f"if count({zone}) > 0:", f'    you chooses {name} in {zone} "which?"', f"    {then}"]
