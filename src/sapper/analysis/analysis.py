"""Exact analysis of a board: where mines can be, how likely, and in how many ways.

A `Board` comes in; out comes an `Analysis` with the mine probability of every hidden cell, the number of worlds,
and answers to further questions, all exact. Flags are the player's opinion and are ignored unless trusted.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_text("mines 6\\n....\\n.13.\\n....\\n....\\n"))
>>> analysis.worlds, analysis.mine_fraction((3, 0)), round(float(analysis.mine_probability[3, 0]), 6)
(66, Fraction(15, 22), 0.681818)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, final, overload

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.analysis.exact import ExactCount
from sapper.base.cached import cached_copy
from sapper.base.number import quote, seed_number, whole_number
from sapper.base.threads import count_threads
from sapper.board.board import Board, BoardLike, read_board
from sapper.board.cell import Cell, Speller, spell
from sapper.board.notation.codes import Codes
from sapper.board.polygons import draw_shape
from sapper.board.svg import ADVICE
from sapper.errors import InputError, LimitError, SapperError
from sapper.explain.counted import SHAPE_STATES, CountedBoard, Options
from sapper.explain.explain import explain_cell
from sapper.explain.forced import ForcedGuess, find_forced
from sapper.explain.guess import GuessReport
from sapper.explain.proof import Proof, Witness
from sapper.explain.technique import Technique
from sapper.explain.weigh import explain_guess

__all__ = [
    "DEFAULT_MAX_STATES",
    "Analysis",
    "Component",
    "Group",
    "Outcomes",
    "analyze",
    "analyze_many",
]

# Default limit on the states of rules. A state with its counts takes 50 to 150 bytes: about 2.5 GB in all.
DEFAULT_MAX_STATES = 24_000_000

Facts = Mapping[Cell, bool | int]

# Cells of all samples of one call together, a byte each.
_MOST_SAMPLED = 1 << 32
# Cells to reveal that a picture outlines; of more, the first.
_MOST_OUTLINED = 12
# Games a candidate is played out at most.
_MOST_ROLLOUTS = 2**32 - 1
# A float this close to 1 may be exactly 1; exact integers decide.
_NEAR_ONE = 1 - 1e-12
# Boards with more unknown cells keep the float: the integers would take seconds.
_CHEAP_INTEGERS = 4096


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The possible results of revealing a cell, as probabilities that sum to 1.

    Attributes:
        mine: the cell is a mine.
        numbers: numbers[n]: it is safe and shows n; one entry for 0 .. 8.
    """

    mine: float
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Hidden cells that lie beside exactly the same clues. Clues depend only on the number of mines among them.

    Attributes:
        cells: row by row.
        clues: the clues they share, row by row.
    """

    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """Cells that single clues do not settle and that share no open clue with the rest of the board.

    Attributes:
        cells: all its cells, row by row.
        clues: its open clues.
        width: most clues open at once while it was solved.
        states: states of its diagram: what solving it cost.
    """

    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    width: int
    states: int


@final
class Analysis(CountedBoard):
    """The exact analysis of one board, made by `analyze`. All but the probabilities is computed on first use."""

    def __reduce__(self) -> tuple[Callable[[Board, Options], Analysis], tuple[Board, Options]]:
        """Pickle and copy as the board and the options: a new analysis is faster than reading the results."""
        return Analysis.count, (self._board, self._options)

    def __repr__(self) -> str:
        """Name the board and what is certain."""
        return f"<Analysis of {self._board.shape!s:.60}: {len(self.safe_cells)} safe, {len(self.mine_cells)} mines>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: every mine probability, with the cells to reveal outlined."""
        safe, mines = len(self.safe_cells), len(self.mine_cells)
        advice = self.safe_cells or self.safest_cells
        caption = f"{safe} safe, {mines} mine{'' if mines == 1 else 's'}"
        if not safe and advice:
            caption += f"; safest guess {spell(advice[0])}, {self.mine_probability_of(advice[0]) * 100:.3g} % a mine"
        return draw_shape(
            self._board.shape,
            self._board.cells,
            risk=self.mine_probability,
            outlined=dict.fromkeys(advice[:_MOST_OUTLINED], ADVICE),
            caption=caption,
        )

    @cached_property
    def worlds(self) -> int:
        """The exact number of layouts that fit the board; with a density, layouts of any number of mines.

        Raises:
            LimitError: the integers of a wide component need more memory than allowed.
        """
        return self._exact.worlds

    def mine_probability_of(self, cell: Cell) -> float:
        """Return the mine probability of a hidden cell, as the cells of the shape are called.

        Raises:
            InputError: the cell is revealed, out of play or outside the board.
        """
        return self._handle.mine_probability_of(cell)

    def mine_fraction(self, cell: Cell) -> Fraction:
        """Return the exact mine probability of a hidden cell.

        Raises:
            InputError: the cell is revealed, out of play or outside the board.
        """
        probability = self._handle.mine_probability_of(cell)
        if probability in (0, 1):
            return Fraction(int(probability))
        return self.probability_of({cell: True}, exact=True)

    def outcomes(self, cell: Cell) -> Outcomes:
        """Return the probability of a mine and of each number the cell would show.

        Raises:
            InputError: the cell is out of play or outside the board.
        """
        mine, numbers = self._handle.outcomes(cell)
        return Outcomes(mine, tuple(numbers) + (0.0,) * (9 - len(numbers)))

    @overload
    def probability_of(self, facts: Facts, *, given: Facts | None = None, exact: Literal[False] = False) -> float: ...
    @overload
    def probability_of(self, facts: Facts, *, given: Facts | None = None, exact: Literal[True]) -> Fraction: ...

    def probability_of(self, facts: Facts, *, given: Facts | None = None, exact: bool = False) -> float | Fraction:
        """Return the probability that all facts hold at once, given others if there are any.

        A fact about a cell is True (a mine), False (safe) or the number it would show.

        >>> import sapper
        >>> analysis = sapper.analyze(sapper.Board.from_text("mines 1\\n...\\n.1.\\n...\\n"))
        >>> analysis.probability_of({(0, 0): False, (0, 1): False})
        0.75
        >>> analysis.probability_of({(0, 0): True}, given={(0, 1): 0}, exact=True)
        Fraction(0, 1)

        Raises:
            InputError: a cell outside the board or out of play, an unknown fact, or `given` is impossible.
        """
        asked = self._handle.facts(_mapping(facts))
        condition = self._handle.facts(_mapping({} if given is None else given))
        probability = self._handle.solved.probability(asked, condition)
        near_one = _NEAR_ONE < probability < 1 and self._handle.solved.cell_count <= _CHEAP_INTEGERS
        if not exact and not near_one:
            return probability
        fraction = self._exact.fraction(asked, condition)
        if fraction is None:
            raise InputError("what is given is impossible on this board")
        return fraction if exact else float(fraction)

    def explain(self, cell: Cell, *, easiest: bool = False) -> Proof | Witness:
        """Return why a hidden cell is safe or a mine, or two worlds that differ there.

        A `Proof` names a smallest set of clues that force the cell, the mine counter only where it is needed, and
        the steps from them to the cell, each with a sentence. With `easiest` it takes as many clues as the easiest
        reasoning needs: fewer clues may take a harder technique.

        Raises:
            InputError: the cell is revealed, a known mine, out of play or outside the board.
            LimitError: a component too wide to be counted without the mine counter.
        """
        return explain_cell(self, cell, easiest=bool(easiest))

    @property
    def techniques(self) -> dict[Cell, Technique]:
        """The technique that settles each certain hidden cell, in the order in which the lowest technique finds them.

        Raises:
            InputError: the number of mines is not known.
            LimitError: a component is too wide or too large to be played.
        """
        return cached_copy(self, "techniques", self._climb)

    def explain_guess(self, *, rollouts: int = 0, seed: int = 0, spell: Speller = spell) -> GuessReport:
        """Return the risk and the possible results of each candidate for a guess, and why the best one is best.

        Win probabilities are exact where few worlds are left. Elsewhere they are estimated by `rollouts` games for
        each number a candidate may show, drawn with `seed`; with 0 rollouts they are None. `spell` writes a cell in
        the sentences, by default as row and column counted from 0.

        Raises:
            InputError: a cell is safe, nothing is left to reveal, or an argument is not a whole number.
            LimitError: the board after some reveal is too wide.
        """
        games = min(whole_number(rollouts, "rollouts"), _MOST_ROLLOUTS)
        stream = seed_number(seed) % 2**64
        return explain_guess(self, rollouts=games, seed=stream, spell=spell)

    @property
    def forced_guesses(self) -> list[ForcedGuess]:
        """Guesses that certainly or probably cannot be avoided, each with its proof; the most certain first."""
        return cached_copy(self, "forced_guesses", lambda: find_forced(self))

    def sample(self, count: int, *, seed: int = 0) -> NDArray[np.bool_]:
        """Return `count` worlds drawn independently, each equally likely, as an array (count, rows, cols).

        True is a mine. With a density, worlds are drawn in proportion to their probability. The same seed draws
        the same worlds on every machine.

        Raises:
            InputError: a negative count or a seed outside 64 bits.
            LimitError: more samples than fit in memory.
        """
        cells = len(self._board.shape)
        return self._handle.sample(sample_count(count, cells), seed_number(seed) % 2**64)

    def world(self, index: int) -> NDArray[np.bool_]:
        """Return world `index`, 0 <= index < worlds, in a fixed order, as an array (rows, cols); True is a mine.

        Raises:
            InputError: there is no such world.
        """
        number = whole_number(index, "world")
        if number >= self.worlds:
            raise InputError(f"there is no world {quote(number)}: the board has {quote(self.worlds)}")
        return self._handle.world(self._exact.world(number))

    @property
    def dead_cells(self) -> list[Cell]:
        """Hidden cells that show the same number in every world in which they are safe, row by row."""
        return cached_copy(self, "dead_cells", self._handle.dead_cells)

    @property
    def frontier(self) -> list[Cell]:
        """Hidden cells beside a clue, row by row."""
        return cached_copy(self, "frontier", self._handle.frontier)

    @property
    def floating(self) -> list[Cell]:
        """Hidden cells beside no clue, row by row."""
        return cached_copy(self, "floating", self._handle.floating)

    @property
    def groups(self) -> list[Group]:
        """The groups of the frontier, ordered by their first cells."""
        return cached_copy(self, "groups", self._list_groups)

    @property
    def components(self) -> list[Component]:
        """The independent parts of the frontier, without the cells that single clues settle."""
        return cached_copy(self, "components", self._list_components)

    @cached_property
    def _exact(self) -> ExactCount:
        return ExactCount(self._handle.solved, self._handle.unknown_mines, self._board.density)

    def _climb(self) -> dict[Cell, Technique]:
        out: dict[Cell, Technique] = {}
        hardest = 0
        for technique, safe, mines in _engine.climb_board(self._handle, max(Technique)):
            hardest = max(hardest, technique)
            out |= dict.fromkeys([*safe, *mines], Technique(hardest))
        return out

    def _list_groups(self) -> list[Group]:
        return [Group(tuple(cells), tuple(clues)) for cells, clues in self._handle.groups()]

    def _list_components(self) -> list[Component]:
        members = self._handle.solved.groups()
        return [
            Component(
                tuple(self._handle.named([cell for group in groups for cell in members[group][0]])),
                tuple(self._handle.clues(rules)),
                width,
                states,
            )
            for groups, rules, width, states in self._handle.solved.components()
        ]


