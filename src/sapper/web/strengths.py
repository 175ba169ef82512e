"""The measured win rates of the strategies that the page offers; `benchmarks/strengths.py` writes them.

>>> rate = read_strengths()["best"]
>>> rate.games, 0.5 < rate.wins / rate.games < 0.6
(100000, True)
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Strength", "read_strengths"]

_FILE = Path(__file__).with_name("strengths.json")


class Strength(NamedTuple):
    """What a strategy won of expert games with an opening at the first click."""

    games: int
    wins: int


@lru_cache(maxsize=1)
def read_strengths() -> dict[str, Strength]:
    """Return the results by strategy: NAME, or NAME@BUDGET for a budget other than normal."""
    found = json.loads(_FILE.read_text(encoding="utf-8"))["strategies"]
    return {strategy: Strength(row["games"], row["wins"]) for strategy, row in found.items()}
