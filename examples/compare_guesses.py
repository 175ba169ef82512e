"""Compare guesses on a board without safe cells: the safest cell is not always the most informative."""

from math import log2

import sapper
from sapper.bench.boards import stuck_position

board = stuck_position("beginner", seed=36)
analysis = sapper.analyze(board)
print(board)
print(f"{analysis.worlds} worlds, {len(analysis.safe_cells)} safe cells")


def information(outcomes: sapper.Outcomes) -> float:
    """Return the expected information of the number, in bits, if the cell is safe."""
    shares = [number / (1 - outcomes.mine) for number in outcomes.numbers if number > 0]
    return -sum(share * log2(share) for share in shares)


guesses = [cell for cell in analysis.frontier + analysis.floating if cell not in analysis.mine_cells]
guesses.sort(key=lambda cell: analysis.mine_probability[cell])
print("cell     mine   zero   bits")
for cell in guesses[:6]:
    outcomes = analysis.outcomes(cell)
    dead = "  (dead: gives no information)" if cell in analysis.dead_cells else ""
    print(f"{cell}  {outcomes.mine:.3f}  {outcomes.numbers[0]:.3f}  {information(outcomes):.3f}{dead}")
