"""Bounds on what any player can win: `python benchmarks/ceiling.py [--layouts N] [--exact LEVEL ...]`.

Both tell the player more than the board does, so that what is left can be computed. docs/play.md has the proofs.

Two neighbouring cells, one of them a mine, are twins if all cells that are a neighbour of only one of them are mines
or beside the board. Exchanging the two changes no number that can ever be seen outside, so every player has to guess
between them. No player wins more than the mean of 1/2 to the number of such pairs, as far as they are counted here.

Rectangles that are two cells apart say nothing of each other to a player who knows all mines outside and how many
each has. No player wins more than the mean of the product of what the best play wins in each.

With --exact the means over all layouts of small levels are compared with the optimum, and with what `best` wins.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod, sqrt

import numpy as np
from numpy.typing import NDArray
from report import DOCS, markdown, replace_block

import sapper

Boards = NDArray[np.bool_]  # layouts x rows x cols: mines
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # from the first cell of a pair to the second
APART = 3  # twins that are nearer to each other are not counted: one may say something about the other
BATCH = 10_000
Z = 1.96  # standard deviations in half an interval
GAMES = 1_000  # luck-free games of `best` beside an optimum
WORLDS, NODES = 50_000, 100_000  # of a rectangle, searched exactly; more give a bound

Pair = tuple[int, int, int, int]  # row and column of both cells
Rectangle = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a bound is computed."""

    level: str
    first_click: str
    start: tuple[int, int]
    heights: tuple[int, ...]  # of rows of rectangles
    widths: tuple[int, ...]  # of columns of rectangles
    layouts: int  # at most, in which rectangles are played: one takes 3 to 25 ms


PLACES = (
    Place("expert", "zero", (3, 3), (4, 4, 4), (6, 6, 6, 6), 6_000),
    Place("expert", "safe", (0, 0), (4, 4, 4), (6, 6, 6, 6), 6_000),
    Place("intermediate", "zero", (2, 2), (4, 4, 4), (7, 7), 3_000),
    Place("beginner", "zero", (2, 2), (9,), (5, 2), 20_000),
)


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


def cut(heights: Sequence[int], widths: Sequence[int]) -> list[Rectangle]:
    """Return rectangles that are two cells apart, from the corner on."""
    rows, cols = (_spread(sizes) for sizes in (heights, widths))
    return [(down, right) for down in rows for right in cols]


def _spread(sizes: Sequence[int]) -> list[slice]:
    ends = [sum(sizes[: k + 1]) + 2 * k for k in range(len(sizes))]
    return [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]


def tell(mines: Boards, promised: Boards, rectangle: Rectangle) -> str:
    """Return the board of a player who knows all mines outside a rectangle, with the cells around it."""
    begin = [max(side.start - 1, 0) for side in rectangle]
    near = tuple(slice(first, side.stop + 1) for first, side in zip(begin, rectangle, strict=True))
    here, inside = mines[near], np.zeros_like(mines)
    inside[rectangle] = True
    hidden = (inside & ~promised)[near]
    rows, cols = here.shape
    wide = np.pad(here.astype(int), 1)
    numbers = np.sum([wide[1 + r : 1 + r + rows, 1 + c : 1 + c + cols] for r, c in neighbours(0, 0)], axis=0)
    marks = np.where(hidden, ".", np.where(here, "F", numbers.astype(str)))
    return f"mines {here.sum()}\n" + "\n".join("".join(row) for row in marks.tolist())


@lru_cache(maxsize=100_000)
def best_chance(board: str) -> float:
    """Return the chance that the best play wins, or a bound from above where the search finds no more."""
    value = sapper.win_value(sapper.Board.from_text(board), worlds=WORLDS, nodes=NODES, rollouts=0, trust_flags=True)
    if isinstance(value, sapper.Exact):
        return value.wins / value.total
    assert isinstance(value, sapper.Bound)
    return value.high


def worth_of_rectangles(mines: Boards, promised: Boards, rectangles: Sequence[Rectangle]) -> NDArray[np.float64]:
    """Return, for every layout, the chance of a player who is told everything but the mines in rectangles."""
    return np.array([prod(best_chance(tell(board, promised, one)) for one in rectangles) for board in mines])


def table(count: int, seed: int) -> str:
    """Return the bounds for each level, with their 95 % intervals."""
    lines = []
    for place in PLACES:
        level = sapper.Level.parse(place.level)
        promised = promise(level.rows, level.cols, place.first_click, place.start)
        rectangles = cut(place.heights, place.widths)

        def deal_some(most: int, level: sapper.Level = level, promised: Boards = promised) -> Iterator[Boards]:
            return deal(promised, level.mines, min(most, count), np.random.default_rng(seed))

        twins = np.concatenate([worth_of(boards, promised) for boards in deal_some(count)])
        parts = [worth_of_rectangles(boards, promised, rectangles) for boards in deal_some(place.layouts)]
        cells = [place.level, f"{place.first_click} ({place.start[0]},{place.start[1]})"]
        for values in (twins, np.concatenate(parts)):
            width = Z * float(values.std()) / sqrt(len(values))
            cells += [f"{len(values):,}", f"{values.mean() * 100:.2f} % ± {width * 100:.2f}"]
        lines.append(cells)
    return markdown(("level", "first click", "layouts", "by twins", "layouts", "by rectangles"), lines)


def exact_table(texts: Sequence[str], rule: str) -> str:
    """Return the bounds of small levels beside the optimum and what `best` wins, from their middle."""
    lines = []
    for text in texts:
        level = sapper.Level.parse(text)
        start = (level.rows // 2, level.cols // 2)
        promised = promise(level.rows, level.cols, rule, start)
        free = np.flatnonzero(~promised)
        boards = np.zeros((comb(free.size, level.mines), promised.size), np.bool_)
        for board, cells in zip(boards, itertools.combinations(free.tolist(), level.mines), strict=True):
            board[list(cells)] = True
        boards = boards.reshape(-1, *promised.shape)
        found = sapper.optimum(text, first_click=rule, start=start)
        left = (level.cols - 2) // 2
        rectangles = cut((level.rows,), (left, level.cols - 2 - left))
        best = sapper.simulate(text, games=GAMES, strategy="best", first_click=rule, start=start, luck_free=True)
        shares = (
            found.wins / found.total,
            float(worth_of_rectangles(boards, promised, rectangles).mean()),
            float(worth_of(boards, promised).mean()),
        )
        place = f"{rule} ({start[0]},{start[1]})"
        lines.append(
            (text, place, f"{found.total:,}", str(best.win_rate), *(f"{share * 100:.2f} %" for share in shares))
        )
    heads = ("level", "first click", "layouts", "`best`, luck-free", "optimal play", "by rectangles", "by twins")
    return markdown(heads, lines)


def main() -> None:
    """Print the bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layouts", type=int, default=300_000, help="of each level at most (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the layouts (default %(default)s)")
    parser.add_argument("--write-docs", action="store_true", help="also renew the table in docs/play.md")
    parser.add_argument("--exact", metavar="LEVEL", nargs="+", help="small levels: bounds beside the optimum")
    parser.add_argument("--first-click", default="none", choices=["none", "safe", "zero"], help="with --exact")
    options = parser.parse_args()
    if options.exact:
        print(exact_table(options.exact, options.first_click))
    else:
        found = table(options.layouts, options.seed)
        print(found)
        if options.write_docs:
            replace_block(DOCS / "play.md", "ceiling", found)


if __name__ == "__main__":
    main()
