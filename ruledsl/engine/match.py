"""A match: a game being played. Seats count from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from os import PathLike
from typing import Any

from ruledsl.engine import chains, log, menus, moves
from ruledsl.engine.backend import Block, Engine, engine_for, score_of
from ruledsl.engine.check import Flaw, check
from ruledsl.engine.choice import Choice
from ruledsl.engine.clocks import Clock, clocks
from ruledsl.engine.errors import IllegalMove
from ruledsl.engine.falling import BY_ITSELF, drawn, falls
from ruledsl.engine.log import Event
from ruledsl.engine.moments import Decision, History, Moment, first_asked, made, moved
from ruledsl.engine.position import Position
from ruledsl.engine.seats import Seat
from ruledsl.engine.through import happened
from ruledsl.engine.view import View, view
from ruledsl.engine.why import Reason, why_not
from ruledsl.engine.words import Words
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values, first_values
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.record import replace

CHANCE = ("drawn", "asked")
"""How chance and the world are had: drawn by the engine, or asked like a seat. A match with real cards is `told` (see `told`)."""


class Match:
    """A game being played, with all that was decided so far.

    Chance is always asked of the engine; where it is to be drawn, the match draws it from the state's own generator. So is the
    world: where it is drawn, it answers by its odds."""

    ways: tuple[str, ...] = CHANCE

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        engine: str | Engine = "interp",
        chance: str = "drawn",
        *,
        game: str = "",
        options: Mapping[str, Any] | None = None,
        world: str = "asked",
        language: str = "",
    ):
        for name, how in (("chance", chance), ("world", world)):
            if how not in self.ways:
                raise ValueError(f"{name} is {' or '.join(self.ways)}, not `{how}`")
        self.program = program
        self.seed, self.game, self.chance, self.world = seed, game, chance, world
        self.options = dict(program.options if options is None else options)
        self.imagined, self.fits = False, True
        self.sitters: tuple[str, ...] = ()  # who plays each seat, if somebody says: kept with the match, of no meaning to it
        self.engine = engine_for(program, engine) if isinstance(engine, str) else engine
        self._words = self._speaking(language)
        self._past: list[Moment] = []
        self._future: list[Moment] = []
        self._decision: Decision | None = None
        self._waited = 0
        self._past.append(self._begin())

    def _begin(self) -> Moment:
        """A new game, at its first decision."""
        program = self.program
        return self._settle(self.engine.start(self.seed, 1), lambda: first_values(program), None, None)

    # ---- what is asked -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The state play stands in."""
        return self._past[-1].position

    @property
    def language(self) -> str:
        """What labels, prompts, reasons and views are in; "" is the language of the rules."""
        return self._words.language

    def speak(self, language: str) -> None:
        """Go on in another language; what has happened stays told as it was."""
        self._words = self._speaking(language)
        self._past[-1] = replace(self._past[-1], position=self._stand(self.position.block))
        self._decision = None

    def _speaking(self, language: str) -> Words:
        if language and language not in self.program.texts:
            raise ValueError(f"the rules do not speak `{language}`; they speak {', '.join(self.program.texts) or 'one language'}")
        return Words(self.program, language)

    @property
    def asked(self) -> Position:
        """The state in which the decision was first asked: of several seats asked together, none had answered."""
        return first_asked(self._past)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All decisions so far, and what led to them."""
        return tuple(self._past)

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called, in their order."""
        return self.program.seats

    @property
    def over(self) -> bool:
        """Has it come to its end?"""
        return self.position.over

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None once the match is over. Of several seats asked together, the first."""
        if self._decision is None and not self.over:
            self._decision = self._ask()
        return self._decision

    def _ask(self) -> Decision:
        position, site = self.position, self.position.site
        first = position.waiting[0] if position.waiting else None
        return Decision(
            kind=position.kind, player=None if first is None else first + 1, waiting=tuple(seat + 1 for seat in position.waiting),
            options=chains.whole(position, first, self.begun), prompt=position.fill(site.prompt, -1 if first is None else first),
            site=site.name, phases=site.phases, meanwhile=tuple(moves.declarable(position)),
        )  # fmt: skip

    def legal(self, seat: int | None = None) -> list[Choice]:
        """The options of a seat, whole moves; without one, those of the decision."""
        return list(self._menu(seat))

    def _menu(self, seat: int | None) -> Sequence[Choice]:
        """The same; each is made when it is looked at."""
        decision = self.decision
        if decision is None or seat in (None, decision.player):
            return decision.options if decision else ()
        return chains.whole(self.position, self._index(seat), self.begun)

    def hops(self, seat: int | None = None) -> list[Choice]:
        """The same, but of a move that is made of several choices only the next one; without a seat, of the first that is asked."""
        return list(self._hops(seat))

    def _hops(self, seat: int | None) -> Sequence[Choice]:
        return menus.choices(self.position, self._index(seat) if seat is not None else next(iter(self.position.waiting), None))

    @property
    def begun(self) -> int | None:
        """The site where the move began that is being made, if play stands within one."""
        return self._past[-1].begun

    def answers(self, seat: int | None = None) -> list[Choice]:
        """All that can be played now, one choice after the other: the options of a seat, and what may be declared meanwhile."""
        return list(self._answers(seat))

    def _answers(self, seat: int | None) -> Iterator[Choice]:
        yield from self._hops(seat)
        yield from () if self.over else moves.declarable(self.position)

    @property
    def clocks(self) -> list[Clock]:
        """The clocks that run while this decision stands, and what they have used up."""
        return clocks(self._past, self._waited) if self.decision else []

    def wait(self, milliseconds: int) -> None:
        """So much time has passed since the last answer, or since it was last told. It is kept with the next answer, and taken back with it."""
        if milliseconds < 0:
            raise ValueError("time does not go back")
        self._waited += milliseconds

    def parse(self, text: str, seat: int | None = None) -> list[Choice]:
        """The options that a typed text can mean, or how a move of several choices can begin, or what it declares."""
        text = self.position.words.in_shown_names(text)
        found = moves.as_reckoned(self.position, moves.meant(self.legal(seat), text), text)
        if len(found) != 1 and chains.begun(self.position, self.begun) is not None:
            found = moves.meant(self.hops(seat), text) or found
        return found or (moves.meant(self.decision.meanwhile, text) if self.decision else [])

    def why_not(self, text: str, seat: int | None = None) -> list[Reason]:
        """What stands against a typed move; nothing if it is legal now."""
        if seat is None and self.decision is not None:
            seat = self.decision.player
        return why_not(self.position, self._index(seat), text)

    def _index(self, seat: int | None) -> int | None:
        if seat is not None and not 1 <= seat <= self.program.players:
            raise ValueError(f"there is no seat {seat}; seats are 1 to {self.program.players}")
        return None if seat is None else seat - 1

    # ---- playing -------------------------------------------------------------------------------

    def play(self, option: Choice | int | str, seat: int | None = None) -> None:
        """Choose an option: itself, its index, or its text as typed. IllegalMove if it is none; then nothing changes."""
        choice = self._find(option, seat)
        stood = len(self._past)
        try:
            for hop in chains.tried(self._decision, choice) or (map(self._same, (choice, *choice.on)) if choice.on else (choice,)):
                self._hop(hop)
        except BaseException:
            del self._past[stood:]
            self._arrive()
            raise
        self._future.clear()

    def _hop(self, choice: Choice) -> None:
        """One answer."""
        before, head = self.position, chains.begun(self.position, self.begun)
        moment = self._settle(self._answered(before, choice), lambda: before.values, before, choice)
        on = head is not None and choice.seat is not None and not moment.drawn and chains.goes_on(moment.position, choice.seat - 1, head)
        self._past.append(replace(moment, begun=head) if on else moment)
        self._arrive()

    def _arrive(self) -> None:
        """Another decision stands, and nobody has taken any time for it."""
        self._decision, self._waited = None, 0

    def _answered(self, position: Position, choice: Choice) -> Block:
        """The state after an answer."""
        block = chains.answered(position, choice)
        self.engine.resume(block)
        return block

    def _settle(self, block: Block, old: Callable[[], Values], before: Position | None, choice: Choice | None) -> Moment:
        """Play on to the next decision: draw what chance brings, and tell what happened since the old state."""
        now, drawn = self._stand(block), []
        rolled: list[tuple[Position, Choice]] = []
        while not now.over and falls(now, self.chance, self.world):
            if len(rolled) >= BY_ITSELF:
                raise RulesFault(Fault.FUEL, now.place(now.site.place))
            outcome = self._draw(now)
            drawn.append(outcome.move[0])
            rolled.append((now, outcome))
            now = self._stand(self._answered(now, outcome))
        move = moved(choice, self._waited) if choice else None

        def tell() -> Iterator[Event]:
            yield from happened(old(), now, (before, choice) if before and choice else None, rolled)

        return Moment(now, move, tuple(drawn), tell, (*((before, choice),) * bool(before and choice), *rolled))  # type: ignore[arg-type]

    def _stand(self, block: Block) -> Position:
        return Position(self.program, self.engine, self._words, block)

    def _draw(self, position: Position) -> Choice:
        """What chance brings: the next number of the state's generator, as the engine would draw it."""
        return drawn(position, self.world == "asked")

    def _find(self, option: Choice | int | str, seat: int | None) -> Choice:
        if self.over:
            raise IllegalMove("the game is over")
        if isinstance(option, Choice):
            return option if option.on else self._same(option)
        options = self._menu(seat)
        if isinstance(option, int):
            if not 0 <= option < len(options):
                raise IllegalMove(f"there is no option {option}; there are {len(options)}, counted from 0")
            return options[option]
        if not isinstance(option, str):
            raise TypeError(f"an option is one of the decision, its number in the list, or its words; not {option!r}")
        return moves.sole(option, self.parse(option, seat), lambda: self.why_not(option, seat))

    def _same(self, option: Choice) -> Choice:
        """The option as it is now. Those that the decision has listed are."""
        if self._decision is not None and menus.holds(self._decision.options, option):
            return option
        found = menus.same(self._hops(option.seat), option) or menus.same([] if self.over else moves.declarable(self.position), option)
        if found is None:
            raise IllegalMove(f"`{option.label}` is no option now")
        return found

    # ---- back and forth ------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last move, all of it; False if there is none."""
        return self._travel(self._past, self._future, keep=1)

    def redo(self) -> bool:
        """Play again what was taken back; False if there is nothing."""
        return self._travel(self._future, self._past, keep=0)

    def _travel(self, source: list[Moment], target: list[Moment], keep: int) -> bool:
        if len(source) <= keep:
            return False
        target.append(source.pop())
        while len(source) > keep and self.begun is not None:
            target.append(source.pop())
        self._arrive()
        return True

    def clone(self) -> Match:
        """A match that stands where this one does, and goes its own way."""
        twin = copy(self)
        twin._past, twin._future = self._past.copy(), self._future.copy()
        return twin

    def __copy__(self) -> Match:
        """The same match; to carry it elsewhere it would be played again (`__reduce__`)."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        from ruledsl.engine.carrying import packed, unpacked

        return unpacked, packed(self)

    def __repr__(self) -> str:
        asked = "over" if self.over else ", ".join(self.seats[seat] for seat in self.position.waiting) or self.position.kind
        return f"<{self.program.title}, {self.program.players} players, seed {self.seed}: {asked}>"

    def _repr_html_(self) -> str:
        from ruledsl.engine.pages import match_page

        return match_page(self)

    def resample(self, player: int, seed: int) -> Match:
        """A match that is equal to this one in what a seat knows; what it does not know is drawn anew. It has no past, and `fits` if any was found."""
        from ruledsl.minds.worlds import worlds

        seat = self._index(player)
        assert seat is not None
        return self.standing((held := worlds(self, seat, self.position)).anew(seed), held.fit)

    def at(self, who: int | str) -> Seat:
        """The match as a seat (from 1), "spectator" or "referee" may see it: what can be handed out."""
        self._index(who) if isinstance(who, int) else None
        return Seat(self, who)

    def standing(self, block: Block, fits: bool = True) -> Match:
        """A match that stands at another state of the same program. It has no past."""
        twin, first = copy(self), block.copy()
        twin._past, twin._future, twin._decision, twin._waited = [], [], None, 0
        twin._past.append(twin._settle(block.copy(), first.regions, None, None))
        twin.imagined, twin.fits = True, fits
        return twin

    # ---- what is known -------------------------------------------------------------------------

    @property
    def log(self) -> list[Event]:
        """Everything that happened."""
        return [event for event in self.told if log.is_whole(event, self.program.players)]

    def events(self, player: int | None = None) -> list[Event]:
        """What happened, as a seat is told of it; without one, everything."""
        seat = self._index(player)
        return self.log if seat is None else [seen for event in self.told if (seen := log.as_seen(event, seat))]

    @property
    def told(self) -> list[Event]:
        """Everything that is told anybody."""
        return [event for moment in self._past for event in moment.events]

    @property
    def history(self) -> History:
        """Enough to play this match again."""
        fell = tuple(number for moment in self._past for number in moment.drawn)
        return History(self.program.players, self.seed, self.options, self.chance, self.world, self.language, made(self._past), fell, waited=self._waited)

    def view(self, player: int | None = None) -> View:
        """What a seat may know of the table; without one, everything."""
        return view(self.position, self._index(player))

    @property
    def scores(self) -> list[int | None]:
        """What each seat has of that which decides who wins: what `winner:` names first. None where that is none."""
        return [score_of(self.program, self.position.call, seat) for seat in range(self.program.players)]

    @property
    def payoffs(self) -> list[int]:
        """What it is worth to each seat, more being better, if the rules say so (`def payoff(p)`); else its score."""
        return [self.position.call("payoff", seat) for seat in range(self.program.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; nobody before the end."""
        mask = self.position.call("winners") if self.over else 0
        return [seat + 1 for seat in range(self.program.players) if mask >> seat & 1]

    def check(self) -> list[Flaw]:
        """What is wrong with the state: nothing, unless the rules or the engine are."""
        return check(self.position)

    def state_bytes(self) -> bytes:
        """The block, equal in both engines."""
        return self.position.block.bytes()

    def save(self, path: str | PathLike[str]) -> None:
        """Keep the match in a file, as text that `replay` reads."""
        from ruledsl.engine.replay import save

        save(self, path)
