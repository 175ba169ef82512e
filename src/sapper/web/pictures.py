"""Pictures of boards that are imported: the board, where it lies in the picture, and what may be read wrong.

The crew runs this. It needs the extra `vision`.
"""

from __future__ import annotations

import base64
import io

import numpy as np

from sapper.base.extras import pillow
from sapper.board.board import Board
from sapper.board.view import View
from sapper.errors import InputError, MissingError
from sapper.vision.cells import Pixels
from sapper.vision.picture import load_picture
from sapper.vision.read import Reading, read_pixels
from sapper.web.reading import describe_board
from sapper.web.replay_schemas import DoubtView, ImportView, PictureView
from sapper.web.settings import Limits
from sapper.web.shapes import check_size

__all__ = ["import_picture"]

_MOST_PIXELS = 9_000_000  # a screen of 4K has 8.3 million
# The character of a cell for each look.
_SIGNS = {"hidden": ".", "flag": "F", "question": "Q", "mine": "M", "crossed": "F"}


def import_picture(data: bytes, limits: Limits) -> ImportView:
    """Return the largest board of a picture, and its doubtful cells.

    Raises:
        ParseError: the file is damaged.
        InputError: no board in the picture, or the server cannot read pictures.
        LimitError: a larger picture or board than allowed.
    """
    try:
        pixels = load_picture(data, most_pixels=_MOST_PIXELS)
    except MissingError as error:
        raise InputError("this server does not read pictures: its extra vision is not installed") from error
    readings = read_pixels(pixels)
    reading = readings[0]
    grid = reading.grid
    check_size(reading.board.shape, limits)
    board = _with_mines(reading)
    picture = PictureView(
        left=grid.left,
        top=grid.top,
        across=grid.across,
        down=grid.down,
        doubts=[
            DoubtView(
                cell=doubt.cell,
                look=_SIGNS.get(doubt.look, doubt.look),
                probability=doubt.probability,
                second=_SIGNS.get(doubt.second, doubt.second),
                second_probability=doubt.second_probability,
            )
            for doubt in reading.doubts
        ],
        boards=len(readings),
        mines_known=reading.board.mines is not None,
        straight=None if reading.straight is None else _write_jpeg(reading.straight),
    )
    return ImportView(kind="board", text=str(board), board=describe_board(board), replay=None, picture=picture)


def _write_jpeg(pixels: Pixels) -> str:
    """Return a picture as a file in base64."""
    file = io.BytesIO()
    pillow.fromarray(pixels).save(file, "JPEG", quality=80)
    return base64.b64encode(file.getvalue()).decode("ascii")


def _with_mines(reading: Reading) -> Board:
    """Return the board with a number of mines, which the page needs: the expected one where it is not known."""
    board = reading.board
    if board.mines is not None or board.density is None:
        return board
    cells = board.cells
    least = int((cells == View.MINE).sum())
    most = least + int(np.isin(cells, [View.HIDDEN, View.FLAG, View.QUESTION]).sum())
    return Board(board.shape, cells, mines=min(max(round(board.density * cells.size), least), most))
