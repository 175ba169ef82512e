"""A board: what a player sees, with the number of mines or, where that is unknown, their density.

Nested lists, integer arrays or text come in; an immutable, checked `Board` comes out, which every later stage
takes. A board does not contain the layout.

>>> from sapper import Board
>>> board = Board.from_rows([[1, -1], [1, -1]], mines=1)
>>> print(board.position, board[(0, 1)], board.replace({(0, 1): 1}).position)
2x2:1:1a/1a -1 2x2:1:11/1a
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from numbers import Real
from operator import index
from typing import Any, NoReturn, Self, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.cell import Cell
from sapper.board.flip import Flip
from sapper.board.notation.json_text import write_json
from sapper.board.notation.picture import write_picture
from sapper.board.notation.position import write_position
from sapper.board.notation.reader import read_text
from sapper.board.svg import draw_cells
from sapper.board.view import View
from sapper.errors import InputError, LimitError, ParseError

__all__ = ["Board", "View"]

_LONGEST_REPR = 2000  # characters of a position; an expert board has at most some 500
_CACHED_CELLS = 1 << 16  # larger grids take megabytes and are not kept for later
_UNUSED_DENSITY = 0.5  # passed to the engine with a known total, where it has no effect

_HELP = "give the number of mines as mines=10 or, where it is unknown, their density as density=0.2"


@final
class Board:
    """What a player sees: the cells, and the number of mines or their density. Immutable and hashable."""

    __slots__ = ("_handle",)
    _handle: _engine.Board

    def __new__(cls, *_: object, **__: object) -> Self:
        """Refuse: a board is made from rows or from text."""
        raise TypeError("use Board.from_rows or Board.from_text")

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[int]] | NDArray[np.integer],
        *,
        mines: int | None = None,
        density: float | None = None,
    ) -> Self:
        """A board from nested sequences or a 2-D integer array: clues 0 to 8, or the values of `View`.

        Exactly one must be given of `mines`, the total, known mines included, and `density`, strictly between
        0 and 1: every cell in play is a mine with this probability, independently of the others.

        Raises:
            InputError: rows empty or of different lengths, a cell that is unknown or no whole number, a clue
                above its number of neighbours, more mines than cells for them, fewer than are known.
            LimitError: more cells than the engine takes.
        """
        total, chance = _mine_count(mines, density)
        if type(rows) is not list:
            if isinstance(rows, np.ndarray):
                return cls._wrap(_from_array(rows, total, chance))
            rows = _outer_list(rows)
        try:
            cols = len(rows[0])
        except Exception:  # the caller's objects may raise anything
            _raise_no_row(rows)
        return cls._wrap(_engine.Board.from_rows(_grid(len(rows), cols), rows, total, chance))

    @classmethod
    def from_text(cls, text: str, *, mines: int | None = None, density: float | None = None) -> Self:
        """A board from its picture, its position or its JSON; the form is detected.

        `mines` or `density`, when given, replaces what the text says.

        Raises:
            ParseError: the text describes no board or an impossible one; the error has line and column, and
                the cell if one cell is at fault.
            InputError: `text` is not a string, or `mines` or `density` is outside its range.
            LimitError: more cells than the engine takes.
        """
        counted = mines is None and density is None
        if not counted:
            _mine_count(mines, density)
        draft = read_text(text)
        if counted:
            mines, density = draft.mines, draft.density
            if mines is None and density is None:
                raise ParseError(
                    f"the text does not tell the number of mines: begin a picture with 'mines 10', or {_HELP}"
                )
        try:
            return cls.from_rows(draft.rows, mines=mines, density=density)
        except InputError as error:
            raise draft.relocate(error, counted=counted) from error

    @classmethod
    def _wrap(cls, handle: _engine.Board) -> Self:
        board = object.__new__(cls)
        object.__setattr__(board, "_handle", handle)
        return board

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._handle.grid.rows

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self._handle.grid.cols

    @property
    def mines(self) -> int | None:
        """Total number of mines, known ones included; None where only the density is known."""
        return self._handle.mines

    @property
    def density(self) -> float | None:
        """Probability of a mine in a cell, strictly between 0 and 1; None where the total is known."""
        return self._handle.density

    @property
    def cells(self) -> NDArray[np.int8]:
        """A fresh array of the values of all cells."""
        return self._handle.views()

    @property
    def position(self) -> str:
        """The board in one line; two boards are equal exactly when their positions are."""
        return write_position(self.cells, self.mines, self.density)

    def to_json(self) -> str:
        """The board as a JSON object on one line."""
        return write_json(self.cells, self.mines, self.density)

    def replace(self, changes: Mapping[Cell, int]) -> Self:
        """A board with other values in the cells given, and the same number of mines.

        Raises:
            InputError: a cell outside the board, or a board that `from_rows` would refuse.
        """
        if not isinstance(changes, Mapping):
            raise InputError(f"changes are a mapping from (row, col) to a value, not {_quote(changes)}")
        return self._wrap(self._handle.replace(dict(changes)))

    def flip(self, mirror: Flip | str) -> Self:
        """The board in a mirror, "horizontal" or "vertical".

        Raises:
            InputError: an unknown mirror.
        """
        cells = np.ascontiguousarray(np.flip(self.cells, Flip(mirror).axis))
        return self.from_rows(cells, mines=self.mines, density=self.density)

    def __getitem__(self, cell: Cell) -> int:
        """The value of the cell (row, col). Raises InputError for a cell outside the board."""
        return self._handle.view(cell)

    __iter__ = None  # having __getitem__ would otherwise make a board look like a sequence

    def __str__(self) -> str:
        """The picture."""
        return write_picture(self.cells, self.mines, self.density)

    def __repr__(self) -> str:
        """An expression that makes the board again, unless it is very large."""
        position = self.position
        if len(position) <= _LONGEST_REPR:
            return f"Board.from_text({position!r})"
        return f"<Board {position.rpartition(':')[0]}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return draw_cells(self.cells, caption=f"{self.rows}x{self.cols}, {self._count_text()}")

    def __eq__(self, other: object) -> bool:
        """Whether size, cells and number of mines are the same."""
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        """Equal boards hash alike."""
        return hash(self._key())

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[str]]:
        """Pickle and copy through the position."""
        return Board.from_text, (self.position,)

    def __copy__(self) -> Self:
        """The board itself: it never changes."""
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        """The board itself: it never changes."""
        return self

    def __setattr__(self, name: str, _: object) -> NoReturn:
        """Refuse: a board never changes."""
        raise AttributeError(f"a board is immutable: {name} cannot be set; use replace()")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse: a board never changes."""
        raise AttributeError(f"a board is immutable: {name} cannot be deleted")

    def _count_text(self) -> str:
        if self.mines is None:
            return f"mine density {self.density!r}"
        return f"{self.mines} mine{'' if self.mines == 1 else 's'}"

    def _key(self) -> tuple[int, int, int | None, float | None, bytes]:
        return self.rows, self.cols, self.mines, self.density, self.cells.tobytes()


