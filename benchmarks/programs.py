"""How well the pictures of real Minesweeper programs are read, cell by cell.

    python benchmarks/programs.py
    python benchmarks/programs.py --program sgt-mines --program xdemineur

It needs xvfb, xdotool and the programs as packages of Debian; nothing of them is kept.

Simon Tatham's Mines draws positions from save files, so each cell is known: new games, games at several points with
flags, and games that are won, with cells of 10 to 48 pixels.

The other programs are played with the mouse until a game is won. The cells that are covered then are the mines, and
the mines give the clue of every cell; what is open is known from the clicks, each of which was checked. Pictures of
the whole window during that game are then read from scratch. A board is right when every cell is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from desktop import PROGRAMS, Program, open_display, start
from numpy.typing import NDArray
from tatham import Move, count_mines, draw_game, find_program, save_game, show_cells

import sapper
from sapper.board.cell import Cell
from sapper.vision.autoplay import Autoplay
from sapper.vision.cells import Pixels
from sapper.vision.read import Reading, read_pixels

SIDES = (10, 12, 16, 20, 25, 33, 48)  # of cells, in pixels
LEVELS = ((9, 9, 10), (16, 16, 40), (16, 30, 99))
OPENED = (0, 1, 12, 60, 1000)  # cells that are opened, besides those that a zero opens
PICTURES = 12  # of one game
GAMES = 8  # that may be lost until one is won
XDEMINEUR = next(one for one in PROGRAMS if one.name == "xdemineur")
VARIANTS = (
    replace(XDEMINEUR, command=("xdemineur", "-geometry", "12x9", "-m", "14"), level="9x12/14"),
    XDEMINEUR,
    replace(XDEMINEUR, command=("xdemineur", "-geometry", "30x16", "-m", "70"), level="16x30/70"),
    *(one for one in PROGRAMS if one.name in ("gnome-mines", "kmines", "xbomb")),
)

Shown = tuple[Pixels, NDArray[np.int8]]  # a picture, and the cells that it shows


@dataclass
class Recorder(Autoplay):
    """A player that keeps what it sees."""

    kept: list[tuple[Pixels, Reading]] = field(default_factory=list)
    clicked: Cell | None = None  # the last cell

    def _reveal(self, before: Reading, cell: Cell, *, sure: bool) -> Reading | None:
        self.clicked = cell
        return super()._reveal(before, cell, sure=sure)

    def _look(self) -> Reading | None:
        reading = super()._look()
        if reading is not None and self._pixels is not None:
            self.kept.append((self._pixels, reading))
        return reading


def main() -> None:
    """Run the command line."""
    names = ["sgt-mines", *dict.fromkeys(one.name for one in VARIANTS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", choices=names, action="append", help="default: all")
    options = parser.parse_args()
    wanted = options.program or names
    print("| program | level | boards right | cells right |\n| --- | --- | ---: | ---: |", flush=True)
    with open_display():
        if "sgt-mines" in wanted and find_program() is not None:
            for level in LEVELS:
                report("sgt-mines", f"{level[0]}x{level[1]}/{level[2]}", list(draw_positions(*level)))
        for program in VARIANTS:
            if program.name not in wanted or program.path is None:
                continue
            try:
                report(program.name, program.level, play(program))
            except sapper.InputError as error:
                print(f"{program.name} {program.level}: not played, {error}", flush=True)


def draw_positions(rows: int, cols: int, mines: int) -> Iterator[Shown]:
    """Yield pictures of Simon Tatham's Mines, several positions with cells of each size."""
    rng = np.random.default_rng([rows, cols])
    for side in SIDES:
        for opened in OPENED:
            layout = np.zeros((rows, cols), bool)
            away = np.argwhere(np.ones((rows, cols)))
            away = away[away.max(axis=1) > 1]  # the first click, in the corner, opens a zero
            layout[tuple(rng.permutation(away)[:mines].T)] = True
            moves: list[Move] = []
            if opened:
                moves.append(("O", (0, 0)))
                flagged, safe = (rng.permutation(np.argwhere(part)).tolist() for part in (layout, ~layout))
                moves += [("F", (row, col)) for row, col in flagged[: int(rng.integers(0, mines))]]
                moves += [("O", (row, col)) for row, col in safe[: opened - 1]]
            yield draw_game(save_game(layout, moves), side), show_cells(layout, moves)


def play(program: Program) -> list[Shown]:
    """Return pictures of a game that was won."""
    with start(program) as (screen, window):
        player = Recorder(screen, window, mines=program.mines)
        for _ in range(GAMES):
            player.kept.clear()
            outcome = player.game()
            if outcome.result == "won" and player.kept:
                return list(choose_pictures(player.kept, player.clicked))
            if outcome.result == "stopped":
                print(f"{program.name} {program.level}: stopped, {outcome.reason}")
                break
            player.renew(program.new_game)
    return []


def choose_pictures(kept: list[tuple[Pixels, Reading]], last: Cell | None) -> Iterator[Shown]:
    """Yield some of the pictures of a game that was won by a click on a cell, with what they show."""
    layout = kept[-1][1].board.cells < 0
    if last is not None:
        layout[last] = False  # the last picture that was read may be one before this click
    for at in np.unique(np.linspace(0, len(kept) - 2, PICTURES).astype(int)).tolist():
        pixels, reading = kept[at]
        opened = reading.board.cells >= 0
        truth = np.where(opened, count_mines(layout), reading.board.cells).astype(np.int8)
        yield pixels, truth


def report(name: str, level: str, shown: list[Shown]) -> None:
    """Read the pictures and print the shares."""
    boards = cells = right = 0
    for pixels, truth in shown:
        cells += truth.size
        try:
            read = read_pixels(pixels, photo=False)[0].board.cells
        except sapper.InputError:
            continue
        if read.shape == truth.shape:
            right += int((read == truth).sum())
            boards += bool(np.array_equal(read, truth))
    print(f"| {name} | {level} | {boards} of {len(shown)} | {right} of {cells} |", flush=True)


if __name__ == "__main__":
    main()
