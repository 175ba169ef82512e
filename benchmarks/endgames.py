"""How long exact endgames take: positions from expert games, and whole small boards.

Expert games are played from seeds: every safe cell is revealed, or the safest cell if none is safe. Where nothing is
safe and few enough worlds are left, the position is collected. `win_value` then proves the value of each on one core,
analysis included. The table gives the share that was proved within the limit. Seconds are CPU time of the process.

    python benchmarks/endgames.py              positions of a hundred for each number of worlds, about two minutes
    python benchmarks/endgames.py --quick      fewer positions
    python benchmarks/endgames.py --seed 25    positions of other games
    python benchmarks/endgames.py --optimum    whole small boards as well, about two minutes more
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from report import Row
from stopwatch import pin

import sapper

RUN_SEED = 20  # of the games; not one of those on which strategies are compared


@dataclass(frozen=True, slots=True)
class Class:
    """Positions by their number of worlds, and their target."""

    above: int  # worlds; more than this
    most: int  # worlds; at most this
    seconds: float  # the limit
    share: float  # target share of positions proved within the limit, 0 .. 1


CLASSES = (
    Class(1, 400, 0.001, 0.95),
    Class(400, 1_000, 0.01, 1.0),
    Class(1_000, 4_000, 0.1, 0.98),
    Class(4_000, 20_000, 1.0, 0.9),
)

# Rows, columns, mines, and the seconds allowed.
BOARDS = ((4, 5, 5, 1.0), (5, 5, 5, 10.0), (5, 5, 6, 120.0), (6, 6, 5, 300.0))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure exact endgames, on one core.")
    parser.add_argument("--quick", action="store_true", help="fewer positions")
    parser.add_argument("--seed", type=int, default=RUN_SEED, help=f"of the games, {RUN_SEED} if not given")
    parser.add_argument("--optimum", action="store_true", help="whole small boards as well")
    options = parser.parse_args()
    pin()
    for row in endgames(20 if options.quick else 100, options.seed):
        print_row(row)
    if options.optimum:
        for row in optima():
            print_row(row)


def print_row(row: Row) -> None:
    print(f"{row.verdict:5}{row.name:46}{row.measured:>12}  {row.target:10} {row.note}", flush=True)


def endgames(positions: int, seed: int = RUN_SEED) -> Iterator[Row]:
    """The share of positions proved in time, for every class."""
    found = collect(positions, seed)
    for one in CLASSES:
        seconds, proved = [], 0
        for board in found[one]:
            begin = time.process_time()
            value = sapper.win_value(board, worlds=one.most, nodes=10**7)
            seconds.append(time.process_time() - begin)
            proved += isinstance(value, sapper.Exact) and seconds[-1] <= one.seconds
        name = f"endgames of {one.above:,} to {one.most:,} worlds in {one.seconds * 1e3:g} ms"
        note = f"%; median {statistics.median(seconds) * 1e3:.3g} ms, longest {max(seconds) * 1e3:.3g} ms"
        yield Row(name, 100 * proved / len(seconds), "", least=100 * one.share, note=note)


def optima() -> Iterator[Row]:
    """Seconds for whole boards, from every start cell."""
    for rows, cols, mines, limit in BOARDS:
        begin = time.process_time()
        found = sapper.optimum((rows, cols, mines))
        seconds = time.process_time() - begin
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        note = f"{found.wins:,} of {found.total:,}; {peak:.2f} GiB so far"
        yield Row(f"optimum {found.level}", seconds, "s", most=limit, note=note)


def collect(positions: int, seed: int) -> dict[Class, list[sapper.Board]]:
    """Collect `positions` positions of every class, from as many games as needed."""
    found: dict[Class, list[sapper.Board]] = defaultdict(list)
    game = 0
    while any(len(found[one]) < positions for one in CLASSES):
        game += 1
        for board, worlds in guesses(seed, game):
            for one in CLASSES:
                if one.above < worlds <= one.most and len(found[one]) < positions:
                    found[one].append(board)
    return found


def guesses(run_seed: int, number: int) -> Iterator[tuple[sapper.Board, int]]:
    """The positions of one game in which nothing is safe, with their numbers of worlds."""
    (seed,) = sapper.game_seeds(run_seed, 1, first=number)
    layout = sapper.Layout.from_seed("expert", seed=seed)
    game = sapper.Game(layout)
    assert layout.start is not None
    game.reveal(layout.start)
    while game.status is sapper.Status.PLAYING:
        board = game.board
        analysis = sapper.analyze(board)
        if not analysis.safe_cells:
            yield board, analysis.worlds
        for cell in analysis.safe_cells or analysis.safest_cells[:1]:
            if game.board[cell] < 0:
                game.reveal(cell)


if __name__ == "__main__":
    main()
