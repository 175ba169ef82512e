"""Boards as text: read from requests, written for players.

>>> from sapper.web.requests import PositionText
>>> read_position(PositionText(rows=1, cols=3, mines=1, board=".1F"), Limits()).position
'1x3:1:a1F'
>>> describe_text("1x3:1:a1F", Limits()).board
'.1F'
"""

from __future__ import annotations

import numpy as np

from sapper.board.board import Board
from sapper.board.view import View
from sapper.errors import GameError, InputError, LimitError
from sapper.game.layout import Layout
from sapper.game.live import LiveGame
from sapper.web.requests import PositionText, TextForm
from sapper.web.schemas import BoardView
from sapper.web.settings import Limits

__all__ = ["check_size", "describe_text", "read_board", "read_position", "write_text"]

_SIGNS = ".FQMV"
_VALUES = {**{str(clue): clue for clue in range(9)}, **dict(zip(_SIGNS, (-1, -2, -3, -4, -5), strict=True))}
_WRITTEN = bytes.maketrans(bytes(value & 0xFF for value in _VALUES.values()), "".join(_VALUES).encode())


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
    if body.rows is None or body.cols is None or body.mines is None or body.board is None:
        raise InputError("a position is one text, or rows, cols, mines and board")
    check_size(body.rows, body.cols, limits)
    if len(body.board) != body.rows * body.cols:
        raise InputError(f"{body.rows}x{body.cols} cells need as many characters, not {len(body.board)}")
    for number, sign in enumerate(body.board):
        if sign not in _VALUES:
            cell = divmod(number, body.cols)
            raise InputError(f"unknown character {sign!r}: use one of {' '.join(_VALUES)}", cell)
    values = np.array([_VALUES[sign] for sign in body.board], np.int8).reshape(body.rows, body.cols)
    return Board.from_rows(values, mines=body.mines)


def describe_text(text: str, limits: Limits) -> BoardView:
    """Return the board or layout of a text of any form.

    Raises:
        ParseError: it is neither.
        LimitError: the text or the board is larger than allowed.
    """
    read = read_board(text, limits)
    if isinstance(read, Board):
        return _describe("board", read)
    cells = np.full((read.rows, read.cols), View.HIDDEN, np.int8)
    cells[tuple(np.array(read.mines, np.intp).reshape(-1, 2).T)] = View.MINE
    return _describe("layout", Board.from_rows(cells, mines=read.level.mines))


def read_board(text: str, limits: Limits, *, mines: int | None = None) -> Board | Layout:
    """Return the board of a text of any form, with `mines` where the text tells none; a layout by its first word.

    Raises:
        ParseError: the text is neither.
        LimitError: the text or the board is larger than allowed.
    """
    if len(text) > limits.text:
        raise LimitError(f"a board has at most {limits.text} characters as text, not {len(text)}")
    is_layout = text.lstrip().startswith("layout")
    read = Layout.from_text(text) if is_layout else Board.from_text(text, mines=mines)
    check_size(read.rows, read.cols, limits)
    return read


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


def check_size(rows: int, cols: int, limits: Limits) -> None:
    """Check the size of a board.

    Raises:
        LimitError: it is larger than allowed.
    """
    if rows > limits.rows or cols > limits.cols:
        raise LimitError(f"a board of {rows} rows and {cols} columns is larger than {limits.rows}x{limits.cols}")


def _describe(kind: str, board: Board) -> BoardView:
    return BoardView(
        kind="layout" if kind == "layout" else "board",
        rows=board.rows,
        cols=board.cols,
        mines=board.mines,
        density=board.density,
        board=board.cells.tobytes().translate(_WRITTEN).decode("ascii"),
        position=board.position,
        picture=str(board),
    )
