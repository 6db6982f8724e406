"""A program as text, printed and parsed, so that passes and engines can be tested without rules.

A line begins with what it gives. Data stands as it is written in `program.py`, a function as its blocks:

    region Region('score', 2, 0, 99, 'variable')
    function double value 1 2
      start:
        r1 = add r0, r0 @3
        return r1

`function NAME ROLE PARAMETERS REGISTERS`; `@3` is the number of a place; what a text leaves out is empty.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from ruledsl.ir import program as data
from ruledsl.ir.flow import operands
from ruledsl.ir.ops import NAMED, OPS, Fault
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import ABSENT, fields, is_record, values
from ruledsl.source import Span

_SINGLE = ("title", "rules_hash", "players", "seats", "options", "arguments", "max_options", "cells", "boards", "cards", "home", "highest", "other_names")
_LISTS = {"region": "regions", "zone": "zones", "variable": "variables", "face": "faces", "action": "actions", "site": "sites",
          "place": "places", "invariant": "invariants", "life": "lives", "guise": "guises", "kept": "kept"}  # fmt: skip
_DICTS = {"table": "tables", "enum": "enums", "entry": "entries", "interruption": "interruptions"}
_EMPTY: dict[str, Any] = {"title": "", "rules_hash": "", "players": 1, "seats": (), "options": {}, "arguments": 0, "cards": (), "home": ()}
_RECORDS = {name: thing for name, thing in vars(data).items() if isinstance(thing, type) and is_record(thing)} | {"Span": Span}
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]@:,=]|[^\s,\[\]@:="]+')
_PLAIN = re.compile(r"[\w.'/+<>-]+")


class TextError(ValueError):
    """Text that is no program."""


# ---- printing --------------------------------------------------------------------------------


def show(program: Program) -> str:
    """The text of a program."""
    lines = [f"{name} {record(getattr(program, name))}" for name in _SINGLE]
    for word, name in _LISTS.items():
        lines += [f"{word} {record(item)}" for item in getattr(program, name)]
    for word, name in _DICTS.items():
        lines += [f"{word} {record(item)}" for item in getattr(program, name).items()]
    for function in program.functions.values():
        lines.append(show_function(function))
    return "\n".join(lines) + "\n"


def record(value: Any) -> str:
    """Data as it is written in `program.py`, without what is left at its default."""
    if is_record(value):
        parts, defaults = list(values(value)), [f.default for f in fields(type(value)).values()]
        while defaults and defaults[-1] is not ABSENT and parts[-1] == defaults[-1]:
            parts.pop(), defaults.pop()
        return f"{type(value).__name__}({', '.join(map(record, parts))})"
    if isinstance(value, tuple):
        return f"({', '.join(map(record, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{record(k)}: {record(v)}" for k, v in value.items()) + "}"
    return repr(value)


def show_function(function: Function) -> str:
    """A function and its blocks."""
    lines = [f"function {_name(function.name)} {function.role} {function.params} {function.registers}"]
    if function.resumes:
        lines.append("  resumes " + ", ".join(map(_name, function.resumes)))
    for block in function.blocks:
        lines.append(f"  {_name(block.label)}:")
        lines += [f"    {show_instr(instr)}" for instr in block.instrs]
    return "\n".join(lines)


def show_instr(instr: Instr) -> str:
    """One instruction."""
    shown = list(_show_operands(instr))
    head = f"{shown.pop(0)} = {instr.op}" if OPS[instr.op].sets else instr.op
    tail = f" @{instr.place}" if instr.place else ""
    return f"{head} {', '.join(shown)}".rstrip() + tail


def _show_operands(instr: Instr) -> Iterator[str]:
    for letter, at in operands(instr.op, instr.args):
        value = instr.args[at]
        match letter:
            case "d" | "r" | "*":
                yield f"r{value}"
            case _ if letter in NAMED:
                yield f"{_name(value)}[r{instr.args[at + 1]}]"
            case "X":
                yield value.name
            case "i" | "S":
                yield str(value)
            case _:
                yield _name(value)


def _name(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


# ---- parsing ---------------------------------------------------------------------------------


def parse(text: str) -> Program:
    """The program of a text; TextError with the number of the line that is wrong."""
    given: dict[str, Any] = {**_EMPTY, "functions": {}}
    given |= {name: [] for name in _LISTS.values()} | {name: {} for name in _DICTS.values()}
    function: Function | None = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            function = _read_line(given, function, line)
        except (ValueError, LookupError, TypeError, SyntaxError) as error:
            raise TextError(f"line {number}: {error}") from None
    given |= {name: tuple(given[name]) for name in _LISTS.values()}
    return Program(**given)


def _read_line(given: dict[str, Any], function: Function | None, line: str) -> Function | None:
    word, _, rest = line.partition(" ")
    if not line.strip() or line.lstrip().startswith("#"):
        return function
    if not word:
        _read_inside(function, line.strip())
        return function
    if word == "function":
        return _read_head(given["functions"], rest)
    value = read_record(rest)
    if word in _SINGLE:
        given[word] = value
    elif word in _LISTS:
        given[_LISTS[word]].append(value)
    else:
        given[_DICTS[word]][value[0]] = value[1]
    return None


def read_record(text: str) -> Any:
    """Data as `record` writes it."""
    return _evaluate(ast.parse(text.strip(), mode="eval").body)


def _evaluate(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Tuple(elts=items):
            return tuple(map(_evaluate, items))
        case ast.List(elts=items):
            return list(map(_evaluate, items))
        case ast.Dict(keys=keys, values=values):
            return {_evaluate(k): _evaluate(v) for k, v in zip(keys, values, strict=True) if k is not None}
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case ast.Call(func=ast.Name(id=name), args=args, keywords=named) if name in _RECORDS:
            return _RECORDS[name](*map(_evaluate, args), **{k.arg: _evaluate(k.value) for k in named if k.arg})
    raise TextError("this is no data")


def _read_head(functions: dict[str, Function], text: str) -> Function:
    name, role, params, registers = map(_unquoted, _TOKEN.findall(text))
    if name in functions:
        raise TextError(f"there are two functions {name!r}")
    functions[name] = Function(name, role, int(params), int(registers), [])
    return functions[name]


def _read_inside(function: Function | None, text: str) -> None:
    if function is None:
        raise TextError("this line belongs to no function")
    tokens = _TOKEN.findall(text)
    if tokens[0] == "resumes" and tokens[-1] != ":":
        function.resumes = tuple(_unquoted(t) for t in tokens[1:] if t != ",")
    elif tokens[-1] == ":":
        function.blocks.append(Block(_unquoted(tokens[0])))
    elif not function.blocks:
        raise TextError("this line belongs to no block")
    else:
        function.blocks[-1].instrs.append(_read_instr(tokens))


def _unquoted(token: str) -> str:
    return str(json.loads(token)) if token.startswith('"') else token


def _read_instr(tokens: list[str]) -> Instr:
    place = 0
    if len(tokens) > 2 and tokens[-2] == "@":
        place = int(tokens[-1])
        tokens = tokens[:-2]
    if len(tokens) > 2 and tokens[1] == "=":
        tokens = [tokens[2], tokens[0], *tokens[3:]]
    op, *words = tokens
    words = [w for w in words if w not in (",", "[", "]")]
    if op not in OPS:
        raise TextError(f"there is no operation `{op}`")
    kinds = [kind for letter, _ in operands(op, tuple(words)) for kind in (("name", "r") if letter in NAMED else (letter,))]
    if len(kinds) != len(words):
        raise TextError(f"`{op}` has other operands")
    return Instr(op, tuple(map(_read_operand, kinds, words)), place)


def _read_operand(kind: str, text: str) -> Any:
    match kind:
        case "d" | "r" | "*":
            if not text.startswith("r"):
                raise TextError(f"`{text}` is no register")
            return int(text[1:])
        case "i" | "S":
            return int(text)
        case "X":
            return Fault[text]
    return _unquoted(text)
