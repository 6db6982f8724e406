"""Worlds made by playing forward: courses of play that show a seat what it has seen, drawn step by step, and mended where one does not go on as play did.

A world here is what chance has brought and others have chosen, as far as the seat did not see it. Where a course does not go on as play truly did, two cards
that it cannot have seen change places, from where chance brought the first of them, and the course is played again up to there. (A particle filter with moves:
Gilks and Berzuini, 2001.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice, product

from ruledsl.engine.backend import Block
from ruledsl.engine.cards import are_marked, back_of
from ruledsl.engine.knowledge import marks
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import VALUE, Type
from ruledsl.ir.subsets import members, split, subset
from ruledsl.ir.unseen import place_of
from ruledsl.minds.ahead import Ahead
from ruledsl.minds.course import becomes
from ruledsl.minds.labels import Label
from ruledsl.minds.looking import differences
from ruledsl.minds.lying import HIDDEN, Seen, Sight, labelled
from ruledsl.minds.mending import Mending
from ruledsl.minds.menus import Move, allowed, elsewhere, types_of
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import Step
from ruledsl.minds.reasons import Reasons, reasons
from ruledsl.record import record

MANY, ENOUGH = 32, 4
"""Courses that are kept, and of how many of them one must go on by itself so that none is mended."""
EACH, RUNS, ALL = 2_000, 6_000, 30_000
"""Steps that are run to mend one course, and all of those that do not go on at one step, at most; and after so many in all they are not begun anew. Of
more courses, more."""
EVERY = 4
"""One change in so many is of what was chosen or thrown, where there is such."""
ATTEMPTS = 4
"""So often they are begun."""
WAYS = 64
"""Answers that sound the same which are looked at."""
REFUSED, LACKS, FAULT = 100, 1_000, 10_000
"""How far off it is if it could not be answered so, if cards lack for it, and if the rules go wrong."""
LATELY = 2 * MANY
"""States at hand as the seat sees them."""
COURSES = "courses"
START = 0x70617274
"""Where the random numbers begin."""


@record(frozen=True)
class Node:
    """A state that a course has come to, by which answer (of chance: a card), from where."""

    block: Block
    answer: Move = ()
    before: Node | None = None

    @property
    def path(self) -> list[Node]:
        """All nodes from the first on."""
        out, node = [self], self.before
        while node is not None:
            out.append(node)
            node = node.before
        return out[::-1]


@record(frozen=True)
class Courses:
    """Those that have come as far as play has; the random state behind them. Where there are none, the number of the step that stopped all."""

    nodes: tuple[Node, ...]
    state: int
    number: int = -1


class Particles:
    """Courses of play that show the seat of a mind what it has seen, so `many` at a time."""

    def __init__(self, mind: Mind, many: int = MANY):
        self.many, self.wide = many, max(1, many // MANY)
        self.mind, self.program, self.seat, self.steps = mind, mind.program, mind.seat, mind.steps
        self.state, self.ran, self.looks_ahead = START, 0, True
        self.sight, self.ahead = Sight(self.program, self.seat), Ahead(self)
        self._truly: dict[int, Seen] = {}
        self._lately: dict[int, Seen] = {}  # by their blocks, which they hold
        self._brought: dict[int, Counter[tuple[int, int]]] = {}
        self._apart: dict[int, list[int]] = {}

    def worlds(self) -> list[tuple[Position, Label]]:
        """The states that they have come to, where the seat would be asked what it is asked; with how the cards lie there."""
        return [(self.seen(node.block).position, self.label(node.block)) for node in self.asked()]

    def asked(self) -> Iterator[Node]:
        """The last states of the courses in which the seat would be asked what it is asked."""
        return (node for node in self.courses() if self.mind.asked(self.seen(node.block).position, becomes(self.label(node.block))))

    def label(self, block: Block) -> Label:
        """How the cards lie in a state where play stands, against the true one."""
        return self._label(self.mind.question.position, self.seen(block))[1]

    def courses(self) -> list[Node]:
        """The last states of the courses, each but once."""
        return list({id(node): node for node in self._courses().nodes}.values())

    def move(self, number: int, there: Position, answer: Move) -> Move:
        """An answer as the rules are given it: of chance, the number of the card."""
        if not self.is_draw(number):
            return answer
        return (there.brought.index(answer[0]),)

    # ---- going on ----

    def _courses(self) -> Courses:
        """As many as are kept; where none came through, begun anew with other random numbers, unless the same step has stopped two that were made alike."""
        if not self.steps:
            return Courses((Node(self.mind.question.position.block),), START)
        courses, stopped = Courses((), START), Counter[tuple[int, bool]]()
        for attempt in range(ATTEMPTS):
            if courses.nodes or self.ran > ALL * self.wide**2 or 2 in stopped.values():
                break
            self.looks_ahead = attempt % 2 == 0  # cards that go round and round may be wanted where they cannot come in time
            courses = self._attempted(attempt)
            stopped[courses.number, self.looks_ahead] += 1
        return courses

    def _attempted(self, attempt: int) -> Courses:
        """Step by step, from the last step with which they were kept."""
        name = COURSES, self.mind.question.position.engine, self.seat, self.many, attempt  # blocks are of one engine
        begin = next((n for n in reversed(range(len(self.steps))) if name in self.steps[n].kept), -1)
        first = Courses((Node(self.steps[0].before.block),) * self.many, START + attempt)
        courses: Courses = self.steps[begin].kept[name] if begin >= 0 else first
        self.state = courses.state
        for number in range(begin + 1, len(self.steps)):
            if courses.nodes:
                courses = Courses(tuple(self._on(number, courses.nodes)), self.state, number)
        self.steps[-1].kept[name] = courses
        return courses

    def _on(self, number: int, nodes: tuple[Node, ...]) -> list[Node]:
        """The courses behind a step; where few go on, others are mended, and where there are too few, there are some twice."""
        out, off, until = [], [], self.ran + RUNS * self.wide
        for node in nodes:
            far, after = self.step(number, node)
            if after is not None and not far:
                out.append(after)
            else:
                off.append((far, node))
        for far, node in off:
            if len(out) * ENOUGH >= self.many or self.ran > until:
                break
            mended = Mending(self, number, far, node).mended(min(until, self.ran + EACH))
            out += [mended] if mended is not None else []
        return [out[n % len(out)] for n in range(len(nodes))] if out else []

    def step(self, number: int, node: Node, forced: Move = (), strict: bool = False) -> tuple[int, Node | None]:
        """How far what a step shows the seat is off from what it has seen, and the state behind it."""
        self.ran += 1
        there = self.seen(node.block)
        if lack := self.lacking(number, there).total():
            return LACKS + lack, None
        far, answers = self.answers(number, there)
        if not answers or strict and forced not in answers:
            return far + REFUSED, None
        best: tuple[int, Node | None] = FAULT, None
        for answer in [forced] if forced in answers else self._in_turn(number, there, answers):
            far, after = self._answered(number, node, answer)
            if far < best[0]:
                best = far, after
            if not far:
                break
        return best

    def renamed(self, number: int, answer: Move, swap: dict[int, int]) -> Move:
        """An answer where cards have been taken for others."""
        if self.is_draw(number):
            return (swap.get(answer[0], answer[0]),)
        return elsewhere(self.steps[number].before, answer, swap)

    def reasons(self, number: int, node: Node) -> Reasons | None:
        """What it hangs on that a step does not go on as play did; None where it does not even come to be answered."""
        there, step = self.seen(node.block), self.steps[number]
        _, answers = self.answers(number, there)
        if not answers and step.choice.seat is not None and not self.is_hidden(number):
            _, answers = self._sounding(number, there)
        if not answers:
            return None
        answer = answers[0]
        open_ = {place for place, (hang, cover, *_) in (self.steps[number - 1].left.items() if number else ()) if (hang | cover) >> self.seat & 1}
        move = self.move(number, there.position, answer)
        found = reasons(step, there.position, move, self.seat, self.is_hidden(number), open_)
        _, after = self._answered(number, node, answer)
        light = zip(there.faces, self.seen(after.block).faces, strict=True) if after is not None else ()
        shown = {card for card, (before, behind) in enumerate(light) if before == HIDDEN != behind}
        return Reasons(found.cards | shown, found.more)

    def _in_turn(self, number: int, there: Seen, answers: list[Move]) -> Iterator[Move]:
        """The answers, each as likely to come first; of equal cards that are drawn, one, and first those with which all can come to light that will."""
        cards, drawn = self.program.cards, self.is_draw(number)
        likely = {(card,) for card in self.ahead.fitting(number, there, [answer[0] for answer in answers])} if drawn and self.looks_ahead else set()
        for ahead in ([answer for answer in answers if answer in likely], [answer for answer in answers if answer not in likely]):
            while ahead:
                answer = ahead[self.pick(len(ahead))]
                yield answer
                ahead = [other for other in ahead if (cards[other[0]] != cards[answer[0]] if drawn else other != answer)]

    def _answered(self, number: int, node: Node, answer: Move) -> tuple[int, Node | None]:
        """How far off it is if that is answered, and the state behind it."""
        self.ran += 1
        there = self.seen(node.block).position
        move = self.move(number, there, answer)
        block = self.mind.run(number, node.block.copy(), move)
        if block is None:
            return FAULT, None
        return self._off(number, self.seen(block)) or int(not self.mind.hears(number, there, move)), Node(block, answer, node)

    def lacking(self, number: int, there: Seen) -> Counter[tuple[int, int]]:
        """The cards that a step brings to light, by place and face, as far as none lies there that the seat does not see; or where it lies in an order."""
        if not (brought := self.brought(number)):
            return brought
        lying = zip(there.position.values["card.zone"], self.program.cards, there.faces, strict=True)
        return brought - Counter((place, face) for place, face, seen in lying if seen == HIDDEN) or self._astray(number, there)

    def _astray(self, number: int, there: Seen) -> Counter[tuple[int, int]]:
        """Those that were shown in passing and lay where each can be told from the others, as far as another lies there."""
        before, faces = self.steps[number].before, self.program.cards
        if number not in self._apart:
            self._apart[number] = [card for card in self._passing(number) if self.sight.is_apart(before, card)]
        if not self._apart[number]:
            return Counter()
        label = self._label(before, there)[1]
        return Counter((before.values["card.zone"][card], faces[card]) for card in self._apart[number] if faces[label[card]] != faces[card])

    def brought(self, number: int) -> Counter[tuple[int, int]]:
        """The cards that a step brings to light, if only in passing, by place and face."""
        if number not in self._brought:
            step, faces = self.steps[number], self.program.cards
            before, after, zones = self._true(step.before).faces, self._true(step.after).faces, step.before.values.get("card.zone", ())
            light = (card for card, (was, face) in enumerate(zip(before, after, strict=True)) if was == HIDDEN != face)
            self._brought[number] = Counter((zones[card], faces[card]) for card in chain(light, self._passing(number)))
        return self._brought[number]

    def _passing(self, number: int) -> list[int]:
        """The cards that the seat has seen in a step alone, where it was they that lay there."""
        step, (before, after) = self.steps[number], (self._true(position).faces for position in (self.steps[number].before, self.steps[number].after))
        lost = [card for card in self.mind.kept(number)[1] if before[card] == HIDDEN == after[card]]
        found = self.mind.found(step, tuple(lost))
        return [card for card in lost if card not in found]

    def moved(self, number: int) -> tuple[list[int], list[int], list[int]]:
        """Where each card lay before a step and where it lies behind it, and its face there, as far as the seat sees it."""
        step = self.steps[number]
        return step.before.values.get("card.zone", []), step.after.values.get("card.zone", []), self._true(step.after).faces

    def _off(self, number: int, there: Seen) -> int:
        """How far a state behind a step is off from how the seat sees the true one."""
        step = self.steps[number]
        truly = step.after
        far, label = self._label(truly, there)
        if far or not step.deeds >> self.seat & 1 and step.choice.seat is not None:
            return far
        return sum(1 for _ in differences(truly, there.position, marks(truly, becomes(label)), self.seat, lying=False))  # how they lie the label says

    # ---- what may have been answered ----

    def answers(self, number: int, there: Seen) -> tuple[int, list[Move]]:
        """All that may have been answered, as far as the seat has heard it; and how many cards lack that were chosen."""
        step = self.steps[number]
        who, site, move = step.choice.seat, step.before.site_number, step.choice.move
        if who is None:
            if self.is_draw(number):
                return 0, [(card,) for card in self._draws(number, there)]
            return 0, [(n,) for n in range(there.position.block.get("ask.count"))] if self.is_hidden(number) else [move]
        if self.is_hidden(number):
            return 0, self._legal(there.position, site, who - 1, step.before.kind == "simultaneous")
        return self._heard(number, there, who - 1)

    def is_hidden(self, number: int) -> bool:
        """Was something answered, or thrown, of which the seat has not heard, and which is no card?"""
        step = self.steps[number]
        who, site = step.choice.seat, step.before.site_number
        if who is None:
            return site in rolls(self.program).untold
        return who - 1 != self.seat and (step.before.kind == "simultaneous" or step.choice.move[0] == VALUE and kept_unseen(self.program, site))

    @staticmethod
    def _legal(there: Position, site: int, seat: int, together: bool) -> list[Move]:
        try:
            return [move for move in there.engine.legal(there.block, site, seat) if together or move[0] == VALUE]
        except RulesFault:
            return []

    def is_draw(self, number: int) -> bool:
        """Did chance bring a card?"""
        step = self.steps[number]
        site = step.before.site
        return step.choice.seat is None and site.type is not None and site.type.kind == "card" and bool(site.outcome)

    def _draws(self, number: int, there: Seen) -> list[int]:
        """The cards that chance may have brought: if the seat sees which, of its face, and no card that it knows for another."""
        step, faces = self.steps[number], self.program.cards
        card = step.before.brought[step.choice.move[0]]
        before, after = self._true(step.before).faces[card], self._true(step.after).faces[card]
        fits = [other for other in there.position.brought if there.faces[other] == before and self._is_marked_so(step, card, there, other)]
        return [other for other in fits if faces[other] == faces[card]] if after != HIDDEN else fits

    def _heard(self, number: int, there: Seen, who: int) -> tuple[int, list[Move]]:
        """The answers that sound like the true one."""
        step, (lack, found) = self.steps[number], self._sounding(number, there)
        if lack:
            return lack, []
        own = who == self.seat and step.menu >> self.seat & 1
        if own and not self.mind.shown(number, step.before, there.position, becomes(self._label(step.before, there)[1])):
            return 1, []
        found = [some for some in found if allowed(there.position, who, some)]
        return 0 if found else 1, found

    def _sounding(self, number: int, there: Seen) -> tuple[int, list[Move]]:
        """The same, whether they are allowed or not; and how many cards lack."""
        step = self.steps[number]
        move = step.choice.move
        types = types_of(step.before, move)
        ways = [self._arguments(number, there, type, value) for type, value in zip(types, move[1:], strict=False)]
        if lack := sum(lack for lack, _ in ways):
            return lack, []
        tail = move[1 + len(types) :]
        return 0, [(move[0], *some, *tail) for some in islice(product(*(values for _, values in ways)), WAYS)]

    def _arguments(self, number: int, there: Seen, type: Type, value: int) -> tuple[int, list[int]]:
        """What an argument may have been; or how many cards lack."""
        faces = self.program.cards
        if type.kind == "subset" and value:
            taken: list[int] = []
            for member in members(self.program, value):
                some = [one for one in self._like(number, there, member) if one not in taken and faces[one % len(faces)] == faces[member % len(faces)]]
                taken += some[:1]
            lack = len(members(self.program, value)) - len(taken)
            return lack, [] if lack else [subset(self.program, taken)]
        if type.kind != "card" or value < 0 or place_of(value) is not None:
            return 0, [value]
        found = self._like(number, there, value)
        return int(not found), found

    def _like(self, number: int, there: Seen, value: int) -> list[int]:
        """The cards, with a guise, that may have been meant: in the same place, and of the same face if the seat sees it before or behind."""
        step, faces, zones = self.steps[number], self.program.cards, there.position.values["card.zone"]
        card, guise = split(self.program, value)
        before, after, sees = self._true(step.before).faces[card], self._true(step.after).faces[card], there.faces
        place = step.before.values["card.zone"][card]
        if place in self.sight.lined_up:
            some = [self._label(step.before, there)[1][card]]
        else:
            some = [other for other, where in enumerate(zones) if where == place and sees[other] == before and self._is_marked_so(step, card, there, other)]
        return [other + guise * len(faces) for other in some if before == after == HIDDEN or faces[other] == faces[card]]

    def _is_marked_so(self, step: Step, card: int, there: Seen, other: int) -> bool:
        """Does another card look from behind as one truly did before a step?"""
        if not are_marked(self.program):
            return True
        return back_of(self.program, step.before.values, card) == back_of(self.program, there.position.values, other)

    def _label(self, truly: Position, there: Seen) -> tuple[int, Label]:
        return labelled(self._true(truly).lying, there.lying)

    def _true(self, position: Position) -> Seen:
        if id(position) not in self._truly:
            self._truly[id(position)] = Seen(self.sight, position)
        return self._truly[id(position)]

    def seen(self, block: Block) -> Seen:
        """A state as the seat sees it. Those looked at last are at hand; courses that are kept hold blocks alone, which take a tenth of the room."""
        if id(block) not in self._lately:
            now = self.mind.question.position
            self._keep(Seen(self.sight, Position(now.program, now.engine, now.words, block)))
        return self._lately[id(block)]

    def exchanged(self, there: Seen, swap: dict[int, int]) -> Block:
        """A state where cards that the seat does not see have changed places."""
        other = there.exchanged(swap)
        self._keep(other)
        return other.position.block

    def _keep(self, seen: Seen) -> None:
        if len(self._lately) == LATELY:
            del self._lately[next(iter(self._lately))]
        self._lately[id(seen.position.block)] = seen

    def pick(self, below: int) -> int:
        self.state, number = rng.below(self.state, below)
        return number
