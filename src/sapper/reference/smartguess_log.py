"""The stage log of one game of smartguess: every stage with its rules, its flags, its guesses and the running luck.

The way to play and the seed of a game come in; a `GameLog` comes out. The strategy tells its stages while it plays.
The layout is read only after the game has ended, to count the mines that the strategy had estimated.

>>> log = log_game("smart", "zero", seed=5619234565782325792)
>>> log.map, [stage.key for stage in log.stages]
('z1 s257 t45 s104 ^1 W', ['z', 's', 't', 's', '^'])
>>> log.luck, log.flags, log.stages[2].uses[0].rule
(0.5, 89, 'rule_3')
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

from sapper import _engine
from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import Level, LevelLike
from sapper.game.game import Game, Status
from sapper.game.layout import Layout
from sapper.game.moves import read_moves
from sapper.play.player import KINDS, PlayedGames, play_games
from sapper.play.strategy import Strategy
from sapper.reference.smartguess import FIELD, make_spec

__all__ = ["RULES", "STAGES", "BoardLog", "Chain", "GameLog", "Guess", "RuleUse", "Stage", "log_board", "log_game"]

# The stages by their key in the transition map; no key: cells that are left when the last mine is flagged.
STAGES = {
    "s": "single-cell logic",
    "t": "two-cell logic",
    "z": "zero-guess",
    "r": "random guess",
    "^": "smartguess",
    "M": "smartguess: multi-cell logic",
    "E": "smartguess: endsolver",
    "": "all mines are flagged",
}

# What the log of the engine calls a rule: the key of its stage, its name and what it found, as the document puts it.
RULES = {
    "rule_1": ("s", "rule 1", "effective value 0: the unknowns beside it are safe"),
    "rule_2": ("s", "rule 2", "as many unknowns as its effective value: they are mines"),
    "rule_3": ("t", "rule 3, nonoverlap-flag", "what only the second clue has makes up its higher effective value"),
    "rule_4": ("t", "rule 4, nonoverlap-safe", "equal effective values: what only the second clue has is safe"),
    "rule_5": ("t", "rule 5, 121-cross", "effective values 1, 2, 1 in a line"),
    "multi_cell": ("M", "multi-cell logic", "pods taken out of each other leave a pod of 0 % or 100 %"),
    "end_solver_excluded": ("E", "endsolver, steps 1 and 2", "the solutions that the mines left allow agree"),
    "end_solver_most": ("E", "endsolver, step 3", "the most mines in all chains and a fully mined interior"),
    "end_solver_least": ("E", "endsolver, step 4", "the fewest mines in all chains are all that are left"),
    "end_solver_aggregate": ("E", "aggregate data, step 10", "all solutions of the chain agree"),
    "all_flagged": ("", "won", "every mine is flagged"),
}


@dataclass(frozen=True, slots=True)
class RuleUse:
    """Cells that one use of a rule settled."""

    rule: str  # key of RULES
    clues: tuple[Cell, ...]  # the clues that it compared; empty for rules that read whole chains
    cells: tuple[Cell, ...]  # the cells that it settled
    mine: bool  # whether they are flagged; otherwise they are revealed


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of pods, as a guess counts it."""

    cells: tuple[Cell, ...]  # its unknown cells
    solutions: float  # ways to fill it, at least 1
    least: int  # fewest mines in a solution
    most: int  # most mines in a solution
    mines: float  # average over the solutions


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess and what it was based on; None where the way to guess estimates nothing."""

    cell: Cell  # the cell that is revealed
    shows: int | None  # its number; None for a mine
    safety: float  # chance that it is no mine, as the strategy estimated it; 1 for a zero picked by the game
    pods: int  # pods after multi-cell logic
    chains: tuple[Chain, ...]  # the chains of pods
    choices: int  # cells of the same lowest risk, among which it drew; 0 for a zero picked by the game
    interior: int  # cells beside no clue, where they are compared
    border_risk: float | None  # lowest risk of a cell beside a clue
    interior_risk: float | None  # risk of each cell beside no clue
    border_estimate: float | None  # mines in the border, as estimated
    border_mines: int | None  # mines in the border, as the layout shows after the game

    def to_json(self) -> dict[str, Any]:
        """The guess as one object for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Stage:
    """One entry of the transition map."""

    key: str  # key of STAGES
    count: int  # the number in the map: cells for s, t, M and E, guesses for the others
    uses: tuple[RuleUse, ...]  # rules in the order in which they were applied
    revealed: tuple[Cell, ...]  # the cells it revealed itself, without those that zeros open
    guesses: tuple[Guess, ...]  # its guesses, one after the other
    luck: float  # product of the safety of all guesses so far, the first move included
    flags: int  # mines flagged so far
    board: Board  # what the game shows afterwards, with the flags
    map: str  # transition map so far


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game with all its stages."""

    level: Level  # the field
    mode: str  # how it guessed
    first: str  # how it started
    seed: int  # seed of the game
    won: bool  # how it ended
    map: str  # transition map, as the engine writes it
    stages: tuple[Stage, ...]  # from the first move to the end
    board: Board  # what the game shows at the end, with the flags
    exploded: Cell | None  # the mine that was revealed
    layout: Layout  # where the mines were

    @property
    def luck(self) -> float:
        """The product of the safety of all guesses, the first move included: the chance to get this far."""
        return self.stages[-1].luck if self.stages else 1.0

    @property
    def flags(self) -> int:
        """Mines flagged at the end."""
        return self.stages[-1].flags if self.stages else 0

    @property
    def guesses(self) -> int:
        """Guesses made, without the first move and zeros picked by the game."""
        return sum(len(stage.guesses) for stage in self.stages if stage.key != "z") - self._starts_with_guess

    @property
    def _starts_with_guess(self) -> int:
        return int(bool(self.stages) and self.stages[0].key in ("r", "^"))

    def hits(self, rule: str) -> int:
        """How often a rule was used."""
        return sum(use.rule == rule for stage in self.stages for use in stage.uses)

    def to_json(self) -> dict[str, Any]:
        """The log as one object for JSON."""
        return {
            "level": str(self.level),
            "mode": self.mode,
            "first": self.first,
            "seed": self.seed,
            "won": self.won,
            "map": self.map,
            "luck": self.luck,
            "guesses": self.guesses,
            "flags": self.flags,
            "exploded": self.exploded,
            "stages": [_stage_to_json(stage) for stage in self.stages],
            "board": self.board.position,
            "layout": str(self.layout),
        }


@dataclass(frozen=True, slots=True)
class BoardLog:
    """What the strategy does on a board up to its next move."""

    board: Board  # the board
    mode: str  # how it guesses
    uses: tuple[RuleUse, ...]  # rules in the order in which they are applied
    cell: Cell  # the cell that it reveals
    guess: Guess | None  # what the move is based on; None if the cell is safe

    def to_json(self) -> dict[str, Any]:
        """The log as one object for JSON."""
        return {
            "board": self.board.position,
            "mode": self.mode,
            "rules": [asdict(use) for use in self.uses],
            "cell": self.cell,
            "guess": None if self.guess is None else self.guess.to_json(),
        }


def log_board(board: Board, mode: str = "smart") -> BoardLog:
    """Return the rules that the strategy applies to a board up to its next move, and what a guess is based on.

    Raises:
        InputError: an unknown mode, a board without a known number of mines, or without a safe cell to reveal.
        ContradictionError: no world fits the board.
        LimitError: the board is too wide.

    >>> board = Board.from_text("mines 2\\n...\\n.22\\n...")
    >>> [(use.rule, use.clues, use.cells) for use in log_board(board).uses]
    [('rule_4', ((1, 2), (1, 1)), ((0, 0), (1, 0), (2, 0)))]
    """
    strategy = Strategy.parse(f"smartguess,mode={mode}")
    analyze(board)
    move, (deductions, estimates) = _engine.log_move(board._handle, strategy.name, strategy.engine_settings, 0)
    cell, _, safety, _ = move
    guess = None
    if estimates:
        chains = tuple(map(_read_chain, estimates[0].components))
        mines = sum(chain.mines for chain in chains) if chains else None
        guess = _make_guess(cell, safety, estimates[0], border_estimate=mines)
    return BoardLog(board, mode, tuple(map(_read_use, deductions)), cell, guess)


def log_game(mode: str, first: str, *, seed: int, level: LevelLike = FIELD) -> GameLog:
    """Play the game of a seed, as a run plays it, and return all its stages.

    Raises:
        InputError: an unknown mode, start or level, or a seed of more than 64 bits.
        LimitError: a board too wide to analyse.
    """
    spec = make_spec(mode, first, level=level)
    layout = Layout.from_seed(spec.level, seed=seed, start=spec.start, first_click=spec.first_click)
    played = play_games(spec.level, spec.start, spec.first_click, [seed], spec.strategy, threads=1)
    deductions, estimates = _engine.log_game(
        spec.level.shape.grid,
        spec.level.mines,
        _engine.FirstClick[spec.first_click.name],
        spec.start,
        seed % 2**64,
        spec.strategy.name,
        spec.strategy.engine_settings,
    )
    writer = _Writer(Game(layout))
    uses = {click: list(group) for click, group in groupby(deductions, key=lambda one: one.click)}
    guesses = _read_guesses(played, mode, layout, estimates)
    for click, cell in enumerate(read_moves(played.moves.decode(), spec.level)):
        for use in uses.get(click, ()):
            writer.deduce(use)
        writer.reveal(cell, guesses.get(click))
    game = writer.game
    return GameLog(
        level=spec.level,
        mode=mode,
        first=first,
        seed=seed,
        won=game.status is Status.WON,
        map=played.trails[0],
        stages=writer.end(),
        board=game.board,
        exploded=game.exploded,
        layout=game.layout,
    )


@dataclass(slots=True)
class _Open:
    """A stage that is not over."""

    key: str
    count: int = 0
    uses: list[RuleUse] = field(default_factory=list)
    revealed: list[Cell] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)


class _Writer:
    """Makes the moves of a game again and puts the stages together."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._stages: list[Stage] = []
        self._open: _Open | None = None
        self._luck = 1.0
        self._flags = 0
        self._map = ""

    def deduce(self, one: _engine.Deduction) -> None:
        key = RULES[one.rule][0]
        stage = self._enter(key)
        stage.uses.append(_read_use(one))
        if one.mine:
            for cell in one.cells:
                self.game.flag(cell)
            self._flags += len(one.cells)
        # The single-cell and two-cell stages count revealed cells too, when they are shown.
        if key in ("M", "E") or (key and one.mine):
            stage.count += len(one.cells)

    def reveal(self, cell: Cell, guess: tuple[str, Guess] | None) -> None:
        if guess is not None:
            self._enter(guess[0])
        assert self._open is not None  # a move is a guess or follows from a rule
        before = self._shown()
        self.game.reveal(cell)
        if guess is not None:
            number = self.game.board[cell]
            self._open.guesses.append(replace(guess[1], shows=number if number >= 0 else None))
            self._open.count += 1
            self._luck *= guess[1].safety
        self._open.revealed.append(cell)
        if self._open.key in ("s", "t"):
            self._open.count += self._shown() - before

    def end(self) -> tuple[Stage, ...]:
        """Return all stages."""
        self._close(" W" if self.game.status is Status.WON else " X")
        return tuple(self._stages)

    def _shown(self) -> int:
        return int((self.game.board.cells >= 0).sum())

    def _enter(self, key: str) -> _Open:
        if self._open is None or self._open.key != key:
            self._close("")
            self._open = _Open(key)
        return self._open

    def _close(self, end: str) -> None:
        stage = self._open
        if stage is None:
            return
        if stage.key:
            self._map += f"{' ' if self._map else ''}{stage.key}{stage.count}"
        self._stages.append(
            Stage(
                key=stage.key,
                count=stage.count,
                uses=tuple(stage.uses),
                revealed=tuple(stage.revealed),
                guesses=tuple(stage.guesses),
                luck=self._luck,
                flags=self._flags,
                board=self.game.board,
                map=self._map + end,
            )
        )


