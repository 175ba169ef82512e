"""`sapper reference automine`: what the helper's heuristics are worth, its tables again, or its view of a board."""

from __future__ import annotations

import json
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from sapper.board.cell import spell
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import read_board
from sapper.cli.options import JsonOption, MinesOption, SeedOption, ThreadsOption, count_option
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.draw.picture import draw_risk
from sapper.reference import automine as system
from sapper.reference.automine_tables import (
    LEVEL,
    MISPRINTS,
    PARTS,
    PROGRAM,
    TABLES,
    PrintedPattern,
    Slip,
    find_slips,
)
from sapper.reference.patterns import DEFAULT_BOARDS, SimulatedPattern, find_pattern, simulate_pattern
from sapper.run.gallery.play import Gallery

__all__ = ["automine", "to_json"]

_LEVELS = ("8x8/10", "16x16/40", "16x32/99")  # of the pattern tables


def automine(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="File with a board, as in analyze. Prints the risk that automine assigns to each cell.",
            show_default="measures the heuristics",
        ),
    ] = None,
    *,
    mines: MinesOption = None,
    search: Annotated[bool, typer.Option(help="With FILE: use the full search.")] = True,
    overlap: Annotated[bool, typer.Option(help="With FILE: use the overlap adjustment.")] = True,
    patterns: Annotated[bool, typer.Option(help="With FILE: use the special patterns.")] = True,
    games: Annotated[
        int,
        count_option("Number of games for each level and set of heuristics; 0 plays none."),
    ] = 10_000,
    boards: Annotated[int, count_option("Number of boards to simulate patterns on.", least=1)] = DEFAULT_BOARDS,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure automine's heuristics and recompute its printed tables."""
    with reporting():
        exclude("file", "games", "boards", "seed", "threads")
        need("file", "mines", "search", "overlap", "patterns")
        console = open_console()
        if file is not None:
            risk = system.find_risk(read_board(file, mines, None), search=search, overlap=overlap, patterns=patterns)
            if as_json:
                typer.echo(json.dumps(_risk_to_json(risk)))
            else:
                _tell_risk(console, risk)
            return
        galleries = _play(games, seed, threads, quiet=as_json) if games else []
        simulated = [simulate_pattern(printed.exact, boards=boards, seed=seed) for printed in TABLES]
        if as_json:
            typer.echo(json.dumps(to_json(galleries, simulated)))
            return
        for gallery in galleries:
            _tell_heuristics(console, gallery)
        _tell_tables(console, simulated)
        _tell_slips(console)
        _tell_program(console)


def to_json(galleries: list[Gallery], simulated: list[SimulatedPattern]) -> dict[str, Any]:
    """Everything as one object for JSON; exact risks as texts such as "2/51"."""
    return {
        "levels": [
            {
                "level": str(gallery.spec.level),
                "heuristics": [
                    {
                        "strategy": exhibit.entry.strategy,
                        "games": exhibit.rate.games,
                        "wins": exhibit.rate.wins,
                        "interval": [exhibit.rate.low, exhibit.rate.high],
                        "seconds": exhibit.seconds,
                        "bytes": used,
                    }
                    for exhibit, used in zip(gallery.exhibits, system.measure_memory(gallery), strict=True)
                ],
            }
            for gallery in galleries
        ],
        "patterns": [
            {
                "pair": printed.pair,
                "table_3": printed.simulated,
                "table_4": printed.calculated,
                "exact": [str(getattr(printed.exact, part)) for part in PARTS],
                "simulated": [None if share is None else share.value for share in _shares(again)],
                "samples": again.samples,
            }
            for printed, again in zip(TABLES, simulated, strict=True)
        ],
        "slips": [
            {
                "where": slip.where,
                "pair": slip.pair,
                "part": slip.part,
                "printed": slip.printed,
                "exact": str(slip.exact),
                "reason": slip.reason,
            }
            for slip in find_slips()
        ],
    }


def _risk_to_json(risk: system.Risk) -> dict[str, Any]:
    return {
        "risk": np.where(np.isnan(risk.risk), None, risk.risk).tolist(),  # type: ignore[call-overload]
        "green": risk.green_cells,
        "red": risk.red_cells,
        "lowest": risk.lowest_cells,
        "rounds": risk.rounds,
        "patterns": risk.patterns,
    }


def _tell_risk(console: Console, risk: system.Risk) -> None:
    console.print(draw_risk(risk.board, risk.risk), crop=False)
    for name, cells in (("green", risk.green_cells), ("red", risk.red_cells), ("lowest risk", risk.lowest_cells)):
        shown = "  ".join(map(spell, cells[:12])) + ("  ..." if len(cells) > 12 else "")
        console.print(f"{name:<13}{shown or 'none'}")
    console.print(f"{risk.rounds} rounds of full search, {risk.patterns} patterns", style="dim")


