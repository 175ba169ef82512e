"""Layouts: where the mines are, from a seed, a list of cells or a text.

In comes a level with a seed (or mine cells, or what `str(layout)` wrote), out goes an immutable `Layout`. A
seed means the same mines on every platform and in every version; the seeds of a run come from `game_seeds`.

>>> layout = Layout.from_seed("beginner", seed=1)
>>> layout.mines[:3], layout.start
([(2, 4), (3, 0), (4, 3)], (2, 2))
>>> Layout.from_text(str(layout)) == layout
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote, seed_number, whole_number
from sapper.board.board import check_squares
from sapper.board.cell import Cell, spell
from sapper.board.flip import Flip
from sapper.board.level import FirstClick, Level, LevelLike
from sapper.board.notation.reader import decode
from sapper.board.polygons import draw_shape
from sapper.board.shape import Shape
from sapper.board.svg import ADVICE
from sapper.errors import InputError, LimitError, ParseError
from sapper.formats.content import Content
from sapper.formats.reading import read, recognise
from sapper.formats.writing import FORMS
from sapper.formats.writing import write as write_content

__all__ = ["FirstClick", "Layout", "game_count", "game_seeds"]

_HEADER_EXAMPLE = "layout 16x30/99 seed 7 first-click zero start 3,3"
_HEADER = re.compile(
    r"layout (?P<level>\S+)"
    r"(( seed (?P<seed>-?[0-9]{1,20}))? first-click (?P<rule>\S+)"
    r" start (?P<start>.+))?"
)
_SHAPED = re.compile(r"layout (?P<level>[a-z][a-z0-9]*:\S+)")  # another shape than squares
_UNKNOWN_SIGN = re.compile(r"[^.*M]")
_FLAG_SIGNS = bytes.maketrans(b"\0\1", b".*")
_SIGN_FLAGS = bytes.maketrans(b".*M", b"\0\1\1")
_OWN_FORMS = ("layout", "json")
_SEED_MASK = 2**64 - 1
_LONGEST_LINE = 40  # cells in a line of a picture, where the shape has no rows

# The most seeds one call returns, and the highest game number of a run. Both bound the time of a call.
_MOST_SEEDS = 2**24
_LAST_GAME = 2**32


class Layout:
    """Where the mines are; immutable. Made by `from_seed`, `from_mines` or `from_text`.

    Two layouts are equal when their boards have the same size and their mines lie in the same cells; the seed
    they came from does not matter. `str(layout)` is a text `from_text` reads.
    """

    __slots__ = ("_first_click", "_handle", "_seed", "_start")

    _handle: _engine.Layout
    _seed: int | None
    _start: Cell | None
    _first_click: FirstClick | None

    def __init__(self) -> None:
        """Raise: layouts are made by `from_seed`, `from_mines` or `from_text`."""
        raise TypeError("make a layout with Layout.from_seed, Layout.from_mines or Layout.from_text")

    @classmethod
    def from_seed(
        cls,
        level: LevelLike,
        *,
        seed: int,
        start: Cell | None = None,
        first_click: FirstClick | str = FirstClick.ZERO,
    ) -> Layout:
        """Return the layout of a seed.

        Args:
            level: a `Level`, a name, a text such as "16x30/99" or "hex:8x8/10", (rows, cols, mines), or
                (shape, mines).
            seed: any integer of 64 bits, signed or unsigned; -1 gives the same mines as 2**64 - 1.
            start: the first cell to be revealed; None stands for `level.default_start(first_click)`.
            first_click: what is promised about the start: "none", "safe", "zero", "drawn" or "moved".

        Raises:
            InputError: an unknown level or rule, a seed that does not fit, a start outside the board, or more
                mines than the rule leaves cells for.
            LimitError: more cells than the engine allows.
        """
        size = Level.make(level)
        rule = FirstClick(first_click)
        number = seed_number(seed)
        grid = size.shape.grid
        cell = size.default_start(rule) if start is None else start
        handle = _engine.Layout.from_seed(grid, size.mines, cell, _engine.FirstClick[rule.name], number & _SEED_MASK)
        return cls._wrap(handle, number, grid.cell(cell), rule)

    @classmethod
    def from_mines(
        cls,
        rows: int,
        cols: int,
        mines: Iterable[Cell],
        *,
        start: Cell | None = None,
        first_click: FirstClick | str = FirstClick.NONE,
    ) -> Layout:
        """Return the layout with mines in exactly these cells, given in any order.

        Args:
            rows: the number of rows.
            cols: the number of columns.
            mines: the mine cells.
            start: the first cell to be revealed, or None.
            first_click: what is promised about that cell.

        Raises:
            InputError: an empty side, a cell outside the board or listed twice, a value that is not a cell, or a mine
                where the first-click rule promises none.
            LimitError: more cells than the engine allows.
        """
        return cls.of_mines(Level(rows, cols, 0).shape, mines, start=start, first_click=first_click)

    @classmethod
    def of_mines(
        cls,
        shape: Shape | str,
        mines: Iterable[Cell],
        *,
        start: Cell | None = None,
        first_click: FirstClick | str = FirstClick.NONE,
    ) -> Layout:
        """Return the layout of a shape with mines in exactly these cells, given in any order.

        Args:
            shape: a `Shape`, or a text that names one.
            mines: the mine cells.
            start: the first cell to be revealed, or None.
            first_click: what is promised about that cell.

        Raises:
            InputError: an unknown shape, a cell that it does not have or that is listed twice, or a mine where the
                first-click rule promises none.
            LimitError: more cells than the engine allows.
        """
        try:
            cells = tuple(mines)
        except TypeError as error:
            raise InputError(f"mines must be a list of (row, col) cells, not {quote(mines)}") from error
        layout = cls._wrap(_engine.Layout.from_mines(Shape.make(shape).grid, cells))
        return layout if start is None else layout.starting_at(start, first_click)

    @classmethod
    def from_mask(
        cls,
        mask: object,
        *,
        shape: Shape | str | None = None,
        start: Cell | None = None,
        first_click: FirstClick | str = FirstClick.NONE,
    ) -> Layout:
        """Return the layout with a mine wherever a mask of booleans is True.

        Args:
            mask: an array, nested sequences or a data frame of booleans, such as a world of `Analysis.sample`.
            shape: a `Shape`, or a text that names one, with the sides of the mask; None for squares.
            start: the first cell to be revealed, or None.
            first_click: what is promised about that cell.

        Raises:
            InputError: not two dimensions or other sides than those of the shape, an empty side, values that are not
                booleans, or a mine where the first-click rule promises none.
            LimitError: more cells than the engine allows.
        """
        try:
            cells = np.asarray(mask)
        except Exception as error:  # rows of different lengths, or an error of the caller's object
            raise InputError(f"a mask is a 2-D array of booleans, not {quote(mask)}") from error
        if shape is not None:
            form = Shape.make(shape)
            if cells.shape != form.sides or cells.dtype != np.bool_:
                raise InputError(
                    f"a mask of {form} is an array of booleans with sides {form.sides}, "
                    f"not one of {cells.dtype} with sides {cells.shape}"
                )
            flags = np.ascontiguousarray(cells).tobytes()
            layout = cls._wrap(_engine.Layout.from_flags(form.grid, flags))
            return layout if start is None else layout.starting_at(start, first_click)
        if cells.ndim != 2 or cells.dtype != np.bool_:
            raise InputError(
                f"a mask is a 2-D array of booleans, not one of {cells.ndim} dimensions of {cells.dtype}"
            )
        size = Level(cells.shape[0], cells.shape[1], 0)
        flags = np.ascontiguousarray(cells).tobytes()
        layout = cls._wrap(_engine.Layout.from_flags(size.shape.grid, flags))
        return layout if start is None else layout.starting_at(start, first_click)

    @classmethod
    def from_text(cls, text: str | bytes) -> Layout:
        """Return the layout drawn in `text`, with `*` or `M` for a mine and `.` for a cell without one.

        Texts and files of other programs are recognised: those of `sapper.formats`.

        A first line such as `layout 9x9/10`, `layout 9x9/10 first-click zero start 2,2` or `layout 9x9/10 seed 1
        first-click zero start 2,2` is optional and must agree with the picture. Blank lines around the picture and
        spaces after a row are ignored. A JSON object, as `to_json` writes it, is read too.

        Raises:
            ParseError: anything else; names line and column, or the byte.
            InputError: `text` is neither text nor bytes.
            LimitError: more cells than the engine allows.
        """
        if not isinstance(text, str | bytes | bytearray):
            raise InputError(f"a layout is read from text or bytes, not {quote(text)}")
        if recognise(text) is not None:
            return cls._from_content(read(text))
        text = decode(text) if isinstance(text, bytes | bytearray) else text
        begin = text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1
        number = text.count("\n", 0, begin) + 1
        if text[begin:].lstrip().startswith("{"):
            return _read_json(text, number)
        lines = [line.rstrip() for line in text[begin:].rstrip().split("\n")]
        if shaped := _SHAPED.match(lines[0]):
            level = _read_level(shaped, number)
            drawn = cls._wrap(_read_cells(level.shape, lines[1:], number + 1))
            return _read_header(lines[0], number, drawn)
        if not lines[0].startswith("layout"):
            return cls._wrap(_read_picture(lines, number))
        return _read_header(lines[0], number, cls._wrap(_read_picture(lines[1:], number + 1)))

    @classmethod
    def _from_content(cls, content: Content) -> Layout:
        """Return the layout that a text or file of another program holds."""
        if content.layout is None:
            message = f"this {content.form} is a position without its mines: Board.from_text reads it"
            raise ParseError(message, 1, 1)
        drawn = cls._wrap(_read_picture(list(content.layout), 1))
        if content.start is None:
            return drawn
        for rule in (FirstClick.ZERO, FirstClick.SAFE):
            try:
                return drawn.starting_at(content.start, rule)
            except InputError:
                continue
        return drawn.starting_at(content.start)

    def starting_at(self, start: Cell, first_click: FirstClick | str = FirstClick.NONE) -> Layout:
        """Return these mines with a start cell and a first-click rule; the result has no seed.

        Raises:
            InputError: a cell outside the board, an unknown rule, or a mine where the rule promises none.
        """
        rule = FirstClick(first_click)
        cell = self._handle.grid.cell(start)
        spared = set() if rule is FirstClick.NONE else {cell}
        if rule.opens:
            spared.update(self._handle.grid.neighbours(cell))
        for mine in self.mines:
            if mine in spared:
                raise InputError(f"the first-click rule {rule} from {spell(cell)} allows no mine here", mine)
        return self._wrap(self._handle, None, cell, rule)

    def flip(self, mirror: Flip | str) -> Layout:
        """Return the layout and its start mirrored, "horizontal" or "vertical"; the result has no seed.

        Raises:
            InputError: an unknown mirror, or another shape than squares.
        """
        through = Flip(mirror)
        check_squares(self.shape, "a mirror")
        mines = [through.cell(cell, rows=self.rows, cols=self.cols) for cell in self.mines]
        flipped = Layout.from_mines(self.rows, self.cols, mines)
        if self._start is None or self._first_click is None:
            return flipped
        return flipped.starting_at(through.cell(self._start, rows=self.rows, cols=self.cols), self._first_click)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._handle.grid.rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._handle.grid.cols

    @property
    def level(self) -> Level:
        """The shape of the board and the number of mines."""
        grid = self._handle.grid  # once, because it is a copy
        return Level(grid.rows, grid.cols, self._handle.mine_count, shape=Shape.of_grid(grid))

    @property
    def shape(self) -> Shape:
        """The cells and their neighbours."""
        return Shape.of_grid(self._handle.grid)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """A fresh array with the sides of the shape, True where a mine is."""
        return np.frombuffer(self._handle.flags(), dtype=np.bool_).reshape(self._handle.grid.sides).copy()

    @property
    def mines(self) -> list[Cell]:
        """A fresh list of the mine cells, sorted."""
        return self._handle.mines()

    @property
    def openings(self) -> int:
        """The number of connected regions of zeros; one click opens each."""
        return self._handle.count_clicks().openings

    @property
    def bbbv(self) -> int:
        """3BV: the fewest clicks that win the layout without chords."""
        return self._handle.count_clicks().bbbv

    @property
    def seed(self) -> int | None:
        """The seed as given, or None for a layout that was not made from a seed."""
        return self._seed

    @property
    def start(self) -> Cell | None:
        """The cell to which the first-click rule applies, or None."""
        return self._start

    @property
    def first_click(self) -> FirstClick | None:
        """The first-click rule, or None where no start is named."""
        return self._first_click

    def to_json(self) -> str:
        """Return the layout as one JSON object, which `from_text` reads."""
        shape = {"rows": self.rows, "cols": self.cols} if self.shape.is_square else {"shape": str(self.shape)}
        return json.dumps(
            {
                **shape,
                "mine_cells": self.mines,
                "seed": self._seed,
                "start": self._start,
                "first_click": self._first_click,
            }
        )

    def to_text(self, form: str = "layout") -> str:
        """Return the layout as "layout" or "json", or in a form of `sapper.formats`: "mbf", "ptta" and so on.

        MBF is written as hexadecimal digits and links without an address. A seed is not written, and a start only
        by "tatham".

        Raises:
            InputError: an unknown form, or one that cannot hold this layout.
        """
        if form in _OWN_FORMS:
            return str(self) if form == "layout" else self.to_json()
        return write_content(self.to_content(form), form)

    def to_content(self, form: str) -> Content:
        """Return the layout as writers of `sapper.formats` take it, for one of their forms.

        Raises:
            InputError: an unknown form, or another shape than squares.
        """
        if form not in FORMS:
            raise InputError(f"unknown form {quote(form)}: forms are {', '.join((*_OWN_FORMS, *FORMS))}")
        check_squares(self.shape, f"the form {form!r}")
        return Content.of_layout(str(self).split("\n")[1:], start=self._start)

    def __str__(self) -> str:
        """Return a header line and a picture, as `from_text` reads them."""
        picture = self._handle.flags().translate(_FLAG_SIGNS).decode()
        sides = self._handle.grid.sides
        width = sides[-1] if len(sides) > 1 else _LONGEST_LINE
        return "\n".join([self._header(), *(picture[i : i + width] for i in range(0, len(picture), width))])

    def __repr__(self) -> str:
        """Return the header of the text form in angle brackets."""
        return f"<{self._header()}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the mines, and the number of every other cell."""
        outlined = {} if self._start is None else {self._start: ADVICE}
        return draw_shape(self.shape, self._handle.numbers(), outlined=outlined, caption=self._header())

    def __eq__(self, other: object) -> bool:
        """Say whether both have the same size and the same mines."""
        return self._key() == other._key() if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._key())

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[object, ...]]:
        """Pickle and copy as the text form, or as shape and mines where the shape is not of squares."""
        if self._handle.grid.form is None:
            return (Layout.from_text, (str(self),))
        return (_rebuild, (self.shape, self._handle.flags(), self._seed, self._start, self._first_click))

    @classmethod
    def _wrap(
        cls,
        handle: _engine.Layout,
        seed: int | None = None,
        start: Cell | None = None,
        first_click: FirstClick | None = None,
    ) -> Layout:
        layout = object.__new__(cls)
        layout._handle = handle
        layout._seed = seed
        layout._start = start
        layout._first_click = first_click
        return layout

    def _key(self) -> tuple[object, int, bytes]:
        return self._handle.grid.form, self.cols, self._handle.flags()

    def _header(self) -> str:
        header = f"layout {self.level}"
        if self._start is None:
            return header
        seed = "" if self._seed is None else f" seed {self._seed}"
        return f"{header}{seed} first-click {self._first_click} start {spell(self._start)}"


