"""The progress bar of commands that play. It is drawn on standard error if that is a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sapper.cli.options import spell_time

__all__ = ["show_progress"]


@contextmanager
def show_progress(noun: str, *, quiet: bool = False) -> Iterator[Callable[[int, int, int, str], None]]:
    """Draw a bar and yield the function that moves it: (done, wanted, done before this call, result so far).

    It shows the number done, the speed, the result so far and the time left.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {noun}"),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[known]}"),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    begin = time.monotonic()
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=None, visible=False, known="", speed="", left="")

        def show(done: int, wanted: int, before: int, known: str) -> None:
            speed = (done - before) / max(time.monotonic() - begin, 1e-9)
            left = f"{spell_time((wanted - done) / speed)} left" if speed > 0 else ""
            bar.update(
                task, visible=True, completed=done, total=wanted, known=known, speed=f"{speed:,.0f}/s", left=left
            )

        yield show
