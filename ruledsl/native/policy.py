"""The features of options as machine code (`ruledsl/ir/features.py`), and what options are worth by the weights of their features."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.features import BENEATH, HEIGHTS, NUMBERS, OF_CARD, SIZES, Features, Form, Part
from ruledsl.ir.key import Key
from ruledsl.ir.program import PASS, VALUE
from ruledsl.native.members import each_member
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

UNKNOWN = -(1 << 62)
"""What a card is worth of which that is not known yet."""


def export_policy(module: Module, key: Key) -> None:
    """`features(state, option, out)`: how many there are, whose numbers are written; `weigh(state, rows, count, weights, scores)`: the sum of the
    weights of each option's features. `@key.same` says what a card is, from 1."""
    features = Features(key)
    if module.program.cards:
        module.add(_about(module, features))
        module.add(_worth())
    module.add(_Listing(module, features).text())
    module.add(_Weighing(module, features).text())


# ---- a card ----------------------------------------------------------------------------------


def _about(module: Module, features: Features) -> str:
    """`(state, card, out)`: the features of a card, counted from the first of the argument that names it."""
    body, program, memory, zones = Body(), module.program, module.memory, module.zones

    def face(card: str) -> str:
        at = body.let(f"getelementptr i16, ptr @key.same, i64 {card}")
        return body.let(f"zext i16 {body.let(f'load i16, ptr {at}')} to i64")

    def tell(height: str, beneath: list[str]) -> None:
        body.write(body.word("%out", "1"), height)
        for n, value in enumerate(beneath):
            body.write(body.word("%out", str(2 + n)), body.do("add", value, str(features.beneath + n * features.faces)))
        body.put("ret void")

    body.write("%out", face("%card"))
    number = memory.load(body, "card.zone", "%card")
    cases = " ".join(f"i64 {zone.base + k}, label %z{n}" for n, zone in enumerate(program.zones) for k in range(zone.instances))
    body.put(f"switch i64 {number}, label %nowhere [{cases}]")
    for n, zone in enumerate(program.zones):
        body.label(f"z{n}")
        low = features.heights + n * HEIGHTS
        if not zone.ordered:
            tell(str(low), ["0"] * BENEATH)
            continue
        k = body.do("sub", number, str(zone.base)) if zone.instances > 1 else "0"
        count = zones.count(body, zone, k)
        height = body.ask("@llvm.smin.i64", f"i64 {count}", f"i64 {HEIGHTS - 1}")
        top = body.do("sub", count, "1")
        on_top = body.compare("eq", zones.card(body, zone, k, top), "%card")
        beneath = []
        for deep in range(1, BENEATH + 1):
            there = body.let(f"and i1 {on_top}, {body.compare('sge', top, str(deep))}")
            at = body.let(f"select i1 {there}, i64 {body.do('sub', top, str(deep))}, i64 0")
            beneath.append(body.let(f"select i1 {there}, i64 {face(zones.card(body, zone, k, at))}, i64 0"))
        tell(body.do("add", height, str(low)), beneath)
    body.label("nowhere")
    tell(str(features.heights + len(program.zones) * HEIGHTS), ["0"] * BENEATH)
    return definition("internal void @about(ptr %s, i64 %card, ptr %out) #0", body)


def _worth() -> str:
    """`(state, card, weights, known)`: what a card is worth; looked up once, and kept in `known`."""
    body = Body()
    body.put(f"%about = alloca [{OF_CARD} x i64]")
    kept = body.read("%known")
    body.put(f"%is.known = icmp ne i64 {kept}, {UNKNOWN}")
    yes, no = body.fresh("known"), body.fresh("new")
    body.fork("%is.known", yes, no)
    body.label(yes)
    body.put(f"ret i64 {kept}")
    body.label(no)
    body.put("call void @about(ptr %s, i64 %card, ptr %about)")
    parts = [body.read(body.word("%weights", body.read(body.word("%about", str(n))))) for n in range(OF_CARD)]
    total = body.joined("add", parts)
    body.write("%known", total)
    body.put(f"ret i64 {total}")
    return definition("internal i64 @worth.card(ptr %s, i64 %card, ptr %weights, ptr %known) #0", body)


# ---- an option -------------------------------------------------------------------------------


