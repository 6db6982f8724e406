"""The page: the declarations of a game in the order of the text, as the chosen rulings make them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from ruledsl.flow.settled import Settled
from ruledsl.flow.words import Words, plain, title
from ruledsl.model import Model
from ruledsl.model.model import Callable as Rule
from ruledsl.model.refusing import ASKED
from ruledsl.syntax import tree as t
from ruledsl_tools.preface import preface
from ruledsl_tools.rulebook.boards import mapped
from ruledsl_tools.rulebook.examples import Examples, as_written
from ruledsl_tools.rulebook.sentences import Sentences
from ruledsl_tools.rulebook.things import thing

Picture = Callable[[str], str]
"""The picture of a room by its name, as SVG; empty where there is none."""

STYLE = """body{font:11pt/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}h1,h2,h3{line-height:1.2;break-after:avoid}
h3{margin-bottom:.2em}ul{margin:.2em 0 .4em;padding-left:1.3em}table{border-collapse:collapse;margin:.5em 0}td,th{border:1px solid #bbb;padding:.1em .5em}
.ids{color:#666;font:8pt sans-serif;margin-left:.6em}a{color:inherit}.hook{border-left:3px solid #bbb;padding-left:.8em;margin:.4em 0}
.example{font-size:.9em;color:#333;background:#f4f2ec;padding:.3em .8em;margin:.5em 0;break-inside:avoid}.flow{break-inside:avoid;text-align:center}
.flow svg{max-width:100%;max-height:8cm;height:auto}@page{size:A4;margin:1.7cm 2cm;@bottom-center{content:counter(page)}}
.board{display:block;margin:.3em 0}.state{columns:2}.index{columns:3;list-style:none;padding:0;font-size:.85em}
@media print{body{font-size:9.5pt;line-height:1.35;margin:0;padding:0;max-width:none}p{margin:.5em 0}a{text-decoration:none}}"""
ALWAYS = {"yes": "It is always so", "no": "It is never so"}
HEADS = {"before": "Before this", "after": "After this", "instead": "Instead of this"}


def says(part: str | t.Expr) -> bool:
    """Are there words in a part of a label, or only what was chosen?"""
    return isinstance(part, str) and any(map(str.isalpha, part))


def told(value: Any) -> str:
    """The value of an option, as people read it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(told, value))
    return ("no", "yes")[value] if isinstance(value, bool) else plain(str(value))


def _read(place: str) -> str:
    """What an anchor stands for, in words."""
    return plain(place.partition("--")[0].replace("-", " "))


def _value(value: t.EnumValue) -> str:
    """A value of an enum as it is printed, with its name in the rules where that is another word."""
    name, printed = plain(value.name), value.printed or plain(value.name)
    return escape(printed) if name.casefold() in printed.casefold() else f"{escape(name)} ({escape(printed)})"


def page(layers: Sequence[t.Tree], model: Model, options: Mapping[str, Any], tags: bool, examples: Examples, picture: Picture) -> str:
    """One HTML file without scripts; nothing is loaded from elsewhere."""
    return Rulebook(layers, model.whole or model, options, tags, examples, picture).page()


class Rulebook:
    def __init__(self, layers: Sequence[t.Tree], model: Model, options: Mapping[str, Any], tags: bool, examples: Examples, picture: Picture):
        self.layers, self.model, self.options, self.tags = layers, model, options, tags
        self.examples, self.picture = examples, picture
        self.settled = Settled(model, {name: self._number(name, value) for name, value in options.items()})
        self.sentences = Sentences(model, self.link, self.ids, self.settled, examples.draw)
        self.said: set[str] = set()
        self.index: dict[str, list[str]] = {}
        self.here = "top"
        self.places: list[str] = []

    def page(self) -> str:
        said = next((lines for tree in self.layers if (lines := preface(tree.source.text, self.model.title))), [])
        about = [f"<p>{escape(line)}</p>" for line in said]
        body = [f'<h1 id="top">{escape(self.model.title)}</h1>', *about, f"<p>For {self._players()}.</p>"]
        for tree in self.layers:
            places = {1: "top"}
            for d in self.shown(tree.declarations):
                body += self.declaration(d)
                places[d.span.line] = self.here
            self._note(tree, places)
        body += self._index() if self.tags else []
        head = f"<meta charset=utf-8><title>{escape(self.model.title)}</title><style>{STYLE}</style>"
        return f"<!doctype html><html><head>{head}</head><body>{chr(10).join(body)}</body></html>\n"

    def _number(self, name: str, value: Any) -> Any:
        """What an option is, as the rules reckon with it: of named values the number."""
        info = self.model.options.get(name)
        return info.values.index(value) if info is not None and isinstance(value, str) and value in info.values else value

    def shown(self, declarations: Sequence[t.Decl]) -> Iterator[t.Decl]:
        """What there is: of rulings the rules of the chosen value."""
        for d in declarations:
            if isinstance(d, (t.Variant, t.InModes)):
                yield from self.shown(d.body)
            elif not isinstance(d, t.Test):
                yield d
            if isinstance(d, t.Ruling):
                value = str(self.options.get(d.name.text, "")).lower()
                for patch in (p for p in d.patches if p.value.text.lower() == value):
                    yield from self.shown(patch.body)

    def _players(self) -> str:
        low, high = self.model.low, self.model.high
        return f"{low} player{'s' * (low > 1)}" if low == high else f"{low} to {high} players"

    def _note(self, tree: t.Tree, places: Mapping[int, str]) -> None:
        """Where the ids of a file are: each belongs to the last declaration that begins before it. `places` are by first line."""
        lines = sorted(places)
        for line, tags in sorted(tree.tags.items()):
            here = places[lines[max(0, bisect_right(lines, line) - 1)]]
            for tag in tags:
                found = self.index.setdefault(tag, [])
                if here not in found:
                    found.append(here)

    def _index(self) -> list[str]:
        rows = [
            f"<li>{escape(tag)}: {', '.join(f'<a href=#{place}>{escape(_read(place))}</a>' for place in places)}</li>"
            for tag, places in sorted(self.index.items(), key=lambda row: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", row[0])])
        ]
        return ["<h2>Where the ids are</h2>", f'<ul class="index">{"".join(rows)}</ul>'] if rows else []

    def ids(self, node: t.Node) -> str:
        found = self.model.tags(node.span) if self.tags else ()
        return f'<span class="ids">{escape(" ".join(found))}</span>' if found else ""

    def link(self, name: str) -> str:
        return f'<a href="#{name}">{escape(title(name))}</a>' if name in self.model.callables else escape(plain(name))

    def place(self, words: str) -> str:
        """The anchor of what has no name in the rules; ids in it are found there."""
        taken = {*self.places, *self.model.callables, *self.model.options, *self.model.kinds, *self.model.charts, *self.model.melds}
        slug = re.sub(r"\W+", "-", words).lower()
        self.here = next(name for n in range(1, len(taken) + 2) if (name := f"{slug}--{n}" if n > 1 else slug) not in taken)
        self.places.append(self.here)
        return f' id="{self.here}"'

    def head(self, name: str, text: str, node: t.Node) -> str:
        self.here = name
        return f'<h3 id="{name}">{text}{self.ids(node)}</h3>'

    # ---- declarations ----

    def declaration(self, d: t.Decl) -> list[str]:
        if isinstance(d, t.Chapter):
            return [f"<h2{self.place(d.title)}>{escape(d.title)}{self.ids(d)}</h2>"]
        if isinstance(d, (t.Phase, t.Action, t.To, t.Def)):
            target = self.model.callables.get(d.name.text)
            return self.rule(target) if target is not None and self._once(d.name.text) else []
        case = getattr(self, f"_{type(d).__name__.lower()}", None)
        return case(d) if case else []

    def _once(self, name: str) -> bool:
        new = name not in self.said
        self.said.add(name)
        return new

    def rule(self, target: Rule) -> list[str]:
        """A rule with what hangs on it."""
        decl = target.decl
        out = [self.head(target.name, escape(title(target.name)), decl)]
        params = () if isinstance(decl, (t.Play, t.Watch)) else decl.params
        out += [f"<p>{self._chosen(p)}.</p>" for p in as_written(self.model, params) if p.domain is not None]
        label = next((s.text for s in target.body if isinstance(s, t.Label)), None)
        out += [f"<p>“{self.sentences.say(label)}”</p>"] if label is not None and any(map(says, label.parts)) else []
        out.append(self._answer(decl.value, target) if isinstance(decl, t.Def) else self.sentences.block(self._body(target)))
        for hook in (*target.before, *target.instead, *target.after):
            holds = self.settled(hook.decl.condition)
            if holds is False:
                continue
            condition = f", if {self.sentences.say(hook.decl.condition)}" if not holds else ""
            what = self.sentences.say(hook.decl.value) if hook.decl.value is not None else self.sentences.block(hook.decl.body)
            card = f" ({escape(title(hook.card))})" if hook.card else ""
            out.append(f'<div class="hook">{HEADS[hook.decl.when]}{card}{condition}:{self.ids(hook.decl)} {what}</div>')
        drawn = self.picture(target.name) if isinstance(decl, (t.Play, t.Phase)) else ""
        out += [f'<div class="flow">{drawn}</div>'] if drawn else []
        return [*out, self.example(target.name, decl)]

    def _body(self, target: Rule) -> t.Block:
        """What is done; of a deed that requires something, first what it requires, which is asked before an action does it."""
        permission = self.model.callables.get(target.name + ASKED)
        if permission is None or not isinstance(permission.decl, t.Def) or not isinstance(permission.decl.value, t.Permitted):
            return target.body
        first = permission.decl.value.body
        said = {s.span for s in first}
        return (*first, *(s for s in target.body if s.span not in said))

    def _chosen(self, p: t.Param) -> str:
        """What a parameter is chosen from; of how many of each, from what each number."""
        assert p.domain is not None
        say, each = self.sentences.say, [f"for each {escape(plain(k.name.text))} of {self.sentences.say(k.among)} " for k in p.keys]
        most = p.together and (say(p.together.high) if say(p.together.low) == say(p.together.high) else say(p.together))
        together = f", {most} in all" if most else ""
        condition = f", if {say(p.condition)}" if p.condition is not None else ""
        nothing = f"{',' * bool(condition)} or nothing" if p.or_none else ""
        return f"{escape(plain(p.name))}: {escape(self.sentences.words.wanted(p.wanted))}{''.join(each)}from {say(p.domain)}{together}{condition}{nothing}"

    def example(self, name: str, d: t.Decl) -> str:
        """An example of a declaration, told once."""
        source = self.model.sources.get(d.span.file)
        ids = {id for line in range(d.span.line, d.span.end_line + 1) for id in source.tags.get(line, ())} if source is not None else set()
        return self.examples.of(name, frozenset(ids))

    def _answer(self, value: t.Expr, target: Rule) -> str:
        """What a def says: a value, requirements that hold together, or the lines of a combination."""
        if isinstance(value, t.Permitted):
            return self.sentences.block(value.body)
        if isinstance(value, t.Combined):
            return f"<ul>{''.join(self._field(f) for f in value.fields)}</ul>"
        said = self.sentences.say(value)
        if target.result is None or target.result.kind != "bool":
            return f"<p>{said}</p>"
        return f"<p>{ALWAYS.get(said, f'It is so if {said}')}.</p>"

    def _field(self, f: t.Field) -> str:
        return f"<li>{escape(plain(f.name.text))}: {self.sentences.say(f.value)}{self.sentences.told(f.message)}{self.ids(f)}</li>"

    def _play(self, d: t.Play) -> list[str]:
        return self.rule(self.model.callables["play"]) if self._once("play") else []

    def _watch(self, d: t.Watch) -> list[str]:
        loop = f", for each {self.sentences.loop(d.loop)}" if d.loop is not None else ""
        return [f"<div>As soon as {self.sentences.say(d.condition)}{loop}:{self.ids(d)}{self.sentences.block(d.body)}</div>"]

    def _enum(self, d: t.Enum) -> list[str]:
        values = ", ".join(map(_value, d.values))
        return [f"<p><b>{escape(title(d.name.text))}</b>: {values}{', and from the start again' if d.circle else ''}.{self.ids(d)}</p>"]

    def _card(self, d: t.Card) -> list[str]:
        self.here = d.name.text
        params = ", ".join(escape(plain(p.name)) for p in d.params)
        family = f", one of {escape(title(d.family.text))}" if d.family else ""
        stands = f"; it stands for any {escape(title(d.stands_for.text))}" if d.stands_for else ""
        words = f": “{escape(d.words)}”" if d.words else ""
        stop = "" if d.words and d.words[-1] in ".!?" else "."
        more = f"{f' with {params}' if params else ''}{self._printed(d)}{family}{stands}{words or self._members(d)}"
        out = [f'<p id="{d.name.text}"><b>{escape(title(d.name.text))}</b>{more}{stop}{self.ids(d)}</p>']
        for effect in d.effects:
            as_what = f", as {escape(plain(effect.name.text))}" if effect.name is not None else ""
            chosen = "".join(f"<p>{self._chosen(p)}.</p>" for p in effect.params if p.domain is not None)
            out.append(f'<div class="hook">What it does{as_what}:{self.ids(effect)}{chosen}{self.sentences.block(effect.body)}</div>')
        return [*out, self.example(d.name.text, d)]

    def _printed(self, d: t.Card) -> str:
        """What is printed on a card, where that is more than what it is called, or a sign."""
        words = d.printed is not None and any(isinstance(part, str) and re.search(r"[^\W\d_]{2}", part) for part in d.printed.parts)
        text = self.sentences.words.text(d.printed, known=True) if words and d.printed is not None else ""
        return f" “{escape(text)}”" if text and text.casefold() != title(d.name.text).casefold() else ""

    def _members(self, d: t.Card) -> str:
        """The kinds of a family."""
        kinds = [c.name.text for tree in self.model.trees for c in tree.declarations if isinstance(c, t.Card) and c.family and c.family.text == d.name.text]
        return f": {', '.join(escape(title(kind)) for kind in kinds)}" if kinds else ""

    def _cards(self, d: t.Cards) -> list[str]:
        return []

    def _option(self, d: t.Option) -> list[str]:
        return self._choice(d.name.text, d) if d.type is not None else []

    def _ruling(self, d: t.Ruling) -> list[str]:
        return self._choice(d.name.text, d) if d.values or d.patches else []

    def _choice(self, name: str, d: t.Decl) -> list[str]:
        info = self.model.options.get(name)
        if info is None or not self._once(name):
            return []
        self.here = name
        value = escape(told(self.options.get(name, "")))
        values = f" (one of {', '.join(escape(plain(v)) for v in info.values)})" if info.values else ""
        return [f'<p id="{name}"><i>{escape(info.question or title(name))}</i> {escape(plain(name))}: <b>{value}</b>{values}{self.ids(d)}</p>']

    def _chart(self, d: t.Chart) -> list[str]:
        self.here = d.name.text
        rows = "".join(self._row(row, "td") for row in d.rows)
        return [f'<table id="{d.name.text}"><caption>{escape(title(d.name.text))}{self.ids(d)}</caption>{self._row(d.header, "th")}{rows}</table>']

    def _row(self, row: t.ChartRow, cell: str) -> str:
        texts = [", ".join(plain(name.text) for name in row.names), *map(self.sentences.words.say, row.cells)]
        return "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in texts) + "</tr>"

    def _components(self, d: t.Components) -> list[str]:
        rows = []
        for line in d.lines:
            for item in line.items:
                loops = "".join(f", for each {self.sentences.loop(loop)}" for loop in item.loops)
                loops += f", if {self.sentences.say(item.condition)}" if item.condition is not None else ""
                what = f"{self.sentences.say(item.count)} × {self._each(item) or self.sentences.say(item.card) + loops}"
                rows.append(f"<li>{what}, into {self.sentences.say(line.zone)}{self.ids(line)}</li>")
        return [f"<p{self.place('What there is')}>What there is:{self.ids(d)}</p><ul>{''.join(rows)}</ul>"]

    def _each(self, item: t.Component) -> str:
        """Of kinds that are gone through, each by itself, and as many of each: of which."""
        if len(item.loops) != 1 or not isinstance(item.card, t.Ref) or item.card.name != item.loops[0].name.text:
            return ""
        again = any(isinstance(node, t.Ref) and node.name == item.card.name for node in t.walk(item.count))
        return "" if again or item.loops[0].condition is not None else f"each of {self.sentences.say(item.loops[0].domain)}"

    def _state(self, d: t.State) -> list[str]:
        of = " and ".join(group.text for group in d.groups) or d.owner
        whose = "On the table" if d.owner == "table" else f"Each {escape(plain(of))} has"
        scope = f", anew in each {escape(plain(d.scope.text))}" if d.scope else ""
        chosen = {name: told(value) for name, value in self.options.items()}
        items = "".join(f"<li>{thing(self.sentences, v, self.model.state.get(v.name.text), chosen)}{self.ids(v)}</li>" for v in d.variables)
        return [f"<p{self.place(whose + scope)}>{whose}{scope}:</p><ul class=\"state\">{items}</ul>"]

    def _board(self, d: t.Board) -> list[str]:
        if d.shape == "places":
            return self._map(d)
        sizes = [" to ".join(map(self.sentences.say, ends)) for ends in d.sizes]
        of = " of hexes" if d.shape != "grid" else ""
        size = f"rows of {', '.join(sizes)} hexes" if d.shape == "hexes" else f"{sizes[0]} rows and {sizes[1]} columns{of}"
        below = "; row 1 is the lowest" if d.below else ""
        return [f"<p>The board {escape(plain(d.name.text))} has {size}{below}.{self.ids(d)}</p>"]

    def _map(self, d: t.Board) -> list[str]:
        """A board of places, drawn, and what its columns say of the routes."""
        out = [f"<p>The board {escape(plain(d.name.text))} has {len(d.places)} places.{self.ids(d)}</p>", mapped(self.model.boards[d.name.text])]
        for header in d.headers[:1]:
            head = "".join(f"<th>{escape(plain(name.text))}</th>" for name in (header.word, *header.columns))
            rows = "".join(
                f"<tr><td>{escape(' – '.join(plain(name.text) for name in line.places))}</td>"
                + "".join(f"<td>{self.sentences.say(cell)}</td>" for cell in line.cells) + "</tr>"
                for line in d.routes
            )  # fmt: skip
            out.append(f"<table><tr>{head}</tr>{rows}</table>")
        return out

    def _meld(self, d: t.Meld) -> list[str]:
        lines = "".join(map(self._field, d.fields))
        return [self.head(d.name.text, escape(title(d.name.text)), d), f"<ul>{lines}</ul>"]

    def _history(self, d: t.History) -> list[str]:
        (note,) = d.hook.body
        assert isinstance(note, t.Note)
        what = ", ".join(self.sentences.say(e) for e in note.values)
        since = f"; those before are forgotten if {self.sentences.say(note.since)}" if note.since is not None else ""
        when = "at the beginning" if d.hook.when == "before" else "at the end"
        return [f"<p><b>{escape(title(d.name.text))}</b>: {what}, noted {when} of each {escape(plain(d.hook.name.text))}{since}.{self.ids(d)}</p>"]

    def _winner(self, d: t.Winner) -> list[str]:
        most = ", then ".join(f"the {'highest' if c.highest else 'lowest'} {escape(plain(c.name))}" for c in d.criteria)
        condition = f", if {self.sentences.say(d.condition)}" if d.condition is not None else ""
        who = f"Whoever has {most} wins" if most else "All win together, or nobody does"
        first = "Unless somebody has won before: " if self.model.at_once is not None else ""
        return [f"<p{self.place('Who wins')}>{first}{who[0].lower() + who[1:] if first else who}{condition}.{self.ids(d)}</p>"] if self._once("winner") else []

    def _invariant(self, d: t.Invariant) -> list[str]:
        return [f"<p{self.place(d.title)}>It always holds: {escape(d.title)}.{self.ids(d)}</p>"]

    def _demand(self, d: t.Demand) -> list[str]:
        return [f"<p>It can be played only if {escape(Words(self.model).say(d.condition))}{self.sentences.told(d.message)}.{self.ids(d)}</p>"]
