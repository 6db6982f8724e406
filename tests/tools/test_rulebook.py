"""The page of every bundled game holds every id, question, chapter and chart, each chapter once, and nothing that is loaded."""

from __future__ import annotations

import re
import sys
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ruledsl.pipeline import read
from ruledsl.syntax import tree as t
from ruledsl.testing.suite import collect
from ruledsl_tools.cli import main
from tests import few
from tests.bundled import bundled


class Balance(HTMLParser):
    """Are tags closed in the order in which they were opened?"""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag


@pytest.mark.parametrize("name", few.games("all is on the page of rules"))
def test_all_is_on_the_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", name, "--no-pictures"]) == 0
    page = capsys.readouterr().out
    rules = bundled(name).model
    for chapter in rules.model.chapters:
        assert len(re.findall(rf"<h2 id=\"[^\"]*\">{re.escape(escape(chapter.title))}<", page)) >= 1
    for option in rules.model.options.values():
        assert option.name == "mode" or escape(option.question or option.name.replace("_", " ")) in page or option.question == ""
    missing = {tag for tree in rules.layers for tags in tree.tags.values() for tag in tags if tag not in page}
    assert not missing
    for tree in rules.layers:
        for chart in (d for d in tree.declarations if isinstance(d, t.Chart)):
            assert page.count(f'<table id="{chart.name.text}">') == 1
    balance = Balance()
    balance.feed(page)
    assert not balance.open and not balance.names & {"script", "img", "link"}
    written = re.search(r"observe &quot;|\?\.<|You chooses|<b>(True|False|\w+_\w+)</b>|from yes, no|“an? \w+”|\w\[\w+\]:|\ban? you\b", page)
    assert written is None, page[written.start() - 80 : written.end() + 40]


def test_cards_and_answers_are_told_as_they_are_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "hearts", "--no-pictures"]) == 0
    page = capsys.readouterr().out
    assert "if 2C in p’s hand" in page and "hand: 2S, AH" in page and "pass cards: <b>yes</b>" in page
    assert main(["rulebook", "rainbow-hop", "--no-pictures"]) == 0
    page = capsys.readouterr().out
    assert "with the raised finger? — yes or no? Set caught to the answer." in page and "Each player p of idle, all at once, chooses" in page


def test_cards_are_told_with_what_is_printed_on_them_and_families_with_their_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "whims", "--no-pictures"]) == 0
    page = capsys.readouterr().out
    assert "<b>Law</b>: Draws, Plays, Inflation" in page and "<b>Deed</b>: Theft, Repeal." in page
    assert "<b>Draws</b> with n “draw n”, one of Law" in page and "<b>Inflation</b> “each number is one more”, one of Law" in page
    assert main(["rulebook", "ufo-chickens", "--no-pictures"]) == 0
    assert "<b>Cheeky Chicken</b> “" not in capsys.readouterr().out


def test_how_many_of_each_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "dice-sheet", "--no-pictures"]) == 0
    page = unescape(re.sub("<[^>]*>", "", capsys.readouterr().out))
    assert "dice: for each f of 1 to 6 from 0 to cup f, 1 to 5 in all." in page
    assert re.search(r"throw \([1-6](?: [1-6])*\)", page)


def test_a_card_that_is_played_as_another_is_told_as_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "ufo-chickens", "--no-pictures"]) == 0
    out = capsys.readouterr().out
    assert "play card (Chick Norris as Hen Pecked, B)" in out and " as HenPecked" not in out


def test_the_chosen_ruling_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "surprise-egg", "--option", "copies=9", "--no-tags"]) == 0
    page = capsys.readouterr().out
    assert "copies: <b>9</b>" in page and "@SE-001" not in page


def test_only_the_rules_of_chosen_rulings_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for value in ("true", "false"):
        assert main(["rulebook", "surprise-egg", "--option", f"last_may_stop={value}"]) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] != pages[1]


def test_other_kinds_of_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "pig", "-o", "x.docx"]) == 2
    assert "as .html or .pdf, not `.docx`" in capsys.readouterr().err


