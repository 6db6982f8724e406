"""The reference of the command line, made from its parsers."""

from __future__ import annotations

import argparse
import importlib

from ruledsl_tools.cli import COMMANDS, Parser


def page() -> str:
    """Every command with all that can be said to it."""
    parts = ["# Commands", "Exit codes: 0 good, 1 the rules have a problem, 2 used wrongly.", ""]
    parts += [f"* [`ruledsl {name}`](#ruledsl-{name}): {about}" for name, (_, about) in COMMANDS.items()]
    for name, (module, about) in COMMANDS.items():
        parser = Parser(prog=f"ruledsl {name}", description=about, allow_abbrev=False)
        importlib.import_module(module).arguments(parser)
        parts += ["", f"## ruledsl {name}", "", f"{about[:1].upper()}{about[1:]}.", "", "```text", _usage(parser), "```", "", *_options(parser)]
    return "\n".join(parts) + "\n"


def _usage(parser: argparse.ArgumentParser) -> str:
    words = parser.format_usage().split()
    return " ".join(words[1:])


def _options(parser: argparse.ArgumentParser) -> list[str]:
    rows = [(_written(action), (action.help or "").replace("%%", "%").replace("|", "\\|")) for action in parser._actions if action.help != argparse.SUPPRESS]
    return ["| | |", "|---|---|", *(f"| `{written}` | {about} |" for written, about in rows)]


def _written(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    shown = " ".join(value) if isinstance(value, tuple) else value
    if not action.option_strings:
        return shown
    return ", ".join(action.option_strings) + (f" {shown}" if action.nargs != 0 and shown else "")
