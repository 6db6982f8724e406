"""Random cards that carry out each other, as rules, and as Python that plays them by calling itself."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable

from ruledsl.record import record

MOD = 9973
Answers = Generator[list[str], str, None]
"""Yields the options, is sent the one that is chosen."""


class Deep(Exception):
    """Deeper than the words say."""


@record(frozen=True)
class Effect:
    """`asks` is what is chosen for it: nothing, a number or another card. `even` if it is refused while the total is odd."""

    kind: int
    name: str
    asks: str
    even: bool
    body: tuple[tuple[str, int, int], ...]  # what is done, a number, and how deep at most

    @property
    def label(self) -> str:
        return f"{self.name or 'plain'}{self.kind}"


def drawn(dice: random.Random, safe: bool = False) -> list[Effect]:
    """Four kinds of cards; `safe` where they never come to a fault."""
    out = []
    for kind in range(4):
        for name in (("",), ("one", "two"))[dice.random() < 0.4]:
            asks = dice.choice(["", "number", "card", "card"])
            able = ["add", "let", "bump", *["this"] * (not safe), *["carry", "twice", "each"] * 2 * (asks == "card")]
            body = [(dice.choice(able), k := dice.randrange(1, 4), 4 if safe else k) for _ in range(dice.randrange(1, 5))]
            out.append(Effect(kind, name, asks, not safe and dice.random() < 0.2, tuple(body)))
    return out


# ---- as rules ----


def written(effects: list[Effect], copies: int = 2) -> str:
    cards = "".join(f"card K{kind} is Work:\n" + "".join(_effect(e) for e in effects if e.kind == kind) for kind in range(4))
    return HEAD + cards + TAIL.replace("COPIES", str(copies))


def _effect(e: Effect) -> str:
    asked = {"": "", "number": "(n in 1..2)", "card": "(other: Work in your.hand if other != this or none)"}[e.asks]
    hole = {"": "", "number": " {n}", "card": " {other}"}[e.asks]
    lines = [f'"{e.label}{hole}"', *["require total % 2 == 0"] * e.even, f"let first = {'n' if e.asks == 'number' else 'total'}"]
    lines += [line for n, part in enumerate(e.body) for line in _lines(*part, n)]
    return f"    effect{' ' if e.name else ''}{e.name}{asked}:\n" + "".join(f"        {line}\n" for line in [*lines, _add("first")])


def _add(what: str) -> str:
    return f"total = (total * 3 + {what}) % {MOD}"


def _lines(word: str, k: int, most: int, n: int) -> list[str]:
    carried, moved = f"carry out other at most {most} deep", "    move other to laid"
    if word == "let":
        return [f"let kept{n} = total", _add(f"kept{n}")]
    if word == "this":
        return [f"if total % 3 == 0: carry out this at most {most} deep"]
    there = ["if other is not none:", moved]
    return {
        "add": [_add(str(k))], "bump": [f"bump({k})"], "carry": [*there, f"    {carried}"], "twice": [*there, f"    repeat 2 times: {carried}"],
        "each": [*there, f"    for i in 1..{k}:", f"        {carried}", f"        {_add('i')}"],
    }[word]  # fmt: skip


HEAD = """\
game "Carried":
    players 1..1
card Work
"""
TAIL = f"""\
components:
    p.hand: COPIES of k for k in Work
table:
    laid: heap
    total: 0..{MOD}
each player:
    hand: hand
play:
    while any(true for card in players.first.hand): players.first chooses pick
action pick(card in your.hand):
    "{{card}}"
    move card to laid
    carry out card
to bump(k):
    {_add("k")}
winner: highest points
def points(p) = total
"""


# ---- as Python ----

Way = tuple[Effect, int, int | None]
"""An effect, the card that has it, and what is chosen for it. Cards are numbers, those of a kind in a row; of equal ones on the hand the first is meant."""


class World:
    """One table: the cards on the hand, and the total."""

    def __init__(self, effects: list[Effect], copies: int = 2):
        self.effects, self.hand, self.total, self.deepest = effects, list(range(4 * copies)), 0, 0
        self.copies = copies

    def kind(self, card: int) -> int:
        return card // self.copies

    def add(self, what: int) -> None:
        self.total = (self.total * 3 + what) % MOD

    def play(self) -> Answers:
        while self.hand:
            way = yield from self.asked([way for card in self.firsts(()) for way in self.ways(card)])
            self.hand.remove(way[1])
            yield from self.done(*way, 0)

    def firsts(self, without: Iterable[int]) -> list[int]:
        kinds: dict[int, int] = {}
        for card in self.hand:
            if card not in without:
                kinds.setdefault(self.kind(card), card)
        return list(kinds.values())

    def asked(self, ways: list[Way]) -> Generator[list[str], str, Way]:
        labels = {self.label(*way): way for way in ways}
        return labels[(yield sorted(labels))]

    def label(self, effect: Effect, card: int, chosen: int | None) -> str:
        hole = {"": "", "number": f" {chosen}", "card": " none" if chosen is None else f" K{self.kind(chosen)}"}[effect.asks]
        return f"K{self.kind(card)} {effect.label}{hole}"

    def ways(self, card: int) -> list[Way]:
        """Each effect of a card with all that can be chosen for it."""
        chosen: dict[str, Iterable[int | None]] = {"": (None,), "number": (1, 2), "card": (None, *self.firsts((card,)))}
        mine = [e for e in self.effects if e.kind == self.kind(card) and not (e.even and self.total % 2)]
        return [(e, card, value) for e in mine for value in chosen[e.asks]]

    def carried(self, card: int, depth: int, most: int) -> Answers:
        if depth > most:
            raise Deep
        self.deepest = max(self.deepest, depth)
        own = [e for e in self.effects if e.kind == self.kind(card)]
        if len(own) == 1 and not own[0].asks and not own[0].even:
            yield from self.done(own[0], card, None, depth)
        else:
            way = yield from self.asked(self.ways(card))
            yield from self.done(*way, depth)

    def done(self, effect: Effect, card: int, chosen: int | None, depth: int) -> Answers:
        first = chosen if effect.asks == "number" and chosen is not None else self.total
        for word, k, most in effect.body:
            if word in ("add", "bump"):
                self.add(k)
            elif word == "let":
                self.add(self.total)
            elif word == "this":
                if self.total % 3 == 0:
                    yield from self.carried(card, depth + 1, most)
            elif chosen is not None:
                yield from self.other(word, chosen, depth + 1, k, most)
        self.add(first)

    def other(self, word: str, card: int, depth: int, k: int, most: int) -> Answers:
        if card in self.hand:
            self.hand.remove(card)
        for i in range(1, {"carry": 1, "twice": 2, "each": k}[word] + 1):
            yield from self.carried(card, depth, most)
            if word == "each":
                self.add(i)


def ends(effects: list[Effect], most: int) -> list[int] | None:
    """The totals that one card of each kind can come to, each choice tried; None if there are more ways than that."""
    found, ahead, looked = [], [list[str]()], 0
    while ahead:
        answers, looked = ahead.pop(), looked + 1
        world = World(effects, 1)
        play = world.play()
        try:
            options = next(play)
            for answer in answers:
                options = play.send(answer)
        except StopIteration:
            found.append(world.total)
            continue
        if looked > most:
            return None
        ahead += [[*answers, option] for option in options]
    return found
