"""What all parts of the checker share: the model under construction, the names in scope, and the pen that reports."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Iterable, Iterator

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.model.errors import ROWS
from ruledsl.model.model import Callable, Model
from ruledsl.model.types import UNKNOWN, Type
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t


@dataclass(frozen=True)
class Local:
    """A parameter, a `let`, a loop's name: `key` is unique in the model."""

    key: str
    type: Type
    span: Span


@dataclass
class Inside:
    """What stands in a body, however deep: what it names, and what its flow is made of."""

    names: set[str] = field(default_factory=set)
    ends: list[t.End] = field(default_factory=list)
    loops: list[t.While | t.Turns] = field(default_factory=list)
    asks: t.Stmt | None = None


@dataclass
class Desk:
    """Names, facts and reports. `quiet` while types are still being found out."""

    model: Model
    found: list[Diagnostic] = field(default_factory=list)
    quiet: bool = False
    scopes: list[dict[str, Local]] = field(default_factory=list)
    facts: dict[t.Expr, frozenset[str]] = field(default_factory=dict)
    you: bool = False
    in_test: bool = False
    used: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    inside: Callable | None = None
    usual: bool = False
    bound: set[str] = field(default_factory=set)
    bodies: dict[int, Inside] = field(default_factory=dict)

    # ---- reporting ----

    def fail(self, code: str, span: Span, fix: tuple[Edit, ...] = (), related: tuple[tuple[Span, str], ...] = (), **words: object) -> None:
        """Report a row of the table of messages at a place."""
        if self.quiet:
            return
        row = ROWS[code]
        filled = {"near": "", "hint": "", **words}
        severity = "warning" if code[0] == "W" else "error"
        self.found.append(
            Diagnostic(
                code, span, row.message.format(**filled), row.label.format(**filled), row.help.format(**filled), severity, fix, related
            )
        )

    def unknown(self, code: str, span: Span, name: str, known: Iterable[str], **words: object) -> Type:
        """Report an unknown name, with the nearest known one and the edit that puts it there."""
        near = nearest(name, known)
        fix = (Edit(span, near),) if near and span.line == span.end_line and span.end_column - span.column == len(name) else ()
        self.fail(code, span, fix, name=name, near=f"did you mean `{near}`?" if near else "", **words)
        return UNKNOWN

    # ---- names ----

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: its names and facts are forgotten behind it."""
        self.scopes.append({})
        facts = self.facts
        self.facts = dict(facts)
        yield
        self.scopes.pop()
        self.facts = facts

    @contextmanager
    def room(self, inside: Callable | None, you: bool, usual: bool = False) -> Iterator[None]:
        """The body of a declaration: it sees no names of whoever calls it."""
        before = self.scopes, self.facts, self.inside, self.you, self.usual
        self.scopes, self.facts, self.inside, self.you, self.usual = [{}], {}, inside, you, usual
        yield
        self.scopes, self.facts, self.inside, self.you, self.usual = before

    def bind(self, name: str, type: Type, node: t.Node, span: Span) -> str:
        """A new local; answers its key."""
        hidden = self.hides(name)
        if hidden:
            self.fail("E0203", span, name=name, what=hidden)
        key = self.model.keys.setdefault(id(node), f"{name}.{len(self.model.keys)}")
        self.scopes[-1][name] = Local(key, type, span)
        self.bound.add(name)
        return key

    def hides(self, name: str) -> str:
        """What a new local of this name would hide, in words."""
        if any(name in scope for scope in self.scopes):
            return "an earlier name"
        if name in self.model.state:
            return "a variable or zone"
        if name in self.model.options:
            return "an option"
        if name in ("players", "others", "you", "your", "over"):
            return "a word of the language"
        return ""

    def local(self, name: str) -> Local | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def all_names(self) -> set[str]:
        """Every name an expression could mean here, for «did you mean»."""
        m = self.model
        names = {n for scope in self.scopes for n in scope}
        names |= {*m.state, *m.options, *m.kinds, *m.enums, *m.boards, *m.charts, "players"}
        names |= {v for e in m.enums.values() for v in e.values}
        names |= {n for n, c in m.callables.items() if c.kind == "def" and not c.params}
        return names | ({"you", "your", "others"} if self.you else set())