def game_seeds(run_seed: int, count: int, *, first: int = 1) -> list[int]:
    """Return the seeds of `count` games of a run, from game `first` on; games count from 1.

    The seed of a game depends on the run seed and its number alone, so any part of a run may be asked for.

    Raises:
        InputError: a run seed that does not fit in 64 bits, a negative count, or a first game below 1.
        LimitError: more than 2**24 seeds at once, or games beyond number 2**32.

    >>> game_seeds(1, 2)
    [648562388970459621, 6553078780764110140]
    >>> game_seeds(1, 1, first=2)
    [6553078780764110140]
    """
    number = seed_number(run_seed, "run seed")
    games = whole_number(count, "count")
    begin = whole_number(first, "first", least=1)
    if games > _MOST_SEEDS:
        raise LimitError(f"{quote(games)} seeds are more than one call returns, which is {_MOST_SEEDS}")
    if begin + games - 1 > _LAST_GAME:
        raise LimitError(f"game {quote(begin + games - 1)} is beyond the last one of a run, {_LAST_GAME}")
    return _engine.game_seeds(number & _SEED_MASK, begin, games)


def game_count(games: object) -> int:
    """Return a number of games of a run as an int. A float without a fraction, such as 1e6, counts too.

    Raises:
        InputError: it is not a whole number, or below 1.
        LimitError: more than 2**32 games, which is the most a run has.
    """
    whole = int(games) if isinstance(games, float) and games.is_integer() else games
    count = whole_number(whole, "games", least=1)
    if count > _LAST_GAME:
        raise LimitError(f"{quote(count)} games are more than a run has, which is at most {_LAST_GAME}")
    return count


