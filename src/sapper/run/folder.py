"""The folder of a run: its spec as JSON, and its games as Parquet shards.

    spec.json               what is played, by which engine, how many games are wanted
    games/000000.parquet    games 1 to 10,000, one row each
    games/000001.parquet    games 10,001 to 20,000, and so on
    lock                    empty; held by the process that plays

A shard is written to a temporary file and then renamed, so it is complete or absent. If a shard is damaged all the
same, readers raise an error; a player that continues the run renames it and plays its games again. A shard may hold
fewer games than its capacity, because the run was stopped there or no more games were wanted.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, cast

from sapper import _engine
from sapper.base.extras import arrow, parquet
from sapper.base.number import quote, whole_number
from sapper.base.whole_file import UNFINISHED, writing
from sapper.errors import InputError, RunError, SapperError
from sapper.game.layout import game_count
from sapper.play.player import play_signature
from sapper.run.columns import COLUMNS, list_columns, make_schema, rate_of
from sapper.run.interval import Rate
from sapper.run.lock import LOCK, hold
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["RunFolder", "Shard", "folder_path"]

_FORMAT = 1
_SHARD = 10_000  # games
_SPEC = "spec.json"
_GAMES = "games"
_SHARD_NAME = re.compile(r"([0-9]{6}|[1-9][0-9]{6,})\.parquet")  # as _file writes it: one name per number


@dataclass(frozen=True, slots=True)
class Shard:
    """One file of a run, and the number of its games."""

    number: int  # from 0
    games: int  # games it holds, at least 1
    rate: Rate  # games won among them, or the values of luck-free ones


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of a run."""

    path: Path
    spec: RunSpec
    games: int  # games wanted so far, finished or not
    shard: int  # capacity of a file in games

    @classmethod
    @contextmanager
    def take(cls, path: Path, spec: RunSpec, games: int) -> Iterator[RunFolder]:
        """Begin a run in a folder, or continue the run in it, and store how many games are wanted.

        Other processes cannot take the folder before the context exits. They can read it at any time.

        Raises:
            RunError: the folder holds another run, a run of another engine or other files, or is being played.
            OSError: it cannot be written.
        """
        _check_place(path)  # before the lock file is written, so that other folders stay unchanged
        path.mkdir(parents=True, exist_ok=True)
        with hold(path) as alone:
            if (path / _SPEC).exists():
                folder = cls.open(path)
                folder._check(spec)
                folder = replace(folder, spec=spec, games=max(games, folder.games))
            else:
                folder = cls(path, spec, games, _SHARD)
            if alone:
                folder._sweep()
            folder._write_spec()
            if not (path / _GAMES).exists():  # a file of that name is reported by the next read
                (path / _GAMES).mkdir()
            yield folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the run in a folder.

        Raises:
            RunError: there is no run, or this version cannot read it.
        """
        saved = _read_spec(path)
        try:
            games, shard = game_count(saved["games"]), whole_number(saved["shard"], "shard", least=1)
            return cls(path, RunSpec.from_json(saved), games, shard)
        except KeyError as error:
            raise RunError(f"{str(path / _SPEC)!r} is no spec of a run: {error} is missing") from error
        except (SapperError, TypeError, ValueError) as error:
            raise RunError(f"{str(path / _SPEC)!r} is no spec of a run: {error}") from error

    @property
    def files(self) -> list[Path]:
        """The files of the existing shards, in order.

        Raises:
            RunError: the folder they lie in cannot be read.
        """
        return [self._file(number) for number in self.numbers]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the existing shards, in order.

        Raises:
            RunError: the folder they lie in cannot be read.
        """
        try:
            names = os.listdir(self.path / _GAMES)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise RunError(f"{str(self.path / _GAMES)!r} cannot be read: {error.strerror}") from error
        return sorted(int(found[1]) for found in map(_SHARD_NAME.fullmatch, names) if found is not None)

    def look(self, *, mend: bool = False) -> list[Shard]:
        """Return the existing shards, in order.

        With `mend`, damaged shards are renamed, and their games count as missing.

        Raises:
            RunError: a shard that cannot be read, is damaged, or holds other games than its name says.
        """
        shards = []
        for number in self.numbers:
            try:
                rows = self.read(number, ["game", self._result])
            except RunError as error:
                if not mend or not _tells_torn(error.__cause__):
                    raise
                file = self._file(number)
                os.rename(file, file.with_suffix(f".{token_hex(4)}.torn"))
            else:
                shards.append(self._count(number, rows))
        return shards

    def missing(self, shards: Iterable[Shard], games: int) -> Iterator[range]:
        """Yield the numbers of the games that are not in `shards`, up to game `games`; a range lies in one shard."""
        held = {shard.number: shard.games for shard in shards}
        for number in range(-(-games // self.shard)):
            first = number * self.shard + 1
            numbers = range(first + held.get(number, 0), min(first + self.shard, games + 1))
            if numbers:
                yield numbers

    def read(self, number: int, columns: list[str] | None = None) -> pyarrow.Table:
        """Return the rows of a shard.

        Raises:
            RunError: the shard cannot be read or is damaged. If its file is removed, its games are played again.
        """
        file = self._file(number)
        try:
            with open(file, "rb") as stream:
                # Without threads: one of Arrow's that holds the stream when Python ends can abort the process.
                rows = parquet.ParquetFile(stream, pre_buffer=False, page_checksum_verification=True)
                return rows.read(columns, use_threads=False)
        except (OSError, MemoryError, ValueError, arrow.ArrowException) as error:
            fault = "cannot be read"
            if _tells_torn(error):
                fault = "is damaged; move it away to have its games played again"
            raise RunError(f"{str(file)!r} {fault}: {error}") from error

    def shard_of(self, game: int) -> int:
        """Return the number of the shard that holds a game."""
        return (game - 1) // self.shard

    def write(self, number: int, table: pyarrow.Table) -> None:
        """Write a shard atomically."""
        with writing(self._file(number)) as stream:
            parquet.write_table(
                table,
                stream,
                compression="zstd",
                use_dictionary=[f"{column.name}.list.element" for column in COLUMNS if "dictionary" in column.type],
                write_page_checksum=True,
            )

    @property
    def _result(self) -> str:
        return "value" if self.spec.luck_free else "won"

    def _file(self, number: int) -> Path:
        return self.path / _GAMES / f"{number:06d}.parquet"

    def _count(self, number: int, rows: pyarrow.Table) -> Shard:
        """Check that a shard holds the games of its number, and count them."""
        first, count = number * self.shard + 1, rows.num_rows
        known = rows.schema.equals(make_schema("game", self._result, luck_free=self.spec.luck_free))
        if not known or not 0 < count <= self.shard or rows["game"].to_pylist() != [*range(first, first + count)]:
            raise RunError(
                f"{str(self._file(number))!r} holds something else than games {first} to {first + self.shard - 1}, "
                f"which belong there as {_SPEC} counts {self.shard} games a file"
            )
        return Shard(number, count, rate_of(rows, luck_free=self.spec.luck_free))

    def _check(self, spec: RunSpec) -> None:
        """Raise RunError if the folder holds another run, or games of an engine that plays differently."""
        saved, asked = _read_spec(self.path), spec.to_json()
        if spec.strategy.choose is not None and asked["source"] is None:
            raise RunError(
                f"{str(self.path)!r} holds a run of a Python strategy that cannot be told apart from others of its "
                "name: name another folder, or play by a function of a module"
            )
        for name, value in asked.items():
            if saved.get(name) != value:
                raise RunError(
                    f"{str(self.path)!r} holds a run with {name} {quote(saved.get(name))}, not {quote(value)}: "
                    "name another folder, or ask for the same run"
                )
        signature = play_signature(spec.strategy, luck_free=spec.luck_free)
        if saved.get("signature") != signature:
            raise RunError(
                f"{str(self.path)!r} was played by an engine that plays differently: sapper {saved.get('sapper')} "
                f"with signature {saved.get('signature')}, while this is {_engine.version()} with {signature}"
            )

    def _write_spec(self) -> None:
        saved = {
            "format": _FORMAT,
            "sapper": _engine.version(),
            "signature": play_signature(self.spec.strategy, luck_free=self.spec.luck_free),
            "games": self.games,
            "shard": self.shard,
            "columns": {
                column.name: column.meaning
                for column in list_columns(luck_free=self.spec.luck_free, measures=self.spec.measures)
            },
        }
        with writing(self.path / _SPEC) as stream:
            stream.write((json.dumps(self.spec.to_json() | saved, indent=2) + "\n").encode())

    def _sweep(self) -> None:
        """Remove unfinished files of killed processes."""
        for begun in (*self.path.glob(f"{_SPEC}*{UNFINISHED}"), *(self.path / _GAMES).glob(f"[0-9]*{UNFINISHED}")):
            begun.unlink(missing_ok=True)


def folder_path(folder: object) -> Path:
    """Return the name of a folder as a path.

    Raises:
        InputError: it is neither a text nor a path, or no file can have that name.
    """
    try:
        path = Path(cast("str | PathLike[str]", folder))
        nameless = b"\0" in os.fsencode(path)
    except (TypeError, UnicodeError) as error:
        raise InputError(f"a folder is named by a text or a path, not {quote(folder)}") from error
    if nameless:
        raise InputError(f"no folder has a null character in its name, as {quote(folder)} has")
    return path


def _check_place(path: Path) -> None:
    """Raise RunError if the folder holds other files than a run. A run that has just begun may have no spec."""
    if not path.exists():
        return
    strange = not path.is_dir()
    if not strange:
        names = os.listdir(path)  # once, because another process may be writing the spec
        strange = _SPEC not in names and any(name != LOCK and not name.endswith(UNFINISHED) for name in names)
    if strange:
        raise RunError(f"{str(path)!r} exists already and holds no run: name another folder")


def _tells_torn(error: BaseException | None) -> bool:
    """Whether an error means that the bytes are not Parquet, and not that reading them failed."""
    if isinstance(error, OSError):
        return error.errno is None  # Parquet's error for a page has no number; system errors have one
    return isinstance(error, ValueError)  # invalid UTF-8, or an error of Arrow


def _read_spec(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads((path / _SPEC).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{str(path)!r} holds no run: there is no {_SPEC} in it") from None
    except OSError as error:
        raise RunError(f"{str(path / _SPEC)!r} cannot be read: {error.strerror}") from error
    except (RecursionError, ValueError) as error:
        raise RunError(f"{str(path / _SPEC)!r} is no JSON: {error}") from error
    if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
        raise RunError(f"{str(path / _SPEC)!r} is no spec of a run in format {_FORMAT}")
    saved.setdefault("luck_free", False)  # runs of earlier versions are not
    saved.setdefault("measures", [])  # and have none
    return saved
