"""Sapper, the Minesweeper engine."""

from sapper.board import Board, View
from sapper.errors import (
    ContradictionError,
    GameError,
    InputError,
    LimitError,
    ParseError,
    SapperError,
)

__all__ = [
    "Board",
    "ContradictionError",
    "GameError",
    "InputError",
    "LimitError",
    "ParseError",
    "SapperError",
    "View",
]
