"""Any symmetric graph as a shape, from lists of neighbours or from a file of JSON.

The file has an object with "neighbours", and "names" and "points" where there are any, in the order of the cells.

>>> from sapper.board.shapes.graph import make_graph
>>> graph = make_graph({"a": ["b"], "b": ["a", "c"], "c": ["b"]})
>>> graph.names(), graph.pairs().tolist()
(['a', 'b', 'c'], [[0, 1], [1, 0], [1, 2], [2, 1]])
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, isfinite, pi, sin
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sapper import _engine
from sapper.base.number import quote
from sapper.board.shapes.kind import Kind, Pairs, Point
from sapper.errors import InputError, LimitError

__all__ = ["Graph", "make_graph", "parse_graph"]

_KEYS = ("neighbours", "names", "points")
_MOST_BYTES = 1 << 27
_CORNERS = 8  # of the outline of a cell
_MOST_SYMMETRIES, _MOST_TRIES = 1000, 100_000


@dataclass(frozen=True)
class Graph(Kind):
    """A graph by its lists of neighbours; compared by content."""

    word: ClassVar[str] = "graph"
    sizes_form: ClassVar[str] = "FILE"
    lists: tuple[tuple[int, ...], ...]
    labels: tuple[Hashable, ...] | None
    points: tuple[Point, ...] | None
    source: str | None = field(default=None, compare=False)  # the file it was read from

    def __hash__(self) -> int:
        """Equal graphs hash alike; large ones are not read in full."""
        return hash((len(self.lists), self.lists[:8], self.lists[-1]))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cells."""
        return (len(self.lists),)

    @property
    def sides(self) -> tuple[int, ...]:
        """One side: the cells in order."""
        return (len(self.lists),)

    @property
    def text(self) -> str:
        """The file it was read from, or else the graph itself as JSON.

        Raises:
            InputError: a label that JSON cannot write.
        """
        if self.source is not None:
            return f"graph:{self.source}"
        told: dict[str, object] = {"neighbours": self.lists}
        if self.labels is not None:
            told["names"] = self.labels
        if self.points is not None:
            told["points"] = self.points
        try:
            return "graph:" + json.dumps(told, separators=(",", ":")).replace(" ", "\\u0020")
        except TypeError:
            raise InputError("the graph cannot be written: some of its names are neither texts nor numbers") from None

    def pairs(self) -> Pairs:
        """What the lists say."""
        found = [(cell, other) for cell, beside in enumerate(self.lists) for other in beside]
        return np.array(found, np.int64).reshape(-1, 2)

    def names(self) -> list[Any] | None:
        """The labels; None if there are none and cells are numbers."""
        return None if self.labels is None else list(self.labels)

    def outlines(self) -> list[list[Point]]:
        """Small polygons around the points, which lie on a circle unless they were given."""
        points = self.points or _circle(len(self.lists))
        reach = _reach(points)
        if len(points[0]) == 3:
            return [[point] for point in points]
        ring = _circle(_CORNERS)
        return [[(x + reach * dx, y + reach * dy) for dx, dy in ring] for x, y in points]

    def symmetries(self) -> Iterator[list[int]]:
        """Permutations found by trying, the identity first; the identity alone if there are too many."""
        found = _automorphisms(self.lists)
        yield from found or [list(range(len(self.lists)))]


def make_graph(neighbours: object, names: object = None, points: object = None, source: str | None = None) -> Graph:
    """The graph of lists of neighbours.

    `neighbours` maps the name of every cell to the names of its neighbours, or lists for cell 0, 1, ... the numbers
    of its neighbours; `names` then gives the cells names. `points` says where cells lie: (x, y), or (x, y, z).

    Raises:
        InputError: a neighbour that is unknown, listed twice, the cell itself, or does not list the cell back; names
            that are not different; points that are not as many as cells.
        LimitError: more cells or neighbours than the engine allows.
    """
    labels: tuple[Hashable, ...] | None
    if isinstance(neighbours, Mapping):
        if names is not None:
            raise InputError(
                "a mapping of neighbours has the names of the cells as its keys: give no names beside it"
            )
        labels, rows = tuple(neighbours), list(neighbours.values())
        numbers = {label: number for number, label in enumerate(labels)}
    else:
        rows = _listed(neighbours, "neighbours")
        labels = None if names is None else _read_names(names, len(rows))
        numbers = {number: number for number in range(len(rows))}
    if not rows:
        raise InputError("a shape needs at least one cell")
    if len(rows) > _engine.MAX_CELLS:
        raise LimitError(f"a graph of {len(rows)} cells is larger than the limit of {_engine.MAX_CELLS} cells")
    shown = labels if labels is not None else tuple(range(len(rows)))
    lists = tuple(_read_row(shown[cell], row, numbers) for cell, row in enumerate(rows))
    _check(lists, shown)
    return Graph(lists, labels, None if points is None else _read_points(points, len(lists)), source)


def parse_graph(told: str) -> Graph:
    """The graph that follows `graph:` in a text: JSON, or the name of a file that holds it.

    Raises:
        InputError: a file that cannot be read, or no graph.
        LimitError: more cells or neighbours than the engine allows.
    """
    source = None if told.lstrip().startswith("{") else told
    content = told if source is None else _read_file(source)
    try:
        entries = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"graph {quote(told)} is no JSON: {error}") from None
    if not isinstance(entries, dict) or "neighbours" not in entries or any(key not in _KEYS for key in entries):
        raise InputError(f'graph {quote(told)} must be an object with "neighbours" and at most "names", "points"')
    names = entries.get("names")
    if isinstance(names, list):
        names = [_frozen(name) for name in names]
    return make_graph(entries["neighbours"], names, entries.get("points"), source)


