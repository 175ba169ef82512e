"""Boards read from a picture, each cell with its probabilities.

A picture comes in. The grids of boards are found, their cells are cut out and judged, the rules of the game check the
result, and one `Reading` for each board comes out.

>>> import numpy as np
>>> from sapper import read_image
>>> pixels = np.full((180, 180, 3), 192, np.uint8)
>>> pixels[10:154:16, 10:154] = pixels[10:154, 10:154:16] = 255
>>> pixels[25:154:16, 10:154] = pixels[10:154, 25:154:16] = 128
>>> [(reading.board.rows, reading.board.cols, reading.mines_from) for reading in read_image(pixels)]
[(9, 9, 'density')]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import analyze
from sapper.base.number import whole_number
from sapper.board.board import Board
from sapper.board.cell import spell
from sapper.board.level import LEVELS
from sapper.errors import ContradictionError, InputError, LimitError, list_few
from sapper.vision.cells import Grid, Pixels
from sapper.vision.counter import read_counter, read_written
from sapper.vision.extent import Found, find_boards, judge_board, trim
from sapper.vision.logic import VIEWS, Repair, conflict, drop_impossible, repair, weigh_doubts
from sapper.vision.looks import settle_looks
from sapper.vision.network import LOOKS, Cells, judge_cells, judge_moved
from sapper.vision.picture import PictureLike, load_picture
from sapper.vision.polygons import Polygons, find_polygons, read_polygons
from sapper.vision.stipple import flatten
from sapper.vision.straighten import find_straight, is_tilted

__all__ = ["Doubt", "Reading", "read_again", "read_image", "read_pixels"]

_NONE, _HIDDEN, _ZERO = (LOOKS.index(name) for name in ("none", "hidden", "0"))
_OTHERWISE = 0.5  # probability of a cell of a photo to be covered, or open, that contradicts its look
_SURE = 0.9  # probability from which a cell is not doubtful
_SMALL = 30  # pixels: in narrower hexagons and triangles signs other than digits are always doubtful
_SIGNS = [LOOKS.index(look) for look in ("flag", "question", "mine", "crossed")]
_USUAL_DENSITY = 0.2
_FLAT = 1.0  # deviation of the colours, of 255, below which a picture shows nothing
_VAGUE = 3.6  # mean of the odds of cells, of 4, below which a board may be one in a photo

Cell = tuple[int, int]


@dataclass(frozen=True)
class Doubt:
    """A cell that may be read wrong.

    Attributes:
        cell: row and column, from 0.
        look: what was read: "0" to "8", "hidden", "flag", "question", "mine", or "crossed" for a wrong flag.
        probability: that of `look`.
        second: the next likely look.
        second_probability: that of `second`.
    """

    cell: Cell
    look: str
    probability: float
    second: str
    second_probability: float


@dataclass(frozen=True)
class Reading:
    """A board that was read from a picture.

    Attributes:
        board: the board, with the number of mines or a density.
        grid: where its cells lie, in pixels of the picture: `left`, `top`, `across`, `down`, `rows` and `cols`.
        doubts: cells that may be wrong, the most doubtful first.
        repairs: cells whose likeliest look contradicted the others, with `cell`, `read` and `kept`.
        mines_from: "given", "counter", or "density" where the number of mines is not known.
        notes: what else may be wrong, as sentences.
        probabilities: an array of rows, columns, and the 15 looks.
        corners: None for a screenshot. For a photo, where the corners of the board lie in it, clockwise from the top
            left, each with x and y; `grid` then lies in `straight`.
        straight: None for a screenshot. For a photo, the pixels of the board made upright.
    """

    board: Board
    grid: Grid
    doubts: list[Doubt]
    repairs: list[Repair]
    mines_from: str
    notes: list[str]
    probabilities: NDArray[np.float32]
    corners: NDArray[np.float64] | None = None
    straight: Pixels | None = None

    @property
    def sure(self) -> bool:
        """Whether nothing about the reading is doubtful."""
        return not self.doubts and not self.notes


def read_image(picture: PictureLike, *, mines: int | None = None, index: int | None = None) -> list[Reading]:
    """Return the boards that a picture shows, the largest first.

    `picture` is the name of a file, its bytes, or an array of pixels. `index` chooses one of several boards, from 0.
    `mines` is the number of mines, for a picture with one board or with an index. Without it the counter above the
    board is read where it is a display of digits, and else the density of the level with this size is taken, or 0.2.

    Raises:
        InputError: no board in the picture, none with this index, no such file, or more mines than the board can
            have.
        ParseError: the file is no picture, or is damaged.
        LimitError: a picture that is too large.
        MissingError: the extra `vision` is not installed.
    """
    return read_pixels(load_picture(picture), mines=mines, index=index)


def read_pixels(
    pixels: Pixels, *, mines: int | None = None, index: int | None = None, photo: bool = True
) -> list[Reading]:
    """Return the boards in an array of pixels, as `read_image` does.

    `photo` tells whether the pixels may be a photo; those of a screen are none.

    Raises:
        InputError: no board, none with this index, or more mines than the board can have.
    """
    if mines is not None:
        whole_number(mines, "mines")
    pixels, drawn = flatten(pixels), pixels
    # Small hexagons and triangles that are stippled look like squares once they are flat.
    polygons = None if pixels is drawn else find_polygons(drawn)
    boards = polygons or _find_views(pixels, photo=photo)
    if isinstance(boards, Polygons):
        if index not in (None, 0):
            raise InputError(f"index {index} is outside 0 to 0: the picture shows one board of {boards.shape.kind}")
        return [_read_polygons(pixels, boards, mines)]
    if not boards:
        raise InputError(
            "no board was found in the picture: it needs at least 4 x 4 square cells of 8 to 120 pixels, not covered "
            "by other windows; in a photo the whole board must be sharp and its lines straight"
        )
    if index is not None:
        if not 0 <= whole_number(index, "index") < len(boards):
            raise InputError(
                f"index {index} is outside 0 to {len(boards) - 1}: the picture shows {len(boards)} boards"
            )
        boards = [boards[index]]
    if mines is not None and len(boards) > 1:
        listed = ", ".join(f"{board.found.grid.rows}x{board.found.grid.cols}" for board in boards)
        raise InputError(
            f"the picture shows {len(boards)} boards ({listed}): choose one by its index to give its mines"
        )
    return [_read(board, mines) for board in boards]


def read_again(pixels: Pixels, grid: Grid, *, mines: int | None = None) -> Reading:
    """Return the board on a grid that is known from an earlier reading. This is much faster than to find it.

    Raises:
        InputError: the picture shows no board there any more, or the board has more mines than it can have.
    """
    pixels = flatten(pixels)
    found = judge_board(pixels, grid)
    x0, y0 = max(int(grid.left), 0), max(int(grid.top), 0)
    part = pixels[y0 : int(grid.bottom), x0 : int(grid.right)]
    if found.clear < 0 or part.std(axis=(0, 1)).max() < _FLAT:
        raise InputError("there is no board on the grid any more: what the picture shows there has no cells")
    return _read_whole(_View(pixels, found), mines)


@dataclass(frozen=True)
class _View:
    """A board and the picture in which it is upright."""

    pixels: Pixels
    found: Found
    corners: NDArray[np.float64] | None = None  # in the photo, where it is one
    bent: bool = False  # whether it should have been made upright but could not


def _find_views(pixels: Pixels, *, photo: bool) -> list[_View] | Polygons:
    """Return the boards of a picture, those of a photo made upright, or a board of other cells than squares."""
    boards = find_boards(pixels)
    tilted = [is_tilted(board) for board in boards]
    if boards and not tilted[0] and boards[0].clear > _VAGUE:
        return [_View(pixels, board, bent=bent) for board, bent in zip(boards, tilted, strict=True)]
    polygons = find_polygons(pixels)
    if polygons is not None:
        return polygons
    straight = find_straight(pixels) if photo else []
    if straight and (not boards or straight[0].found.clear > boards[0].clear - 0.1):
        return [_View(one.pixels, one.found, one.corners) for one in straight]
    return [_View(pixels, board, bent=bent) for board, bent in zip(boards, tilted, strict=True)]


def _read(view: _View, mines: int | None) -> Reading:
    """Return the board of a view, without an outermost row or column that seems to lie beside it."""
    grid = view.found.grid
    if _is_level(grid):
        return _read_whole(view, mines)
    trimmed = [replace(view, found=found) for found in trim(view.found)]
    for other in trimmed:
        if _is_level(other.found.grid):
            return _read_whole(other, mines)
    reading = _read_whole(view, mines)
    if not trimmed or not (reading.notes or reading.repairs):
        return reading
    readings = [reading, *(_read_whole(other, mines) for other in trimmed)]
    return min(readings, key=lambda one: (len(one.notes), len(one.repairs), len(one.doubts)))


def _is_level(grid: Grid) -> bool:
    return any((level.rows, level.cols) == (grid.rows, grid.cols) for level in LEVELS.values())


def _read_whole(view: _View, mines: int | None) -> Reading:
    """Return the board of a view with all its rows and columns."""
    pixels, found = view.pixels, view.found
    grid = found.grid
    cells = judge_cells(pixels, grid)
    chances, looks, repairs, fault = _settle(cells, found)
    if fault or repairs or (_keep(chances, looks) < _SURE).any():
        cells = judge_moved(pixels, cells)
        chances, looks, repairs, fault = _settle(cells, found)
    views = np.array([int(view) for view in VIEWS], np.int8)[looks]
    notes = []
    if fault:
        named = list_few([spell(cell) for cell in fault])
        notes.append(
            f"the cells {named} contradict each other" if len(fault) > 1 else f"the cell {named} cannot be right"
        )
    if view.bent:
        notes.append("the board is turned or bent, and could not be made upright")
    stray = float(cells.chances[:, :, _NONE].mean())
    if stray > 0.25:
        notes.append(f"{stray:.0%} of the cells look like no cell of a board")
    if view.corners is not None:
        chances = _doubt_covers(chances, looks, found.covered)
    board, mines_from = _count_mines(pixels, grid, views, mines, possible=not fault)
    return Reading(
        board=board,
        grid=grid,
        doubts=_doubts(chances, looks, repairs, fault),
        repairs=repairs,
        mines_from=mines_from,
        notes=notes,
        probabilities=chances,
        corners=view.corners,
        straight=None if view.corners is None else pixels,
    )


def _settle(cells: Cells, found: Found) -> tuple[NDArray[np.float32], NDArray[np.int64], list[Repair], list[Cell]]:
    """Return the probabilities of looks that the whole board gives, and what `repair` makes of them."""
    chances = weigh_doubts(drop_impossible(settle_looks(cells, found.covered)), _SURE)
    return chances, *repair(chances)


def _doubt_covers(
    chances: NDArray[np.float32], looks: NDArray[np.int64], covered: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the probabilities with plain cells doubtful where what lies around them says otherwise.

    Light that is uneven makes a zero as dark as a covered cell; only a photo has such light.
    """
    other = np.where(looks == _HIDDEN, _ZERO, _HIDDEN)
    says = np.where(looks == _HIDDEN, 1 - covered, covered)
    strange = np.isin(looks, (_HIDDEN, _ZERO)) & (says > _OTHERWISE)
    doubted = chances.copy()
    for cell in zip(*np.nonzero(strange), strict=True):
        doubted[cell] = 0
        doubted[cell][other[cell]] = says[cell] / 2
        doubted[cell][looks[cell]] = 1 - says[cell] / 2
    return doubted


