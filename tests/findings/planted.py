"""Leaks that are planted: games whose rules tell, and engines that tell too much. Each must be found by the two-run test; how soon:

    python -m tests.bench.planted
"""

from __future__ import annotations

from itertools import count

import ruledsl
from ruledsl.engine import chains, ids, log, menus, pointing, seats, unsaid, view, why
from ruledsl.engine.cards import cards_in
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.position import Position
from ruledsl.findings.twins import Twins
from ruledsl.record import replace
from ruledsl.search import mcts

GAMES = 60
"""Games of each generator, at most, after which a planted leak must be found."""

CARDS = """game "Planted":
    players 2
card C(n: 1..4) "{n}"
components:
    deck: 2 of C(n) for n in 1..4
table:
    deck: pile, hidden
    out:  heap
    tone: 0..9
each player:
    hand: HAND
    bid:  0..3, own
    fate: 0..3, hidden
each C:
    marked: bool
def high(p) = any(c.n > 2 for c in p.hand)
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    BEFORE
    for p in players: turn(p)
    for p in players: turn(p)
phase turn(p):
    p chooses PLAY
action lay(card in your.hand):
    "lay {card}"
    move card to out
action rest(): "rest"
action guess(n in 1..4):
    "guess {n}"
    tone = n
MORE
winner: highest tone_of
def tone_of(p) = tone
"""


def rules(play="lay or rest", more="", hand="hand", before="pass"):
    return CARDS.replace("PLAY", play).replace("MORE", more).replace("HAND", hand).replace("BEFORE", before)


STEAL = 'action steal(q in others, card in q.hand):\n    "steal {card}"\n    move card to your.hand'
CALL = 'action call(q in others):\n    "call"\n    require high(q)\n    tone = 1'
PEEK = 'action peek():\n    "peek"\n    require any(c.n == 4 for c in deck)\n    tone = 2'
MARK = 'action mark(q in others, card in q.hand):\n    "mark {card}"\n    card.marked = true'
BID = "for p in players: p chooses p.bid in 0..3"
FATE = "for p in players: p.fate = roll 0..3"


BET = rules("bet or rest", 'action bet():\n    "bet"\n    tone = 9 if high(players.last) else 0', before="tone = 4")
BET = BET.replace("tone_of(p) = tone", "tone_of(p) = tone if p == players.first else 4")


def program(tmp_path, text):
    path = tmp_path / "planted.rules"
    path.write_text(text, encoding="utf-8")
    game = ruledsl.load(str(path))
    return game.program(players=game.seats()[0])


def first_leak(made, games=GAMES, kind=""):
    """The first one, or the first of a kind: what a prompt tells, a line of the log tells, too."""
    twins = Twins(made, 1)
    found = []
    left = count(games, -1)
    twins.hunt(lambda: not any(kind in leak.kind for leak in found) and next(left) > 0, found.append)
    return next((leak for leak in found if kind in leak.kind), found[0] if found else None)


# ---- rules that tell -----------------------------------------------------------------------------

TELLING = {
    "a menu by the face of an unseen card": (rules("steal or rest", STEAL.replace("q.hand)", "q.hand if card.n > 2)")), "leak-menu"),
    "a menu by what a guard asks of a hand": (rules("lay, call or rest", CALL), "leak-menu"),
    "a menu by what lies on the deck": (rules("peek or rest", PEEK), "leak-menu"),
    "a value that is offered for a hidden hand": (
        rules(before="players.first chooses pick in 1..4 if pick == 1 or any(c.n == pick for c in players.last.hand)\n    tone = pick"),
        "leak-menu",
    ),
    "an argument by a hidden variable": (
        rules("dare or rest", 'action dare(n in 0..3 if n == 0 or n == your.fate):\n    "dare {n}"\n    tone = n', before=FATE),
        "leak-menu",
    ),
    "a card of a row by its face": (rules("steal or rest", STEAL.replace("q.hand)", "q.hand if card.n == 1)"), "row, own"), "leak-menu"),
}


def may(text):
    """An action that hangs on what is said of another seat."""
    return f'action may(q in others):\n    "may"\n    require {text}\n    tone = 1'


