"""How a command ends: bad input prints one line on standard error, a broken pipe prints nothing.

>>> from sapper.cli.errors import reporting
>>> with reporting():
...     print("a command")
a command
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer

from sapper.errors import SapperError

__all__ = ["STOPPED", "reporting"]

STOPPED = 130  # exit code after Ctrl-C
_BAD_INPUT = 2


@contextmanager
def reporting() -> Iterator[None]:
    """Run a command and turn its errors into exit codes.

    Raises:
        typer.Exit: code 2 after the message of a SapperError or an OSError, 130 after Ctrl-C, 0 when the reader of
            the output has closed the pipe.
    """
    try:
        yield
        sys.stdout.flush()  # here, where a failure is still reported
    except BrokenPipeError:
        _silence_output()
        raise typer.Exit(0) from None
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        raise typer.Exit(STOPPED) from None
    except SapperError as error:
        _report(str(error))
        raise typer.Exit(_BAD_INPUT) from None
    except OSError as error:
        _report(_describe(error))
        _silence_output()
        raise typer.Exit(_BAD_INPUT) from None


def _report(message: str) -> None:
    line = " ".join(message.splitlines())  # a file may have a line end in its name
    typer.echo(f"sapper: error: {line}", err=True)


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename!r}: {reason}"


def _silence_output() -> None:
    """Discard pending output, because the interpreter would fail to flush it at exit."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
