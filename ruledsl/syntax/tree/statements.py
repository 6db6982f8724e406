"""Statements, as they were written: what phases, actions, deeds, hooks and effects are made of."""

from __future__ import annotations

from ruledsl.record import field, record
from ruledsl.syntax.tree.expressions import Call, Expr, Loop, Range, Text
from ruledsl.syntax.tree.node import Name, Node, Written


@record(frozen=True)
class Stmt(Node):
    """For a statement with a block, `span` is its head line."""


Block = tuple[Stmt, ...]


@record(frozen=True)
class Wanted(Node):
    """What is chosen: a card of one of these kinds, and with `range` so many of them at once. No kinds: any card."""

    kinds: tuple[Name, ...]
    range: Range | None = None


@record(frozen=True)
class Label(Stmt):
    """`beside` where it stands behind the head of its action."""

    text: Text
    beside: bool = False


@record(frozen=True)
class Let(Stmt):
    name: Name
    value: Expr


@record(frozen=True)
class Require(Stmt):
    """`beside` where it stands as the reason behind a `let`: what that names is not none."""

    condition: Expr
    message: Text | None
    beside: bool = False


@record(frozen=True)
class Until(Node):
    """`until after next turn(p)`: how long a value holds, or a card stays. `when` is "before" or "after"."""

    when: str
    next: bool
    phase: Name
    who: Expr | None = None


@record(frozen=True)
class Assign(Stmt):
    """`beside` where it stands on the line of the one before it: `a, b = 0`."""

    target: Expr
    op: str  # "=" "+=" "-="
    value: Expr
    until: Until | None = None
    beside: bool = False


@record(frozen=True)
class AssignEach(Stmt):
    """`a, b = b, a`: each is set to its own value, when all are reckoned."""

    targets: tuple[Expr, ...]
    values: tuple[Expr, ...]


@record(frozen=True)
class Move(Stmt):
    what: Expr
    to: Expr  # a zone, or Place("top" | "bottom", zone)
    until: Until | None = None


@record(frozen=True)
class Note(Stmt):
    """What a `history` does where its phase begins or ends."""

    history: Name
    values: tuple[Expr, ...]
    at_most: Expr | None = None
    since: Expr | None = None


@record(frozen=True)
class Shuffle(Stmt):
    zone: Expr


@record(frozen=True)
class Reveal(Stmt):
    """`reveal X` (to everybody, `to` is None) and `show X to p`: cards, a variable, or what an expression or a text says now."""

    what: Expr
    to: Expr | None


@record(frozen=True)
class MenuItem(Node):
    name: str
    args: tuple[Expr, ...] = ()


@record(frozen=True)
class Again(Node):
    """`again while C at most N times`, behind a menu."""

    condition: Expr | None = None
    at_most: Expr | None = None


@record(frozen=True)
class ChooseAction(Stmt):
    """`p chooses a, b or c "prompt"`; `optional` for `p may …`; `otherwise` is the `else:` block; `again` says when the menu comes anew;
    `one_move` that all which is chosen from it, and for it, is one option; `forced` that the only option is taken and nobody is asked. Of
    `each p in S chooses a` `who` is the loop."""

    who: Expr | Loop
    items: tuple[MenuItem, ...]
    optional: bool = False
    otherwise: Block | None = None
    again: Again | None = None
    one_move: bool = False
    forced: bool = False
    prompt: Text | None = None


@record(frozen=True)
class ChooseValue(Stmt):
    """`p chooses x in S if C or none unless forced "prompt"`, `p chooses x: Number in S`. `together` for
    `each p in S chooses p.x in T` (`who` is then the Loop)."""

    who: Expr | Loop
    target: Expr
    domain: Expr
    condition: Expr | None = None
    or_none: bool = False
    forced: bool = False
    prompt: Text | None = None
    wanted: Wanted | None = None
    together: bool = False


@record(frozen=True)
class If(Stmt):
    """The arms in order: (condition, block); the `else` arm has condition None. `beside` is the block behind a choice, done unless none was chosen."""

    arms: tuple[tuple[Expr | None, Block], ...]
    beside: bool = False


@record(frozen=True)
class While(Stmt):
    """`otherwise` is done where the loop would go on beyond its bound, in place of a fault."""

    condition: Expr
    at_most: Expr | None
    body: Block
    otherwise: Block | None = None


@record(frozen=True)
class Unless(Stmt):
    """`unless "time is up" for p after 60 seconds chance 1 of 100:`. Without `seconds` there is no clock; without `odds`, only people and
    clocks declare it."""

    event: Text
    who: Expr | None
    seconds: Expr | None
    odds: Expr | None
    out_of: Expr | None
    body: Block
    otherwise: Block | None = None


@record(frozen=True)
class Repeat(Stmt):
    times: Expr
    body: Block
    whole: Written | None = field(default=None, compare=False, repr=False)


@record(frozen=True)
class For(Stmt):
    """`beside` where it stands on the line of the loop around it, whose body it is: `for p in players for n in 1..6:`."""

    loop: Loop
    body: Block
    beside: bool = False
    whole: Written | None = field(default=None, compare=False, repr=False)


@record(frozen=True)
class Turns(Stmt):
    """`otherwise` as of a `While`."""

    loop: Loop
    at_most: Expr | None
    body: Block
    otherwise: Block | None = None


@record(frozen=True)
class End(Stmt):
    """`end round`; `end game`. `given` where a deed is left with what it gives, in its middle."""

    name: str
    given: bool = False


@record(frozen=True)
class Wins(Stmt):
    """`p wins`, `you win`: the game is over."""

    who: Expr


@record(frozen=True)
class Give(Stmt):
    """`give e`: the deed is over, and this is what it gives. `name` is the deed, where that has been looked up."""

    value: Expr
    name: str = ""


@record(frozen=True)
class Leave(Stmt):
    """`end for`: the innermost loop of this word around it goes on no more."""

    loop: str  # "for" "while" "repeat" "turns"


@record(frozen=True)
class Do(Stmt):
    """A call standing as a statement."""

    call: Call


@record(frozen=True)
class DoUsual(Stmt):
    pass


@record(frozen=True)
class Pass(Stmt):
    pass


@record(frozen=True)
class CarryOut(Stmt):
    """`carry out c`: the effect of a card, with the choices that were made for it; in an effect, `carry out c at most N deep`, with those made then."""

    card: Expr
    deepest: Expr | None = None
