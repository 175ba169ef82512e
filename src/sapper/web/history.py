"""The finished games of players in the database, as puzzles: layouts with the cells that were clicked.

>>> read_history.__annotations__["return"]
'Iterator[Puzzle]'
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Engine, select

from sapper.board.cell import Cell
from sapper.game.game import hidden_beside
from sapper.game.live import LiveGame
from sapper.game.puzzle import Puzzle
from sapper.web.rows import load_game
from sapper.web.tables import results

__all__ = ["read_history"]


def read_history(engine: Engine, *, name: str | None) -> Iterator[Puzzle]:
    """Return the finished games of all players, or of those with this name, in the order they ended.

    Practice is left out, because its player may have known the mines. A chord becomes the reveals that it made.
    """
    finished = select(results.c.game).order_by(results.c.ended_at, results.c.game)
    if name is not None:
        finished = finished.where(results.c.name == name)
    with engine.connect() as connection:
        chosen = [str(row.game) for row in connection.execute(finished)]
    for game in chosen:
        live = load_game(engine, game)
        if live.layout is not None and not live.practice:
            yield Puzzle(live.layout, tuple(_clicks(live)))


def _clicks(live: LiveGame) -> Iterator[Cell]:
    assert live.layout is not None
    mines = set(live.layout.mines)
    replayed = LiveGame(live.terms, live.layout)
    for event in live.moves:
        assert event.cell is not None  # of a move
        if event.kind == "reveal":
            yield event.cell
        elif event.kind == "chord":
            # A mine ends the game, so it comes last, and alone.
            cells = sorted(hidden_beside(replayed.board, event.cell), key=lambda cell: cell in mines)
            mined = sum(cell in mines for cell in cells)
            yield from cells[: len(cells) - max(mined - 1, 0)]
        replayed.play(event.kind, event.cell, at=event.at)
