"""`sapper reference groups`: exact probability by rules over groups, step by step."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.analysis import analysis
from sapper.board.board import Board
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import read_board
from sapper.draw.digits import shorten_integer, spell_integer
from sapper.reference.groups import DEFAULT_MAX_CHOICES, EXAMPLE, THREES, Choice, GroupWalk, walk_groups

__all__ = ["groups", "to_json"]

_TOLD = 12  # rules, groups, choices and solutions printed of each
_WIDE = 30  # columns of a board drawn with the names of its cells
_ASKED = 20  # times the engine is asked for its fastest time


def groups(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A board, as in analyze.",
            show_default="the worked example, then the board of connected threes",
        ),
    ] = None,
    *,
    mines: Annotated[
        int | None, typer.Option(metavar="N", help="The number of mines, whatever the board says.")
    ] = None,
    max_choices: Annotated[
        int, typer.Option(metavar="N", min=1, help="Give up beyond so many values tried.")
    ] = DEFAULT_MAX_CHOICES,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a board instead.")] = False,
) -> None:
    """Solve a board by rules over groups, step by step."""
    with reporting():
        boards = (
            [Board.from_text(text, mines=mines) for text in (EXAMPLE, THREES)]
            if file is None
            else [read_board(file, mines, None)]
        )
        console = open_console()
        for place, board in enumerate(boards):
            engine = _time_engine(board)  # first: it names the clues where no world fits
            walk = walk_groups(board, max_choices=max_choices)
            if as_json:
                typer.echo(json.dumps(to_json(walk)))
            else:
                console.print("\n" * bool(place) + f"[bold]{_title(board)}[/bold]")
                _tell(console, walk, engine)


def to_json(walk: GroupWalk) -> dict[str, Any]:
    """A walk as one object for JSON: whole numbers as texts, because they may be long; fractions as "15/22"."""
    return {
        "rules": [
            {"clue": rule.clue, "mines": rule.total, "groups": rule.groups, "text": walk.spell_rule(rule)}
            for rule in walk.rules
        ],
        "groups": [
            {"cells": cells, "mine_probability": str(walk.mine_fraction(group)), "text": walk.spell_group(group)}
            for group, cells in enumerate(walk.groups)
        ],
        "choices": walk.choice_count,
        "solution_count": walk.solution_count,
        "solutions": [{"values": one.values, "worlds": spell_integer(one.worlds)} for one in walk.solutions[:_TOLD]],
        "worlds": spell_integer(walk.worlds),
        "seconds": walk.seconds,
    }


def _time_engine(board: Board) -> float:
    fastest = float("inf")
    for _ in range(_ASKED):
        begin = time.perf_counter()
        analysis.analyze(board)
        fastest = min(fastest, time.perf_counter() - begin)
    return fastest


def _title(board: Board) -> str:
    return f"{board.rows}x{board.cols} cells, {board.mines} mines"


def _tell(console: Console, walk: GroupWalk, engine: float) -> None:
    console.print(_picture(walk), soft_wrap=True)
    _head(console, "Rules", "one a clue, and the mine total")
    _list(console, [_spell_cells(walk, rule.groups, rule.total) for rule in walk.rules], "rules")
    _head(console, "Groups", "cells in exactly the same rules")
    _list(console, [walk.spell_rule(rule) for rule in walk.rules], "rules")
    console.print(f"  {len(walk.groups)} groups of {len(walk.names)} hidden cells", style="dim")
    _head(console, "Choices", "a value for the smallest group, then whatever the rules force")
    if walk.certain:
        console.print("  forced at once: " + _spell_values(walk, walk.certain), soft_wrap=True)
    _list(console, [_spell_choice(walk, choice) for choice in walk.choices], "choices", walk.choice_count)
    _head(console, "Solutions", "each worth the product of its binomials")
    _list(console, list(_spell_solutions(walk)), "solutions", walk.solution_count)
    console.print(f"  {_sum(walk)} worlds", soft_wrap=True)
    _head(console, "Mine probability", "of the cells of a group, all alike")
    console.print(_probabilities(walk))
    times = ", ".join(f"{step} {spell_seconds(seconds)}" for step, seconds in walk.seconds.items())
    console.print(f"\ntime: {times}; the engine's own analysis of the board {spell_seconds(engine)}")


def _picture(walk: GroupWalk) -> str:
    board = walk.board
    if len(max(walk.names.values(), key=len)) > 1 or board.cols > _WIDE:
        return str(board).partition("\n")[2]
    shown = str(board).partition("\n")[2].splitlines()
    return "\n".join(
        "  " + " ".join(walk.names.get((row, col), shown[row][col]) for col in range(board.cols))
        for row in range(board.rows)
    )


def _head(console: Console, name: str, meaning: str) -> None:
    console.print(f"\n[bold]{name}[/bold]  [dim]{meaning}[/dim]")


def _list(console: Console, lines: list[str], noun: str, count: int | None = None) -> None:
    for line in lines[:_TOLD]:
        console.print("  " + line, soft_wrap=True, markup=False)
    more = (len(lines) if count is None else count) - min(len(lines), _TOLD)
    if more:
        console.print(f"  and {more:,} more {noun}", style="dim")


def _spell_cells(walk: GroupWalk, members: tuple[int, ...], total: int) -> str:
    names = [walk.names[cell] for cell in sorted(cell for group in members for cell in walk.groups[group])]
    shown = names if len(names) <= 26 else [*names[:6], f"{len(names) - 6} more cells"]
    return f"{'+'.join(shown) or '0'} = {total}"


def _spell_values(walk: GroupWalk, values: tuple[tuple[int, int], ...]) -> str:
    told = [f"{walk.spell_group(group)} = {value}" for group, value in values[:_TOLD]]
    return ", ".join(told + [f"{len(values) - _TOLD} more"] * (len(values) > _TOLD))


def _spell_choice(walk: GroupWalk, choice: Choice) -> str:
    line = "  " * choice.depth + f"{walk.spell_group(choice.group)} = {choice.value}"
    if choice.deduced:
        line += "  so  " + _spell_values(walk, choice.deduced)
    return line + {"solution": "  a solution", "contradiction": "  impossible", "open": ""}[choice.end]


def _spell_solutions(walk: GroupWalk) -> list[str]:
    lines = []
    for solution in walk.solutions[:_TOLD]:
        if len(solution.values) > _TOLD:
            lines.append(f"{' '.join(map(str, solution.values))}  {shorten_integer(solution.worlds)} worlds")
            continue
        factors = [
            f"C({len(cells)},{value})={ways}"
            for cells, value, ways in zip(walk.groups, solution.values, solution.combinations, strict=True)
        ]
        lines.append(f"{' * '.join(factors)}  {shorten_integer(solution.worlds)} worlds")
    return lines


def _sum(walk: GroupWalk) -> str:
    if 1 < walk.solution_count <= _TOLD:
        return f"{' + '.join(shorten_integer(one.worlds) for one in walk.solutions)} = {shorten_integer(walk.worlds)}"
    return f"together {shorten_integer(walk.worlds)}"


def _probabilities(walk: GroupWalk) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("  each cell of", "worlds with a mine there", "of all", "mine probability"):
        table.add_column(head, justify="left" if head.startswith(" ") else "right")
    for group, cells in enumerate(walk.groups[: 3 * _TOLD]):
        exact, ways = walk.mine_fraction(group), walk.mine_ways[group] // len(cells)
        spelled = str(exact) if len(str(exact)) <= 24 else ""
        table.add_row("  " + walk.spell_group(group), shorten_integer(ways), spelled, f"{float(exact):.12f}")
    if len(walk.groups) > 3 * _TOLD:
        table.add_row(f"  and {len(walk.groups) - 3 * _TOLD} more groups", "", "", "")
    return table
