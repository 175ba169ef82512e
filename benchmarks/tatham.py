"""Positions of Simon Tatham's Mines: written as its save files, and drawn by the program itself.

A save file has the layout and the moves, so what the picture shows is known cell by cell.

>>> import numpy as np
>>> layout = np.zeros((5, 6), bool)
>>> layout[4, 5] = True
>>> save_game(layout, [("O", (0, 0))]).splitlines()[-1]
'MOVE    :4:O0,0'
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cells import Pixels
from sapper.vision.picture import load_picture

__all__ = ["Move", "count_mines", "draw_game", "find_program", "save_game", "show_cells"]

Move = tuple[str, tuple[int, int]]  # "O" opens a cell and "F" flags it; row and column


def find_program() -> str | None:
    """Return where the program is installed, or None."""
    return shutil.which("sgt-mines", path=f"{os.environ.get('PATH', '')}:/usr/games")


def save_game(layout: NDArray[np.bool_], moves: Sequence[Move]) -> str:
    """Return the save file of a game; the first move opens a zero."""
    rows, cols = layout.shape
    bits = "".join("1" if mine else "0" for mine in layout.ravel())
    bits += "0" * (-len(bits) % 4)
    mines = "".join(f"{int(bits[at : at + 4], 2):x}" for at in range(0, len(bits), 4))
    parameters = f"{cols}x{rows}n{int(layout.sum())}"
    row, col = moves[0][1] if moves else (0, 0)
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", "Mines"),
        ("PARAMS", parameters),
        ("CPARAMS", parameters),
        ("DESC", f"{col},{row},u{mines}"),
        ("NSTATES", str(len(moves) + 1)),
        ("STATEPOS", str(len(moves) + 1)),
        *(("MOVE", f"{kind}{col},{row}") for kind, (row, col) in moves),
    ]
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields)


def show_cells(layout: NDArray[np.bool_], moves: Sequence[Move]) -> NDArray[np.int8]:
    """Return what the program shows after some moves, as the cells of a board: no move may hit a mine.

    The cell of the first move, or the corner, is open from the start. A won game has flags on all mines.
    """
    rows, cols = layout.shape
    clues = count_mines(layout)
    cells = np.full(layout.shape, -1, np.int8)
    for kind, cell in [("O", moves[0][1] if moves else (0, 0)), *moves]:
        if kind == "F":
            cells[cell] = -2
            continue
        waiting = [cell]
        while waiting:
            row, col = waiting.pop()
            if cells[row, col] != -1:
                continue
            assert not layout[row, col]
            cells[row, col] = clues[row, col]
            if not cells[row, col]:
                below, beside = min(row + 2, rows), min(col + 2, cols)
                waiting += [(y, x) for y in range(max(row - 1, 0), below) for x in range(max(col - 1, 0), beside)]
    if np.array_equal(cells < 0, layout):
        cells[layout] = -2
    return cells


def count_mines(layout: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the number of mines around each cell and in it."""
    rows, cols = layout.shape
    wide = np.pad(layout, 1).astype(np.int8)
    counts = np.sum([wide[y : y + rows, x : x + cols] for y in range(3) for x in range(3)], axis=0)
    return np.asarray(counts, np.int8)


def draw_game(save: str, side: int) -> Pixels:
    """Return the picture that the program draws of a save file, with cells of `side` pixels; it needs a display."""
    program = find_program()
    assert program is not None
    with tempfile.TemporaryDirectory() as folder:
        file, picture = Path(folder, "game"), Path(folder, "game.png")
        file.write_text(save)
        subprocess.run(
            [program, "--screenshot", str(picture), str(file)],
            env={**os.environ, "HOME": folder, "MINES_TILESIZE": str(side)},
            check=True,
            timeout=60,
            capture_output=True,
        )
        return load_picture(picture)
