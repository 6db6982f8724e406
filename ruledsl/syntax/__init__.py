"""Text to tree: the only part that knows the grammar."""

from ruledsl.syntax.keeping import kept
from ruledsl.syntax.load import blurred, load_source
from ruledsl.syntax.parser import parse

__all__ = ["blurred", "kept", "load_source", "parse"]
