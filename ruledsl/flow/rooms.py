"""From the model to the parts of its graph: each declaration, with the rules that hang on it, becomes a room."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.flow.blocks import Blocks
from ruledsl.flow.outcomes import Outcomes, never_asked
from ruledsl.flow.parts import Draft
from ruledsl.flow.settled import Settled
from ruledsl.flow.sketch import Sketch, Way, Ways
from ruledsl.flow.uses import shared
from ruledsl.flow.words import Words, plain
from ruledsl.model.graph import ended
from ruledsl.model.model import Callable, HookInfo, Model
from ruledsl.model.watching import watches
from ruledsl.model.winning import WINNER
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

DEEPEST = 12
"""How many rooms are drawn inside one another; what lies deeper stands apart."""

OVER = "the game is over"
"""What stands at the end where it is not said in words who wins: a payoff is reckoned, and nobody at the table speaks of it."""
QUIET = (t.Label, t.Require, t.Pass)


class Rooms:
    """Walks the declarations from `play`. Every room is drawn once: inside its caller, or apart if it has several."""

    def __init__(self, model: Model, chosen: Mapping[str, object]):
        self.model = model
        self.settled = Settled(model, chosen)
        self.words = Words(model, settled=self.settled)
        self.sketch = Sketch(model, Draft(model.title))
        self.blocks = Blocks(self.sketch, self.words, self.settled, self)
        self.shared = shared(model)
        self.outcomes = Outcomes(model, never_asked)
        self.ended = ended(model)
        self.waiting: list[str] = []
        self.calls: dict[str, list[Way]] = {}
        self.exits: dict[str, str] = {}  # where `end NAME` leads
        self.replacing: list[tuple[Callable, int]] = []  # what `usual` means: a level of a declaration
        self.drawn: set[tuple[str, int]] = set()

    def draft(self) -> Draft:
        """The whole graph."""
        play, winner = self.model.callables["play"], self.model.winner
        with self.sketch.group("play", "play", play.decl.span):
            start = self.sketch.node("start", ["start"], [], play.decl.span)
            self.exits["game"] = end = self.sketch.node("end", self.winner(), [], (winner or play.decl).span)
            self.sketch.tie(self.layers(play, [Way(start)]), end)
        for name in self.waiting:  # grows as rooms that stand apart call others
            self.apart(self.model.callables[name])
        return self.sketch.draft

    def winner(self) -> list[str]:
        """Who wins, in words."""
        winner = self.model.winner
        if winner is None or (said := self.model.state.get(WINNER)) is not None and said.decl.span == winner.span:
            return [OVER]
        wants = [f"{'team with the ' if c.team else ''}{'highest' if c.highest else 'lowest'} {plain(c.name).removesuffix(' of')}" for c in winner.criteria]
        if wants == ["highest payoff"]:
            return [OVER]
        lines = [f"{wants[0]} wins", *(f"then {want}" for want in wants[1:])] if wants else ["all win together"]
        lines += [f"if {self.words.say(winner.condition)}"] if winner.condition is not None else []
        return lines if self.model.at_once is None else ["unless somebody has won", *lines]

    # ---- into a room ----

    def enter(self, name: str, ways: Ways, span: Span) -> Ways:
        """Play enters a phase, a deed or an action."""
        target = self.model.callables[name]
        if name not in self.shared and self.sketch.depth < DEEPEST:
            with self.sketch.group(target.kind, name, target.decl.span):
                return self.inside(target, ways)
        if name not in self.waiting:
            self.waiting.append(name)
        text = self.blocks.label(target) if target.kind == "action" else plain(name.removeprefix("effect "))
        call = self.sketch.node("call", [text], ways, span, calls=self.sketch.room(name))
        self.calls.setdefault(name, []).append(Way(call, "call"))
        return [Way(call)] if self.outcomes.known[name, -1].falls else []

    def apart(self, target: Callable) -> None:
        """A room that stands by itself, and leads back to its callers."""
        with self.sketch.group(target.kind, target.name, target.decl.span):
            ways = self.inside(target, self.calls[target.name])
            if ways:  # else it is never left at its end
                self.sketch.node("exit", ["back"], ways, target.decl.span)

    def inside(self, target: Callable, ways: Ways) -> Ways:
        if target.kind == "action":
            ways = [Way(self.sketch.node("action", [self.blocks.label(target)], ways, target.decl.span))]
        return self.layers(target, ways)

    def layers(self, target: Callable, ways: Ways) -> Ways:
        """Hooks before, the body or what stands instead of it, hooks after; an `end` leads to the last of these."""
        if target.name in self.ended:
            self.exits[target.name] = self.sketch.node("exit", [f"end of {plain(target.name)}"], [], target.decl.span)
        for watch in watches(self.model, target.name):
            self.watch(watch, ways)
        for hook in target.before:
            ways = self.hook(hook, ways)
        ways = self.level(target, len(target.instead), ways)
        if target.name in self.ended:
            self.sketch.tie(ways, self.exits[target.name])
            ways = [Way(self.exits[target.name])]
        for hook in target.after:
            ways = self.hook(hook, ways)
        return ways

    def watch(self, watch: Callable, ways: Ways) -> None:
        """A rule that waits while a room goes on: when it is done, play goes on where it was."""
        decl = watch.decl
        assert isinstance(decl, t.Watch)
        members = [f"for each {self.words.member(decl.loop)}"] if decl.loop is not None else []
        soon = f"as soon as {self.words.say(decl.condition)}"
        with self.sketch.group("watch", watch.name, decl.span, soon):
            lines = [soon, *members]
            node = self.sketch.node("watch", lines, [replace(way, kind="watch") for way in ways], decl.span)
            back = self.blocks.block(decl.body, [Way(node)])
            if back:
                self.sketch.node("exit", ["play goes on"], back, decl.span)

    # ---- hooks ----

    def hook(self, hook: HookInfo, ways: Ways) -> Ways:
        """A rule before or after something. One that only forbids is part of what is forbidden."""
        holds = self.settled(hook.decl.condition)
        if holds is False or all(isinstance(s, QUIET) for s in hook.decl.body):
            return ways
        with self.sketch.group(hook.decl.when, hook.decl.name.text, hook.decl.span):
            if holds or hook.decl.condition is None:
                return self.blocks.block(hook.decl.body, ways)
            yes, no = self.blocks.question(hook.decl.condition, ways, hook.decl.span)
            return [*self.blocks.block(hook.decl.body, yes), *no]

    def level(self, target: Callable, n: int, ways: Ways) -> Ways:
        """The n-th rule that replaces something, with all below it as the usual; level 0 is the body itself."""
        self.drawn.add((target.name, n))
        if n == 0:
            return self.blocks.block(target.body, ways)
        hook = target.instead[n - 1].decl
        holds = self.settled(hook.condition)
        if holds is False:
            return self.level(target, n - 1, ways)
        if hook.condition is None or holds:
            return self.replaced(target, n, ways)
        yes, no = self.blocks.question(hook.condition, ways, hook.span)
        usual = self.level(target, n - 1, no)
        return [*self.replaced(target, n, yes), *usual]

    def replaced(self, target: Callable, n: int, ways: Ways) -> Ways:
        hook = target.instead[n - 1].decl
        with self.sketch.group("instead", target.name, hook.span):
            self.replacing.append((target, n - 1))
            ways = self.blocks.block(hook.body, ways)
            self.replacing.pop()
        return ways

    def usual(self, ways: Ways, span: Span) -> Ways:
        """What is replaced, from inside what replaces it; where it is drawn already, a word for it."""
        target, n = self.replacing[-1]
        if (target.name, n) in self.drawn:
            return self.sketch.step(f"{plain(target.name)} as usual", ways, span)
        inner = self.replacing.pop()
        ways = self.given(target, n, ways) if target.kind == "to" and self.gives_early(target, n) else self.level(target, n, ways)
        self.replacing.append(inner)
        return ways

    def gives_early(self, target: Callable, n: int) -> bool:
        """May a deed be over before its last line, as it is without the rules that stand instead of this one?"""
        bodies = [target.body, *(hook.decl.body for hook in target.instead[:n])]
        return any(end.name == target.name for body in bodies for s in body for end in t.within(s, t.End))

    def given(self, target: Callable, n: int, ways: Ways) -> Ways:
        """A deed done as usual, which is left with what it gives: what did it so goes on."""
        outer = self.exits[target.name]
        self.exits[target.name] = end = self.sketch.node("exit", [f"end of {plain(target.name)} as usual"], [], target.decl.span)
        self.sketch.tie(self.level(target, n, ways), end)
        self.exits[target.name] = outer
        return [Way(end)]
