"""Programs written by hand as IR text, and two small games."""

from __future__ import annotations

from typing import Any

from ruledsl.ir.layout import card_regions, zone_regions
from ruledsl.ir.program import (
    Action,
    Face,
    Hole,
    MenuEntry,
    Parameter,
    Place,
    Program,
    Requirement,
    Site,
    Type,
    Variable,
    Zone,
)
from ruledsl.ir.regions import Region, header
from ruledsl.ir.spill import spill
from ruledsl.ir.text import parse
from ruledsl.ir.whence import Whence
from ruledsl.record import replace
from ruledsl.source import NOWHERE, Span

WORD = (1 << 63) - 1
INT = Type("int", low=1, high=3)
CARD = Type("card")
PLACES = tuple(Place(Span("game.rules", line, 1, line, 9), (f"@T-{line}",)) for line in range(1, 10))

ENDS = """
function score value 1 2
  start:
    r1 = const 0
    return r1
function payoff value 1 2
  start:
    r1 = const 0
    return r1
function winners value 0 1
  start:
    r0 = const 0
    return r0
"""
NOTHING = """
function main main 0 1
  resumes start
  start:
    finish
"""


def program(
    text: str,
    players: int = 2,
    regions: tuple[Region, ...] = (),
    zones: tuple[Zone, ...] = (),
    cards: tuple[int, ...] = (),
    pinned: tuple[int, ...] = (),
    **fields: Any,
) -> Program:
    """A program of these functions; `main` is spilled, and what every program needs is added."""
    functions = parse(text).functions
    functions = parse(ENDS).functions | parse(NOTHING).functions | functions
    spilled = spill(functions["main"], pinned)
    functions["main"] = spilled.main
    numbers = 1 + sum(zone.instances for zone in zones)
    blocks = (
        *header(2, players, len(fields.get("sites", ())), len(spilled.main.resumes)),
        *regions,
        *(region for zone in zones for region in zone_regions(zone, len(cards))),
        *(card_regions(len(cards), numbers, players) if zones else ()),
        spilled.frame,
    )
    given: dict[str, Any] = {
        "title": "Test", "rules_hash": "abc", "players": players, "seats": ("A", "B", "C", "D", "E")[:players], "options": {},
        "tables": {}, "enums": {}, "variables": (), "faces": (), "home": (0,) * len(cards), "actions": (), "sites": (),
        "places": PLACES, "entries": {}, "invariants": (), "arguments": 2,
    }  # fmt: skip
    return Program(**{**given, **fields}, regions=blocks, zones=zones, cards=cards, functions=functions)


def zone(name: str, base: int, word: str = "pile", visibility: str = "open", instances: int = 1, capacity: int = 8, **more: Any) -> Zone:
    """A zone as its word suggests; several instances are players'."""
    ordered = word in ("pile", "row", "fan")
    owner = "player" if instances > 1 else "table"
    made = Zone(name, owner, word, instances, capacity, ordered, word == "pile", visibility, base, NOWHERE)
    return replace(made, **more)


# ---- who says ten ----------------------------------------------------------------------------

COUNT = """
function main main 0 5
  resumes start, answered
  start:
    r0 = const 0
    jump turn
  turn:
    r1 = const 1
    r1 = shl r1, r0
    r2 = const 0
    ask 0, r1, r2, answered @3
  answered:
    r1 = const 1
    r1 = load move[r1]
    r2 = const 0
    store last[r2], r1 @4
    r3 = load total[r2]
    r3 = add r3, r1
    store total[r2], r3 @5
    r4 = const 10
    r4 = le r4, r3
    branch r4, won, next
  next:
    r1 = const 1
    r0 = xor r0, r1
    jump turn
  won:
    store winner[r2], r0
    finish
function menu legal 1 5
  start:
    r1 = const 1
    r2 = const 1
    r4 = const 3
    jump try
  try:
    r3 = call other, r0, r1
    branch r3, next, give
  give:
    option 0, r1
    jump next
  next:
    r1 = add r1, r2
    r3 = le r1, r4
    branch r3, try, done
  done:
    return r1
function other value 2 4
  start:
    r2 = const 0
    r2 = load last[r2]
    r3 = eq r2, r1
    return r3
function small value 2 5
  start:
    r2 = const 1
    r3 = le r2, r1
    r2 = const 3
    r4 = le r1, r2
    r3 = and r3, r4
    return r3
function number value 2 2
  start:
    return r1
function last_said value 2 3
  start:
    r2 = const 0
    r2 = load last[r2]
    return r2
function secret_to_b value 2 2
  start:
    return r0
function winners value 0 2
  start:
    r0 = const 0
    r0 = load winner[r0]
    r1 = const 1
    r0 = shl r1, r0
    return r0
function score value 1 3
  start:
    r1 = const 0
    r2 = load winner[r1]
    r1 = eq r2, r0
    return r1
function in_order value 0 2
  start:
    r0 = const 0
    r0 = load total[r0]
    r1 = const 12
    r0 = le r0, r1
    return r0
"""


