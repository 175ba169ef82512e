"""Games that an assistant plays. Their layouts stay hidden until they end.

>>> games = Games()
>>> game = games.start("beginner", seed=1)
>>> state = games.play(game["game"], "reveal", (2, 2))
>>> state["status"], state["changed"], "layout" in state
('playing', 35, False)
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from sapper.base.number import quote, seed_number
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level
from sapper.board.shape import Shape
from sapper.errors import InputError, LimitError
from sapper.game.cruel import settle_or_keep
from sapper.game.dealing import check_terms, deal
from sapper.game.live import LiveGame, Terms

__all__ = ["MOST_CELLS", "Action", "CellGiven", "Games", "check_cells", "read_cell"]

Action: TypeAlias = Literal["reveal", "flag", "chord", "undo"]
CellGiven: TypeAlias = Sequence[int] | int | str

MOST_CELLS = 2_500  # of a board, so that every answer takes seconds at most
_MOST_GAMES = 100  # kept; a new game beyond it ends the one that was used least recently
_SEEDS = 2**53
_STATES = 1_000_000  # of the analysis before a reveal of a cruel game: about 0.1 s and 100 MB


class Games:
    """The games of one server, by name. Calls may come from several threads."""

    def __init__(self) -> None:
        """Begin without games."""
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = threading.Lock()

    def start(
        self,
        level: str,
        *,
        seed: int | None = None,
        first_click: FirstClick | str = FirstClick.ZERO,
        no_guess: bool = False,
        cruel: bool = False,
    ) -> dict[str, Any]:
        """Start a game and return its state. The first reveal decides the layout; that of a cruel game may change.

        Raises:
            InputError: an unknown level or rule, a bad seed, more mines than the rule leaves cells for, or a no-guess
                game that is cruel.
            LimitError: a board that is too large.
        """
        size = Level.parse(level)
        check_cells(size.shape)
        number = secrets.randbelow(_SEEDS) if seed is None else seed_number(seed)
        name = secrets.token_hex(4)
        terms = Terms(
            id=name,
            origin="cruel" if cruel else "new",
            level=size,
            first_click=FirstClick(first_click),
            no_guess=no_guess,
            seed=number,
            seed_chosen=seed is not None,
            start=None,
            position=None,
            helped=False,
            name=None,
            created_at=0,
        )
        check_terms(terms)
        with self._lock:
            self._games[name] = LiveGame(terms)
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
            return _state(self._games[name])

    def show(self, name: str) -> dict[str, Any]:
        """Return the state of a game.

        Raises:
            InputError: there is no such game.
        """
        with self._lock:
            return _state(self._find(name))

    def play(self, name: str, action: Action, cell: CellGiven | None) -> dict[str, Any]:
        """Make a move, or take the last one back, and return the state with the number of cells that changed.

        Raises:
            InputError: there is no such game or cell, or no cell was given.
            GameError: the game does not allow the move.
            NoGuessError: no layout that needs no guess was found for the first reveal.
        """
        with self._lock:
            game = self._find(name)
            before = game.signs
            if action == "undo":
                game.undo(at=0)
            elif cell is None:
                raise InputError(f"{action} needs a cell")
            else:
                cell = read_cell(game.terms.level.shape, cell)
                if game.needs_layout(action, cell):
                    game.fix(deal(game.terms, cell))
                doubt = game.doubt(action, cell)
                if doubt is not None:
                    game.fix(settle_or_keep(doubt, max_states=_STATES))
                game.play(action, cell, at=0)
            changed = sum(old != new for old, new in zip(before, game.signs, strict=True))
            return _state(game) | {"changed": changed}

    def _find(self, name: str) -> LiveGame:
        if name not in self._games:
            known = ", ".join(self._games) or "none"
            raise InputError(f"there is no game {quote(name)}; games: {known}. new_game starts one")
        self._games.move_to_end(name)
        return self._games[name]


def read_cell(shape: Shape, cell: CellGiven) -> Cell:
    """Return the cell of a shape that an assistant named: its coordinates, its number, or its name as a text.

    Raises:
        InputError: the shape has no such cell.
    """
    found = shape.cell(cell) if isinstance(cell, str) else tuple(cell) if isinstance(cell, Sequence) else cell
    shape.number(found)
    return found


def check_cells(shape: Shape) -> None:
    """Check the size of a board.

    Raises:
        LimitError: it has more cells than one call takes.
    """
    if len(shape) > MOST_CELLS:
        raise LimitError(f"a board of {shape} cells is larger than the {MOST_CELLS:,} cells that a call takes")


def _state(game: LiveGame) -> dict[str, Any]:
    """Return what a player may know of a game; the layout only after its end."""
    state = {
        "game": game.terms.id,
        "level": str(game.terms.level),
        "status": str(game.status),
        "clicks": game.clicks,
        "board": str(game.board),
    }
    if game.over and game.layout is not None:
        state["layout"] = str(game.layout)
    return state
