"""The report of a guess: its candidates, the effect of each number they may show, and why the best is best.

`Analysis.explain_guess` makes a `GuessReport`.

>>> import sapper
>>> report = sapper.analyze(sapper.Board.from_text("mines 6\\n....\\n.13.\\n....\\n....\\n")).explain_guess()
>>> report.best, report.candidates[0].win.probability
((1, 0), Fraction(41, 66))
>>> report.text.partition(". ")[0], report.text.rpartition(". ")[2]
('Nothing is certain', 'No other candidate is safer.')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from sapper.base.html import write_table, write_text
from sapper.board.cell import Cell, spell
from sapper.explain.forced import ForcedGuess
from sapper.explain.worth import Bound, Estimate, Exact, WinValue, win_json
from sapper.words.catalogue import ENGLISH, Said

__all__ = ["Candidate", "GuessReport", "Prospect", "candidates_json", "find_rival", "tell_guess"]

_SAME = 1e-9  # safeties that differ by less are called equal

# What speaks against a candidate that is as safe as the best one, or safer.
Against: TypeAlias = Literal[
    "equal_none",  # as safe, and never leads on
    "equal_less",  # as safe, and leads on less often
    "one_number",  # can show one number only
    "none",  # never leads on
    "less",  # leads on less often
    "wins",  # wins less often
    "strategy",  # is not the move of the strategy that wins most
]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The effect of a candidate that shows a certain number.

    Attributes:
        number: the number it shows, 0 .. 8.
        probability: that it is safe and shows this number.
        safe: hidden cells that are safe for certain then.
        mines: hidden cells that are mines for certain then.
        wins: whether every safe cell is revealed then.
    """

    number: int
    probability: float
    safe: int
    mines: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell considered for a guess.

    Attributes:
        cell: the cell.
        safety: chance that it holds no mine, above 0; 1 for a safe cell.
        progress: chance that it is safe and a safe cell follows or the game is won, 0 .. safety.
        numbers: of every number it may show, rising.
        areas: components of the frontier that its number would constrain.
        win: win probability if it is revealed next, followed by good play; None where unknown.
    """

    cell: Cell
    safety: float
    progress: float
    numbers: tuple[Prospect, ...]
    areas: int
    win: WinValue | None

    @property
    def teaches_nothing(self) -> bool:
        """Whether it can show one number only: it is a dead cell."""
        return len(self.numbers) == 1


@dataclass(frozen=True, slots=True)
class GuessReport:
    """Why a guess is the best.

    Attributes:
        best: the cell to reveal.
        candidates: the best first, then the safer first.
        forced: guesses that certainly or probably cannot be avoided, the most certain first.
        win: chance to win from here, where it is known.
        said: what is to be said; `sapper.words` has the sentences.
        text: the paragraph.
    """

    best: Cell
    candidates: tuple[Candidate, ...]
    forced: tuple[ForcedGuess, ...]
    win: WinValue | None
    said: Said = field(repr=False, hash=False)
    text: str

    def __str__(self) -> str:
        """The paragraph."""
        return self.text

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the paragraph, and the candidates as a table."""
        rows = [
            (spell(one.cell), *map(ENGLISH.percent, (one.safety, one.progress)), str(one.areas), _show_win(one.win))
            for one in self.candidates
        ]
        table = write_table(("cell", "safe", "progress", "areas", "won"), rows)
        return f"<div>{write_text(self.text)}{table}</div>"


def tell_guess(
    best: Candidate,
    others: Sequence[Candidate],
    forced: Sequence[ForcedGuess],
    win: WinValue | None,
    *,
    is_best: bool = True,
) -> Said:
    """Return what is to be said of a guess: risk and effect of the best cell, and the reasons against the others.

    `is_best` says that the cell is the best one known, and not the choice of some strategy.
    """
    parts = [{"say": "guess.reveal", "cell": best.cell, "safety": best.safety}, _tell_progress(best)]
    own = next((guess for guess in forced if best.cell in guess.cells), None)
    if own is not None:
        parts.append(own.said)
        if own.unavoidable:
            parts.append({"say": "guess.now"})
    if best.areas > 1:
        parts.append({"say": "guess.areas", "areas": best.areas})
    parts += _tell_worth(best, others, win)
    parts += _tell_rival(best, others, is_best=is_best)
    for guess in forced:
        if guess is not own and guess.unavoidable:
            parts.append({"say": "guess.elsewhere", "cells": list(guess.cells)})
    return {"say": "sentences", "parts": parts}


def _show_win(win: WinValue | None) -> str:
    match win:
        case Exact(wins, total):
            return f"{ENGLISH.percent(wins / total)} ({wins} of {total} worlds)"
        case Bound(low, high):
            return f"{ENGLISH.percent(low)} to {ENGLISH.percent(high)}"
        case Estimate(probability, error):
            return f"{ENGLISH.percent(probability)} ± {ENGLISH.percent(error)}"
    return ""


def _tell_progress(best: Candidate) -> Said:
    if best.progress == 0:
        return {"say": "guess.one-number" if best.teaches_nothing else "guess.no-progress"}
    helpful = [prospect.number for prospect in best.numbers if prospect.safe or prospect.wins]
    if len(helpful) == len(best.numbers):
        return {"say": "guess.any-number"}
    return {"say": "guess.numbers", "chance": best.progress, "numbers": helpful}


def _tell_worth(best: Candidate, others: Sequence[Candidate], win: WinValue | None) -> list[Said]:
    match best.win:
        case Exact(wins, total):
            exact = [(one.cell, one.win.wins) for one in others if isinstance(one.win, Exact)]
            other, fewer = next((one for one in exact if one[1] < wins), (None, None))
            return [
                {
                    "say": "guess.exact",
                    "wins": wins,
                    "total": total,
                    "most": isinstance(win, Exact) and win.wins == wins,
                    "other": other,
                    "fewer": fewer,
                }
            ]
        case Bound(low, high):
            return [{"say": "guess.bound", "low": low, "high": high}]
        case Estimate(probability, error):
            return [{"say": "guess.estimate", "chance": probability, "error": error}]
    return []


def _tell_rival(best: Candidate, others: Sequence[Candidate], *, is_best: bool) -> list[Said]:
    rival, against = find_rival(best, others)
    if rival is None:
        return [{"say": "guess.safest"}] if others else []
    return [
        {
            "say": "guess.rival",
            "cell": rival.cell,
            "safety": rival.safety,
            "progress": rival.progress,
            "number": rival.numbers[0].number,
            "against": "nothing" if against == "strategy" and not is_best else against,
            "best": best.cell,
        }
    ]


def find_rival(best: Candidate, others: Sequence[Candidate]) -> tuple[Candidate | None, Against]:
    """Return the candidate that seems better than the best one, and what speaks against it; None if none does."""
    first = next((other for other in others if other.safety > best.safety + _SAME), None)
    if first is None:
        equal = [one for one in others if one.safety >= best.safety - _SAME and one.progress < best.progress]
        if not equal:
            return None, "strategy"
        return equal[0], "equal_none" if equal[0].progress == 0 else "equal_less"
    if first.teaches_nothing:
        return first, "one_number"
    if first.progress == 0:
        return first, "none"
    if first.progress < best.progress:
        return first, "less"
    return first, "wins" if _wins_less(first, best) else "strategy"


def _wins_less(one: Candidate, other: Candidate) -> bool:
    return isinstance(one.win, Exact) and isinstance(other.win, Exact) and one.win.wins < other.win.wins


def candidates_json(candidates: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Return the candidates of a guess for JSON."""
    return [asdict(one) | {"win": win_json(one.win)} for one in candidates]
