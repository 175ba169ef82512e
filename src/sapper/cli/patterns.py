"""`sapper patterns`: prints the mine probabilities around two adjacent clues, exact and simulated."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import JsonOption, LevelOption, SeedOption, count_option
from sapper.reference.patterns import DEFAULT_BOARDS, Pattern, Share, SimulatedPattern, find_pattern, simulate_pattern

__all__ = ["patterns", "to_json"]


def patterns(
    first: Annotated[int, typer.Argument(metavar="CLUE", help="First clue, 1 to 8.")],
    second: Annotated[int, typer.Argument(metavar="CLUE", help="Clue beside it, 1 to 8.")],
    *,
    level: LevelOption = "classic",
    boards: Annotated[
        int, count_option("Number of random boards to simulate; 0 skips the simulation.")
    ] = DEFAULT_BOARDS,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Print the mine probabilities around two adjacent clues.

    No other cell is revealed. Prints exact values and values simulated on random boards.
    """
    with reporting():
        pattern = find_pattern(first, second, level)
        simulated = simulate_pattern(pattern, boards=boards, seed=seed) if boards else None
        if as_json:
            typer.echo(json.dumps(to_json(pattern, simulated)))
        else:
            _tell(pattern, simulated)


def to_json(pattern: Pattern, simulated: SimulatedPattern | None) -> dict[str, Any]:
    """Return the probabilities as one object for JSON; fractions as texts such as "2/51"."""
    found: dict[str, Any] = {
        "level": str(pattern.level),
        "clues": [pattern.first, pattern.second],
        "exact": {name: str(getattr(pattern, name)) for name in _PARTS},
        "mine_probability": {name: float(getattr(pattern, name)) for name in _PARTS},
        "simulated": None,
    }
    if simulated is not None:
        found["simulated"] = {
            "boards": simulated.boards,
            "seed": simulated.seed,
            "samples": simulated.samples,
            **{name: _interval(getattr(simulated, name)) for name in _PARTS},
            "cells": [[_interval(share) for share in row] for row in simulated.rows],
        }
    return found


_PARTS = {"before": "beside the first clue alone", "shared": "beside both", "after": "beside the second clue alone"}


def _interval(share: Share | None) -> list[float] | None:
    return None if share is None else [share.value, share.low, share.high]


def _tell(pattern: Pattern, simulated: SimulatedPattern | None) -> None:
    console = open_console()
    console.print(f"[bold]{pattern.first} beside {pattern.second}[/bold] on {pattern.level}, no other cell revealed")
    console.print(_picture(pattern, simulated))
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("cells")
    for head in ("exactly", "mine probability", "simulated", "95 % interval")[: 2 if simulated is None else 4]:
        table.add_column(head, justify="right")
    for name, meaning in _PARTS.items():
        exact = getattr(pattern, name)
        row = [meaning, str(exact), f"{float(exact):.6f}"]
        table.add_row(*row, *([] if simulated is None else _spell_share(getattr(simulated, name))))
    console.print(table)
    if simulated is not None:
        console.print(
            f"found {simulated.samples:,} times on {simulated.boards:,} boards of run seed {simulated.seed}",
            style="dim",
        )


def _picture(pattern: Pattern, simulated: SimulatedPattern | None) -> Table:
    """The twelve cells: exact values on the left, simulated ones on the right."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    clues = {(1, 1): str(pattern.first), (2, 1): str(pattern.second)}
    for row, exact in enumerate(pattern.rows):
        line = [clues.get((row, col), f"{float(value):.4f}").center(6) for col, value in enumerate(exact)]
        if simulated is not None:
            line.append("    ")
            line += [
                clues.get((row, col), "-" if share is None else f"{share.value:.4f}").center(6)
                for col, share in enumerate(simulated.rows[row])
            ]
        table.add_row(*line)
    return table


def _spell_share(share: Share | None) -> tuple[str, str]:
    return ("never found", "") if share is None else (f"{share.value:.4f}", f"{share.low:.4f} to {share.high:.4f}")
