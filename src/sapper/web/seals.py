"""Seals: each event of a game is stored with a code that only the holder of the key can compute.

The seal of a game covers its terms. The seal of an event covers the event, the layout and the seal before it. Rows
that were written or edited by another program therefore break the chain, and such a game gets no score.

>>> sealer = Sealer(b"key")
>>> first = sealer.seal_game({"id": "a", "seed": 1})
>>> row = {"number": 1, "kind": "undo", "row": None, "col": None, "at": 5, "tick": 5, "clock": "c"}
>>> second = sealer.seal_event(first, row, sealer.digest("layout"))
>>> second == sealer.seal_event(first, row, sealer.digest("layout")), second == sealer.seal_event(first, row, "")
(True, False)
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine

from sapper.game.live import LiveGame
from sapper.web.rows import find_row, make_live, read_log
from sapper.web.tables import games

__all__ = ["Sealer", "read_sealed"]

_UNSEALED = ("layout", "seal", "watch")  # columns of a game: the events cover its layout
_DIGITS = 32  # of a seal, in hex: 128 bits


class Sealer:
    """Computes seals."""

    def __init__(self, key: bytes) -> None:
        """Use a key derived from that of the scores, so that a seal is never the signature of a score."""
        self._key = hmac.digest(key, b"sapper seals", "sha256")

    def seal_game(self, row: Mapping[str, Any]) -> str:
        """Return the seal of a new game, from its row."""
        told = {name: value for name, value in row.items() if name not in _UNSEALED}
        return self._seal(json.dumps(told, sort_keys=True))

    def seal_event(self, before: str, row: Mapping[str, Any], layout: str) -> str:
        """Return the seal of an event, from the seal before it, its row and the digest of the layout."""
        told = (row[name] for name in ("number", "kind", "row", "col", "at", "tick", "clock"))
        return self._seal(f"{before} {layout} {' '.join(map(str, told))}")

    @staticmethod
    def digest(layout: str | None) -> str:
        """Return a short text that stands for a layout."""
        return "" if layout is None else hashlib.sha256(layout.encode()).hexdigest()

    def is_whole(self, game: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the server wrote this row of a game and all rows of its log."""
        seal, begun = self.seal_game(game), False
        if not _same(seal, game["seal"]):
            return False
        digests = {False: "", True: self.digest(game["layout"])}
        for row in log:
            # The first reveal sets the layout: from then on it is covered.
            begun = begun or row["kind"] in ("reveal", "chord")
            seal = self.seal_event(seal, row, digests[begun])
            if not _same(seal, row["seal"]):
                return False
        return True

    def _seal(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(), "sha256").hex()[:_DIGITS]


def read_sealed(engine: Engine, sealer: Sealer, game: str) -> LiveGame | None:
    """Return a game as the database tells it; None if the server did not write all its rows itself.

    Raises:
        NotFoundError: there is no such game.
    """
    with engine.connect() as connection:
        log = read_log(connection, game)
        row = find_row(connection, games, game)
    return make_live(row, log) if sealer.is_whole(row, log) else None


def _same(seal: str, stored: str | None) -> bool:
    return stored is not None and hmac.compare_digest(seal.encode(), stored.encode())
