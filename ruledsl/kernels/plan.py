"""What a tree search is told, and where it keeps what it finds."""

from __future__ import annotations

from ruledsl.kernels.words import Code, Reals, State, Words


class Plan:
    """The words of a plan. In machine code they are one block of 64-bit words in this order."""

    stream: Words  # random numbers, one word
    turns: Words  # the same, of one playing on
    done: int  # playings on so far
    world: int  # the seed of the state that play goes on from
    root: int  # the name of the place where the tree begins
    least: float  # points that were seen
    most: float
    seat: int  # for which is searched
    players: int
    depth: int  # choices by the tree in one playing on, at most
    each: int  # playings on in one world; 0: a new world every time
    by_moves: int  # whether places are named by what a seat has heard of the moves that lead there, or by the state
    keys: Words  # by seat, the name of the place
    joints: Words  # by seat, what was heard since, of those who are asked together
    heard: Words  # by seat, what is heard of the move that is made
    unheard: Words  # by site, whether what is chosen there is heard by nobody else
    blind: Words  # by site, the seats that could not tell by what they see what an option brings at once
    sign: int  # of points: -1 where the least score wins
    weight: float  # of points against victories
    envy: float  # how much of what the others have on average is taken from the points of a seat
    curiosity: float
    count: float  # of points, over all seats and playings on
    total: float
    square: float
    wide: int  # options beyond which a place is wide
    widening: int
    limit: int  # decisions of a playing on, at most
    looks: int  # options that a seat looks at before it chooses
    sites: int  # where somebody may be asked
    looked: Words  # by site, how often one did
    telling: Words  # how often that told options apart
    telltale: int  # of so many looks one at least has to, or nobody looks there any more
    tried: int  # looks before that is said
    ripe: int  # visits of a move before the tree grows on behind it, as long as somebody looks
    start: State  # where the seat is asked
    spare: State  # a state in which options are tried
    other: State  # another
    legal: Code  # (state, site, seat, rows): how many options there are, or a fault
    resume: Code  # (state): the status, or a fault
    playout: Code  # (state, stream, limit, rows): decisions that were made, or a fault
    call: Code  # (state, function, arguments, result): a fault, or 0 or more
    who: Words  # arguments of a call
    value: Words  # its result
    payoff: int  # functions that `call` knows, by number
    winners: int
    odds: Words  # the same by site
    out_of: Words
    width: int  # words of an option
    room: Words  # for options, as `legal` writes them
    options: Words  # the same, for options that are tried one after the other
    names: Words  # of the options
    slots: Words  # of the options in the tree
    marks: Words  # of the options, whether they may be taken for new
    gains: Words  # of the options of a wide place
    bares: Words  # what the options are called, whatever their cards stand for
    many: Words  # the options of a wide place by action, the passing and the chosen value before the first
    actions: int  # how many of these there are
    arms: Words  # the tree: slots of ARM words
    mask: int  # the number of slots, a power of 2, less 1
    path: Words  # threes: the name of an arm, the seat, and the name of the move
    lore: Words  # what moves brought wherever they were made
    heeded: int  # whether what moves brought is known of those, too, that were made in playing on
    trail: Words  # of these, twos: the seat, and the name of the move
    long: int  # how many there are in the playing on
    supposed: float  # how often a move is taken to have been tried with what it brought elsewhere
    points: Reals  # of each seat
    name: int  # of the move that was picked last, in every state
    arm: int  # of the same in the tree
    fresh: int  # whether it is new to the tree
    unripe: int  # whether it was made too seldom for the tree to grow on behind it where somebody looks
    cards: int  # how many the game has
    faces: Words  # of the cards
    seers: Words  # by place, the seats that see what lies there
    parameters: Words  # of the actions, how many
    member_bits: int  # of one of several cards that are chosen together
    guises: int  # faces that cards can stand for
    card_arguments: Words  # by action, the mask of arguments that are a card
    subset_arguments: Words  # and of those that are several
    card_values: Words  # by site, whether a value that is chosen there is one
    subset_values: Words
    unknown: int  # how many cards the seat does not know
    drawn_from: Words  # these, as they lie before they are mixed
    places: Words  # the cards that truly lie where one of these must lie
    takes: Words  # by place, the mask of the kinds of card it takes
    group_count: int
    groups: Words  # rows: the first place, the end, and whether not each takes every card of them
    drawn: Words  # room for the cards
    becomes: Words  # room for one number a card of the game
    fitting: int  # whether they lie as a table says
    fit: Words  # the table, as `fitting` reads it
    pool_count: int  # states that were drawn ahead; 0: each is drawn when it is played on from
    pool: Words  # rows: the cards as they lie in the places, and the secrets' values
    secret_count: int
    secrets: Words  # rows: the offset of a value, its width, how many values there are, and where they stand

    def __init__(self, **words: object) -> None:
        for name, value in words.items():
            if name not in Plan.__annotations__:
                raise TypeError(f"a plan has no `{name}`")
            setattr(self, name, value)


WRONG = -1
"""What a kernel answers where the rules went wrong: nothing is learnt from that."""
