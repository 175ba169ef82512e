"""A kind of shape with its sizes: everything known of a shape before the engine sees it.

A kind is a frozen dataclass that registers under the word of its text, so that `parse("hex:8x8")` finds it. It lists
pairs of neighbours as numbers of cells; cells are numbered in the order of an array with its sides.

>>> from sapper.board.shapes.kind import steps_apart
>>> pairs = steps_apart((2, 3), [(0, 1), (1, 0)])
>>> pairs.tolist()
[[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote, whole_number
from sapper.errors import InputError, LimitError

__all__ = ["Kind", "Pairs", "Point", "check_count", "check_size", "place_array", "steps_apart", "verified"]

Point: TypeAlias = tuple[float, ...]  # (x, y) with y downwards, or (x, y, z) on the unit sphere
Pairs: TypeAlias = NDArray[np.int64]  # rows of two numbers of cells; both directions are listed

_MOST_PAIRS = 1 << 23  # of neighbours: they take half a gigabyte while the engine's form of a shape is made
_MOST_DIGITS = 9  # a longer number exceeds every limit


@dataclass(frozen=True)
class Kind(ABC):
    """A shape by its kind and sizes. Subclasses check their sizes when they are made."""

    word: ClassVar[str]  # before the colon of its text
    sizes_form: ClassVar[str]  # how its sizes are written, for messages
    most_around: ClassVar[int] = 8  # neighbours of a cell, at most

    @property
    @abstractmethod
    def sizes(self) -> tuple[int, ...]:
        """The numbers after the colon of its text."""

    @property
    @abstractmethod
    def sides(self) -> tuple[int, ...]:
        """The sides of an array of its cells."""

    @property
    def text(self) -> str:
        """The text that names the shape: its word and its sizes."""
        return f"{self.word}:{'x'.join(map(str, self.sizes))}"

    @property
    def cell_count(self) -> int:
        """Number of cells."""
        return prod(self.sides)

    @abstractmethod
    def pairs(self) -> Pairs:
        """All pairs of neighbours, both directions."""

    def names(self) -> list[Any] | None:
        """The names of the cells in order; None if a cell is named by its place in an array."""
        return None

    @abstractmethod
    def outlines(self) -> list[list[Point]]:
        """The corners of every cell as drawn, in order around it."""

    def symmetries(self) -> Iterator[list[int]]:
        """Permutations of the cells that keep neighbours neighbours, the identity first. Not all, but a group."""
        yield list(range(self.cell_count))

    def grid(self) -> _engine.Grid:
        """The shape as the engine holds it."""
        pairs = self.pairs()
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        first = np.searchsorted(pairs[order, 0], np.arange(self.cell_count + 1))
        names = self.names()
        numbers = None if names is None else {name: number for number, name in enumerate(names)}
        return _engine.form_grid(
            first.astype(np.uint32), pairs[order, 1].astype(np.uint32), self.sides, names, numbers, self
        )

    @classmethod
    def from_sizes(cls, sizes: Sequence[str]) -> Kind:
        """The kind with the sizes that its text spells.

        Raises:
            InputError: too many or too few numbers, or sizes that make no such shape.
            LimitError: more cells than the engine allows.
        """
        if not sizes or not all(size.isascii() and size.isdigit() for size in sizes):
            raise cls._misspelt(sizes)
        if max(map(len, sizes)) > _MOST_DIGITS:
            raise LimitError(f"{quote('x'.join(sizes))} cells are more than the limit of {_engine.MAX_CELLS}")
        try:
            return cls(*map(int, sizes))
        except TypeError:
            raise cls._misspelt(sizes) from None

    @classmethod
    def _misspelt(cls, sizes: Sequence[str]) -> InputError:
        text = f"{cls.word}:{'x'.join(sizes)}"
        return InputError(f"a shape of this kind is written {cls.word}:{cls.sizes_form}, not {quote(text)}")


def check_size(kind: Kind, names: Iterable[str], *, least: int = 1, why: str = "") -> None:
    """Check the sizes of a kind that is being made, and keep them as plain ints.

    Raises:
        InputError: a size that is no whole number, or below `least`; `why` says what it would break.
        LimitError: more cells than the engine allows.
    """
    for name in names:
        value = whole_number(getattr(kind, name), name, least=1)
        if value < least:
            raise InputError(f"{name} must be at least {least}, not {value}{why}")
        object.__setattr__(kind, name, value)
    check_count(kind, "a shape", kind.most_around)


def check_count(kind: Kind, noun: str, most_around: int) -> None:
    """Check the number of cells of a kind, and of pairs of neighbours where a cell has up to `most_around`.

    Raises:
        LimitError: more cells than the engine allows, or more pairs than fit in half a gigabyte.
    """
    cells = kind.cell_count
    if cells > _engine.MAX_CELLS:
        raise LimitError(f"{noun} of {quote(cells)} cells is larger than the limit of {_engine.MAX_CELLS} cells")
    if cells * most_around > _MOST_PAIRS:
        raise LimitError(
            f"{noun} of {cells} cells with up to {most_around} neighbours each is larger than the limit of "
            f"{_MOST_PAIRS} pairs of neighbours"
        )


def place_array(sides: Sequence[int]) -> NDArray[np.int64]:
    """The places of all cells in an array with these sides, one row a cell."""
    return np.indices(tuple(sides)).reshape(len(sides), -1).T


def steps_apart(
    sides: Sequence[int],
    steps: Iterable[Sequence[int]],
    *,
    around: Sequence[bool] | None = None,
    where: NDArray[np.bool_] | None = None,
) -> Pairs:
    """The pairs (cell, cell that lies a step further) in an array with these sides.

    `around` says which sides are closed to a ring. With `where`, only cells for which it is True are first of a pair.
    """
    places = place_array(sides)
    cells = np.arange(len(places))
    if where is not None:
        places, cells = places[where], cells[where]
    rings = np.array(around if around is not None else [False] * len(sides))
    size = np.array(sides)
    found = []
    for step in steps:
        ends = places + np.array(step)
        ends = np.where(rings, ends % size, ends)
        inside = ((ends >= 0) & (ends < size)).all(axis=1)
        found.append(np.stack([cells[inside], np.ravel_multi_index(tuple(ends[inside].T), tuple(sides))], axis=1))
    return np.concatenate(found) if found else np.zeros((0, 2), np.int64)


def verified(kind: Kind, candidates: Iterable[NDArray[np.int64]]) -> Iterator[list[int]]:
    """Those of the candidates that are permutations of the cells and keep neighbours neighbours, each once."""
    pairs = kind.pairs()
    count = kind.cell_count
    edges = np.sort(pairs[:, 0] * count + pairs[:, 1])
    seen: set[bytes] = set()
    for image in candidates:
        key = image.tobytes()
        if key in seen or not np.array_equal(np.sort(image), np.arange(count)):
            continue
        seen.add(key)
        if np.array_equal(np.sort(image[pairs[:, 0]] * count + image[pairs[:, 1]]), edges):
            yield image.tolist()