def analyze(
    board: BoardLike,
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    trust_flags: bool = False,
    max_states: int | None = None,
) -> Analysis:
    """Analyse a board exactly.

    `board`, `mines`, `density` and `codes` are as in `Board.from_rows`; a `Board` needs none of the options.
    `trust_flags` takes every flag for a known mine. `max_states` bounds memory and time: about 100 bytes and a
    tenth of a microsecond a state. Without it the limit is 24 million states, or 20 thousand (5 milliseconds) on
    shapes with more than 12 neighbours a cell, where most boards in the middle of a game are too wide for any limit.

    Raises:
        InputError: what does not read as a board, or more trusted flags than mines.
        ContradictionError: no world fits; the error names a small set of clues that cannot all hold.
        LimitError: a component is too wide for `max_states`; the error says how wide.
    """
    return Analysis.count(read_board(board, mines, density, codes), _read_options(trust_flags, max_states))


@overload
def analyze_many(
    boards: Iterable[BoardLike],
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    trust_flags: bool = False,
    max_states: int | None = None,
    threads: int | None = None,
    on_error: Literal["raise"] = "raise",
) -> list[Analysis]: ...
@overload
def analyze_many(
    boards: Iterable[BoardLike],
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    trust_flags: bool = False,
    max_states: int | None = None,
    threads: int | None = None,
    on_error: Literal["return"],
) -> list[Analysis | SapperError]: ...


