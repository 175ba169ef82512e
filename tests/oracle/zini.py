"""3BV, islands and every kind of ZiNi straight from their definitions: premiums are counted anew before every step.

Layouts are sets of (row, col) mines on squares.

>>> regions = Ground(1, 4, {(0, 3)})
>>> regions.bbbv, regions.openings, regions.islands
(1, 1, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.oracle.boards import near

__all__ = ["Ground", "Play", "eight_way", "greedy", "online", "ptt_run", "random_runs", "replay"]

Cell = tuple[int, int]


class Ground:
    """What every safe cell shows, and the regions."""

    def __init__(self, rows: int, cols: int, mines: Iterable[Cell]) -> None:
        self.rows, self.cols, self.mines = rows, cols, set(mines)
        self.cells = [(row, col) for row in range(rows) for col in range(cols)]
        self.safe = [cell for cell in self.cells if cell not in self.mines]
        self.number = {cell: sum(other in self.mines for other in self.near(cell)) for cell in self.safe}
        self.zeros = {cell for cell in self.safe if self.number[cell] == 0}
        self.singles = {c for c in self.safe if c not in self.zeros and not self.zeros & set(self.near(c))}
        self.regions = self._connected(self.zeros)
        self.openings = len(self.regions)
        self.islands = len(self._connected(self.singles))
        self.bbbv = self.openings + len(self.singles)

    def near(self, cell: Cell) -> list[Cell]:
        return near(cell, self.rows, self.cols)

    def bordered(self, cell: Cell) -> list[set[Cell]]:
        """The openings a cell borders."""
        return [region for region in self.regions if region & set(self.near(cell))]

    def _connected(self, cells: set[Cell]) -> list[set[Cell]]:
        left, found = set(cells), []
        while left:
            region, edge = set(), [left.pop()]
            while edge:
                cell = edge.pop()
                region.add(cell)
                beside = set(self.near(cell)) & left
                left -= beside
                edge += beside
            found.append(region)
        return found


class Play:
    """A layout partly cleared."""

    def __init__(self, ground: Ground, opened: Iterable[Cell] = (), flagged: Iterable[Cell] = ()) -> None:
        self.ground, self.open, self.flagged = ground, set(opened), set(flagged)

    def copy(self) -> Play:
        return Play(self.ground, self.open, self.flagged)

    @property
    def done(self) -> bool:
        return len(self.open) == len(self.ground.safe)

    def reveal(self, cell: Cell) -> None:
        edge = [cell]
        while edge:
            one = edge.pop()
            if one in self.open or one in self.flagged:
                continue
            assert one not in self.ground.mines
            self.open.add(one)
            if one in self.ground.zeros:
                edge += self.ground.near(one)

    def chord(self, cell: Cell) -> None:
        assert cell in self.open
        assert self.ground.number[cell] == sum(other in self.flagged for other in self.ground.near(cell))
        for other in self.ground.near(cell):
            self.reveal(other)

    def solve(self, cell: Cell) -> int:
        clicks = 0
        if cell not in self.open:
            self.reveal(cell)
            clicks += 1
        for other in self.ground.near(cell):
            if other in self.ground.mines and other not in self.flagged:
                self.flagged.add(other)
                clicks += 1
        self.chord(cell)
        return clicks + 1

    def premium(self, cell: Cell) -> int:
        ground = self.ground
        if cell in ground.mines or cell in ground.zeros:
            return -100
        block = [cell, *ground.near(cell)]
        singles = sum(one in ground.singles and one not in self.open for one in block)
        openings = sum(not region & self.open for region in ground.bordered(cell))
        mines = sum(one in ground.mines and one not in self.flagged for one in block)
        return singles + openings - mines - (cell not in self.open) - 1


Choose = Callable[[Play, list[Cell]], Cell]


def _clear(ground: Ground, *, human: bool, choose: Choose, premium: Callable[[Play, Cell], int], zeros: bool) -> int:
    """Clicks of the greedy rule; `zeros` says whether zeros are revealed before singles."""
    play, clicks = Play(ground), 0
    if human:
        for region in ground.regions:
            play.reveal(min(region))
            clicks += 1
    while not play.done:
        able = [cell for cell in ground.safe if cell in play.open or not human]
        best = max((premium(play, cell) for cell in able), default=-1)
        if best >= 0:
            clicks += play.solve(choose(play, [cell for cell in able if premium(play, cell) == best]))
            continue
        left = [c for c in ground.safe if c not in play.open and (c in ground.zeros or c in ground.singles)]
        if zeros and any(cell in ground.zeros for cell in left):
            left = [cell for cell in left if cell in ground.zeros]
        play.reveal(choose(play, left) if not zeros else min(left, key=_by_column))
        clicks += 1
    return clicks


def _by_column(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def greedy(ground: Ground, *, human: bool = False, order: Callable[[Cell], tuple[int, int]] = _by_column) -> int:
    """G-ZiNi or H-ZiNi."""
    return _clear(
        ground, human=human, choose=lambda _, cells: min(cells, key=order), premium=Play.premium, zeros=False
    )


def eight_way(ground: Ground) -> int:
    """The fewest of eight orders."""
    return min(
        greedy(ground, order=lambda c, x=x, y=y, turn=turn: (y * c[0], x * c[1])[:: -1 if turn else 1])
        for x in (1, -1)
        for y in (1, -1)
        for turn in (False, True)
    )


def random_runs(ground: Ground, draw: Callable[[list[Cell]], Cell]) -> int:
    """One run of R-ZiNi."""
    return _clear(ground, human=False, choose=lambda _, cells: draw(cells), premium=Play.premium, zeros=False)


def online(ground: Ground, *, human: bool = False, corrected: bool = False) -> int:
    """ZiNi of minesweeper.online."""

    def premium(play: Play, cell: Cell) -> int:
        beside = cell in ground.number and cell not in ground.singles and cell not in ground.zeros
        return play.premium(cell) - (beside and not human and not corrected)

    def choose(play: Play, cells: list[Cell]) -> Cell:
        scores = {}
        for cell in sorted(cells, key=_by_column):
            after = play.copy()
            after.solve(cell)
            able = [premium(after, one) for one in ground.safe if one in after.open or not human]
            best = max(able)
            scores[cell] = 1000 * best + able.count(best) if best >= 0 else 0
        return max(scores, key=scores.__getitem__)  # the first of the highest

    return _clear(ground, human=human, choose=choose, premium=premium, zeros=True)


def ptt_run(ground: Ground, draw: Callable[[list[Cell]], Cell], *, sight: int) -> int:
    """One run of PTT ZiNi; a sight of 1 and 2 looks one and two solves ahead, and 3 wide."""
    play, clicks = Play(ground), 0
    while not play.done:
        scores = {cell: _ptt_premium(play, cell, sight) for cell in ground.safe if cell not in ground.zeros}
        best = max((score for score in scores.values() if score is not None), default=-1)
        if best < 0:
            play.reveal(draw([c for c in ground.zeros | ground.singles if c not in play.open]))
            clicks += 1
            continue
        cell = draw([cell for cell, score in scores.items() if score == best])
        if cell in play.open:
            clicks += play.solve(cell)
            continue
        helper = _ptt_helper(play, cell)
        zeros = ground.zeros & set(ground.near(cell))
        if helper is not None:
            clicks += play.solve(helper)
        elif zeros:
            play.reveal(min(zeros))
            clicks += 1
        else:
            clicks += play.solve(cell)
    return clicks


def _ptt_premium(play: Play, cell: Cell, sight: int) -> int | None:
    ground = play.ground
    premium = play.premium(cell)
    around = ground.near(cell)
    reveals = any(one not in ground.mines and one not in play.open for one in around)
    flags = any(one in ground.mines and one not in play.flagged for one in around)
    if premium <= 0 and not (reveals and (flags or cell not in play.open)):
        return None
    if sight == 1 or (sight == 2 and premium <= 0):
        return premium
    block = {cell, *around}
    reach = block | {two for one in around for two in ground.near(one)} if sight == 3 else block
    opened = [region for region in ground.bordered(cell) if not region & play.open]
    most, alone = 0, None
    for second in reach - {cell} - ground.mines - ground.zeros:
        left = {second, *ground.near(second)} - block
        after = -1 if second in block or second in play.open else -2
        after += sum(one in ground.singles and one not in play.open for one in left)
        after -= sum(one in ground.mines and one not in play.flagged for one in left)
        after += sum(not region & play.open and region not in opened for region in ground.bordered(second))
        if after > most:
            most, alone = after, [play.premium(second)]
        elif alone is not None and after == most:
            alone.append(play.premium(second))
    if alone is not None and max(alone) > premium:
        return None
    return premium + most


def _ptt_helper(play: Play, cell: Cell) -> Cell | None:
    ground = play.ground
    gains = {}
    for helper in set(ground.near(cell)) & play.open - ground.zeros:
        left = set(ground.near(helper)) - {cell, *ground.near(cell)} - play.open - play.flagged
        singles = sum(one in ground.singles for one in left)
        if singles > len(left & ground.mines):
            gains[helper] = (singles - len(left & ground.mines), len(left - ground.mines))
    return max(sorted(gains), key=gains.__getitem__) if gains else None


def replay(ground: Ground, clicks: Iterable[tuple[str, Cell]]) -> bool:
    """Whether these clicks are legal, each of use, and win."""
    play = Play(ground)
    for kind, cell in clicks:
        assert not play.done
        if kind == "reveal":
            assert cell not in play.open
            play.reveal(cell)
        elif kind == "flag":
            assert cell in ground.mines
            assert cell not in play.flagged
            play.flagged.add(cell)
        else:
            before = len(play.open)
            play.chord(cell)
            assert len(play.open) > before
    return play.done
