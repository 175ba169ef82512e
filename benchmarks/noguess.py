"""Boards without guesses: speed compared with ms_toollib's makers, verification of each board, and bias.

Levels come in; two tables come out, in the terminal and in benchmarks/results/noguess.json and .md. Speed is a ratio
in the same run: the two libraries take turns on one core. Every board is played to its end by the full analysis,
which shares neither the order of moves nor the shortcuts of the makers. Bias is the share of mines on the edge and
the 3BV, compared with random layouts and with the uniform boards without guesses.

    python benchmarks/noguess.py               everything, a few minutes
    python benchmarks/noguess.py --quick       a few boards of each kind; nothing is saved
    python benchmarks/noguess.py --maker X     one of the two makers; saved results of the other are kept
    python benchmarks/noguess.py --write-docs  also renew the tables in docs/noguess.md
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from report import DOCS, RESULTS, Row, conditions, machine, markdown, replace_block, verdicts
from rival import RIVAL, rival_no_guess
from stopwatch import Busy, Turn, mean, pin, ratio, take_turns, whole

import sapper
from sapper import Layout, Level, Maker
from sapper.game.maker import MakerSpec

UNIFORM = ("9x9/10", "16x16/40", "16x30/99", "16x30/120")
REPAIR = ("16x30/99", "16x30/120", "16x30/140", "16x30/160", "16x30/200")
LARGE = "30x30/240"
LEAST = {Maker.UNIFORM: 10.0, Maker.REPAIR: 4.0}  # times faster than the other's maker
SAVED = RESULTS / "noguess.json"
OTHERS = {Maker.UNIFORM: "filter", Maker.REPAIR: "adjust"}  # what the other calls its makers


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work is done; a quick run measures the same with less of it."""

    rounds: int  # turns each
    seconds: float  # approximate length of a turn of the other library
    boards: int  # of each kind, verified
    theirs: int  # boards of the other whose bias is measured
    large: int  # boards of 900 cells


FULL = Effort(rounds=5, seconds=1.5, boards=1000, theirs=400, large=20)
QUICK = Effort(rounds=1, seconds=0.05, boards=10, theirs=5, large=2)


@dataclass(frozen=True, slots=True)
class Bias:
    """Statistics of boards of one kind."""

    level: str
    kind: str  # the maker
    boards: int
    edge: float  # share of mines in cells with fewer than eight neighbours
    buried: float  # share of mines that have nothing but mines beside them
    bbbv: float  # mean 3BV
    openings: float  # mean number


@dataclass(frozen=True, slots=True)
class Section:
    """The results of one maker."""

    rows: list[Row]
    biases: list[Bias]
    busy: float  # share of the time that others had the core


def main() -> int:
    """Run the benchmark and return 0. A missed target is not an error, because the machine may be busy."""
    parser = argparse.ArgumentParser(description="Measure how boards without guesses are made, on one core.")
    parser.add_argument("--quick", action="store_true", help="a few boards of each kind; nothing is saved")
    parser.add_argument("--maker", choices=[str(maker) for maker in Maker], help="this one alone")
    parser.add_argument("--write-docs", action="store_true", help="renew the tables in docs/noguess.md")
    options = parser.parse_args()
    pin()
    known = {} if options.quick or not SAVED.exists() else read_sections()
    for maker in Maker if options.maker is None else [Maker(options.maker)]:
        known[maker] = measure_maker(maker, QUICK if options.quick else FULL)
    sections = [known[maker] for maker in Maker if maker in known]
    rows = [row for section in sections for row in section.rows]
    busy = max(section.busy for section in sections)
    biases = bias_table([bias for section in sections for bias in section.biases])
    tables = f"{verdicts(rows)}\n\n{conditions(RIVAL, busy)}\n\n{biases}"
    print(f"\n{tables}")
    if not options.quick:
        RESULTS.mkdir(exist_ok=True)
        found: dict[str, object] = {"machine": machine("sapper", RIVAL)}
        found |= {str(maker): asdict(section) for maker, section in known.items()}
        SAVED.write_text(json.dumps(found, indent=1) + "\n")
        SAVED.with_suffix(".md").write_text(f"# The latest run of benchmarks/noguess.py\n\n{tables}\n")
    if options.write_docs:
        replace_block(DOCS / "noguess.md", "figures", tables)
    return 0


