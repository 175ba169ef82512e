"""Guesses in German: the paragraph of `guess`, made from the same report.

>>> import sapper
>>> report = sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).explain_guess()
>>> say_guess(report).partition(". ")[2][:70]
'Decke Zeile 1 Spalte 1 auf: sicher mit Wahrscheinlichkeit 50\\xa0%. Welche'
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.cell import Cell
from sapper.explain.forced import ForcedGuess
from sapper.explain.german import count_mines, percent, spell_in_words
from sapper.explain.guess import Candidate, GuessReport, find_rival
from sapper.explain.sentence import join
from sapper.explain.worth import Bound, Estimate, Exact, WinValue

__all__ = ["say_guess"]


def say_guess(report: GuessReport) -> str:
    """Return the paragraph of a guess: risk and effect of the best cell, and the reasons against the others."""
    best, *others = report.candidates
    safety = percent(best.safety)
    parts = [f"Nichts ist sicher. Decke {spell_in_words(best.cell)} auf: sicher mit Wahrscheinlichkeit {safety}."]
    parts.append(_say_progress(best))
    own = next((guess for guess in report.forced if best.cell in guess.cells), None)
    if own is not None:
        parts.append(_say_forced(own))
        if own.unavoidable:
            parts.append("Warten hilft nicht, also kann man es gleich versuchen.")
    if best.areas > 1:
        parts.append(f"Es liegt zwischen {best.areas} Gebieten neben Zahlen, und seine Zahl zählt Minen von jedem.")
    parts += _say_worth(best, others, report.win)
    parts += _say_safer(best, others)
    for guess in report.forced:
        if guess is not own and guess.unavoidable:
            cells = _list_cells(guess.cells)
            parts.append(f"Anderswo lässt sich ein Raten zwischen {cells} nicht vermeiden, jetzt oder später.")
    return " ".join(parts)


def _list_cells(cells: Sequence[Cell]) -> str:
    return join([spell_in_words(cell) for cell in cells], "und")


def _say_forced(guess: ForcedGuess) -> str:
    cells = _list_cells(guess.cells)
    if guess.kind == "box":
        return (
            f"{cells} sind eine geschlossene Kammer: {len(guess.fillings)} Möglichkeiten, "
            f"{count_mines(len(guess.fillings[0]))} zu verteilen, passen, und jedes verdeckte Feld daneben ist eine "
            "Mine. "
            f"Von außen ist also nichts zu erfahren. Das beste Spiel darin überlebt in {guess.odds} der Fälle."
        )
    if guess.kind == "pair":
        text = f"Genau eines von {cells} ist eine Mine"
    else:
        one, other = (_list_cells(filling) for filling in guess.fillings)
        text = f"In der Kette {cells} sind entweder {one} Minen oder {other}"
    if not guess.escapes:
        return (
            f"{text}, und jede Zahl und jedes Feld, das noch aufgedeckt werden kann, zählt in beiden Fällen gleich. "
            f"Von außen ist nichts zu erfahren: ein 50/50, das sich nicht vermeiden lässt."
        )
    could, mute = ("könnte", "ist es eine Mine") if len(guess.escapes) == 1 else ("könnten", "sind alle Minen")
    escapes = _list_cells(guess.escapes)
    chance = f"{guess.chance:.3g}".replace(".", ",")
    return (
        f"{text}, und nur {escapes} {could} verraten, was gilt. Mit Wahrscheinlichkeit {chance} {mute}, und dann ist "
        f"es ein 50/50, das sich nicht vermeiden lässt."
    )


def _say_progress(best: Candidate) -> str:
    if best.teaches_nothing and best.progress == 0:
        return "Es kann nur eine Zahl zeigen und verrät darum nichts."
    if best.progress == 0:
        return "Keine Zahl, die es zeigen kann, macht sofort ein weiteres Feld sicher."
    helpful = [prospect for prospect in best.numbers if prospect.safe or prospect.wins]
    if len(helpful) == len(best.numbers):
        return "Welche Zahl es auch zeigt: dann ist ein weiteres Feld sicher, oder das Spiel ist gewonnen."
    numbers = join([str(prospect.number) for prospect in helpful], "oder")
    chance = percent(best.progress)
    return (
        f"Mit Wahrscheinlichkeit {chance} zeigt es {numbers}, und dann ist ein weiteres Feld sicher oder das Spiel "
        "gewonnen."
    )


def _say_worth(best: Candidate, others: Sequence[Candidate], win: WinValue | None) -> list[str]:
    match best.win:
        case Exact(wins, total):
            text = f"Eine Suche über alle {total} möglichen Verteilungen beweist, dass es {wins} davon gewinnen kann"
            if isinstance(win, Exact) and win.wins == wins:
                text += ", und kein anderes Feld mehr"
            for other in others:
                if isinstance(other.win, Exact) and other.win.wins < wins:
                    text += f"; {spell_in_words(other.cell)} gewinnt {other.win.wins}"
                    break
            return [f"{text}."]
        case Bound(low, high):
            return [f"Eine Suche beweist, dass es zwischen {percent(low)} und {percent(high)} der Spiele gewinnt."]
        case Estimate(probability, error):
            return [f"Von hier ausgespielte Spiele werden zu {percent(probability)} gewonnen, ± {percent(error)}."]
    return []


def _say_safer(best: Candidate, others: Sequence[Candidate]) -> list[str]:
    rival, reason = find_rival(best, others)
    if rival is None:
        return ["Kein anderes Feld ist sicherer."] if others else []
    cell, progress = spell_in_words(rival.cell), percent(rival.progress)
    safer = f"{cell} ist sicherer, {percent(rival.safety)}, aber"
    return [
        {
            "equal, no progress": f"{cell} ist ebenso sicher, aber keine seiner Zahlen macht ein Feld sicher.",
            "equal, less progress": f"{cell} ist ebenso sicher, bringt aber nur mit {progress} weiter.",
            "teaches nothing": f"{safer} verrät nichts: es kann nur {rival.numbers[0].number} zeigen.",
            "no progress": f"{safer} keine Zahl, die es zeigen kann, macht ein weiteres Feld sicher.",
            "less progress": f"{safer} bringt seltener weiter, mit {progress}.",
            "fewer wins": f"{safer} so wird das Spiel seltener gewonnen.",
            "strategy": f"{safer} {spell_in_words(best.cell)} ist der Zug der Strategie, die am häufigsten gewinnt.",
        }[reason]
    ]
