"""What `sapper reference matrix BOARD` prints: the stages of one walk, in the terminal or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from sapper.analysis.rules import spell_name
from sapper.board.view import View
from sapper.draw.colours import LABEL, MINE, SAFE, clue_style
from sapper.draw.digits import shorten_integer, spell_integer
from sapper.reference.rule_matrix import MatrixWalk, Name, Row, RuleMatrix, RuleStep

__all__ = ["tell_walk", "walk_to_json"]

_NEEDED = Style(color="#000000", bgcolor="#ff9900", bold=True)  # orange
_NEAR = Style(color="#ffffff", bgcolor="#b000b0", bold=True)  # magenta
_WIDTH = 5  # characters of a cell in the picture
_OTHER_SIGNS = {View.MINE: "*", View.VOID: "#"}

Names = Mapping[Name, str]


def tell_walk(console: Console, walk: MatrixWalk, names: Names, most: int) -> None:
    """Print the stages of a walk, at most so many lines of each kind; `names` are those of some cells."""
    numbers = {place: f"rule {place + 1}" for place in range(len(walk.rules))}
    if walk.board is not None:
        _head(
            console, "Squares", "orange [n]: NEEDED, a clue beside a hidden cell; magenta (n): a hidden cell near one"
        )
        _draw(console, walk, names)
    _head(console, "Rules", "one a needed clue, and the mine total" if walk.board is not None else "as given")
    _list(console, [f"{numbers[place]}: {rule.spell(names)}" for place, rule in enumerate(walk.rules)], most)
    _head(console, "Reduced rules", "equal rules become one, and a rule leaves those it lies in")
    _list(console, [_spell_step(step, names) for step in walk.steps], most)
    left = [
        f"{numbers[place]}: {rule.spell(names)}{_spell_settled(rule.mines) if rule.settled else ''}"
        for place, rule in zip(walk.left, walk.reduced, strict=True)
    ]
    console.print("  left:", style="dim")
    _list(console, left, most)
    for number, matrix in enumerate(walk.matrices, 1):
        which = f" {number} of {len(walk.matrices)}" if len(walk.matrices) > 1 else ""
        _head(console, f"Matrix{which}", f"{len(matrix.rows)} rows and {len(matrix.columns)} columns")
        _tell_matrix(console, matrix, names, most)
    _head(console, "Probabilities", f"from {shorten_integer(walk.worlds)} world{'s' * (walk.worlds != 1)}")
    _tell_probabilities(console, walk, names, most)
    if walk.board is not None:
        _head(console, "Board", "chance of a mine in %; ok: safe, *: mine, >: the guess")
        _draw(console, walk, {cell: _spell_chance(walk, cell) for cell in walk.mine_fraction})
    _head(
        console,
        "Click",
        "all safe cells, else the lowest probability; of equals the nearest to a clue, the topmost, the rightmost",
    )
    clicks = [names.get(cell, spell_name(cell)) for cell in walk.clicks]
    console.print("  " + (" ".join(clicks) or "nothing: every hidden cell is a mine"), soft_wrap=True, markup=False)


def walk_to_json(walk: MatrixWalk, names: Names, most: int) -> dict[str, Any]:
    """A walk as one object for JSON: fractions and long whole numbers as texts, the first `most` fillings."""

    def spell(cells: tuple[Name, ...]) -> list[str]:
        return [names.get(cell, spell_name(cell)) for cell in cells]

    return {
        "needed": walk.needed,
        "near": walk.near,
        "rules": [
            {"clue": clue, "mines": rule.mines, "cells": spell(rule.cells)}
            for clue, rule in zip(walk.clues, walk.rules, strict=True)
        ],
        "steps": [
            {
                "kind": step.kind,
                "rule": step.rule,
                "by": step.by,
                "before": {"mines": step.before.mines, "cells": spell(step.before.cells)},
                "after": None
                if step.after is None
                else {"mines": step.after.mines, "cells": spell(step.after.cells)},
            }
            for step in walk.steps
        ],
        "reduced": [
            {"rule": place, "mines": rule.mines, "cells": spell(rule.cells), "settled": rule.settled}
            for place, rule in zip(walk.left, walk.reduced, strict=True)
        ],
        "safe_cells": spell(walk.safe),
        "mine_cells": spell(walk.mines),
        "matrices": [
            {
                "columns": [spell(group) for group in matrix.columns],
                "rules": matrix.rules,
                "rows": _rows_to_json(matrix.rows),
                "operations": [{"text": one.text, "rows": _rows_to_json(one.rows)} for one in matrix.operations],
                "reduced": _rows_to_json(matrix.reduced),
                "free": matrix.free,
                "trials": matrix.trials,
                "filling_count": matrix.filling_count,
                "fillings": [{"values": one.values, "ways": str(one.ways)} for one in matrix.fillings[:most]],
            }
            for matrix in walk.matrices
        ],
        "worlds": spell_integer(walk.worlds),
        "mine_probability": {spell((cell,))[0]: str(chance) for cell, chance in walk.mine_fraction.items()},
        "clicks": spell(walk.clicks),
    }


def _rows_to_json(rows: tuple[Row, ...]) -> list[list[int]]:
    """Each row with its mines as the last number."""
    return [[*row.factors, row.mines] for row in rows]


def _head(console: Console, name: str, meaning: str) -> None:
    console.print()
    console.print(Text.assemble((name, "bold"), "  ", (meaning, "dim")), soft_wrap=True)


def _list(console: Console, lines: list[str], most: int) -> None:
    for line in lines[:most]:
        console.print("  " + line, soft_wrap=True, markup=False)
    if len(lines) > most:
        console.print(f"  and {len(lines) - most:,} more", style="dim")


def _spell_step(step: RuleStep, names: Names) -> str:
    rule, other = f"rule {step.rule + 1}", f"rule {step.by + 1}"
    if step.kind == "duplicate" or step.after is None:
        return f"{rule}: {step.before.spell(names)} is removed: {other} says the same"
    why = f"{other} is taken out" if step.kind == "subset" else f"{other} settles some of its cells"
    return f"{rule}: {step.before.spell(names)} becomes {step.after.spell(names)}: {why}"


def _spell_settled(mines: int) -> str:
    return ", so these are mines" if mines else ", so these are safe"


def _tell_matrix(console: Console, matrix: RuleMatrix, names: Names, most: int) -> None:
    columns = [" ".join(names.get(cell, spell_name(cell)) for cell in group) for group in matrix.columns]
    _list(console, [f"column {number}: {cells}" for number, cells in enumerate(columns, 1)], most)
    _list(console, list(_spell_rows(matrix.rows)), most)
    before = matrix.rows
    for operation in matrix.operations[:most]:
        console.print(f"  {operation.text}", style="bold")
        changed = [row for row, line in enumerate(operation.rows) if row >= len(before) or line != before[row]]
        lines = list(_spell_rows(operation.rows))
        _list(console, ["  " + lines[row] for row in changed], most)
        before = operation.rows
    if len(matrix.operations) > most:
        console.print(f"  and {len(matrix.operations) - most:,} more operations, after which", style="dim")
        _list(console, list(_spell_rows(matrix.reduced)), most)
    free = ", ".join(str(column + 1) for column in matrix.free) or "none"
    console.print(
        f"  free columns: {free}; fillings: {matrix.filling_count:,}; trials: {matrix.trials:,}", soft_wrap=True
    )
    fillings = [f"mines by column {' '.join(map(str, one.values))}, ways {one.ways}" for one in matrix.fillings]
    _list(console, fillings, most)


def _spell_rows(rows: tuple[Row, ...]) -> Iterator[str]:
    width = max((len(str(one)) for row in rows for one in row.factors), default=1)
    for number, row in enumerate(rows, 1):
        yield f"R{number}: {' '.join(str(one).rjust(width) for one in row.factors)} | {row.mines}"


def _tell_probabilities(console: Console, walk: MatrixWalk, names: Names, most: int) -> None:
    alike: dict[tuple[bool, Fraction], list[str]] = {}
    near = set(walk.near)
    for cell, chance in walk.mine_fraction.items():
        beside = walk.board is None or cell in near
        alike.setdefault((beside, chance), []).append(names.get(cell, spell_name(cell)))
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    for (beside, chance), cells in list(alike.items())[:most]:
        told = cells if len(cells) <= 12 else [*cells[:6], f"{len(cells) - 6} more"]
        spelled = str(chance) if len(str(chance)) <= 24 else ""
        table.add_row("  " + " ".join(told), spelled, f"{float(chance):.12f}", "" if beside else "beside no clue")
    console.print(table)
    if len(alike) > most:
        console.print(f"  and {len(alike) - most:,} more", style="dim")


def _spell_chance(walk: MatrixWalk, cell: Name) -> str:
    chance = walk.mine_fraction[cell]
    if chance in (0, 1):
        return "*" if chance else "ok"
    return ">" * (cell in walk.clicks) + str(min(max(round(100 * chance), 1), 99))


def _draw(console: Console, walk: MatrixWalk, texts: Names) -> None:
    """The board with texts in its hidden cells, in panels as wide as the console; brackets stand for colours."""
    board = walk.board
    if board is None:
        return
    label = len(str(board.rows - 1)) + 3
    fitting = max(1, (console.width - label) // _WIDTH)
    for first in range(0, board.cols, fitting):
        shown = range(first, min(first + fitting, board.cols))
        console.print(Text(" " * label + "".join(str(col).center(_WIDTH) for col in shown), LABEL), soft_wrap=True)
        for row in range(board.rows):
            line = Text(str(row).rjust(label - 1) + " ", LABEL)
            for col in shown:
                line.append(*_cell(walk, int(board[row, col]), (row, col), texts))
            console.print(line, soft_wrap=True)


def _cell(walk: MatrixWalk, value: int, cell: tuple[int, int], texts: Names) -> tuple[str, Style]:
    if value >= 0:
        needed = cell in walk.needed
        return (f"[{value}]" if needed else str(value)).center(_WIDTH), _NEEDED if needed else clue_style(value)
    if cell not in walk.mine_fraction:
        return _OTHER_SIGNS[View(value)].center(_WIDTH), MINE if value == View.MINE else Style()
    text, near = texts.get(cell, "."), cell in walk.near
    style = SAFE if "ok" in text else MINE if text == "*" else _NEAR if near else Style()
    return (f"({text})" if near else text).center(_WIDTH), style
