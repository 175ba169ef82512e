"""The benchmark: every figure of the engine, measured in one run on one core, with targets and verdicts.

Fixed work comes in (the golden positions, and boards made from seeds); a table comes out, in the terminal and in
benchmarks/results/ as JSON and Markdown. Speed is given as a ratio to ms_toollib on the same positions in the same
run, because times alone depend on the machine.

    python benchmarks/run.py               everything, about two minutes
    python benchmarks/run.py --quick       fewer rounds and boards, to see whether anything broke
    python benchmarks/run.py --write-docs  also renew the table in docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction

import numpy as np
from boards import PLAYED, Case, golden, lattice
from exactly import mine_fractions
from numpy.typing import NDArray
from report import DOCS, RESULTS, Row, conditions, machine, quantity, replace_block, verdicts
from rival import RIVAL, rival_probability, rival_rows, rival_seconds
from solo import solo
from stopwatch import Busy, each, mean, percentile, pin, ratio, take_turns, whole

import sapper

Rows = list[list[int]]

# Passes over all positions in one turn of Sapper. A turn of the other library lasts forty times as long as one pass,
# and a short turn would suffer more from caches that the other library has filled.
PASSES = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work is done; a quick run measures the same with less of it."""

    rounds: int  # turns on the expert positions
    repeats: int  # of single boards
    lattices: int  # of 21x21
    rival_limit: float  # seconds for ms_toollib on one hard board
    largest: int  # side of the largest half-played boards


FULL = Effort(rounds=25, repeats=15, lattices=15, rival_limit=20, largest=1000)
QUICK = Effort(rounds=3, repeats=3, lattices=3, rival_limit=3, largest=300)


def main() -> int:
    """Run the benchmark and return 0. A missed target is not an error, because the machine may be busy."""
    parser = argparse.ArgumentParser(description="Measure Sapper against ms_toollib, on one core.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and boards; nothing is saved")
    parser.add_argument("--write-docs", action="store_true", help="renew the table in docs/benchmarks.md")
    options = parser.parse_args()
    effort = QUICK if options.quick else FULL
    cores = pin()
    busy = Busy()
    rows: list[Row] = []
    for section in (expert_positions, hard_boards, half_played, further_answers):
        for row in section(effort, cores):
            rows.append(row)
            print(f"{row.verdict:5}{row.name:58}{row.measured:>12}  {row.target:12} {row.note}", flush=True)
    missed = sum(row.verdict == "MISS" for row in rows)
    print(f"\n{missed} of {sum(bool(row.verdict) for row in rows)} targets missed; {conditions(RIVAL, busy.share)}")
    if not options.quick:
        save(rows, busy.share, write_docs=options.write_docs)
    return 0


def save(rows: list[Row], busy: float, *, write_docs: bool) -> None:
    """Write the results, and the table of the docs when asked to."""
    RESULTS.mkdir(exist_ok=True)
    found = [asdict(row) | {"verdict": row.verdict} for row in rows]
    text = json.dumps(
        {"machine": machine("sapper", RIVAL, "numpy"), "share_lost_to_others": round(busy, 3), "rows": found},
        indent=1,
    )
    (RESULTS / "latest.json").write_text(text + "\n")
    table = f"{verdicts(rows)}\n\n{conditions(RIVAL, busy)}"
    (RESULTS / "latest.md").write_text(f"# The latest run of benchmarks/run.py\n\n{table}\n")
    if write_docs:
        replace_block(DOCS / "benchmarks.md", "figures", table)


