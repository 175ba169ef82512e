"""The lock of a run's folder: one process plays at a time. A process that ends, killed or not, releases it.

The system ties the lock to an open file and releases it when the process ends. The file itself stays.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, hold(Path(folder)) as alone:
...     alone
True
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper.errors import RunError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["LOCK", "hold"]

LOCK = "lock"  # name of the file


@contextmanager
def hold(folder: Path) -> Iterator[bool]:
    """Hold the lock of an existing folder. Yields whether the lock keeps other processes out.

    It does not on file systems without locks, as on some clusters. There, only one process may play the run at a
    time.

    Raises:
        RunError: another process or thread holds it.
        OSError: the folder cannot be written.
    """
    with open(folder / LOCK, "ab") as stream:
        try:
            _lock(stream.fileno())
            alone = True
        except BlockingIOError:
            raise RunError(f"{str(folder)!r} is being played by another process or thread") from None
        except OSError:
            alone = False
        try:
            yield alone
        finally:
            if alone:
                _unlock(stream.fileno())


if sys.platform == "win32":

    def _lock(number: int) -> None:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error

    def _unlock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_UNLCK, 1)

else:

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_UN)
