"""Lines as people would say them, or would write them elsewhere, and how the rules say them; what is proposed is tried before it is said."""

from __future__ import annotations

import re

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import cached_property, record
from ruledsl.source import Span
from ruledsl.syntax.scene import Scene
from ruledsl.syntax.words import BLOCK_HEADS, CODE_HEADS, DECLARATIONS

LONGEST = 100
"""Letters of a line that a message repeats."""
_NAME = r"[a-z_]\w*(?:\.\w+)*"
_VALUE = rf"(?:{_NAME}|\d+)"
_CELL = rf"{_NAME}(?:\[[^\[\]]*\])?"
_ALL = r"(?:each|every|all)"


@record(frozen=True)
class Sentence:
    """What is written, as a pattern, and what stands for it; `how` where no line can be proposed. It is said only where a word of this kind would fit."""

    pattern: str
    right: str = ""
    how: str = ""
    where: str = ""

    @cached_property
    def found_by(self) -> re.Pattern[str]:
        """The pattern, made when a line is first held against it: that takes longer than to read a small game, and most have no such line."""
        return re.compile(self.pattern)


def _begins(pattern: str, right: str = "", how: str = "") -> Sentence:
    """A whole statement, or how it begins; behind a colon as well."""
    return Sentence(rf"(?:^ *|: )(?P<it>{pattern})", right, how)


def _within(pattern: str, right: str = "", how: str = "") -> Sentence:
    return Sentence(rf"(?P<it>{pattern})", right, how)


def _line(pattern: str, right: str = "", how: str = "", where: str = "") -> Sentence:
    """How a line begins."""
    return Sentence(rf"^ *(?P<it>{pattern})", right, how, where)


