"""Small programs made by hand: a table of zones of every sort, and functions given as lines of IR text."""

from __future__ import annotations

from ruledsl.ir.layout import card_regions, zone_regions
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Action, Face, Function, Parameter, Place, Program, Site, Type, Zone
from ruledsl.ir.regions import Region, header
from ruledsl.ir.text import parse
from ruledsl.ir.whence import Whence
from ruledsl.source import NOWHERE

PLAYERS = 3
MOST_OPTIONS = 5
WORD = (1 << 63) - 1
NUMBER = Type("int", low=-9, high=9)

SORTS = (  # name, owner, word, capacity (0: all cards), ordered, loose, visibility
    ("deck", "table", "pile", 0, True, True, "hidden"),
    ("open", "table", "pile", 0, True, True, "open"),
    ("pair", "player", "pile", 4, True, True, "hidden"),
    ("row", "player", "row", 5, True, False, "top"),
    ("hand", "player", "hand", 0, False, False, "own"),
    ("bag", "table", "bag", 6, False, False, "hidden"),
    ("heap", "table", "heap", 0, False, False, "open"),
    ("fan", "player", "fan", 0, True, False, "own"),
    ("book", "table", "row", 3, True, False, "hidden"),
)


def zones(cards: int) -> tuple[Zone, ...]:
    """One zone of every sort."""
    out: list[Zone] = []
    base = 1
    for name, owner, word, capacity, ordered, loose, visibility in SORTS:
        instances = PLAYERS if owner == "player" else 1
        out.append(Zone(name, owner, word, instances, capacity or cards, ordered, loose, visibility, base, NOWHERE))
        base += instances
    return tuple(out)


def regions(cards: int, sites: int, resumes: int, extra: tuple[Region, ...]) -> tuple[Region, ...]:
    """The header, the regions that tests write to, zones, and cards."""
    found = zones(cards)
    own = (
        Region("out", 16, -WORD - 1, WORD, "variable"),
        Region("small", 4, -3, 100, "variable", 7),
        Region("byte", 4, 0, 200, "variable", 200),
        Region("wide", 3, -40000, 40000, "variable", -40000),
    )
    of_zones = tuple(region for zone in found for region in zone_regions(zone, cards))
    instances = 1 + sum(zone.instances for zone in found)
    return (*header(2, PLAYERS, sites, resumes), *own, *extra, *of_zones, *card_regions(cards, instances, PLAYERS))


def functions(text: str) -> dict[str, Function]:
    """Functions in the text form."""
    return parse(text).functions


ANSWERS = """
function score value 1 2
  start:
    r1 = load out[r0]
    return r1
function payoff value 1 2
  start:
    r1 = load out[r0]
    return r1
function winners value 0 1
  start:
    r0 = const 5
    return r0
function yes value 2 3
  start:
    r2 = const 1
    return r2
function pick legal 1 3
  start:
    option 0, r0
    r1 = load out[r0]
    option 0, r1
    option -1
    return r0
"""


def program(text: str, cards: int = 12, extra: tuple[Region, ...] = (), away: int = 2, **changes: object) -> Program:
    """A program whose functions are given; the last `away` cards begin in the box, the others spread over deck and hands."""
    found = functions(ANSWERS + text)
    homes = {zone.name: zone.base for zone in zones(cards)}
    home = [(homes["deck"], homes["deck"], homes["hand"], homes["hand"] + 1, homes["heap"])[c % 5] for c in range(cards)]
    home[cards - away :] = [0] * away
    parameter = Parameter("n", NUMBER, "yes", Whence(), 0)
    sites = (
        Site("choice", "pick", 1, ("play",), legal="pick"),
        Site("chance", "roll", 2, ("play",), type=NUMBER, outcome="score", chance="roll"),
    )
    resumes = len(found["main"].resumes) if "main" in found else 0
    fields = {
        "title": "test", "rules_hash": "", "players": PLAYERS, "seats": ("A", "B", "C"), "options": {},
        "regions": regions(cards, len(sites), resumes, extra),
        "tables": {"prime": (2, 3, 5, 7, 11), "far": (-1, 1 << 40, -(1 << 63))},
        "enums": {}, "zones": zones(cards), "variables": (), "faces": (Face("Card", (), "", "Card"),), "cards": (0,) * cards,
        "home": tuple(home), "functions": found,
        "actions": (Action("take", (parameter,), (), "yes", (), 0),), "sites": sites,
        "places": tuple(Place(NOWHERE, (str(n),)) for n in range(400)), "entries": {}, "invariants": (), "arguments": 2,
    }  # fmt: skip
    return Program(**{**fields, **changes})  # type: ignore[arg-type]


FAULTS = tuple(Fault)