def expert_positions(effort: Effort, _: set[int]) -> Iterator[Row]:
    """The two sets of 60 expert positions, against ms_toollib in turns."""
    for name in ("expert_stuck", "expert_positions"):
        cases = golden(name)
        theirs = [(rival_rows(case), case.mines) for case in cases]
        ours = [(case.rows, case.mines) for case in cases] * PASSES
        arrays = [(case.cells, case.mines) for case in cases] * PASSES
        boards = [sapper.Board.from_rows(rows, mines=mines) for rows, mines in ours]
        turns = take_turns(
            {
                RIVAL: each(lambda case: rival_probability(*case), theirs),
                "lists": each(_analyze_lists, ours),
                "arrays": each(_analyze_array, arrays),
                "batch": whole(lambda: _analyze_batch(boards), len(boards)),  # noqa: B023  # called at once
                "lists to batch": whole(lambda: _analyze_batch(_converted(ours)), len(ours)),  # noqa: B023
            },
            rounds=effort.rounds,
        )
        rival, lists, batch = turns[RIVAL], turns["lists"], turns["batch"]
        yield Row(f"{name}: {RIVAL}", mean(rival), "s", note=f"mean; p99 {percentile(rival, 99) * 1e3:.2f} ms")
        yield Row(f"{name}: ours from nested lists", mean(lists), "s", note="mean, conversion included")
        yield Row(f"{name}: ours from arrays", mean(turns["arrays"]), "s", note="mean, conversion included")
        yield Row(f"{name}: ours in a batch", mean(batch), "s", note="mean, ready boards, one thread")
        yield Row(f"{name}: ratio from nested lists", ratio(rival, lists), "x", least=40)
        yield Row(f"{name}: ratio in a batch", ratio(rival, batch), "x", least=100, note="ready boards, one thread")
        converted = ratio(rival, turns["lists to batch"])
        yield Row(f"{name}: ratio in a batch, from nested lists", converted, "x", note="conversion included")
        yield Row(f"{name}: p99 from nested lists", percentile(lists, 99), "s", most=100e-6, note="by the clock")
        apart = max(_difference(case) for case in cases)
        yield Row(f"{name}: ours and {RIVAL} differ by", apart, "", most=1e-9, note="largest, of all cells")


def hard_boards(effort: Effort, _: set[int]) -> Iterator[Row]:
    """Boards whose frontier is wide in two dimensions."""
    known = {case.name: case for case in golden("hard_boards")}
    for name, key, most in (
        ("threes 16x16", "threes_16x16_51", 0.1e-3),
        ("lattice 21x10", "lattice_21x10_75", 0.5e-3),
        ("lattice 13x13", "lattice_13x13_33", 4e-3),
    ):
        rival = _rival_note(known[key], effort)
        yield Row(name, _median_call(known[key], effort.repeats), "s", most=most, note=rival)
    many = [lattice(21, 21, seed=seed) for seed in range(1, effort.lattices + 1)]
    seconds = [_median_call(case, 3) for case in many]
    yield Row("lattice 21x21, median", statistics.median(seconds), "s", most=0.5, note=f"of {len(many)} seeds")
    rival = _rival_note(many[seconds.index(max(seconds))], effort)
    yield Row("lattice 21x21, worst", max(seconds), "s", most=0.5, note=f"of {len(many)} seeds; {rival}")


