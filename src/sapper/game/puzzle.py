"""Puzzles: a layout and the clicks made on it so far, saved as text and loaded again; one file holds any number.

The text form is that of the layout, followed by a line with the moves if there are any. Empty lines separate puzzles.
A strategy or a person can continue from there, and undo the click that lost.

>>> puzzle = Puzzle(Layout.from_seed("4x4/3", seed=7, start=(0, 0)), ((0, 0), (2, 3)))
>>> print(puzzle)
layout 4x4/3 seed 7 first-click zero start 0,0
....
..*.
...*
.*..
moves AAAL
>>> puzzle.play().status, Puzzle.from_text(str(puzzle)) == puzzle
(<Status.LOST: 'lost'>, True)
>>> puzzle.flip("horizontal").clicks
((0, 3), (2, 0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sapper.base.number import quote
from sapper.base.whole_file import writing
from sapper.board.board import check_squares
from sapper.board.cell import Cell
from sapper.board.flip import Flip
from sapper.errors import InputError, ParseError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import read_moves, write_moves

__all__ = ["Puzzle", "load_puzzles", "read_puzzles", "save_puzzles"]

_MOVES = "moves "


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A layout and the clicks made on it; `str(puzzle)` is what `from_text` reads.

    Attributes:
        layout: where the mines are.
        clicks: cells revealed, in order.
    """

    layout: Layout
    clicks: tuple[Cell, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> Puzzle:
        """Return the puzzle a text describes.

        Raises:
            ParseError: the text is none; names line and column.
            InputError: `text` is not a str.
        """
        if not isinstance(text, str):
            raise InputError(f"a puzzle text must be a str, not {quote(text)}")
        picture, found, moves = text.rstrip().rpartition("\n" + _MOVES)
        if not found:
            return cls(Layout.from_text(text))
        layout = Layout.from_text(picture)
        try:
            clicks = tuple(read_moves(moves.strip(), layout.level))
        except InputError as error:
            raise ParseError(str(error), picture.count("\n") + 2, len(_MOVES) + 1) from error
        return cls(layout, clicks)

    def play(self) -> Game:
        """Return a game on the layout after the clicks; `undo` takes the last one back.

        Raises:
            GameError: a click after the game was over.
        """
        game = Game(self.layout)
        for cell in self.clicks:
            game.reveal(cell)
        return game

    def flip(self, mirror: Flip | str) -> Puzzle:
        """Return the puzzle in a mirror, layout and clicks alike."""
        level, through = self.layout.level, Flip(mirror)
        check_squares(level.shape, "a mirror")
        clicks = tuple(through.cell(cell, rows=level.rows, cols=level.cols) for cell in self.clicks)
        return Puzzle(self.layout.flip(through), clicks)

    def __str__(self) -> str:
        """Return the text form."""
        moves = f"\n{_MOVES}{write_moves(self.clicks, self.layout.level)}" if self.clicks else ""
        return str(self.layout) + moves


def save_puzzles(path: Path | str, puzzles: Iterable[Puzzle]) -> int:
    """Write puzzles into a file, in place of what it held, and return how many.

    The puzzles may come from the same file. After an error the file is unchanged.

    Raises:
        InputError: an item is not a Puzzle.
        OSError: the file cannot be written.
    """
    if isinstance(puzzles, Puzzle) or not isinstance(puzzles, Iterable):
        raise InputError(f"puzzles must be a list of puzzles, not {quote(puzzles)}")
    with writing(Path(path)) as stream:
        return _write(stream, puzzles)


def load_puzzles(path: Path | str) -> Iterator[Puzzle]:
    """Yield the puzzles of a file one by one.

    Raises:
        ParseError: a text that is not a puzzle; names its line in the file.
        OSError: the file cannot be read.
    """
    with open(path, encoding="utf-8-sig", errors="replace") as stream:
        yield from read_puzzles(stream)


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Yield the puzzles that the lines of a text describe, one by one.

    Raises:
        ParseError: a text that is not a puzzle; names its line.
    """
    for first, text in _blocks(lines):
        try:
            puzzle = Puzzle.from_text(text)
        except ParseError:
            puzzle = Puzzle.from_text("\n" * (first - 1) + text)  # says where in the text
        yield puzzle


def _write(stream: BinaryIO, puzzles: Iterable[Puzzle]) -> int:
    count = 0
    for puzzle in puzzles:
        if not isinstance(puzzle, Puzzle):
            raise InputError(f"only puzzles can be saved, unlike {quote(puzzle)}")
        stream.write(f"{puzzle}\n\n".encode())
        count += 1
    return count


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Lines between empty ones, with the number of the first."""
    block: list[str] = []
    number = 0
    for number, line in enumerate(lines, start=1):
        if not block and line.lstrip().startswith("{") and line.rstrip().endswith("}"):
            yield number, line  # a layout in JSON takes one line, and the next may follow at once
        elif line.strip():
            block.append(line)
        elif block:
            yield number - len(block), "".join(block)
            block = []
    if block:
        yield number - len(block) + 1, "".join(block)
