"""Two clues side by side: exact risk against the engine, simulation against exact risk, and bad input."""

import json
from fractions import Fraction

import numpy as np
import pytest
from command_line import check_refused, run

from sapper import Board, ContradictionError, InputError, Level, analyze
from sapper.reference.patterns import count_hits, find_pattern, simulate_pattern


@pytest.mark.parametrize("level", ["classic", "5x5/6", "4x3/4", "16x30/99"])
def test_the_engine_says_the_same(level):
    size, tried = Level.parse(level), 0
    for first in range(9):
        for second in range(9):
            cells = np.full((size.rows, size.cols), -1)
            cells[1:3, 1] = first, second
            board = Board.from_rows(cells, mines=size.mines)
            try:
                pattern = find_pattern(first, second, level)
            except InputError:
                with pytest.raises(ContradictionError):
                    analyze(board)
                continue
            exact = analyze(board).mine_fraction
            assert (pattern.before, pattern.shared, pattern.after) == (exact((0, 0)), exact((1, 2)), exact((3, 2)))
            tried += 1
    assert tried >= 10


def test_the_documents_worked_values():
    pattern = find_pattern(1, 1, "classic")
    assert [worlds for _, worlds in pattern.weights] == [9 * 752538150, 4 * 3679075400]  # C(52,8) and C(52,9)
    assert pattern.before == pattern.after == Fraction(27, 257)
    assert pattern.rows[1] == (pattern.shared, 1, pattern.shared)


def test_hits_are_counted_in_all_four_directions():
    rng = np.random.default_rng(4)
    mined = rng.random((40, 8, 8)) < 0.2
    found, hits = np.zeros(40, np.int64), np.zeros((40, 4, 3), np.int64)
    count_hits((2, 1), mined, found, hits)
    assert found.sum() > 50
    for board in range(40):
        pairs, around = 0, np.zeros((4, 3), np.int64)
        for turn in range(4):  # a pair one above the other, on the board as it is and turned
            turned = np.rot90(mined[board], turn)
            for row in range(2, 6):
                for col in range(2, 6):
                    window = turned[row - 1 : row + 3, col - 1 : col + 2]
                    if window[1:3, 1].any() or (window[:3].sum(), window[1:].sum()) != (2, 1):
                        continue
                    pairs, around = pairs + 1, around + window
        assert (found[board], hits[board].tolist()) == (pairs, around.tolist())


@pytest.mark.parametrize(("first", "second", "level"), [(1, 1, "classic"), (2, 3, "16x16/40"), (3, 4, "16x32/99")])
def test_the_simulation_agrees_with_the_exact_risk(first, second, level):
    pattern = find_pattern(first, second, level)
    simulated = simulate_pattern(pattern, boards=3000, seed=7)
    assert simulated.samples > 300
    for share, exact in (
        (simulated.before, pattern.before),
        (simulated.shared, pattern.shared),
        (simulated.after, pattern.after),
    ):
        half = (share.high - share.low) / 2
        assert abs(share.value - exact) < 2 * half  # four standard errors
        assert half < 0.02


def test_intervals_hold_their_promise():
    pattern = find_pattern(1, 2, "classic")
    inside = sum(
        share.low <= pattern.before <= share.high
        for seed in range(60)
        for share in [simulate_pattern(pattern, boards=200, seed=seed).before]
    )
    assert inside >= 50  # 57 expected


def test_the_same_seed_gives_the_same_samples():
    pattern = find_pattern(1, 2, "classic")
    assert simulate_pattern(pattern, boards=1500, seed=3) == simulate_pattern(pattern, boards=1500, seed=3)
    assert simulate_pattern(pattern, boards=50, seed=3) != simulate_pattern(pattern, boards=50, seed=4)
    never = simulate_pattern(find_pattern(4, 4, "classic"), boards=1, seed=1)
    assert (never.samples, never.before, never.rows[0]) == (0, None, (None, None, None))


@pytest.mark.parametrize(
    ("first", "second", "level", "words"),
    [
        (9, 1, "classic", "not 9"),
        (-1, 1, "classic", "-1"),
        (1.5, 1, "classic", "1.5"),
        (1, 5, "classic", "1 beside 5"),
        (8, 8, "classic", "8 beside 8"),
        (4, 4, "8x8/3", "4 beside 4"),
        (1, 1, "3x3/2", "no room"),
        (1, 1, "2x9/2", "no room"),
        (1, 1, "hard", "unknown level"),
    ],
)
def test_what_is_refused(first, second, level, words):
    with pytest.raises(InputError, match=words):
        find_pattern(first, second, level)


def test_what_is_not_simulated():
    with pytest.raises(InputError, match="5x5"):
        simulate_pattern(find_pattern(1, 1, "4x9/5"))
    for options in ({"boards": 0}, {"boards": 1.5}, {"seed": 2**64}):
        with pytest.raises(InputError):
            simulate_pattern(find_pattern(1, 1, "classic"), **options)


def test_the_command():
    result = run("patterns", 1, 2, "--boards", 500)
    assert result.exit_code == 0, result.stderr
    for text in ("1 beside 2 on 8x8/10", "2/51", "0.220588", "19/51", "on 500 boards of run seed 1"):
        assert text in result.stdout, text
    found = json.loads(run("patterns", 1, 2, "--level", "16x30/99", "--boards", 0, "--json").stdout)
    assert found["exact"]["before"] == str(find_pattern(1, 2, "expert").before)
    assert found["simulated"] is None


def test_the_command_refuses():
    check_refused(run("patterns", 1, 5), "1 beside 5")
    check_refused(run("patterns", 1, 2, "--level", "4x4/3"), "5x5")
    check_refused(run("patterns", 1, 2, "--seed", 2**65), "64 bits")
    assert run("patterns", 1).exit_code == 2
