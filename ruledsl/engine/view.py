"""The table as one seat may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import Values, owners
from ruledsl.ir.once import once
from ruledsl.ir.program import Program, Site, Type, Variable, Zone
from ruledsl.ir.regions import seen
from ruledsl.record import record


@record(frozen=True)
class CardView:
    """A card; `?` of no kind if it is unknown. `until` says how long it stays, where that is settled: `until after B's turn`.

    What is marked on an unknown card is told of the place where it lies, never of a card by its name. `on` are the cards that lie on it, `notes` what
    its own variables hold, where that is not what they begin with: `owner B`."""

    text: str
    kind: str
    known: bool
    until: str = ""
    on: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


UNKNOWN = CardView("?", "", False)


@record(frozen=True)
class ZoneView:
    """A zone. `owner`: table player cell line, and of a line its name; `owner_seat` from 1 if a player's; `owner_index` from 0. `visible`: every card is known.

    Cards bottom to top. Where order means nothing they stand by their faces, unknown ones last. The name ends with the `key`, if it has keys; `cell` is
    the key, if it has one alone and that is a cell: there the cards lie."""

    name: str
    owner: str
    owner_seat: int | None
    word: str
    count: int
    cards: tuple[CardView, ...]
    visible: bool
    owner_index: int = 0
    line: str = ""
    key: str = ""
    cell: int | None = None


@record(frozen=True)
class VariableView:
    """A variable; the text is `?` if it is hidden. `until` says how long the value holds, where that is settled.

    `idle`: as it began, which is false, none, or 0 of what is there for a turn or round only; or hidden, and there for that long only. `kind` is that
    of its type, and `value` the number behind the text, None if it is hidden. The name ends with the `key`, if it has keys.

    `cells`: where it stands on the boards, if it is of cells: the cell or the cells that it holds, or the one that is its key, where it is not as it began.
    None of all that says nothing of cells, that lies on a cell or line itself, or is hidden.

    `drawn`: how one of so many is drawn, where the rules say it."""

    name: str
    owner: str
    owner_index: int
    text: str
    hidden: bool
    until: str = ""
    idle: bool = False
    kind: str = ""
    value: int | None = None
    line: str = ""
    key: str = ""
    cells: tuple[int, ...] | None = None
    drawn: str = ""

    @property
    def is_nothing(self) -> bool:
        """Is it seen that it is false, none, empty, or 0? The first of the players, cells or values of an enum is something."""
        return not self.hidden and (self.text in ("none", "{}") or self.kind in ("int", "bool") and not self.value)


@record(frozen=True)
class View:
    """What a seat (from 1; None for who sees all) knows of a state. `question`: what the seats are asked that are waited for, as the table hears it."""

    seats: tuple[str, ...]
    player: int | None
    phases: tuple[str, ...]
    waiting: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    variables: tuple[VariableView, ...]
    question: str = ""


def view(position: Position, seat: int | None, public: bool = False) -> View:
    """What a seat (from 0) may know; None knows all, or if it is the public, what everybody knows."""
    program = position.program
    looking = (1 << program.players) - 1 if public else 0 if seat is None else 1 << seat
    return View(
        seats=program.seats,
        player=None if seat is None else seat + 1,
        phases=() if position.over else tuple(map(position.words.tell, position.site.phases)),
        waiting=tuple(s + 1 for s in position.waiting),
        question=_question(position, looking),
        zones=tuple(_zone(position, zone, k, looking) for zone, k in instances(program) if not _on_card(zone, looking)),
        variables=tuple(
            _variable(position, variable, i, looking)
            for variable in program.declared
            for i in range(program.region[variable.name].count)
            if program.is_there(variable, i) and not _on_card(variable, looking)
        ),
    )


def _question(position: Position, looking: int) -> str:
    """In words; where the rules have none, what may be done."""
    if not (asked := position.waiting):
        return ""
    site = position.site
    who = next((seat for seat in asked if looking == 1 << seat), asked[0])
    seers, heard = position.heard(site.prompt, who)
    text = position.fill(site.prompt, who) if looking & seers == looking else heard
    return text or " or ".join(dict.fromkeys(position.words.tell(position.program.actions[entry.action].name) for entry in site.menu)).replace("_", " ")


@once
def questions(program: Program) -> list[int]:
    """By site, the first at which as much is heard by those who are not asked: the phases, the question, and what may be done."""
    first: dict[object, int] = {}
    return [first.setdefault(_heard(site), n) for n, site in enumerate(program.sites)]


def _heard(site: Site) -> object:
    words = tuple(part if isinstance(part, str) else None for part in site.prompt)
    return site.kind, site.phases, words, () if words else tuple(entry.action for entry in site.menu)


def _on_card(thing: Zone | Variable, looking: int) -> bool:
    """Does it belong to a card? Then it is told on the card where that lies; who sees all has it in the list as well."""
    return thing.owner == "card" and bool(looking)


def _sees(position: Position, card: int, looking: int) -> bool:
    return position.seers.get(card, -1) & looking == looking and card not in position.unknown


def _zone(position: Position, zone: Zone, k: int, looking: int) -> ZoneView:
    program, values = position.program, position.values
    cards, loose = cards_in(program, values, zone, k), loose_in(values, zone, k)
    known = {card for card in cards if _sees(position, card, looking)}
    free = len(cards) if zone.held and (not zone.ordered or len(known) < len(cards)) else loose
    views = {card: _card(position, card, looking) if card in known else _back(position, card, looking) for card in cards}
    faces = {card: program.cards[card] if card in known else len(program.faces) for card in cards}
    order = sorted(cards[:free], key=lambda card: (faces[card], views[card].notes, views[card].on, views[card].until)) + cards[free:]
    shown = tuple(views[card] for card in order)
    owner = k // zone.length
    owner_seat = owner + 1 if zone.owner == "player" else None
    line, name = position.words.of_line(zone, k)
    key = name[len(position.words.tell(zone.name)) + 1 :]
    whose = "line" if line else zone.owner
    return ZoneView(name, whose, owner_seat, zone.word, len(cards), shown, len(known) == len(cards), owner, line, key, _keyed_by(zone, k))


def card_view(position: Position, card: int, seat: int) -> CardView:
    """A card that a seat (from 0) knows."""
    return _card(position, card, 1 << seat)


def _card(position: Position, card: int, looking: int) -> CardView:
    face = position.program.faces[position.program.cards[card]]
    on, notes = _marks(position, card, looking, frozenset(name for _, name in face.shown))
    return CardView(position.lying(Type("card"), card), face.kind, True, position.lasts("card", card), on, notes)


def _back(position: Position, card: int, looking: int) -> CardView:
    """A card that is not known: what all can see on it."""
    on, notes = _marks(position, card, looking)
    return CardView("?", "", False, "", on, notes) if on or notes else UNKNOWN


def _marks(position: Position, card: int, looking: int, read: frozenset[str] = frozenset()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards that lie on a card, and what its own variables hold, but for those that can be `read` in its text."""
    program = position.program
    lying = (_zone(position, zone, k, looking) for zone, k in instances(program) if zone.owner == "card" and k // zone.length == card)
    held = [(v, card * v.length + n) for v in program.declared if v.owner == "card" and v.name not in read for n in range(v.length)]
    changed = [(v, k) for v, k in held if any(position.values[word][k] != program.region[word].initial for word in program.words_of(v.name))]
    notes = (_variable(position, variable, k, looking) for variable, k in changed)
    return tuple(other.text for zone in lying for other in zone.cards), tuple(f"{v.name} {v.text}" for v in notes if not v.hidden)


def _variable(position: Position, variable: Variable, index: int, looking: int) -> VariableView:
    (line, name), owner = position.words.of_line(variable, index), index // variable.length
    whose = "line" if line else variable.owner
    key = name[len(position.words.tell(variable.name)) + 1 :]
    if not all(may_know(variable, index, seat, position.values) for seat in range(position.program.players) if looking >> seat & 1):
        return VariableView(name, whose, owner, "?", True, idle=bool(variable.scope), kind=variable.type.kind, line=line, key=key)
    value = position.program.held(position.values, variable.name, index)
    idle = value == position.program.region[variable.name].initial and _nothing(variable, value)
    return VariableView(
        name, whose, owner, position.words.show(variable.type, value), False, position.lasts(variable.name, index), idle,
        variable.type.kind, value, line, key, _cells(variable, index, value, position.program.region[variable.name].initial),
        position.words.drawn(variable, index),
    )  # fmt: skip


def _cells(variable: Variable, index: int, value: int, initial: int) -> tuple[int, ...] | None:
    type = variable.type
    if variable.owner not in ("table", "player"):
        return None
    if type.kind == "set" and type.of is not None and type.of.kind == "cell":
        return tuple(cell for cell in range(type.of.high + 1) if value >> cell & 1)
    if type.kind == "cell":
        return (value,) if value >= 0 else ()
    cell = _keyed_by(variable, index)
    if cell is None:
        return None
    stands = bool(value) if type.kind == "bool" else value != initial
    return (cell,) if stands else ()


def _keyed_by(held: Variable | Zone, index: int) -> int | None:
    """The cell that is the one key of what belongs to the table or a player."""
    if held.owner not in ("table", "player") or len(held.keys) != 1 or held.keys[0].type.kind != "cell":
        return None
    return held.keys[0].members[index % held.length]


def _nothing(variable: Variable, value: int) -> bool:
    type = variable.type
    if type.kind == "bool" or type.or_none:
        return value == (-1 if type.or_none else 0)
    return bool(variable.scope) and type.kind in ("int", "set") and value == 0


def may_know(variable: Variable, index: int, seat: int | None, values: Mapping[str, Sequence[int]]) -> bool:
    """May a seat (from 0) know what a variable holds: is it open, its own, or was it shown to the seat?"""
    if seat is None or variable.visibility == "open":
        return True
    if looks_itself(variable, index, seat):
        return True
    shown = values.get(seen(variable.name))
    return shown is not None and bool(shown[index] >> seat & 1)


def touched(program: Program, variable: Variable, old: Values, now: Values) -> Sequence[int]:
    """The instances of which something may have to be told: of what all may look at, those that hold another value now. What is hidden may have been shown."""
    every = range(len(old[variable.name]) if variable.owner != "card" or program.cards else 0)
    if variable.visibility != "open":
        return every
    words = [word for word in program.words_of(variable.name) if old[word] != now[word]]
    return [index for index in every if any(old[word][index] != now[word][index] for word in words)] if words else ()


def looks_itself(variable: Variable, index: int, seat: int) -> bool:
    """May a seat (from 0) look at what a hidden variable holds, as it is declared?"""
    return variable.owner == "player" and bool(owners(variable.visibility, index // variable.length, seat + 1) >> seat & 1)


def in_words(piece: Any) -> str:
    """A zone or a variable as a seat sees it, or anything else, on one line."""
    cards = getattr(piece, "cards", None)
    if cards is not None:
        return f"{piece.name}: {' '.join(' '.join([card.text, *card.notes]) for card in cards) or 'empty'}"
    return f"{piece.name}: {piece.text}" if hasattr(piece, "text") else str(piece)
