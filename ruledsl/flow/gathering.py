"""What is gone through, in words: members, which of them, and what holds of them."""

from __future__ import annotations

import re
from abc import abstractmethod

from ruledsl.flow.labels import Labels, plain
from ruledsl.record import replace
from ruledsl.syntax import tree as t

_PAIRS = (("==", "!="), ("<", ">="), (">", "<="), ("in", "not in"), ("is", "is not"))
OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}


class Gathering(Labels):
    """Speaks loops and what is gathered by them."""

    @abstractmethod
    def owner(self, e: t.Expr) -> str:
        """Whose something is."""

    def gathered(self, function: str, e: t.Comprehension) -> str:
        """`any(C for x in S)`, `count(x for x in S if C)` and their like."""
        element, members = self.say(e.element), " and ".join(map(self.member, e.loops))
        if function in ("any", "all") and isinstance(e.element, t.Unary) and e.element.op == "not":
            return self.of_members("not every" if function == "any" else "no", replace(e, element=e.element.operand))
        if function in ("any", "all"):
            return self.of_members("any" if function == "any" else "every", e)
        if function == "count":
            return f"number of {members}"
        if function == "longest":
            return f"the longest way along {self.member(e.loops[0])}"
        if function in ("first", "last") and e.element == t.Ref(e.loops[0].name.text):
            return f"the {function} {members}"
        return f"{function} of {element} for {members}"

    def not_members(self, function: str, e: t.Comprehension) -> str:
        """The opposite of any and all: turned round inside where that reads well. `No hand is empty` does, `every hand is not empty` does not."""
        if isinstance(e.element, t.Unary) and e.element.op == "not":
            return self.of_members("every" if function == "any" else "any", replace(e, element=e.element.operand))
        if isinstance(e.element, t.Compare) and len(e.element.ops) == 1:
            opposite = t.Compare(e.element.operands, (OPPOSITE[e.element.ops[0]],))
            text = self.of_members("every" if function == "any" else "any", replace(e, element=opposite))
            if function == "all" or not re.search(r" not |≠", text):
                return text
        return self.of_members("no" if function == "any" else "not every", e)

    def of_members(self, word: str, e: t.Comprehension) -> str:
        """What holds of any, every or no member."""
        loop = e.loops[0]
        if len(e.loops) > 1 or loop.condition is not None or loop.limit is not None:
            return self.of_each(word, e)
        others = isinstance(loop.domain, t.Attr) and loop.domain.name == "others" or self.goes_through(loop, "others")
        name = "other player" if others else "player" if self.goes_through(loop, "players") else plain(loop.name.text)
        whole = name.endswith("player") or self.goes_through(loop, *self.model.boards)
        called = self.called[loop.name.text] = f"{word} {name}" if whole else f"{word} {name} in {self.say(loop.domain)}"
        text = self.say(e.element)
        del self.called[loop.name.text]
        reads = text.startswith((called, f"cards in {called}", f"number of {called}")) or f" in {called}" in text
        if reads and (whole or f"{called}’" not in text) and text.count(called) == 1:
            return text
        return self.of_each(word, e)

    def of_each(self, word: str, e: t.Comprehension) -> str:
        every = f"{'not ' * (word == 'not every')}for {word.removeprefix('not ')}"
        return f"{every} {' and '.join(map(self.member, e.loops))}: {self.say(e.element)}"

    def goes_through(self, loop: t.Loop, *names: str) -> bool:
        return isinstance(loop.domain, t.Ref) and loop.domain.name in names

    def member(self, loop: t.Loop) -> str:
        """What is gone through, and which of it."""
        text = f"{plain(loop.name.text)} in {self.say(loop.domain)}"
        if self.goes_through(loop, "players", "others"):
            text = f"{'other ' * self.goes_through(loop, 'others')}player {loop.name.text}"
        text += f" {self.order(loop)}" if loop.order else ""
        text += f" from {self.say(loop.start)}" if loop.start is not None else ""
        text += f" if {self.say(loop.condition)}" if loop.condition is not None else ""
        return text + (f" while {self.say(loop.limit)}" if loop.limit is not None else "")

    def reach(self, e: t.Reach) -> str:
        text = f"every {plain(e.name.text)} reached from {self.say(e.start)} by {self.member(e.step)}"
        return text + (f" in at most {self.say(e.limit)} steps" if e.limit is not None else "")

    def order(self, loop: t.Loop) -> str:
        """Who comes first, and what places are called; of what is the member's own, not once more whose."""
        own = f"{self.owner(t.Ref(loop.name.text))} "
        keys = (f"{'highest' if key.highest else 'lowest'} {self.say(key.value).removeprefix(own)}" for key in loop.order)
        return f"by {' then '.join(keys)}" + (f", place {loop.ranked.text}" if loop.ranked is not None else "")

    def comprehension(self, e: t.Comprehension) -> str:
        members = " and ".join(map(self.member, e.loops))
        return f"every {members}" if e.element == t.Ref(e.loops[0].name.text) and len(e.loops) == 1 else f"{self.say(e.element)} for each {members}"
