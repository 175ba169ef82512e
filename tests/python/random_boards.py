"""Random boards that the engine accepts, for hypothesis."""

import numpy as np
from hypothesis import strategies as st
from oracle.boards import clue, random_layout

from sapper import Board, View

VALUES = [*range(9), *View]


def neighbours_in_play(cells, row, col):
    """Count the neighbours of a cell that are in play, one by one."""
    around = cells[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
    return int((around != View.VOID).sum()) - (cells[row, col] != View.VOID)


@st.composite
def boards(draw, max_rows=6, max_cols=60):
    """A board of any views, its clues cut to their number of neighbours."""
    rows, cols = draw(st.integers(1, max_rows)), draw(st.integers(1, max_cols))
    # Few kinds of cells at a time, so that long runs of hidden cells occur too.
    kinds = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=5))
    flat = draw(st.lists(st.sampled_from(kinds), min_size=rows * cols, max_size=rows * cols))
    cells = np.array(flat, dtype=np.int8).reshape(rows, cols)
    for row, col in np.argwhere(cells > 0):
        cells[row, col] = min(cells[row, col], neighbours_in_play(cells, row, col))
    if draw(st.booleans()):
        return Board.from_rows(cells, density=draw(st.floats(1e-12, 1 - 1e-12)))
    known = int((cells == View.MINE).sum())
    room = int(((cells < 0) & (cells != View.VOID)).sum())
    return Board.from_rows(cells, mines=draw(st.integers(known, room)))


def random_rows(rng):
    """A small board with random safe cells revealed, as no game would leave it, and its number of mines."""
    rows, cols = rng.randint(2, 6), rng.randint(3, 7)
    mines = rng.randint(rows * cols // 6, rows * cols // 2)
    layout = random_layout(rows, cols, mines, seed=rng.random())
    share = rng.uniform(0.3, 0.8)
    return [
        [
            clue((r, c), layout, rows, cols) if (r, c) not in layout and rng.random() < share else -1
            for c in range(cols)
        ]
        for r in range(rows)
    ], mines
