"""Several of each as one: what is said of a variable with a key without saying which.

`p.dice += p.saved`, `cup = 0`, `p.loose = roll n of d6`; `count(p.dice)`, `die in p.dice`, `p.dice is empty`. It is written out on the trees, before
anything is looked at: into loops over the keys, into sums, and into the set of those keys of which there is at least one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ruledsl.model.declare import ZONE_WORDS
from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import Fail, every, told_once
from ruledsl.model.teaming import of_each_team
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t

SETTLED = (t.Number, t.Bool, t.NoneLiteral, t.SetLiteral)
"""What is written out as it stands, for each."""


@record(frozen=True)
class Keyed:
    """A variable with one key: what the key is among, and whether there are so many of each."""

    among: t.Expr
    of_table: bool
    numbers: bool


def as_ones(declared: Declared, desk: Desk) -> Declared:
    """The declarations without what is said of several as one."""
    known = {name: keyed for name, (block, v) in declared.variables.items() if (keyed := _keyed(block, v)) is not None}
    if not known:
        return declared
    asked = {d.name.text: tuple(p.keys[0].among if p.keys else None for p in d.params) for d in declared.all(t.Action)}
    return every(declared, Writing(desk, known, asked).declaration)


def _keyed(block: t.State, v: t.Variable) -> Keyed | None:
    """What stands under `each Team:` has the team as its first key, which is what stands before the dot."""
    of_team = of_each_team(v.keys)
    keys = v.keys[of_team:]
    if len(keys) != 1 or v.type.name in ZONE_WORDS:
        return None
    return Keyed(keys[0].among, block.owner == "table" and not of_team, v.type.range is not None)


class Writing:
    def __init__(self, desk: Desk, known: Mapping[str, Keyed], asked: Mapping[str, tuple[t.Expr | None, ...]]):
        self.desk, self.known, self.asked = desk, known, asked
        self.fail: Fail = desk.fail
        self.names = 0
        self.chosen: dict[str, t.Expr] = {}
        """How many of each was chosen, in the action that is looked at: what the keys are among."""

    def declaration(self, d: Any) -> Any:
        """The blocks of a ruling are looked at where its value is chosen."""
        concerned = not isinstance(d, t.Ruling) and any(self.alone(d))
        return told_once(d, self.marks(d), self.desk, lambda fail: self.seen(d, fail)) if concerned else d

    def marks(self, d: t.Node) -> str:
        """All that it hangs on what a declaration is written out into: the variables and actions that it names."""
        names = {e.name for e in t.within(d, t.Ref)} | {e.name for e in t.within(d, t.Attr)}
        known = {name: keyed for name, keyed in self.known.items() if name in names}
        done = [*(a.name.text for a in t.within(d, t.Action)), *(hook.name.text for hook in t.within(d, t.Hook))]
        asked = {name: self.asked.get(name) for name in done}
        return f"several {known} {asked}"

    def seen(self, d: t.Node, fail: Fail) -> Any:
        self.fail, self.chosen, self.names = fail, {}, 0
        return self.node(d)

    def alone(self, d: t.Node) -> Iterator[t.Node]:
        """Where such a variable stands without a key."""
        with_key = {id(index.base) for index in t.within(d, t.Index)}
        return (e for e in t.within(d, t.Ref, t.Attr) if self.named(e) is not None and id(e) not in with_key)

    def named(self, e: t.Node) -> Keyed | None:
        keyed = self.known.get(e.name) if isinstance(e, (t.Ref, t.Attr)) else None
        return keyed if keyed is not None and keyed.of_table == isinstance(e, t.Ref) else None

    def numbers(self, e: t.Node) -> Keyed | None:
        keyed = self.named(e)
        return keyed if keyed is not None and keyed.numbers else None

    # ---- nodes ----

    def node(self, node: t.Node) -> Any:
        """A node made anew; a statement may become several."""
        outer = self.chosen
        if isinstance(node, (t.Action, t.Hook)):
            among = self.asked.get(node.name.text, ())
            self.chosen = {p.name: keys for p, keys in zip(node.params, among) if keys is not None}
        made = self.instead(node)
        self.chosen = outer if isinstance(node, (t.Action, t.Hook)) else self.chosen
        return made

    def instead(self, node: t.Node) -> Any:
        if isinstance(node, t.Assign) and (keyed := self.named(node.target)) is not None:
            return t.Spliced(self.assign(node, keyed))
        if isinstance(node, t.Call) and node.function == "count" and node.base is None and len(node.args) == 1 and self.numbers(node.args[0]):
            return self.total(node, node.args[0])
        if isinstance(node, t.Compare) and node.ops in (("in",), ("not in",)) and self.numbers(node.operands[1]):
            return replace(node, operands=(self.node(node.operands[0]), self.there(node.operands[1])))
        if isinstance(node, t.Compare) and node.ops in (("is",), ("is not",)) and node.operands[1] == t.Ref("empty") and self.numbers(node.operands[0]):
            return replace(node, operands=(self.there(node.operands[0]), self.inside(node.operands[1])))
        if isinstance(node, t.For) and self.numbers(node.loop.domain):
            made = self.inside(node)
            return replace(made, loop=replace(made.loop, domain=self.there(node.loop.domain), condition=node.loop.condition and self.node(node.loop.condition)))
        if isinstance(node, (t.Loop, t.Param, t.ChooseValue)) and node.domain is not None and self.numbers(node.domain):
            return self.members(node, node.domain)
        return self.inside(node)

    def members(self, node: t.Loop | t.Param | t.ChooseValue, domain: t.Expr) -> t.Node:
        """What goes through those keys of which there is at least one: through all of them, with that as a condition, unless this would be asked of others."""
        plain = self.inside(replace(node, domain=t.NoneLiteral(span=domain.span)))
        name = node.target if isinstance(node, t.ChooseValue) else t.Ref(node.name if isinstance(node, t.Param) else node.name.text, span=domain.span)
        if not isinstance(name, t.Ref) or isinstance(node, t.Loop) and node.limit is not None:
            return replace(plain, domain=self.there(domain))  # type: ignore[no-any-return]
        keyed = self.named(domain)
        assert keyed is not None
        some: t.Expr = t.Compare((self.one(domain, name), t.Number(0, span=domain.span)), (">",), span=domain.span)
        condition = some if plain.condition is None else t.Binary("and", some, plain.condition, span=domain.span)
        return replace(plain, domain=t.copied(keyed.among), condition=condition)  # type: ignore[no-any-return]

    def inside(self, node: t.Node) -> Any:
        """The same of what is inside a node."""
        return t.anew(node, self.node)

    # ---- what is asked ----

    def total(self, at: t.Node, e: t.Expr) -> t.Expr:
        key, loop = self.loop(e)
        return t.Call("sum", (), t.Comprehension(self.one(e, key), (loop,), span=at.span), whole=t.Written(at), span=at.span)

    def there(self, e: t.Expr) -> t.Expr:
        """Those keys of which there is at least one."""
        key, loop = self.loop(e)
        some = t.Compare((self.one(e, key), t.Number(0, span=e.span)), (">",), span=e.span)
        return t.Comprehension(key, (replace(loop, condition=some),), "{", t.Written(e), span=e.span)

    def loop(self, e: t.Expr) -> tuple[t.Ref, t.Loop]:
        """A name for the key, and the loop that goes through the keys."""
        keyed = self.named(e)
        assert keyed is not None and isinstance(e, (t.Ref, t.Attr))
        name = self.new(f"each {e.name}")
        return t.Ref(name, span=e.span), t.Loop(t.Name(name, span=e.span), t.copied(keyed.among), span=e.span)

    def one(self, e: t.Expr, key: t.Expr) -> t.Expr:
        return t.Index(self.inside(e), (t.copied(key),), span=e.span)

    # ---- what is set ----

    def assign(self, s: t.Assign, keyed: Keyed) -> Iterator[t.Stmt]:
        value = s.value
        if isinstance(value, t.Roll) and value.count is not None:
            yield from self.rolled(s, value)
        elif isinstance(value, (t.Roll, t.Observe)):
            self.wrong(s.target, "would be one roll for each", "roll so many of them: `roll n of d6`, or go through the keys with `for`")
        elif s.op != "=" and not self.of_each(value):
            self.wrong(s.target, f"`{s.op}` takes so many of each", "write a variable with these keys, or go through the keys with `for`")
        else:
            key, loop = self.loop(s.target)
            kept: list[t.Let] = []
            each = self.each(value, key, keyed, kept)
            yield from kept
            yield self.through(s, key, loop, each)

    def through(self, s: t.Assign, key: t.Ref, loop: t.Loop, value: t.Expr) -> t.For:
        """Each of them is set."""
        one = t.Assign(self.one(s.target, key), s.op, value, s.until and self.inside(s.until), span=s.span)
        return t.For(loop, (one,), whole=t.Written(None if isinstance(s.value, t.Roll) else s), span=s.span)

    def several(self, e: t.Node) -> t.Expr | None:
        """What the keys are among of what stands for so many of each."""
        if isinstance(e, t.Ref) and e.name in self.chosen:
            return self.chosen[e.name]
        keyed = self.numbers(e)
        return keyed.among if keyed is not None else None

    def of_each(self, e: t.Expr) -> bool:
        """Is it another number for each key?"""
        if isinstance(e, t.IfElse):
            return self.of_each(e.then) or self.of_each(e.otherwise)
        return self.several(e) is not None or isinstance(e, t.Binary) and (self.of_each(e.left) or self.of_each(e.right))

    def each(self, e: t.Expr, key: t.Expr, keyed: Keyed, kept: list[t.Let] | None) -> t.Expr:
        """The value for one key. What is the same for all is reckoned before any is set."""
        if (among := self.several(e)) is not None:
            if among == keyed.among:
                return t.Index(self.inside(e), (t.copied(key),), span=e.span)
            self.wrong(e, "has other keys than what is set", "go through the keys with `for`")
            return t.Number(0, span=e.span)
        if isinstance(e, t.Binary) and self.of_each(e):
            return replace(e, left=self.each(e.left, key, keyed, kept), right=self.each(e.right, key, keyed, kept))
        if isinstance(e, t.IfElse) and self.of_each(e):
            condition = self.kept(e.condition, kept)
            then, otherwise = (self.each(side, key, keyed, None) for side in (e.then, e.otherwise))
            return t.IfElse(then, condition, otherwise, span=e.span)
        return self.kept(e, kept)

    def kept(self, e: t.Expr, kept: list[t.Let] | None) -> t.Expr:
        """A side of `if … else` is not reckoned where it does not count, and so cannot be kept before."""
        if isinstance(e, (*SETTLED, t.Ref)) or kept is None:
            if kept is None and not isinstance(e, (*SETTLED, t.Ref)):
                self.fail("E0486", e.span)
            return self.node(e)  # type: ignore[no-any-return]
        name = self.new("what is kept")
        kept.append(t.Let(t.Name(name, span=e.span), self.node(e), span=e.span))
        return t.Ref(name, span=e.span)

    def rolled(self, s: t.Assign, roll: t.Roll) -> Iterator[t.Stmt]:
        """How many there are to be is settled before anything is set."""
        assert roll.count is not None
        many, face = t.Name(self.new("how many"), span=roll.count.span), t.Name("a die", span=roll.span)
        yield t.Let(many, self.node(roll.count), span=s.span)
        if s.op == "=":
            yield self.through(s, *self.loop(s.target), t.Number(0, span=s.span))
        elif s.op == "-=":
            self.wrong(s.target, "what is rolled comes to it", "write `=` or `+=`")
        die = t.Let(face, t.Roll(self.node(roll.domain), span=roll.span), span=s.span)
        shown = t.Index(self.inside(s.target), (t.Ref(face.text, span=roll.span),), span=s.target.span)
        more = t.Assign(shown, "+=", t.Number(1, span=s.span), s.until and self.inside(s.until), span=s.span)
        yield t.Repeat(t.Ref(many.text, span=roll.count.span), (die, more), t.Written(s), span=s.span)

    def new(self, name: str) -> str:
        """A name that nobody can write, and that stands nowhere else in the declaration."""
        self.names += 1
        return f"{name} {self.names}"

    def wrong(self, e: t.Expr, why: str, hint: str) -> None:
        name = e.name if isinstance(e, (t.Ref, t.Attr)) else ""
        self.fail("E0484", e.span, name=name, why=why, hint=hint)
