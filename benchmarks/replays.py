"""Replays a second: read, played and measured with every figure, beside ms_toollib on the same files.

    python benchmarks/replays.py [FOLDER] [--games 100] [--level expert]
    python benchmarks/replays.py --copies 10000           time `sapper replay` on a folder of so many, too

Without a folder of AVF, EVF, MVF or RMV files it makes games of its own: G-ZiNi clicks with a pointer that moves
between them, on expert boards about 4,400 events each, written as EVF. Both programs go through all files in turns,
in one process and on one core, and CPU time is counted. The quickest turn of each file counts. ms_toollib is
optional; files on which it ends the process are left out.

With `--copies` the games are written again and again, each under another name, and the command prints the table of
the folder as Parquet. This is real time, with the start of the command and of its processes.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sapper import Layout, Replay, metrics
from sapper.game.statistics import ButtonKind, TimedClick
from sapper.replay.table import describe

TURNS = 7
ENDINGS = (".avf", ".evf", ".mvf", ".rmv")
STEP_S = 0.005  # between two moves of the pointer
KINDS: dict[str, ButtonKind] = {"reveal": "left", "flag": "right", "chord": "chord"}
# What both are asked for; ms_toollib computes these when they are read.
THEIRS = (
    "bbbv",
    "zini",
    "hzini",
    "op",
    "isl",
    "left",
    "right",
    "double",
    "ce",
    "rtime",
    "path",
    "stnb",
    "corr",
    "thrp",
)


def make_replay(seed: int, level: str) -> Replay:
    """Return a game that is won by G-ZiNi clicks, with moves between them."""
    layout = Layout.from_seed(level, seed=seed)
    rng = random.Random(seed)
    clicks, moves = [], []
    at, x, y = 0.0, layout.cols / 2, layout.rows / 2
    for click in metrics(layout).path():
        row, col = click.cell
        steps = rng.randint(20, 50)
        for step in range(1, steps + 1):
            share = step / steps
            moves.append((at + STEP_S * step, x + (col + 0.5 - x) * share, y + (row + 0.5 - y) * share))
        at, x, y = at + STEP_S * (steps + 2), col + 0.5, row + 0.5
        clicks.append(TimedClick(KINDS[click.kind], click.cell, at))
    return Replay.of_clicks(layout, clicks, moves=moves, player="bench")


def make_files(folder: Path, games: int, level: str) -> list[Path]:
    """Write games as EVF files."""
    paths = [folder / f"{seed:05}.evf" for seed in range(1, games + 1)]
    for seed, path in enumerate(paths, start=1):
        make_replay(seed, level).write(path)
    return paths


def theirs(path: Path) -> object:
    """Read and measure a replay with ms_toollib."""
    ms_toollib = importlib.import_module("ms_toollib")
    video = getattr(ms_toollib, f"{path.suffix[1:].capitalize()}Video")(str(path))
    video.parse()
    video.analyse()
    video.current_time = 1e6
    return [getattr(video, name) for name in THEIRS]


def is_read(path: Path) -> bool:
    """Whether ms_toollib reads a file; on some it ends the process."""
    probe = [sys.executable, __file__, str(path), "--probe"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def time_folder(paths: list[Path], copies: int) -> None:
    """Time the command on a folder of copies."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "replays"
        folder.mkdir()
        for number in range(copies):
            shutil.copyfile(paths[number % len(paths)], folder / f"{number:06}.evf")
        command = [sys.executable, "-m", "sapper", "replay", str(folder), "--out", str(Path(made) / "table.parquet")]
        begin = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds = time.perf_counter() - begin
    print(f"a folder of {copies:,} replays in {seconds:.1f} s: {copies / seconds:,.0f} replays/s")


def clock(work: Callable[[Path], object], path: Path) -> float:
    """Return the CPU seconds of one call."""
    begin = time.process_time()
    work(path)
    return time.process_time() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--copies", type=int, default=0)
    parser.add_argument("--probe", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.probe:
        theirs(given.folder)
        return
    programs: dict[str, Callable[[Path], object]] = {"sapper": lambda path: describe(Replay.read(path))}
    if importlib.util.find_spec("ms_toollib") is None:
        print("ms_toollib is not installed: pip install 'sapper[bench]' brings it")
    else:
        programs["ms_toollib"] = theirs
    with tempfile.TemporaryDirectory() as made:
        if given.folder is None:
            paths = make_files(Path(made), given.games, given.level)
        else:
            paths = [path for path in sorted(given.folder.iterdir()) if path.suffix in ENDINGS]
            if "ms_toollib" in programs:
                paths = [path for path in paths if is_read(path)]
        if given.copies:
            time_folder(paths, given.copies)
        events = sum(len(Replay.read(path).events) for path in paths) // len(paths)
        print(f"{len(paths)} replays, {events:,} events each")
        best = {name: [float("inf")] * len(paths) for name in programs}
        for _ in range(TURNS):
            for name, work in programs.items():
                for number, path in enumerate(paths):
                    best[name][number] = min(best[name][number], clock(work, path))
    for name, seconds in best.items():
        print(f"{name:<12} {len(paths) / sum(seconds):8,.0f} replays/s")
    if len(best) == 2:
        print(f"ratio        {sum(best['ms_toollib']) / sum(best['sapper']):8.1f}")


if __name__ == "__main__":
    main()
