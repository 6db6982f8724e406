"""From trees to one list of declarations: a game, the variants upon it, and the patches of the chosen rulings.

Later text wins: what a later layer declares again replaces, what is new is added, blocks of state add up.
"""

from __future__ import annotations

from typing import Mapping, Sequence, TypeVar

from ruledsl.model.desk import Desk
from ruledsl.record import field, record, replace
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t

D = TypeVar("D", bound=t.Decl)
NAMED = (t.Enum, t.Card, t.Option, t.Ruling, t.Chart, t.Meld, t.Board, t.Phase, t.Action, t.To, t.Def, t.History)


@record
class Declared:
    """All that is in force, by name where there is a name."""

    named: dict[str, t.Decl] = field(default_factory=dict)
    variables: dict[str, tuple[t.State, t.Variable]] = field(default_factory=dict)
    single: dict[type, t.Decl] = field(default_factory=dict)  # Game, Play, Winner
    components: list[t.Components] = field(default_factory=list)
    hooks: list[t.Hook] = field(default_factory=list)
    watches: list[t.Watch] = field(default_factory=list)
    invariants: list[t.Invariant] = field(default_factory=list)
    demands: list[t.Demand] = field(default_factory=list)
    tests: list[t.Test] = field(default_factory=list)
    chapters: list[t.Chapter] = field(default_factory=list)
    names: list[t.NamesBlock] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # that of the game, then those of variants
    title: str = ""

    def all(self, kind: type[D]) -> list[D]:
        """The named declarations of a kind, in the order of the text."""
        return [d for d in self.named.values() if isinstance(d, kind)]

    def every_hook(self) -> list[tuple[t.Hook, str]]:
        """All hooks, with the kind of card under which they stand, in the order of the text."""
        found = [(hook, "") for hook in self.hooks] + [(hook, card.name.text) for card in self.all(t.Card) for hook in card.hooks]
        found += [(history.hook, "") for history in self.all(t.History)]
        return sorted(found, key=lambda pair: (self.files.index(pair[0].span.file), pair[0].span.line, pair[0].span.column))


def merge(desk: Desk, layers: Sequence[Sequence[t.Decl]], chosen: Mapping[str, str]) -> Declared:
    """Layers in order: the game, then variants; the patches of each layer's rulings follow it."""
    out = Declared(files=list(dict.fromkeys(d.span.file for layer in layers for d in layer)))
    for layer in layers:
        _add_layer(desk, out, layer)
    for ruling in [d for d in out.named.values() if isinstance(d, t.Ruling)]:
        value = chosen.get(ruling.name.text, ruling.default.text if ruling.default else ruling.values[0].text if ruling.values else "")
        for patch in ruling.patches:
            if patch.value.text == value:
                _add_layer(desk, out, patch.body)
    return out


def places(declared: Declared) -> dict[str, Span]:
    """Where each name is declared."""
    out = {name: d.name.span for name, d in declared.named.items()}  # type: ignore[attr-defined]
    for enum in (d for d in declared.named.values() if isinstance(d, t.Enum)):
        out |= {v.name: Span(v.span.file, v.span.line, v.span.column, v.span.line, v.span.column + len(v.name)) for v in enum.values}
    out |= {name: v.name.span for name, (_, v) in declared.variables.items()}
    game = declared.single.get(t.Game)
    return out | {seat.text: seat.span for seat in (game.seats if isinstance(game, t.Game) else ())}


def _add_layer(desk: Desk, out: Declared, layer: Sequence[t.Decl]) -> None:
    here: set[str] = set()
    for d in layer:
        if isinstance(d, NAMED):
            _add_named(desk, out, d, here)
        elif isinstance(d, t.Cards):
            for card in d.cards:
                _add_named(desk, out, card, here)
        elif isinstance(d, t.State):
            for v in d.variables:
                if _once(desk, v.name, here):
                    out.variables[v.name.text] = (d, v)
        elif isinstance(d, (t.Game, t.Play, t.Winner)):
            _add_single(desk, out, d, here)
        else:
            _add_other(out, d)


def _once(desk: Desk, name: t.Name, here: set[str]) -> bool:
    """Is a name declared for the first time in its layer? If not, this is said, and the first one stays."""
    if name.text in here:
        last = desk.found[-1] if desk.found else None
        if last is None or (last.code, last.span.file, last.span.line) != ("E0202", name.span.file, name.span.line):  # several names of a line are one slip
            desk.fail("E0202", name.span, name=name.text)
        desk.said.add(name.text)
        return False
    here.add(name.text)
    return True


def _add_named(desk: Desk, out: Declared, d: t.Decl, here: set[str]) -> None:
    name: t.Name = d.name  # type: ignore[attr-defined]
    if not _once(desk, name, here):
        return
    old = out.named.get(name.text)
    if isinstance(d, t.Option) and d.type is None:
        if not isinstance(old, (t.Option, t.Ruling)):
            known = [n for n, x in out.named.items() if isinstance(x, (t.Option, t.Ruling))]
            if nearest(name.text, known) is None:
                kind = "bool" if isinstance(d.default, t.Bool) else "0..9" if isinstance(d.default, t.Number) else "…"
                desk.fail("E0212", name.span, name=name.text, near=f"a new one is declared with what it may be: `option {name.text}: {kind} = …`")
            else:
                desk.unknown("E0212", name.span, name.text, known)
            return
        d = _new_default(old, d)
    elif isinstance(d, t.Ruling) and not d.values:
        if not isinstance(old, t.Ruling):
            known = [n for n, x in out.named.items() if isinstance(x, t.Ruling)]
            desk.unknown("E0212", name.span, name.text, known)
            return
        d = replace(old, default=d.default or old.default, patches=old.patches + d.patches)
    out.named[name.text] = d


def _new_default(old: t.Option | t.Ruling, new: t.Option) -> t.Decl:
    """`option goal = 100` in a variant."""
    if isinstance(old, t.Ruling):
        value = new.default
        return replace(old, default=t.Name(value.name, span=value.span) if isinstance(value, t.Ref) else None)
    return replace(old, default=new.default, span=new.span)


def _add_single(desk: Desk, out: Declared, d: t.Decl, here: set[str]) -> None:
    word = {t.Game: "game", t.Play: "play:", t.Winner: "winner:"}[type(d)]
    if word in here:
        desk.fail("E0411", d.span, what=word)
        return
    here.add(word)
    out.single[type(d)] = d


def _add_other(out: Declared, d: t.Decl) -> None:
    if isinstance(d, t.Components):
        out.components.append(d)
    elif isinstance(d, t.Hook):
        out.hooks.append(d)
    elif isinstance(d, t.Watch):
        out.watches.append(d)
    elif isinstance(d, t.Invariant):
        out.invariants.append(d)
    elif isinstance(d, t.Demand):
        out.demands.append(d)
    elif isinstance(d, t.Test):
        out.tests += d.each()
    elif isinstance(d, t.Chapter):
        out.chapters.append(d)
    elif isinstance(d, t.NamesBlock):
        out.names.append(d)
