"""Shapes: speed per hidden cell against squares, and boxes of four dimensions within a limit.

`python benchmarks/shapes.py` analyses positions of games on every shape and prints microseconds of processor time per
hidden cell and their ratio to squares of the same density. Then it analyses every position of games of `safest` on
boxes and prints the median and the 99th percentile of the processor time, and how many boards raise `LimitError`;
their time counts, too.
"""

from __future__ import annotations

import argparse
import time

import sapper
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk

DENSITY = 0.16
SHAPES = ("16x30", "hex:16x30", "tri:16x30", "torus:16x30", "cylinder:16x30", "cube:9", "globe:482", "box:8x8x8")
BOXES = ("box:4x4x4x4/20", "box:5x5x5x5/40", "box:6x6x6/20", "box:8x8x8/60", "box:8x8x8/82")


def positions(level: sapper.Level, games: int) -> list[sapper.Board]:
    """Boards where the safe cells of a game run out, and after every fourth guess from there on."""
    found = []
    for seed in sapper.game_seeds(1, games):
        layout = sapper.Layout.from_seed(level, seed=seed, first_click="safe")
        game, mines = sapper.Game(layout), set(layout.mines)
        assert layout.start is not None
        game.reveal(layout.start)
        for step in range(12):
            try:
                analysis = sapper.analyze(game.board)
            except sapper.LimitError:
                found.append(game.board)
                break
            moves = analysis.safe_cells or [cell for cell in analysis.safest_cells if cell not in mines][:1]
            for cell in moves:
                if str(game.status) == "playing":
                    game.reveal(cell)
            if str(game.status) != "playing" or not moves:
                break
            if step % 2 == 0:
                found.append(game.board)
    return found


def played_boards(level: str, games: int) -> list[sapper.Board]:
    """Every board that a game of `safest` meets."""
    found = []
    for seed in sapper.game_seeds(1, games):
        walk = Walk.play(sapper.Layout.from_seed(level, seed=seed, first_click="safe"), Strategy.parse("safest"))
        while walk.next is not None:
            found.append(walk.game.board)
            walk.forward()
    return found


def seconds_each(boards: list[sapper.Board], repeats: int) -> tuple[list[float], int]:
    """The least processor time of the analysis or refusal of each board, and how many were refused."""
    found, refused = [], 0
    for board in boards:
        times = []
        for _ in range(repeats):
            begin = time.process_time()
            try:
                sapper.analyze(board)
                wide = False
            except sapper.LimitError:
                wide = True
            times.append(time.process_time() - begin)
        refused += wide
        found.append(min(times))
    return found, refused


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=30, help="games whose positions are analysed, a shape")
    options = parser.parse_args()
    squares = None
    for name in SHAPES:
        shape = sapper.Shape.parse(name)
        boards = positions(sapper.Level.of(shape, round(DENSITY * len(shape))), options.boards)
        hidden = sum(len(board.hidden_cells) for board in boards)
        each = 1e6 * sum(seconds_each(boards, 5)[0]) / max(hidden, 1)
        squares = squares or each
        print(f"{name:16} {len(boards):4} boards {each:8.3f} us a hidden cell {each / squares:6.2f} times squares")
    for name in BOXES:
        boards = played_boards(name, options.boards)
        times, refused = seconds_each(boards, 3)
        middle, high = (1e3 * sorted(times)[int(share * len(times))] for share in (0.5, 0.99))
        print(f"{name:16} {len(boards):5} boards, median {middle:.2f} ms, p99 {high:.2f} ms, {refused} refused")


if __name__ == "__main__":
    main()
