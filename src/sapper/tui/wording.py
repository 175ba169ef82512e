"""The sentences of the game in the terminal.

>>> say_time(83456), say_time(4_000_000)
('1:23.45', '66:40.00')
>>> say_error(ValueError("no such file"))
'No such file.'
"""

from __future__ import annotations

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.play.review import Judgement
from sapper.tui.insight import Risks, say_chance
from sapper.tui.session import Session
from sapper.words.catalogue import ENGLISH, begin

__all__ = ["say_end", "say_error", "say_legend", "say_mismatch", "say_time"]


def say_time(ms: int) -> str:
    """Return a time in minutes and seconds."""
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest // 1000:02d}.{rest % 1000 // 10:02d}"


def say_legend(risks: Risks) -> str:
    """Return the meaning of the signs of the overlay."""
    safe = f"{risks.safe} safe   " if risks.safe else "no safe cell   "
    floating = "" if risks.floating is None else f"   · {say_chance(risks.floating)} each"
    return f"chance of a mine in %: {safe}✓ safe   ✱ mine{floating}"


def say_mismatch(board: Board, cell: Cell) -> str:
    """Return why a chord does nothing."""
    return f"{begin(ENGLISH.spell(cell))} shows {board[cell]}, but that is not the number of flags beside it."


def say_end(session: Session, judgement: Judgement | None, best_ms: int | None) -> str:
    """Return how a game ended, with the odds of its risks."""
    live, ms = session.live, session.elapsed_ms
    spent = say_time(ms)
    if live.status == "won":
        parts = [f"Won in {spent}."]
        if session.counts and judgement is not None:
            others = "your best time" if best_ms is None or ms < best_ms else f"your best is {say_time(best_ms)}"
            parts = [f"Won in {spent}, {others}."]
        parts.append(f"3BV {live.three_bv}, {live.clicks} clicks.")
    else:
        parts = [f"Lost after {spent}."]
    if judgement is None:
        return " ".join(parts)
    last = judgement.points[-1] if judgement.points else None
    if live.status == "lost" and last is not None:
        parts.append(last.text)
    if judgement.guesses:
        noun = "1 risk" if judgement.guesses == 1 else f"{judgement.guesses} risks"
        parts.append(f"You took {noun}: the chance to survive was {say_chance(judgement.odds)}.")
    elif live.status == "won":
        parts.append("You took no risk.")
    return " ".join(parts)


def say_error(error: Exception) -> str:
    """Return the message of an error as a sentence, without the cell: the screen counts rows from 1."""
    text = str(error).partition(", at row ")[0]
    if isinstance(error, OSError):
        text = f"{error.filename}: {error.strerror}"
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")
