"""One game, move by move, forwards and back, with the reason of every move.

A layout and a strategy come in; a `Walk` comes out, which stands before the first move. The moves are the same as
those of the strategy in a run with the same seed.

>>> from sapper.game.layout import Layout
>>> walk = Walk.play(Layout.from_seed("beginner", seed=1), Strategy.parse("safest"))
>>> step = walk.forward()
>>> step.cell, step.kind, walk.forward().kind, len(walk.steps)
((2, 2), 'start', 'certain', 23)
>>> walk.back()
>>> walk.to_end(), walk.game.status
(22, <Status.WON: 'won'>)
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.board.cell import Cell, spell
from sapper.errors import InputError, LimitError
from sapper.explain.proof import Proof
from sapper.game.game import Game, Status
from sapper.game.layout import FirstClick, Layout
from sapper.game.moves import read_moves
from sapper.play.choice import CERTAIN, Weighed, choose, read_candidates
from sapper.play.player import KINDS, play_games, play_layout
from sapper.play.strategy import Strategy
from sapper.words.catalogue import ENGLISH, Said

__all__ = ["CERTAIN", "START", "Reason", "Step", "Walk"]

START = "start"


@dataclass(frozen=True, slots=True)
class Step:
    """One move."""

    cell: Cell  # the cell that is revealed
    kind: str  # "certain", "start", or the kind of guess
    safety: float  # chance that the cell holds no mine, from 0 to 1

    @property
    def is_guess(self) -> bool:
        """Whether it might hit a mine."""
        return self.safety < 1


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is made."""

    rule: str  # the technique that shows a safe cell, or the kind of guess
    said: Said  # the rule applied to this board: the last step of the proof, or why such a guess is made
    clues: tuple[Cell, ...] = ()  # those that this is about

    @property
    def text(self) -> str:
        """What is said, with cells as row and column from 0."""
        return ENGLISH.text(self.said, spell)

    def __str__(self) -> str:
        """The rule and its text."""
        return f"{self.rule}: {self.text}"


