"""A game in memory: its terms, its layout once there is one, and its events.

Events come from a player or are replayed from the database. `signs` is what the player may see; it shows nothing of
the layout before the game ends.

>>> from sapper.board.level import LEVELS, FirstClick
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> live = LiveGame(terms)
>>> live.fix(Layout.from_seed("beginner", seed=1, start=(4, 4)))
>>> live.play("reveal", (4, 4), at=5).event
Event(number=1, kind='reveal', cell=(4, 4), at=5)
>>> live.status, live.signs[36:45]
('playing', '.20001...')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self, get_args

import numpy as np

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level
from sapper.board.view import View
from sapper.errors import GameError, InputError
from sapper.game.cruel import Doubt
from sapper.game.game import Game, Status, hidden_beside, touched
from sapper.game.layout import Layout, game_seeds

__all__ = [
    "MOVES",
    "SIGN_CODE",
    "UNKNOWN",
    "Event",
    "GameStatus",
    "LiveGame",
    "MoveKind",
    "Origin",
    "Played",
    "Terms",
    "differences",
    "draw",
]
MoveKind = Literal["reveal", "flag", "question", "chord"]
Origin = Literal["new", "ranked", "daily", "match", "cruel", "same", "position", "branch"]
GameStatus = Literal["ready", "playing", "won", "lost"]
MOVES: tuple[MoveKind, ...] = get_args(MoveKind)
# Origins of games whose layout the player cannot know.
UNKNOWN: tuple[Origin, ...] = ("new", "ranked", "daily", "match")
_REVEALS = ("reveal", "chord")  # the moves that start the clock

# The character of each cell on the page: as in a position, with a dot for a hidden cell. A clue above 9 has one
# character too: the one whose code is larger than the clue by 128.
_MINE, _WRONG, _FLAG = b"MWF"
_ABOVE_NINE = range(10, 128)
_SIGNS = bytes.maketrans(
    bytes(value & 0xFF for value in [*range(10), View.HIDDEN, View.FLAG, View.QUESTION, View.MINE, *_ABOVE_NINE]),
    b"0123456789.FQX" + bytes(clue + 128 for clue in _ABOVE_NINE),
)
SIGN_CODE = "latin-1"  # how signs are written as bytes, one for each


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game was made with; never changes."""

    id: str  # unguessable
    # a new layout, also one without help, none that is fixed, that of the day, of a match or of another game, a
    # position, or a branch
    origin: Origin
    level: Level
    first_click: FirstClick
    no_guess: bool
    seed: int
    seed_chosen: bool  # by the player, who may then see it
    start: Cell | None  # the cell of the first-click rule; None: the first reveal decides
    position: Board | None  # the board at the start, if not empty
    helped: bool  # from the start
    name: str | None  # of the player
    created_at: int  # milliseconds since 1970
    watch: str | None = None  # a token with which others see the game, but cannot play it


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a game's log."""

    number: int  # from 1; the version of the game after it
    kind: str  # a MoveKind, "undo", "pause", "resume", "help", "expose", "cheat", "leave" or "uncover"
    cell: Cell | None  # of a move
    at: int  # milliseconds since 1970, never before the event before it


@dataclass(frozen=True, slots=True)
class Played:
    """What a move did."""

    event: Event | None  # None where it changed nothing
    flash: tuple[Cell, ...] = ()  # hidden neighbours of a clue, after a chord whose flags did not match


