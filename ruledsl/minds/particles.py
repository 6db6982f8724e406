"""Worlds made by playing forward: courses of play that show a seat what it has seen, drawn step by step, and mended where one does not go on as play did.

A world here is what chance has brought and others have chosen, as far as the seat did not see it. Where a course does not go on as play truly did, two cards
that it cannot have seen change places, from where chance brought the first of them, and the course is played again up to there. (A particle filter with moves:
Gilks and Berzuini, 2001.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import exchange, exchanged
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import zone_parts
from ruledsl.ir.program import VALUE, Type
from ruledsl.ir.subsets import members, split, subset
from ruledsl.ir.unseen import place_of
from ruledsl.minds.course import becomes
from ruledsl.minds.looking import differences
from ruledsl.minds.lying import HIDDEN, Seen, Sight, labelled
from ruledsl.minds.menus import Move, allowed, elsewhere, types_of
from ruledsl.minds.mind import Mind
from ruledsl.minds.orders import Label
from ruledsl.record import record

MANY, FEW = 32, 8
"""Courses that are kept, and how many must go on by themselves so that none is mended."""
EACH, RUNS, ALL = 500, 2_000, 10_000
"""Steps that are run to mend one course, and all of those that do not go on at one step, at most; and after so many in all they are not begun anew."""
EVERY = 4
"""One change in so many is of what was chosen or thrown, where there is such."""
ATTEMPTS = 4
"""So often they are begun."""
WAYS = 64
"""Answers that sound the same which are looked at."""
LACKS, FAULT = 100, 10_000
"""How far off it is if it could not be answered so, and if the rules go wrong."""
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
    """Courses of play that show the seat of a mind what it has seen."""

    def __init__(self, mind: Mind):
        self.mind, self.program, self.seat, self.steps = mind, mind.program, mind.seat, mind.steps
        self.state, self.ran = START, 0
        self.sight = Sight(self.program, self.seat)
        self._truly: dict[int, Seen] = {}
        self._lately: dict[int, Seen] = {}  # by their blocks, which they hold
        self._brought: dict[int, Counter[tuple[int, int]]] = {}
        self._zones = {name for zone in self.program.zones for name in zone_parts(zone)}  # how the cards lie there the label says

    def worlds(self) -> list[tuple[Position, Label]]:
        """The states that they have come to, where the seat would be asked what it is asked; with how the cards lie there."""
        position, out = self.mind.question.position, []
        for node in self.courses():
            seen = self._seen(node.block)
            label = self._label(position, seen)[1]
            if self.mind.asked(seen.position, becomes(label)):
                out.append((seen.position, label))
        return out

    def courses(self) -> list[Node]:
        """The last states of the courses, each but once."""
        return list({id(node): node for node in self._courses().nodes}.values())

    def move(self, number: int, there: Position, answer: Move) -> Move:
        """An answer as the rules are given it: of chance, the number of the card."""
        if not self._is_draw(number):
            return answer
        return (there.brought.index(answer[0]),)

    # ---- going on ----

    def _courses(self) -> Courses:
        """As many as are kept; where none came through, begun anew with other random numbers, unless the same step has stopped two."""
        if not self.steps:
            return Courses((Node(self.mind.question.position.block),), START)
        courses, stopped = Courses((), START), Counter[int]()
        for attempt in range(ATTEMPTS):
            if courses.nodes or self.ran > ALL or 2 in stopped.values():
                break
            courses = self._attempted(attempt)
            stopped[courses.number] += 1
        return courses

    def _attempted(self, attempt: int) -> Courses:
        """Step by step, from the last step with which they were kept."""
        name = COURSES, self.seat, attempt
        begin = next((n for n in reversed(range(len(self.steps))) if name in self.steps[n].kept), -1)
        first = Courses((Node(self.steps[0].before.block),) * MANY, START + attempt)
        courses: Courses = self.steps[begin].kept[name] if begin >= 0 else first
        self.state = courses.state
        for number in range(begin + 1, len(self.steps)):
            if courses.nodes:
                courses = Courses(tuple(self._on(number, courses.nodes)), self.state, number)
        self.steps[-1].kept[name] = courses
        return courses

    def _on(self, number: int, nodes: tuple[Node, ...]) -> list[Node]:
        """The courses behind a step; where few go on, others are mended, and where there are too few, there are some twice."""
        out, off, until = [], [], self.ran + RUNS
        for node in nodes:
            far, after = self._step(number, node)
            if after is not None and not far:
                out.append(after)
            else:
                off.append((far, node))
        for far, node in off:
            if len(out) >= FEW or self.ran > until:
                break
            mended = self._mended(number, node, far, until)
            out += [mended] if mended is not None else []
        return [out[n % len(out)] for n in range(len(nodes))] if out else []

    def _step(self, number: int, node: Node, forced: Move = (), strict: bool = False) -> tuple[int, Node | None]:
        """How far what a step shows the seat is off from what it has seen, and the state behind it."""
        self.ran += 1
        there = self._seen(node.block)
        if lack := self._lacking(number, there).total():
            return LACKS + lack, None
        far, answers = self._answers(number, there)
        if not answers or strict and forced not in answers:
            return far + LACKS, None
        best: tuple[int, Node | None] = FAULT, None
        for answer in [forced] if forced in answers else self._in_turn(answers, self._is_draw(number)):
            far, after = self._answered(number, node, answer)
            if far < best[0]:
                best = far, after
            if not far:
                break
        return best

    def _in_turn(self, answers: list[Move], drawn: bool) -> Iterator[Move]:
        """The answers, each as likely to come first; of equal cards that are drawn, one."""
        ahead, cards = answers.copy(), self.program.cards
        while ahead:
            answer = ahead[self._pick(len(ahead))]
            yield answer
            ahead = [other for other in ahead if (cards[other[0]] != cards[answer[0]] if drawn else other != answer)]

    def _answered(self, number: int, node: Node, answer: Move) -> tuple[int, Node | None]:
        """How far off it is if that is answered, and the state behind it."""
        self.ran += 1
        there = self._seen(node.block).position
        move = self.move(number, there, answer)
        block = self.mind.run(number, node.block.copy(), move)
        if block is None:
            return FAULT, None
        return self._off(number, self._seen(block)) or int(not self.mind.hears(number, there, move)), Node(block, answer, node)

    def _lacking(self, number: int, there: Seen) -> Counter[tuple[int, int]]:
        """The cards that a step brings to light, by place and face, as far as none lies there that the seat does not see."""
        if number not in self._brought:
            step = self.steps[number]
            before, after = self._true(step.before).faces, self._true(step.after).faces
            light = zip(step.before.values["card.zone"], before, after, strict=True) if before else ()
            self._brought[number] = Counter((place, face) for place, was, face in light if was == HIDDEN != face)
        if not (brought := self._brought[number]):
            return brought
        lying = zip(there.position.values["card.zone"], self.program.cards, there.faces, strict=True)
        return brought - Counter((place, face) for place, face, seen in lying if seen == HIDDEN)

    def _off(self, number: int, there: Seen) -> int:
        """How far a state behind a step is off from how the seat sees the true one."""
        step = self.steps[number]
        truly = step.after
        far, label = self._label(truly, there)
        if far or not step.deeds >> self.seat & 1 and step.choice.seat is not None:
            return far
        other = exchanged(truly, becomes(label), self.mind.held(truly))
        return sum(1 for name, _ in differences(truly, there.position.values, other, self.seat) if name not in self._zones)

    # ---- mending ----

    def _mended(self, number: int, node: Node, far: int, until: int) -> Node | None:
        """Something that the seat has not seen was otherwise, until the course goes on as play did."""
        until, found = min(until, self.ran + EACH), [(far, node)]
        while found and self.ran < until:
            far, node = found.pop()
            for other in self._others(number, node, far):
                nearer, after = (far + 1, None) if other is None else self._step(number, other)
                if not nearer:
                    return after
                if other is not None and nearer <= far:
                    found.append((nearer, other))
                if found or self.ran >= until:
                    break
        return None

    def _others(self, number: int, node: Node, far: int) -> Iterator[Node | None]:
        """Other courses up to a step: cards have changed places so that it comes nearer, or something was chosen or thrown otherwise. None where the seat would
        have seen it."""
        there = self._seen(node.block)
        swaps, hidden = self._swaps(number, there), [n for n in range(number) if self._is_hidden(n)]
        while True:
            swap = None if hidden and not self._pick(EVERY) else next(swaps, None)
            if swap is None and not hidden:
                return
            if swap is None:
                yield self._chosen_otherwise(node, hidden[self._pick(len(hidden))])
            else:
                nearer, _ = self._step(number, Node(exchange(there.position, swap)))
                yield self._exchanged(node, swap) if nearer < far else None

    def _swaps(self, number: int, there: Seen) -> Iterator[dict[int, int]]:
        """Cards that the seat does not know and that change places: two of different faces, and then three. If cards lack, one
        of them."""
        faces, zones = self.program.cards, there.position.values.get("card.zone", [])
        open_ = [card for card, face in enumerate(there.faces) if face == HIDDEN]
        pairs = [(a, b) for a, b in combinations(open_, 2) if faces[a] != faces[b] and zones[a] != zones[b]]
        if lack := self._lacking(number, there):
            pairs = [(a, b) for a, b in pairs if (zones[a], faces[b]) in lack or (zones[b], faces[a]) in lack]
        while pairs:
            n = self._pick(len(pairs))
            pairs[n], pairs[-1] = pairs[-1], pairs[n]
            one, other = pairs.pop()
            yield {one: other, other: one}
        while len({faces[card] for card in open_}) > 2:
            one, other, third = (open_[self._pick(len(open_))] for _ in range(3))
            if len({faces[one], faces[other], faces[third]}) == 3:
                yield {one: other, other: third, third: one}

    def _exchanged(self, last: Node, swap: dict[int, int]) -> Node | None:
        """The same course where chance and others have taken cards for each other."""
        path = last.path
        answers = [self._renamed(n, node.answer, swap) for n, node in enumerate(path[1:])]
        first = next((n for n, node in enumerate(path[1:]) if node.answer != answers[n]), None)
        return None if first is None else self._again(path[first], first, answers)

    def _chosen_otherwise(self, last: Node, number: int) -> Node | None:
        """The same course with another hidden answer at a step."""
        path = last.path
        answers = [node.answer for node in path[1:]]
        _, some = self._answers(number, self._seen(path[number].block))
        answers[number] = some[self._pick(len(some))]
        return None if answers[number] == path[number + 1].answer else self._again(path[number], number, answers)

    def _again(self, node: Node, first: int, answers: list[Move]) -> Node | None:
        """A course from a step on, with these answers, where they can be given; None if the seat would have seen that it is another one."""
        for n in range(first, len(answers)):
            far, after = self._step(n, node, answers[n], strict=self._is_draw(n))
            if far or after is None:
                return None
            node = after
        return node

    def _renamed(self, number: int, answer: Move, swap: dict[int, int]) -> Move:
        if self._is_draw(number):
            return (swap.get(answer[0], answer[0]),)
        return elsewhere(self.steps[number].before, answer, swap)

    # ---- what may have been answered ----

    def _answers(self, number: int, there: Seen) -> tuple[int, list[Move]]:
        """All that may have been answered, as far as the seat has heard it; and how many cards lack that were chosen."""
        step = self.steps[number]
        who, site, move = step.choice.seat, step.before.site_number, step.choice.move
        if who is None:
            if self._is_draw(number):
                return 0, [(card,) for card in self._draws(number, there)]
            return 0, [(n,) for n in range(there.position.block.get("ask.count"))] if self._is_hidden(number) else [move]
        if self._is_hidden(number):
            return 0, self._legal(there.position, site, who - 1, step.before.kind == "simultaneous")
        return self._heard(number, there, who - 1)

    def _is_hidden(self, number: int) -> bool:
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

    def _is_draw(self, number: int) -> bool:
        """Did chance bring a card?"""
        step = self.steps[number]
        site = step.before.site
        return step.choice.seat is None and site.type is not None and site.type.kind == "card" and bool(site.outcome)

    def _draws(self, number: int, there: Seen) -> list[int]:
        """The cards that chance may have brought: if the seat sees which, of its face, and no card that it knows for another."""
        step, faces = self.steps[number], self.program.cards
        card = step.before.brought[step.choice.move[0]]
        before, after = self._true(step.before).faces[card], self._true(step.after).faces[card]
        fits = [other for other in there.position.brought if there.faces[other] == before]
        return [other for other in fits if faces[other] == faces[card]] if after != HIDDEN else fits

    def _heard(self, number: int, there: Seen, who: int) -> tuple[int, list[Move]]:
        """The answers that sound like the true one."""
        step = self.steps[number]
        move, label = step.choice.move, self._label(step.before, there)[1]
        types = types_of(step.before, move)
        ways = [self._arguments(number, there, type, value, label) for type, value in zip(types, move[1:], strict=False)]
        if lack := sum(lack for lack, _ in ways):
            return lack, []
        tail = move[1 + len(types) :]
        found = [(move[0], *some, *tail) for some in islice(product(*(values for _, values in ways)), WAYS)]
        if who == self.seat and step.menu >> self.seat & 1 and not self.mind.shown(number, step.before, there.position, becomes(label)):
            return 1, []
        found = [some for some in found if allowed(there.position, who, some)]
        return 0 if found else 1, found

    def _arguments(self, number: int, there: Seen, type: Type, value: int, label: Label) -> tuple[int, list[int]]:
        """What an argument may have been; or how many cards lack."""
        faces = self.program.cards
        if type.kind == "subset" and value:
            taken: list[int] = []
            for member in members(self.program, value):
                some = [one for one in self._like(number, there, member, label) if one not in taken and faces[one % len(faces)] == faces[member % len(faces)]]
                taken += some[:1]
            lack = len(members(self.program, value)) - len(taken)
            return lack, [] if lack else [subset(self.program, taken)]
        if type.kind != "card" or value < 0 or place_of(value) is not None:
            return 0, [value]
        found = self._like(number, there, value, label)
        return int(not found), found

    def _like(self, number: int, there: Seen, value: int, label: Label) -> list[int]:
        """The cards, with a guise, that may have been meant: in the same place, and of the same face if the seat sees it before or behind."""
        step, faces, zones = self.steps[number], self.program.cards, there.position.values["card.zone"]
        card, guise = split(self.program, value)
        before, after, sees = self._true(step.before).faces[card], self._true(step.after).faces[card], there.faces
        place = step.before.values["card.zone"][card]
        some = [label[card]] if place in self.sight.lined_up else [other for other in range(len(faces)) if zones[other] == place and sees[other] == before]
        return [other + guise * len(faces) for other in some if before == after == HIDDEN or faces[other] == faces[card]]

    def _label(self, truly: Position, there: Seen) -> tuple[int, Label]:
        return labelled(self._true(truly).lying, there.lying)

    def _true(self, position: Position) -> Seen:
        if id(position) not in self._truly:
            self._truly[id(position)] = Seen(self.sight, position)
        return self._truly[id(position)]

    def _seen(self, block: Block) -> Seen:
        """A state as the seat sees it. Those looked at last are at hand; courses that are kept hold blocks alone, which take a tenth of the room."""
        if id(block) not in self._lately:
            if len(self._lately) == LATELY:
                del self._lately[next(iter(self._lately))]
            now = self.mind.question.position
            self._lately[id(block)] = Seen(self.sight, Position(now.program, now.engine, now.words, block))
        return self._lately[id(block)]

    def _pick(self, below: int) -> int:
        self.state, number = rng.below(self.state, below)
        return number
