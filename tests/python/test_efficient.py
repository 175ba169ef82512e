"""The strategy that plays for few clicks: it wins as often as `lookahead`, with fewer clicks, all of them counted."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from command_line import run as run_command

import sapper
from sapper.game.moves import read_moves
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy

LEVEL = sapper.Level.parse("16x16/45")
SEEDS = sapper.game_seeds(3, 200)


def play(strategy, level=LEVEL, seeds=SEEDS):
    start = level.default_start(sapper.FirstClick.ZERO)
    return play_games(level, start, sapper.FirstClick.ZERO, seeds, Strategy.parse(strategy), threads=1)


@pytest.fixture(scope="module")
def played():
    return {
        name: play(name)
        for name in ("lookahead", "efficient", "efficient,knack=0", "efficient,flags=0", "efficient,win=0.7")
    }


def test_it_wins_as_often_with_fewer_clicks(played):
    base, few, plain = (played[name] for name in ("lookahead", "efficient", "efficient,flags=0"))
    assert abs(int(few.won.sum()) - int(base.won.sum())) <= 2
    both = base.won & few.won & plain.won
    clicks = [int(one.mouse_clicks[both].sum()) for one in (few, plain, base)]
    assert clicks == sorted(clicks)
    assert few.bbbv[both].sum() > 1.05 * few.mouse_clicks[both].sum()


def test_knack_saves_clicks(played):
    few, rule = played["efficient"], played["efficient,knack=0"]
    both = few.won & rule.won
    assert both.sum() >= rule.won.sum() - 2
    assert few.mouse_clicks[both].sum() < 0.985 * rule.mouse_clicks[both].sum()


def test_the_end_takes_the_fewest_clicks(played):
    few, longer = played["efficient"], play("efficient,finish=0")
    assert few.won.tolist() == longer.won.tolist()  # the searches begin where nothing is uncertain
    saved = longer.mouse_clicks[few.won].astype(int) - few.mouse_clicks[few.won]
    assert saved.min() >= 0
    assert saved.sum() > 0.1 * few.won.sum()


def test_a_finish_that_cannot_be_searched_is_played_by_knack():
    # All mines of this board are known while hundreds of cells are hidden in one tangle of neighbours.
    level = sapper.Level.parse("box:8x8x8/60")
    seeds = sapper.game_seeds(1, 4)
    few, longer = (play(name, level, seeds) for name in ("efficient", "efficient,finish=0"))
    assert few.won.tolist() == longer.won.tolist()
    assert few.won.any()
    assert few.mouse_clicks[few.won].sum() < longer.mouse_clicks[few.won].sum()


def test_comparisons_in_drawn_worlds_save_clicks(played):
    deep, few = play("efficient@deep", seeds=SEEDS[:20]), played["efficient"]
    both = deep.won & few.won[:20]
    assert both.sum() >= few.won[:20].sum() - 1
    assert deep.mouse_clicks[both].sum() < few.mouse_clicks[:20][both].sum()
    assert play("efficient@deep", seeds=SEEDS[:2]).moves == deep.moves[: deep.moves_first[2]]


def test_wins_are_given_up_for_clicks(played):
    few, bold = played["efficient"], played["efficient,win=0.7"]
    assert bold.won.sum() < few.won.sum()
    assert KINDS.index("clicks") in bold.guess_kind
    assert KINDS.index("clicks") not in few.guess_kind


def test_its_clicks_are_those_of_a_game(played):
    """Every reveal is one of a hidden cell; chords make at least one each, and flags come before them."""
    few = played["efficient"]
    for number, (first, last) in enumerate(itertools.pairwise(few.moves_first.tolist())):
        layout = sapper.Layout.from_seed(LEVEL, seed=SEEDS[number])
        game = sapper.Game(layout)
        for cell in read_moves(few.moves[first:last].decode(), LEVEL):
            assert game.reveal(cell)
        assert (game.status is sapper.Status.WON) == few.won[number]
        assert game.clicks == few.clicks[number]
    assert few.chords.sum() > 0
    assert np.all(few.mouse_clicks <= few.clicks + few.flags)
    assert np.all(few.flags <= LEVEL.mines)


def test_others_click_only_to_reveal(played):
    for name in ("lookahead", "efficient,flags=0"):
        one = played[name]
        assert one.flags.sum() == one.chords.sum() == 0
        np.testing.assert_array_equal(one.mouse_clicks, one.clicks)


def test_a_run_has_its_efficiency(tmp_path):
    run = sapper.simulate("beginner", games=60, seed=2, strategy="efficient", folder=tmp_path / "run")
    table = run.table
    won = table["won"].to_numpy()
    shares = 100 * table["bbbv"].to_numpy()[won] / table["mouse_clicks"].to_numpy()[won]
    assert run.efficiency == pytest.approx(shares.mean())
    assert sapper.simulate("beginner", games=60, seed=2, strategy="efficient").efficiency == run.efficiency
    lost = sapper.simulate("9x9/70", games=3, seed=2, strategy="random", first_click="none")
    assert lost.efficiency is None
    told = run_command(
        "simulate", "beginner", "--games", "60", "--seed", "2", "--strategy", "efficient", "--no-folder"
    )
    assert f"efficiency {run.efficiency:.1f} %" in told.stdout


@pytest.mark.parametrize("level", ["hex:9x9/14", "torus:9x9/12", "box:4x4x4/9", "1x8/2"])
def test_it_plays_every_shape(level):
    size = sapper.Level.parse(level)
    rule = sapper.FirstClick.SAFE
    found = play_games(
        size, size.default_start(rule), rule, sapper.game_seeds(1, 30), Strategy.parse("efficient"), threads=1
    )
    assert found.won.any()
    deep = play_games(
        size, size.default_start(rule), rule, sapper.game_seeds(1, 4), Strategy.parse("efficient@deep"), threads=1
    )
    assert len(deep.won) == 4


def test_it_reveals_where_only_reveals_are_taken():
    board = sapper.Board.from_text("mines 6\n....\n.13.\n....\n....\n")
    move = sapper.best_move(board, strategy="efficient")
    assert board[move.cell] < 0
