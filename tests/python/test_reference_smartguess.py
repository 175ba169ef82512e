"""Single-cell, two-cell and multi-cell logic: its games, their maps, and its results screen."""

import csv
import itertools
import json
import re

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import read_moves
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.reference import smartguess

WAYS = [(first, mode) for first in ("start", *smartguess.FIRSTS) for mode in smartguess.MODES]
MAP = re.compile(r"([stzrME^][1-9][0-9]* )+[WX]")
NONE = sapper.FirstClick.NONE


def played(first, mode, games=60, level=smartguess.FIELD):
    strategy = Strategy.parse(f"smartguess,first={first},mode={mode}")
    seeds = sapper.game_seeds(3, games)
    return seeds, play_games(level, (0, 0), NONE, seeds, strategy, threads=2)


@pytest.mark.parametrize(("first", "mode"), WAYS)
def test_a_map_tells_the_guesses_and_the_end(first, mode):
    _, games = played(first, mode)
    assert len(set(games.trails)) > 30
    for i, trail in enumerate(games.trails):
        assert MAP.fullmatch(trail), trail
        assert (trail[-1] == "W") == games.won[i]
        counts = dict.fromkeys("stzrME^", 0)
        for step in trail.split()[:-1]:
            counts[step[0]] += int(step[1:])
        kinds = [KINDS[kind] for kind in games.guess_kind[games.guess_first[i] : games.guess_first[i + 1]]]
        assert counts["z"] == kinds.count("zero")
        assert counts["r"] == (len(kinds) - kinds.count("zero") if mode == "random" else 0)
        assert counts["^"] == (len(kinds) - kinds.count("zero") if mode != "random" else 0)
        assert mode != "random" or counts["M"] == counts["E"] == 0
        # What logic cleared or flagged; the cells of guesses and cascades after them make up the rest.
        assert counts["s"] + counts["t"] <= games.revealed[i] + games.flagged[i]
        letters = [step[0] for step in trail.split()[:-1]]
        assert all(one != other for one, other in itertools.pairwise(letters))
    letters = "".join(games.trails)
    assert ("z" in letters) == (first == "zero")
    assert ("M" in letters and "E" in letters) == (mode != "random")


@pytest.mark.parametrize("mines", [130, 190])
@pytest.mark.parametrize("mode", smartguess.MODES)
def test_zeros_are_handed_out_until_logic_starts(mode, mines):
    level = sapper.Level(16, 30, mines)  # dense, so that one zero is often not enough, or all are
    seeds, games = played("zero", mode, level=level)
    zeros = 0
    for i, seed in enumerate(seeds):
        layout = Layout.from_seed(level, seed=seed, start=(0, 0), first_click=NONE)
        game = Game(layout)
        cells = read_moves(games.moves[games.moves_first[i] : games.moves_first[i + 1]].decode(), level)
        kinds = games.guess_kind[games.guess_first[i] : games.guess_first[i + 1]]
        told = re.match(r"(?:z(\d+) )?[^z]*$", games.trails[i])
        assert told is not None
        assert int(told[1] or 0) == [KINDS[kind] for kind in kinds].count("zero")
        for click, kind in enumerate(kinds):
            if KINDS[kind] != "zero":
                break
            assert games.guess_click[games.guess_first[i] + click] == click
            game.reveal(cells[click])
            assert game.board[cells[click]] == 0
            zeros += 1
    assert zeros > len(seeds) / 2


def test_a_human_start_may_be_anywhere_and_lose_at_once():
    seeds, games = played("human", "smart", games=400)
    first = {games.moves[at : at + 2] for at in games.moves_first[:-1]}
    assert len(first) > 200
    at_once = int((games.clicks == 1).sum())
    assert 40 < at_once < 120  # 90 of 480 cells are mines: 75 expected
    assert all(games.flagged[i] == 0 for i in range(len(seeds)) if games.clicks[i] == 1)


