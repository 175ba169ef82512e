"""A table of local patterns: how often the open cell of each window was safe, and the mean exact chance.

A `PatternTable` is made by `sapper.reference.pattern_learning`, saved as one Parquet file, and played by the strategy
`patterns`. A row of the file is one open cell of one pattern, as in `sapper.reference.pattern_windows`:

    window     pair, 3x3 or 5x5
    pattern    its cells, rows separated by slashes
    row, col   of the open cell in the window, from 0
    seen       how often that was met
    safe       how often the cell was safe
    expected   the sum of its exact chances of being safe
    squares    the sum of their squares

The metadata key `sapper.patterns` holds a JSON object: format version, source, games, positions, least.

>>> table = PatternTable({"3x3": {91990999904: Count(8, 3, 4.0, 2.0)}}, {"games": 8})
>>> count = table.windows["3x3"][91990999904]
>>> count.rate.value, count.exact, count.spread
(0.375, 0.5, 0.0)
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from sapper.base.extras import arrow, parquet
from sapper.base.number import quote
from sapper.base.whole_file import writing
from sapper.errors import InputError
from sapper.reference.pattern_windows import SHAPES, write_pattern
from sapper.run.interval import Rate

__all__ = ["Count", "PatternTable"]

_VERSION = 1
_METADATA = b"sapper.patterns"
_COLUMNS = ("window", "pattern", "row", "col", "seen", "safe", "expected", "squares")


@dataclass(frozen=True, slots=True)
class Count:
    """The counts of one open cell of one pattern."""

    seen: int  # times it was met
    safe: int  # times the cell was safe
    expected: float  # sum of the exact chances that it is safe
    squares: float  # sum of their squares

    @property
    def rate(self) -> Rate:
        """How often the cell was safe, with its 95 % interval."""
        return Rate(self.safe, self.seen)

    @property
    def exact(self) -> float:
        """The mean of the exact chances that it is safe."""
        return self.expected / self.seen

    @property
    def spread(self) -> float:
        """Their standard deviation: how much the chance depends on the rest of the board."""
        return math.sqrt(max(self.squares / self.seen - self.exact**2, 0.0))


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Counts by kind of window and key."""

    windows: dict[str, dict[int, Count]]
    about: dict[str, Any]  # where they come from: source, games, positions, least

    def overall(self, kind: str) -> float:
        """How often open cells of a kind of window were safe; one half where there are none."""
        counts = self.windows.get(kind, {}).values()
        seen = sum(count.seen for count in counts)
        return sum(count.safe for count in counts) / seen if seen else 0.5

    def save(self, path: str | PathLike[str]) -> None:
        """Write the table to a file, replacing its content.

        Raises:
            MissingError: pyarrow is not installed.
            OSError: it cannot be written.
        """
        columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
        for kind, counts in self.windows.items():
            width = SHAPES[kind][1]
            for key, count in sorted(counts.items()):
                row, col = divmod(key % 100, width)
                values = (
                    kind,
                    write_pattern(kind, key),
                    row,
                    col,
                    count.seen,
                    count.safe,
                    count.expected,
                    count.squares,
                )
                for name, value in zip(_COLUMNS, values, strict=True):
                    columns[name].append(value)
        about = json.dumps({"version": _VERSION, **self.about})
        text, small, whole, real = arrow.string(), arrow.int8(), arrow.int64(), arrow.float64()
        types = (text, text, small, small, whole, whole, real, real)
        schema = arrow.schema(list(zip(_COLUMNS, types, strict=True)), {_METADATA: about.encode()})
        with writing(Path(path)) as stream:
            parquet.write_table(arrow.table(columns, schema), stream, compression="zstd")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> PatternTable:
        """Return the table in a file.

        Raises:
            InputError: it cannot be read, or is not a table of patterns.
            MissingError: pyarrow is not installed.
        """
        try:
            with open(path, "rb") as stream:
                # Without threads: one of Arrow's that holds the stream when Python ends can abort the process.
                rows = parquet.ParquetFile(stream, pre_buffer=False).read(use_threads=False)
        except OSError as error:
            raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
        except (ValueError, arrow.ArrowException) as error:
            raise InputError(f"{str(path)!r} is no table of patterns: {error}") from error
        saved = (rows.schema.metadata or {}).get(_METADATA)
        if saved is None:
            raise InputError(f"{str(path)!r} is no table of patterns: its metadata lacks {_METADATA.decode()!r}")
        try:
            about = json.loads(saved)
            version = about.pop("version")
            windows = _read_windows(rows.select(_COLUMNS).to_pydict()) if version == _VERSION else {}
        except (InputError, LookupError, TypeError, ValueError) as error:
            raise InputError(f"{str(path)!r} is no table of patterns: {error}") from error
        if version != _VERSION:
            raise InputError(f"{str(path)!r} is a table of patterns of version {version!r}, not {_VERSION}")
        return cls(windows, about)


def _read_windows(columns: dict[str, list[Any]]) -> dict[str, dict[int, Count]]:
    windows: dict[str, dict[int, Count]] = {kind: {} for kind in SHAPES}
    for kind, pattern, row, col, *counts in zip(*columns.values(), strict=True):
        if kind not in SHAPES:
            raise InputError(f"there is no window {quote(kind)}")
        count = Count(*counts)
        if not 0 <= count.safe <= count.seen or count.seen == 0:
            raise InputError(f"{count.safe} of {count.seen} cells cannot be safe")
        windows[kind][_digits(kind, pattern, row, col)] = count
    return windows


def _digits(kind: str, pattern: str, row: int, col: int) -> int:
    """Return the key of a pattern from its saved text."""
    rows, cols = SHAPES[kind]
    digits = pattern.replace("/", "").replace(".", "0").replace("#", "9")
    if len(digits) != rows * cols or not digits.isdecimal():
        raise InputError(f"{quote(pattern)} is no pattern of {rows}x{cols} cells")
    return int(digits) * 100 + row * cols + col
