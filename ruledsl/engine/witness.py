"""An interpreter that knows only what can be seen at a real table, and stops where the rules look at anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.bits import bits_of
from ruledsl.engine.unseen import Secret, Unseen, watched
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.zones import Holder
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import table_of
from ruledsl.ir.layout import Values
from ruledsl.ir.ops import OPS, Fault, Op
from ruledsl.ir.program import OVER, RUNNING, Instr, Program, Variable
from ruledsl.ir.regions import SEALED, SEALED_ANSWER, Region, seen
from ruledsl.record import record

Body = Callable[..., Any]
Moves = tuple[tuple[int, ...], ...]
Heard = tuple[Variable, int, Values]
"""What held what was told aloud, the mask of seats to which, and what such variables held then."""


@record
class Look(Exception):
    """The rules look at what is not known: at a card, or at a secret variable. The card lies in the zone instance `place` when that
    happens; `target` is where it is going to lie, `shown` says that everybody gets to see it where it is."""

    card: int = -1
    secret: Secret | None = None
    place: int = -1
    target: int = -1
    shown: bool = False


class Witness(Interpreter):
    """Plays a program for somebody who sees what all see, and what the seats of the mask `eyes` see.

    While `unseen` is set, it is kept up to date, and `Look` is raised where play hangs on what it does not know. What the menus of
    `else:` hang on is no look: where it is not known whether a seat can do anything, it is asked."""

    def __init__(self, program: Program, eyes: int = 0):
        self.unseen: Unseen | None = None
        self.eyes = eyes
        self.everybody = (1 << program.players) - 1
        self.watched = watched(program, eyes)
        self.choosing = False
        self.found: Secret | None = None
        self._answers: Moves = ()
        self._carried: Secret | None = None
        self._lenient = 0
        self._doubt = False
        self._looked = {name for name in program.tables if name in ("face", "kind") or name.startswith("param.")}
        self._private = {v.name for v in program.variables if v.visibility != "open"}
        self._shown = {seen(name): name for name in self._private}
        self._aloud = {seen(v.name): v for v in program.variables if v.told}
        self.heard: list[Heard] = []
        """What was told aloud since play went on."""
        self._guards = {action.guard for action in program.actions}
        self._names: dict[int, str] = {}
        super().__init__(program)

    # ---- playing on ----

    def watch(self, state: Any, unseen: Unseen, secret: Moves | None = None) -> Secret | None:
        """Go on from a decision as `resume` does, or begin. `unseen` is changed. With `secret`, the moves that could be made, the answer is the first thing
        that is stored; if nobody sees it there, or it is sealed, that is noted, and where it stands is answered."""
        self.unseen, self.choosing, self.found, self.heard = unseen, secret is not None, None, []
        self._answers, self._carried = secret or (), None
        try:
            if state.get("status") == RUNNING:
                self._go_on(state)
            else:
                self.resume(state)
            self._judge(state)
        finally:
            self.unseen = None
        return self.found

    def _judge(self, state: Any) -> None:
        """Who has won may hang on what nobody has seen."""
        if state.get("status") == OVER:
            self.call(state, "winners")
            for seat in range(self.program.players):
                self.call(state, "score", seat)

    def trusting(self, state: Any, unseen: Unseen, site: int, seat: int) -> list[tuple[int, ...]]:
        """The moves that a seat may make as far as one can see: where a requirement hangs on its other cards, it is believed."""
        self.unseen = unseen
        self._lenient += 1
        try:
            return self.legal(state, site, seat)
        except RulesFault as fault:
            if fault.fault == Fault.NO_OPTION:
                return []
            raise
        finally:
            self._lenient -= 1
            self.unseen = None

    # ---- what is watched ----

    def _code(self, name: str) -> Code:
        code = super()._code(name)
        self._names[id(code)] = name
        return code

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op = OPS[instr.op]
        if not is_watched(op) or op.cards == "looks" and table_of(instr) not in self._looked:
            return step, operands, place
        return _watching(self, getattr(self, f"_at_{instr.op}"), step), operands, place

    def _at_table(self, step: Body, run: Run, r: list[int], d: int, numbers: tuple[int, ...], i: int) -> None:
        self._look(run, r[i])
        step(run, r, d, numbers, i)

    def _at_unmatched(self, step: Body, run: Run, r: list[int], d: int, word: int, rows: tuple[int, ...], worth: tuple[int, ...], *cards: int) -> None:
        for n, c in enumerate(cards):
            for bit in range(64):
                if r[c] >> bit & 1:
                    self._look(run, 64 * n + bit)
        step(run, r, d, word, rows, worth, *cards)

    def _at_load(self, step: Body, run: Run, r: list[int], d: int, region: Region, i: int) -> None:
        if region.name in self._private:
            self._open((region.name, r[i]))
        if region.name == SEALED and self.unseen is not None:
            self._carried = (SEALED, r[i]) if (SEALED, r[i]) in self.unseen.secrets else None
        step(run, r, d, region, i)

    def _at_store(self, step: Body, run: Run, r: list[int], region: Region, i: int, a: int) -> None:
        self._stored(region, [r[i]], r[a], lambda: step(run, r, region, i, a))
        if region.name in self._aloud and r[a]:
            self.heard.append((self._aloud[region.name], r[a], {v.name: [*run.values[v.name]] for v in self._aloud.values()}))
        if region.role != "variable" or self.unseen is None:
            return
        if region.name == SEALED:
            if self.choosing and r[i] % (region.count // self.program.players) == SEALED_ANSWER:
                self._noted((SEALED, r[i]), self._answers)
        elif self._carried is not None:
            self.unseen.secrets[region.name, r[i]] = self.unseen.secrets.pop(self._carried)
            self._carried = None
        else:
            if self.choosing and region.name in self._private and r[a] in run.values["move"]:
                self._noted((region.name, r[i]), self._answers)
            self.choosing = False

    def _noted(self, where: Secret, moves: Moves) -> None:
        """An answer that nobody has seen."""
        assert self.unseen is not None
        self.found, self.choosing, self.unseen.secrets[where] = where, False, moves

    def _at_fill(self, step: Body, run: Run, r: list[int], region: Region, members: int, a: int, first: int) -> None:
        self._stored(region, [first + bit for bit in bits_of(r[members])], r[a], lambda: step(run, r, region, members, a, first))

    def _stored(self, region: Region, places: list[int], value: int, store: Callable[[], object]) -> None:
        """What is stored is no secret any more; who is shown a secret looks at it."""
        assert self.unseen is not None
        for place in places:
            if region.name in self._shown and self._seen_by(value):
                self._open((self._shown[region.name], place))
        store()
        for place in places if region.role == "variable" else ():
            self.unseen.secrets.pop((region.name, place), None)

    def _at_call(self, step: Body, run: Run, r: list[int], d: int, code: Code, *arguments: int) -> None:
        name = self._names[id(code)]
        if name.startswith("any.") or self._lenient and name in self._guards:
            self._believing(step, run, r, d, code, arguments, yes=int(name.startswith("any.")))
        else:
            step(run, r, d, code, *arguments)

    def _at_trial(self, step: Body, run: Run, r: list[int], d: int, code: Code, *arguments: int) -> None:
        """What is only tried makes no secret known: it stays what it was."""
        assert self.unseen is not None
        secrets = dict(self.unseen.secrets)
        try:
            step(run, r, d, code, *arguments)
        finally:
            self.unseen.secrets.clear()
            self.unseen.secrets.update(secrets)

    def _believing(self, step: Body, run: Run, r: list[int], d: int, code: Code, arguments: tuple[int, ...], yes: int) -> None:
        """The answer of a function, or `yes` if it hangs on what is not known; what it is asked about is known."""
        before, self._doubt = self._doubt, False
        assert self.unseen is not None
        asked = {r[a] for a in arguments} - self.unseen.sure if not yes else set()
        self.unseen.sure |= asked
        self._lenient += 1
        try:
            step(run, r, d, code, *arguments)
        finally:
            self._lenient -= 1
            self.unseen.sure -= asked
        if self._doubt:
            r[d] = yes
        self._doubt = before or self._doubt

    def _at_zput(self, step: Body, run: Run, r: list[int], holder: Holder, k: int, c: int) -> None:
        card, target = r[c], holder.zone.base + r[k]
        source = run.values["card.zone"][card] if 0 <= card < len(self.program.cards) else target
        if self.watched >> target & 1:
            self._look(run, card, target=target)
        step(run, r, holder, k, c)
        if self.unseen is not None and source != target:
            self.unseen.moved(run.values, card, source, target)

    _at_zunder = _at_zput

    def _at_zall(self, step: Body, run: Run, r: list[int], source: Holder, i: int, holder: Holder, k: int) -> None:
        start, target = source.zone.base + r[i], holder.zone.base + r[k]
        cards = source.cards(run.values, r[i]) if 0 <= r[i] < source.zone.instances else []
        if self.watched >> target & 1:
            for card in cards:
                self._look(run, card, target=target)
        step(run, r, source, i, holder, k)
        if self.unseen is not None and start != target:
            self.unseen.poured(run.values, cards, start, target)

    def _at_zgather(self, step: Body, run: Run, r: list[int], holder: Holder, k: int) -> None:
        step(run, r, holder, k)
        if self.unseen is not None:
            self.unseen.gathered(run.values, holder.zone.base + r[k])

    def _at_zshuffle(self, step: Body, run: Run, r: list[int], holder: Holder, k: int) -> None:
        step(run, r, holder, k)
        if self.unseen is not None:
            self.unseen.mixed(holder.cards(run.values, r[k]))

    def _at_know(self, step: Body, run: Run, r: list[int], c: int, seats: int) -> None:
        if self._seen_by(r[seats]):
            self._look(run, r[c], shown=True)
        step(run, r, c, seats)

    _at_glimpse = _at_know

    def _at_zknow(self, step: Body, run: Run, r: list[int], holder: Holder, k: int, seats: int) -> None:
        if self._seen_by(r[seats]) and 0 <= r[k] < holder.zone.instances:
            loose = holder.loose(run.values, r[k]) if holder.zone.visibility == "hidden" else 0
            for card in holder.cards(run.values, r[k])[loose:]:
                self._look(run, card, shown=True)
        step(run, r, holder, k, seats)

    # ---- what is not known ----

    def _seen_by(self, seats: int) -> bool:
        """Do all of them see it, or one whose eyes these are?"""
        return seats == self.everybody or bool(seats & self.eyes)

    def _look(self, run: Run, card: int, target: int = -1, shown: bool = False) -> None:
        if self.unseen is None or not 0 <= card < len(self.program.cards) or card in self.unseen.sure:
            return
        if self._lenient:
            self._doubt = True
        else:
            raise Look(card, None, run.values["card.zone"][card], target, shown)

    def _open(self, secret: Secret) -> None:
        if self.unseen is None or secret not in self.unseen.secrets:
            return
        if self._lenient:
            self._doubt = True
        else:
            raise Look(secret=secret)


def is_watched(op: Op) -> bool:
    """Must it be watched: because it looks at cards or into the block, asks a function that may, shows something, or makes cards unknown?"""
    looks = "T" in op.form and (op.cards == "looks" or op.reckons)
    return looks or op.role in ("calls", "tries") or ("region", "") in op.reads or op.shows in ("moves", "stores", "tells") or op.changes("known")


def _watching(witness: Witness, watch: Body, step: Body) -> Body:
    """A step that is watched while somebody watches."""

    def watched_step(run: Run, *operands: Any) -> Any:
        return step(run, *operands) if witness.unseen is None else watch(step, run, *operands)

    return watched_step


if missing := [name for name, op in OPS.items() if is_watched(op) and not hasattr(Witness, f"_at_{name}")]:
    raise TypeError(f"a witness does not know what these show: {missing}")
