"""The tools that assistants call, as plain functions: texts and numbers come in, values for JSON come out.

>>> analyze_board("mines 1\\n1 1\\n1 .")["mine_cells"]
[(1, 1)]
>>> best_move("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . .")["cell"]
(1, 2)
"""

from __future__ import annotations

import math
import secrets
from typing import Annotated, Any, Literal

from pydantic import Field

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import Strength, give_hint
from sapper.base.number import seed_number
from sapper.board.board import Board
from sapper.board.cell import spell
from sapper.board.level import FirstClick, Level
from sapper.errors import InputError, NoGuessError
from sapper.explain.proof import Proof
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.maker import Maker
from sapper.game.noguess import no_guess as find_no_guess
from sapper.game.rating import Rating, rate
from sapper.mcp.games import CellGiven, check_cells, read_cell
from sapper.play.move import best_move as find_best_move

__all__ = [
    "CellIfAny",
    "CellName",
    "LevelText",
    "Rule",
    "SeedNumber",
    "analyze_board",
    "best_move",
    "generate_board",
    "hint",
    "prove_cell",
    "rate_layout",
]

_MOST_STATES = 2_000_000  # of an analysis: about 200 MB and a fraction of a second
_MOST_TEXT = 50_000  # characters of a board
_MOST_SECONDS = 10.0  # of the search for a board without guesses
_ATTEMPTS = 20_000  # layouts dealt before one is repaired
_MOST_CANDIDATES = 5
_SEEDS = 2**53

BoardText = Annotated[
    str,
    Field(
        description="The board as the player sees it. A picture: one line a row, '.' hidden, 0 to 8 a clue, 'F' a "
        "flag, '*' a known mine, with a first line such as 'mines 10'. Or a position in one line such as "
        "4x4:6:d/a13a/d/d, or JSON with rows and mines. A board of another shape begins with a line such as 'shape "
        "hex:8x8'."
    ),
]
Mines = Annotated[int | None, Field(description="Number of mines in all, if the board does not say it.")]
_NAMES = (
    "[row, col], counted from 0 at the top left. On other shapes as they name their cells: [x, y, z], a number, or a "
    "text such as 0,2,1."
)
CellName = Annotated[CellGiven, Field(description=f"The cell: {_NAMES}")]
CellIfAny = Annotated[CellGiven | None, Field(description=f"The cell, if one is needed: {_NAMES}")]
LevelText = Annotated[
    str,
    Field(
        description="beginner, intermediate, expert, classic, ROWSxCOLS/MINES such as 16x30/99, or SHAPE/MINES such "
        "as hex:8x8/10, torus:9x9/12, box:4x4x4/6 or globe:92/14."
    ),
]
SeedNumber = Annotated[int | None, Field(description="Seed of the layout; left out, a random one.")]
Rule = Annotated[
    Literal["zero", "safe", "none", "moved", "drawn"],
    Field(description="What the first reveal is promised: zero (no mine on or beside it), safe (no mine), none."),
]


def analyze_board(board: BoardText, mines: Mines = None) -> dict[str, Any]:
    """Count every placement of mines that fits a board, and return the exact mine probability of each hidden cell.

    Cells are [row, col], counted from 0 at the top left, or as the shape names them. mine_probability lists rows, or
    has an entry for each cell of a shape without rows; it is null for a revealed cell. safe_cells are certain to hold
    no mine, mine_cells are certain mines; where no cell is safe, safest_cells have the smallest mine probability.
    """
    analysis = _analyze(board, mines)
    probability = analysis.mine_probability
    worlds = analysis.worlds
    shape = analysis.board.shape
    chances = [None if math.isnan(chance) else round(chance, 6) for chance in probability.reshape(-1).tolist()]
    return {
        "shape": str(shape),
        "worlds": str(worlds) if worlds < 10**30 else f"{worlds:.6e}" if worlds < 10**300 else "more than 1e300",
        "safe_cells": analysis.safe_cells,
        "mine_cells": analysis.mine_cells,
        "safest_cells": analysis.safest_cells,
        "mine_probability": (
            [chances[first : first + shape.sides[1]] for first in range(0, len(chances), shape.sides[1])]
            if len(shape.sides) == 2
            else {spell(cell): chance for cell, chance in zip(shape.cells, chances, strict=True)}
        ),
    }