def test_tests_are_told_as_examples_beside_their_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "small-realm", "--no-pictures"]) == 0
    page = capsys.readouterr().out
    fair = page[page.index('id="Fair"') :]
    example = fair[fair.index('<div class="example">') : fair.index("</div>", fair.index('<div class="example">'))]
    assert re.findall("<li>(.*?)</li>", example) == [
        "Turn of A; A’s hand: Fair, Smith; A’s deck, from the top: Smith, Copper, Copper, Copper, Copper, Copper, Copper.",
        "A: do work (Fair).", "Then works = 2; A can do work (Smith).",
        "A: do work (Smith); A: do work (Smith).", "Then works = 0; money = 6; cards in A’s hand = 6.",
    ]  # fmt: skip
    titles = re.findall("For example: (.*?)</i>", page)
    assert len(titles) == len(set(titles)) >= 4
    assert main(["rulebook", "small-realm", "--no-pictures", "--no-examples"]) == 0
    assert "For example" not in capsys.readouterr().out


def test_only_tests_of_the_chosen_game_are_examples(capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for value in ("last_card", "last_turn"):
        assert main(["rulebook", "surprise-egg", "--no-pictures", "--option", f"next_starter={value}"]) == 0
        told[value] = set(re.findall("For example: (.*?)</i>", capsys.readouterr().out))
    cases = {case.title: dict(case.suite.key(case.test)[1]) for case in collect("games/surprise-egg.rules", ["games/surprise-egg.test.rules"])}
    for value, titles in told.items():
        assert titles and all(cases[unescape(title).rstrip(".")].get("next_starter", value) == value for title in titles)


def test_cells_have_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "chess", "--no-pictures"]) == 0
    assert re.search(r"white: go \([a-h][1-8], [a-h][1-8]\)", capsys.readouterr().out)


def test_phases_have_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "pig", "--no-examples"]) == 0
    page = capsys.readouterr().out
    phases = [d for tree in read("pig").layers for d in tree.declarations if isinstance(d, (t.Play, t.Phase))]
    assert page.count('<div class="flow"><svg') == len(phases) and page.count("<svg") == page.count("</svg>") and "<?xml" not in page


def test_a_page_is_printed(tmp_path: Path) -> None:
    try:
        import weasyprint  # noqa: F401
    except OSError:
        pytest.skip("WeasyPrint finds no Pango here")
    assert main(["rulebook", "pig", "-o", str(tmp_path / "pig.pdf")]) == 0
    assert (tmp_path / "pig.pdf").read_bytes().startswith(b"%PDF-") and (tmp_path / "pig.pdf").stat().st_size > 5_000


@pytest.mark.parametrize(("there", "told"), [(None, "pip install 'ruledsl[pdf]'"), (OSError("cannot load library 'pango'"), "needs the library Pango")])
def test_where_nothing_prints_it_is_said(
    there: OSError | None, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Lacking:
        def __getattr__(self, name: str) -> object:
            assert there is not None
            raise there

    monkeypatch.setitem(sys.modules, "weasyprint", None if there is None else Lacking())  # type: ignore[arg-type]
    assert main(["rulebook", "pig", "--no-pictures", "-o", str(tmp_path / "pig.pdf")]) == 1
    assert told in capsys.readouterr().err and not (tmp_path / "pig.pdf").exists()


MOOR = '''
game "Moor":
    players 2: ann, bea
board moor: {board}
    "x": owner = ann
    "o": owner = bea
each cell: owner: player or none
play:
    moor = "{picture}"
    turn(ann)
phase turn(p): p chooses wait
action wait(): "wait"
winner: highest held
def held(p) = count(c for c in moor if c.owner == p)
'''
CENTRE = re.compile(r'<polygon points="([^"]*)"|<rect x="([\d.]+)" y="([\d.]+)"')


def centres(svg: str) -> list[tuple[float, float]]:
    """Of the cells that are drawn, in their order."""
    found = []
    for corners, x, y in CENTRE.findall(svg):
        points = [tuple(map(float, corner.split(","))) for corner in corners.split()] or [(float(x), float(y)), (float(x) + 18, float(y) + 18)]
        found.append((sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)))
    return found


