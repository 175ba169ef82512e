"""A direct implementation of the helper's procedure, in the order of its document: by columns, cell by cell.

`state` is a table by column and row: a clue as its number, HIDDEN, or FOUND for a cell taken for a mine.
"""

from __future__ import annotations

HIDDEN, FOUND, OUT = 64, 112, -1
MOST_CLUE = 8

Table = list[list[float]]
State = list[list[int]]

PAIRS = {
    (1, 2): (0.04, 0.21, 0.37),
    (1, 3): (0.01, 0.24, 0.68),
    (1, 4): (0.00, 0.25, 1.0),
    (2, 3): (0.09, 0.43, 0.42),
    (2, 4): (0.03, 0.47, 0.70),
    (2, 5): (0.00, 0.50, 1.0),
    (3, 4): (0.13, 0.65, 0.46),
    (3, 5): (0.09, 0.69, 0.75),
    (4, 5): (0.27, 0.79, 0.61),
}


def find_risk(state: State, mines: int, *, search: bool, overlap: bool, patterns: bool) -> Table:
    """The risk of every cell by column and row; it is defined for hidden cells only."""
    width, height = len(state), len(state[0])
    every = [(x, y) for x in range(width) for y in range(height)]

    def around(x: int, y: int) -> list[tuple[int, int]]:
        near = [(x + k, y + m) for k in (-1, 0, 1) for m in (-1, 0, 1) if (k, m) != (0, 0)]
        return [(i, j) for i, j in near if 0 <= i < width and 0 <= j < height and state[i][j] != OUT]

    def shown(x: int, y: int) -> bool:
        return 0 <= state[x][y] <= MOST_CLUE

    def share(x: int, y: int, found: int, open_cells: int) -> float:
        number = state[x][y]
        if found == number:
            return 0.0
        return 1.0 if number - found == open_cells else (number - found) / open_cells

    flags = sum(state[x][y] == FOUND for x, y in every)
    cells = sum(state[x][y] == HIDDEN for x, y in every)
    far = (mines - flags) / cells if cells else 0.0
    risk = [[far] * height for _ in range(width)]

    for x, y in every:
        if not shown(x, y):
            continue
        hidden = [cell for cell in around(x, y) if state[cell[0]][cell[1]] == HIDDEN]
        if hidden:
            r = share(x, y, sum(state[i][j] == FOUND for i, j in around(x, y)), len(hidden))
            for i, j in hidden:
                if r == 0 or risk[i][j] == 0:
                    risk[i][j] = 0.0
                elif r == 1 or risk[i][j] == 1:
                    risk[i][j] = 1.0
                else:
                    risk[i][j] = (r + risk[i][j]) / 2.0

    changed = search
    while changed:
        before, old = [column[:] for column in risk], far
        open_cells = [(x, y) for x, y in every if state[x][y] == HIDDEN and risk[x][y] not in (0, 1)]
        red = sum(state[x][y] == HIDDEN and risk[x][y] == 1 for x, y in every)
        if open_cells:
            far = (mines - flags - red) / len(open_cells)
        if far not in (0, 1):
            for x, y in every:
                if risk[x][y] == old:
                    risk[x][y] = far
        for x, y in every:
            if not shown(x, y):
                continue
            near = around(x, y)
            found = sum(state[i][j] == FOUND or (state[i][j] == HIDDEN and risk[i][j] == 1) for i, j in near)
            unknown = [(i, j) for i, j in near if state[i][j] == HIDDEN and risk[i][j] not in (0, 1)]
            if unknown:
                r = share(x, y, found, len(unknown))
                for i, j in unknown:
                    if r in (0, 1) or risk[i][j] <= r:
                        risk[i][j] = r
        changed = any(
            0 <= risk[x][y] <= 1 and int(100 * before[x][y]) != int(100 * risk[x][y])
            for x, y in every
            if state[x][y] == HIDDEN
        )

    if overlap:
        for x, y in every:
            if 0.1 < risk[x][y] < 0.9:
                clues = sum(shown(i, j) for i, j in around(x, y))
                if clues == 1:
                    risk[x][y] *= 0.9
                elif clues > 1:
                    risk[x][y] *= 1.05

    def look_up(x: int, y: int, value: float) -> None:
        if 0 <= x < width and 0 <= y < height and 0 < risk[x][y] < 1:
            risk[x][y] = value

    for x in range(1, width - 1) if patterns else ():
        for y in range(1, height - 1):
            others = [(k, m) for k in (-1, 0, 1) for m in (-1, 0, 1) if (k, m) != (0, 0)]
            uncovered = [(k, m) for k, m in others if state[x + k][y + m] != HIDDEN]
            if len(uncovered) != 1:
                continue
            k, m = uncovered[0]
            pair = PAIRS.get((state[x][y], state[x + k][y + m]))
            if pair is None or (k != 0 and m != 0):
                continue
            for across in (-1, 0, 1):
                for along, value in ((2, pair[2]), (1, pair[1]), (0, pair[1]), (-1, pair[0])):
                    look_up(x + along * k + across * abs(m), y + along * m + across * abs(k), value)
    return risk
