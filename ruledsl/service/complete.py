"""What may I write here? The automaton of the grammar says which words fit, the game which names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.model import Model
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.declare import TYPE_WORDS, ZONE_WORDS
from ruledsl.model.lines import LINE
from ruledsl.model.operations import SETS
from ruledsl.model.teaming import TEAM
from ruledsl.model.types import BOOL, CELL, CORNER, EDGE, PLACE, PLAYER, ROUTE, UNKNOWN, Type, card_of, fits, say, set_of
from ruledsl.model.ways import SETS as WAYS
from ruledsl.record import replace
from ruledsl.service import places
from ruledsl.service.meanings import MEANINGS, NAMES, SIGHT, TYPES, ZONES
from ruledsl.service.offers import Completion, calls, offer
from ruledsl.service.types_of import Values, parts_of
from ruledsl.service.where import Spot, postfix, spot

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


SNIPPETS = {
    "IF": "if ${1:condition}:\n    $0", "WHILE": "while ${1:condition}:\n    $0", "FOR": "for ${1:x} in ${2:players}:\n    $0",
    "TURNS": "turns ${1:p} in players:\n    $0", "REPEAT": "repeat ${1:3} times:\n    $0", "MOVE": "move ${1:top of} to ${2:zone}",
    "LET": "let ${1:name} = $0", "REQUIRE": 'require ${1:condition} else "${2:why not}"', "SHUFFLE": "shuffle ${1:pile}",
    "PHASE": "phase ${1:name}(${2:p}):\n    $0", "ACTION": 'action ${1:name}(${2}):\n    "${3:label}"\n    $0', "TO": "to ${1:name}():\n    $0",
    "DEF": "def ${1:name}(${2}) = $0", "PLAY": "play:\n    $0", "TABLE": "table:\n    $0", "ENUM": "enum ${1:Name}: ${2:one, two}",
    "COMPONENTS": "components:\n    ${1:stock}: ${2:10} of $0", "WINNER": "winner: highest ${1:score}", "GAME": 'game "${1:Title}":\n    players ${2:2..4}',
    "TEST": 'test "${1:what is shown}":\n    players ${2:2}\n    $0', "GIVEN": "given ${1:turn(A)}:\n    $0", "WHEN": "when:\n    $0", "THEN": "then:\n    $0",
    "UNLESS": 'unless "${1:time is up}" for ${2:p} after ${3:60} seconds:\n    $0', "CHAPTER": 'chapter "${1:title}"',
}  # fmt: skip
QUIET = frozenset("_NL _INDENT _DEDENT FAULT $END NAME NUMBER DECIMAL STRING".split())


def complete(document: Document, line: int, column: int) -> list[Completion]:
    """What may stand at a place, what fits best first. A word that is half written there does not count."""
    here = spot(document, line, column)
    if here is None:
        return []
    model = document.model(line)
    values = Values(document, model, line, column, [*here.blocks, here.before])
    found = [*_names(here, document, model, values)] if "NAME" in here.expected else []
    names = {c.label for c in found}
    found += [c for c in _words(here) if c.label not in names]
    if any(c.kind == "action" for c in found):  # where actions are asked for, what else may stand there is what they are given, or what is chosen beside
        found = [c if c.kind in ("action", "word") else replace(c, fits=False) for c in found]
    start = here.partial.lower()
    return sorted((c for c in found if c.label.lower().startswith(start)), key=lambda c: (not c.fits, c.kind == "word", c.label))


def _words(here: Spot) -> Iterator[Completion]:
    yield from (Completion(word, "word") for word in here.carried_on)
    for kind in sorted(here.expected - QUIET) if "menu_name" not in here.roles else ():
        written = here.written.get(kind, "")
        if written[:1].isalpha():
            at_start = not here.before
            yield Completion(written, "word", "", SNIPPETS.get(kind, "") if at_start else "", "")


def _names(here: Spot, document: Document, model: Model, values: Values) -> Iterator[Completion]:
    roles = here.roles
    if roles & {"attr", "method"} and here.base:
        yield from _parts(here, model, values)
        return
    yield from _others(here, roles, model)
    yield from _compared(here, model, values)
    yield from places.told(here, document, model)
    if "ref" not in roles:
        return
    if roles & {"menu_name"}:  # or what is chosen is kept in something that is there
        yield from (c for c in _values(here, document, model, values) if c.kind in CHANGED or c.label == "your")
    elif "SHUFFLE" in here.expected:
        yield from (c for c in _values(here, document, model, values) if c.kind in BEGINNING or c.label in ("your", "you", "players"))
        yield from calls(model, ("to", "phase"))
    else:
        own = frozenset({"option"}) if roles & {"named_type"} else frozenset[str]()
        yield from (c for c in _values(here, document, model, values) if not own or c.kind in own)


OWNERS = {"cell": False, "corner": False, "edge": False, "place": True, "route": True}
"""Parts of boards that may have variables of their own; are they parts of boards of places?"""
OWNED = "what each {} has"
CHANGED = frozenset({"local", "variable", "zone"})
"""What can be changed."""
COMPARED = CHANGED | {"option"}
"""What a condition can begin with."""
BEGINNING = CHANGED | {"seat"}
"""What a statement can begin with."""


def _others(here: Spot, roles: frozenset[str], model: Model) -> Iterator[Completion]:
    """Names in places where no value stands."""
    if roles & {"named_type"}:
        yield from _types(model)
    if roles & {"menu_name"}:
        yield from calls(model, ("action",))
    if here.before and here.before[0].text == "each" and not here.in_code:
        yield from _owners(roles, model)
    if roles & {"end", "during", "moment", "until", "until_after", "check_phase", "scope", "history_before", "history_after"}:
        yield from (offer(model, c, bare=True) for c in model.callables.values() if c.kind == "phase")
        yield from (Completion(word, "phase", "all of the play") for word in ("game",) if roles & {"end", "scope"})
    if roles & {"attachment"}:
        yield from (offer(model, c) for c in model.callables.values() if c.kind not in ("watch", "effect"))
    if roles & {"given_phase"}:
        yield from calls(model, ("phase", "to", "play"))
    if roles & {"kinds", "wanted", "family", "stands_for", "all_these", "card_head"}:
        yield from _kinds(model)
    if here.before and here.before[-1].text == "all":
        yield from (Completion(n, "variable", f"of each {info.whose}") for n, info in model.state.items() if info.owner != "table")
    if roles & {"visibility"}:
        yield from (Completion(word, "word", about) for word, about in SIGHT.items())
    if roles & {"highest", "lowest"}:
        yield from (Completion(n, "variable", say(info.type)) for n, info in model.state.items() if info.owner == "player" and not info.word)
        yield from (offer(model, c, bare=True) for c in model.callables.values() if c.kind == "def" and len(c.params) == 1)


def _owners(roles: frozenset[str], model: Model) -> Iterator[Completion]:
    """What may have variables of its own, or lines that do beside others."""
    first, shapes = roles >= {"_names"}, {board.shape for board in model.boards.values()}
    words = [word for word, of_places in OWNERS.items() if shapes & {"places"} and of_places or shapes - {"places"} and not of_places] if first else []
    lines = ["row", "column", "diagonal"] if "grid" in shapes else []
    yield from (Completion(word, "word", OWNED.format(word)) for word in (*["player"] * first, *words, *lines))
    if first:
        yield from (Completion(name, "word", OWNED.format("team")) for name in model.enums if name == TEAM)
        yield from _kinds(model)


def _types(model: Model) -> Iterator[Completion]:
    yield from (Completion(word, "type", TYPES.get(word, "")) for word in (*(w for w in TYPE_WORDS if w in TYPES), "set of", "list of"))
    yield from (Completion(word, "type", about) for word, about in ZONES.items() if word in ZONE_WORDS)
    yield from (Completion(name, "enum", ", ".join(info.values)) for name, info in model.enums.items())
    yield from _kinds(model)


def _kinds(model: Model) -> Iterator[Completion]:
    for name, info in model.kinds.items():
        yield Completion(name, "card", f"card {name}" + (f" is {info.family}" if info.family else ""))


# ---- values -----------------------------------------------------------------------------------


def _values(here: Spot, document: Document, model: Model, values: Values) -> Iterator[Completion]:
    """Everything that an expression can begin with, with its type."""
    want = _wanted(here, model, values)
    for name, kind, type, about in _known(here, document, model, values):
        good = want is None or type.kind == "unknown" or fits(type, want) or want.kind == "player" and name in ("players", "others")
        reach = want is not None and not good and (want == BOOL and kind in COMPARED or any(fits(of, want) for _, of, _ in parts_of(model, type)))
        insert = f"{name}($0)" if kind == "function" else ""
        yield Completion(name, kind, about or say(type), insert, "", good or reach)
    for c in model.callables.values():
        if c.kind == "def" and c.name.isidentifier():
            made = offer(model, c)
            fit = want is None or c.result is None or want == BOOL or fits(c.result, want)
            yield Completion(made.label, made.kind, made.detail, made.insert, "", fit)


def _known(here: Spot, document: Document, model: Model, values: Values) -> Iterator[tuple[str, str, Type, str]]:
    for name, type in values.locals.items():
        yield name, "local", type, ""
    for name, info in model.state.items():
        if info.owner == "table":
            yield name, "zone" if info.word else "variable", info.type, info.word
    for name, option in model.options.items():
        yield name, "option", option.type, ""
    for enum in model.enums.values():
        yield enum.name, "enum", UNKNOWN, ", ".join(enum.values)
        for value in enum.values:
            yield value, "value", Type("enum", enum.name), ""
    for name in WAYS if model.boards else ():
        yield name, "table", set_of(Type("enum", "Way")), "ways across a board"
    for name in model.kinds:
        yield name, "card", card_of(frozenset({name})), "a kind of card"
    for word, kept in (("a board", [*model.boards]), ("a chart", [*model.charts]), ("a meld", [*model.melds]), ("a history", [*model.histories])):
        for name in kept:
            yield name, "table", UNKNOWN, word
    for place in model.places:
        yield place, "value", PLACE, "a place"
    for seat in model.seats if document.is_tests else model.seat_names:
        yield seat, "seat", PLAYER, "a seat"
    for name in FUNCTIONS:
        yield name, "function", UNKNOWN, MEANINGS[name]
    chooses = values.chooses or here.before and here.before[0].text in ("action", "effect")
    for name in ("players", *(("you", "your", "others") if chooses else ())):
        yield name, "word", UNKNOWN if name != "you" else PLAYER, NAMES[name]
    if "card" in here.heads:
        yield "this", "word", card_of(frozenset(model.kinds)), NAMES["this"]
    for name, type in VIEWS.items():
        yield name, "word", type, MEANINGS[name]


def _compared(here: Spot, model: Model, values: Values) -> Iterator[Completion]:
    """Words that are a value only beside what they are compared with: the values of a ruling, `empty`, `possible`."""
    tied = _tied(here) if here.before else None
    if tied is None:
        return
    name, how = here.before[tied - 1].text, here.before[tied].text
    yield from (Completion(value, "value", f"a value of {name}") for value in (model.options[name].values if name in model.options else ()))
    if how == "is":
        left = values.before(here.before[:tied])
        if left.kind in (*SETS, "unknown"):
            yield Completion("empty", "word", NAMES["empty"])
        if any(token.text in model.callables and model.callables[token.text].kind == "action" for token in postfix(here.before[:tied])[:1]):
            yield Completion("possible", "word", NAMES["possible"])


def _wanted(here: Spot, model: Model, values: Values) -> Type | None:
    """The type that a value must have at a place, if it is plain to see."""
    if not here.before:
        return None
    last = here.before[-1]
    tied = _tied(here)
    if tied is not None:
        left = values.before(here.before[:tied])
        return None if left.kind == "unknown" else left.bare
    if last.text in ("require", "if", "elif", "while", "and", "or", "not"):
        return BOOL
    return None


TYING = frozenset("== != = < > <= >= += -= is".split())
"""What stands between two things of one type."""


def _tied(here: Spot) -> int | None:
    """How many words stand before the one that ties what comes to what was before: `climb` in `climb is not`."""
    words = [token.text for token in here.before[-2:]]
    if words == ["is", "not"] and len(here.before) > 2:
        return len(here.before) - 2
    return len(here.before) - 1 if words[-1] in TYING and len(here.before) > 1 else None


def _parts(here: Spot, model: Model, values: Values) -> Iterator[Completion]:
    base = values.of_tokens(here.base)
    if here.before[0].text == "history" and base.kind in ("board", "set"):
        base = base.of or model.member(base.name)  # the variable of each, at once
    elif len(here.base) == 1 and here.base[0].text == "players":
        yield from (Completion(name, "part", about) for name, about in (("first", "the first player"), ("last", "the last player")))
        return
    if base.kind == "unknown":
        yield from _parts_of_all(model)
    for name, type, about in parts_of(model, base):
        info = model.state.get(name)
        kind = "part" if info is None or info.owner != base.kind else "zone" if info.word else "variable"
        yield Completion(name, kind, about or say(type))


def _parts_of_all(model: Model) -> Iterator[Completion]:
    """What can be asked of any thing of the game, where it is not known which one it is."""
    shapes = {board.shape for board in model.boards.values()}
    on_boards = [*[PLACE, ROUTE] * ("places" in shapes), *[CELL, CORNER, EDGE, LINE] * bool(shapes - {"places"})]
    kinds = [PLAYER, *[card_of(frozenset(model.kinds))] * bool(model.kinds), *on_boards, *(Type("enum", name) for name in model.enums)]
    told = dict[str, list[str]]()
    for of in kinds:
        for name, _, _ in parts_of(model, of):
            told.setdefault(name, []).append(say(of))
    yield from (Completion(name, "part", "of " + ", ".join(of)) for name, of in told.items())
