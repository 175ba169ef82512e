"""The benchmark of play: win rate and speed of each strategy, and its difference from the strongest solver.

Games of run seed 1 come in, on one core: expert from an opening at (3, 3), expert from a safe corner, beginner and
intermediate. Tables with targets and verdicts come out, in the terminal and in benchmarks/results/ as JSON and
Markdown. The number of games is fixed, not the time; slow strategies play fewer. Every rate has a 95 % interval.

    python benchmarks/play.py                            every row, about twenty minutes
    python benchmarks/play.py --full                     as many games as quoted figures need, several hours
    python benchmarks/play.py --quick                    a few games of every row, to see whether anything broke
    python benchmarks/play.py --rows best safe:best      some rows; those saved before stay, if they play the same
    python benchmarks/play.py --games best@deep=30000    another number of games; a number alone is for all strategies
    python benchmarks/play.py --rows best@deep --games best@deep=500 --folder best@deep=FOLDER
                                                         all games of a run that `sapper simulate --out FOLDER` plays
                                                         in several sittings; 500 are played for the speed
    python benchmarks/play.py --rows best@deep --games best@deep=300000 --go-on
                                                         only the games after the saved ones
    python benchmarks/play.py --full --threads 2         the same on two cores; speeds stay those of one
    python benchmarks/play.py --write-docs               also renew the tables and the picture in docs/
    python benchmarks/play.py --rows --write-docs        the same from saved results, without playing
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from long_run import folder_memory, python_speed, safe_then_safest, two_threads
from match import MATCHES, Effort, Score, play_match
from play_picture import draw_play
from report import DOCS, RESULTS, Row, machine, replace_block, verdicts
from standings import score_line, standings
from stopwatch import Busy, pin

from sapper.play.player import play_signature
from sapper.play.strategy import Strategy

SAVED = RESULTS / "play.json"
THREADS, PYTHON, MEMORY = "threads", "python", "memory"
ROWS = (*MATCHES, THREADS, PYTHON, MEMORY)

# Games a turn, and how many turns; games of the run in a folder.
TURNS = {Effort.QUICK: (60, 5, 1), Effort.USUAL: (40_000, 600, 9), Effort.FULL: (100_000, 2_000, 15)}
FOLDER_GAMES = {Effort.QUICK: 500, Effort.USUAL: 1_000_000, Effort.FULL: 10_000_000}


@dataclass(frozen=True, slots=True)
class Results:
    """The results so far."""

    scores: dict[str, Score]  # by row
    others: dict[str, list[Row]]  # by row: figures that are not matches
    busy: float  # the share of the time that others had our core

    def save(self) -> None:
        """Write them as JSON and as Markdown."""
        RESULTS.mkdir(exist_ok=True)
        found: dict[str, Any] = {"machine": machine("sapper", "numpy"), "share_lost_to_others": round(self.busy, 3)}
        found["scores"] = [asdict(self.scores[name]) for name in MATCHES if name in self.scores]
        found["others"] = {name: [asdict(row) for row in rows] for name, rows in self.others.items()}
        SAVED.write_text(json.dumps(found, indent=1) + "\n")
        (RESULTS / "play.md").write_text(f"# The latest run of benchmarks/play.py\n\n{self.tables()}\n")

    def tables(self) -> str:
        """All of them in Markdown."""
        parts = standings([self.scores[name] for name in MATCHES if name in self.scores])
        rows = [row for rows in self.others.values() for row in rows]
        parts += [f"Long runs:\n\n{verdicts(rows)}"] if rows else []
        facts = machine()
        lost = f", which others had for {self.busy:.0%} of the time" if self.busy > 0.03 else ""
        return "\n\n".join([*parts, f"{facts['processor']}, Python {facts['python']}; one core{lost}."])


def read_saved() -> Results:
    """Return what was saved, without the rows of strategies that play differently now."""
    if not SAVED.exists():
        return Results({}, {}, 0)
    saved = json.loads(SAVED.read_text())
    scores = [Score(**one) for one in saved["scores"] if one["name"] in MATCHES]
    others = {name: [Row(**row) for row in rows] for name, rows in saved["others"].items()}
    return Results(
        {score.name: score for score in scores if _plays_the_same(score)}, others, saved["share_lost_to_others"]
    )


def _plays_the_same(score: Score) -> bool:
    strategy = Strategy.parse(score.match.strategy)
    return strategy.engine_settings == score.settings and play_signature(strategy) == score.signature


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print and save; return 0, even if a target is missed."""
    options = _read(arguments)
    effort = Effort.QUICK if options.quick else Effort.FULL if options.full else Effort.USUAL
    wanted = ROWS if options.rows is None else [name for name in ROWS if name in options.rows]
    games, folders = _read_games(options.games, effort), _read_folders(options.folder)
    known = Results({}, {}, 0) if options.rows is None or options.quick else read_saved()
    cores, busy = pin(), Busy(options.threads)
    for name in wanted:
        if name in MATCHES:
            if options.threads > 1 and cores:
                os.sched_setaffinity(0, cores)
            before = known.scores.get(name) if options.go_on else None
            known.scores[name] = play_match(
                name, games[name], threads=options.threads, folder=folders.get(name), before=before
            )
            pin()
            print(score_line(known.scores[name]), flush=True)
        else:
            known.others[name] = list(_others(name, effort, cores, games.get(name)))
            for row in known.others[name]:
                print(f"{row.verdict:5}{row.name}: {row.measured}, {row.target} {row.note}", flush=True)
        known = Results(known.scores, known.others, busy.share if wanted else known.busy)
        if not options.quick:
            known.save()
    print(f"\n{known.tables()}")
    if options.write_docs:
        replace_block(DOCS / "play.md", "figures", known.tables())
        draw_play(list(known.scores.values()), DOCS / "pictures")
    return 0


