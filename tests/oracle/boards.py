"""Makers of boards for tests: random layouts, random safe play, lattices. Everything follows from a seed.

Boards are nested lists in row format (-1 hidden, 0..8 clues); a layout is a set of (row, col).

>>> lattice(3, 5, seed=1, density=0.2)
([[-1, -1, -1, -1, -1], [-1, 3, -1, 1, -1], [-1, -1, -1, -1, -1]], 3)
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

__all__ = ["clue", "golden", "lattice", "mirrored", "near", "played", "random_layout", "seen", "turned"]

Cell = tuple[int, int]
Rows = list[list[int]]

GOLDEN = Path(__file__).parent.parent / "golden"


def golden(name: str) -> Any:
    """A file of tests/golden, read."""
    return json.loads((GOLDEN / name).read_text())


def near(cell: Cell, rows: int, cols: int) -> list[Cell]:
    """The up to eight neighbours of a cell, in row-major order."""
    r, c = cell
    return [
        (i, j)
        for i in range(max(r - 1, 0), min(r + 2, rows))
        for j in range(max(c - 1, 0), min(c + 2, cols))
        if (i, j) != cell
    ]


def clue(cell: Cell, layout: Collection[Cell], rows: int, cols: int) -> int:
    """The number a safe cell shows."""
    return sum(other in layout for other in near(cell, rows, cols))


def random_layout(rows: int, cols: int, mines: int, *, seed: int, free: Iterable[Cell] = ()) -> set[Cell]:
    """Mines anywhere but on the free cells."""
    without = set(free)
    cells = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in without]
    return set(random.Random(seed).sample(cells, mines))


def seen(layout: Collection[Cell], revealed: Collection[Cell], rows: int, cols: int) -> Rows:
    """What the player sees once these safe cells are revealed; no cascade."""
    return [
        [clue((r, c), layout, rows, cols) if (r, c) in revealed else -1 for c in range(cols)] for r in range(rows)
    ]


def played(rows: int, cols: int, mines: int, *, seed: int, share: float = 0.5) -> Rows:
    """A board reached by random safe play from its middle until this share of the safe cells is revealed.

    Every reveal is a random safe cell beside a revealed one, and a zero opens its neighbours, as in a game.
    """
    start = (rows // 2, cols // 2)
    layout = random_layout(rows, cols, mines, seed=seed, free=[start, *near(start, rows, cols)])
    draw = random.Random(seed + 1)
    goal = share * (rows * cols - mines)
    revealed: set[Cell] = set()
    edge = [start]  # safe cells beside a revealed one, some of them revealed since
    while edge and len(revealed) < goal:
        i = draw.randrange(len(edge))
        edge[i], edge[-1] = edge[-1], edge[i]
        opening = [edge.pop()]
        while opening:
            cell = opening.pop()
            if cell in revealed:
                continue
            revealed.add(cell)
            fresh = [other for other in near(cell, rows, cols) if other not in revealed and other not in layout]
            (edge if clue(cell, layout, rows, cols) else opening).extend(fresh)
    return seen(layout, revealed, rows, cols)


def lattice(rows: int, cols: int, *, seed: int, density: float = 0.2) -> tuple[Rows, int]:
    """Clues at the odd rows and columns of a random layout, all else hidden; with its number of mines.

    No two clues touch and almost every hidden cell beside one is shared, so the frontier is as wide as the board.
    Enumeration cannot finish such boards, and the cost of elimination grows with the width.
    """
    clues = {(r, c) for r in range(1, rows, 2) for c in range(1, cols, 2)}
    mines = round(density * rows * cols)
    layout = random_layout(rows, cols, mines, seed=seed, free=clues)
    return seen(layout, clues, rows, cols), mines


def mirrored(rows: Rows) -> Rows:
    """Left and right exchanged."""
    return [row[::-1] for row in rows]


def turned(rows: Rows) -> Rows:
    """Rows and columns exchanged; with `mirrored` this gives all eight symmetries."""
    return [list(column) for column in zip(*rows, strict=True)]
