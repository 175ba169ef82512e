"""Settings of the server: where games are kept, who may ask, and how much.

Command-line options come in; one frozen `Settings` goes out, which every other part reads and nobody changes.

>>> settings = Settings(database="sqlite:////tmp/games.db")
>>> settings.limits.rows, settings.hosts
(200, ('127.0.0.1', 'localhost', '[::1]'))
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["LOCAL_HOSTS", "Limits", "Settings", "default_database", "default_folder"]

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one request, one game or one visitor may take."""

    rows: int = 200  # of a board
    cols: int = 200
    body: int = 512 * 1024  # bytes of a request
    live_games: int = 2000  # games kept in memory; the others are read again when asked for
    listeners: int = 1000  # open streams of events in all
    listeners_per_game: int = 20
    events_per_game: int = 200_000  # moves, undos and the like
    moves: tuple[float, float] = (100.0, 200.0)  # in one game: so many a second, so many at once
    starts: tuple[float, float] = (20.0, 300.0)  # games made from one address
    costly: tuple[float, float] = (20.0, 100.0)  # reviews, demos, positions: from one address
    states: int = 1_000_000  # of one analysis, about a tenth of a second and a hundred megabytes


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the server is told when it starts."""

    database: str = ""  # URL; empty stands for `default_database()`
    key_file: Path | None = None  # the key that signs scores; None stands for a file in `default_folder()`
    hosts: tuple[str, ...] = LOCAL_HOSTS  # names this server answers to; "*" for any
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        return self.database or default_database()

    @property
    def key_path(self) -> Path:
        """The file with the key of the scores; never in the database it protects."""
        return self.key_file if self.key_file is not None else default_folder() / "scores.key"


def default_folder() -> Path:
    """Where the files of one user belong: `$XDG_DATA_HOME/sapper`, by default `~/.local/share/sapper`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "sapper"


def default_database() -> str:
    """The URL used when none is given: `$SAPPER_DATABASE`, or a SQLite file in `default_folder()`."""
    return os.environ.get("SAPPER_DATABASE") or f"sqlite:///{default_folder() / 'sapper.db'}"
