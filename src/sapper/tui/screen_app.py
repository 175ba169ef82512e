"""What the game in the terminal shows: the bar, the board, the text below it.

`ScreenApp` holds the state of the app and draws it. The classes above it, one for each kind of keys, change the state
and call `_show`: the solver, moves, games, the review, and at last `PlayApp`.

>>> ScreenApp.TITLE
'Sapper'
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Footer, Static

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.tui.board_view import FORMS, BoardView, Scene
from sapper.tui.insight import Note, Risks
from sapper.tui.keeper import Keeper
from sapper.tui.keys import BINDINGS
from sapper.tui.replay import Replay
from sapper.tui.session import Choice, Session
from sapper.tui.wording import say_legend

__all__ = ["KEYS", "PAUSED", "ScreenApp"]

PAUSED = "Paused. p goes on."
KEYS = "left button or space: reveal   right button or f: flag   i: hint   ?: all keys"
_LEAST_TEXT = 4  # lines below the board


class ScreenApp(App[None]):
    """The state of the app, and its widgets."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #bar { height: 1; background: $surface; padding: 0 1; }
    #table { height: 1fr; align: center middle; }
    #board { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    #talk { height: auto; min-height: 4; max-height: 8; padding: 0 1; scrollbar-size: 1 1; }
    #talk > Static { height: auto; }
    Footer { background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(BINDINGS)

    _timer: Timer  # of the bar; both are set when the app is mounted
    _replay_timer: Timer

    def __init__(
        self,
        *,
        folder: Path,
        choice: Choice | None = None,
        seed: int | None = None,
        session: Session | None = None,
        theme: str | None = None,
    ) -> None:
        """Play in the terminal; settings, statistics and an unfinished game are kept in `folder`.

        `session` is the game to begin with. Without it, `choice` or `seed` begin a new game; without these, the game
        that was left unfinished goes on.

        Raises:
            SapperError: a game that cannot be played.
        """
        super().__init__()
        self.animation_level = "none"
        self.keeper = Keeper(folder)
        self._theme_name = theme or self.keeper.settings.theme
        self._fresh = choice is not None or seed is not None or session is not None
        self.choice = choice or (self.keeper.settings.choice if session is None else session.choice)
        self.session = session or Session.start(self.choice, seed=seed)
        self.note: Note | None = None
        self.page = 0
        self.risks: Risks | None = None
        self.replay: Replay | None = None
        self.overlay = False
        self.shows_chance = False
        self.chance = ""  # to win, in words
        self.ending = ""  # how the game ended, in words
        self._strength = 0  # of the last hint
        self._text = ""  # shown where there is no note
        self._zoom: int | None = None  # index of a form; None fits
        self._making: threading.Event | None = None  # set to stop the search for a board without guesses
        self._unsaved = 0  # ticks since the last move that is not saved

    def compose(self) -> ComposeResult:
        """Lay out the bar, the board, the text and the keys."""
        yield Static(id="bar")
        with Container(id="table"):
            yield BoardView()
        with VerticalScroll(id="talk", can_focus=False):
            yield Static(id="text")
        yield Footer(compact=True, show_command_palette=False)

    def on_resize(self, event: events.Resize) -> None:
        """Draw cells as large as fits."""
        self.call_after_refresh(self._fit)

    @property
    def board_view(self) -> BoardView:
        """The widget of the board; it is there while a dialog is open, too."""
        return self.screen_stack[0].query_one(BoardView)

    @property
    def _board(self) -> Board:
        return self.session.live.board if self.replay is None else self.replay.board

    @property
    def _cell(self) -> Cell:
        return self.board_view.cursor

    def _show(self) -> None:
        """Show everything again, as far as it has changed."""
        live, replay, note = self.session.live, self.replay, self.note
        level = live.terms.level
        marks = dict(note.pages[self.page].marks) if note is not None else {}
        if replay is not None:
            marks = replay.marks | marks
        risks = self.risks if self.overlay else None
        veiled = self.session.paused and not live.over
        self.board_view.show(
            Scene(
                level.rows,
                level.cols,
                live.signs if replay is None else replay.signs,
                None if risks is None or veiled else risks.mine_probability,
                frozenset() if risks is None else risks.floating_cells,
                {} if veiled else marks,
                veiled,
            )
        )
        self._show_bar()
        self.screen_stack[0].query_one("#text", Static).update(self._words())
        runs = live.status == "playing" and not self.session.paused
        self._timer.resume() if runs else self._timer.pause()
        self._fit()

    def _show_bar(self) -> None:
        session, live = self.session, self.session.live
        width = max(self.size.width - 2, 1)
        status = {"ready": "", "playing": "", "won": "won", "lost": "lost"}[live.status]
        state = "replay" if self.replay is not None else "paused" if session.paused and not live.over else status
        seconds = session.elapsed_ms // 1000
        left = f"⚑ {session.mines_left}"
        middle = " · ".join(
            part
            for part in (str(session.choice), "helped" if live.helped else "", state, self._chance_words())
            if part
        )
        right = f"{seconds // 60}:{seconds % 60:02d}"
        side = max(len(left), len(right)) + 1
        room = max(width - 2 * side, 0)
        line = Content.assemble(
            (left.ljust(side), "bold $primary"),
            (middle[:room].center(room), ""),
            (right.rjust(side), "bold $primary"),
        )
        # The clock may tick once more while the app closes and its widgets are gone.
        for bar in self.screen_stack[0].query("#bar").results(Static):
            bar.update(line)

    def _chance_words(self) -> str:
        return f"win {self.chance}" if self.shows_chance and self.chance and not self.session.live.over else ""

    def _words(self) -> Content:
        """Return the text below the board."""
        parts = []
        if self.note is not None:
            count = len(self.note.pages)
            steps = f" (step {self.page + 1} of {count}, next: .)" if count > 1 else ""
            parts += [Content.styled(f"{self.note.title}{steps}", "bold $primary")]
            parts += [Content(self.note.pages[self.page].text)]
        elif self.replay is not None:
            keys = ", and . step   m next risk   space play   enter play on from here   esc leave"
            parts += [Content(self.replay.text), Content.styled(keys, "$text-muted")]
        elif self.ending:
            keys = "v review   n new game   r same board   u undo"
            parts += [Content.styled(self.ending, "bold"), Content.styled(keys, "$text-muted")]
        else:
            parts += [Content(self._text)]
        if self.overlay and self.risks is not None and not self.session.paused:
            parts += [Content.styled(say_legend(self.risks), "$text-muted")]
        return Content("\n").join(parts)

    def _fit(self) -> None:
        """Choose the largest form in which the whole board fits, or the smallest."""
        level = self.session.live.terms.level
        if self._zoom is not None:
            form = FORMS[self._zoom]
        else:
            width, height = self.size.width, self.size.height - 2 - _LEAST_TEXT
            fitting = [
                form for form in FORMS if level.cols * form.width <= width and level.rows * form.height <= height
            ]
            form = fitting[-1] if fitting else FORMS[0]
        self.board_view.set_form(form)

    def _centre(self) -> None:
        level = self.session.live.terms.level
        self.board_view.move_cursor((level.rows // 2, level.cols // 2))

    def _say(self, text: str) -> None:
        self._text, self.note = text, None
        self._show()

    def _tell_problems(self) -> None:
        """Show what is wrong with the files, once."""
        while self.keeper.problems:
            self.notify(self.keeper.problems.pop(0), severity="error", timeout=15, markup=False)
