"""The `ruledsl` command: a table of commands, and what holds for all of them."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import NoReturn

from ruledsl.diagnostics import RulesError
from ruledsl_tools import report, stopping, terminal
from ruledsl_tools.failure import Failure, suggestion

GOOD, PROBLEM, WRONG_USE = 0, 1, 2
SELDOM = 2_000_000
"""So many new things are made before it is looked for circles among them that nobody knows any more: nearly all that a command makes, it keeps."""

COMMANDS = {
    "games": ("ruledsl_tools.games", "list the games that come with ruledsl"),
    "new": ("ruledsl_tools.new", "write a rules file and its tests to begin with"),
    "check": ("ruledsl_tools.check", "say what is wrong with a rules file"),
    "fmt": ("ruledsl_tools.fmt", "write rules files in the one layout"),
    "test": ("ruledsl_tools.testing", "run the tests of a game"),
    "play": ("ruledsl_tools.play", "play a game, alone, with friends or with bots"),
    "fuzz": ("ruledsl_tools.fuzz", "play at random and hunt faults of the rules"),
    "twins": ("ruledsl_tools.twins", "play two worlds that a seat cannot tell apart, and look whether it is sent the same"),
    "verify": ("ruledsl_tools.verify", "go through all states, and say what is proved of them"),
    "diff": ("ruledsl_tools.diff", "say whether two rules files are the same game, and where they part"),
    "report": ("ruledsl_tools.game_report", "say what a game is like, in numbers, and what each reading changes"),
    "effect": ("ruledsl_tools.effect", "say what a reading or a variant changes, in the same games"),
    "simulate": ("ruledsl_tools.simulate", "play many games and report on them"),
    "ladder": ("ruledsl_tools.ladder", "measure how strong bots are, one against the other"),
    "bench": ("ruledsl_tools.bench", "measure how fast it is, beside others"),
    "perft": ("ruledsl_tools.perft", "count sequences of decisions"),
    "enumerate": ("ruledsl_tools.enumerate", "go through a small game outright"),
    "solve": ("ruledsl_tools.solve", "search a game of one player, or a small one of two, outright"),
    "hands": ("ruledsl_tools.hands", "say what a hand holds of a game's combinations"),
    "flow": ("ruledsl_tools.flow", "draw the phases of a game"),
    "rulebook": ("ruledsl_tools.rulebook", "write the rules as a page to read and to print"),
    "dump": ("ruledsl_tools.dump", "show what a stage of the language made of a game"),
    "lsp": ("ruledsl_tools.lsp", "answer what editors ask, in the language server protocol"),
    "explain": ("ruledsl_tools.explain", "explain an error code"),
    "completion": ("ruledsl_tools.completion", "print what a shell needs to complete commands, options and games"),
}


def command() -> NoReturn:
    """`ruledsl`, as a process of its own."""
    stopping.end(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; answer its exit code: 0 good, 1 a problem with the rules, 2 a problem with the command line."""
    code = _main(list(sys.argv[1:] if argv is None else argv))
    if stopping.left_alone():
        stopping.leave(code)
    return code


def _main(argv: list[str]) -> int:
    terminal.prepare_streams()
    gc.set_threshold(SELDOM)
    stopping.watch()
    try:
        code = _dispatch(argv)
        _flush()
        return code
    except Failure as failure:
        return _complain(f"ruledsl: {failure}", failure.exit_code)
    except RulesError as error:
        report.print_diagnostics(error.diagnostics, error.sources)
        return PROBLEM
    except KeyboardInterrupt:
        stopping.leave(_complain("ruledsl: interrupted", stopping.INTERRUPTED))
    except BrokenPipeError:
        return _reader_went_away()
    except OSError as error:
        return _complain(f"ruledsl: {_os_error(error)}", WRONG_USE)
    except RecursionError:
        return _complain("ruledsl: this is nested too deeply", PROBLEM)
    except MemoryError:
        return _complain("ruledsl: this needs more memory than there is", PROBLEM)
    except Exception as error:
        return _gone_wrong(error) if _of_the_rules(error) else _fault(error)


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(_overview())
        return GOOD if argv else WRONG_USE
    if argv[0] in ("-V", "--version"):
        print(_version())
        return GOOD
    name = argv[0]
    if name not in COMMANDS:
        raise Failure(f"there is no command `{name}`{suggestion(name, COMMANDS)}; `ruledsl --help` lists them")
    module_name, description = COMMANDS[name]
    module = importlib.import_module(module_name)
    parser = Parser(prog=f"ruledsl {name}", description=description, allow_abbrev=False)
    module.arguments(parser)
    return int(module.run(parser.parse_args(argv[1:])))


