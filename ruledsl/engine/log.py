"""What happened, in words: what was chosen, what chance brought, which cards moved and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruledsl.engine.apart import cards_named
from ruledsl.engine.cards import cards_in
from ruledsl.engine.choice import Choice
from ruledsl.engine.pointing import called, pointed_at, told_apart, whence
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.engine.unsaid import called_by_others, taken, unsaid
from ruledsl.engine.view import looks_itself, may_know, touched
from ruledsl.engine.words import Words
from ruledsl.interp.state import State
from ruledsl.ir.layout import Values, find_instance
from ruledsl.ir.program import VALUE, Place, Template, Type, Variable
from ruledsl.record import record, replace
from ruledsl.source import Span


@record(frozen=True)
class Event:
    """One thing that happened. `kind`: choice chance move change tell begin over. `seat` (from 1) is who chose.

    `seers` is the mask of seats that may read `text`; the others read `outside`, or nothing if that is empty. `variable` is the name of what changed;
    `shown`: it did not, but was shown as it is; `of_cards`: the cards that were chosen are named. What happened may be told each seat in other pieces, by what
    it was shown: `listeners` are those who are told this one, seats, behind them the public, and the referee."""

    text: str
    kind: str
    seat: int | None
    span: Span
    tags: tuple[str, ...]
    seers: int = -1
    outside: str = ""
    variable: str = ""
    shown: bool = False
    of_cards: bool = False
    listeners: int = -1


def as_seen(event: Event, seat: int) -> Event | None:
    """What a seat (from 0) is told of an event."""
    if not event.listeners >> seat & 1:
        return None
    if event.seers >> seat & 1:
        return event
    return replace(event, text=event.outside) if event.outside else None


def as_public(event: Event, players: int) -> Event | None:
    """What everybody is told of an event."""
    everybody = (1 << players) - 1
    if not event.listeners >> players & 1:
        return None
    if event.seers & everybody == everybody:
        return event
    return replace(event, text=event.outside) if event.outside else None


def is_whole(event: Event, players: int) -> bool:
    """Is it told who sees all?"""
    return bool(event.listeners >> players + 1 & 1)


def chosen(before: Position, stops: Sequence[Position], choice: Choice) -> list[Event]:
    """Somebody chose, or was told what chance has brought; what is chosen in secret the others do not read. `stops`: how it stood on the way."""
    if before.kind in ("chance", "world"):
        return rolled(before, choice)
    place = where(before, (before, choice))
    if choice.seat is None:
        return [Event(choice.label, "choice", None, place.span, place.tags)]
    name, everybody = before.program.seats[choice.seat - 1], (1 << before.program.players) - 1
    cards = cards_named(before, choice)
    unseen = frozenset(_unseen(before, stops, cards))
    seers, heard = _heard(before, choice, frozenset(cards) - unseen, bool(unseen))
    known = frozenset(card for card in cards if card not in unseen or before.sees(choice.seat - 1, card))
    text = _answer(choice, before.fill(*_text(before, choice))) + unsaid(before, choice, known, _text(before, choice)[0])
    event = Event(f"{name}: {text}", "choice", choice.seat, place.span, place.tags, of_cards=before.kind != "simultaneous" and bool(cards))
    return [event if seers == everybody else replace(event, seers=seers, outside=heard)]


def _heard(before: Position, choice: Choice, known: frozenset[int], secret: bool) -> tuple[int, str]:
    """The mask of seats that read what was chosen as who chose it does, and what the others read. What was chosen at the same time as others choose, or into a
    variable that others do not see, nobody hears; of cards that not all see they hear where these lie."""
    words, name, alone = before.words, before.program.seats[(choice.seat or 0) - 1], 1 << (choice.seat or 0) - 1
    if before.kind == "simultaneous" or choice.action == "value" and kept_unseen(before.program, before.site_number):
        return alone, _that_one_chose(before, choice, name)
    template, seat, arguments = _text(before, choice)
    seers, text = before.heard(template, seat, arguments)
    if secret and choice.move[0] == VALUE:
        cards = called_by_others(before, before.site.type or Type("card"), choice.move[1], known)
        return alone, f"{name}: {_answer(choice, text, cards)}"
    readable: Template = () if secret else tuple(part for part in template if isinstance(part, str) or not part.hidden)
    less = unsaid(before, choice, known, readable)
    if secret or text == "?":
        return alone if secret else seers, f"{name}: {words.tell(choice.action).replace('_', ' ')}{less}"
    return seers, f"{name}: {_answer(choice, text)}{less}"


def _that_one_chose(before: Position, choice: Choice, name: str) -> str:
    """What others read of a secret answer: that it was given, and what was asked, as they hear it. Where all are asked at once, that is told already."""
    asked = "" if before.kind == "simultaneous" else _question(before.heard(*_text(before, choice))[1])
    told = before.words.say("{seat} has chosen", seat=name)
    return f"{told}: {asked}" if asked.endswith("?") else told


def where(stands: Position, answer: tuple[Position, Choice] | None) -> Place:
    """The rule by which something happened. Of answers that were given together it is where they were asked for: which action it is would tell what was
    answered."""
    if answer is None:
        return stands.place(0)
    before, choice = answer
    return before.place(before.site.place if before.kind == "simultaneous" else choice.place)


def _text(before: Position, choice: Choice) -> tuple[Template, int, Sequence[int]]:
    """The question that a value answers, or the label of an action; whose it is, and its arguments."""
    seat = (choice.seat or 0) - 1
    return (before.site.prompt, seat, ()) if choice.move[0] < 0 else (before.program.actions[choice.move[0]].label, seat, choice.move[1:])


def _answer(choice: Choice, text: str, value: str = "") -> str:
    """What was chosen; of a value, as others hear of it or as it is chosen, with the question that it answers."""
    if choice.move[0] < 0:
        asked = _question(text)
        return f"{asked} {value or choice.label}" if asked.endswith("?") and choice.action == "value" else value or choice.label
    return text or choice.told or choice.label


def _question(prompt: str) -> str:
    """What is asked; what is said of it behind the question is for whoever answers."""
    asked, mark, _ = prompt.partition("?")
    return asked + mark


def _unseen(before: Position, stops: Sequence[Position], cards: Iterable[int]) -> Iterator[int]:
    """The cards of which others see neither where they lay nor where they came next which they are. Whoever draws one there cannot tell that it is this."""
    everybody, lay, here = (1 << before.program.players) - 1, before.values.get("card.zone", []), pointed_at(before, before.values)
    for card in cards:
        there = next((stop for stop in stops if stop.values["card.zone"][card] != lay[card]), stops[-1])
        if here.get(card, everybody) | pointed_at(there, there.values).get(card, everybody) != everybody:
            yield card


def rolled(position: Position, choice: Choice) -> list[Event]:
    """Chance or the world has decided; of a card that is drawn, its move tells, and of what not everybody sees, the change of the variable.
    What has not come is not told."""
    if position.site.chance == "draw" or position.site_number in rolls(position.program).untold:
        return []
    where = position.place(choice.place)
    if position.site.comes is not None:
        what = position.program.interruptions[position.site.comes]
        return [Event(position.fill(what.label, -1), "chance", None, where.span, where.tags)] if choice.move[0] else []
    asked = _question(position.fill(position.site.prompt, -1)) or _throwing(position) or position.site.chance or "chance"
    behind = "" if asked[-1] in "?.!" else f"{_in_turn(position)}:"
    return [Event(f"{asked}{behind} {choice.label}", "chance", None, where.span, where.tags)]


def _in_turn(position: Position) -> str:
    """Whose turn it is that something is thrown in."""
    seat = position.values["frame"][position.site.turn] if position.site.turn >= 0 else -1
    return f" ({position.program.seats[seat]})" if seat >= 0 else ""


PLAY = "play"
"""The whole game, whose name says of no throw what it is for."""


def _throwing(position: Position) -> str:
    """The deed that is there for a throw that has no name; in a phase in which somebody is asked something, and in what somebody has just chosen, it is plain
    which throw it is."""
    name = position.site.name.partition(".")[0]  # of the copy for a zone, what it was copied from
    asking = (site for site in position.program.sites if site.name.partition(".")[0] == name and (site.menu or site.type is not None) and not site.chance)
    known = name in position.site.phases and (name == PLAY or any(asking)) or any(name == action.name for action in position.program.actions)
    return "" if known or position.site.chance != "roll" or not name.isidentifier() else name.replace("_", " ")


def shown(there: Position, cards: Mapping[int, int], place: Place) -> Iterator[Event]:
    """Cards were shown where they lie, each to a mask of seats; of a hand of which not all is shown nobody is told which of its places it was. What a seat is
    told does not hang on what others are."""
    lying = there.values["card.zone"]
    groups: dict[tuple[int, tuple[int, ...]], int] = {}
    for seat in range(there.program.players):
        mine = [card for card, mask in cards.items() if mask >> seat & 1]
        for number in sorted({lying[card] for card in mine}):
            here = number, tuple(card for card in mine if lying[card] == number)
            groups[here] = groups.get(here, 0) | 1 << seat
    for (number, some), mask in groups.items():
        told = there.words.say("{source} shows {cards}", source=called(there, number), cards=there.words.cards(some))
        yield Event(told, "move", None, place.span, place.tags, mask)


def shown_value(there: Position, variable: Variable, index: int, mask: int, place: Place) -> Iterator[Event]:
    """A variable was shown to a mask of seats, as it was then."""
    if variable.told:
        yield from aloud(there.words, variable, there.values, mask, place)
        return
    now = there.words.show(variable.type, there.program.held(there.values, variable.name, index))
    for event in _stored(there, variable, index, now, mask, place):
        yield replace(event, shown=True)


def aloud(words: Words, variable: Variable, values: Values, mask: int, place: Place) -> Iterator[Event]:
    """A text was told aloud to a mask of seats."""
    if text := words.aloud(variable, values):
        yield Event(text, "tell", None, place.span, place.tags, mask, variable=variable.name, shown=True)


def begun(position: Position, phase: str, place: Place) -> Event:
    """A round begins."""
    return Event(position.words.say("the next {phase} begins", phase=position.words.tell(phase).replace("_", " ")), "begin", None, place.span, place.tags)


def steps(states: Sequence[tuple[Values, Position]], place: Place, fallen: Sequence[Sequence[Event]] = ()) -> Iterator[Event]:
    """What has happened in several steps, each from a state to a later one, and what had `fallen` to chance behind each: as it happened. What variables hold
    in the end is told last; to those who look there themselves, before what fell behind its last change."""
    moved, marked, last = list(_moves(states, place)), dict[str, list[int]](), len(states) - 1
    noted = [list(_marked(*state, marked, place)) for state in states[:-1]]
    stops = [(step, states[step][1].values) for step, some in enumerate(fallen[: max(last, 0)]) if some]
    changed = list(_variables(states[0][0] | marked, states[-1][1], place)) if states else []
    told = [(_settled(cells, event.seers, stops, states[-1][1], last), event) for cells, event in changed]
    for step in range(max(len(states), len(fallen))):
        yield from (event for number, event in moved if number == step)
        yield from (event for number, event in told if number == step < last)
        yield from fallen[step] if step < len(fallen) else ()
        yield from noted[step] if step < last else ()
    yield from (event for number, event in told if number == last)


def _settled(cells: Cells, seers: int, stops: Sequence[tuple[int, Values]], end: Position, last: int) -> int:
    """The first step behind which something was told and the seats of a mask see that variables hold what they do in the end."""
    variable, held = cells[0], end.program.held
    looking = (looks_itself(variable, cells[1], seat) for seat in range(end.program.players) if seers >> seat & 1)
    if variable.owner != "card" and (variable.visibility == "open" or all(looking)):
        for step, values in reversed(stops):
            if any(held(values, variable.name, index) != held(end.values, variable.name, index) for index in range(*cells[1:])):
                break
            last = step
    return last


def _marked(old: Values, after: Position, told: dict[str, list[int]], place: Place) -> Iterator[Event]:
    """What all may look at, as it was set of cards: told where they lay then. Where they lie in the end may be what nobody can tell."""
    for variable in after.program.declared:
        if variable.owner == "card" and variable.visibility == "open" and old[variable.name] != after.values[variable.name]:
            told[variable.name] = after.values[variable.name]
            for index in sorted(touched(after.program, variable, old, after.values), key=lambda index: _standing(old, after, variable, index)):
                if change := _change(old, after, variable, index):
                    yield from _stored(after, variable, index, change, _knowers(after, after.values, variable, index), place)


def _moves(states: Sequence[tuple[Values, Position]], place: Place) -> Iterator[tuple[int, Event]]:
    """Cards that went the same way and are seen by the same seats are told together, in the step that moved the first of them; within a step place by
    place, whatever the numbers of the cards are."""
    groups: dict[Way, Moved] = {}
    for step, (old, after) in enumerate(states):
        for way, cards in sorted(_ways(old, after).items(), key=lambda found: (*(whence(after, number) for number in found[0][:2]), found[0][2], found[1])):
            groups.setdefault(way, (step, {}))[1].update(taken(old, after, way[0], cards))
    pairs: dict[tuple[int, int], list[Way]] = {}
    for way in groups:
        pairs.setdefault(way[:2], []).append(way)
    for way, (step, cards_taken) in groups.items():
        if len(pairs[way[:2]]) == 1:
            yield step, _moved(states[step][0], after, way, cards_taken, place)
        elif pairs[way[:2]][0] == way:
            yield from _to_each(states, {one: groups[one] for one in pairs[way[:2]]}, place)


def _to_each(states: Sequence[tuple[Values, Position]], groups: Mapping[Way, Moved], place: Place) -> Iterator[tuple[int, Event]]:
    """Cards that went the same way, and of which some are seen by seats that do not see others: each is told in one line what it sees, and in one what it does
    not. In what pieces others are told would say which of them these know."""
    after = states[-1][1]
    players, lines = after.program.players, dict[tuple[bool, tuple[Way, ...]], int]()
    everybody = (1 << players) - 1
    for listener in range(players + 2):
        for sees in (True, False):
            some = tuple(way for way in groups if _reads(way[2], listener, players, everybody) == sees)
            if some:
                lines[sees, some] = lines.get((sees, some), 0) | 1 << listener
    for (sees, some), listeners in lines.items():
        step = min(groups[way][0] for way in some)
        cards = dict(sorted(pair for way in some for pair in groups[way][1].items()))
        event = _moved(states[step][0], after, (*some[0][:2], -1 if sees else 0), cards, place)
        yield step, replace(event, listeners=listeners)


def _reads(mask: int, listener: int, players: int, everybody: int) -> bool:
    """Is a seat of a mask, or, behind the seats, the public if all are; the referee always."""
    return bool(mask >> listener & 1) if listener < players else listener > players or mask & everybody == everybody


Way = tuple[int, int, int]
"""Whence, whither, and the mask of seats that see it."""
Moved = tuple[int, dict[int, int | None]]
"""In which step cards went, and each with the number in its row that all see."""


def _ways(old: Values, after: Position) -> dict[Way, list[int]]:
    """By way the cards that went it in one step."""
    ways: dict[Way, list[int]] = {}
    if not after.program.zones or old["card.zone"] == after.values["card.zone"]:
        return ways
    before, now = pointed_at(after, old), told_apart(old, after)
    for card, (source, target) in enumerate(zip(old["card.zone"], after.values["card.zone"], strict=True)):
        if source != target:
            ways.setdefault((source, target, before.get(card, 0) | now.get(card, 0)), []).append(card)
    return ways


def _moved(old: Values, after: Position, way: Way, cards: Mapping[int, int | None], place: Place) -> Event:
    source, target, mask = way
    ends = {"source": called(_before(old, after, source), source), "target": called(after, target)}
    words = after.words
    taken = ", ".join(words.say("card {number}", number=number) for number in sorted(number for number in cards.values() if number is not None))
    names, many = words.cards(list(cards)), words.say("{count} cards", count=len(cards)) if len(cards) > 1 else words.tell("a card")
    told = words.say("{cards} from {source} to {target}", cards=f"{names} ({taken})" if taken else names, **ends)
    less = words.say("{cards} from {source} to {target}", cards=taken or many, **ends)
    return Event(told, "move", None, place.span, place.tags, mask, less)


def _before(old: Values, after: Position, number: int) -> Position:
    """Where a place is on a card, what stood before: the card may have gone, too."""
    found = find_instance(after.program, number)
    if found is None or found[0].owner != "card":
        return after
    return Position(after.program, after.engine, after.words, State(after.program, dict(old)))


Cells = tuple[Variable, int, int]
"""Some of the cells of a variable: the first, and the one behind the last."""


def _variables(old: Values, after: Position, place: Place) -> Iterator[tuple[Cells, Event]]:
    """What was stored; on cards in the order of their places, whatever their numbers are."""
    for variable in after.program.declared:
        if variable.drawn and variable.visibility == "open" and variable.owner != "card" and not after.program.lives:
            yield from _counted(old[variable.name], after, variable, place)
            continue
        changed = touched(after.program, variable, old, after.values)
        if variable.owner == "card":
            changed = sorted(changed, key=lambda index: _standing(old, after, variable, index))
        for index in changed:
            knew, know = (_knowers(after, values, variable, index) for values in (old, after.values))
            told, cells = _change(old, after, variable, index), (variable, index, index + 1)
            if told:
                yield from ((cells, event) for event in _stored(after, variable, index, told, knew & know, place))
            if know & ~knew:
                yield from ((cells, event) for event in shown_value(after, variable, index, know & ~knew, place))


def _counted(old: Sequence[int], after: Position, variable: Variable, place: Place) -> Iterator[tuple[Cells, Event]]:
    """Of what is drawn one by one, whoever has now other than before: all of it."""
    now, each = after.values[variable.name], variable.length
    for owner in range(len(now) // each):
        first, behind = owner * each, (owner + 1) * each
        if old[first:behind] != now[first:behind]:
            told = " → ".join(after.words.counted(variable, owner, values) for values in (old, now))
            whose = after.words.owned(replace(variable, keys=(), length=1), owner)
            event = Event(f"{whose}: {told}", "change", None, place.span, place.tags, variable=variable.name)
            yield (variable, first, behind), event


def _change(old: Values, after: Position, variable: Variable, index: int) -> str:
    before, now = (after.program.held(values, variable.name, index) for values in (old, after.values))
    lasts = after.lasts(variable.name, index)
    return f"{after.words.show(variable.type, before)} → {after.words.show(variable.type, now)}{lasts and f' {lasts}'}" if before != now else ""


def _standing(old: Values, after: Position, variable: Variable, index: int) -> tuple[int, int, str, int, int]:
    """Where what was stored stands in the log: by the card's place, what is told of it, and last its face."""
    card, number = index // variable.length, after.values["card.zone"][index // variable.length]
    found = find_instance(after.program, number)
    at = cards_in(after.program, after.values, *found).index(card) if found and found[0].ordered and found[0].word != "fan" else 0
    return number, at, _change(old, after, variable, index), after.program.cards[card], index


def _stored(after: Position, variable: Variable, index: int, told: str, seers: int, place: Place) -> Iterator[Event]:
    """A change, as it is told to some seats: of a card by its name to those who see it, and by where it lies to the others."""
    everybody = (1 << after.program.players) - 1
    event = Event(f"{after.words.owned(variable, index)}: {told}", "change", None, place.span, place.tags, seers, variable=variable.name)
    blind = seers & ~pointed_at(after, after.values).get(index // variable.length, -1) if variable.owner == "card" else 0
    if not blind:
        yield event
        return
    name, cell = after.words.called(variable, index).replace("_", " "), after.called_unseen(index // variable.length, chosen=False)
    where = after.words.say("{name} of {cell}", name=name, cell=cell)
    if seers & everybody == everybody:
        yield replace(event, seers=seers & ~blind, outside=f"{where}: {told}")
    else:
        yield replace(event, seers=seers & ~blind)
        yield replace(event, text=f"{where}: {told}", seers=blind)


def _knowers(position: Position, values: Values, variable: Variable, index: int) -> int:
    """The mask of seats that may know what a variable holds."""
    return sum(1 << seat for seat in range(position.program.players) if may_know(variable, index, seat, values))
