"""The luck of a played game: the probability that none of its clicks hits a mine, given what the player saw.

Clicks on a layout come in, probabilities go out. The first click that reveals a cell does not count. A chord counts
with the probability that all cells it reveals are safe. Players write pluck for -log10 of the product.

>>> from sapper.game.layout import Layout
>>> layout = Layout.from_text("*..\\n..*\\n")
>>> clicks = [TimedClick("left", (1, 0), 0.0), TimedClick("left", (0, 1), 1.0), TimedClick("left", (0, 2), 2.0)]
>>> [round(safety, 3) for safety in click_safeties(layout, clicks)]
[1.0, 0.667, 0.5]
>>> round(pluck_of(layout, clicks), 3)
0.477
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from sapper.analysis.analysis import analyze
from sapper.board.view import View
from sapper.game.game import Game, Status
from sapper.game.layout import Layout
from sapper.game.statistics import TimedClick, judge
from sapper.play.odds import safety_of

__all__ = ["click_safeties", "pluck_of"]


def click_safeties(layout: Layout, clicks: Iterable[TimedClick], *, questions: bool = False) -> list[float]:
    """Return for every click the probability that it hits no mine; 1 for those that reveal nothing and for the first.

    `questions` says whether a right click on a flag puts a question mark.

    Raises:
        InputError: not a layout, or a cell that it does not have.
        LimitError: a position is too wide to analyse.
    """
    game, begun = Game(layout), False
    safeties = []
    for click in clicks:
        safeties.append(1.0)
        if click.cell is None or game.status is not Status.PLAYING:
            continue
        shown = game.board[click.cell]
        if click.kind == "right":
            if shown == View.QUESTION or (shown == View.FLAG and questions):
                game.question(click.cell)
            elif shown < 0:
                game.flag(click.cell)
            continue
        reveals = shown in (View.HIDDEN, View.QUESTION) if click.kind == "left" else shown >= 0
        if not reveals:
            continue
        before = game.board
        changed = game.reveal(click.cell) if click.kind == "left" else game.chord(click.cell)
        if changed and begun:
            kind = "reveal" if click.kind == "left" else "chord"
            safeties[-1] = safety_of(analyze(before), kind, click.cell)
        begun = begun or changed
    return safeties


def pluck_of(layout: Layout, clicks: Iterable[TimedClick], *, questions: bool = False) -> float:
    """Return -log10 of the luck of a game; infinite where a click hit a mine.

    Raises:
        InputError: as for `click_safeties`.
        LimitError: a position is too wide to analyse.
    """
    made = tuple(clicks)
    if judge(layout, made, questions=questions).lost:
        return math.inf
    return sum((-math.log10(safety) for safety in click_safeties(layout, made, questions=questions)), 0.0)
