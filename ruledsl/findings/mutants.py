"""One-line changes of a rules file, each as somebody could have made it by mistake: another comparison, a number that is one off, a statement that was
forgotten, another player, most for least."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.pipeline import Rules, judge_modes
from ruledsl.record import record
from ruledsl.source import Source, Span
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within

OTHER = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "is not": "is", "in": "not in", "not in": "in",
    "+": "-", "-": "+", "*": "+", "//": "*", "%": "//", "and": "or", "or": "and", "+=": "-=", "-=": "+=", "=": "+=", "&": "|", "|": "&",
}  # fmt: skip
"""What an operator is mistaken for."""
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "first": "last", "last": "first"}
TAKEN = {"top": "bottom", "bottom": "top"}
BEST = {"highest": "lowest", "lowest": "highest"}
SILENT = (t.Label, t.Pass)
"""Statements without which nothing is played otherwise."""
PLAYED = (t.Play, t.Phase, t.Action, t.To, t.Def, t.Hook, t.Watch, t.Card, t.Cards, t.Components, t.Winner, t.Chart)
"""Declarations that play hangs on: where mistakes are made."""


@record(frozen=True)
class Mutant:
    """A change of one piece of a text: what was there, and what stands there instead."""

    span: Span
    was: str
    becomes: str
    kind: str

    def of(self, text: str) -> str:
        """The text with the change."""
        start, end = _offset(text, self.span.line, self.span.column), _offset(text, self.span.end_line, self.span.end_column)
        return text[:start] + self.becomes + text[end:]


def mutants(tree: t.Tree, terms: Mapping[int, object]) -> list[Mutant]:
    """All of a file, in the order of its lines. `terms` are those of the checked model, by the number of the node."""
    found = [one for part in _declared(tree.declarations) for one in _Mutating(tree.source, terms, part).all()]
    seen: dict[tuple[Span, str], Mutant] = {(one.span, one.becomes): one for one in reversed(found)}
    return sorted(seen.values(), key=lambda one: (one.span.line, one.span.column, one.becomes))


def with_change(rules: Rules, mutant: Mutant) -> Rules | None:
    """Rules with a change in their last file; None if they are refused."""
    old = rules.layers[-1].source
    tree, faults = parse(Source(old.file, mutant.of(old.text)))
    return with_trees(rules, [*rules.layers[:-1], tree], faults)


def with_trees(rules: Rules, layers: Sequence[t.Tree], faults: Iterable[Diagnostic] = ()) -> Rules | None:
    """Rules of other files; None if they are refused."""
    versions, said, _ = judge_modes(tuple(layers), rules.tests, list(faults))
    if any(one.is_error for one in said):
        return None
    by_mode = {name: Rules(rules.path, v.layers, v.tests, v.model, []) for name, v in versions.items()}
    return Rules(rules.path, tuple(layers), rules.tests, next(iter(versions.values())).model, [], by_mode=by_mode if rules.modes else {})


def requirements(rules: Rules) -> Iterator[Mutant]:
    """The changes by which a requirement of the last file asks for nothing."""
    for node in rules.layers[-1].declarations:
        yield from (Mutant(one.condition.span, "", _nothing(one), "statement") for one in within(node, t.Require))


def _nothing(node: t.Require) -> str:
    """What stands where a requirement is and asks for nothing: behind a `let` no reason."""
    return "" if node.beside else "true"


def _declared(declarations: tuple[t.Decl, ...]) -> Iterator[t.Node]:
    for one in declarations:
        if isinstance(one, (t.Variant, t.InModes)):
            yield from _declared(one.body)
        elif isinstance(one, t.Ruling):
            yield from (part for patch in one.patches for part in _declared(patch.body))
        elif isinstance(one, PLAYED):
            yield one


class _Mutating:
    def __init__(self, source: Source, terms: Mapping[int, object], node: t.Node) -> None:
        self.source, self.terms, self.node = source, terms, node
        refs = [ref for ref in within(node, t.Ref) if self.kind(ref) == "player"]
        self.players = list(dict.fromkeys(ref.name for ref in refs))

    def kind(self, node: t.Node) -> str:
        """Of what kind the value of an expression is."""
        term = self.terms.get(id(node))
        return "" if term is None else str(getattr(term, "type").kind)  # noqa: B009

    def text(self, span: Span) -> str:
        """What is written at a place of one line; nothing if it goes on over several."""
        return self.source.line(span.line)[span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""

    def all(self) -> Iterator[Mutant]:
        """The changes of a declaration."""
        for node in within(self.node, t.Node):
            if isinstance(node, t.Compare):
                for left, right, op in zip(node.operands, node.operands[1:], node.ops, strict=False):
                    yield from self.between(left.span, right.span, op, "comparison")
            elif isinstance(node, t.Binary):
                yield from self.between(node.left.span, node.right.span, node.op, "operator")
            elif isinstance(node, t.Assign):
                yield from self.between(node.target.span, node.value.span, node.op, "assignment") if node.op != "=" else ()
            elif isinstance(node, t.Number):
                yield from self.number(node)
            elif isinstance(node, (t.Bool, t.Ref, t.Call, t.Place, t.Key)):
                yield from self.word(node)
            elif isinstance(node, t.If) and not node.beside:
                yield from (self.put(arm.span, f"not ({self.text(arm.span)})", "condition") for arm, _ in node.arms if arm and self.text(arm.span))
            elif isinstance(node, t.Winner):
                yield from self.winner(node)
            if isinstance(node, t.Require) and self.text(node.condition.span):
                yield self.put(node.condition.span, _nothing(node), "statement")
            elif isinstance(node, t.Stmt) and not isinstance(node, SILENT):
                yield from self.dropped(node)

    def put(self, span: Span, becomes: str, kind: str) -> Mutant:
        """What stands at a place is something else."""
        return Mutant(span, self.text(span), becomes, kind)

    def between(self, left: Span, right: Span, op: str, kind: str) -> Iterator[Mutant]:
        """Another operator between two expressions of one line."""
        if op not in OTHER or left.end_line != right.line:
            return
        gap = self.source.line(right.line)[left.end_column - 1 : right.column - 1]
        found = re.search(r"\s+".join(map(re.escape, op.split())), gap)
        if found:
            start = left.end_column + found.start()
            yield self.put(Span(left.file, right.line, start, right.line, start + len(found[0])), OTHER[op], kind)

    def number(self, node: t.Number) -> Iterator[Mutant]:
        """A number is one off."""
        if self.text(node.span) == str(node.value):
            yield self.put(node.span, str(node.value + 1), "number")
            if node.value > 0:
                yield self.put(node.span, str(node.value - 1), "number")

    def word(self, node: t.Node) -> Iterator[Mutant]:
        """A word for its opposite, a player for another one."""
        text = self.text(node.span)
        if isinstance(node, t.Bool):
            yield self.put(node.span, "false" if node.value else "true", "truth")
        elif isinstance(node, t.Ref) and self.kind(node) == "player" and text == node.name:
            other = next((name for name in self.players if name != node.name), "")
            if other:
                yield self.put(node.span, other, "player")
        for table in (CALLED if isinstance(node, t.Call) else TAKEN if isinstance(node, t.Place) else BEST if isinstance(node, t.Key) else {},):
            word = re.match(r"\w+", text)
            if word and word[0] in table:
                span = Span(node.span.file, node.span.line, node.span.column, node.span.line, node.span.column + len(word[0]))
                yield self.put(span, table[word[0]], "word")

    def winner(self, node: t.Winner) -> Iterator[Mutant]:
        """Most for least where it is said who wins."""
        line = self.source.line(node.span.line)
        for found in re.finditer(r"\b(highest|lowest)\b", line):
            yield self.put(Span(node.span.file, node.span.line, found.start() + 1, node.span.line, found.end() + 1), BEST[found[0]], "word")

    def dropped(self, node: t.Stmt) -> Iterator[Mutant]:
        """A statement of one line is not there, unless an `else:` belongs to it."""
        text = self.text(node.span) if not (isinstance(node, t.ChooseAction) and node.otherwise is not None) else ""
        if text and not text.rstrip().endswith(":"):
            yield self.put(node.span, "pass", "statement")


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1
