"""The game in the terminal as a Textual app.

The app holds one `Session`. Keys and clicks become moves of it; after each the board, the bar and the text below are
shown again. The classes below `PlayApp` each add keys of one kind, in this order: `ScreenApp` (state and drawing),
`SolverApp`, `MovesApp`, `GamesApp`, `ReviewApp`.

>>> PlayApp.TITLE
'Sapper'
"""

from __future__ import annotations

from textual.containers import VerticalScroll

from sapper.tui.board_view import FORMS
from sapper.tui.dialogs import HelpDialog, StatisticsDialog
from sapper.tui.palette import PALETTES
from sapper.tui.review_app import ReviewApp
from sapper.tui.screen_app import PAUSED
from sapper.tui.settings import Settings

__all__ = ["PlayApp"]

_TICK = 1.0  # seconds between updates of the timer
_SAVE_AFTER = 10  # ticks after which an unfinished game is saved
_REPLAY_SECONDS = 0.6  # between moves of a replay


class PlayApp(ReviewApp):
    """Minesweeper in the terminal."""

    def on_mount(self) -> None:
        """Take up the unfinished game, if there is one, and start the timer."""
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.theme = self._theme_name
        found = None if self._fresh else self.keeper.take_unfinished()
        if found is not None:
            self.session, self.choice = found, found.choice
        self._text = PAUSED if self.session.paused else "Reveal any cell to begin. ? lists all keys."
        self.board_view.focus()
        self._timer = self.set_interval(_TICK, self._tick, pause=True)
        self._replay_timer = self.set_interval(_REPLAY_SECONDS, self._replay_on, pause=True)
        self._show()
        self._centre()
        self._tell_problems()

    def _tick(self) -> None:
        if self.session.live.status == "playing":
            self._show_bar()
        self._unsaved += 1
        if self._unsaved >= _SAVE_AFTER:
            self._unsaved = 0
            self.keeper.keep_unfinished(self.session)
            self._tell_problems()

    def action_theme(self) -> None:
        """Switch to the next theme."""
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.board_view.refresh()
        self.keeper.keep_settings(Settings(self.theme, self.choice))
        self._tell_problems()
        self._say(f"Theme: {self.theme}.")

    def action_zoom(self, by: int) -> None:
        """Draw cells larger or smaller, or as large as fits."""
        now = FORMS.index(self.board_view.form)
        self._zoom = None if by == 0 else min(max(now + by, 0), len(FORMS) - 1)
        self._fit()

    def action_scroll_text(self, by: int) -> None:
        """Scroll the text below the board."""
        talk = self.screen_stack[0].query_one("#talk", VerticalScroll)
        talk.scroll_relative(y=by * max(talk.size.height - 1, 1), animate=False)

    def action_statistics(self) -> None:
        """Show games, wins and best times."""
        self.push_screen(StatisticsDialog(self.keeper.records))

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(HelpDialog())

    async def action_quit(self) -> None:
        """Save an unfinished game and quit."""
        self._stop_making()
        if self.replay is not None:
            self.replay.review.stop()
        if self.session.live.over:  # its odds may still be computed
            self._record(self.session, None)
        self.keeper.keep_unfinished(self.session)
        self.exit()
