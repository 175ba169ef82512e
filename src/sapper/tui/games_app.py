"""Games: a new one, the same board again, files, and the pause."""

from __future__ import annotations

import time
from pathlib import Path

from sapper.errors import GameError, SapperError
from sapper.tui.dialogs import FileDialog, NewGameDialog
from sapper.tui.moves_app import MovesApp
from sapper.tui.saved import open_game, save_game
from sapper.tui.screen_app import KEYS, PAUSED
from sapper.tui.session import Choice, Session
from sapper.tui.settings import Settings
from sapper.tui.wording import say_error

__all__ = ["GamesApp"]


class GamesApp(MovesApp):
    """The keys that begin, save, open and pause games."""

    def action_new(self) -> None:
        """Begin a new game with the same settings."""
        self._start(self.choice, None)

    def action_choose(self) -> None:
        """Ask for the settings of a new game."""

        def chosen(answer: tuple[Choice, int | None] | None) -> None:
            if answer is not None:
                self._start(*answer)

        self.push_screen(NewGameDialog(self.choice), chosen)

    def action_again(self) -> None:
        """Begin the same board again."""
        try:
            self._begin(self.session.again())
        except GameError as error:
            self._say(say_error(error))
        else:
            self._say("The same board again. This game has no best time.")

    def action_save(self) -> None:
        """Ask for a file and save the game in it."""

        def chosen(name: str | None) -> None:
            if name is None:
                return
            file = Path(name).expanduser()
            try:
                if file.exists():
                    raise GameError(f"{file} exists already; choose another name")
                save_game(self.session, file)
            except (OSError, SapperError) as error:
                self._say(f"Not saved: {error}")
            else:
                self._say(f"Saved as {file}.")

        self.push_screen(FileDialog("Save the game as", time.strftime("sapper-%Y%m%d-%H%M%S.json")), chosen)

    def action_open(self) -> None:
        """Ask for a file and open the game in it."""

        def chosen(name: str | None) -> None:
            if name is None:
                return
            try:
                self._begin(open_game(Path(name).expanduser()))
            except (OSError, SapperError) as error:
                self._say(f"Not opened: {error}")
            else:
                self._say(PAUSED if self.session.paused else f"Opened {name}.")

        self.push_screen(FileDialog("Open a saved game, a layout or a board"), chosen)

    def action_pause(self) -> None:
        """Stop the timer and cover the board, or go on."""
        session = self.session
        if session.live.status == "playing" and self._making is None:
            session.resume() if session.paused else session.pause()
            self.note = None
            self._say(PAUSED if session.paused else KEYS)
            self._think()

    def _start(self, choice: Choice, seed: int | None) -> None:
        try:
            session = Session.start(choice, seed=seed)
        except SapperError as error:
            self._say(say_error(error))
            return
        self._begin(session)
        self.choice = choice
        self.keeper.keep_settings(Settings(self.theme, self.choice))
        self._tell_problems()

    def _begin(self, session: Session) -> None:
        self._stop_making()
        if self.replay is not None:
            self.replay.review.stop()
        self._replay_timer.pause()
        self.session, self.replay, self.ending = session, None, ""
        self._changed("Reveal any cell to begin.")
        self._centre()
