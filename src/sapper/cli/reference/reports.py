"""`sapper reference reports`: the reports of the helper's simulation beside exact values."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.base.number import quote
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.progress import show_progress
from sapper.errors import InputError
from sapper.reference.automine_reports import BOARDS, REPORTS, PrintedReport, Replay, replay_report
from sapper.reference.patterns import PARTS

__all__ = ["reports", "to_json"]

_LEVELS = tuple(dict.fromkeys(str(report.level) for report in REPORTS))


def reports(
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help=f"One of {', '.join(_LEVELS)}.", show_default="all of them")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Run every simulation again from its printed seed; some ten seconds.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array instead of text.")] = False,
) -> None:
    """Print the 32 simulation reports of automine beside exact values."""
    with reporting():
        if level is not None and level not in _LEVELS:
            raise InputError(f"no report is about {quote(level)}: the levels are {', '.join(_LEVELS)}")
        chosen = [report for report in REPORTS if level in (None, str(report.level))]
        replays: list[Replay | None] = [None] * len(chosen)
        if replay:
            with show_progress("reports", quiet=as_json) as show:
                for place, report in enumerate(chosen):
                    show(place, len(chosen), 0, f"{report.level} {report.clues}")
                    replays[place] = replay_report(report)
        if as_json:
            typer.echo(json.dumps([to_json(*both) for both in zip(chosen, replays, strict=True)]))
            return
        console = open_console()
        for name in dict.fromkeys(str(report.level) for report in chosen):
            shown = [both for both in zip(chosen, replays, strict=True) if str(both[0].level) == name]
            _tell(console, name, shown)
        if replay:
            _tell_equal(console, chosen, replays)


def to_json(report: PrintedReport, replay: Replay | None) -> dict[str, Any]:
    """A report as one object for JSON; exact risks as texts such as "2/51"."""
    exact, average = report.exact, report.exact_average
    found: dict[str, Any] = {
        "level": str(report.level),
        "clues": report.clues,
        "seed": report.seed,
        "boards": BOARDS,
        "samples": report.samples,
        "expected_samples": float(report.expected_samples),
        "rows": report.rows,
        "average": report.average or None,
        "exact": None if exact is None else {part: str(getattr(exact, part)) for part in PARTS},
        "exact_average": None if average is None else str(average),
    }
    if replay is not None:
        found["replay"] = {
            "samples": replay.samples,
            "rows": replay.rows,
            "average": replay.average or None,
            "intervals": {
                part: None if share is None else [share.low, share.high] for part, share in replay.parts.items()
            },
        }
    return found


def _tell(console: Console, level: str, shown: list[tuple[PrintedReport, Replay | None]]) -> None:
    console.print(f"[bold]{level}[/bold], {BOARDS:,} random boards each")
    table = Table("clues  cells", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    interval = [] if shown[0][1] is None else ["95 % interval"]
    for head in ("printed", "average", *interval, "exact", "off by", "samples", "expected"):
        table.add_column(head, justify="right")
    for report, replay in shown:
        for row in _rows(report, replay):
            table.add_row(*row)
    console.print(table)
    console.print()


def _rows(report: PrintedReport, replay: Replay | None) -> list[list[str]]:
    name = f"{report.clues[0]}, {report.clues[1]}"
    counts = [f"{report.samples:,}", f"{float(report.expected_samples):,.0f}"]
    exact, average = report.exact, report.exact_average
    if exact is None or average is None:
        return [[f"{name}   none", *[""] * (3 if replay is None else 4), "impossible", *counts]]
    rows = []
    for part in PARTS:
        mean, risk = float(report.mean(part)), float(getattr(exact, part))
        row = [f"{name}   {part}", " ".join(report.cells(part)), f"{mean:.6f}"]
        share = None if replay is None else replay.parts[part]
        if replay is not None:
            row.append("" if share is None else f"{share.low:.6f} to {share.high:.6f}")
        rows.append([*row, f"{risk:.6f}", f"{mean - risk:+.6f}", "", ""])
    off = float(report.average) - float(average)
    last = [f"{name}   all ten", "", report.average, *([] if replay is None else [""])]
    return [*rows, [*last, f"{float(average):.6f}", f"{off:+.6f}", *counts]]


def _tell_equal(console: Console, printed: list[PrintedReport], replays: list[Replay | None]) -> None:
    equal = total = inside = shares = 0
    for report, replay in zip(printed, replays, strict=True):
        assert replay is not None
        equal += replay.count_equal(report)
        total += 1 + (11 if report.rows else 0)
        for part, share in replay.parts.items():
            if share is not None:
                shares += 1
                inside += share.low <= float(getattr(report.exact, part)) <= share.high
    console.print(f"run again from the printed seeds: {equal} of {total} numbers come out digit for digit")
    console.print(f"the exact risk lies in {inside} of {shares} 95 % intervals")
