"""Luck-free games: the mean of their values is the win rate, and nothing but the board decides how they go."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper.errors import InputError, RunError
from sapper.run.columns import COLUMNS, make_schema
from sapper.run.comparison import compare
from sapper.run.gallery.entries import choose_entries
from sapper.run.gallery.play import play_gallery
from sapper.run.interval import PairedDifference, Rate, SequentialTest, ValueDifference
from sapper.run.report.page import make_page


def safest(analysis):
    return analysis.safest_cells[0]


def values(level, *, games=400, seed=3, **options):
    return sapper.simulate(level, games=games, seed=seed, luck_free=True, **options).table["value"].to_numpy()


@pytest.mark.parametrize(
    ("level", "strategy", "rule", "games"),
    [
        ("beginner", "safest", "none", 4000),
        ("beginner", "random", "safe", 4000),
        ("intermediate", "lookahead", "drawn", 1500),
        ("expert", "safest", "zero", 2500),
        ("6x6/9", "efficient", "none", 1200),
        ("8x8/12", "smartguess", "none", 4000),
        ("8x8/12", "matrix", "zero", 4000),
        ("hex:8x8/12", "safest", "safe", 4000),
        ("torus:8x8/12", "random", "none", 4000),
    ],
)
def test_the_mean_is_the_win_rate(level, strategy, rule, games):
    # Different run seeds, so that the two means are independent.
    won = sapper.simulate(level, games=games, seed=1, strategy=strategy, first_click=rule).win_rate
    mean = sapper.simulate(level, games=games, seed=2, strategy=strategy, first_click=rule, luck_free=True).win_rate
    width = sqrt((won.high - won.low) ** 2 + (mean.high - mean.low) ** 2) / 2
    assert abs(won.value - mean.value) < 1.6 * width  # three standard deviations
    assert mean.high - mean.low < won.high - won.low


def test_optimal_play_has_the_value_of_the_optimum():
    """Every layout that is won is reached with chance 1 / (layouts x value), so the expectation is a sum of them."""
    level, options = (3, 3, 3), {"first_click": "none", "start": (1, 1), "strategy": "best"}
    optimum = sapper.optimum(level, first_click="none", start=(1, 1))
    games = sapper.simulate(level, games=1500, seed=1, **options).table
    won = {}  # layout -> its moves and the product of its chances
    layouts = set()
    columns = (games[name].to_pylist() for name in ("seed", "won", "moves", "odds"))
    for seed, is_won, moves, odds in zip(*columns, strict=True):
        mines = tuple(sapper.Layout.from_seed(level, seed=seed, start=(1, 1), first_click="none").mines)
        layouts.add(mines)
        if is_won:
            won[mines] = moves, odds
    assert len(layouts) == optimum.total == 84
    assert len(won) == optimum.wins
    chances = defaultdict(float)  # moves and product of chances -> chance that a luck-free game has them
    for moves, odds in won.values():
        chances[moves, round(odds, 12)] += 1 / (len(layouts) * odds)
    assert sum(chances.values()) == pytest.approx(1)
    expected = sum(value * chance for (_, value), chance in chances.items())
    assert expected == pytest.approx(float(Fraction(optimum.wins, optimum.total)))

    played = sapper.simulate(level, games=20_000, seed=2, luck_free=True, **options).table
    # The start is the best one, and no more than 100 worlds are left: all is endgame, and every value is exact.
    assert played["value"].to_pylist() == pytest.approx([optimum.wins / optimum.total] * 20_000)
    rounded = [round(odds, 12) for odds in played["odds"].to_pylist()]
    found = Counter(zip(played["moves"].to_pylist(), rounded, strict=True))
    assert set(found) == set(chances)
    for game, chance in chances.items():
        deviation = sqrt(20_000 * chance * (1 - chance))
        assert abs(found[game] - 20_000 * chance) < 4 * deviation


def test_values_depend_on_the_seed_alone(tmp_path):
    alone = values("expert", strategy="lookahead", games=150, threads=1)
    assert np.array_equal(alone, values("expert", strategy="lookahead", games=150, threads=3))
    again = values("expert", strategy="lookahead", games=70, folder=tmp_path / "run")
    assert np.array_equal(alone[:70], again)
    assert np.array_equal(alone, values("expert", strategy="lookahead", games=150, folder=tmp_path / "run"))
    assert len(set(alone.tolist())) > 100


def test_a_python_function_has_the_values_of_the_same_strategy_built_in():
    built_in = values("12x12/25", strategy="safest,endgame_worlds=0", games=25)
    assert np.allclose(values("12x12/25", strategy=_like_safest, games=25), built_in)
    one, two = (values("9x9/14", strategy=safest, games=25, threads=threads) for threads in (None, 2))
    assert np.array_equal(one, two)


def _like_safest(analysis):
    return sapper.best_move(analysis.board, strategy="safest,endgame_worlds=0").cell


def test_a_game_goes_as_the_ordinary_one_until_a_guess_fails():
    plain = sapper.simulate("expert", games=100, seed=5, strategy="lookahead").table
    free = sapper.simulate("expert", games=100, seed=5, strategy="lookahead", luck_free=True).table
    columns = (plain["won"], plain["moves"], free["moves"])
    for won, moves, other in zip(*(column.to_pylist() for column in columns), strict=True):
        assert other == moves if won else other.startswith(moves)
    assert plain["openings"] == free["openings"]


def last_hidden(analysis):
    """A poor player that also reveals certain mines."""
    return max(cell for cell in analysis.board.shape.cells if analysis.board[cell] < 0)


@pytest.mark.parametrize(
    ("strategy", "wins"),
    [
        ("safest,endgame_worlds=100,endgame_nodes=10000", 166),
        ("safest,endgame_worlds=100,endgame_nodes=1", 151),
        ("safest", 155),
        (last_hidden, None),
    ],
)
def test_an_endgame_counts_as_the_strategy_plays_it(strategy, wins):
    """The best play wins 166 of 495 layouts; what a strategy wins less is taken from the value."""
    level, options = (3, 4, 4), {"first_click": "none", "start": (1, 1), "strategy": strategy}
    assert sapper.optimum(level, first_click="none", start=(1, 1)).wins == 166
    games = sapper.simulate(level, games=4500, seed=1, **options).table
    won = {
        tuple(sapper.Layout.from_seed(level, seed=seed, start=(1, 1), first_click="none").mines): won
        for seed, won in zip(games["seed"].to_pylist(), games["won"].to_pylist(), strict=True)
    }
    assert len(won) == 495
    assert wins is None or sum(won.values()) == wins
    played = sapper.simulate(level, games=3000 if wins is None else 20_000, seed=2, luck_free=True, **options)
    mean, product = played.win_rate, played.table["odds"].to_numpy()
    assert abs(mean.value - sum(won.values()) / 495) < mean.high - mean.low  # four standard deviations
    if wins is not None:
        assert mean.high - mean.low < 0.97 * 2 * 1.96 * product.std() / sqrt(len(product))


def test_an_endgame_can_be_lost_at_a_mine_that_was_known_before_it():
    before = {}

    def waste(analysis):
        """The safest cell, and after it the last of the mines that were certain before."""
        hidden = {cell for cell in analysis.board.shape.cells if analysis.board[cell] < 0}
        mines = set(analysis.mine_cells)
        if before.get("mines") and hidden < before["hidden"] and before["mines"] <= mines:
            return max(before["mines"])
        before.update(hidden=hidden, mines=mines if analysis.worlds <= 100 else set())
        return analysis.safest_cells[-1]

    options = {"games": 10_000, "first_click": "none", "start": (1, 1), "strategy": waste}
    won = sapper.simulate((5, 5, 8), seed=1, **options).win_rate
    mean = sapper.simulate((5, 5, 8), seed=2, luck_free=True, **options).win_rate
    width = sqrt((won.high - won.low) ** 2 + (mean.high - mean.low) ** 2) / 2
    assert abs(won.value - mean.value) < 1.6 * width  # three standard deviations


def test_such_a_game_is_neither_won_nor_lost(tmp_path):
    found = sapper.simulate("6x6/9", games=50, strategy="random", luck_free=True, folder=tmp_path / "run")
    table = found.table
    assert table.schema.names == make_schema(luck_free=True).names == [column.name for column in COLUMNS]
    assert all(table[name].null_count == 50 for name in ("won", "progress", "died_row", "died_col"))
    assert (found.wins, found.efficiency, found.query("select count(*) as n from lost")["n"].to_pylist()) == (
        0,
        None,
        [0],
    )
    assert sapper.Run.open(tmp_path / "run").win_rate == found.win_rate == Rate.of_values(table["value"].to_numpy())
    with pytest.raises(RunError, match="leaves the layout"):
        next(found.puzzles(every=True))
    with pytest.raises(RunError, match="won and lost"):
        make_page(found)
    with pytest.raises(RunError, match="luck_free True, not False"):
        sapper.simulate("6x6/9", games=50, strategy="random", folder=tmp_path / "run")


def test_comparisons_are_of_values(tmp_path):
    one, other = (values("intermediate", strategy=name, seed=1, games=600) for name in ("lookahead", "safest"))
    told = []
    found = compare("lookahead", "safest", level="intermediate", games=600, luck_free=True, on_progress=told.append)
    assert found.pairs.value == pytest.approx((one - other).mean())
    assert (found.first_rate.value, found.second_rate.value) == pytest.approx((one.mean(), other.mean()))
    assert [state.games for state in told] == [500, 600]
    won = compare("lookahead", "safest", level="intermediate", games=600)
    assert found.pairs.high - found.pairs.low < (won.pairs.high - won.pairs.low) / 2
    assert found.pairs.differing == np.count_nonzero(one != other)
    assert [board.game for board in found.differing] == (np.flatnonzero(one != other) + 1).tolist()
    board = found.differing[0]
    assert (board.first_value, board.second_value) == (one[board.game - 1], other[board.game - 1])
    assert board.seed == sapper.game_seeds(1, 600)[board.game - 1]
    assert "won by one side" not in found._repr_html_()

    sapper.simulate("intermediate", games=600, strategy="safest", luck_free=True, folder=tmp_path / "run")
    recorded = compare("lookahead", tmp_path / "run", games=600, luck_free=True)
    assert recorded.pairs == found.pairs
    with pytest.raises(InputError, match="luck_free True, not False"):
        compare("lookahead", tmp_path / "run")
    (tmp_path / "rival.csv").write_text("seed,won\n1,1\n")
    with pytest.raises(InputError, match="has wins and losses"):
        compare("lookahead", tmp_path / "rival.csv", luck_free=True)
    decided = compare("best,rollouts=0", "random", games=5000, luck_free=True, test=SequentialTest(0, 0.5))
    assert (str(decided.decision), decided.games) == ("first", 500)


def test_sweeps_and_galleries_have_the_same_values():
    mean = Rate.of_values(values("beginner", strategy="safest", seed=1, games=60))
    found = sapper.sweep("beginner", {"mines": [10]}, games=60, strategy="safest", luck_free=True)
    assert (found.best.rate.value, found.best.rate.low) == pytest.approx((mean.value, mean.low))
    entries = choose_entries(["safest", "random"])
    gallery = play_gallery("beginner", games=60, entries=entries, luck_free=True)
    assert gallery.exhibits[0].rate == mean
    assert isinstance(gallery.exhibits[0].against(gallery.exhibits[1]), ValueDifference)


def test_values_of_0_and_1_have_the_intervals_of_wins():
    first, second = np.array([1.0, 0, 1, 1, 0, 1]), np.array([0.0, 1, 0, 1, 0, 1])
    wins, differences = PairedDifference.of(first, second), ValueDifference.of(first, second)
    assert (wins.low, wins.high, wins.value) == (differences.low, differences.high, differences.value)
    test = SequentialTest()
    assert test.ratio(wins) == test.ratio(differences)
    assert Rate.of_values(np.array([0.5])).low == 0


@pytest.mark.parametrize(
    ("options", "quoted"),
    [({"luck_free": 1}, "True or False, not 1"), ({"luck_free": True, "first_click": "moved"}, "'moved'")],
)
def test_bad_arguments(options, quoted):
    with pytest.raises(InputError, match=quoted):
        sapper.simulate("beginner", games=1, **options)


def test_the_commands_print_values(tmp_path):
    play = ("simulate", "beginner", "--games", 30, "--strategy", "safest", "--luck-free")
    said = run(*play, "--out", tmp_path / "run")
    assert "mean luck-free value of 30 games" in said.stdout
    assert "won" not in said.stdout
    assert f"saved in {tmp_path / 'run'}" in said.stdout
    told = json.loads(run(*play, "--no-folder", "--json").stdout)
    mean = Rate.of_values(values("beginner", strategy="safest", seed=1, games=30))
    assert (told["luck_free"], told["wins"], told["win_rate"]) == (True, None, mean.value)
    said = run("compare", "safest", "random", "--level", "beginner", "--games", 30, "--luck-free", "--out", tmp_path)
    assert "boards with different values" in said.stdout
    kept = json.loads((tmp_path / "comparison.json").read_text())
    assert kept["luck_free"]
    assert "first_wins" not in kept
    with open(tmp_path / "boards.csv", newline="") as stream:
        boards = list(csv.DictReader(stream))
    assert list(boards[0]) == ["game", "seed", "first_value", "second_value"]
    difference = sum(float(board["first_value"]) - float(board["second_value"]) for board in boards) / 30
    assert difference == pytest.approx(kept["difference"])
    assert f"seed {boards[0]['seed']}" in said.stdout
    said = run("sweep", "beginner", "--vary", "mines=8,10", "--games", 20, "--strategy", "safest", "--luck-free")
    assert "mean value" in said.stdout
    said = run("gallery", "safest", "--level", "beginner", "--games", 20, "--luck-free", "--no-picture")
    assert "mean value" in said.stdout
    check_refused(run("solve", tmp_path / "run", "--game", 1), "leaves the layout")
    check_refused(run(*play, "--no-folder", "--first-click", "moved"), "'moved'")
