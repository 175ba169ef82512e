"""Plays the Minesweeper program in a window with the mouse, and checks every click by reading the screen again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.cell import Cell, spell
from sapper.board.view import View
from sapper.errors import ContradictionError, InputError, LimitError
from sapper.play.choice import choose
from sapper.vision.camera import Region
from sapper.vision.cells import Grid, Pixels
from sapper.vision.read import Reading
from sapper.vision.screen import Screen, Window
from sapper.vision.track import Tracker, changed_cells

__all__ = ["Autoplay", "Outcome", "Step"]

_PATIENCE = 2.0  # seconds until a click must have shown its effect
_SLICE = 0.02  # seconds between two looks at the mouse and Esc
_SETTLE = 0.03  # seconds until a program has taken its highlight off a cell that the pointer left
_TRIES = 2  # to start a new game
_BETWEEN = 0.6  # seconds between the steps that start a new game
_HIDDEN = (View.HIDDEN, View.QUESTION)
_CLEAR = 0.6  # probability of a look that is played on
_RIM = 0.08  # of a cell at each side, which may belong to the cell beside it
_SCATTERED = 3  # cells that change far from a click, from which a program shows the mines of a lost game


Step: TypeAlias = "tuple[int, int] | str"  # a place in the window to click, or a key to press


class _Stop(Exception):  # noqa: N818  # it ends a game, and is no error
    """The player must stop; the text says why."""


class _Won(Exception):  # noqa: N818
    """The game is won, though the board cannot be read any more; the text says why."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    result: str  # "won", "lost" or "stopped"
    reason: str  # why it was stopped, or what is odd about the end, or ""
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
    seen: Callable[[Pixels], None] = field(default=lambda _: None)  # called with every picture of the window
    _grid: Grid | None = None
    _tracker: Tracker = field(default_factory=Tracker)
    _pixels: Pixels | None = None  # the last picture

    def game(self) -> Outcome:
        """Play the game in the window to its end, or until something is not as it should be.

        Raises:
            InputError: no board in the window, or an unknown number of mines.
        """
        start = time.monotonic()
        self.screen.claim_escape()
        clicks = guesses = 0
        survival = 1.0

        def end(result: str, reason: str = "") -> Outcome:
            return Outcome(result, reason, clicks, guesses, survival, time.monotonic() - start)

        try:
            reading = self._find()
            while (ended := _ended(reading)) is None:
                cells, risk = self._plan(reading)
                if risk:
                    guesses, survival = guesses + 1, survival * (1 - risk)
                for cell in cells:
                    if reading.board[cell] >= 0:
                        continue  # opened with one before
                    verb = "would click" if self.dry else "click"
                    self.tell(f"{verb} {spell(cell)}" + (f", risk {risk:.0%}" if risk else ""))
                    self._check_user()
                    self._check_place()
                    if self.dry:
                        continue
                    clicks += 1
                    after = self._reveal(reading, cell, sure=not risk)
                    if after is None:
                        first = bool((reading.board.cells < 0).all())
                        return end("lost", "" if risk or first else f"{spell(cell)} was taken to be safe")
                    reading = after
                if self.dry:
                    return end("stopped", "this was a dry run")
            return end(ended)
        except _Won as won:
            return end("won", str(won))
        except _Stop as stop:
            return end("stopped", str(stop))

    def renew(self, steps: Sequence[Step] = ()) -> None:
        """Start a new game by clicks in the window and keys; by default by a click on the bar above the board.

        Raises:
            InputError: the board shows no new game afterwards, or an unknown key.
        """
        wanted = list(steps) or [self._face()]
        try:
            for _ in range(_TRIES):  # some programs take no key while they show how a game ended
                self._take(wanted)
                deadline = time.monotonic() + _PATIENCE
                while time.monotonic() < deadline:
                    self._tracker.restart()
                    reading = self._look()
                    # Some programs open the first cells themselves.
                    if reading is not None and reading.sure and _ended(reading) is None:
                        return
                    time.sleep(_SLICE)
        except _Stop as stop:
            raise InputError(f"no new game was started: {stop}") from stop
        tried = " and ".join(step if isinstance(step, str) else spell(step) for step in wanted)
        raise InputError(f"{tried} in the window started no new game")

    def _take(self, steps: Sequence[Step]) -> None:
        """Click and press what starts a new game."""
        for number, step in enumerate(steps):
            time.sleep(_BETWEEN if number else 0)
            if isinstance(step, str):
                self.screen.press(step, self.window)
            else:
                self.screen.click(self.window.region.left + step[0], self.window.region.top + step[1])

    def _find(self) -> Reading:
        """Return the board as it is now; in the first game it is searched in the whole window."""
        self._tracker.mines = self.mines
        reading = self._look()
        if reading is None:
            raise InputError("no board was found in the window")
        if reading.board.mines is None:
            raise InputError("the number of mines is not written above the board as a display: give it as mines")
        self._grid = self._grid or reading.grid
        return reading

    def _look(self) -> Reading | None:
        """Return the board of the window, with the pointer beside it."""
        here = self._check_place()
        self._rest(here)
        self._pixels = self.screen.look(here)
        self.seen(self._pixels)
        return self._tracker.read(self._pixels, search=self._grid is None, opened=True)

    def _face(self) -> tuple[int, int]:
        """Return the middle of the bar above the board, where many programs have a face."""
        if self._grid is None:
            raise InputError("no board was read yet")
        grid = self._grid
        return round((grid.left + grid.right) / 2), round(grid.top - max(1.9 * grid.down, 40))

    def _rest(self, here: Region) -> None:
        """Put the pointer where it covers no cell."""
        self.screen.park(here.left + 2, here.top + here.height - 2)
        time.sleep(_SETTLE)

    def _check_user(self) -> None:
        if (stop := self.screen.taken_over()) is not None:
            raise _Stop(stop)

    def _check_place(self) -> Region:
        here = self.screen.where(self.window)
        if here is None:
            raise _Stop("the window was closed")
        if here != self.window.region:
            raise _Stop("the window was moved")
        return here

    def _wait(self, seconds: float) -> None:
        """Wait, and notice at once when the user takes over."""
        end = time.monotonic() + seconds
        while True:
            self._check_user()
            if (left := end - time.monotonic()) <= 0:
                return
            time.sleep(min(left, _SLICE))

    def _plan(self, reading: Reading) -> tuple[list[Cell], float]:
        """Return the cells to click, all safe, or one with its risk."""
        if (doubt := _find_doubt(reading)) is not None:
            raise _Stop(doubt)
        board = reading.board
        try:
            if (board.cells < 0).all():
                return [choose(board, self.strategy, candidates=False).cell], 0.0  # most programs make it safe
            found = analyze(board)
            safe = [cell for cell in found.safe_cells if board[cell] in _HIDDEN]
            if safe:
                return safe, 0.0
            cell = choose(found, self.strategy, candidates=False).cell
            return [cell], float(found.mine_probability[cell])
        except (ContradictionError, LimitError) as error:
            raise _Stop(str(error)) from error

    def _reveal(self, before: Reading, cell: Cell, *, sure: bool) -> Reading | None:
        """Click a cell, and return the board once the cell is open, or None where the game is lost.

        Raises:
            _Won: the game is won, but what the window shows now cannot be read.
            _Stop: the click had no effect, or another one than a click can have.
        """
        pixels = self._pixels
        x, y = before.grid.centre(*cell)
        self.screen.click(self.window.region.left + round(x), self.window.region.top + round(y))
        self._wait(self.pace)
        deadline = time.monotonic() + _PATIENCE
        latest = deadline + 4 * _PATIENCE
        last: Pixels | None = None
        while True:
            self._check_user()
            reading = self._look()
            if self._moves(before.grid, last):
                deadline = min(time.monotonic() + _PATIENCE, latest)  # the program is still drawing an end
            fault = "the board is no longer in the window"
            if reading is not None:
                if _shows_mine(before.board, reading.board, cell):
                    return None
                found = _find_fault(before.board, reading.board, cell) or _find_doubt(reading)
                if found is None:
                    return reading
                fault = found
            # An animation may show what no board is: only a picture that stays tells of an end.
            stays = last is not None and self._pixels is not None and np.array_equal(last, self._pixels)
            ended = self._see_end(before, cell, pixels) if stays else None
            if ended == "lost":
                return None
            if ended == "won":
                raise _Won("the board at the end is not clear")
            if time.monotonic() > deadline:
                if sure and _count_covered(before) - 1 == before.board.mines:
                    raise _Won(f"after the last cell {fault}")  # a table of best times, for instance
                raise _Stop(fault)
            last = self._pixels
            time.sleep(_SLICE)

    def _moves(self, grid: Grid, last: Pixels | None) -> bool:
        """Whether the cells look otherwise than in the picture before."""
        now = self._pixels
        if last is None or now is None or last.shape != now.shape:
            return False
        return bool(changed_cells(last, now, grid).any())

    def _see_end(self, before: Reading, cell: Cell, pixels: Pixels | None) -> str | None:
        """Return whether a click won or lost a game whose end cannot be read, or None where it did not end.

        A program marks the mines then: cells change that are covered and lie far from the click. Another window over
        the board would change open cells as well. After a win all cells are open or marked; after a loss some safe
        cells are left.
        """
        if pixels is None or self._pixels is None or pixels.shape != self._pixels.shape:
            return None
        covered = before.board.cells < 0
        # A grid that is off by a pixel gives the side of a marked cell to the open one beside it.
        changed = changed_cells(pixels, self._pixels, before.grid, rim=_RIM)
        if (changed & ~covered).any() or int((changed & ~_reach(changed, cell)).sum()) < _SCATTERED:
            return None
        return "won" if changed[covered].all() else "lost"


