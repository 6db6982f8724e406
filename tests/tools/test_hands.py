"""`ruledsl hands`, as it is typed."""

from __future__ import annotations

import json

import pytest


def test_all_groups_of_cards(ruledsl):
    done = ruledsl("hands", "cloud-nine", "--option", "level=2")
    assert done.returncode == 0 and done.stderr == ""
    assert "Cloud Nine, trick, rooster = false:" in done.stdout and "Cloud Nine, trick, rooster = true:" in done.stdout
    assert "      3     0       46  120    46\n" in done.stdout
    assert "  120 in all" in done.stdout and "  890 in all" in done.stdout
    found = json.loads(ruledsl("hands", "cloud-nine", "--option", "level=2", "--json").stdout)
    assert [(one["given"], one["patterns"]) for one in found] == [({"rooster": "false"}, 120), ({"rooster": "true"}, 890)]


def test_one_hand(ruledsl):
    done = ruledsl("hands", "cloud-nine", "--hand", "10, 9 8 2", "--option", "level=3")
    assert "  4 different groups of cards make it, 4 sets of cards\n    10 9 8 2  10 × 9 ÷ (8 + 2) = 9\n" in done.stdout
    assert "    10 9 8 2  10 + 9 − 8 − 2 = 9\n" in done.stdout
    found = json.loads(ruledsl("hands", "cloud-nine", "--hand", "9 9 *", "--json").stdout)
    assert found[0]["sets"] == 5 and {"values": [9], "wild": 0, "expression": "9"} in found[0]["groups"]
    assert "nothing in this hand makes it" in ruledsl("hands", "twenty-four", "--hand", "1 1 1 1").stdout


def test_random_hands(ruledsl):
    done = ruledsl("hands", "cloud-nine", "--cards", "3", "-n", "500", "--seed", "4", "--players", "4")
    assert "  500 hands of 3 of 58 cards; seed 4 repeats them" in done.stdout
    found = json.loads(ruledsl("hands", "cloud-nine", "--cards", "3", "-n", "500", "--seed", "4", "--players", "4", "--json").stdout)[0]
    assert f"  {found['holding'] / 5:.2f} % hold one" in done.stdout and found["interval"][0] < found["holding"] / 500 < found["interval"][1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("cloud-nine", "--hand", "11"), "and * is Mystery Box: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10; not `11`"),
        (("cloud-nine", "--hand", "Fox"), "not `Fox`"),
        (("cloud-nine", "--hand", "00000000512"), "not `00000000512`"),
        (("cloud-nine", "--hand", "²"), "not `²`"),
        (("cloud-nine", "--hand", " "), "not ` `"),
        (("cloud-nine", "--hand", "9 " * 300), "255 cards at most"),
        (("twenty-four", "--hand", "1 2 3 *"), "no card of this game can stand for others"),
        (("cloud-nine", "--hand", "9", "--cards", "3"), "one or the other"),
        (("cloud-nine", "-n", "3"), "say with --cards how many cards they have"),
        (("cloud-nine", "--cards", "200"), "a hand has 1 to 34 cards here, not 200"),
        (("countdown",), "`answer` hangs on `p`, which is known in play only"),
        (("pig",), "Pig has no `combination`"),
        (("cloud-nine", "--players", "1"), "players"),
    ],
)
def test_what_cannot_be_asked(ruledsl, words, message):
    done = ruledsl("hands", *words)
    assert done.returncode == 2 and done.stdout == "" and message in done.stderr and len(done.stderr.splitlines()) == 1
