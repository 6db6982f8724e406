"""Programs as machine code: the same meaning as the reference interpreter, through LLVM."""

from ruledsl.native.engine import Native
from ruledsl.native.jit import TIERS
from ruledsl.native.parts import GAMES
from ruledsl.native.state import State

__all__ = ["GAMES", "TIERS", "Native", "State"]
