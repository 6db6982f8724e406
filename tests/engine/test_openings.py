"""What labels begin with is known before they are read; what it says of options is what their labels say."""

from pathlib import Path
from random import Random

import pytest

from ruledsl import load
from ruledsl.engine.apart import told_apart
from ruledsl.engine.menus import Menu, unlike
from ruledsl.engine.openings import clusters
from ruledsl_tools.play.menu import begun

ODD = """
game "Odd":
    players 2
enum Turn: last, more
card Fish(size: 1..3) "fish {size}"
components:
    nest: 3 of Fish(1), 2 of Fish(2), 2 of Fish(3)
table:
    nest: pile
each player:
    hand: hand, own
    bag: heap
    n: 0..9
action lay(c: Fish in your.hand) "lay {c}": move c to your.bag
action lay_any(c: Fish in your.hand | your.bag, n in 1..2):
    "lay {c}"
    move c to nest
    your.n = n
action give(n in 1..2, much in 1..2) "give {n}": your.n = much
action give_many(n in 1..2) "give {n}, {once(your.n)}": your.n = n
action left() "take": your.n = 0
action right() "take": your.n = 1
def once(n) = more if n > 1 else last
play:
    for p in players: move top 3 of nest to p.hand
    repeat 4 times:
        for p in players: p chooses lay, lay_any, give, give_many, left or right
winner: highest n
"""


@pytest.mark.parametrize("name", ["cloud-nine", "gem-hens", "checkers", "odd"])
def test_openings_say_of_options_what_their_labels_say(name: str, tmp_path: Path) -> None:
    (tmp_path / "odd.rules").write_text(ODD)
    match, random, seen = load(str(tmp_path / "odd.rules") if name == "odd" else name).start(seed=3), Random(3), 0
    for _ in range(12):
        decision = match.decision
        if decision is None:
            break
        options = decision.options
        if isinstance(options, Menu):
            openings, few = options.openings, options.unlike
            again = Menu(options.position, options.seat)
            assert begun(again) == begun(list(options))
            labels = [option.label for option in options]
            seen += sum(len(opening) < len(label) for opening, label in zip(openings, labels, strict=True))
            assert all(label.startswith(opening) for opening, label in zip(openings, labels, strict=True))
            assert [option.apart for option in again] == told_apart(options.position, options)
            assert few == unlike(list(options))
        match.play(random.choice(decision.options))
    assert seen or name not in ("cloud-nine", "odd")


def test_very_many_moves_are_told_apart_without_a_word_of_them() -> None:
    options = load("cloud-nine").start(seed=1).decision.options
    assert len(options.unlike) == len(options) > 1000 and begun(options) == ""
    assert not any("label" in option.__dict__ for option in options[1:-1])
    assert options[5].full and sum("label" in option.__dict__ for option in options) < 10


def test_texts_of_one_cluster_begin_alike_and_no_others_do() -> None:
    random = Random(1)
    for _ in range(200):
        texts = ["".join(random.choice("ab") for _ in range(random.randrange(5))) for _ in range(random.randrange(9))]
        which = {n: some for some in clusters(texts) for n in some}
        for n, one in enumerate(texts):
            for m, other in enumerate(texts):
                assert not (one.startswith(other) or other.startswith(one)) or which[n] is which[m]
        assert all(texts[n].startswith(min((texts[m] for m in some), key=len)) for some in which.values() for n in some)