class _Walk:
    """Goes through the features of the option at `%option`, whatever is to be done with each."""

    def __init__(self, module: Module, features: Features):
        self.module, self.program, self.features, self.body = module, module.program, features, Body()

    def one(self, number: str) -> None:
        """A feature by its number."""
        raise NotImplementedError

    def card(self, part: Part, card: str) -> None:
        """The features of a card."""
        raise NotImplementedError

    def option(self, option: str) -> None:
        """All of one option."""
        body, f = self.body, self.features
        action, done = body.read(option), body.fresh("done")
        forms = {**f.actions, PASS: f.passing}
        labels = {number: body.fresh("form") for number in forms}
        value, nothing = body.fresh("value"), body.fresh("nothing")
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in labels.items())
        body.put(f"switch i64 {action}, label %{nothing} [{cases} i64 {VALUE}, label %{value}]")
        for number, label in labels.items():
            body.label(label)
            self._form(forms[number], option)
            body.go(done)
        body.label(value)
        places = {site: body.fresh("site") for site in f.values}
        cases = " ".join(f"i64 {site}, label %{label}" for site, label in places.items())
        body.put(f"switch i64 {self.module.memory.load(body, 'ask.site')}, label %{nothing} [{cases}]")
        for site, label in places.items():
            body.label(label)
            self._form(f.values[site], option)
            body.go(done)
        body.label(nothing)
        body.go(done)
        body.label(done)

    def _form(self, form: Form, option: str) -> None:
        self.one(str(form.at))
        for part in form.parts:
            self._part(part, self.body.read(self.body.word(option, str(part.place))))

    def _part(self, part: Part, value: str) -> None:
        if part.kind != "number" and not self.program.cards:
            return  # of no cards none is chosen
        body, first = self.body, part.at + self.features.sizes
        if part.kind == "number":
            self.one(body.do("add", body.do("and", value, str(NUMBERS - 1)), str(part.at)))
        elif part.kind == "card":
            with body.unless(body.compare("slt", value, "0")):
                self.card(part, self._card_of(value))
        else:
            body.write("%many", "0")
            with each_member(self.module, body, value) as member:
                self.card(part, self._card_of(member))
                body.write("%many", body.do("add", body.read("%many"), "1"))
            self.one(body.do("add", body.ask("@llvm.smin.i64", f"i64 {body.read('%many')}", f"i64 {SIZES - 1}"), str(first)))

    def _card_of(self, member: str) -> str:
        return self.body.do("urem", member, str(len(self.program.cards)))


class _Listing(_Walk):
    """`features(state, option, out)`."""

    def text(self) -> str:
        body = self.body
        body.put("%many = alloca i64")
        body.put("%count = alloca i64")
        body.write("%count", "0")
        self.option("%option")
        body.put(f"ret i64 {body.read('%count')}")
        return definition("i64 @features(ptr %s, ptr %option, ptr %out) #0", body)

    def one(self, number: str) -> None:
        body, count = self.body, self.body.read("%count")
        body.write(body.word("%out", count), number)
        body.write("%count", body.do("add", count, "1"))

    def card(self, part: Part, card: str) -> None:
        body, count = self.body, self.body.read("%count")
        body.put(f"call void @about(ptr %s, i64 {card}, ptr {body.word('%out', count)})")
        for n in range(OF_CARD):
            at = body.word("%out", body.do("add", count, str(n)))
            body.write(at, body.do("add", body.read(at), str(part.at)))
        body.write("%count", body.do("add", count, str(OF_CARD)))


class _Weighing(_Walk):
    """`weigh(state, rows, count, weights, scores)`."""

    def text(self) -> str:
        body, width, cards = self.body, self.program.arguments + 1, self.features.cards * len(self.program.cards)
        body.put("%many = alloca i64")
        body.put("%sum = alloca i64")
        if cards:
            body.put(f"%known = alloca [{cards} x i64]")
            with body.count("0", str(cards)) as n:
                body.write(body.word("%known", n), str(UNKNOWN))
        with body.count("0", "%count") as n:
            body.write("%sum", "0")
            self.option(body.word("%rows", body.do("mul", n, str(width))))
            body.write(body.word("%scores", n), body.read("%sum"))
        body.put("ret i64 0")
        return definition("i64 @weigh(ptr %s, ptr %rows, i64 %count, ptr %weights, ptr %scores) #0", body)

    def one(self, number: str) -> None:
        self._add(self.body.read(self.body.word("%weights", number)))

    def card(self, part: Part, card: str) -> None:
        body = self.body
        known = body.word("%known", body.do("add", card, str(part.order * len(self.program.cards))))
        weights = body.word("%weights", str(part.at))
        self._add(body.ask("@worth.card", "ptr %s", f"i64 {card}", f"ptr {weights}", f"ptr {known}"))

    def _add(self, value: str) -> None:
        body = self.body
        body.write("%sum", body.do("add", body.read("%sum"), value))