def dare(text):
    """Numbers that hang on something."""
    return f'action dare(n in 0..3 if n == 0 or {text}):\n    "dare {{n}}"\n    tone = n'


def named(text):
    """A rank that hangs on something."""
    return f'action call(q in others, n in 1..4 if n == 1 or {text}):\n    "call {{n}}"\n    tone = n'


GIVE = 'action give(card in your.hand if not any(c.n == card.n for c in your.left.hand)):\n    "give {card}"\n    move card to your.left.hand'
POINT = 'action point(q in others if high(q)):\n    "point {q}"\n    tone = 1'
WEIGHT = may("weight(q) > 4") + "\ndef weight(p) = count(c for c in p.hand if c.n > 2) * 3 + count(p.hand)"

TELLING |= {
    name: (text, "leak-menu")
    for name, text in {
        "a sum of a hand": rules("lay, may or rest", may("sum(c.n for c in q.hand) > 5")),
        "the highest of a hand": rules("lay, may or rest", may("max(c.n for c in q.hand) == 4")),
        "equal cards in two hands": rules("lay, may or rest", may("any(c.n == d.n for c in q.hand for d in your.hand)")),
        "a face is in no hand": rules("lay, may or rest", may("not any(c.n == 1 for p in players for c in p.hand)")),
        "how many of a face are in the deck": rules("lay, may or rest", may("count(c for c in deck if c.n == 2) == 2")),
        "whom one may point at": rules("lay, point or rest", POINT),
        "numbers up to a throw": rules("dare or rest", dare("n <= your.fate"), before=FATE),
        "numbers beyond another's bid": rules("dare or rest", dare("n > your.left.bid"), before=BID),
        "an even throw": rules("may or rest", may("q.fate % 2 == 0"), before=FATE),
        "two bids that are equal": rules("may or rest", may("q.bid == your.bid"), before=BID),
        "a throw beside a card": rules("lay, may or rest", may("any(c.n == q.fate for c in your.hand)"), before=FATE),
        "a rank that another holds": rules("call or rest", named("any(c.n == n for c in q.hand)")),
        "a rank that nobody holds": rules("call or rest", named("not any(c.n == n for p in players for c in p.hand)")),
        "cards that are like another's": rules("give or rest", GIVE),
        "what a function of a hand says": rules("lay, may or rest", WEIGHT),
        "a row that is not seen": rules("lay, may or rest", may("any(c.n == 4 for c in q.hand)"), "row, own"),
    }.items()
}


# ---- engines that tell ---------------------------------------------------------------------------


def always(value):
    return lambda *_args, **_more: value


def by_number(options):
    return lambda where, seat: sorted(options(where, seat), key=lambda option: option.move)


def as_numbers(where, thing, value, card):
    return str(value)


def by_cards(states, place, tell=log._moves):
    """Lines of one moment in the order of their least cards, as the log once was."""
    after = states[-1][1]
    names = {after.words.show(ruledsl.ir.program.Type("card"), card): -card for card in range(len(after.program.cards))}
    events = (event for _, event in tell(states, place))
    yield from ((0, event) for event in sorted(events, key=lambda event: names.get(event.text.split(",")[0].split(" ")[0], 0)))


def everything(self, hole, seat, arguments=(), looker=None):
    return self.words.show(hole.type, self.call(hole.function, seat, *arguments))


def with_face(self, value, chosen=True):
    return f"the {self.words.show(ruledsl.ir.program.Type('card'), value)}" if value >= 0 else "a card"


def with_number(where, card, looking):
    return replace(view.UNKNOWN, notes=(f"no. {card}",))


def with_kind(where, card, looking):
    return replace(view.UNKNOWN, until="soon" if where.program.cards[card] else "")


def sorted_by_card(where, zone, k, looking, own=view._zone):
    found = own(where, zone, k, looking)
    cards = where.values["card.zone"]
    return replace(found, count=found.count + (cards[0] == zone.base + k))


def marks_by_number(old, after, variable, index):
    return index, 0, "", 0, 0


def as_they_lie(match, seat, position=None):
    """Worlds in which nothing is unknown."""
    found = Worlds(position or match.position, seat, ())
    found.found = [(tuple(found.places), ())]
    return found


