"""Random small games of one player with a few equal cards, some of which stand for others, for the solver: nothing is drawn at random but how the deck lies."""

from __future__ import annotations

import re

from tests.laws.equals import Equals


class Solo(Equals):
    """One file. Several cards are chosen together, as what they stand for, in groups that a line of the rules allows."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.random.seed(f"solo {seed}")
        self.marked, self.timed, self.noted, self.joker = self.chance(0.2), False, self.chance(0.15), False
        self.deck, self.out = self.pick(["pile, hidden", "pile"]), self.pick(["pile", "heap", "row", "bag"])
        self.hand, self.side = self.pick(["hand", "fan", "heap", "row"]), self.pick(["heap", "row", "hand"])
        self.kept = {"deck": self.deck, "out": self.out, "p.hand": self.hand, "p.side": self.side}
        self.focus, self.few = self.pick(["p.hand", "p.side", "out"]), ["p.hand", "p.side", "out"]
        self.wild = self.chance(0.4)

    def file(self) -> str:
        faces = self.pick(["red, blue", "red, blue", "red"])
        lines = ['game "Solo":', "    players 1", "enum Colour: red, blue", "card Duck(c: Colour, n: 1..2)"]
        lines += ["card Wild:", "    stands for any Duck"] if self.wild else []
        lines += ["components:", *(f"    deck: {self.pick(['1', '1', '2'])} of Duck({face}, {n})" for face in faces.split(", ") for n in (1, 2))]
        lines += ["    deck: 1 of Wild"] if self.wild else []
        lines += ["table:", f"    deck: {self.deck}", f"    out: {self.out}", "    x: 0..3", "    flag: bool", "    hue: Colour or none"]
        lines += ["    hues: set of Colour"]
        lines += ["each player:", f"    hand: {self.hand}", f"    side: {self.side}", "    score: 0..9", "    bid: 0..2"]
        lines += ["each Duck:", "    mark: bool"] if self.marked else []
        lines += [f"history notes after turn at most 9 times: {self.pick(['x', 'x, hue'])}"] if self.noted else []
        lines += ["play:", "    shuffle deck", "    let p = players.first"]
        lines += [f"    repeat {self.pick(['2', '3'])} times: move top of deck to p.hand", f"    repeat {self.pick(['1', '2', '3'])} times: turn(p)"]
        lines += ["phase turn(p):", *self.block(1, 0, self.random.randint(2, 4)), "    p may first_one, second_one or group"]
        for action in ("first_one", "second_one"):
            lines += self.action(action)
        lines += self.grouped()
        lines += [f"winner: highest score{self.pick(['', ' then lowest left_over'])}{self.pick(['', ' if ' + self.won(), ' if ' + self.won()])}"]
        lines += [f"def left_over(p) = {self.number()}"]
        text = "\n".join(lines) + "\n"
        text = re.sub(r"random of (p\.left\.)?", "top of ", text).replace("p.left", "p").replace("your.left", "your")
        return re.sub(r"top of ([\w.]+)", self._taken, re.sub(r"Duck\(red\)", "Duck(red, 1)", text))

    def won(self) -> str:
        return re.sub(r"\bp\b", "players.first", self.truth())

    def zone(self) -> str:
        return self.focus if self.chance(0.5) else self.pick(["deck", *self.few]) if self.chance(0.2) else self.pick(self.few)

    def _taken(self, found: re.Match[str]) -> str:
        """Places without order have no top: the first of them is taken."""
        zone, bare = found.group(1), found.group(1).replace("your.", "p.").replace("you.", "p.")
        if bare == "deck" or self.ordered(bare):
            return f"top of {zone}"
        name = self.name()
        return f"{self.pick(['first', 'last'])}({name} for {name} in {zone})"

    def grouped(self) -> list[str]:
        """Several cards at once, of a number, of a colour, or as the rules of the group say."""
        cards, one = self.name(), self.name()
        test = self.pick(["", f" if distinct({one}.n for {one} in {cards})", f" if all({one}.c == red for {one} in {cards})"])
        out = [f"action group({cards}: {self.pick(['1..2', '2..2', '2..3'])} Duck in your.hand{test}):"]
        out += [f"    require sum({one}.n for {one} in {cards}) {self.pick(['<= 3', '> 2', '== 3'])}"] if self.chance(0.4) else []
        out += [f"    your.score = (your.score + sum({one}.n for {one} in {cards})) % 10"] if self.chance(0.7) else []
        out += [f"    if any({one}.c == blue and {one}.n == 2 for {one} in {cards}): x = 3"] if self.chance(0.5) else []
        out += [f"    x = max({one}.n for {one} in {cards})"] if self.chance(0.3) else []
        return [*out, f"    move {cards} to {self.pick(['out', 'your.side'])}"]


def solo_file(seed: int) -> str:
    """The file of a seed."""
    return Solo(seed).file()
