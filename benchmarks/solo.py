"""One board in a separate process: the cost of its analysis in time, states and memory.

A `Case` comes in, a `Cost` comes out. A fresh process is needed to measure the peak memory of one analysis, and to
end it when it takes too long.

>>> from boards import lattice
>>> cost = solo(lattice(5, 5, seed=1))
>>> cost.components, cost.states > 10, cost.refused
(1, True, None)
"""

from __future__ import annotations

import io
import json
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from boards import Case

import sapper
from sapper.analysis.analysis import DEFAULT_MAX_STATES

__all__ = ["Cost", "peak_memory", "solo"]

STATUS = Path("/proc/self/status")


@dataclass(frozen=True, slots=True)
class Cost:
    """What analysing one board costs, from an array to the array of probabilities."""

    seconds: float  # on the core, median of the repeats
    slowest: float  # on the core, of the slowest repeat
    states: int  # of all components together
    components: int
    width: int  # most clues open at once in any component
    peak: int  # bytes: most memory the process ever had
    before: int  # bytes: peak memory just before the first analysis
    refused: str | None  # why there is no answer: the message of the LimitError, or too many seconds

    @property
    def memory(self) -> int:
        """Bytes that the analysis added."""
        return self.peak - self.before


def solo(case: Case, *, repeats: int = 1, max_states: int | None = None, limit: float = 120) -> Cost:
    """Analyse a board `repeats` times in a process of its own, which is ended after `limit` seconds."""
    packed = io.BytesIO()
    np.save(packed, case.cells)
    options = [str(case.mines), str(repeats), *([] if max_states is None else [str(max_states)])]
    try:
        done = subprocess.run(
            [sys.executable, __file__, *options],
            input=packed.getvalue(),
            capture_output=True,
            timeout=limit,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return Cost(limit, limit, 0, 0, 0, 0, 0, f"more than {limit:g} seconds")
    return Cost(**json.loads(done.stdout))


def peak_memory() -> int:
    """Most memory this process ever had, in bytes."""
    if STATUS.exists():  # getrusage may include the memory of the parent between fork and exec
        lines = STATUS.read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _measure(case: Case, repeats: int, max_states: int) -> Cost:
    before = peak_memory()
    seconds = []
    analysis = None
    refused = None
    for _ in range(repeats):
        analysis = None  # release the last one, so that the memory of one analysis is measured
        begin = time.process_time()
        try:
            board = sapper.Board.from_rows(case.cells, mines=case.mines)
            analysis = sapper.analyze(board, max_states=max_states)
            _ = analysis.mine_probability
        except sapper.LimitError as error:
            refused = str(error)
        seconds.append(time.process_time() - begin)
    peak = peak_memory()
    found = analysis.components if analysis else []
    return Cost(
        statistics.median(seconds),
        max(seconds),
        sum(component.states for component in found),
        len(found),
        max((component.width for component in found), default=0),
        peak,
        before,
        refused,
    )


def _main(arguments: list[str]) -> None:
    cells = np.load(io.BytesIO(sys.stdin.buffer.read()))
    mines, repeats, *rest = map(int, arguments)
    # The first analysis of a process also loads code, so a tiny one runs first.
    _ = sapper.analyze(sapper.Board.from_rows([[1, -1]], mines=1)).mine_probability
    most = rest[0] if rest else DEFAULT_MAX_STATES
    print(json.dumps(asdict(_measure(Case("", cells, mines), repeats, most))))


if __name__ == "__main__":
    _main(sys.argv[1:])
