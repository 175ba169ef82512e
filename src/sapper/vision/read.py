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

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.base.number import whole_number
from sapper.board.board import Board
from sapper.board.cell import spell
from sapper.board.level import LEVELS
from sapper.errors import InputError, list_few
from sapper.vision.cells import Grid, Pixels
from sapper.vision.counter import read_counter
from sapper.vision.extent import Found, find_boards, judge_board
from sapper.vision.logic import VIEWS, Repair, conflict, drop_impossible, repair, weigh_doubts
from sapper.vision.looks import settle_looks
from sapper.vision.network import LOOKS, judge_cells
from sapper.vision.picture import PictureLike, load_picture

__all__ = ["Doubt", "Reading", "read_again", "read_image", "read_pixels"]

_NONE = LOOKS.index("none")
_SURE = 0.9  # probability from which a cell is not doubtful
_USUAL_DENSITY = 0.2

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
    """

    board: Board
    grid: Grid
    doubts: list[Doubt]
    repairs: list[Repair]
    mines_from: str
    notes: list[str]
    probabilities: NDArray[np.float32]

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


def read_pixels(pixels: Pixels, *, mines: int | None = None, index: int | None = None) -> list[Reading]:
    """Return the boards in an array of pixels, as `read_image` does.

    Raises:
        InputError: no board, none with this index, or more mines than the board can have.
    """
    if mines is not None:
        whole_number(mines, "mines")
    boards = find_boards(pixels)
    if not boards:
        raise InputError(
            "no board was found in the picture: it needs at least 4 x 4 square cells of 8 to 120 pixels, "
            "upright and not covered by other windows"
        )
    if index is not None:
        if not 0 <= whole_number(index, "index") < len(boards):
            raise InputError(
                f"index {index} is outside 0 to {len(boards) - 1}: the picture shows {len(boards)} boards"
            )
        boards = [boards[index]]
    if mines is not None and len(boards) > 1:
        listed = ", ".join(f"{board.grid.rows}x{board.grid.cols}" for board in boards)
        raise InputError(
            f"the picture shows {len(boards)} boards ({listed}): choose one by its index to give its mines"
        )
    return [_read(pixels, board, mines) for board in boards]


def read_again(pixels: Pixels, grid: Grid, *, mines: int | None = None) -> Reading:
    """Return the board on a grid that is known from an earlier reading. This is much faster than to find it."""
    return _read(pixels, judge_board(pixels, grid), mines)


def _read(pixels: Pixels, found: Found, mines: int | None) -> Reading:
    grid = found.grid
    cells = judge_cells(pixels, grid)
    chances = drop_impossible(settle_looks(cells, found.covered))
    chances = weigh_doubts(chances, _SURE)
    looks, repairs, fault = repair(chances)
    views = np.array([int(view) for view in VIEWS], np.int8)[looks]
    notes = []
    if fault:
        named = list_few([spell(cell) for cell in fault])
        notes.append(
            f"the cells {named} contradict each other" if len(fault) > 1 else f"the cell {named} cannot be right"
        )
    stray = float(cells.chances[:, :, _NONE].mean())
    if stray > 0.25:
        notes.append(f"{stray:.0%} of the cells look like no cell of a board")
    board, mines_from = _count_mines(pixels, grid, views, mines, possible=not fault)
    return Reading(
        board=board,
        grid=grid,
        doubts=_doubts(chances, looks, repairs, fault),
        repairs=repairs,
        mines_from=mines_from,
        notes=notes,
        probabilities=chances,
    )


def _count_mines(
    pixels: Pixels, grid: Grid, views: NDArray[np.int8], mines: int | None, *, possible: bool
) -> tuple[Board, str]:
    """Return the board with its number of mines, or with a density where the number is not known."""
    if mines is not None:
        return Board.from_rows(views, mines=mines), "given"
    shown = read_counter(pixels, grid)
    if shown is not None:
        total = shown + int((views == -2).sum())
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
    kept = np.take_along_axis(chances, looks[:, :, None], axis=2)[:, :, 0]
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
