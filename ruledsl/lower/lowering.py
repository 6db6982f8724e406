"""From the checked model to the program, for a number of players and a choice of options."""

from __future__ import annotations

from contextlib import closing
from typing import Callable as Fn
from typing import Sequence

from ruledsl.ir.program import Action, Function, Place, Program
from ruledsl.ir.regions import SEALED, Region, header, runs, word_of
from ruledsl.ir.spill import spill
from ruledsl.lower import noting
from ruledsl.lower.blind import Blind
from ruledsl.lower.builder import Builder, Places
from ruledsl.lower.cards import home_numbers
from ruledsl.lower.chance import Chance
from ruledsl.lower.demands import refuse
from ruledsl.lower.ending import Ending
from ruledsl.lower.entries import Entries
from ruledsl.lower.forms import Form, forms
from ruledsl.lower.guards import Guards
from ruledsl.lower.holes import Holes
from ruledsl.lower.layout import Layout
from ruledsl.lower.one_move import chained
from ruledsl.lower.opened import Opened, opened, regions
from ruledsl.lower.pictures import drawings
from ruledsl.lower.procedures import Procedures
from ruledsl.lower.room import room
from ruledsl.lower.settings import Settings
from ruledsl.lower.sites import Sites
from ruledsl.lower.spoken import Spoken
from ruledsl.lower.texts import texts
from ruledsl.lower.together import sealed
from ruledsl.lower.trying import Trying
from ruledsl.lower.unless import open_blocks
from ruledsl.lower.values import Values
from ruledsl.lower.verbs import Verbs
from ruledsl.lower.whose import with_turns
from ruledsl.model.carrying import ASKED
from ruledsl.model.changes import Look
from ruledsl.model.graph import ended, named, reach
from ruledsl.model.model import Callable
from ruledsl.model.types import PLAYER, LoopTerm, Term, Tried, set_of
from ruledsl.model.watching import leading, triggers, watches
from ruledsl.record import cached_property, record
from ruledsl.source import NOWHERE


@record(frozen=True)
class Extra:
    """A function that somebody outside wants of the program: a condition or value of a test."""

    name: str
    term: Term


def lower(settings: Settings, rules_hash: str, extras: Sequence[Extra] = (), watched: bool = False) -> Program:
    """The program of a game. SettingsError if these settings make no game.

    Where somebody watches what the rules look at, each card is looked at by itself and every guard is asked; else, what can be asked of
    many cards at once is. Both programs play the same game."""
    refuse(settings)
    with closing(Lowering(settings, watched)) as lowering:
        return lowering.program(rules_hash, extras)


def lower_open(
    settings: Settings, closed: frozenset[str], rules_hash: str, watched: bool = False, extras: Fn[[Settings], Sequence[Extra]] | None = None
) -> Opened:
    """The same with all readings left open that can be, but for those that are `closed`; `extras` hang on which ones are. Where it is watched it counts what
    is set anew, too: to look at what was there before keeps states apart that are one without, so whoever goes through all states does not."""
    refuse(settings)

    def tried(trying: Settings) -> Program:
        with closing(Lowering(trying, watched, watched)) as lowering:
            return lowering.program(rules_hash, extras(trying) if extras is not None else ())

    return opened(settings, closed, tried)


