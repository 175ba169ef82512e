"""Files that exist whole or not at all, even when the writing is interrupted.

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

UNFINISHED = ".writing"  # ends the name of a file that is not all there yet


@contextmanager
def writing(file: Path) -> Iterator[BinaryIO]:
    """Give a stream; what is written to it is in the file once the context is left, in place of what it held.

    Where the context is left by an error the file stays as it was. A process that is killed leaves an unfinished
    file beside it.

    Raises:
        OSError: it cannot be written.
    """
    beside = file.with_name(f"{file.name}.{token_hex(4)}{UNFINISHED}")  # a name that no other process writes to
    try:
        with open(beside, "xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # before the name tells that it is there
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