def read_sections() -> dict[Maker, Section]:
    """Read the results of earlier runs."""
    found = json.loads(SAVED.read_text())
    return {
        maker: Section(
            [Row(**row) for row in found[maker]["rows"]],
            [Bias(**bias) for bias in found[maker]["biases"]],
            found[maker]["busy"],
        )
        for maker in Maker
        if maker in found
    }


def measure_maker(maker: Maker, effort: Effort) -> Section:
    """Measure every figure of a maker, and print each at once."""
    busy = Busy()
    rows: list[Row] = []
    biases: list[Bias] = []

    def add(row: Row) -> None:
        rows.append(row)
        print(f"{row.verdict:5}{row.name:48}{row.measured:>12}  {row.target:12} {row.note}", flush=True)

    for level in UNIFORM if maker is Maker.UNIFORM else REPAIR:
        for row in measure(maker, level, effort, biases):
            add(row)
    if maker is Maker.REPAIR:
        add(large_board(effort))
    return Section(rows, biases, round(busy.share, 3))


def measure(maker: Maker, level: str, effort: Effort, biases: list[Bias]) -> Iterator[Row]:
    """Speed beside the other's maker, all boards verified, and their bias."""
    theirs, ours = take_turns_making(maker, level, effort)
    name = f"{maker} {level}"
    yield Row(f"{name}: {RIVAL} {OTHERS[maker]}", mean(theirs), "s", note="a board, mean")
    yield Row(f"{name}: ours", mean(ours), "s", note="a board, mean; one thread")
    yield Row(f"{name}: ratio", ratio(theirs, ours), "x", least=LEAST[maker])
    spec = MakerSpec.read(level, start=start_of(level), maker=maker)
    made = spec.make(sapper.game_seeds(2, effort.boards), attempts=maker.default_attempts)
    boards = [one.layout for one in made if one.layout is not None and one.solved]
    if maker is Maker.UNIFORM:
        dealt = sum(one.attempts for one in made) / len(made)
        yield Row(f"{name}: layouts dealt", dealt, "", note="for one that needs no guess, mean")
    guesses = sum(not finishes(layout) for layout in boards)
    yield Row(f"{name}: boards that need a guess", guesses, "", most=1, note=f"of {len(boards):,}, by full analysis")
    if maker is Maker.UNIFORM or level not in UNIFORM:
        any_layouts = [Layout.from_seed(level, seed=seed, start=start_of(level)) for seed in range(effort.boards)]
        biases.append(bias_of(level, "any layout", any_layouts))
    here = bias_of(level, f"ours, {maker}", boards)
    biases.append(here)
    if maker is Maker.REPAIR:
        other = bias_of(level, f"{RIVAL}, adjust", their_boards(level, effort.theirs))
        biases.append(other)
        target = round(other.edge * 100, 1)
        yield Row(f"{name}: % of mines on the edge", here.edge * 100, "", most=target, note=f"less than {RIVAL} has")


def take_turns_making(maker: Maker, level: str, effort: Effort) -> tuple[list[Turn], list[Turn]]:
    """Return the turns of both libraries. They take equally long if our maker exactly reaches its target."""
    size, start = Level.parse(level), start_of(level)
    adjust = maker is Maker.REPAIR

    def rival(count: int) -> None:
        for _ in range(count):
            rival_no_guess(size.rows, size.cols, size.mines, start, adjust=adjust)

    begin = time.process_time()
    rival(3)
    count = max(3, round(effort.seconds / ((time.process_time() - begin) / 3)))
    more = int(count * LEAST[maker])
    seeds = iter(range(1, effort.rounds + 2))
    turns = take_turns(
        {
            RIVAL: whole(lambda: rival(count), count),
            "ours": whole(
                lambda: sapper.no_guess_many(level, more, seed=next(seeds), start=start, maker=maker, threads=1), more
            ),
        },
        rounds=effort.rounds,
    )
    return turns[RIVAL], turns["ours"]