def analyze_many(
    boards: Iterable[BoardLike],
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    trust_flags: bool = False,
    max_states: int | None = None,
    threads: int | None = None,
    on_error: Literal["raise", "return"] = "raise",
) -> list[Analysis] | list[Analysis | SapperError]:
    """Analyse boards in one call on all cores (or on `threads` threads), in order.

    `mines`, `density` and `codes` are as in `Board.from_rows`, for all boards alike.
    With `on_error="return"` the result of a board that fails is its error; the other boards are analysed.

    Raises:
        InputError: an item does not read as a board, or an unknown option.
        SapperError: the error of the first board that fails; a note gives the index of the board.
    """
    if on_error not in ("raise", "return"):
        raise InputError(f"on_error must be 'raise' or 'return', not {quote(on_error)}")
    if isinstance(boards, Board | str) or not isinstance(boards, Iterable):
        raise InputError(f"boards must be a list of boards, not {quote(boards)}")
    listed = [_read_item(index, board, mines, density, codes) for index, board in enumerate(boards)]
    workers = min(count_threads(threads), max(len(listed), 1))
    options = _read_options(trust_flags, max_states)
    results = Analysis.count_many(listed, options, threads=workers)
    if on_error == "raise":
        for index, result in enumerate(results):
            if isinstance(result, SapperError):
                result.add_note(f"this is board {index} of {len(listed)}, counted from 0")
                raise result
    return results


