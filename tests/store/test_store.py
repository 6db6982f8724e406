"""What is kept on disk: whatever happens to it, the answer is the right one."""

from __future__ import annotations

import multiprocessing
import os
import tracemalloc
from pathlib import Path

import pytest

from ruledsl import store
from ruledsl.native import Native
from ruledsl.store import MAGIC, Store, standard_directory
from tests.native.build import program
from tests.native.test_ops import GAME
from tests.work import watched


class Maker:
    """Makes contents and counts how often."""

    def __init__(self, contents: bytes = b"code") -> None:
        self.contents = contents
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.contents


def only_file(directory: Path) -> Path:
    (file,) = directory.iterdir()
    return file


def test_what_was_made_is_found_again(tmp_path: Path) -> None:
    make = Maker()
    for _ in range(3):
        assert Store(tmp_path / "a" / "b").get("key", make) == b"code"
    assert make.calls == 1
    assert [p.name for p in (tmp_path / "a" / "b").iterdir()] == ["key.kept"]


def test_parts_of_a_key_do_not_run_together() -> None:
    assert Store.key("ab", "c") != Store.key("a", "bc") != Store.key("abc")


def test_what_the_language_is_made_of_is_noticed_however_deep_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "__file__", str(tmp_path / "store.py"))
    deep = tmp_path / "syntax" / "tree" / "node.py"
    deep.parent.mkdir(parents=True)
    deep.write_text("old")
    before = store.makers.__wrapped__()
    assert before == store.makers.__wrapped__()
    deep.write_text("newer")
    assert before != store.makers.__wrapped__()


@pytest.mark.parametrize("damage", [b"", b"x", MAGIC, MAGIC + b"\0" * 40, "cut", "flip", "longer"])
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: bytes | str) -> None:
    make, store = Maker(b"code" * 50), Store(tmp_path)
    store.get("key", make)
    file = only_file(tmp_path)
    data = file.read_bytes()
    changed = {"cut": data[:-1], "flip": data[:-3] + bytes([data[-3] ^ 1]) + data[-2:], "longer": data + b"x"}
    file.write_bytes(changed[damage] if isinstance(damage, str) else damage)
    assert store.get("key", make) == make.contents
    assert make.calls == 2
    assert store.get("key", make) == make.contents
    assert make.calls == 2


def test_no_directory_is_no_cache() -> None:
    make, store = Maker(), Store(None)
    assert store.get("key", make) == store.get("key", make) == b"code"
    assert make.calls == 2


def test_a_directory_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    make, store = Maker(), Store(tmp_path / "file" / "below")
    assert store.get("key", make) == store.get("key", make) == b"code"


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: str) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert Store(tmp_path).get("key", Maker()) == b"code"
    assert list(tmp_path.iterdir()) == []


def test_what_others_can_write_is_not_run(tmp_path: Path) -> None:
    make, store = Maker(), Store(tmp_path)
    store.get("key", make)
    only_file(tmp_path).chmod(0o666)
    assert store.get("key", make) == b"code"
    assert make.calls == 2
    tmp_path.chmod(0o777)
    store.get("key", make)
    store.get("other", make)
    assert make.calls == 4
    assert [p.name for p in tmp_path.iterdir()] == ["key.kept"]


@pytest.mark.parametrize("what", ["pipe", "sparse", "sparse behind a head", "link", "folder", "another key"])
def test_what_was_not_written_under_this_name_is_made_again(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "cache"
    make, kept = Maker(b"code" * 50), Store(folder)
    kept.get("key", make)
    file = only_file(folder)
    whole = file.read_bytes()
    file.unlink()
    if what == "pipe":
        os.mkfifo(file)
    elif what.startswith("sparse"):
        file.write_bytes(whole if "head" in what else b"")
        os.truncate(file, 3 << 30)
    elif what == "link":
        (tmp_path / "elsewhere").write_bytes(whole)
        file.symlink_to(tmp_path / "elsewhere")
    elif what == "folder":
        file.mkdir()
    else:
        Store(folder).write("other", b"of the other")
        os.replace(folder / "other.kept", file)
    tracemalloc.start()
    with watched():
        assert kept.get("key", make) == make.contents
    assert make.calls == 2 and tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize(("mode", "made"), [(0o700, 1), (0o755, 1), (0o777, 2), (0o1777, 1)])
def test_a_folder_above_that_others_may_write_to_is_no_place(tmp_path: Path, mode: int, made: int) -> None:
    above = tmp_path / "above"
    make, kept = Maker(), Store(above / "cache" / "ruledsl")
    above.mkdir()
    above.chmod(mode)
    for _ in range(2):
        assert kept.get("key", make) == b"code"
    assert make.calls == made


def test_a_link_into_a_folder_that_others_may_write_to_is_no_place(tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    (open_to_all / "cache").mkdir(parents=True)
    open_to_all.chmod(0o777)
    (tmp_path / "home").symlink_to(open_to_all)
    make = Maker()
    for _ in range(2):
        assert Store(tmp_path / "home" / "cache" / "ruledsl").get("key", make) == b"code"
    assert make.calls == 2


def test_the_size_is_bounded_and_the_least_used_goes(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=500, seldom=1)
    for n in range(8):
        store.get(f"key{n}", Maker(b"x" * 100))
        os.utime(tmp_path / f"key{n}.kept", (n, n))
    (tmp_path / "left-by-a-killed-writer.new").write_bytes(b"x" * 400)
    os.utime(tmp_path / "left-by-a-killed-writer.new", (0, 0))
    store.get("last", Maker(b"x" * 100))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["key6.kept", "key7.kept", "last.kept"]


def test_many_small_files_are_bounded(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=5000)
    for n in range(400):
        store.write(f"key{n}", b"x" * 100)
    assert sum(p.stat().st_size for p in tmp_path.iterdir()) < 5000 + 200 * 150


def test_more_than_the_limit_is_not_kept(tmp_path: Path) -> None:
    assert Store(tmp_path, limit=3).get("key", Maker()) == b"code"
    assert list(tmp_path.iterdir()) == []


def test_the_standard_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/somewhere")
    assert standard_directory() == Path("/somewhere/.cache/ruledsl")
    monkeypatch.setenv("XDG_CACHE_HOME", "/other")
    assert standard_directory() == Path("/other/ruledsl")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    assert standard_directory() is None


def _play(directory: Path) -> bytes:
    return Native(program(GAME), 0, Store(directory)).start(3).bytes()


def _many(directory: str, rounds: int) -> None:
    store = Store(Path(directory))
    for n in range(rounds):
        contents = bytes([n % 7]) * 5000
        assert store.get(f"key{n % 7}", lambda: contents) == contents  # noqa: B023
        if n % 5 == 0:
            (Path(directory) / f"key{n % 7}.kept").write_bytes(b"broken")


def test_writers_at_the_same_time(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_many, args=(str(tmp_path), 200)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]


def test_code_from_the_cache_plays(tmp_path: Path) -> None:
    first = _play(tmp_path)
    file = only_file(tmp_path)
    assert _play(tmp_path) == first
    file.write_bytes(file.read_bytes()[:-100])
    assert _play(tmp_path) == first
    assert len(list(tmp_path.iterdir())) == 1
