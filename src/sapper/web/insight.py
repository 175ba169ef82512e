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
from typing import Literal, TypeAlias

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import find_move, give_hint
from sapper.analysis.quick_win import LARGEST_PLAYED_OUT, find_win
from sapper.analysis.value import Bound, Exact, WinValue
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.shape import Shape
from sapper.draw.digits import spell_integer
from sapper.errors import GameError, LimitError
from sapper.explain.guess import GuessReport
from sapper.play.choice import CERTAIN
from sapper.play.classes import CellClass, classify
from sapper.play.promise import Promise
from sapper.play.strategy import Strategy
from sapper.web.places import Place, Places
from sapper.web.schemas import AnalysisView, GuessesView, GuessView, HintStep, HintView, WinView
from sapper.words.catalogue import ENGLISH, Said

__all__ = ["Asked", "view_analysis", "view_guesses", "view_hint", "view_win"]

HintKind: TypeAlias = Literal["promised", "safe", "guess"]

_CANDIDATES = 6  # candidates that are returned
_GUESS_ROLLOUTS = 20  # games for every number that a candidate may show
_MOST_RINGED = 4  # clues that a hint names by their numbers
# By the number of neighbours on squares; flips do not change them.
_PLACES = {3: "corner", 5: "edge"}


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
    told: dict[int, Said] = {
        1: {"say": "hint.exists", "count": len(analysis.safe_cells)},
        2: {"say": "hint.look", "clues": _ringed(board, clues)} if clues else {"say": "hint.counter"},
        3: {"say": "hint.safe", "cell": cell},
        4: {
            "say": "hint.why",
            "cell": cell,
            "technique": {"say": f"technique.{int(proof.technique)}"},
            "steps": [step.said for step in proof.steps],
        },
    }
    steps = [
        HintStep(
            said=dict(step.said),
            text=ENGLISH.text(step.said),
            cells=places.all(step.safe),
            mines=places.all(step.mines),
            clues=places.all(step.clues),
        )
        for step in proof.steps
    ]
    hint = _view(strength, "safe", told[strength], [places.of(cell)], places.all(clues))
    return hint.model_copy(update={"steps": steps}) if strength == 4 else hint


def view_guesses(board: Board, *, states: int, promise: Promise | None = None) -> GuessesView:
    """Return the candidates for a guess, best first.

    Raises:
        GameError: a cell is safe, so no guess is needed.
        LimitError: the board is too wide.
    """
    if promise is not None:
        raise GameError(ENGLISH.text({"say": "move.no-guess-promised"}))
    analysis = analyze(board, max_states=states)
    if count := len(analysis.safe_cells):
        raise GameError(ENGLISH.text({"say": "move.no-guess", "count": count}))
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
    return GuessesView(said=dict(report.said), text=ENGLISH.text(report.said), guesses=candidates, win=win)


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
    return analysis.explain_guess(rollouts=rollouts)


def _ringed(board: Board, clues: Sequence[Cell]) -> Said:
    """Clues that the page rings."""
    return {"say": "ringed", "numbers": [int(board[clue]) for clue in clues], "many": len(clues) > _MOST_RINGED}


def _promised_hint(promise: Promise, strength: int, shape: Shape) -> HintView:
    entries = (
        ("hint.start-exists", "hint.start-look", "hint.safe", "hint.start-why")
        if promise.only
        else ("hint.any-safe", "hint.begin", "hint.good", "hint.good-why")
    )
    said: dict[str, object] = {"say": entries[strength - 1], "opens": promise.opens, "square": shape.is_square}
    if strength >= 3:
        said["cell"] = promise.cell
    if strength == 4:
        said["technique"] = {"say": "technique.first-click"}
    return _view(strength, "promised", said, [Places(shape).of(promise.cell)], [])


def _guess_hint(analysis: Analysis, strength: int) -> HintView:
    board = analysis.board
    places = Places(board.shape)
    if not (analysis.mine_probability < 1).any():  # a position that is solved
        return _view(strength, "guess", {"say": "hint.nothing-left"}, [], [])
    if strength == 1:
        return _view(strength, "guess", {"say": "hint.nothing-safe"}, [], [])
    if strength == 4:
        report = _report(analysis)
        near = _clues_beside(board, report.best)
        return _view(strength, "guess", report.said, [places.of(report.best)], places.all(near))
    cell = find_move(analysis)
    assert cell is not None  # there is one to reveal
    clues = _clues_beside(board, cell)
    said: Said = {"say": "hint.best", "cell": cell, "safety": 1 - board.value_of(analysis.mine_probability, cell)}
    if strength == 2:
        said = (
            {"say": "hint.beside", "clues": _ringed(board, clues)}
            if clues
            else {"say": "hint.apart", "where": _where(board, cell)}
        )
    return _view(strength, "guess", said, [places.of(cell)], places.all(clues))


def _wide_hint(board: Board, strength: int) -> HintView:
    """A hint where chances are estimated: a cell that is certainly safe has no proof, a guess no exact chance."""
    places = Places(board.shape)
    cell, rule, safety, _ = _engine.choose_move(board._handle, "safest", Strategy.parse("safest").engine_settings, 0)
    near = _clues_beside(board, cell)
    clues = _ringed(board, near) if near else None
    told: dict[int, Said]
    if rule == CERTAIN:
        told = {
            1: {"say": "hint.exists", "count": 1},
            2: {"say": "hint.look-beside", "clues": clues},
            3: {"say": "hint.safe", "cell": cell},
            4: {"say": "hint.wide-safe", "cell": cell},
        }
    else:
        told = {
            1: {"say": "hint.wide-none"},
            2: {"say": "hint.beside", "clues": clues} if clues else {"say": "hint.apart", "where": ""},
            3: {"say": "hint.wide-best", "cell": cell, "safety": safety},
            4: {"say": "hint.wide-lowest", "cell": cell, "risk": 1 - safety},
        }
    kind: HintKind = "safe" if rule == CERTAIN else "guess"
    return _view(strength, kind, told[strength], [places.of(cell)], places.all(near))


def _where(board: Board, cell: Cell) -> str:
    """Where a cell lies on a board of squares; on others its number of neighbours tells no place."""
    if not board.shape.is_square:
        return ""
    return _PLACES.get(len(board.shape.neighbours(cell)), "middle")


def _view(strength: int, kind: HintKind, said: Said, cells: list[Place], clues: list[Place]) -> HintView:
    """Return a hint, with the clues it is about from the second strength on and the cell from the third."""
    technique = said.get("technique")
    return HintView(
        strength=strength,
        kind=kind,
        said=dict(said),
        text=ENGLISH.text(said),
        technique=None if technique is None else ENGLISH.text(technique),
        cells=cells if strength >= 3 else [],
        clues=clues if strength >= 2 else [],
        steps=[],
    )


def _clues_beside(board: Board, cell: Cell) -> list[Cell]:
    return [near for near in board.shape.neighbours(cell) if board[near] > 0]
