"""The least number of clicks by brute force: all positions of a game, breadth first."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["least_clicks"]


def least_clicks(neighbours: Sequence[Sequence[int]], mines: frozenset[int], *, any_flag: bool = False) -> int:
    """Return the fewest left clicks, flags and chords that reveal every safe cell.

    With `any_flag` every hidden cell may get a flag and lose it, as in the game; otherwise only mines get one, which
    has far fewer positions.
    """
    cells = range(len(neighbours))
    shows = [sum(other in mines for other in neighbours[cell]) for cell in cells]
    goal = sum(1 << cell for cell in cells if cell not in mines)

    def reveal(opened: int, flags: int, cell: int) -> int:
        waiting = [cell]
        while waiting:
            one = waiting.pop()
            if (opened | flags) >> one & 1:
                continue
            opened |= 1 << one
            if shows[one] == 0:
                waiting += neighbours[one]
        return opened

    def moves(opened: int, flags: int) -> list[tuple[int, int]]:
        after = []
        for cell in cells:
            if opened >> cell & 1:
                flagged = [other for other in neighbours[cell] if flags >> other & 1]
                if len(flagged) == shows[cell] and set(flagged) >= mines.intersection(neighbours[cell]):
                    now = opened
                    for other in neighbours[cell]:
                        now = reveal(now, flags, other)
                    after.append((now, flags))
                continue
            if any_flag or (cell in mines and not flags >> cell & 1):
                after.append((opened, flags ^ 1 << cell))
            if cell not in mines and not flags >> cell & 1:
                after.append((reveal(opened, flags, cell), flags))
        return after

    clicks, layer, seen = 0, {(0, 0)}, {(0, 0)}
    while not any(opened == goal for opened, _ in layer):
        layer = {after for one in layer for after in moves(*one)} - seen
        seen |= layer
        clicks += 1
    return clicks
