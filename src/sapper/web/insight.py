"""Views of a board: mine probabilities, the win probability, hints in four levels, candidates for a guess.

They are computed from a `Board`; nothing here can see a layout.

>>> view = view_analysis(Board.from_text("mines 1\\n.1.\\n"), states=1000)
>>> view.mine_probability, view.worlds, view.safe
([0.5, None, 0.5], '2', [])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import find_move, give_hint
from sapper.analysis.quick_win import LARGEST_PLAYED_OUT, find_win
from sapper.analysis.value import Bound, Exact, WinValue
from sapper.board.board import Board
from sapper.board.cell import Cell, spell_in_words
from sapper.board.shape import Shape
from sapper.draw.digits import spell_integer
from sapper.errors import GameError, LimitError
from sapper.explain.guess import GuessReport
from sapper.explain.sentence import begin, join, percent, say_proof
from sapper.play.choice import CERTAIN
from sapper.play.classes import CellClass, classify
from sapper.play.promise import Promise
from sapper.play.strategy import Strategy
from sapper.web.places import Place, Places
from sapper.web.schemas import AnalysisView, GuessesView, GuessView, HintStep, HintView, WinView

__all__ = ["Asked", "view_analysis", "view_guesses", "view_hint", "view_win"]

_CANDIDATES = 6  # candidates that are returned
_GUESS_ROLLOUTS = 20  # games for every number that a candidate may show
_MOST_RINGED = 4  # clues that a hint names by their numbers
_PLACES = {3: "in a corner", 5: "at an edge"}  # by the number of neighbours; flips do not change them


@dataclass(frozen=True, slots=True)
class Asked:
    """What an analysis includes beside the mine probabilities."""

    win: bool = False  # the win probability
    classes: bool = False  # the classes of cells
    best: bool = False  # the recommended move, also where it is a guess
    estimate: bool = False  # the risk that automine estimates


def view_analysis(
    board: Board, *, states: int, asked: Asked | None = None, promise: Promise | None = None
) -> AnalysisView:
    """Return the analysis of a board, before the first reveal with what the first-click rule promises.

    Raises:
        InputError: the classes or the estimate of a board without a known number of mines.
        ContradictionError: no world fits.
        LimitError: the board is too wide for so many states.
    """
    wanted = asked or Asked()
    analysis = analyze(promise.known(board) if promise is not None and promise.only else board, max_states=states)
    chances = [None if math.isnan(chance) else chance for chance in analysis.mine_probability.ravel().tolist()]
    safe = analysis.safe_cells
    if promise is not None:
        known = set(safe)
        safe = []
        for number, cell in enumerate(board.shape):
            if promise.covers(cell) or cell in known:
                safe.append(cell)
                chances[number] = 0.0
    places = Places(board.shape)
    best = _find_best(analysis, promise) if wanted.best or safe else None
    # Not validated, for speed: the overlay requests one for every move.
    return AnalysisView.model_construct(
        version=None,
        mine_probability=chances,
        safe=places.all(safe),
        mines=places.all(analysis.mine_cells),
        worlds=spell_integer(analysis.worlds),
        first_click=None if promise is None else "start" if promise.only else "any",
        best=None if best is None else places.of(best),
        win=_find_win(board, promise) if wanted.win else None,
        classes={name: places.all(cells) for name, cells in _classify(analysis, safe, promise).items()}
        if wanted.classes
        else None,
        estimate=_estimate(board) if wanted.estimate else None,
    )


def view_win(value: WinValue, shape: Shape) -> WinView:
    """Return the view of the win probability of a board of this shape."""
    moves = Places(shape).all(value.moves)
    if isinstance(value, Exact):
        chance = float(value.probability)
        return WinView(kind="exact", probability=chance, low=chance, high=chance, moves=moves)
    if isinstance(value, Bound):
        return WinView(kind="bound", probability=None, low=value.low, high=value.high, moves=moves)
    low, high = max(value.probability - 2 * value.error, 0.0), min(value.probability + 2 * value.error, 1.0)
    return WinView(kind="estimate", probability=value.probability, low=low, high=high, moves=moves)


def view_hint(board: Board, strength: int, *, states: int, promise: Promise | None = None) -> HintView:
    """Return a hint: whether a safe cell exists (1), where to look (2), which cell (3), and why (4).

    On a board that is too wide to count, the hint is the move of `safest` there, without a proof.

    Raises:
        LimitError: the board is too wide, and its number of mines is not known.
    """
    if promise is not None:
        return _promised_hint(promise, strength, board.shape)
    places = Places(board.shape)
    try:
        analysis = analyze(board, max_states=states)
    except LimitError:
        if board.mines is None:
            raise
        return _wide_hint(board, strength)
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
        2: f"Look at {_say_ringed(board, clues)}." if clues else "Look at the number of mines that are left.",
        3: f"{safe}.",
        4: f"{safe}: {proof.technique.label}. {' '.join(sentences)}",
    }
    steps = [
        HintStep(text=text, cells=places.all(step.safe), mines=places.all(step.mines), clues=places.all(step.clues))
        for text, step in zip(sentences, proof.steps, strict=True)
    ]
    return HintView(
        strength=strength,
        kind="safe",
        text=texts[strength],
        technique=proof.technique.label if strength == 4 else None,
        cells=[places.of(cell)] if strength >= 3 else [],
        clues=places.all(clues) if strength >= 2 else [],
        steps=steps if strength == 4 else [],
    )


def view_guesses(board: Board, *, states: int, promise: Promise | None = None) -> GuessesView:
    """Return the candidates for a guess, best first.

    Raises:
        GameError: a cell is safe, so no guess is needed.
        LimitError: the board is too wide.
    """
    if promise is not None:
        raise GameError("no guess is needed: the first-click rule makes the first reveal safe")
    analysis = analyze(board, max_states=states)
    if analysis.safe_cells:
        count = len(analysis.safe_cells)
        raise GameError(f"no guess is needed: {count} {'cell is' if count == 1 else 'cells are'} safe")
    report = _report(analysis)
    places = Places(board.shape)
    candidates = [
        GuessView(
            cell=places.of(candidate.cell),
            safety=candidate.safety,
            progress=candidate.progress,
            win=None if candidate.win is None else view_win(candidate.win, board.shape).probability,
        )
        for candidate in report.candidates[:_CANDIDATES]
    ]
    win = view_win(report.win if report.win is not None else find_win(board), board.shape)
    return GuessesView(text=report.text, guesses=candidates, win=win)


def _find_best(analysis: Analysis, promise: Promise | None) -> Cell | None:
    """The one source of the recommended move: the cell that hints, guesses and the overlay name."""
    return find_move(analysis) if promise is None else promise.cell


def _find_win(board: Board, promise: Promise | None) -> WinView | None:
    if promise is None:
        return view_win(find_win(board), board.shape)
    # The number of a cell that is only promised to be safe is not known, and neither is the win probability.
    return view_win(find_win(promise.known(board)), board.shape) if promise.opens else None


def _classify(analysis: Analysis, safe: Sequence[Cell], promise: Promise | None) -> dict[CellClass, list[Cell]]:
    if promise is None:
        return classify(analysis)
    others = [cell for cell in safe if cell != promise.cell]
    return {CellClass.BEST: [promise.cell], CellClass.GOOD: others, CellClass.SIMILAR: [], CellClass.DEAD: []}


def _estimate(board: Board) -> list[float | None]:
    risk = _engine.automine_risk(board._handle, True, True, True)[0]
    return [None if math.isnan(chance) else chance for chance in risk.ravel().tolist()]


def _report(analysis: Analysis) -> GuessReport:
    board = analysis.board
    rollouts = _GUESS_ROLLOUTS if len(board.shape) <= LARGEST_PLAYED_OUT else 0
    return analysis.explain_guess(rollouts=rollouts, spell=spell_in_words)


def _say_ringed(board: Board, clues: Sequence[Cell]) -> str:
    """Name the clues of a hint, which a page rings."""
    if len(clues) > _MOST_RINGED:
        return f"the {len(clues)} ringed clues"
    return f"the ringed {join([str(int(board[clue])) for clue in clues])}"


def _promised_hint(promise: Promise, strength: int, shape: Shape) -> HintView:
    cell = begin(spell_in_words(promise.cell))
    if promise.only:
        told = "It opens an area." if promise.opens else "It is not promised to open an area."
        texts = {
            1: "There is a safe cell: the first-click rule promises one.",
            2: "Look at the start cell of this board.",
            3: f"{cell} is safe.",
            4: f"{cell} is safe: the first-click rule promises that the start cell is no mine. {told}",
        }
    else:
        place, why = _say_start(promise, shape)
        texts = {
            1: "Every cell is safe now: the first-click rule promises that the first reveal is no mine.",
            2: f"Begin {place}.",
            3: f"{cell} is a good start.",
            4: f"{cell} is a good start: {why}.",
        }
    return HintView(
        strength=strength,
        kind="promised",
        text=texts[strength],
        technique="first click" if strength == 4 else None,
        cells=[Places(shape).of(promise.cell)] if strength >= 3 else [],
        clues=[],
        steps=[],
    )


def _say_start(promise: Promise, shape: Shape) -> tuple[str, str]:
    """Where to begin if any cell is safe, and why."""
    if promise.opens:
        where = "away from the edges" if shape.is_square else "where a cell has many neighbours"
        return f"{where}, where an opening has room", "the first reveal opens an area, and there it has room"
    where = "a corner" if shape.is_square else "a cell with few neighbours"
    why = "has the fewest neighbours, so a 0, which opens an area, is likeliest there"
    return f"{'in' if shape.is_square else 'at'} {where}", f"{'a corner' if shape.is_square else 'it'} {why}"


def _guess_hint(analysis: Analysis, strength: int) -> HintView:
    board = analysis.board
    places = Places(board.shape)
    if not (analysis.mine_probability < 1).any():  # a position that is solved
        return _say_guess(strength, "No cell is left to be revealed.")
    if strength == 1:
        return _say_guess(strength, "No cell is certainly safe: this is a guess.")
    if strength == 4:
        report = _report(analysis)
        return _say_guess(
            strength, report.text, places.of(report.best), places.all(_clues_beside(board, report.best))
        )
    cell = find_move(analysis)
    assert cell is not None  # there is one to reveal
    clues = _clues_beside(board, cell)
    if strength == 2:
        where = f"beside {_say_ringed(board, clues)}" if clues else f"beside no clue{_say_edge(board, cell)}"
        return _say_guess(strength, f"The best guess is {where}.", clues=places.all(clues))
    safety = percent(1 - board.value_of(analysis.mine_probability, cell))
    text = f"The best guess is {spell_in_words(cell)}: it is safe with probability {safety}."
    return _say_guess(strength, text, places.of(cell), places.all(clues))


def _wide_hint(board: Board, strength: int) -> HintView:
    """A hint where chances are estimated: a cell that is certainly safe has no proof, a guess no exact chance."""
    places = Places(board.shape)
    cell, rule, safety, _ = _engine.choose_move(board._handle, "safest", Strategy.parse("safest").engine_settings, 0)
    name, clues = spell_in_words(cell), _clues_beside(board, cell)
    ringed = _say_ringed(board, clues) if clues else "no clue"
    if rule == CERTAIN:
        texts = {
            1: "There is a safe cell.",
            2: f"Look beside {ringed}.",
            3: f"{begin(name)} is safe.",
            4: f"{begin(name)} is safe in every world. This board is too wide for a proof in a few steps.",
        }
    else:
        texts = {
            1: "No safe cell was found. This board is too wide to count, so there may be one.",
            2: f"The best guess is beside {ringed}.",
            3: f"The best guess is {name}: it is safe with an estimated probability of {percent(safety)}.",
            4: f"The best guess is {name}: of all cells it has the lowest estimated probability of a mine, "
            f"{percent(1 - safety)}. This board is too wide to count its worlds.",
        }
    return HintView(
        strength=strength,
        kind="safe" if rule == CERTAIN else "guess",
        text=texts[strength],
        technique=None,
        cells=[places.of(cell)] if strength >= 3 else [],
        clues=places.all(clues) if strength >= 2 else [],
        steps=[],
    )


def _say_edge(board: Board, cell: Cell) -> str:
    """Where a cell lies on a board of squares; on others its number of neighbours tells no place."""
    count = len(board.shape.neighbours(cell))
    return f", {_PLACES.get(count, 'away from the edges')}" if board.shape.is_square else ""


def _say_guess(strength: int, text: str, cell: Place | None = None, clues: Sequence[Place] = ()) -> HintView:
    return HintView(
        strength=strength,
        kind="guess",
        text=text,
        technique=None,
        cells=[] if cell is None else [cell],
        clues=list(clues),
        steps=[],
    )


def _clues_beside(board: Board, cell: Cell) -> list[Cell]:
    return [near for near in board.shape.neighbours(cell) if board[near] > 0]