@pytest.mark.parametrize(("board", "picture", "beside", "margins"), [
    ("grid 2 by 3", "xo./2x", {(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)}, "12abc"),
    ("grid 2 by 3 from below", "xo./2x", {(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)}, "21abc"),
    ('grid 2 by 3\n    " " for c in moor if c.column == 3', "xo./2x", {(0, 1), (2, 3), (3, 4), (0, 2), (1, 3)}, "12abc"),
    ("hexes 2 by 2", "xo/.x", {(0, 1), (2, 3), (0, 2), (1, 2), (1, 3)}, "12ab"),
    ("hexes 2, 3, 2", "xo/2x/..", {(0, 1), (2, 3), (3, 4), (5, 6), (0, 2), (0, 3), (1, 3), (1, 4), (2, 5), (3, 5), (3, 6), (4, 6)}, "123"),
])  # fmt: skip
def test_pictures_are_drawn(board: str, picture: str, beside: set[tuple[int, int]], margins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the rules and in examples; cells that lie beside one another are one side apart, and no others. Of a blank one nothing is drawn unless something
    stands there."""
    (tmp_path / "moor.rules").write_text(MOOR.format(board=board, picture=picture))
    (tmp_path / "moor.test.rules").write_text(f'test "waiting":\n    given turn(ann):\n        moor = "{picture}"\n    when:\n        ann: wait\n')
    assert main(["rulebook", str(tmp_path / "moor.rules")]) == 0
    page = capsys.readouterr().out
    drawn = re.findall(r'<svg class="board".*?</svg>', page)
    assert len(drawn) == 2 and drawn[0] == drawn[1] and picture not in page
    cells = centres(drawn[0])
    near = {(a, b) for b in range(len(cells)) for a in range(b) if abs(((cells[a][0] - cells[b][0]) ** 2 + (cells[a][1] - cells[b][1]) ** 2) ** 0.5 - 18) < 0.2}
    assert near == beside
    texts = re.findall(r'font-size="(\d+)"[^>]*>([^<]+)</text>', drawn[0])
    assert "".join(text for size, text in texts if size == "12") == "xox"
    assert "".join(text for size, text in texts if size == "9") == margins


MARKET = """
game "Market":
    players 2
card Hen
card Fox:
    effect gift(friend in others):
        require friend.coins > 0 else "{friend} has nothing"
        friend.coins += 1
components:
    stock: 5 of Hen, 5 of Fox
option strict: bool = false "Is it strict?"
option dear: 1..9 = 2 "How dear is it?"
table:
    stock: pile, hidden
    heap:  pile
    late:  bool
each player:
    hand:  hand, own
    coins: 0..20 = 3
play:
    for p in players: move top 3 of stock to p.hand
    while not late at most 50 times: turn(players.first)  @M-001
    while late at most 3 times: turn(players.last)
    else: late = false
    for n in 1..4 while not late:
        players.first.coins += 1
    if strict: late = true  @M-002
    else: late = false
    if rich(players.first):
        late = true
phase turn(p): p chooses sell, pay_up or play_card
action sell(hens: 1..2 Hen in your.hand, fox: Fox in your.hand or none):
    "sell {hens}"
    require strict or count(hens) < 3 else "too many"
    move hens to heap
    late = true
action pay_up():
    "pay"
    pay(you, dear)
action play_card(card: Fox in your.hand):
    "play {card}"
    move card to heap
    carry out card
to pay(p, n):
    require p.coins >= n else "it costs {n}"
    p.coins -= n
before sell() if strict:
    require late else "it is too early"
def rich(p) = p.coins > 3 and p.coins < 9
winner: highest coins
"""


def read_page(page: str) -> str:
    return unescape(re.sub("<style>.*?</style>|<[^>]*>", " ", page)).replace("  ", " ")


@pytest.mark.parametrize("strict", ["false", "true"])
def test_all_that_holds_as_the_options_are_is_told_and_nothing_else(strict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "market.rules").write_text(MARKET)
    assert main(["rulebook", str(tmp_path / "market.rules"), "--no-pictures", "--option", f"strict={strict}"]) == 0
    page = capsys.readouterr().out
    said = re.sub(r"\s+", " ", read_page(page))
    for sentence in (
        "hens: 1 to 2 Hens from your hand.", "fox: a Fox from your hand or nothing.",  # what may be chosen
        "What it does, as gift:", "friend: from others.", "Only if friend’s coins > 0 (the friend has nothing).",  # what a card does, and to whom
        "Only if p’s coins ≥ n (it costs n).",  # what a deed requires
        "As long as not late:", "As long as late, at most 3 times:", "If it still goes on then:",  # a promise is no rule, a bound with an `else` is one
        "At most 4 times, as long as not late:", "It is so if p’s coins > 3 and p’s coins < 9.",
    ):  # fmt: skip
        assert sentence in said, sentence
    assert not re.search("50 times|allowed|if strict|strict or", said)
    assert ("Before this:" in said and "Only if late (it is too early)." in said) == (strict == "true")
    assert ("Set late to yes. @M-002" in said) == (strict == "true")  # the id of a question stands with what is done where it is answered
    assert page.count('<span class="ids">@M-001</span>') == 1 and page.count('<span class="ids">@M-002</span>') == (strict == "true")


@pytest.mark.parametrize("name", ["surprise-egg", "gem-hens", "cloud-nine", "rainbow-hop", "ufo-chickens"])
def test_ids_lead_to_what_they_stand_behind(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also to components, tables, who wins, and what always holds."""
    assert main(["rulebook", name, "--no-pictures", "--no-examples"]) == 0
    page = capsys.readouterr().out
    anchors = re.findall(r' id="([^"]*)"', page)
    assert len(anchors) == len(set(anchors)) and set(re.findall(r"href=[\"]?#([^\">]*)", page)) <= set(anchors)
    index = dict(re.findall(r"<li>(@[^:]*): (.*?)</li>", page))
    for tag, place in LEADS.items():
        assert tag not in index or f"href=#{place}>" in index[tag], tag


LEADS = {
    "@SE-002": "what-there-is", "@SE-003": "each-player-has", "@SE-020": "on-the-table", "@SE-060..061": "who-wins", "@SE-065": "no-card-is-lost",
    "@UC-128": "no-card-is-lost", "@RH-081..083": "who-wins", "@GH-192..193": "who-wins", "@C9-194..195": "who-wins",
}  # fmt: skip


SHED = """
game "Shed":
    players 2
option stores: 2..9 = 4
    "How many stores?"
card Hen(n: 1..3)
components:
    stock: 2 of Hen(n) for n in 1..3
table:
    stock: pile, hidden
    shown: pile, top
    coop:  bag
    best:  player or none
    lit:   bool
    level: 1..stores
    warm:  -3..3
each player:
    hand:  hand
    nest[n in 1..2]: fan, others
    perch: spot
    bid:   0..9, own
    grain: 0..99 = stores
    seen:  set of 1..3
play:
    for p in players: p chooses rest
action rest(): "rest"
winner: highest grain
"""


def test_it_is_told_what_there_is_at_first_and_who_sees_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shed.rules").write_text(SHED)
    assert main(["rulebook", str(tmp_path / "shed.rules"), "--no-pictures"]) == 0
    page = capsys.readouterr().out
    said = [unescape(re.sub("<[^>]*>", "", item)) for block in re.findall(r'class="state">(.*?)</ul>', page) for item in block.split("<li>")[1:]]
    assert said == [
        "stock: a pile; nobody sees it", "shown: a pile; all see the top card", "coop: cards to draw from; all see them", "best: nobody at first", "lit",
        "level: 1 at first", "warm: 0 at first", "hand: only its owner sees it", "nest for each n of 1 to 2: a hand in its order; all but its owner see it",
        "perch: room for one card; all see it", "bid: 0 at first; only its owner sees it", "grain: 4 at first", "seen: empty at first",
    ]  # fmt: skip
