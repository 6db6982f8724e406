"""What all parts of the checker share: the model under construction, the names in scope, and the pen that reports."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Iterable, Iterator, Mapping

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.model.elsewhere import choosing
from ruledsl.model.errors import usual_hint
from ruledsl.model.foreign import meant
from ruledsl.model.model import Callable, Model, StateInfo
from ruledsl.model.slips import Slip, diagnostic, may_stand, reports, slip
from ruledsl.model.types import PLAYER, UNKNOWN, Type, called
from ruledsl.record import field, record, replace
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.calm import Calm

WITH_LOST_LINES = frozenset("E0408 E0202 E0311 E0319 E0411 E0401 E0402 E0403 E0404 E0407 E0409 E0345 E0346 E0347 E0417 E0420 E0426 E0440 E0501 E0502".split())
"""What may merely follow from lines that could not be read."""


OF_TYPES = frozenset(("E0301", "E0302", "E0303", "E0306"))
"""What is said of the type of an expression: nothing where a name in it is not known."""
FEW = frozenset(("E0204", "E0207", "E0208"))
"""Messages about names of which there are few: they are said."""
MOST_NAMED = 6
Kinds = tuple[str, ...]


def _within(one: Span, other: Span) -> bool:
    """Does a place lie in another one, and is it not the same?"""
    inside = (other.line, other.column) <= (one.line, one.column) and (one.end_line, one.end_column) <= (other.end_line, other.end_column)
    return inside and one.file == other.file and one != other


def copied(target: Callable) -> bool:
    """Is it a def or a deed that was written out, as for each zone that it is given? No author's name has a dot in it."""
    return target.kind in ("def", "to") and "." in target.name


@record(frozen=True)
class Local:
    """A parameter, a `let`, a loop's name: `key` is unique in the model."""

    key: str
    type: Type
    span: Span


@record
class Inside:
    """What stands in a body, however deep: what it names, and what its flow is made of."""

    names: set[str] = field(default_factory=set)
    ends: list[t.End] = field(default_factory=list)
    loops: list[t.While | t.Turns] = field(default_factory=list)
    asks: t.Stmt | None = None


