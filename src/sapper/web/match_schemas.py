"""Bodies and answers of the calls about matches. Times are in milliseconds.

>>> MatchReady(player="a" * 16).ready
True
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sapper.web.requests import Body, Count, LevelText, Name, Player, Side
from sapper.web.schemas import GameView

__all__ = [
    "MatchPlayer",
    "MatchReady",
    "MatchRemoval",
    "MatchSeat",
    "MatchTerms",
    "MatchView",
    "NewMatch",
    "SeatView",
    "TakeSeat",
]


class MatchPlayer(Body):
    """The player who acts in a match."""

    player: Player


class MatchReady(MatchPlayer):
    """Whether a player is ready for the next round."""

    ready: bool = True


class MatchRemoval(MatchPlayer):
    """The player whom the host takes out of a match."""

    seat: int = Field(ge=1, description="The seat of the player.")


class TakeSeat(MatchPlayer):
    """A seat for a player; a player who has one returns to it."""

    name: Name | None = None


class MatchTerms(MatchPlayer):
    """The board of the next round: of a level or a size."""

    level: LevelText | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Count | None = None
    no_guess: bool = False


class NewMatch(MatchTerms):
    """A new match."""

    name: Name | None = None


class SeatView(BaseModel):
    """A player of a match. Nothing here tells where a mine is."""

    seat: int = Field(description="From 1.")
    name: str | None
    ready: bool = Field(description="For the next round.")
    here: bool = Field(description="Whether the player's page is open, as far as the server knows.")
    wins: int = Field(description="Rounds won.")
    state: Literal["waiting", "playing", "won", "lost", "left"] = Field(
        description="In this round; waiting: has no game in it."
    )
    progress: float | None = Field(description="Share of the 3BV that is done; null without a game.")
    opened: float | None = Field(description="Share of the safe cells that are revealed; null without a game.")
    time_ms: int | None = Field(description="From the start to the end of the game; null before.")
    timed: bool = Field(description="False if machines with different clocks measured the time.")
    place: int | None = Field(description="In this round: of a win at once, of a loss when the round has ended.")
    watch: str | None = Field(description="The token with which others see the game; null until the round has ended.")


class MatchView(BaseModel):
    """A match, the same for all who see it."""

    join: str | None = Field(description="The token that lets others take a seat; null for those who only watch.")
    watch: str = Field(description="The token with which others see the match.")
    version: int = Field(description="Increases with every change but moves.")
    round: int = Field(description="From 1.")
    status: Literal["lobby", "countdown", "playing", "ended"]
    level: str = Field(description="A name, ROWSxCOLS/MINES or SHAPE/MINES.")
    shape: str = Field(description="The name of its shape, such as 9x9 or hex:8x8.")
    rows: int = Field(description="1 for a shape without rows and columns.")
    cols: int = Field(description="The number of cells for a shape without rows and columns.")
    mines: int
    no_guess: bool
    host: int | None = Field(description="The seat that chooses the board and may start; the first one that is here.")
    starts_in_ms: int | None = Field(description="During the countdown.")
    elapsed_ms: int | None = Field(description="Since the start of this round; null before it and after its end.")
    three_bv: int | None = Field(description="Of the layout; null until the round has ended.")
    seats: list[SeatView]


class MatchSeat(BaseModel):
    """A match as one client sees it."""

    match: MatchView
    seat: int | None = Field(description="The client's own; null without one.")
    game: GameView | None = Field(description="The client's own, from the start of the round.")