def _keep(chances: NDArray[np.float32], looks: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the probability of the look that each cell was given."""
    kept: NDArray[np.float32] = np.take_along_axis(chances, looks[:, :, None], axis=2)[:, :, 0]
    return kept


def _read_polygons(pixels: Pixels, found: Polygons, mines: int | None) -> Reading:
    """Return a board of hexagons or triangles."""
    values, chances, looks = read_polygons(pixels, found)
    total = mines if mines is not None else read_written(pixels, found.grid, int((values == -2).sum()))
    cells = values.reshape(found.shape.sides)
    board = Board(found.shape, cells, density=_USUAL_DENSITY)
    notes = []
    try:
        if total is not None:
            board = Board(found.shape, cells, mines=total)
        analyze(board, max_states=200_000)
    except (ContradictionError, InputError) as error:
        if mines is not None and isinstance(error, InputError):
            raise
        board = Board(found.shape, cells, density=_USUAL_DENSITY)
        notes.append(f"the board contradicts itself: {error}")
    except LimitError:
        pass
    if found.width < _SMALL:
        chances = np.where(np.isin(looks, _SIGNS), np.minimum(chances, 0.5), chances)
    doubts = [
        Doubt((row, col), LOOKS[looks[row, col]], float(chances[row, col]), "hidden", 1 - float(chances[row, col]))
        for row, col in np.argwhere(chances < _SURE).tolist()
    ]
    probabilities = np.zeros((*looks.shape, len(LOOKS)), np.float32)
    np.put_along_axis(probabilities, looks[..., None], chances[..., None].astype(np.float32), axis=2)
    source = "given" if mines is not None else "density" if board.mines is None else "counter"
    return Reading(board, found.grid, doubts, [], source, notes, probabilities)


def _count_mines(
    pixels: Pixels, grid: Grid, views: NDArray[np.int8], mines: int | None, *, possible: bool
) -> tuple[Board, str]:
    """Return the board with its number of mines, or with a density where the number is not known."""
    if mines is not None:
        return Board.from_rows(views, mines=mines), "given"
    flags = int((views == -2).sum())
    for read in (read_counter, read_written):
        total = read(pixels, grid, flags)
        if total is None:
            continue
        if 0 < total <= int((views < 0).sum()) and (not possible or conflict(views, total) is None):
            return Board.from_rows(views, mines=total), "counter"
    for level in LEVELS.values():
        if (level.rows, level.cols) == (grid.rows, grid.cols):
            return Board.from_rows(views, density=level.mines / views.size), "density"
    return Board.from_rows(views, density=_USUAL_DENSITY), "density"


def _doubts(
    chances: NDArray[np.float32], looks: NDArray[np.int64], repairs: list[Repair], fault: list[Cell]
) -> list[Doubt]:
    """Return the cells that may be wrong, the most doubtful first."""
    kept = _keep(chances, looks)
    suspect = {one.cell for one in repairs} | set(fault)
    found = []
    for row, col in np.argwhere(kept < _SURE).tolist():
        suspect.add((row, col))
    for cell in suspect:
        others = chances[cell][: len(VIEWS)].copy()
        look = int(looks[cell])
        others[look] = -1
        second = int(others.argmax())
        found.append(Doubt(cell, LOOKS[look], float(kept[cell]), LOOKS[second], float(others[second])))
    return sorted(found, key=lambda doubt: (doubt.probability, doubt.cell))