def _rebuild(
    shape: Shape, flags: bytes, seed: int | None, start: Cell | None, first_click: FirstClick | None
) -> Layout:
    return Layout._wrap(_engine.Layout.from_flags(shape.grid, flags), seed, start, first_click)


def _check_signs(line: str, number: int) -> None:
    unknown = _UNKNOWN_SIGN.search(line)
    if unknown is not None:
        raise ParseError(
            f"unknown character {unknown.group()!r}: a layout is drawn with * and .", number, unknown.start() + 1
        )


def _read_cells(shape: Shape, lines: list[str], number: int) -> _engine.Layout:
    """Return the layout of a shape whose cells are drawn in `lines` of any length, from line `number` on."""
    for line_number, line in enumerate(lines, start=number):
        _check_signs(line, line_number)
    flags = "".join(lines).encode().translate(_SIGN_FLAGS)
    if len(flags) != len(shape):
        raise ParseError(f"shape {shape} has {len(shape)} cells, but the picture has {len(flags)}", number, 1)
    return _engine.Layout.from_flags(shape.grid, flags)


def _read_picture(lines: list[str], number: int) -> _engine.Layout:
    """Return the layout drawn in `lines`, the first of which is line `number` of the text."""
    cols = len(lines[0]) if lines else 0
    if cols == 0:
        raise ParseError("the picture of the layout is missing", number, 1)
    for line_number, line in enumerate(lines, start=number):
        _check_signs(line, line_number)
        if len(line) != cols:
            raise ParseError(
                f"this row has {len(line)} cells, but the first has {cols}",
                line_number,
                min(len(line), cols) + 1,
            )
    size = Level(len(lines), cols, 0)
    flags = "".join(lines).encode().translate(_SIGN_FLAGS)
    return _engine.Layout.from_flags(size.shape.grid, flags)