CARDS = "cards are moved: `move top of deck to your.hand`, `move card to discard`"
_CHOSEN = "what is chosen is named, with what it is chosen from: `p chooses card in p.hand`"
_ONE_OF = "ask for one of them: `any(card.suit == red for card in p.hand)`; a card lies in a zone: `card in p.hand`"
_BARE = r"[^:()\[\]{}]"
_DONE_IF = rf"(?P<s>{_NAME} [+-]?= {_BARE}+?|{_NAME}\({_BARE}*\)|move {_BARE}+? to {_BARE}+?) (?:if|when) (?P<c>(?![^:]* else )[^:]+?)(?=$| *$)"
_UNTIL = rf"turns (?P<p>\w+) in (?P<s>{_NAME}) until (?P<c>[^:]+?)"
_RETURNED = _within(r"= return (?P<x>\w+)", "= {x}")
SENTENCES = (
    # who, and how often
    _begins(rf"for {_ALL} players?\b(?= ?:)", "for p in players"),
    _begins(rf"for {_ALL} (?P<n>\w+) in\b", "for {n} in"),
    _begins(rf"{_ALL} players?\b(?! in\b)", how="one after the other is written `for p in players: …`; all at once, `each p in players chooses …`"),
    _begins(r"player \d+\b", how="a seat has a name or is found from another: `players.first`, `p.left`"),
    _begins(r"for each player (?P<p>[a-z]\w*)(?= ?:)", "for {p} in players"),
    _begins(r"turns in (?P<s>players)\b", "turns p in {s}"),
    _begins(rf"turns (?P<p>\w+) in (?P<s>{_NAME}) (?:starting|beginning) (?:with|at|from|by) (?P<q>{_NAME})", "turns {p} in {s} from {q}"),
    _begins(rf"{_UNTIL} at most (?P<n>[^:]+?) times(?= ?:)", how="write `turns {p} in {s} if not ({c}) at most {n} times:`"),
    _begins(rf"{_UNTIL}(?= ?:)", how="write `turns {p} in {s} if not ({c}) at most 100 times:`"),
    _within(rf"(?P<a>{_NAME}), or(?= \w)", "{a} or"),
    _begins(r"(?P<p>\w+) (?P<w>chooses|may) to (?P<a>\w+) or (?:to )?(?P<b>\w+)(?=$| *$)", "{p} {w} {a} or {b}"),
    _begins(r"(?P<p>\w+) (?P<w>chooses|may) one of (?P<a>\w+)", "{p} {w} {a}"),
    _begins(r"(?P<p>\w+) (?P<w>chooses|may choose) between (?P<a>\w+) (?:and|or) (?P<b>\w+)", "{p} chooses {a} or {b}"),
    _begins(
        rf"(?P<p>\w+) (?:chooses|may choose) (?:up to|at most) (?P<n>\d+) cards? (?:from|of|in) (?P<z>{_NAME})",
        how="write `{p} chooses cards: 0..{n} in {z}`",
    ),
    _within(r"(?P<x>\w+) in players (?:except|but|other than|without) (?P<y>\w+)", "{x} in players if {x} != {y}"),
    _within(rf"(?<=\S )for (?:each|every) (?:\w+ )?in (?P<z>{_NAME})", how="a loop stands before what it does: `for card in {z}: …`"),
    _begins(rf"(?P<p>\w+) chooses (?P<c>\w+) from (?P<z>{_NAME})", "{p} chooses {c} in {z}"),
    _begins(rf"(?P<p>\w+) chooses (?P<c>\w+) in (?P<z>{_NAME}) (?:where|with|such that|when) (?P<x>\w+)", "{p} chooses {c} in {z} if {x}"),
    _begins(r"let (?P<x>\w+) = (?P<p>\w+) chooses (?P<c>\w+) in\b", "{p} chooses {x} in"),
    _begins(rf"ask (?P<p>{_NAME})", how="who chooses stands before it: `{p} chooses lay or draw`"),
    _begins(rf"(?P<p>{_NAME})\.(?P<w>chooses|may)\(.*\)", how="who chooses stands before it: `{p} {w} lay or draw`"),
    _within(r"\bor (?:end|pass)(?: turn)?(?=$| *$)", how="who may do nothing is asked by `may`: `p may lay or draw`"),
    _begins(rf"(?P<p>{_NAME}) (?:rolls|throws) (?P<d>d\d+)\b", "let n = roll {d}"),
    _begins(rf"(?:loop|do) (?P<n>{_VALUE}) times\b", "repeat {n} times"),
    _begins(rf"repeat (?:at most )?(?P<n>{_VALUE}) times (?:until|while not) (?P<c>[^:]+?)(?= ?:)", "while not ({c}) at most {n} times"),
    _begins(rf"repeat (?:at most )?(?P<n>{_VALUE}) times while (?P<c>[^:]+?)(?= ?:)", "while {c} at most {n} times"),
    _begins(rf"repeat at most (?P<n>{_VALUE}) times", "repeat {n} times"),
    _begins(r"(?:repeat )?until (?P<c>[^:]+?)(?= ?:)", "while not ({c})"),
    _within(rf"\bin (?P<a>{_VALUE}) to (?P<b>{_VALUE})(?= ?:)", "in {a}..{b}"),
    _within(r"\bagain (?P<m>at most [^:]+? times) (?P<c>while [^:]+?)(?=$| *$| \")", "again {c} {m}"),
    # cards
    _begins(rf"move (?:everything|all(?: the)? cards?) (?:from|of|in) (?P<z>{_NAME}) to\b", "move all of {z} to"),
    _begins(rf"move (?:one|a|the(?: top)?) card (?:from|of|in) (?P<z>{_NAME}) to\b", "move top of {z} to"),
    _begins(rf"move (?P<n>{_VALUE}) cards? (?:from|of|in) (?P<z>{_NAME}) to\b", "move top {n} of {z} to"),
    _within(rf"\b(?P<w>top|bottom) (?P<n>{_VALUE}) cards? (?:from|of|in)\b", "{w} {n} of"),
    _within(r"\ba random card (?:from|of|in)\b", "random of"),
    _begins(rf"give (?:{_NAME} )?(?:\d+|a|an|one|all|the) (?=\w)", how=CARDS),
    _begins(rf"(?:swap|exchange) {_NAME} (?:with|and|for) {_NAME}", how="variables change places by `x, y = y, x`; cards go by way of a third zone"),
    _begins(rf"(?P<c>{_NAME}) -> ?(?P<z>{_NAME})", "move {c} to {z}"),
    _begins(rf"deal (?P<n>{_VALUE})(?: cards?)? from (?P<z>{_NAME}) to\b", "move top {n} of {z} to"),
    _begins(rf"deal (?P<n>{_VALUE})\b", how="write `move top {n} of deck to p.hand`"),
    _begins(rf"shuffle (?P<a>{_NAME}) (?:into|to|in) (?P<b>{_NAME})", how="write `move all of {a} to {b}`, and below it `shuffle {b}`"),
    _begins(r"\w+ (?:chooses|may choose|may) (?:a|an|any|one|\d+) (?:cards?|numbers?|players?|cells?|dice|die|suits?|colou?rs?)\b", how=_CHOSEN),
    _begins(rf"{_NAME} (?:draws?|takes?|gets?|puts?|places?|discards?|picks?|plays?) (?=\w)", how=CARDS),
    # numbers
    _begins(rf"(?P<p>{_NAME}) (?:gains?|scores?|wins|earns?) (?=\d|points?\b)", how="a number is changed by `{p}.score += 1`"),
    _begins(rf"(?P<p>{_NAME}) (?:loses?|pays?|spends?) (?=\d|points?\b)", how="a number is changed by `{p}.score -= 1`"),
    _begins(rf"(?P<x>{_NAME}) =\+", "{x} +="),
    _begins(r"(?P<x>[a-z_]\w*\.\w+) (?P<o>[+-]) (?P<n>\d+)(?=$| *$)", "{x} {o}= {n}"),
    _begins(rf"set (?P<x>{_NAME}) (?:to|=) (?P<n>{_VALUE})", "{x} = {n}"),
    _begins(rf"add (?P<n>{_VALUE}) to (?P<x>{_NAME})", "{x} += {n}"),
    _begins(rf"(?:add|increase|increment) (?P<x>{_NAME}) by (?P<n>{_VALUE})", "{x} += {n}"),
    _begins(rf"subtract (?P<n>{_VALUE}) from (?P<x>{_NAME})", "{x} -= {n}"),
    _begins(rf"(?:subtract|decrease|decrement|reduce) (?P<x>{_NAME}) by (?P<n>{_VALUE})", "{x} -= {n}"),
    _begins(rf"(?:var|const) (?P<x>{_NAME}) =", "let {x} ="),
    _begins(r"(?P<x>roll d\d+)\b", "let n = {x}"),
    _within(r"= random (?P<r>\d+\.\.\d+)", "= roll {r}"),
    _begins(r"random (?P<r>\d+\.\.\d+)(?=$| *$)", "let n = roll {r}"),
    # conditions
    _within(r"\bis (?:greater|more|higher|larger|bigger) than or equal to\b|\bis at least\b", ">="),
    _within(r"\bis (?:less|lower|smaller|fewer) than or equal to\b|\bis at most\b", "<="),
    _within(r"\b(?:is )?(?:greater|more|higher|larger|bigger) than\b", ">"),
    _within(r"\b(?:is )?(?:less|lower|smaller|fewer) than\b", "<"),
    _within(r"\b(?:is equal to|is the same as|equals)(?= )", "=="),
    _within(rf"\b(?P<x>(?!chooses\b|may\b){_NAME}) (?:is )?between (?P<a>{_VALUE}) and (?P<b>{_VALUE})", "{x} in {a}..{b}"),
    _within(r"\b(?P<w>any|all|count|sum)\((?P<n>\w+) in (?P<z>[^:()]+): (?P<c>.+)\)(?= ?:|$)", "{w}({c} for {n} in {z})"),
    _within(rf"\b(?P<z>{_NAME}) (?:contains|includes) (?P<c>[A-Z]\w*(?:\([^()]*\))?)", "{c} in {z}"),
    _within(r"\b(?:contains?|includes?|has|have)\b(?= \w)", how=_ONE_OF),
    _within(rf"\b(?P<x>{_CELL}) (?:is )?(?:beside|next to|adjacent to) (?P<y>{_CELL})", "{x} in {y}.neighbours"),
    _within(rf"\b(?P<w>count|first|last)\((?P<n>\w+) in (?P<z>{_NAME}) (?P<i>if|where|with) (?P<c>[^()]+)\)", "{w}({n} for {n} in {z} if {c})"),
    _within(rf"\b(?P<w>any|all) (?P<n>\w+) in (?P<z>{_NAME}) ?[:,] ?(?P<c>[^:]+?)(?= ?:|$)", "{w}({c} for {n} in {z})"),
    _within(rf"\bnumber of (?:cards )?(?:in |of )?(?P<z>{_NAME})", "count({z})"),
    _within(r"\b(?P<w>max|min)\([^()]* for [^()]*(?P<x>, \w+)\)", how="where there may be nothing, ask before: `{w}(…) if Z is not empty else 0`"),
    _begins(rf"require (?P<c>(?!not ){_BARE}+? after {_VALUE}(?:\([^()]*\))?) (?P<w>or|and)\b", "require ({c}) {w}"),
    _within(rf"\bcount (?:(?:the )?(?:cards|number) (?:in|of) )?(?P<z>{_NAME})", "count({z})"),
    _within(r"\bplayer with (?:the )?(?:most|highest) (?P<x>\w+)", "first(who for who in players by highest who.{x})"),
    _within(r"\bplayer with (?:the )?(?:fewest|least|lowest) (?P<x>\w+)", "first(who for who in players by lowest who.{x})"),
    _within(rf"\b(?P<w>if|elif|while|and|or) (?P<z>(?!is\b|not\b){_NAME}) empty\b", "{w} {z} is empty"),
    _within(r"\b(?:if|elif|while) [^:]*\broll (?P<d>d\d+)", how="what falls is kept first: `let n = roll {d}`, and then `if n == 6:`"),
    _within(r"\broll (?P<d>[^:#]+?) [-+*] roll\b|[-+*] roll\b", how="keep each throw first: `let a = roll d6`, below it `let b = roll d6`, and then `a + b`"),
    _RETURNED,
    _within(r"\bor else(?= \")", "else"),
    # how it goes on, and ends
    _begins(r"end (?P<f>\w+) if (?P<c>[^:]+?)(?=$| *$)", "if {c}: end {f}"),
    _line(_DONE_IF, "if {c}: {s}"),
    _begins(_DONE_IF, how="write on a line of its own: `if {c}: {s}`"),
    _begins(r"win (?P<p>[a-z]\w*)(?=$| *$)", "{p} wins"),
    _begins(r"(?P<p>[a-z_]\w*(?:\.\w+)*?)\.(?:wins?|has_won)(?:\(\))?(?=$| *$)", "{p} wins"),
    _begins(r"(?:game over|finish game|stop game)\b", "end game"),
    _begins(rf"{_NAME} (?:passes|skips)(?=$| *$)", how="`pass` does nothing; who may do nothing is asked by `may`: `p may lay`"),
    _begins(r"(?:skip|skip turn|pass turn|do nothing|nothing)(?=$| *$)", how="`pass` does nothing; `end f` leaves the phase `f`"),
    _begins(r'(?:print|say|tell|write|display|log) (?=")', how="the rules print nothing; a label or a prompt is what players read"),
    _begins(r"(?:flip|turn over|turn up)(?= [a-z])", "reveal"),
)


