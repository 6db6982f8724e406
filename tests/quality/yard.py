"""Gem Hens played at random beside a plain reckoning of its rulebook's tables: movement, shoves, scratching, the order of turns, scores, who wins.

    python -m tests.quality.yard --games 500

Nothing here was read in the rules file. A game of the usual options is held to it at each turn.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import ruledsl
from ruledsl.engine.match import Match
from ruledsl.record import field, record

Space = tuple[int, int]
WAYS: dict[str, Space] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
RAMPS: tuple[Space, ...] = ((1, 2), (1, 5))
SMALL = [2, 2, 2, 3, 3]
"""Features that are filled now and then when all is done at random."""
WHOLE = {"G": (1, 2, 3, 4), "E": (2, 3, 4, 5), "S": (3, 5, 6, 8), "R": (4, 6, 8, 10), "O": (5, 7, 10, 13), "X": (6, 9, 12, 15), "D": (8, 12, 16, 20)}
UNUSED = {"G": -1, "E": -2, "S": -3, "R": -4, "O": -5, "X": -6, "D": -7, "I": 1}


@record
class Table:
    """What lies on the table."""

    hens: list[Space | None]
    dice: list[Counter[int]]
    gems: dict[Space, int]
    farmers: set[str]
    scratched: set[str]
    places: list[int]
    totals: list[int]
    round: int
    sack: int
    features: list[dict[int, list[str]]] = field(default_factory=list)
    unused: list[list[str]] = field(default_factory=list)


def table(match: Match) -> Table:
    view, seats = match.view(), len(match.seats)
    of: dict[str, list[int]] = {}
    for v in view.variables:
        of.setdefault(v.name, []).append(v.value)
    lines = [f"row {n}" for n in range(1, 7)] + [f"column {c}" for c in "abcdef"]
    laid = {(z.owner_index // 6 + 1, z.owner_index % 6 + 1): z.count for z in view.zones if z.name == "gems"}
    features: list[dict[int, list[str]]] = [{} for _ in range(seats)]
    unused: list[list[str]] = [[] for _ in range(seats)]
    for z in view.zones:
        if z.owner == "player" and z.name.startswith("feature"):
            features[z.owner_index][int(z.key)] = [c.text for c in z.cards]
        elif z.name == "unused":
            unused[z.owner_index] = [c.text for c in z.cards]
    return Table(
        [None if cell < 0 else (cell // 6 + 1, cell % 6 + 1) for cell in of["hen"]],
        [Counter({f: of[f"dice {f}"][p] for f in range(1, 7)}) for p in range(seats)],
        laid,
        {line for line, on in zip(lines, of["farmer"]) if on},
        {line for line, on in zip(lines, of["scratched"]) if on},
        of["place"],
        of["total"],
        of["round_no"][0],
        sum(z.count for z in view.zones if z.name == "sack"),
        features,
        unused,
    )


def ahead(space: Space, way: str) -> Space | None:
    row, column = space[0] + WAYS[way][0], space[1] + WAYS[way][1]
    return (row, column) if 1 <= row <= 6 and 1 <= column <= 6 else None


def values(face: int) -> range:
    """What a die may move: a wild one as much as is named."""
    return range(face, face + 1) if face < 4 else range(1, 4) if face == 6 else range(0)


def faces(dice: Counter[int]) -> list[int]:
    return [face for face in range(1, 7) if dice[face]]


@record
class Way:
    """How a hen goes: the spaces that it may take, one after the other, and the hen before which the way ends, if one stands there."""

    name: str
    free: list[Space]
    met: Space | None


def ways(at: Table, seat: int) -> Iterator[Way]:
    hen, taken = at.hens[seat], {h for h in at.hens if h is not None}
    starts = [(name, ahead(hen, name)) for name in WAYS] if hen else [(name, ramp) for ramp in RAMPS for name in WAYS if name != "north"]
    for name, space in starts:
        free: list[Space] = []
        while space is not None and space not in taken:
            free.append(space)
            space = ahead(space, name)
        yield Way(name, free, space)


def moves(at: Table, seat: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for face in faces(at.dice[seat]):
        for n in values(face):
            for way in ways(at, seat):
                if way.free and (at.hens[seat] or n > 1 or way.name == "south"):  # with a 1 a hen comes to the ramp, whatever the way
                    found[f"move {n} {way.name} to {called(way.free[:n][-1])} with a {face}"] += 1
    return found


def called(space: Space) -> str:
    return f"{'abcdef'[space[1] - 1]}{space[0]}"


def behind(at: Table, space: Space, way: str) -> int:
    """How many free spaces lie beyond a hen."""
    taken, many, beyond = set(at.hens), 0, ahead(space, way)
    while beyond is not None and beyond not in taken:
        many, beyond = many + 1, ahead(beyond, way)
    return many


def shoves(at: Table, seat: int) -> dict[str, list[tuple[Space, str, int]]]:
    """By what is said: the hens that can be meant, the way, and how far they are shoved."""
    found: dict[str, list[tuple[Space, str, int]]] = {}
    for face in faces(at.dice[seat]):
        for second in faces(at.dice[seat] - Counter({face: 1})):
            for own in values(face):
                for other in values(second):
                    for way in ways(at, seat):
                        far = min(own - len(way.free), other, behind(at, way.met, way.name)) if way.met else 0
                        if way.met and far > 0:
                            said = f"shove {way.name} with {own} of a {face}, the other hen with {other} of a {second}"
                            found.setdefault(said, []).append((way.met, way.name, far))
    return found


def scratches(at: Table, seat: int) -> Counter[str]:
    lines = {f"row {n}" for n in range(1, 7)} | {f"column {c}" for c in "abcdef"}
    return Counter(f"scratch {line} with a {face}" for face in faces(at.dice[seat]) if face > 3 for line in lines - at.scratched)


def menu(at: Table, seat: int) -> Counter[str]:
    """All that can be done in a turn. A die that can still be used by itself is not discarded."""
    alone = moves(at, seat) + scratches(at, seat)
    shoved = Counter({said: len(ways) for said, ways in shoves(at, seat).items()})
    return alone + shoved + (Counter() if alone else Counter(f"discard a {face}" for face in faces(at.dice[seat])))


def score(features: Mapping[int, list[str]], unused: list[str], layout: Sequence[int]) -> int:
    total = sum(UNUSED[gem] for gem in unused)
    for n, size in enumerate(layout, 1):
        gems = features[n]
        kinds = {gem for gem in gems if gem != "I"}
        if len(gems) == size:
            total += -2 * gems.count("I") + sum(WHOLE[kind][size - 2] for kind in kinds)
    return total


def crossing(at: Table, line: str) -> set[Space]:
    """Where a gem that this line was scratched for may lie."""
    spaces = {(r, c) for r in range(1, 7) for c in range(1, 7) if line in (f"row {r}", f"column {'abcdef'[c - 1]}")}
    marked = at.farmers | at.scratched
    others = {s: ({f"row {s[0]}", f"column {'abcdef'[s[1] - 1]}"} - {line}) & marked for s in spaces}
    return {s for s in spaces if others[s] and at.gems[s] < 3}


def follows(before: Table, seat: int, said: str, after: Table) -> bool:
    """Whether hens and gems lie as they must when all that a turn brought is done."""
    hens, gems = list(before.hens), dict(before.gems)
    if found := re.match(r"move \d \w+ to (\w)(\d)", said):
        hens[seat] = (int(found[2]), "abcdef".index(found[1]) + 1)
    elif said.startswith("shove"):
        return any(_shoved(before, seat, *meant, after) for meant in shoves(before, seat)[said])
    elif found := re.match(r"scratch (\w+ \w)", said):
        return after.hens == hens and _scratched(before, found[1], after)
    if hens[seat] is not None and hens[seat] != before.hens[seat]:
        gems[hens[seat]] = 0
    return after.hens == hens and after.gems == gems


def _shoved(before: Table, seat: int, met: Space, way: str, far: int, after: Table) -> bool:
    hens, gems = list(before.hens), dict(before.gems)
    row, column = WAYS[way]
    other = before.hens.index(met)
    hens[other] = (met[0] + far * row, met[1] + far * column)
    hens[seat] = (met[0] + (far - 1) * row, met[1] + (far - 1) * column)
    gems |= {hens[other]: 0, hens[seat]: 0}
    return after.hens == hens and after.gems == gems


def _scratched(before: Table, line: str, after: Table) -> bool:
    open_to = crossing(before, line)
    grown = [space for space in after.gems if after.gems[space] != before.gems[space]]
    drawn = before.sack - after.sack
    on_hen = any(space in before.hens for space in open_to)
    where = len(grown) == 1 and grown[0] in open_to - set(before.hens) and after.gems[grown[0]] == before.gems[grown[0]] + 1
    return after.scratched == before.scratched | {line} and drawn == int(bool(open_to) and before.sack > 0) and (where or not grown and (on_hen or not drawn))


def follower(at: Table, seat: int) -> int:
    """Whose turn it is after a seat's: the next one in the pecking order who has dice."""
    order = sorted(range(len(at.places)), key=lambda p: at.places[p])
    start = order.index(seat) + 1
    return next(p for p in order[start:] + order[:start] if at.dice[p].total())


