"""Where the data of a user is stored: games and scores of the web app, games and statistics of the terminal.

>>> from unittest import mock
>>> with mock.patch.dict(os.environ, {"XDG_DATA_HOME": "/data"}):
...     data_folder().as_posix()
'/data/sapper'
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """Return the folder of the user's data: `$XDG_DATA_HOME/sapper`, by default `~/.local/share/sapper`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "sapper"
