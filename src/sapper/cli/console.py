"""The console of commands that print tables: wide where there is no terminal, and silent after a broken pipe.

>>> open_console().width >= 20
True
"""

from __future__ import annotations

from rich.console import Console

__all__ = ["QuietConsole", "open_console"]

_WIDTH = 120  # columns, without a terminal


class QuietConsole(Console):
    """A console that raises on a broken pipe; rich would exit with code 1."""

    def on_broken_pipe(self) -> None:
        """Raise the error that rich would turn into exit code 1."""
        raise BrokenPipeError


def open_console() -> QuietConsole:
    """A console on standard output that colours nothing by itself."""
    console = QuietConsole(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, _WIDTH)
    return console
