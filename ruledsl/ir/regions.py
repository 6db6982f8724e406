"""Of which regions a state is made: those that every block begins with, and what the others are called that are more than a variable or zone."""

from __future__ import annotations

from ruledsl.record import cached_property, record


@record(frozen=True)
class Region:
    """`count` integers of `width` bytes. `role`: header, variable, index, zone, card or frame. Values are low..high; signed if low < 0."""

    name: str
    count: int
    low: int
    high: int
    role: str
    initial: int = 0

    @cached_property
    def width(self) -> int:
        for width in (1, 2, 4):
            bits = 8 * width
            if (self.low >= 0 and self.high < 1 << bits) or (-(1 << bits - 1) <= self.low and self.high < 1 << bits - 1):
                return width
        return 8


def header(arguments: int, seats: int, sites: int, resumes: int, wide: bool = False) -> tuple[Region, ...]:
    """The regions that every block begins with. `rng` is one splitmix64 state; `chance` is 1 where chance is asked, not drawn.

    `wide` where an argument can be a whole word: several cards."""
    full = (1 << 63) - 1
    half = full if wide else (1 << 31) - 1
    return (
        Region("rng", 1, -full - 1, full, "header"),
        Region("move", arguments + 1, -half - 1, half, "header"),
        Region("pc", 1, 0, max(resumes, 1), "header"),
        Region("ask.seats", 1, 0, (1 << seats) - 1, "header"),
        Region("ask.count", 1, 0, 65535, "header"),
        Region("ask.site", 1, 0, max(sites, 1), "header"),
        Region("decisions", 1, 0, (1 << 31) - 1, "header"),
        Region("move.seat", 1, -1, 63, "header", -1),
        Region("status", 1, 0, 2, "header"),
        Region("ask.kind", 1, 0, 4, "header"),
        Region("chance", 1, 0, 1, "header"),
    )


SEALED = "sealed"
"""The region that keeps what was chosen by those who are asked together, until all have answered: of each seat 1 where it has answered, the number of the
action, and its arguments. It belongs to its seat alone."""
SEALED_ANSWER = 2
"""Where the first argument stands among what is kept of a seat: of a value that is chosen, the value."""

def word_of(name: str, word: int) -> str:
    """What is called by a name, and holds or tells word N of a set of cells of several words; the first is called as everything else is."""
    return f"{name}#{word}" if word else name


def whole(name: str) -> str:
    """The name of what has that word."""
    return name.partition("#")[0]


# ---- beside a variable, a phase or an interruption ----


def where(variable: str) -> str:
    """The region of role index that holds, for each value of a variable from its lowest on, the mask of the instances that have it.
    Whatever writes the variable keeps it."""
    return f"{variable}.where"


def kept(variable: str, number: int) -> str:
    """A region of role index that holds, row by row, the set of the numbers for which something holds that hangs on one instance of a variable each, as
    `Program.kept` says. Whatever writes the variable keeps it."""
    return f"{variable}.kept.{number}"


def seen(variable: str) -> str:
    """The region that holds, for each instance of a variable that can be shown, the mask of seats that were shown its value."""
    return f"{variable}.seen"


def until(name: str) -> str:
    """The region that says for each instance of a variable (or each card: `card`) how long it lasts: 0 for ever, else 2 N + 1 for
    number N of `Program.lives`, or 2 N + 2 while it waits for the next such phase to begin. `….who` holds the argument of the phase,
    `….was` the value, or the place in `card.zone`, that comes back."""
    return f"{name}.until"


def reading(option: str) -> str:
    """The region that holds the value of an option that is left open."""
    return f"reading.{option}"


def notes(history: str) -> str:
    """The region that holds a word for each position that was noted; `….count` says how many of them count."""
    return f"{history}.notes"


def asked(history: str) -> str:
    """The function of how often the present position is among the notes; `word(history)` is what it looks for there."""
    return f"times.{history}"


def word(history: str) -> str:
    """The function of the word of the present position."""
    return f"history.{history}"


def runs(phase: str) -> str:
    """The region that is 1 while a phase goes on, in which some rule waits."""
    return f"{phase}.runs"


def meanwhile(number: int) -> str:
    """The region that holds the seats at whose decisions an interruption may be declared: 0 where its block does not go on."""
    return f"unless.{number}"


def since(number: int) -> str:
    """The region that holds how many decisions there had been when the block of an interruption began."""
    return f"unless.{number}.since"


def chance_of(number: int, part: int) -> str:
    """The region that holds how likely an interruption is, where that changes during play: part 0 of part 1."""
    return f"unless.{number}.{('odds', 'out_of')[part]}"