def large_board(effort: Effort) -> Row:
    """The slowest of some boards of 900 cells, each by a call of its own."""
    slowest = 0.0
    for seed in range(effort.large):
        begin = time.perf_counter()
        layout = sapper.no_guess(LARGE, seed=seed, maker=Maker.REPAIR)
        slowest = max(slowest, time.perf_counter() - begin)
        if not finishes(layout):
            raise SystemExit(f"a board of {LARGE} needs a guess:\n{layout}")
    return Row(f"repair {LARGE}: slowest", slowest, "s", most=1, note=f"of {effort.large}, by the clock")


def start_of(level: str) -> tuple[int, int]:
    """Return the default start of a level; it is the same on all boards of 16 rows and 30 columns."""
    return (3, 3) if level.startswith("16x30") else (2, 2)


def finishes(layout: Layout) -> bool:
    """Whether a layout can be finished from its start by revealing only cells that the full analysis proves safe."""
    game = sapper.Game(layout)
    game.reveal(layout.start or (0, 0))
    while game.status is sapper.Status.PLAYING:
        safe = sapper.analyze(game.board).safe_cells
        if not safe:
            return False
        for cell in safe:
            if game.status is sapper.Status.PLAYING:
                game.reveal(cell)
    return game.status is sapper.Status.WON


def their_boards(level: str, count: int) -> list[Layout]:
    """Boards of the other's adjusting maker."""
    size, start = Level.parse(level), start_of(level)
    found = []
    for _ in range(count):
        board = np.array(rival_no_guess(size.rows, size.cols, size.mines, start, adjust=True))
        mines = [(int(row), int(col)) for row, col in np.argwhere(board < 0)]
        found.append(Layout.from_mines(size.rows, size.cols, mines, start=start))
    return found


def bias_of(level: str, kind: str, layouts: Sequence[Layout]) -> Bias:
    """Return the statistics of these boards."""
    size = Level.parse(level)
    edge = sum(
        row in (0, size.rows - 1) or col in (0, size.cols - 1) for layout in layouts for row, col in layout.mines
    )
    ratings = [sapper.rate(layout) for layout in layouts]
    return Bias(
        level,
        kind,
        len(layouts),
        edge / (size.mines * len(layouts)),
        sum(map(buried_mines, layouts)) / (size.mines * len(layouts)),
        sum(rating.bbbv for rating in ratings) / len(ratings),
        sum(rating.openings for rating in ratings) / len(ratings),
    )


def buried_mines(layout: Layout) -> int:
    """Count the mines whose neighbours are all mines; no clue counts them."""
    mined = np.ones((layout.rows + 2, layout.cols + 2), dtype=bool)
    mined[1:-1, 1:-1] = False
    rows, cols = np.array(layout.mines).T + 1
    mined[rows, cols] = True
    beside = [mined[rows + down, cols + right] for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return int(np.all(beside, axis=0).sum())


def bias_table(biases: Sequence[Bias]) -> str:
    """Return the table of mine positions and 3BV by level."""
    lines = [
        (
            bias.level,
            bias.kind,
            f"{bias.boards:,}",
            f"{bias.edge:.1%}",
            f"{bias.buried:.1%}",
            f"{bias.bbbv:.1f}",
            f"{bias.openings:.1f}",
        )
        for bias in sorted(biases, key=lambda bias: (len(bias.level), bias.level))
    ]
    return markdown(("level", "boards", "number", "mines on the edge", "buried mines", "3BV", "openings"), lines)


if __name__ == "__main__":
    raise SystemExit(main())