def _shows_mine(before: Board, now: Board, cell: Cell) -> bool:
    """Whether a click hit a mine: mines are shown, and open cells are what they were."""
    was_open = before.cells >= 0
    if now[cell] >= 0 or not (now.cells == View.MINE).any():
        return False
    return np.array_equal(before.cells[was_open], now.cells[was_open])


def _ended(reading: Reading) -> str | None:
    cells = reading.board.cells
    if (cells == View.MINE).any():
        return "lost"
    return "won" if _count_covered(reading) == reading.board.mines else None


def _count_covered(reading: Reading) -> int:
    return int((reading.board.cells < 0).sum())


def _find_doubt(reading: Reading) -> str | None:
    """Return why a reading is not clear enough to be played on, or None."""
    unclear = [f"{spell(doubt.cell)} may be {doubt.second}" for doubt in reading.doubts if doubt.probability < _CLEAR]
    wrong = [*reading.notes, *unclear]
    return f"the picture is doubtful: {wrong[0]}" if wrong else None


def _find_fault(before: Board, after: Board, cell: Cell) -> str | None:
    """Return what no click on a cell can have done, or None."""
    if after[cell] < 0:
        return f"clicking {spell(cell)} did not open it"
    for row, col in np.argwhere((before.cells >= 0) & (before.cells != after.cells)).tolist():
        return f"an open cell changed: {spell((row, col))}"
    opened = (before.cells < 0) & (after.cells >= 0)
    for row, col in np.argwhere(opened & ~_reach(opened, cell)).tolist():
        return f"clicking {spell(cell)} opened {spell((row, col))} far away"
    # A cell that is only held down looks like a zero in many programs; a zero opens what lies around it.
    for row, col in np.argwhere(opened & (after.cells == 0) & _touch(after.cells == View.HIDDEN)).tolist():
        return f"{spell((row, col))} shows nothing and lies beside covered cells"
    return None


def _reach(cells: NDArray[np.bool_], start: Cell) -> NDArray[np.bool_]:
    """Return the cells that are joined with a start, over sides or corners."""
    reached = np.zeros_like(cells)
    reached[start] = True
    while True:
        grown = reached | (_touch(reached) & cells)
        if np.array_equal(grown, reached):
            return reached
        reached = grown


def _touch(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells that are among these, or beside them."""
    rows, cols = cells.shape
    wide = np.pad(cells, 1)
    near: NDArray[np.bool_] = np.any([wide[y : y + rows, x : x + cols] for y in range(3) for x in range(3)], axis=0)
    return near