class LiveGame:
    """One game. Moves that cannot be made raise and change nothing."""

    def __init__(self, terms: Terms, layout: Layout | None = None) -> None:
        """Start the game. Without a layout, which `fix` sets, only flags are possible."""
        self.terms = terms
        self.layout = layout
        self.version = 0
        self.moves: list[Event] = []  # those not undone
        self.helped = terms.helped
        self.practice = terms.seed_chosen or terms.origin not in UNKNOWN  # has no best time
        self.cheated = False  # whether the player has seen the mines
        self.covered = terms.origin == "match"  # whether others still play the layout, so that nothing may show it
        self.left = False  # whether the player left the match: no more moves
        self.started_at: int | None = None  # the first reveal
        self.ended_at: int | None = None
        self.has_ended = False  # at least once, even if undone later
        self.shift = 0  # milliseconds added to the times it is given, which a clock that was set back may need
        self.timed = True  # whether one clock measured it, without a pause; otherwise it has no best time
        self.paused_at: int | None = None  # while it is paused
        self.has_paused = False
        self.rests: list[tuple[int, int]] = []  # when each pause ended, and its milliseconds
        self.kept: dict[str, str] = {}  # cached answers about the current board
        self._seen = False  # whether a reveal was taken back since the last one
        self._game = Game(layout or Layout.of_mines(terms.level.shape, ()))
        self._last_at = terms.created_at
        self._set_up()
        self._signs = self._draw()

    @classmethod
    def replay(cls, terms: Terms, layout: Layout | None, events: Iterable[Event], *, had_ended: bool = False) -> Self:
        """Return the game after all events of its log; `had_ended` if it ended once and that was taken back.

        Only moves that were not taken back are made again, so that a long log of undone moves costs little.
        """
        live = cls(terms, layout)
        for event in events:
            live.version = event.number
            live._last_at = event.at
            if event.kind == "help":
                live.helped = True
            elif event.kind in ("expose", "cheat"):
                live.helped = live.practice = True
            elif event.kind == "leave":
                live.left = True
            elif event.kind == "uncover":
                live.covered = False
            elif event.kind == "pause":
                live._stop_clock(event.at)
            elif event.kind == "resume":
                live._start_clock(event.at)
            elif event.kind == "undo":
                live._seen |= live.moves.pop().kind in _REVEALS
                live.helped = live.practice = True
            else:
                live.moves.append(event)
                live._seen &= event.kind not in _REVEALS
                if live.started_at is None and event.kind in _REVEALS:
                    live.started_at = event.at
        for event in live.moves:
            assert event.cell is not None
            live._make(event.kind, event.cell)
        live.has_ended = had_ended
        if live.moves:
            live._note_end(live.moves[-1])
        live._signs = live._draw()
        return live

    @property
    def status(self) -> GameStatus:
        """ready, playing, won or lost."""
        if self.started_at is None and self.terms.position is None:
            return "ready"
        return self._game.status.value

    @property
    def over(self) -> bool:
        """Whether the game stands at its end."""
        return self._game.status is not Status.PLAYING

    @property
    def done(self) -> bool:
        """Whether the player can make no more moves: the game is over, or the player has left it."""
        return self.over or self.left

    @property
    def board(self) -> Board:
        """What the player sees, with the mine count of the level."""
        board = self._game.board
        return board if self.layout is not None else Board(board.shape, board.cells, mines=self.terms.level.mines)

    @property
    def signs(self) -> str:
        """One character a cell, row by row; after the end with the mines, unless the game is covered."""
        return self._signs.decode(SIGN_CODE)

    @property
    def clicks(self) -> int:
        """Moves made and not taken back."""
        return len(self.moves)

    @cached_property
    def three_bv(self) -> int:
        """The fewest clicks that win the layout without chords; needs a layout."""
        assert self.layout is not None
        return self.layout.bbbv

    def elapsed_ms(self, now: int) -> int:
        """Return the time since the first reveal, without pauses, up to the end of the game."""
        if self.started_at is None:
            return 0
        stopped = self.ended_at if self.paused_at is None else self.paused_at
        return max(self.played_ms(now + self.shift if stopped is None else stopped), 0)

    def played_ms(self, at: int) -> int:
        """Return the time from the first reveal to a moment of the log, without pauses; negative before it."""
        begin = at if self.started_at is None else self.started_at
        return at - begin - sum(length for ended, length in self.rests if ended <= at)

    def resume(self, now: int) -> None:
        """Continue the log now, by a clock that may tell an earlier time than that of its last event."""
        self.shift = max(self._last_at - now, 0)

    def needs_layout(self, kind: str, cell: Cell) -> bool:
        """Whether this move is the reveal that decides where the mines are.

        Raises:
            InputError: no cell of the board.
        """
        if cell not in self.terms.level.shape:
            raise InputError(f"the cell lies outside a board of {self.terms.level}", cell)
        return self.layout is None and kind == "reveal" and self._game.board[cell] != View.FLAG

    def check_running(self) -> None:
        """Check that the game is not paused.

        Raises:
            GameError: it is.
        """
        if self.paused_at is not None:
            raise GameError("the game is paused: resume it first")

    def check_unranked(self) -> None:
        """Check that help is possible.

        Raises:
            GameError: the game is ranked, had no help yet and has not ended.
        """
        if self.terms.origin == "ranked" and not self.helped and not self.over:
            raise GameError("help and undo are off in a ranked game until it has ended")

    def check_fixed(self) -> None:
        """Check that a move cannot replace the layout.

        Raises:
            GameError: the game is cruel and has not ended.
        """
        if self.terms.origin == "cruel" and not self.over:
            raise GameError("a cruel game has no fixed layout before it ends")

    def doubt(self, kind: str, cell: Cell) -> Doubt | None:
        """Return what is to be chosen before this move of a cruel game; None if the layout answers it.

        `settle` or `settle_or_keep` chooses, and `fix` takes what it returns.
        """
        if self.terms.origin != "cruel" or self.layout is None or self.over:
            return None
        cells = touched(self._game.board, kind, cell)
        if not cells:
            return None
        seed = game_seeds(self.terms.seed, 1, first=self.version + 1)[0]
        return Doubt(self._game.board, self.layout, cells, self._seen, seed)

    def fix(self, layout: Layout) -> None:
        """Set the layout before the first reveal; that of a cruel game may be replaced by one that fits the board."""
        if layout is self.layout:
            return
        self.layout = layout
        self.__dict__.pop("three_bv", None)
        self._game = Game(layout)
        for event in self.moves:
            if event.cell is not None:
                self._make(event.kind, event.cell)

    def play(self, kind: str, cell: Cell, *, at: int) -> Played:
        """Make a move.

        Raises:
            InputError: no cell of the board.
            GameError: the game does not allow the move now, is paused, or its player has left it.
        """
        self.check_running()
        if self.left:
            raise GameError("the player has left this game")
        if not self._make(kind, cell):
            return Played(None, hidden_beside(self._game.board, cell) if kind == "chord" else ())
        event = self._log(kind, cell, at)
        self.moves.append(event)
        self._seen &= kind not in _REVEALS
        if self.started_at is None and kind in _REVEALS:
            self.started_at = event.at
        self._note_end(event)
        return Played(event)

    def undo(self, *, at: int) -> Event:
        """Undo the last move; the game counts as helped from then on.

        Raises:
            GameError: there is no move to undo, or the game is paused, ranked or part of a match.
        """
        self.check_running()
        self.check_unranked()
        if self.terms.origin == "match":
            raise GameError("a move of a match cannot be undone")
        if not self.moves:
            raise GameError("there is no move to undo")
        self._game.undo()
        self._seen |= self.moves.pop().kind in _REVEALS
        self.helped = self.practice = True
        self.ended_at = None
        return self._log("undo", None, at)

    def help(self, *, at: int) -> Event | None:
        """Mark the game as helped; None if it is already, or has ended."""
        if self.helped or self.over:
            return None
        self.helped = True
        return self._log("help", None, at)

    def expose(self, *, at: int) -> Event | None:
        """Mark the game as practice, because its layout is shown elsewhere; None if it is already, or has ended."""
        if self.practice or self.over:
            return None
        self.helped = self.practice = True
        return self._log("expose", None, at)

    def cheat(self, *, at: int) -> Event | None:
        """Mark the game as practice, because its mines are shown; None if that was done, or the game has ended.

        Raises:
            GameError: the game has no layout yet or none that is fixed, or is paused or ranked.
        """
        if self.layout is None:
            raise GameError("the game has no mines yet: its first reveal places them")
        self.check_running()
        self.check_unranked()
        self.check_fixed()
        if self.cheated or self.over:
            return None
        self.helped = self.practice = self.cheated = True
        return self._log("cheat", None, at)

    def pause(self, *, at: int) -> Event | None:
        """Stop the clock; the game has no best time from then on. None if it is paused already.

        Raises:
            GameError: the game is not being played, or is part of a match.
        """
        if self.terms.origin == "match":
            raise GameError("a game of a match cannot be paused")
        if self.started_at is None or self.over:
            raise GameError("only a game that has begun and not ended can be paused")
        if self.paused_at is not None:
            return None
        event = self._log("pause", None, at)
        self._stop_clock(event.at)
        return event

    def unpause(self, *, at: int) -> Event | None:
        """Start the clock again; None if the game is not paused."""
        if self.paused_at is None:
            return None
        event = self._log("resume", None, at)
        self._start_clock(event.at)
        return event

    def leave(self, *, at: int) -> Event | None:
        """Note that the player gives up a game of a match; None if that was done, or the game has ended."""
        if self.done:
            return None
        self.left = True
        return self._log("leave", None, at)

    def uncover(self, *, at: int) -> Event | None:
        """Show the layout of a game of a match, in which all have ended; None if it is shown already."""
        if not self.covered:
            return None
        self.covered = False
        return self._log("uncover", None, at)

    def follow(self, event: Event) -> bool:
        """Apply an event that another process logged; False if it does not continue this game."""
        if event.number != self.version + 1:
            return False
        if event.kind == "undo":
            self.undo(at=event.at)
        elif event.kind == "help":
            self.help(at=event.at)
        elif event.kind == "expose":
            self.expose(at=event.at)
        elif event.kind == "cheat":
            self.cheat(at=event.at)
        elif event.kind == "pause":
            self.pause(at=event.at)
        elif event.kind == "resume":
            self.unpause(at=event.at)
        elif event.kind == "leave":
            self.leave(at=event.at)
        elif event.kind == "uncover":
            self.uncover(at=event.at)
        else:
            assert event.cell is not None
            self.play(event.kind, event.cell, at=event.at)
        return self.version == event.number

    def _stop_clock(self, at: int) -> None:
        self.paused_at = at
        self.has_paused = True
        self.timed = False

    def _start_clock(self, at: int) -> None:
        assert self.paused_at is not None
        self.rests.append((at, at - self.paused_at))
        self.paused_at = None

    def _set_up(self) -> None:
        """Reveal and flag the cells of the position the game starts with."""
        if self.terms.position is None or self.layout is None:
            return
        cells, where = self.terms.position.cells, self.terms.position.cells_where
        for cell in where((cells == View.FLAG) | (cells == View.MINE)):
            self._game.flag(cell)
        for cell in where(cells == View.QUESTION):
            self._game.question(cell)
        for cell in where(cells >= 0):
            if not self.over:  # a zero opens its neighbours, perhaps the whole board
                self._game.reveal(cell)
        self.started_at = self.terms.created_at

    def _make(self, kind: str, cell: Cell) -> bool:
        if kind == "reveal":
            return self._game.reveal(cell)
        if kind == "chord":
            return self._game.chord(cell)
        self._game.flag(cell) if kind == "flag" else self._game.question(cell)
        return True

    def _log(self, kind: str, cell: Cell | None, at: int) -> Event:
        """Return the numbered event of a change that was made."""
        self.version += 1
        self.kept = {}
        self._last_at = max(at + self.shift, self._last_at)
        if kind not in ("help", "expose", "cheat", "pause", "resume", "leave"):
            self._signs = self._draw()
        return Event(self.version, kind, cell, self._last_at)

    def _draw(self) -> bytes:
        # A lost game of a match shows the mine that was hit and no others: the other players have the same mines.
        hides = self.covered and self._game.status is Status.LOST
        return draw(self._game, None if hides else self.layout)

    def _note_end(self, event: Event) -> None:
        if self.over:
            self.ended_at = event.at
            self.has_ended = True


def draw(game: Game, layout: Layout | None) -> bytes:
    """Return one character a cell, row by row; after a loss with the mines of the layout, after a win with flags."""
    seen = game.board.cells
    signs = seen.tobytes().translate(_SIGNS)
    if game.status is Status.PLAYING or layout is None:
        return signs
    drawn = np.frombuffer(signs, np.uint8).reshape(seen.shape).copy()
    mined = layout.mask
    if game.status is Status.WON:
        drawn[mined] = _FLAG  # the player has found them all
    else:
        drawn[mined & ((seen == View.HIDDEN) | (seen == View.QUESTION))] = _MINE
        drawn[~mined & (seen == View.FLAG)] = _WRONG
    return drawn.tobytes()


def differences(before: bytes, after: bytes, cols: int) -> list[tuple[int, int, str]]:
    """Return row, column and character of every cell that changed, in rows of `cols` cells."""
    cells = np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8)).tolist()
    return [(*divmod(cell, cols), chr(after[cell])) for cell in cells]