def _read_guesses(
    played: PlayedGames, mode: str, layout: Layout, estimates: list[_engine.GuessEstimate]
) -> dict[int, tuple[str, Guess]]:
    """Return the guesses of a game with the keys of their stages, by the number of the click."""
    cells = read_moves(played.moves.decode(), layout.level)
    known = {estimate.click: estimate for estimate in estimates}
    compared = {
        guess: (estimate, mines)
        for guess, estimate, mines in zip(
            played.frontier_guess.tolist(),
            played.frontier_estimate.tolist(),
            played.frontier_mines.tolist(),
            strict=True,
        )
    }
    out = {}
    for number, click in enumerate(played.guess_click.tolist()):
        zero = KINDS[played.guess_kind[number]] == "zero"
        told = known.get(click)
        estimate, mines = compared.get(number, (None, None))
        guess = _make_guess(cells[click], float(played.guess_odds[number]), told, estimate, mines)
        out[click] = ("z" if zero else "r" if mode == "random" else "^", guess)
    return out


def _make_guess(
    cell: Cell,
    safety: float,
    told: _engine.GuessEstimate | None,
    border_estimate: float | None,
    border_mines: int | None = None,
) -> Guess:
    return Guess(
        cell=cell,
        shows=None,
        safety=safety,
        pods=told.pods if told else 0,
        chains=tuple(map(_read_chain, told.components)) if told else (),
        choices=len(told.drawn_from) if told else 0,
        interior=told.floating if told else 0,
        border_risk=_known(told.frontier_risk) if told else None,
        interior_risk=_known(told.floating_risk) if told else None,
        border_estimate=border_estimate,
        border_mines=border_mines,
    )


def _read_use(one: _engine.Deduction) -> RuleUse:
    return RuleUse(one.rule, tuple(one.clues), tuple(one.cells), one.mine)


def _read_chain(one: _engine.ComponentEstimate) -> Chain:
    return Chain(tuple(one.cells), one.ways, one.least, one.most, one.mines)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _stage_to_json(stage: Stage) -> dict[str, Any]:
    return {
        "key": stage.key,
        "stage": STAGES[stage.key],
        "count": stage.count,
        "rules": [asdict(use) for use in stage.uses],
        "revealed": stage.revealed,
        "guesses": [guess.to_json() for guess in stage.guesses],
        "luck": stage.luck,
        "flags": stage.flags,
        "board": stage.board.position,
        "map": stage.map,
    }
