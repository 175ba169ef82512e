"""Settings of the server: the database, the host names it accepts, and its limits.

`sapper serve` makes one frozen `Settings` from its options. Every other module reads it. The page receives
the limits.

>>> settings = Settings(database="sqlite:////tmp/games.db")
>>> settings.limits.rows, settings.hosts
(200, ('127.0.0.1', 'localhost', '[::1]'))
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from sapper.base.data_folder import data_folder
from sapper.board.level import FirstClick

__all__ = ["LARGEST_JUDGED", "LOCAL_HOSTS", "Lanes", "Limits", "RateLimit", "Settings", "default_database"]

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
LARGEST_JUDGED = 2_000  # cells of a layout that `best@fast` plays for the statistics; larger ones take too long


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How often something may be requested."""

    per_second: float  # requests, on average
    at_once: float  # requests in one burst


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one request, one game or one client may use."""

    rows: int = 200  # of a board
    cols: int = 200  # of a board
    shape_cells: int = 2_600  # of a board without rows and columns: a larger globe takes a second to make
    text: int = 400_000  # characters of a board given as text
    name: int = 32  # characters of a player's name; the database stores up to 64
    body: int = 4 * 1024  # bytes of a request body
    long_body: int = 512 * 1024  # bytes of a request body that may have a board, the way of a pointer or many tries
    file: int = 4 * 1024 * 1024  # bytes of a file that is imported
    live_games: int = 2000  # games in memory; others are loaded from the database when requested
    listeners: int = 1000  # open event streams, all games together
    listeners_per_game: int = 20
    watchers_per_game: int = 100  # event streams of others, besides those of the player
    listeners_per_address: int = 100
    connections: int = 3000  # open at once
    connections_per_address: int = 250
    headers: int = 32 * 1024  # bytes of the headers of a request
    headers_s: float = 10.0  # seconds within which the headers of a request are complete
    body_s: float = 20.0  # seconds within which its body is complete
    unread_s: float = 60.0  # seconds within which a client reads what was sent
    events_per_game: int = 5_000  # moves, undos and notes of help, besides two for each cell of the board
    moves: RateLimit = RateLimit(100, 200)  # per game
    starts: RateLimit = RateLimit(20, 300)  # new games, per client address
    costly: RateLimit = RateLimit(20, 100)  # reviews, demos and positions, per client address
    queries: RateLimit = RateLimit(50, 300)  # scores, statistics, races and games not in memory, per client address
    cells: RateLimit = RateLimit(200_000, 1_000_000)  # of the boards of all requests for games, per client address
    games_per_day: int = 5000  # new games, per client address
    seats: int = 8  # players of a match
    away_s: float = 120.0  # seconds after which a player of a round whose page is closed has left it
    round_s: float = 3600.0  # seconds after which a round of a match ends
    states: int = 1_000_000  # of one analysis: about 0.1 s and 100 MB
    win_cells: int = 1000  # cells of the largest board whose win probability the page requests with the overlay
    # By first-click rule: the side of the square around the first click without mines. It is no choice of the server:
    # the page needs it to tell which boards can be made.
    clear_sides: dict[str, int] = field(
        init=False, compare=False, default_factory=lambda: {rule.value: rule.clear_side for rule in FirstClick}
    )


@dataclass(frozen=True, slots=True)
class Lanes:
    """The size of the crew of worker processes, and its deadlines."""

    workers: int = max((os.cpu_count() or 1) // 2, 1)  # processes in each of the two lanes
    brief_s: float = 0.5  # seconds after which a job of the brief lane starts again in the long lane
    long_s: float = 10.0  # seconds after which a job of the long lane ends with an error
    waiting: int = 400  # jobs that may wait, of all addresses together
    waiting_per_address: int = 8  # jobs that one address may have waiting


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of a server."""

    database: str = ""  # URL; empty: `default_database()`
    key_file: Path | None = None  # the key that signs scores; None: a file in `data_folder()`
    hosts: tuple[str, ...] = LOCAL_HOSTS  # host names the server accepts; "*" accepts any
    keep_days: int = 30  # days after which abandoned games are deleted; 0 keeps all
    limits: Limits = field(default_factory=Limits)
    lanes: Lanes = field(default_factory=Lanes)
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies whose headers are believed
    metrics: bool = False  # whether `/metrics` answers
    log_json: bool = False  # whether logs are lines of JSON, one for every request

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        return self.database or default_database()

    @property
    def key_path(self) -> Path:
        """The file with the key that signs scores."""
        return self.key_file if self.key_file is not None else data_folder() / "scores.key"


def default_database() -> str:
    """Return the default URL: `$SAPPER_DATABASE`, or a SQLite file in `data_folder()`."""
    return os.environ.get("SAPPER_DATABASE") or f"sqlite:///{data_folder() / 'sapper.db'}"
