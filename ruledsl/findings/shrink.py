"""A game that shows a fault, made shorter: chunks of answers are left out, then each answer becomes the first option."""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.findings.machine import Answers, Replay, Stop

MOST = 4000
"""Games that are played at most."""


def shrink(replay: Replay, answers: Answers, stop: Stop, left: Callable[[], bool]) -> tuple[Answers, Stop]:
    """The shortest found while there is time `left`, which shows the same class at the same place; the answers as they were taken, and how it stopped."""
    shrinker = _Shrinker(replay, answers, stop, left)
    shrinker.chunks()
    shrinker.first_options()
    shrinker.chunks()
    return shrinker.answers, shrinker.stop


class _Shrinker:
    def __init__(self, replay: Replay, answers: Answers, stop: Stop, left: Callable[[], bool]):
        self.replay, self.answers, self.stop, self.left = replay, answers, stop, left
        self.games = 0

    def good(self, answers: Answers) -> bool:
        """Does a game by these answers show it? Then it is kept, if it is better."""
        self.games += 1
        stop, taken = self.replay(answers, self.stop)
        if stop is None or stop.same != self.stop.same:
            return False
        if (len(taken), taken) < (len(self.answers), self.answers):
            self.answers, self.stop = taken, stop
            return True
        return False

    @property
    def going(self) -> bool:
        return self.games < MOST and self.left()

    def chunks(self) -> None:
        size = max(1, len(self.answers) // 2)
        while size and self.going:
            at = 0
            while at < len(self.answers) and self.going:
                if not self.good(self.answers[:at] + self.answers[at + size :]):
                    at += size
            size //= 2

    def first_options(self) -> None:
        at = 0
        while at < len(self.answers) and self.going:
            option, seat = self.answers[at]
            if option:
                self.good([*self.answers[:at], (0, seat), *self.answers[at + 1 :]])
            at += 1
