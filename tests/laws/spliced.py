"""Another kind of random rules file: a game that is shipped, or some examples of the reference as one game, with pieces put elsewhere, left out, doubled,
and other words written around them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TypeVar

from ruledsl import pipeline
from ruledsl.diagnostics import Edit, applied
from ruledsl.record import record, replace
from ruledsl.resources import bundled_games
from ruledsl.source import Source, Span
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within
from tests.docs.pages import Block, every_block, framed

Kind = TypeVar("Kind", bound=t.Node)
LONGEST = 130
"""Lines of the games that are taken."""
TRIES = 60
"""Edits that are tried before a file is left as it is."""
SORTS = {"int": "int", "bool": "bool", "player": "player", "cell": "cell", "zone": "zone", "card": "card", "subset": "zone", "set": "set"}
WORDS = ("pile", "row", "fan", "hand", "heap", "bag")
SEEN = ("open", "hidden", "own", "others", "top")
SAID = {
    "int": ("(@int + 1)", "(@int - @int)", "@int * 2", "@int // 2", "count(@zone)", "(@int if @bool else @int)", "count(@set)", "abs(@int)",
            "max(@int, @int)", "sum(@int for q_ in players)", "count(q_ for q_ in players if @bool)", "count(c_ for c_ in @zone if @bool)"),
    "bool": ("not (@bool)", "(@bool and @bool)", "(@bool or @bool)", "@zone is empty", "@zone is not empty", "@int > @int", "@int == @int",
             "@player == @player", "(@bool if @bool else @bool)", "@card is none", "@cell is none", "any(@bool for c_ in @zone)", "@player in @set",
             "all(@bool for q_ in players if @bool)", "@set == @set", "@set <= @set", "distinct(@int for q_ in players)", "top of @zone is none"),
    "player": ("@player.left", "@player.right", "players.first", "first(q_ for q_ in players by highest @int if @bool)", "(@player if @bool else @player)",
               "last(q_ for q_ in players from @player)"),
    "cell": ("first(d_ for d_ in @cell.neighbours if @bool)", "(@cell if @bool else @cell)", "@cell.step(north)"),
    "zone": ("@zone | @zone",),
    "card": ("top of @zone", "bottom of @zone", "first(c_ for c_ in @zone by lowest @int)", "first(c_ for c_ in @zone if @bool)", "@zone[1]"),
    "set": ("(@set | @set)", "(@set & @set)", "(@set - @set)", "{q_ for q_ in players if @bool}", "{d_ from @cell by e_ in d_.neighbours if @bool}"),
}  # fmt: skip
"""What else may be written where something of a kind stands; `@int` is any number of the file."""
DONE = (
    "if @bool: @line", "repeat 2 times: @line", "for q_ in players by highest @int then lowest @int ranked r_ if @bool: @line",
    "for q_ in players from @player: @line", "for c_ in @zone if @bool: @line", "for d_ in @set: @line", "while @bool at most 3 times: @line",
    "move all of @zone to @zone", "move top of @zone to @zone", "move random of @zone to @zone", "move bottom of @zone to bottom of @zone",
    "if @zone is not empty: move top of @zone to @zone", "if @zone is not empty: move random of @zone to @zone", "move @card to @zone",
    "shuffle @zone", "reveal @zone", "show @zone to @player", "show @card to @player", "@player chooses n_ in 1..3",
    "@player chooses q_ in players if @bool or none",
    "@player chooses c_ in @zone or none:", "let v_ = @int", "let v_ = @card", "let v_ = roll 1..6", "let v_ = @player", "@player may pass", "end game",
    "let v_ = observe \"so?\" chance 1 of 3", "@player chooses d_ in @set or none", "turns q_ in players if @bool at most 9 times: @line",
)  # fmt: skip
"""Statements that are written between those of the file; `@line` is one of them."""


@record(frozen=True)
class Pieces:
    """What a checked text has: lines of single statements, and by sort the places of its expressions."""

    text: str
    statements: tuple[Span, ...]
    expressions: dict[str, tuple[Span, ...]]
    state: tuple[tuple[Span, str], ...]

    def at(self, span: Span) -> str:
        return self.text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


@cache
def shipped() -> tuple[str, ...]:
    """The texts of the games that are taken."""
    texts = (path.read_text() for _, path in sorted(bundled_games().items()))
    return tuple(text for text in texts if text.count("\n") <= LONGEST and "\nvariant" not in text and not text.startswith("variant"))


@cache
def examples() -> tuple[Block, ...]:
    """The examples of the reference that are declarations, without their tests."""
    found = (b for b in every_block("rules") if b.says.get("frame") == "declarations" and not {"says", "fails"} & set(b.says))
    return tuple(Block(b.page, b.line, b.language, untested(b.text), b.says) for b in found)


def untested(text: str) -> str:
    """A rules text without the tests at its end."""
    return text.split("\ntest ")[0].removesuffix("\n") + "\n"


def together(r: Random) -> Pieces | None:
    """Some examples as one game; None if they cannot stand together."""
    some = r.sample(examples(), r.randint(1, 4))
    return checked(framed(replace(some[0], text="\n".join(one.text for one in some))))


def spliced_file(seed: int) -> str:
    """The text of a game with some edits, each of which `check` accepts."""
    r = Random(seed)
    pieces = checked(r.choice(shipped())) if r.random() < 0.5 else None
    while pieces is None:
        pieces = together(r)
    wanted = r.randint(1, 7)
    for _ in range(TRIES):
        text = edited(pieces, r)
        other = checked(text) if text != pieces.text else None
        if other is not None:
            pieces, wanted = other, wanted - 1
        if not wanted:
            break
    return pieces.text


def checked(text: str) -> Pieces | None:
    """The pieces of a text; None if it is refused."""
    source = Source("random.rules", text)
    tree, found = parse(source)
    versions, said, _ = pipeline.judge_modes([tree], [], found)
    if any(d.is_error for d in said):
        return None
    terms = {key: term for version in versions.values() for key, term in version.model.terms.items()}
    sorted_: dict[str, list[Span]] = {sort: [] for sort in SORTS.values()}
    for node in played(tree, t.Expr):
        sort = SORTS.get(getattr(terms.get(id(node)), "type", None) and terms[id(node)].type.kind, "")
        if sort and node.span.line == node.span.end_line:
            sorted_[sort].append(node.span)
    lines = tuple(s.span for s in played(tree, t.Stmt) if s.span.line == s.span.end_line and not isinstance(s, (t.Label, t.Require)))
    held = (v.type for d in tree.declarations if isinstance(d, t.State) for v in d.variables)
    state = tuple((type.span, type.name) for type in held if type.span.line == type.span.end_line)
    return Pieces(text, lines, {sort: tuple(spans) for sort, spans in sorted_.items()}, state)


def played(tree: t.Tree, kind: type[Kind]) -> Iterator[Kind]:
    for one in tree.declarations:
        if isinstance(one, (t.Play, t.Phase, t.Action, t.To, t.Def, t.Hook, t.Watch, t.Card, t.Winner)):
            yield from within(one, kind)


def edited(pieces: Pieces, r: Random) -> str:
    """One change, which may be nonsense."""
    way = r.choice([other_expression, other_expression, other_expression, other_line, other_line, other_line, without_line, other_zone, other_number])
    return way(pieces, r)


def put(text: str, span: Span, new: str) -> str:
    """Something else at a place of one line."""
    return applied(text, [Edit(span, new)])


def filled(template: str, pieces: Pieces, r: Random) -> str:
    """A template with pieces of the file in its holes."""
    while "@" in template:
        at = template.index("@")
        sort = next(s for s in (*SORTS.values(), "line") if template.startswith(f"@{s}", at))
        spans = pieces.statements if sort == "line" else pieces.expressions[sort]
        piece = pieces.at(r.choice(spans)).split("@")[0].rstrip() if spans else "pass"
        template = template[:at] + piece + template[at + 1 + len(sort) :]
    return template


def other_expression(pieces: Pieces, r: Random) -> str:
    sorts = [s for s, spans in pieces.expressions.items() if spans]
    sort = r.choice(sorts)
    span = r.choice(pieces.expressions[sort])
    new = filled(r.choice(SAID[sort]), pieces, r) if r.random() < 0.6 else pieces.at(r.choice(pieces.expressions[sort]))
    return put(pieces.text, span, new)


def other_line(pieces: Pieces, r: Random) -> str:
    """A statement more, before or behind one."""
    rows = pieces.text.split("\n")
    span = r.choice(pieces.statements)
    row = rows[span.line - 1]
    if row[: span.column - 1].strip():
        return pieces.text
    new = filled(r.choice(DONE), pieces, r) if r.random() < 0.7 else pieces.at(r.choice(pieces.statements))
    rows.insert(span.line - r.randint(0, 1), row[: span.column - 1] + new)
    return "\n".join(rows)


def without_line(pieces: Pieces, r: Random) -> str:
    return put(pieces.text, r.choice(pieces.statements), "pass")


def other_zone(pieces: Pieces, r: Random) -> str:
    zones = [(span, name) for span, name in pieces.state if name in WORDS]
    if not zones:
        return pieces.text
    span, _ = r.choice(zones)
    if r.random() < 0.5:
        return put(pieces.text, span, pieces.at(span).replace(pieces.at(span).split()[0], r.choice(WORDS), 1))
    row = pieces.text.split("\n")[span.line - 1][span.end_column - 1 :]
    end = Span(span.file, span.line, span.end_column, span.line, span.end_column + len(row))
    return put(pieces.text, end, f", {r.choice(SEEN)}")


def other_number(pieces: Pieces, r: Random) -> str:
    numbers = [span for span in pieces.expressions["int"] if pieces.at(span).isdigit()]
    if not numbers:
        return pieces.text
    span = r.choice(numbers)
    return put(pieces.text, span, str(max(0, int(pieces.at(span)) + r.choice([-1, 1, 2]))))
