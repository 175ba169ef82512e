"""The files that commands write: what is there stays, unless the user says otherwise.

>>> import tempfile
>>> with tempfile.NamedTemporaryFile() as there:
...     keep(there.name, force=True)
...     keep(f"{there.name}.csv", None, force=False)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from sapper.errors import InputError

__all__ = ["ForceOption", "keep"]

ForceOption = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def keep(*files: Path | str | None, force: bool) -> None:
    """Raise InputError if one of these files exists, unless `force` is set.

    Call it before the work whose results the files will hold. Pipes and terminals are no files that could be lost.
    """
    for file in files:
        if file is not None and not force and os.path.isfile(file):
            raise InputError(f"{str(file)!r} exists; --force replaces it")
