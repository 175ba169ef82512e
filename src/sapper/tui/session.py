"""One game in the terminal: its log, and a clock that stands still while the game is paused.

>>> now = [0.0]
>>> session = Session.start(Choice("beginner"), seed=1, clock=lambda: now[0])
>>> session.fix(session.deal((4, 4)))
>>> _ = session.play("reveal", (4, 4))
>>> now[0] = 2.5
>>> session.pause()
>>> now[0] = 60.0
>>> session.live.status, session.elapsed_ms
('playing', 2500)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import LEVELS, FirstClick, Level
from sapper.errors import GameError, LimitError
from sapper.game.cruel import settle_or_keep
from sapper.game.dealing import check_terms, deal, deal_position
from sapper.game.layout import Layout
from sapper.game.live import Event, LiveGame, Played, Terms
from sapper.game.noguess import MakerProgress

__all__ = ["STATES", "Choice", "Session"]

STATES = 1_000_000  # of one analysis: about 0.1 s and 100 MB
_MOST_CELLS = 40_000  # of a board; more would take longer than a moment to draw and to log
_SEEDS = 2**53  # seeds stay below this, so that JSON readers that use doubles keep every digit


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chooses for the next games."""

    level: str = "9x9/10"  # ROWSxCOLS/MINES; a name is replaced by that
    first_click: FirstClick = FirstClick.ZERO
    no_guess: bool = False
    cruel: bool = False

    def __post_init__(self) -> None:
        """Check the level and the rule.

        Raises:
            InputError: an unknown level or rule.
            LimitError: a board larger than the engine allows.
        """
        object.__setattr__(self, "level", str(Level.parse(self.level)))
        object.__setattr__(self, "first_click", FirstClick(self.first_click))

    def __str__(self) -> str:
        """The name of the level, and whether no guess is needed or the game is cruel."""
        name = next((name for name, level in LEVELS.items() if str(level) == self.level), self.level)
        return name + (", no guess" if self.no_guess else "") + (", cruel but fair" if self.cruel else "")


class Session:
    """One game. Moves that cannot be made raise and change nothing."""

    def __init__(
        self,
        live: LiveGame,
        *,
        events: Iterable[Event] = (),
        spent_ms: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Go on with a game after `spent_ms` on the clock, which reads seconds."""
        self.live = live
        self.events = list(events)  # the whole log
        self.paused = False
        self.recorded = live.has_ended  # whether its end is in the statistics; an end after an undo is not
        self._read = clock
        self._spent = spent_ms  # milliseconds up to the last pause
        self._since = clock()  # when the clock started after it

    @classmethod
    def start(
        cls, choice: Choice, *, seed: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> Session:
        """Return a new game, whose layout is dealt at its first reveal.

        Raises:
            InputError: a level that cannot be played, a no-guess game without a safe first reveal, or one that is
                cruel.
            LimitError: a board with more than 40,000 cells.
        """
        level = Level.parse(choice.level)
        terms = Terms(
            id="terminal",
            origin="cruel" if choice.cruel else "new",
            level=level,
            first_click=choice.first_click,
            no_guess=choice.no_guess,
            seed=secrets.randbelow(_SEEDS) if seed is None else seed,
            seed_chosen=seed is not None,
            start=None,
            position=None,
            helped=False,
            name=None,
            created_at=0,
        )
        _check_size(level)
        check_terms(terms)
        return cls(LiveGame(terms), clock=clock)

    @classmethod
    def open_board(cls, board: Board | Layout) -> Session:
        """Return a game on a layout, or from a position with a random world of it.

        Raises:
            InputError: nothing is left to reveal, no number of mines, or cells out of play.
            ContradictionError: no world fits the position.
            LimitError: too large or too wide.
        """
        seed = secrets.randbelow(_SEEDS)
        _check_size(board)
        layout = board if isinstance(board, Layout) else deal_position(board, seed=seed, states=STATES)
        terms = Terms(
            id="terminal",
            origin="position",
            level=layout.level,
            first_click=layout.first_click or FirstClick.NONE,
            no_guess=False,
            seed=seed,
            seed_chosen=True,
            start=layout.start,
            position=board if isinstance(board, Board) else None,
            helped=False,
            name=None,
            created_at=0,
        )
        live = LiveGame(terms, layout)
        if live.over:
            raise GameError("nothing is left to reveal on this board")
        return cls(live)

    def again(self) -> Session:
        """Return a game on the same layout from its start; it has no best time.

        Raises:
            GameError: there is no layout yet.
        """
        live = self.live
        if live.layout is None:
            raise GameError("this board is still untouched")
        return Session(LiveGame(replace(live.terms, origin="same", start=live.layout.start), live.layout))

    def branch(self, moves: int) -> Session:
        """Return a game that goes on after the first `moves` moves of this one; it has no best time."""
        terms = replace(self.live.terms, origin="branch", helped=True)
        events = self.live.moves[:moves]
        spent = events[-1].at if events else 0
        return Session(LiveGame.replay(terms, self.live.layout, events), events=events, spent_ms=spent)

    @property
    def choice(self) -> Choice:
        """What the game was made with."""
        terms = self.live.terms
        return Choice(str(terms.level), terms.first_click, terms.no_guess, terms.origin == "cruel")

    @property
    def now(self) -> int:
        """Milliseconds on the clock of the game."""
        return self._spent if self.paused else self._spent + int((self._read() - self._since) * 1000)

    @property
    def elapsed_ms(self) -> int:
        """The time since the first reveal, without pauses, up to the end."""
        return self.live.elapsed_ms(self.now)

    @property
    def mines_left(self) -> int:
        """The number of mines minus the number of flags."""
        return self.live.terms.level.mines - self.live.signs.count("F") - self.live.signs.count("W")

    @property
    def counts(self) -> bool:
        """Whether a win has a best time: not helped, and on a board the player has not chosen."""
        return not self.live.helped and not self.live.practice

    def pause(self) -> None:
        """Stop the clock."""
        self._spent, self.paused = self.now, True

    def resume(self) -> None:
        """Start the clock again."""
        if self.paused:
            self._since, self.paused = self._read(), False

    def deal(self, cell: Cell, *, on_progress: Callable[[MakerProgress], None] | None = None) -> Layout:
        """Return the layout for this first reveal; may take seconds for a no-guess game.

        Raises:
            LimitError: found no layout that needs no guess.
        """
        return deal(self.live.terms, cell, on_progress=on_progress)

    def fix(self, layout: Layout) -> None:
        """Set the layout before the first reveal."""
        self.live.fix(layout)

    def play(self, kind: str, cell: Cell) -> Played:
        """Make a move.

        Raises:
            GameError: the game does not allow it now.
        """
        doubt = self.live.doubt(kind, cell)
        if doubt is not None:
            self.live.fix(settle_or_keep(doubt, max_states=STATES))
        played = self.live.play(kind, cell, at=self.now)
        if played.event is not None:
            self.events.append(played.event)
        return played

    def undo(self) -> None:
        """Undo the last move; the game has no best time then.

        Raises:
            GameError: there is no move to undo.
        """
        self.events.append(self.live.undo(at=self.now))

    def help(self) -> None:
        """Mark the game as helped."""
        event = self.live.help(at=self.now)
        if event is not None:
            self.events.append(event)


def _check_size(board: Level | Board | Layout) -> None:
    if board.rows * board.cols > _MOST_CELLS:
        raise LimitError(
            f"a board of {board.rows}x{board.cols} is too large to play: the most is {_MOST_CELLS:,} cells"
        )
