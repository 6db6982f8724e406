"""Play run again in a world, from where something first hung on what a seat does not see: what was answered in secret, or thrown, is drawn anew, and all that
was reckoned from it follows. What the seat has observed must come about again."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import VALUE, Program
from ruledsl.ir.regions import SEALED, seen
from ruledsl.minds import numbered
from ruledsl.minds.labels import Label, Pick, mixed_up, odds, seen_by
from ruledsl.minds.menus import Move, allowed, elsewhere, types_of
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind

Cells = dict[tuple[str, int], int]
"""Regions and places in them, and what stands there in another world."""


class Course:
    """The steps of a mind from the one with number `begin` on. `ran`: how many were run at all."""

    def __init__(self, mind: Mind, begin: int):
        self.mind, self.begin = mind, begin
        self.ran = 0
        self.mixed = {point.number for point in mind.points if point.groups}

    def of(self, mind: Mind) -> Course:
        """The same for another mind that knows as much."""
        other = copy(self)
        other.mind = mind
        return other

    def labels(self, label: Label, pick: Pick) -> tuple[Fraction, list[Label]]:
        """How the cards lay in each state from the first on, in a world where they lie by a label in the end, and how likely it is that they lay where the seat
        saw them then. Those that were mixed lay in any order."""
        mind, out, last, share = self.mind, list[Label](), len(self.mind.steps), Fraction(1)
        for n, point in enumerate(mind.points):
            if point.number < self.begin or not share:
                break
            out += [label] * (last - point.number)
            point = replace(point, seen=seen_by(mind.points, n))
            share *= odds(mind.program, label, point)
            label, last = mixed_up(mind.program, label, point, pick) if share else label, point.number
        return share, [*[label] * (last - self.begin + 1), *reversed(out)]

    def played(self, labels: list[Label], pick: Pick) -> tuple[Fraction, Cells]:
        """How likely the world is in which the cards lie by the labels, one for each state from the first on, against others; and what stands elsewhere in it
        than where the cards alone lie so. 0 if it does not show the seat what it has seen."""
        steps, mind = self.mind.steps, self.mind
        block = mind.laid(steps[self.begin].before, becomes(labels[0]))
        out = Fraction(1)
        for n, step in enumerate(steps[self.begin :]):
            share, after = self._stepped(self.begin + n, block, labels[n], labels[n + 1], pick)
            if after is None:
                mind.exact &= self.begin + n not in self.mixed  # the cards may have lain otherwise
                return Fraction(0), {}
            out *= share
            block = self._relabelled(step.after, after, labels[n], labels[n + 1])
        if not mind.asked(self._stands(mind.question.position, block), becomes(labels[-1])):
            return Fraction(0), {}
        return out, cells_of(mind.program, block, mind.laid(mind.question.position, becomes(labels[-1])))

    def every(self, labels: list[Label], most: int) -> list[tuple[Fraction, Cells]] | None:
        """All worlds in which the cards lie by the labels, as `played` gives them; None if more than so many steps would have to be run."""
        first = self.mind.laid(self.mind.steps[self.begin].before, becomes(labels[0]))
        until, ahead = self.ran + most, [(Fraction(1), first)]
        for n in range(len(labels) - 1):
            if self.ran + len(ahead) * (len(labels) - 1 - n) > until:
                return None
            further = self._further(n, ahead, labels, until)
            if further is None:
                return None
            ahead = further
        question, others = self.mind.question.position, becomes(labels[-1])
        held = [(weight, block) for weight, block in ahead if self.mind.asked(self._stands(question, block), others)]
        return [(weight, cells_of(self.mind.program, block, self.mind.laid(question, others))) for weight, block in held]

    def _further(self, n: int, ahead: list[tuple[Fraction, Block]], labels: list[Label], until: int) -> list[tuple[Fraction, Block]] | None:
        """The states after one more step, each once: many ways may have led there. None if too many steps have been run."""
        further: dict[bytes, tuple[Fraction, Block]] = {}
        for weight, block in ahead:
            if self.ran > until:
                return None
            for share, after in self._ways(self.begin + n, block, labels[n], labels[n + 1]):
                later = self._relabelled(self.mind.steps[self.begin + n].after, after, labels[n], labels[n + 1])
                before, _ = further.get(key := later.bytes(), (Fraction(0), later))
                further[key] = before + weight * share, later
        return list(further.values())

    def _ways(self, number: int, block: Block, label: Label, later: Label) -> list[tuple[Fraction, Block]]:
        """All that may have been answered at a step, and the states after it."""
        step = self.mind.steps[number]
        there = self._stands(step.before, block.copy())
        options = self._options(number, there, label)
        if options is None:
            share, after = self._stepped(number, block, label, later, lambda below: 0)
            return [] if after is None else [(share, after)]
        same = self._alike(number, there, options, later)
        return [(Fraction(1, len(options) if step.choice.seat is None else len(same)), after) for after in same]

    def _relabelled(self, position: Position, block: Block, before: Label, after: Label) -> Block:
        """Cards that were mixed change places."""
        moves = {before[card]: after[card] for card in range(len(before)) if before[card] != after[card]}
        return exchange(self._stands(position, block), moves) if moves else block

    def _stands(self, position: Position, block: Block) -> Position:
        return Position(position.program, position.engine, position.words, block)

    def _stepped(self, number: int, block: Block, label: Label, later: Label, pick: Pick) -> tuple[Fraction, Block | None]:
        """The state after a step, and the share of what was answered; None if the seat would have seen something else."""
        mind, step = self.mind, self.mind.steps[number]
        there = self._stands(step.before, block.copy())
        looked = bool(step.deeds >> mind.seat & 1) or step.choice.seat is None
        options = self._options(number, there, label)
        if options is None:
            move, share = mind.moved(number, there, label, becomes(label))
            after = self._run(number, there, move) if share else None
            share *= numbered.share(step, mind.seat, label)
            return (share, after) if after is not None and (not looked or self._same(number, after, later)) else (Fraction(0), None)
        if not looked:
            return Fraction(1), self._run(number, there, options[pick(len(options))]) if options else None
        same = self._alike(number, there, options, later)
        if not same:
            return Fraction(0), None
        share = Fraction(len(same), len(options) if step.choice.seat is None else len(same)) * numbered.share(step, mind.seat, label)
        return share, same[pick(len(same))]

    def _alike(self, number: int, there: Position, options: list[Move], later: Label) -> list[Block]:
        """The states after those answers that show the seat what it has seen."""
        runs = [self._run(number, there, move) for move in options]
        return [after for after in runs if after is not None and self._same(number, after, later)]

    def _options(self, number: int, there: Position, label: Label) -> list[Move] | None:
        """What may have been answered, for all that the seat has heard; None if it has heard the answer."""
        step, program = self.mind.steps[number], self.mind.program
        who, site, move = step.choice.seat, step.before.site_number, step.choice.move
        if who is None:
            return [(n,) for n in range(there.block.get("ask.count"))] if site in rolls(program).untold else None
        together = step.before.kind == "simultaneous"
        if who - 1 == self.mind.seat or not (together or move[0] == VALUE and kept_unseen(program, site)):
            return None
        if together and any(type.kind in ("card", "subset") for type in types_of(step.before, move)):
            self.mind.exact = False  # which place was chosen together with others is not drawn anew
            return self._meant(there, who - 1, elsewhere(step.before, move, becomes(label)))
        options = there.engine.legal(there.block, site, who - 1) if together else self._values(there, site, who - 1)
        if any(type.kind in ("card", "subset") for option in options for type in types_of(there, option)):
            self.mind.exact = False  # equal cards are one option, and as likely as several
        return options

    def _meant(self, there: Position, seat: int, move: Move) -> list[Move]:
        """What was answered, if it is allowed; or else all that is."""
        try:
            return [move] if allowed(there, seat, move) else list(there.engine.legal(there.block, there.site_number, seat))
        except RulesFault:
            return []

    def _values(self, there: Position, site: int, seat: int) -> list[Move]:
        try:
            return [move for move in there.engine.legal(there.block, site, seat) if move[0] == VALUE]
        except RulesFault:
            return []

    def _run(self, number: int, there: Position, move: Move) -> Block | None:
        self.ran += 1
        return self.mind.run(number, there.block.copy(), move) if self.mind.hears(number, there, move) else None

    def _same(self, number: int, after: Block, label: Label) -> bool:
        return self.mind.same(number, after, label)

def cells_of(program: Program, block: Block, laid: Block) -> Cells:
    """What is not seen in a state and stands elsewhere than where only the cards lie so."""
    here, there = block.regions(), laid.regions()
    return {(name, n): here[name][n] for name in unseen_regions(program) for n in range(len(here[name])) if here[name][n] != there[name][n]}


def unseen_regions(program: Program) -> list[str]:
    """The regions of variables that not everybody sees, what is kept beside them, and the frame."""
    hidden = [v.name for v in program.variables if v.visibility != "open"]
    names = ["frame", SEALED, *(name for v in hidden for name in (v, seen(v), *program.beside.get(v, ())))]
    return [name for name in names if name in program.region]


def becomes(label: Label) -> dict[int, int]:
    """The cards that lie elsewhere, each with the one that lies in its place."""
    return {card: other for card, other in enumerate(label) if card != other}
