"""A board: what a player sees, with the number of mines or, where that is unknown, their density.

Nested lists, arrays, data frames or text come in; an immutable, checked `Board` comes out, which every later stage
takes. A board does not contain the layout.

>>> from sapper import Board
>>> board = Board.from_rows([[1, None], [1, "?"]], mines=1)
>>> print(board.position, board[(0, 1)], board.replace({(0, 1): 1}).position)
2x2:1:1a/1Q -1 2x2:1:11/1Q
>>> board.hidden_cells, board.neighbours((0, 0))
([(0, 1), (1, 1)], [(0, 1), (1, 0), (1, 1)])

A board of any other shape is made from the shape and the cells that are not hidden.

>>> from sapper import Shape
>>> board = Board(Shape.hexagons(2, 3), {(0, 0): 1, (1, 1): 2}, mines=2)
>>> print(board)
shape hex:2x3
mines 2
1..
.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from operator import index
from typing import Any, NoReturn, Protocol, Self, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.flip import Flip
from sapper.board.notation.codes import Codes, read_codes
from sapper.board.notation.draft import DENSITIES, Draft, is_density
from sapper.board.notation.json_text import write_json
from sapper.board.notation.picture import read_picture, write_picture
from sapper.board.notation.position import write_position
from sapper.board.notation.reader import decode, read_rows, read_text
from sapper.board.notation.shaped import (
    ShapedDraft,
    is_shaped,
    read_entries,
    read_shaped,
    read_value,
    write_shaped_json,
    write_shaped_picture,
    write_shaped_position,
)
from sapper.board.notation.table import as_array, outer_list, read_table
from sapper.board.polygons import draw_shape
from sapper.board.shape import Shape, square_grid
from sapper.board.view import View
from sapper.errors import InputError, ParseError
from sapper.formats.content import Content
from sapper.formats.reading import read, recognise
from sapper.formats.writing import FORMS
from sapper.formats.writing import write as write_content

__all__ = ["Board", "BoardLike", "View", "check_squares", "flat_cells", "read_board"]

# All that `Board.from_rows` reads: boards, texts, nested sequences, arrays, data frames, objects as in JSON.
BoardLike: TypeAlias = "Board | str | Sequence[Any] | NDArray[Any] | SupportsArray | Mapping[str, Any]"

_LONGEST_REPR = 2000  # characters of a position; an expert board has at most some 500
_UNUSED_DENSITY = 0.5  # passed to the engine with a known total, where it has no effect

_OWN_FORMS = ("picture", "position", "json")
_JSON_KEYS = ("rows", "mines", "density")

_HELP = "give the number of mines as mines=10 or, where it is unknown, their density as density=0.2"


class SupportsArray(Protocol):
    """What numpy can read: an array of another library, or a data frame."""

    def __array__(self) -> NDArray[Any]:
        """Return the values as an array."""


@final
class Board:
    """What a player sees: the cells, and the number of mines or their density. Immutable and hashable."""

    __slots__ = ("_handle",)
    _handle: _engine.Board

    def __new__(
        cls,
        shape: Shape | str | tuple[int, int],
        cells: Mapping[Cell, Any] | NDArray[Any] | Sequence[Any] | None = None,
        *,
        mines: int | None = None,
        density: float | None = None,
    ) -> Self:
        """A board of any shape.

        `shape` is a `Shape`, a text that names one, or (rows, cols). `cells` maps cells to what they show, a clue, a
        value of `View` or a sign of the picture; all others are hidden. An array of values with the sides of the
        shape does as well. Exactly one of `mines` and `density` must be given, as in `from_rows`.

        Raises:
            InputError: a cell that the shape does not have, an unknown value, a clue above its number of neighbours,
                more mines than cells for them, fewer than are known.
            LimitError: more cells than the engine takes.
        """
        if not isinstance(shape, Shape | str | tuple):
            raise InputError(f"a board begins with its shape, not {quote(shape)}: Board.from_rows reads rows")
        form = Shape.make(shape)
        total, chance = _mine_count(mines, density)
        if cells is None or isinstance(cells, Mapping):
            given = {} if cells is None else {cell: read_value(value, cell) for cell, value in cells.items()}
            views = np.full(form.sides, View.HIDDEN, np.int8)
            if not given:
                return cls._wrap(_engine.Board.from_views(form.grid, views, total, chance))
            # The grid reads the names of the cells; clues are checked when all of them are known.
            for cell, value in given.items():
                views.flat[form.number(cell)] = value
            return cls._wrap(_engine.Board.from_views(form.grid, views, total, chance))
        values = np.asarray(cells)
        if values.shape != form.sides or values.dtype.kind not in "iu":
            raise InputError(f"cells are a mapping, or an array of whole numbers with sides {form.sides}")
        return cls._wrap(_engine.Board.from_views(form.grid, np.ascontiguousarray(values), total, chance))

    @classmethod
    def from_rows(
        cls,
        rows: BoardLike,
        *,
        mines: int | None = None,
        density: float | None = None,
        codes: Codes | None = None,
    ) -> Self:
        """A board from anything that reads as one.

        `rows` are nested sequences, rows as strings, a 2-D array (integers, floats, signs or objects), a data frame
        of pandas or polars, a text as for `from_text`, an object with "rows" and "mines" as JSON has it, or a
        board. A cell is a clue 0 to 8, a value of `View`, a sign of the picture (`"."` hidden, `"F"` flag, `"?"`
        question, `"*"` known mine, `"#"` out of play), an emoji, or None or NaN, which is hidden. `codes` says what
        other values stand for: `"ms_toollib"`, or a mapping such as `{9: "mine", " ": 0}`.

        Exactly one must be given of `mines`, the total, known mines included, and `density`, from 1e-12 to
        1 - 1e-12: every cell in play is a mine with this probability, independently of the others. A text or a board
        that tells its number of mines needs neither; either replaces what it tells.

        Raises:
            InputError: rows empty or of different lengths, a cell that is unknown or may mean several things, a clue
                above its number of neighbours, more mines than cells for them, fewer than are known.
            LimitError: more cells than the engine takes.
        """
        if codes is None and type(rows) is list:
            total, chance = _mine_count(mines, density) if mines is not None or density is not None else (None, -1.0)
            if chance >= 0 and rows and type(rows[0]) is list:
                try:
                    return cls._wrap(
                        _engine.Board.from_rows(square_grid(len(rows), len(rows[0])), rows, total, chance)
                    )
                except InputError as error:
                    if error.cell is None:
                        raise
                # Some cell is no whole number, or none that is allowed: decode them one by one.
        return cls._read(rows, mines, density, codes)

    @classmethod
    def from_text(
        cls, text: str | bytes, *, mines: int | None = None, density: float | None = None, codes: Codes | None = None
    ) -> Self:
        """A board from its picture, its position, its JSON, the drawing of its analysis, or a form of other programs.

        The form is detected; `sapper.formats` has those of other programs. `mines` or `density`, when given,
        replaces what the text says. `codes` is as in `from_rows`; signs that it does not list keep their meaning,
        and it does not concern positions.

        Raises:
            ParseError: the text describes no board or an impossible one; the error has line and column, and
                the cell if one cell is at fault.
            InputError: `text` is neither text nor bytes, or `mines`, `density` or `codes` is outside its range.
            LimitError: more cells than the engine takes.
        """
        if mines is not None or density is not None:
            _mine_count(mines, density)
        if codes is None and isinstance(text, str | bytes | bytearray) and recognise(text) is not None:
            return cls._from_content(read(text), mines, density)
        if isinstance(text, bytes | bytearray):
            text = decode(text)
        if isinstance(text, str) and is_shaped(text):
            return cls._from_shaped(read_shaped(text.replace("\r\n", "\n")), mines, density)
        return cls._from_draft(read_text(text, codes), mines, density, codes)

    @classmethod
    def from_image(cls, picture: Any, *, mines: int | None = None, index: int | None = None) -> Board:  # noqa: ANN401
        """The board that a picture shows: the name of a file, its bytes, or an array of pixels.

        `mines` is the number of mines; without it the counter above the board is read where it is a display of
        digits, and else the board gets a density. `index` chooses among several boards, 0 being the largest.
        `sapper.read_image` also returns the cells that may be read wrong. Needs the extra `vision`.

        Raises:
            InputError: no board in the picture, several of them without an index, no such file, or more mines than
                the board can have.
            ParseError: the file is no picture, or is damaged.
            LimitError: a picture that is too large.
            MissingError: the extra `vision` is not installed.
        """
        from sapper import read_image  # noqa: PLC0415  # it stands above boards

        readings = read_image(picture, mines=mines, index=index)
        if len(readings) > 1:
            sizes = ", ".join(f"{reading.board.rows}x{reading.board.cols}" for reading in readings)
            raise InputError(f"the picture shows {len(readings)} boards ({sizes}): choose one as index=0")
        return readings[0].board

    @classmethod
    def _from_content(cls, content: Content, mines: int | None, density: float | None) -> Self:
        """Return the position that a text or file of another program holds."""
        if content.view is None:
            raise ParseError(f"this {content.form} holds a layout, not a board: Layout.from_text reads it", 1, 1)
        drawn = read_picture("\n".join(content.view))
        draft = Draft(
            content.text, drawn.rows, content.mines, None, None, lambda row, col: content.find(row, col) or 0
        )
        return cls._from_draft(draft, mines, density, None)

    @classmethod
    def _from_draft(cls, draft: Draft, mines: int | None, density: float | None, codes: Codes | None) -> Self:
        counted = mines is None and density is None
        if counted:
            mines, density = draft.mines, draft.density
            if mines is None and density is None:
                raise ParseError(
                    f"the text does not tell the number of mines: begin a picture with 'mines 10', or {_HELP}"
                )
        # The cells of a picture are decoded already, and those of JSON and of numbers are not.
        left = codes if isinstance(draft.rows, list) else None
        try:
            return cls.from_rows(draft.rows, mines=mines, density=density, codes=left)
        except InputError as error:
            hint = "; if '#' is a hidden cell, read it with codes={'#': 'hidden'}" if _all_void(draft.rows) else ""
            raise draft.relocate(error, counted=counted, hint=hint) from error

    @classmethod
    def _from_shaped(cls, draft: ShapedDraft, mines: int | None, density: float | None) -> Self:
        counted = mines is None and density is None
        if counted:
            mines, density = draft.mines, draft.density
            if mines is None and density is None:
                raise ParseError(
                    f"the text does not tell the number of mines: write 'mines 10' in its second line, or {_HELP}"
                )
        try:
            return cls(draft.shape, np.reshape(draft.values, draft.shape.sides), mines=mines, density=density)
        except InputError as error:
            raise draft.relocate(error, counted=counted) from error

    @classmethod
    def _read(cls, rows: BoardLike, mines: int | None, density: float | None, codes: Codes | None) -> Self:
        """Read what is no list of lists of whole numbers."""
        counted = mines is not None or density is not None
        if isinstance(rows, str):
            return cls.from_text(rows, mines=mines, density=density, codes=codes)
        if isinstance(rows, Board):
            if not counted:
                mines, density = rows.mines, rows.density
            if not rows.shape.is_square:
                return cls(rows.shape, rows.cells, mines=mines, density=density)
            rows, codes = rows.cells, None
        elif isinstance(rows, Mapping):
            if "shape" in rows:
                return cls._from_shaped(read_entries(dict(rows), ""), mines, density)
            rows, mines, density = _read_object(rows, mines, density)
            return cls.from_rows(rows, mines=mines, density=density, codes=codes)
        cells = as_array(rows)
        if cells is None:
            listed = outer_list(rows)
            if listed and all(isinstance(line, str) for line in listed):
                draft = read_rows("\n".join(line.strip("\r\n") for line in listed), read_codes(codes))
                return cls._from_draft(draft, mines, density, codes)
            total, chance = _mine_count(mines, density)
            decoded = read_table(listed, codes)
            try:
                cols = len(decoded[0])
            except Exception:  # the caller's objects may raise anything
                _raise_no_row(decoded)
            return cls._wrap(_engine.Board.from_rows(square_grid(len(decoded), cols), decoded, total, chance))
        total, chance = _mine_count(mines, density)
        if codes is None and cells.dtype.kind in "iu":
            return cls._wrap(_from_array(cells, total, chance))
        grid = square_grid(*cells.shape)  # the size is checked here
        return cls._wrap(_engine.Board.from_rows(grid, read_table(cells, codes), total, chance))

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
        """Probability of a mine in a cell, from 1e-12 to 1 - 1e-12; None where the total is known."""
        return self._handle.density

    @property
    def cells(self) -> NDArray[np.int8]:
        """A fresh array of the values of all cells."""
        return self._handle.views()

    @property
    def shape(self) -> Shape:
        """The cells and their neighbours; the sides of arrays of cells are `board.shape.sides`."""
        return Shape.of_grid(self._handle.grid)

    @property
    def hidden_cells(self) -> list[Cell]:
        """A fresh list of the cells that are not revealed, with a flag or a question mark or without, in order."""
        return self.cells_where((self.cells <= View.HIDDEN) & (self.cells >= View.QUESTION))

    def cells_where(self, chosen: NDArray[np.bool_]) -> list[Cell]:
        """A fresh list of the cells for which an array with the sides of the board is True, in order."""
        if self._handle.grid.form is None:
            rows, cols = np.nonzero(chosen)
            return list(zip(rows.tolist(), cols.tolist(), strict=True))
        names = self._handle.grid.names()
        return [names[number] for number in np.flatnonzero(chosen).tolist()]

    def value_of(self, array: NDArray[Any], cell: Cell) -> float:
        """The value of a cell in an array with the sides of the board, whatever cells are called."""
        return float(array[cell] if self._handle.grid.form is None else array.flat[self._handle.grid.number(cell)])

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells beside a cell, in order; cells out of play are none.

        Raises:
            InputError: a cell outside the board.
        """
        return [near for near in self._handle.grid.neighbours(cell) if self._handle.view(near) != View.VOID]

    @property
    def position(self) -> str:
        """The board in one line; two boards are equal exactly when their positions are."""
        if self._handle.grid.form is not None:
            return write_shaped_position(self.shape, self._values(), self.mines, self.density)
        return write_position(self.cells, self.mines, self.density)

    def to_json(self) -> str:
        """The board as a JSON object on one line."""
        if self._handle.grid.form is not None:
            return write_shaped_json(self.shape, self._values(), self.mines, self.density)
        return write_json(self.cells, self.mines, self.density)

    def to_text(self, form: str = "picture") -> str:
        """The board in a form: "picture", "position" or "json", or "mine", "analysis" or "board" of other programs.

        Raises:
            InputError: an unknown form, or one that cannot hold this board; the message says what would be lost.
        """
        if form in _OWN_FORMS:
            return {"picture": self.__str__, "position": lambda: self.position, "json": self.to_json}[form]()
        return write_content(self.to_content(form), form)

    def to_content(self, form: str) -> Content:
        """The board as writers of `sapper.formats` take it, for one of their forms.

        Raises:
            InputError: an unknown form, another shape than squares, or no total of mines.
        """
        if form not in FORMS:
            raise InputError(f"unknown form {quote(form)}: forms are {', '.join((*_OWN_FORMS, *FORMS))}")
        check_squares(self.shape, f"the form {form!r}")
        if self.mines is None:
            raise InputError(f"the form {form!r} holds a number of mines, and this board has only a density")
        return Content.of_view(str(self).split("\n")[1:], self.mines)

    def replace(self, changes: Mapping[Cell, int]) -> Self:
        """A board with other values in the cells given, and the same number of mines.

        Raises:
            InputError: a cell outside the board, or a board that `from_rows` would refuse.
        """
        if not isinstance(changes, Mapping):
            raise InputError(f"changes are a mapping from (row, col) to a value, not {quote(changes)}")
        return self._wrap(self._handle.replace(dict(changes)))

    def flip(self, mirror: Flip | str) -> Self:
        """The board in a mirror, "horizontal" or "vertical".

        Raises:
            InputError: an unknown mirror, or another shape than squares; `turn` takes any symmetry of a shape.
        """
        check_squares(self.shape, "a mirror")
        cells = np.ascontiguousarray(np.flip(self.cells, Flip(mirror).axis))
        return self.from_rows(cells, mines=self.mines, density=self.density)

    def turn(self, symmetry: Sequence[int]) -> Self:
        """The board after a symmetry of its shape, one of `board.shape.symmetries()`.

        Raises:
            InputError: not a permutation of the cells, or clues that do not fit where they come to lie.
        """
        values = np.empty(len(self.shape), np.int8)
        if sorted(symmetry) != list(range(values.size)):
            raise InputError(f"a symmetry lists every number from 0 to {values.size - 1} once")
        values[np.asarray(symmetry)] = self.cells.ravel()
        return type(self)(self.shape, values.reshape(self.shape.sides), mines=self.mines, density=self.density)

    def __getitem__(self, cell: Cell) -> int:
        """The value of a cell, (row, col) on squares. Raises InputError for a cell outside the board."""
        return self._handle.view(cell)

    __iter__ = None  # having __getitem__ would otherwise make a board look like a sequence

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The values of all cells, so that `np.asarray(board)` works.

        Raises:
            ValueError: without a copy, because the engine keeps the cells in a form of its own.
        """
        if copy is False:
            raise ValueError("the cells of a board cannot be had without a copy")
        return self.cells if dtype is None else self.cells.astype(dtype)

    def __str__(self) -> str:
        """The picture."""
        if self._handle.grid.form is not None:
            return write_shaped_picture(self.shape, self._values(), self.mines, self.density)
        return write_picture(self.cells, self.mines, self.density)

    def __repr__(self) -> str:
        """An expression that makes the board again, unless it is very large."""
        position = self.position
        if len(position) <= _LONGEST_REPR:
            return f"Board.from_text({position!r})"
        return f"<Board {position.rpartition(':')[0]:.{_LONGEST_REPR}}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return draw_shape(self.shape, self.cells, caption=f"{self.shape!s:.60}, {self._count_text()}")

    def __eq__(self, other: object) -> bool:
        """Whether shape, cells and number of mines are the same."""
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        """Equal boards hash alike."""
        return hash(self._key())

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Any, ...]]:
        """Pickle and copy through the position, or through the shape where that is not of squares."""
        if self._handle.grid.form is None:
            return Board.from_text, (self.position,)
        return _rebuild, (self.shape, self.cells, self.mines, self.density)

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

    def _key(self) -> tuple[object, int, int, int | None, float | None, bytes]:
        return self._handle.grid.form, self.rows, self.cols, self.mines, self.density, self.cells.tobytes()

    def _values(self) -> list[int]:
        values: list[int] = self.cells.ravel().tolist()
        return values


def _rebuild(shape: Shape, cells: NDArray[np.int8], mines: int | None, density: float | None) -> Board:
    return Board(shape, cells, mines=mines, density=density)


def check_squares(shape: Shape, what: str) -> None:
    """Refuse another shape than squares with eight neighbours, for `what` is defined for those alone.

    Raises:
        InputError: another shape; the message names it.
    """
    if not shape.is_square:
        raise InputError(f"{what} is defined for squares with eight neighbours alone, not for {quote(str(shape))}")


def flat_cells(cells: NDArray[Any]) -> NDArray[Any]:
    """An array of cells with two sides: the last one of a shape, and all others together."""
    return cells if cells.ndim == 2 else cells.reshape(-1, cells.shape[-1])


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
        raise InputError(f"the number of mines must be a whole number, 0 or more, not {quote(mines)}")
    if total > _engine.MAX_CELLS:
        raise InputError(f"{quote(mines)} mines do not fit in the largest board ({_engine.MAX_CELLS} cells)")
    return total


def read_density(density: object) -> float:
    """Return a density as a float.

    Raises:
        InputError: not a number from 1e-12 to 1 - 1e-12.
    """
    value = float("nan")
    if isinstance(density, Real) and not isinstance(density, bool):
        try:
            value = float(density)
        except Exception:  # an overflow, or an error of the caller's object
            value = float("nan")
    if not is_density(value):
        raise InputError(f"the density must be a number {DENSITIES}, not {quote(density)}")
    return value


def read_board(
    board: BoardLike, mines: int | None = None, density: float | None = None, codes: Codes | None = None
) -> Board:
    """Return the board that a caller of a public function gave: a board itself, or what `Board.from_rows` reads.

    Raises:
        InputError: as `Board.from_rows`.
        LimitError: more cells than the engine takes.
    """
    if type(board) is Board and mines is None and density is None:
        return board
    return Board.from_rows(board, mines=mines, density=density, codes=codes)


def _from_array(cells: NDArray[Any], mines: int | None, density: float) -> _engine.Board:
    grid = square_grid(*cells.shape)  # the size is checked here, before a copy is made
    native = np.ascontiguousarray(cells, dtype=cells.dtype.newbyteorder("="))
    try:
        return _engine.Board.from_views(grid, native, mines, density)
    except InputError as error:
        if error.cell is not None:
            read_table(cells, None)  # refuses an unknown number by naming the choices
        raise


def _read_object(
    entries: Mapping[Any, Any], mines: int | None, density: float | None
) -> tuple[Any, int | None, float | None]:
    """Return the rows and the number of mines of an object as JSON has it; the arguments replace its own."""
    unknown = [key for key in entries if key not in _JSON_KEYS]
    if unknown or "rows" not in entries:
        fault = f"unlike {quote(unknown[0])}" if unknown else f"unlike those of {quote(entries)}"
        raise InputError(f"the keys of a board are 'rows' and 'mines' or 'density', {fault}")
    if mines is None and density is None:
        return entries["rows"], entries.get("mines"), entries.get("density")
    return entries["rows"], mines, density


def _all_void(rows: NDArray[np.int8] | list[list[Any]]) -> bool:
    """Whether some cells of a picture are out of play and none is hidden."""
    if isinstance(rows, list):
        return False
    return bool(np.any(rows == View.VOID) and not np.any((rows <= View.HIDDEN) & (rows >= View.QUESTION)))


def _raise_no_row(rows: list[Any]) -> NoReturn:
    if not rows:
        raise InputError("the board is empty: it has no row 0")
    raise InputError(f"row 0 is not a row of cells but {quote(rows[0])}")
