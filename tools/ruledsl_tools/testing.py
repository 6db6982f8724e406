"""`ruledsl test`: runs the worked examples of a game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.record import record
from ruledsl_tools import terminal
from ruledsl_tools.failure import Failure, number, one_of
from ruledsl_tools.library import game_of_test_file, is_test_file, locate, test_file_of

if TYPE_CHECKING:
    from ruledsl.source import Source
    from ruledsl.testing import Result
    from ruledsl.testing.failure import Step

ENGINES = {"interp": ("interp",), "native": ("native",), "both": ("interp", "native")}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl test`."""
    parser.add_argument("games", nargs="+", metavar="GAME", help="a game, or a game and further test files for it")
    parser.add_argument("-k", dest="words", default="", metavar="WORDS", help="only tests whose title or tags hold all these words")
    parser.add_argument("--engine", type=one_of(*ENGINES), default="interp", help="interp (default), native or both")
    parser.add_argument("--mutants", action="store_true", help="say which one-line changes of the rules no test notices")
    parser.add_argument("--line", type=number(1, 10**6), metavar="L", help="with --mutants: changes of this line alone")
    parser.add_argument("--seconds", type=number(1, 86_400), default=60, metavar="T", help="with --mutants: how long, all in all (60)")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), default=1, metavar="S", help="with --mutants: the order in which changes are tried (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


@record(frozen=True)
class Outcome:
    """One test on one engine."""

    result: Result
    engine: str
    sources: Mapping[str, Source]


def run(args: argparse.Namespace) -> int:
    """Run the tests; 1 if one fails."""
    if args.mutants:
        from ruledsl_tools.mutants import run as run_mutants

        return run_mutants(args)
    if args.line:
        raise Failure("`--line` goes with `--mutants`; `-k` picks tests")
    reporter = _Json() if args.json else _Lines(terminal.style())
    outcomes: list[Outcome] = []
    try:
        for game, extra in _grouped(args.games):
            for outcome in _outcomes(game, extra, args.words.casefold().split(), ENGINES[args.engine]):
                outcomes.append(outcome)
                reporter.one(outcome)
    except KeyboardInterrupt:  # what has run is told
        reporter.all(outcomes)
        raise
    reporter.all(outcomes)
    if args.words and not outcomes:
        raise Failure(f"no test has the words `{args.words}` in its title")
    return int(any(not outcome.result.passed for outcome in outcomes))


def _grouped(names: Sequence[str]) -> list[tuple[Path, list[Path]]]:
    """Each game with the test files named after it. A test file named first belongs to the game beside it."""
    groups: list[tuple[Path, list[Path]]] = []
    for name in names:
        path = locate(name)
        if not is_test_file(path):
            groups.append((path, []))
        elif groups:
            groups[-1][1].append(path)
        else:
            groups.append((game_of_test_file(path), [path]))
    return groups


def _outcomes(game: Path, extra: list[Path], words: list[str], engines: tuple[str, ...]) -> Iterator[Outcome]:
    from ruledsl.testing import collect, run_test

    beside = test_file_of(game)
    files = dict.fromkeys([*([beside] if beside.exists() else []), *extra])
    for case in collect(str(game), [str(file) for file in files]):
        searched = " ".join([case.title, *case.tags]).casefold()
        if all(word in searched for word in words):
            for engine in engines:
                yield Outcome(run_test(case, engine), engine, case.sources)


class _Lines:
    """For people: a dot or an F on a terminal while it runs, then each failure in full."""

    def __init__(self, style: terminal.Style):
        self._style = style
        self._progress = terminal.interactive()

    def one(self, outcome: Outcome) -> None:
        """A test has run."""
        if self._progress:
            print("." if outcome.result.passed else "F", end="", file=sys.stderr, flush=True)
        if not outcome.result.passed:
            print(self._style.plain("\n".join(self._failure(outcome))))

    def all(self, outcomes: Sequence[Outcome]) -> None:
        """All tests have run."""
        if self._progress:
            print(file=sys.stderr)
        failed = sum(not outcome.result.passed for outcome in outcomes)
        line = f"{len(outcomes) - failed} passed, {failed} failed"
        print(self._style.paint(line, "bold", "red" if failed else "green"))

    def _failure(self, outcome: Outcome) -> Iterator[str]:
        result = outcome.result
        yield self._style.paint(f"failed: {result.title}", "bold", "red") + f"  ({outcome.engine})"
        for failure in result.failures:
            yield f"  --> {failure.span}"
            source = outcome.sources.get(failure.span.file)
            line = source.line(failure.span.line).strip() if source else ""
            if line:
                yield f"    {line}"
            yield from (f"    {part}" for part in failure.message.splitlines())
            if failure.step is not None:
                yield f"    at {failure.step.span}, `{failure.step.doing}`"
        yield ""


class _Json:
    """For programs."""

    def one(self, outcome: Outcome) -> None:
        """A test has run; all are told at the end."""

    def all(self, outcomes: Sequence[Outcome]) -> None:
        """One document."""
        failed = sum(not outcome.result.passed for outcome in outcomes)
        document = {"passed": len(outcomes) - failed, "failed": failed, "tests": [_facts(outcome) for outcome in outcomes]}
        print(json.dumps(document, indent=2, ensure_ascii=False))


def _facts(outcome: Outcome) -> dict[str, Any]:
    result = outcome.result
    return {
        "title": result.title,
        "file": result.span.file,
        "line": result.span.line,
        "engine": outcome.engine,
        "passed": result.passed,
        "seconds": round(result.seconds, 4),
        "failures": [
            {
                "file": failure.span.file,
                "line": failure.span.line,
                "column": failure.span.column,
                "message": failure.message,
                "step": _step(failure.step),
            }
            for failure in result.failures
        ],
    }


def _step(step: Step | None) -> dict[str, Any] | None:
    """What the test was doing, where that is another place than the failure's."""
    return None if step is None else {"file": step.span.file, "line": step.span.line, "column": step.span.column, "doing": step.doing}
