"""Analyse a board: print safe cells, mines and the mine probability of every other cell."""

from math import isnan

import sapper

board = sapper.Board.from_text("""
    mines 7
    . . . . . .
    . 2 2 1 2 .
    . 1 0 0 1 .
    . 2 1 1 2 .
    . . . . . .
""")
analysis = sapper.analyze(board)

print(f"{analysis.worlds} worlds fit this board.")
print("safe:", analysis.safe_cells)
print("mines:", analysis.mine_cells)
for row in analysis.mine_probability:
    print(" ".join("    -" if isnan(probability) else f"{probability:5.2f}" for probability in row))

corner = (0, 0)
print(f"cell {corner} is a mine with probability {analysis.mine_fraction(corner)}, exactly.")
both = analysis.probability_of({(0, 0): True, (4, 5): True})
print(f"both corners, top left and bottom right: {both:.4f}")
