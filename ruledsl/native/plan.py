"""What a tree search in machine code is told, and where it keeps what it finds: one block of 64-bit words, by name."""

from __future__ import annotations

import ctypes

from ruledsl.native.text import Body

_I, _D, _P = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p


class Plan(ctypes.Structure):
    """The words. Addresses are those of `legal`, `resume`, `playout` and `call` of the program, and of arrays."""

    _fields_ = [
        ("stream", _I),  # of random numbers
        ("done", _I),  # playings on so far
        ("world", _I),  # the seed of the state that play goes on from
        ("root", _I),  # the name of the place where the tree begins
        ("least", _D),  # points that were seen
        ("most", _D),
        ("seat", _I),  # for which is searched
        ("depth", _I),  # choices by the tree in one playing on, at most
        ("each", _I),  # playings on in one world; 0: a new world every time
        ("by_moves", _I),  # whether places are named by the moves that lead there, or by the state
        ("sign", _I),  # of points: -1 where the least score wins
        ("weight", _D),  # of points against victories
        ("envy", _D),  # how much of what the others have on average is taken from the points of a seat
        ("curiosity", _D),
        ("count", _D),  # of points, over all seats and playings on
        ("total", _D),
        ("square", _D),
        ("wide", _I),  # options beyond which a place is wide
        ("widening", _I),
        ("many", _P),  # the options of a wide place by action, the passing and the chosen value before the first
        ("gains", _P),  # of the options of a wide place
        ("bares", _P),  # what the options are called, whatever their cards stand for
        ("spare", _P),  # a state in which options are tried
        ("other", _P),  # another
        ("limit", _I),  # decisions of a playing on, at most
        ("looks", _I),  # options that a seat looks at before it chooses
        ("looked", _I),  # how often one did
        ("telling", _I),  # how often that told options apart
        ("telltale", _I),  # of so many looks one at least has to, or nobody looks any more
        ("tried", _I),  # looks before that is said
        ("ripe", _I),  # visits of a move before the tree grows on behind it, as long as somebody looks
        ("legal", _P),
        ("resume", _P),
        ("playout", _P),
        ("call", _P),
        ("room", _P),  # for options, as `legal` writes them
        ("options", _P),  # the same, for options that are tried one after the other
        ("arms", _P),  # the tree: slots of ARM words
        ("mask", _I),  # the number of slots, a power of 2, less 1
        ("names", _P),  # of the options
        ("slots", _P),  # of the options in the tree
        ("marks", _P),  # of the options, whether they may be taken for new
        ("path", _P),  # pairs: the name of an arm, and the seat
        ("points", _P),  # of each seat
        ("unknown", _I),  # how many cards the seat does not know
        ("cards", _P),  # these, as they lie before they are mixed
        ("places", _P),  # the cards that truly lie where one of these must lie
        ("takes", _P),  # by place, the mask of the kinds of card it takes
        ("group_count", _I),
        ("groups", _P),  # rows: the first place, the end, and whether not each takes every card of them
        ("drawn", _P),  # room for the cards
        ("becomes", _P),  # room for one number a card of the game
        ("secret_count", _I),
        ("secrets", _P),  # rows: the offset of a value, its width, how many values there are, the least, the site, the seat, and all values
        ("name", _I),  # of the move that was picked last, in every state
        ("arm", _I),  # of the same in the tree
        ("fresh", _I),  # whether it is new to the tree, or unripe
    ]


FIELDS = {name: (n, {_I: "i64", _D: "double", _P: "ptr"}[kind]) for n, (name, kind) in enumerate(Plan._fields_)}  # type: ignore[misc]

KEY, VISITS, OFFERED, STAMP, WON, POINTS, ARM = range(7)
"""The words of an arm, and how many there are. A slot whose key is 0 is free."""

RULES_WRONG = -1
"""What a playing on answers that taught nothing."""


def address(body: Body, name: str) -> str:
    """Where a word of the plan stands."""
    return body.word("%plan", str(FIELDS[name][0]))


def told(body: Body, name: str) -> str:
    """A word of the plan."""
    return body.let(f"load {FIELDS[name][1]}, ptr {address(body, name)}")


def note(body: Body, name: str, value: str) -> None:
    """Change a word of the plan."""
    body.put(f"store {FIELDS[name][1]} {value}, ptr {address(body, name)}")


def arm(body: Body, slot: str, word: int) -> str:
    """The address of a word of an arm."""
    return body.word("%arms", body.do("add", body.do("mul", slot, str(ARM)), str(word)))


def real(body: Body, value: str) -> str:
    """A whole number as one with a point."""
    return body.let(f"sitofp i64 {value} to double")


def reckon(body: Body, how: str, a: str, b: str) -> str:
    """An operation on two numbers with a point."""
    return body.let(f"f{how} double {a}, {b}")


def double(body: Body, pointer: str) -> str:
    """A number with a point that stands somewhere."""
    return body.let(f"load double, ptr {pointer}")