class Lowering(Layout):
    """One lowering: the functions that were made, and the registers of `main` that functions outside read in the frame."""

    def __init__(self, settings: Settings, watched: bool = False, changes: bool = False):
        super().__init__(settings)
        self.watched, self.changes = watched, changes
        self.written = self._conditions() if watched else frozenset()
        self.functions: dict[str, Function] = {}
        self.pins: dict[int, int] = {}  # register of main -> frame slot
        self.defining: set[str] = set()
        self.lines: dict[str, list[str]] = {}  # by local whose register is the number of a set of cells: the tables of these
        self.relations: dict[int, tuple[Term, tuple[list[str], Term] | None]] = {}
        self.tried: dict[tuple[int, int], tuple[str, Tried]] = {}
        self.places = Places()
        self.places.of(NOWHERE)
        graph = named(self.model)
        self.triggers = triggers(self.model, graph)
        self.ways = ways(leading(self.model), {n for n, c in self.model.callables.items() if c.kind in ("phase", "play")})
        self.forms = forms(self.model)
        self.guards, self.sites, self.chance, self.blind, self.holes = Guards(self), Sites(self), Chance(self), Blind(self), Holes(self)
        self.spoken = Spoken(self)
        self.ended = ended(self.model)
        self.graph = {name: others | self.triggers.get(name, {}).keys() for name, others in graph.items()}
        self.regions.update(regions(settings))
        self.regions.update({r.name: r for r in noting.regions(self)})
        self.open_blocks = {id(block.statement): block for block in open_blocks(settings, graph, self.triggers)}
        self.regions.update({r.name: r for block in self.open_blocks.values() for r in block.regions(len(settings.seats()))})
        kept = sealed(self, self.forms_of)
        if kept is not None:
            self.regions[SEALED] = kept
        for phase in {w.during for w in watches(self.model)} - {"play"}:
            self.regions[runs(phase)] = Region(runs(phase), 1, 0, 1, "variable")

    def _conditions(self) -> frozenset[int]:
        """What is counted: conditions as they are written, but for the part of a hook's that says on which cards it is, as `this in ZONE`."""
        hooks = (hook for target in self.model.callables.values() for hook in (*target.before, *target.after, *target.instead))
        return frozenset(map(id, self.model.terms.values())) - {id(where(hook.cards)) for hook in hooks if hook.cards is not None}

    def program(self, rules_hash: str, extras: Sequence[Extra]) -> Program:
        actions = self.guards.actions()
        main = Verbs(self)
        main.lower()
        invariants = tuple(
            (i.title, self.extra(f"invariant.{n}", self.model.terms[id(i.condition)]), self.places.of(i.span))
            for n, i in enumerate(self.model.invariants)
        )
        Ending(self).functions()
        for e in extras:
            self.extra(e.name, e.term)
        spilled = spill(main.b.done(tuple(main.resumes)), tuple(self.pins), main.sharing.found(), self.functions)
        self.functions["main"] = spilled.main
        settings, seats = self.settings, self.settings.seats()
        arguments = max([1, *(len(a.params) for a in actions)])
        regions = (
            *header(arguments, len(seats), len(self.sites.made), len(spilled.main.resumes), self._chooses_several(actions)),
            *self.regions.values(), *self._zone_regions(), spilled.frame,
        )  # fmt: skip
        variables = tuple(word for s in self.variables for word in self._variable(s))
        entries, sites = Entries(self, main, spilled).all(), with_turns(self, main, spilled, chained(self.sites))
        return Program(
            self.model.title, rules_hash, settings.players, seats, dict(settings.options), regions, self.tables, self._enums(),
            tuple(self.zones.values()), variables, self.census.faces, self.census.cards,
            home_numbers(self.zones, self.census.homes), self.functions, actions, sites,
            tuple(Place(at, self.model.tags(at), self.source(at) if at in self.places.wanted else "") for at in self.places.numbers), entries, invariants,
            arguments, self.settings.called(), drawings(self.settings, self.regions), room(self, self.forms, self.sites.made, self.sites.values), self.lives(),
            self.guises, texts(self.settings, self.census), tuple(highest for highest, _ in self.model.criteria), dict(sorted(main.interruptions.items())),
            readings=tuple(sorted(settings.open)), kept=tuple(self.keeping.values()), other_names=self.other_names(),
        )  # fmt: skip

    @cached_property
    def look(self) -> Look:
        """What statements change."""
        return Look(self.model, self.graph)

    def _chooses_several(self, actions: tuple[Action, ...]) -> bool:
        types = [*(p.type for a in actions for p in a.params), *(site.type for site in self.sites.made)]
        return any(type is not None and type.kind == "subset" for type in types)

    def extra(self, name: str, term: Term) -> str:
        return self.told(name, term, 0, lambda v: None)

    def told(self, name: str, term: Term, params: int, bind: Fn[[Values], None], main: Procedures | None = None) -> str:
        """The function of a value that somebody outside wants; of a set of several words one for each."""
        for word in range(self.words_of(term.type)):
            b, v = self.begin(word_of(name, word), "value", params, main)
            b.place = b.place if term.span == NOWHERE else self.places.of(term.span)
            bind(v)
            b.emit("return", v.registers(term)[word])
            self.finish(b)
        return name

    def begin(self, name: str, role: str, params: int, main: Procedures | None = None) -> tuple[Builder, Values]:
        """A new function; inside it the locals of `main` are read in the frame."""
        b = Builder(name, role, params)
        if main is None:
            return b, Values(self, b)
        b.place = main.b.place
        v = Values(self, b, lambda key: self.pinned_key(b, main, key))
        you = main.v.you
        if you is not None:
            v.outer_you = lambda: self.pinned(b, main, you)
        return b, v

    def finish(self, b: Builder) -> str:
        self.functions[b.name] = b.done()
        return b.name

    def function(self, name: str, params: int, main: Procedures, body: Fn[[Values], int]) -> str:
        b, v = self.begin(name, "value", params, main)
        b.emit("return", body(v))
        return self.finish(b)

    def pinned_key(self, b: Builder, main: Procedures, key: str) -> int:
        return self._frame(b, main.v.bind(key))

    def pinned(self, b: Builder, main: Procedures, register: int) -> int:
        """A register of `main`, read from outside while play stands."""
        constant = self._constant(main, register)
        return b.const(constant) if constant is not None else self._frame(b, register)

    def _constant(self, main: Procedures, register: int) -> int | None:
        for value, known in main.b.known.items():
            if known == register:
                return value
        return None

    def _frame(self, b: Builder, register: int) -> int:
        slot = self.pins.setdefault(register, len(self.pins))
        return b.value("load", "frame", b.const(slot))

    def definition(self, name: str) -> str:
        """The function of a def: what stands instead of it, last first, then itself. A set of several words has one for each word."""
        target = self.model.callables[name]
        if f"def.{name}" in self.functions or name in self.defining:
            return f"def.{name}"
        self.defining.add(name)
        params = sum(self.words_of(p.type) for p in target.params)
        for n in range(len(target.instead) + 1):
            told = f"def.{name}" if n == len(target.instead) else f"def.{name}~{n}"
            for word in range(self.words_of(self._said(target, 0).type)):
                b, v = self.begin(word_of(told, word), "value", params)
                b.place = self.places.of(target.decl.span if n == 0 else target.instead[n - 1].decl.span)
                keys = [key for p in target.params for key in v.keys_of(p.key, p.type)]
                v.locals |= zip(keys, range(params), strict=True)
                if n > 0:
                    self._instead(b, v, target, n, word)
                b.emit("return", v.registers(self._said(target, n))[word])
                self.finish(b)
        self.defining.discard(name)
        return f"def.{name}"

    def _said(self, target: Callable, n: int) -> Term:
        """What a def answers by itself (0), or what its n-th `instead of` does."""
        return self.model.terms[id((target.instead[n - 1].decl if n else target.decl).value)]  # type: ignore[union-attr]

    def trial(self, term: Term, params: int, word: int) -> str:
        """The function of what is asked after something was done; one for each term in the text, and each word of a set."""
        if (id(term.data), word) not in self.tried:
            name = f"trial.{term.data.target}.{len(self.tried)}"
            self.tried[id(term.data), word] = name, term.data
            Trying(self, name, params).function(term, word)
        return self.tried[id(term.data), word][0]

    def _instead(self, b: Builder, v: Values, target: Callable, n: int, word: int) -> None:
        """What stands instead of a def has its parameters, and answers as usual where its condition fails."""
        hook = target.instead[n - 1]
        given = list(v.locals.values())
        for mine, theirs in zip(hook.params, target.params):
            v.locals |= zip(v.keys_of(mine.key, mine.type), map(v.local, v.keys_of(theirs.key, theirs.type)), strict=True)
        v.usual = lambda w: b.value("call", word_of(f"def.{target.name}~{n - 1}", w), *given)
        if hook.decl.condition is not None:
            inside, outside = b.label("instead"), b.label("usual")
            v.applies(hook, inside, outside)
            b.start(outside)
            b.emit("return", v.usual(word))
            b.start(inside)

    def leads(self, name: str) -> frozenset[str]:
        """All that a declaration leads to, itself too."""
        return frozenset(reach(self.graph, name))

    @property
    def all_seats(self) -> Term:
        return Term("players", set_of(PLAYER))

    def forms_of(self, action: str) -> list[Form]:
        return [form for form in self.forms if form.target.name == action]

    def unasked(self, action: str) -> list[Form]:
        """What an effect carries out at once: the only way to carry out a card of its kinds, with nothing to choose, and never refused."""
        forms = self.forms_of(action) if action == ASKED else []
        alone = [form for form in forms if all(other is form or form.kinds.isdisjoint(other.kinds) for other in forms)]
        return [form for form in alone if len(form.params) == form.own and not self.guards.asked(form)]

    def offered(self, action: str) -> list[Form]:
        """The ways to do an action that a menu has."""
        unasked = self.unasked(action)
        return [form for form in self.forms_of(action) if form not in unasked]

    def outside(self, main: Procedures, name: str, term: Term) -> str:
        """A value of `main` while play stands, as a function ()."""
        b, v = self.begin(name, "value", 0, main)
        b.emit("return", v.value(term))
        return self.finish(b)


def ways(graph: dict[str, set[str]], phases: set[str]) -> dict[str, tuple[str, ...]]:
    """The phases that play comes through on every way to each name, the outermost first; of what play does not come to, itself."""
    played = reach(graph, "play")
    behind = {phase: played - reach(graph, "play", without=phase) for phase in phases & played}
    inward = sorted(behind, key=lambda phase: (-len(behind[phase]), phase))
    within = {name: tuple(phase for phase in inward if name in behind[phase]) for name in played}
    return {name: within.get(name, (name,) if name in phases else ()) for name in graph}


def where(cards: LoopTerm) -> Term:
    """What says which cards a hook goes through: the first part of its condition, behind the kind of card."""
    assert cards.condition is not None
    part = cards.condition.args[1]
    while part.op == "and":
        part = part.args[0]
    return part