def ordered(before: list[int], at: Table) -> bool:
    """Whether the places are those of the totals; of equal ones those of the round before, if there was one."""
    by_totals = sorted(range(len(before)), key=lambda p: (-at.totals[p], before[p] if at.round > 1 else at.places[p]))
    return [at.places[p] for p in by_totals] == list(range(1, len(before) + 1))


@record
class Counts:
    menus: int = 0
    moves: int = 0
    shoves: int = 0
    orders: int = 0
    scores: int = 0
    whole: int = 0


def play(match: Match, drawn: random.Random, counts: Counts) -> str:
    """A game at random; what was not as it must be, or nothing."""
    before: tuple[Table, int, str] | None = None
    places = [0] * len(match.seats)
    round = 0
    while not match.over:
        legal = match.legal()
        if match.decision is not None and match.decision.prompt.startswith("what do you do with your dice"):
            at, seat = table(match), match.decision.player - 1
            if at.round != round:
                if not ordered(places, at) or any(at.hens) or at.places[seat] != min(at.places[p] for p in range(len(places)) if at.dice[p].total()):
                    return f"order of round {at.round}: totals {at.totals}, places {places}, then {at.places}"
                round, places, before, counts.orders = at.round, at.places, None, counts.orders + 1
            if before is not None and (not follows(*before, at) or seat != follower(at, before[1])):
                return f"{before[2]} of seat {before[1] + 1}: {before[0]}, then seat {seat + 1}: {at}"
            if Counter(option.label for option in legal) != menu(at, seat):
                return f"options of seat {seat + 1}: {at}"
            counts.menus += 1
            choice = drawn.choice([o for o in legal if o.label.startswith("shove")] or legal) if drawn.random() < 0.3 else drawn.choice(legal)
            before = at, seat, choice.label
            counts.shoves += choice.label.startswith("shove")
            counts.moves += choice.label.startswith("move")
        else:
            kept = [o for o in legal if "into feature" in o.label and "taking" not in o.label]
            choice = drawn.choice(kept if kept and drawn.random() < 0.8 else legal)
        match.play(choice)
    return _end(match, counts)


def _end(match: Match, counts: Counts) -> str:
    at = table(match)
    layout = match.options["layout"]
    scores = [score(f, u, layout) for f, u in zip(at.features, at.unused)]
    counts.scores += len(scores)
    counts.whole += sum(len(f[n]) == size for f in at.features for n, size in enumerate(layout, 1))
    won = [p + 1 for p, points in enumerate(scores) if points == max(scores)]
    return "" if scores == match.scores and won == match.winners else f"scores {scores}, won by {won}: {match.scores}, {match.winners}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--engine", default="native")
    args = parser.parse_args()
    game, counts = ruledsl.load("gem-hens"), Counts()
    for seed in range(args.games):
        options = {"layout": SMALL} if seed % 2 else {}
        if found := play(game.start(2 + seed // 2 % 3, seed, options, args.engine), random.Random(seed), counts):
            print(f"seed {seed}: {found}")
            return 1
    print(counts)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
