"""Sentences out of names: who is what, does what, or does it not."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FIRM = ("can", "may", "must", "will", "would", "had", "was", "is", "has", "cannot")
_BETWEEN = re.compile(r"(?:^| )(is|are|can|may|must|will|was|were)(?= )")
PARTICLES = ("on", "off", "up", "down", "in", "out", "over", "back", "away", "to", "at", "with", "no")
_LOOKS = re.compile("..(ed|en|wn|ble|ful|ous|ive|ish|less|ete|ic|al|ent|ant|ary)$|[aeiouy].*ing$")
_WHERE = "above after against ahead among around before behind below beneath beside between beyond near opposite over past to under with".split()
"""Words before what something is so to."""
_JOINING = "a an the your and or but by for from of than as".split()
_SUCH = (
    "above alive alone angry asleep awake back bare below big black blue burnt busy clean clear closed cold common cool dark dead dear deep dense "
    "direct dirty double down dry due dull east easy empty equal enough even exact fair false far fast first fit flat free full gone good green grown "
    "happy held high home hot hungry hurt idle ill in inside intact kept large last left level like lit live locked long loose lost loud low mad "
    "major minor modern mute naked narrow near neat new north nude numb odd off old on out outside own pale plain poor private proper public pure "
    "quick quiet rare raw ready real red rich right ripe rough round rude sad safe same scarce set sharp short shut sick silent simple single "
    "slim slow small smart smooth sober soft solid sore sound south stale steep stiff still strange strict strong sunk sure sweet swift taken "
    "tall thick thin tight tired tough triple true under unique up upright used vague vast void vulnerable warm weak west wet white wide wild "
    "wise worth wrong young"
).split()
"""What something is, and does not have."""
EACH = re.compile("(^| )for (any|every|no) [^:]*: ")
"""What holds of each of several: who reads on takes what comes then for more of it."""
MANY = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_OF_YOU = {"is": "are", "has": "have", "was": "were"}


def sentence(who: str, name: str, no: bool = False, many: bool = False) -> str:
    """What a name says of somebody: `inside` that they are that, `has line` and `fits` what they do; of `you` and of `many` in their own forms."""
    first, _, rest = name.partition(" ")
    plural = many or who == "you"
    if not is_verb(first):
        return f"{who} {'are' if plural else 'is'} {'not ' * no}{name}"
    verb = _OF_YOU.get(first, first if first in _FIRM else base(first)) if plural else first
    if not no:
        return f"{who} {verb} {rest}".rstrip()
    if first == "has":
        return f"{who} {verb} no {rest}".rstrip()
    if first in ("can", "had"):
        return f"{who} {'cannot' if first == 'can' else 'had no'} {rest}".rstrip()
    if first in _FIRM:
        return f"{who} {verb} not {rest}".rstrip()
    return f"{who} {'do' if plural else 'does'} not {base(first)} {rest}".rstrip()


def holding(what: str, name: str, no: bool = False) -> str:
    """What a name says of a place: of `drawn` and `big` it is that, a `peg` it has."""
    return f"{what} has {'no' if no else article(name)} {name}" if is_thing(name) else sentence(what, name, no)


def being(who: str, name: str, no: bool = False) -> str:
    """What a name says that somebody is: `drawn` and `big`, or a `bridge`."""
    return sentence(who, f"{article(name)} {name}" if is_thing(name) else name, no)


def related(who: str, name: str, whom: str, no: bool = False) -> str | None:
    """What a name says that somebody is to another: `behind` them, or a `friend` of theirs; None where that cannot be said."""
    if name.rpartition(" ")[2] in _WHERE:
        return f"{sentence(who, f'is {name}', no)} {whom}"
    return f"{being(who, name, no)} of {whom}" if is_thing(name) else None


def numbered(said: list[str]) -> bool:
    """Does a number behind these words tell which one: `into feature`, and not `bid` or `up to`?"""
    named = len(said) > 2 and said[-2] in ("of", "in", "on", "from") and said[-1] not in _JOINING  # `of level`: what stands there is a thing
    return named or len(said) > 1 and is_thing(said[-1]) and said[-1] not in (*_WHERE, *PARTICLES, *_JOINING)


def is_thing(name: str) -> bool:
    """Is it called by a noun, as far as can be told?"""
    return not (is_verb(name) or " " in name or name in _SUCH or _LOOKS.search(name))


def article(name: str) -> str:
    """The article of one such thing."""
    return "an" if name[:1] in "aeiou" else "a"


def many(name: str) -> str:
    """A thing, several times: gems, berries, boxes."""
    if re.search("[^aeiou]y$", name):
        return f"{name[:-1]}ies"
    return f"{name}es" if re.search("(s|x|z|ch|sh)$", name) else f"{name}s"


def is_verb(word: str) -> bool:
    """Is it what somebody does? So are `fits` and `can`; `inside` and `free` are what somebody is."""
    return word in _FIRM or re.search("[^s]s$", word) is not None


def base(verb: str) -> str:
    """What somebody does, as many do it."""
    if re.search("..ies$", verb):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search("(ch|sh|ss|x|zz|o)es$", verb) else verb[:-1]


def together(conditions: Iterable[str]) -> str:
    """Conditions that must all hold: those that leave a choice stand in brackets, if there are several; behind all what stands against it."""
    told, against = [], []
    for condition in dict.fromkeys(conditions):
        held, _, reasons = condition.partition("unless “")
        told += [held.removesuffix(", ")] if held else []
        against += [f"“{reasons}"] if reasons else []
    text = told[0] if len(told) == 1 else " and ".join(f"({one})" if _either(one) else one for one in told)
    return f"{text}{', ' * bool(text)}unless {' or '.join(dict.fromkeys(against))}" if against else text


def when(condition: str) -> str:
    """On which condition."""
    return condition if condition.startswith("unless “") else f"if {condition}"


def _either(condition: str) -> bool:
    """Does a condition hold where one of several does, or does it end with what holds of each? What stands in brackets or quotes is read by itself."""
    outside = condition
    while (shorter := re.sub(r"\([^()]*\)|“[^“”]*”", "", outside)) != outside:
        outside = shorter
    return " or " in outside or ", else " in outside or EACH.search(outside) is not None


def denied(name: str) -> str:
    """The opposite of a name by itself: `nest is over` is nest is not over, `goes on` does not go on, all else is only not."""
    first, _, rest = name.partition(" ")
    if rest.split(" ")[0] in PARTICLES and is_verb(first) and first not in _FIRM:
        return f"does not {base(first)} {rest}"
    told = _BETWEEN.sub(lambda found: f"{found[0]}not" if found[1] == "can" else f"{found[0]} not", name, count=1)
    return told if told != name else f"not {name}"
