"""Help from the solver: hints, proofs, the overlay and the chance to win.

What may take longer than a moment runs in a thread and is dropped when the board has changed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TypeVar

from textual.worker import WorkType

from sapper.analysis.hint import Strength
from sapper.errors import SapperError
from sapper.tui.insight import Note, Risks, find_hint, find_risks, prove, say_win
from sapper.tui.screen_app import KEYS, ScreenApp
from sapper.tui.wording import say_error

__all__ = ["SolverApp"]

Answer = TypeVar("Answer")


class SolverApp(ScreenApp):
    """The keys that ask the solver."""

    def action_hint(self) -> None:
        """Give a hint; each further one on the same board gives away more."""
        if not self._may_ask():
            return
        self._strength = min(self._strength + 1, max(Strength))
        self.session.help()
        self._note(partial(find_hint, self._board, Strength(self._strength)))

    def action_why(self) -> None:
        """Prove that the cell at the cursor is safe or a mine."""
        if self._may_ask():
            self.session.help()
            self._note(partial(prove, self._board, self._cell))

    def action_overlay(self) -> None:
        """Show or hide the mine probabilities."""
        self.overlay = not self.overlay
        self._show()
        self._think()

    def action_chance(self) -> None:
        """Show or hide the chance to win."""
        self.shows_chance = not self.shows_chance
        self._say("The chance to win stands above the board." if self.shows_chance else KEYS)
        self._think()

    def action_turn(self, by: int) -> None:
        """Show another step of a note."""
        if self.note is not None:
            self.page = min(max(self.page + by, 0), len(self.note.pages) - 1)
            self._show()

    def _may_play(self) -> bool:
        """Say what keeps a move from being made."""
        if self._making is not None:
            self._say("Still looking for a board without guesses; esc stops.")
        elif self.replay is not None:
            self._say("This is a replay; esc leaves it.")
        elif self.session.paused and not self.session.live.over:
            self._say("The game is paused; p goes on.")
        else:
            return True
        return False

    def _may_ask(self) -> bool:
        if self.session.live.over and self.replay is None:
            self._say("The game has ended; v reviews it.")
            return False
        return self.replay is not None or self._may_play()

    def _think(self) -> None:
        """Compute the overlay and the chance to win, where they are shown."""
        live = self.session.live
        if self.session.paused or (live.over and self.replay is None):
            return
        board = self._board
        if self.overlay or self.shows_chance:
            self.session.help()
        if self.overlay:

            def told(risks: Risks) -> None:
                self.risks = risks
                self._show()

            self._work("risks", partial(self._ask, partial(find_risks, board), told, self._failed))
        if self.shows_chance and self.replay is None:

            def told_chance(chance: str) -> None:
                self.chance = chance
                self._show_bar()

            failed: Callable[[SapperError], None] = lambda error: told_chance("unknown")  # noqa: E731
            self._work("chance", partial(self._ask, partial(say_win, board), told_chance, failed))

    def _stop_thinking(self) -> None:
        for group in ("note", "risks", "chance"):
            self.workers.cancel_group(self, group)

    def _note(self, find: Callable[[], Note]) -> None:
        """Compute a note in a thread and show it."""

        def told(note: Note) -> None:
            self.note, self.page = note, 0
            self._show()

        self._work("note", partial(self._ask, find, told, self._failed))

    def _drop_note(self, note: Note) -> None:
        if self.note is note:
            self.note = None
            self._show()

    def _work(self, group: str, work: Callable[[], Coroutine[None, None, None]], *, exclusive: bool = True) -> None:
        """Run a coroutine; `exclusive` cancels those of the group that still run."""
        wanted: WorkType[None] = work
        self.run_worker(wanted, group=group, exclusive=exclusive)

    async def _ask(
        self, find: Callable[[], Answer], told: Callable[[Answer], None], failed: Callable[[SapperError], None]
    ) -> None:
        """Call `find` in a thread and pass on its answer; nothing if the worker is cancelled meanwhile."""
        try:
            answer = await asyncio.to_thread(find)
        except SapperError as error:
            failed(error)
        else:
            told(answer)

    def _failed(self, error: SapperError) -> None:
        self._say(say_error(error))
