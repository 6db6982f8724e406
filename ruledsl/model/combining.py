"""Combinations: what cards must make, line by line, and the words of the language for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.combine.signs import Sign
from ruledsl.model.fields import all_known, lines_of
from ruledsl.model.model import Callable, EnumInfo, Model
from ruledsl.model.types import BOOL, INT, UNKNOWN, Term, Type, fits, list_of, say, set_of
from ruledsl.record import record
from ruledsl.source import NOWHERE
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking

SIGNS = EnumInfo("Sign", tuple(sign.name.lower() for sign in Sign), tuple(sign.text for sign in Sign), False, NOWHERE)
SHAPES = EnumInfo("Shape", ("brackets", "flat", "chain"), ("brackets", "flat", "chain"), False, NOWHERE)
NUMBERS = EnumInfo("Numbers", ("whole", "decimal", "fraction"), ("whole", "decimal", "fraction"), False, NOWHERE)
WORDS = (SIGNS, SHAPES, NUMBERS)
"""The enums of the language, in the order of `Sign`, `Shape` and `Numbers` in `ruledsl.combine`."""


@record(frozen=True)
class Line:
    """What a line of a combination says: its type, its value where it is left out (None: it must be there), and whether it can refuse."""

    type: Type
    default: Term | None = None
    refuses: bool = False


LINES = {
    "values": Line(list_of(INT)),
    "size": Line(set_of(INT), refuses=True),
    "distinct": Line(BOOL, Term("const", BOOL, data=0), True),
    "signs": Line(set_of(Type("enum", "Sign"))),
    "target": Line(INT, refuses=True),
    "needs": Line(set_of(Type("enum", "Sign")), Term("const", set_of(Type("enum", "Sign")), data=0), True),
    "by_one": Line(BOOL, Term("const", BOOL, data=1)),
    "shape": Line(Type("enum", "Shape"), Term("const", Type("enum", "Shape"), data=0)),
    "numbers": Line(Type("enum", "Numbers"), Term("const", Type("enum", "Numbers"), data=0)),
    "negative": Line(BOOL, Term("const", BOOL, data=1)),
    "zero": Line(BOOL, Term("const", BOOL, data=0)),
    "stated": Line(BOOL, Term("const", BOOL, data=0)),
}
"""The lines in the order in which a `combined` term has them as arguments; those that refuse are asked in this order."""

PLACES = {word: n for n, word in enumerate(LINES)}


NEAREST = "nearest"
"""The name, in the words of `target:`, of the expression that comes nearest to the target."""


def says_nearest(field: t.Field) -> bool:
    """Do its words name the nearest expression?"""
    parts = field.message.parts if field.message is not None else ()
    return any(isinstance(n, t.Ref) and n.name == NEAREST for part in parts if isinstance(part, t.Expr) for n in t.walk(part))


def is_combination(d: object) -> bool:
    """Is it declared by `combination`?"""
    return isinstance(d, t.Def) and isinstance(d.value, t.Combined)


def combinations(model: Model) -> list[str]:
    """The names of all combinations that are asked for somewhere; of what any other is made nobody has said."""
    named = [(name, target) for name, target in model.callables.items() if is_combination(target.decl)]
    return [name for name, target in named if all(p.type.kind != "unknown" for p in target.params)]


def enum_name(combination: str) -> str:
    """The enum of the expressions that a combination answers."""
    return f"{combination}()"


def combined(x: Asking, e: t.Combined) -> Term:
    """What a combination answers: an expression, or none."""
    found = {word: _line(x, word, field) for word, field in lines_of(x, e.fields, LINES, "E0219")}
    inside = x.desk.inside
    missing = [word for word, line in LINES.items() if line.default is None and word not in found]
    if missing:
        if all_known(e.fields, LINES):
            x.desk.fail("E0426", e.span, words=", ".join(f"`{word}:`" for word in missing))
        return Term("error", UNKNOWN, span=e.span)
    args = tuple(found.get(word) or line.default or Term("error", UNKNOWN) for word, line in LINES.items())
    name = inside.name if inside is not None else ""
    return Term("combined", Type("enum", enum_name(name), or_none=True), args, name, e.span)


def _line(x: Asking, word: str, field: t.Field) -> Term:
    line = LINES[word]
    made = field.value if word == "values" and isinstance(field.value, t.Comprehension) and field.value.braces == "[" else None
    term = x.check(field.value, line.type) if made is None else x.gathered(made)
    if field.message is not None:
        if not line.refuses:
            x.desk.fail("E0427", field.message.span, word=word)
        with x.desk.scope():
            if word == "target" and says_nearest(field) and x.desk.inside is not None:
                x.desk.bind(NEAREST, Type("enum", enum_name(x.desk.inside.name), or_none=True), field, field.message.span)
            for part in field.message.parts:
                if isinstance(part, t.Expr):
                    x.check(part)
    if word == "size":
        if term.op != "range" and term.type.kind != "unknown":
            x.desk.fail("E0303", field.value.span, want="a range such as `1..4`", got=say(term.type))
    elif word == "values":
        _values(x, field.value, term)
    elif not (fits(term.type, line.type) or _same_words(x, term.type, line.type)):
        x.mismatch(field.value, term, line.type)
    return term


def _values(x: Asking, e: t.Expr, term: Term) -> None:
    """Whole numbers, written one by one or made by loops."""
    numbers = term.type.of is None or term.type.of.kind in ("int", "unknown")
    written = isinstance(e, t.ListLiteral) or (isinstance(e, t.Comprehension) and e.braces == "[")
    if term.type.kind != "unknown" and not (written and numbers):
        x.desk.fail("E0303", e.span, want="a list of numbers such as `[card.n for card in cards]`", got=say(term.type))


def _same_words(x: Asking, given: Type, wanted: Type) -> bool:
    """A ruling may be given whose values have the names that are wanted."""
    return given.kind == wanted.kind == "enum" and set(x.values_of(given.name)) <= set(x.values_of(wanted.name))


# ---- as a condition ----


def is_expression(type: Type) -> bool:
    """Is it what a combination answers?"""
    return type.kind == "enum" and type.name.endswith("()") and type.or_none


def there_is(term: Term) -> Term:
    """A combination as a condition: is there an expression?"""
    return Term("not", BOOL, (Term("is_none", BOOL, (term,), span=term.span),), span=term.span)


def asked(model: Model, condition: Term) -> tuple[Callable, Term] | None:
    """The combination that a condition asks for, and the call, if it is as it was declared."""
    if condition.op != "not" or condition.args[0].op != "is_none":
        return None
    call = condition.args[0].args[0]
    target = model.callables.get(call.data) if call.op == "call" else None
    if target is None or not is_combination(target.decl) or target.instead:
        return None
    return target, call


def refusals(target: Callable) -> Iterator[t.Field]:
    """The lines that say why a combination refuses, in the order in which they are asked."""
    assert isinstance(target.decl, t.Def) and isinstance(target.decl.value, t.Combined)
    told = {field.name.text: field for field in target.decl.value.fields if field.message is not None}
    yield from (told[word] for word in LINES if word in told)
