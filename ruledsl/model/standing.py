"""When the cards of a family are in force, said once: `in force for p if this in p.front and awake(this)`.

A rule below the family, or below a kind of it, that says `in force for you` counts under that condition, with `you` in the place of `p`. It is written
out on the trees, before anything is looked at, so that all that comes behind knows one condition for each rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import Fail, every, remade, told_once
from ruledsl.record import replace
from ruledsl.syntax import tree as t

Said = tuple[t.Card, t.InForce]
"""A line, and the card or family that has it."""


def written_out(declared: Declared, desk: Desk) -> Declared:
    """The declarations, in which each rule says its whole condition."""
    cards = {card.name.text: card for card in declared.all(t.Card)}
    lines = {name: said for name in cards if (said := _nearest(cards, name)) is not None}
    asked = {name for name, card in cards.items() if any(hook.held is not None for hook in card.hooks)}
    for name, card in cards.items():
        for line in card.in_force[1:]:
            desk.fail("E0411", line.span, what="in force")
        if card.in_force and not any(lines[below][0] is card for below in asked if below in lines):
            desk.fail("W0601", card.in_force[0].span, name="in force", what=f"no rule of a `{name}` says so, and the line is")
    for hook in declared.hooks:
        if hook.held is not None:
            desk.fail("E0488", hook.held.span, hint="write the rule under its `card`")
    told: set[str] = set()
    for name in (name for name in cards if name in asked - lines.keys()):
        family = cards[name].family
        above = family.text if family is not None else name
        if above not in told and not desk.lost:
            held = next(hook.held for hook in cards[name].hooks if hook.held is not None)
            desk.fail("E0488", held.span, hint=f"write `in force if this in ZONE` under `card {above}`")
        told.add(above)
    return every(declared, lambda d: _card(d, lines, desk) if isinstance(d, t.Card) and d.name.text in asked else d)


def _nearest(cards: dict[str, t.Card], name: str) -> Said | None:
    """The line that counts for a kind: its own, or that of the nearest family above it."""
    seen: set[str] = set()
    while name in cards and name not in seen:
        seen.add(name)
        if cards[name].in_force:
            return cards[name], cards[name].in_force[0]
        family = cards[name].family
        name = family.text if family is not None else ""
    return None


def _card(card: t.Card, lines: dict[str, Said], desk: Desk) -> t.Card:
    said = lines.get(card.name.text)
    by = f"in force {said[1] if said is not None else None}"
    return told_once(card, by, desk, lambda fail: replace(card, hooks=tuple(_hooks(card, said, fail))))


def _hooks(card: t.Card, said: Said | None, fail: Fail) -> Iterator[t.Hook]:
    for hook in card.hooks:
        if hook.held is None:
            yield hook
        elif said is not None:
            yield _told(hook, hook.held, *said, fail)


def _told(hook: t.Hook, held: t.Held, family: t.Card, line: t.InForce, fail: Fail) -> t.Hook:
    """A rule with the condition of its family in front of its own."""
    if (held.of is None) != (line.name is None):
        want = "for no one in particular" if line.name is None else f"for a `{line.name.text}`"
        hint = "leave `for …` out" if line.name is None else "write for whom, as in `in force for you`"
        fail("E0489", held.span, name=family.name.text, want=want, hint=hint)
        return replace(hook, held=None)

    def instead(node: t.Node) -> t.Node | None:
        named = isinstance(node, t.Ref) and line.name is not None and node.name == line.name.text
        return remade(held.of) if named and held.of is not None else None

    condition = remade(line.condition, instead)
    if hook.condition is not None:
        condition = t.Binary("and", condition, hook.condition, span=hook.condition.span)
    return replace(hook, condition=condition, held=None)


def look_at_names(card: t.Card, desk: Desk) -> None:
    """The name of a line hides nothing, and nothing in its condition hides it: there what a rule says would stand in place of another."""
    for line in card.in_force:
        if line.name is not None:
            hidden = desk.hides(line.name.text)
            if hidden:
                desk.fail("E0203", line.name.span, name=line.name.text, what=hidden)
            inner = [loop.name for loop in t.within(line.condition, t.Loop)] + [reach.name for reach in t.within(line.condition, t.Reach)]
            for name in (name for name in inner if name.text == line.name.text):
                desk.fail("E0203", name.span, name=name.text, what="an earlier name")
