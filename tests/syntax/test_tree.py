"""The tree: what binds tighter, and where everything stands."""

from __future__ import annotations

import pytest

from ruledsl.record import fields
from ruledsl.resources import bundled_games, where
from ruledsl.source import Source, Span
from ruledsl.syntax import load_source, parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.words import RESERVED, STATEMENTS
from tests import few

a, b, c = t.Ref("a"), t.Ref("b"), t.Ref("c")
EXPRESSIONS: dict[str, t.Expr] = {
    "a + b * c": t.Binary("+", a, t.Binary("*", b, c)),
    "a - b - c": t.Binary("-", t.Binary("-", a, b), c),
    "a | b & c": t.Binary("|", a, t.Binary("&", b, c)),
    "not a and b or c": t.Binary("or", t.Binary("and", t.Unary("not", a), b), c),
    "a < b <= c": t.Compare((a, b, c), ("<", "<=")),
    "a is not b": t.Compare((a, b), ("is not",)),
    "a not in b": t.Compare((a, b), ("not in",)),
    "not a in b": t.Unary("not", t.Compare((a, b), ("in",))),
    "0..a + 1": t.Range(t.Number(0), t.Binary("+", a, t.Number(1))),
    "a if b else c if a else b": t.IfElse(a, b, t.IfElse(c, a, b)),
    "-a.b[c, 1]": t.Unary("-", t.Index(t.Attr(a, "b"), (c, t.Number(1)))),
    "top of a.b": t.Place("top", t.Attr(a, "b")),
    "top 3 of a": t.Place("top", a, t.Number(3)),
    "(top of a).b": t.Attr(t.Place("top", a), "b"),
    "tops of a.b": t.Place("tops", t.Attr(a, "b")),
    "all cards": t.Place("all", None),
    "all a": t.Place("every", a),
    "all a.b | c": t.Binary("|", t.Place("every", t.Attr(a, "b")), c),
    "all a if all else all": t.IfElse(t.Place("every", a), t.Ref("all"), t.Ref("all")),
    "all(a)": t.Call("all", (a,)),
    "a.lines(b)": t.Call("lines", (b,), base=a),
    "min(a for b in c if a)": t.Call("min", (), t.Comprehension(a, (t.Loop(t.Name("b"), c, None, a),))),
    "a and b after this": t.After(t.Binary("and", a, b)),
    "a if (a after f(b)) else b": t.IfElse(a, t.After(a, t.Call("f", (b,))), b),
    "{a from b by c in d if a at most 2 times}": t.Reach(t.Name("a"), b, t.Loop(t.Name("c"), t.Ref("d"), None, a), t.Number(2)),
    "{a for b in c from a while b}": t.Comprehension(a, (t.Loop(t.Name("b"), c, a, None, b),), "{"),
    "{}": t.SetLiteral(()),
    "{a, b if c, a if b else c}": t.SetLiteral((a, t.Provided(b, c), t.IfElse(a, b, c))),
    "{a if b or c,}": t.SetLiteral((t.Provided(a, t.Binary("or", b, c)),)),
    "[a, 3 more]": t.ListLiteral((a, t.More(t.Number(3)))),
    "[2 of a, b]": t.ListLiteral((a, a, b), (2, 1)),
    "[1 of a, b]": t.ListLiteral((a, b)),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression(text: str) -> None:
    tree, faults = parse(Source("expression", f"def f() = {text}\n"))
    assert faults == []
    found = tree.declarations[0]
    assert isinstance(found, t.Def)
    assert found.value == EXPRESSIONS[text]


def test_templates() -> None:
    tree, _ = parse(Source("text", 'play: "a {{b}} {a.b + c}{ {a} } \\"\\\\"\n'))
    found = tree.declarations[0]
    assert isinstance(found, t.Play)
    parts = ("a {b} ", t.Binary("+", t.Attr(a, "b"), c), t.SetLiteral((a,)), ' "\\')
    assert found.body == (t.Label(t.Text(parts)),)


def test_dice() -> None:
    for written in ("d6", "1..6"):
        tree, _ = parse(Source("dice", f"play: x = roll {written}\n"))
        found = tree.declarations[0]
        assert isinstance(found, t.Play)
        assert found.body == (t.Assign(t.Ref("x"), "=", t.Roll(t.Range(t.Number(1), t.Number(6)))),)


def test_tags_and_comments() -> None:
    text = "# top @A-1\nplay: # one\n    f() @B-2..3 @C9-4 # two @D-5\n    # alone\n"
    tree, faults = parse(Source("file", text))
    assert faults == []
    assert tree.tags == {1: ("@A-1",), 3: ("@B-2..3", "@C9-4", "@D-5")}
    assert tree.comments == {1: "# top", 2: "# one", 3: "# two", 4: "# alone"}


def excerpt(source: Source, span: Span) -> str:
    assert span.line == span.end_line
    return source.line(span.line)[span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize("name", few.games("spans are exact"))
def test_spans_are_exact(name: str) -> None:
    """Every name and number stands just where its node says, also in texts."""
    source = Source(name, bundled_games()[name].read_text(encoding="utf-8"))
    tree, faults = parse(source)
    assert faults == []
    for node in (inner for declaration in tree.declarations for inner in t.walk(declaration)):
        match node:
            case t.Ref(name=text) | t.Name(text=text):
                assert excerpt(source, node.span) in (text, "d6")
            case t.Attr(name=text, name_span=place):
                assert excerpt(source, place) == text
            case t.Call(function=text, function_span=place):
                assert excerpt(source, place) == text
            case t.Text():
                assert excerpt(source, node.span).startswith('"') and excerpt(source, node.span).endswith('"')


def test_heads_end_with_their_colon() -> None:
    source = Source("heads", "phase f(p):\n    if p:\n        pass\n    for x in y: pass\n")
    found = parse(source)[0].declarations[0]
    assert excerpt(source, found.span) == "phase f(p):"
    assert isinstance(found, t.Phase)
    assert [excerpt(source, s.span) for s in found.body] == ["if p:", "for x in y:"]


def test_which_fields_hold_words():
    nodes = {type(node): node for name in ("gem-hens", "chess", "cloud-nine") for node in spoken(name)}
    assert len(nodes) > 60
    for kind, node in nodes.items():
        for name in vars(node).keys() & fields(kind).keys():
            value = getattr(node, name)
            if isinstance(value, str) or isinstance(value, tuple) and any(isinstance(part, str) for part in value):
                assert name in t.speaking(kind), f"{kind.__name__}.{name}"


def spoken(game: str) -> list[t.Node]:
    source = load_source(where(game))
    assert isinstance(source, Source)
    return [node for d in parse(source)[0].declarations for node in t.walk(d)]


WORDS = sorted({text for text in grammar_tables().words if text.isidentifier()} - {*STATEMENTS, *RESERVED})


@pytest.mark.parametrize("before", ["pass", "if a: pass", "for a in b:\n        pass", "a chooses b\n    else: pass", "let a = b"])
def test_a_word_that_may_be_a_name_begins_a_statement_behind_any_other(before: str) -> None:
    """Also one by which a declaration begins: behind a block, one could follow if the lines stood at the edge."""
    meant = {}
    for word in WORDS:
        tree, found = parse(Source("", f"play:\n    {before}\n    {word}.c = 1\n    {word} = 1\n"))
        meant[word] = not found and [type(s).__name__ for s in tree.declarations[0].body[-2:]]  # type: ignore[union-attr]
    assert meant == {word: ["Assign", "Assign"] for word in WORDS}
