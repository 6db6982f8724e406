"""`ruledsl dump`: what each stage made of a game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ruledsl.record import fields
from ruledsl_tools.failure import Failure, number, one_of
from ruledsl_tools.library import chosen_options, load_game, locate, program, settings_of

if TYPE_CHECKING:
    from ruledsl.engine import Game

STAGES = ("tree", "model", "flow", "ir", "llvm")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl dump`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--stage", type=one_of(*STAGES), required=True, help=", ".join(STAGES))
    parser.add_argument("--players", type=number(1, 63), metavar="N", help="not for tree; the fewest of the game, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game; not for tree")


def run(args: argparse.Namespace) -> int:
    """Print what the stage made."""
    if args.stage == "tree":
        if args.option or args.players:
            raise Failure("the tree is that of the file, whatever is chosen: leave out --option and --players")
        print("\n".join(_tree(args.game)))
        return 0
    game = load_game(args.game)
    stages: dict[str, Callable[[Game, int | None, dict[str, Any]], str]] = {"model": _model, "flow": _flow, "ir": _ir, "llvm": _llvm}
    text = stages[args.stage](game, args.players, chosen_options(game, args.option))
    sys.stdout.write(text.rstrip("\n") + "\n")
    return 0


def _tree(name: str) -> Iterator[str]:
    """The nodes of a file as far as it can be parsed, each with its line."""
    from ruledsl.diagnostics import Diagnostic, RulesError
    from ruledsl.syntax import parse
    from ruledsl.syntax.load import load_source

    source = load_source(locate(name))
    if isinstance(source, Diagnostic):
        raise RulesError([source])
    tree, faults = parse(source)
    for declaration in tree.declarations:
        yield from _node(declaration, "", "")
    if faults:
        raise RulesError(faults, {source.file: source})


def _node(node: Any, label: str, indent: str) -> Iterator[str]:
    """A node, its plain fields on its line, the nodes in it below."""
    from ruledsl.syntax.tree import Node

    values = {name: getattr(node, name) for name in fields(type(node)) if name not in ("span", "name_span", "function_span")}
    inside = {name: value for name, value in values.items() if _holds_nodes(value)}
    plain = " ".join(f"{name}={value!r}" for name, value in values.items() if name not in inside and value not in (None, (), ""))
    yield f"{indent}{label}{type(node).__name__} {plain}".rstrip() + f"  :{node.span.line}"
    for name, value in inside.items():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield from _node(item, f"{name}: ", indent + "  ")
            else:
                yield f"{indent}  {name}: {item!r}"


def _holds_nodes(value: object) -> bool:
    from ruledsl.syntax.tree import Node

    return isinstance(value, Node) or (isinstance(value, tuple) and any(_holds_nodes(item) for item in value))


def _model(game: Game, players: int | None, options: dict[str, Any]) -> str:
    """Every name of the checked model with its type."""
    from ruledsl.model.types import say

    model = settings_of(game, players, options).model
    lines = [f"game {model.title!r}, {model.low} to {model.high} players"]
    lines += [f"enum {e.name}: {', '.join(e.values)}{' in a circle' if e.circle else ''}" for e in model.enums.values()]
    lines += [f"card {k.name}({_typed(k.params)})" + (f" is {k.family}" if k.family else "") for k in model.kinds.values()]
    lines += [f"{'ruling' if o.ruling else 'option'} {o.name}: {say(o.type)}" for o in model.options.values()]
    lines += [f"board {board.name}" for board in model.boards.values()]
    lines += [f"chart {chart.name}: {', '.join(chart.columns)}" for chart in model.charts.values()]
    lines += [f"meld {meld.name}: {', '.join(meld.lines)}" for meld in model.melds.values()]
    for state in model.state.values():
        scope = f" this {state.scope}" if state.scope else ""
        lines.append(f"{state.owner}{scope} {state.name}: {state.word or say(state.type)}, {state.visibility or 'open'}")
    for target in model.callables.values():
        answer = f" = {say(target.result)}" if target.result else ""
        hooks = [
            f"{len(found)} {kind}"
            for kind, found in (("before", target.before), ("after", target.after), ("instead", target.instead))
            if found
        ]
        params = _typed({param.name: param.type for param in target.params})
        lines.append(f"{target.kind} {target.name}({params}){answer}" + (f"  [{', '.join(hooks)}]" if hooks else ""))
    return "\n".join(lines)


def _typed(params: dict[str, Any]) -> str:
    from ruledsl.model.types import say

    return ", ".join(f"{name}: {say(type)}" for name, type in params.items())


def _flow(game: Game, players: int | None, options: dict[str, Any]) -> str:
    from ruledsl_tools.draw import draw

    settings = settings_of(game, players, options)
    return str(draw(settings.model, "steps", "dot", settings.options))


def _ir(game: Game, players: int | None, options: dict[str, Any]) -> str:
    from ruledsl.ir.text import show

    return show(program(game, players, options))


def _llvm(game: Game, players: int | None, options: dict[str, Any]) -> str:
    from ruledsl.native.module import module_text
    from ruledsl.native.parts import ANSWERS, STEPS

    table = program(game, players, options)
    return "\n".join(module_text(table, part) for part in (STEPS, ANSWERS))
