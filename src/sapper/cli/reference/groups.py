"""`sapper reference groups`: exact probability by rules over groups, step by step."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.analysis import analysis
from sapper.board.board import Board
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import MinesOption
from sapper.cli.reference.boards import MostOption, read_named_board
from sapper.draw.digits import shorten_integer, spell_integer
from sapper.reference.groups import (
    DEFAULT_MAX_CHOICES,
    EXAMPLE,
    THREES,
    GroupRule,
    GroupSolution,
    GroupWalk,
    walk_groups,
)

__all__ = ["groups", "to_json"]

_MOST = 12  # rules, groups, choices and solutions printed of each
_WIDE = 30  # columns of a board drawn with the names of its cells
_ASKED = 20  # times the engine is asked for its fastest time
_LONGEST_SUM = 60  # characters of a sum over solutions


def groups(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="File with a board, as in analyze, or a lettered board such as abcd/e13f/ghij/klmn.",
            show_default="the worked example, then the board of connected threes",
        ),
    ] = None,
    *,
    mines: MinesOption = None,
    max_choices: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop with an error after N values tried.")
    ] = DEFAULT_MAX_CHOICES,
    most: MostOption = _MOST,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a board instead of text.")] = False,
) -> None:
    """Solve a board by rules over groups, step by step.

    Prints rules, groups, each rule before and after every choice, solutions, combinations and exact probabilities.
    """
    with reporting():
        boards = (
            [(Board.from_text(text, mines=mines), None) for text in (EXAMPLE, THREES)]
            if file is None
            else [read_named_board(file, mines)]
        )
        console = open_console()
        for place, (board, names) in enumerate(boards):
            engine = _time_engine(board)  # first: it names the clues where no world fits
            walk = walk_groups(board, names=names, max_choices=max_choices)
            if as_json:
                typer.echo(json.dumps(to_json(walk, most)))
            else:
                console.print("\n" * bool(place) + f"[bold]{_title(board)}[/bold]")
                _tell(console, walk, engine, most)


def to_json(walk: GroupWalk, most: int = _MOST) -> dict[str, Any]:
    """A walk as one object for JSON: whole numbers as texts, because they may be long; fractions as "15/22".

    Of choices with their steps, and of solutions, the first `most` are in it.
    """
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
        "certain": _steps_to_json(walk, None),
        "steps": [
            {
                "depth": choice.depth,
                "choice": _spell_value(walk, choice.group, choice.value),
                "simplified": _steps_to_json(walk, place),
                "end": choice.end,
            }
            for place, choice in enumerate(walk.choices[:most])
        ],
        "solution_count": walk.solution_count,
        "solutions": [
            {
                "values": one.values,
                "combinations": list(map(str, one.combinations)),
                "worlds": spell_integer(one.worlds),
            }
            for one in walk.solutions[:most]
        ],
        "worlds": spell_integer(walk.worlds),
        "seconds": walk.seconds,
    }


def _steps_to_json(walk: GroupWalk, place: int | None) -> list[dict[str, Any]]:
    return [
        {
            "rule": step.rule,
            "before": walk.spell_rule(step.before),
            "after": walk.spell_rule(step.after),
            "known": [_spell_value(walk, group, value) for group, value in step.deduced],
            "possible": step.possible,
        }
        for step in walk.simplify(place)
    ]


def _time_engine(board: Board) -> float:
    fastest = float("inf")
    for _ in range(_ASKED):
        begin = time.perf_counter()
        analysis.analyze(board)
        fastest = min(fastest, time.perf_counter() - begin)
    return fastest


def _title(board: Board) -> str:
    return f"{board.rows}x{board.cols} cells, {board.mines} mines"


def _tell(console: Console, walk: GroupWalk, engine: float, most: int) -> None:
    console.print(_picture(walk), soft_wrap=True)
    _head(console, "Rules", "one a clue, and the mine total")
    _list(console, [_spell_cells(walk, rule) for rule in walk.rules], "rules", most)
    _head(console, "Groups", "cells in exactly the same rules")
    _list(console, [walk.spell_rule(rule) for rule in walk.rules], "rules", most)
    console.print(f"  {len(walk.groups)} groups of {len(walk.names)} hidden cells", style="dim")
    if walk.certain:
        _head(console, "Simplify", "each rule before and after known values leave it")
        _list(console, list(_spell_steps(walk, None)), "steps", most)
    if walk.choices:
        _head(
            console,
            "Choices",
            "a value for the smallest group; then each rule before and after known values leave it",
        )
    solutions = 0
    for place, choice in enumerate(walk.choices[:most]):
        solutions += choice.end == "solution"
        for line in _spell_choice(walk, place, solutions):
            console.print("  " + "  " * choice.depth + line, soft_wrap=True, markup=False)
    _tell_more(console, walk.choice_count - most, "choices")
    _head(console, "Solutions", "the combinations of each are the product of its binomials")
    for number, solution in enumerate(walk.solutions[:most], 1):
        for line in _spell_solution(walk, number, solution):
            console.print("  " + line, soft_wrap=True, markup=False)
    _tell_more(console, walk.solution_count - most, "solutions")
    console.print(f"  {_sum(walk, most)} worlds", soft_wrap=True)
    _head(console, "Mine probability", "of the cells of a group, all alike")
    console.print(_probabilities(walk, 3 * most))
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


def _list(console: Console, lines: list[str], noun: str, most: int) -> None:
    for line in lines[:most]:
        console.print("  " + line, soft_wrap=True, markup=False)
    _tell_more(console, len(lines) - most, noun)


def _tell_more(console: Console, more: int, noun: str) -> None:
    if more > 0:
        console.print(f"  and {more:,} more {noun}", style="dim")


def _spell_cells(walk: GroupWalk, rule: GroupRule) -> str:
    names = [walk.names[cell] for cell in sorted(cell for group in rule.groups for cell in walk.groups[group])]
    shown = names if len(names) <= 26 else [*names[:6], f"{len(names) - 6} more cells"]
    return f"{'+'.join(shown) or '0'} = {rule.total}"


def _spell_value(walk: GroupWalk, group: int, value: int) -> str:
    return f"{walk.spell_group(group)} = {value}"


def _spell_choice(walk: GroupWalk, place: int, solutions: int) -> Iterator[str]:
    choice = walk.choices[place]
    yield f"{_spell_value(walk, choice.group, choice.value)} is chosen"
    for line in _spell_steps(walk, place):
        yield f"  {line}"
    if choice.end == "solution":
        yield f"  all groups have values: solution {solutions}"


def _spell_steps(walk: GroupWalk, place: int | None) -> Iterator[str]:
    for step in walk.simplify(place):
        line = f"rule {step.rule + 1}: {walk.spell_rule(step.before)}"
        if step.after != step.before:
            line += f"  becomes  {walk.spell_rule(step.after)}"
        if not step.possible:
            line += ", impossible"
        elif len(step.deduced) == 1:
            line += " is known"
        elif step.deduced:
            line += ", so " + ", ".join(_spell_value(walk, group, value) for group, value in step.deduced)
        yield line


def _spell_solution(walk: GroupWalk, number: int, solution: GroupSolution) -> Iterator[str]:
    worlds = shorten_integer(solution.worlds)
    if len(solution.values) > _MOST:
        yield f"solution {number}: {' '.join(map(str, solution.values))}  {worlds} worlds"
        return
    yield f"solution {number}"
    spelled = [walk.spell_group(group) for group in range(len(walk.groups))]
    width = max(map(len, spelled))
    for name, cells, value, ways in zip(spelled, walk.groups, solution.values, solution.combinations, strict=True):
        yield f"  {name.ljust(width)} = {value}   {len(cells)} nCr {value} = {shorten_integer(ways)}"
    yield f"  {' * '.join(map(shorten_integer, solution.combinations))} = {worlds} worlds"


def _sum(walk: GroupWalk, most: int) -> str:
    if 1 < walk.solution_count <= most:
        return f"{' + '.join(shorten_integer(one.worlds) for one in walk.solutions)} = {shorten_integer(walk.worlds)}"
    return f"together {shorten_integer(walk.worlds)}"


def _probabilities(walk: GroupWalk, most: int) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("  each cell of", "worlds with a mine there", "of all", "mine probability"):
        table.add_column(head, justify="left" if head.startswith(" ") else "right")
    for group, cells in enumerate(walk.groups[:most]):
        exact, ways = walk.mine_fraction(group), walk.mine_ways[group] // len(cells)
        spelled = str(exact) if len(str(exact)) <= 24 else ""
        table.add_row("  " + walk.spell_group(group), _spell_ways(walk, group, ways), spelled, f"{float(exact):.12f}")
    if len(walk.groups) > most:
        table.add_row(f"  and {len(walk.groups) - most} more groups", "", "", "")
    return table


def _spell_ways(walk: GroupWalk, group: int, ways: int) -> str:
    """The worlds with a mine in a cell of the group, as a sum over the solutions where that is short."""
    size = len(walk.groups[group])
    terms = [f"{one.values[group]}/{size} * {one.worlds}" for one in walk.solutions if one.values[group]]
    spelled = f"{' + '.join(terms)} = {ways}"
    short = terms and len(spelled) <= _LONGEST_SUM and walk.solution_count == len(walk.solutions)
    return spelled if short else shorten_integer(ways)
