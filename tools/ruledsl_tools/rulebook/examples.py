"""Worked examples: the tests of a game, told beside the rules that they are of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, ClassVar

from ruledsl.flow.printed import card
from ruledsl.flow.words import Words, plain, title
from ruledsl.lower.boards import letters
from ruledsl.model import Model
from ruledsl.syntax import tree as t
from ruledsl.testing.suite import Case
from ruledsl_tools.rulebook.boards import OnBoard

LONGEST = 14
"""Lines of a test that is still an example."""
TOLD = ("expr", "can", "cannot", "only", "phase", "comes", "stays away", "knows", "knows not", "possible")
"""What a check asks that can be told of one game."""


def as_written(model: Model, params: Sequence[t.Param]) -> list[t.Param]:
    """Parameters as they stand in the text: how many of each is one of them, and not one for each key."""
    if not any("[" in p.name for p in params):
        return list(params)
    written = {p.span: p for tree in model.trees for d in tree.declarations for p in t.within(d, t.Param) if p.keys}
    return list({p.span: written.get(p.span, p) for p in params}.values())


class Spoken(Words):
    """Speaks of cards, moves and cells as they are called at the table."""

    def call(self, e: t.Call) -> str:
        target = self.model.callables.get(e.function)
        given = self.given(target.decl.params, e.args) if target is not None and isinstance(target.decl, t.Action) else [self.say(arg) for arg in e.args]
        if e.function in self.model.kinds:
            return card(self.model, e) or title(e.function) + (f" {given[0]}" if len(given) == 1 else f" ({', '.join(given)})" if given else "")
        if target is not None and isinstance(target.decl, t.Action):
            return plain(e.function) + (f" ({', '.join(given)})" if given else "")
        return super().call(e)

    def given(self, params: Sequence[t.Param], args: Sequence[t.Expr]) -> list[str]:
        """What an action is given; of how many of each, each as often as it was chosen."""
        out, at = [], 0
        for p in as_written(self.model, params):
            here = [one for one in params if one.span == p.span] if p.keys else [p]
            mine, at = list(zip(here, args[at:])), at + len(here)
            if p.keys and mine:
                keys = [(plain(one.name[len(p.name) + 1 : -1]), arg) for one, arg in mine]
                out.append(" ".join(key for key, arg in keys if isinstance(arg, t.Number) for _ in range(arg.value)) or "none")
            else:
                out += [self.say(arg) for _, arg in mine]
        return [*out, *map(self.say, args[at:])]

    def index(self, e: t.Index) -> str:
        boards = isinstance(e.base, t.Ref) and e.base.name in self.model.boards and list(self.model.boards)
        numbers = [item.value for item in e.items if isinstance(item, t.Number)]
        if not boards or not isinstance(e.base, t.Ref) or len(numbers) != 2:
            return super().index(e)
        row, column = numbers
        return (f"{plain(e.base.name)} " if len(boards) > 1 else "") + f"{letters(column - 1)}{row}"

    CASES: ClassVar[dict[type[t.Expr], Callable[..., str]]] = {**Words.CASES, t.Call: call, t.Index: index}


class Examples:
    """The tests that can be told of a game with some options, the shortest first; each is told once."""

    def __init__(self, draw: OnBoard, cases: Sequence[Case], options: Mapping[str, Any]):
        self.draw = draw
        found = [case for case in cases if _is_told(case.test) and _fits(case, options)]
        self.cases = sorted(found, key=lambda case: (_lines(case.test), case.span.line))

    def of(self, name: str, ids: frozenset[str]) -> str:
        """An example of a rule or card: a test in which it is chosen, or asked for, or one that bears an id of its lines."""
        shared = [case for case in self.cases if ids & set(case.tags)]
        chosen, asked = ([case for case in shared or self.cases if name in named(case.test)] for named in (_chosen, _asked))
        for case in (*chosen, *asked, *shared):
            self.cases.remove(case)
            return self.told(case)
        return ""

    def told(self, case: Case) -> str:
        """The example: what is given, what is done, what is then."""
        words, test = Spoken(case.suite.rules.model), case.test
        items = [self._given(words, test.given)] if test.given is not None else []
        for step in test.steps:
            lines = [_said(words, check) for check in step.checks] if isinstance(step, t.Then) else [_done(words, line) for line in step.lines]
            items.append(("Then " if isinstance(step, t.Then) else "") + "; ".join(lines))
        pictures = "".join(self.draw(board, picture) for board, picture in _pictures(test.given))
        said = "".join(f"<li>{escape(item)}.{pictures if test.given is not None and not n else ''}</li>" for n, item in enumerate(items))
        return f'<div class="example"><i>For example: {escape(test.title)}.</i><ul>{said}</ul></div>'

    def _given(self, words: Words, given: t.Given) -> str:
        whose = " of ".join([title(given.phase), *([", ".join(map(words.say, given.args))] if given.args else [])]) if given.phase else "Given"
        told = [line for line in given.lines if not isinstance(line.value, t.Picture)]
        lines = [f"{words.say(line.place)}{', from the top' * line.from_top}: {words.say(line.value)}" for line in told]
        lines += [f"{known.who.text} knows {words.say(known.what)}" for known in given.known]
        return f"{whose}; {'; '.join(lines)}" if lines else whose


def _pictures(given: t.Given | None) -> Iterator[tuple[str, t.Picture]]:
    """The boards that are given as they look."""
    for line in given.lines if given is not None else ():
        if isinstance(line.value, t.Picture) and isinstance(line.place, t.Ref):
            yield line.place.name, line.value


def _is_told(test: t.Test) -> bool:
    """Is one course of play told, and not a measure of many?"""
    checks = [check for step in test.steps if isinstance(step, t.Then) for check in step.checks]
    whens = [step for step in test.steps if isinstance(step, t.When)]
    plays = any(line.kind == "seat" for when in whens for line in when.lines) or any(check.kind in ("can", "cannot", "only") for check in checks)
    return plays and test.refused is None and not any(when.times for when in whens) and all(check.kind in TOLD for check in checks) and _lines(test) <= LONGEST


def _lines(test: t.Test) -> int:
    given = len(test.given.lines) + len(test.given.known) if test.given is not None else 0
    return given + sum(len(step.checks) if isinstance(step, t.Then) else len(step.lines) for step in test.steps)


def _fits(case: Case, options: Mapping[str, Any]) -> bool:
    """Is the test one of the game as it was chosen?"""
    return all(str(value).lower() == str(options.get(name)).lower() for name, value in case.suite.key(case.test)[1])


def _chosen(test: t.Test) -> set[str]:
    """The actions and cards that are chosen."""
    return _names(value for step in test.steps if isinstance(step, t.When) for line in step.lines for value in line.values)


def _asked(test: t.Test) -> set[str]:
    """Those of which is said who can choose them."""
    return _names(item for step in test.steps if isinstance(step, t.Then) for check in step.checks for item in check.items)


def _names(values: Iterable[t.Expr]) -> set[str]:
    return {node.function if isinstance(node, t.Call) else node.name for value in values for node in t.walk(value) if isinstance(node, (t.Call, t.Ref))}


def _done(words: Words, line: t.WhenLine) -> str:
    values = ", ".join(map(words.say, line.values))
    match line.kind:
        case "seat":
            return f"{line.who}: {values}"
        case "roll":
            return f"The dice show {values}"
        case "draw":
            return f"The next cards are {values}"
        case "world":
            return f"It is answered {values}"
        case "comes":
            return f"“{line.who}” comes"
    raise LookupError(line.kind)


def _said(words: Words, check: t.Check) -> str:
    items = ", ".join(map(words.say, check.items))
    because = f" ({words.say(check.because)})" if check.because is not None else ""
    match check.kind:
        case "expr" if check.condition is not None:
            return words.say(check.condition)
        case "can" | "cannot":
            return f"{check.who} {check.kind} {items}{because}"
        case "only":
            return f"{check.who} can only {items}"
        case "knows" | "knows not" | "possible" if check.condition is not None:
            verb = {"knows": "knows that", "knows not": "does not know whether", "possible": "holds possible that"}[check.kind]
            return f"{check.who} {verb} {words.say(check.condition)}"
        case "phase":
            return f"it is {plain(check.who)}"
        case "comes" | "stays away":
            return f"“{check.who}” {'can' if check.kind == 'comes' else 'cannot'} come"
    raise LookupError(check.kind)
