"""Plays the Minesweeper program in a window with the mouse, and checks every click by reading the screen again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.cell import spell
from sapper.board.view import View
from sapper.errors import ContradictionError, InputError, LimitError
from sapper.play.choice import choose
from sapper.vision.cells import Grid
from sapper.vision.read import Reading, read_again, read_pixels
from sapper.vision.screen import Screen, Window

__all__ = ["Autoplay", "Outcome"]

_PATIENCE = 2.0  # seconds until a click must have shown an effect
_HIDDEN = (View.HIDDEN, View.QUESTION)
_CLEAR = 0.6  # probability of a look that is played on
_OPEN_MOST = 24  # safe cells that are clicked between two looks

Cell = tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    result: str  # "won", "lost" or "stopped"
    reason: str  # why it was stopped, or ""
    clicks: int
    guesses: int
    survival: float  # the product of the probabilities of the guesses: the chance to come this far
    seconds: float


@dataclass
class Autoplay:
    """A player at one window. `game` plays one game, `renew` starts the next."""

    screen: Screen
    window: Window
    strategy: str = "best"
    mines: int | None = None  # None: as the counter says
    pace: float = 0.0  # seconds between clicks
    dry: bool = False  # only tell what would be clicked
    tell: Callable[[str], None] = field(default=lambda _: None)
    _grid: Grid | None = None

    def game(self) -> Outcome:
        """Play the game in the window to its end.

        Raises:
            InputError: no board in the window, or an unknown number of mines.
        """
        start = time.monotonic()
        reading = self._find()
        if reading.board.mines is None:
            raise InputError("the number of mines is not written above the board as a display: give it as mines")
        clicks = guesses = 0
        survival = 1.0

        def end(result: str, reason: str = "") -> Outcome:
            return Outcome(result, reason, clicks, guesses, survival, time.monotonic() - start)

        while True:
            if (ended := self._ended(reading)) is not None:
                return end(ended)
            unclear = [doubt for doubt in reading.doubts if doubt.probability < _CLEAR]
            if reading.notes or unclear:
                wrong = reading.notes or [f"{spell(doubt.cell)} may be {doubt.second}" for doubt in unclear]
                return end("stopped", f"the picture is doubtful: {wrong[0]}")
            try:
                cells, risk = self._plan(reading.board)
            except (ContradictionError, LimitError) as error:
                return end("stopped", str(error))
            if risk:
                guesses, survival = guesses + 1, survival * (1 - risk)
            for cell in cells:
                if (stop := self.screen.taken_over()) is not None:
                    return end("stopped", stop)
                verb = "would click" if self.dry else "click"
                self.tell(f"{verb} {spell(cell)}" + (f", risk {risk:.0%}" if risk else ""))
                if not self.dry:
                    self._click(reading.grid, cell)
                    clicks += 1
                    time.sleep(self.pace)
            if self.dry:
                return end("stopped", "this was a dry run")
            after = self._await(reading, cells)
            if after is None:
                return end("stopped", f"clicking {spell(cells[0])} changed nothing")
            if isinstance(after, str):
                return end("stopped", after)
            reading = after

    def renew(self, place: tuple[int, int] | None) -> None:
        """Start a new game: click a place of the window, by default the middle of the bar above the board.

        Raises:
            InputError: the board shows no new game afterwards.
        """
        grid = self._grid
        if place is None and grid is not None:
            place = round((grid.left + grid.right) / 2), round(grid.top - max(1.9 * grid.down, 40))
        if place is None:
            raise InputError("no board was read yet")
        self.screen.click(self.window.left + place[0], self.window.top + place[1])
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            self._rest()
            reading = self._look()
            if self._ended(reading) is None:  # some programs open the first cells themselves
                return
            time.sleep(0.05)
        raise InputError(f"clicking {place[0]},{place[1]} in the window started no new game")

    def _find(self) -> Reading:
        """Read the board, wherever it is in the window."""
        if self._grid is None:
            self._rest()
            readings = read_pixels(self.screen.look(self.window))
            self._grid = readings[0].grid
        return self._look()

    def _look(self) -> Reading:
        assert self._grid is not None
        return read_again(self.screen.look(self.window), self._grid, mines=self.mines)

    def _rest(self) -> None:
        """Put the pointer where it covers no cell."""
        self.screen.park(self.window.left + 2, self.window.top + self.window.height - 2)
        time.sleep(0.03)

    def _click(self, grid: Grid, cell: Cell) -> None:
        x, y = grid.centre(*cell)
        self.screen.click(self.window.left + round(x), self.window.top + round(y))

    def _ended(self, reading: Reading) -> str | None:
        cells = reading.board.cells
        if (cells == View.MINE).any():
            return "lost"
        covered = int((cells < 0).sum())
        return "won" if covered == reading.board.mines else None

    def _plan(self, board: Board) -> tuple[list[Cell], float]:
        """Return the cells to click, all safe, or one with its risk."""
        if (board.cells < 0).all():
            cell = choose(board, self.strategy, candidates=False).cell
            return [cell], 0.0  # most programs make the first click safe
        found = analyze(board)
        safe = [cell for cell in found.safe_cells if board[cell] in _HIDDEN]
        if safe:
            return safe[:_OPEN_MOST], 0.0
        cell = choose(found, self.strategy, candidates=False).cell
        return [cell], float(found.mine_probability[cell])

    def _await(self, before: Reading, cells: list[Cell]) -> Reading | str | None:
        """Return the reading after clicks, None where nothing changes, or why the player must stop."""
        deadline = time.monotonic() + _PATIENCE
        reading = before
        while True:
            if (stop := self.screen.taken_over()) is not None:
                return stop
            self._rest()
            reading = self._look()
            now = reading.board.cells
            if (now == View.MINE).any() or all(now[cell] >= 0 for cell in cells):
                return reading
            if time.monotonic() > deadline:
                changed = not np.array_equal(now, before.board.cells)
                return reading if changed else None
            time.sleep(0.02)
