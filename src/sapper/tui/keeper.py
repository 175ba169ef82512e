"""What the game in the terminal keeps in a folder: finished games, settings, and the unfinished game.

A file that cannot be read is reported in `problems` and never written to.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     keeper = Keeper(Path(folder))
...     keeper.keep_settings(Settings("light"))
...     Keeper(Path(folder)).settings.theme
'light'
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sapper.errors import SapperError
from sapper.tui.records import Finished, Records
from sapper.tui.saved import open_game, save_game
from sapper.tui.session import Session
from sapper.tui.settings import Settings, load_settings, save_settings
from sapper.tui.wording import say_error

__all__ = ["Keeper"]

Kept = TypeVar("Kept")


class Keeper:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        """Read the finished games and the settings."""
        self.problems: list[str] = []  # what to tell the player, in sentences
        self._bad: set[Path] = set()  # files that are never written
        self._settings_file = folder / "terminal-settings.json"
        self._unfinished_file = folder / "terminal-unfinished.json"
        self.records = Records(folder / "terminal-games.jsonl")
        if self.records.problem is not None:
            self.problems.append(self.records.problem)
        self.settings = self._load(load_settings, self._settings_file) or Settings()

    def take_unfinished(self) -> Session | None:
        """Return the game that was left unfinished, or None."""
        return self._load(open_game, self._unfinished_file) if self._unfinished_file.exists() else None

    def keep_unfinished(self, session: Session) -> None:
        """Save a game that is being played, for the next time."""
        if session.live.status == "playing":
            self._save(lambda: save_game(session, self._unfinished_file), self._unfinished_file)

    def drop_unfinished(self) -> None:
        """Remove the saved game, because it has ended."""
        self._save(lambda: self._unfinished_file.unlink(missing_ok=True), self._unfinished_file)

    def keep_settings(self, settings: Settings) -> None:
        """Save the settings."""
        self._save(lambda: save_settings(settings, self._settings_file), self._settings_file)

    def add(self, game: Finished) -> None:
        """Record a finished game."""
        self._save(lambda: self.records.add(game), self.records.file)

    def _load(self, read: Callable[[Path], Kept], file: Path) -> Kept | None:
        try:
            return read(file)
        except (OSError, SapperError) as error:
            self._bad.add(file)
            self.problems.append(f"{say_error(error)} The file stays as it is.")
            return None

    def _save(self, write: Callable[[], None], file: Path) -> None:
        if file not in self._bad:
            try:
                write()
            except OSError as error:
                self._bad.add(file)
                self.problems.append(f"{file} cannot be written: {error.strerror}.")