def _read_json(text: str, number: int) -> Layout:
    """Return the layout of a JSON object, whose text begins in line `number`."""
    try:
        saved = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"the JSON of a layout is broken: {error.msg}", error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise ParseError(f"the JSON of a layout is broken: {error}", number, 1) from error
    sizes = ("shape",) if "shape" in saved else ("rows", "cols")
    missing = [name for name in (*sizes, "mine_cells") if name not in saved]
    unknown = saved.keys() - {*sizes, "mine_cells", "seed", "start", "first_click"}
    if missing or unknown or not isinstance(saved["mine_cells"], list):
        wrong = f"{missing[0]!r} is missing" if missing else f"{quote(min(unknown))} is unknown" if unknown else ""
        raise ParseError(
            f"a layout in JSON has rows, cols and a list mine_cells: {wrong or 'mine_cells is no list'}", number, 1
        )
    start, rule, seed = saved.get("start"), saved.get("first_click"), saved.get("seed")
    try:
        if "shape" in saved:
            shape = Shape.parse(saved["shape"])
            start = _named(start)
            drawn = Layout.of_mines(shape, [_named(cell) for cell in saved["mine_cells"]])
        else:
            drawn = Layout.from_mines(saved["rows"], saved["cols"], saved["mine_cells"])
        if start is None:
            return drawn
        if seed is None:
            return drawn.starting_at(start, FirstClick.NONE if rule is None else rule)
        layout = Layout.from_seed(drawn.level, seed=seed, start=start, first_click=rule)
    except InputError as error:
        raise ParseError(f"the JSON of a layout is wrong: {error}", number, 1) from error
    if layout != drawn:
        raise ParseError(f"these are not the mines of the layout of seed {layout.seed}", number, 1)
    return layout


