"""The report of a player: where the time of many games goes, what it costs, the luck of records, and progress.

Replays come in, a `PlayerReport` goes out; `draw` makes its pictures with matplotlib.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median
from typing import Any

from sapper.base.extras import figure
from sapper.base.whole_file import writing
from sapper.errors import InputError, SapperError
from sapper.replay.replay import Replay
from sapper.replay.review import Reviewed, spend_time
from sapper.replay.table import Row, describe, spell_error

__all__ = ["KINDS", "PlayerReport", "draw_report", "draw_wins", "list_progress", "report_files"]

# The kinds of revealing moves, from the easiest to those that are no logic.
KINDS = (
    "start",
    "single clue",
    "two clues compared",
    "chain of clues",
    "case split",
    "counting mines",
    "counting with case split",
    "guess",
    "needless",
    "mine",
)
_MOST_RECORDS = 10
_BEST_FIVE = 5
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_FEW = 4  # files that are read in this process


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """What many games of a player show."""

    games: int
    won: int
    skipped: list[str]  # files that could not be read or analysed, with the reason
    seconds: dict[str, float]  # of all games, by kind of move
    moves: dict[str, int]  # by kind of move
    median_seconds: dict[str, float]  # of a move, by kind
    needless_a_game: float
    guesses_a_game: float
    records: list[Row]  # the quickest wins of each level, with the luck of each
    bests: list[Row]  # by level: the best and the mean of the best five of time, 3BV a second and STNB in wins
    pb: list[Row]  # by level and 3BV: the quickest win
    months: list[Row]  # by level and month: games, wins, median time and 3BV a second of wins
    rows: list[Row]  # every game


def report_files(
    files: Sequence[str], *, processes: int = 1, on_progress: Callable[[int, int], None] | None = None
) -> PlayerReport:
    """Return the report of replays in files.

    Raises:
        InputError: no file holds a replay.
    """
    rows: list[Row] = []
    skipped: list[str] = []
    spent: dict[str, list[float]] = defaultdict(list)
    for done, (read, times, faults) in enumerate(_read_all(files, processes), start=1):
        rows += read
        skipped += faults
        for kind, seconds in times:
            spent[kind].append(seconds)
        if on_progress is not None:
            on_progress(done, len(files))
    if not rows:
        raise InputError(f"no replay could be read: {skipped[0]}" if skipped else "there are no replays")
    wins = [row for row in rows if row["won"]]
    return PlayerReport(
        games=len(rows),
        won=len(wins),
        skipped=skipped,
        seconds={kind: sum(spent[kind]) for kind in KINDS if spent[kind]},
        moves={kind: len(spent[kind]) for kind in KINDS if spent[kind]},
        median_seconds={kind: median(spent[kind]) for kind in KINDS if spent[kind]},
        needless_a_game=sum(row["needless"] for row in rows) / len(rows),
        guesses_a_game=sum(row["guesses"] for row in rows) / len(rows),
        records=_records(wins),
        bests=_bests(wins),
        pb=_personal_bests(wins),
        months=_months(rows),
        rows=rows,
    )


def draw_report(report: PlayerReport, folder: Path) -> list[Path]:
    """Draw the pictures of a report into a folder and return their paths.

    Raises:
        MissingError: matplotlib is not installed.
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [_draw_time(report, folder), _draw_luck(report, folder), _draw_progress(report, folder)]


def list_progress(report: PlayerReport, name: str) -> dict[str, tuple[list[float], list[float]]]:
    """Return the years and the values of a figure of the months, by level; the middle of January 2007 is 2007.04."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    for row in report.months:
        if row[name] is not None:
            times, values = found.setdefault(row["level"], ([], []))
            year, month = row["month"].split("-")
            times.append(int(year) + (int(month) - 0.5) / 12)
            values.append(row[name])
    return found


def draw_wins(found: Reviewed, folder: Path) -> Path:
    """Draw the chance of winning over the time of a game into a folder and return the path of the picture.

    Raises:
        MissingError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = figure.Figure(figsize=(7, 3.6), layout="constrained")
    axes = drawn.subplots()
    points = [point for point in found.judgement.points if point.win_probability is not None]
    times = [point.at_ms / 1000 for point in points] + [found.replay.rtime]
    chances = [100 * (point.win_probability or 0.0) for point in points]
    axes.step(times, [*chances, 100.0 * (found.judgement.outcome == "won")], where="post")
    risks = [point for point in points if point.safety < 1]
    axes.scatter(
        [one.at_ms / 1000 for one in risks], [100 * (one.win_probability or 0.0) for one in risks], color="C3"
    )
    axes.set(xlabel="seconds", ylabel="chance of winning, %", ylim=(0, 102))
    return _save(drawn, folder / "wins.png")


def _read_all(files: Sequence[str], processes: int) -> Any:  # noqa: ANN401  # an iterator of what `_read_file` returns
    if processes <= 1 or len(files) <= _FEW:
        yield from map(_read_file, files)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_read_file, files)