def with_first_card(self, own=seats.Seat.document):
    return own(self) | {"first": self._match.position.values["card.zone"][0]}


LEAKS = {
    "what is written for a seat names cards": (rules(), seats.Seat, "document", with_first_card, "leak-view"),
    "a search knows the cards": (BET, mcts, "worlds", as_they_lie, "false-mind"),
    "hands are seen": (rules(), view, "_sees", always(True), "leak-view"),
    "backs have numbers": (rules(), view, "_back", with_number, "leak-view"),
    "backs tell the kind": (rules(hand="row, own"), view, "_back", with_kind, "leak-view"),
    "a zone counts what it hides": (rules(), view, "_zone", sorted_by_card, "leak-view"),
    "variables of unseen cards stand in a list": (rules("mark or rest", MARK, "row, own"), view, "_on_card", always(False), "leak-view"),
    "bids are open": (rules(before=BID), view, "may_know", always(True), "leak-view"),
    "throws are open": (rules(before=FATE), view, "may_know", always(True), "leak-view"),
    "the log tells everything": (rules(), log, "as_seen", lambda event, seat: event, "leak-log"),
    "lines by card numbers": (rules(), log, "_moves", by_cards, "leak-log"),
    "bids are told": (rules(before=BID), log, "_heard", always((3, "")), "leak-log"),
    "secret choices are no secret": (rules(before=BID), log, "kept_unseen", always(False), "leak-log"),
    "marks are told by face": (rules("mark or rest", MARK, "row, own"), Position, "called_unseen", with_face, "leak-menu"),
    "labels show the face": (rules("steal or rest", STEAL, "row, own"), Position, "names", always(True), "leak-menu"),
    "ids are card numbers": (rules("steal or rest", STEAL, "row, own"), ids, "_value", as_numbers, "leak-menu"),
    "options by card number": (rules("steal or rest", STEAL, "row, own"), chains, "choices", by_number(menus.choices), "leak-menu"),
    "texts forget who reads": (
        rules("lay or call", 'action call(q in others):\n    "call {count(c for c in q.hand if c.n > 2)}"\n    tone = 1'),
        Position, "value", everything, "leak-menu",
    ),
    "a prompt tells the deck": (
        rules(before='players.first chooses n in 1..2 "high: {any(c.n == 4 for c in deck)}?"\n    tone = n'),
        Position, "value", everything, "leak-view",
    ),
    "what one says of one's hand is told": (
        rules("lay or call", 'action call(q in others):\n    "call {count(c for c in your.hand if c.n > 2)}"\n    tone = 1'),
        Position, "heard", lambda self, template, seat, arguments=(): (3, ""), "leak-log",
    ),
    "refusals look into hands": (
        rules("ask or rest", STEAL.replace("steal", "ask"), "row, own"), why, "_unseen",
        lambda where, parameter, action="": why._reason(where, str(sum(where.values["card.zone"][:4])), parameter.place, action), "leak-refusal",
    ),
    "marks in the order of card numbers": (
        rules("mark or rest", 'action mark(q in others):\n    "mark"\n    for c in q.hand: c.marked = true', "row, own"),
        log, "_standing", marks_by_number, "leak-log",
    ),
}

SEE = 'action see(q in others):\n    "see"\n    for c in q.hand if c.n > 2: show c to you'
DRAW = 'action draw():\n    "draw"\n    move top of deck to your.hand'
DIG = 'action dig():\n    "dig"\n    your.fate = count(c for c in your.left.hand if c.n > 2)'
DROP = 'action drop(card in your.hand):\n    "drop"\n    move card to under'
DROPPED = rules("drop or rest", DROP).replace("    tone:", "    under: heap, hidden\n    tone:")
GUESS = rules("lay, guess or rest")


def with_above(position, card, looking, own=view._back):
    return replace(own(position, card, looking), on=(str(card % 2),))


def idle_by_value(position, variable, index, looking, own=view._variable):
    found = own(position, variable, index, looking)
    return replace(found, idle=not position.values[variable.name][index]) if found.hidden else found


