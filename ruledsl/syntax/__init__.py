"""Text to tree: the only part that knows the grammar."""

from ruledsl.syntax.load import load_source
from ruledsl.syntax.parser import parse

__all__ = ["load_source", "parse"]