VALUES = tuple(row for row in SENTENCES if not row.pattern.startswith("(?:^"))
"""What stands within a value, of whatever line."""
VALUED = ("def", "instead", "invariant", "require", "as", "winner", "option")
"""Declarations with a value on their line."""
_BOUND = r"(?:\w+(?:\.\w+)?)"
_SHAPE = r"(?:grid|hexes|places|of|by)\b"
_MOST = r"(?:max|most|maximum|greatest|biggest|largest|high|best)"
_LEAST = r"(?:min|least|minimum|fewest|smallest|low)"
_WHO = r"(?:(?:the )?(?:players?|p|whoever|one|who) (?:with|has|have|having) (?:the )?)?"
_ENDS = "the game ends where a rule says so: `after add(): if deck is empty: end game`, or among the statements of `play:`"
_WINS = "who wins has the most or the least of something: `winner: highest points`; whoever wins at once is told among statements: `p wins`"
_EACH = "(suit, value) for suit in Suit for value in 1..5`"
OF_GAME = ("team", "players", "rulebook", "mode")
"""What begins a line below `game`, and is no variable."""
_HEAD = rf"(?:{'|'.join((*BLOCK_HEADS, *DECLARATIONS, *OF_GAME))})\b"
_HOLDS = rf"(?!{_HEAD})[^:]+? (?:is|in|==|!=|<=?|>=?) [^:]+?"
_NO_MOVE = r"(?:pile|row|heap|bag|hand|fan|spot|of|or|and|not|in|is|if)\b"
_ALONE = rf"^ +(?P<it>(?P<x>(?!{_HEAD})[a-z]\w*))(?=$| *$)"
DECLARED = (
    # who plays, and with what
    _line(rf"board (?P<n>\w+): (?:(?!{_SHAPE})[a-z]\w* )?(?P<a>(?!{_SHAPE}){_BOUND}) by (?P<b>(?!{_SHAPE}){_BOUND})", "board {n}: grid {a} by {b}"),
    _line(rf"board (?P<n>\w+): ?grid ?\((?P<a>{_BOUND}), ?(?P<b>{_BOUND})\)", "board {n}: grid {a} by {b}"),
    _line(rf"board (?P<n>\w+): ?grid (?P<a>{_BOUND}) ?(?:[x×*,]|times) ?(?P<b>{_BOUND})", "board {n}: grid {a} by {b}"),
    _line(r"board \w+: ?hex(?:agons?|es)?\b(?! *\d+ *,| *\w+\.\.)", how="a board of hexes has so many in each row: `hexes 3, 4, 5, 4, 3`, or `hexes 3..5..3`"),
    _line(r"team \w+:", how="who plays with whom stands below `game`: `team reds: A, C`"),
    _line(r'" " ?:(?= for \w)', '" "'),
    _line(r'" "(?= [a-z]\w* in \w)', '" " for'),
    _line(r'" " ?:? ?(?:if|when)\b', how='what is left blank is named: `" " for c in yard if c.row == 1`'),
    _line(r"board(?= ?:)", how="a board has a name: `board yard: grid 5 by 5`"),
    _line(r"players (?P<a>\d+) (?:to|or|and) (?P<b>\d+)", "players {a}..{b}"),
    _line(r"(?:for )?(?P<a>\d+)(?:\.\.|-| to | or | and )(?P<b>\d+) players", "players {a}..{b}"),
    _line(r"(?:for )?(?P<a>\d+) players?", "players {a}"),
    _line(r'players [^"]*?\b(?P<s>[a-z]\w*) "[^"]*"', how="a seat has a name and no text beside it: `{s}`"),
    _line(r"enum (?P<n>\w+):(?=$| *$)", how="its values stand on its line: `enum {n}: small, big`"),
    _line(r"enum \w+: ?(?=\d)", how="a value has a name; numbers need no enum: `1..3` is a type"),
    _line(r"card (?P<k>\w+)\((?P<n>\d+)\)", how="how many there are is said under `components:`: `deck: {n} of {k}`"),
    _line(r"card (?P<k>\w+) of (?P<s>\w+)", how="what is printed on a card stands in brackets: `card {k}(suit: {s})`; one of a family is `card {k} is Court`"),
    _line(r"players?(?= ?:$)", "each player"),
    _line(r"(?:hidden|open|private|public|secret) (?:table|each \w+)", how="who sees a thing is said behind it: `deck: pile, hidden`"),
    _line(r"(?:setup|set_up|set up|start|preparation)(?= ?:)", how="what is done first stands first in `play:`, or in a deed that is done there"),
    _line(r"every (?P<f>\w+)(?= ?:)", how="a rule hangs on a phase: `before {f}(): …`, `after {f}(): …`"),
    _within(r"-> ?\w+(?= ?[:=])", how="what a def answers is found out from its value: leave that out"),
    _line(r"(?P<x>[a-z]\w*): (?P<a>\d+) ?- ?(?P<b>\d+)", "{x}: {a}..{b}"),
    _line(r'enum \w+: ?(?=")', how='a value has a name, and behind it what is shown: `red "Red"`'),
    _line(r"(?:type|enumeration|enums) (?P<n>[A-Z]\w*)(?= ?:)", "enum {n}"),
    _line(r"card \w+: (?=\w+ \w)", how="what is printed on a card stands in brackets behind its name: `card Fox(suit: Suit, value: 1..5)`"),
    _within(r"(?P<T>\b[A-Z]\w*) (?P<n>[a-z]\w*)(?=[,)])", "{n}: {T}"),
    _within(rf"(?P<n>{_VALUE}) of (?:each|every|all) (?P<k>[A-Z]\w*)", how="each is written out: `{n} of {k}" + _EACH),
    _within(r"(?<=: )(?:all|each|every)(?: of)? (?P<k>[A-Z]\w*)", how="each is written out: `1 of {k}" + _EACH),
    _line(r"(?P<n>\d+) of (?P<k>[A-Z]\w*)", how="say where they lie at first: `deck: {n} of {k}`"),
    _line(r"players: (?P<n>\d+)(?=$| *$)", "players {n}"),
    _line(r"(?P<x>[a-z]\w*): (?P<n>\d+)(?=$| *$)", how="say from where to where it goes: `{x}: 0..99 = {n}`"),
    _line(r"(?P<x>[a-z]\w*)\[(?P<k>[A-Z]\w*|players|\d+\.\.\d+)\](?= ?[\":])", "{x}[k in {k}]"),
    _line(r"(?P<x>[a-z]\w*)\[(?P<k>[A-Z]\w*|players), ?(?P<m>[A-Z]\w*|players)\](?= ?[\":])", "{x}[k in {k}, m in {m}]"),
    _line(r"(?P<x>[a-z]\w*)\[(?P<n>\d+)\](?= ?[\":])", "{x}[n in 1..{n}]"),
    Sentence(_ALONE, how="say what it is: a number is `{x}: 0..99`, a place for cards `{x}: pile` or `{x}: hand, own`", where="COLON"),
    _within(r"\b(?P<w>pile|row|heap|bag|hand|fan|spot) ?\((?P<v>own|hidden|open|others|top)\)", "{w}, {v}"),
    _within(r"\bface-?\W?down (?:pile|stack|deck)", "pile, hidden"),
    _within(r"\bface-?\W?up (?:pile|stack|deck)", "pile"),
    _line(r"each \w+ (?:cell|space|square|field)(?= ?:)", "each cell"),
    # who wins, and what can be chosen about the rules
    _line(rf"winner: {_WHO}(?:{_MOST}|highest)\b ?\(?(?P<x>[a-z]\w*)\)?(?=$| *$)", "winner: highest {x}"),
    _line(rf"winner: {_WHO}(?:{_LEAST}|lowest)\b ?\(?(?P<x>[a-z]\w*)\)?(?=$| *$)", "winner: lowest {x}"),
    _within(r"\b(?P<x>\w+)(?:,| or| and) (?P<w>highest|lowest)\b", "{x} then {w}"),
    _line(r"winner: (?P<x>[a-z]\w*) (?P<w>highest|lowest)(?=$| *$)", "winner: {w} {x}"),
    _line(r"winner: +(?!highest\b|lowest\b|together\b|team\b)\S+", how=_WINS),
    _line(r"option (?P<x>\w+): ?(?P<n>\d+)(?=$| *$)", how="say from where to where it goes: `option {x}: 0..99 = {n}`"),
    _line(r"ruling (?P<x>\w+) = (?P<v>\w+(?:, \w+)* or \w+)", "ruling {x}: {v}"),
    _line(r"option (?P<x>\w+) ?[:=] ?(?P<v>true|false)\b", "option {x}: bool = {v}"),
    _line(r"option (?P<x>\w+): ?(?:yes or no|no or yes|true or false|false or true)\b", "option {x}: bool = false"),
    _line(r"option (?P<x>\w+): ?(?P<a>\d+)(?:, \d+)*,? or (?P<b>\d+)", how="from one number to another, and one is the usual: `option {x}: {a}..{b} = {a}`"),
    _line(r'ruling (?P<x>\w+) (?P<q>"[^"]*"): ?(?P<v>\w+(?:, \w+)* or \w+)', "ruling {x}: {v} {q}"),
    # actions
    _within(r"\bor none if (?P<c>[^,()]+(?:\([^()]*\)[^,()]*)*)(?=[,)])", "if {c} or none"),
    _within(r"(?P<n>\d+)(?: of)? (?P<c>cards?|tiles?|stones?|dice) in (?P<z>\w+(?:\.\w+)*)", "{c}: {n}..{n} in {z}"),
    _within(r"(?P<x>\w+) in players (?:except|but|other than|without) (?P<y>\w+)", "{x} in players if {x} != {y}"),
    _within(r"(?P<a>\d+) ?<=? ?(?P<n>[a-z]\w*) ?<=? ?(?P<b>\d+)(?=[,)])", "{n} in {a}..{b}"),
    _within(r'"(?P<t>[^"{}]*)" ?\+ ?(?P<x>\w+)(?= ?:)', '"{t} {{{x}}}"'),
    Sentence(r"^ *action .*\b(?P<it>requires|where|only if|provided)\b(?= \w)", how='say in its block when it may be chosen: `require C else "why"`'),
    _within(r"\bwhere (?P<x>\w+)", "if {x}"),
    _line(r"invariant ?: ?(?P<x>\w+)", 'invariant "why": {x}'),
    # tests and notes
    _within(r"\bwhen: (?P<n>\d+) (?P<w>random games|times)", "when {n} {w}"),
    _within(r"(?<=when: )(?P<p>[A-Z]\w*) (?P<a>[a-z]\w*)\b", how="a move has who makes it before a colon: `{p}: lay(card)`"),
    _within(r"\b(?P<p>[A-Z]\w*) has (?P<n>\d+) (?P<x>[a-z]\w*)", "{p}.{x} == {n}"),
    _within(r"\b(?P<x>[a-z]\w*) of (?P<p>[A-Z]\w*)\b(?!\()", "{p}.{x}"),
    _line(r"(?:expect|assert|checks?|should|result)(?= ?:)", "then"),
    _line(r"(?://|--|/\*|(?:comment|note|rem)(?= ?:))", how="a note begins with `#`, and goes to the end of the line"),
    _line(rf"(?P<p>[A-Za-z]\w*): (?P<a>(?!{_NO_MOVE})[a-z]\w*) (?P<n>\d+|[A-Z]\w*)(?=$| *$)", "{p}: {a}({n})", where="LPAR"),
    _line(r"(?!given\b|when\b|then\b)[A-Za-z]\w*(?=: \w)", how="moves stand below `when:`, each on a line of its own: `A: add(2)`", where="WHEN"),
    _within(r"\bcan not\b", "cannot"),
    _begins(r"not (?P<p>[A-Za-z]\w*) can (?P<m>[a-z]\w*)", "{p} cannot {m}"),
    _begins(r"not (?P<p>[A-Za-z]\w*) holds possible (?P<c>.+)", "{p} knows not ({c})"),
    _begins(r"(?P<p>[A-Za-z]\w*) (?:does not|doesn't) know (?P<c>.+)", "not {p} knows {c}"),
    _begins(r"worlds\((?P<p>[A-Za-z]\w*)\) (?P<s>!=|[<>]=?)", how="how many there are is said, `worlds({p}) == 12`, or what holds in all: `{p} knows …`"),
    _line(r"(?P<p>[A-Za-z]\w*) (?:to move|to play|moves|is next)\b", how="who is asked is told by what can be done: `{p} can add(2)`, `{p} can only …`"),
    _line(r"(?P<p>[A-Za-z]\w*) (?:wins|won|has won)(?=$| *$)", "winners == {{{p}}}"),
    _within(r"\bp wins\b", how="what a game is worth is reckoned from what each has, as in `p.score`; who wins is said by `winner:`"),
    # hooks, defs and deeds
    _line(r"(?:on|when) (?P<f>\w+)\((?P<a>[^)]*)\)(?= ?:)", "after {f}({a})"),
    _line(rf"(?:when|whenever|if) (?P<c>{_HOLDS})(?= ?:)", how="a rule stands where it is looked at: `after add(): if {c}: …`, or in a phase"),
    _line(r"(?:after|before) \w+ \w+(?= ?:)", how="a rule hangs on a name with brackets: `after add(): …`; who acts there is `you`"),
    _line(r"instead (?P<f>\w+)(?=\()", "instead of {f}"),
    _RETURNED,
    Sentence(r"^ *card .*\b(?P<it>(?:int|integer|number) (?P<n>[a-z]\w*))(?=[,)])", "{n}: 1..9"),
    _within(r"\b(?:player|int|integer|number|bool|string|card) (?P<n>[a-z]\w*)(?=[,)])", "{n}"),
    _line(r"to (?P<f>\w+)\((?P<a>[^)]*)\) =", "to {f}({a}):"),
    _line(r"(?:end|the game ends|game ends|end game|game over)(?: game| round)? (?:when|if)\b", how=_ENDS),
)
"""The same of declarations."""
_TABLE = "a chart is a table: below its name a line of what its columns are called, parted by blanks, and under it a line for each row"
CHARTED = (_line(r"\w+ ?[:=] ?\w+", how=_TABLE), _line(r"[^|]*\|", how=_TABLE))
"""The same of what stands below `chart`."""


