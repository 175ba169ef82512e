"""The request to the engine's makers of layouts without guesses, and their result.

`MakerSpec.read` checks the arguments of callers once; `MakerSpec.make` returns a `Made` for every seed.

>>> spec = MakerSpec.read("beginner", start=(4, 4), maker="repair", max_technique="pair")
>>> [made] = spec.make([1], attempts=1)
>>> made.solved, made.layout
(True, <layout 9x9/10 first-click zero start 4,4>)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from sapper import _engine
from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level, LevelLike
from sapper.errors import InputError
from sapper.explain.technique import Technique
from sapper.game.layout import Layout

__all__ = ["Made", "Maker", "MakerSpec"]

_SEED_MASK = 2**64 - 1


class Maker(StrEnum):
    """How a layout that needs no guess is made. A value that names no maker raises InputError.

    Attributes:
        UNIFORM: deals layouts until one needs no guess; all such layouts are equally likely.
        REPAIR: deals one and changes it where it gets stuck; works at high density, but is biased.
    """

    UNIFORM = "uniform"
    REPAIR = "repair"

    @classmethod
    def _missing_(cls, value: object) -> Maker:
        raise InputError(f"unknown maker {quote(value)}: it is one of {', '.join(cls)}")

    @property
    def default_attempts(self) -> int:
        """The default limit on layouts dealt: about half a minute of work on an expert board."""
        return 1_000_000 if self is Maker.UNIFORM else 20_000


class Made(NamedTuple):  # not a dataclass: creating one takes longer than making a small board
    """A layout that needs no guess, or the one that came furthest."""

    solved: bool  # whether it needs no guess
    attempts: int  # layouts dealt for it
    layout: Layout | None  # None when nothing was played
    board: Board | None  # what the player sees where it is stuck; None where it is not
    revealed: int  # cells revealed there; 0 where it is not stuck


@dataclass(frozen=True, slots=True)
class MakerSpec:
    """The properties of the layout to make."""

    level: Level  # size and number of mines
    start: Cell  # the first cell to be revealed
    first_click: FirstClick  # what is promised about it
    maker: Maker  # how it is made
    most: Technique  # the hardest technique that may be needed; those up to CASES do not count mines

    @classmethod
    def read(
        cls,
        level: LevelLike,
        *,
        start: Cell | None = None,
        first_click: FirstClick | str = FirstClick.ZERO,
        maker: Maker | str = Maker.UNIFORM,
        counter: bool = True,
        max_technique: Technique | str | int | None = None,
    ) -> MakerSpec:
        """Check the arguments and return the spec. The engine checks the number of mines.

        Raises:
            InputError: an argument outside its domain, or a technique that counts mines without the mine counter.
            LimitError: more cells than the engine allows.
        """
        size = Level.make(level)
        rule = FirstClick(first_click)
        if rule is FirstClick.NONE:
            raise InputError(
                "a board without guesses needs a safe start, which the first-click rule none does not give"
            )
        most = Technique.COUNTING_CASES if max_technique is None else Technique.parse(max_technique)
        if not counter and max_technique is not None and most > Technique.CASES:
            raise InputError(f"the technique {str(most)!r} needs the mine counter, which is switched off")
        grid = size.shape.grid
        return cls(
            level=size,
            start=grid.cell(size.default_start(rule) if start is None else start),
            first_click=rule,
            maker=Maker(maker),
            most=most if counter else min(most, Technique.CASES),
        )

    def make(
        self, seeds: Sequence[int], *, attempts: int, first: int = 0, threads: int = 1, seconds: float = math.inf
    ) -> list[Made]:
        """Return a layout for each seed, from attempt `first` on; when time or attempts run out, the furthest.

        Raises:
            InputError: more mines than the first-click rule leaves cells for.
            LimitError: a position is too wide to analyse.
        """
        found = _engine.make_no_guess(
            self.level.shape.grid,
            self.level.mines,
            self.start,
            _engine.FirstClick[self.first_click.name],
            _engine.MakerKind[self.maker.name],
            self.most,
            [seed & _SEED_MASK for seed in seeds],
            first,
            attempts,
            threads,
            seconds,
        )
        dealt = self.maker is Maker.UNIFORM  # a changed layout is not the layout of its seed
        wrap, start, rule = Layout._wrap, self.start, self.first_click
        return [
            Made(
                solved,
                spent,
                None if layout is None else wrap(layout, seed if dealt else None, start, rule),
                None if board is None else Board._wrap(board),
                revealed,
            )
            for solved, spent, seed, revealed, layout, board in found
        ]
