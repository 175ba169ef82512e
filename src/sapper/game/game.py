"""Games: a layout, the moves made on it, and the board they show.

A `Layout` comes in, then one move after another. The `Board` a player sees comes out. The layout itself is available
only after the game ends.

>>> game = Game(Layout.from_seed("beginner", seed=1))
>>> game.reveal((2, 2))
True
>>> game.board[2, 2], game.board[2, 3], game.status, game.clicks
(0, 1, <Status.PLAYING: 'playing'>, 1)
"""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from sapper import _engine
from sapper.base.number import quote, seed_number
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.polygons import draw_shape
from sapper.board.svg import MINE_MARK
from sapper.board.view import View
from sapper.errors import GameError, InputError
from sapper.game.cruel import Doubt, settle_or_keep
from sapper.game.layout import Layout, game_seeds

__all__ = ["Game", "Status", "hidden_beside", "touched"]


class Status(StrEnum):
    """How a game stands.

    Attributes:
        PLAYING: neither won nor lost.
        WON: every cell without a mine is revealed.
        LOST: a mine is revealed.
    """

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Game:
    """A game on one layout, played by `reveal`, `flag`, `question` and `chord`.

    A move that cannot be made raises and changes nothing: `InputError` for a value that is not a cell of the
    board, `GameError` for every move after the end and where the method lists it. A game whose layout has no cell
    without a mine is won from the start.

    A cruel game has no fixed layout: `layout` is the world it begins with, and a reveal may replace it by another
    world that fits the board. While some cell is certainly safe, a reveal that may hit a mine hits one. While none
    is, a reveal of a cell with the least mine probability never does. Every other reveal has its honest chance, and
    so have all reveals on a board that is too wide to analyse. After an undo the world is drawn anew.

    >>> game = Game(Layout.from_mines(1, 3, [(0, 0)]), cruel=True)
    >>> game.reveal((0, 1)), game.reveal((0, 0)), game.status
    (True, True, <Status.WON: 'won'>)
    """

    __slots__ = ("_draws", "_given", "_handle", "_layout", "_moves", "_seed", "_seen")

    def __init__(self, layout: Layout, *, cruel: bool = False, seed: int = 0) -> None:
        """Start a game on `layout`, with every cell hidden; the worlds of a cruel game are drawn with `seed`.

        Raises:
            InputError: `layout` is not a Layout, or a seed that does not fit in 64 bits.
        """
        if not isinstance(layout, Layout):
            raise InputError(f"a game needs a Layout, not {quote(layout)}")
        self._given = self._layout = layout
        self._handle = _engine.Game(layout._handle)
        self._seed = seed_number(seed)
        self._moves: list[tuple[str, Cell]] | None = [] if cruel else None  # those of a cruel game
        self._seen = False  # whether a reveal was taken back since the last one
        self._draws = 0

    def __reduce__(self) -> NoReturn:
        """Raise: a copy would share the state of the original, and a pickle would contain the layout."""
        raise TypeError("a game cannot be copied or pickled; again() starts another one on the same layout")

    def reveal(self, cell: Cell) -> bool:
        """Show what a cell holds; a question mark on it does not matter.

        A mine ends the game. A zero reveals all its neighbours, and so on; flagged cells stay as they are. Returns
        False when the cell is revealed already: nothing has changed, and no click is counted.

        Raises:
            GameError: the cell is flagged.
        """
        return self._handle.reveal(cell) if self._moves is None else self._make("reveal", cell)

    def flag(self, cell: Cell) -> None:
        """Put a flag on a hidden cell, in place of a question mark too, or take the flag off.

        Raises:
            GameError: the cell is revealed already.
        """
        self._handle.flag(cell) if self._moves is None else self._make("flag", cell)

    def question(self, cell: Cell) -> None:
        """Put a question mark on a hidden cell, in place of a flag too, or take it off.

        Raises:
            GameError: the cell is revealed already.
        """
        self._handle.question(cell) if self._moves is None else self._make("question", cell)

    def chord(self, cell: Cell) -> bool:
        """Reveal the unflagged neighbours of a clue, if exactly as many neighbours are flagged as it says.

        Returns whether any cell was revealed. If not, nothing has changed, and no click is counted. Where the
        flags are wrong the game is lost, and every mine among the neighbours revealed is shown.

        Raises:
            GameError: the cell shows no clue.
        """
        return self._handle.chord(cell) if self._moves is None else self._make("chord", cell)

    def undo(self) -> None:
        """Take back the last move, and its click; the move that ended the game can be taken back too.

        Raises:
            GameError: there is no move to take back.
        """
        self._handle.undo()
        if self._moves is not None:
            self._seen |= self._moves.pop()[0] in ("reveal", "chord")

    def again(self) -> None:
        """Start again on the same layout; the moves made so far are discarded."""
        if self._moves is not None:
            self._moves, self._seen = [], False
            self._replace(self._given)
        self._handle.restart()

    @property
    def board(self) -> Board:
        """The board as it is now; later moves do not change it."""
        return Board._wrap(self._handle.board())

    @property
    def status(self) -> Status:
        """How the game stands."""
        return Status[self._handle.status.name]

    @property
    def clicks(self) -> int:
        """The number of moves made and not taken back; a chord that revealed nothing is none."""
        return self._handle.clicks

    @property
    def exploded(self) -> Cell | None:
        """The mine that lost the game, the first in reading order if a chord hit several; None otherwise."""
        return self._handle.exploded

    @property
    def layout(self) -> Layout:
        """Where the mines are, once the game has ended.

        Raises:
            GameError: the game has not ended, or its end was taken back.
        """
        if self.status is Status.PLAYING:
            raise GameError("the layout is hidden until the game ends")
        return self._layout

    def _make(self, kind: str, cell: Cell) -> bool:
        """Make a move of a cruel game and return whether it changed anything."""
        assert self._moves is not None
        if self.status is Status.PLAYING and cell in self._layout.shape:
            cells = touched(self.board, kind, cell)
            if cells:
                self._draws += 1
                seed = game_seeds(self._seed, 1, first=self._draws)[0]
                self._replace(settle_or_keep(Doubt(self.board, self._layout, cells, self._seen, seed)))
                self._seen = False
        changed = getattr(self._handle, kind)(cell) is not False
        if changed:
            self._moves.append((kind, cell))
        return changed

    def _replace(self, layout: Layout) -> None:
        """Continue with another layout that fits the board."""
        if layout is not self._layout:
            self._layout = layout
            self._handle = _engine.Game(layout._handle)
            for kind, cell in self._moves or ():
                getattr(self._handle, kind)(cell)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the board as it is now."""
        outlined = {} if self.exploded is None else {self.exploded: MINE_MARK}
        clicks = f"{self.clicks} click{'' if self.clicks == 1 else 's'}"
        caption = f"{self._layout.level}, {self.status}, {clicks}"
        return draw_shape(self._layout.shape, self.board.cells, outlined=outlined, caption=caption)

    def __repr__(self) -> str:
        """Return the level, the status and the clicks in angle brackets."""
        return f"<Game {self._layout.level} {self.status}, clicks {self.clicks}>"


def touched(board: Board, kind: str, cell: Cell) -> tuple[Cell, ...]:
    """Return the hidden cells that a move reveals, without what a zero opens; none if the move reveals nothing."""
    if kind == "reveal":
        return (cell,) if board[cell] in (View.HIDDEN, View.QUESTION) else ()
    if kind != "chord" or board[cell] < 0:
        return ()
    flags = sum(board[near] == View.FLAG for near in board.shape.neighbours(cell))
    return hidden_beside(board, cell) if flags == board[cell] else ()


def hidden_beside(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return the hidden cells without a flag beside a cell: those that a chord there would reveal."""
    beside = board.shape.neighbours(cell)
    return tuple(near for near in beside if board[near] in (View.HIDDEN, View.QUESTION))
