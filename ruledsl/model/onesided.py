"""What rules do by half: prices that are asked for and not paid, exchanges that go one way, counts that nothing sets back, sets that never hold more than one,
one of several that is left out, players who are chosen for nothing, values that are set anew before anybody has asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.model.changes import Look
from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies, named, reach
from ruledsl.model.limits import constant
from ruledsl.model.model import Callable, Model, StateInfo
from ruledsl.model.watching import watches
from ruledsl.source import Span
from ruledsl.syntax import tree as t

CONTRARY = {"+=": "-=", "-=": "+="}
AT_LEAST = {">": 0, ">=": 0, "<": 1, "<=": 1}
"""By the comparison the side that is to be at least so much."""
FEWEST = 4
"""Keys of which one may be left out by mistake; of three, one is easily meant to be."""
Put = tuple[t.Expr, str, t.Expr | None, t.Decl]
"""What is set, how (+= -= =, or `in` what it is chosen among), to what if that is written there, and in which declaration."""


def look_for_onesided(desk: Desk) -> None:
    """Warn of all of it. What hooks and readings do counts, wherever it is written."""
    model = desk.model
    if "play" not in model.callables or desk.lost:
        return
    puts = _puts(model)
    _unpaid(desk, puts)
    _exchanges(desk, puts)
    _counts(desk, puts)
    for name, written in puts.items():
        if model.state[name].type.kind == "set" and _at_most_one(written):
            desk.fail("W0629", written[0][0].span, name=name)
    for name, written in puts.items():
        for span, end in _one_off(model, model.state[name], written):
            desk.fail("W0632", span, name=name, end=end)
    for body in (body for c in model.callables.values() for body in bodies(c)):
        for name, span, rest in _left_out(model, body):
            desk.fail("W0630", span, name=name, key=rest)
        for name, span in _for_nothing(model, body):
            desk.fail("W0631", span, name=name)
    if not watches(model):
        for decl in _declarations(model):
            for s, line in _overwritten(model, decl):
                desk.fail("W0612", s.span, why=f"line {line} sets it anew, and nothing has asked for it by then")


def _declarations(model: Model) -> list[t.Decl]:
    return [d for tree in model.trees for d in tree.declarations]


def _puts(model: Model) -> dict[str, list[Put]]:
    """By name of a variable all that is written to it."""
    out: dict[str, list[Put]] = {}
    for decl in _declarations(model):
        for target, op, value in _written(decl):
            if (name := whole(target)) in model.state:
                out.setdefault(name, []).append((target, op, value, decl))
    return out


def _written(decl: t.Decl) -> Sequence[tuple[t.Expr, str, t.Expr | None]]:
    """All that is set in a declaration. It stays with it."""
    known: Sequence[tuple[t.Expr, str, t.Expr | None]] | None = vars(decl).get("_puts")
    if known is None:
        known = vars(decl)["_puts"] = tuple(put for s in t.within(decl, t.Assign, t.AssignEach, t.ChooseValue) for put in _set(s))
    return known


def _set(s: t.Node) -> Iterator[tuple[t.Expr, str, t.Expr | None]]:
    if isinstance(s, t.AssignEach):
        yield from ((target, "=", value) for target, value in zip(s.targets, s.values, strict=True))
    elif isinstance(s, t.Assign):
        yield s.target, s.op, s.value if s.until is None else None
    elif isinstance(s, t.ChooseValue):
        yield s.target, "in", s.domain if s.condition is None and not s.or_none else None


def whole(e: t.Expr) -> str:
    """The name of what an expression is, or is a part of."""
    while isinstance(e, t.Index):
        e = e.base
    return e.name if isinstance(e, (t.Ref, t.Attr)) else ""


def _number(model: Model, name: str) -> StateInfo | None:
    """The number of that name, if it is none that begins anew with a phase."""
    info = model.state.get(name)
    return info if info is not None and not info.word and info.type.kind == "int" and not info.scope else None


# ---- prices ----


def _unpaid(desk: Desk, puts: dict[str, list[Put]]) -> None:
    """What an action asks its player to have so much of, and does not touch, where nothing does, or other actions alone take it."""
    look: Look | None = None
    for c in desk.model.callables.values():
        for require, name in _asked(desk.model, c):
            look = look or Look(desk.model)
            if name not in _changed(look, c.name) and _is_price(look, name, puts.get(name, [])):
                desk.fail("W0626", _behind(require, c), related=((require.span, "asked for here"),), name=name, action=c.name)


def _asked(model: Model, c: Callable) -> Iterator[tuple[t.Require, str]]:
    """The numbers of the one who acts that a requirement of an action holds against something that they are to be at least."""
    if c.kind not in ("action", "effect"):
        return
    for require in (require for body in bodies(c) for require in t.within(body, t.Require)):
        for one in t.within(require.condition, t.Compare):
            side = AT_LEAST.get(one.ops[0]) if len(one.ops) == 1 else None
            asked = one.operands[side] if side is not None else None
            if asked is not None and _is_yours(asked) and _number(model, whole(asked)) is not None:
                yield require, whole(asked)


def _behind(require: t.Require, c: Callable) -> Span:
    """Where it could be paid: the first that is done where it was asked for."""
    block = next(block for body in bodies(c) for block in _blocks(body) if require in block)
    return next((s.span for s in block if not isinstance(s, (t.Label, t.Require, t.Let))), require.span)


def _is_yours(e: t.Expr) -> bool:
    while isinstance(e, t.Index):
        e = e.base
    return isinstance(e, t.Attr) and isinstance(e.base, t.Ref) and e.base.name == "your"


def _changed(look: Look, name: str) -> set[str]:
    """All that is changed by what can be reached from a name."""
    return {changed for room in reach(look.graph, name) for changed, _ in look.own.get(room, ())}


def _is_price(look: Look, name: str, written: Sequence[Put]) -> bool:
    """Is a number something that is paid with, as far as can be told? What only grows, or what others alone take, is a level that must be reached."""
    if not written:
        return look.model.state[name].initial is not None
    paid = any(op == "-=" and (_is_yours(target) or not isinstance(decl, t.Action | t.Effect)) for target, op, _, decl in written)
    takers = [look.model.callables[c].kind for c, changes in look.own.items() if any(n == name and way != "+" for n, way in changes)]
    return paid and all(kind in ("action", "effect", "to") for kind in takers)


# ---- exchanges ----


def _exchanges(desk: Desk, puts: dict[str, list[Put]]) -> None:
    """Two numbers that go against one another, both ways, and a place where one of them goes alone."""
    together, alone = set[tuple[str, str, str]](), list[tuple[str, str, t.Assign, t.Decl]]()
    for decl in _declarations(desk.model):
        for block in _blocks(decl):
            steps = [s for s in block if isinstance(s, t.Assign) and s.op in CONTRARY and _number(desk.model, whole(s.target)) is not None]
            for s in steps:
                against = [o for o in steps if o.op == CONTRARY[s.op] and o.value == s.value and whole(o.target) != whole(s.target)]
                together |= {(whole(s.target), s.op, whole(o.target)) for o in against}
                if not against:
                    alone.append((whole(s.target), s.op, s, decl))
    for name, op, s, decl in alone:
        others = {other for one, way, other in together if one == name and way == op and (name, CONTRARY[op], other) in together}
        here = {whole(target) for target, _, _ in _written(decl)}
        for other in sorted(others - here) if len(others) == 1 else ():
            desk.fail("W0627", s.span, name=name, other=other, more="less" if op == "+=" else "more")


def _blocks(decl: t.Node) -> Iterator[t.Block]:
    """The lists of statements in a declaration."""
    for node in t.walk(decl):
        for block in (getattr(node, "body", ()), getattr(node, "otherwise", ())):
            if isinstance(block, tuple) and block and isinstance(block[0], t.Stmt):
                yield block
        if isinstance(node, t.If):
            yield from (block for _, block in node.arms)


# ---- counts ----


def _counts(desk: Desk, puts: dict[str, list[Put]]) -> None:
    """What counts for the table how often an action of several was chosen that does nothing else, until something comes of it, and is never set back."""
    results: set[str] | None = None
    for name, written in puts.items():
        info = _number(desk.model, name)
        if info is None or info.owner != "table" or not all(op == "+=" for _, op, _, _ in written):
            continue
        results = _results(desk.model) if results is None else results
        if name in results:
            continue
        for target, _, value, decl in written:
            if isinstance(decl, t.Action) and isinstance(value, t.Number) and _does_no_more(decl, target):
                beside = _beside(desk.model, decl.name.text)
                span = _done(beside[0]) if len(beside) == 1 else target.span
                for _ in beside[:1]:
                    desk.fail("W0628", span, related=((target.span, "counted here"),), name=name, action=decl.name.text)


def _results(model: Model) -> set[str]:
    """What is asked for when the game is over, or must always hold."""
    ends = [d for d in _declarations(model) if isinstance(d, t.Winner | t.Invariant)]
    names = {criterion.name for d in ends if isinstance(d, t.Winner) for criterion in d.criteria} | {"payoff", "score"}
    graph = named(model)
    through = {name for start in names for name in reach(graph, start) if name in model.callables}
    roots = (*ends, *(body for name in through for body in bodies(model.callables[name])))
    return names | {whole(node) for root in roots for node in t.within(root, t.Ref, t.Attr)}


def _does_no_more(decl: t.Action, target: t.Expr) -> bool:
    body = [s for s in decl.body if not isinstance(s, (t.Label, t.Require))]
    return len(body) == 1 and isinstance(body[0], t.Assign) and body[0].target == target and not decl.params


def _beside(model: Model, name: str) -> list[t.Action]:
    """The actions that are offered beside one."""
    menus = [menu for c in model.callables.values() for body in bodies(c) for menu in t.within(body, t.ChooseAction)]
    names = {item.name: None for menu in menus if any(item.name == name for item in menu.items) for item in menu.items if item.name != name}
    return [decl for decl in (model.callables[other].decl for other in names if other in model.callables) if isinstance(decl, t.Action)]


def _done(action: t.Action) -> Span:
    """Where an action begins to do something."""
    return next((s.span for s in action.body if not isinstance(s, (t.Label, t.Require, t.Let))), action.name.span)


# ---- sets, and what has keys ----


def _at_most_one(written: Sequence[Put]) -> bool:
    """Is a set only ever set to one in braces, or to none?"""
    values = [value for _, op, value, _ in written if op == "="]
    return len(values) == len(written) and all(isinstance(v, t.SetLiteral) and _is_one(v.items) for v in values) and any(map(_full, values))


def _is_one(items: Sequence[t.Expr]) -> bool:
    return len(items) < 2 and not any(isinstance(item, t.Range) for item in items)


def _full(value: t.Expr | None) -> bool:
    return isinstance(value, t.SetLiteral) and bool(value.items)


def _left_out(model: Model, decl: t.Node) -> Iterator[tuple[str, Span, str]]:
    """Of what has keys, and is called in a declaration by keys that are written out, the one that is not, where one alone is not and another is there twice."""
    called: dict[str, list[tuple[object, t.Index]]] = {}
    for node in t.within(decl, t.Index):
        term = model.terms.get(id(node))
        if term is not None and term.op == "var" and isinstance(node.base, (t.Ref, t.Attr)) and len(node.items) == 1:
            key = model.terms.get(id(node.items[0]))
            called.setdefault(term.data, []).append((key.data if key is not None and key.op == "const" else None, node))
    for name, there in called.items():
        members = _members(model, model.state[name])
        keys = [key for key, _ in there]
        rest = [words for member, words in members.items() if member not in keys]
        if len(members) >= FEWEST and len(rest) == 1 and None not in keys and len({*keys}) < len(keys):
            yield name, _again(there), rest[0]


def _again(there: Sequence[tuple[object, t.Index]]) -> Span:
    """Where a key stands that stood before."""
    keys = [key for key, _ in there]
    return next(node.span for n, (key, node) in enumerate(there) if key in keys[:n])


def _members(model: Model, info: StateInfo) -> dict[object, str]:
    """The keys of a variable with one each, where they are known as they are written, with their words."""
    if len(info.keys) != 1:
        return {}
    term = info.keys[0]
    if term.op == "enum_all":
        return dict(enumerate(model.enums[term.data].values))
    ends = [arg.data for arg in term.args if arg.op == "const"] if term.op == "range" else []
    return {n: str(n) for n in range(ends[0], ends[1] + 1)} if len(ends) == 2 else {}


# ---- numbers that never come to an end of theirs ----


def _one_off(model: Model, info: StateInfo, written: Sequence[Put]) -> Iterator[tuple[Span, int]]:
    """Where a number is set that comes to all between its bounds but for the first or the last, as far as all that it is set to is written in numbers; and
    which one is left."""
    bounds = [constant(bound) for bound in info.bounds] if info.bounds is not None and info.type.kind == "int" and not info.word else []
    ways = [(_span_of(value), target) for target, op, value, _ in written if op in ("=", "in")]
    if len(bounds) != 2 or None in bounds or len(ways) < len(written) or any(way is None for way, _ in ways):
        return
    ends = [(way, target) for way, target in ways if way is not None and way[0] < way[1]]
    first = 0 if info.initial is None and bounds[0] == 0 else constant(info.initial) if info.initial is not None else None
    least, most = min((way[0] for way, _ in ways if way), default=0), max((way[1] for way, _ in ways if way), default=0)
    for end, come, beyond in ((bounds[1], most, 1), (bounds[0], least, -1)):
        if len(ends) == len(ways) and end is not None and come + beyond == end and first != end and len(ends) == 1:
            yield ends[0][1].span, end


def _span_of(value: t.Expr | None) -> tuple[int, int] | None:
    """Between which numbers something is that is chosen or thrown, where these are written."""
    if isinstance(value, t.Roll) and value.count is None:
        value = value.domain
    if isinstance(value, t.Range) and isinstance(value.low, t.Number) and isinstance(value.high, t.Number):
        return value.low.value, value.high.value
    return None


# ---- what is chosen for nothing ----


VALUES = ("player", "int", "enum", "bool")
"""What is no card: what is done to a card that is chosen is done to whose it is."""


def _for_nothing(model: Model, decl: t.Node) -> Iterator[tuple[str, Span]]:
    """The players who are chosen, and to whom nothing is done: what else is chosen hangs on who it is, and nothing but that."""
    menus = t.within(decl, t.ChooseValue)
    for s in menus:
        if not isinstance(s.target, t.Ref) or s.target.name in model.state or _among(model, s) != "player":
            continue
        asked = {id(ref) for other in menus if _among(model, other) in VALUES for ref in _refs(other)}
        said = {id(ref) for text in t.within(decl, t.Text) for ref in t.within(text, t.Ref)}
        if all(id(ref) in asked or id(ref) in said or ref is s.target for ref in t.within(decl, t.Ref) if ref.name == s.target.name):
            yield s.target.name, s.span


def _refs(s: t.ChooseValue) -> list[t.Ref]:
    """The names in what one chooses among."""
    return [ref for part in (s.domain, s.condition) if part is not None for ref in t.within(part, t.Ref)]


def _among(model: Model, s: t.ChooseValue) -> str:
    """Of what kind is what is chosen?"""
    term = model.terms.get(id(s.domain))
    of = term.type.of if term is not None else None
    return of.kind if of is not None else ""


# ---- what is set anew ----


def _overwritten(model: Model, decl: t.Decl) -> Iterator[tuple[t.Assign, int]]:
    """What is set, and set again by a line after it, with nothing between but other lines that set something and do not ask for it."""
    for block in _blocks(decl):
        waiting: dict[str, t.Assign] = {}
        for s in block:
            if not isinstance(s, t.Assign) or s.until is not None:
                waiting = {}
                continue
            before = waiting.get(whole(s.target))
            if before is not None and before.target == s.target and s.op == "=" and not _asks(model, s, whole(s.target)):
                yield before, model.shown(s.span)
            waiting = {name: one for name, one in waiting.items() if not _asks(model, s, name) and not _leads(one.target, whole(s.target))}
            waiting.pop(whole(s.target), None)
            info = model.state.get(whole(s.target))
            if s.op == "=" and info is not None and (isinstance(s.target, t.Index) or not info.keys) and not t.within(s.value, t.Roll):
                waiting[whole(s.target)] = s


def _asks(model: Model, s: t.Assign, name: str) -> bool:
    """Does a statement that sets something else look at a variable, or do what may?"""
    asking = (s.value, *(s.target.items if isinstance(s.target, t.Index) else ()), *((s.target,) if s.op != "=" else ()))
    nodes = [node for e in asking for node in t.within(e, t.Ref, t.Attr, t.Call, t.Roll)]
    return any(not isinstance(n, (t.Ref, t.Attr)) or n.name == name or n.name in model.callables for n in nodes)


def _leads(target: t.Expr, name: str) -> bool:
    """Does a name say which one is set?"""
    refs, parts = t.within(target, t.Ref), t.within(target, t.Attr)
    return name in {ref.name for ref in refs if ref is not target} or name in {part.name for part in parts if part is not target}
