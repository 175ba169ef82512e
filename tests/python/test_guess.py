"""Guesses against all worlds: forced guesses are forced, the effects of candidates are right, values are optimal."""

import random
import re
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from oracle.brute import brute_force, read_board
from random_boards import random_rows

import sapper
from sapper import Board, Bound, Estimate, Exact, InputError
from sapper.bench.boards import random_position, stuck_position


def small_boards(seed, count, *, most=12):
    """Boards with a few hidden cells and all their worlds."""
    rng = random.Random(seed)
    while count:
        rows, mines = random_rows(rng)
        puzzle = read_board(rows, mines=mines)
        if 2 <= len(puzzle.cells) <= most:
            count -= 1
            yield Board.from_rows(rows, mines=mines), puzzle, brute_force(puzzle).sets()


def numbers(puzzle, world, outside):
    """Return the number of every safe cell outside in a world."""
    return {
        cell: len(puzzle.neighbours[cell] & world) for cell in puzzle.cells if cell in outside and cell not in world
    }


def is_switch(puzzle, worlds, one, other):
    """Whether exchanging the two fillings turns worlds into worlds that look the same from outside."""
    inside = set(one) | set(other)
    outside = set(puzzle.cells) - inside
    for world in worlds:
        if world & inside not in (frozenset(one), frozenset(other)):
            return False
        twin = frozenset(world ^ inside)
        if twin not in worlds or numbers(puzzle, world, outside) != numbers(puzzle, twin, outside):
            return False
    return True


def test_forced_guesses_are_forced_and_all_pairs_are_found():
    met = set()
    for board, puzzle, worlds in small_boards(0, 700):
        found = sapper.analyze(board).forced_guesses
        for guess in found:
            met.add((guess.kind, guess.unavoidable))
            if guess.kind == "box":
                check_box(puzzle, worlds, guess)
                continue
            one, other = guess.fillings
            assert sorted((*one, *other)) == sorted(guess.cells)
            assert guess.odds == Fraction(1, 2)
            mute = {world for world in worlds if world >= set(guess.escapes)}
            assert guess.chance == pytest.approx(len(mute) / len(worlds))
            assert guess.unavoidable == (guess.chance == 1.0)
            assert is_switch(puzzle, mute, one, other)
        pairs = {guess.cells for guess in found if guess.kind == "pair" and guess.unavoidable}
        true = {(a, b) for a, b in combinations(puzzle.cells, 2) if is_switch(puzzle, worlds, {a}, {b})}
        assert pairs == true
    assert {("pair", True), ("pair", False), ("chain", True), ("box", True)} <= met


def check_box(puzzle, worlds, guess):
    """Whether every filling fits every outside, and all cells beside the box are mines."""
    inside = frozenset(guess.cells)
    parts = {world & inside for world in worlds}
    assert parts == {frozenset(filling) for filling in guess.fillings}
    assert len(parts) * len({world - inside for world in worlds}) == len(worlds)
    around = {near for cell in inside for near in puzzle.neighbours[cell]} & set(puzzle.cells)
    assert all(around - inside <= world for world in worlds)
    assert 0 < guess.odds < 1


def test_a_closed_box():
    # Two mines in three cells beside only one clue: the box is won in one world of three.
    found = sapper.analyze(Board.from_text("mines 2\n.2.\n#.#")).forced_guesses
    assert [(guess.kind, len(guess.fillings), guess.odds) for guess in found] == [("box", 3, Fraction(1, 3))]
    # Three cells beside no clue, one of them a mine: an end is safe two times of three, and decides the rest.
    found = sapper.analyze(Board.from_text("mines 2\n...#1*")).forced_guesses
    assert [(guess.kind, len(guess.fillings), guess.odds) for guess in found] == [("box", 3, Fraction(2, 3))]


@pytest.mark.parametrize("seed", range(3))
def test_candidates_against_all_worlds(seed):
    guesses = 0
    for board, puzzle, worlds in small_boards(100 + seed, 100, most=10):
        analysis = sapper.analyze(board)
        if analysis.safe_cells or all(world == set(puzzle.cells) for world in worlds):
            continue
        guesses += 1
        report = analysis.explain_guess()
        assert report.best == report.candidates[0].cell
        value = sapper.win_value(board)
        assert isinstance(report.win, Exact)
        assert report.win.probability == value.probability
        assert report.best in value.moves
        for one in report.candidates:
            check_candidate(puzzle, worlds, one)
            assert isinstance(one.win, Exact)
            assert one.win.total == len(worlds)
            assert (one.win.wins == value.wins) == (one.cell in value.moves)
    assert guesses > 10


