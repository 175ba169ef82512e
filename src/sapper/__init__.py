"""Sapper, the Minesweeper engine: exact analysis, games and tools.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_rows([[-1, 1], [-1, 1]], mines=1))
>>> analysis.worlds, float(analysis.mine_probability[0, 0])
(2, 0.5)
"""

from sapper import _engine
from sapper.analysis import Analysis, Component, Group, Outcomes, analyze, analyze_many
from sapper.board import Board, View
from sapper.comparison import Comparison, compare
from sapper.errors import (
    ContradictionError,
    GameError,
    InputError,
    LimitError,
    MissingError,
    NoGuessError,
    ParseError,
    RunError,
    SapperError,
)
from sapper.flip import Flip
from sapper.forced import ForcedGuess
from sapper.game import Game, Status
from sapper.guess import Candidate, GuessReport, Prospect
from sapper.hint import Hint, Strength, hint
from sapper.interval import Rate, SequentialTest
from sapper.layout import FirstClick, Layout, game_seeds
from sapper.level import LEVELS, Level
from sapper.maker import Maker
from sapper.noguess import no_guess, no_guess_many
from sapper.optimum import Optimum, optimum
from sapper.proof import Proof, ProofStep, Witness
from sapper.puzzle import Puzzle, load_puzzles, save_puzzles
from sapper.rating import Rating, rate
from sapper.rules import Rule, RuleSolution, solve_rules
from sapper.run import Run, simulate
from sapper.technique import Technique
from sapper.value import Bound, Estimate, Exact, win_value

__all__ = [
    "LEVELS",
    "Analysis",
    "Board",
    "Bound",
    "Candidate",
    "Comparison",
    "Component",
    "ContradictionError",
    "Estimate",
    "Exact",
    "FirstClick",
    "Flip",
    "ForcedGuess",
    "Game",
    "GameError",
    "Group",
    "GuessReport",
    "Hint",
    "InputError",
    "Layout",
    "Level",
    "LimitError",
    "Maker",
    "MissingError",
    "NoGuessError",
    "Optimum",
    "Outcomes",
    "ParseError",
    "Proof",
    "ProofStep",
    "Prospect",
    "Puzzle",
    "Rate",
    "Rating",
    "Rule",
    "RuleSolution",
    "Run",
    "RunError",
    "SapperError",
    "SequentialTest",
    "Status",
    "Strength",
    "Technique",
    "View",
    "Witness",
    "__version__",
    "analyze",
    "analyze_many",
    "compare",
    "game_seeds",
    "hint",
    "load_puzzles",
    "no_guess",
    "no_guess_many",
    "optimum",
    "rate",
    "save_puzzles",
    "simulate",
    "solve_rules",
    "win_value",
]

__version__ = _engine.version()