def half_played(effort: Effort, _: set[int]) -> Iterator[Row]:
    """Large boards, each in a process of its own, and the error of their probabilities."""
    for side, most in ((200, 50e-3), (effort.largest, 5.0)):
        for way, play in PLAYED.items():
            case = play(side, side, side * side // 5, seed=1)
            cost = solo(case, repeats=5)
            name = f"{side}x{side}, {case.mines:,} mines, {way}"
            note = f"{cost.components:,} components, {cost.states:,} states, width {cost.width}"
            yield Row(name, cost.seconds, "s", most=most, note=note)
            if side == effort.largest:
                yield Row(f"{name}: memory", cost.peak, "B", most=2 * 2**30, note="peak of the whole process")
                if way != "clicked":  # their exact fractions take a minute: see accuracy.py
                    yield _largest_error(name, case)


def further_answers(_: Effort, cores: set[int]) -> Iterator[Row]:
    """Further results of an analysis, without targets."""
    cases = golden("expert_stuck") + golden("expert_positions")
    boards = [sapper.Board.from_rows(case.cells, mines=case.mines) for case in cases]
    for threads in (1, 2):
        if threads > 1 and len(cores) < threads:
            continue
        many = boards * 20
        if threads > 1:
            os.sched_setaffinity(0, cores)
        speed = _speed(lambda: sapper.analyze_many(many, threads=threads), len(many))  # noqa: B023  # called at once
        yield Row(f"analyze_many, threads={threads}", speed, "/s", note="expert boards, by the clock")
    if cores:
        pin()
    analyses = sapper.analyze_many(boards, threads=1)
    hidden = [(analysis, cell) for analysis in analyses for cell in analysis.frontier[::4]]
    uncertain = [(a, cell) for a, cell in hidden if 0 < a.mine_probability[cell] < 1]
    for name, count, unit, work in (
        ("sample", 200 * len(analyses), "worlds", lambda: [a.sample(200, seed=1) for a in analyses]),
        ("outcomes", len(hidden), "cells", lambda: [a.outcomes(cell) for a, cell in hidden]),
        ("mine_fraction", len(uncertain), "cells", lambda: [a.mine_fraction(cell) for a, cell in uncertain]),
        ("dead_cells", len(boards), "boards", lambda: [sapper.analyze(board).dead_cells for board in boards]),
        ("worlds", len(boards), "boards", lambda: [sapper.analyze(board).worlds for board in boards]),
    ):
        yield Row(f"{name}, expert boards", _speed(work, count), "/s", note=unit)


def _analyze_lists(case: tuple[Rows, int]) -> None:
    _ = sapper.analyze(sapper.Board.from_rows(case[0], mines=case[1])).mine_probability


def _analyze_array(case: tuple[NDArray[np.int8], int]) -> None:
    _ = sapper.analyze(sapper.Board.from_rows(case[0], mines=case[1])).mine_probability


def _converted(cases: list[tuple[Rows, int]]) -> list[sapper.Board]:
    return [sapper.Board.from_rows(rows, mines=mines) for rows, mines in cases]


def _analyze_batch(boards: list[sapper.Board]) -> None:
    for analysis in sapper.analyze_many(boards, threads=1):
        _ = analysis.mine_probability


def _difference(case: Case) -> float:
    """The largest difference between our probabilities and the other library's."""
    ours = sapper.analyze(sapper.Board.from_rows(case.cells, mines=case.mines)).mine_probability
    theirs = np.array(rival_probability(rival_rows(case), case.mines))
    return float(np.nanmax(np.abs(ours - theirs)))


def _median_call(case: Case, repeats: int) -> float:
    """Seconds from nested lists to probabilities."""
    turns = take_turns({"ours": each(_analyze_lists, [(case.rows, case.mines)] * 5)}, rounds=repeats)
    return mean(turns["ours"])


def _speed(work: Callable[[], object], count: int) -> float:
    """Return pieces per second of wall-clock time, the best of several: threads run on several cores."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return count / best


def _rival_note(case: Case, effort: Effort) -> str:
    seconds = rival_seconds(case, limit=effort.rival_limit)
    return f"{RIVAL} {f'over {effort.rival_limit:g} s' if seconds is None else quantity(seconds, 's')}"


def _largest_error(name: str, case: Case) -> Row:
    """Our doubles against whole numbers, on every hidden cell."""
    found = sapper.analyze(sapper.Board.from_rows(case.cells, mines=case.mines)).mine_probability.ravel()
    exact = mine_fractions(case, bits=512)
    errors = [abs(Fraction(float(found[cell])) - fraction) for cell, fraction in exact.beside.items()]
    floating = (case.cells < 0).ravel()
    floating[list(exact.beside)] = False
    if exact.floating is not None:
        errors += [abs(Fraction(value) - exact.floating) for value in set(found[floating].tolist())]
    note = f"against integers, all {len(exact.beside) + int(floating.sum()):,} hidden cells"
    return Row(f"{name}: error", float(max(errors)), "", most=1e-9, note=note)


if __name__ == "__main__":
    raise SystemExit(main())
