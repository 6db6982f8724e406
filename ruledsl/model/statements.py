"""Checks statements, block by block."""

from __future__ import annotations

from typing import Callable as Fn
from typing import ClassVar

from ruledsl.diagnostics import Edit
from ruledsl.model import carrying, facts
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early
from ruledsl.model.expressions import Expressions
from ruledsl.model.inside import handed_on, subterms
from ruledsl.model.joining import chosen_from, from_menu
from ruledsl.model.model import Callable, Ending
from ruledsl.model.noting import note
from ruledsl.model.pictures import pictured
from ruledsl.model.terms import row
from ruledsl.model.told import VALUES
from ruledsl.model.types import BOOL, INT, UNKNOWN, Term, Type, are_given, card_of, counted, fits, join, say
from ruledsl.source import Span
from ruledsl.syntax import tree as t

HEAD = (t.Label, t.Let, t.Require)
LOOPS = (t.While, t.Repeat, t.For, t.Turns)


class Statements:
    """`block` checks a body. `invoke` is told of every call of a phase or deed, and every action in a menu."""

    def __init__(self, desk: Desk, expressions: Expressions, invoke: Fn[[Callable, list[Term], Span], None], answer: Fn[[Callable, t.Expr, Term], None]):
        self.desk = desk
        self.model = desk.model
        self.x = expressions
        self.invoke, self.answer = invoke, answer
        self.skipped: set[int] = set()
        self.around: list[str] = []
        """The words of the loops around what is checked."""

    def block(self, body: t.Block) -> None:
        with self.desk.scope():
            for before, statement in zip((None, *body), body):
                at_once = before is None or isinstance(before, t.Let) or isinstance(before, HEAD) and isinstance(statement, HEAD)
                if isinstance(statement, LOOPS) or not at_once:
                    facts.moved_on(self.desk)
                self.CASES[type(statement)](self, statement)

    # ---- the head of an action ----

    def head(self, body: t.Block, in_action: bool) -> None:
        """The order of a body: label, then lets and requires, then what happens. Behind a label that stands amid a body the head of an action may be missing:
        of what belongs there no more is said."""
        happening = amid = False
        for n, s in enumerate(body):
            if isinstance(s, t.Label) and (n > 0 or not in_action):
                self.misplaced(s, in_action)
                amid = True
            if isinstance(s, t.Require) and (happening or not in_action):
                self.misplaced(s, in_action, amid)
            happening = happening or not isinstance(s, HEAD) or (isinstance(s, t.Let) and isinstance(s.value, (t.Roll, t.Observe)))
            for inner in t.within(s, t.Require, t.Label):
                if inner is not s and isinstance(inner, (t.Require, t.Label)):
                    self.misplaced(inner, in_action)

    def misplaced(self, s: t.Require | t.Label, in_action: bool, told: bool = False) -> None:
        """It is reported, if it is not `told` already what is wrong, and what it says is not looked at."""
        what = "the reason of a `let`" if isinstance(s, t.Require) and s.beside else "a `require`"
        if not told:
            self.desk.fail("E0402" if isinstance(s, t.Label) else "E0401" if in_action else "E0421", s.span, what=what)
        self.skipped.add(id(s))

    def label(self, s: t.Label) -> None:
        if id(s) not in self.skipped:
            self.template(s.text)

    def template(self, text: t.Text) -> None:
        for part in text.parts:
            if isinstance(part, t.Expr):
                self.x.held(part, self.x.check(part), told=True)

    def require(self, s: t.Require) -> None:
        if id(s) in self.skipped:
            return
        term = self.x.condition(s.condition)
        if s.message:
            with self.desk.scope():
                facts.learn(self.desk, self.x.kinds_of, s.condition, False)
                self.template(s.message)
        facts.learn(self.desk, self.x.kinds_of, s.condition, True)
        self.constant(term, s.condition.span)

    def constant(self, term: Term, span: Span) -> None:
        if term.op == "const":
            self.desk.fail("W0605", span, value="true" if term.data else "false")

    # ---- changes ----

    def until(self, until: t.Until | None) -> None:
        """How long something lasts: it ends with a phase, of one player, or of anything that the phase is given first."""
        if until is None:
            return
        name = until.phase.text
        target = self.model.callables.get(name)
        if target is None or target.kind != "phase":
            phases = [n for n, c in self.model.callables.items() if c.kind == "phase"]
            self.desk.unknown("E0207", until.phase.span, name, phases)
            self.x.aside(() if until.who is None else (until.who,))
            return
        self.desk.used.add(name)
        self.model.endings[id(until)] = Ending(until.when, until.next, name, self.first_value(until, target))

    def first_value(self, until: t.Until, target: Callable) -> Type | None:
        if until.who is None:
            return None
        if not target.params:
            self.x.aside((until.who,))
            self.desk.fail("E0307", until.who.span, name=target.name, want="nothing", got="one is given", hint=f"write `{target.name}`")
            return None
        return self.x.argument(until.who, target.params[0].type).type

    def carry_out(self, s: t.CarryOut) -> None:
        """The card is a parameter of the action, so that what its effect asks for can be chosen with it; an effect carries out any card."""
        inside = self.desk.inside
        if inside is not None and inside.kind == "effect":
            self.carry_out_another(s)
            return
        term = self.x.check(s.card)
        mine = inside is not None and inside.kind == "action" and any(p.key == term.data for p in inside.params)
        if term.op != "local" or term.type.kind != "card" or not mine:
            if term.type.kind != "unknown":
                self.desk.fail("E0419", s.card.span)
            return
        if s.deepest is not None:
            self.desk.fail("E0439", s.deepest.span)
        if inside is not None and inside.name != carrying.ASKED:
            self.has_effects(s.card, term)

    def carry_out_another(self, s: t.CarryOut) -> None:
        """What an effect carries out: the question for it is an action that is given the card."""
        asked = self.model.callables[carrying.ASKED]
        if not {p.type.kind for p in asked.params} & {"card", "unknown"}:  # an action of the author's that is called so, which was told
            self.x.check(s.card)
            return
        term = self.x.argument(s.card, asked.params[0].type)
        if term.type.kind not in ("card", "unknown"):
            self.x.mismatch(s.card, term, card_of(self.model.plain_kinds))
        elif term.type.kind == "card":
            self.invoke(asked, [term], s.span)
            self.has_effects(s.card, term)
        self.desk.used.add(carrying.ASKED)
        self.model.inner.setdefault(id(s), carrying.menu(s))
        if s.deepest is not None:
            deepest = self.x.value(s.deepest, INT)
            ask_early(self.desk, (deepest,))
            if deepest.op == "const" and not 1 <= deepest.data <= carrying.DEEPEST:
                what, hint = f"cards that carry out each other {deepest.data} deep", f"write 1 to {carrying.DEEPEST}"
                self.desk.fail("E0416", s.deepest.span, what=what, hint=hint)

    def has_effects(self, card: t.Expr, term: Term) -> None:
        """Of whatever kind the card is, there is something to carry out."""
        for kind in sorted(term.type.kinds):
            effects = self.model.effects(kind) + [e for other in self.model.kinds for e in self.model.effects(other) if kind in self.model.standing(other)]
            if not effects:
                above = next((family for family in self.model.above(kind) if self.model.effects(family)), "")
                self.desk.fail("E0420", card.span, name=kind, family=f"what `{above}` says is no effect of its kinds: " if above else "")
                return
            self.desk.used |= {e.name for e in effects}

    def right_side(self, e: t.Expr, want: Type | None) -> Term:
        if isinstance(e, t.Observe):
            return self.observe(e)
        if not isinstance(e, t.Roll):
            return self.x.check(e, want)
        domain, member = self.x.domain(e.domain)
        self.die(e.domain)
        if e.count is not None:
            self.x.value(e.count, INT)
            self.desk.fail("E0485", e.span)
        if domain.type.kind == "zone" or member.kind in ("face", "card"):
            dice, hint = "a range, a list or an enum to roll", "a card is drawn with `move random of … to …`"
            self.desk.fail("E0303", e.domain.span, want=dice, got=say(domain.type), hint=hint)
            member = UNKNOWN
        elif row(domain).mask != "numbers" and domain.op != "board":
            ask_early(self.desk, (domain,), "roll a range or an enum; what changes is drawn by chance as cards: `move random of … to …`")
        term = Term("roll", member, (domain,), span=e.span)
        self.model.terms[id(e)] = term
        return term

    def die(self, domain: t.Expr) -> None:
        """`d6` is a range by now: a variable of that name would be meant, and not looked at."""
        if isinstance(domain, t.Range) and isinstance(domain.high, t.Number) and domain.low == t.Number(1):
            name = f"d{domain.high.value}"
            hidden = self.desk.hides(name)
            if hidden:
                self.desk.fail("E0203", domain.span, name=name, what=hidden)

    def observe(self, e: t.Observe) -> Term:
        """The world answers yes or no; where nobody looks, chance answers."""
        self.template(e.question)
        term = Term("observe", BOOL, self.odds(e.odds, e.out_of), span=e.span)
        self.model.terms[id(e)] = term
        return term

    def odds(self, odds: t.Expr, out_of: t.Expr) -> tuple[Term, Term]:
        return self.x.value(odds, INT), self.x.value(out_of, INT)

    def let(self, s: t.Let) -> None:
        term = self.right_side(s.value, None)
        if term.type.kind == "none":
            self.desk.fail("E0303", s.value.span, want="a value", got=say(term.type))
        good = self.x.held(s.value, term)
        self.desk.bind(s.name.text, term.type if good or term.type.kind == "nothing" else UNKNOWN, s.name, s.name.span)

    def picture(self, s: t.Assign, picture: t.Picture) -> None:
        board = pictured(self.x, self.x.check(s.target), picture, s.op, s.until)
        self.desk.written |= set(board.marked if board is not None else ())

    def assign(self, s: t.Assign) -> None:
        if isinstance(s.value, t.Picture):
            self.picture(s, s.value)
            return
        read = set(self.desk.used)
        target = self.x.check(s.target)
        self.desk.put_into(s.target.span if s.op == "=" and isinstance(s.target, t.Ref) and not s.beside else None)
        if s.op == "=" and target.op == "var" and target.data not in read:
            self.desk.used.discard(target.data)
        if target.op == "zone":
            self.desk.fail("E0320", s.target.span, name=target.data)
        elif target.op == "local":
            self.desk.fail("E0312", s.target.span, hint="a `let` and a parameter keep their value; declare a variable under `table:` or `each player:`")
        elif target.op != "var" and target.type.kind != "unknown":
            drawn = "write a picture behind the `=`, as `\"x.o/3\"`, or set variables of its cells"
            hint = drawn if target.op == "board" else "declare a variable under `table:` or `each player:`"
            self.desk.fail("E0312", s.target.span, hint=hint)
        if target.op == "var":
            self.desk.written.add(target.data)
        self.stored(s, target)
        self.until(s.until)

    def stored(self, s: t.Assign, target: Term) -> None:
        term = self.x.as_wanted(s.value, self.right_side(s.value, target.type), target.type)
        want = target.type
        if s.op != "=" and not fits(want, INT):
            if target.op != "zone":  # which is told by itself
                self.desk.fail("E0301", s.target.span, op=s.op, got=say(want), hint=f"`{s.op}` works on numbers")
            return
        if target.type.kind == "unknown" or target.op != "var":
            return
        if not fits(term.type, want):
            self.x.mismatch(s.value, term, want, "" if not term.type.or_none else "ask `is not none` first")
        elif s.op == "=":
            self.x.out_of_range(target, term, s.value.span)
            if not isinstance(s.value, (t.Roll, t.Observe, t.Gained)):
                self.x.put(s.value, term, want)
        elif not isinstance(s.value, (t.Roll, t.Observe, t.Gained)):
            self.x.number(s.value, term)

    def move(self, s: t.Move) -> None:
        what = self.cards(s.what)
        to = s.to.zone if isinstance(s.to, t.Place) and s.to.which in ("top", "bottom") and s.to.zone is not None else s.to
        zone = self.x.zone(to)
        self.desk.written |= {place.data for place in subterms(zone) if place.type.kind == "zone" and isinstance(place.data, str)}
        strange = sorted(what.type.kinds - zone.type.kinds) if zone.type.kinds else []
        if strange and not what.type.kinds & zone.type.kinds:
            kinds = " or ".join(f"a `{k}`" for k in sorted(what.type.kinds))
            self.desk.fail("E0303", s.what.span, want=f"a card that `{zone.data}` takes", got=kinds)
        elif strange and what.op == "all_cards" and what.data is not None:
            self.desk.fail("E0303", s.what.span, want=f"what `{zone.data}` takes", got=f"a `{strange[0]}`, too")
        elif strange and what.type.guises:
            hint = f"where it lies it is a `{strange[0]}`: say so behind `of` where `{zone.data}` is declared, or ask `is not {strange[0]}` first"
            self.desk.fail("E0303", s.what.span, want=f"a card that `{zone.data}` takes", got=f"a `{strange[0]}` that stands for another, too", hint=hint)
        self.until(s.until)
        if s.until is not None and row(what).has("all"):
            self.desk.fail("E0316", s.what.span, got=f"all {what.data or 'cards'}", hint="only cards of one place come back to where they were")

    def cards(self, e: t.Expr) -> Term:
        """What can be moved: one card, or the cards of a place."""
        if isinstance(e, t.Place) and e.zone is not None and e.which not in ("tops", "every"):
            zone = self.x.zone(e.zone)
            self.x.in_order(e, zone)
            if e.count is not None:
                self.x.value(e.count, INT)
            term = Term("cards", Type("zone", kinds=zone.type.kinds), (zone,), e.which, e.span)
            self.model.terms[id(e)] = term
            return term
        term = self.x.check(e)
        if term.type.kind == "zone" and term.op == "zone":
            self.desk.fail("E0316", e.span, (Edit(_start(e.span), "all of "),), got="a zone", hint=f"write `all of {term.data}` or `top of {term.data}`")
        elif term.type.kind not in ("card", "subset", "unknown") and not row(term).has("all"):
            hint = "say which one: `let c = first(c for c in … if …)`" if term.type.kind == "face" else ""
            hint = "go through them: `for c in tops of …: move c to …`" if term.op == "tops" else hint
            hint = "move those of one place after those of another" if term.op == "joint" else hint
            self.desk.fail("E0316", e.span, got=say(term.type), hint=hint)
        return term

    def shuffle(self, s: t.Shuffle) -> None:
        zone = self.x.zone(s.zone)
        info = self.model.state.get(zone.data) if zone.op == "zone" else None
        self.desk.mixed.add(zone.data)
        if info and info.word != "pile":
            hint = "a zone without order needs no shuffling; take `random of` it"
            self.desk.fail("E0317", s.zone.span, name="shuffle", want="piles", got=f"a {info.word}", hint=hint)

    def reveal(self, s: t.Reveal) -> None:
        parts = s.what.parts if isinstance(s.what, t.Text) else (s.what,)
        if not parts:
            self.desk.fail("E0314", s.what.span, got="a text in which nothing stands", hint="write what is told")
        for part in parts:
            if isinstance(part, t.Expr):
                self.told(part, aloud=isinstance(s.what, t.Text))
        if s.to is not None:
            who = self.x.check(s.to)
            if who.type.kind not in ("player", "set", "unknown"):
                self.desk.fail("E0303", s.to.span, want="a player", got=say(who.type))

    def told(self, e: t.Expr, aloud: bool) -> None:
        """A value can be told; cards and zones are shown, and stand in no text that is told."""
        term = self.x.check(e)
        shown = not aloud and (row(term).has("stored") or handed_on(term) or term.type.kind in ("card", "subset"))
        if not shown and term.type.kind not in (*VALUES, "unknown"):
            is_card, many = term.type.kind in ("card", "subset") or term.op == "zone", "tell them one by one: `for k in … : reveal x[k]`"
            hint = f"show it by itself, `{'show' if aloud else 'reveal'} …`, or tell what is on it" if is_card else "write what a variable could hold"
            hint = many if term.type.kind == "many" else hint
            self.desk.fail("E0314", e.span, got=say(term.type), hint=hint)

    # ---- decisions ----

    def seat(self, e: t.Expr) -> Term:
        term = self.x.check(e)
        if term.type.kind not in ("player", "unknown"):
            self.desk.fail("E0313", e.span, got=say(term.type))
        return term

    def choose_action(self, s: t.ChooseAction) -> None:
        if isinstance(s.who, t.Loop):
            with self.desk.scope():
                loop = self.x.loop(s.who)
                if loop.type.kind not in ("player", "unknown"):
                    self.desk.fail("E0313", s.who.domain.span, got=say(loop.type))
                self.menu(s)
            return
        self.seat(s.who)
        self.menu(s)
        if s.otherwise is not None:
            self.block(s.otherwise)

    def menu(self, s: t.ChooseAction) -> None:
        for n, item in enumerate(s.items):
            self.menu_item(item)
            if item in s.items[:n]:
                self.desk.fail("E0487", item.span, name=item.name)
        self.again(s)
        if s.prompt:
            self.template(s.prompt)

    def again(self, s: t.ChooseAction) -> None:
        """What must be answered, and comes again, has an end."""
        if s.again is None:
            return
        if s.again.condition is not None:
            self.x.condition(s.again.condition)
        if s.again.at_most is not None:
            self.x.value(s.again.at_most, INT)
        if not s.optional and s.again.condition is None and s.again.at_most is None:
            self.desk.fail("E0470", s.again.span)

    def menu_item(self, item: t.MenuItem) -> None:
        target = self.model.callables.get(item.name)
        actions = [n for n, c in self.model.callables.items() if c.kind == "action"]
        if target is None or target.kind != "action":
            self.x.aside(item.args)
            if target is None:
                at = item.span
                name_span = Span(at.file, at.line, at.column, at.line, at.column + len(item.name))
                self.desk.unknown("E0208", name_span, item.name, actions)
            else:
                self.desk.fail("E0406", item.span, name=item.name, what=target.words, hint="a menu lists actions")
            return
        self.desk.used.add(item.name)
        given = from_menu(target)
        if len(given) != len(item.args):
            self.x.aside(item.args)
            names = ", ".join(p.name for p in given)
            hint = f"write `{item.name}({names})`" if given else f"write `{item.name}`; what it is chosen from stands at the action"
            self.desk.fail("E0307", item.span, name=item.name, want=f"{counted(len(given))} in a menu", got=f"here {are_given(len(item.args))}",
                           hint=(not item.args and chosen_from(target)) or hint)  # fmt: skip
            return
        self.invoke(target, [self.x.argument(arg, p.type) for arg, p in zip(item.args, given)], item.span)

    def choose_value(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.together(s)
            return
        self.seat(s.who)
        if self.of_each(s.target):
            return
        _, member = self.x.domain(s.domain)
        type = self.x.or_none(self.x.wanted(s.wanted, s.domain, member), s)
        if s.prompt:
            self.template(s.prompt)
        target = s.target
        if isinstance(target, t.Ref) and target.name not in self.model.state:
            self.desk.bind(target.name, type, target, target.span)
            if s.condition:
                self.x.condition(s.condition, learn=True)
            return
        place = self.x.check(target)
        if place.op != "var" and place.type.kind != "unknown":
            self.desk.fail("E0312", target.span, hint="write a new name, or a variable")
        elif not fits(type, place.type):
            self.desk.fail("E0303", s.domain.span, want=say(place.type), got=say(type))
        self.desk.written.add(place.data) if place.op == "var" else None
        self.chosen_if(s)

    def of_each(self, target: t.Expr) -> bool:
        """`p chooses amount[g in Good] in 0..3`: how many of each is an argument of an action."""
        base = target.base if isinstance(target, t.Index) else None
        asked = isinstance(target, t.Index) and isinstance(target.items[0], t.Compare) and target.items[0].ops == ("in",)
        if not asked or not isinstance(base, t.Ref) or base.name in self.desk.all_names():
            return False
        written = self.model.written(target.span)
        hint = f"how many of each is chosen with an action: `action pay({written} in …): …`, and then `p chooses pay`"
        self.desk.fail("E0312", target.span, hint=hint)
        self.desk.bind(base.name, UNKNOWN, base, base.span)
        return True

    def together(self, s: t.ChooseValue) -> None:
        """`each p in S chooses p.bet in Bet`: the answer goes into a variable of the seat."""
        assert isinstance(s.who, t.Loop)
        with self.desk.scope():
            loop = self.x.loop(s.who)
            if loop.type.kind not in ("player", "unknown"):
                self.desk.fail("E0313", s.who.domain.span, got=say(loop.type))
                return
            _, member = self.x.domain(s.domain)
            member = self.x.or_none(self.x.wanted(s.wanted, s.domain, member), s)
            local = isinstance(s.target, t.Ref) and s.target.name not in self.desk.all_names()
            place = Term("error", UNKNOWN) if local else self.x.check(s.target)
            whose = place.args[0] if place.op == "var" and place.args else None
            if whose is None or whose.op != "local" or whose.data != loop.key:
                self.desk.fail("E0312", s.target.span, hint=f"write a variable of each player, such as `{s.who.name.text}.bet`")
            elif not fits(member, place.type):
                self.desk.fail("E0303", s.domain.span, want=say(place.type), got=say(member))
            self.desk.written |= {place.data} if place.op == "var" else set()
            self.chosen_if(s)
            if s.prompt:
                self.template(s.prompt)

    def chosen_if(self, s: t.ChooseValue) -> None:
        """The condition of a choice that goes into a variable: while it is asked, nothing is chosen yet."""
        if s.condition is None:
            return
        self.x.condition(s.condition)
        name = self.model.written(s.target.span)
        for asked in t.within(s.condition, type(s.target)):
            if self.model.written(asked.span) == name:
                self.desk.fail("E0462", asked.span, name=name, domain=self.model.written(s.domain.span))
                return

    # ---- ways through ----

    def if_(self, s: t.If) -> None:
        with self.desk.scope():
            for condition, body in s.arms:
                if condition is None:
                    self.block(body)
                    continue
                self.x.condition(condition)
                with self.desk.scope():
                    facts.learn(self.desk, self.x.kinds_of, condition, True)
                    self.block(body)
                facts.learn(self.desk, self.x.kinds_of, condition, False)

    def while_(self, s: t.While) -> None:
        self.x.condition(s.condition)
        if s.at_most is not None:
            self.x.value(s.at_most, INT)
        with self.desk.scope():
            facts.learn(self.desk, self.x.kinds_of, s.condition, True)
            self.inside("while", s.body)
        self.block(s.otherwise or ())

    def inside(self, loop: str, body: t.Block) -> None:
        """What is done each time round."""
        self.around.append(loop)
        self.block(body)
        self.around.pop()

    def leave(self, s: t.Leave) -> None:
        if s.loop not in self.around:
            self.desk.fail("E0452", s.span, loop=s.loop)

    def repeat(self, s: t.Repeat) -> None:
        self.x.value(s.times, INT)
        self.inside("repeat", s.body)

    def for_(self, s: t.For) -> None:
        with self.desk.scope():
            self.x.loop(s.loop, ordered=True, places=True)
            self.inside("for", s.body)

    def turns(self, s: t.Turns) -> None:
        with self.desk.scope():
            term = self.x.loop(s.loop, ordered=True, places=True)
            if term.type.kind not in ("player", "unknown"):
                self.desk.fail("E0303", s.loop.domain.span, want="a set of players", got=say(term.domain.type), hint="`turns` goes round the table; use `for`")
            if s.at_most is not None:
                self.x.value(s.at_most, INT)
            self.inside("turns", s.body)
        self.block(s.otherwise or ())

    def unless(self, s: t.Unless) -> None:
        """How long a clock runs is known before play."""
        if self.desk.inside is not None and self.desk.inside.kind == "effect" and carrying.goes_deeper(self.desk.inside):
            self.desk.fail("E0438", s.event.span)
        self.template(s.event)
        if s.who is not None:
            self.seat(s.who)
        if s.seconds is not None:
            ask_early(self.desk, [self.x.value(s.seconds, INT)])
        if s.odds is not None and s.out_of is not None:
            self.odds(s.odds, s.out_of)
        self.block(s.body)
        if s.otherwise is not None:
            self.block(s.otherwise)

    def give(self, s: t.Give) -> None:
        """What a deed gives may be whatever can be named by `let`."""
        target = self.model.callables.get(s.name)
        term = self.x.check(s.value, target.result if target is not None else None)
        if target is not None and self.x.held(s.value, term):
            want = target.result or UNKNOWN
            if join(term.type, want) is None:
                self.x.mismatch(s.value, term, want)
            else:
                self.answer(target, s.value, term)

    def end(self, s: t.End) -> None:
        if s.given:
            return
        phases = {n for n, c in self.model.callables.items() if c.kind == "phase"} | {"game"}
        other = self.model.callables.get(s.name)
        if other is not None and s.name not in phases:
            gives = isinstance(other.decl, t.To) and other.result is not None
            hint = "`give …` ends a deed that gives something" if gives else "`end` is for phases and the game; what may be left undone stands behind an `if`"
            self.desk.fail("E0406", s.span, name=s.name, what=other.words, hint=hint)
        elif s.name not in phases:
            self.desk.unknown("E0207", Span(s.span.file, s.span.line, s.span.end_column - len(s.name), s.span.end_line, s.span.end_column), s.name, phases)

    def do(self, s: t.Do) -> None:
        name = s.call.function
        target = self.model.callables.get(name)
        if target is None:
            self.x.aside(s.call.args)
            deeds = [n for n, c in self.model.callables.items() if c.kind in ("to", "phase")]
            self.desk.unknown("E0215", s.call.function_span, name, deeds)
        elif target.kind not in ("to", "phase"):
            hints = {"def": "a `def` only answers; use its value", "action": f"an action is chosen: `p chooses {name}`"}
            self.desk.fail("E0406", s.call.function_span, name=name, what=target.words, hint=hints.get(target.kind, ""))
        else:
            self.desk.used.add(name)
            args = self.x.arguments(target, s.call.args, s.call.span)
            if args is not None:
                self.invoke(target, args, s.call.span)

    def usual(self, s: t.DoUsual) -> None:
        if not self.desk.usual:
            self.desk.fail("E0405", s.span)

    CASES: ClassVar[dict[type, Fn[..., None]]] = {
        t.Label: label, t.Let: let, t.Require: require, t.Assign: assign, t.Move: move,
        t.Shuffle: shuffle, t.Reveal: reveal, t.ChooseAction: choose_action, t.ChooseValue: choose_value,
        t.If: if_, t.While: while_, t.Repeat: repeat, t.For: for_, t.Turns: turns, t.End: end,
        t.Unless: unless, t.Leave: leave, t.Do: do, t.DoUsual: usual, t.Pass: lambda self, s: None, t.CarryOut: carry_out,
        t.Note: lambda self, s: note(self.x, s), t.Give: give,
    }  # fmt: skip


def _start(span: Span) -> Span:
    return Span(span.file, span.line, span.column, span.line, span.column)
