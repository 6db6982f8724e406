"""The reference interpreter: what programs mean, in plain Python."""

from ruledsl.interp.machine import Interpreter
from ruledsl.interp.state import State

__all__ = ["Interpreter", "State"]
