"""`sapper review`: judges every move of a replay, or reports on a player's replays."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from sapper.base.threads import count_threads
from sapper.base.whole_file import write_whole
from sapper.board.cell import spell
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import naming
from sapper.cli.options import JsonOption, spell_count
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.replay.replay import Replay
from sapper.replay.report import PlayerReport, draw_report, draw_wins, report_files
from sapper.replay.review import Reviewed
from sapper.replay.review import review as review_replay
from sapper.replay.table import find_files

__all__ = ["review"]

# Of --out: of a folder all but the last, of a replay the last.
_FILES = ("time.png", "luck.png", "progress.png", "report.json", "wins.png")
_MANY = ".evfs"  # the ending of a file of many replays
_JUDGED = {
    "needless": "needless risk",
    "guess": "forced, best",
    "mistake": "forced, not best",
    "mine": "certain mine",
}


def review(
    place: Annotated[
        str, typer.Argument(metavar="FILE", help="A replay, or a folder or .evfs file of replays of one player.")
    ],
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out chances of winning, which take seconds to minutes.")
    ] = False,
    partial: Annotated[bool, typer.Option("--partial", help="Read a file that is cut off.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write pictures, and the report of a folder, here.")
    ] = None,
    force: ForceOption = False,
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes for a folder.", show_default="all cores"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Judge every move of a replay, or report on a folder of replays.

    Of a replay, prints every risk: needless, forced and best, or forced and not best, and by how much; the chance of
    winning over time, luck and skill. Of a folder, prints where time goes, needless risks, records with their luck,
    and progress by month.
    """
    with reporting():
        need("out", "force")
        if out is not None:
            keep(*(out / name for name in _FILES), force=force)
        if Path(place).is_dir() or place.lower().endswith(_MANY):
            exclude("quick", "partial")
            files = find_files([place])
            with show_progress("replays") as show:
                report = report_files(
                    files,
                    processes=count_threads(threads),
                    on_progress=lambda done, total: show(done, total, 0, ""),
                )
            if out is not None:
                pictures = draw_report(report, out)
                write_whole(out / "report.json", json.dumps(asdict(report), ensure_ascii=False))
                typer.echo(f"wrote {', '.join(str(path) for path in (*pictures, out / 'report.json'))}", err=True)
            typer.echo(json.dumps(asdict(report), ensure_ascii=False)) if as_json else _print_report(report)
            return
        with naming(repr(place)), show_progress("moves") as show:
            found = review_replay(
                Replay.read(place, partial=partial),
                wins=not quick,
                on_progress=lambda done, total: show(done, total, 0, ""),
            )
        if out is not None:
            typer.echo(f"wrote {draw_wins(found, out)}", err=True)
        typer.echo(json.dumps(_to_json(found), ensure_ascii=False)) if as_json else _print_review(found)


def _to_json(found: Reviewed) -> dict[str, Any]:
    pluck = found.pluck if math.isfinite(found.pluck) else None
    head = {"file": found.replay.name, "format": found.replay.format, "rtime": found.replay.rtime, "pluck": pluck}
    return head | asdict(found.judgement)


def _print_review(found: Reviewed) -> None:
    console = open_console()
    replay, judged = found.replay, found.judgement
    console.print(f"{replay.layout.level} {judged.outcome} in {replay.rtime:.3f} s, 3BV {replay.layout.bbbv}")
    if judged.win_probability is not None and judged.luck is not None and judged.skill is not None:
        console.print(
            f"chance of winning at the first choice {100 * judged.win_probability:.1f} %, "
            f"luck {100 * judged.luck:+.1f}, skill {100 * judged.skill:+.1f} points"
        )
    pluck = f"{found.pluck:.3f}" if math.isfinite(found.pluck) else "infinite"
    needless = sum(point.verdict in ("needless", "mine") for point in judged.points)
    console.print(
        f"{spell_count(judged.guesses, 'risk')}, {needless} needless; "
        f"all succeed with {100 * judged.odds:.2f} % (pluck {pluck})"
    )
    risks = [point for point in judged.points if point.safety < 1]
    if not risks:
        return
    table = Table(box=None, pad_edge=False)
    for name in ("time", "move", "cell", "risk", "judged", "win before", "lost"):
        table.add_column(name, justify="right" if name in ("time", "risk", "win before", "lost") else "left")
    for point in risks:
        before, lost = point.win_probability, point.lost
        table.add_row(
            f"{point.at_ms / 1000:.2f} s",
            point.kind,
            spell(point.cell),
            f"{100 * (1 - point.safety):.1f} %",
            _JUDGED.get(point.verdict, point.verdict),
            "" if before is None else f"{100 * before:.1f} %",
            "" if lost is None else f"{100 * lost:.1f}",
        )
    console.print(table)


def _print_report(report: PlayerReport) -> None:
    console = open_console()
    console.print(
        f"{report.games} games, {report.won} won; {report.needless_a_game:.2f} needless risks and "
        f"{report.guesses_a_game:.2f} forced guesses a game"
    )
    total = sum(report.seconds.values()) or 1.0
    _table(
        ("kind of move", "moves", "share of time", "median"),
        [
            (kind, str(report.moves[kind]), f"{100 * seconds / total:.1f} %", f"{report.median_seconds[kind]:.3f} s")
            for kind, seconds in report.seconds.items()
        ],
    )
    _table(
        ("record", "level", "time", "3BV", "luck", "needless"),
        [
            (
                Path(row["file"]).name,
                row["level"],
                f"{row['rtime']:.3f} s",
                str(row["bbbv"]),
                f"{100 * row['luck']:.1f} %",
                str(row["needless"]),
            )
            for row in report.records
        ],
    )
    _table(
        ("best of", "games", "time", "of five", "3BV/s", "of five", "STNB", "of five"),
        [
            (
                row["level"],
                *(
                    _number(row[name])
                    for name in ("games", "rtime", "rtime_5", "bbbv_s", "bbbv_s_5", "stnb", "stnb_5")
                ),
            )
            for row in report.bests
        ],
    )
    _table(
        ("month", "level", "games", "won", "time", "3BV/s", "needless"),
        [
            (
                row["month"],
                row["level"],
                *(_number(row[name]) for name in ("games", "won", "seconds", "bbbv_s", "needless")),
            )
            for row in report.months
        ],
    )
    for line in report.skipped:
        typer.echo(f"sapper: warning: {line}", err=True)


def _table(names: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    if rows:
        table = Table(box=None, pad_edge=False)
        for number, name in enumerate(names):
            table.add_column(name, justify="right" if number > 1 else "left")
        for row in rows:
            table.add_row(*row)
        console = open_console()
        console.print()
        console.print(table)


def _number(value: float | None) -> str:
    return "" if value is None else str(value) if isinstance(value, int) else f"{value:.2f}"
