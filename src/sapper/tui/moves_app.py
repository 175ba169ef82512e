"""Moves: by keys and by mouse, the first reveal that deals the mines, and the end of a game."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial

from sapper.board.cell import Cell
from sapper.errors import GameError, SapperError
from sapper.game.noguess import MakerProgress
from sapper.play.review import Judgement
from sapper.tui.board_view import BoardView
from sapper.tui.insight import Note, Page
from sapper.tui.records import Finished
from sapper.tui.replay import Replay
from sapper.tui.screen_app import KEYS
from sapper.tui.session import Session
from sapper.tui.solver_app import SolverApp
from sapper.tui.wording import say_end, say_error, say_mismatch

__all__ = ["MovesApp"]

_FLASH_SECONDS = 0.6


class _Stopped(Exception):  # noqa: N818  # not an error
    """Raised in a search that is not wanted any more."""


class MovesApp(SolverApp):
    """The keys and clicks that make moves."""

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor."""
        row, col = self._cell
        self.board_view.move_cursor((row + rows, col + cols))

    def action_touch(self) -> None:
        """Reveal the cell at the cursor, or chord on a number."""
        self._touch(self._cell)

    def action_enter(self) -> None:
        """Do as Space does."""
        self.action_touch()

    def action_play(self, kind: str) -> None:
        """Make a move at the cursor."""
        self._play(kind, self._cell)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Make a move with the mouse."""
        self.board_view.move_cursor(event.cell)
        if event.action == "reveal":
            self._touch(event.cell)
        elif event.action == "chord" or not self.board_view.scene.sign(event.cell).isdigit():
            self._play(event.action, event.cell)

    def action_undo(self) -> None:
        """Undo the last move."""
        if self._may_play():
            try:
                self.session.undo()
            except GameError as error:
                self._say(say_error(error))
            else:
                self.ending = ""
                self.session.resume()
                self._changed("Undone. This game has no best time.")

    def _touch(self, cell: Cell) -> None:
        self._play("chord" if self.session.live.signs[self._index(cell)].isdigit() else "reveal", cell)

    def _play(self, kind: str, cell: Cell) -> None:
        """Make a move; the first reveal deals the mines first."""
        live = self.session.live
        if not self._may_play():
            return
        if live.over:
            self._say(self._text)
            return
        if live.needs_layout(kind, cell):
            self._deal(cell)
            return
        try:
            played = self.session.play(kind, cell)
        except GameError as error:
            self._say(say_error(error))
            return
        if played.event is not None:
            self._changed()
        elif played.flash:
            self.note = Note(
                "No chord", (Page(say_mismatch(self._board, cell), dict.fromkeys(played.flash, "look")),)
            )
            self.page = 0
            self._show()
            self.set_timer(_FLASH_SECONDS, partial(self._drop_note, self.note))

    def _deal(self, cell: Cell) -> None:
        """Deal the mines and reveal the cell; a no-guess board takes a while and is made in a thread."""
        session = self.session
        if not session.live.terms.no_guess:
            session.fix(session.deal(cell))
            self._play("reveal", cell)
            return
        self._making = stop = threading.Event()
        self._say("Looking for a board that needs no guess; esc stops.")

        def check(progress: MakerProgress) -> None:
            if stop.is_set():
                raise _Stopped

        async def make() -> None:
            try:
                layout = await asyncio.to_thread(session.deal, cell, on_progress=check)
            except _Stopped:
                return
            except SapperError as error:
                self._making = None
                self._say(say_error(error))
                return
            if self._making is stop:
                self._making = None
                session.fix(layout)
                self._play("reveal", cell)

        self._work("deal", make)

    def _stop_making(self) -> None:
        if self._making is not None:
            self._making.set()
            self._making = None

    def _changed(self, text: str = "") -> None:
        """Show the board after a move, and compute what is shown with it."""
        self._stop_thinking()  # an answer about the board before would be wrong
        self.note, self.page, self._strength, self.risks, self.chance = None, 0, 0, None, ""
        self._text = text or KEYS
        self._unsaved = max(self._unsaved, 1)
        if self.session.live.over and not self.ending:
            self._end()
        self._show()
        self._think()

    def _index(self, cell: Cell) -> int:
        return self.session.live.terms.level.shape.number(cell)

    def _end(self) -> None:
        """Say how the game ended; the odds follow when they are computed."""
        session = self.session
        self.ending = say_end(session, None, None)

        def judge() -> Judgement:
            return Replay(session).judgement

        def told(judgement: Judgement | None) -> None:
            best = self.keeper.records.summary(
                str(session.live.terms.level), no_guess=session.live.terms.no_guess
            ).best_ms
            self._record(session, None if judgement is None else judgement.odds)
            if self.session is session and self.ending:
                self.ending = say_end(session, judgement, best)
                self._show()

        # Not exclusive: the game is recorded even if a new one begins at once.
        self._work("end", partial(self._ask, judge, told, lambda error: told(None)), exclusive=False)

    def _record(self, session: Session, odds: float | None) -> None:
        """Add the game to the statistics, unless it is there or its board was chosen."""
        live = session.live
        if session.recorded:
            return
        session.recorded = True
        game = Finished(
            level=str(live.terms.level),
            no_guess=live.terms.no_guess,
            first_click=live.terms.first_click.value,
            won=live.status == "won",
            ms=session.elapsed_ms,
            counts=session.counts,
            clicks=live.clicks,
            bbbv=live.three_bv,
            odds=odds,
            ended_at=int(time.time()),
        )
        if live.terms.origin == "new":
            self.keeper.add(game)
        self.keeper.drop_unfinished()
        self._tell_problems()
