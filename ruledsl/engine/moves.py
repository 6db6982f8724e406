"""The options of a decision, as people read them and as they type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ruledsl.engine import sums
from ruledsl.engine.choice import Choice, Names, Origin, listed
from ruledsl.engine.errors import IllegalMove
from ruledsl.engine.of_each import key_in, written_out
from ruledsl.engine.position import Position
from ruledsl.engine.steady import holds
from ruledsl.engine.words import begins, split
from ruledsl.ir.program import INTERRUPT, PASS, VALUE, Type
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.engine.why import Reason

NUMBER = Type("int")
NOWHERE_LISTED = -1
"""The place in the list of options of what is none of them."""


def declarable(position: Position) -> list[Choice]:
    """What may come in between now: the table or a clock declares it, and no seat chooses it."""
    out = []
    for number in position.interruptions:
        what = position.program.interruptions[number]
        label = position.fill(what.label, -1)
        out.append(Choice(label, "comes", (), position.place(what.place).tags, NOWHERE_LISTED, None, (INTERRUPT - number,), what.place))
    return out


def outcome(position: Position, number: int) -> Choice:
    """One of the things that chance can bring, put into words when they are read."""
    return listed(_Fallen(position), number + 1, None, (number,))


@record(frozen=True)
class _Fallen(Origin):
    """Where what chance brings comes from."""

    position: Position

    def tell(self, choice: Choice, name: str) -> None:
        choice.__dict__.update(_brought(self.position, choice.number - 1).__dict__)


def _brought(position: Position, number: int) -> Choice:
    site = position.site
    type, value = site.type or NUMBER, position.call(site.outcome, number)
    text, spoken = position.words.show(type, value), position.words.spoken(type, value)
    if position.kind == "world":
        text = position.words.tell("yes" if value else "no")
    tags = position.place(site.place).tags
    return Choice(text, site.chance or "chance", (("value", text),), tags, number + 1, None, (number,), site.place, (spoken,))


def described(position: Position, seat: int | None, number: int, move: tuple[int, ...]) -> Choice:
    """A move of a seat in words."""
    return Choice(number=number, seat=None if seat is None else seat + 1, move=move, **told(position, seat, move))


Told = dict[str, Any]
"""Fields of an option that hang on nothing but its move: they are the same among whatever others it stands."""
_BARE: Told = {"given": (), "spoken": (), "cards": (), "told": ""}


def told(position: Position, seat: int | None, move: tuple[int, ...]) -> Told:
    """What there is to say of a move of a seat."""
    site, words = position.site, position.words
    if move[0] >= 0:
        return _act(position, -1 if seat is None else seat, move)
    tags = position.place(site.place).tags
    if move[0] == PASS:
        return {**_BARE, "label": words.tell("pass"), "action": "pass", "rule": tags, "place": site.place}
    type = site.type or NUMBER
    text, spoken = _both(position, type, move[1], -1 if seat is None else seat) if move[0] == VALUE else (str(move), str(move))
    answer = words.tell("yes" if move[1] else "no") if type.kind == "bool" and move[0] == VALUE else text
    given = {"given": (("value", text),), "spoken": (spoken,), "cards": words.names(type, move[1])}
    return {**_BARE, **given, "label": answer, "action": "value", "rule": tags, "place": site.place}


QUICK = ("action", "cards")
"""Fields of an action that are told without its label."""


def quick(position: Position, move: tuple[int, ...], name: str) -> str | tuple[Names, ...]:
    """One of them."""
    action = position.program.actions[move[0]]
    if name == "action":
        return action.name
    names = position.words.names
    return tuple(card for parameter, value in zip(action.params, move[1:], strict=False) for card in names(parameter.type, value))


def _both(position: Position, type: Type, value: int, seat: int) -> tuple[str, str]:
    """A value as a seat reads it, and as the rules write it; a card that the seat does not see has no other name than its place."""
    if type.kind == "card" and not position.names(seat, type, value):
        place = position.called_unseen(value)
        return place, place
    return position.lying(type, value), position.words.spoken(type, value)


def _act(position: Position, you: int, move: tuple[int, ...]) -> Told:
    """An action in words: those that it was told in before, if nothing but what is chosen has a part in them."""
    words = position.words
    said = words.steady(move[0])
    if said is None or not (said.always or holds(position, said, you, position.program.actions[move[0]], move[1:])):
        return _acted(position, you, move)
    known: Told | None = words.said.get((you, move))
    if known is None:
        known = _acted(position, you, move)
        words.keep((you, move), known)
    return known


def _acted(position: Position, you: int, move: tuple[int, ...]) -> Told:
    action, words = position.program.actions[move[0]], position.words
    given: list[tuple[str, str]] = []
    spoken: list[str] = []
    cards: list[Names] = []
    for parameter, value in zip(action.params, move[1:], strict=False):
        text, written = _both(position, parameter.type, value, you)
        given.append((parameter.name, text))
        spoken.append(written)
        cards += words.names(parameter.type, value)
    label = position.fill(action.label, you, move[1:]) or " ".join([words.tell(action.name).replace("_", " "), *(text for _, text in given)])
    told = ""
    if sums.stated(position, you, action, move[1:]):
        label, told = sums.without(label), label
    tags = position.place(action.place).tags
    return {
        "label": label, "action": action.name, "given": tuple(given), "rule": tags, "place": action.place,
        "spoken": tuple(spoken), "cards": tuple(cards), "told": told,
    }  # fmt: skip


# ---- typed moves -----------------------------------------------------------------------------


def meant(options: Sequence[Choice], text: str) -> list[Choice]:
    """The options that a typed text can mean: the label, the action and its arguments, or what tells one option from the others.

    Words may be cut short and left out; the closest reading wins. `#3` is the third option, as is `3` where no option speaks of
    a number.
    """
    words = split(text)
    numbered = _by_number(options, text.strip())
    if numbered is not None or not words:
        return numbered or []
    for reading in (_is_label, _is_other):
        found = [option for option in options if reading(option, words)]
        if found:
            return _one(found)
    if unended := _unended(options, words):
        return _one(unended)
    reckoned = _reckoned(options, text)
    if reckoned is not None:
        return _one(reckoned)
    found = nearest_picks(options, words)
    if found:
        return _one(found)
    for reading in (_begins_label, _begins_other):
        found = [option for option in options if reading(option, words)]
        if found:
            return _one(found)
    return _behind_name(options, text)


def _behind_name(options: Sequence[Choice], text: str) -> list[Choice]:
    """What is said behind the name under which a list has its options: `claim ash-elm for blue` of `claim: ash-elm for blue`; no number of
    an option, and not where labels begin with the name themselves."""
    for name in dict.fromkeys(option.action for option in options):
        head = r"[\s_]+".join(map(re.escape, name.split("_")))
        said = re.match(rf"\s*{head}\s*[\s:]\s*(.+)", text, re.IGNORECASE)
        some = [o for o in options if o.action == name and not re.match(head, o.label, re.IGNORECASE)] if said and name else []
        if said and some and _by_number(some, said[1].strip()) is None:
            return meant(some, said[1])
    return []


def sole(text: str, found: Sequence[Choice], why_not: Callable[[], Sequence[Reason]]) -> Choice:
    """The option that a typed text means, of those that it can mean. IllegalMove if it is none, or several."""
    if found and len({c.label for c in found}) == 1:
        return found[0]
    if found:
        raise IllegalMove(f"`{text}` could be {' or '.join(f'`{c.label}`' for c in found[:6])}")
    reasons = why_not()
    raise IllegalMove("; ".join(r.message for r in reasons) or f"`{text}` is no move here", reasons)


def as_reckoned(position: Position, found: Sequence[Choice], text: str) -> list[Choice]:
    """Those of the options that a text means for which what is reckoned in it is allowed."""
    expression = sums.headed(text)[1]
    actions = position.program.actions

    def good(choice: Choice) -> bool:
        if choice.seat is None or choice.move[0] < 0 or not actions[choice.move[0]].sums:
            return True
        return not sums.against(position, choice.seat - 1, actions[choice.move[0]], choice.move[1:], expression)

    return [choice for choice in found if good(choice)]


def _reckoned(options: Sequence[Choice], text: str) -> list[Choice] | None:
    """The options that show a typed expression, behind the name of their action or without; None if no expression was meant."""
    head, expression = sums.headed(text)
    named = [o for o in options if not head or any(_shortens(split(head), words) for words in _heads(o))]
    return sums.reckoned(named, expression)


def _one(found: list[Choice]) -> list[Choice]:
    """Options that nothing tells apart are one."""
    return found[:1] if len({option.full for option in found}) == 1 else found


def _by_number(options: Sequence[Choice], text: str) -> list[Choice] | None:
    """The option at a typed number; None if no number was meant."""
    digits = text.removeprefix("#").strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        return None
    if text == digits and any(word.isdigit() for option in options for phrase in _phrases(option) for word in phrase):
        return None
    return [option for option in options if option.number == int(digits)]


def _phrases(option: Choice) -> list[tuple[str, ...]]:
    """All texts that stand for an option; the label first."""
    name = () if option.action in ("value", "observe", "comes") else split(option.action)
    shown, spoken = split(written_out(option.args.items())), split(" ".join(option.spoken))
    if any(key_in(argument) for argument in option.args):
        spoken = shown = shown or split(option.label)  # a bare number is a key, and not how many there are of one
    texts = [split(option.label), name + shown, name + spoken, shown, spoken]
    if not option.apart:
        return texts
    places = split(" ".join(place for _, place in option.apart))
    return [texts[0], split(option.full), *(text + places for text in texts), *texts[1:]]


def _is_label(option: Choice, words: tuple[str, ...]) -> bool:
    return words == _phrases(option)[0]


def _unended(options: Sequence[Choice], words: tuple[str, ...]) -> list[Choice]:
    """Those of which all is said but the last words, which all options of their action share: `throw 4 5` of `throw 4 5 again`."""
    labels: dict[str, list[tuple[Choice, tuple[str, ...]]]] = {}
    for option in options:
        labels.setdefault(option.action, []).append((option, split(option.label)))
    found = []
    for some in labels.values():
        ends = takewhile(lambda last: len(set(last)) == 1, zip(*(label[:0:-1] for _, label in some)))
        shared = len(list(ends)) if len(some) > 1 else 0
        found += [option for option, label in some if shared and label[:-shared] == words]
    return found


def _is_other(option: Choice, words: tuple[str, ...]) -> bool:
    return words in _phrases(option)


def _begins_label(option: Choice, words: tuple[str, ...]) -> bool:
    if option.cards:
        return words in _heads(option)
    return any(_shortens(words, phrase) for phrase in _phrases(option)[:-2])


def _begins_other(option: Choice, words: tuple[str, ...]) -> bool:
    return not option.cards and any(_shortens(words, phrase) for phrase in _phrases(option)[-2:])


def _shortens(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """Each word begins one of the phrase, in order, the first its first."""
    if not phrase or not begins(words[0], phrase[0]):
        return False
    rest = iter(phrase[1:])
    return all(any(begins(word, whole) for whole in rest) for word in words[1:])


# ---- several cards ---------------------------------------------------------------------------


def nearest_picks(options: Sequence[Choice], words: tuple[str, ...]) -> list[Choice]:
    """The options whose cards the words name, in any order; those that need the least to be guessed."""
    costs = [(cost, option) for option in options if option.cards and (cost := _cost(option, words)) is not None]
    least = min((cost for cost, _ in costs), default=0)
    return [option for cost, option in costs if cost == least]


def _heads(option: Choice) -> list[tuple[str, ...]]:
    """What may stand before the cards, or be left out."""
    return [split(option.label)[:1], split(option.action)]


def _cost(option: Choice, words: tuple[str, ...]) -> int | None:
    """How much must be guessed to read the words as this option; None if they name other cards. The head may be a card's name."""
    rests = {words, *(words[len(head) :] for head in _heads(option) if head and words[: len(head)] == head)}
    cards = [[(LENGTHS[n], split(name)) for n, name in enumerate(names)] for names in option.cards]
    shown = {split(", ".join(names[0] for names in option.cards))}
    others = [(int(split(text) != ("none",)), split(text)) for text in option.args.values() if split(text) not in shown]
    others += [(0, split(place)) for _, place in option.apart]
    return min((cost for rest in rests if (cost := _consume(rest, cards, others)) is not None), default=None)


LENGTHS = (0, 0, 2, 1)
"""What it costs to name a card in full, as the rules write it, without what it stands for, or by that alone."""


def _consume(words: tuple[str, ...], cards: list[list[tuple[int, tuple[str, ...]]]], others: list[tuple[int, tuple[str, ...]]]) -> int | None:
    if not words:
        return None if cards else sum(price for price, _ in others)
    costs = []
    for n, names in enumerate(cards):
        if names in cards[:n]:
            continue
        for price, name in names:
            for long in range(min(len(name), len(words)), 0, -1):
                if all(map(begins, words[:long], name)):
                    rest = _consume(words[long:], cards[:n] + cards[n + 1 :], others)
                    costs += [] if rest is None else [price + len(name) - long + rest]
                    break
    for n, (_, other) in enumerate(others):
        if other and len(other) <= len(words) and all(map(begins, words, other)):
            rest = _consume(words[len(other) :], cards, others[:n] + others[n + 1 :])
            costs += [] if rest is None else [rest]
    return min(costs, default=None)
