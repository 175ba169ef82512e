"""How long explanations take: `python benchmarks/explain.py`.

Measures expert positions of all stages from seeds, and one board of 100x100. Prints the median and the 99th
percentile for each kind of question, and the time of the analysis of the same boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median

import sapper
from sapper.bench.boards import random_position, stuck_position

POSITIONS = 120


def clock(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - start)


def report(title: str, times: list[float]) -> None:
    """Print a line."""
    times.sort()
    high = times[len(times) * 99 // 100]
    print(f"{title:<34} {median(times):8.2f} ms {high:8.2f} ms  {len(times)} calls")


def time_level(title: str, boards: list[sapper.Board]) -> None:
    """Analyse, explain every tenth certain cell, and give a hint."""
    analyses = [sapper.analyze(board) for board in boards]
    report(f"{title}: analysis", [clock(partial(sapper.analyze, board)) for board in boards])
    cells = [
        (analysis, cell)
        for analysis in analyses
        for cell in [*analysis.safe_cells[::10], *analysis.mine_cells[::10]][:20]
    ]
    report(f"{title}: why a cell is certain", [clock(partial(analysis.explain, cell)) for analysis, cell in cells])
    report(f"{title}: hint", [clock(partial(sapper.hint, board)) for board in boards])


def main() -> None:
    """Time all kinds of questions."""
    print(f"{'':<34} {'median':>11} {'99 %':>11}")
    shares = [(k % 10 + 0.5) / 10 for k in range(POSITIONS)]
    time_level("expert", [random_position("expert", seed=k, share=share) for k, share in enumerate(shares)])
    stuck = [sapper.analyze(stuck_position("expert", seed=k)) for k in range(POSITIONS)]
    report("expert: why this guess", [clock(analysis.explain_guess) for analysis in stuck])
    report(
        "expert: guesses that are forced", [clock(partial(getattr, analysis, "forced_guesses")) for analysis in stuck]
    )
    time_level("100x100", [random_position("100x100/2000", seed=k, share=0.2 + 0.2 * k) for k in range(4)])


if __name__ == "__main__":
    main()
