"""`sapper watch`: follows the board in a window or region of the screen and shows its analysis beside it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from sapper.base.number import quote
from sapper.cli.console import QuietConsole
from sapper.cli.errors import reporting
from sapper.cli.together import exclude
from sapper.draw.picture import draw_board
from sapper.errors import InputError
from sapper.vision.advice import CHEATING, Advice, advise
from sapper.vision.advice_window import AdviceWindow
from sapper.vision.camera import Camera, Region
from sapper.vision.follow import Sight, follow
from sapper.vision.screen import Screen

__all__ = ["watch"]


class Show(StrEnum):
    """Where the analysis is shown."""

    WINDOW = "window"
    TERMINAL = "terminal"


def watch(
    *,
    window: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Title of the window, or a part of it. Needs X11.")
    ] = None,
    region: Annotated[
        str | None,
        typer.Option(
            metavar="L,T,W,H",
            help="Part of the screen: left, top, width and height in pixels.",
            show_default="the whole screen, where no window is named",
        ),
    ] = None,
    mines: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of mines.", show_default="that of the counter, or a density"),
    ] = None,
    show: Annotated[Show, typer.Option(help="Show the analysis in a window of its own or here.")] = Show.WINDOW,
    delay: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, help="Show the analysis when the board has not changed for so long."),
    ] = 0.0,
    rate: Annotated[float, typer.Option(metavar="N", min=0.1, max=60, help="Looks at the screen per second.")] = 10.0,
    changes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="End after N changes.", show_default="Ctrl-C ends it")
    ] = None,
) -> None:
    """Follow a board on the screen, and show its analysis and a hint.

    Reads the board again after each change on the screen. Using this in ranked play is cheating. Needs the extra
    vision; --window needs X11. Ctrl-C stops it.
    """
    with reporting():
        exclude("window", "region")
        typer.echo(f"{CHEATING} Ctrl-C stops it.")
        with _open(window, region) as (camera, place):
            begin = partial(follow, camera, place, mines=mines, rate=rate)
            if show is Show.TERMINAL:
                _print(begin(delay=lambda: delay), QuietConsole(), changes)
            else:
                _show(AdviceWindow(delay=delay, beside=place()), begin, changes)


@contextmanager
def _open(window: str | None, region: str | None) -> Iterator[tuple[Camera, Callable[[], Region]]]:
    """Open the screen, and give it with a function that tells which part of it is followed."""
    if window is None:
        wanted = None if region is None else _read_region(region)
        with Camera() as camera:
            yield camera, lambda: wanted or camera.whole
        return
    with Screen() as screen:
        found = screen.find(window)

        def place() -> Region:
            here = screen.where(found)
            if here is None:
                raise InputError(f"the window {quote(found.title)} was closed")
            return here

        yield screen, place


def _read_region(text: str) -> Region:
    match = re.fullmatch(r"\s*(-?\d{1,6}),(-?\d{1,6}),([1-9]\d{0,5}),([1-9]\d{0,5})\s*", text)
    if match is None:
        raise InputError(f"--region: left,top,width,height in pixels such as 100,80,500,400, not {quote(text)}")
    return Region(*(int(number) for number in match.groups()))


def _show(shown: AdviceWindow, begin: Callable[..., Iterator[Sight]], changes: int | None) -> None:
    """Follow the board in a thread of its own, and show each analysis in the window until it is closed."""
    over = threading.Event()

    def work() -> None:
        try:
            sights = begin(delay=lambda: shown.delay, ignore=lambda: shown.region, stop=over.is_set)
            for number, sight in enumerate(sights, 1):
                shown.show(_tell(sight) or "No board in sight")
                if number == changes:
                    return
        except BaseException as error:  # the window raises it again
            shown.show(error)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        shown.run(until=lambda: changes is not None and not worker.is_alive())
    finally:
        over.set()
        worker.join()
        shown.close()


def _tell(sight: Sight) -> Advice | None:
    """Return what to show of a sight: before it has settled, the board alone."""
    if sight.reading is None:
        return None
    board = sight.reading.board
    if not sight.settled:
        return Advice(board, None, None, "Waiting.", "")
    advice = advise(board)
    doubts = [f"note: {note}" for note in sight.reading.notes]
    if sight.reading.doubts:
        doubts.append(f"{len(sight.reading.doubts)} cells may be read wrong.")
    return Advice(board, advice.analysis, advice.best, "\n".join([*doubts, advice.text]), advice.win)


def _print(sights: Iterator[Sight], console: QuietConsole, changes: int | None) -> None:
    for number, sight in enumerate(sights, 1):
        if console.is_terminal:
            console.clear()
        advice = _tell(sight)
        if advice is None:
            console.print("no board on the screen", highlight=False)
        elif advice.analysis is None:
            console.print(str(advice.board), advice.text, sep="\n", highlight=False)
        else:
            console.print(draw_board(advice.analysis), crop=False)
            console.print(*filter(None, [advice.win, advice.text]), sep="\n", highlight=False)
        if number == changes:
            return
