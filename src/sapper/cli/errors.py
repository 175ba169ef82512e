"""How a command ends: bad input prints one line on standard error, a broken pipe prints nothing.

>>> from sapper.cli.errors import reporting
>>> with reporting():
...     print("a command")
a command
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar

import typer

from sapper.errors import SapperError

__all__ = ["OPTIONS", "STOPPED", "report_os_error", "reporting", "say_options"]

STOPPED = 130  # exit code after Ctrl-C
_BAD_INPUT = 2
_FAILED_WRITES = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EBADF)

# The options of the command that runs, by the name of their parameter; the group sets them when it finds the command.
OPTIONS: ContextVar[Mapping[str, str]] = ContextVar("OPTIONS")

# A quoted text, or a name with or without a value; braces hold a mapping.
_NAME = re.compile(
    r"'[^'\n]*'|\"[^\"\n]*\"|(?<![\w.-])(?P<name>[a-z][a-z_]*)(?:=(?P<value>\{[^}]*\}|'[^']*'|[\w.]+))?(?!\w)"
)


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
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        raise typer.Exit(STOPPED) from None
    except SapperError as error:
        _report(say_options(str(error)))
        raise typer.Exit(_BAD_INPUT) from None
    except OSError as error:
        raise typer.Exit(report_os_error(error)) from None


def report_os_error(error: OSError) -> int:
    """Print what failed, with the name of its file, and return the exit code: 0 for a pipe that its reader closed."""
    _silence_output()
    if isinstance(error, BrokenPipeError):
        return 0
    _report(_describe(error))
    return _BAD_INPUT


def say_options(message: str) -> str:
    """Return a message of the package as the command line says it: keyword arguments become options of the command.

    A value given as `mines=10` becomes `--mines 10`, and a name that begins the message or has an underscore becomes
    the name of its option. Nothing changes in quoted texts, which are the user's own.
    """
    options = OPTIONS.get({})

    def rewrite(found: re.Match[str]) -> str:
        name, value = found["name"], found["value"]
        if name is None or name not in options:
            return found[0]
        if value is not None:
            return f"{options[name]} {_say_value(value)}"
        return options[name] if found.start() == 0 or "_" in name else found[0]

    return _NAME.sub(rewrite, message)


def _say_value(value: str) -> str:
    """Return a value as a user types it: a mapping as CODE=MEANING."""
    if not value.startswith("{"):
        return value.strip("'")
    code, _, meaning = value[1:-1].partition(": ")
    sign = code[1:-1] if code.startswith("'") else code
    return f"{sign.strip() or 'blank'}={meaning.strip(chr(39))}"


def _report(message: str) -> None:
    line = " ".join(message.splitlines())  # a file may have a line end in its name
    typer.echo(f"sapper: error: {line}", err=True)


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"standard output: {reason}" if error.errno in _FAILED_WRITES else reason
    return f"{error.filename!r}: {reason}"


def _silence_output() -> None:
    """Discard pending output, because the interpreter would fail to flush it at exit."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
