"""What may I write here? The automaton of the grammar says which words fit, the game which names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.model import Model
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.declare import TYPE_WORDS, ZONE_WORDS
from ruledsl.model.model import Callable
from ruledsl.model.types import BOOL, PLAYER, UNKNOWN, Type, card_of, fits, say
from ruledsl.record import record
from ruledsl.service.meanings import MEANINGS, NAMES, SIGHT, TYPES, ZONES
from ruledsl.service.types_of import Values, parts_of
from ruledsl.service.where import Spot, spot

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


@record(frozen=True)
class Completion:
    """Something that may be written. `insert` may hold places to fill in, as `${1:name}`; `fits` says whether its type is the wanted one."""

    label: str
    kind: str
    detail: str = ""
    insert: str = ""
    about: str = ""
    fits: bool = True


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
    values = Values(document, model, line, column)
    found = [*_names(here, document, model, values)] if "NAME" in here.expected else []
    names = {c.label for c in found}
    found += [c for c in _words(here) if c.label not in names]
    start = here.partial.lower()
    return sorted((c for c in found if c.label.lower().startswith(start)), key=lambda c: (not c.fits, c.kind == "word", c.label))


def _words(here: Spot) -> Iterator[Completion]:
    if here.before and here.before[-1].text == "is":
        yield Completion("not", "word")  # both are one word of the grammar
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
    if "ref" not in roles or roles & {"menu_name"}:
        return
    if here.before or not here.in_code:
        own = frozenset({"option"}) if roles & {"named_type"} else frozenset[str]()
        yield from (c for c in _values(here, document, model, values) if not own or c.kind in own)
    else:
        yield from (c for c in _values(here, document, model, values) if c.kind in CHANGED or c.label in ("your", "you", "players"))
        yield from _calls(model, ("to", "phase"))


OWNERS = {"cell": False, "corner": False, "edge": False, "place": True, "route": True}
"""Parts of boards that may have variables of their own; are they parts of boards of places?"""
OWNED = "what each {} has"
CHANGED = frozenset({"local", "variable", "zone"})
"""What a statement can begin with."""


def _others(here: Spot, roles: frozenset[str], model: Model) -> Iterator[Completion]:
    """Names in places where no value stands."""
    if roles & {"named_type"}:
        yield from _types(model)
    if roles & {"menu_name"}:
        yield from _calls(model, ("action",))
    if here.before and here.before[0].text == "each" and not here.in_code:
        yield from _owners(roles, model)
    if roles & {"end", "during", "moment", "until", "until_after", "check_phase", "scope", "history_before", "history_after"}:
        yield from (_callable(model, c, bare=True) for c in model.callables.values() if c.kind == "phase")
        yield from (Completion(word, "phase", "all of the play") for word in ("game",) if roles & {"end", "scope"})
    if roles & {"attachment"}:
        yield from (_callable(model, c) for c in model.callables.values() if c.kind not in ("watch", "effect"))
    if roles & {"given_phase"}:
        yield from _calls(model, ("phase", "to", "play"))
    if roles & {"kinds", "wanted", "family", "stands_for", "all_these", "card_head"}:
        yield from _kinds(model)
    if roles & {"visibility"}:
        yield from (Completion(word, "word", about) for word, about in SIGHT.items())
    if roles & {"highest", "lowest"}:
        yield from (Completion(n, "variable", say(info.type)) for n, info in model.state.items() if info.owner == "player" and not info.word)
        yield from (_callable(model, c, bare=True) for c in model.callables.values() if c.kind == "def" and len(c.params) == 1)
    if roles & {"test_option"}:
        yield from (Completion(name, "option", say(info.type)) for name, info in model.options.items())


def _owners(roles: frozenset[str], model: Model) -> Iterator[Completion]:
    """What may have variables of its own, or lines that do beside others."""
    first, shapes = roles >= {"_names"}, {board.shape for board in model.boards.values()}
    words = [word for word, of_places in OWNERS.items() if shapes & {"places"} and of_places or shapes - {"places"} and not of_places] if first else []
    lines = ["row", "column", "diagonal"] if "grid" in shapes else []
    yield from (Completion(word, "word", OWNED.format(word)) for word in (*["player"] * first, *words, *lines))
    if first:
        yield from _kinds(model)


def _types(model: Model) -> Iterator[Completion]:
    yield from (Completion(word, "type", TYPES.get(word, "")) for word in (*(w for w in TYPE_WORDS if w in TYPES), "set of", "list of"))
    yield from (Completion(word, "type", about) for word, about in ZONES.items() if word in ZONE_WORDS)
    yield from (Completion(name, "enum", ", ".join(info.values)) for name, info in model.enums.items())
    yield from _kinds(model)


def _kinds(model: Model) -> Iterator[Completion]:
    for name, info in model.kinds.items():
        yield Completion(name, "card", f"card {name}" + (f" is {info.family}" if info.family else ""))


def _calls(model: Model, kinds: tuple[str, ...]) -> Iterator[Completion]:
    yield from (_callable(model, c) for c in model.callables.values() if c.kind in kinds)


def _callable(model: Model, c: Callable, bare: bool = False) -> Completion:
    given = [p.name for p in c.params if p.domain is None]
    filled = ", ".join(f"${{{n}:{name}}}" for n, name in enumerate(given, 1))
    brackets = c.kind in ("to", "phase") or bool(given)
    return Completion(c.name, c.kind, f"{c.words}{_result(c)}", f"{c.name}({filled})" if brackets and not bare else "")


def _result(c: Callable) -> str:
    return f": {say(c.result)}" if c.result is not None and c.result.kind != "unknown" else ""


# ---- values -----------------------------------------------------------------------------------


def _values(here: Spot, document: Document, model: Model, values: Values) -> Iterator[Completion]:
    """Everything that an expression can begin with, with its type."""
    want = _wanted(here, model, values)
    for name, kind, type, about in _known(here, document, model, values):
        good = want is None or type.kind == "unknown" or fits(type, want) or want.kind == "player" and name in ("players", "others")
        reach = want is not None and not good and want.kind != "enum" and type.kind == "player"
        insert = f"{name}($0)" if kind == "function" else ""
        yield Completion(name, kind, about or say(type), insert, "", good or reach)
    for c in model.callables.values():
        if c.kind == "def":
            made = _callable(model, c)
            fit = want is None or c.result is None or fits(c.result, want)
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
    for name in model.kinds:
        yield name, "card", card_of(frozenset({name})), "a kind of card"
    for word, kept in (("a board", [*model.boards]), ("a chart", [*model.charts]), ("a meld", [*model.melds]), ("a history", [*model.histories])):
        for name in kept:
            yield name, "table", UNKNOWN, word
    for seat in model.seats if document.is_tests else model.seat_names:
        yield seat, "seat", PLAYER, "a seat"
    for name in FUNCTIONS:
        yield name, "function", UNKNOWN, MEANINGS[name]
    chooses = values.chooses or here.before and here.before[0].text in ("action", "effect")
    for name in ("players", *(("you", "your", "others") if chooses else ())):
        yield name, "word", UNKNOWN if name != "you" else PLAYER, NAMES[name]
    for name, type in VIEWS.items() if document.is_tests else ():
        yield name, "word", type, MEANINGS[name]


def _wanted(here: Spot, model: Model, values: Values) -> Type | None:
    """The type that a value must have at a place, if it is plain to see."""
    if not here.before:
        return None
    last = here.before[-1]
    if last.text in ("require", "if", "elif", "while", "and", "or", "not"):
        return BOOL
    if last.text in ("==", "!=", "=", "<", ">", "<=", ">=", "+=", "-="):
        left = values.before(here.before[:-1])
        return None if left.kind == "unknown" else left.bare
    return None


def _parts(here: Spot, model: Model, values: Values) -> Iterator[Completion]:
    base = values.of_tokens(here.base)
    if len(here.base) == 1 and here.base[0].text == "players":
        yield from (Completion(name, "part", about) for name, about in (("first", "the first player"), ("last", "the last player")))
        return
    for name, type, about in parts_of(model, base):
        info = model.state.get(name)
        kind = "part" if info is None or info.owner != base.kind else "zone" if info.word else "variable"
        yield Completion(name, kind, about or say(type))
