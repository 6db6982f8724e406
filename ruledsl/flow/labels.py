"""Labels: what is chosen, in words, before anything is known of it."""

from __future__ import annotations

import re
from abc import abstractmethod

from ruledsl.flow.verbs import MANY, article, many, numbered
from ruledsl.model.model import Model
from ruledsl.model.types import Type
from ruledsl.syntax import tree as t

LONGEST = 48
MOST = 3
"""So many holes of a label can be open, and it is still read."""
_CODE = re.compile(r"\{\} +\{\}|[\w/]\{\}|\{\}[\w/]")
LINES = 160
"""So much stands in a box, in several lines."""
DETERMINED = ("a", "an", "the", "your")
"""Words behind which no other article stands."""
ACTING = "the acting player"
"""Whoever acts, to all others."""
SORTS = {"int": "number", "player": "player", "cell": "cell", "line": "line", "card": "card", "subset": "cards", "kindvalue": "kind", "enum": "value"}
"""What is chosen, by the kind of its type."""


def plain(name: str) -> str:
    """A name as a person writes it: `count_points` is count points, `HenPecked` is Hen Pecked; the copy of a deed for a zone names it."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace(".", ": ")


def title(name: str) -> str:
    """A name at the head of a box."""
    words = plain(name)
    return words[:1].upper() + words[1:]


def short(text: str, longest: int = LONGEST) -> str:
    """No longer than that, cut between words."""
    if len(text) <= longest:
        return text
    cut = text[:longest].rsplit(" ", 1)[0].rstrip(" ,")
    return f"{cut} …"


class Labels:
    """Speaks labels. What is still open in them is an expression, which `say` speaks."""

    model: Model

    @abstractmethod
    def say(self, e: t.Expr) -> str:
        """An expression."""

    @abstractmethod
    def kind(self, e: t.Expr) -> str:
        """The kind of type of an expression."""

    called: dict[str, str]

    @abstractmethod
    def is_you(self, e: t.Expr) -> bool:
        """Is it whoever acts, and whom the words are for?"""

    def told(self, e: t.Text, to: t.Expr | t.Loop | None) -> str:
        """What is told to somebody: whoever acts is `you` to nobody but himself."""
        if isinstance(to, t.Expr) and self.is_you(to):
            return self.text(e, known=True)
        before, self.called = self.called, self.called | dict.fromkeys(("you", "your"), ACTING)
        text, self.called = self.text(e, known=True), before
        return text

    def text(self, e: t.Text, known: bool = False) -> str:
        """A label: what is still open in it is named, as in discard a card; `known`: nothing is open, its names are those of what was chosen."""
        out = ""
        parts = tuple(part for part in e.parts if not (isinstance(part, t.Times) and part.value is not None))
        for part, before in zip(parts, ("", *parts)):
            apart = not isinstance(part, str) and not isinstance(before, str)  # what play writes there may begin with a space
            if apart and isinstance(part, t.Call) and part.function in self.model.callables:
                continue  # what more there may be to be said
            said = out.split() if isinstance(before, str) and before.strip() else []
            out += " " * apart + (part if isinstance(part, str) else self.filled(part, known, said))
        return re.sub(r"\b(\w+) (an?) \1\b", r"\2 \1", out)

    def filled(self, e: t.Expr, known: bool, before: list[str]) -> str:
        if known and isinstance(e, t.Attr) and e.name in ("left", "right") and self.kind(e) == "player":
            return f"the player on {self.say(e)}"  # who sits there, not which way
        if known and not isinstance(e, t.Times):
            return "…" if self.kind(e) == "int" and isinstance(e, t.Call) else self.say(e)  # `you hold cards in your hand cards`
        return e.name if isinstance(e, t.Ref) and self.hole(e) == "a number" and numbered(before) else self.named(self.hole(e), before[-1:])

    @staticmethod
    def named(text: str, before: list[str]) -> str:
        """What stands in a hole, without an article behind another one; behind a number, as many things."""
        if before and text.startswith(("a ", "an ")) and (before[0] in MANY or before[0].isdigit() and before[0] != "1"):
            return many(text.partition(" ")[2])
        return re.sub("^an? ", "", text) if before and before[0] in DETERMINED else text

    def label(self, e: t.Text, name: str) -> str:
        """What is done, as its label says it; where that is no words, or none that can be read before anything is chosen, as it is called."""
        words = any(isinstance(part, str) and re.search("[^\\W\\d_]{2}", part) for part in e.parts)
        return self.text(e) if words and self.is_readable(e) else plain(name)

    def is_readable(self, e: t.Text) -> bool:
        """Does a label say anything while its holes are open? One of many holes does not, nor one that reckons, one that is written like code, or one
        whose holes cannot be told from each other."""
        holes = [part for part in e.parts if not isinstance(part, (str, t.Times))]
        counted = [part for part in holes if isinstance(part, t.Call) and len(part.args) > 1 and not self.is_combination(part.function)]
        reckoned = counted or any(isinstance(part, t.Binary) for part in holes)
        alike = [self.hole(part) for part in holes if isinstance(part, t.Ref)]
        pattern = "".join(part if isinstance(part, str) else "{}" for part in e.parts if not isinstance(part, t.Times))
        return len(holes) <= MOST and not reckoned and alike.count("a number") < 2 and not _CODE.search(pattern)

    def hole(self, e: t.Expr) -> str:
        if isinstance(e, t.Call) and self.is_combination(e.function):
            return f"the {plain(e.function)}"
        if isinstance(e, t.Times):
            return f" {plain(e.name)}"
        term = self.model.terms.get(id(e))
        if not isinstance(e, t.Ref) or self.is_you(e) or e.name in {*self.model.state, *self.model.options} and (term is None or term.op != "local"):
            return self.say(e)
        name = (self.sort(term.type) if term is not None and len(e.name) == 1 else "") or plain(e.name)
        bare = len(name) == 1 or self.is_several(e) or re.search("[^s]s$", name)
        return name if bare else f"{article(name)} {name}"

    def sort(self, type: Type) -> str:
        """What something is, where its name is but a letter."""
        kinds = type.kinds if type.kind in ("card", "subset") else ()
        name = next(iter(kinds)) if len(kinds) == 1 else type.name if type.name in {*self.model.enums, *self.model.kinds} else ""
        return plain(name).lower() if name else SORTS.get(type.kind, "") if not (type.kind == "cell" and type.name) else type.name

    @staticmethod
    def wanted(w: t.Wanted | None) -> str:
        """Which cards, and how many of them, may be chosen, with a space behind it; "" of any card."""
        kinds = [plain(kind.text) for kind in w.kinds] if w is not None else []
        if w is None or w.range is None:
            return f"{article(kinds[0].lower())} {' or '.join(kinds)} " if kinds else ""
        low, high = w.range.low, w.range.high
        said = " to ".join(str(e.value) if isinstance(e, t.Number) else "some" for e in ((low,) if low == high else (low, high)))
        return f"{said} {' or '.join(map(many, kinds)) or 'cards'} "

    def is_several(self, e: t.Ref) -> bool:
        term = self.model.terms.get(id(e))
        return term is not None and term.type.kind in ("set", "subset")

    def is_combination(self, name: str) -> bool:
        target = self.model.callables.get(name)
        return target is not None and isinstance(target.decl, t.Def) and isinstance(target.decl.value, t.Combined)
