"""Why a move cannot be made: the first thing that stands against it, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice

from ruledsl.engine import by_label, of_each, sums
from ruledsl.engine.gathering import gather, samples
from ruledsl.engine.menus import choices
from ruledsl.engine.moves import NUMBER, as_reckoned, declarable, meant
from ruledsl.engine.outside import nothing_there, outside, wrong_number
from ruledsl.engine.position import Position
from ruledsl.engine.sealed import answered
from ruledsl.engine.words import begins, split
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import VALUE, Action, MenuEntry, Parameter, Requirement, Type
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.whence import Whence
from ruledsl.record import record, replace
from ruledsl.source import Span
from ruledsl.spell import nearest

SHARED = 5_000
"""Ways to share out the words of a line among arguments that are looked at: a line of hundreds of words is no move."""
MOST = 500
"""So many ways to fill in the arguments are looked at."""

Words = tuple[str, ...]


@record(frozen=True)
class Reason:
    """What stands against a move: the message, what was looked at and found, and the rule."""

    message: str
    reads: tuple[tuple[str, str], ...]
    span: Span
    tags: tuple[str, ...]
    action: str = ""
    required: bool = False  # by what an action requires, whatever it is of
    wording: bool = False  # of how an action is said, and not of why it cannot be chosen


@record(frozen=True)
class Attempt:
    """An action with the arguments that the menu gives, and the words typed for others; no words for what was not said. `label`: the line, if it
    was read as the label of the action."""

    action: Action
    given: dict[int, int]
    said: dict[int, Words]
    label: str = ""


def why_not(position: Position, seat: int | None, text: str) -> list[Reason]:
    """What stands against a typed move of a seat (from 0); nothing if it is legal."""
    if position.over:
        return [_reason(position, position.words.tell("the game is over"), position.site.place)]
    if seat not in position.waiting and (seat is not None or position.waiting):
        if seat is not None and seat in answered(position):
            return [_reason(position, position.words.tell("you have chosen"), position.site.place)]
        names = " and ".join(position.program.seats[s] for s in position.waiting)
        asked = position.words.say("it is {names}'s turn", names=names) if names else position.words.tell("it is nobody's turn")
        return [_reason(position, asked, position.site.place)]
    options, text = choices(position, seat), position.words.in_shown_names(text)
    found = meant(options, text)
    if as_reckoned(position, found, text) or meant(declarable(position), text):
        return []
    if found and found[0].told and not sums.readings(sums.headed(text)[1]):
        return [_reason(position, position.words.say(sums.UNSTATED), found[0].place, found[0].action)]
    if untimely := _untimely(position, split(text)):
        return [untimely]
    you = -1 if seat is None else seat
    head, expression = sums.headed(text)
    reckoned = sums.typed(expression) if sums.has_combinations(position.program) else None
    if reckoned is not None:
        numbers = tuple(map(str, reckoned.values))
        if strange := [number for number in numbers if not position.words.named_cards((number,))]:
            return [_reason(position, position.words.say("no card is called `{name}`", name=strange[0]), position.site.place)]
        made = _reason(position, position.words.say("that makes {equation}", equation=reckoned.equation()), position.site.place)
        return [made, *_of_actions(position, you, text, (*split(head), *numbers), expression)]
    against = _of_actions(position, you, text, split(text)) or _of_values(position, you, split(text))
    if against:
        return against
    near = nearest(text, [o.label for o in options] + [a.name for a in position.program.actions])
    hint = f"; did you mean `{near}`?" if near else ""
    return [_reason(position, position.words.say("`{text}` is no move here", text=text.strip()) + hint, position.site.place)]


def refusals(position: Position, seat: int) -> list[Reason]:
    """What stands against each action that a seat (from 0) is asked for, whatever it is given: each rule once."""
    found: dict[tuple[Span, str], Reason] = {}
    for entry in position.site.menu:
        given = {i: position.call(function, seat) for i, function in entry.given}
        _, reasons = _try(position, seat, Attempt(position.program.actions[entry.action], given, {}), "")
        for reason in reasons:
            found.setdefault((reason.span, reason.action), reason)
    return [*found.values()]


def _reason(position: Position, message: str, place: int, action: str = "", reads: Sequence[tuple[str, str]] = ()) -> Reason:
    where = position.place(place)
    return Reason(message, tuple(reads), where.span, where.tags, action)


def _untimely(position: Position, words: Words) -> Reason | None:
    """What may come in between, but not here."""
    for what in position.program.interruptions.values():
        try:
            label = position.fill(what.label, -1)
        except RulesFault:  # what stands in it is not there outside its block: nobody is told it here, and nobody means it
            continue
        if split(label) == words:
            return _reason(position, position.words.say("`{event}` cannot come here", event=label), what.place)
    return None


# ---- values ----------------------------------------------------------------------------------


def _of_values(position: Position, seat: int, words: Words) -> list[Reason]:
    site = position.site
    if words == ("pass",):
        return [_reason(position, position.words.tell("passing is not allowed here"), site.place)]
    type = site.type or NUMBER
    if site.menu or not words:
        return []
    values = position.words.read(type, words)
    asked = Parameter("", type, "", _narrowed(position, seat, values), site.place)
    if values and any(not position.names(seat, type, option.move[1]) for option in choices(position, max(seat, 0)) if option.move[0] == VALUE):
        return [_unseen(position, asked)]
    return [_not_among(position, asked, values[0])] if values else []


def _narrowed(position: Position, seat: int, values: Sequence[int]) -> Whence:
    """Whence a value is chosen. Of a number that lies between others that may be chosen it is not said that it is too small or too large."""
    domain = position.site.domain
    may_be = [option.move[1] for option in choices(position, max(seat, 0)) if option.move[0] == VALUE]
    between = domain.place.startswith("from ") and bool(may_be) and bool(values) and min(may_be) < values[0] < max(may_be)
    return replace(domain, place="") if between and domain.against else domain


def _unseen(position: Position, parameter: Parameter, action: str = "") -> Reason:
    """A card was named where the seat cannot see which cards lie: whether it lies there is not told."""
    told = position.words.say("which cards lie {where} cannot be seen: say which place", where=parameter.domain.where(-1))
    return _reason(position, told, parameter.place, action)


def _not_among(position: Position, parameter: Parameter, value: int, action: str = "") -> Reason:
    shown = position.words.show(parameter.type, value)
    told = outside(position, parameter, value) if parameter.domain.told else position.words.say("`{value}` is not allowed here", value=shown)
    return _reason(position, told, parameter.place, action)


# ---- actions ---------------------------------------------------------------------------------


def _of_actions(position: Position, seat: int, text: str, words: Words, expression: str = "") -> list[Reason]:
    """The reasons of the reading that comes nearest to a legal move, and of each other action that is asked for with as much of it said; an expression that
    was typed is looked at, too."""
    best, found = -1, []
    for attempt in islice(_attempts(position, seat, words, text), MOST):
        way, reasons = _try(position, seat, attempt, expression)
        if way > best:
            best, found = way, reasons
        elif way == best and _as_near(attempt, found, reasons):
            found = [*found, *reasons]
    if found:
        return found
    offered = {entry.action for entry in position.site.menu}
    for number, action in enumerate(position.program.actions):
        heads = [head for head in _heads(position, action) if _after(words, head) is not None]
        if heads:
            said = f"is said {_saying(position, seat, action)}" if number in offered else "is none of the moves here"
            name = split(action.name)
            head = name if words[: len(name)] == name else next((head for head in heads if head != name), name)
            told = f"`{action.name if head == name else ' '.join(head)}` {said}"
            return [replace(_reason(position, told, action.place, action.name), wording=True)]
    return []


def _as_near(attempt: Attempt, found: Sequence[Reason], reasons: Sequence[Reason]) -> bool:
    """Is another action meant as well, of which all that was typed can be said: refused by what it requires, as the others are, and not for what it is of?"""
    refused = all(reason.required for reason in (*found, *reasons))
    return bool(reasons) and refused and attempt.action.name not in {reason.action for reason in found}


def _saying(position: Position, seat: int, action: Action) -> str:
    """How an action is said now: with what it asks for, and for example."""
    keyed = any(map(of_each.key_of, action.params))
    options = choices(position, seat) if seat >= 0 and not keyed else ()
    such = next((option.label for option in options if option.action == action.name), "")
    if action.params:
        return f"with {_wanted(action)}" + (f", such as `{such}`" if such else "")
    return "with nothing behind it" if split(such) in ((), *_heads(position, action)) else f"as `{such}`"


def _wanted(action: Action) -> str:
    """What an action asks for: `cards (your.hand), rooster (your.gold, or none)`; what has a letter for a name, by what it is one of."""
    if keys := [key for key in map(of_each.key_of, action.params) if key]:
        return f"some of {', '.join(keys)}"
    asked = []
    for p in action.params:
        name, told = p.name.partition("[")[0], p.domain.told
        name, told = (f"one of {told}", "") if told and len(name) == 1 else (name, told)
        hint = ", ".join([told] * bool(told) + ["or none"] * p.type.or_none)
        asked.append(f"{name} ({hint})" if hint else name)
    *before, last = dict.fromkeys(asked)
    return f"{', '.join(before)} and {last}" if before else last


def _attempts(position: Position, seat: int, words: Words, text: str) -> Iterator[Attempt]:
    """All that a line can mean among the actions of the menu: as the label of one, by the action's name, by arguments alone."""
    actions = position.program.actions
    menu = [(entry, actions[entry.action]) for entry in position.site.menu]
    for entry, action in menu:
        given = {i: position.call(function, seat) for i, function in entry.given}
        for said in by_label.named(position.words, action, text):
            if _fits(position, action, said, given):
                yield Attempt(action, given, said, text)
    for entry, action in menu:
        for head in _heads(position, action):
            rest = _after(words, head)
            if rest is not None:
                for counts, left in of_each.numbers(position.words, action, rest):
                    yield from _fillings(position, seat, entry, action, left, counts)
                yield from _fillings(position, seat, entry, action, rest)
    for entry, action in menu:
        for counts, left in of_each.numbers(position.words, action, words):
            yield from _fillings(position, seat, entry, action, left, counts)
        yield from _fillings(position, seat, entry, action, words)