def _read_file(file: str) -> tuple[list[Row], list[tuple[str, float]], list[str]]:
    rows: list[Row] = []
    times: list[tuple[str, float]] = []
    try:
        for replay in Replay.read_all(file):
            spent = spend_time(replay)
            luck = math.prod(one.safety for one in spent)
            row = describe(replay)
            row |= {
                "level": str(replay.layout.level),
                "pluck": 0.0 - math.log10(luck) if luck > 0 and not replay.lost else None,
                "luck": luck if not replay.lost else None,
                "needless": sum(one.kind in ("needless", "mine") for one in spent),
                "guesses": sum(one.kind == "guess" for one in spent),
            }
            rows.append(row)
            times += [(one.kind, one.seconds) for one in spent]
    except (SapperError, OSError) as error:
        return rows, times, [f"{file}: {spell_error(error)}"]
    return rows, times, []


def _records(wins: list[Row]) -> list[Row]:
    records = []
    for level in sorted({row["level"] for row in wins}):
        best = sorted((row for row in wins if row["level"] == level), key=lambda row: row["rtime"])[:_MOST_RECORDS]
        names = ("file", "level", "rtime", "bbbv", "bbbv_s", "pluck", "luck", "needless", "guesses", "started")
        records += [{name: row[name] for name in names} for row in best]
    return records


def _bests(wins: list[Row]) -> list[Row]:
    """The figures that rankings call t1 and t.5."""
    bests = []
    for level in sorted({row["level"] for row in wins}):
        played = [row for row in wins if row["level"] == level]
        best: Row = {"level": level, "games": len(played)}
        for name in ("rtime", "bbbv_s", "stnb"):
            values = sorted((row[name] for row in played if row[name] is not None), reverse=name != "rtime")
            best[name] = values[0] if values else None
            best[f"{name}_5"] = fmean(values[:_BEST_FIVE]) if len(values) >= _BEST_FIVE else None
        bests.append(best)
    return bests


def _personal_bests(wins: list[Row]) -> list[Row]:
    quickest: dict[tuple[str, int], Row] = {}
    for row in wins:
        kept = quickest.setdefault((row["level"], row["bbbv"]), row)
        if row["rtime"] < kept["rtime"]:
            quickest[row["level"], row["bbbv"]] = row
    return [{name: quickest[key][name] for name in ("level", "bbbv", "rtime", "file")} for key in sorted(quickest)]


def _months(rows: list[Row]) -> list[Row]:
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if told := _MONTH.match(row["started"]):  # some files tell no date, or one of another form
            groups[row["level"], told[0]].append(row)
    months = []
    for (level, month), played in sorted(groups.items()):
        wins = [row for row in played if row["won"]]
        months.append(
            {
                "level": level,
                "month": month,
                "games": len(played),
                "won": len(wins),
                "seconds": median(row["rtime"] for row in wins) if wins else None,
                "bbbv_s": median(row["bbbv_s"] or 0 for row in wins) if wins else None,
                "needless": sum(row["needless"] for row in played) / len(played),
            }
        )
    return months


def _draw_time(report: PlayerReport, folder: Path) -> Path:
    drawn = figure.Figure(figsize=(7, 3.6), layout="constrained")
    axes = drawn.subplots()
    kinds = [kind for kind in KINDS if kind in report.seconds]
    bars = axes.barh(kinds[::-1], [report.seconds[kind] for kind in kinds[::-1]])
    axes.bar_label(bars, [f"{report.median_seconds[kind]:.2f} s a move" for kind in kinds[::-1]], padding=3)
    axes.margins(x=0.25)  # room for the label of the longest bar
    axes.set_xlabel("seconds of all games")
    return _save(drawn, folder / "time.png")


def _draw_luck(report: PlayerReport, folder: Path) -> Path:
    drawn = figure.Figure(figsize=(7, 3.6), layout="constrained")
    axes = drawn.subplots()
    for level in sorted({row["level"] for row in report.rows}):
        wins = [row for row in report.rows if row["won"] and row["level"] == level and row["luck"] is not None]
        axes.scatter([row["rtime"] for row in wins], [100 * row["luck"] for row in wins], label=level, s=16)
    axes.set_xlabel("seconds")
    axes.set_ylabel("chance that all risks succeed, %")
    if axes.get_legend_handles_labels()[1]:
        axes.legend()
    return _save(drawn, folder / "luck.png")


def _draw_progress(report: PlayerReport, folder: Path) -> Path:
    drawn = figure.Figure(figsize=(7, 5.4), layout="constrained")
    both = drawn.subplots(2, 1, sharex=True)
    titles = {"bbbv_s": "3BV a second, median of wins", "needless": "needless risks a game"}
    for axes, (name, title) in zip(both, titles.items(), strict=True):
        for level, (times, values) in list_progress(report, name).items():
            axes.plot(times, values, marker="o", markersize=4, label=level)
        axes.set_ylabel(title)
        axes.set_ylim(bottom=0)
    both[1].set_xlabel("year")
    both[1].xaxis.get_major_locator().set_params(integer=True)
    both[1].ticklabel_format(axis="x", useOffset=False)
    if both[0].get_legend_handles_labels()[1]:
        both[0].legend()
    return _save(drawn, folder / "progress.png")


def _save(drawn: Any, path: Path) -> Path:  # noqa: ANN401  # a figure of matplotlib
    with writing(path) as stream:
        drawn.savefig(stream, format="png", dpi=120)
    return path
