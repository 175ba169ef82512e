"""Names that a shell completes: levels and built-in strategies. Imports neither numpy nor a command.

>>> complete_level("be"), complete_strategy("saf")
(['beginner'], ['safest'])
"""

from __future__ import annotations

from sapper import _engine
from sapper.board.sizes import SHAPE_LEVELS, SIZES

__all__ = ["complete_level", "complete_name", "complete_strategy"]


def complete_level(incomplete: str) -> list[str]:
    """Return the names of levels that begin with `incomplete`."""
    return [name for name in (*SIZES, *SHAPE_LEVELS) if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Return the names of built-in strategies that begin with `incomplete`."""
    return [name for name in _engine.strategy_names() if name.startswith(incomplete)]


def complete_name(kind: str, incomplete: str) -> list[str]:
    """Return the names of a kind, "level" or "strategy", that begin with `incomplete`."""
    return {"level": complete_level, "strategy": complete_strategy}[kind](incomplete)
