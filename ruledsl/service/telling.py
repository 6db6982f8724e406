"""What is this? A name in words: how it is declared, its type, its range, the ids of the rulebook that it follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ruledsl.model import Model
from ruledsl.model.builtins import FUNCTIONS
from ruledsl.model.model import Callable, ParamInfo
from ruledsl.model.types import Term, say
from ruledsl.record import record
from ruledsl.service.meanings import MEANINGS, NAMES, PARTS, SIGHT, STATEMENTS, ZONES
from ruledsl.service.names import Occurrence, flat
from ruledsl.service.types_of import local
from ruledsl.service.where import spot
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


@record(frozen=True)
class Told:
    """What is told of a piece of text: `code` as it is declared, `lines` in words."""

    span: Span
    code: str
    lines: tuple[str, ...] = ()

    @property
    def markdown(self) -> str:
        code = f"```ruledsl\n{self.code}\n```" if self.code else ""
        return "\n\n".join(part for part in (code, *self.lines) if part)


def _forms() -> dict[str, str]:
    """By the word that a statement begins with, how it is written."""
    found: dict[str, str] = {}
    for form in STATEMENTS.values():
        word = re.sub(r"\W.*", "", form.replace("`", "").strip())
        found[word] = f"{found[word]}, {form}" if word in found else form
    return found


FORMS = _forms()


def hover(document: Document, line: int, column: int) -> Told | None:
    """What is to be told of the name or word at a place."""
    here = document.name_at(line, column)
    if here is None:
        return _word(document, line, column)
    code, lines = _declared(document, here)
    model = document.model(line)
    lines = [*lines, *_about(document, model, here)]
    if not code and not lines:
        lines = _builtin(here.symbol[-1])
    return Told(document.real(here.span), code, tuple(lines)) if code or lines else None


def _word(document: Document, line: int, column: int) -> Told | None:
    """A word of the language, such as `move`."""
    text = document.lines[line - 1] if line <= len(document.lines) else ""
    found = next((w for w in re.finditer(r"\w+", text) if w.start() < column <= w.end() + 1), None)
    if found is None or spot(document, line, found.start() + 1) is None:
        return None
    word = found[0]
    about = next((table[word] for table in (FORMS, ZONES, SIGHT, NAMES, MEANINGS) if word in table), "")
    return Told(Span(document.path, line, found.start() + 1, line, found.end() + 1), "", (about,)) if about else None


def _builtin(name: str) -> list[str]:
    return [table[name] for table in (MEANINGS, NAMES, PARTS) if name in table][:1]


def _declared(document: Document, here: Occurrence) -> tuple[str, list[str]]:
    """The line that declares a name, and the rulebook ids on it."""
    if here.symbol[0] == "local":
        return "", []
    for tree in reversed(document.trees):
        for d in flat(tree.declarations):
            node = _declaring(d, here.symbol)
            if node is not None:
                text = tree.source.line(node.span.line)
                code = re.sub(r"\s+[@#].*$", "", text).strip()
                tags = tree.tags.get(node.span.line, ())
                return code, [f"rulebook: {' '.join(tags)}"] if tags else []
    return "", []


def _declaring(d: t.Decl, symbol: Any) -> t.Node | None:
    """The part of a declaration that declares what is meant."""
    kind, name = symbol[0], symbol[-1]
    if kind == "name" and isinstance(d, t.State):
        return next((v for v in d.variables if v.name.text == name), None)
    if kind == "name":
        own = getattr(d, "name", None)
        hooks = isinstance(d, t.Hook) or isinstance(d, t.Option) and d.type is None or isinstance(d, t.Ruling) and not d.values
        return d if isinstance(own, t.Name) and own.text == name and not hooks else None
    if kind == "value":
        return d if isinstance(d, (t.Enum, t.Ruling)) and d.name.text == symbol[1] and (isinstance(d, t.Enum) or d.values) else None
    if kind == "part":
        return d if isinstance(d, t.Card) and any(name == p.name for p in d.params) else None
    if kind == "column":
        return d if isinstance(d, t.Chart) and d.name.text == symbol[1] else None
    return None


def _about(document: Document, model: Model, here: Occurrence) -> list[str]:
    """What the checker found out about it."""
    kind, name = here.symbol[0], here.symbol[-1]
    if kind == "local":
        return [_local(document, model, here)]
    if kind == "value":
        return [f"a value of `{here.symbol[1]}`"]
    if kind in ("part", "column", "seat", "mode"):
        words = {"part": "printed on the card", "column": f"a column of `{here.symbol[1]}`", "seat": "a seat", "mode": "a way to play the game"}
        return [words[kind]]
    if name in model.state:
        return _state(model, name)
    target = model.callables.get(name)
    if target is not None:
        return _callable(target)
    if name in model.options:
        option = model.options[name]
        values = ", ".join(f"`{v}`" for v in option.values)
        what = f"a ruling: {values}" if option.ruling else f"an option: {say(option.type)}"
        return [what + (f", from {_number(option.bounds[0])} to {_number(option.bounds[1])}" if option.bounds else ""), option.question]
    if name in model.enums:
        return ["an enum: " + ", ".join(f"`{v}`" for v in model.enums[name].values)]
    if name in model.kinds:
        family = model.leaves(name)
        return ["a kind of card" if family == {name} else "a family of cards: " + ", ".join(f"`{k}`" for k in sorted(family))]
    return []


def _local(document: Document, model: Model, here: Occurrence) -> str:
    for o in document.names_near(document.real(here.span).line):
        if o.symbol == here.symbol and o.declares:
            type = local(model, o.node)
            what = "a parameter" if o.kind == "parameter" else "a name of this block"
            return f"{what}: {say(type)}" if type.kind != "unknown" else what
    return "a name of this block"


def _state(model: Model, name: str) -> list[str]:
    info = model.state[name]
    owner = "of the table" if info.owner == "table" else f"of each {info.whose}"
    what = f"a zone ({info.word}) {owner}" if info.word else f"a variable {owner}: {say(info.type)}"
    bounds = f", from {_number(info.bounds[0])} to {_number(info.bounds[1])}" if info.bounds else ""
    lasting = f"; anew in each `{info.scope}`" if info.scope else ""
    kinds = f" of {', '.join(f'`{k}`' for k in sorted(info.type.kinds))}" if info.word and len(info.type.kinds) <= 4 and info.type.kinds else ""
    return [what + kinds + bounds + lasting, f"{info.visibility}: {SIGHT[info.visibility]}"]


def _number(term: Term) -> str:
    return f"{term.data}" if term.op == "const" else f"`{term.data}`" if term.op == "setting" else "a number known before play"


def _callable(target: Callable) -> list[str]:
    given = ", ".join(_parameter(p) for p in target.params)
    result = f"; answers {say(target.result)}" if target.result is not None and target.result.kind != "unknown" else ""
    hooks = len(target.before) + len(target.after) + len(target.instead)
    changed = [f"{hooks} rule{'s' if hooks > 1 else ''} hang{'' if hooks > 1 else 's'} on it"] if hooks else []
    return [f"{target.words}" + (f" of {given}" if given else "") + result, *changed]


def _parameter(p: ParamInfo) -> str:
    return f"`{p.name}`, {say(p.type)}" if p.type.kind != "unknown" else f"`{p.name}`"


# ---- the types of parameters ------------------------------------------------------------------


@record(frozen=True)
class Inlay:
    """Words that are shown behind a place, as if they were written there."""

    line: int
    column: int
    text: str


def inlays(document: Document, first: int = 1, last: int = 1 << 60) -> list[Inlay]:
    """The types of parameters, which nobody writes, in some lines."""
    found = []
    for model in document.judged.models.values():
        for target in model.callables.values():
            decl = target.decl
            if decl.span.file != document.path or isinstance(decl, (t.Play, t.Watch)):
                continue
            for p, node in zip(target.params, decl.params):
                span = document.real(node.span)
                if first <= span.line <= last and node.type is None and node.domain is None and p.type.kind != "unknown":
                    found.append(Inlay(span.line, span.column + len(p.name), f": {short(p, model)}"))
    return sorted(dict.fromkeys(found), key=lambda i: (i.line, i.column))


def short(p: ParamInfo, model: Model) -> str:
    """A type in as few words as can be."""
    type = p.type
    kinds = sorted(type.kinds)
    family = next((name for name in model.kinds if len(kinds) > 1 and model.leaves(name) == type.kinds), "")
    cards = family or (" or ".join(kinds) if 0 < len(kinds) <= 2 else "")
    words = {"int": "number", "bool": "bool", "enum": type.name, "card": cards or "card", "zone": "zone", "subset": f"cards{f' {cards}' if cards else ''}"}
    if type.kind in ("set", "list") and type.of is not None:
        of = {"int": "numbers", "enum": type.of.name, "bool": "bools"}.get(type.of.kind, f"{type.of.kind}s")
        return f"{type.kind} of {of}"
    return words.get(type.kind, type.kind) + (" or none" if type.or_none else "")


# ---- what a call takes ------------------------------------------------------------------------


@record(frozen=True)
class Signature:
    """What is called at a place, what it takes, in words, and which of these is being written; counted from 0."""

    label: str
    parameters: tuple[str, ...]
    active: int
    about: str = ""


def signature(document: Document, line: int, column: int) -> Signature | None:
    """The call in whose brackets a place is."""
    here = spot(document, line, column)
    if here is None:
        return None
    depth, active = 0, 0
    tokens = here.before
    for n in range(len(tokens) - 1, 0, -1):
        kind = tokens[n].kind
        depth += (kind in ("RPAR", "RSQB", "RBRACE")) - (kind in ("LPAR", "LSQB", "LBRACE"))
        active += kind == "COMMA" and depth == 0
        if depth < 0:
            return _signature(document.model(line), tokens[n - 1].text, active, document.is_tests) if kind == "LPAR" else None
    return None


def _signature(model: Model, name: str, active: int, chosen: bool) -> Signature | None:
    """`chosen`: what a player chooses of an action is said, too, as tests say it; rules leave it to the player."""
    target = model.callables.get(name)
    if target is not None:
        given = [p for p in target.params if chosen or p.domain is None] if target.kind == "action" else target.params
        parts = tuple(f"{p.name}: {short(p, model)}" if p.type.kind != "unknown" else p.name for p in given)
        return Signature(f"{name}({', '.join(parts)})", parts, active, target.words)
    if name in model.kinds:
        parts = tuple(f"{part}: {say(type)}" for part, type in model.kinds[name].params.items())
        return Signature(f"{name}({', '.join(parts)})", parts, active, "a card")
    return Signature(f"{name}(…)", (), 0, MEANINGS[name]) if name in FUNCTIONS else None
