"""`sapper watch`: follows the board in a window and shows its analysis here."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from sapper.analysis.analysis import analyze
from sapper.analysis.hint import hint
from sapper.cli.console import QuietConsole
from sapper.cli.errors import reporting
from sapper.draw.picture import draw_board
from sapper.errors import ContradictionError, LimitError
from sapper.vision.follow import follow
from sapper.vision.read import Reading
from sapper.vision.screen import Screen

__all__ = ["watch"]


def watch(
    *,
    window: Annotated[str, typer.Option(metavar="TITLE", help="Part of the title of the window.")],
    mines: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of mines.", show_default="that of the counter, or a density"),
    ] = None,
    delay: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="Wait after a change before the analysis is shown.")
    ] = 0.0,
    rate: Annotated[float, typer.Option(metavar="N", min=0.1, max=60, help="Looks at the screen per second.")] = 10.0,
    changes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="End after N changes.", show_default="Ctrl-C ends it")
    ] = None,
) -> None:
    """Follow the board in a window, and show its analysis and a hint.

    Reads the board again after each change on the screen. Using this in ranked play is cheating. Needs X11 and the
    extra vision. Ctrl-C stops it.
    """
    with reporting(), Screen() as screen:
        console = QuietConsole()
        console.print("Using this in ranked play is cheating. Ctrl-C stops it.", highlight=False)
        for number, reading in enumerate(follow(screen, screen.find(window), mines=mines, rate=rate), 1):
            time.sleep(delay)
            if console.is_terminal:
                console.clear()
            _show(console, reading)
            if number == changes:
                return


def _show(console: QuietConsole, reading: Reading | None) -> None:
    if reading is None:
        console.print("no board in the window", highlight=False)
        return
    for note in reading.notes:
        console.print(f"note: {note}", highlight=False)
    if reading.doubts:
        console.print(f"{len(reading.doubts)} cells may be read wrong", highlight=False)
    try:
        found = analyze(reading.board)
        console.print(draw_board(found), crop=False)
        if (reading.board.cells < 0).any():
            console.print(hint(reading.board).text, highlight=False)
    except (ContradictionError, LimitError) as error:
        console.print(str(reading.board), highlight=False)
        console.print(f"no analysis: {error}", highlight=False)
