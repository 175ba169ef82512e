"""Everything Sapper raises on purpose, in one tree.

    SapperError
    ├── InputError            a value outside its allowed range (also a ValueError)
    │   └── ParseError        a text or file that describes no board or game; names line and column, or byte
    ├── ContradictionError    clues or rules that contradict each other; names a small set of them
    ├── LimitError            an exact answer that costs more memory or time than allowed; gives the width
    ├── GameError             a move the game does not allow in its present state
    ├── NoGuessError          no layout without a guess was found; carries the best one found
    ├── RunError              a folder that holds no run, another run, or a run that cannot be used now
    └── MissingError          an optional package that is not installed; names the extra (also an ImportError)

Catch `SapperError` to catch them all:

>>> import sapper
>>> try:
...     sapper.Board.from_rows([[2, -1]], mines=1)
... except sapper.SapperError as error:
...     print(error)
clue 2 is larger than its number of neighbours, 1, at 0,0
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sapper.words.catalogue import spell

if TYPE_CHECKING:
    from sapper import Board, Layout

__all__ = [
    "ContradictionError",
    "GameError",
    "InputError",
    "LimitError",
    "MissingError",
    "NoGuessError",
    "ParseError",
    "RunError",
    "SapperError",
    "list_few",
    "spell",
]


_MOST_NAMED = 8  # clues that a message lists
_CLUES = "{clues}"  # their place in the sentence of a contradiction


def list_few(names: Sequence[str]) -> str:
    """Return names as a sentence lists them, the first eight at most.

    >>> list_few(["0,1"]), list_few(["0,1", "0,2", "3,4"])
    ('0,1', '0,1, 0,2 and 3,4')
    """
    few = list(names) if len(names) <= _MOST_NAMED else [*names[:_MOST_NAMED], f"{len(names) - _MOST_NAMED} more"]
    return " and ".join([", ".join(few[:-1]), few[-1]] if len(few) > 1 else few)


class SapperError(Exception):
    """The root of every error Sapper raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy an error with its attributes, whatever its constructor takes."""
        return _rebuild, (type(self), self.args, self.__dict__)


class InputError(SapperError, ValueError):
    """A value outside its allowed range: a bad cell, clue, size, mine count, density or option.

    Attributes:
        cell: the (row, col) of the offending cell, or its other name, or None when the fault is not at one cell.
    """

    def __init__(self, message: str, cell: object = None) -> None:
        """Append the cell to the message when there is one."""
        super().__init__(message if cell is None else f"{message}, at {spell(cell)}")
        self.cell: Any = cell


class ParseError(InputError):
    """A text or a file that does not describe a board or a game.

    Attributes:
        line: 1-based line of the fault, or None.
        column: 1-based column of the fault, or None.
        byte: 0-based offset of the fault in a file that is no text, or None.
    """

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, *, byte: int | None = None
    ) -> None:
        """Append line and column, or the byte, to the message when they are known."""
        where = "" if line is None else f" (line {line}" + (")" if column is None else f", column {column})")
        super().__init__(message + where + ("" if byte is None else f" (byte {byte})"))
        self.line = line
        self.column = column
        self.byte = byte


class ContradictionError(SapperError):
    """No world fits: the clues, rules or mine count contradict each other.

    Attributes:
        reason: what contradicts what, without the cells: "the 1 has no hidden cell beside it".
        clues: a small set that cannot all hold, as cells for a board or as the indexes of the rules
            in the list given to `solve_rules`; leaving out any one of them removes the contradiction, except
            on enormous boards, where the search for a smaller set may end early.
        needs_total: True when the number of mines is part of the contradiction.
    """

    def __init__(self, sentence: str, clues: list[Any], needs_total: bool) -> None:
        """Store the sentence; `{clues}` in it stands for the cells of the clues."""
        self._sentence = sentence
        self.reason = sentence.replace(f" at {_CLUES}", "")
        self.clues = clues
        self.needs_total = needs_total
        super().__init__(self.tell(spell))

    def tell(self, spell: Callable[[Any], str]) -> str:
        """Return the sentence with at most eight of its clues, as `spell` writes cells."""
        cells = [spell(clue) for clue in self.clues]
        return self._sentence.replace(_CLUES, list_few(cells)) if cells else self._sentence


class LimitError(SapperError):
    """An exact answer exists but would cost more memory or time than allowed.

    Attributes:
        width: the number of clues that were open at once, or 0 when a size limit was hit.
    """

    def __init__(self, message: str, width: int = 0) -> None:
        """Store the message and the width."""
        super().__init__(message)
        self.width = width


class GameError(SapperError):
    """A move the game does not allow in its present state, such as a reveal after the end."""


class NoGuessError(SapperError):
    """No board that can be finished without a guess, or none of the difficulty asked for, was found.

    Attributes:
        layout: the best one found, or None when nothing was played. It needs a guess unless `board` is None.
        board: what the player sees where that layout gets stuck; None when it does not.
    """

    def __init__(self, message: str, layout: Layout | None, board: Board | None) -> None:
        """Store the message, the best layout and the board where it gets stuck."""
        super().__init__(message)
        self.layout = layout
        self.board = board


class RunError(SapperError):
    """A folder that cannot be used as the run asked for.

    It holds another run, a run of another engine or no run, it is damaged, or another process is playing it.
    """


class MissingError(SapperError, ImportError):
    """An optional package that is not installed; the message names the extra to install."""


def _rebuild(kind: type[SapperError], args: tuple[object, ...], attributes: dict[str, object]) -> SapperError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error
