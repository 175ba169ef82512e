"""Pieces of a run on their way into its folder: gathered into shards and written beside the play.

Pieces come in, in the order of their games; shards go out, each when it is full, when a minute has gone since the
last write, or at the end. Writing happens on a thread of its own, so that playing need not wait for it.
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

_KEEP_SECONDS = 60.0  # most that is lost when the machine fails


class ShardWriter:
    """Writes the shards of a folder; a context, which keeps what is finished however it is left."""

    def __init__(self, folder: RunFolder) -> None:
        """Write into `folder`."""
        self._folder = folder
        self._number = -1  # of the shard being gathered
        self._pieces: list[pyarrow.Table] = []
        self._kept = time.monotonic()
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._writing: Future[None] | None = None

    def add(self, piece: pyarrow.Table) -> None:
        """Take the next games; a piece lies in one shard."""
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
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what is left, after Ctrl-C and errors too."""
        try:
            self._flush()
            self._wait()
        finally:
            self._thread.shutdown()

    def _flush(self) -> None:
        if not self._pieces:
            return
        self._wait()  # at most one shard waits, so memory stays flat
        self._pieces = [join_tables(self._pieces)]
        self._writing = self._thread.submit(self._folder.write, self._number, self._pieces[0])
        self._kept = time.monotonic()

    def _wait(self) -> None:
        if self._writing is not None:
            self._writing.result()
            self._writing = None
