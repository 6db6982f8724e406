"""What a random game is about: enums, kinds of cards, boards, options, zones and variables, drawn before anything is said of them."""

from __future__ import annotations

from random import Random

from ruledsl.record import field, record, replace

WORDS = ("pile", "row", "fan", "hand", "spot", "heap", "bag")
ORDERED = ("pile", "row", "fan", "spot")
COLOURS = ("red", "green", "blue", "white")
SIZES = ("small", "middle", "large")
SEATS = ("anna", "berta", "carl", "dora")
KINDS = ("Duck", "Goose", "Swan", "Crane", "Fox", "Wild")
PRINTED = ("colour", "n", "dots", "keeper")


@record(frozen=True)
class Ty:
    """A type: `kind` is int bool enum player cell corner edge place route line kind set card cards. `name` is that of the enum or family; a card may be
    one of `kinds`."""

    kind: str
    name: str = ""
    low: int = 0
    high: int = 0
    or_none: bool = False
    of: Ty | None = None
    kinds: tuple[str, ...] = ()

    def text(self) -> str:
        """As a rules file writes it."""
        bare = {"int": f"{self.low}..{self.high}", "enum": self.name, "kind": f"kind of {self.name}"}.get(self.kind, self.kind)
        if self.of is not None:
            bare = f"set of {self.of.text()}"
        return f"{bare} or none" if self.or_none else bare


BOOL, PLAYER, CELL, WAY = Ty("bool"), Ty("player"), Ty("cell"), Ty("enum", "Way")
CORNER, EDGE = Ty("corner"), Ty("edge")
PLACE, ROUTE = Ty("place"), Ty("route")
LINE = Ty("line")
BORDER, WEB = ("corner", "edge"), ("place", "route")
PLACES = ("cell", *BORDER, *WEB)


def number(high: int, low: int = 0) -> Ty:
    return Ty("int", low=low, high=high)


@record
class Kind:
    """A kind of card, with its constants; `effect` if it can be carried out."""

    name: str
    params: dict[str, Ty] = field(default_factory=dict)
    family: str = ""
    consts: dict[str, Ty] = field(default_factory=dict)
    effect: str = ""  # "" "plain" "named"
    wild: bool = False


@record(frozen=True)
class Web:
    """A board of places, with the ends of its routes."""

    places: tuple[str, ...]
    routes: tuple[tuple[str, str], ...]


@record(frozen=True)
class Zone:
    name: str
    owner: str  # table player cell corner edge place route, or a kind of card
    word: str
    keys: tuple[Ty, ...] = ()
    of: str = ""
    seen: str = ""
    most: int = 0

    @property
    def ordered(self) -> bool:
        return self.word in ORDERED


@record(frozen=True)
class Var:
    name: str
    owner: str
    type: Ty
    keys: tuple[Ty, ...] = ()
    seen: str = ""
    scope: str = ""


@record
class World:
    """All of it. `boards`: names with rows and columns; `families`: the kinds of each; `sure`: nothing is left to chance."""

    low: int
    high: int
    sure: bool = False
    noted: list[tuple[str, str]] = field(default_factory=list)  # what a history holds
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    circles: set[str] = field(default_factory=set)
    kinds: dict[str, Kind] = field(default_factory=dict)
    families: dict[str, tuple[str, ...]] = field(default_factory=dict)
    boards: dict[str, tuple[int, int]] = field(default_factory=dict)
    hexes: dict[str, bool] = field(default_factory=dict)  # by board, as soon as it is written
    widening: set[str] = field(default_factory=set)  # of these the boards whose rows grow longer: the first begins furthest in
    borders: tuple[Ty, ...] = ()  # corners and edges, where rules speak of them
    shaped: bool = False  # whether there are shapes, as soon as boards are written
    webs: dict[str, Web] = field(default_factory=dict)  # boards of places, beside others
    options: dict[str, Ty] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    rulings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    charts: dict[str, str] = field(default_factory=dict)  # name: the enum of its rows, "number", "players"
    rare: list[Ty] = field(default_factory=list)  # types that few games have: lines, kinds
    zones: list[Zone] = field(default_factory=list)
    vars: list[Var] = field(default_factory=list)
    defs: dict[str, tuple[tuple[Ty, ...], Ty]] = field(default_factory=dict)
    permissions: dict[str, tuple[Ty, ...]] = field(default_factory=dict)
    melds: dict[str, str] = field(default_factory=dict)  # name: the kind of its cards
    combinations: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: the kind and the parameter that counts
    teams: dict[str, tuple[str, ...]] = field(default_factory=dict)  # name: its seats
    letters: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of the pictures of a board

    @property
    def places(self) -> list[Ty]:
        """The types of what lies on boards."""
        return [CELL, *self.borders, *((PLACE, ROUTE) if self.webs else ())] if self.boards else []

    def plain_kinds(self) -> list[str]:
        return list(self.kinds)

    def kinds_of(self, zone: Zone) -> tuple[str, ...]:
        """The kinds of which cards may lie in a zone."""
        if not zone.of:
            return tuple(self.kinds)
        return self.families.get(zone.of, (zone.of,))

    @property
    def cells(self) -> int:
        return sum(rows * columns for rows, columns in self.boards.values())


