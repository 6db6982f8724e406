"""Expressions, as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax.tree.node import Name, Node, Written

if TYPE_CHECKING:
    from ruledsl.syntax.tree.statements import Block


@record(frozen=True)
class Expr(Node):
    pass


@record(frozen=True)
class Number(Expr):
    value: int


@record(frozen=True)
class Decimal(Expr):
    """Only in tests: `0.1`. `value` is the text."""

    value: str


@record(frozen=True)
class Bool(Expr):
    value: bool


@record(frozen=True)
class NoneLiteral(Expr):
    pass


@record(frozen=True)
class Text(Expr):
    """A string as a template: literal pieces and `{expressions}` in turn."""

    parts: tuple[str | Expr, ...]


@record(frozen=True)
class Picture(Expr):
    """What stands on a board, row by row as it is drawn; each row a `Name` with its place."""

    rows: tuple[Name, ...]


@record(frozen=True)
class Times(Expr):
    """Not written: a value as often as a number says, in a text; without a value what is said where the number is 0. `{dice}` is a row of these, and
    `name` what they are called as one."""

    number: Expr
    value: Expr | None
    name: str


@record(frozen=True)
class Ref(Expr):
    """A name in an expression."""

    name: str


@record(frozen=True)
class Attr(Expr):
    """`base.name`; `your.hand` is `Attr(Ref("your"), "hand")`. `name_span` is the place of `name` alone."""

    base: Expr
    name: str
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)


@record(frozen=True)
class Index(Expr):
    base: Expr
    items: tuple[Expr, ...]


@record(frozen=True)
class Call(Expr):
    """`f(a, b)`: a def, a built-in, or a face such as `Hen(four)`. `generator` is set for `f(e for x in S)`.

    `base` is set for `field.lines(3)`."""

    function: str
    args: tuple[Expr, ...]
    generator: Comprehension | None = None
    function_span: Span = field(default=NOWHERE, compare=False, repr=False)
    base: Expr | None = None
    whole: Written | None = field(default=None, compare=False, repr=False)


@record(frozen=True)
class Unary(Expr):
    op: str  # "-" | "not"
    operand: Expr


@record(frozen=True)
class Binary(Expr):
    op: str  # "+" "-" "*" "//" "%" "|" "&" "and" "or"
    left: Expr
    right: Expr

    @property
    def joins(self) -> bool:
        """Is it `and` or `or`, which alone are words?"""
        return self.op.isalpha()


@record(frozen=True)
class Compare(Expr):
    """`a < b <= c` is operands (a, b, c) with ops ("<", "<="). Ops: == != < <= > >= in, not in, is, is not."""

    operands: tuple[Expr, ...]
    ops: tuple[str, ...]


@record(frozen=True)
class IfElse(Expr):
    then: Expr
    condition: Expr
    otherwise: Expr


@record(frozen=True)
class Range(Expr):
    low: Expr
    high: Expr


@record(frozen=True)
class ListLiteral(Expr):
    """`[2, 3 of 5]` is `[2, 5, 5, 5]`: `counts` says how many of each were written, where that was said of any."""

    items: tuple[Expr, ...]
    counts: tuple[int, ...] = ()


@record(frozen=True)
class SetLiteral(Expr):
    items: tuple[Expr, ...]


@record(frozen=True)
class Hops(Expr):
    """Only in tests: `jump(c3, e5) then jump(e5, g7)`, how one move begins."""

    items: tuple[Expr, ...]


@record(frozen=True)
class Provided(Expr):
    """Only between the braces of a set: `times if level > 1`, a member where the condition holds."""

    value: Expr
    condition: Expr


@record(frozen=True)
class More(Expr):
    """Only in tests, inside a list of cards: `3 more`."""

    count: Expr


@record(frozen=True)
class Key(Node):
    """`highest c.value`: members with more of it come first."""

    highest: bool
    value: Expr


@record(frozen=True)
class Loop(Node):
    """`for NAME in domain [by order [ranked NAME]] [from start] [if condition] [while limit]`, in comprehensions, components and statements."""

    name: Name
    domain: Expr
    start: Expr | None = None
    condition: Expr | None = None
    limit: Expr | None = None
    order: tuple[Key, ...] = ()
    ranked: Name | None = None


@record(frozen=True)
class Comprehension(Expr):
    """`e for x in S …`; `braces` is "" inside a call, "{" or "["."""

    element: Expr
    loops: tuple[Loop, ...]
    braces: str = ""
    whole: Written | None = field(default=None, compare=False, repr=False)


@record(frozen=True)
class Reach(Expr):
    """`{NAME from start by STEP [at most limit times]}`; the step is a loop without order, start and `while`."""

    name: Name
    start: Expr
    step: Loop
    limit: Expr | None = None


@record(frozen=True)
class After(Expr):
    """`value after this`, or after a deed."""

    value: Expr
    deed: Call | None = None


@record(frozen=True)
class Place(Expr):
    """`top of Z`, `bottom of Z`, `random of Z`, `all of Z`, `all cards`, `tops of Z`, and `all Duck` or `all p.shelf`, where `zone` is the kind or the
    zones; `count` is set for `top 3 of Z`."""

    which: str  # "top" | "bottom" | "random" | "all" | "tops" | "every"
    zone: Expr | None  # None only for `all cards`
    count: Expr | None = None


@record(frozen=True)
class Roll(Expr):
    """`roll S`, only as a whole right-hand side. `d6` is `1..6`, as a Range. `count` is set for `roll 3 of S`: how many of each face come up."""

    domain: Expr
    count: Expr | None = None


@record(frozen=True)
class Observe(Expr):
    """`observe "question" chance 60 of 100`, only as a whole right-hand side: the world answers yes or no."""

    question: Text
    odds: Expr
    out_of: Expr


@record(frozen=True)
class As(Expr):
    """Only in tests: `Wild as HenPecked`, `Box as Number(4)`, `Box as 4`: a card played as another kind or card."""

    card: Expr
    kind: Expr


@record(frozen=True)
class Usual(Expr):
    pass


@record(frozen=True)
class Gained(Expr):
    """What a deed gave that was done just before; `whole` is how that was written."""

    function: str
    whole: Written


@record(frozen=True)
class Field(Node):
    """`word: value else "why not"`: one line of a combination, or of a meld."""

    name: Name
    value: Expr
    message: Text | None = None


@record(frozen=True)
class Combined(Expr):
    """What a combination answers: the value of its `def`."""

    fields: tuple[Field, ...]


@record(frozen=True)
class Permitted(Expr):
    """Do all of these requirements hold: the value of a permission."""

    body: Block
