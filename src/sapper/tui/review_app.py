"""The review of a finished game; while it is shown, some keys step through it instead of making moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from sapper.tui.games_app import GamesApp
from sapper.tui.keys import STEP
from sapper.tui.replay import Replay

__all__ = ["ReviewApp"]

_LAST = 1_000_000  # place after any last move


class ReviewApp(GamesApp):
    """The keys of the review."""

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor, or step through a replay."""
        if self.replay is None or not cols:
            super().action_move(rows, cols)
        elif abs(cols) > STEP:
            self._go_replay(lambda replay: replay.go(0 if cols < 0 else _LAST))
        else:
            self.action_turn(cols)

    def action_turn(self, by: int) -> None:
        """Show another move of a replay, or another step of a note."""
        if self.replay is not None and (self.note is None or len(self.note.pages) == 1):
            self._go_replay(lambda replay: replay.forward() if by > 0 else replay.back())
        else:
            super().action_turn(by)

    def action_touch(self) -> None:
        """Start or stop a replay; without one, reveal or chord."""
        if self.replay is None:
            super().action_touch()
        else:
            self.replay.playing = not self.replay.playing
            self._replay_timer.resume() if self.replay.playing else self._replay_timer.pause()

    def action_enter(self) -> None:
        """Play on from the move of a replay that is shown; without one, reveal or chord."""
        if self.replay is None:
            super().action_enter()
        elif self.replay.point is None:
            self._say("There is no move left to play. Go back first.")
        else:
            self._begin(self.session.branch(self.replay.moves))
            self._say("You play on from here. This game has no best time.")

    def action_review(self) -> None:
        """Begin the replay of a finished game."""
        session = self.session
        if self.replay is not None:
            self.action_clear()
        elif not session.live.over:
            self._say("A game can be reviewed after its end.")
        else:
            self._say("Judging every move...")

            def told(replay: Replay) -> None:
                if self.session is session:
                    self.replay, self.note = replay, None
                    replay.go(_LAST)
                    self._go_replay(lambda _: True)
                    self._work("wins", partial(self._find_wins, replay))

            self._work("note", partial(self._ask, partial(Replay, session), told, self._failed))

    def action_risk(self) -> None:
        """Go on to the next move of the replay that took a risk."""
        if self.replay is not None:
            self._go_replay(lambda replay: replay.to_risk() or replay.go(_LAST))

    def action_clear(self) -> None:
        """Remove what is shown, and stop what is computed."""
        self._stop_thinking()
        if self._making is not None:
            self._stop_making()
            self._say("Stopped. Reveal any cell to begin.")
        elif self.note is not None:
            self.note = None
        elif self.replay is not None:
            self.replay.review.stop()
            self.replay, self.risks = None, None
            self._replay_timer.pause()
        elif self.overlay:
            self.overlay = False
        self._show()

    async def _find_wins(self, replay: Replay) -> None:
        """Compute the win chances in a thread, and show them as they come."""
        task = asyncio.create_task(asyncio.to_thread(replay.review.find_wins))
        try:
            while not task.done():
                await asyncio.wait([task], timeout=0.5)
                if self.replay is replay:
                    self._show()
        finally:
            replay.review.stop()

    def _go_replay(self, go: Callable[[Replay], bool]) -> None:
        replay = self.replay
        if replay is None:
            return
        if not go(replay):
            replay.playing = False
            self._replay_timer.pause()
        self.note, self.risks = None, None
        if replay.point is not None:
            self.board_view.move_cursor(replay.point.cell)
        self._show()
        self._think()

    def _replay_on(self) -> None:
        self._go_replay(lambda replay: replay.forward())
