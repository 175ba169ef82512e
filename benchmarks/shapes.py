"""Shapes: speed per hidden cell against squares, boxes of four dimensions within a limit, and certain moves.

`python benchmarks/shapes.py` analyses positions of games on every shape and prints microseconds per hidden cell and
their ratio to squares of the same density; then the time of boxes of 4x4x4x4, and how many raise `LimitError`.
`--games 200000` also plays that many games a shape and counts lost games without a guess, of which there are none.
"""

from __future__ import annotations

import argparse
import statistics
import time
from contextlib import suppress

import sapper

DENSITY = 0.16
SHAPES = ("16x30", "hex:16x30", "tri:16x30", "torus:16x30", "cylinder:16x30", "cube:9", "globe:482", "box:8x8x8")
BOX = "box:4x4x4x4/20"
BOX_STATES = 20_000  # of one analysis of a box; more are refused, so that none takes long


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
                analysis = sapper.analyze(game.board, max_states=BOX_STATES)
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


def seconds_each(boards: list[sapper.Board], repeats: int) -> list[float]:
    """The least time of the analysis of each board; a refused board counts with the time of its refusal."""
    found = []
    for board in boards:
        times = []
        for _ in range(repeats):
            begin = time.perf_counter()
            with suppress(sapper.LimitError):
                sapper.analyze(board, max_states=BOX_STATES)
            times.append(time.perf_counter() - begin)
        found.append(min(times))
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=30, help="games whose positions are analysed, a shape")
    parser.add_argument("--games", type=int, default=0, help="games played a shape, to count certain moves that lose")
    options = parser.parse_args()
    squares = None
    for name in SHAPES:
        shape = sapper.Shape.parse(name)
        boards = positions(sapper.Level.of(shape, round(DENSITY * len(shape))), options.boards)
        hidden = sum(len(board.hidden_cells) for board in boards)
        each = 1e6 * sum(seconds_each(boards, 5)) / max(hidden, 1)
        squares = squares or each
        print(f"{name:16} {len(boards):4} boards {each:8.3f} us a hidden cell {each / squares:6.2f} times squares")
    boards = positions(sapper.Level.parse(BOX), options.boards)
    times = sorted(seconds_each(boards, 3))
    refused = 0
    for board in boards:
        try:
            sapper.analyze(board, max_states=BOX_STATES)
        except sapper.LimitError:
            refused += 1
    middle, high = statistics.median(times), times[min(len(times) - 1, int(0.99 * len(times)))]
    print(f"{BOX}: {len(boards)} boards, median {1e3 * middle:.2f} ms, p99 {1e3 * high:.2f} ms, {refused} refused")
    for name in SHAPES if options.games else ():
        level = sapper.Level.of(name, round(DENSITY * len(sapper.Shape.parse(name))))
        run = sapper.simulate(level, games=options.games, seed=1, strategy="safest", first_click="safe")
        table = run.table
        wrong = sum(
            not won and guesses == 0
            for won, guesses in zip(table["won"].to_pylist(), table["guesses"].to_pylist(), strict=True)
        )
        print(f"{name:16} {options.games} games, {run.wins} won, {wrong} lost without a guess", flush=True)


if __name__ == "__main__":
    main()
