"""Exact integers behind an analysis: the number of worlds, exact fractions, and the i-th world.

The engine gives each component's ways for each number of mines as whole numbers of any size; here they are joined
with the floating cells. The order of worlds is fixed: by the number of mines in all components together, then
component by component along a balanced tree, then group by group with few mines first, and inside a group or among
the floating cells in lexicographic order of the cells mined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
        whole = self._weight(given)
        return self._weight(asked + given) / whole if whole else None

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

    def _weight(self, statements: list[Statement]) -> Fraction:
        """Return the number of worlds that fit the statements or, with a density, their total probability."""
        part = self._solved.exact_part(statements)
        if part is None:
            return Fraction(0)
        components, floating_taken, settled, unrestricted, counts = part
        product = Polynomial(settled, (1,))
        for count in counts:
            product *= _polynomial(count)
        product *= Polynomial(0, tuple(comb(unrestricted, k) for k in range(unrestricted + 1)))
        product *= self._tree.counts_without(set(components))
        floating = len(self._floating) - floating_taken
        if self._density is None:
            return Fraction(sum(ways * others for _, ways, others in self._blocks(product, floating)))
        odds = self._density / (1 - self._density)
        # Weights are odds instead of probabilities: a safe cell weighs 1, and a free one 1 + its odds.
        weight = sum((ways * odds**n for n, ways in enumerate(product.ways, product.lo)), Fraction(0))
        return weight * (1 + odds) ** floating

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

    def counts_without(self, components: set[int]) -> Polynomial:
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
