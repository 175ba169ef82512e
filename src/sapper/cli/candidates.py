"""The candidates of a strategy as a table in the terminal and as JSON.

>>> from sapper.play.choice import Weighed
>>> [column.header for column in candidates_table([Weighed((0, 0), 0.75, progress=0.5)]).columns]
['cell', 'safety', 'progress']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from sapper.board.cell import spell
from sapper.play.choice import Choice, Weighed

__all__ = ["candidates_table", "choice_json", "say_choice"]

_MOST_ROWS = 20  # candidates printed; JSON has all


def _percent(value: float) -> str:
    return f"{100 * value:.2f} %"


# Title, field and format of every column. A column is printed where some candidate has a value.
_COLUMNS: tuple[tuple[str, str, Callable[[Any], str]], ...] = (
    ("safety", "safety", _percent),
    ("estimate", "estimate", _percent),
    ("progress", "progress", _percent),
    ("clears", "clears", "{:.3f}".format),
    ("game tree", "game_tree", _percent),
    ("secondary safety", "secondary_safety", _percent),
    ("hazard", "hazard", _percent),
    ("instinct", "instinct", lambda value: f"{100 * value:+.2f} %"),
    ("lookahead", "lookahead", "{:.4f}".format),
    ("rollouts", "rollouts", _percent),
    ("games", "games", "{:,}".format),
    ("win", "win", _percent),
)


def candidates_table(candidates: Sequence[Weighed]) -> Table:
    """Return the first candidates as a table, with the columns that the strategy weighs."""
    columns = [one for one in _COLUMNS if any(getattr(row, one[1]) is not None for row in candidates)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("cell")
    for title, _, _ in columns:
        table.add_column(title, justify="right")
    for row in candidates[:_MOST_ROWS]:
        values = [(getattr(row, field), write) for _, field, write in columns]
        table.add_row(spell(row.cell), *("-" if value is None else write(value) for value, write in values))
    if len(candidates) > _MOST_ROWS:
        table.caption = f"and {len(candidates) - _MOST_ROWS:,} more candidates"
        table.caption_justify = "left"
    return table


def say_choice(choice: Choice) -> str:
    """Return the move and its rule in a sentence."""
    win = "" if choice.win is None else f", chance to win {_percent(choice.win)}"
    move = f"{choice.strategy} reveals {spell(choice.cell)}"
    return f"{move}: {choice.rule}, {choice.words}; {_percent(choice.safety)} safe{win}"


def choice_json(choice: Choice) -> dict[str, Any]:
    """Return a choice as one object for JSON, with every candidate."""
    return {
        "kind": "choice",
        "strategy": str(choice.strategy),
        "cell": choice.cell,
        "rule": choice.rule,
        "words": choice.words,
        "safety": choice.safety,
        "win_probability": choice.win,
        "candidates": [_weighed_json(one) for one in choice.candidates],
    }


def _weighed_json(one: Weighed) -> dict[str, Any]:
    found = asdict(one)
    return found | {"win_probability": found.pop("win")}
