"""Takes in what has a body, which is still unread: phases, actions, deeds, defs, effects, rules that wait, and the hooks upon all these."""

from __future__ import annotations

from itertools import chain, count

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, HookInfo, ParamInfo
from ruledsl.model.types import UNKNOWN, counted
from ruledsl.syntax import tree as t


class Bodies:
    def __init__(self, desk: Desk, declared: Declared):
        self.desk, self.model, self.declared = desk, desk.model, declared

    def callables(self) -> None:
        play = self.declared.single.get(t.Play)
        if isinstance(play, t.Play):
            self.model.callables["play"] = Callable("play", "play", play, [])
        kinds = {t.Phase: "phase", t.Action: "action", t.To: "to", t.Def: "def"}
        for name, d in self.declared.named.items():
            if isinstance(d, (t.Phase, t.Action, t.To, t.Def)):
                if name == "play":
                    self.desk.fail("E0203", d.name.span, name=name, what="`play:`, where the game begins")
                    continue
                params = [ParamInfo(p.name, self.key(p), UNKNOWN, or_none=p.or_none, span=p.span) for p in d.params]
                self.model.callables[name] = Callable(kinds[type(d)], name, d, params)
        for kind in self.declared.all(t.Card):
            for effect in kind.effects:
                self.effect(kind, effect)
        for watch in self.declared.watches:
            self.watch(watch)
        for hook, card in self.declared.every_hook():
            self.hook(hook, card)

    def effect(self, card: t.Card, d: t.Effect) -> None:
        name = f"effect {card.name.text}" + (f" {d.name.text}" if d.name else "")
        if name in self.model.callables:
            self.desk.fail("E0202", d.span, name=d.name.text if d.name else "effect")
        params = [ParamInfo(p.name, self.key(p), UNKNOWN, or_none=p.or_none, span=p.span) for p in d.params]
        self.model.callables[name] = Callable("effect", name, d, params, card=card.name.text)
        if given := next((node for node in d.params if node.domain is None), None):
            self.desk.fail("E0430", given.span, what="an effect is chosen with its card", parameter=given.name)

    def key(self, node: t.Param) -> str:
        return self.model.keys.setdefault(id(node), f"{node.name}.{len(self.model.keys)}")

    def watch(self, d: t.Watch) -> None:
        """A rule that waits is called as it is written."""
        during = d.phase.text if d.phase is not None else "play"
        phases = [n for n, c in self.model.callables.items() if c.kind == "phase"]
        if d.phase is not None and during not in phases:
            self.desk.unknown("E0207", d.phase.span, during, phases)
            during = "play"
        name = f"as soon as {self.model.written(d.condition.span) or 'something'}"
        names = chain([name], (f"{name} ({n})" for n in count(2)))
        free = next(n for n in names if n not in self.model.callables)
        self.model.callables[free] = Callable("watch", free, d, [], during=during)

    def hook(self, h: t.Hook, card: str) -> None:
        target = self.model.callables.get(h.name.text)
        if target is None:
            self.desk.unknown("E0209", h.name.span, h.name.text, self.model.callables)
            return
        if len(h.params) > len(target.params):
            self.desk.fail("E0307", h.params[-1].span, name=target.name, want=counted(len(target.params)), got=f"here {len(h.params)} are named")
            return
        if target.kind == "def" and h.value is None:
            self.desk.fail("E0406", h.name.span, name=h.name.text, what="a def", hint=f"write `instead of {h.name.text}(…) = …`")
            return
        if target.kind != "def" and h.value is not None:
            self.desk.fail("E0406", h.name.span, name=h.name.text, what=target.words, hint="only a `def` is replaced by `= …`; write a block")
            return
        info = HookInfo(h, [ParamInfo(p.name, self.key(p), UNKNOWN, span=p.span) for p in h.params], card)
        {"before": target.before, "after": target.after, "instead": target.instead}[h.when].append(info)


def on_cards(hook: HookInfo) -> t.Expr | None:
    """The zone Z of a hook under a card whose condition begins with `this in Z`."""
    first = hook.decl.condition
    while isinstance(first, t.Binary) and first.op == "and":
        first = first.left
    if hook.card and isinstance(first, t.Compare) and first.ops == ("in",) and first.operands[0] == t.Ref("this"):
        return first.operands[1]
    return None
