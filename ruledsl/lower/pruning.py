"""Which chosen cards can still become a combination: a walk from multiset to multiset of values, and what lies ahead of each.

A node is a multiset of values, node 0 the empty one. A card leads from one node to the next, in any order. For all that is known before the
cards are chosen (signs, target, whether values may repeat) a table says whether the node is a combination, and whether more cards lead to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from operator import and_

from ruledsl.lower.combinations import Combination, Key
from ruledsl.lower.melds import LEADS, MADE
from ruledsl.lower.steps import Steps
from ruledsl.lower.values import Values
from ruledsl.model.combining import PLACES
from ruledsl.model.inside import mentions, put_in
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import Term
from ruledsl.record import record, replace

MOST_NODES = 100_000

Node = tuple[int, ...]


@record(frozen=True)
class Pruning:
    """A combination that the cards of one parameter must make. `term` has the lines of the combination, as they are asked here;
    `unchosen` are the keys of this parameter and of those that are chosen after it."""

    made: Combination
    term: Term
    unchosen: frozenset[str]
    key: str

    def line(self, word: str) -> Term:
        return self.term.args[PLACES[word]]

    def known(self, word: str, size: int | None = None) -> bool:
        """Is a line settled before the cards are chosen; or as soon as it is said how many?"""
        line = self.line(word) if size is None else self.of_size(word, size)
        return not any(mentions(line, key) for key in self.unchosen)

    def of_size(self, word: str, size: int) -> Term:
        """A line where so many cards are chosen."""
        return with_count(self.line(word), self.key, size)

    @property
    def exact(self) -> bool:
        """Is it settled by the walk alone whether the cards are a combination?"""
        return self.known("distinct") and all(self.known(key.word, 1) for key in self.made.keys if len(key.values) > 1)


def with_count(term: Term, key: str, size: int) -> Term:
    """The term where a local stands for so many cards."""
    if term.op == "count" and term.args[0].op == "local" and term.args[0].data == key:
        return Term("const", term.type, data=size, span=term.span)
    return replace(term, args=tuple(with_count(arg, key, size) for arg in term.args))


def pruning(v: Values, p: ParamInfo, condition: Term | None, unchosen: frozenset[str]) -> Pruning | None:
    """What a requirement says of the cards of a parameter, if it asks whether they are a combination."""
    call = condition.args[0].args[0] if condition is not None and condition.op == "not" and condition.args[0].op == "is_none" else None
    if call is None or call.op != "call":
        return None
    target = v.l.model.callables[call.data]
    whole = v.l.model.terms.get(id(getattr(target.decl, "value", None)))
    if whole is None or whole.op != "combined" or target.instead:
        return None
    term = put_in(whole, dict(zip((q.key for q in target.params), call.args)))
    values = term.args[PLACES["values"]]
    if values.op != "set_for" or len(values.data) != 1 or values.data[0].condition is not None or values.args[0].op != "param":
        return None
    loop, card = values.data[0], values.args[0].args[0]
    mine = loop.domain.op == "local" and loop.domain.data == p.key and card.op == "local" and card.data == loop.key
    made = v.l.combination(whole.data) if mine else None
    return Pruning(made, term, unchosen, p.key) if made is not None and made.sets * len(made.faces) <= MOST_NODES else None


class Walk(Steps):
    """The tables of a walk in one function, and the register that says which of them counts. `numbers` are those by which the combination
    knows the multisets of the nodes."""

    def __init__(self, v: Values, pruned: Pruning):
        self.v, self.pruned = v, pruned
        made = pruned.made
        symbols = self.values
        self.nodes = [c for size in range(made.slots + 1) for c in combinations_with_replacement(range(symbols), size)]
        name = self.name
        self.numbers = [made.number((*node, *[len(made.faces)] * (made.slots - len(node)))) for node in self.nodes]
        self.distinct = [len(set(node)) == len(node) for node in self.nodes]
        places = {node: n for n, node in enumerate(self.nodes)}
        next = v.l.once(name, lambda: [places.get(tuple(sorted((*node, s))), -1) for node in self.nodes for s in range(symbols)])
        super().__init__(v.b, v.l.once(f"{name} by card", self.by_card), next, symbols)
        self.early = [key for key in made.keys if len(key.values) > 1 and pruned.known(key.word)]
        self.late = [key for key in made.keys if len(key.values) > 1 and key not in self.early]
        self.keys = [key for key in made.keys if len(key.values) > 1]
        self.answers = v.l.once(f"{name} answers", self.all_answers) if pruned.exact else ""
        self.ahead = v.l.once(f"{name} ahead by {' '.join(key.word for key in self.early)}", lambda: self.lying_ahead(places))

    @property
    def name(self) -> str:
        return f"{self.pruned.made.name} walk"

    @property
    def values(self) -> int:
        """How many values a card can have."""
        return len(self.pruned.made.faces)

    def by_card(self) -> list[int]:
        """The place of each card's value, in each of its guises; -1 of what has none."""
        ranks = {face: n for n, face in enumerate(self.pruned.made.faces)}
        part = self.pruned.line("values").args[0].data
        return [ranks.get(value, -1) for value in self.v.l.tables[self.v.l.played_table(part)]]

    def lying_ahead(self, places: dict[Node, int]) -> list[int]:
        """For each choice of the early keys, without and with distinct values, what each node is."""
        return [kind for row in self.rows(self.early) for distinct in (False, True) for kind in self.kinds(places, row, distinct)]

    def kinds(self, places: dict[Node, int], row: int, distinct: bool) -> list[int]:
        """What each node is: a combination by some choice of the late keys, on the way to one, or neither."""
        kinds, ways = [0] * len(self.nodes), [self.makes(row + more, distinct) for more in self.rows(self.late)]
        made = list(map(any, zip(*ways, strict=True)))
        for n, node in reversed(list(enumerate(self.nodes))):
            if made[n]:
                kinds[n] |= MADE
            if kinds[n]:
                for at in range(len(node)):
                    kinds[places[node[:at] + node[at + 1 :]]] |= LEADS
        return kinds

    def rows(self, keys: Sequence[Key]) -> list[int]:
        """For each choice of some keys, what they add to the number of a row."""
        choices = product(*(range(len(key.values)) for key in keys))
        return [sum(key.stride * n for key, n in zip(keys, chosen)) for chosen in choices]

    def makes(self, row: int, distinct: bool) -> list[bool]:
        """Is each node a combination by a row, and its values distinct if they must be?"""
        answers, first = self.pruned.made.rows, row * self.pruned.made.sets
        made = [answers[first + number] >= 0 for number in self.numbers]
        return list(map(and_, made, self.distinct)) if distinct else made

    def all_answers(self) -> list[int]:
        """For each choice of all keys, whether each node is a combination."""
        return [int(made) for row in self.rows(self.keys) for made in self.makes(row, False)]

    def answering(self, size: int) -> int:
        """The register with the place of the answers for so many cards."""
        b, place = self.b, self.b.const(0)
        for key in self.keys:
            chosen = self.chosen(key, self.pruned.of_size(key.word, size))
            place = b.value("add", b.value("mul", place, b.const(len(key.values))), chosen)
        return b.value("mul", place, b.const(len(self.nodes)))

    def begin(self) -> int:
        """The register with the place of the tables that count here."""
        b, place = self.b, self.b.const(0)
        for key in self.early:
            place = b.value("add", b.value("mul", place, b.const(len(key.values))), self.chosen(key, self.pruned.line(key.word)))
        distinct = self.pruned.line("distinct")
        known = b.value("ne", self.v.value(distinct), b.const(0)) if self.pruned.known("distinct") else b.const(0)
        place = b.value("add", b.value("add", place, place), known)
        return b.value("mul", place, b.const(len(self.nodes)))

    def chosen(self, key: Key, line: Term) -> int:
        """The place of a line's value among those that it can have."""
        value, place = self.v.value(line), self.b.const(0)
        for n, other in enumerate(key.values[1:], 1):
            place = self.v.pick("eq", value, self.b.const(other), self.b.const(n), place)
        return place
