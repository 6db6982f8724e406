"""Commands where the cache cannot be used as it should: they work all the same, or say why not."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl.syntax import cache
from tests.work import ended, some_time

SIMULATE = ("simulate", "surprise-egg", "-n", "300", "--seed", "1", "--json")
TIMES = {"seconds", "building_seconds", "playouts_per_second", "decisions_per_second"}


def started(words: tuple[str, ...], home: Path | None, **more: str) -> subprocess.Popen[str]:
    """A command with its own home, or none."""
    apart = ("HOME", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in apart} | more
    if home is not None:
        environment |= {"HOME": str(home)}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, "-m", "ruledsl_tools.cli", *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report(home: Path | None, **more: str) -> dict[str, object]:
    """What a simulation says, without how long it took."""
    process = started(SIMULATE, home, **more)
    out, err = ended(process)
    assert process.returncode == 0, err
    assert err == ""
    return {name: value for name, value in json.loads(out).items() if name not in TIMES}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """A home where the game was played once, and what was said."""
    home = tmp_path_factory.mktemp("home")
    return home, report(home)


@pytest.fixture
def expected(used: tuple[Path, dict[str, object]]) -> dict[str, object]:
    return used[1]


@pytest.fixture
def home(used: tuple[Path, dict[str, object]], tmp_path: Path) -> Path:
    """A home that has the tables of the grammar, which take long to make, and nothing else."""
    where = tmp_path / ".cache" / "ruledsl"
    where.mkdir(parents=True, mode=0o700)
    (tables,) = filter(of_the_grammar, kept(used[0]))
    shutil.copy2(tables, where)
    return tmp_path


def of_the_grammar(file: Path) -> bool:
    return file.stem == cache._key()


def kept(home: Path) -> list[Path]:
    return sorted((home / ".cache" / "ruledsl").iterdir())


def test_no_home(expected: dict[str, object]) -> None:
    assert report(None) == expected


def test_a_home_that_cannot_be_written(expected: dict[str, object]) -> None:
    assert report(Path("/proc/nobody")) == expected


@pytest.mark.parametrize("damage", ["empty", "cut", "noise", "folder"])
def test_damaged_files(expected: dict[str, object], home: Path, damage: str) -> None:
    assert report(home) == expected
    for file in [file for file in kept(home) if not of_the_grammar(file)]:
        data = file.read_bytes()
        if damage == "folder":
            file.unlink()
            file.mkdir()
        else:
            file.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "noise": bytes(reversed(data))}[damage])
    assert report(home) == expected


def test_a_full_disk(expected: dict[str, object], small_disk: Path) -> None:
    assert report(small_disk) == expected
    assert not list(small_disk.rglob("*.new"))
    assert report(small_disk) == expected


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for next to nothing, where this person may mount one."""
    where = tmp_path / "disk"
    where.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "none", str(where)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    yield where
    subprocess.run(["umount", str(where)], check=True)


def test_a_process_that_is_killed_while_it_writes(expected: dict[str, object], home: Path) -> None:
    for milliseconds in (100, 200, 300):
        process = started(SIMULATE, home)
        some_time(milliseconds / 1000)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert report(home) == expected
    assert report(home) == expected


def test_many_at_once(expected: dict[str, object], home: Path) -> None:
    processes = [started(SIMULATE, home) for _ in range(3)]
    for process in processes:
        out, err = ended(process)
        assert process.returncode == 0, err
        assert {name: value for name, value in json.loads(out).items() if name not in TIMES} == expected


def test_another_processor_has_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code for a machine without AVX, made here: the same games, under another name."""
    from ruledsl.native import jit
    from ruledsl.native.engine import Native
    from ruledsl.store import Store
    from tests.native.build import program
    from tests.native.test_ops import GAME

    here, store = jit.host(), Store(tmp_path)
    assert Native(program(GAME), 2, store).start(1).bytes()
    features = ",".join(part.replace("+avx", "-avx") for part in here.features.split(","))
    monkeypatch.setattr(jit, "host", lambda: jit.Host(here.triple, "x86-64" if "x86" in here.triple else "generic", features))
    again = Native(program(GAME), 2, store).start(1).bytes()
    monkeypatch.undo()
    assert again == Native(program(GAME), 2, store).start(1).bytes()
    assert len(list(tmp_path.iterdir())) == 2
