"""Collects the pieces of a run into shards and writes them to its folder during play.

Pieces come in, in the order of their games. A shard is written when it is full, when a minute has passed since the
last write, or at the end. A separate thread writes, so that play does not wait for it.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sapper.run.columns import join_tables
from sapper.run.folder import RunFolder

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ShardWriter"]

_KEEP_SECONDS = 60.0  # seconds between writes: the most play that is lost when the machine fails


class ShardWriter:
    """Writes the shards of a folder. A context manager that saves the finished games on every exit."""

    def __init__(self, folder: RunFolder) -> None:
        """Write into `folder`."""
        self._folder = folder
        self._number = -1  # of the shard being gathered
        self._pieces: list[pyarrow.Table] = []
        self._kept = time.monotonic()
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._writing: Future[None] | None = None

    def add(self, piece: pyarrow.Table) -> None:
        """Add the next games; a piece lies in one shard."""
        first = piece["game"][0].as_py()
        number = self._folder.shard_of(first)
        if number != self._number:
            self._flush()
            begun = first > number * self._folder.shard + 1
            self._number = number
            self._pieces = [self._folder.read(number)] if begun else []
        self._pieces.append(piece)
        full = piece["game"][-1].as_py() == (number + 1) * self._folder.shard
        if full or time.monotonic() - self._kept > _KEEP_SECONDS:
            self._flush()
        if full:
            self._number, self._pieces = -1, []

    def __enter__(self) -> Self:
        """Return the writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the remaining games, also after Ctrl-C and errors."""
        try:
            self._flush()
            self._wait()
        finally:
            self._thread.shutdown()

    def _flush(self) -> None:
        if not self._pieces:
            return
        self._wait()  # at most one shard waits, which bounds memory
        self._pieces = [join_tables(self._pieces)]
        self._writing = self._thread.submit(self._folder.write, self._number, self._pieces[0])
        self._kept = time.monotonic()

    def _wait(self) -> None:
        if self._writing is not None:
            self._writing.result()
            self._writing = None
