"""What is made in playing on is heeded: it is the same play, each move is told with its seat, and the tree knows what it brought."""

from __future__ import annotations

import pytest

from ruledsl.ir.program import OVER
from ruledsl.kernels.lore import LINE, LINES, TRIES
from ruledsl.kernels.playing import TRAIL, heeded
from ruledsl.minds.worlds import worlds
from ruledsl.search.mcts import MANNERS, Manner, Search
from ruledsl.search.plain import PlainTree
from tests.bundled import bundled

SIZE = 4


def _search(name: str = "hex", manner: Manner = MANNERS["mcts"]) -> Search:
    match = bundled(name).start(2, 3, {"size": SIZE} if name == "hex" else {})
    while match.position.kind == "chance":
        match.play(match.answers()[0])
    return Search(worlds(match, match.position.waiting[0]), match.position.waiting[0], 40, 1, "interp", manner)


def _tree(search: Search) -> PlainTree:
    assert isinstance(search.tree, PlainTree)
    return search.tree


@pytest.mark.parametrize(("name", "limit"), [("hex", 1000), ("hex", 5), ("backgammon", 30)])
def test_what_is_heeded_is_the_same_play(name: str, limit: int) -> None:
    tree = _tree(_search(name))
    plan, found = tree.plan, []
    plan.limit, plan.heeded = limit, 1
    for kept in (False, True):
        plan.turns[0], plan.long = 7, 0
        tree.state.become(plan.start)
        assert (heeded(plan, tree.state) if kept else plan.playout(tree.state, plan.turns, limit, plan.room)) >= 0
        found.append((tree.state.block.bytes()[: tree.state.program.offsets["move"]], tree.state.status(), tree.state.seats(), plan.turns[0]))
    assert found[0] == found[1]
    made = [(plan.trail[2 * n], plan.trail[2 * n + 1]) for n in range(plan.long)]
    if name == "hex":
        assert [seat for seat, _ in made] == [n % 2 for n in range(len(made))]
        assert len({name for _, name in made}) == len(made)
        assert tree.state.status() == OVER or len(made) == limit
    assert 0 < len(made) <= min(limit, TRAIL)


@pytest.mark.parametrize("manner", ["mcts", "flat"])
def test_what_playing_on_brought_is_known(manner: str) -> None:
    """Each playing on of Hex has 7 moves or more: without them there would be as many cases as moves by the tree, two or three each."""
    tree = _tree(_search(manner=MANNERS[manner]))
    tree.plan.looked[0] = tree.plan.tried  # points were seen to tell nothing
    tree.grow(8)
    cases = sum(tree.plan.lore[n * LINE + TRIES] for n in range(LINES))
    assert cases >= 8 * 7 if manner == "mcts" else cases == 8


def test_where_it_is_heeded() -> None:
    assert _search().heeds
    assert not _search(manner=MANNERS["flat"]).heeds
    assert not _search("backgammon").heeds
    assert not _search("surprise-egg").heeds and not _search("phantom-tic-tac-toe").heeds
