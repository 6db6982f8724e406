"""Games in which hands are asked for what they hold, gone through card by card, counted, compared and given away."""

HEAD = '''
game "Asked":
    players {players}
enum Colour: red, green, blue
card Duck(colour: Colour) "{{colour}}"
components:
    deck: {deck}
table:
    deck: bag, hidden
    told: 0..9
each player:
    hand: hand
    heap: heap
    down: heap, hidden
winner: highest payoff
def payoff(p) = 1 if (told > 1) == (p == players.first) else -1
action end_of(n in 0..1): "{{n}}"
'''

EQUAL, OWN = "2 of Duck(colour) for colour in Colour", "1 of Duck(colour) for colour in Colour, 2 of Duck(red)"

FISH = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    repeat 2 times:
        for p in players:
            if p.hand is not empty: p chooses ask
action ask(colour in Colour):
    "ask for {colour}"
    require any(c.colour == colour for c in your.hand)
    if any(c.colour == colour for c in you.left.hand):
        for c in you.left.hand if c.colour == colour: move c to your.hand
    elif deck is not empty: move random of deck to your.hand
    for k in Colour if count(c for c in your.hand if c.colour == k) == 2: lay(you, k)
to lay(p, k):
    for c in p.hand if c.colour == k: move c to p.heap
'''

GIVEN = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    players.first chooses sort
    players.last chooses sort
    told = count(c for c in players.first.hand if c.colour is green)
    players.last chooses end_of
action sort(colour in Colour):
    "put away {colour}"
    for c in your.hand if c.colour == colour: move c to your.down
'''

COUNTED = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    for p in players: p chooses call
    told = count(c for p in players for c in p.hand if c.colour is red)
    players.last chooses end_of
action call(k in Colour):
    "{k}"
    require count(c for c in your.hand if c.colour == k) != 1
    told = count(c for c in you.left.hand if c.colour == k)
'''

FIRST = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    players.first chooses drop
    told = count(players.last.heap)
    players.last chooses end_of
action drop(k in Colour):
    "{k}"
    if any(c.colour == k for c in you.left.hand): move first(c for c in you.left.hand if c.colour == k) to you.left.down
'''

TWICE = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    players.first chooses part
    players.last chooses part
    players.last chooses end_of
action part(k in Colour):
    "{k}"
    for c in you.left.hand if c.colour == k: move c to you.left.down
    for c in you.left.hand if c.colour is red: move c to you.left.down
'''

BACK = '''
play:
    repeat 2 times:
        for p in players: move random of deck to p.hand
    players.first chooses peek
    players.last chooses peek
    players.last chooses end_of
action peek(k in Colour):
    "{k}"
    for c in you.left.hand if c.colour == k: move c to you.left.down
    told = count(you.left.down)
    for c in you.left.down: move c to you.left.hand
'''

MIDDLE = '''
play:
    repeat 3 times: move random of deck to players.last.hand
    players.first chooses act
    players.first chooses act
    players.last chooses end_of
action act(k in Colour):
    "{k}"
    for c in you.left.hand:
        told += 1
        if told == 2 and c.colour == k: move c to you.left.heap
    told = 0
'''

ASKED = {
    "fish": (2, EQUAL, FISH), "fish of three": (3, EQUAL, FISH), "given": (2, EQUAL, GIVEN), "counted": (2, OWN, COUNTED), "first": (2, EQUAL, FIRST),
    "twice": (2, EQUAL, TWICE), "twice, others": (2, OWN, TWICE), "back": (2, EQUAL, BACK),
    "middle": (2, EQUAL, MIDDLE),
}  # fmt: skip


def asked(name: str) -> tuple[int, str]:
    """How many play a game, and its rules."""
    players, deck, play = ASKED[name]
    return players, HEAD.format(players=players, deck=deck) + play
