"""Random small games of a few equal cards, which go through hands, piles, heaps and rows, are kept, compared and chosen, so that all their states fit."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.laws.drawing import Drawing

DEEP = 2
"""Blocks within blocks."""


class Equals(Drawing):
    """One file. Zones are named with whether they have an order; names of cards are those that stand where a statement is."""

    def __init__(self, seed: int):
        super().__init__(f"equals {seed}")
        self.cards = list[str]()
        self.marked, self.timed, self.noted = self.chance(0.25), self.chance(0.1), self.chance(0.15)
        self.deck = self.pick(["pile, hidden", "pile, hidden", "bag, hidden", "pile", "bag"])
        self.out = self.pick(["pile", "heap", "row", "bag", "bag, hidden", "pile, hidden", "pile, top"])
        self.hand = self.pick(["hand", "hand", "fan", "heap", "bag, hidden", "row"])
        self.side = self.pick(["heap", "row", "hand", "pile, hidden"])
        self.kept = {"deck": self.deck, "out": self.out, "p.hand": self.hand, "p.side": self.side, "p.left.hand": self.hand, "p.left.side": self.side}
        loose = [zone for zone, word in self.kept.items() if word.startswith(("bag", "hand", "heap")) and zone != "deck"]
        self.focus, self.few = self.pick(loose or [*self.kept]), self.random.sample([*self.kept], 3)

    def file(self) -> str:
        """The text of the file."""
        faces = self.pick(["red, blue", "red"])
        copies = self.pick(["2", "2", "3"]) if "," in faces else self.pick(["3", "4"])
        lines = ['game "Equals":', "    players 2", "enum Colour: red, blue", "card Duck(c: Colour)"]
        joker = self.chance(0.3)
        lines += ["card Owl"] if joker else []
        lines += ["components:", *(f"    deck: {copies} of Duck({face})" for face in faces.split(", ")), *(["    deck: 1 of Owl"] if joker else [])]
        self.joker = joker
        lines += ["table:", f"    deck: {self.deck}", f"    out: {self.out}", "    x: 0..3", "    flag: bool", "    hue: Colour or none"]
        lines += ["    hues: set of Colour"]
        lines += ["each player:", f"    hand: {self.hand}", f"    side: {self.side}", "    score: 0..9"]
        lines += [f"    bid: 0..2{self.pick(['', ', own', ', hidden'])}"]
        if self.marked:
            lines += ["each Duck:", "    mark: bool"]
        if self.noted:
            lines += [f"history notes after turn at most 9 times: {self.pick(['x', 'x, hue', 'players.score'])}"]
        lines += ["play:"]
        lines += ["    shuffle deck"] if self.deck.startswith("pile") else []
        drawn = "top" if self.deck.startswith("pile") else "random"
        deal = self.pick(["1", "1", "2"])
        lines += ["    for p in players:", f"        repeat {deal} times:", f"            if deck is not empty: move {drawn} of deck to p.hand"]
        lines += [f"    repeat {self.pick(['1', '1', '2'])} times:", "        for p in players: turn(p)"]
        lines += ["phase turn(p):", *self.block(1, 0, self.random.randint(2, 5))]
        for action in ("first_one", "second_one"):
            lines += self.action(action)
        if self.chance(0.4):
            lines += [f"after turn(p){self.pick(['', f' if {self.truth()}'])}:", *self.block(1, 1, self.random.randint(1, 2))]
        lines += ["winner: highest score"]
        many = "count" if self.chance(0.3) else "reds"
        lines += [f"def payoff(p) = x + 4 * p.score + 40 * {many}(p.hand) + 200 * {many}(p.side) + 1000 * {many}(out) + 5000 * count(p.hand)"]
        lines += ["def reds(z) = count(c for c in z if c is Duck and c.c == red)"]
        lines += ['invariant "i": ' + re.sub(r"\bp\b", "players.first", self.truth())] if self.chance(0.3) else []
        return "\n".join(lines) + "\n"

    def action(self, name: str) -> list[str]:
        card, before = self.name(), self.cards
        how = self.pick(["card", "cards", "number", "none"])
        zone = self.zone()
        several = f"{card}: {self.pick(['1..2', '0..1', '2..2'])} in {self.pick(['p.hand', 'p.side'])}"
        given = {"card": f"{card} in {zone}", "cards": several, "number": "n in 0..2", "none": ""}[how]
        self.cards = [card] if how == "card" else []
        body = [f"    require {self.truth()}"] if self.chance(0.4) else []
        if how == "cards":
            body += [f"    move {card} to {self.zone()}"] if self.chance(0.8) else []
            body += [f"    x = count({card})"] if self.chance(0.5) else []
        elif how == "number":
            body += [self.pick(["    x = n", "    your.bid = n", f"    x = ({self.number()} + n) % 4"])]
        body += self.block(1, 1, self.random.randint(1, 3))
        self.cards = before
        text = "\n".join([f"action {name}({given}):", *body])
        return re.sub(r"\bp\b", "you", re.sub(r"\bp\.", "your.", text)).split("\n")

    # ---- statements --------------------------------------------------------------------------

    def block(self, depth: int, deep: int, many: int) -> list[str]:
        kept = list(self.cards)
        out = [line for _ in range(many) for line in self.statement(depth, deep)]
        self.cards = kept
        return out

    def statement(self, depth: int, deep: int) -> list[str]:
        kinds: list[Callable[[int, int], list[str]]] = [self.move, self.move, self.setting, self.looking, self.looking]
        kinds += [self.move, self.asked, self.looking, self.juggled, self.juggled] if self.cards else []
        kinds += [self.chosen, self.offered, self.told, self.kept_up] if deep == 0 else [self.told]
        kinds += [self.loop, self.branch] if deep < DEEP else []
        return [("    " * depth + line) for line in self.random.choice(kinds)(depth, deep)]

    def inner(self, deep: int, many: int = 1) -> list[str]:
        return self.block(1, deep + 1, many)

    def move(self, depth: int, deep: int) -> list[str]:
        source, to = self.zone(), self.zone()
        if self.cards and self.chance(0.6):
            return [f"move {self.pick(self.cards)} to {to}"]
        if self.chance(0.2):
            return [f"move all of {source} to {to}"]
        if self.chance(0.1):
            return [f"move all {self.pick(['hand', 'side', 'Duck'])} to {to}"]
        if self.chance(0.1) and self.deck.startswith("pile"):
            return ["shuffle deck"]
        how = self.pick(["top", "bottom"]) if self.ordered(source) and self.chance(0.7) else "random"
        tail = f"{self.pick(['top', 'bottom'])} of {to}" if self.ordered(to) and self.chance(0.2) else to
        return [f"if {source} is not empty: move {how} of {source} to {tail}"]

    def setting(self, depth: int, deep: int) -> list[str]:
        options = [f"x = ({self.number()}) % 4", f"flag = {self.truth()}", f"p.score = ({self.number()}) % 10", "x = (x + 1) % 4", f"hue = {self.hue()}"]
        options += [f"hues = {{{self.value_of()}}}", "hues = hues & {red}", f"p.bid = ({self.number()}) % 3"]
        if self.cards and self.marked:
            options += [f"if {self.pick(self.cards)} is Duck: {self.pick(self.cards)}.mark = true"] * 3
        return [self.pick(options)]

    def value_of(self) -> str:
        name = self.name()
        return f"{name}.c for {name} in {self.zone()} if {name} is Duck"

    def looking(self, depth: int, deep: int) -> list[str]:
        """A card is looked for and kept by name."""
        name, zone, inner = self.name(), self.zone(), self.name()
        test = self.pick(["", "", f" if {inner} is Duck", f" if {inner} is Duck and {inner}.c == {self.pick(['red', 'blue'])}"])
        if self.cards and self.chance(0.1):
            test = f" if {inner} != {self.pick(self.cards)}"
        order = self.pick(["", "", f" by lowest ({self.number()})"]) if self.chance(0.3) else ""
        how = self.pick(["first", "first", "last"])
        zone = self.pick([zone, f"{zone} | {self.zone()}", "all hand"]) if self.chance(0.1) else zone
        made = f"{how}({inner} for {inner} in {zone}{order}{test})"
        if self.ordered(zone) and self.chance(0.3):
            made = f"top of {zone}"
        out = [f"let {name} = {made}", f"if {name} is not none:"]
        self.cards.append(name)
        out += self.inner(deep, self.random.randint(1, 2)) if deep < DEEP else [f"    move {name} to {self.zone()}"]
        self.cards.remove(name)
        return out

    def chosen(self, depth: int, deep: int) -> list[str]:
        name, zone = self.name(), self.pick(["p.hand", "p.hand", "p.side", "out"])
        if self.chance(0.25):
            return [f"p chooses {name} in 0..2", f"x = ({name} + {self.number()}) % 4"]
        self.cards.append(name)
        inner = self.inner(deep, self.random.randint(1, 3))
        self.cards.remove(name)
        test = self.pick(["", "", f" if {name} is Duck"])
        return [f"p chooses {name} in {zone}{test} or none:", *inner]

    def offered(self, depth: int, deep: int) -> list[str]:
        again = self.pick(["", "", " again at most 2 times"])
        return [f"p may {self.pick(['first_one', 'second_one', 'first_one or second_one'])}{again}"]

    def told(self, depth: int, deep: int) -> list[str]:
        what = self.pick([self.zone(), *self.cards])
        return [self.pick([f"reveal {what}", f"show {what} to p", f"show {what} to p.left"])]

    def loop(self, depth: int, deep: int) -> list[str]:
        name, zone = self.name(), self.zone()
        zone = self.pick(["all hand", f"{zone} | {self.zone()}", "all Duck"]) if self.chance(0.1) else zone
        test = self.pick(["", "", f" if {name} is Duck", f" if {name} is Duck and {name}.c == {self.pick(['red', 'blue'])}"])
        while_ = self.pick(["", "", f" while {self.truth()}"])
        self.cards.append(name)
        inner = self.inner(deep, self.random.randint(1, 2))
        self.cards.remove(name)
        return [f"for {name} in {zone}{test}{while_}:", *inner, *(["    end for"] if self.chance(0.2) else [])]

    def juggled(self, depth: int, deep: int) -> list[str]:
        """A card that has a name comes among others, one of these is taken, and something becomes of the first one."""
        name, zone, other, to = self.pick(self.cards), self.focus, self.name(), self.zone()
        came = self.pick([f"move {name} to {zone}", f"move {name} to {zone}", f"move all of {zone} to {to}", f"move all of {to} to {zone}"])
        one = f"{self.pick(['first', 'last'])}({other} for {other} in {zone})"
        took = self.pick([
            f"if {zone} is not empty: move {one} to {to}", f"for {other} in {zone}:\n    move {other} to {to}\n    end for",
            f"if {zone} is not empty: move random of {zone} to {to}", f"for {other} in {zone} if count({to}) < 2: move {other} to {to}",
            f"let {other} = {one}\nif {other} is not none and {other} == {name}: x = 3",
            f"if any({other} == {name} for {other} in {zone} while {other} is Duck): x = 2",
        ])  # fmt: skip
        then = self.pick([f"move {name} to {self.zone()}", *self.asked(depth, deep)])
        return [*came.split("\n"), *took.split("\n"), then]

    def asked(self, depth: int, deep: int) -> list[str]:
        """What became of a card that has a name."""
        return [f"if {self.pick(self.cards)} in {self.zone()}: {self.pick(['x = (x + 1) % 4', 'p.score = (p.score + 1) % 10', 'x = 3'])}"]

    def kept_up(self, depth: int, deep: int) -> list[str]:
        """A loop that chance may keep up, or that goes on whatever it brings."""
        zone, end = self.zone(), self.pick(["", "x = (x + 1) % 4"])
        drawn = f"if deck is not empty: move {'top' if self.deck.startswith('pile') else 'random'} of deck to {zone}"
        mixed = ["    shuffle deck"] if self.deck.startswith("pile") else []
        more = [f"    move all of {zone} to deck", *mixed, f"    {drawn}", *([f"    {end}"] if end else [])]
        return [f"while {self.truth()} at most {self.pick(['1', '2', '3'])} times:", *more]

    def branch(self, depth: int, deep: int) -> list[str]:
        out = [f"if {self.truth()}:", *self.inner(deep)]
        return [*out, "else:", *self.inner(deep)] if self.chance(0.4) else out

    # ---- expressions -------------------------------------------------------------------------

    def zone(self) -> str:
        return self.focus if self.chance(0.4) else self.pick(self.few)

    def ordered(self, zone: str) -> bool:
        return self.kept.get(zone, "").startswith(("pile", "row", "fan"))

    def truth(self) -> str:
        name, zone = self.name(), self.zone()
        colour = self.pick(["red", "blue"])
        options = [f"{zone} is empty", f"count({zone}) > {self.pick(['0', '1'])}", "flag", "not flag", f"x > {self.number()}", f"hue == {colour}"]
        options += [f"any({name}.c == {colour} for {name} in {zone} if {name} is Duck)", "red in hues", f"Duck(red) in {zone}"]
        options += [f"count({name} for {name} in {zone} if {name} is Duck and {name}.c == red) == {self.pick(['1', '2'])}"]
        options += [f"{zone} == [Duck(red)]"]
        if self.joker:
            options += [f"any({name} is Owl for {name} in {zone})"]
        if self.noted:
            options += ["times(notes) > 0", "times(notes, 1) > 0"] * 2
        if self.ordered(zone):
            options += [f"top of {zone} is Duck"] * 2
        if self.cards:
            card = self.pick(self.cards)
            options += [f"{card} in {zone}", f"{card} is Duck", f"{card} == {self.pick(self.cards)}", f"{card} == Duck(red)"] * 2
            options += [f"any({name} == {card} for {name} in {zone})", f"({card} is Duck and {card}.c == red)"]
            if self.marked:
                options += [f"({card} is Duck and {card}.mark)"] * 3
        if self.marked:
            options += [f"any({name}.mark for {name} in {zone} if {name} is Duck)"] * 2
        return self.pick(options)

    def number(self) -> str:
        name, zone = self.name(), self.zone()
        options = ["1", "2", "x", "p.score", f"count({zone})", f"count({name} for {name} in {zone} if {name} is Duck and {name}.c == blue)", "p.bid"]
        return self.pick(options)

    def hue(self) -> str:
        options = ["none", "red", "hue"]
        if self.cards:
            options += [f"{self.pick(self.cards)}.c"]
        return self.pick(options)


def equals_file(seed: int) -> str:
    """The file of a seed."""
    return Equals(seed).file()
