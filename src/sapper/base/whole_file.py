"""Atomic file writes: a file is complete or absent, even when the writing is interrupted.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with writing(Path(folder) / "a.txt") as stream:
...         _ = stream.write(b"all of it")
...     (Path(folder) / "a.txt").read_text()
'all of it'
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TextIO

__all__ = ["UNFINISHED", "naming_file", "write_whole", "writing", "writing_text"]

UNFINISHED = ".writing"  # suffix of a file that is not complete yet


@contextmanager
def naming_file(file: Path) -> Iterator[None]:
    """Let an OSError tell the file that is written: that of a full disk names none."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = os.fspath(file)
        raise


@contextmanager
def writing(file: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the context exits.

    If the context exits with an error, the file stays unchanged. A killed process leaves an unfinished file beside
    it. A link stays a link. A pipe or a terminal is not replaced: it gets the content at once.

    Raises:
        OSError: it cannot be written.
    """
    if os.path.exists(file) and not os.path.isfile(file):
        with naming_file(file), open(file, "wb") as stream:
            yield stream
        return
    file = Path(os.path.realpath(file))
    beside = file.with_name(f"{file.name}.{token_hex(4)}{UNFINISHED}")  # a name that no other process writes to
    try:
        with naming_file(file), open(beside, "xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())  # the content must be on disk before the rename
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def writing_text(file: Path) -> Iterator[TextIO]:
    """Yield a stream for text as `writing` does; line ends are written as they are.

    Raises:
        OSError: it cannot be written.
    """
    with writing(file) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        yield text
        text.detach()  # writes what is left; the stream stays open


def write_whole(file: Path, text: str) -> None:
    """Write a text into a file, in place of what it held.

    Raises:
        OSError: it cannot be written.
    """
    with writing_text(file) as stream:
        stream.write(text)
