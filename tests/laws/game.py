"""A whole rules file at random, from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from zlib import crc32

from ruledsl.record import replace
from tests.laws.deeds import Lines, Room, indented
from tests.laws.odd import ODD
from tests.laws.rare import Rare
from tests.laws.terms import LOCALS, Scope
from tests.laws.world import BOOL, PLAYER, SEATS, Kind, Ty, Var, Zone, draw_world, number

SHAPES = ('"##"', '"#.#"', '"##/#."', '"##./.##"', '"###/#.."', '"#../###"')
PRINTED = {"colour": "{colour}", "n": "{n}", "dots": "{dots}", "keeper": "{keeper}"}


def rules_file(seed: int) -> str:
    """The text of a random game; every fourth seed gives one that can be solved."""
    r = Random(seed)
    writer = Writer(r, draw_world(r, seed % 4 == 0))
    writer.winning = seed % 7 == 3  # nothing else is drawn otherwise for it
    return "\n".join(writer.file()) + "\n"


UNFORESEEN = ("chooses", " may ", "roll", "shuffle", "end ", "move ", "reveal", "show", "unless", "observe", "carry out", "deed", " wins", "you win")


def beside(lines: Iterable[str]) -> Lines:
    """Variables that follow one another and are declared alike, on one line."""
    out: Lines = []
    for line in lines:
        name, _, declared = line.partition(": ")
        if out and "[" not in name and out[-1].partition(": ")[2] == declared and "[" not in out[-1].partition(": ")[0]:
            out[-1] = f"{out[-1].partition(': ')[0]}, {line}"
        else:
            out.append(line)
    return out


def can_be_foreseen(body: list[str]) -> bool:
    """Is nothing in a block that cannot be tried?"""
    return not any(word in f"{line} " for line in body for word in UNFORESEEN)


class Writer(Rare):
    """Writes a game, declaration by declaration, so that each may speak of those before it."""

    def file(self) -> Lines:
        self.standing: dict[str, bool] = {}
        self.odd = ODD if self.r.random() < 0.3 else 0.0
        head = [*self.head(), *self.enums(), *self.charts(), *self.options()]
        table = [*self.boards(), *self.components(), *self.state()]
        answers = [*self.melds(), *self.defs()]
        cards = self.cards()
        doing = [*self.deed_lines(), *self.permission_lines()]
        actions = self.action_lines()
        phases = self.phases()
        hooks = [*self.hooks(), *self.watch(), *self.histories()]
        return [*head, *cards, *table, *answers, *doing, *actions, *phases, *hooks, *self.closing()]

    # ---- declarations ----

    def head(self) -> Lines:
        w = self.world
        seats = str(w.low) if w.low == w.high else f"{w.low}..{w.high}"
        names = ": " + ", ".join(SEATS[: w.high]) if self.r.random() < 0.1 or w.teams else ""
        book = ['    rulebook "book"'] if self.r.random() < 0.1 else []
        book += [f"    team {name}: {', '.join(members)}" for name, members in w.teams.items()]
        if self.r.random() < 0.15 and not w.teams:
            self.modes = ("long", "short")
            return ['game "Random":', f"    mode long: players {seats}", f"    mode short: players {w.low}", *book]
        self.modes: tuple[str, ...] = ()
        return ['game "Random":', f"    players {seats}{names}", *book]

    def enums(self) -> Lines:
        out = []
        for name, values in self.world.enums.items():
            if name == "Team":
                continue
            shown = [f'{v} "{v.upper()}"' if self.r.random() < 0.2 else v for v in values]
            out.append(f"enum {name}: {', '.join(shown)}{f', then {values[0]}' if name in self.world.circles else ''}")
        return out

    def charts(self) -> Lines:
        w, r, out = self.world, self.r, []
        if r.random() < 0.3:
            enum = r.choice(list(w.enums))
            w.charts["worth"] = enum
            rows = [f"    {v}  {r.randint(-3, 9)}  {r.randint(0, 5)}" for v in w.enums[enum]]
            out += ["chart worth:", f"    {enum.lower()}  points  price", *rows]
        if r.random() < 0.15:
            w.charts["sizes"] = "players"
            counts = range(w.low, w.high + 1)
            out += ["chart sizes:", f"    players  {'  '.join(map(str, counts))}", f"    cards  {'  '.join(str(r.randint(1, 3)) for _ in counts)}"]
        if r.random() < 0.15:
            w.charts["steps"] = "number"
            out += ["chart steps:", "    level  reward", f"    1, 2  {r.randint(0, 9)}", f"    3  {r.randint(0, 9)}"]
        return out

    def options(self) -> Lines:
        w, r, out = self.world, self.r, []
        for name, ty in w.options.items():
            default = {"int": "2", "bool": "false", "player": "players.first", "enum": w.enums["Colour"][0], "set": "{red}"}[ty.kind]
            out.append(f"option {name}: {ty.text()} = {default}" + (' "What is it?"' if r.random() < 0.3 else ""))
        out += [f"option {name}: list of 1..6 = [1, 2, 2, 5]" for name in w.lists]
        for name, values in w.rulings.items():
            out += [f"ruling {name}: {', '.join(values[:-1])} or {values[-1]}", '    "Who wins?"']
            self.ruled_value = values[-1] if r.random() < 0.5 else ""
            if self.ruled_value:
                out += [f"    {values[-1]}:", "        table:", "            fine: 0..9 = 2", "        after turn(): x = fine"]
        if r.random() < 0.1 and "goal" in w.options:
            out.append('require goal > 0 and count(players) > 0 else "{goal} is nothing"')
        return out

    def boards(self) -> Lines:
        out: Lines = []
        for name, (rows, columns) in self.world.boards.items():
            shape = self.shape(rows, columns)
            self.world.hexes[name] = shape.startswith("hexes")
            self.world.widening |= {name} if ".." in shape else set()
            out.append(f"board {name}: {shape}{self.r.choice(['', '', ' from below'])}")
            out += indented(self.legend(name)) if shape.startswith("grid") else []
        if out and not any(self.world.hexes.values()) and self.r.random() < 0.3:
            self.world.shaped, self.world.enums["Tile"] = True, ("dot", "ell", "zig")
            out.append(f'shape Tile: dot "#", ell {self.r.choice(SHAPES)}, zig {self.r.choice(SHAPES)} "a zig"')
        for name, web in self.world.webs.items():
            out.append(f"board {name}: places {', '.join(web.places)}")
            rows = [f"{one} - {other}  {self.r.choice(['true', 'false'])}  {self.r.choice(self.world.enums['Colour'])}" for one, other in web.routes]
            out += ["    way  fast  hue  nth", *(f"    {row}  {n}" for n, row in enumerate(rows))]
        if self.world.webs:
            towns = [town for web in self.world.webs.values() for town in web.places]
            out += ["chart town:", "    town  worth", *(f"    {town}  {self.r.randint(0, 9)}" for town in towns)]
        return out

    def shape(self, rows: int, columns: int) -> str:
        """Mostly a grid; else as many rows of hexes, or more than that."""
        rhombus, hexes = f"hexes {rows} by {columns}", f"hexes {columns}..{columns + rows - 1}"
        return self.r.choice([f"grid {rows} by {columns}"] * 6 + [rhombus, hexes])

    def cards(self) -> Lines:
        out: Lines = []
        w = self.world
        for family in w.families:
            out += self.family(family)
        bare = [k for k in w.kinds.values() if not (k.params or k.consts or k.effect or k.wild)]
        if len(bare) > 1 and len({k.family for k in bare}) == 1:
            out.append(f"card {', '.join(k.name for k in bare)}{f' is {bare[0].family}' if bare[0].family else ''}")
        else:
            bare = []
        for kind in w.kinds.values():
            out += [] if kind in bare else self.kind(kind)
        return out

    def kind(self, kind: Kind) -> Lines:
        r = self.r
        params = f"({', '.join(f'{p}: {ty.text()}' for p, ty in kind.params.items())})" if kind.params else ""
        printed = f' "{kind.name[0]}{"".join(PRINTED[p] for p in kind.params)}"' if r.random() < 0.4 else ""
        family = f" is {kind.family}" if kind.family else ""
        rules: Lines = []
        rules += [f"{name} = {self.literal(ty)}" for name, ty in kind.consts.items()]
        if kind.wild:
            rules.append(f"stands for any {next(iter(self.world.families or self.world.kinds))}")
        this = Scope({"this": Ty("card", kinds=(kind.name,))}, you=True)
        room = Room(moves=False)
        if kind.effect == "plain":
            rules += ["effect:", *indented(self.block(this, room, 1, 1))]
        if kind.effect == "named":
            rules += ["effect gain:", *indented(['"to gain"', "if your.score < 90: your.score += 2"])]
            inner = this.plus("victim", PLAYER)
            guard = f'require {self.truth(inner, 1)} else "no, {{victim}}"'
            rules += ["effect rob(victim in others):", *indented(['"to rob {victim}"', guard, *self.block(inner, room, 1, 1)])]
        if kind.effect == "named" and r.random() < 0.4:
            rules += self.carrying(kind)
        if r.random() < (0.5 if kind.family in self.standing else 0.15):
            rules += self.card_hook(kind)
        return [f"card {kind.name}{params}{printed}{family}{':' if rules else ''}", *indented(rules)]

    def family(self, name: str) -> Lines:
        """A family of cards, which may say where its rules are in force."""
        if self.r.random() < 0.5:
            return [f"card {name}"]
        inner = Scope({"this": Ty("card", kinds=self.world.families[name]), "p": PLAYER})
        zone, z = self.zone(inner, lambda z: z.owner in ("table", "player") and set(self.world.families[name]) <= set(self.world.kinds_of(z)))
        holder = z.owner == "player" and f"{self.fresh('h')}"
        if holder:
            zone = f"{holder}.{zone.partition('.')[2]}"
            inner = Scope({"this": inner.names["this"], holder: PLAYER})
        else:
            inner = Scope({"this": inner.names["this"]})
        guard = f" and {self.truth(inner, 1)}" if self.r.random() < 0.4 else ""
        self.standing[name] = bool(holder)
        return [f"card {name}:", f"    in force{f' for {holder}' if holder else ''} if this in {zone}{guard}"]

    def standing_hook(self, kind: Kind) -> Lines:
        """A rule on each card that is in force, for whom it is, or for somebody else."""
        holder = self.r.choice(["p", "p.left"]) if self.standing[kind.family] else ""
        inner = Scope({"this": Ty("card", kinds=(kind.name,)), "p": PLAYER})
        once, guard = (" once" if self.r.random() < 0.4 else ""), (f" if {self.truth(inner, 1)}" if self.r.random() < 0.4 else "")
        head = f"{self.r.choice(['before', 'after'])} turn(p){once} in force{f' for {holder}' if holder else ''}{guard}:"
        return [head, *indented(self.block(inner, Room(moves=self.r.random() < 0.5, sets=True), 1, 1))]

    def card_hook(self, kind: Kind) -> Lines:
        """A rule on each card that lies in a zone."""
        if kind.family in self.standing and self.r.random() < 0.7:
            return self.standing_hook(kind)
        zone, _ = self.zone(Scope({"p": PLAYER}), lambda z: z.owner in ("table", "player") and kind.name in self.world.kinds_of(z))
        inner = Scope({"this": Ty("card", kinds=(kind.name,)), "p": PLAYER})
        once = " once" if self.r.random() < 0.4 else ""
        guard = f" and {self.truth(inner, 1)}" if self.r.random() < 0.4 else ""
        quiet = Room(moves=self.r.random() < 0.5, sets=True)
        return [f"{self.r.choice(['before', 'after'])} turn(p){once} if this in {zone}{guard}:", *indented(self.block(inner, quiet, 1, 1))]

    def components(self) -> Lines:
        r, out, many = self.r, [], 0
        roomy = [z.name for z in self.world.zones if z.name in ("deck", "out") and not z.of and not z.most and z.word != "spot"]
        for kind in self.world.kinds.values():
            loops = "".join(f" for {p} in {self.domain(ty)}" for p, ty in kind.params.items())
            faces = 1
            for ty in kind.params.values():
                faces *= {"int": ty.high, "bool": 2, "player": self.world.high, "enum": 3}[ty.kind]
            times = r.randint(1, 2) if faces * 2 + many <= 24 else 1
            if r.random() < 0.03:
                times = 70 // faces + 1
            many += times * faces
            card = f"{kind.name}({', '.join(kind.params)})" if kind.params else kind.name
            there = f" if count(players) {r.choice(['<', '>=', '!='])} {r.randint(2, 3)}" if not loops and r.random() < 0.3 else ""
            out.append(f"{r.choice(['deck', 'deck', *roomy])}: {times} of {card}{loops}{there}")
        return ["components:", *indented(out)]

    def domain(self, ty: Ty) -> str:
        return {"int": f"{ty.low}..{ty.high}", "bool": "[false, true]", "player": "players", "enum": ty.name}[ty.kind]

    def state(self) -> Lines:
        out: Lines = []
        heads = {"table": "table"}
        owners = dict.fromkeys([*(v.owner for v in self.world.vars), *(z.owner for z in self.world.zones)])
        for owner in owners:
            head = heads.get(owner, f"each {owner}")
            lines = beside(self.variable(v) for v in self.world.vars if v.owner == owner and not v.scope)
            lines += [self.zone_line(z) for z in self.world.zones if z.owner == owner]
            out += [f"{head}:", *indented(lines)] if lines else []
            for scope in dict.fromkeys(v.scope for v in self.world.vars if v.owner == owner and v.scope):
                out += [f"{head} this {scope}:", *indented([self.variable(v) for v in self.world.vars if v.owner == owner and v.scope == scope])]
        for board in self.world.boards:
            if self.r.random() < 0.2:
                of = ['row', 'row, diagonal'] if self.world.hexes[board] else ['row', 'row, column', 'column, diagonal']
                out += [f"each {self.r.choice(of)} of {board}:", f"    worn_{board}: 0..9"]
        return out

    def declared_keys(self, keys: tuple[Ty, ...]) -> str:
        among = {"player": "players", "bool": "{true, false}"} | {ty.kind: self.values_of(ty) for ty in [*self.world.places, *self.world.rare]}
        told = [f"k{n} in {among.get(key.kind) or key.text()}" for n, key in enumerate(keys)]
        return f"[{', '.join(told)}]" if told else ""

    def variable(self, v: Var) -> str:
        keys = self.declared_keys(v.keys)
        first = ""
        if self.r.random() < 0.3 and v.name not in ("clock", "score") and v.type.kind in ("int", "enum", "bool") and v.type.name != "Way":
            first = f" = {self.literal(v.type)}" if v.type.kind != "int" else f" = {self.r.randint(0, v.type.high // 2)}"
        return f"{v.name}{keys}: {v.type.text()}{first}{f', {v.seen}' if v.seen else ''}"

    def zone_line(self, z: Zone) -> str:
        keys = self.declared_keys(z.keys)
        of = f" of {z.of}" if z.of else ""
        return f"{z.name}{keys}: {z.word}{of}{f', {z.seen}' if z.seen else ''}{f', at most {z.most}' if z.most else ''}"

    def melds(self) -> Lines:
        out: Lines = []
        for name, kind in self.world.melds.items():
            params = self.world.kinds[kind].params
            rank = next(p for p, ty in params.items() if ty.kind in ("int", "enum"))
            suit = next((p for p in params if p != rank), None)
            lines = [f"rank: card.{rank}", "set: 2..3"] + ([f"suit: card.{suit}", "run: 2..3"] if suit else [])
            lines += ["alike: 2..2"] * (self.r.random() < 0.2)
            lines += ["worth: " + (f"card.{rank}" if params[rank].kind == "int" else "2")] * (self.r.random() < 0.5)
            out += [f"meld {name}(card: {kind}):", *indented(lines)]
        for name, (_, part) in self.world.combinations.items():
            shape = self.r.choice(["brackets", "flat", "chain"])
            lines = [f"values: [c.{part} for c in cards]", "size: 1..3"]
            lines += [f"signs: {{{', '.join(self.r.sample(['plus', 'minus', 'times', 'divided'], self.r.randint(1, 3)))}}}", f"target: {self.r.randint(2, 6)}"]
            lines += [f"shape: {shape}"] * (self.r.random() < 0.3) + ["distinct: x < 3"] * (self.r.random() < 0.3)
            out += [f"combination {name}(cards):", *indented(lines)]
        return out

    # ---- answers, deeds, actions ----

    def drawn_params(self, cards: bool = True) -> dict[str, Ty]:
        ties = [PLAYER, PLAYER, number(9), Ty("enum", "Colour"), BOOL] + [of for ty in self.world.places for of in (ty, Ty("set", of=ty))]
        ties += [Ty("cards", kinds=tuple(self.world.kinds), of=PLAYER)] * cards  # a zone
        return {self.fresh("a"): self.r.choice(ties) for _ in range(self.r.choice([0, 1, 1, 2]))}

    def defs(self) -> Lines:
        out: Lines = []
        for n in range(self.r.randint(0, 3)):
            params = self.drawn_params()
            gives = self.r.choice([number(99), BOOL, number(99), BOOL, *([Ty("set", of=Ty("cell"))] if self.world.boards else [])])
            name, s = f"answer{n}", Scope(dict(params))
            out.append(f"def {name}({', '.join(params)}) = {self.term(s, gives, 3)}")
            self.world.defs[name] = (tuple(params.values()), gives)
        return out

    def permission_lines(self) -> Lines:
        if self.r.random() > 0.25:
            return []
        inner = Scope({"p": PLAYER})
        found, ty = self.fresh("let"), number(99)
        lines = [f'require {self.truth(inner, 1)} else "no, {{p}}"', f"let {found} = {self.number(inner, 1)}"]
        lines.append(f'require {self.truth(inner.plus(found, ty), 1)} else "{{{found}}} is too much"')
        self.world.permissions["may_do"] = (PLAYER,)
        return ["def may_do(p):", *indented(lines)]

    def deed_lines(self) -> Lines:
        out: Lines = []
        for n in range(self.r.randint(0, 2)):
            params = self.drawn_params()
            s, name = Scope(dict(params)), f"deed{n}"
            guard = f" if {self.truth(s, 1)}" if self.r.random() < 0.2 else ""
            body = self.block(s, Room(), 2, 2)
            out += [f"to {name}({', '.join(params)}){guard}:", *indented(body)]
            self.deeds[name] = tuple(params.values())
            if can_be_foreseen(body):
                self.foreseen[name] = self.deeds[name]
        for n in range(self.r.choice([0, 0, 1])):
            params, gives = self.drawn_params(), self.r.choice([number(9), BOOL, PLAYER])
            room = Room(asks=self.r.random() < 0.3)
            body = self.giving(Scope(dict(params)), gives, room)
            out += [f"to deed_giving{n}({', '.join(params)}):", *indented(body)]
            self.givers[f"deed_giving{n}"] = tuple(params.values()), gives
        return out

    def action_lines(self) -> Lines:
        out: Lines = []
        for n in range(self.r.randint(1, 3)):
            out += self.counted_action(f"act{n}") if self.r.random() < 0.12 else self.action(f"act{n}")
        if self.r.random() < 0.12:
            out += ["action jump() at any time during turn:", *indented(['"jump"', "require your.score < 9", "your.score += 1"])]
        return out

    def action(self, name: str) -> Lines:
        r = self.r
        s, params, given = Scope(you=True), [], []
        if r.random() < 0.12:
            s, given = s.plus("g", PLAYER), [PLAYER]
            params.append("g")
        carried = ""
        for _ in range(r.choice([0, 1, 1, 1, 2, 2])):
            param, ty, text = self.parameter(s)
            params.append(text)
            s = s.plus(param, ty)
            if ty.kind == "card" and not ty.or_none and ty.kinds and all(self.world.kinds[k].effect for k in ty.kinds):
                carried = param
        lines = [f'"{name} {" ".join(f"{{{n}}}" for n in s.names)}"'.replace(' "', '"')] if r.random() < 0.6 else []
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            if r.random() < 0.2:
                let, ty = self.fresh("let"), number(99)
                lines.append(f"let {let} = {self.number(s, 2)}")
                s = s.plus(let, ty)
            elif r.random() < 0.1 and self.actions and not any(self.actions.values()):
                lines.append(f"require {r.choice(list(self.actions))} is {r.choice(['', 'not '])}possible")
            else:
                lines.append(f"require {self.truth(s, 2)}{self.refusal(s)}")
        for n in s.of("cards"):
            if self.world.combinations and set(s.names[n].kinds) == {self.world.combinations["trick"][0]}:
                lines.append(f"require trick({n})")
        asks = r.random() < 0.1
        body = self.block(s, Room(asks=asks, lasting=True), 3, 2)
        if can_be_foreseen(body) and not carried and r.random() < 0.3:
            lines.append(f"require {self.truth(s, 2)} after this{self.refusal(s)}")
        lines += body
        lines += [f"carry out {carried}"] if carried and r.random() < 0.8 else []
        self.actions[name] = tuple(given)
        self.unused.append(name)
        return [f"action {name}({', '.join(params)}):", *indented(lines)]

    def refusal(self, s: Scope) -> str:
        if self.r.random() < 0.3:
            return ""
        holes = [self.number(s, 1), self.seat(s), *s.names, f"count({self.zone(s)[0]})"]
        if self.r.random() < 10 * self.odd:
            holes = [self.any_form(s, 1)]
        hole = self.r.choice(["", *(f" {{{what}}}" for what in holes)])
        return f' else "not this{hole}"'

    def parameter(self, s: Scope) -> tuple[str, Ty, str]:
        """A parameter of an action: its name, its type, and how it is written."""
        r = self.r
        what = r.random()
        if r.random() < 4 * self.odd:
            name, ty = self.fresh("x"), self.member_type()
            return name, ty, f"{name} in {self.any_form(s, 1)}"
        if what < 0.55:
            return self.card_parameter(s)
        ty = self.member_type()
        name = self.fresh(LOCALS.get(ty.kind, "v"))
        source = self.members(s, ty, 1) if r.random() < 0.4 else self.values_of(ty)
        condition = f" if {self.truth(s.plus(name, ty), 2)}" if r.random() < 0.4 else ""
        none = r.random() < 0.1
        return name, replace(ty, or_none=none), f"{name} in {source}{condition}{' or none' if none else ''}"

    def card_parameter(self, s: Scope) -> tuple[str, Ty, str]:
        r, w = self.r, self.world
        zone, z = ("your.held", w.zones[1]) if r.random() < 0.6 else self.zone(s)
        kinds, several = w.kinds_of(z), False
        if r.random() < 0.1 and (row := self.row_of_zones(s)):
            zone, kinds = f"tops of {row}", tuple(w.kinds)
        elif r.random() < 0.12:
            zone, kinds = self.several_zones(s)
            several = True
        wanted = ""
        if r.random() < 0.35:
            kinds = tuple(sorted(r.sample(list(kinds), min(len(kinds), r.choice([1, 1, 2])))))
            wanted = " or ".join(kinds)
        if w.combinations and r.random() < 0.4 and (kind := w.combinations["trick"][0]) in kinds:
            kinds, wanted = (kind,), kind
        if not several and r.random() < 0.25 or wanted and not several and w.combinations and kinds == (w.combinations["trick"][0],):
            name, many = self.fresh("cards"), r.choice(["1..2", "2..2", "0..1", "1..3"])
            meld = next(iter(w.melds), "")
            if meld and r.random() < 0.4 and w.melds[meld] in w.kinds_of(z):
                return name, Ty("cards", kinds=(w.melds[meld],)), f"{name}: {meld} in {zone}"
            inner = s.plus(name, Ty("cards", kinds=kinds))
            condition = f" if {self.truth(inner, 1)}" if r.random() < 0.3 else ""
            return name, Ty("cards", kinds=kinds), f"{name}: {many}{f' {wanted}' if wanted else ''} in {zone}{condition}"
        name = self.fresh("card")
        ty = Ty("card", kinds=kinds)
        condition = f" if {self.truth(s.plus(name, ty), 2)}" if r.random() < 0.4 else ""
        none = r.random() < 0.08
        return name, replace(ty, or_none=none), f"{name}{f': {wanted}' if wanted else ''} in {zone}{condition}{' or none' if none else ''}"

    # ---- how play goes ----

    def phases(self) -> Lines:
        r = self.r
        p = Scope({"p": PLAYER})
        room = Room(asks=True, ends=("turn",), lasting=True)
        turn = ["clock += 1", *self.block(p, room, 2, 2)]
        turn += (self.menu(p, room) or ([], p))[0] + (self.block(p, room, 1, 2) if r.random() < 0.5 else [])
        if self.unused:
            turn += [f"p may {n}({', '.join(self.argument(p, ty, 1) or 'p' for ty in self.actions[n])})" for n in self.unused]
        turn += [f"if {self.truth(p, 1)}: {self.victory(p)}"] if self.winning else []
        end = self.block(Scope(), Room(asks=True, ends=("round",)), 1, 2) if r.random() < 0.4 else []
        order = r.choice(["players", "players", f"players from {self.seat(Scope())}", f"players if {self.truth(p, 1)}"])
        rounds = [f"for p in {order}: turn(p)", *end]
        guard = f" if {self.truth(Scope(), 1)}" if r.random() < 0.1 else ""
        laps = r.randint(1, 3)
        play = [*self.setup(), *r.choice([
            [f"while clock < {laps * 2} at most 9 times: round()"] if not guard else [f"repeat {laps} times: round()"],
            [f"repeat {laps} times: round()"],
            [f"for n in 1..{laps}: round()"],
            ["round()", f"turns p in players from {self.seat(Scope())} while clock < {laps * 3} at most 40 times: turn(p)"],
        ])]  # fmt: skip
        return ["play:", *indented(play), f"phase round(){guard}:", *indented(rounds), "phase turn(p):", *indented(turn)]

    def setup(self) -> Lines:
        deck, r = self.world.zones[0], self.r
        out = ["shuffle deck"] if deck.word == "pile" and r.random() < 0.7 else []
        end = r.choice(["top", "bottom"] * (deck.word in ("pile", "row")) + ["random"] * (not self.world.sure))
        out += ["for p in players:", f"    repeat {r.randint(1, 3)} times:", f"        if deck is not empty: move {end} of deck to p.held"]
        return out + (self.block(Scope(), Room(), 2, 2) if r.random() < 0.5 else [])

    def hooks(self) -> Lines:
        r, out = self.r, []
        quiet = Room(sets=True)
        if r.random() < 0.25:
            turn = Scope({"p": PLAYER})
            guard = f" if {self.truth(turn, 1)}" if r.random() < 0.4 else ""
            out += [f"after turn(p){guard}:", *indented(self.block(turn, quiet, 2, 1))]
        if r.random() < 0.15:
            out += ["before round():", *indented(self.block(Scope(), quiet, 1, 1))]
        act = r.choice(list(self.actions))
        if r.random() < 0.15 and not self.actions[act]:
            out += [f"before {act}():", *indented([f'require {self.truth(Scope(you=True), 1)} else "not now"', *self.block(Scope(you=True), quiet, 1, 1)])]
        if r.random() < 0.12:
            out += [f"instead of {act}():", *indented(["usual", *self.block(Scope(you=True), quiet, 1, 1)])]
        for name, params in self.deeds.items():
            if r.random() < 0.25 and not any(ty.kind in ("cards", "card") for ty in params):
                names = {self.fresh("h"): ty for ty in params}
                how = r.choice(["before", "after", "instead of"])
                body = self.block(Scope(dict(names)), quiet, 1, 1) + ["usual"] * (how == "instead of")
                out += [f"{how} {name}({', '.join(names)}):", *indented(body)]
        for name, (params, gives) in self.world.defs.items():
            if r.random() < 0.2 and not any(ty.kind == "cards" for ty in params):
                names = {self.fresh("h"): ty for ty in params}
                ways = {"int": [f"usual + {r.randint(0, 3)}"], "bool": ["not usual"], "set": ["usual - usual", "usual", "usual & (usual | usual)"]}
                usual = r.choice(ways[gives.kind])
                out.append(f"instead of {name}({', '.join(names)}) if {self.truth(self.early(names), 1)} = {usual}")
        return out

    def histories(self) -> Lines:
        """What was noted; a board's own name does for the cells of all."""
        if not self.world.noted:
            return []
        base = {"player": "players."} | {ty.kind: f"{next(iter(self.world.boards))}." for ty in self.world.places}
        phase, since = self.r.choice(["turn", "turn", "round"]), f" since {self.truth(self.early({}), 1)}" if self.r.random() < 0.3 else ""
        values = ", ".join(f"{base.get(owner, '')}{name}" for name, owner in self.world.noted)
        return [f"history story {self.r.choice(['before', 'after'])} {phase} at most 60 times{since}: {values}"]

    def early(self, names: dict[str, Ty]) -> Scope:
        """Where no def may be called, lest it call itself."""
        return Scope(dict(names), early=True)

    def watch(self) -> Lines:
        if self.r.random() > 0.15:
            return []
        what = self.r.random()
        during = self.r.choice(["", " during round"])
        if what < 0.5:
            return [f"as soon as x > {self.r.randint(3, 8)}{during}:", "    x = 0"]
        return [f"as soon as q.score > 5 for q in players{during}:", "    q wins" if self.winning else "    q.score = 0"]

    def closing(self) -> Lines:
        r = self.r
        out = self.won() if self.winning and r.random() < 0.6 else self.counted_at_the_end()
        out += [f'invariant "{n}": {self.truth(Scope(), 3)}' for n in range(r.choice([0, 1, 1, 2, 3]))]
        if r.random() < 0.1:
            out += ['names "fr":', '    score: "points"', '    "yes": "oui"']
        if r.random() < 0.1:
            out.insert(0, 'chapter "The end"')
        if self.modes:
            out += ["mode short:", *indented(["table:", *indented(["extra: 0..9"]), "after turn(p): extra = 1"])]
        return out

    def won(self) -> Lines:
        """What a game counts in which somebody wins at once: 1 and -1, or what is said."""
        r, p = self.r, Scope({"p": PLAYER})
        said = r.choice([self.number(p, 3), f"({self.number(p, 1)} if winner is none else 9 if winner == p else {self.number(p, 1)})"])
        out = [f"def payoff(p) = {said}"] if r.random() < 0.4 else []
        return [*out, f'invariant "one": winner {r.choice(["is none", "in players", "is players.last"])} or {self.truth(Scope(), 1)}']

    def counted_at_the_end(self) -> Lines:
        r, p = self.r, Scope({"p": PLAYER})
        out: Lines = []
        criteria = ["highest score"]
        if r.random() < 0.3:
            out.append(f"def tiebreak(p) = {self.number(p, 2)}")
            criteria.append(f"then {r.choice(['highest', 'lowest'])} tiebreak")
        condition = f" if {self.truth(Scope(), 2)}" if r.random() < (0.9 if self.world.sure else 0.4) else ""
        together = condition and len(criteria) == 1 and crc32(condition.encode()) % 5 == 0
        if self.world.teams and r.random() < 0.7:
            criteria, together = [f"team {r.choice(['highest', 'lowest'])} pulled"], False
        out.append(f"winner: {'together' if together else ' '.join(criteria)}{condition}")
        if r.random() < 0.5:
            out.append(f"def payoff(p) = {self.number(p, 3)}")
        return out