def _version() -> str:
    """The release, and what tells two states of the language apart: hashes of its grammar, and of the code that reads and plays rules."""
    import hashlib
    from pathlib import Path

    import ruledsl
    from ruledsl.resources import grammar_text

    grammar = hashlib.sha256("".join(map(grammar_text, ("ruledsl", "lexical"))).encode()).hexdigest()[:12]
    folder = Path(ruledsl.__file__ or "").parent
    engine = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))).hexdigest()[:12]
    return f"ruledsl {ruledsl.__version__}, grammar {grammar}, engine {engine}"


def _overview() -> str:
    lines = ["usage: ruledsl COMMAND ...", "", "Rules of tabletop games as files that can be checked, played and drawn.", ""]
    lines += [f"  {name:<10} {description}" for name, (_, description) in COMMANDS.items()]
    return "\n".join([*lines, "", "`ruledsl COMMAND --help` says more about a command."])


class Parser(argparse.ArgumentParser):
    """Argument parser whose complaints are short and name the nearest option."""

    def parse_args(self, args: Sequence[str] | None = None, namespace: object = None) -> argparse.Namespace:  # type: ignore[override]
        options = [option for action in self._actions for option in action.option_strings]
        given = takewhile(lambda word: word != "--", args or ())  # what is misspelt is told before what is missing: it may be the same
        misspelt = [word for word in given if word.startswith("--") and not any(option.startswith(word.split("=")[0]) for option in options)]
        found, unknown = (argparse.Namespace(), misspelt) if misspelt else self.parse_known_args(args)
        if unknown:
            first = unknown[0].split("=")[0]
            what = "option" if first.startswith("-") else "argument"
            self.error(f"there is no {what} `{first}` here{self._near(first, options)}")
        return found

    def _near(self, first: str, options: list[str]) -> str:
        """What is meant, perhaps."""
        if first.isascii() and first.isdigit() and "--players" in options:
            return f"; for {first} players write `--players {first}`"
        if self.prog.endswith(" play") and first in ("--bot", "--bots"):
            return "; who sits at each seat is said by `--players you,random`"
        return suggestion(first, options) if len(first) > len("-x") else ""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message}; `{self.prog} --help` says more")


def _complain(message: str, code: int) -> int:
    """One line on standard error, however standard error is."""
    try:
        print(terminal.style(sys.stderr).plain(message), file=sys.stderr)
        _flush()
    except OSError:
        _silence(sys.stdout)
        _silence(sys.stderr)
    return code


def _os_error(error: OSError) -> str:
    what = (error.strerror or str(error)).lower()
    return f"{what}: `{error.filename}`" if error.filename else what


def _of_the_rules(error: Exception) -> bool:
    """Did the rules of a game go wrong? What says so is there only if a game was played."""
    module = sys.modules.get("ruledsl.ir.fault")
    return module is not None and isinstance(error, module.RulesFault)


def _gone_wrong(error: Exception) -> int:
    """What happened, and the line of the rules where it did, if the text is still there."""
    from ruledsl.diagnostics import excerpt
    from ruledsl.source import NOWHERE
    from ruledsl.syntax.load import blurred

    span = error.place.span  # type: ignore[attr-defined]
    source = blurred(span.file) if span != NOWHERE else None
    lines = excerpt(span, source) if source is not None and source.line(span.line) else []
    return _complain("\n".join([f"ruledsl: the rules go wrong: {error}", *lines]), PROBLEM)


def _fault(error: Exception) -> int:
    import traceback

    if os.environ.get("RULEDSL_DEBUG") == "1":
        traceback.print_exception(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}:{where.lineno}"
    what = " ".join(str(error).split())
    return _complain(
        f"this is a fault of ruledsl: {type(error).__name__} at {place}: {what}. "
        "please report it with the rules file and the command; RULEDSL_DEBUG=1 shows where it happened",
        PROBLEM,
    )


def _reader_went_away() -> int:
    """Whoever read our output stopped: end as quietly as a program that a signal ended."""
    _silence(sys.stdout)
    return 141


def _silence(stream: object) -> None:
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        pass


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


if __name__ == "__main__":
    command()
