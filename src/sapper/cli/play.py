"""`sapper play`: Minesweeper in the terminal."""

from __future__ import annotations

import gc
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sapper.base.data_folder import data_folder
from sapper.base.extras import require
from sapper.board.level import FirstClick
from sapper.cli.errors import reporting
from sapper.cli.names import complete_level
from sapper.cli.options import LEVELS_HELP, FirstClickOption, LayoutSeedOption
from sapper.errors import InputError

__all__ = ["play"]


class Theme(StrEnum):
    """The colours of the screen."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


def play(
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="LEVEL",
            help=LEVELS_HELP,
            autocompletion=complete_level,
            show_default="the unfinished game, or the level played last",
        ),
    ] = None,
    *,
    no_guess: Annotated[bool, typer.Option("--no-guess", help="Play a board that logic can finish.")] = False,
    cruel: Annotated[
        bool,
        typer.Option(
            "--cruel",
            help="Play without a fixed layout: a needless guess always loses, a best guess never does.",
        ),
    ] = False,
    first_click: FirstClickOption = FirstClick.ZERO,
    seed: LayoutSeedOption = None,
    file: Annotated[
        Path | None,
        typer.Option("--open", metavar="FILE", help="Open a saved game, a layout or a board instead."),
    ] = None,
    theme: Annotated[Theme | None, typer.Option(help="Colours of the screen.", show_default="the last one")] = None,
) -> None:
    """Play Minesweeper in the terminal, with mouse or keyboard.

    ? lists all keys. Hints, mine probabilities, proofs and a review of the finished game are built in.
    """
    with reporting():
        require("textual", "tui")
        from sapper.tui.app import PlayApp  # noqa: PLC0415
        from sapper.tui.saved import open_game  # noqa: PLC0415
        from sapper.tui.session import Choice  # noqa: PLC0415

        asked = level is not None or no_guess or cruel or first_click is not FirstClick.ZERO
        if file is not None and (asked or seed is not None):
            raise InputError("--open cannot be combined with LEVEL, --no-guess, --cruel, --first-click or --seed")
        choice = Choice(level or "beginner", first_click, no_guess, cruel) if asked else None
        app = PlayApp(
            folder=data_folder(),
            choice=choice,
            seed=seed,
            session=None if file is None else open_game(file),
            theme=None if theme is None else theme.value,
        )
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise InputError("sapper play needs a terminal, not a pipe or a file")
        app.run()
        gc.freeze()  # the collector of the exiting interpreter would take 0.2 s over what is left of the app
