"""Games in which all know something of where cards lay before anything happened: the components say it."""

HEAD = '''
game "Homes":
    players 2
enum Colour: red, green, blue
'''

END = '''winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
'''

ENVELOPE = HEAD + '''
card Clue
card Who(n: 1..2) "who {n}" is Clue
card How(n: 1..2) "how {n}" is Clue
components:
    people: 1 of Who(n) for n in 1..2
    tools: 1 of How(n) for n in 1..2
table:
    people: bag, hidden
    tools: bag, hidden
    pack: bag, hidden
    envelope: heap, hidden
    told: bool
each player:
    hand: hand
''' + END + '''
play:
    move random of people to envelope
    move random of tools to envelope
    move all of people to pack
    move all of tools to pack
    for p in players: move random of pack to p.hand
    repeat 2 times:
        for p in players: p chooses ask
action ask(n in 1..2, m in 1..2):
    "ask {n} {m}"
    told = any(named(c, n, m) for c in you.left.hand)
def named(c, n, m) = c is Who and c.n == n or c is How and c.n == m
'''

DECKS = HEAD + '''
card Duck(colour: Colour) "{colour}"
components:
    one: 2 of Duck(red), 1 of Duck(green)
    two: 1 of Duck(blue), 1 of Duck(green)
table:
    one: pile, hidden
    two: pile, hidden
    told: bool
each player:
    hand: hand, own
''' + END + '''
play:
    players.first chooses k in 0..1 "first?"
    shuffle one
    shuffle two
    for p in players: move top of one to p.hand
    for p in players: move top of two to p.hand
    players.last chooses give
    players.first chooses give
    told = any(c.colour is red for c in players.first.hand)
    players.first chooses n in 0..1 "?"
action give(card in your.hand):
    "give {card}"
    move card to you.left.hand
'''

SETS = HEAD + '''
card Rose, Thorn
components:
    p.hand: 2 of Rose, 1 of Thorn
table:
    told: bool
each player:
    hand: hand
    laid: pile, own
    lost: heap, hidden
''' + END + '''
play:
    for p in players: p chooses lay
    players.first chooses take
    for p in players: p chooses lay
    told = any(c is Thorn for c in players.last.hand)
    players.first chooses n in 0..1 "?"
action lay(card in your.hand):
    "lay {card}"
    move card to your.laid
action take():
    "take"
    move random of you.left.hand to your.hand
'''

PILE = HEAD + '''
card Duck(colour: Colour) "{colour}"
components:
    deck: 1 of Duck(colour) for colour in Colour, 1 of Duck(red)
table:
    deck: pile, hidden
    told: bool
each player:
    hand: hand, own
''' + END + '''
play:
    move top of deck to players.first.hand
    players.first chooses k in 0..1 "mix?"
    if k == 1: shuffle deck
    for p in players: move top of deck to p.hand
    told = any(c.colour is red for c in players.last.hand)
    players.first chooses n in 0..1 "?"
'''

MIXED = HEAD + '''
card Duck(colour: Colour) "{colour}"
components:
    one: 1 of Duck(red), 2 of Duck(green)
    two: 2 of Duck(blue)
table:
    one: bag, hidden
    two: bag, hidden
    both: bag, hidden
    told: bool
each player:
    hand: hand, own
''' + END + '''
play:
    repeat 2 times: move random of one to both
    move random of two to both
    for p in players: move random of both to p.hand
    told = any(c.colour is red for c in players.last.hand)
    players.first chooses n in 0..1 "?"
    move random of both to players.first.hand
    move random of one to players.last.hand
    told = any(c.colour is green for c in players.first.hand)
    players.first chooses m in 0..1 "?"
'''

HOMES = {"envelope": ENVELOPE, "decks": DECKS, "sets": SETS, "pile": PILE, "mixed": MIXED}
