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
from sapper.errors import LimitError
from sapper.explain.guess import GuessReport
from sapper.play.choice import CERTAIN
from sapper.play.classes import CellClass, classify
from sapper.play.promise import Promise
from sapper.play.strategy import Strategy
from sapper.web.hint_words import WORDS, HintWords, Language, Where
from sapper.web.places import Place, Places
from sapper.web.problems import ToldError
from sapper.web.schemas import AnalysisView, GuessesView, GuessView, HintStep, HintView, WinView

__all__ = ["Asked", "view_analysis", "view_guesses", "view_hint", "view_win"]

_CANDIDATES = 6  # candidates that are returned
_GUESS_ROLLOUTS = 20  # games for every number that a candidate may show
# By the number of neighbours on squares; flips do not change them.
_PLACES: dict[int, Where] = {3: "corner", 5: "edge"}


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


def view_hint(
    board: Board, strength: int, *, states: int, promise: Promise | None = None, language: Language = "en"
) -> HintView:
    """Return a hint: whether a safe cell exists (1), where to look (2), which cell (3), and why (4).

    On a board that is too wide to count, the hint is the move of `safest` there, without a proof.

    Raises:
        LimitError: the board is too wide, and its number of mines is not known.
    """
    words = WORDS[language]
    if promise is not None:
        return _promised_hint(promise, strength, board.shape, words)
    places = Places(board.shape)
    try:
        analysis = analyze(board, max_states=states)
    except LimitError:
        if board.mines is None:
            raise
        return _wide_hint(board, strength, words)
    if not analysis.safe_cells:
        return _guess_hint(analysis, strength, words)
    proof = give_hint(analysis).proof
    assert proof is not None  # some cell is safe
    cell, clues = proof.cell, list(proof.clues)
    sentences = words.proof(analysis, proof)
    technique = words.technique(proof.technique)
    texts = {
        1: words.safe_cells(len(analysis.safe_cells)),
        2: words.look_at(_numbers(board, clues)) if clues else words.look_at_counter,
        3: words.safe(cell),
        4: f"{words.safe(cell, technique)} {' '.join(sentences)}",
    }
    steps = [
        HintStep(text=text, cells=places.all(step.safe), mines=places.all(step.mines), clues=places.all(step.clues))
        for text, step in zip(sentences, proof.steps, strict=True)
    ]
    return HintView(
        strength=strength,
        kind="safe",
        text=texts[strength],
        technique=technique if strength == 4 else None,
        cells=[places.of(cell)] if strength >= 3 else [],
        clues=places.all(clues) if strength >= 2 else [],
        steps=steps if strength == 4 else [],
    )


def view_guesses(
    board: Board, *, states: int, promise: Promise | None = None, language: Language = "en"
) -> GuessesView:
    """Return the candidates for a guess, best first.

    Raises:
        GameError: a cell is safe, so no guess is needed.
        LimitError: the board is too wide.
    """
    words = WORDS[language]
    if promise is not None:
        raise ToldError(words.no_guess_promised)
    analysis = analyze(board, max_states=states)
    if analysis.safe_cells:
        raise ToldError(words.no_guess(len(analysis.safe_cells)))
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
    return GuessesView(text=words.report(report), guesses=candidates, win=win)


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


def _numbers(board: Board, clues: Sequence[Cell]) -> list[int]:
    return [int(board[clue]) for clue in clues]


def _promised_hint(promise: Promise, strength: int, shape: Shape, words: HintWords) -> HintView:
    cell, opens, square = promise.cell, promise.opens, shape.is_square
    if promise.only:
        texts = {
            1: words.start_exists,
            2: words.look_at_start,
            3: words.safe(cell),
            4: words.safe(cell, words.start_promised(opens=opens)),
        }
    else:
        texts = {
            1: words.all_promised,
            2: words.begin_where(opens=opens, square=square),
            3: words.good_start(cell),
            4: words.why_start(cell, opens=opens, square=square),
        }
    return HintView(
        strength=strength,
        kind="promised",
        text=texts[strength],
        technique=words.first_click if strength == 4 else None,
        cells=[Places(shape).of(promise.cell)] if strength >= 3 else [],
        clues=[],
        steps=[],
    )


def _guess_hint(analysis: Analysis, strength: int, words: HintWords) -> HintView:
    board = analysis.board
    places = Places(board.shape)
    if not (analysis.mine_probability < 1).any():  # a position that is solved
        return _say_guess(strength, words.nothing_left)
    if strength == 1:
        return _say_guess(strength, words.nothing_safe)
    if strength == 4:
        report = _report(analysis)
        near = places.all(_clues_beside(board, report.best))
        return _say_guess(strength, words.report(report), places.of(report.best), near)
    cell = find_move(analysis)
    assert cell is not None  # there is one to reveal
    clues = _clues_beside(board, cell)
    if strength == 2:
        text = words.guess_beside(_numbers(board, clues)) if clues else words.guess_apart(_where(board, cell))
        return _say_guess(strength, text, clues=places.all(clues))
    text = words.best_guess(cell, 1 - board.value_of(analysis.mine_probability, cell))
    return _say_guess(strength, text, places.of(cell), places.all(clues))


def _wide_hint(board: Board, strength: int, words: HintWords) -> HintView:
    """A hint where chances are estimated: a cell that is certainly safe has no proof, a guess no exact chance."""
    places = Places(board.shape)
    cell, rule, safety, _ = _engine.choose_move(board._handle, "safest", Strategy.parse("safest").engine_settings, 0)
    clues = _clues_beside(board, cell)
    numbers = _numbers(board, clues)
    if rule == CERTAIN:
        texts = {
            1: words.safe_cells(1),
            2: words.look_beside(numbers),
            3: words.safe(cell),
            4: words.wide_safe(cell),
        }
    else:
        texts = {
            1: words.wide_none,
            2: words.guess_beside(numbers) if clues else words.guess_apart(""),
            3: words.wide_guess(cell, safety),
            4: words.wide_lowest(cell, 1 - safety),
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


def _where(board: Board, cell: Cell) -> Where:
    """Where a cell lies on a board of squares; on others its number of neighbours tells no place."""
    if not board.shape.is_square:
        return ""
    return _PLACES.get(len(board.shape.neighbours(cell)), "middle")


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
