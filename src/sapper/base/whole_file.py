"""Atomic file writes: a file is complete or absent, even when the writing is interrupted.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with writing(Path(folder) / "a.txt") as stream:
...         _ = stream.write(b"all of it")
...     (Path(folder) / "a.txt").read_text()
'all of it'
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

__all__ = ["UNFINISHED", "writing"]

UNFINISHED = ".writing"  # suffix of a file that is not complete yet


@contextmanager
def writing(file: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the context exits.

    If the context exits with an error, the file stays unchanged. A killed process leaves an unfinished file beside
    it.

    Raises:
        OSError: it cannot be written.
    """
    beside = file.with_name(f"{file.name}.{token_hex(4)}{UNFINISHED}")  # a name that no other process writes to
    try:
        with open(beside, "xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # the content must be on disk before the rename
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
