"""A match that is played with real cards and real throws: what cannot be seen is asked for, and only where it matters.

The state is one of all that fit what is known. Where play hangs on a card that nobody has named, or everybody gets to see one, the table is
asked which it is; then cards change places in the state until it lies there, and play goes on from the decision before. What a seat says
it does is taken for true, as far as it can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruledsl.engine import log, menus, moves
from ruledsl.engine.backend import Block
from ruledsl.engine.check import Flaw
from ruledsl.engine.choice import Choice
from ruledsl.engine.claims import Claim, candidates, claims, impossible, named, refused
from ruledsl.engine.errors import IllegalMove
from ruledsl.engine.falling import falls
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.log import Event
from ruledsl.engine.match import Match
from ruledsl.engine.moments import Decision, History, Moment, Move, moved
from ruledsl.engine.position import Position
from ruledsl.engine.unseen import Secret, Unseen
from ruledsl.engine.view import View, view
from ruledsl.engine.why import Reason
from ruledsl.engine.witness import Heard, Look, Witness
from ruledsl.ir.layout import Values
from ruledsl.ir.program import VALUE, Place, Program, Type
from ruledsl.record import record, replace

TOLD = "told"
"""How chance is had in such a match, and what kind of decision a question to the table is."""


@record(frozen=True)
class Answer:
    """What was answered to a decision; None begins the game. `named`: of a card that was drawn, it was said which."""

    choice: Choice | None
    named: bool = False


@record(frozen=True)
class Stand(Position):
    """A state, and what is not known of it. With `look`, the answer that is `pending` cannot be carried out before something is told."""

    unseen: Unseen | None = None
    pending: Answer | None = None
    look: Look | None = None

    @property
    def over(self) -> bool:
        return self.look is None and super().over

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.look else super().waiting

    @property
    def kind(self) -> str:
        return TOLD if self.look else super().kind


class Story:
    """What has happened since somebody was asked: what was answered, and step by step how the state changed."""

    def __init__(self) -> None:
        self.tells: list[tuple[list[Event], list[tuple[Values, Position]], Place, list[Event]]] = []

    def add(self, before: Position, now: Position, choice: Choice | None, heard: Sequence[Heard]) -> None:
        """One step. The steps of cards that are drawn one after the other are told together."""
        if not self.tells or choice is not None and before.site.chance != "draw":
            events = log.chosen(before, [now], choice) if choice is not None else []
            self.tells.append((events, [], now.place(choice.place if choice else 0), []))
        _, states, place, aloud = self.tells[-1]
        states.append((before.values, now))
        aloud += (event for variable, mask, values in heard for event in log.aloud(now.words, variable, values, mask, place))

    def moment(self, now: Stand, move: Move | None) -> Moment:
        """Where it has led to."""
        return Moment(now, move, (), lambda: [e for events, states, place, aloud in self.tells for e in (*events, *log.steps(states, place), *aloud)])


class ToldMatch(Match):
    """A match that follows what people do with real cards. `eyes` are the seats (from 1) whose cards it is told, so that it can play them."""

    ways = ("drawn", "asked", TOLD)

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        *,
        game: str = "",
        options: Mapping[str, Any] | None = None,
        world: str = "asked",
        language: str = "",
        eyes: Sequence[int] = (),
    ):
        self.eyes = tuple(sorted(eyes))
        self.witness = Witness(program, sum(1 << seat - 1 for seat in self.eyes))
        self._claims: list[Claim] = []
        super().__init__(program, seed, self.witness, TOLD, game=game, options=options, world=world, language=language)

    def _begin(self) -> Moment:
        block = self.witness.blank(self.seed, 1)
        stand = Stand(self.program, self.engine, self._words, block, unseen=Unseen.at_home(self.program))
        return self._follow(stand, Answer(None), None)

    # ---- going on ----

    def _follow(self, stand: Stand, answer: Answer, move: Move | None) -> Moment:
        """Carry out an answer, and go on until somebody has to be asked."""
        story = Story()
        while True:
            try:
                now, _ = self._carried_out(stand, answer)
            except Look as look:
                faces = self._faces(stand, answer, look)
                if len(faces) != 1:
                    return story.moment(replace(stand, pending=answer, look=look), move)
                stand, answer = self._knowing(stand, answer, look, next(iter(faces.values())))
                continue
            story.add(stand, now, answer.choice, self.witness.heard)
            following = None if now.over else self._unasked(now)
            if following is None:
                return story.moment(now, move)
            stand, answer = now, following

    def _carried_out(self, stand: Stand, answer: Answer) -> tuple[Stand, Secret | None]:
        """The state at the next decision; Look if that hangs on what is not known."""
        assert stand.unseen is not None
        block, unseen = stand.block.copy(), stand.unseen.copy()
        choice, secret = answer.choice, None
        if choice is not None:
            cells = len(stand.values["move"])
            for index, value in enumerate((*choice.move, *[0] * cells)[:cells]):
                block.set("move", index, value)
            block.set("move.seat", 0, -1 if choice.seat is None else choice.seat - 1)
            if not answer.named:
                self._blur(stand, unseen, choice)
            secret = self._secret_of(stand, choice)
        found = self.witness.watch(block, unseen, secret)
        return replace(stand, block=block, unseen=unseen, unknown=unseen.unsure(), pending=None, look=None), found

    def _secret_of(self, stand: Stand, choice: Choice) -> tuple[tuple[int, ...], ...] | None:
        """The moves that could have been made, where a person answers with a value; None of what is not such an answer."""
        if choice.seat is None or choice.seat in self.eyes or choice.move[0] != VALUE or (stand.site.type or Type("int")).kind == "card":
            return None
        if any(v.name == stand.site.into and v.visibility == "open" for v in self.program.variables):
            return None
        return tuple(tuple(move) for move in stand.engine.legal(stand.block, stand.site_number, choice.seat - 1))

    def _blur(self, stand: Stand, unseen: Unseen, choice: Choice) -> None:
        """A card was drawn from cards that are known, and nobody has said which: none of them is known any more."""
        card = self._drawn(stand, choice)
        if card is None or card not in unseen.sure:
            return
        values = stand.values
        number = values["card.zone"][card]
        beside = [other for other, where in enumerate(values["card.zone"]) if where == number]
        if len({self.program.cards[other] for other in beside}) > 1:
            unseen.mixed(beside)

    def _drawn(self, stand: Stand, choice: Choice) -> int | None:
        """The card that chance has drawn."""
        if choice.seat is not None or stand.site.chance != "draw":
            return None
        return stand.brought[choice.move[0]]

    def _unasked(self, now: Stand) -> Answer | None:
        """The answer to a decision that nobody is asked for: which card is drawn shows when it is seen, and so does what is chosen in
        secret."""
        if now.kind == "chance" and now.site.chance == "draw":
            return Answer(moves.outcome(now, now.block.get("ask.count") - 1))
        if falls(now, self.chance, self.world):
            return Answer(self._draw(now))
        seat = next((seat for seat in now.waiting if seat + 1 not in self.eyes), None)
        if seat is None or now.site.menu:
            return None
        first = next(iter(menus.choices(now, seat)), None)
        if first is None or first.move[0] != VALUE or not self._stays_secret(now, first):
            return None
        return Answer(first)

    def _stays_secret(self, now: Stand, choice: Choice) -> bool:
        """Is it nowhere seen what a seat has answered?"""
        if self._secret_of(now, choice) is None:
            return False
        try:
            return self._carried_out(now, Answer(choice))[1] is not None
        except Look:
            return False

    # ---- what the table is asked ----

    def _faces(self, stand: Stand, answer: Answer, look: Look) -> dict[int, tuple[int, dict[int, int]]]:
        """What can be told: by face the card and the exchange of cards, or by number the moves that were open in secret."""
        assert stand.unseen is not None
        if look.secret is not None:
            return {n: (n, {}) for n in range(len(stand.unseen.secrets[look.secret]))}
        drawn = answer.choice is not None and self._drawn(stand, answer.choice) == look.card
        return dict(candidates(stand, stand.unseen, look.card, drawn))

    def _knowing(self, stand: Stand, answer: Answer, look: Look, told: tuple[int, dict[int, int]]) -> tuple[Stand, Answer]:
        """The same moment, when something has been told."""
        assert stand.unseen is not None
        unseen = stand.unseen.copy()
        card, becomes = told
        if look.secret is not None:
            block: Block = stand.block.copy()
            block.set(*look.secret, unseen.secrets.pop(look.secret)[card][1])
            return replace(stand, block=block, unseen=unseen), answer
        drawn = None if answer.choice is None else self._drawn(stand, answer.choice)
        stand = replace(stand, block=exchange(stand, becomes) if becomes else stand.block)
        unseen.told(stand.values, card)
        stand = replace(stand, unseen=unseen, unknown=unseen.unsure())
        if drawn == look.card:
            return stand, Answer(self._outcome_of(stand, card), named=True)
        return stand, answer

    def _outcome_of(self, stand: Stand, card: int) -> Choice:
        """The answer of chance that draws this card."""
        return moves.outcome(stand, stand.brought.index(card))

    def _questions(self, stand: Stand) -> list[Choice]:
        assert stand.look is not None and stand.pending is not None and stand.unseen is not None
        found = self._faces(stand, stand.pending, stand.look)
        if stand.look.secret is not None:
            variable = next(v for v in self.program.variables if v.name == stand.look.secret[0])
            values = [move[1] for move in stand.unseen.secrets[stand.look.secret]]
            texts = [(stand.words.show(variable.type, v), stand.words.spoken(variable.type, v)) for v in values]
        else:
            type = Type("face")
            texts = [(stand.words.show(type, face), stand.words.spoken(type, face)) for face in found]
        tags = stand.place(stand.site.place).tags
        return [
            Choice(text, TOLD, (("value", text),), tags, n, None, (key,), stand.site.place, (spoken,))
            for n, (key, (text, spoken)) in enumerate(zip(found, texts, strict=True), 1)
        ]

    def _prompt(self, stand: Stand) -> str:
        look, words = stand.look, stand.words
        assert look is not None
        if look.secret is not None:
            name, index = look.secret
            variable = next(v for v in self.program.variables if v.name == name)
            return words.say("what is {name}?", name=words.owned(variable, index))
        place = words.whereabouts(look.place)
        if look.target >= 0:
            return words.say("which card goes from {source} to {target}?", source=place, target=words.whereabouts(look.target))
        return words.say("which card is shown in {place}?" if look.shown else "which card lies in {place}?", place=place)

    # ---- the face of a match ----

    @property
    def position(self) -> Stand:
        found = self._past[-1].position
        assert isinstance(found, Stand)
        return found

    def _ask(self) -> Decision:
        stand = self.position
        if stand.look is not None:
            return Decision(TOLD, None, (), tuple(self._questions(stand)), self._prompt(stand), stand.site.name, stand.site.phases)
        decision = super()._ask()
        return decision if decision.player is None else replace(decision, options=tuple(self._offered(decision.player)))

    def _offered(self, seat: int) -> list[Choice]:
        return [claim.choice for claim in self._claimed(seat)]

    def _claimed(self, seat: int) -> list[Claim]:
        stand = self.position
        assert stand.unseen is not None
        return claims(stand, self.witness, stand.unseen, seat - 1) if seat - 1 in stand.waiting else []

    def legal(self, seat: int | None = None) -> list[Choice]:
        decision = self.decision
        if decision is None:
            return []
        if seat in (None, decision.player):
            return list(decision.options)
        index = self._index(seat)
        return [] if index is None else self._offered(index + 1)

    def _menu(self, seat: int | None) -> list[Choice]:
        return self.legal(seat)

    def _hops(self, seat: int | None) -> list[Choice]:
        return self.legal(seat)

    def why_not(self, text: str, seat: int | None = None) -> list[Reason]:
        stand = self.position
        assert stand.unseen is not None
        if stand.look is not None:
            return [] if self.parse(text) or stand.look.secret else impossible(stand, stand.unseen, stand.look.card, text)
        if seat is None and self.decision is not None:
            seat = self.decision.player
        return refused(stand, self.witness, stand.unseen, self._index(seat), text)

    def play(self, option: Choice | int | str, seat: int | None = None) -> None:
        choice = self._find(option, seat)
        self._past.append(self._played(self.position, choice))
        self._future.clear()
        self._arrive()

    def _played(self, stand: Stand, choice: Choice) -> Moment:
        move = moved(choice, self._waited)
        if stand.look is not None:
            assert stand.pending is not None
            told = self._faces(stand, stand.pending, stand.look)[choice.move[0]]
            knowing, answer = self._knowing(stand, stand.pending, stand.look, told)
            return self._follow(replace(knowing, pending=None, look=None), answer, move)
        if choice.seat is not None:
            stand = self._believed(stand, choice)
        return self._follow(stand, Answer(choice), move)

    def _believed(self, stand: Stand, choice: Choice) -> Stand:
        """The state in which a claim is true; the cards that it names are known from now on."""
        claim = next(c for c in self._claimed(choice.seat or 0) if c.choice == choice)
        assert isinstance(claim.position, Stand) and stand.unseen is not None
        unseen = stand.unseen.copy()
        for card in named(claim):
            unseen.picked(claim.position.values, card)
        return replace(claim.position, unseen=unseen, unknown=unseen.unsure())

    def _same(self, option: Choice) -> Choice:
        if option not in self.answers(option.seat):
            raise IllegalMove(f"`{option.label}` is no option now")
        return option

    def _stand(self, block: Block) -> Position:
        return replace(self.position, words=self._words, block=block) if self._past else super()._stand(block)

    def check(self) -> list[Flaw]:
        """What is wrong with the state; while something is to be told, play stands nowhere."""
        return [] if self.position.look else super().check()

    def view(self, player: int | None = None) -> View:
        """What a seat knows, of what has been told; without one, what everybody sees."""
        return view(self.position, self._index(player), public=player is None)

    @property
    def history(self) -> History:
        return replace(super().history, eyes=self.eyes)

    @property
    def log(self) -> list[Event]:
        """Everything that happened before the eyes of all."""
        events = (event for moment in self._past for event in moment.events)
        return [seen for event in events if (seen := log.as_public(event, self.program.players))]

    def resample(self, player: int, seed: int) -> Match:
        raise ValueError("what a seat knows of a match with real cards, nobody else does")