def _heads(position: Position, action: Action) -> list[Words]:
    """The words that an action begins with: its name, and the first words of its label."""
    label = position.words.template(action.label)
    first = label[0] if label and isinstance(label[0], str) else ""
    return [head for head in (split(action.name), split(first), split(position.words.tell(action.name))) if head]


def _after(words: Words, head: Words) -> Words | None:
    """The words behind those that stand for the head; None if the first does not. Words of the head may be left out."""
    if not words or not begins(words[0], head[0]):
        return None
    left, rest = head[1:], words[1:]
    for whole in left:
        if rest and begins(rest[0], whole):
            rest = rest[1:]
    return rest


def _fillings(
    position: Position, seat: int, entry: MenuEntry, action: Action, rest: Words, counts: Mapping[int, Words] = {}
) -> Iterator[Attempt]:  # fmt: skip
    """Ways to share the words out among the arguments but for those that are `counts`; what the menu gives may be said or left out."""
    given = {i: position.call(function, seat) for i, function in entry.given}
    every = [i for i, parameter in enumerate(action.params) if i not in counts and not of_each.key_of(parameter)]
    if not rest:
        yield Attempt(action, given, {**counts})
        return
    for free in ([i for i in every if i not in given], list(every))[: 2 if given else 1]:
        for said in islice(_said(action, rest, free), SHARED):
            if _fits(position, action, said, given):
                yield Attempt(action, given, {**counts, **said})