@lru_cache(maxsize=32)
def _cached_grid(rows: int, cols: int) -> _engine.Grid:
    return _engine.square_grid(rows, cols)


# nanobind reports every object that is alive at interpreter exit as a leak on standard error.
atexit.register(_cached_grid.cache_clear)


def _grid(rows: int, cols: int) -> _engine.Grid:
    if rows * cols <= _CACHED_CELLS:
        return _cached_grid(rows, cols)
    return _engine.square_grid(rows, cols)


def _mine_count(mines: object, density: object) -> tuple[int | None, float]:
    """Return the total and the density for the engine, which reads the density only if the total is None."""
    if density is None and type(mines) is int and 0 <= mines <= _engine.MAX_CELLS:
        return mines, _UNUSED_DENSITY
    if (mines is None) == (density is None):
        fault = "neither mines nor density" if mines is None else "both mines and density"
        raise InputError(f"{fault} given: {_HELP}")
    if mines is not None:
        return _read_mines(mines), _UNUSED_DENSITY
    return None, read_density(density)


def _read_mines(mines: object) -> int:
    total = -1
    if isinstance(mines, SupportsIndex) and not isinstance(mines, bool | np.bool_):
        try:
            total = index(mines)
        except Exception:  # the caller's object may raise anything
            total = -1
    if total < 0:
        raise InputError(f"the number of mines must be a whole number, 0 or more, not {_quote(mines)}")
    if total > _engine.MAX_CELLS:
        raise InputError(f"{_quote(mines)} mines do not fit in the largest board ({_engine.MAX_CELLS} cells)")
    return total


def read_density(density: object) -> float:
    """Return a density as a float.

    Raises:
        InputError: not a number strictly between 0 and 1.
    """
    value = float("nan")
    if isinstance(density, Real) and not isinstance(density, bool):
        try:
            value = float(density)
        except Exception:  # an overflow, or an error of the caller's object
            value = float("nan")
    if not 0.0 < value < 1.0:
        raise InputError(f"the density must be a number strictly between 0 and 1, not {_quote(density)}")
    return value


def _from_array(cells: NDArray[Any], mines: int | None, density: float) -> _engine.Board:
    if cells.ndim != 2:
        raise InputError(f"an array of cells has two dimensions, rows and columns, not {cells.ndim}")
    if cells.dtype.kind not in "iu":
        raise InputError(f"an array of cells holds whole numbers, not {cells.dtype}")
    grid = _grid(*cells.shape)  # the size is checked here, before a copy is made
    native = np.ascontiguousarray(cells, dtype=cells.dtype.newbyteorder("="))
    return _engine.Board.from_views(grid, native, mines, density)


def _outer_list(rows: object) -> list[Any]:
    """Return the rows as a list. The length is checked before the rows are copied, because it may be huge."""
    if isinstance(rows, str | bytes | bytearray):
        raise InputError(f"rows are sequences of whole numbers; use Board.from_text for {_quote(rows)}")
    if not hasattr(type(rows), "__getitem__") or isinstance(rows, Mapping):
        raise InputError(f"rows are a sequence of sequences or a 2-D array, not {_quote(rows)}")
    try:
        length = len(rows)  # type: ignore[arg-type]  # an object without a length raises TypeError
        if length <= _engine.MAX_CELLS:
            return list(rows)  # type: ignore[call-overload, no-any-return]  # as above
    except OverflowError:
        length = -1
    except Exception:  # the caller's object may raise anything
        raise InputError(f"rows are a sequence of sequences or a 2-D array, not {_quote(rows)}") from None
    raise LimitError(f"a board of {length if length >= 0 else 'too many'} rows is larger than the limit")


def _raise_no_row(rows: list[Any]) -> NoReturn:
    if not rows:
        raise InputError("the board is empty: it has no row 0")
    raise InputError(f"row 0 is not a row of cells but {_quote(rows[0])}")


def _quote(value: object) -> str:
    """A short text for any value; some, such as integers of very many digits, cannot be printed."""
    try:
        text = repr(value)
    except Exception:  # the caller's object may raise anything
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."