def count_game(hidden: str = "") -> Program:
    """In turn each says 1, 2 or 3, but not what was said just before; who brings the total to ten wins."""
    say = Action(
        name="say",
        params=(Parameter("n", INT, "small", Whence("1 to 3", "from 1 to 3"), 1),),
        label=("say ", Hole("number", INT, "n")),
        guard="other",
        requirements=(Requirement(2, (Hole("last_said", INT, "last"), " was said just now"), (Hole("last_said", INT, "last", hidden),)),),
        place=1,
    )
    wait = Action("wait", (), ("wait",), "calm", (), 6)
    variables = tuple(Variable(name, "table", INT, "open", "", NOWHERE) for name in ("total", "last"))
    text = COUNT + "function calm value 1 1\n  start:\n    return r0\n"
    return program(
        text,
        regions=(Region("total", 1, 0, 12, "variable"), Region("last", 1, 0, 3, "variable"), Region("winner", 1, 0, 1, "variable")),
        variables=variables,
        actions=(say, wait),
        sites=(Site("choice", "turn", 3, ("play", "turn"), legal="menu", menu=(MenuEntry(0),), prompt=("what do you say?",)),),
        invariants=(("not beyond twelve", "in_order", 7),),
    )


# ---- climbing --------------------------------------------------------------------------------

CARDS = """
function main main 0 10
  resumes start, draw.asked, turn.answered
  start:
    r0 = const 0
    zshuffle deck[r0]
    r5 = const 0
    jump deal
  deal:
    r6 = const 4
    r7 = lt r5, r6
    branch r7, deal.one, turn.first
  deal.one:
    r6 = const 2
    r8 = mod r5, r6
    r9 = const 0
    jump draw
  deal.next:
    r6 = const 1
    r5 = add r5, r6
    jump deal
  draw:
    r0 = const 0
    r1 = zloose deck[r0]
    r2 = load chance[r0]
    branch r2, draw.ask, draw.random
  draw.random:
    r3 = random r1
    jump draw.take
  draw.ask:
    r4 = const 0
    ask 1, r4, r1, draw.asked @2
  draw.asked:
    r0 = const 0
    r3 = load move[r0]
    jump draw.take
  draw.take:
    zsettle deck[r0], r3
    r3 = ztop deck[r0]
    zput hand[r8], r3 @2
    switch r9, deal.next, turn.next
  turn.first:
    r8 = const 0
    jump turn
  turn:
    r0 = const 0
    r1 = zloose deck[r0]
    r2 = zcount hand[r8]
    r3 = mul r1, r2
    branch r3, turn.ask, end
  turn.ask:
    r4 = const 1
    r4 = shl r4, r8
    r6 = const 0
    ask 0, r4, r6, turn.answered @3
  turn.answered:
    r4 = const 0
    r3 = load move[r4]
    switch r3, play.card, take
  play.card:
    r4 = const 1
    r3 = load move[r4]
    zput discard[r0], r3 @4
    r2 = load score[r8]
    r2 = add r2, r4
    store score[r8], r2
    jump turn.next
  take:
    r9 = const 1
    jump draw
  turn.next:
    r4 = const 1
    r8 = xor r8, r4
    jump turn
  end:
    finish
function menu legal 1 5
  start:
    r1 = const -1
    jump next
  next:
    r1 = znext hand[r0], r1
    r2 = const 0
    r3 = lt r1, r2
    branch r3, draw, try
  try:
    r4 = call low, r0, r1
    branch r4, next, give
  give:
    option 0, r1
    jump next
  draw:
    option 1
    return r1
function low value 2 4
  start:
    r2 = call top, r0, r1
    r3 = table numbers, r1
    r3 = lt r3, r2
    return r3
function top value 2 5
  start:
    r2 = const 0
    r3 = ztop discard[r2]
    r4 = lt r3, r2
    branch r4, none, some
  none:
    return r2
  some:
    r4 = table numbers, r3
    return r4
function in_hand value 2 3
  start:
    r2 = zhas hand[r0], r1
    return r2
function same value 2 2
  start:
    return r1
function free value 1 2
  start:
    r1 = const 0
    return r1
function loose_card value 1 3
  start:
    r1 = const 0
    r2 = znth deck[r1], r0
    return r2
function score value 1 2
  start:
    r1 = load score[r0]
    return r1
function winners value 0 1
  start:
    r0 = const 3
    return r0
"""
NAMES = ("one", "two", "three", "four")


def card_game(**fields: Any) -> Program:
    """Eight hens, two of each number: in turn each plays a hen no lower than the last, or draws."""
    play = Action(
        name="play_hen",
        params=(Parameter("hen", CARD, "in_hand", Whence("your hand", "in your hand"), 4),),
        label=("play ", Hole("same", CARD, "hen")),
        guard="low",
        requirements=(Requirement(5, ("no lower than ", Hole("top", INT, "climb")), (Hole("top", INT, "climb"),)),),
        place=4,
    )
    draw = Action("draw", (), ("draw a hen",), "free", (), 6)
    zones = (zone("deck", 1, visibility="hidden"), zone("hand", 2, "hand", "own", 2), zone("discard", 4))
    variables = (
        Variable("score", "player", Type("int", high=9), "open", "", NOWHERE),
        Variable("wish", "player", Type("card", or_none=True), "own", "", NOWHERE),
    )
    given: dict[str, Any] = {
        "regions": (Region("score", 2, 0, 9, "variable"), Region("wish", 2, -1, 7, "variable", -1)),
        "zones": zones,
        "cards": (0, 0, 1, 1, 2, 2, 3, 3),
        "home": (1,) * 8,
        "faces": tuple(Face("Hen", (n,), str(n + 1), f"Hen({name})") for n, name in enumerate(NAMES)),
        "tables": {"numbers": (1, 1, 2, 2, 3, 3, 4, 4)},
        "variables": variables,
        "actions": (play, draw),
        "sites": (
            Site("choice", "turn", 3, ("play", "turn"), legal="menu", menu=(MenuEntry(0), MenuEntry(1))),
            Site("chance", "draw", 2, ("play",), type=CARD, outcome="loose_card", chance="draw"),
        ),
    }
    return program(CARDS, **{**given, **fields})
