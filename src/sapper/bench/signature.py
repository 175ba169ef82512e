"""The signature: one number that changes with any change of behaviour.

It passes layouts, games, boards and rules made from seeds through every function of the package and hashes the exact
results. The number is the same on every machine, in every process and on any number of threads. Of floats it hashes
only whether they agree with exact fractions, because the last digit may differ between machines. It does not hash the
words of messages or the time taken.

>>> from sapper.bench.signature import signature
>>> signature() == signature()
True
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import Analysis, analyze, analyze_many
from sapper.analysis.rules import solve_rules
from sapper.bench.boards import lattice_position, random_position, stuck_position
from sapper.board.board import Board
from sapper.board.level import LEVELS, Level
from sapper.board.view import View
from sapper.errors import ContradictionError, GameError, InputError, LimitError, SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout, game_seeds

__all__ = ["signature"]

_BYTES = 6  # of the checksum: short enough for a commit message, and exact in JSON
_CLOSE = 1e-11  # how near a float must be to its exact fraction

_LEVELS = (*LEVELS.values(), Level(1, 40, 9), Level(12, 12, 50), Level(24, 10, 30))
_HAND_MADE = (
    "1x1:1:a",
    "1x2:1:aV",
    "2x2:0:b/b",
    "4x4:6:d/a13a/d/d",
    "4x5:p0.2:a2c/e/b1b/e",
    "3x7:p0.35:aF2F1F1/g/1Qa3Qa1",
    "5x6:7:aV2Vb/a3b2a/M2bVa/f/Q1F1b",
)
_WRONG = (
    "3x3:1:1aa/1a1/a2a",
    "2x3:2:1a1/a1a",
    "3x4:9:1b1/d/1b1",
    "1x5:1:1a1a1",
    "4x4:3:a3b/d/b3a/d",
    "2x2:1:4a/b",
    "mines 2\n..\n.",
    "mines 2\n.x",
    '{"rows": [[-1, 1], [2.5, 1]], "mines": 1}',
    "40000x40000:1:z",
)
_RULES = (
    ["1:a,b,c", "2:b,c,d"],
    ["0-1:a,b,c,d", "1-2:c,d,e", "2:e,f,g,h", "1-3:a,h"],
    ["2:a,b,c,d,e", "0-2:d,e,f", "1:f,g"],
)


def signature() -> int:
    """The checksum, below 2**48. Takes a second or two."""
    checksum = blake2b(digest_size=_BYTES)
    for fact in chain(_layouts(), _games(), _analyses(), _rules(), _errors()):
        checksum.update(repr(fact).encode())
    return int.from_bytes(checksum.digest(), "big")


def _layouts() -> Iterator[object]:
    """Layouts of all levels under four first-click rules, and the seeds of runs."""
    yield game_seeds(1, 5), game_seeds(-1, 5), game_seeds(2**64 - 1, 3, first=1000)
    for level in _LEVELS:
        for rule in ("none", "safe", "zero", "drawn"):
            yield [str(Layout.from_seed(level, seed=seed, first_click=rule)) for seed in (0, 7, -3)]
            edge = (level.rows - 1, level.cols // 2)
            yield Layout.from_seed(level, seed=9, start=edge, first_click=rule).mines


def _games() -> Iterator[object]:
    """Games of random moves of every kind, with what is seen after each."""
    for seed in range(1, 13):
        level = _LEVELS[seed % len(_LEVELS)]
        game = Game(Layout.from_seed(level, seed=seed, first_click="safe"))
        for number in game_seeds(seed, 40):
            cell = (number >> 8) % level.rows, (number >> 24) % level.cols
            moves = (game.reveal, game.reveal, game.chord, game.flag, game.question)
            try:
                # Random reveals end a game soon; undoing the last move lets it continue.
                if number % 6 == 5:
                    game.undo()
                else:
                    moves[number % 6](cell)
            except GameError:
                yield "refused"
            yield game.board.position, str(game.status), game.clicks, game.exploded


def _boards() -> list[Board]:
    played = [
        random_position(level, seed=seed, share=seed / 8, first_click=rule)
        for level in _LEVELS
        for seed in range(1, 8)
        for rule in ("safe", "zero")
    ]
    stuck = [stuck_position(level, seed=seed) for level in LEVELS for seed in range(1, 9)]
    lattices = [lattice_position(size, mines=size * size // 5, seed=size) for size in (5, 7, 9, 11)]
    large = [random_position("60x60/700", seed=1)]
    return [Board.from_text(text) for text in _HAND_MADE] + played + stuck + lattices + large


def _analyses() -> Iterator[object]:
    """Boards in their text forms, and every result of an analysis, with a number of mines and with a density."""
    boards = _boards()
    dense = [Board.from_rows(board.cells, density=0.2) for board in boards[::5]]
    marked = [_mark(board) for board in boards[1::9]]
    for board in marked:
        yield board.position, str(board), board.to_json()
    for analysis in analyze_many(boards + dense + marked):
        yield from _answers(analysis)
    for board in marked:
        try:
            yield from _answers(analyze(board, trust_flags=True))
        except SapperError as error:
            yield _fault(error)


def _mark(board: Board) -> Board:
    """The board with a mine flagged and another known, and marks on cells that may be wrong."""
    analysis = analyze(board)
    places = [*analysis.mine_cells[:2], *analysis.frontier[:1], *analysis.floating[:1]]
    views = (View.FLAG, View.MINE, View.QUESTION, View.FLAG)
    marks = dict(zip(places, views, strict=False)) if len(analysis.mine_cells) > 1 else {}
    return board.replace({cell: view for cell, view in marks.items() if board[cell] == View.HIDDEN})


def _answers(analysis: Analysis) -> Iterator[object]:
    yield hex(analysis.worlds), analysis.safe_cells, analysis.mine_cells, analysis.dead_cells
    yield analysis.frontier, analysis.floating
    yield [(group.cells, group.clues) for group in analysis.groups]
    yield [(part.cells, part.clues, part.width, part.states) for part in analysis.components]
    yield _text(analysis.sample(3, seed=5))
    yield [_text(analysis.world(index)) for index in (0, analysis.worlds // 3, analysis.worlds - 1)]
    yield from _probabilities(analysis)


def _probabilities(analysis: Analysis) -> Iterator[object]:
    """Exact fractions, and whether the floats are near them: for each kind of cell, then jointly."""
    alike = [group.cells for group in analysis.groups] + ([analysis.floating] if analysis.floating else [])
    for cells in alike:
        fraction = analysis.mine_fraction(cells[0])
        floats = analysis.mine_probability[tuple(np.transpose(cells))]
        yield _pair(fraction), bool(np.all(np.abs(floats - float(fraction)) < _CLOSE))
    for cells in alike[:: max(1, len(alike) // 3)][:3]:
        cell = cells[len(cells) // 2]
        outcomes = analysis.outcomes(cell)
        for number, probability in enumerate(outcomes.numbers):
            fraction = analysis.probability_of({cell: number}, exact=True)
            yield _pair(fraction), abs(probability - fraction) < _CLOSE
    if len(alike) > 2 and analysis.mine_fraction(alike[1][0]) != 1:
        facts, given = {alike[0][0]: True, alike[2][0]: False}, {alike[1][0]: False}
        fraction = analysis.probability_of(facts, given=given, exact=True)
        yield _pair(fraction), abs(analysis.probability_of(facts, given=given) - fraction) < _CLOSE


def _rules() -> Iterator[object]:
    """Rules with every way of counting their mines."""
    for rules in _RULES:
        for others, mines, density in ((0, None, None), (4, 4, None), (3, None, 0.3)):
            solution = solve_rules(rules, cells=["z"], others=others, mines=mines, density=density)
            yield solution.worlds, solution.safe_cells, solution.mine_cells, solution.groups
            for name, probability in solution.mine_probability.items():
                fraction = solution.mine_fraction(name)
                yield name, _pair(fraction), abs(probability - fraction) < _CLOSE


def _errors() -> Iterator[object]:
    """The errors of bad boards, and the width of a board that exceeds the limit."""
    for text in _WRONG:
        try:
            yield hex(analyze(Board.from_text(text)).worlds)
        except SapperError as error:
            yield _fault(error)
    try:
        yield hex(analyze(lattice_position(15, mines=45, seed=1), max_states=1000).worlds)
    except LimitError as error:
        yield _fault(error)


def _fault(error: SapperError) -> object:
    name = type(error).__name__
    if isinstance(error, ContradictionError):
        return name, error.clues, error.needs_total
    if isinstance(error, LimitError):
        return name, error.width
    return name, error.cell if isinstance(error, InputError) else None


def _pair(fraction: Fraction) -> tuple[str, str]:
    # Hexadecimal, because Python refuses to write very long numbers in decimal.
    return hex(fraction.numerator), hex(fraction.denominator)


def _text(worlds: NDArray[np.bool_]) -> str:
    return np.packbits(worlds, bitorder="little").tobytes().hex()