def _read_file(name: str) -> str:
    try:
        path = Path(name)
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"graph file {quote(name)} is larger than {_MOST_BYTES} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"cannot read the graph file {quote(name)}: {reason}") from None


def _frozen(name: object) -> object:
    return tuple(map(_frozen, name)) if isinstance(name, list) else name


def _listed(value: object, what: str) -> list[Any]:
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{what} must be a list, not {quote(value)}")
    return list(value)


def _read_names(names: object, count: int) -> tuple[Hashable, ...]:
    listed = tuple(_listed(names, "names"))
    try:
        different = len(set(listed))
    except TypeError:
        raise InputError("names of cells must be hashable, as texts, numbers and tuples are") from None
    if len(listed) != count:
        raise InputError(f"{count} cells got {len(listed)} names")
    if different != count:
        twice = next(name for name in listed if listed.count(name) > 1)
        raise InputError(f"two cells have the name {quote(twice)}")
    return listed


def _read_row(cell: object, row: object, numbers: Mapping[Any, int]) -> tuple[int, ...]:
    found = []
    for name in _listed(row, f"the neighbours of {quote(cell)}"):
        try:
            number = None if isinstance(name, bool) else numbers.get(name)
        except TypeError:  # it cannot be hashed
            number = None
        if number is None:
            raise InputError(f"cell {quote(cell)} lists the unknown neighbour {quote(name)}")
        found.append(number)
    return tuple(sorted(found))


def _check(lists: Sequence[tuple[int, ...]], names: Sequence[object]) -> None:
    sets = [frozenset(beside) for beside in lists]
    for cell, beside in enumerate(lists):
        name = quote(names[cell])
        if len(sets[cell]) != len(beside):
            twice = next(other for other in beside if beside.count(other) > 1)
            raise InputError(f"cell {name} lists the neighbour {quote(names[twice])} twice")
        if cell in sets[cell]:
            raise InputError(f"cell {name} is its own neighbour")
        if len(beside) > _engine.MAX_NEIGHBOURS:
            raise LimitError(f"cell {name} has {len(beside)} neighbours; the limit is {_engine.MAX_NEIGHBOURS}")
        for other in beside:
            if cell not in sets[other]:
                raise InputError(f"cell {name} lists {quote(names[other])}, which does not list it back")


def _read_points(points: object, count: int) -> tuple[Point, ...]:
    listed = _listed(points, "points")
    if len(listed) != count:
        raise InputError(f"{count} cells got {len(listed)} points")
    found = []
    for point in listed:
        try:
            found.append(tuple(float(value) for value in point))
        except (TypeError, ValueError):
            raise InputError(f"a point is two or three numbers, not {quote(point)}") from None
        if len(found[-1]) not in (2, 3) or len(found[-1]) != len(found[0]) or not all(map(isfinite, found[-1])):
            raise InputError(f"points are all of two or all of three finite numbers, unlike {quote(point)}")
    return tuple(found)


def _circle(count: int) -> list[Point]:
    return [(sin(2 * pi * k / count), -cos(2 * pi * k / count)) for k in range(count)]


def _reach(points: Sequence[Point]) -> float:
    """Two fifths of the shortest distance between two of the points."""
    places = np.array(points)
    if len(places) == 1:
        return 0.4
    # The closest pair lies close along a line through the points, so only near ones in that order are compared.
    places = places[np.lexsort(places.T[::-1])]
    least = np.inf
    for apart in range(1, min(len(places), 64)):
        least = min(least, float(np.linalg.norm(places[apart:] - places[:-apart], axis=1).min()))
    return 0.4 * least if least > 0 else 0.4


def _automorphisms(lists: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """All permutations that keep neighbours neighbours, the identity first; none if they take too long to find."""
    sets = [frozenset(beside) for beside in lists]
    colours = _colours(lists)
    order = sorted(range(len(lists)), key=lambda cell: -len(lists[cell]))
    order = _connected_order(lists, order)
    image: dict[int, int] = {}
    used: set[int] = set()
    found: list[list[int]] = []
    tries = 0

    def extend(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            found.append([image[cell] for cell in range(len(order))])
            return len(found) <= _MOST_SYMMETRIES
        cell = order[at]
        for target in range(len(order)):
            if target in used or colours[target] != colours[cell]:
                continue
            tries += 1
            if tries > _MOST_TRIES:
                return False
            placed = order[:at]
            if any((other in sets[cell]) != (image[other] in sets[target]) for other in placed):
                continue
            image[cell] = target
            used.add(target)
            going = extend(at + 1)
            del image[cell]
            used.remove(target)
            if not going:
                return False
        return True

    if len(lists) > 256 or not extend(0):
        return []
    identity = list(range(len(lists)))
    return [identity, *(one for one in found if one != identity)]


def _colours(lists: Sequence[tuple[int, ...]]) -> list[int]:
    """Numbers that are the same for cells which may be exchanged: refined by the neighbours until nothing changes."""
    colours = [len(beside) for beside in lists]
    for _ in range(len(lists)):
        told = [
            (colours[cell], tuple(sorted(colours[other] for other in beside))) for cell, beside in enumerate(lists)
        ]
        numbers = {one: number for number, one in enumerate(sorted(set(told)))}
        refined = [numbers[one] for one in told]
        if len(set(refined)) == len(set(colours)):
            return refined
        colours = refined
    return colours


def _connected_order(lists: Sequence[tuple[int, ...]], order: Sequence[int]) -> list[int]:
    """The cells so that each lies beside an earlier one where that is possible."""
    out: list[int] = []
    seen: set[int] = set()
    for start in order:
        queue = [] if start in seen else [start]
        seen.add(start)
        for cell in queue:
            out.append(cell)
            fresh = [other for other in lists[cell] if other not in seen]
            seen.update(fresh)
            queue.extend(fresh)
    return out
