"""Games in which hands or fans mark their cards, show them and give them away: chosen by an action, as a value, several at once, or by all together."""

from __future__ import annotations

from random import Random

HEAD = '''
game "Marked":
    players 2
card Trick(rank: 1..{faces}) "R{{rank}}"
components:
    deck: {each} of Trick(n) for n in 1..{faces}
table:
    deck: pile, hidden
each player:
    hand: {held} of Trick
    score: 0..9
each Trick:
    lift: 0..3
winner: highest score
action up(c in your.hand) "lift {{c}}": c.lift += 1
action both(c: 2..2 in your.hand) "lift {{c}}":
    for d in c: d.lift += 1
action away(c in your.hand) "show {{c}}": reveal c
action all_of(c: 2..2 in your.hand) "show {{c}}": reveal c
action lifted(c in your.hand if c.lift > 0) "show a lifted {{c}}": reveal c
action peek(c in your.hand) "show a card": show c to you.left
action give(c in your.hand) "give a card": move c to you.left.hand
action rest() "rest": you.score += 1
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    for p in players:
'''
MARKS = ("p chooses up or rest", "p chooses both", "p chooses c: Trick in p.hand \"which?\"\n        c.lift += 1", "each q in players chooses up or rest")
DEEDS = (
    "p chooses away or rest", "p chooses all_of or rest", "p chooses lifted or rest", "p chooses peek", "p chooses give or rest",
    "p chooses s: Trick in p.hand \"which?\"\n        reveal s", "p chooses t: Trick in p.hand \"which?\"\n        show t to p.left",
    "p chooses m: Trick in p.hand \"which?\"\n        move m to p.left.hand", "each q in players chooses away or rest",
)  # fmt: skip


def marked(seed: int, held: str) -> str:
    """A game in which each marks a card, and two things are done with it."""
    random = Random(seed)
    faces, each = random.choice(((5, 1), (4, 1), (2, 2)))
    done = [random.choice(MARKS), *random.sample(DEEDS, 2)]
    return HEAD.format(faces=faces, each=each, held=held) + "".join(f"        {one}\n" for one in done)
