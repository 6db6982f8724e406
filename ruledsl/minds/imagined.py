"""A course of play that a seat could have seen, in place of the true one.

Where cards were mixed in more ways than can be gone through, a world is held against one of them, and that is sought near a course of play of which it is
known that it shows the seat what it has seen. If that were the true one, which worlds are found would hang on it, and a hint would tell of it."""

from __future__ import annotations

from itertools import pairwise

from ruledsl.engine.position import Position
from ruledsl.minds.mind import Mind
from ruledsl.minds.particles import Node, Particles
from ruledsl.minds.past import Left, Question, Step, asked_of, looked_at
from ruledsl.record import replace


def imagined(particles: Particles) -> Mind | None:
    """The mind of a seat to which the first of some courses of play has happened; None if none was found."""
    node = next(particles.asked(), None)
    return None if node is None else _of(particles, node)


def _of(particles: Particles, node: Node) -> Mind:
    mind = particles.mind
    now = mind.question.position
    stands = [Position(now.program, now.engine, now.words, one.block) for one in node.path]
    steps, left = list[Step](), Left()
    for number, ((before, after), to) in enumerate(zip(pairwise(stands), node.path[1:], strict=True)):
        choice = replace(mind.steps[number].choice, move=particles.move(number, before, to.answer))
        steps.append(looked_at(before, choice, after, left))
        left = steps[-1].left
    out = Mind(mind.program, steps, Question(stands[-1], asked_of(stands[-1], left)), mind.seat, imagined=True)
    out.orders.left = min(out.orders.left, mind.orders.left)  # where there were too many orders there are again
    out.exact = False
    return out
