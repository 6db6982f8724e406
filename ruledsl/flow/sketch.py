"""The pen: nodes are put down one after the other, and open ways are tied to the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ruledsl.flow.parts import Draft, Edge, Group, Node
from ruledsl.flow.words import title
from ruledsl.model.model import Model
from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Span


@record(frozen=True)
class Way:
    """A way that leads out of a node, and not yet anywhere."""

    source: str
    kind: str = "next"
    guard: str = ""
    label: str = ""


Ways = Sequence[Way]

HUNG = ("before", "after", "instead", "cards")


@record
class Sketch:
    """A draft under construction."""

    model: Model
    draft: Draft
    here: str = ""
    statement: str = ""
    place: Span = NOWHERE
    depth: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)

    def node(self, kind: str, lines: Sequence[str], ways: Ways, span: Span, **more: object) -> str:
        """A new node in the room where we are; all open ways lead to it."""
        number = self.counts[self.here] = self.counts.get(self.here, 0) + 1
        at = {"statements": (self.statement,), "places": (self.place,)} if self.statement else {}
        node = Node(f"{self.here}_{number}", kind, self.here, tuple(lines), span, self.model.tags(span), **at, **more)  # type: ignore[arg-type]
        self.draft.nodes[node.id] = node
        self.tie(ways, node.id)
        return node.id

    def tie(self, ways: Ways, target: str) -> None:
        """Lead open ways somewhere."""
        self.draft.edges += [Edge(w.source, target, w.kind, w.guard, w.label) for w in ways]

    def step(self, line: str, ways: Ways, span: Span) -> Ways:
        """Something done; what follows a step without a question between stands in the same node."""
        last = self.draft.nodes[ways[0].source] if ways else None
        if len(ways) == 1 and last and last.kind == "step" and last.group == self.here and ways[0] == Way(last.id):
            tags = dict.fromkeys((*last.tags, *self.model.tags(span)))
            self.draft.nodes[last.id] = replace(
                last, lines=(*last.lines, line), tags=tuple(tags), statements=(*last.statements, self.statement), places=(*last.places, self.place)
            )
            return ways
        return [Way(self.node("step", [line], ways, span))]

    @contextmanager
    def beside(self) -> Iterator[None]:
        """What is put down now belongs to a statement that another node stands for."""
        statement, self.statement = self.statement, ""
        yield
        self.statement = statement

    @contextmanager
    def at(self, path: str, span: Span) -> Iterator[None]:
        """What is put down now stands for this statement of the room."""
        outer = self.statement, self.place
        self.statement, self.place = f"{self.here}/{path}", span
        yield
        self.statement, self.place = outer

    @contextmanager
    def group(self, kind: str, name: str, span: Span, said: str = "") -> Iterator[Group]:
        """A room inside the one where we are; `said` in the words at its head, if it is not its name."""
        outer = self.here
        id = self.room(name) if name in self.model.callables and kind not in HUNG else self.fresh(f"{name}_{kind}")
        group = Group(id, kind, name, title(said or name.removeprefix("effect ")), outer, self.chapter(span), span, self.model.tags(span))
        self.draft.groups[id] = group
        statement, self.statement = self.statement, ""  # what a room does is not what enters it
        self.here, self.depth = id, self.depth + 1
        yield group
        self.here, self.depth = outer, self.depth - 1
        self.statement = statement

    def room(self, name: str) -> str:
        """The id of the room of a declaration, also before it is drawn."""
        if name not in self.rooms:
            self.rooms[name] = self.fresh(name)
        return self.rooms[name]

    def fresh(self, name: str) -> str:
        """An id that no room has yet."""
        plain = "".join(ch if ch.isalnum() else "_" for ch in name)
        number = self.taken[plain] = self.taken.get(plain, 0) + 1
        return f"{plain}__{number}" if number > 1 else plain

    def chapter(self, span: Span) -> str:
        """The chapter that a place belongs to."""
        before = [c for c in self.model.chapters if c.span.file == span.file and c.span.line <= span.line]
        return max(before, key=lambda c: c.span.line).title if before else ""