def draw_world(r: Random, alone: bool = False) -> World:
    """A world at random; that of one player, and without chance, if it is for somebody `alone`."""
    low = 1 if alone else r.choice([1, 2, 2, 2, 3])
    world = World(low, low if alone else low + r.choice([0, 0, 1, 2]), alone)
    world.enums["Colour"] = COLOURS[: r.randint(2, 4)]
    if r.random() < 0.5:
        world.enums["Size"] = SIZES[: r.randint(2, 3)]
    world.circles = {name for name in world.enums if r.random() < 0.5}
    if r.random() < 0.4:
        _boards(r, world)
    _kinds(r, world)
    world.rare = [LINE] * (0 < world.cells <= 64 and r.random() < 0.4) + [Ty("kind", name) for name in world.families if r.random() < 0.6]
    _options(r, world)
    _zones(r, world)
    _variables(r, world)
    if not alone and r.random() < 0.15:
        _teams(r, world)
    if r.random() < 0.3:
        seen = [v for v in world.vars if v.owner in ("table", "player", *PLACES) and v.seen in ("", "open") and not v.scope]
        world.noted = [(v.name, v.owner) for v in r.sample(seen, min(len(seen), r.randint(1, 3)))]
    return world


def _teams(r: Random, world: World) -> None:
    """All seats, which have names, in two or three teams; and what a team has."""
    world.low = world.high = r.choice([2, 2, 3, 4])
    seats = list(SEATS[: world.high])
    r.shuffle(seats)
    names = ("reds", "blues", "golds")[: r.randint(2, min(3, world.high))]
    for n, name in enumerate(names):
        world.teams[name] = tuple(seats[n :: len(names)])
    world.enums["Team"] = names
    world.vars += [Var("pulled", "Team", number(99)), _variable(r, world, "shared", "Team")]


def _boards(r: Random, world: World) -> None:
    large = r.random() < 0.2
    side = (8, 10) if large else (1, 4)
    for name in ("yard", "pond_side")[: r.choice([1, 1, 1, 2])]:
        world.boards[name] = (r.randint(*side), r.randint(*side))
    if sum(a * b for a, b in world.boards.values()) < 2:
        world.boards["yard"] = (2, 2)
    if r.random() < (0.1 if large else 0.5) and not (large and world.sure):  # what is solved by brute force has few places
        world.borders = (CORNER, EDGE)
    if r.random() < 0.3:
        _webs(r, world)


