"""Rule sets and matrices: its games, and its command."""

import json

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper.play.player import play_games
from sapper.play.strategy import Strategy
from sapper.reference import matrix
from sapper.reference.groups import THREES


@pytest.mark.parametrize(("level", "games"), [("beginner", 3000), ("intermediate", 2000), ("expert", 1000)])
def test_it_wins_about_as_often_as_published(level, games):
    """Within two points or so of the truth in 19 of 20 runs; these are always the same games."""
    won, played = matrix.LEVELS[level]
    results = matrix.play(level, games=games, threads=2)
    assert results.rate.value == pytest.approx(won / played, abs=0.02)
    assert results.counted["counted_otherwise"] == 0
    assert 0 < results.counted["most_trials"] < results.counted["trials"]
    assert results.longest > results.mean > 0
    won = results.rate.wins
    assert results.mean * games == pytest.approx(results.mean_won * won + results.mean_lost * (games - won))


def test_it_counts_otherwise_where_trials_do_not_suffice_and_plays_the_same():
    seeds = sapper.game_seeds(4, 150)
    level, start = sapper.Level(16, 16, 45), (0, 15)
    few, many = (
        play_games(level, start, sapper.FirstClick.SAFE, seeds, Strategy.parse(f"matrix,trials={trials}"), threads=2)
        for trials in (0, 1_000_000)
    )
    assert few.counters["counted_otherwise"] > 100
    assert many.counters["counted_otherwise"] == 0
    assert few.moves == many.moves
    assert few.guess_odds == pytest.approx(many.guess_odds, abs=1e-9)


def test_a_board_that_is_wide_open_does_not_hang():
    """Trials end soon, and the engine's own counts take over."""
    board = sapper.Board.from_text(THREES)
    cell, kind, safety, _ = sapper._engine.choose_move(board._handle, "matrix", {"trials": 1000.0}, 0)
    analysis = sapper.analyze(board)
    assert (kind, safety) == ("safest", pytest.approx(1 - np.nanmin(analysis.mine_probability)))
    assert cell in analysis.safest_cells


def test_ties_go_beside_clues():
    """All cells of an untouched 1x9 row but those beside the clue are alike; of equals the nearest comes first."""
    board = sapper.Board.from_rows([[-1, -1, -1, -1, 1, -1, -1, -1, -1]], mines=4)
    cell, _, safety, _ = sapper._engine.choose_move(board._handle, "matrix", {}, 0)
    assert (cell, safety) == ((0, 3), 0.5)
    board = sapper.Board.from_rows([[-1, -1, -1, -1, 1, -1, -1, -1, -1]], mines=2)
    cell, _, safety, _ = sapper._engine.choose_move(board._handle, "matrix", {}, 0)
    assert (cell, safety) == ((0, 2), pytest.approx(5 / 6))


def test_the_command():
    lines = run("reference", "matrix", "--games", "30").stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["level", "beginner", "intermediate", "expert"]
    assert "90.58 %" in lines[1]
    assert any("57 min 27 s" in line for line in lines)
    found = json.loads(run("reference", "matrix", "--games", "30", "--level", "expert", "--json").stdout)
    assert found["rate"]["games"] == 30
    assert found["published"] == {"wins": 135_488, "games": 355_608}


def test_what_the_command_refuses():
    check_refused(run("reference", "matrix", "--level", "hard"), "unknown level 'hard'")
    check_refused(run("reference", "matrix", "--games", "0"), "games must be at least 1")
    with pytest.raises(sapper.InputError, match="games"):
        matrix.play("beginner", games=-1)
