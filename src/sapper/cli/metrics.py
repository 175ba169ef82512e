"""`sapper metrics`: the measures of layouts, and the least number of clicks that win them.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> shown = CliRunner().invoke(app, ["metrics", "--level", "beginner", "--seed", "4", "--least"]).stdout
>>> [line.split() for line in shown.splitlines() if line.startswith(("layout", "zini ", "least"))]
[['layout', '9x9/10', 'seed', '4'], ['zini', '13'], ['least', '12']]
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from sapper.base.expression import Expression, Value, parse_columns
from sapper.board.cell import spell
from sapper.cli.errors import reporting
from sapper.cli.options import (
    ColumnOption,
    FirstClickOption,
    JsonOption,
    LayoutNumberOption,
    LayoutsArgument,
    LayoutSeedOption,
    LevelOption,
    StartOption,
    choose_seed,
    read_start,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.solve import read_puzzle_file
from sapper.cli.together import exclude, need
from sapper.errors import InputError
from sapper.game.layout import FirstClick, Layout
from sapper.game.least_clicks import DEFAULT_LIMIT, LeastClicks, least_clicks
from sapper.game.metrics import MEASURES, OTHER_NAMES, Click, ClickKind, Zini
from sapper.game.metrics import metrics as measure
from sapper.game.statistics import ButtonKind, TimedClick
from sapper.replay.replay import Replay

__all__ = ["metrics"]

Columns: TypeAlias = dict[str, Expression]

_LEAST = "least"
_SIZES = ("rows", "cols", "mines")
_TAKEN = ("layout", "level", "seed", "clicks", _LEAST)  # names of a row that no new column may have
_SECONDS_A_CLICK = 0.5  # of a replay to watch
_BUTTONS: dict[ClickKind, ButtonKind] = {
    ClickKind.REVEAL: "left",
    ClickKind.FLAG: "right",
    ClickKind.CHORD: "chord",
}


def metrics(
    place: LayoutsArgument = None,
    *,
    level: LevelOption = "expert",
    seed: LayoutSeedOption = None,
    game: LayoutNumberOption = None,
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    least: Annotated[
        bool, typer.Option("--least", help="Also find the least number of clicks with flags and chords, or bounds.")
    ] = False,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="States that the search for the least number looks into.")
    ] = DEFAULT_LIMIT,
    path: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help=f"Also print the clicks of a kind of ZiNi ({', '.join(Zini)}), or the least ({_LEAST}).",
            show_default="none",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the clicks of --path as a replay to watch (.evf or .rawvf)."),
    ] = None,
    force: ForceOption = False,
    column: ColumnOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the measures of layouts, such as 3BV and ZiNi.

    --least proves the least number of clicks, as far as --limit allows.

    Of a file with several layouts prints the measures of each.
    """
    with reporting():
        exclude("place", "seed", "level", "first_click", "start")
        need("place", "game")
        need("path", "out")
        need("out", "force")
        keep(out, force=force)
        known = [*MEASURES, *_SIZES, *([_LEAST] if least or path == _LEAST else [])]
        columns = parse_columns(column or (), known, taken=_TAKEN, other_names=OTHER_NAMES)
        kind = None if path is None else path if path == _LEAST else Zini(path)
        if place is not None:
            layouts = [puzzle.layout for puzzle in read_puzzle_file(place, game)]
        else:
            cell = read_start(start, level)
            layouts = [Layout.from_seed(level, seed=choose_seed(seed), start=cell, first_click=first_click)]
        if out is not None and len(layouts) > 1:
            raise InputError(f"--out writes the clicks of one layout, not of {len(layouts)}: name one with --game")
        for layout in layouts:
            found = least_clicks(layout, limit=limit) if least or kind == _LEAST else None
            clicks = found.path if found and kind == _LEAST else None if kind is None else measure(layout).path(kind)
            if out is not None:
                assert clicks is not None
                _to_replay(layout, clicks).write(out)
            shown = clicks if out is None else None
            if as_json:
                typer.echo(json.dumps(_to_json(layout, found, shown, columns)))
            else:
                _print(layout, found, shown, columns)


def _row(layout: Layout, found: LeastClicks | None, columns: Columns) -> dict[str, Value]:
    """The measures that the shape has, the least number of clicks, and new columns."""
    flat, measured = len(layout.shape.sides) == 2, measure(layout)
    row: dict[str, Value] = {name: measured.measure(name) for name in MEASURES if flat or name != "zini8"}
    level = layout.level
    known = {**row, "rows": level.rows, "cols": level.cols, "mines": level.mines}
    if found is not None:
        known[_LEAST] = found.high
    for name, expression in columns.items():
        row[name] = known[name] = expression.value(known.get)
    return row


def _to_json(
    layout: Layout, found: LeastClicks | None, clicks: tuple[Click, ...] | None, columns: Columns
) -> dict[str, Any]:
    whole: dict[str, Any] = {"level": str(layout.level), "seed": layout.seed, **_row(layout, found, columns)}
    if found is not None:
        whole[_LEAST] = {"low": found.low, "high": found.high}
    if clicks is not None:
        whole["clicks"] = [{"kind": click.kind, "cell": click.cell} for click in clicks]
    return whole


def _print(layout: Layout, found: LeastClicks | None, clicks: tuple[Click, ...] | None, columns: Columns) -> None:
    rows = {"layout": f"{layout.level}" + ("" if layout.seed is None else f" seed {layout.seed}")}
    for name, value in _row(layout, found, columns).items():
        rows[name] = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    if found is not None:
        rows[_LEAST] = str(found)
    width = max(map(len, rows))
    for name, text in rows.items():
        typer.echo(f"{name:<{width}}  {text}")
    for number, click in enumerate(clicks or (), start=1):
        typer.echo(f"{number:>4}  {click.kind:<6}  {spell(click.cell)}")


def _to_replay(layout: Layout, clicks: tuple[Click, ...]) -> Replay:
    timed = [
        TimedClick(_BUTTONS[click.kind], click.cell, _SECONDS_A_CLICK * number) for number, click in enumerate(clicks)
    ]
    return Replay.of_clicks(layout, timed)
