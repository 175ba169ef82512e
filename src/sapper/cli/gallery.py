"""`sapper gallery`: plays every built-in strategy and every published system on the same boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from sapper.base.extras import require
from sapper.base.whole_file import write_whole
from sapper.board.cell import spell
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import (
    FirstClickOption,
    JsonOption,
    LevelOption,
    LuckFreeOption,
    SeedOption,
    StartOption,
    ThreadsOption,
    count_option,
    read_start,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude
from sapper.game.layout import FirstClick
from sapper.run.gallery.entries import ENTRIES, choose_entries
from sapper.run.gallery.picture import draw_gallery
from sapper.run.gallery.play import Exhibit, Gallery, play_gallery

__all__ = ["gallery", "to_json"]

_FILES = ("gallery-light.png", "gallery-dark.png", "gallery.json", "gallery.md")  # of --out


def gallery(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Names of entries, of systems such as superloc, or strategies as in simulate.",
            show_default="all entries",
        ),
    ] = None,
    *,
    level: LevelOption = "expert",
    games: Annotated[int, count_option("Number of boards. Slow entries play fewer.", least=1)] = 10_000,
    seed: SeedOption = 1,
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    threads: ThreadsOption = None,
    luck_free: LuckFreeOption = False,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for the pictures, gallery.json and gallery.md.")
    ] = Path("gallery"),
    force: ForceOption = False,
    picture: Annotated[bool, typer.Option(help="Write the files of --out.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Compare wins and time of every strategy on the same boards."""
    with reporting():
        entries = choose_entries(names) if names else ENTRIES
        if not picture:
            exclude("picture", "out", "force")
        else:
            keep(*(out / name for name in _FILES), force=force)
            require("matplotlib", "runs")  # fail before the games are played
        with show_progress("games", quiet=as_json) as show:
            found = play_gallery(
                level,
                games=games,
                seed=seed,
                entries=entries,
                first_click=first_click,
                start=read_start(start),
                threads=threads,
                luck_free=luck_free,
                on_progress=lambda done, wanted, name: show(done, wanted, 0, name),
            )
        if picture:
            draw_gallery(found, out)
            write_whole(out / "gallery.json", json.dumps(to_json(found), indent=2) + "\n")
            write_whole(out / "gallery.md", _markdown(found))
        if as_json:
            typer.echo(json.dumps(to_json(found)))
        else:
            _tell(found, out if picture else None)


def to_json(found: Gallery) -> dict[str, Any]:
    """Return the gallery as one object for JSON; rates and differences as fractions, times in seconds."""
    yardstick = found.yardstick
    return {
        "level": str(found.spec.level),
        "first_click": str(found.spec.first_click),
        "start": list(found.spec.start),
        "seed": found.spec.seed,
        "luck_free": found.spec.luck_free,
        "games": found.games,
        "compared_with": yardstick.entry.name,
        "entries": [
            {
                "name": exhibit.entry.name,
                "strategy": exhibit.entry.strategy,
                "family": exhibit.entry.family,
                "games": exhibit.rate.games,
                "wins": exhibit.rate.wins,
                "win_rate": exhibit.rate.value,
                "interval": [exhibit.rate.low, exhibit.rate.high],
                "difference": pairs.value,
                "difference_interval": [pairs.low, pairs.high],
                "seconds": exhibit.seconds,
                "frontier": exhibit in found.frontier,
            }
            for exhibit in found.exhibits
            for pairs in [exhibit.against(yardstick)]
        ],
    }


def _tell(found: Gallery, out: Path | None) -> None:
    console = open_console()
    console.print(f"[bold]{_title(found)}[/bold]")
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for place, head in enumerate(_heads(found)):
        table.add_column(head, justify="left" if place < 2 else "right")
    for row in _rows(found):
        table.add_row(*row)
    console.print(table)
    console.print(
        "against: percentage points on the same boards, with 95 % interval; time: CPU time of all cores together",
        style="dim",
    )
    if out is not None:
        console.print(f"saved in {str(out)!r}", style="dim", markup=False)


def _markdown(found: Gallery) -> str:
    heads = _heads(found)
    lines = [heads, ["---"] * len(heads), *_rows(found)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _title(found: Gallery) -> str:
    spec = found.spec
    promise = f"first click {spec.first_click} at {spell(spec.start)}"
    games = "luck-free games on " if spec.luck_free else ""
    return f"{spec.level}, {promise}, {games}{found.games:,} boards of run seed {spec.seed}"


def _heads(found: Gallery) -> list[str]:
    against = f"against {found.yardstick.entry.name}"
    return [
        "strategy",
        "from",
        "games",
        "mean value" if found.spec.luck_free else "won",
        "95 % interval",
        against,
        "time a game",
        "frontier",
    ]


def _rows(found: Gallery) -> list[list[str]]:
    """The rows of the table, highest win rate first."""
    return [_row(exhibit, found) for exhibit in sorted(found.exhibits, key=lambda one: -found.strength(one)[0])]


def _row(exhibit: Exhibit, found: Gallery) -> list[str]:
    rate, pairs = exhibit.rate, exhibit.against(found.yardstick)
    against = "" if exhibit is found.yardstick else f"{pairs.value * 100:+.2f} ± {(pairs.high - pairs.low) * 50:.2f}"
    return [
        exhibit.entry.name,
        exhibit.entry.family,
        f"{rate.games:,}",
        f"{rate.value * 100:.2f} %",
        f"{rate.low * 100:.2f} to {rate.high * 100:.2f}",
        against,
        spell_seconds(exhibit.seconds),
        "yes" if exhibit in found.frontier else "",
    ]
