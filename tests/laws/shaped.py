"""Random small games of odd shape, so that all their states fit: where several choose together or at their own pace, on boards of squares, hexes and places,
with teams, melds, several cards or numbers at once, clocks, chance that the rules weigh, histories, and texts that can go wrong. Each statement has a mark."""

from __future__ import annotations

from tests.laws.drawing import Drawing

SHAPES = ("together", "acts", "pace", "grid", "hexes", "melds", "routes", "teams", "rows", "chance", "several", "clock", "histories", "own", "trial")
MARKS = "@"
WHO = "you"


class Shaped(Drawing):
    """One file. Lines are kept with the number of their mark, 0 for those that have none."""

    def __init__(self, seed: int):
        super().__init__(f"shaped {seed}")
        self.shapes = self.random.sample(SHAPES, self.random.choice([1, 2, 2, 3]))
        self.marks = 0
        self.lines: list[tuple[str, int]] = []
        self.cards = self.has("melds", "rows", "several", "own") or self.chance(0.3)
        self.board, self.fast = self.has("grid", "hexes"), self.chance(0.4)
        self.inside = ""
        self.file()

    def text(self, marked: bool = False) -> str:
        """The text; `marked`: each statement sets its mark before it is done."""
        out = []
        for line, mark in self.lines:
            if mark and marked:
                out.append(f"{line[: len(line) - len(line.lstrip())]}ran[{mark}] = true")
            out.append(line if line != MARKS else f"    ran[n in 1..{max(1, self.marks)}]: bool" if marked else "    spare: bool")
        return "\n".join(out) + "\n"

    def marked(self) -> dict[int, tuple[int, int]]:
        """By mark, the line and column of its statement in the text without marks."""
        return {mark: (n, len(line) - len(line.lstrip()) + 1) for n, (line, mark) in enumerate(self.lines, 1) if mark}

    # ---- small things ------------------------------------------------------------------------

    def has(self, *names: str) -> bool:
        return any(name in self.shapes for name in names)

    def out(self, depth: int, *texts: str) -> None:
        self.lines += [("    " * depth + text, 0) for text in texts]

    def do(self, depth: int, text: str) -> None:
        """A statement."""
        self.marks += 1
        self.lines.append(("    " * depth + text, self.marks))

    # ---- expressions -------------------------------------------------------------------------

    def number(self, who: str) -> str:
        options = ["x", "1", "2", "y", f"{who}.score", f"{who}.bid", "count(other for other in players if other.score > 0)"]
        options += [f"count({who}.hand)", "count(line)"] * self.cards
        options += ["count(square for square in yard if square.full)", f"count(square for square in yard if square.owner == {who})"] * self.board
        if self.has("routes"):
            options += ["count(way for way in map.routes if way.built is not none)"]
            options += [f"count({{u from ash by v in {{w.other(u) for w in u.routes if w.built == {who}}}}})"]
        options += [f"{who}.team.tricks"] * self.has("teams") + [f"spread.deadwood({who}.hand)"] * self.has("melds") + ["times(was)"] * self.has("histories")
        one = self.pick(options)
        one = f"{one} {self.pick(['+', '-'])} {self.pick(options)}" if self.chance(0.2) else one
        return f"({one}) // ({self.pick(options)})" if self.chance(0.03) else one

    def truth(self, who: str) -> str:
        if self.chance(0.35):
            return f"{self.number(who)} {self.pick(['<', '>', '==', '!=', '<=', '>='])} {self.pick(['0', '1', '2', self.number(who)])}"
        options = ["flag", "not flag", f"last == {who}", "last is none", "mood == calm", "mood != wild", f"{who} == players.first"]
        options += ["fast", "not fast"] * self.fast + ["yard[1, 1].full", f"any(s.owner == {who} and s.full for s in yard)"] * self.board
        options += [f"{who}.hand is empty", "deck is not empty", f"any(c is Duck and c.n == 2 for c in {who}.hand)", "any(c is Owl for c in line)"] * self.cards
        options += [f"{who}.bid == {who}.left.bid", f"all(other.bid <= {who}.bid for other in players)"] * self.has("together")
        options += [f"spread({who}.hand)"] * self.has("melds") + ["times(was, 2) > 0"] * self.has("histories")
        one = self.pick(options)
        return f"{one} {self.pick(['and', 'or'])} {self.pick(options)}" if self.chance(0.2) else one

    # ---- statements --------------------------------------------------------------------------

    def block(self, depth: int, who: str, deep: int, asks: bool, many: int = 0) -> None:
        for _ in range(many or self.random.choice([1, 1, 2, 2, 3])):
            drawn = self.random.random()
            if deep and drawn < 0.32:
                self.nested(depth, who, deep, asks)
            elif asks and drawn < 0.5:
                self.ask(depth, who)
            else:
                self.do(depth, self.pick(self.special(who, asks) or self.simple(who)) if self.chance(0.45) else self.pick(self.simple(who)))

    def simple(self, who: str) -> list[str]:
        if self.chance(0.05):
            return ["x += 1", f"x = {self.number(who)}", "mood = mood.next", "last.score += 1"]
        if self.chance(0.06):
            return [f'show "it is {{mood}}" to {who}', f"reveal {who}.bid", f'show "{{mood.next}}" to {who}']
        out = ["if x < 3: x += 1", "if y < 3: y += 1", f"if {who}.score < 3: {who}.score += 1", "flag = not flag", f"flag = {self.truth(who)}", "x = 0"]
        out += [f"last = {who}", "last = none", f"mood = {self.pick(['calm', 'brisk', 'wild'])}", "y = x", "if x > 0: x -= 1", "pass"]
        return [*out, f"x = max(0, min(3, {self.number(who)}))", f"{who}.score, x = x, {who}.score"]

    def special(self, who: str, asks: bool) -> list[str]:
        out: list[str] = []
        if self.cards:
            out += [f"if deck is not empty: move top of deck to {who}.hand", "move all of line to deck", "shuffle deck", "move all cards to deck"]
            out += [f"for c in {who}.hand if c is Duck and c.n == 1: move c to line", f"if {who}.hand is not empty: move random of {who}.hand to line"]
            out += [f"show {who}.hand to {who}.left"]
        if self.board:
            out += ["yard[1, 1].full = true", f"for s in yard if s.full: s.owner = {who}", "for s in yard.row(1): s.full = not s.full"]
            out += ["yard[1, 2].owner = last"]
        if self.has("routes"):
            out += [f"for way in map.routes if way.built == {who}: way.built = {who}.left", "for t in ash.neighbours: t.depot = true"]
        if self.has("teams"):
            out += [f"if {who}.team.tricks < 2: {who}.team.tricks += 1", "reds.tricks = blues.tricks"]
        if self.has("chance") and asks:
            out += ["x = roll 0..2", "flag = roll [false, true, true]", "last = roll players", "y = roll d2"]
        if self.has("own"):
            out += [f"for c in {who}.hand if c is Duck: c.worn = true", "for c in line if c is Duck: c.worn = not c.worn"]
        return out + ["flag = (x after bump()) > 2", "x = min(3, y after bump())"] * self.has("trial")

    def nested(self, depth: int, who: str, deep: int, asks: bool) -> None:
        kind = self.pick(["if", "if", "else", "elif", "while", "repeat", "for", "leave"])
        other = self.name()
        heads = {
            "while": f"while {self.truth(who)} at most {self.pick(['1', '2', '3'])} times:", "repeat": f"repeat {self.pick(['1', '2'])} times:",
            "for": f"for {other} in players if {self.pick(['x < 2', 'flag', other + '.score == 0', f'{other} != {who}'])}:",
        }  # fmt: skip
        self.do(depth, heads.get(kind, f"if {self.truth(who)}:"))
        if kind == "leave":
            wins = "you win" if who == WHO else f"{who} wins"
            self.do(depth + 1, self.pick(["end game", wins, *(["end turn"] if self.inside == "turn" else [])]))
            return
        self.block(depth + 1, other if kind == "for" else who, deep - 1, asks and kind in ("if", "else", "elif"), 0 if kind == "if" else 1)
        if kind == "elif":
            self.out(depth, f"elif {self.truth(who)}:")
            self.block(depth + 1, who, deep - 1, asks, 1)
        if kind in ("else", "elif") or kind == "while" and self.chance(0.5):
            self.out(depth, "else:")
            self.block(depth + 1, who, deep - 1, asks and kind != "while", 1)
        if kind in ("repeat", "for") and self.chance(0.3):
            self.do(depth + 1, f"if {self.truth(who)}: end {kind}")

    def ask(self, depth: int, who: str) -> None:
        options = [f"{who} chooses first_one or second_one", f"{who} may first_one", f"{who} may second_one again at most 2 times"]
        options += [f"{who} chooses {who}.bid in 0..2"]
        options += ["each q in players chooses q.bid in 0..1", "each q in players if q.score < 2 chooses q.bid in 0..1"] * 2 * self.has("together")
        options += ["each q in players chooses put or keep", "each q in players may put"] * 2 * self.has("acts")
        options += ["each q in players may grab again while q.score < 2", "each q in players may grab again at most 1 times"] * 2 * self.has("pace")
        what = self.pick([*options, *([f"{who} may second_one again"] if self.chance(0.1) else [])])
        if self.chance(0.2) and " again" not in what and " in 0" not in what:
            what += self.pick([' "what now, {mood}?"', ' "{mood.next} or what?"', ' "go on, {x}"'])
        timed = self.has("clock") and self.chance(0.5) and not what.startswith("each")
        if timed:
            self.do(depth, f'unless "time is up" chance {self.pick(["0", "1"])} of 3:')
        self.do(depth + timed, what)
        if timed or "chooses first" in what and self.chance(0.5):
            self.out(depth, "else:")
            self.block(depth + 1, who, 0, False, 1)
        if self.has("chance") and self.chance(0.3):
            seen = self.name()
            self.do(depth, f'let {seen} = observe "did it?" chance {self.pick(["1", "x", "2"])} of {self.pick(["2", "2", "3"])}')
            self.do(depth, f"if {seen}: y = 1")

    # ---- the file ----------------------------------------------------------------------------

    def file(self) -> None:
        self.out(0, 'game "Shaped":', *self.seats())
        self.out(0, "enum Mood: calm, brisk, wild", *(["option fast: bool = " + self.pick(["false", "true"])] if self.fast else []))
        if self.cards:
            self.out(0, "card Duck(n: 1..2)", "card Owl", "components:")
            self.out(1, f"deck: {self.pick(['1', '2'])} of Duck(n) for n in 1..2", "deck: 1 of Owl")
        self.out(0, *(["meld spread(duck: Duck):", "    set: 2..3", "    rank: duck.n", "    worth: duck.n"] if self.has("melds") else []))
        self.out(0, *self.boards(), *(["each Team: tricks: 0..2"] if self.has("teams") else []), "table:")
        self.out(0, MARKS)
        self.out(1, "x: 0..3", "y: 0..3", "flag: bool", "last: player or none", "mood: Mood")
        self.out(1, *(["deck: " + self.pick(["pile, hidden", "pile"]), "line: " + self.pick(["row", "heap", "pile, top"])] if self.cards else []))
        self.out(0, "each player:", "    score: 0..3", f"    bid: 0..2{self.pick(['', ', own', ', hidden'])}")
        self.out(1, *(["hand: " + self.pick(["hand", "hand", "row, hidden", "fan", "heap"])] if self.cards else []))
        self.out(0, *(["each Duck: worn: bool"] if self.has("own") else []))
        noted = self.pick(["x", "x, y", "players.score"])
        self.out(0, *([f"history was after turn at most {self.pick(['2', '9'])} times: {noted}"] if self.has("histories") else []))
        self.course()
        for name in ("first_one", "second_one"):
            self.action(name)
        self.other_actions()
        self.ends()

    def seats(self) -> list[str]:
        if self.has("teams"):
            return ["    players 4: ann, bea, cid, dot", "    team reds: ann, cid", "    team blues: bea, dot"]
        return [f"    players {self.pick(['2', '2', '2', '3'])}"]

    def boards(self) -> list[str]:
        out = [f"board yard: {'grid' if self.has('grid') else 'hexes'} 2 by 2", "each cell:", "    full: bool", "    owner: player or none"] * self.board
        if self.has("routes"):
            out += ["board map: places ash, elm, fir", "    way        length", "    ash - elm  1", "    elm - fir  2"]
            out += ["each route: built: player or none", "each place: depot: bool"]
        return out

    def course(self) -> None:
        self.out(0, "play:")
        if self.cards:
            self.do(1, "shuffle deck")
            self.do(1, "for p in players: move top of deck to p.hand" if not self.has("teams") else "move top of deck to line")
        if self.chance(0.5):
            self.do(1, f"repeat {self.pick(['1', '1', '2'])} times:")
            self.do(2, "for p in players: turn(p)")
        else:
            self.do(1, f"turns p in players while {self.pick(['x < 2', 'not flag', 'y < 2'])} at most {self.pick(['3', '4', '6'])} times: turn(p)")
        self.out(0, "phase turn(p):")
        self.inside = "turn"
        self.block(1, "p", 2, True, self.random.choice([2, 3, 4]))
        self.ask(1, "p")
        self.inside = ""
        if self.chance(0.3):
            self.out(0, f"after turn(p){self.pick(['', ' if flag'])}:")
            self.block(1, "p", 1, False)

    def action(self, name: str) -> None:
        kinds = ["none", "number", "other", *["card"] * 2 * self.cards, *["cell"] * 2 * self.board, *["route"] * 2 * self.has("routes")]
        how = self.pick([*kinds, *["cards"] * 2 * self.has("several", "melds"), *["each"] * self.has("several")])
        several = "spread" if self.has("melds") else self.pick(["1..2", "0..1", "2..2"])
        given, label, deeds = {
            "none": ("", "", ["pass"]), "number": ("n in 0..1", "{n}", ["x = min(3, x + n)", "your.score = min(3, your.score + n)", "y = n"]),
            "other": ("q in others", "{q}", ["q.score = min(3, q.score + 1)", "last = q"]),
            "card": (
                self.pick(["card in your.hand", "card in line", "card: Duck in your.hand"]), "{card}",
                ["move card to line", "move card to deck", "move card to your.left.hand"],
            ),
            "cell": (f"at in yard{self.pick(['', ' if not at.full'])}", "{at}", ["at.full = true", "at.full = not at.full", "at.owner = you"]),
            "route": (f"r in map.routes{self.pick(['', ' if r.built is none'])}", "{r}", ["r.built = you", "if r.length == 2: y = 1"]),
            "cards": (f"cs: {several} in your.hand", "{cs}", ["move cs to line"]),
            "each": ("m[k in Mood]: 1..2 in 0..1", "{m}", ["x = min(3, count(m))", "if m[wild] > 0: mood = wild"]),
        }[how]  # fmt: skip
        label += self.pick([" {mood.next}", " {last.score}"]) if self.chance(0.06) else ""
        self.out(0, f"action {name}({given}):", f'    "{name[:5]} {label}"')
        for _ in range(self.random.choice([0, 1, 1, 2])):
            self.out(1, f"require {self.truth(WHO)}" + self.pick(["", ' else "no"', ' else "it is {mood}"', ' else "not yet"']))
        self.do(1, self.pick(deeds))
        self.block(1, WHO, 1, False, 1)

    def other_actions(self) -> None:
        if self.has("acts"):
            self.out(0, "action put(n in 0..1):", '    "put {n}"', '    require your.score + n < 3 else "no more"')
            self.do(1, "your.score += n")
            self.out(0, "action keep():", '    "keep"')
            self.do(1, "your.bid = 1")
        if self.has("pace"):
            self.out(0, "action grab(n in 1..2):", '    "grab {n}"', '    require x + n <= 3 and your.score < 3 else "only {x} are there"')
            self.do(1, "x += n")
            self.do(1, "your.score += 1")
        if self.has("trial"):
            self.out(0, "to bump():")
            self.do(1, "x = min(3, x + 1)")
            self.do(1, "y = x")

    def ends(self) -> None:
        self.out(0, *([f'invariant "i": {self.truth("players.first")}'] if self.chance(0.3) else []))
        if self.has("teams"):
            self.out(0, "winner: team highest tricks")
            return
        self.out(0, self.pick(["winner: highest score", "winner: lowest score", "winner: highest score if x > 0", "winner: highest score then lowest bid"]))
        payoffs = ["p.score", "p.score - p.left.score", "x + p.score", "3 // (x + 1)", "-p.score", "y"]
        self.out(0, *([f"def payoff(p) = {self.pick(payoffs)}"] if self.chance(0.5) else []))


def shaped_file(seed: int) -> str:
    """The text of a file."""
    return Shaped(seed).text()
