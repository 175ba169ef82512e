"""The odds so far of the games in use, each move analysed once, on a thread.

>>> Odds(Reads())._kept
OrderedDict()
"""

from __future__ import annotations

from collections import OrderedDict

from sapper.game.live import LiveGame
from sapper.play.odds import GameOdds
from sapper.web.reads import Reads
from sapper.web.schemas import OddsView

__all__ = ["Odds"]

_MOST = 500  # cached games; others are computed again
# Every page requests the odds after every move. Within these limits they take some milliseconds.
_LARGEST = 600  # cells
_STATES = 20_000


class Odds:
    """Odds by game."""

    def __init__(self, reads: Reads) -> None:
        """Have none yet; analyse boards on these threads."""
        self._reads = reads
        self._kept: OrderedDict[str, GameOdds] = OrderedDict()

    async def get(self, live: LiveGame) -> OddsView:
        """Return the odds of a game so far; null for a board too large.

        Raises:
            LimitError: a board too wide to analyse.
        """
        # The game may change while we wait: the odds belong to the version before.
        version, moves = live.version, tuple(live.moves)
        if live.layout is None:
            return OddsView(version=version, odds=1.0, guesses=0, last=1.0)
        if len(live.terms.level.shape) > _LARGEST:
            return OddsView(version=version, odds=None, guesses=None, last=None)
        found = self._kept.get(live.terms.id)
        if found is None or found.layout != live.layout:  # a move of a cruel game may replace it
            found = self._kept[live.terms.id] = GameOdds(live)
        self._kept.move_to_end(live.terms.id)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        taken = await self._reads.run(found.find, moves, states=_STATES)
        return OddsView(version=version, **taken._asdict())
