"""Views of a board: mine probabilities, the win probability, hints in four levels, candidates for a guess.

They are computed from a `Board`; nothing here can see a layout.

>>> view = view_analysis(Board.from_text("mines 1\\n.1.\\n"), states=1000)
>>> view.mine_probability, view.worlds, view.safe
([0.5, None, 0.5], '2', [])
"""

from __future__ import annotations

import math

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import give_hint
from sapper.analysis.quick_win import LARGEST_PLAYED_OUT, find_win
from sapper.analysis.value import Bound, Exact, WinValue
from sapper.board.board import Board
from sapper.board.cell import spell_in_words
from sapper.draw.digits import spell_integer
from sapper.errors import GameError
from sapper.explain.sentence import begin, say_proof
from sapper.play.classes import classify
from sapper.web.schemas import AnalysisView, GuessesView, GuessView, HintStep, HintView, WinView

__all__ = ["view_analysis", "view_guesses", "view_hint", "view_win"]

_CANDIDATES = 6  # candidates that are returned
_GUESS_ROLLOUTS = 20  # games for every number that a candidate may show


def view_analysis(board: Board, *, states: int, win: bool = False, classes: bool = False) -> AnalysisView:
    """Return the analysis of a board, with the win probability and the classes of cells if these are set.

    Raises:
        InputError: the classes of a board without a known number of mines.
        ContradictionError: no world fits.
        LimitError: the board is too wide for so many states.
    """
    analysis = analyze(board, max_states=states)
    # Not validated, for speed: the overlay requests one for every move.
    return AnalysisView.model_construct(
        version=None,
        mine_probability=[
            None if math.isnan(chance) else chance for chance in analysis.mine_probability.ravel().tolist()
        ],
        safe=analysis.safe_cells,
        mines=analysis.mine_cells,
        worlds=spell_integer(analysis.worlds),
        win=view_win(find_win(board)) if win else None,
        classes=classify(analysis) if classes else None,
    )


def view_win(value: WinValue) -> WinView:
    """Return the view of a win probability."""
    moves = list(value.moves)
    if isinstance(value, Exact):
        chance = float(value.probability)
        return WinView(kind="exact", probability=chance, low=chance, high=chance, moves=moves)
    if isinstance(value, Bound):
        return WinView(kind="bound", probability=None, low=value.low, high=value.high, moves=moves)
    low, high = max(value.probability - 2 * value.error, 0.0), min(value.probability + 2 * value.error, 1.0)
    return WinView(kind="estimate", probability=value.probability, low=low, high=high, moves=moves)


def view_hint(board: Board, strength: int, *, states: int) -> HintView:
    """Return a hint: whether a safe cell exists (1), where to look (2), which cell (3), and why (4).

    Raises:
        LimitError: the board is too wide.
    """
    analysis = analyze(board, max_states=states)
    if not analysis.safe_cells:
        return _guess_hint(analysis, strength)
    proof = give_hint(analysis).proof
    assert proof is not None  # some cell is safe
    cell, clues = proof.cell, list(proof.clues)
    safe = f"{begin(spell_in_words(cell))} is safe"
    sentences = say_proof(analysis, proof, spell=spell_in_words)
    texts = {
        1: f"There are {len(analysis.safe_cells)} safe cells."
        if len(analysis.safe_cells) > 1
        else "There is a safe cell.",
        2: "Look at the highlighted clues." if clues else "Look at the number of mines that are left.",
        3: f"{safe}.",
        4: f"{safe}: {proof.technique.label}. {' '.join(sentences)}",
    }
    steps = [
        HintStep(text=text, cells=[*step.safe, *step.mines], clues=list(step.clues))
        for text, step in zip(sentences, proof.steps, strict=True)
    ]
    return HintView(
        strength=strength,
        text=texts[strength],
        technique=proof.technique.label if strength == 4 else None,
        cells=[cell] if strength >= 3 else [],
        clues=clues if strength >= 2 else [],
        steps=steps if strength == 4 else [],
    )


def view_guesses(board: Board, *, states: int) -> GuessesView:
    """Return the candidates for a guess, best first.

    Raises:
        GameError: a cell is safe, so no guess is needed.
        LimitError: the board is too wide.
    """
    analysis = analyze(board, max_states=states)
    if analysis.safe_cells:
        count = len(analysis.safe_cells)
        raise GameError(f"no guess is needed: {count} {'cell is' if count == 1 else 'cells are'} safe")
    rollouts = _GUESS_ROLLOUTS if board.rows * board.cols <= LARGEST_PLAYED_OUT else 0
    report = analysis.explain_guess(rollouts=rollouts, spell=spell_in_words)
    candidates = [
        GuessView(
            cell=candidate.cell,
            safety=candidate.safety,
            progress=candidate.progress,
            win=None if candidate.win is None else view_win(candidate.win).probability,
        )
        for candidate in report.candidates[:_CANDIDATES]
    ]
    win = view_win(report.win if report.win is not None else find_win(board))
    return GuessesView(text=report.text, guesses=candidates, win=win)


def _guess_hint(analysis: Analysis, strength: int) -> HintView:
    safest = analysis.safest_cells[:1]
    safety = 1 - float(analysis.mine_probability[safest[0]]) if safest else 0.0
    text = (
        "No cell is safe: you have to guess."
        if strength < 3
        else f"No cell is safe. The safest cell is safe with probability {safety:.0%}."
    )
    return HintView(
        strength=strength, text=text, technique=None, cells=safest if strength >= 3 else [], clues=[], steps=[]
    )
