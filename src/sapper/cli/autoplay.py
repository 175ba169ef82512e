"""`sapper autoplay`: plays the Minesweeper program in a window with the mouse."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.cli.options import JsonOption, StrategyOption, read_cell, spell_rate
from sapper.run.interval import Rate
from sapper.vision.autoplay import Autoplay, Outcome
from sapper.vision.screen import Screen

__all__ = ["autoplay"]


def autoplay(
    *,
    window: Annotated[str, typer.Option(metavar="TITLE", help="Part of the title of the window.")],
    strategy: StrategyOption = "best",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Number of games.")] = 1,
    mines: Annotated[
        int | None, typer.Option(metavar="N", help="Number of mines.", show_default="that of the counter")
    ] = None,
    pace: Annotated[float, typer.Option(metavar="SECONDS", min=0, help="Pause after each click.")] = 0.0,
    new_game: Annotated[
        str | None,
        typer.Option(
            metavar="STEPS",
            help="How to start a new game: places to click, X,Y in pixels from the corner of the window, and keys "
            "such as F2 or ctrl+n, with blanks between them.",
            show_default="the middle of the bar above the board",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be clicked.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play the Minesweeper program in a window with the mouse.

    Every click is checked by reading the screen again. Esc, a moved mouse or an unexpected picture stops it at once.
    Use it on your own programs: in ranked play it is cheating. Needs X11 and the extra vision.
    """
    with reporting():

        def say(text: str) -> None:
            if not as_json:
                typer.echo(text)

        steps = [read_cell(step) if "," in step else step for step in (new_game or "").split()]
        outcomes: list[Outcome] = []
        with Screen() as screen:
            player = Autoplay(
                screen, screen.find(window), strategy=strategy, mines=mines, pace=pace, dry=dry_run, tell=say
            )
            for number in range(games):
                if number:
                    player.renew(steps)
                outcome = player.game()
                outcomes.append(outcome)
                say(
                    f"game {number + 1}: {outcome.result}{', ' + outcome.reason if outcome.reason else ''}; "
                    f"{outcome.clicks} clicks, {outcome.guesses} guesses, {outcome.seconds:.1f} s"
                )
                if outcome.result == "stopped":
                    break
        played = [outcome for outcome in outcomes if outcome.result != "stopped"]
        won = sum(outcome.result == "won" for outcome in played)
        if as_json:
            typer.echo(json.dumps({"games": [vars(outcome) for outcome in outcomes], "won": won}))
        elif played:
            say(f"won {won} of {len(played)} games: {spell_rate(Rate(won, len(played)))}")
