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
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from sapper.base.html import write_table, write_text
from sapper.board.cell import Cell, Speller, spell
from sapper.explain.forced import ForcedGuess
from sapper.explain.sentence import begin, join, list_cells, percent
from sapper.explain.worth import Bound, Estimate, Exact, WinValue, win_json

__all__ = ["Candidate", "GuessReport", "Prospect", "candidates_json", "find_rival", "say_guess"]

_SAME = 1e-9  # safeties that differ by less are called equal

# What speaks against a candidate that is as safe as the best one, or safer.
Against: TypeAlias = Literal[
    "equal, no progress",
    "equal, less progress",
    "teaches nothing",
    "no progress",
    "less progress",
    "fewer wins",
    "strategy",
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
        text: the paragraph.
    """

    best: Cell
    candidates: tuple[Candidate, ...]
    forced: tuple[ForcedGuess, ...]
    win: WinValue | None
    text: str

    def __str__(self) -> str:
        """The paragraph."""
        return self.text

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the paragraph, and the candidates as a table."""
        rows = [
            (spell(one.cell), percent(one.safety), percent(one.progress), str(one.areas), _show_win(one.win))
            for one in self.candidates
        ]
        table = write_table(("cell", "safe", "progress", "areas", "won"), rows)
        return f"<div>{write_text(self.text)}{table}</div>"


def say_guess(
    best: Candidate,
    others: tuple[Candidate, ...],
    forced: tuple[ForcedGuess, ...],
    win: WinValue | None,
    *,
    spell: Speller,
    is_best: bool = True,
) -> str:
    """Return the paragraph: risk and effect of the best cell, and the reasons against the others.

    `is_best` says that the cell is the best one known, and not the choice of some strategy.
    """
    parts = [f"Nothing is certain. Reveal {spell(best.cell)}: it is safe with probability {percent(best.safety)}."]
    parts.append(_say_progress(best))
    own = next((guess for guess in forced if best.cell in guess.cells), None)
    if own is not None:
        parts.append(own.text)
        if own.unavoidable:
            parts.append("Waiting does not help, so it may as well be taken now.")
    if best.areas > 1:
        parts.append(f"It lies between {best.areas} areas of the frontier, and its number counts mines of each.")
    parts += _say_worth(best, others, win, spell)
    parts += _say_safer(best, others, spell, is_best=is_best)
    for guess in forced:
        if guess is not own and guess.unavoidable:
            cells = list_cells(guess.cells, spell)
            parts.append(f"Elsewhere, a guess among {cells} cannot be avoided, now or later.")
    return " ".join(parts)


def _show_win(win: WinValue | None) -> str:
    match win:
        case Exact(wins, total):
            return f"{percent(wins / total)} ({wins} of {total} worlds)"
        case Bound(low, high):
            return f"{percent(low)} to {percent(high)}"
        case Estimate(probability, error):
            return f"{percent(probability)} ± {percent(error)}"
    return ""


def _say_progress(best: Candidate) -> str:
    if best.teaches_nothing and best.progress == 0:
        return "It can only show one number, so it gives no information."
    if best.progress == 0:
        return "No number it may show makes another cell safe at once."
    helpful = [prospect for prospect in best.numbers if prospect.safe or prospect.wins]
    if len(helpful) == len(best.numbers):
        return "Whatever number it shows, another cell is safe then, or the game is won."
    numbers = join([str(prospect.number) for prospect in helpful], "or")
    chance = percent(best.progress)
    return f"With probability {chance} it shows {numbers}, and then another cell is safe or the game won."


def _say_worth(best: Candidate, others: tuple[Candidate, ...], win: WinValue | None, spell: Speller) -> list[str]:
    match best.win:
        case Exact(wins, total):
            known = [other for other in others if isinstance(other.win, Exact)]
            text = f"A search of all {total} worlds proves that it can be won in {wins} of them"
            if isinstance(win, Exact) and win.wins == wins:
                text += ", and in no more by any other cell"
            worse = [other for other in known if isinstance(other.win, Exact) and other.win.wins < wins]
            if worse and isinstance(worse[0].win, Exact):
                text += f"; {spell(worse[0].cell)} wins {worse[0].win.wins}"
            return [f"{text}."]
        case Bound(low, high):
            return [f"A search proves that it wins between {percent(low)} and {percent(high)} of the time."]
        case Estimate(probability, error):
            return [f"Games played out from it are won {percent(probability)} of the time, ± {percent(error)}."]
    return []


def _say_safer(best: Candidate, others: tuple[Candidate, ...], spell: Speller, *, is_best: bool) -> list[str]:
    rival, reason = find_rival(best, others)
    if rival is None:
        return ["No other candidate is safer."] if others else []
    cell, progress = begin(spell(rival.cell)), percent(rival.progress)
    safer = f"{cell} is safer, {percent(rival.safety)}"
    if reason == "strategy" and not is_best:
        return [f"{safer}."]
    return [
        {
            "equal, no progress": f"{cell} is as safe, but no number it may show makes another cell safe.",
            "equal, less progress": f"{cell} is as safe but makes progress with {progress} only.",
            "teaches nothing": f"{safer}, but teaches nothing: it can only show {rival.numbers[0].number}.",
            "no progress": f"{safer}, but no number it may show makes another cell safe.",
            "less progress": f"{safer}, but makes progress less often, with {progress}.",
            "fewer wins": f"{safer}, but the game is won less often that way.",
            "strategy": f"{safer}, but {spell(best.cell)} is the move of the strategy that wins most games.",
        }[reason]
    ]


def find_rival(best: Candidate, others: Sequence[Candidate]) -> tuple[Candidate | None, Against]:
    """Return the candidate that seems better than the best one, and what speaks against it; None if none does."""
    first = next((other for other in others if other.safety > best.safety + _SAME), None)
    if first is None:
        equal = [one for one in others if one.safety >= best.safety - _SAME and one.progress < best.progress]
        if not equal:
            return None, "strategy"
        return equal[0], "equal, no progress" if equal[0].progress == 0 else "equal, less progress"
    if first.teaches_nothing:
        return first, "teaches nothing"
    if first.progress == 0:
        return first, "no progress"
    if first.progress < best.progress:
        return first, "less progress"
    return first, "fewer wins" if _wins_less(first, best) else "strategy"


def _wins_less(one: Candidate, other: Candidate) -> bool:
    return isinstance(one.win, Exact) and isinstance(other.win, Exact) and one.win.wins < other.win.wins


def candidates_json(candidates: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Return the candidates of a guess for JSON."""
    return [asdict(one) | {"win": win_json(one.win)} for one in candidates]
