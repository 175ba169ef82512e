"""Boards as text: read from requests, written for players.

>>> from sapper.web.requests import PositionText
>>> read_position(PositionText(rows=1, cols=3, mines=1, board=".1F"), Limits()).position
'1x3:1:a1F'
>>> describe_text("1x3:1:a1F", Limits()).board
'.1F'
"""

from __future__ import annotations

import re

import numpy as np

from sapper.board.board import Board
from sapper.board.notation.shaped import is_shaped, shape_name
from sapper.board.shape import Shape
from sapper.board.view import View
from sapper.errors import GameError, InputError, LimitError
from sapper.formats.reading import read, recognise
from sapper.game.layout import Layout
from sapper.game.live import SIGN_CODE, LiveGame
from sapper.web.requests import PositionText, TextForm
from sapper.web.schemas import BoardView
from sapper.web.settings import Limits
from sapper.web.shapes import check_size, read_shape

__all__ = ["describe_board", "describe_text", "read_board", "read_position", "write_text"]

_SHAPED_LAYOUT = re.compile(r"\s*layout\s+(?P<name>[a-z][a-z0-9]*:\S*?)(?:/[0-9]*)?(?:\s|$)")
_SIGNS = ".FQMV"
_NAMED = {**{str(clue): clue for clue in range(10)}, **dict(zip(_SIGNS, (-1, -2, -3, -4, -5), strict=True))}
_VALUES = {**_NAMED, **{chr(128 + clue): clue for clue in range(10, 128)}}
_WRITTEN = bytes.maketrans(bytes(value & 0xFF for value in _VALUES.values()), "".join(_VALUES).encode(SIGN_CODE))


def read_position(body: PositionText, limits: Limits) -> Board:
    """Return the board of a text of any form, or of one character a cell.

    Raises:
        ParseError: the text is no board.
        InputError: the parts do not fit together, or make no board.
        LimitError: the text or the board is larger than allowed.
    """
    if body.position is not None:
        board = read_board(body.position, limits, mines=body.mines)
        if isinstance(board, Layout):
            raise InputError("a position is a board, not a layout")
        return board
    shape = _read_shape(body)
    if shape is None or body.mines is None or body.board is None:
        raise InputError("a position is one text, or rows and cols or shape, mines and board")
    check_size(shape, limits)
    if len(body.board) != len(shape):
        raise InputError(f"{shape} cells need as many characters, not {len(body.board)}")
    for number, sign in enumerate(body.board):
        if sign not in _VALUES:
            raise InputError(f"unknown character {sign!r}: use one of {' '.join(_NAMED)}", shape.cells[number])
    values = np.array([_VALUES[sign] for sign in body.board], np.int8).reshape(shape.sides)
    return Board(shape, values, mines=body.mines)


def describe_text(text: str, limits: Limits) -> BoardView:
    """Return the board or layout of a text of any form.

    Raises:
        ParseError: it is neither.
        LimitError: the text or the board is larger than allowed.
    """
    return describe_board(read_board(text, limits))


def describe_board(board: Board | Layout) -> BoardView:
    """Return the view of a board or a layout."""
    if isinstance(board, Board):
        return _describe("board", board)
    cells = np.where(board.mask, View.MINE, View.HIDDEN).astype(np.int8)
    return _describe("layout", Board(board.shape, cells, mines=board.level.mines))


def read_board(text: str, limits: Limits, *, mines: int | None = None) -> Board | Layout:
    """Return the board of a text of any form, with `mines` where the text tells none; or its layout.

    Raises:
        ParseError: the text is neither.
        LimitError: the text or the board is larger than allowed.
    """
    if len(text) > limits.text:
        raise LimitError(f"a board has at most {limits.text} characters as text, not {len(text)}")
    is_layout = text.lstrip().startswith("layout")
    if recognise(text) is not None:
        content = read(text)
        check_size(Shape.square(content.rows, content.cols), limits)  # a short link may tell a large board
        is_layout = content.view is None
    else:
        name = _find_shape(text.replace("\r\n", "\n"), is_layout)
        if name is not None:  # before the shape is made, which may take memory, or be read from a file of the server
            check_size(read_shape(name), limits)
    board = Layout.from_text(text) if is_layout else Board.from_text(text, mines=mines)
    check_size(board.shape, limits)
    return board


def write_text(live: LiveGame, form: TextForm) -> str:
    """Return a game as a text; its layout only after the end.

    Raises:
        GameError: the layout of a game that has not ended.
    """
    if form == "layout":
        if not live.over or live.layout is None:
            raise GameError("the layout is hidden until the game ends")
        return str(live.layout)
    board = live.board
    return {"picture": board.__str__, "position": lambda: board.position, "json": board.to_json}[form]()


def _find_shape(text: str, is_layout: bool) -> str | None:
    """The name of the shape of a board or a layout, if its text has one."""
    if is_layout:
        header = _SHAPED_LAYOUT.match(text)
        return None if header is None else header["name"]
    return shape_name(text) if is_shaped(text) else None


def _read_shape(body: PositionText) -> Shape | None:
    if body.shape is not None:
        return read_shape(body.shape)
    return None if body.rows is None or body.cols is None else Shape.square(body.rows, body.cols)


def _describe(kind: str, board: Board) -> BoardView:
    return BoardView(
        kind="layout" if kind == "layout" else "board",
        shape=str(board.shape),
        rows=board.rows,
        cols=board.cols,
        mines=board.mines,
        density=board.density,
        board=board.cells.tobytes().translate(_WRITTEN).decode(SIGN_CODE),
        position=board.position,
        picture=str(board),
    )
