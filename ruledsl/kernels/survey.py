"""What the exploration of all states works on."""

from __future__ import annotations

from ruledsl.kernels.words import Code, Shorts, Words


class Survey:
    """The words of a survey. In machine code they are one block of 64-bit words in this order."""

    next: int  # the state that is gone on from
    option: int  # its answer that is tried next; -1 where it can give none
    states: int  # so far
    steps: int  # from one state to another
    ends: int
    tried: int  # answers
    until: int  # answers after which it pauses
    most: int  # states that there may be
    fault: int  # what went wrong
    known: int  # how many codes of that are known
    codes: Words  # these
    units: int  # numbers of 32 bits of a block
    size: int  # and of a key
    layout: Words  # how a block becomes a key
    record_room: int  # how many there is room for
    step_room: int
    slots: int  # of the table, a power of 2
    tag: int  # of the key that was looked for
    at: int  # its place in the table
    records: Shorts  # the states
    table: Shorts  # by place, the tag of a key and one more than the number of its state; 0 where there is none
    targets: Shorts  # where each step leads, those from one state in a row
    starts: Shorts  # by state, its first step
    here: Shorts  # the block that is gone on from
    there: Shorts  # the block behind an answer
    status: int  # what was answered there, where its key is not written yet; else below 0
    spare: Shorts  # another
    rows: Words  # the answers, and behind them the seats
    width: int  # words of an answer
    many: int  # answers that have room
    menu: Code  # (block, rows): how many answers there are; a fault, or 0
    step: Code  # (block, block, answer, seat): what comes behind it: the status, or a fault
    look: Code  # (block, status): what is to be told of a state, or a fault
    degree: Shorts  # by state, how many of its steps are not accounted for yet
    length: Shorts  # by state, one more than the answers of the longest game from there, or 1 where an end can be reached; else 0
    queue: Shorts  # of states
    firsts: Shorts  # by state, the first of the steps into it
    sources: Shorts  # where these come from

    def __init__(self, **words: object) -> None:
        for name, value in words.items():
            if name not in Survey.__annotations__:
                raise TypeError(f"a survey has no `{name}`")
            setattr(self, name, value)
