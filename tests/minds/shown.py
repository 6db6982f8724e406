"""Games of three equal cards of each of two faces, which hands that others do not see show, give, cover, draw and swap."""

from __future__ import annotations

from collections.abc import Sequence

HEAD = '''
game "Shown":
    players {players}
card Duck(n: 1..2) "{{n}}"
components:
    pond: 3 of Duck(n) for n in 1..2
table:
    pond: bag, hidden
each player:
    hand:  hand
    score: 0..9
play:
    for p in players:
        repeat {dealt} times: move random of pond to p.hand
    repeat {rounds} times:
        for p in players: p chooses {names} or rest
winner: highest score
action rest(): "rest"
'''

ACTIONS = {
    "show": ("c in your.hand", "show {c}", "reveal c"),
    "show_give": ("c in your.hand, q in others", "show and give {c} to {q}", "reveal c\n    move c to q.hand"),
    "give_show": ("c in your.hand, q in others", "give and show {c} to {q}", "move c to q.hand\n    reveal c"),
    "give": ("c in your.hand, q in others", "give a card to {q}", "move c to q.hand"),
    "cover": ("c in your.hand", "put a card back", "move c to pond"),
    "back": ("c in your.hand", "show {c}, and put it back", "reveal c\n    move c to pond"),
    "two": ("a in your.hand, b in your.hand if b != a", "show {a} and {b}", "reveal a\n    reveal b"),
    "all_of": ("k in 1..2", "show all {k}", "for d in your.hand if d.n == k: reveal d"),
    "but_one": ("c in your.hand", "show all but one", "for d in your.hand if d != c: reveal d"),
    "but_one_give": ("c in your.hand, q in others", "give {q} all but one",
                     "for d in your.hand if d != c:\n        reveal d\n        move d to q.hand"),
    "some": ("cards: 1..2 Duck in your.hand", "show some", "reveal cards"),
    "some_back": ("cards: 1..2 Duck in your.hand", "show some, and put them back", "reveal cards\n    for d in cards: move d to pond"),
    "swap_like": ("c in your.hand, q in others, k in 1..2", "give {q} a card for a {k}",
                  "require any(e.n == k for e in q.hand)\n    let d = first(e for e in q.hand if e.n == k)\n    move c to q.hand\n    move d to your.hand"),
    "open_hand": ("", "show all", "show your.hand to players"),
    "draw": ("", "draw", "require pond is not empty\n    move random of pond to your.hand"),
    "steal": ("q in others if q.hand is not empty", "steal of {q}", "move random of q.hand to your.hand"),
    "steal_shown": ("q in others, c in q.hand", "take openly of {q}", "reveal c\n    move c to your.hand"),
    "peek": ("q in others, c in q.hand", "peek at {q}", "show c to you"),
}
"""What is chosen, how it is called, and what is done."""


def shown(names: Sequence[str], players: int = 2, dealt: int = 2, rounds: int = 3) -> str:
    """A game in which these things can be done."""
    actions = (f'action {name}({what}):\n    "{label}"\n    {deed}\n' for name in names for what, label, deed in [ACTIONS[name]])
    return HEAD.format(players=players, dealt=dealt, rounds=rounds, names=", ".join(names)) + "".join(actions)