def by_least_card(position, zone, k, looking, own=view._zone):
    return replace(own(position, zone, k, looking), key=str(sorted(cards_in(position.program, position.values, zone, k))[:1]))


def by_all(position, values):
    return dict.fromkeys(range(len(position.program.cards)), 7)


def come_to_all(old, after):
    return by_all(after, old)


def with_chance(self, own=seats.Seat.document):
    return own(self) | {"chance": self._match.position.values["rng"][0] % 16}


def with_a_hand(self, own=seats.Seat.document):
    zones = self._match.position.values["card.zone"]
    return own(self) | {"hand": sorted(self._match.position.program.cards[card] for card, zone in enumerate(zones) if zone == zones[-1])}


def as_long_as_a_card_says(self, template, seat, arguments=(), own=Position.fill):
    return own(self, template, seat, arguments) + " " * (self.values["card.zone"][0] % 2)


def turned_round(where, seat, own=menus.choices):
    found = own(where, seat)
    return found[::-1] if where.values["card.zone"][0] % 2 else found


def card_in_brackets(position, choice, known, label):
    return f" ({position.words.show(ruledsl.ir.program.Type('card'), choice.move[1])})" if choice.action == "drop" else ""


def refused_by_hands(position, parameter, value, action=""):
    return why._reason(position, f"not {sum(position.values['card.zone'][:4])}", parameter.place, action)


LEAKS |= {
    "backs tell high from low": (
        rules(hand="row, own"), view, "_back", lambda where, card, looking: replace(view.UNKNOWN, notes=(str(where.program.cards[card] > 1),)), "leak-view",
    ),
    "backs tell what lies on them by number": (rules(hand="row, own"), view, "_back", with_above, "leak-view"),
    "throws are said to be as at first": (rules(before=FATE), view, "_variable", idle_by_value, "leak-view"),
    "bids are said to be as at first": (rules(before=BID), view, "_variable", idle_by_value, "leak-view"),
    "zones are called by their least cards": (rules(), view, "_zone", by_least_card, "leak-view"),
    "all look at throws": (rules(before=FATE), view, "looks_itself", always(True), "leak-view"),
    "cards that leave are told by number": (DROPPED, log, "taken", lambda old, after, source, cards: {card: card for card in cards}, "leak-log"),
    "what one is shown all are told": (rules("see or rest", SEE).replace("players 2", "players 3"), pointing, "seen_by", by_all, "leak-log"),
    "what is drawn all see leave": (rules("draw or rest", DRAW), log, "pointed_at", by_all, "leak-log"),
    "what is drawn all see come": (rules("draw or rest", DRAW), log, "told_apart", come_to_all, "leak-log"),
    "what is stored all are told": (rules("dig or rest", DIG), log, "_knowers", always(3), "leak-log"),
    "what is written holds how chance stands": (rules(), seats.Seat, "document", with_chance, "leak-view"),
    "what is written holds a hand": (rules(), seats.Seat, "document", with_a_hand, "leak-view"),
    "prompts are as long as a card says": (
        rules(before='players.first chooses n in 1..2 "how many?"\n    tone = n'), Position, "fill", as_long_as_a_card_says, "leak-view",
    ),
    "options the other way round": (rules("lay or rest"), chains, "choices", turned_round, "leak-menu"),
    "cards are named that lie hidden": (DROPPED, unsaid, "_is_named", always(True), "leak-log"),
    "cards that lie hidden are unseen by nobody": (DROPPED, log, "_unseen", lambda *_: iter(()), "leak-log"),
    "what a label leaves out is told": (DROPPED, log, "unsaid", card_in_brackets, "leak-log"),
    "cards are called by number": (
        rules("steal or rest", STEAL, "row, own"), Position, "called_unseen", lambda self, card, chosen=True: f"card {card}", "leak-menu",
    ),
    "ids begin with where a card lies": (rules("lay or rest"), ids, "where", lambda where, number: str(where.values["card.zone"][0]), "leak-menu"),
    "numbers that are not offered are refused by hands": (GUESS, why, "_not_among", refused_by_hands, "leak-refusal"),
}  # fmt: skip