def best_move(
    board: BoardText,
    mines: Mines = None,
    strategy: Annotated[
        Literal["best", "lookahead", "safest"],
        Field(description="best wins most games; lookahead is faster; safest takes the smallest risk."),
    ] = "best",
) -> dict[str, Any]:
    """Return the best cell to reveal on a board, the chance that it is safe, the chance to win, and the reason.

    A safe cell comes with its proof. A guess comes with the candidates that were weighed. The type of win says
    whether it is exact, a bound or an estimate with its standard error.
    """
    move = find_best_move(_analyze(board, mines), strategy)
    told = move.to_json()
    return told | {
        "guess": move.is_guess,
        "candidates": told["candidates"][: _MOST_CANDIDATES if move.is_guess else 0],
    }


def hint(
    board: BoardText,
    mines: Mines = None,
    strength: Annotated[
        Literal["any", "where", "cell", "why"],
        Field(description="any: whether a cell is safe; where: part of the board; cell: the cell; why: the proof."),
    ] = "why",
) -> dict[str, Any]:
    """Give a hint about the easiest safe cell of a board, as strong as asked. It never gives away more than that."""
    found = give_hint(_analyze(board, mines), Strength.parse(strength))
    return {
        "has_safe_cell": found.safe,
        "text": found.text,
        "cell": found.cell,
        "technique": None if found.technique is None else found.technique.label,
        "corners": found.corners,
    }


def prove_cell(board: BoardText, cell: CellName, mines: Mines = None) -> dict[str, Any]:
    """Prove that a hidden cell is safe or a mine, step by step; or show that it is neither, with its probability."""
    analysis = _analyze(board, mines)
    found = analysis.explain(read_cell(analysis.board.shape, cell))
    if isinstance(found, Proof):
        verdict: dict[str, Any] = {"verdict": "mine" if found.mine else "safe", "technique": found.technique.label}
        return verdict | {"clues": found.clues, "steps": [step.text for step in found.steps], "text": str(found)}
    return {
        "verdict": "undecided",
        "mine_probability": found.mine_probability,
        "text": found.text,
        "world_with_mine": found.board.cells_where(found.with_mine),
        "world_without": found.board.cells_where(found.without),
    }


def generate_board(
    level: LevelText,
    seed: SeedNumber = None,
    no_guess: Annotated[bool, Field(description="Whether the board must be solvable without a guess.")] = False,
    first_click: Rule = "zero",
) -> dict[str, Any]:
    """Generate a board: the layout with its mines, what the player sees after the first reveal, and its rating.

    The layout gives the mines away. To play without seeing them, use new_game.
    """
    size = Level.parse(level)
    check_cells(size.shape)
    number = secrets.randbelow(_SEEDS) if seed is None else seed_number(seed)
    rule = FirstClick(first_click)
    if no_guess:
        try:
            layout = find_no_guess(size, seed=number, first_click=rule, attempts=_ATTEMPTS, seconds=_MOST_SECONDS)
        except NoGuessError:  # with many mines such layouts are too rare to be met by chance
            layout = find_no_guess(size, seed=number, first_click=rule, maker=Maker.REPAIR, seconds=_MOST_SECONDS)
    else:
        layout = Layout.from_seed(size, seed=number, first_click=rule)
    assert layout.start is not None  # both makers set it
    game = Game(layout)
    game.reveal(layout.start)
    made = {"layout": str(layout), "start": layout.start, "board": str(game.board)}
    return made if layout.start in layout.mines else made | _show_rating(rate(layout))


def rate_layout(
    layout: Annotated[
        str,
        Field(description="The layout: one line a row, '*' a mine, '.' none; or what generate_board returned."),
    ],
    start: Annotated[
        CellGiven | None, Field(description=f"The start cell, if the layout names none: {_NAMES}")
    ] = None,
) -> dict[str, Any]:
    """Rate how hard a layout is to finish by logic from its start: the difficulty, the techniques it needs, its 3BV.

    Where it needs a guess, stuck_board is what the player sees there.
    """
    _check_text(layout)
    read = Layout.from_text(layout)
    check_cells(read.shape)
    return _show_rating(rate(read, start=None if start is None else read_cell(read.shape, start)))


def _analyze(board: str, mines: int | None) -> Analysis:
    _check_text(board)
    read = Board.from_text(board, mines=mines)
    check_cells(read.shape)
    return analyze(read, max_states=_MOST_STATES)


def _check_text(text: str) -> None:
    if len(text) > _MOST_TEXT:
        raise InputError(f"the text has {len(text):,} characters, more than the {_MOST_TEXT:,} that a call takes")


def _show_rating(rating: Rating) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "solvable": rating.solvable,
        "difficulty": rating.difficulty,
        "hardest_technique": None if rating.hardest is None else rating.hardest.label,
        "moves_by_technique": {technique.label: count for technique, count in rating.moves.items() if count},
        "openings": rating.openings,
        "bbbv": rating.bbbv,
    }
    return shown if rating.solvable else shown | {"stuck_board": str(rating.board)}
