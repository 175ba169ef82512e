"""Exact integers behind an analysis: the number of worlds, exact fractions, and the i-th world.

The engine gives each component's ways for each number of mines as whole numbers of any size; here they are joined
with the floating cells. The order of worlds is fixed: by the number of mines in all components together, then
component by component along a balanced tree, then group by group with few mines first, and inside a group or among
the floating cells in lexicographic order of the cells mined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from sapper import _engine
from sapper.analysis.polynomial import ONE, Polynomial

__all__ = ["ExactCount", "Statement"]

# "Between lo and hi mines among these unknown cells", as the engine takes it.
Statement = tuple[int, int, list[int]]

# (component, mines, index) -> the unknown cells mined in that world of the component.
_ComponentCells = Callable[[int, int, int], list[int]]


class ExactCount:
    """Exact counts over the unknown cells of solved rules.

    With a known total, worlds are all placements of that many mines that keep the rules. With a density, they are
    all placements that keep the rules, and `weight` gives each its probability.
    """

    def __init__(self, solved: _engine.Solved, mines: int | None, density: float | None) -> None:
        """Count over `solved`; `mines` is the total over its unknown cells, None when only a density is known."""
        self._solved = solved
        self._mines = mines
        self._density = None if density is None else Fraction(density)
        self._settled = solved.settled_mines
        self._floating = solved.floating
        self._counts = [_polynomial(solved.exact_counts(k)) for k in range(len(solved.components()))]

    @cached_property
    def worlds(self) -> int:
        """The number of worlds."""
        return sum(ways * others for _, ways, others in self._blocks(self._tree.counts, len(self._floating)))

    def fraction(self, asked: list[Statement], given: list[Statement]) -> Fraction | None:
        """Return the exact probability of `asked` when `given` holds, or None when `given` is impossible."""
        if self._density is not None:
            return self._fraction_by_density(asked, given)
        whole = self._weight(given)
        return Fraction(self._weight(asked + given), whole) if whole else None

    def world(self, index: int) -> list[int]:
        """Return the unknown cells mined in world `index`, which must be in range(worlds)."""
        mined = list(self._solved.settled)
        for mines, ways, floating_ways in self._blocks(self._tree.counts, len(self._floating)):
            if index < ways * floating_ways:
                index, floating_index = divmod(index, floating_ways)
                mined += self._tree.cells(mines, index, self._component_cells)
                mined += self._floating_cells(mines, floating_index)
                return sorted(mined)
            index -= ways * floating_ways
        raise IndexError(index)

    @cached_property
    def _tree(self) -> _Tree:
        return _Tree.over(self._counts)

    def _blocks(self, counts: Polynomial, floating: int) -> Iterator[tuple[int, int, int]]:
        """Yield (mines in all components, ways of the components, ways of the floating cells)."""
        if self._mines is None:
            for mines, ways in enumerate(counts.ways, counts.lo):
                yield mines, ways, 1 << floating
            return
        # One more mine in the components is one less among the floating cells. Each binomial follows from the one
        # before in one step; computing it anew takes a large part of a second on a large board.
        left = self._mines - self._settled - counts.lo
        floating_ways = comb(floating, left) if left >= 0 else 0
        for mines, ways in enumerate(counts.ways, counts.lo):
            yield mines, ways, floating_ways
            left -= 1
            if left < 0:
                floating_ways = 0
            elif floating_ways:
                floating_ways = floating_ways * (left + 1) // (floating - left)
            else:
                floating_ways = comb(floating, left)

    def _weight(self, statements: list[Statement]) -> int:
        """Return the number of worlds with the known total that fit the statements."""
        part = self._part(statements)
        if part is None:
            return 0
        product = part.counts * self._tree.counts_without(part.components)
        floating = len(self._floating) - part.floating
        return sum(ways * others for _, ways, others in self._blocks(product, floating))

    def _fraction_by_density(self, asked: list[Statement], given: list[Statement]) -> Fraction | None:
        """Return what `fraction` does. Cells that no statement touches are independent of the answer and cancel."""
        assert self._density is not None
        mine, safe = self._density.numerator, self._density.denominator - self._density.numerator
        whole, both = self._part(given), self._part(asked + given)
        if whole is None:
            return None
        if both is None:
            return Fraction(0)
        # A world weighs mine^(its mines) * safe^(its safe cells). `asked` may touch more components and floating
        # cells, which `given` leaves as they are.
        free = [self._counts[k] for k in both.components - whole.components]
        floating = both.floating - whole.floating
        upper, lower = both.counts.weigh(mine, safe), 1
        mines, cells = both.counts.lo, both.counts.hi
        for counts in (whole.counts, *free):
            lower *= counts.weigh(mine, safe)
            mines, cells = mines - counts.lo, cells - counts.hi
        # What is left are powers: of `mine` for the mines that all worlds have, and of `safe` for the most they have.
        lower *= (mine + safe) ** floating
        powers = Fraction(mine) ** mines * Fraction(safe) ** (floating - cells)
        return Fraction(upper * powers.numerator, lower * powers.denominator)

    def _part(self, statements: list[Statement]) -> _Part | None:
        """Return the part that the statements touch, counted with them; None when they are impossible."""
        part = self._solved.exact_part(statements)
        if part is None:
            return None
        components, floating, settled, unrestricted, counts = part
        product = Polynomial(settled, (1,))
        for count in counts:
            product *= _polynomial(count)
        product *= Polynomial(0, tuple(comb(unrestricted, k) for k in range(unrestricted + 1)))
        return _Part(frozenset(components), floating, product)

    def _component_cells(self, component: int, mines: int, index: int) -> list[int]:
        """Return the cells mined in world `index` of a component with `mines` mines."""
        walk = _engine.ExactWalk(self._solved, component)
        state = walk.root()
        mined: list[int] = []
        for cells in walk.steps():
            for here, target, completions_bytes in walk.edges(state, mines):
                completions = int.from_bytes(completions_bytes, "little")
                ways = comb(len(cells), here) * completions
                if index < ways:
                    subset, index = divmod(index, completions)
                    mined += _subset(cells, here, subset)
                    state, mines = target, mines - here
                    break
                index -= ways
        return mined

    def _floating_cells(self, component_mines: int, index: int) -> list[int]:
        if self._mines is None:
            return [cell for k, cell in enumerate(self._floating) if index >> k & 1]
        return _subset(self._floating, self._mines - self._settled - component_mines, index)


@dataclass(frozen=True, slots=True)
class _Part:
    """Components and floating cells that statements touch."""

    components: frozenset[int]
    floating: int  # how many floating cells
    counts: Polynomial  # the ways to keep the statements in all of these cells


class _Tree:
    """A balanced tree of components; each node has the ways of all components below it."""

    def __init__(self, counts: Polynomial, component: int | None, children: tuple[_Tree, _Tree] | None) -> None:
        self.counts = counts
        self._component = component
        self._children = children
        self._members: set[int | None] = (
            {component} if children is None else children[0]._members | children[1]._members
        )

    @classmethod
    def over(cls, counts: Sequence[Polynomial]) -> _Tree:
        level = [cls(count, k, None) for k, count in enumerate(counts)]
        if not level:
            return cls(ONE, None, None)
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=False)
            joined = [cls(a.counts * b.counts, None, (a, b)) for a, b in pairs]
            level = joined + level[len(level) // 2 * 2 :]
        return level[0]

    def counts_without(self, components: frozenset[int]) -> Polynomial:
        """Count the ways of all components but these."""
        if not components & self._members:
            return self.counts
        if self._children is None:
            return ONE
        return self._children[0].counts_without(components) * self._children[1].counts_without(components)

    def cells(self, mines: int, index: int, component_cells: _ComponentCells) -> list[int]:
        """Return the cells mined in world `index` of everything below, with `mines` mines."""
        if self._children is None:
            return [] if self._component is None else component_cells(self._component, mines, index)
        left, right = self._children
        for in_left, ways in enumerate(left.counts.ways, left.counts.lo):
            other_ways = right.counts.at(mines - in_left)
            if index < ways * other_ways:
                left_index, right_index = divmod(index, other_ways)
                return left.cells(in_left, left_index, component_cells) + right.cells(
                    mines - in_left, right_index, component_cells
                )
            index -= ways * other_ways
        raise IndexError(index)


def _subset(cells: Sequence[int], size: int, index: int) -> list[int]:
    """Return the index-th subset of that size in lexicographic order."""
    chosen: list[int] = []
    left = len(cells)
    ways = comb(left, size)  # subsets of the cells from here on
    for cell in cells:
        if size == 0:
            break
        with_cell = ways * size // left
        if index < with_cell:
            chosen.append(cell)
            ways = with_cell
            size -= 1
        else:
            index -= with_cell
            ways -= with_cell
        left -= 1
    return chosen


def _polynomial(counts: tuple[int, int, bytes]) -> Polynomial:
    lo, width, numbers = counts
    ways = (int.from_bytes(numbers[at : at + width], "little") for at in range(0, len(numbers), width))
    return Polynomial(lo, tuple(ways))