def _fits(position: Position, action: Action, said: Mapping[int, Words], given: Mapping[int, int]) -> bool:
    """Can words mean values of the arguments that they are said of, and what the menu gives for these? Several cards, which may have very many names, are
    looked at last."""
    types = {i: action.params[i].type for i in said}
    read = ((i, _read(position, types[i], said[i])) for i in sorted(said, key=lambda i: types[i].kind == "subset"))
    return all(found and given.get(i, found[0]) in found for i, found in read)


def _read(position: Position, type: Type, words: Words) -> Sequence[int]:
    """All that words can mean as a value of a type; of several cards, the first ones."""
    return [cards[0] for cards in position.words.named_cards(words)] if type.kind == "subset" else position.words.read(type, words)


def _said(action: Action, words: Words, free: Sequence[int]) -> Iterator[dict[int, Words]]:
    """The words shared out among the arguments: first with those left out that can be none, then among the first ones alone."""
    optional = [i for i in free if action.params[i].type.or_none]
    for many in range(len(optional), -1, -1):
        for left_out in combinations(optional, many):
            yield from _shared_out(words, [i for i in free if i not in left_out])
    for many in range(len(free) - 1, 0, -1):
        yield from _shared_out(words, free[:many])


def _shared_out(words: Words, free: Sequence[int]) -> Iterator[dict[int, Words]]:
    for cuts in combinations(range(1, len(words)), len(free) - 1) if free else ():
        ends = [0, *cuts, len(words)]
        yield {i: words[ends[n] : ends[n + 1]] for n, i in enumerate(free)}


def _try(position: Position, seat: int, attempt: Attempt, expression: str) -> tuple[int, list[Reason]]:
    """How far an attempt gets, and what stops it."""
    action = attempt.action
    ways: list[tuple[int, ...]] = [()]
    for number, parameter in enumerate(action.params):
        values, against = _values(position, attempt, number, (seat, *ways[0]))
        blind = parameter.hides and parameter.type.kind == "card" and number in attempt.said
        if blind:
            values = [value for value in values if position.names(seat, parameter.type, value)]
        if against:
            return number, [_reason(position, against, parameter.place, action.name)]
        member = parameter.member
        following = [(*way, v) for way in ways for v in values if position.call(member, seat, *way, v)]
        if not following:
            if blind:
                return number, [_unseen(position, parameter, action.name)]
            far = 0 if _misread(position, attempt, number, ways[0], values) else number
            return far, [_outside(position, attempt, parameter, values, (seat, *ways[0]))]
        ways = following[:MOST]
    if attempt.label:
        called = by_label.called(position, action, seat, ways, attempt.label)
        if not called:
            return _not_offered(position, seat, attempt, ways[0])
        ways = called
    return len(action.params), _forbidden(position, seat, action, ways, expression)