@pytest.mark.parametrize(("first", "mode"), WAYS)
def test_a_game_can_be_walked_through_by_its_seed(first, mode):
    seeds, games = played(first, mode, games=4, level=sapper.Level(9, 9, 14))
    for i, seed in enumerate(seeds):
        layout = Layout.from_seed("9x9/14", seed=seed, start=(0, 0), first_click=NONE)
        walk = Walk.play(layout, Strategy.parse(f"smartguess,first={first},mode={mode}"))
        assert len(walk.steps) == games.clicks[i]
        while walk.next is not None:
            assert walk.explain().text
            walk.forward()
        assert (walk.game.status == "won") == games.won[i]


@pytest.mark.parametrize(("way", "published"), smartguess.RATES.items(), ids=str)
def test_it_wins_about_as_often_as_published(way, published):
    """2,000 games, whose rate is within 2.2 points of the truth in 19 of 20 runs; these are always the same games."""
    first, mode = way
    results = smartguess.play(mode, first, games=2000, seed=1, threads=2)
    assert 100 * results.rate.value == pytest.approx(published, abs=2.2)
    assert results.rate.wins == results.won_without_guess + results.won_with_guess
    assert results.lost == results.lost_before_flag + sum(results.losses)
    assert len(results.losses) == smartguess.BARS
    assert 0.6 < results.safety < 0.9
    assert all(results.found[f"rule_{rule}"] > 0 for rule in range(1, 6))
    assert (results.found["multi_cell"] > 0) == (results.found["end_solver"] > 0) == (mode != "random")


def test_wins_without_a_guess_are_counted_one_by_one():
    _, games = played("human", "smart")
    expected = sum(
        bool(games.won[i]) and not any(games.guess_click[games.guess_first[i] : games.guess_first[i + 1]] > 0)
        for i in range(60)
    )
    assert expected > 0
    assert smartguess.play("smart", "human", games=60, seed=3).won_without_guess == expected


def test_the_command_compares_all_ways():
    lines = run("reference", "smartguess", "--games", "50").stdout.splitlines()
    assert lines[0].split()[:4] == ["start", "guesses", "published", "ours"]
    assert [line.split()[:2] for line in lines[1:]] == [
        [first, mode] for first in ("human", "zero") for mode in ("random", "smart", "perfect")
    ]
    assert "24.6 %" in lines[1]
    assert (
        "%" not in run("reference", "smartguess", "--games", "50", "--level", "expert").stdout.split("(")[0][-12:-9]
    )


def test_the_command_shows_the_screen_of_one_way_and_writes_maps(tmp_path):
    maps = tmp_path / "maps.csv"
    command = ["reference", "smartguess", "--games", "60", "--seed", "3", "--mode", "smart", "--first", "human"]
    shown = run(*command, "--maps", str(maps)).stdout
    for text in ("0 to   7 %", "before the first flag", "average safety of a guess", "settled by rule 5"):
        assert text in shown
    seeds, games = played("human", "smart")
    rows = list(csv.DictReader(maps.read_text().splitlines()))
    assert [row["map"] for row in rows] == games.trails
    assert [int(row["seed"]) for row in rows] == seeds
    found = json.loads(run(*command, "--json").stdout)
    assert found["rate"]["wins"] == int(np.sum(games.won))
    assert found["published"] == {"won_percent": 32.4, "seconds_a_game": 0.0021}


def test_what_the_command_refuses():
    check_refused(run("reference", "smartguess", "--mode", "best"), "random, smart, perfect, not 'best'")
    check_refused(run("reference", "smartguess", "--first", "corner"), "human, zero, not 'corner'")
    check_refused(run("reference", "smartguess", "--level", "9x9"), "unknown level '9x9'")
    check_refused(run("reference", "smartguess", "--games", "0"), "games must be at least 1")
    check_refused(run("reference", "smartguess", "--games", "1", "--maps", "/no/such/folder/x.csv"), "No such file")
    with pytest.raises(sapper.InputError, match="unlike 'wild'"):
        smartguess.play("wild", "human", games=1)
    with pytest.raises(sapper.InputError, match="games"):
        smartguess.play("smart", "human", games=0)
