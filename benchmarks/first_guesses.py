"""What longer rollouts would gain in the first guess from a safe corner.

    python benchmarks/first_guesses.py [--rollouts N]      about four minutes

The corner of an expert board shows 1, 2 or 3. All candidates are played out by careful rollouts, about N each, and
compared with the cell that `best@deep` chooses. The chances to win are of the same rollouts, so that little of their
difference is luck.
"""

from __future__ import annotations

import argparse

import sapper
from sapper.board.level import Level

SHOWN = (1, 2, 3)
USUAL = "best@deep"
CANDIDATES = 8  # about, in each of these positions


def main() -> None:
    """Print the best candidate and the usual one for each number in the corner."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rollouts", type=int, default=100_000, help="of each candidate (default %(default)s)")
    rollouts = parser.parse_args().rollouts
    if rollouts < 1:
        parser.error(f"--rollouts is a whole number above 0, not {rollouts}")
    # All candidates run, nothing counts but rollouts, and none is dropped.
    long = f"{USUAL},rollouts=0,careful={rollouts * CANDIDATES},runners=30,close=0.5,prior=1e-6,stake=0"
    level = Level.parse("expert")
    print("| corner | best | chance to win | usual | chance to win |")
    print("| --- | --- | --- | --- | --- |")
    for number in SHOWN:
        hidden = "." * level.cols
        rows = [f"{number}{hidden[1:]}", *[hidden] * (level.rows - 1)]
        board = sapper.Board.from_text("\n".join([f"mines {level.mines}", *rows]))
        candidates = sapper.choose(board, long, seed=5).candidates
        worth = {one.cell: one.win for one in candidates if one.win is not None}
        best, usual = max(worth, key=worth.__getitem__), sapper.choose(board, USUAL).cell
        told = (f"{cell} | {worth[cell]:.4f}" for cell in (best, usual))
        print(f"| {number} | {' | '.join(told)} |", flush=True)


if __name__ == "__main__":
    main()
