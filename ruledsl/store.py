"""What was made before, on disk. It is a convenience: whatever goes wrong here, the thing is made again, and nothing else happens.

A file is a magic line, the length of its contents, the SHA-256 of its key and its contents, and the contents; it appears under its name only
when it is whole.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

MAGIC = b"ruledsl 3\n"
HEAD = len(MAGIC) + 8 + 32
"""Bytes before the contents."""
ENDING = ".kept"
LIMIT = 256 << 20
"""Bytes that the directory may hold before the files that were used longest ago go."""
SELDOM = 32
"""After one of so many new files it is looked whether the directory holds too much: there may be thousands of files."""


def standard_directory() -> Path | None:
    """Where things are kept for this person, if there is a place for it."""
    home = os.environ.get("HOME")
    base = os.environ.get("XDG_CACHE_HOME") or (os.path.join(home, ".cache") if home else "")
    return Path(base) / "ruledsl" if os.path.isabs(base) else None


@cache
def makers(*more: str) -> str:
    """A word for the language as it is installed here, and for `more` files that make something of it, which changes when any of these does: what was made
    by other makers is not used."""
    files = *((file.path, file.stat()) for file in _code(os.path.dirname(__file__))), *((path, os.stat(path)) for path in more)
    found = sorted(f"{path} {info.st_size} {info.st_mtime_ns}" for path, info in files)
    return Store.key(sys.version, *found)


def _code(folder: str) -> Iterator[os.DirEntry[str]]:
    """The files of the language in a folder, and in those within it."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _code(entry.path)
        elif entry.name.endswith(".py"):
            yield entry


class Store:
    """A directory of bytes by key. `None` for the directory: nothing is kept."""

    def __init__(self, directory: Path | None, limit: int = LIMIT, seldom: int = SELDOM) -> None:
        self.directory = directory
        self.limit = limit
        self.seldom = seldom

    @staticmethod
    def key(*parts: str) -> str:
        """The name of what these parts make."""
        digest = hashlib.sha256()
        for part in parts:
            data = part.encode()
            digest.update(len(data).to_bytes(8, "little") + data)
        return digest.hexdigest()

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What lies under a key, or else what `make` makes, which then lies there."""
        found = self.read(key)
        if found is None:
            found = make()
            self.write(key, found)
        return found

    def has(self, key: str) -> bool:
        """Does something lie under a key? It may still be damaged."""
        path = self._path(key)
        return path is not None and path.exists()

    def read(self, key: str) -> bytes | None:
        """What lies under a key, if it is whole and nobody else can have written it."""
        if self.directory is None:
            return None
        try:
            with _opened(self.directory, key + ENDING) as file:
                body = _contents(file, key)
                if body is not None:
                    _quietly(lambda: os.utime(file.fileno()))
                return body
        except OSError:
            return None

    def write(self, key: str, body: bytes) -> None:
        """Keep something, if there is room."""
        path = self._path(key)
        if path is None or len(body) > self.limit:
            return
        temporary = ""
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not (_ours(path.parent.lstat()) and _apart(path.parent)):
                return
            temporary = f"{path}.{os.urandom(8).hex()}.new"
            with os.fdopen(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), "wb") as file:
                file.write(_head(key, body) + body)
            os.replace(temporary, path)
        except OSError:
            if temporary:
                _quietly(lambda: os.unlink(temporary))
            return
        if crc32(key.encode()) % self.seldom == 0:
            _quietly(self._trim)

    def _path(self, key: str) -> Path | None:
        return None if self.directory is None else self.directory / (key + ENDING)

    def _trim(self) -> None:
        """Remove what was used longest ago until the rest is within the limit; also what a killed writer left."""
        assert self.directory is not None
        files = []
        for entry in os.scandir(self.directory):
            if entry.name.endswith((ENDING, ".new")):
                info = entry.stat(follow_symlinks=False)
                files.append((info.st_mtime, info.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files, key=lambda entry: entry[0]):
            if total <= self.limit:
                break
            _quietly(partial(os.unlink, path))
            total -= size


def _head(key: str, body: bytes) -> bytes:
    """What stands before the contents; the key is part of it, so that a file under another's name is noticed."""
    return MAGIC + len(body).to_bytes(8, "little") + hashlib.sha256(key.encode() + b"\0" + body).digest()


def _contents(file: BinaryIO, key: str) -> bytes | None:
    """What a file holds, if it is whole. No more is read than its beginning if that does not fit."""
    head = file.read(HEAD)
    length = int.from_bytes(head[len(MAGIC) : len(MAGIC) + 8], "little")
    if head[: len(MAGIC)] != MAGIC or os.fstat(file.fileno()).st_size != HEAD + length:
        return None
    body = file.read(length)
    return body if head == _head(key, body) else None


def _opened(directory: Path, name: str) -> BinaryIO:
    """A file of ours, looked at as it was opened: whoever exchanges it afterwards changes nothing. OSError if it is another's, or no file."""
    if not _apart(directory):
        raise OSError("others may exchange it")
    folder = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if not _ours(os.fstat(folder)):
            raise OSError("others may write here")
        file = open(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder), "rb")  # noqa: SIM115
    finally:
        os.close(folder)
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode) or not _ours(found):
        file.close()
        raise OSError("no file of ours")
    return file


def _apart(directory: Path) -> bool:
    """Whether nobody else can put another folder in this one's place, as those can who may write to one above it."""
    return all(_kept_apart(above.stat()) for above in {*directory.parents, *Path(os.path.realpath(directory)).parents})


def _kept_apart(found: os.stat_result) -> bool:
    if found.st_uid not in (0, os.getuid()):
        return False
    private = stat.S_IWGRP if found.st_gid == found.st_uid else 0  # the group of one person has that person's number
    return bool(found.st_mode & stat.S_ISVTX) or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) & ~private == 0


def _ours(found: os.stat_result) -> bool:
    """Whether nobody else can write here: what lies here is run as it is."""
    return found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) == 0 and found.st_uid == os.getuid()


def _quietly(act: Callable[[], object]) -> None:
    with suppress(OSError):
        act()