def sentence(scene: Scene) -> Diagnostic | None:
    """The first of them, if the line could be read no further than where it stands."""
    return _first(scene, SENTENCES) if scene.inside else None


def declared(scene: Scene) -> Diagnostic | None:
    """The same of a declaration."""
    if scene.inside:
        return None
    if any(line is not None and line.tokens[0].text == "chart" for line in (scene.above, scene.over)):
        return _first(scene, CHARTED)
    behind = scene.first in CODE_HEADS and ":" in [token.text for token in scene.line.tokens[: scene.place]]
    return _first(scene, DECLARED) or _first(scene, SENTENCES if behind else VALUES if scene.first in VALUED else ())


def _first(scene: Scene, rows: tuple[Sentence, ...]) -> Diagnostic | None:
    if scene.line.tokens[0].line != scene.line.tokens[-1].line:
        return None
    text, at = _text(scene), scene.token.column - 1
    for row in rows:
        found = row.found_by.search(text)
        if found is not None and row.where in ("", *scene.expected) and found.start("it") <= at <= found.end("it") + 1:
            return _said(scene, row, found)
    return None


def _said(scene: Scene, row: Sentence, found: re.Match[str]) -> Diagnostic:
    line, written = scene.line.tokens[0].line, found["it"].rstrip()
    span = Span(scene.file, line, found.start("it") + 1, line, found.start("it") + 1 + len(written))
    words = {name: text for name, text in found.groupdict().items() if text is not None}
    if row.how:
        return scene.report("sentence", span, word=_short(written), how=row.how.format(**{name: _short(text) for name, text in words.items()}))
    right = row.right.format(**words)
    return scene.report("sentence", span, (Edit(span, right),), word=_short(written), how=f"write `{_short(right)}`")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _text(scene: Scene) -> str:
    """The line as it was written, without its comment."""
    text = ""
    for token in scene.line.tokens:
        text = text.ljust(token.column - 1) + token.text
    return text