def _play(games: int, seed: int, threads: int | None, *, quiet: bool) -> list[Gallery]:
    galleries: list[Gallery] = []
    with show_progress("games", quiet=quiet) as show:
        for level in system.LEVELS:

            def tell(done: int, wanted: int, name: str, level: str = level) -> None:
                show(len(galleries) * wanted + done, len(system.LEVELS) * wanted, 0, f"{level} {name}")

            galleries.append(
                system.compare_heuristics(level, games=games, seed=seed, threads=threads, on_progress=tell)
            )
    return galleries


def _tell_heuristics(console: Console, gallery: Gallery) -> None:
    console.print(f"[bold]{gallery.spec.level}[/bold], {gallery.games:,} boards of run seed {gallery.spec.seed}")
    table = _table("heuristics", "won", "95 % interval", "against all three", "time a game", "memory")
    whole = gallery.exhibits[0]
    for exhibit, used in zip(gallery.exhibits, system.measure_memory(gallery), strict=True):
        rate, pairs = exhibit.rate, exhibit.against(whole)
        table.add_row(
            exhibit.entry.name,
            f"{rate.value * 100:.2f} %",
            f"{rate.low * 100:.2f} to {rate.high * 100:.2f}",
            "" if exhibit is whole else f"{pairs.value * 100:+.2f} ± {(pairs.high - pairs.low) * 50:.2f}",
            spell_seconds(exhibit.seconds),
            f"{used / 1024:.1f} KiB",
        )
    console.print(table)
    console.print()


def _tell_tables(console: Console, simulated: list[SimulatedPattern]) -> None:
    console.print(
        f"[bold]Tables 3 and 4 again[/bold], {LEVEL}; simulated again on {simulated[0].boards:,} boards of run seed "
        f"{simulated[0].seed}"
    )
    table = _table("clues  cells", "table 3", "average", "simulated again", "table 4", "exact", "exactly")
    for printed, again in zip(TABLES, simulated, strict=True):
        for place, part in enumerate(PARTS):
            table.add_row(*_row(printed, again, place, part))
    console.print(table)
    off = max(abs(printed.mean(k) - getattr(printed.exact, PARTS[k])) for printed in TABLES for k in range(3))
    console.print(
        f"the averages of table 3 are off by up to {float(off):.4f}; the document says 0.0011\n",
        style="dim",
    )


def _row(printed: PrintedPattern, again: SimulatedPattern, place: int, part: str) -> list[str]:
    share, exact = _shares(again)[place], getattr(printed.exact, part)
    return [
        f"{printed.pair[0]}, {printed.pair[1]}   {part}",
        " ".join(printed.cells(place)),
        f"{float(printed.mean(place)):.4f}",
        "" if share is None else f"{share.value:.4f} ± {(share.high - share.low) / 2:.4f}",
        printed.calculated[place],
        f"{float(exact):.4f}",
        str(exact),
    ]


def _shares(again: SimulatedPattern) -> tuple[Any, ...]:
    return (again.before, again.shared, again.after)


def _tell_slips(console: Console) -> None:
    slips = find_slips()
    console.print(f"[bold]Where its own arithmetic is off[/bold], {len(slips)} values")
    table = _table("where", "clues", "cells", "printed", "exact", "off by", "why")
    table.columns[-1].justify = "left"
    for slip in slips:
        table.add_row(*_slip_row(slip))
    console.print(table)
    console.print("formulas printed wrongly but calculated rightly:")
    for line in MISPRINTS:
        console.print(f"  {line}", soft_wrap=True)


def _slip_row(slip: Slip) -> list[str]:
    off = float(slip.printed) - float(slip.exact)
    pair = f"{slip.pair[0]}, {slip.pair[1]}"
    return [slip.where, pair, slip.part, slip.printed, f"{float(slip.exact):.6f}", f"{off:+.6f}", slip.reason]


def _tell_program(console: Console) -> None:
    console.print("\n[bold]The table in its program[/bold], which fits no level throughout")
    table = _table("clues  cells", "program", *(f"exact on {level}" for level in _LEVELS))
    for pair, values in PROGRAM.items():
        exact = [find_pattern(*pair, level) for level in _LEVELS]
        for part, value in zip(PARTS, values, strict=True):
            risks = [f"{float(getattr(pattern, part)):.4f}" for pattern in exact]
            table.add_row(f"{pair[0]}, {pair[1]}   {part}", value, *risks)
    console.print(table)


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in others:
        table.add_column(head, justify="right")
    return table
