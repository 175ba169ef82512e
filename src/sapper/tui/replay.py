"""The review of a finished game, one place at a time: the board there, and the verdict on the next move.

>>> from sapper.tui.session import Choice
>>> session = Session.start(Choice("beginner"), seed=1)
>>> session.fix(session.deal((4, 4)))
>>> _ = session.play("reveal", (4, 4)), session.play("reveal", (1, 7))
>>> replay = Replay(session)
>>> replay.text, replay.forward(), replay.text
('Move 1 of 2: The first reveal.', True, 'Move 2 of 2: A needless risk of 10\\xa0%: 16 cells were safe.')
"""

from __future__ import annotations

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.game.live import LiveGame
from sapper.play.review import Judged, Judgement, Review
from sapper.tui.insight import Mark, say_chance
from sapper.tui.session import STATES, Session

__all__ = ["Replay"]


class Replay:
    """A place among the reveals and chords of a finished game."""

    def __init__(self, session: Session) -> None:
        """Stand before the first move.

        Raises:
            LimitError: a board too wide to analyse.
        """
        self.session = session
        self.review = Review(session.live, states=STATES)
        self.place = 0  # points passed
        self.playing = False  # whether it goes on by itself
        live = session.live
        self._ends = [*(point.move for point in self.judgement.points), len(live.moves)]  # moves before each place
        self._shown: tuple[int, LiveGame] | None = None  # the last place that was asked for

    @property
    def judgement(self) -> Judgement:
        """What is known so far."""
        return self.review.judge()

    @property
    def point(self) -> Judged | None:
        """The next move; None at the end."""
        points = self.judgement.points
        return points[self.place] if self.place < len(points) else None

    @property
    def signs(self) -> str:
        """The board before the next move."""
        return self._here.signs

    @property
    def board(self) -> Board:
        """The board before the next move, for the overlay."""
        return self._here.board

    @property
    def moves(self) -> int:
        """The moves made before this place, flags included."""
        return self._ends[self.place]

    @property
    def marks(self) -> dict[Cell, Mark]:
        """The next move, and a better one."""
        point = self.point
        if point is None:
            return {}
        marks: dict[Cell, Mark] = {point.cell: "look"}
        return marks if point.best is None else marks | {point.best: "best" if point.verdict == "mistake" else "safe"}

    @property
    def text(self) -> str:
        """The verdict on the next move, or on the whole game at its end."""
        point, judgement = self.point, self.judgement
        if point is None:
            return _sum_up(judgement)
        win = point.win_probability
        chance = "" if win is None else f" Chance to win before it: {say_chance(win)}."
        return f"Move {self.place + 1} of {len(judgement.points)}: {point.text}{chance}"

    def forward(self) -> bool:
        """Go on by one move; return whether there was one."""
        return self.go(self.place + 1)

    def back(self) -> bool:
        """Go back by one move; return whether there was one."""
        return self.go(self.place - 1)

    def go(self, place: int) -> bool:
        """Go to a place, or to the nearest one; return whether it is another one."""
        old, self.place = self.place, min(max(place, 0), len(self._ends) - 1)
        return self.place != old

    def to_risk(self) -> bool:
        """Go on to the next move that took a risk; return whether there was one."""
        points = self.judgement.points
        risky = (number for number in range(self.place + 1, len(points)) if points[number].safety < 1)
        found = next(risky, None)
        return found is not None and self.go(found)

    @property
    def _here(self) -> LiveGame:
        if self._shown is None or self._shown[0] != self.place:
            live = self.session.live
            self._shown = self.place, LiveGame.replay(live.terms, live.layout, live.moves[: self.moves])
        return self._shown[1]


def _sum_up(judgement: Judgement) -> str:
    parts = [f"The game was {judgement.outcome}."]
    if judgement.guesses:
        count = "1 move" if judgement.guesses == 1 else f"{judgement.guesses} moves"
        parts.append(f"{count} took a risk; the chance to survive was {say_chance(judgement.odds)}.")
    else:
        parts.append("No move took a risk.")
    if judgement.win_probability is not None and judgement.luck is not None and judgement.skill is not None:
        parts.append(
            f"Chance to win after the first reveal: {say_chance(judgement.win_probability)}. "
            f"Luck {judgement.luck * 100:+.0f}, choices {judgement.skill * 100:+.0f} points."
        )
    elif not judgement.complete:
        parts.append(f"Computing win chances: {100 * judgement.progress:.0f} %.")
    return " ".join(parts)