@record
class Desk:
    """Names, facts and reports. `quiet` while types are still being found out."""

    model: Model
    found: list[Diagnostic] = field(default_factory=list)
    quiet: bool = False
    scopes: list[dict[str, Local]] = field(default_factory=list)
    facts: dict[t.Expr, Type] = field(default_factory=dict)
    you: bool = False
    in_test: bool = False
    used: set[str] = field(default_factory=set)
    lessened: set[str] = field(default_factory=set)  # numbers that may become less under some value of a ruling
    mixed: set[str] = field(default_factory=set)  # piles that some rule shuffles
    written: set[str] = field(default_factory=set)
    inside: Callable | None = None
    card: str = ""  # the kind under which a hook stands
    usual: bool = False
    bound: set[str] = field(default_factory=set)
    words: Counter[str] = field(default_factory=Counter)
    slips: list[Slip] = field(default_factory=list)
    said: set[str] = field(default_factory=set)  # unknown names that were reported
    taught: dict[str, tuple[Callable, Span]] = field(default_factory=dict)  # parameters, and the first call that gave them a type
    lost: bool = False  # some lines could not be read
    errors_only: bool = False  # nobody asks for warnings
    seats_lost: bool = False  # names of players may be missing
    declared_locals: dict[str, Span] = field(default_factory=dict)
    later: str = ""  # the place in an order that is not there yet
    bodies: dict[int, Inside] = field(default_factory=dict)
    reports: int = 0  # how often something was to be reported, quietly or not
    calm: Calm | None = None
    one_key: bool = False  # what is read is written out for each key

    @property
    def one_of_several(self) -> bool:
        """Is what is read written out several times, for each key or each zone? What it always answers is asked of all of them together."""
        return self.one_key or self.inside is not None and copied(self.inside)

    # ---- reporting ----

    def fail(self, code: str, span: Span, fix: tuple[Edit, ...] = (), related: tuple[tuple[Span, str], ...] = (), **words: object) -> None:
        """Report a row of the table of messages at a place."""
        self.reports += 1
        if not self.quiet and not (self.lost and code in WITH_LOST_LINES):
            if not words.get("hint"):
                words["hint"] = usual_hint(code, str(words.get("got")))
            self.found.append(diagnostic(code, span, fix, related, words))

    def unknown(self, code: str, span: Span, name: str, known: Iterable[str], near: str | None = None, **words: object) -> Type:
        """Note an unknown name; it is reported when all is read, with the nearest known one (or the one that is given) and the edit that puts it there.

        Where lines were lost it is reported only if it looks like a slip: else those lines may have declared it.
        """
        self.reports += 1
        hidden = any(d.code == "E0203" and d.message.startswith(f"`{name}`") for d in self.found)  # it is declared, and that was refused
        run_into = self.lost and any(word.startswith(name) for word in self.said)  # `(` is missing behind a name that is declared: `to payp)`
        if not self.quiet and name not in self.said and not hidden and not run_into:
            chosen = choosing(self.model.trees, name)
            if chosen:
                how = f"; write `option {chosen}` in the test" if self.in_test else ""
                known, near, words = (), None, {**words, "near": f"only `{chosen}` declares it{how}"}
            elif foreign := meant(self.model, code, name):
                known, near, words = (), None, {**words, "near": foreign}
            known = sorted(known)
            found = slip(code, span, name, near or nearest(name, known), self.key_of, words)
            if code in FEW and len(known) <= MOST_NAMED:
                found = replace(found, there=tuple(known))
            if found.near or chosen or not self.lost:
                self.slips.append(found)
        return UNKNOWN

    def put_into(self, span: Span | None) -> None:
        """A value is put into what stands there; if that name is not known, one may be wanted."""
        if self.slips and self.slips[-1].span == span:
            self.slips[-1] = replace(self.slips[-1], assigned=True)

    def beyond(self, name: str, value: int, span: Span, low: int, high: int) -> None:
        """Report a number that a variable cannot hold; once, however many there are."""
        if not self.told_before("E0310", name, span):
            self.fail("E0310", span, value=value, name=name, low=low, high=high)

    def told_before(self, code: str, name: str, span: Span) -> bool:
        """Is there a message with this code about this name? Then the place is added to it."""
        self.reports += 1
        before = next((n for n, d in enumerate(self.found) if d.code == code and f"`{name}`" in d.message), None)
        if before is not None and not self.quiet and self.found[before].span != span:
            first = self.found[before]
            self.found[before] = replace(first, related=(*first.related, (span, "also here"))[:3])
        return before is not None

    def without_order(self, which: str, span: Span, zone: StateInfo) -> None:
        """Report what lies on top of cards without order, once a zone: there is nothing like it, and it would be the same card each time."""
        if not self.told_before("E0492", zone.name, span):
            self.fail("E0492", span, which=which, name=zone.name, word=zone.word)

    def upwards(self, e: t.Range, low: int, high: int) -> None:
        """Report a range whose ends are known, if it is empty."""
        if low > high:
            fix = (Edit(e.low.span, str(high)), Edit(e.high.span, str(low)))
            self.fail("E0318", e.span, fix, low=low, high=high)

    def swapped(self, key: str, got: str, want: str, fitting: Kinds) -> bool:
        """Is a parameter of a wrong type because the values of a call stand in the wrong order? Then that is reported, there."""
        self.reports += 1
        if key not in self.taught:
            return False
        target, span = self.taught[key]
        others = [p for p in target.params if p.key != key and called(p.type) in fitting]
        if not others:
            return False
        self.fail("E0303", span, want=want, got=got, hint=f"are the values of `{target.name}` in the right order?")
        for scope in self.scopes:
            scope |= {name: replace(local, type=UNKNOWN) for name, local in scope.items()}
        return True

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """What is found inside merely follows from what was reported already."""
        kept = self.found, self.slips
        self.found, self.slips = [], []
        yield
        self.found, self.slips = kept

    def settle(self, places: Mapping[str, Span]) -> None:
        """Report the unknown names, and what was only counted. `places` are where things are declared."""
        free = {n: place for n, place in places.items() if n not in self.used and n not in self.written}

        def unused(s: Slip) -> Span | None:
            if s.key:
                return None if s.key in self.used else self.declared_locals[s.key]
            return free.get(s.near or "")

        told = reports(self.slips, unused, free, partial(may_stand, self.model), self.common)
        misnamed = {d.span for d in told if d.code == "E0216"}
        names = {n for n, place in places.items() if place in misnamed}
        self.found = [d for d in self.found if d.code not in OF_TYPES or not any(_within(s.span, d.span) for s in self.slips)]
        self.found = [d for d in self.found if d.code != "E0202" or not any(f"`{n}`" in d.message for n in names)] + told
        self.said |= {s.name for s in self.slips}

    def common(self, name: str) -> int:
        """How often the words that a name is made of are written anywhere, the rarest of them."""
        if not self.words:
            for source in self.model.sources.values():
                self.words.update(word for name in re.findall(r"\w+", source.text) for word in name.split("_"))
        return min((self.words[word] for word in name.split("_")), default=0)

    # ---- names ----

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: its names and facts are forgotten behind it."""
        self.scopes.append({})
        facts = self.facts
        self.facts = dict(facts)
        yield
        self.scopes.pop()
        self.facts = facts

    @contextmanager
    def room(self, inside: Callable | None, you: bool, usual: bool = False, card: str = "") -> Iterator[None]:
        """The body of a declaration: it sees no names of whoever calls it."""
        before = self.scopes, self.facts, self.inside, self.you, self.usual, self.card
        self.scopes, self.facts, self.inside, self.you, self.usual, self.card = [{}], {}, inside, you, usual, card
        yield
        self.scopes, self.facts, self.inside, self.you, self.usual, self.card = before

    def bind(self, name: str, type: Type, node: t.Node, span: Span) -> str:
        """A new local; answers its key."""
        hidden = self.hides(name)
        if hidden:
            self.fail("E0203", span, name=name, what=hidden)
        key = self.model.keys.setdefault(id(node), f"{name}.{len(self.model.keys)}")
        self.scopes[-1][name] = Local(key, type, span)
        self.bound.add(name)
        self.declared_locals[key] = span
        self.model.locals[key] = type
        return key

    def hides(self, name: str) -> str:
        """What a new local of this name would hide, in words. A variable of players, cells or cards is always called by whose it is."""
        state = self.model.state.get(name)
        if any(name in scope for scope in self.scopes):
            return "an earlier name"
        if state is not None and (state.word or state.owner == "table"):
            return "a variable or zone"
        if name in self.model.options:
            return "an option"
        if name in ("players", "others", "you", "your", "over"):
            return "a word of the language"
        return ""

    def local(self, name: str) -> Local | None:
        for scope in reversed(self.scopes):
            if name in scope:
                self.used.add(scope[name].key)
                return scope[name]
        return None

    def key_of(self, name: str) -> str:
        """The key of a local in scope, "" if there is none."""
        return next((scope[name].key for scope in reversed(self.scopes) if name in scope), "")

    def all_names(self) -> set[str]:
        """Every name that is not free here."""
        m = self.model
        names = {n for n, _ in self.named_here()}
        names |= {*m.state, *m.options, *m.kinds, *m.enums, *m.boards, *m.places, *m.charts, *m.melds, *m.seat_names, "players"}
        names |= {v for e in m.enums.values() for v in e.values}
        names |= {n for n, c in m.callables.items() if c.kind == "def" and not c.params}
        return names | ({"you", "your", "others"} if self.you else set())

    def named_here(self) -> list[tuple[str, Local]]:
        """The locals, the last first, without those to which writing out gave a name that nobody can write."""
        return [(n, local) for scope in reversed(self.scopes) for n, local in reversed(scope.items()) if " " not in n]

    def parts(self) -> dict[str, list[str]]:
        """What can be asked of whatever has a name here, and how that is written: of `score` `p.score`. What is named last comes first."""
        m, out = self.model, dict[str, list[str]]()
        named = [(n, local.type) for n, local in self.named_here()]
        for whose, type in [("your", PLAYER), *named] if self.you else named:
            of_card = {p for k in type.kinds or m.kinds if k in m.kinds for p in m.kinds[k].params} if type.kind in ("card", "unknown") else set()
            for part in [*(n for n, info in m.state.items() if called(type) in (info.whose, "unknown")), *sorted(of_card)]:
                out.setdefault(part, []).append(f"{whose}.{part}")
        return out
