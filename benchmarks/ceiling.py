"""A bound on what any player can win: `python benchmarks/ceiling.py [--layouts N] [--exact LEVEL]`.

Two neighbouring cells, one of them a mine, are twins if all cells that are a neighbour of only one of them are mines
or beside the board. Exchanging the two changes no number that can ever be seen outside, so every player has to guess
between them. docs/play.md has the proof that no player wins more than the mean of 1/2 to the number of such pairs, as
far as they are counted here. With --exact the mean over all layouts of a small level is compared with the optimum.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray
from report import DOCS, markdown, replace_block

import sapper

Boards = NDArray[np.bool_]  # layouts x rows x cols: mines
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # from the first cell of a pair to the second
APART = 3  # twins that are nearer to each other are not counted: one may say something about the other
BATCH = 10_000
LEVELS = (("expert", "zero", (3, 3)), ("expert", "safe", (0, 0)), ("intermediate", "zero", (2, 2)))
Z = 1.96  # standard deviations in half an interval

Pair = tuple[int, int, int, int]  # row and column of both cells


def neighbours(row: int, col: int) -> set[tuple[int, int]]:
    """Return the cells around a cell, on the board or not."""
    return {(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(row, col)}


def find_twins(mines: Boards) -> list[list[Pair]]:
    """Return the twins of every layout."""
    count, rows, cols = mines.shape
    closed = np.pad(mines, ((0, 0), (2, 2), (2, 2)), constant_values=True)  # no cell beside the board shows a number
    found: list[list[Pair]] = [[] for _ in range(count)]
    for down, right in STEPS:
        first = (slice(0, rows - down), slice(max(0, -right), cols - max(0, right)))
        others = (neighbours(0, 0) ^ neighbours(down, right)) - {(0, 0), (down, right)}

        def shifted(step: tuple[int, int], first: tuple[slice, slice] = first) -> Boards:
            row, col = (slice(s.start + 2 + d, s.stop + 2 + d) for s, d in zip(first, step, strict=True))
            return np.asarray(closed[:, row, col])

        twins = shifted((0, 0)) ^ shifted((down, right))
        for step in others:
            twins &= shifted(step)
        for layout, row, place in np.argwhere(twins).tolist():
            col = place + first[1].start
            found[layout].append((row, col, row + down, col + right))
    return found


def is_apart(pair: Pair, other: Pair) -> bool:
    """Whether all cells of two pairs are more than `APART` steps from each other."""
    return all(max(abs(pair[k] - other[m]), abs(pair[k + 1] - other[m + 1])) > APART for k in (0, 2) for m in (0, 2))


def find_forced(mines: Boards, promised: Boards) -> list[list[Pair]]:
    """Return the twins between which every player has to guess, for every layout.

    A pair counts if no other twins are near it, neither in the layout nor after exchanging the pair. Then exchanging
    any of the pairs that count leaves the same pairs. `promised` has the cells that the first click promises to be
    safe.
    """
    lonely: list[tuple[int, Pair]] = []
    for layout, pairs in enumerate(find_twins(mines)):
        for pair in pairs:
            if promised[pair[:2]] or promised[pair[2:]]:
                continue
            if all(other is pair or is_apart(pair, other) for other in pairs):
                lonely.append((layout, pair))
    forced: list[list[Pair]] = [[] for _ in mines]
    exchanged = mines[[layout for layout, _ in lonely]]
    for board, (_, pair) in zip(exchanged, lonely, strict=True):
        exchange(board, pair)
    for (layout, pair), pairs in zip(lonely, find_twins(exchanged), strict=True):
        if all(other == pair or is_apart(pair, other) for other in pairs):
            forced[layout].append(pair)
    return forced


def exchange(board: Boards, pair: Pair) -> None:
    """Move the mine of a pair to its other cell."""
    board[pair[:2]], board[pair[2:]] = board[pair[2:]], board[pair[:2]]


def worth_of(mines: Boards, promised: Boards) -> NDArray[np.float64]:
    """Return, for every layout, the chance of a player who is told everything but the guesses between twins."""
    return np.array([0.5 ** len(pairs) for pairs in find_forced(mines, promised)])


def promise(rows: int, cols: int, rule: str, start: tuple[int, int]) -> Boards:
    """Return the cells without a mine under a first-click rule."""
    safe = np.zeros((rows, cols), np.bool_)
    if rule != "none":
        safe[start] = True
    if rule == "zero":
        for row, col in neighbours(*start):
            if 0 <= row < rows and 0 <= col < cols:
                safe[row, col] = True
    return safe


def deal(promised: Boards, mines: int, count: int, dice: np.random.Generator) -> Iterator[Boards]:
    """Yield layouts, all equally likely, in batches."""
    free = np.flatnonzero(~promised)
    for begin in range(0, count, BATCH):
        size = min(BATCH, count - begin)
        chosen = np.argpartition(dice.random((size, free.size)), mines, 1)[:, :mines]
        boards = np.zeros((size, promised.size), np.bool_)
        np.put_along_axis(boards, free[chosen], True, 1)
        yield boards.reshape(size, *promised.shape)


def table(count: int, seed: int) -> str:
    """Return the bound for each level, with its 95 % interval."""
    lines = []
    for name, rule, start in LEVELS:
        level, dice = sapper.Level.parse(name), np.random.default_rng(seed)
        promised = promise(level.rows, level.cols, rule, start)
        values = np.concatenate([worth_of(boards, promised) for boards in deal(promised, level.mines, count, dice)])
        width = Z * float(values.std()) / sqrt(count)
        bound = f"{values.mean() * 100:.2f} % ± {width * 100:.2f}"
        shown = f"{rule} ({start[0]},{start[1]})"
        lines.append((name, shown, f"{count:,}", f"{np.mean(values < 1) * 100:.1f} %", bound))
    return markdown(("level", "first click", "layouts", "with a forced guess", "no player wins more than"), lines)


def print_exact(text: str, rule: str) -> None:
    """Print the bound of a small level beside the optimum, from its middle."""
    level = sapper.Level.parse(text)
    start = (level.rows // 2, level.cols // 2)
    promised = promise(level.rows, level.cols, rule, start)
    free = np.flatnonzero(~promised)
    boards = np.zeros((comb(free.size, level.mines), promised.size), np.bool_)
    for board, cells in zip(boards, itertools.combinations(free.tolist(), level.mines), strict=True):
        board[list(cells)] = True
    best = sapper.optimum(text, first_click=rule, start=start)
    bound, won = float(worth_of(boards.reshape(-1, *promised.shape), promised).mean()), best.wins / best.total
    print(f"{text}, {rule} {start}: no player wins more than {bound:.4f}, optimal play wins {won:.4f}")


def main() -> None:
    """Print the bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layouts", type=int, default=200_000, help="of each level (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the layouts (default %(default)s)")
    parser.add_argument("--write-docs", action="store_true", help="also renew the table in docs/play.md")
    parser.add_argument("--exact", metavar="LEVEL", help="a small level: its bound beside the optimum")
    parser.add_argument("--first-click", default="none", choices=["none", "safe", "zero"], help="with --exact")
    options = parser.parse_args()
    if options.exact:
        print_exact(options.exact, options.first_click)
    else:
        found = table(options.layouts, options.seed)
        print(found)
        if options.write_docs:
            replace_block(DOCS / "play.md", "ceiling", found)


if __name__ == "__main__":
    main()
