"""Where random play keeps the move that it makes: in variables of its own, unless others than `main` look at it."""

from __future__ import annotations

from ruledsl.native.reach import PASSING, Reach
from ruledsl.native.text import Body, Memory


class Moves:
    """The move and its seat. `%move` is an array: the action, its arguments, the seat."""

    def __init__(self, memory: Memory, reach: Reach, arguments: int) -> None:
        self.memory, self.arguments = memory, arguments
        self.local = not reach.shared & set(PASSING)

    def read(self, body: Body, region: str, at: str) -> str:
        """A number of the move, or its seat, in `%move`."""
        return body.read(body.word("%move", str(self.arguments + 1) if region == "move.seat" else at))

    def write(self, body: Body, values: list[str], seat: str) -> None:
        """The numbers of a move; those that are not given are 0, but for answers of chance, which have one only."""
        if seat != "-1":
            values = values + ["0"] * (self.arguments + 1 - len(values))
        for n, value in enumerate(values):
            if self.local:
                body.write(body.word("%move", str(n)), value)
            else:
                self.memory.store(body, "move", str(n), value)
        if self.local:
            body.write(body.word("%move", str(self.arguments + 1)), seat)
        else:
            self.memory.store(body, "move.seat", "0", seat)

    def copy(self, body: Body) -> None:
        """Take over the move that stands in the block."""
        for n in range(self.arguments + 1):
            body.write(body.word("%move", str(n)), self.memory.load(body, "move", str(n)))
        body.write(body.word("%move", str(self.arguments + 1)), self.memory.load(body, "move.seat"))

    def keep(self, body: Body) -> None:
        """Leave the last move in the block."""
        for n in range(self.arguments + 1):
            self.memory.store(body, "move", str(n), body.read(body.word("%move", str(n))))
        self.memory.store(body, "move.seat", "0", body.read(body.word("%move", str(self.arguments + 1))))