class Walk:
    """A recorded game, and a place among its moves."""

    def __init__(self, layout: Layout, steps: Iterable[Step], strategy: Strategy | None = None) -> None:
        """Start before the first of `steps` on `layout`; `weigh` needs the strategy that made them."""
        self.layout = layout
        self.steps = tuple(steps)
        self.game = Game(layout)
        self.place = 0  # moves made
        self._strategy = strategy
        self._asked_each_move = False  # whether the strategy was asked move by move, with fresh dice
        self._weighed: dict[int, list[_engine.Weighed]] | None = None  # by the number of the click

    @classmethod
    def play(cls, layout: Layout, strategy: Strategy) -> Self:
        """Return the game a strategy plays on a layout. On the layout of a seed it is the same as in a run.

        A layout without a seed starts at its start cell or, if it has none, in the corner (0, 0) with rule `none`.

        Raises:
            InputError: a Python strategy that did not choose a hidden cell.
            LimitError: a board too wide to analyse.
        """
        if layout.seed is not None and layout.start is not None and layout.first_click is not None:
            played = play_games(layout.level, layout.start, layout.first_click, [layout.seed], strategy, threads=1)
        elif strategy.choose is not None:
            played = play_layout(layout, strategy.choose)
        else:
            return cls.play_on(layout, (), strategy)
        kinds = [KINDS[kind] for kind in played.guess_kind]
        odds, clicks = played.guess_odds.tolist(), played.guess_click.tolist()
        cells = read_moves(played.moves.decode(), layout.level)
        return cls.replay(layout, cells, zip(clicks, kinds, odds, strict=True), strategy)

    @classmethod
    def play_on(cls, layout: Layout, opened: Iterable[Cell], strategy: Strategy) -> Self:
        """Return how a built-in strategy continues after these cells, none of them a mine, are revealed.

        The walk begins there or, if nothing is revealed yet, with the start cell of the layout.

        Raises:
            InputError: a Python strategy.
            LimitError: a board too wide to analyse.
        """
        if strategy.choose is not None:
            raise InputError(f"only a strategy that is built in can play on, unlike {strategy}")
        begun = tuple(opened)
        walk = cls(layout, _choose_steps(_open(layout, begun), layout, strategy), strategy)
        walk.game = _open(layout, begun)
        walk._asked_each_move = True
        return walk

    @classmethod
    def replay(
        cls,
        layout: Layout,
        cells: Iterable[Cell],
        guesses: Iterable[tuple[int, str, float]],
        strategy: Strategy | None = None,
    ) -> Self:
        """Return the game of recorded clicks; a guess is the number of its click, its kind and its chance.

        With the strategy that made them, `weigh` has the candidates of every guess.
        """
        known = {click: (kind, odds) for click, kind, odds in guesses}
        usual = (CERTAIN, 1.0)
        steps = (Step(cell, *known.get(click, usual if click else (START, 1.0))) for click, cell in enumerate(cells))
        return cls(layout, steps, strategy)

    @property
    def next(self) -> Step | None:
        """The move that comes next; None at the end."""
        return self.steps[self.place] if self.place < len(self.steps) else None

    @property
    def last(self) -> Step | None:
        """The move that was made last; None at the start."""
        return self.steps[self.place - 1] if self.place else None

    def analyze(self) -> Analysis:
        """Return the analysis of the current board."""
        return analyze(self.game.board)

    def explain(self) -> Reason:
        """Return why the next move is made.

        On a board that is too wide to count a certain move has no proof, and its rule alone is named.

        Raises:
            InputError: there is none.
        """
        step = self.next
        if step is None:
            raise InputError("the game is over, there is no next move")
        if step.kind == CERTAIN:
            with suppress(LimitError):
                _, proof = self.prove()
                return Reason(proof.technique.label, proof.steps[-1].said, proof.steps[-1].clues)
        return Reason(step.kind, {"say": f"rule.{step.kind}"})

    def prove(self) -> tuple[Analysis, Proof]:
        """Return the easiest proof of the next move, which is certain, and the analysis it is about.

        Raises:
            LimitError: the board is too wide to count.
        """
        step = self.next
        assert step is not None
        analysis = self.analyze()
        proof = analysis.explain(step.cell, easiest=True)
        assert isinstance(proof, Proof)  # a certain move is safe
        return analysis, proof

    def weigh(self) -> tuple[Weighed, ...]:
        """Return what the strategy weighed for the next move, its cell first.

        Nothing unless it guesses a cell, and on a board that is too wide to count.

        Raises:
            InputError: the strategy is not known, or makes another move here than the recorded one.
        """
        step = self.next
        if step is None or step.kind in (CERTAIN, START):
            return ()
        layout, strategy = self.layout, self._strategy
        if strategy is None:
            raise InputError("the candidates are not known: these moves were recorded without their strategy")
        try:
            if self._asked_each_move or strategy.choose is not None:
                candidates = choose(self.game.board, strategy).candidates
            else:
                if self._weighed is None:
                    self._weighed = _weigh_game(layout, strategy)
                candidates = read_candidates(self.analyze(), step.cell, self._weighed.get(self.place, ()))
        except LimitError:
            return ()
        if candidates and candidates[0].cell != step.cell:
            raise InputError(f"the strategy {strategy} now makes another move than the recorded one")
        return candidates

    def forward(self) -> Step:
        """Make the next move and return it.

        Raises:
            InputError: there is none.
        """
        step = self.next
        if step is None:
            raise InputError("the game is over, there is no next move")
        self.game.reveal(step.cell)
        self.place += 1
        return step

    def to_guess(self) -> int:
        """Go on to just before the next guess, by at least one move; return the number of moves."""
        begin = self.place
        while self.next is not None and (self.place == begin or not self.next.is_guess):
            self.forward()
        return self.place - begin

    def to_end(self) -> int:
        """Make all moves that are left; return their number."""
        begin = self.place
        while self.next is not None:
            self.forward()
        return self.place - begin

    def back(self) -> None:
        """Undo the last move; does nothing at the start."""
        if self.place:
            self.game.undo()
            self.place -= 1


def _choose_steps(game: Game, layout: Layout, strategy: Strategy) -> list[Step]:
    """Return the moves of a built-in strategy, requested one by one."""
    level = layout.level
    steps: list[Step] = []
    while game.status is Status.PLAYING:
        if game.clicks:
            cell, kind, safety, _ = _engine.choose_move(
                game.board._handle, strategy.name, strategy.engine_settings, 0
            )
        else:
            promised = layout.first_click not in (None, FirstClick.NONE)
            cell, kind = _start_cell(layout), START
            safety = 1.0 if promised else 1 - level.mines / len(level.shape)
        steps.append(Step(cell, kind, safety))
        game.reveal(cell)
    return steps


def _weigh_game(layout: Layout, strategy: Strategy) -> dict[int, list[_engine.Weighed]]:
    """Return what a strategy that is built in weighs in the game of a seed, by the number of the click."""
    assert layout.seed is not None
    assert layout.start is not None
    assert layout.first_click is not None
    return _engine.weigh_game(
        layout.level.shape.grid,
        layout.level.mines,
        _engine.FirstClick[layout.first_click.name],
        layout.start,
        layout.seed % 2**64,
        strategy.name,
        strategy.engine_settings,
    )


def _start_cell(layout: Layout) -> Cell:
    return layout.level.default_start(FirstClick.NONE) if layout.start is None else layout.start


def _open(layout: Layout, cells: Iterable[Cell]) -> Game:
    """A game on which these cells are revealed."""
    game = Game(layout)
    for cell in cells:
        game.reveal(cell)
    return game
