"""The first reference: its boards, its block, its studies, and what its settings do."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from command_line import check_refused, run
from oracle.boards import near
from oracle.brute import brute_force, read_board

import sapper
from sapper import _engine
from sapper.bench.boards import stuck_position
from sapper.board.level import LEVELS
from sapper.game.layout import FirstClick, game_seeds
from sapper.game.puzzle import load_puzzles
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.reference import studies, superloc
from sapper.run.spec import RunSpec


def spec_of(strategy="superloc", level="expert", seed=15):
    return RunSpec.make(level, seed=seed, strategy=strategy, first_click="drawn")


def test_the_block_agrees_with_the_games():
    spec = spec_of()
    block = superloc.play_block(spec, games=300, threads=2)
    lines = block.lines()
    expert = LEVELS["expert"]
    seeds = game_seeds(15, 300)
    played = play_games(expert, (3, 3), FirstClick.DRAWN, seeds, spec.strategy, threads=1)
    counts = np.diff(played.guess_first)
    assert lines["won"] == played.won.sum()
    assert sum(lines[f"{name} used"] for name in ("Guess0", "Guess1", "Guess2", "GameTree", "Super location")) == len(
        played.guess_kind
    )
    assert lines["wins by guesses: 0"] == (played.won & (counts == 0)).sum()
    assert sum(block.wins_by_guesses) == lines["won"]
    assert sum(block.failed.values()) == (~played.won).sum()
    products = [math.prod(played.guess_odds[a:b]) for a, b in pairwise(played.guess_first)]
    assert lines["average win probability (%)"] == pytest.approx(100 * np.mean(np.array(products)[played.won]))
    assert lines["game trees"] == sum(KINDS[kind] in ("endgame", "area") for kind in played.guess_kind)
    assert lines["most components"] == played.counters["most components"]


def test_every_published_item_has_its_line():
    lines = superloc.play_block(spec_of(), games=20, threads=1).lines()
    assert set(superloc.BLOCK) <= set(lines)


def test_settings_by_word_and_number():
    assert Strategy.parse("superloc,linked=new").engine_settings["linked"] == 2
    assert str(Strategy.parse("superloc@fast,order=across,linked=old")) == "superloc@fast,linked=old,order=across"
    with pytest.raises(sapper.InputError, match="'linked' must be one of jar, old, new, unlike 'both'"):
        Strategy.parse("superloc,linked=both")
    with pytest.raises(sapper.InputError, match="'threshold' must be a number from 0 to a billion, unlike 'jar'"):
        Strategy.parse("superloc,threshold=jar")
    with pytest.raises(sapper.InputError, match="unknown setting 'rollouts'"):
        Strategy.parse("superloc,rollouts=3")
    with pytest.raises(sapper.InputError, match="'linked' must be one of jar, old, new, unlike 7"):
        Strategy.parse("superloc,linked=7")


@pytest.mark.parametrize(
    ("setting", "kind"),
    [("worlds=0", "endgame"), ("cells=0", "endgame"), ("early=off", "area"), ("do_or_die=off", "do_or_die")],
)
def test_a_rule_can_be_switched_off(setting, kind):
    def kinds(text):
        played = play_games(
            LEVELS["expert"], (3, 3), FirstClick.DRAWN, game_seeds(15, 600), Strategy.parse(text), threads=2
        )
        return {KINDS[kind] for kind in played.guess_kind}

    assert kind in kinds("superloc")
    assert kind not in kinds(f"superloc,{setting}")


def test_a_narrow_threshold_leaves_the_safest_cells():
    """With a threshold of 1 and nothing else, no guess may be less safe than the safest living cell."""
    strategy = Strategy.parse("superloc,threshold=1,worlds=0,do_or_die=off,early=off")
    for seed in game_seeds(3, 15):
        layout = sapper.Layout.from_seed("intermediate", seed=seed, first_click="drawn")
        walk = Walk.play(layout, strategy)
        while walk.next is not None:
            if walk.next.kind in ("superloc", "lone", "floating"):
                analysis = walk.analyze()
                dead = set(analysis.dead_cells)
                risk = analysis.mine_probability
                hidden = [
                    (r, c)
                    for r in range(16)
                    for c in range(16)
                    if walk.game.board[(r, c)] < 0 and risk[r, c] < 1 and (r, c) not in dead
                ]
                assert risk[walk.next.cell] == pytest.approx(min(risk[cell] for cell in hidden), abs=1e-9)
            walk.forward()


def test_studies():
    found = studies.play_study("methods", "expert", seeds=[1], games=30, threads=1)
    assert [cell.column for cell in found] == ["jar", "jar+", "old", "old+", "new", "new+"]
    assert found[1].published == 54.109
    with pytest.raises(sapper.InputError, match="no study of threshold on 'beginner'"):
        studies.play_study("threshold", "beginner", seeds=[1], games=1)


def test_commands(tmp_path):
    file = tmp_path / "failed.txt"
    printed = run("reference", "superloc", "--games", 60, "--threads", 1, "--save-failed", file).stdout
    assert "published 54.081 % of 100,000 games" in printed
    assert "41,493" in printed
    assert f"saved {sum(1 for _ in load_puzzles(file))} lost games" in printed
    found = json.loads(run("reference", "superloc", "--level", "beginner", "--games", 50, "--json").stdout)
    assert found["published_percent"] == 97.229
    assert found["block"]["samples"] == 50
    moves = run("reference", "superloc", "--level", "intermediate", "--seed", 3, "--game", 4).stdout
    assert "clear" in moves
    assert moves.splitlines()[-1] in ("won", "lost")
    table = run("reference", "study", "starts", "--level", "beginner", "--seeds", 1, "--games", 20, "--threads", 1)
    assert "96.830" in table.stdout
    check_refused(run("reference", "superloc", "--strategy", "safest", "--games", 1), "not safest")
    check_refused(run("reference", "study", "colours"), "unknown study 'colours'")


def brute_progress(board):
    """For every hidden cell that is not dead: its safety and its progress, from all worlds one by one."""
    puzzle = read_board(board.cells.tolist(), mines=board.mines)
    worlds = brute_force(puzzle).table.astype(bool)
    place = {cell: k for k, cell in enumerate(puzzle.cells)}
    found = {}
    for cell, k in place.items():
        beside = [place[other] for other in near(cell, board.rows, board.cols) if other in place]
        safe = worlds[~worlds[:, k]]
        numbers = safe[:, beside].sum(axis=1)
        progress = 0
        for number in set(numbers.tolist()):
            left = safe[numbers == number]  # the cell itself is without a mine in all of them
            progress += len(left) * bool((~left.any(axis=0)).sum() > 1)
        if len(set(numbers.tolist())) > 1:
            found[cell] = len(safe) / len(worlds), progress / len(worlds)
    return found


@pytest.mark.parametrize("threshold", [0.96, 0.7])
def test_the_choice_has_the_most_progress_by_brute_force(threshold):
    strategy = Strategy.parse(f"superloc,plus=off,worlds=0,do_or_die=off,early=off,threshold={threshold}")
    checked = 0
    for seed in range(1, 300):
        board = stuck_position("5x6/8", seed=seed)
        if not 4 <= np.count_nonzero(board.cells < 0) <= 18 or sapper.analyze(board).floating:
            continue
        cell, kind, safety, _ = _engine.choose_move(board._handle, strategy.name, strategy.engine_settings, 1)
        living = brute_progress(board)
        if not living:
            continue
        enough = threshold * max(safety for safety, _ in living.values()) - 1e-9
        most = max(progress for safety, progress in living.values() if safety >= enough)
        assert living[cell] == (pytest.approx(safety), pytest.approx(most))
        assert kind in ("superloc", "lone")
        checked += 1
    assert checked > 30


@pytest.mark.parametrize(
    ("text", "cell", "safety"),
    [
        # One mine among three in a row: an end tells of the other two, the middle tells nothing.
        ("mines 7\n**3**\n*...*", (1, 1), 2 / 3),
        ("mines 8\n**4**\n*...*", (1, 1), 1 / 3),
        # Two cells in the fourth column that nothing tells apart; both are safe if the one left of the 1 is a mine.
        ("mines 5\n##***\n#23..\n..1..", (1, 3), 3 / 4),
    ],
)
def test_do_or_die(text, cell, safety):
    strategy = Strategy.parse("superloc")
    board = sapper.Board.from_text(text)
    chosen, kind, chance, _ = _engine.choose_move(board._handle, strategy.name, strategy.engine_settings, 1)
    assert (chosen, kind, chance) == (cell, "do_or_die", pytest.approx(safety))


@pytest.mark.parametrize(
    "settings",
    ["threshold=0", "threshold=1e9", "multiplier=0", "worlds=1e9,nodes=0", "cells=1e9,worlds=1", "nodes=1"],
)
def test_settings_at_the_edge_play(settings):
    for level in ("6x7/8", "8x8/20"):
        assert sapper.simulate(level, games=30, strategy=f"superloc,{settings}", threads=1).games == 30
