"""What there is in the box, and in which zone each card lies at first."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early, ask_loops
from ruledsl.model.expressions import Expressions
from ruledsl.model.model import ComponentInfo, Model, StateInfo
from ruledsl.model.types import INT, PLAYER, Term, say
from ruledsl.syntax import tree as t


class Box:
    """Takes in the lines of `components:`."""

    def __init__(self, desk: Desk, expressions: Expressions):
        self.desk, self.x = desk, expressions

    @property
    def model(self) -> Model:
        return self.desk.model

    def fill(self, there: Iterable[ComponentInfo], more: Iterable[t.Components]) -> None:
        """What is in it already, and more."""
        self.model.components[:] = there
        for components in more:
            for line in components.lines:
                self.line(line)

    def line(self, line: t.ComponentLine) -> None:
        place, keys = (line.zone.base, line.zone.items) if isinstance(line.zone, t.Index) else (line.zone, ())
        zone = self.model.state.get(place.name) if isinstance(place, (t.Ref, t.Attr)) else None
        if zone is None or not zone.word:
            if zone is not None and zone.type.kind == "unknown":
                return  # the mistake is told where it is declared
            zones = [n for n, s in self.model.state.items() if s.word]
            self.desk.unknown("E0211", place.span, place.name if isinstance(place, (t.Ref, t.Attr)) else "…", zones)
            return
        self.desk.used.add(zone.name)
        if self.whose(zone, place, keys):
            for item in line.items:
                self.component(zone, place, keys, item)

    def whose(self, zone: StateInfo, place: t.Expr, keys: tuple[t.Expr, ...]) -> bool:
        """Is it said which zones are meant?"""
        known, named = self.model.written(zone.decl.keys[0].span) if zone.decl.keys else "", isinstance(place, t.Attr)
        why = hint = ""
        if zone.owner not in ("table", "player"):
            why, hint = f"each {zone.owner} has one", "let them begin in a zone of the table, and lay them out in `play:`"
        elif named != (zone.owner == "player"):
            why, hint = ("it lies on the table", f"write `{zone.name}:`") if named else ("each player has one", f"write `p.{zone.name}:`, for all of them")
        elif named and not self.anybody(place):
            why, hint = "not one player alone", f"write `p.{zone.name}:`, for all of them, and give single players theirs in `play:`"
        elif len(keys) != len(zone.decl.keys):
            one = f"write `{self.model.written(place.span)}[…]:`; the key may be a name of the loops behind it"
            why, hint = (f"there is one for each `{known}`", one) if known else ("there is only one", f"write `{self.model.written(place.span)}:`")
        if why:
            self.desk.fail("E0350", place.span, name=zone.name, why=why, hint=hint)
        return not why

    def anybody(self, place: t.Expr) -> bool:
        """Does a name stand for each player, and not for somebody?"""
        seats = self.model.seats
        base = place.base if isinstance(place, t.Attr) else None
        return isinstance(base, t.Ref) and base.name not in (*seats, "players", "you", "your", "others")

    def owner(self, place: t.Expr) -> str:
        """In the line of a zone that each player has, its name for the player may be used."""
        if not isinstance(place, t.Attr) or not isinstance(place.base, t.Ref):
            return ""
        key = self.desk.bind(place.base.name, PLAYER, place.base, place.base.span)
        self.desk.used.add(key)
        return key

    def twice(self, place: t.Expr, item: t.Component) -> bool:
        """Does a loop go through the players for each of whom there is a zone already? That is told."""
        written = self.model.written(place.span)
        again = [loop for loop in item.loops if written.startswith(f"{loop.name.text}.")]
        for loop in again:
            hint = f"`{written}:` is said of all players already: leave the loop over `{loop.name.text}` out"
            self.desk.fail("E0203", loop.name.span, name=loop.name.text, what="an earlier name", hint=hint)
        return bool(again)

    def component(self, zone: StateInfo, place: t.Expr, keys: tuple[t.Expr, ...], item: t.Component) -> None:
        with self.desk.scope():
            owner = self.owner(place)
            if owner and self.twice(place, item):
                return
            loops = tuple(self.x.loop(loop) for loop in item.loops)
            count = self.x.value(item.count, INT)
            if item.condition is not None:
                none = Term("const", INT, data=0, span=item.span)
                count = Term("if", count.type, (self.x.condition(item.condition), count, none), span=item.span)
            at = tuple(self.x.index_key(zone, key, n) for n, key in enumerate(keys))
            ask_loops(self.desk, loops)
            ask_early(self.desk, (count, *at))
            face = self.x.check(item.card)
            if face.type.kind == "kindvalue":
                self.model.components.append(ComponentInfo(zone.name, owner, at, count, "", (face,), loops, item.span))
            elif face.op == "kind":
                self.desk.fail("E0307", item.card.span, name=face.data, want="values for its parameters", got="none is given", hint=f"write `{face.data}(…)`")
            elif face.op != "face":
                if face.type.kind != "unknown":
                    hint = "write a kind of card such as `Hen(step)`, or one of a set: `for k in {Hen, Fox}`"
                    self.desk.fail("E0303", item.card.span, want="a kind of card", got=say(face.type), hint=hint)
            else:
                if zone.type.kinds and face.data not in zone.type.kinds:
                    self.desk.fail("E0303", item.card.span, want="a card that may lie there", got=f"a `{face.data}`")
                self.model.components.append(ComponentInfo(zone.name, owner, at, count, face.data, face.args, loops, item.span))
