"""Boards for benchmarks: the golden positions, and makers of lattices and half-played boards of any size.

Sizes and a seed come in, a `Case` comes out, the same on every machine. The tests have makers of their own; these are
made for speed, so that a million cells take a second or two.

>>> case = lattice(3, 5, seed=1)
>>> case.rows, case.mines
([[-1, -1, -1, -1, -1], [-1, 3, -1, 1, -1], [-1, -1, -1, -1, -1]], 3)
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["PLAYED", "Case", "clicked", "connected", "golden", "lattice", "salted", "scattered"]

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"

HIDDEN = -1
CELLS_A_START = 400  # cells per start of a board that is played from many places at once


@dataclass(frozen=True, slots=True)
class Case:
    """One board to analyse."""

    name: str  # as tables print it
    cells: NDArray[np.int8]  # -1 hidden, 0 .. 8 a clue
    mines: int  # in all

    @property
    def rows(self) -> list[list[int]]:
        """The cells as nested lists."""
        listed: list[list[int]] = self.cells.tolist()
        return listed


def golden(name: str) -> list[Case]:
    """The boards of one file of tests/golden."""
    listed = json.loads((GOLDEN / f"{name}.json").read_text())
    return [
        Case(board.get("name", f"{name} {k}"), np.array(board["rows"], dtype=np.int8), board["mines"])
        for k, board in enumerate(listed)
    ]


def lattice(rows: int, cols: int, *, seed: int, density: float = 0.195) -> Case:
    """Clues at all odd rows and columns of a random layout, everything else hidden.

    No two clues touch and nearly every hidden cell is shared, so the frontier is as wide as the board.
    """
    clues = np.zeros((rows, cols), dtype=bool)
    clues[1::2, 1::2] = True
    mines = round(density * rows * cols)
    layout = _random_layout(mines, seed=seed, free=clues)
    return Case(f"lattice {rows}x{cols}", _seen(layout, clues), mines)


def connected(rows: int, cols: int, mines: int, *, seed: int, share: float = 0.5) -> Case:
    """Random safe play from the middle until this share of the safe cells is revealed."""
    starts = np.zeros((rows, cols), dtype=bool)
    starts[rows // 2, cols // 2] = True
    return _played("connected", mines, starts, seed, share)


def scattered(rows: int, cols: int, mines: int, *, seed: int, share: float = 0.5) -> Case:
    """The same from many places at once: many frontiers, some of which meet."""
    starts = np.zeros(rows * cols, dtype=bool)
    starts[random.Random(~seed).sample(range(rows * cols), max(rows * cols // CELLS_A_START, 1))] = True
    return _played("scattered", mines, starts.reshape(rows, cols), seed, share)


def clicked(rows: int, cols: int, mines: int, *, seed: int, share: float = 0.5) -> Case:
    """Safe cells revealed at random anywhere, until their zeros have opened this share of the safe cells."""
    everywhere = np.ones((rows, cols), dtype=bool)
    return _played("clicked", mines, everywhere, seed, share, spread=False)


def salted(rows: int, cols: int, mines: int, *, seed: int, share: float = 0.5) -> Case:
    """Safe cells revealed at random, where zeros open nothing. No game reaches such a board."""
    layout = _random_layout(mines, seed=seed, free=np.zeros((rows, cols), dtype=bool))
    safe = np.flatnonzero(~layout).tolist()
    revealed = np.zeros(rows * cols, dtype=bool)
    revealed[random.Random(~seed).sample(safe, round(share * len(safe)))] = True
    return Case(f"{rows}x{cols} salted", _seen(layout, revealed.reshape(rows, cols)), mines)


# The ways to play half a board, from the easiest to the hardest.
PLAYED = {"connected": connected, "scattered": scattered, "clicked": clicked}


def _random_layout(mines: int, *, seed: int, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mines anywhere but on the free cells."""
    layout = np.zeros(free.size, dtype=bool)
    layout[random.Random(seed).sample(np.flatnonzero(~free).tolist(), mines)] = True
    return layout.reshape(free.shape)


def _numbers(layout: NDArray[np.bool_]) -> NDArray[np.int8]:
    """How many mines lie around each cell."""
    rows, cols = layout.shape
    framed = np.pad(layout, 1).astype(np.int8)
    windows = [framed[i : i + rows, j : j + cols] for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    total: NDArray[np.int8] = np.sum(windows, axis=0, dtype=np.int8)
    return total


def _seen(layout: NDArray[np.bool_], revealed: NDArray[np.bool_]) -> NDArray[np.int8]:
    return np.where(revealed, _numbers(layout), np.int8(HIDDEN))


def _played(way: str, mines: int, starts: NDArray[np.bool_], seed: int, share: float, *, spread: bool = True) -> Case:
    """Reveal random safe cells among the starts and, to `spread`, beside revealed cells; zeros open neighbours."""
    rows, cols = starts.shape
    layout = _random_layout(mines, seed=seed, free=starts & spread)
    # One byte a cell and a border, so that neighbours are eight additions and none is out of range.
    number = np.pad(_numbers(layout), 1).tobytes()
    shut = bytearray(np.pad(layout, 1, constant_values=True).tobytes())  # a mine, the border, or revealed
    stride = cols + 2
    around = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
    edge: list[int] = np.flatnonzero(np.pad(starts, 1)).tolist()  # where the next reveal may be
    left = round(share * (rows * cols - mines))
    chance = random.Random(~seed).random
    while edge and left > 0:
        k = int(chance() * len(edge))
        edge[k], edge[-1] = edge[-1], edge[k]
        opening = [edge.pop()]
        while opening:
            cell = opening.pop()
            if shut[cell]:
                continue
            shut[cell] = 1
            left -= 1
            beside = [cell + step for step in around if not shut[cell + step]]
            if number[cell] == 0:
                opening += beside
            elif spread:
                edge += beside
    closed = np.frombuffer(shut, dtype=bool).reshape(rows + 2, stride)[1:-1, 1:-1]
    return Case(f"{rows}x{cols} {way}", _seen(layout, closed & ~layout), mines)