def _named(cell: object) -> Cell:
    """The name of a cell that JSON wrote: its lists were tuples."""
    return tuple(map(_named, cell)) if isinstance(cell, list) else cell


def _read_level(match: re.Match[str], number: int) -> Level:
    try:
        return Level.parse(match["level"])
    except InputError as error:
        raise ParseError(str(error), number, match.start("level") + 1) from error


def _read_header(line: str, number: int, drawn: Layout) -> Layout:
    """Return the drawn layout with the seed, start and rule of its header, which is line `number`."""
    match = _HEADER.fullmatch(line)
    if match is None:
        raise ParseError(f"{quote(line)} is no header such as {_HEADER_EXAMPLE!r}", number, 1)
    level = _read_level(match, number)
    if level != drawn.level:
        raise ParseError(
            f"the header says {level}, but the picture is {drawn.level}", number, match.start("level") + 1
        )
    if match["rule"] is None:
        return drawn
    named = "rule" if match["seed"] is None else "seed"
    try:
        start = level.shape.cell(match["start"])
        if match["seed"] is None:
            return drawn.starting_at(start, match["rule"])
        layout = Layout.from_seed(level, seed=int(match["seed"]), start=start, first_click=match["rule"])
    except InputError as error:
        raise ParseError(str(error), number, match.start(named) + 1) from error
    # If the picture was edited, the seed of the header no longer gives this layout.
    if layout != drawn:
        raise ParseError(f"the picture is not the layout of seed {layout.seed}", number, match.start("seed") + 1)
    return layout
