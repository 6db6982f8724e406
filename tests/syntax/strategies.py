"""Arbitrary syntax trees: everything that can be written, and nothing that cannot."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ruledsl.record import replace
from ruledsl.source import Source
from ruledsl.syntax import tree as t

# plain names, and words of the language that are names wherever nothing else fits
WORDS = ["a", "b", "hand", "score", "card", "pile", "to", "top", "all", "first", "turns_", "Hen", "x1", "größe"]
PLAIN = ["a", "b", "hand", "score", "p", "Hen", "x1", "größe"]
words = st.sampled_from(PLAIN)
names = words.map(t.Name)
texts = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), max_size=8)
numbers = st.integers(0, 10**17).map(t.Number)
refs = words.map(t.Ref)
TYPES = ["bool", "player", "Step", "pile"]


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def many(strategy: st.SearchStrategy[Any], low: int = 0, high: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, min_size=low, max_size=high).map(tuple)


# ---- expressions ----


def loops(inner: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Loop]:
    keys = st.builds(t.Key, st.booleans(), inner)
    plain = st.builds(t.Loop, names, inner, maybe(inner), maybe(inner), maybe(inner))
    return plain | st.builds(t.Loop, names, inner, maybe(inner), maybe(inner), maybe(inner), many(keys, 1, 2), maybe(names))


def comprehensions(inner: st.SearchStrategy[t.Expr], *braces: str) -> st.SearchStrategy[t.Comprehension]:
    return st.builds(t.Comprehension, inner, many(loops(inner), 1, 2), st.sampled_from(braces))


def reaches(inner: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Reach]:
    return st.builds(t.Reach, names, inner, st.builds(t.Loop, names, inner, st.none(), maybe(inner)), maybe(inner))


def compares(inner: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Compare]:
    ops = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"])
    pairs = st.lists(st.tuples(ops, inner), min_size=1, max_size=2)
    return st.builds(lambda a, ps: t.Compare((a, *(e for _, e in ps)), tuple(op for op, _ in ps)), inner, pairs)


def larger(inner: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Expr]:
    binary = st.sampled_from(["+", "-", "*", "//", "%", "|", "&", "and", "or"])
    more = st.builds(t.More, inner)
    return st.one_of(
        st.builds(t.Attr, inner, words),
        st.builds(t.Index, inner, many(inner, 1)),
        st.builds(lambda f, args, base: t.Call(f, args, base=base), words, many(inner), maybe(inner)),
        st.builds(lambda f, inside: t.Call(f, (), inside), words, comprehensions(inner, "")),
        st.builds(t.Unary, st.sampled_from(["-", "not"]), inner),
        st.builds(t.Binary, binary, inner, inner),
        compares(inner),
        st.builds(t.IfElse, inner, inner, inner),
        st.builds(t.Range, inner, inner),
        st.builds(t.ListLiteral, many(inner | more)),
        st.builds(t.SetLiteral, many(inner | st.builds(t.Provided, inner, inner))),
        comprehensions(inner, "[", "{"),
        reaches(inner),
        st.builds(t.After, inner, st.none() | st.builds(t.Call, words, many(inner))),
        st.builds(t.Place, st.sampled_from(["top", "bottom", "random"]), inner, maybe(inner)),
        st.builds(t.Place, st.just("all"), inner),
        st.builds(t.As, inner, inner),
    )


atoms = st.one_of(
    numbers,
    refs,
    st.builds(t.Decimal, st.sampled_from(["0.1", "2.50"])),
    st.booleans().map(t.Bool),
    st.just(t.NoneLiteral()),
    st.just(t.Usual()),
    st.just(t.Place("all", None)),
    st.just(t.Place("every", t.Ref("Duck"))),
)
expressions: st.SearchStrategy[t.Expr] = st.deferred(lambda: st.recursive(atoms, larger, max_leaves=8))
def templates() -> st.SearchStrategy[t.Text]:
    """Pieces of text never stand side by side, and are never empty."""
    pieces = st.lists(texts | expressions, max_size=3)
    return pieces.map(_joined).map(t.Text)


def _joined(pieces: list[str | t.Expr]) -> tuple[str | t.Expr, ...]:
    parts: list[str | t.Expr] = []
    for piece in pieces:
        if isinstance(piece, str) and parts and isinstance(parts[-1], str):
            parts[-1] += piece
        elif piece != "":
            parts.append(piece)
    return tuple(parts)


def typed(inner: st.SearchStrategy[t.TypeRef]) -> st.SearchStrategy[t.TypeRef]:
    return st.builds(t.TypeRef, st.sampled_from(["pile", "set", "list"]), inner)


pictures = many(st.from_regex(r"[A-Za-z0-9.{}]{1,5}", fullmatch=True).map(t.Name), 1).map(t.Picture)
values = st.one_of(
    expressions, pictures,
    st.builds(t.Roll, expressions, maybe(expressions)),
    st.builds(t.Observe, templates(), expressions, expressions),
)

bare_types: st.SearchStrategy[t.TypeRef] = st.deferred(lambda: _bare_types)
_bare_types = st.recursive(
    st.builds(t.TypeRef, st.sampled_from(TYPES))
    | st.builds(lambda low, high: t.TypeRef("range", range=t.Range(low, high)), expressions, expressions),
    typed,
    max_leaves=3,
)
types = st.builds(lambda bare, none: t.TypeRef(bare.name, bare.of, bare.range, none), bare_types, st.booleans())

# ---- statements ----

untils = maybe(st.builds(t.Until, st.sampled_from(["before", "after"]), st.booleans(), names, maybe(expressions)))
LOOPS = ("for", "while", "repeat", "turns")
menu = many(st.builds(t.MenuItem, words, many(expressions, 0, 2)), 1)
agains = maybe(st.builds(t.Again, maybe(expressions), maybe(expressions)))
calls = st.builds(t.Call, words, many(expressions))
kinds = many(names, 1)
several = st.builds(t.Range, numbers | refs, numbers | refs)
wanted = st.builds(t.Wanted, kinds) | st.builds(t.Wanted, st.just(()) | kinds, several)
simple = st.one_of(
    st.builds(t.Label, templates()),
    st.builds(t.Let, names, values),
    st.builds(t.Require, expressions, maybe(templates())),
    st.builds(t.Assign, expressions, st.sampled_from(["=", "+=", "-="]), values, untils),
    st.builds(t.Move, expressions, expressions, untils),
    st.builds(t.Shuffle, expressions),
    st.builds(t.Reveal, expressions, maybe(expressions)),
    st.builds(t.ChooseAction, expressions | loops(expressions), menu, st.booleans(), st.none(), agains, st.booleans(), st.booleans(), maybe(templates())),
    st.builds(t.ChooseValue, expressions, expressions, expressions, maybe(expressions), st.booleans(), st.booleans(), maybe(templates()), maybe(wanted)),
    st.builds(
        lambda who, target, domain, none: t.ChooseValue(who, target, domain, None, none, together=True),
        loops(expressions), expressions, expressions, st.booleans(),
    ),
    st.builds(t.End, words.filter(lambda word: word not in LOOPS)),
    st.builds(t.Leave, st.sampled_from(LOOPS)),
    st.builds(lambda pairs: t.AssignEach(*zip(*pairs)), st.lists(st.tuples(expressions, expressions), min_size=2, max_size=3)),
    st.builds(t.Wins, expressions),
    st.builds(t.Give, expressions),
    st.builds(t.Do, calls),
    st.builds(t.CarryOut, expressions, maybe(expressions)),
    st.just(t.DoUsual()),
    st.just(t.Pass()),
)  # fmt: skip


def compound(inner: st.SearchStrategy[t.Stmt]) -> st.SearchStrategy[t.Stmt]:
    block = many(inner, 1, 2)
    arms = st.lists(st.tuples(expressions, block), min_size=1, max_size=2)
    return st.one_of(
        st.builds(lambda a, e: t.If(tuple(a) + (((None, e),) if e else ())), arms, maybe(block)),
        st.builds(t.While, expressions, maybe(expressions), block),
        st.builds(t.While, expressions, expressions, block, block),
        st.builds(t.Repeat, expressions, block),
        st.builds(t.For, loops(expressions), block),
        st.builds(lambda outer, inner, body: t.For(outer, (t.For(inner, body, True),)), loops(expressions), loops(expressions), block),
        st.builds(t.Turns, loops(expressions), maybe(expressions), block),
        st.builds(t.Turns, loops(expressions), expressions, block, block),
        st.builds(t.ChooseAction, expressions, menu, st.booleans(), block),
    )


statements: st.SearchStrategy[t.Stmt] = st.deferred(lambda: st.recursive(simple, compound, max_leaves=4))


def chosen(who: t.Expr, target: t.Expr, domain: t.Expr, prompt: t.Text | None, body: t.Block) -> t.Block:
    """A choice, and the block behind it."""
    there = t.Compare((target, t.NoneLiteral()), ("is not",))
    return t.ChooseValue(who, target, domain, None, True, prompt=prompt), t.If(((there, body),), beside=True)


def there(name: t.Name, value: t.Expr, why: t.Text) -> t.Block:
    """A `let` with a reason."""
    given = t.Compare((t.Ref(name.text), t.NoneLiteral()), ("is not",))
    return t.Let(name, value), t.Require(given, why, True)


settled = st.one_of(numbers, refs, st.booleans().map(t.Bool), st.just(t.NoneLiteral()))
at_once = st.builds(
    lambda targets, op, value, until: tuple(t.Assign(target, op, value, until, n > 0) for n, target in enumerate(targets)),
    many(expressions, 2, 3), st.sampled_from(["=", "+=", "-="]), settled, untils,
)  # fmt: skip
blocks = many(statements, 1, 3) | st.builds(there, names, expressions, templates()) | at_once
blocks |= st.builds(chosen, expressions, expressions, expressions, maybe(templates()), many(statements, 1, 2))

# ---- declarations ----

keyed = st.builds(t.Keyed, names, expressions)
params = many(
    st.builds(t.Param, words)
    | st.builds(t.Param, words, types)
    | st.builds(t.Param, words, st.none(), expressions, maybe(expressions), st.booleans(), maybe(wanted))
    | st.builds(
        t.Param, words, st.none(), expressions, maybe(expressions), keys=many(keyed, 1, 2), together=maybe(st.builds(t.Range, expressions, expressions))
    )
)
cells = st.one_of(numbers, numbers.map(lambda n: t.Unary("-", n)), refs, st.booleans().map(t.Bool), st.just(t.NoneLiteral()))
rows = st.builds(t.ChartRow, many((words | st.integers(0, 99).map(str)).map(t.Name), 1), many(cells, 1))
guarded = st.builds(lambda condition, body: (t.If(((condition, body),)),), expressions, blocks)
bounds = numbers | refs
ranges = st.builds(t.Range, bounds, bounds) | bounds.map(lambda e: t.Range(e, e))
lines = st.builds(
    t.Variable, names, types, maybe(expressions), maybe(names), maybe(expressions), st.lists(keyed, max_size=3).map(tuple), drawn=maybe(templates())
)
variables = st.builds(
    lambda line, others: (line, *(replace(line, name=name, beside=True) for name in others)), lines, st.lists(names, max_size=2)
)  # of one line of state


def state(owner: str, scope: t.Name | None, lines: tuple[tuple[t.Variable, ...], ...], *more: object) -> t.State:
    return t.State(owner, scope, tuple(variable for line in lines for variable in line), *more)  # type: ignore[arg-type]


components = st.builds(t.Component, expressions, expressions, many(loops(expressions), 0, 2))
legends = st.builds(t.Legend, templates(), st.booleans(), many(st.builds(t.Mark, names, expressions), 1), many(loops(expressions), 0, 2), maybe(names))
legends |= st.builds(lambda letter, those: t.Legend(letter, False, (), those), templates(), many(loops(expressions), 1, 2))
enum_values = st.builds(t.EnumValue, words, maybe(texts))
headers = st.builds(t.RoutesHeader, names, many(names, 1))
said = st.one_of(numbers, numbers.map(lambda n: t.Unary("-", n)), refs, st.booleans().map(t.Bool), st.just(t.NoneLiteral()))
routes = st.builds(t.Routes, many(names, 2), many(said))
readings = st.builds(t.Ruling, names, many(names), maybe(names), maybe(texts))


def hooks() -> st.SearchStrategy[t.Hook]:
    with_block = st.builds(
        lambda when, name, ps, c, body, once, held: t.Hook(when, name, ps, c, body, None, once, held),
        st.sampled_from(["before", "after", "instead"]), names, params, maybe(expressions), blocks, st.booleans(), maybe(st.builds(t.Held, maybe(expressions))),
    )  # fmt: skip
    return with_block | st.builds(
        lambda name, ps, c, v: t.Hook("instead", name, ps, c, (), v), names, params, maybe(expressions), expressions
    )


small: st.SearchStrategy[t.Decl] = st.deferred(lambda: _small)
_small = st.one_of(
    st.builds(t.Chapter, texts),
    st.builds(t.Enum, names, many(enum_values, 1), maybe(names)),
    st.builds(t.Enum, names, many(st.builds(t.EnumValue, words, maybe(texts), texts), 1)),
    st.builds(t.Card, names, params, maybe(templates()), maybe(names)),
    st.builds(
        t.Card, names, params, maybe(templates()), maybe(names), maybe(texts), maybe(names),
        many(st.builds(t.Constant, names, expressions)), many(st.builds(t.Effect, maybe(names), params, blocks)), many(hooks()),
        many(st.builds(t.InForce, maybe(names), expressions), 0, 2),
    ),
    st.builds(t.Option, names, maybe(types), maybe(expressions), maybe(texts)),
    readings,
    st.builds(t.Chart, names, rows, many(rows)),
    st.builds(t.Components, many(st.builds(t.ComponentLine, expressions, many(components, 1)), 1)),
    st.builds(state, st.sampled_from(["table", "player", "cell"]), maybe(names), many(variables, 1)),
    st.builds(state, st.just("line"), maybe(names), many(variables, 1), many(names, 1), names),
    st.builds(
        lambda name, shape, rows, columns, below, legend: t.Board(name, shape, ((rows,), (columns,)), below, legend),
        names, st.sampled_from(["grid", "rhombus"]), expressions, expressions, st.booleans(), many(legends),
    ),
    st.builds(
        lambda name, places, headers, routes, legend: t.Board(name, "places", (), False, legend, places, headers, routes),
        names, many(enum_values, 1), st.lists(headers, max_size=2).map(tuple), many(routes), many(legends),
    ),
    st.builds(t.Board, names, st.just("hexes"), many(many(expressions, 1), 1), st.booleans(), many(legends)),
    st.builds(t.Play, blocks),
    st.builds(t.Phase, names, params, blocks),
    st.builds(t.Phase, names, params, guarded, st.just(True)),
    st.builds(t.Action, names, params, blocks, maybe(st.builds(t.AnyTime, maybe(names)))),
    st.builds(lambda name, params, text, body: t.Action(name, params, (t.Label(text, True), *body)), names, params, templates(), blocks),
    st.builds(t.To, names, params, blocks),
    st.builds(t.To, names, params, guarded, st.just(True)),
    st.builds(t.Def, names, params, expressions),
    st.builds(t.Def, names, params, st.builds(t.Combined, many(st.builds(t.Field, names, expressions, maybe(templates())), 1))),
    st.builds(t.Meld, names, params, many(st.builds(t.Field, names, expressions, maybe(templates())), 1)),
    hooks(),
    st.builds(
        lambda name, when, phase, values, most, since: t.History(name, t.Hook(when, phase, (), None, (t.Note(name, values, most, since),))),
        names, st.sampled_from(["before", "after"]), names, many(expressions, 1), maybe(expressions), maybe(expressions),
    ),
    st.builds(t.Watch, expressions, maybe(loops(expressions)), maybe(names), blocks),
    st.builds(t.Winner, many(st.builds(t.Criterion, st.booleans(), words, st.booleans()), 1), maybe(expressions)),
    st.builds(t.Winner, st.just(()), expressions),
    st.builds(t.Invariant, texts, expressions),
    st.builds(t.Demand, expressions, maybe(templates())),
    st.builds(t.NamesBlock, texts, many(st.builds(t.NameEntry, texts | words, texts), 1)),
)

# ---- tests ----

patterns = refs | calls
given_lines = st.builds(t.GivenLine, expressions, expressions, st.booleans()) | st.builds(t.GivenLine, expressions, pictures) | st.builds(
    lambda place, value, until: t.GivenLine(place, value, False, until), expressions, expressions, untils
)
when_lines = st.builds(lambda who, what: t.WhenLine("seat", who, what), words, many(expressions, 1, 3)) | st.builds(
    lambda kind, items: t.WhenLine(kind, "", items), st.sampled_from(["roll", "draw", "world"]), many(expressions, 1)
)
checks = st.one_of(
    st.builds(lambda kind, who, e: t.Check(kind, e, who=who), st.sampled_from(["knows", "knows not", "possible"]), words, expressions),
    st.builds(lambda who, x: t.Check("worlds", who=who, expected=x), words, expressions),
    st.builds(t.Check, st.sampled_from(["expr", "always", "ever"]), expressions),
    st.builds(
        lambda kind, who, items: t.Check(kind, who=who, items=items),
        st.sampled_from(["can", "only", "cannot"]), words, many(patterns, 1),
    ),
    st.builds(
        lambda who, items, because: t.Check("cannot", who=who, items=items, because=because),
        words, many(patterns, 1), templates(),
    ),
    st.builds(lambda who: t.Check("phase", who=who), words),
    st.builds(
        lambda kind, e, x, y: t.Check(kind, e, expected=x, tolerance=y),
        st.sampled_from(["average", "number"]), expressions, expressions, expressions,
    ),
)  # fmt: skip
given_known = st.builds(t.GivenKnown, names, expressions)
steps = (
    st.builds(t.When, many(when_lines, 1))
    | st.builds(lambda times, games: t.When((), times, games), expressions, st.booleans())
    | st.builds(t.Then, many(checks, 1))
    | st.builds(lambda who, worlds: t.Then((t.Check("apart", who=who, worlds=worlds),)), words, many(given_lines | given_known, 1))
)
given = st.builds(t.Given, words, many(expressions), many(given_lines), many(given_known)) | st.builds(
    t.Given, st.none(), st.just(()), many(given_lines, 1), many(given_known)
)
tests: st.SearchStrategy[t.Test] = st.deferred(lambda: _tests)
settings = (maybe(expressions), many(st.tuples(names, expressions)), maybe(expressions), st.none(), maybe(given))
cases = st.builds(t.Test, texts, *settings, many(steps, 1))
_tests = (
    st.builds(t.Test, texts, *settings, many(steps, 1))
    | st.builds(t.Test, texts, *settings, many(steps), many(cases, 1))
    | st.builds(t.Test, texts, *settings[:3], st.builds(t.Refused, texts))
)

# ---- files ----

modes = st.builds(t.Mode, names, ranges, many(names))
teams = st.builds(t.Team, names, many(names, 1))
games = st.builds(t.Game, texts, ranges, many(names), maybe(texts), many(modes), many(teams))
in_modes = st.builds(t.InModes, many(names, 1), many(small, 1, 2))
patched = st.builds(
    t.Ruling, names, many(names, 1), maybe(names), maybe(texts), many(st.builds(t.Patch, names, many(small, 1, 2)), 1, 2)
)
variants = st.builds(t.Variant, texts, texts, many(small, 1, 2))
declarations = st.one_of(small, small, in_modes, patched, variants, games, tests)
trees = many(declarations, 0, 3).map(lambda found: t.Tree(Source("tree", ""), found))
