"""What is asked, and what a game is about, in words that a new player understands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.play.menu import begun, spans
from ruledsl_tools.preface import preface

if TYPE_CHECKING:
    from ruledsl.engine import Choice
    from ruledsl.ir.program import Action, Program, Site
    from ruledsl_tools.play.session import Session

KINDS = 5
"""So many kinds of moves are named in a question."""
EXAMPLES = 3
"""Moves that are named where all are of one kind."""
MOVES = 7
"""Kinds of moves that are named of a phase."""
LETTERS = 12
"""So many letters that are printed on cards are explained."""
WHERE = ("at", "after", "before", "between", "during", "in", "on", "over", "under")
ABOUT = 6
"""Lines on what is done where, at most."""


def asked(session: Session) -> str:
    """What a person is asked now: in the words of the rules if they have some, else the kinds of moves."""
    decision = session.match.decision
    if decision is not None and decision.prompt:
        return f"{decision.prompt}: which?" if session.match.position.site.chance == "roll" else decision.prompt
    if session.seat is None:
        return _fallen(session)
    options = session.options
    kinds: dict[str, list[Choice]] = {}
    for option in options:
        kinds.setdefault(option.action, []).append(option)
    if decision is not None and kinds.keys() - _actions(session.match.program) - {"pass"}:
        return _value(session)
    pieces = [_kind(name, some) for name, some in kinds.items()]
    if len(pieces) > 1 or len(options) == 1:
        pieces = [re.split(r"[,:] ", piece)[0] for piece in pieces]
    if len(pieces) == 1 and len(options) > 1:
        name = spoken(options[0].action)
        return f"{name}: which?" if pieces[0] == f"{name} …" else f"{pieces[0]}?"
    return listed(pieces, "or") + "?" if len(pieces) <= KINDS else "what do you do?"


def _fallen(session: Session) -> str:
    """What has fallen to chance, where the rules do not say what for: in the deed in which it is thrown, of which there may be several one after the other."""
    site = session.match.position.site
    return f"{spoken(site.name)}: what was thrown?" if site.chance == "roll" else "what happened?"


def wanted(session: Session) -> list[str]:
    """What is asked now, and what can be typed: a move of each kind, or some where all are of one."""
    options = session.options
    if not options:
        return []
    if numbers := spans(options):
        return [f"asked now: {asked(session)} Type a number: {numbers}"]
    kinds = {option.action: option for option in reversed(options)}
    some = [option for option in options if option is kinds[option.action]][:KINDS] if len(kinds) > 1 else options[:EXAMPLES]
    more = "; `moves` lists all" if len(some) < len(options) else ""
    return [f"asked now: {asked(session)} Type {listed([f'`{option.full}`' for option in some], 'or')}{more}"]


def _actions(program: Program) -> set[str]:
    return {action.name for action in program.actions}


def _value(session: Session) -> str:
    """A value is asked for."""
    name = session.match.position.site.name
    return f"{spoken(name)}: which?" if name else "which?"


def _kind(name: str, options: Sequence[Choice]) -> str:
    """One kind of move: what its labels begin with, or else what it is called."""
    if len(options) == 1 and options[0].cards:
        return f"{spoken(name)} …"
    if len(options) == 1:
        return options[0].label if re.search(r"[a-z]{2}", options[0].label) else f"{spoken(name)} {options[0].label}"
    return f"{begun(options) or spoken(name)} …"


def listed(pieces: Sequence[str], word: str) -> str:
    """`a, b or c`."""
    return f"{', '.join(pieces[:-1])} {word} {pieces[-1]}" if len(pieces) > 1 else "".join(pieces)


def spoken(name: str) -> str:
    """A name of the rules as people say it."""
    return name.replace("_", " ")


def about(session: Session) -> list[str]:
    """What the game is about: what its file says first, how it is won, and what is done in which phase."""
    texts = session.game.texts
    lines = preface(texts[-1], session.game.title)
    if won := next((found for text in reversed(texts) if (found := re.search(r"^ *winner: *([^\n#@]*)", text, re.MULTILINE))), None):
        best, _, condition = won[1].strip().partition(" if ")
        if best != "highest payoff":
            lines.append(f"to win: {_best(best, condition)}")
    done: dict[str, dict[str, None]] = {}
    for site in session.match.program.sites:
        if site.menu:
            done.setdefault(spoken(site.phases[-1]) if site.phases else "play", {}).update(dict.fromkeys(_choices(session.match.program, site)))
    in_order = {phase: sorted(_once(names), key=lambda name: name == "pass") for phase, names in done.items()}
    several = len(in_order) > 1
    lines += [f"{_in(phase) if several else 'moves'}: {listed(_few(names), 'or')}" for phase, names in list(in_order.items())[:ABOUT] if names]
    return [*lines, *_letters(session.match.program)]


def _in(phase: str) -> str:
    """In which phase; of one that is called `at the wall` that is said already."""
    return phase if phase.partition(" ")[0] in WHERE else f"in {phase}"


def _letters(program: Program) -> list[str]:
    """What is printed on cards as single letters, and what these stand for in the rules."""
    faces = [program.faces[face] for face in dict.fromkeys(program.cards)]
    meant = {face.printed: re.sub(r"^\w+\((.*)\)$", r"\1", face.spoken) for face in faces}
    clear = all(len(sign) == 1 and sign.isalpha() and re.fullmatch("[a-z_]{2,}", word) for sign, word in meant.items())
    return [f"cards: {', '.join(f'{sign} {spoken(word)}' for sign, word in meant.items())}"] if meant and clear and len(meant) <= LETTERS else []


def _once(names: Iterable[str]) -> list[str]:
    """Moves by what they are called: one that begins with the name of another is told by that."""
    told = [*names]
    return [name for name in told if not name.endswith(" …") or name.removesuffix(" …") not in told]


def _few(names: list[str]) -> list[str]:
    """The first of very many, which are those that the game begins with: some of the others may need what this table does not have."""
    return names if len(names) <= MOVES + 1 else [*names[:MOVES], f"{len(names) - MOVES} others"]


def _best(best: str, condition: str) -> str:
    """How the winner is found; a condition that is no more than a name is told as well."""
    if best == "together":
        name = re.fullmatch(r"(\w+)(?:\(\))?", condition)
        return f"all together, if {spoken(name[1])}" if name else "all together"
    return ", then ".join(map(_most, re.sub(r" of(?= then|$)", "", spoken(best)).split(" then ")))


def _most(best: str) -> str:
    """`highest squares` are the most; of one thing, such as a score, it is the highest."""
    found = re.fullmatch(r"((?:team )?)(highest|lowest) (.*[^s]s)", best)
    return f"{found[1]}{'most' if found[2] == 'highest' else 'fewest'} {found[3]}" if found else best


def _choices(program: Program, site: Site) -> list[str]:
    names = dict.fromkeys(_called(program.actions[entry.action]) for entry in site.menu)
    return [*names, *(["pass"] if site.optional else [])]


def _called(action: Action) -> str:
    """An action: its label if that is always the same, else its name, or what the label begins with where that is another word, which is what people see."""
    begun = action.label[0] if action.label and isinstance(action.label[0], str) else ""
    head = re.split("[,:]", begun)[0]
    if len(action.label) == 1 or head != begun:
        return head or spoken(action.name)
    first = re.match(r"[^\W\d_]{2,}", begun)
    in_words = re.search(r"[\w\s(\['\"]$", begun)  # and not `bar/` of `bar/21`
    other = first and in_words and first[0].lower() not in action.name
    return f"{re.sub(' an?$', '', begun.rstrip(' (['))} …" if other else spoken(action.name)
