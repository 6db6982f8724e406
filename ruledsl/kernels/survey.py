"""What the exploration of all states works on."""

from __future__ import annotations

from ruledsl.kernels.words import Bytes, Code, Reals, Shorts, Words


class Survey:
    """The words of a survey. In machine code they are one block of 64-bit words in this order."""

    next: int  # the state that is gone on from
    option: int  # its answer that is given next; for a search by keys -1 where it can give none
    number: int  # how many answers that state has; below 0 where they are not asked for yet
    stuck: int  # the fault of a state that can give none, or of its menu, until it is told
    states: int  # so far
    steps: int  # from one state to another, or to a fault
    ends: int
    poorer: int  # ends at which somebody wins who has not the best payoff
    tried: int  # answers
    until: int  # answers after which it pauses
    source: int  # the state of the answer that was looked up last
    answer: int  # its number; -1 if it is the menu that is to be told of
    waiting: int  # answers that were given, to be looked up
    entered: int  # how many of these were
    queued: Words  # these answers
    blocks: Shorts  # what comes behind each, bare
    block_words: Words  # the same, as numbers of 64 bits
    most: int  # states that there may be
    fault: int  # what went wrong
    known: int  # how many codes of that are known
    codes: Words  # these
    units: int  # numbers of 32 bits of a block, an even number
    first_words: Words  # the block of the first state, as numbers of 64 bits
    layout: Words  # how a block becomes a key
    places: Words  # by number of a block, where in the layout its entry stands; 0 where it is the same in all states
    leaves: int  # numbers of 32 bits of a key, two at least
    state_room: int  # how many there is room for
    step_room: int
    pair_room: int
    roots: Bytes  # the states: a pair each
    stride: int  # bytes of each
    root_bits: int  # bits of each of the two numbers
    slots: Shorts  # their table
    size: int  # how many slots it has
    split: int  # places of it that take twice the room
    shift: int  # places of one slot, as a power of 2
    mask: int  # the bits that numbers in it have
    bound: int  # how many may be in it
    pairs: Shorts  # pairs of leaves, and of pairs
    paired: int  # how many there are
    pair_slots: Shorts
    pair_size: int
    pair_split: int
    pair_shift: int
    pair_mask: int
    pair_bound: int
    moved: Shorts  # numbers that are entered again, as a table is split
    movers: int  # how many
    tag: int  # of the pair that was looked for
    at: int  # its place in the table
    over: Shorts  # by state, a bit: the game is over
    trail: Bytes  # where each step leads, as it is noted when it is found
    trailed: int  # bytes of that
    trail_room: int
    news: int  # the byte of it that says which of some answers lead to a new state
    read: int  # as far as it was read
    read_answers: int  # how many of that state
    read_news: int  # which of some of these lead to a new state
    met: int  # states that there were when what was read so far was noted
    marks: Shorts  # by every so many states, how many states there were when it was gone on from
    trails: Shorts  # and how many bytes were noted
    targets: Shorts  # where each step leads, those from one state in a row
    starts: Shorts  # by state, its first step
    here: Shorts  # the block that is gone on from, bare
    here_words: Words  # the same, as numbers of 64 bits
    begun: Shorts  # and whole
    below: Shorts  # by node of a key, the two below it: the root is number 1, and the leaves come last
    lowest: int  # from this node on there are only leaves below
    values: Shorts  # the key of the block, by node; where some wait, one of each state from which they come
    base: int  # which of these is that of `here`
    there: Shorts  # the block behind an answer, bare, if its key is not written yet
    there_words: Words
    others: Shorts  # its key; where some wait, one of each
    status: int  # what was answered there, where its key is not written yet; else below 0
    rows: Words  # the answers, and behind them the seats
    width: int  # words of an answer
    many: int  # answers that have room
    menu: Code  # (whole block, rows): how many answers there are; a fault, or 0
    step: Code  # (whole block, block, answer, seat): what comes behind it: the status, or a fault
    whole: Code  # (block, block): the whole block of a bare one
    look: Code  # (block, status): what is to be told of a state, or a fault; it makes the block whole
    degree: Shorts  # by state, how many of its steps are not accounted for yet
    length: Shorts  # by state, one more than the answers of the longest game from there, or 1 where an end can be reached; else 0
    queue: Shorts  # of states
    firsts: Shorts  # by state, the first of the steps into it
    sources: Shorts  # where these come from
    likely: Code  # (whole block, rows, weights, rows there are): how likely each is beside the others, where chance brings it, else 0; 0, or a fault
    weights: Words  # by step, this
    wrongs: Shorts  # by step that leads nowhere, the number of the fault it comes to, from 1; else 0
    feared: int  # the number of the fault that is asked for
    doom: Reals  # by state, how likely play comes to a fault from there, at most
    keys: Words  # by state the key of a search, where states are told apart by it; behind the last that of the block behind an answer
    wide: int  # words of such a key
    grade: Code  # (block, out): who has won; a fault, or 0
    out: Words
    turn: Code  # (block, 0): the seat that chooses
    turns: Shorts  # by state, a bit: it is the second seat
    worth: Shorts  # by state, which seat can force a win: 1 or 2; else 0
    depth: int  # answers that lead to the state that is gone on from, at least
    edge: int  # the first state behind those of this depth
    head: int  # of the queue
    tail: int

    def __init__(self, **words: object) -> None:
        for name, value in words.items():
            if name not in Survey.__annotations__:
                raise TypeError(f"a survey has no `{name}`")
            setattr(self, name, value)