def _not_offered(position: Position, seat: int, attempt: Attempt, way: Sequence[int]) -> tuple[int, list[Reason]]:
    """Of a label with something worked out in it: what would make it so, and is not to be had. `way` is what could be chosen with what is said."""
    action, fixed = attempt.action, {*attempt.said, *attempt.given}
    domains = [[value] if n in fixed else position.words.choices(action.params[n].type) for n, value in enumerate(way)]
    number, value = by_label.barred(position, action, seat, domains, attempt.label)
    return number, [_not_among(position, action.params[number], value, action.name)] if number >= 0 else []


def _misread(position: Position, attempt: Attempt, number: int, before: tuple[int, ...], values: Sequence[int]) -> bool:
    """Is what was read as an argument that can be left out rather one more of the several cards before it: a card of their kind?"""
    parameter = attempt.action.params[number]
    if number not in attempt.said or not parameter.type.or_none or parameter.type.kind != "card":
        return False
    several = [cards_of(position.program, p.type, v) for p, v in zip(attempt.action.params, before, strict=False) if p.type.kind == "subset"]
    faces, cards = position.program.faces, position.program.cards
    kinds = {faces[cards[card]].kind for chosen in several for card in chosen}
    return any(value >= 0 and faces[cards[value]].kind in kinds for value in values)


def _values(position: Position, attempt: Attempt, number: int, arguments: Sequence[int]) -> tuple[Sequence[int], str]:
    """The values that an argument can have, and what stands against all of them."""
    parameter = attempt.action.params[number]
    if number in attempt.given:
        return [attempt.given[number]], ""
    if parameter.type.kind == "subset":
        said = attempt.said.get(number)
        if said is None:
            return samples(position, parameter, arguments), ""
        gathered = gather(position, parameter, arguments, position.words.named_cards(said))
        return gathered.subsets, gathered.against(position, parameter)
    if number in attempt.said:
        return position.words.read(parameter.type, attempt.said[number]), ""
    if attempt.said and parameter.type.or_none:
        return [-1], ""
    return position.words.choices(parameter.type), ""


def _outside(position: Position, attempt: Attempt, parameter: Parameter, values: Sequence[int], before: Sequence[int]) -> Reason:
    action = attempt.action
    number = action.params.index(parameter)
    if of_each.key_of(parameter) and number in attempt.said:
        allowed = [value for value in position.words.choices(parameter.type) if position.call(parameter.member, *before, value)]
        return _reason(position, wrong_number(position, parameter, values[0], allowed), parameter.place, action.name)
    if len(values) and (number in attempt.said or number in attempt.given):
        return _not_among(position, parameter, values[0], action.name)
    told = zip(range(number), action.params, before[1:], strict=False)
    said = [position.words.show(earlier.type, value) for n, earlier, value in told if n in attempt.said]
    return _reason(position, nothing_there(position, parameter, said), parameter.place, action.name)


def _forbidden(position: Position, seat: int, action: Action, ways: Sequence[tuple[int, ...]], expression: str) -> list[Reason]:
    """The requirements that fail, each message once, those first that are asked last: all others hold there. None if one way is allowed."""
    found: dict[str, tuple[int, Reason]] = {}
    for way in ways:
        if wrong := sums.against(position, seat, action, way, expression):
            found.setdefault(wrong, (0, _reason(position, wrong, action.place, action.name)))
            continue
        number = position.call(action.guard, seat, *way)
        if number == 0:
            return []
        requirement = action.requirements[number - 1]
        message = position.fill(requirement.message, seat, way) or position.words.tell("the rules do not allow this")
        if message not in found:
            told = _reason(position, message, requirement.place, action.name, [*_looked_at(position, seat, requirement, way)])
            found[message] = number, replace(told, required=True)
    return [reason for _, reason in sorted(found.values(), key=lambda each: -each[0])]


def _looked_at(position: Position, seat: int, requirement: Requirement, way: Sequence[int]) -> Iterator[tuple[str, str]]:
    """What a requirement looked at and found, as far as the seat may know it. What cannot be reckoned it did not look at: it was asked and did not stop."""
    for hole in requirement.reads:
        with suppress(RulesFault):
            value = position.value(hole, seat, way)
            if value is not None:
                yield hole.source, value
