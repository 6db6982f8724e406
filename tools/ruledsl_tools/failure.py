"""How a command says that it cannot do what was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Failure(Exception):
    """A message for the person at the keyboard and the exit code that goes with it (2: used wrongly)."""

    def __init__(self, message: str, exit_code: int = 2):
        super().__init__(message)
        self.exit_code = exit_code


def suggestion(word: str, names: Iterable[str]) -> str:
    """`; did you mean ...?` if one of the names is near, else nothing."""
    from ruledsl import spell

    near = spell.nearest(word, names)
    return f"; did you mean `{near}`?" if near else ""


def one_of(*values: str) -> Callable[[str], str]:
    """A type for an option with few values, which names the nearest when it refuses."""

    def value(text: str) -> str:
        if text in values:
            return text
        import argparse

        raise argparse.ArgumentTypeError(f"`{text}` is none of {', '.join(values)}{suggestion(text, values)}")

    return value


def number(least: int, most: int) -> Callable[[str], int]:
    """A type for an option that is a whole number within bounds."""

    def value(text: str) -> int:
        import argparse

        try:
            found = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"`{text}` is not a whole number") from None
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text} is not within {least}..{most}")
        return found

    return value
