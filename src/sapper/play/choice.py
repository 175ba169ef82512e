"""The move of any strategy on any board, and everything the strategy weighs.

A board and a strategy come in; `choose` returns a `Choice`: the move, the rule of the strategy that makes it, and a
`Weighed` for every candidate. A Python strategy can call `choose` with the analysis it gets.

>>> import sapper
>>> board = sapper.Board.from_text("mines 6\\n....\\n.13.\\n....\\n....\\n")
>>> choice = choose(board, "superloc,worlds=10")
>>> choice.cell, choice.rule, choice.words
((1, 0), 'superloc', 'nearly as safe as the safest, and the likeliest to bring progress')
>>> [(one.cell, round(one.progress, 3), round(one.clears, 2)) for one in choice.candidates[:2]]
[((1, 0), 0.909, 3.45), ((0, 0), 0.909, 3.27)]
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.base.number import seed_number
from sapper.board.board import BoardLike
from sapper.board.cell import Cell
from sapper.board.notation.codes import Codes
from sapper.errors import InputError
from sapper.play.player import guess_in_python
from sapper.play.strategy import Choose, Strategy

__all__ = ["CERTAIN", "RULES", "Choice", "Weighed", "choose", "read_candidates"]

CERTAIN = "certain"

# What every rule means: those of the strategies that are built in, and the choice of a Python function.
RULES = {CERTAIN: "safe in every world"} | _engine.guess_kinds() | {"python": "chosen by the strategy"}

_COLUMNS = (
    "estimate",
    "progress",
    "clears",
    "game_tree",
    "secondary_safety",
    "hazard",
    "instinct",
    "lookahead",
    "rollouts",
    "win",
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate for a move; None is what the strategy does not weigh, or not for this cell.

    Attributes:
        cell: the cell.
        safety: exact chance that it holds no mine, from 0 to 1.
        estimate: the same, as a strategy estimates it that does not count exactly.
        progress: chance that it is safe and another cell is then certain to be safe.
        clears: cells that it makes safe, on average, itself included.
        game_tree: share of the worlds searched that are won when it is revealed first, at least.
        secondary_safety: chance that it is safe and that the safest cell after it is.
        hazard: share of worlds in which it is a mine that makes a guess unavoidable.
        instinct: share by which experience corrects the lookahead of a candidate close to the best.
        lookahead: score of its lookahead; 0 for a dead cell.
        rollouts: mean chance to win over the games played out from it.
        games: number of those games.
        win: chance to win, judged by lookahead, instinct and rollouts together.
    """

    cell: Cell
    safety: float
    estimate: float | None = None
    progress: float | None = None
    clears: float | None = None
    game_tree: float | None = None
    secondary_safety: float | None = None
    hazard: float | None = None
    instinct: float | None = None
    lookahead: float | None = None
    rollouts: float | None = None
    games: int | None = None
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The move of a strategy on a board.

    Attributes:
        strategy: the strategy that was asked.
        cell: the cell that it reveals.
        rule: its rule, as runs name it: "certain", or a kind of guess.
        words: what the rule means.
        safety: exact chance that the cell holds no mine, from 0 to 1.
        win: chance to win, where the strategy works it out; of the area alone where it searches an area.
        candidates: the cell first, the better ones before the others; empty unless asked for.
    """

    strategy: Strategy
    cell: Cell
    rule: str
    words: str
    safety: float
    win: float | None
    candidates: tuple[Weighed, ...]

    @property
    def is_guess(self) -> bool:
        """Whether the strategy does not know that the cell is safe."""
        return self.rule != CERTAIN


def choose(
    board: BoardLike | Analysis,
    strategy: Strategy | str | Choose = "best",
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    seed: int = 0,
    candidates: bool = True,
) -> Choice:
    """Return the move that a strategy makes on a board, and what it weighs.

    `board`, `mines`, `density` and `codes` are as in `Board.from_rows`.
    The seed is that of the dice: in a game of this seed the strategy makes the same first guess. Strategies without
    dice ignore it. An analysis in place of the board saves counting it again, and its trusted flags are known mines.
    Without `candidates` the table is left empty, which is faster.

    Raises:
        InputError: an unknown strategy or setting, a board without a known number of mines, a board on which every
            safe cell is revealed, or a Python strategy that chose no hidden cell.
        ContradictionError: no world fits the board.
        LimitError: the board is too wide.
    """
    asked, stream = Strategy.parse(strategy), seed_number(seed) % 2**64
    analysis = board if isinstance(board, Analysis) else analyze(board, mines=mines, density=density, codes=codes)
    if asked.choose is not None:
        return _choose_in_python(analysis, asked, asked.choose, candidates)
    request = (analysis._trusted._handle, asked.name, asked.engine_settings, stream)
    weighed: list[_engine.Weighed] = []
    if candidates:
        move, weighed = _engine.weigh_move(*request)
    else:
        move = _engine.choose_move(*request)
    cell, rule, _, value = move
    return Choice(
        asked,
        cell,
        rule,
        RULES[rule],
        _safety(analysis, cell),
        _known(value),
        read_candidates(analysis, cell, weighed),
    )


def read_candidates(analysis: Analysis, chosen: Cell, weighed: Iterable[_engine.Weighed]) -> tuple[Weighed, ...]:
    """Return the engine's candidates on this board: the chosen one first, then the better before the others."""
    rows = [
        Weighed(
            one.cell,
            _safety(analysis, one.cell),
            games=one.games or None,
            **{name: _known(getattr(one, name)) for name in _COLUMNS},
        )
        for one in weighed
    ]
    return tuple(sorted(rows, key=lambda one: (one.cell != chosen, *_rank(one))))


def _rank(one: Weighed) -> tuple[float | Cell, ...]:
    """Candidates that strategies prefer rank lower: by the column that decides, then by the next."""
    corrected = one.lookahead * (1 + one.instinct) if one.lookahead and one.instinct is not None else None
    columns = (one.win, one.game_tree, corrected, one.lookahead, one.progress, one.clears, one.estimate, one.safety)
    return *(math.inf if value is None else -value for value in columns), one.cell


def _choose_in_python(analysis: Analysis, asked: Strategy, choose: Choose, candidates: bool) -> Choice:
    if not np.any(analysis.mine_probability < 1):
        raise InputError("there is no move: every safe cell is revealed")
    cells, rule = analysis.safe_cells, CERTAIN
    cell = cells[0] if cells else guess_in_python(analysis, choose)
    if not cells:
        cells, rule = analysis.board.cells_where(analysis.mine_probability < 1), "python"
    rows = sorted(
        (Weighed(one, _safety(analysis, one)) for one in cells), key=lambda one: (one.cell != cell, *_rank(one))
    )
    return Choice(asked, cell, rule, RULES[rule], _safety(analysis, cell), None, tuple(rows) if candidates else ())


def _safety(analysis: Analysis, cell: Cell) -> float:
    return 1 - analysis.mine_probability_of(cell)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value
