"""Text to tree: the only part that knows the grammar."""

from ruledsl.syntax.parser import parse

__all__ = ["parse"]