def _others(name: str, effort: Effort, cores: set[int], games: int | None) -> Iterable[Row]:
    """The rows about long runs, on all cores there are."""
    if cores:
        os.sched_setaffinity(0, cores)
    measure: Callable[[], Iterable[Row]] = {
        THREADS: lambda: _thread_rows(effort, cores),
        PYTHON: lambda: _python_rows(effort, cores),
        MEMORY: lambda: [_memory_row(games or FOLDER_GAMES[effort])],
    }[name]
    try:
        return measure()
    finally:
        pin()


def _thread_rows(effort: Effort, cores: set[int]) -> list[Row]:
    if len(cores) < 2:
        return []
    quick_games, slow_games, rounds = TURNS[effort]
    return [
        Row(
            f"{strategy}: two threads against one",
            two_threads(strategy, games=games, rounds=rounds),
            "x",
            least=1.9,
            note=f"by the clock, {games:,} games a turn, median of {rounds} rounds",
        )
        for strategy, games in (("safest", quick_games), ("best", slow_games))
    ]


def _python_rows(effort: Effort, cores: set[int]) -> list[Row]:
    games, _, rounds = TURNS[effort]
    note = f"{games:,} expert games, processor time"
    rows = [Row("a Python function: games a second", python_speed(games=games), "", least=1_000, note=note)]
    if len(cores) > 1:
        ratio = two_threads(safe_then_safest, games=games, rounds=rounds)
        note = f"by the clock, {games:,} games a turn, median of {rounds} rounds"
        rows.append(Row("a Python function: two processes against one", ratio, "x", least=1.6, note=note))
    return rows


def _memory_row(games: int) -> Row:
    peak = folder_memory("safest", games=games)
    note = f"peak of `sapper simulate --games {games} --out`, report included"
    return Row("safest, run in a folder: memory", peak, "B", most=300 * 2**20, note=note)


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how well and how fast Sapper plays, on one core.")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--quick", action="store_true", help="a few games of every row; nothing is saved")
    effort.add_argument("--full", action="store_true", help="as many games as figures to be quoted need")
    parser.add_argument("--rows", nargs="*", metavar="ROW", choices=ROWS, help=f"some of: {', '.join(ROWS)}")
    parser.add_argument("--games", action="append", default=[], metavar="[ROW=]N", help="how many games")
    parser.add_argument("--folder", action="append", default=[], metavar="ROW=FOLDER", help="games of a saved run")
    parser.add_argument("--go-on", action="store_true", help="with --rows: play only games after the saved ones")
    parser.add_argument("--threads", type=int, default=1, help="cores to play on; speeds stay those of one")
    parser.add_argument("--write-docs", action="store_true", help="renew docs/play.md and its picture")
    options = parser.parse_args(arguments)
    if options.go_on and (options.folder or options.quick or options.rows is None):
        parser.error("--go-on plays --rows after what was saved, without --folder and --quick")
    if options.threads < 1:
        parser.error(f"--threads is a whole number above 0, not {options.threads}")
    return options


def _read_games(texts: Sequence[str], effort: Effort) -> dict[str, int]:
    """Return how many games each row plays: as the effort says, or as requested."""
    games = {name: match.count(effort) for name, match in MATCHES.items()}
    for text in texts:
        name, _, number = text.rpartition("=")
        if name and name not in (*MATCHES, MEMORY):
            raise SystemExit(f"there is no row {name!r} of games")
        if not number.isdecimal() or int(number) == 0:
            raise SystemExit(f"a number of games is a whole number above 0, not {number!r}")
        games |= dict.fromkeys([name] if name else MATCHES, int(number))
    return games


def _read_folders(texts: Sequence[str]) -> dict[str, Path]:
    """Return the folders that rows take their games from."""
    folders = {}
    for text in texts:
        name, _, folder = text.partition("=")
        if name not in MATCHES or not folder:
            raise SystemExit(f"--folder names a row of games and a folder, as in best@deep=FOLDER, not {text!r}")
        folders[name] = Path(folder)
    return folders


if __name__ == "__main__":
    raise SystemExit(main())
