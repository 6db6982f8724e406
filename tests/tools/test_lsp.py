"""A client that speaks to `ruledsl lsp` over its standard input and output, as editors do."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from ruledsl.format import format_source
from ruledsl.source import Source
from tests.work import HANG

pytest.importorskip("pygls")

RULES = """game "Ünï 🐔":
    players 2

card Hen(step: 1..3) "{step}"

components:
    stock: 4 of Hen(n) for n in 1..3

table:
    stock: pile, hidden

each player:
    hand: hand, own
    score: 0..99

play:
    shuffle stock
    repeat 3 times:
        for p in players: p chooses draw

action draw():
    "draw 🐔 a card"
    move top of stock to your.hand
    gain(you, 1)

to gain(p, points):
    p.score += points

winner: highest score
"""


class Client:
    """One session. Answers come back by the number of their question, what the server tells by itself in a queue."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "ruledsl_tools.cli", "lsp", "--stdio"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.answers: Queue[Any] = Queue()
        self.told: Queue[Any] = Queue()
        self.number = 0
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(self.process.stdout.read(length))
            (self.answers if "id" in message and "method" not in message else self.told).put(message)

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number is not None else {})
        data = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def ask(self, method: str, **params: Any) -> Any:
        self.number += 1
        self.send(method, params, self.number)
        answer = self.answers.get(timeout=HANG)
        assert answer["id"] == self.number and "error" not in answer, answer
        return answer["result"]

    def problems(self) -> list[Any]:
        while True:
            message = self.told.get(timeout=HANG)
            if message["method"] == "textDocument/publishDiagnostics":
                found: list[Any] = message["params"]["diagnostics"]
                return found


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    client = Client(tmp_path)
    answer = client.ask("initialize", processId=None, rootUri=tmp_path.as_uri(), capabilities={})
    assert answer["capabilities"]["hoverProvider"]
    client.send("initialized", {})
    yield client
    client.ask("shutdown")
    client.send("exit", None)
    assert client.process.wait(timeout=HANG) == 0


def test_a_session(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "hen.rules"
    path.write_text(RULES, encoding="utf-8")
    uri = {"uri": path.as_uri()}
    client.send("textDocument/didOpen", {"textDocument": {**uri, "languageId": "ruledsl", "version": 1, "text": RULES}})
    assert client.problems() == []
    lines = RULES.splitlines()

    def at(words: str, behind: bool = False) -> dict[str, int]:
        line = next(n for n, text in enumerate(lines) if words in text)
        before = lines[line][: lines[line].index(words) + (len(words) if behind else 0)]
        return {"line": line, "character": len(before.encode("utf-16-le")) // 2}

    told = client.ask("textDocument/hover", textDocument=uri, position=at("gain(you"))
    assert "a deed" in told["contents"]["value"]
    (place,) = client.ask("textDocument/definition", textDocument=uri, position=at("gain(you"))
    assert place["range"]["start"] == at("gain(p, points)")
    assert len(client.ask("textDocument/references", textDocument=uri, position=at("gain(you"), context={"includeDeclaration": True})) == 2
    hints = client.ask("textDocument/inlayHint", textDocument=uri, range={"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}})
    assert [hint["label"] for hint in hints] == [": player", ": number"]
    changes = client.ask("textDocument/rename", textDocument=uri, position=at("gain(you"), newName="earn")["changes"]
    assert len(changes[path.as_uri()]) == 2
    names = client.ask("textDocument/documentSymbol", textDocument=uri)
    assert names[0]["name"] == "Ünï 🐔"
    assert client.ask("textDocument/foldingRange", textDocument=uri)
    assert len(client.ask("textDocument/semanticTokens/full", textDocument=uri)["data"]) % 5 == 0
    lenses = client.ask("textDocument/codeLens", textDocument=uri)
    assert [lens["command"]["title"] for lens in lenses] == ["play", "fuzz this"]
    (edit,) = client.ask("textDocument/formatting", textDocument=uri, options={"tabSize": 4, "insertSpaces": True})
    assert edit["newText"] == format_source(Source("", RULES))
    help = client.ask("textDocument/signatureHelp", textDocument=uri, position=at("gain(you, ", behind=True))
    assert help["signatures"][0]["label"] == "gain(p: player, points: number)" and help["activeParameter"] == 1
    nowhere = {"uri": (tmp_path / "nowhere.rules").as_uri()}
    assert client.ask("textDocument/hover", textDocument=nowhere, position={"line": 3, "character": 1}) is None, "a file that is not there has no text"


def test_edits_problems_and_fixes_behind_an_emoji(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "hen.rules"
    uri = {"uri": path.as_uri()}
    text = RULES.replace('"draw 🐔 a card"', '"🐔 {count(stok)}"')
    client.send("textDocument/didOpen", {"textDocument": {**uri, "languageId": "ruledsl", "version": 1, "text": text}})
    (problem,) = client.problems()
    line = text.splitlines().index('    "🐔 {count(stok)}"')
    start = {"line": line, "character": 15}
    assert problem["range"]["start"] == start
    here = {"start": start, "end": start}
    (action,) = client.ask("textDocument/codeAction", textDocument=uri, range=here, context={"diagnostics": [problem]})
    (edit,) = action["edit"]["changes"][path.as_uri()]
    assert edit["newText"] == "stock"
    change = {"range": edit["range"], "text": edit["newText"]}
    client.send("textDocument/didChange", {"textDocument": {**uri, "version": 2}, "contentChanges": [change]})
    assert client.problems() == []
    place = {"line": line, "character": 15}
    offered = client.ask("textDocument/completion", textDocument=uri, position=place)["items"]
    assert "stock" in [item["label"] for item in offered]


def test_a_test_is_run(client: Client, tmp_path: Path) -> None:
    game, tests = tmp_path / "hen.rules", tmp_path / "hen.test.rules"
    game.write_text(RULES, encoding="utf-8")
    text = 'test "all cards":\n    players 2\n    then: count(stock) == 12\n'
    tests.write_text(text, encoding="utf-8")
    uri = {"uri": tests.as_uri()}
    client.send("textDocument/didOpen", {"textDocument": {**uri, "languageId": "ruledsl", "version": 1, "text": text}})
    assert client.problems() == []
    (lens,) = client.ask("textDocument/codeLens", textDocument=uri)
    assert lens["command"]["title"] == "run this test"
    told = client.ask("workspace/executeCommand", command=lens["command"]["command"], arguments=lens["command"]["arguments"])
    assert "1 passed" in told or "passed" in told


def test_what_is_saved_and_was_never_opened_is_no_fault(client: Client, tmp_path: Path) -> None:
    """Neovim says so of a window that has become a terminal; an editor names what is open with its blanks spelt."""
    terminal = {"uri": "term:///tmp//1:ruledsl"}
    client.send("textDocument/didSave", {"textDocument": terminal})
    assert client.ask("textDocument/codeLens", textDocument=terminal) == [] and client.told.empty()
    uri = (tmp_path / "a hen.rules").as_uri()
    client.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "ruledsl", "version": 1, "text": RULES + "nonsense\n"}})
    assert len(client.problems()) == 1
