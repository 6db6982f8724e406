"""Rules made at random from names that the base game of the cases has, so that the checker gets beyond the names."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

BASE = (Path(__file__).parents[1] / "cases" / "base.rules").read_text(encoding="utf-8")

WORDS = (
    "0 1 3 99 true none players players.first wind north red Suit Way goal tie shared prize guest nest pond yard worth you your others "
    "p c n Fox Duck best() level() sleep(p) p.hand p.score p.asleep p.moves p.left c.suit c.size c.egg c.row wind.next yard.rows "
    "yard.lines(3) yard[1,2] worth.points[red] {red,green} {p} [1,2,3] {} 1..6 over".split()
)  # fmt: skip
PLACES = ["top of nest", "all cards", "bottom of pond", "top 2 of pond", "random of nest", "all of nest", "tops of nest", "Duck(red, 2)", "usual"]
ATOMS = st.sampled_from([*WORDS, *PLACES])


def _binary(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    ops = st.sampled_from([*"+ - * // % == != < >= in is and or | & ..".split(), "not in", "is not"])
    return st.builds(lambda a, op, b: f"({a} {op} {b})", inner, ops, inner)


def _several(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    name = st.sampled_from(["count", "sum", "min", "max", "any", "all", "first", "last"])
    return st.builds(lambda f, e, x, s, c: f"{f}({e} for {x} in {s} if {c})", name, inner, st.sampled_from("pcnxy"), inner, inner)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        _binary(inner),
        _several(inner),
        inner.map(lambda e: f"not {e}"),
        inner.map(lambda e: f"-{e}"),
        st.builds(lambda a, c, b: f"({a} if {c} else {b})", inner, inner, inner),
        st.builds(lambda f, a: f"{f}({a})", st.sampled_from(["count", "abs", "max", "sum", "f", "g", "sees", "seen", "Duck"]), inner),
        st.builds(lambda a, b: f"max({a}, {b})", inner, inner),
        st.builds(lambda a, b: f"{{{a}, {b}}}", inner, inner),
        st.builds(lambda a, n: f"({a}).{n}", inner, st.sampled_from(["score", "hand", "next", "suit", "size", "egg", "left", "rows"])),
        st.builds(lambda a, b: f"({a})[{b}]", inner, inner),
        st.builds(lambda e, x, s: f"{{{e} for {x} in {s}}}", inner, st.sampled_from("pcn"), inner),
    )


EXPRESSIONS = st.recursive(ATOMS, _larger, max_leaves=8)


def _simple() -> st.SearchStrategy[str]:
    e = EXPRESSIONS
    return st.one_of(
        st.sampled_from(["pass", "usual", "end game", "end turn", "shuffle nest", "move top of pond to nest", "rest()", "f()", "g(p)"]),
        st.builds(lambda v, op, x: f"{v} {op} {x}", st.sampled_from(["prize", "wind", "guest", "p.score", "goal", "x"]), st.sampled_from(["=", "+=", "-="]), e),
        st.builds(lambda x: f"let x = {x}", e),
        st.builds(lambda x: f"prize = roll {x}", e),
        st.builds(lambda x, y: f"move {x} to {y}", e, e),
        st.builds(lambda x: f'require {x} else "no {{prize}}"', e),
        st.builds(lambda x: f"reveal {x}", e),
        st.builds(lambda x, y: f"show {x} to {y}", e, e),
        st.builds(lambda p, x, c: f"{p} chooses n in {x} if {c} or none", e, e, e),
        st.builds(lambda p: f"{p} chooses keep, f or rest", st.sampled_from(["p", "players.first", "guest", "3"])),
        st.builds(lambda x: f'"label {{{x}}}"', ATOMS),
    )


def _blocks(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    heads = st.one_of(
        EXPRESSIONS.map(lambda e: f"if {e}:"),
        EXPRESSIONS.map(lambda e: f"while {e} at most 9 times:"),
        EXPRESSIONS.map(lambda e: f"while {e}:"),
        EXPRESSIONS.map(lambda e: f"repeat {e} times:"),
        st.builds(lambda x, e: f"for {x} in {e}:", st.sampled_from("pcn"), EXPRESSIONS),
        st.builds(lambda e, c: f"turns p in players from {e} if {c}:", EXPRESSIONS, EXPRESSIONS),
    )
    return st.builds(lambda head, body: [head, *(f"    {line}" for part in body for line in part)], heads, st.lists(inner, min_size=1, max_size=3))


STATEMENTS = st.recursive(_simple().map(lambda s: [s]), _blocks, max_leaves=5)
BLOCKS = st.lists(STATEMENTS, min_size=1, max_size=3).map(lambda parts: [f"    {line}" for part in parts for line in part])
HEADS = st.sampled_from(
    ["phase f():", "phase f(p):", "to g():", "to g(p):", "action f(c in your.hand):", "action f(n in 1..6):", "action f(p):",
     "after turn(p):", "before rest():", "instead of rest():", "instead of catch(p):", "after turn(p) if level():", "before keep(c):"]
)  # fmt: skip
LINES = st.one_of(
    st.builds(lambda head, body: "\n".join([head, *body]), HEADS, BLOCKS),
    EXPRESSIONS.map(lambda e: f"def f(p) = {e}"),
    EXPRESSIONS.map(lambda e: f"def g() = {e}"),
    EXPRESSIONS.map(lambda e: f"instead of best() = {e}"),
    EXPRESSIONS.map(lambda e: f"invariant \"i\": {e}"),
    EXPRESSIONS.map(lambda e: f"option pace: 0..9 = {e}"),
    st.builds(lambda a, b: f"table:\n    pace: {a}..{b}", ATOMS, ATOMS),
    EXPRESSIONS.map(lambda e: f"table this turn:\n    pace: 0..9 = {e}"),
    EXPRESSIONS.map(lambda e: f"components:\n    nest: {e} of Fox"),
    st.builds(lambda a, b: f"components:\n    nest: 1 of Duck({a}, {b})", ATOMS, ATOMS),
    EXPRESSIONS.map(lambda e: f"board lawn: grid {e} by 2"),
    st.builds(
        lambda e, d: f"test \"t\":\n    given turn(A):\n        prize = {e}\n    when:\n        A: rest()\n    then:\n        {d}",
        EXPRESSIONS,
        EXPRESSIONS,
    ),
)  # fmt: skip
RULES = st.lists(LINES, min_size=1, max_size=3).map(lambda parts: BASE + "\n".join(parts) + "\n")
