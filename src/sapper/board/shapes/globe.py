"""Globes: an icosahedron whose faces are cut into small triangles, blown up to a sphere.

With T small triangles a face, T = a*a + a*b + b*b for whole a and b, the cells are the 20 T triangles, or the
10 T + 2 hexagons around their corners, twelve of which are pentagons.

>>> from sapper.board.shapes.globe import Globe
>>> Globe(32).hexagonal, Globe(80).hexagonal
(True, False)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice, product
from math import sqrt
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote, whole_number
from sapper.board.shapes.kind import Kind, Pairs, Point, verified
from sapper.errors import InputError, LimitError

__all__ = ["Globe"]

_GOLDEN = (1 + 5**0.5) / 2
_MOST_CELLS = 100_000  # a larger globe takes minutes to make
_DIGITS = 6  # two points are the same if their coordinates agree so far
_NEAR = 1.3  # steps of the lattice: neighbours lie within 1, all others beyond 1.6


@dataclass(frozen=True)
class Globe(Kind):
    """A globe of so many cells, numbered from pole to pole: 10 T + 2 hexagons and pentagons, or 20 T triangles."""

    word: ClassVar[str] = "globe"
    sizes_form: ClassVar[str] = "CELLS"
    cells: int

    def __post_init__(self) -> None:
        """Check that there is a globe of so many cells."""
        cells = whole_number(self.cells, "cells", least=1)
        object.__setattr__(self, "cells", cells)
        if cells > min(_engine.MAX_CELLS, _MOST_CELLS):
            raise LimitError(f"a globe of {quote(cells)} cells is larger than the limit of {_MOST_CELLS} cells")
        if _steps(cells) is None:
            # Nearest first: the whole range takes seconds.
            around = (size for away in count(1) for size in (cells - away, cells + away) if size >= 12)
            near = islice((size for size in around if _steps(size)), 4)
            listed = ", ".join(map(str, sorted(near)))
            raise InputError(
                f"there is no globe of {cells} cells: it has 10 T + 2 hexagons and pentagons or 20 T triangles with "
                f"T = a*a + a*b + b*b, such as {listed}"
            )

    @property
    def hexagonal(self) -> bool:
        """Whether the cells are hexagons and pentagons; else they are triangles."""
        return self.cells % 10 == 2

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cells."""
        return (self.cells,)

    @property
    def sides(self) -> tuple[int, ...]:
        """One side: the cells from pole to pole."""
        return (self.cells,)

    def pairs(self) -> Pairs:
        """Hexagons that share a side, or triangles that share a side or a corner."""
        points, faces = _mesh(self.cells)
        if self.hexagonal:
            found = {pair for face in faces for pair in product(face, repeat=2) if pair[0] != pair[1]}
            return np.array(sorted(found))
        around = _faces_around(faces, len(points))
        found = {pair for group in around for pair in product(group, repeat=2) if pair[0] != pair[1]}
        return np.array(sorted(found))

    def outlines(self) -> list[list[Point]]:
        """Polygons on the unit sphere: corners of the triangles, or the middles of those around a hexagon."""
        points, faces = _mesh(self.cells)
        if not self.hexagonal:
            return [[tuple(points[corner].tolist()) for corner in face] for face in faces]
        middles = np.array([points[list(face)].mean(axis=0) for face in faces])
        middles /= np.linalg.norm(middles, axis=1, keepdims=True)
        around = _faces_around(faces, len(points))
        return [_in_circle(points[cell], middles[group]) for cell, group in enumerate(around)]

    def symmetries(self) -> Iterator[list[int]]:
        """The turns of an icosahedron, and its mirrors where the globe is not twisted."""
        yield from verified(self, self._images())

    def _images(self) -> Iterator[NDArray[np.int64]]:
        points, faces = _mesh(self.cells)
        middles = points if self.hexagonal else np.array([points[list(face)].mean(axis=0) for face in faces])
        numbers = {_key(middle): number for number, middle in enumerate(middles)}
        for turn in _turns():
            image = [numbers.get(_key(middle), -1) for middle in middles @ turn]
            yield np.array(image)


def _steps(cells: int) -> tuple[int, int] | None:
    """The steps (a, b) of a globe of so many cells, a >= b, the straightest first; None if there is none."""
    kind, rest = (10, 2) if cells % 10 == 2 else (20, 0)
    if cells % kind != rest:
        return None
    triangles = cells // kind
    for b in range(int(triangles**0.5) + 1):
        for a in range(b, int(triangles**0.5) + 1):
            if a * a + a * b + b * b == triangles and a > 0:
                return a, b
    return None


def _icosahedron() -> tuple[NDArray[np.float64], list[tuple[int, int, int]]]:
    """Its twelve corners, one of them at the top, and its faces, each turning the same way seen from outside."""
    corners = np.array(
        [
            point
            for one, other in product((-1.0, 1.0), (-_GOLDEN, _GOLDEN))
            for point in ((0.0, one, other), (one, other, 0.0), (other, 0.0, one))
        ]
    )
    corners /= np.linalg.norm(corners[0])
    # Turned around the x axis so that the corner (0, 1, golden) comes to the top.
    cosine, sine = _GOLDEN / (1 + _GOLDEN**2) ** 0.5, 1 / (1 + _GOLDEN**2) ** 0.5
    corners = corners @ np.array([[1, 0, 0], [0, cosine, sine], [0, -sine, cosine]])
    near = corners @ corners.T > 0.4  # neighbours have a scalar product of 1 / sqrt(5)
    faces = []
    for i in range(12):
        for j in range(i + 1, 12):
            for k in range(j + 1, 12):
                if near[i, j] and near[j, k] and near[i, k]:
                    outward = np.linalg.det(corners[[i, j, k]]) > 0
                    faces.append((i, j, k) if outward else (i, k, j))
    return corners, faces