def _webs(r: Random, world: World) -> None:
    """One or two boards of places, some of which several routes join."""
    for name, first in (("map", 0), ("sea_map", 5))[: r.choice([1, 1, 2])]:
        places = tuple(f"town{n}" for n in range(first, first + r.randint(2, 5)))
        ends = [(one, other) for one in places for other in places if one < other and r.random() < 0.6] or [places[:2]]
        ends += r.sample(ends, r.randint(0, len(ends) // 2))
        world.webs[name] = Web(places, tuple((a, b) if r.random() < 0.5 else (b, a) for a, b in ends))


def _printed(r: Random, what: str) -> Ty:
    """A type of what is printed on cards."""
    return {"colour": Ty("enum", "Colour"), "n": number(r.randint(1, 4), 1), "dots": BOOL, "keeper": PLAYER}[what]


def _kinds(r: Random, world: World) -> None:
    mixed = r.random() < 0.3  # what has one name is another thing on each kind
    for name in KINDS[: r.randint(1, 4)]:
        kind = Kind(name)
        for param in r.sample(PRINTED, r.choice([0, 1, 1, 2, 2])):
            if param == "keeper" and "n" not in kind.params and r.random() < 0.6:
                param = "n"
            kind.params[param] = _printed(r, r.choice(PRINTED) if mixed else param)
        for const in ["worth", *PRINTED * mixed]:
            if const not in kind.params and r.random() < 0.2:
                kind.consts[const] = _printed(r, r.choice(PRINTED) if mixed else "n")
        kind.effect = r.choice(["", "", "", "plain", "named"])
        world.kinds[name] = kind
    members = [k for k in world.kinds if r.random() < 0.6]
    if len(members) >= 2 and r.random() < 0.5:
        world.families["Fowl"] = tuple(members)
        for k in members:
            world.kinds[k].family = "Fowl"
    if r.random() < 0.2:
        world.kinds["Wild"] = Kind("Wild", wild=True)
    for name, kind in world.kinds.items():
        ranks = [p for p, ty in kind.params.items() if ty.kind in ("int", "enum")]
        if ranks and r.random() < 0.2 and not world.melds:
            world.melds["spread"] = name
        if (n := kind.params.get("n")) and n.kind == "int" and r.random() < 0.15 and not world.combinations:
            world.combinations["trick"] = (name, "n")


def _options(r: Random, world: World) -> None:
    colour = Ty("enum", "Colour")
    choices = {"goal": number(r.randint(3, 6), 1), "fast": BOOL, "starter": PLAYER, "trump": colour, "allowed": Ty("set", of=colour)}
    for name, ty in choices.items():
        if r.random() < 0.25:
            world.options[name] = ty
    if r.random() < 0.15:
        world.lists = ("faces",)
    if r.random() < 0.3:
        world.rulings["tie"] = ("shared", "nobody", "youngest")[: r.randint(2, 3)]


def _zones(r: Random, world: World) -> None:
    words = ["pile", "pile", "pile", "row"] + ["bag", "heap"] * (not world.sure)
    zones = [Zone("deck", "table", r.choice(words), seen=r.choice(["", "hidden", "hidden"]))]
    zones.append(Zone("held", "player", r.choice(["hand", "hand", "hand", "fan", "row", "heap"])))
    names = {"table": ["out", "line", "nest", "pack"], "player": ["front", "shelf"]}
    names |= {"cell": ["tile"], "corner": ["post"], "edge": ["lane"], "place": ["stand"], "route": ["track"]}
    lying = [(ty.kind, r.randint(0, 1)) for ty in world.places]
    for owner, many in (("table", r.randint(1, 3)), ("player", r.randint(0, 2)), *lying):
        zones += [_zone(r, world, name, owner) for name in names[owner][:many]]
    if r.random() < 0.2:
        zones.append(_zone(r, world, "under", r.choice(list(world.kinds))))
    world.zones = zones


def _keys(r: Random, world: World) -> tuple[Ty, ...]:
    """One key, mostly a number, or two; three where they are few."""
    few = [number(r.randint(2, 4), r.randint(0, 1)), PLAYER, BOOL, Ty("enum", r.choice(list(world.enums)))]
    few += [ty for ty in world.rare if ty.kind == "kind"]
    ties = [few[0], few[0], *few, *world.places, *world.rare]
    many = r.choice([1, 1, 1, 2, 2, 3])
    return tuple(r.choice(few if many == 3 else ties) for _ in range(many))


def _zone(r: Random, world: World, name: str, owner: str) -> Zone:
    word = r.choice(WORDS)
    keys = _keys(r, world) if name in ("pack", "shelf") and r.random() < 0.7 else ()
    of = r.choice([*world.kinds, *world.families]) if r.random() < 0.15 else ""
    held = ["own", "others"] if owner == "player" else ["open"]
    seen = r.choice(["", "", "open", "hidden", r.choice(held), "top" if word in ("pile", "row") else "hidden"])
    return Zone(name, owner, word, keys, of, seen, r.randint(2, 4) if r.random() < 0.1 and word != "spot" else 0)


def _types(r: Random, world: World) -> Ty:
    """A type that a variable may have."""
    ties = [number(r.choice([3, 9, 99])), number(9, -9), BOOL, Ty("enum", r.choice(list(world.enums))), PLAYER]
    ties += [ty for rare in world.rare for ty in (rare, replace(rare, or_none=True))] + [replace(BOOL, or_none=True)]
    of = [Ty("enum", r.choice(list(world.enums))), PLAYER, number(6, 1), *world.rare * 2]
    if world.boards:
        ties += [*world.places, *(replace(ty, or_none=True) for ty in world.places), WAY]
        of += world.places * 2
    ties += [Ty("set", of=r.choice(of))]
    ty = r.choice(ties)
    may = ty.kind in ("enum", "player") or ty.kind == "int" and ty.low >= 0
    return replace(ty, or_none=True) if may and r.random() < 0.4 else ty


def _variables(r: Random, world: World) -> None:
    world.vars = [Var("score", "player", number(99)), Var("clock", "table", number(99)), Var("x", "table", number(r.choice([9, 99])))]
    owners = ["table", "table", "table", "player", "player"]
    owners += [ty.kind for ty in world.places] * 2 + ([r.choice(list(world.kinds))] if r.random() < 0.35 else [])
    names = {"table": ["y", "flag", "hue", "lead", "marks"], "player": ["bid", "mark", "mood", "team"]}
    names |= {"cell": ["owner", "level"], "corner": ["pole", "load"], "edge": ["fence", "toll"], "place": ["fort", "rank"], "route": ["rail", "due"]}
    for owner in r.sample(owners, min(len(owners), r.randint(1, 6))):
        pool = names.get(owner) or ["fed", "age"]
        taken = {v.name for v in world.vars}
        name = next((n for n in pool if n not in taken), None)
        if name:
            world.vars.append(_variable(r, world, name, owner))


def _variable(r: Random, world: World, name: str, owner: str) -> Var:
    keys = _keys(r, world) if r.random() < 0.2 and owner in ("table", "player") else ()
    seen = r.choice(["", "", "", "hidden", r.choice(["own", "others"]) if owner == "player" else "open"])
    scope = r.choice(["turn", "round"]) if r.random() < 0.15 and owner in ("table", "player", *PLACES) else ""
    return Var(name, owner, _types(r, world), keys, seen, scope)
