"""What writers of random files draw by: chances, one of several, and names that nothing else has."""

from __future__ import annotations

from random import Random


class Drawing:
    """The draws of one file, which are those of its seed."""

    def __init__(self, seed: str) -> None:
        self.random, self.names = Random(seed), 0

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely

    def pick(self, options: list[str]) -> str:
        return self.random.choice(options)

    def name(self) -> str:
        self.names += 1
        return f"k{self.names}"
