"""The progress bar of commands that play. It is drawn on standard error if that is a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

from sapper.cli.options import spell_time

__all__ = ["show_progress"]

# Characters of the bar. Where the line is too long, texts are left out or cut before the bar is.
_LEAST, _MOST = 8, 24
# Columns of the terminal from which on there is room for the time left, for the result instead, and for everything.
_ROOM_FOR_TIME, _ROOM_FOR_RESULT, _ROOM_FOR_ALL = 60, 76, 100


class _Line(TextColumn):
    """A text that is cut where the line is too long, and never wrapped."""

    def render(self, task: Task) -> Text:
        """Return the text of a task."""
        text = super().render(task)
        text.no_wrap, text.overflow = True, "ellipsis"
        return text


@contextmanager
def show_progress(noun: str, *, quiet: bool = False) -> Iterator[Callable[[int, int, int, str], None]]:
    """Draw a bar and yield the function that moves it: (done, wanted, done before this call, result so far).

    It shows the number done, the speed, the result so far and the time left.
    """
    console = Console(stderr=True)
    width = min(max(console.width // 5, _LEAST), _MOST)
    columns: list[ProgressColumn] = [
        _Line(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {noun}"),
        BarColumn(width, table_column=Column(width=width)),
    ]
    if console.width >= _ROOM_FOR_RESULT:
        columns.append(_Line("{task.fields[known]}"))
    if console.width >= _ROOM_FOR_ALL:
        columns += [_Line("{task.fields[speed]}"), TimeElapsedColumn()]
    if console.width >= _ROOM_FOR_ALL or _ROOM_FOR_TIME <= console.width < _ROOM_FOR_RESULT:
        columns.append(_Line("{task.fields[left]}"))
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
