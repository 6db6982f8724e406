"""The forms of an action: as it is, or, where it carries out a card, once for every effect that the card may have.

What an effect asks for is chosen together with the action, so each form is an action of the program of its own.
"""

from __future__ import annotations

from ruledsl.model.model import Callable, Model, ParamInfo
from ruledsl.model.types import BOOL, Term
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t


@record(frozen=True)
class Form:
    """An action, with the effect that is carried out in it. `standing` are the kinds that are played as the effect's."""

    number: int
    key: str
    target: Callable
    params: tuple[ParamInfo, ...]
    effect: Callable | None = None
    standing: frozenset[str] = frozenset()
    carried: str = ""  # the key of the parameter that is carried out

    @property
    def own(self) -> int:
        """How many parameters are the action's; the others are the effect's."""
        return len(self.target.params)

    @property
    def kinds(self) -> frozenset[str]:
        """Those of the cards of which the effect is carried out."""
        return self.standing or frozenset(() if self.effect is None else (self.effect.card,))

    @property
    def parts(self) -> tuple[Callable, ...]:
        return (self.target,) if self.effect is None else (self.target, self.effect)


def forms(model: Model) -> list[Form]:
    out: list[Form] = []
    for target in model.callables.values():
        if target.kind == "action":
            carried = carried_out(model, target)
            if carried is None:
                out.append(Form(len(out), target.name, target, tuple(map(of_kinds, target.params))))
            else:
                out += _with_effects(model, target, carried, len(out))
    return out


def carried_out(model: Model, target: Callable) -> Term | None:
    """The card that an action carries out."""
    for node in t.walk(target.decl):
        if isinstance(node, t.CarryOut):
            return model.terms[id(node.card)]
    return None


def _with_effects(model: Model, target: Callable, card: Term, first: int) -> list[Form]:
    """Own effects of the kinds that the card may be, then the effects that others stand in for; last the cards that are chosen and not carried out."""
    out: list[Form] = []
    covered: set[str] = set()
    for kind in model.kinds:
        for effect in model.effects(kind):
            ways = [(frozenset({kind}), ""), (model.standing(kind), " as")]
            for kinds, word in ways:
                playing = kinds & card.type.kinds
                covered |= playing
                if playing:
                    params = _narrowed(target, card, playing)
                    key = f"{target.name}{word} {effect.name.removeprefix('effect ')}"
                    standing = playing if word else frozenset[str]()
                    out.append(Form(first + len(out), key, target, (*params, *map(of_kinds, effect.params)), effect, standing, card.data))
    left = frozenset().union(*(p.type.kinds for p in target.params if p.key == card.data)) - covered
    if left:
        out.append(Form(first + len(out), target.name, target, tuple(_narrowed(target, card, left)), carried=card.data))
    return out


def of_kinds(p: ParamInfo) -> ParamInfo:
    """Where one card of some kinds is wanted, that is a condition like another."""
    if p.wanted is None or p.domain is None or p.type.kind != "card" or p.type.guises or p.domain.type.kinds <= p.type.kinds:
        return p
    of_kind = Term("is_kind", BOOL, (Term("local", p.type.bare, data=p.key),), p.type.kinds)
    return replace(p, condition=of_kind if p.condition is None else Term("and", BOOL, (of_kind, p.condition)))


def _narrowed(target: Callable, card: Term, kinds: frozenset[str]) -> list[ParamInfo]:
    """The action's parameters, the carried card only of these kinds."""
    out = []
    for p in map(of_kinds, target.params):
        if p.key == card.data:
            of_kind = Term("is_kind", BOOL, (Term("local", p.type, data=p.key),), kinds)
            both = of_kind if p.condition is None else Term("and", BOOL, (p.condition, of_kind))
            p = replace(p, condition=both)
        out.append(p)
    return out
