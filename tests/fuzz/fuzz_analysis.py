"""Coverage-guided fuzzing of analysis and rules through the Python functions.

    python tests/fuzz/fuzz_analysis.py -runs=5000 -seed=1

Bytes become a small board or a set of rules, and all its results are computed. Only a SapperError may be raised,
certain results must be certain in exact integers too, and the smallest boards are compared with brute force. The
options are those of libFuzzer; without -seed=, 1 is used.
"""

import sys
from fractions import Fraction
from pathlib import Path

import atheris
from driver import fuzz

sys.path.insert(0, str(Path(__file__).parent.parent))

from oracle.brute import brute_force, read_board

from sapper import Analysis, Board, ContradictionError, LimitError, Rule, SapperError, Shape, analyze, solve_rules

LONGEST_INPUT = 120
SHAPES = (
    "square4:3x4",
    "torus:3x4",
    "hex:3x4",
    "hexagon:2",
    "tri:3x4",
    "box:2x3x2",
    "cube:1",
    "globe:12",
    "globe:20",
)
BRUTE_CELLS = 10  # boards with no more hidden cells are compared with brute force
SEEDS = [bytes(range(0, 250, step)) for step in (3, 7, 11, 17)] + [b"\x00" * 40, b"\xff" * 40]


def check(data: bytes) -> None:
    """Make a board or rules from the bytes and compute all results."""
    source = atheris.FuzzedDataProvider(data)
    (check_board, check_rules, check_shape)[source.ConsumeIntInRange(0, 2)](source)


def check_shape(source: atheris.FuzzedDataProvider) -> None:
    """Analyse a board of some shape that a layout explains; its texts read back, and no mine is called safe."""
    shape = Shape.parse(SHAPES[source.ConsumeIntInRange(0, len(SHAPES) - 1)])
    mines = {cell for cell in shape if source.ConsumeIntInRange(0, 3) == 0}
    shown = {
        cell: sum(near in mines for near in shape.neighbours(cell))
        for cell in shape
        if cell not in mines and source.ConsumeBool()
    }
    board = Board(shape, shown, mines=len(mines))
    assert Board.from_text(str(board)) == Board.from_text(board.position) == Board.from_text(board.to_json()) == board
    try:
        analysis = analyze(board)
    except LimitError:
        return
    assert mines.isdisjoint(analysis.safe_cells), board.position
    assert mines.issuperset(analysis.mine_cells), board.position


def check_board(source: atheris.FuzzedDataProvider) -> None:
    """Analyse a board of random cells, or one that a layout explains."""
    rows, cols = source.ConsumeIntInRange(1, 6), source.ConsumeIntInRange(1, 6)
    mines = {(r, c) for r in range(rows) for c in range(cols) if source.ConsumeIntInRange(0, 3) == 0}
    honest = source.ConsumeIntInRange(0, 3) > 0
    cells = [[-1] * cols for _ in range(rows)]
    for r in range(rows):
        for c in range(cols):
            if not honest:
                cells[r][c] = source.ConsumeIntInRange(-5, 8)
            elif (r, c) not in mines and source.ConsumeBool():
                cells[r][c] = sum((r + i, c + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1))
    known = source.ConsumeIntInRange(0, 3) > 0
    total = (len(mines) if honest else source.ConsumeIntInRange(0, 12)) if known else None
    density = None if known else source.ConsumeIntInRange(1, 999) / 1000
    try:
        analysis = analyze(Board.from_rows(cells, mines=total, density=density))
    except ContradictionError:
        assert not honest, (cells, total)
        return
    except SapperError:
        return
    check_analysis(analysis, source)
    puzzle = read_board(cells, mines=total, density=density)
    if len(puzzle.cells) <= BRUTE_CELLS:
        listed = brute_force(puzzle)
        assert listed.worlds == analysis.worlds
        assert all(analysis.mine_fraction(cell) == listed.fraction(cell) for cell in puzzle.cells)


def check_analysis(analysis: Analysis, source: atheris.FuzzedDataProvider) -> None:
    """Compute all results of one analysis."""
    worlds = analysis.worlds
    assert worlds > 0
    last = analysis.world(worlds - 1)
    drawn = analysis.sample(2, seed=source.ConsumeIntInRange(0, 1000))
    hidden = analysis.frontier + analysis.floating
    for cell in hidden:
        probability = float(analysis.mine_probability[cell])
        fraction = analysis.mine_fraction(cell)
        assert (fraction == 0) == (probability == 0), cell
        assert (fraction == 1) == (probability == 1), cell
        assert abs(float(fraction) - probability) < 1e-9, cell
        assert fraction > 0 or not (last[cell] or drawn[:, *cell].any())
        outcomes = analysis.outcomes(cell)
        assert abs(outcomes.mine + sum(outcomes.numbers) - 1) < 1e-9
    if analysis.board.mines is not None:
        known = int((analysis.board.cells == -4).sum())
        assert sum((analysis.mine_fraction(cell) for cell in hidden), Fraction(known)) == analysis.board.mines
    assert set(analysis.dead_cells) <= set(hidden)
    facts = {cell: source.ConsumeIntInRange(0, 8) for cell in hidden[:3]}
    assert abs(float(analysis.probability_of(facts, exact=True)) - analysis.probability_of(facts)) < 1e-9


def check_rules(source: atheris.FuzzedDataProvider) -> None:
    """Solve random rules over a few names."""
    rules = []
    for _ in range(source.ConsumeIntInRange(0, 6)):
        names = sorted({"abcdefgh"[source.ConsumeIntInRange(0, 7)] for _ in range(source.ConsumeIntInRange(0, 6))})
        lo = source.ConsumeIntInRange(-1, 4)
        rules.append(Rule((lo, lo + source.ConsumeIntInRange(-1, 2)), names))
    mines = source.ConsumeIntInRange(0, 8) if source.ConsumeBool() else None
    try:
        solution = solve_rules(rules, others=source.ConsumeIntInRange(0, 3), mines=mines)
    except SapperError:
        return
    assert solution.worlds > 0
    for name, probability in solution.mine_probability.items():
        assert abs(float(solution.mine_fraction(name)) - probability) < 1e-9
    for rule in rules:
        lo, hi = rule.count
        assert all(lo <= sum(world[name] for name in rule.cells) <= hi for world in solution.sample(2, seed=1))


if __name__ == "__main__":
    fuzz(check, SEEDS, longest=LONGEST_INPUT, packages={"sapper"})
