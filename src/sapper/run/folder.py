"""The folder of a run: its spec as JSON, and its games as Parquet shards.

    spec.json               what is played, by which engine, how many games are wanted
    games/000000.parquet    games 1 to 10,000, one row each
    games/000001.parquet    games 10,001 to 20,000, and so on

A shard is written beside its place and then renamed, so it is there or it is not; one that is torn all the same
is taken for missing, and its games are played again. A shard may hold fewer games than it has room for: the run
was stopped there, or asked for no more.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine
from sapper.errors import RunError
from sapper.extras import arrow, parquet
from sapper.number import quote
from sapper.player import play_signature
from sapper.run.columns import COLUMNS
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["RunFolder", "Shard"]

_FORMAT = 1
_SHARD = 10_000  # games
_SPEC = "spec.json"
_GAMES = "games"


@dataclass(frozen=True, slots=True)
class Shard:
    """One file of a run, and how much of it is there."""

    number: int  # from 0
    first: int  # number of its first game
    wanted: int  # games it should hold
    games: int  # games it holds, perhaps more than wanted
    wins: int  # games won among them

    @property
    def missing(self) -> range:
        """The numbers of the games that are wanted and not there."""
        return range(self.first + self.games, self.first + self.wanted)


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder that holds a run, or will."""

    path: Path
    spec: RunSpec
    shard: int  # games a file holds

    @classmethod
    def make(cls, path: Path, spec: RunSpec, games: int) -> RunFolder:
        """Begin a run in a folder, or take up the one that is there, and note how many games are wanted.

        Raises:
            RunError: the folder holds another run, one of another engine, or something else.
        """
        if (path / _SPEC).exists():
            folder = cls.open(path)
            folder._check(spec)
            folder = replace(folder, spec=spec)
            games = max(games, int(_read_spec(path)["games"]))
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise RunError(f"{str(path)!r} is there already and holds no run: name another folder")
        else:
            folder = cls(path, spec, _SHARD)
        (path / _GAMES).mkdir(parents=True, exist_ok=True)
        folder._write_spec(games)
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the run in a folder.

        Raises:
            RunError: there is none, or this version cannot read it.
        """
        saved = _read_spec(path)
        try:
            return cls(path, RunSpec.from_json(saved), saved["shard"])
        except (LookupError, TypeError, ValueError) as error:
            raise RunError(f"{str(path / _SPEC)!r} is no spec of a run: {error}") from error

    @property
    def files(self) -> list[Path]:
        """The shards that are there, in order."""
        return sorted((self.path / _GAMES).glob("[0-9]*.parquet"))

    def look(self, games: int) -> list[Shard]:
        """Return the shards that are there and those that `games` games need; torn ones are removed."""
        last = max((int(file.stem) for file in self.files), default=-1)
        needed = -(-games // self.shard)
        return [
            self._look(number, min(self.shard, max(0, games - number * self.shard)))
            for number in range(max(last + 1, needed))
        ]

    def read(self, number: int, columns: list[str] | None = None) -> pyarrow.Table:
        """Return the rows of a shard.

        Raises:
            RunError: it is damaged; without its file, its games are played again.
        """
        try:
            return parquet.read_table(self._file(number), columns=columns, page_checksum_verification=True)
        except (OSError, arrow.ArrowException) as error:
            raise RunError(
                f"{str(self._file(number))!r} is damaged; remove it to have its games played again: {error}"
            ) from error

    def shard_of(self, game: int) -> int:
        """Return the number of the shard that holds a game."""
        return (game - 1) // self.shard

    def write(self, number: int, table: pyarrow.Table) -> None:
        """Write a shard, all of it or nothing."""
        file = self._file(number)
        beside = file.with_suffix(".writing")
        with open(beside, "wb") as stream:
            parquet.write_table(
                table,
                stream,
                compression="zstd",
                use_dictionary=["guess_kinds.list.element"],
                write_page_checksum=True,
            )
            os.fsync(stream.fileno())  # before the name tells that it is there
        os.replace(beside, file)

    def _file(self, number: int) -> Path:
        return self.path / _GAMES / f"{number:06d}.parquet"

    def _look(self, number: int, wanted: int) -> Shard:
        file, first = self._file(number), number * self.shard + 1
        if file.exists():
            try:
                table = self.read(number, ["game", "won"])
            except RunError:
                table = None
            games = [] if table is None else table["game"].to_pylist()
            if table is not None and 0 < len(games) <= self.shard and games == [*range(first, first + len(games))]:
                return Shard(number, first, wanted, len(games), int(np.count_nonzero(table["won"])))
            file.unlink()
        return Shard(number, first, wanted, 0, 0)

    def _check(self, spec: RunSpec) -> None:
        """Refuse to mix runs, or games of engines that play differently."""
        saved, asked = _read_spec(self.path), spec.to_json()
        for name, value in asked.items():
            if saved.get(name) != value:
                raise RunError(
                    f"{str(self.path)!r} holds a run with {name} {quote(saved.get(name))}, not {quote(value)}: "
                    "name another folder, or ask for the same run"
                )
        signature = play_signature(spec.strategy)
        if saved.get("signature") != signature:
            raise RunError(
                f"{str(self.path)!r} was played by an engine that plays differently: sapper {saved.get('sapper')} "
                f"with signature {saved.get('signature')}, while this is {_engine.version()} with {signature}"
            )

    def _write_spec(self, games: int) -> None:
        saved = {
            "format": _FORMAT,
            "sapper": _engine.version(),
            "signature": play_signature(self.spec.strategy),
            "games": games,
            "shard": self.shard,
            "columns": {name: meaning for name, _, meaning in COLUMNS},
        }
        beside = self.path / f"{_SPEC}.writing"
        beside.write_text(json.dumps(self.spec.to_json() | saved, indent=2) + "\n", encoding="utf-8")
        os.replace(beside, self.path / _SPEC)


def _read_spec(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads((path / _SPEC).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{str(path)!r} holds no run: there is no {_SPEC} in it") from None
    except ValueError as error:
        raise RunError(f"{str(path / _SPEC)!r} is no JSON: {error}") from error
    if not isinstance(saved, dict) or saved.get("format") != _FORMAT:
        raise RunError(f"{str(path / _SPEC)!r} is no spec of a run in format {_FORMAT}")
    return saved