def check_candidate(puzzle, worlds, one):
    """Safety, numbers and progress, counted world by world."""
    safe = [world for world in worlds if one.cell not in world]
    assert one.safety == pytest.approx(len(safe) / len(worlds))
    progress = 0
    for prospect in one.numbers:
        shown = [world for world in safe if len(puzzle.neighbours[one.cell] & world) == prospect.number]
        others = set(puzzle.cells) - {one.cell}
        certain = others - set().union(*shown)
        assert prospect.probability == pytest.approx(len(shown) / len(worlds))
        assert prospect.safe == len(certain)
        assert prospect.mines == len(others.intersection(*shown))
        assert prospect.wins == all(others <= world for world in shown)
        progress += len(shown) * bool(certain or prospect.wins)
    assert one.progress == pytest.approx(progress / len(worlds))
    assert sum(prospect.probability for prospect in one.numbers) == pytest.approx(one.safety)


def test_boards_with_many_worlds():
    board = stuck_position("expert", seed=0)
    report = sapper.analyze(board).explain_guess()
    assert report.win is None
    assert all(one.win is None for one in report.candidates)
    measured = sapper.analyze(board).explain_guess(rollouts=4, seed=1)
    assert all(isinstance(one.win, Estimate) for one in measured.candidates)
    assert measured == sapper.analyze(board).explain_guess(rollouts=4, seed=1)
    assert spelled(report.best) in report.text


def test_the_error_of_games_played_out_is_the_spread_over_seeds():
    board = Board.from_text("mines 12\n" + "......\n" * 2 + "..12..\n" + "......\n" * 4)
    analysis, seeds = sapper.analyze(board), range(60)
    wins = [[one.win for one in analysis.explain_guess(rollouts=60, seed=seed).candidates] for seed in seeds]
    ratios, inside = [], []
    for one in zip(*wins, strict=True):
        means, errors = np.array([win.probability for win in one]), np.array([win.error for win in one])
        ratios.append(means.std(ddof=1) / np.sqrt((errors**2).mean()))
        inside += list(np.abs(means - means.mean()) < 1.96 * errors)
    # The error says how far a seed is off: its ratio to the spread is 1, and 95 % of the intervals hold the mean.
    assert np.mean(ratios) == pytest.approx(1, abs=0.15)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.03)


def test_a_guess_that_ends_the_game_is_not_played_out():
    board = Board.from_rows([[-1] * 1200], mines=1199)  # too many worlds to be searched
    for candidate in sapper.analyze(board).explain_guess(rollouts=4).candidates:
        assert candidate.win == Estimate(pytest.approx(1 / 1200), 0.0, (candidate.cell,))


def spelled(cell):
    return f"{cell[0]},{cell[1]}"


def test_a_density_instead_of_a_number_of_mines():
    report = sapper.analyze(Board.from_text("density 0.2\n.1.\n...", density=0.2)).explain_guess()
    assert isinstance(report.win, Bound)
    assert report.candidates[0].safety > 0.5


def test_where_nothing_has_to_be_guessed():
    with pytest.raises(InputError, match="safe"):
        sapper.analyze(Board.from_text("mines 1\n.1..\n")).explain_guess()
    with pytest.raises(InputError, match="left"):
        sapper.analyze(Board.from_text("mines 1\n1.\n")).explain_guess()
    board = Board.from_text("mines 1\n.1.\n")
    for bad in ({"rollouts": -1}, {"rollouts": 1.5}, {"seed": 2**70}):
        with pytest.raises(InputError):
            sapper.analyze(board).explain_guess(**bad)


def test_a_large_board():
    board = random_position("100x100/2100", seed=2, share=0.3)
    analysis = sapper.analyze(board)
    if analysis.safe_cells:
        analysis = sapper.analyze(stuck_position("60x60/700", seed=2))
    report = analysis.explain_guess()
    assert len(report.candidates) > 1


def test_sentences_write_cells_as_asked():
    """The speller writes every cell of a text, and a sentence that begins with a cell has a capital letter."""
    begun = 0
    for board, _, _ in small_boards(11, 60):
        analysis = sapper.analyze(board)
        if analysis.safe_cells or not (analysis.mine_probability < 1).any():
            continue
        plain = analysis.explain_guess().text
        spelled = analysis.explain_guess(spell="<{0[0]}|{0[1]}>".format).text
        assert spelled == re.sub(r"(\d+),(\d+)", r"<\1|\2>", plain)
        begun += len(re.findall(r"(?:^|\. )\d+,\d+", plain))
        assert not re.search(r"(?:^|\. )cell", analysis.explain_guess(spell="cell {0[0]} {0[1]}".format).text)
    assert begun > 0