def sample_count(count: object, cells: int) -> int:
    """Check the number of samples of `cells` cells each.

    Raises:
        InputError: not a whole number, or negative.
        LimitError: more than four gigabytes in all.
    """
    number = whole_number(count, "count")
    if number * cells > _MOST_SAMPLED:
        raise LimitError(f"{quote(number)} samples of {cells} cells are more than {_MOST_SAMPLED} cells in all")
    return number


def state_limit(max_states: object) -> int:
    """Check a limit on states.

    Raises:
        InputError: not a whole number, or below 1.
    """
    # No diagram reaches 2^63 states, so a larger limit means no limit.
    return min(whole_number(max_states, "max_states", least=1), 2**63 - 1)


_DEFAULT_OPTIONS = Options(trust_flags=False, max_states=SHAPE_STATES)


def _read_options(trust_flags: bool, max_states: int | None) -> Options:
    # The defaults need no check, and most analyses of small boards take only a few microseconds.
    if trust_flags is False and max_states is None:
        return _DEFAULT_OPTIONS
    return Options(bool(trust_flags), SHAPE_STATES if max_states is None else state_limit(max_states))


def _read_item(index: int, board: BoardLike, mines: int | None, density: float | None, codes: Codes | None) -> Board:
    try:
        return read_board(board, mines, density, codes)
    except SapperError as error:
        error.add_note(f"this is board {index}, counted from 0")
        raise


def _mapping(facts: Facts) -> dict[Cell, bool | int]:
    if not isinstance(facts, Mapping):
        raise InputError(f"facts are a mapping from cells to True, False or a number, not {quote(facts)}")
    return dict(facts)