def _key(point: NDArray[np.float64]) -> tuple[int, ...]:
    return tuple(round(float(value) * 10**_DIGITS) for value in point)


@lru_cache(maxsize=8)
def _mesh(cells: int) -> tuple[NDArray[np.float64], list[tuple[int, int, int]]]:
    """The corners of the small triangles on the unit sphere, and the triangles, both from the top down."""
    steps = _steps(cells)
    assert steps is not None  # checked when the kind was made
    flat = _lattice(*steps)
    points = flat / np.linalg.norm(flat, axis=1, keepdims=True)
    order = sorted(range(len(points)), key=lambda k: _from_the_top(points[k]))
    points, flat = points[order], flat[order]
    faces = _small_triangles(flat, _edge_length(*steps))
    faces.sort(key=lambda face: _from_the_top(points[list(face)].mean(axis=0)))
    return points, faces


def _from_the_top(point: NDArray[np.float64]) -> tuple[float, float]:
    """A key that sorts from the top down and, at the same height, around; it needs no trigonometry."""
    x, y, z = (round(float(value), _DIGITS) for value in point)
    wide = abs(x) + abs(y)
    if wide == 0:
        return -z, 0.0
    return -z, round(1 - x / wide if y >= 0 else 3 + x / wide, _DIGITS)


def _edge_length(a: int, b: int) -> float:
    """The side of a small triangle before it is blown up."""
    corners, faces = _icosahedron()
    side = float(np.linalg.norm(corners[faces[0][0]] - corners[faces[0][1]]))
    return side / sqrt(a * a + a * b + b * b)


def _lattice(a: int, b: int) -> NDArray[np.float64]:
    """The points of a triangular lattice on every face of an icosahedron, each once.

    The corners of a face are (0, 0), (a, b) and that turned by 60 degrees, (-b, a + b), in steps of the lattice.
    """
    corners, faces = _icosahedron()
    size = a * a + a * b + b * b
    shares = []
    for i in range(-b, a + 1):
        for j in range(a + b + 1):
            # (i, j) = (second * (a, b) + third * (-b, a + b)) / size
            second, third = i * (a + b) + j * b, j * a - i * b
            if second >= 0 and third >= 0 and second + third <= size:
                shares.append((size - second - third, second, third))
    weights = np.array(shares) / size
    found: dict[tuple[int, ...], NDArray[np.float64]] = {}
    for face in faces:
        for point in weights @ corners[list(face)]:
            found.setdefault(_key(point), point)
    return np.array(list(found.values()))


def _small_triangles(flat: NDArray[np.float64], edge: float) -> list[tuple[int, int, int]]:
    """The triples of points that are one step apart from each other, each turning the same way seen from outside."""
    boxes: dict[tuple[int, ...], list[int]] = defaultdict(list)
    reach = _NEAR * edge
    places = np.floor(flat / reach).astype(int)
    for number, place in enumerate(places.tolist()):
        boxes[tuple(place)].append(number)
    near: list[set[int]] = []
    for number, (x, y, z) in enumerate(places.tolist()):
        around = [
            other for dx, dy, dz in product((-1, 0, 1), repeat=3) for other in boxes.get((x + dx, y + dy, z + dz), ())
        ]
        apart = np.linalg.norm(flat[around] - flat[number], axis=1)
        near.append({other for other, far in zip(around, apart.tolist(), strict=True) if 0 < far < reach})
    faces = []
    for i, beside in enumerate(near):
        for j in beside:
            for k in beside & near[j]:
                if i < j < k:
                    outward = np.linalg.det(flat[[i, j, k]]) > 0
                    faces.append((i, j, k) if outward else (i, k, j))
    return faces


def _faces_around(faces: list[tuple[int, int, int]], count: int) -> list[list[int]]:
    """The triangles at every corner."""
    around: list[list[int]] = [[] for _ in range(count)]
    for number, face in enumerate(faces):
        for corner in face:
            around[corner].append(number)
    return around


def _in_circle(middle: NDArray[np.float64], corners: NDArray[np.float64]) -> list[Point]:
    """Corners in the order around their middle, counterclockwise seen from outside."""
    first = corners[0] - middle * (corners[0] @ middle)
    first /= np.linalg.norm(first)
    second = np.cross(middle, first)
    turned = np.arctan2(corners @ second, corners @ first)
    return [tuple(corner) for corner in corners[np.argsort(turned)].tolist()]


def _turns() -> Iterator[NDArray[np.float64]]:
    """The 60 turns of an icosahedron and the 60 mirrors, the identity first."""
    corners, faces = _icosahedron()
    start = corners[list(faces[0])]
    ordered = [face[k:] + face[:k] for face in faces for k in range(3)]
    inverse = np.linalg.inv(start)
    for face in ordered:
        yield inverse @ corners[list(face)]
    for face in ordered:
        yield inverse @ corners[list(face[::-1])]
