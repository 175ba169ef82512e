"""The first reference: its boards, its block, its studies, and what its settings do."""

from __future__ import annotations

import datetime
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
from sapper.run.interval import Rate
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
    won, lost = np.array(products)[played.won], np.array(products)[~played.won]
    assert lines["average win probability (%)"] == pytest.approx(100 * np.mean(won))
    assert lines["win probability, geometric mean (%)"] == pytest.approx(100 * math.prod(won ** (1 / len(won))))
    assert lines["loss probability, geometric mean (%)"] == pytest.approx(100 * math.prod(lost ** (1 / len(lost))))
    running = {True: [], False: []}
    for (a, b), win in zip(pairwise(played.guess_first), played.won, strict=True):
        running[bool(win)] += np.cumprod(played.guess_odds[a:b]).tolist()
    assert lines["win probability, mean after every guess (%)"] == pytest.approx(100 * np.mean(running[True]))
    assert lines["loss probability, mean after every guess (%)"] == pytest.approx(100 * np.mean(running[False]))
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


def counts(strategy, games=1500):
    """Guesses by kind, and trees by counter, of the same games."""
    block = superloc.play_block(spec_of(strategy), games=games, threads=2)
    return block.used["Guess0"], block.counters["game trees early"], block.counters["game trees that helped"]


def test_smaller_areas_are_searched_rather_than_played_at_once():
    die, early, helped = counts("superloc")
    fewer_die, more_early, _ = counts("superloc,do_or_die_cells=2")
    assert fewer_die < die
    assert more_early >= early
    assert counts("superloc,do_or_die_cells=5") == counts("superloc,tree_ties=safest") == (die, early, helped)


def test_areas_are_searched_never_late_or_first():
    early = [counts(f"superloc,early={word}")[1] for word in ("off", "on", "first")]
    assert early[0] == 0 < early[1] < early[2]
    assert counts("superloc,early=1")[1] == early[1]


def test_the_first_of_equally_good_tree_moves_is_less_safe():
    assert counts("superloc,tree_ties=first")[2] > counts("superloc")[2]
    with pytest.raises(sapper.InputError, match="'tree_ties' must be one of safest, first, unlike 'last'"):
        Strategy.parse("superloc,tree_ties=last")
    with pytest.raises(sapper.InputError, match="do_or_die_cells"):
        sapper.simulate("beginner", games=1, strategy="superloc,do_or_die_cells=-1")


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


def test_results_are_played_by_column_and_level():
    found = studies.play_study("results", "expert", seeds=[40], columns=["lr old+", "jar+"], games=30, threads=1)
    # In the order of the document, with the percentages of its last seed.
    assert [(cell.column, cell.published) for cell in found] == [("jar+", 53.786), ("lr old+", 53.799)]
    spec = RunSpec.make("expert", seed=40, strategy="superloc,linked=old,order=across", first_click="drawn")
    assert found[1].rate == superloc.play_block(spec, games=30, threads=1).won
    beyond = studies.play_study("results", "expert", seeds=[21], columns=["new+"], games=5, threads=1)[0]
    assert (beyond.published, beyond.difference, beyond.agrees) == (None, None, None)
    for wrong, message in [("jar 1.05", "played by another program"), ("best", "no column 'best' on expert")]:
        with pytest.raises(sapper.InputError, match=message):
            studies.play_study("results", "expert", seeds=[1], columns=[wrong], games=1)
    with pytest.raises(sapper.InputError, match="games must be at least 1"):
        studies.play_study("results", "expert", seeds=[1], games=0)


def test_start_cells_are_x_y():
    found = studies.play_study("refine", "expert", seeds=[2], columns=["2,3"], games=40, threads=1)
    strategy = "superloc,linked=old,order=across,plus=off"
    spec = RunSpec.make("expert", seed=2, strategy=strategy, first_click="drawn", start=(3, 2))
    assert found[0].rate == superloc.play_block(spec, games=40, threads=1).won
    assert found[0].published == 53.846
    assert studies.STUDIES["refine"].columns("intermediate") == ("3,2", "2,2")
    with pytest.raises(sapper.InputError, match="no study of refine on 'beginner'"):
        studies.play_study("refine", "beginner", seeds=[1], games=1)


def cell_of(seed, published, wins, games, published_games=100_000):
    return studies.Cell("jar+", seed, seed, published, published_games, Rate(wins, games))


def test_a_difference_is_judged_by_both_margins():
    published = 54.0
    cell = cell_of(1, published, 512, 1000)
    assert cell.difference == pytest.approx(-2.8)
    both = 1.96 * math.sqrt(0.25 / 1000 + 0.54 * 0.46 / 100_000) * 100
    assert cell.margin == pytest.approx(both, rel=0.01)
    assert cell.agrees
    assert not cell_of(1, published, 500, 1000).agrees
    assert cell_of(1, published, 54_000, 100_000).published_margin == pytest.approx(0.309, abs=5e-4)  # as printed


def test_means_are_of_ten_seeds_and_of_all():
    cells = [cell_of(seed, 50.0 + seed, 50 + seed, 100) for seed in range(1, 22)]
    found = [(mean.first_seed, mean.last_seed, mean.published, mean.rate.value) for mean in studies.find_means(cells)]
    assert found == [
        (1, 10, pytest.approx(55.5), pytest.approx(0.555)),
        (11, 20, pytest.approx(65.5), pytest.approx(0.655)),
        (1, 21, pytest.approx(61.0), pytest.approx(0.61)),
    ]
    assert [mean.published for mean in studies.find_means([cells[0], cell_of(2, None, 1, 2)])] == [None]
    assert studies.find_means(cells[:1]) == []
    assert studies.find_means([]) == []


@pytest.mark.parametrize("misprint", studies.MISPRINTS)
def test_a_misprint_differs_from_its_rows(misprint):
    name, level, column, first, last = misprint
    rows = studies.STUDIES[name].table(level)[column][first - 1 : last]
    assert abs(np.mean(rows) - studies.MISPRINTS[misprint]) > 0.01


def test_study_tables():
    few = ("--games", 20, "--threads", 1)
    printed = run(
        "reference", "study", "results", "--level", "beginner", "--column", "old+", "--seeds", "11..20", *few
    )
    assert "20 games in each cell here, 100,000 in the published ones" in printed.stdout
    assert "97.1655 as the mean of seeds 11 to 20, column old+; its rows give 97.1795" in printed.stdout
    assert "11 to 20" in printed.stdout
    assert "of 10 differences are within error" in printed.stdout
    assert "jar 1.05" not in printed.stdout
    both = run(
        "reference", "study", "refine", "--level", "expert", "--level", "intermediate", "--seeds", 1, *few
    ).stdout
    assert both.count("columns are start cells written x,y") == 2
    assert "jar 1.05 3,2" in both
    assert "88.976" in both
    found = json.loads(run("reference", "study", "threshold", "--seeds", 2, *few, "--json").stdout)
    assert [entry["seeds"] for entry in found[::4]] == [[1, 1], [2, 2], [1, 2]]
    assert found[0]["published_games"] == 100_000
    assert found[0]["within_error"] == (abs(found[0]["difference_points"]) <= found[0]["margin_points"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("colours",), "unknown study 'colours'"),
        (("results", "--level", "huge"), "no study of results on 'huge'"),
        (("results", "--column", "best"), "no column 'best' on expert"),
        (("results", "--column", "jar 1.05"), "played by another program"),
        (("results", "--seeds", "0"), "run seeds go up from 1"),
        (("results", "--seeds", "9..3"), "run seeds go up from 1"),
        (("results", "--seeds", "1..5000"), "at most 1,000"),
        (("results", "--seeds", "-3"), "not '-3'"),
    ],
)
def test_studies_refuse(arguments, message):
    check_refused(run("reference", "study", *arguments, "--games", 1), message)


def test_the_folder_of_a_run(tmp_path):
    arguments = ("--seed", 15, "--games", 40, "--threads", 1, "--strategy", "superloc,linked=old", "--out", tmp_path)
    printed = run("reference", "superloc", *arguments).stdout
    (folder,) = tmp_path.iterdir()
    assert f"saved the run in {folder}" in printed
    today = datetime.date.today().isoformat()
    assert folder.name == f"{today}-sapper{sapper.__version__}-expert-drawn-3,3-superloc,linked=old-seed15-40"
    text = (folder / "result.txt").read_text(encoding="utf-8")
    block = superloc.play_block(spec_of("superloc,linked=old"), games=40, threads=1)
    assert "run seed: 15\nstart (row,column): 3,3\n" in text
    assert "threshold: 0.96\n" in text
    assert f"\nsamples: 40\nwon: {block.wins}\n" in text
    assert all(f"\n{name}: " in text for name in superloc.BLOCK)
    lost = list(load_puzzles(folder / "failed.puzzles"))
    assert len(lost) == 40 - block.wins
    assert {puzzle.play().status for puzzle in lost} == {"lost"}
    check_refused(run("reference", "superloc", *arguments), "File exists")
    file = tmp_path / "file"
    file.write_text("")
    check_refused(run("reference", "superloc", "--games", 1, "--out", file), "Not a directory")
    check_refused(run("reference", "superloc", "--games", 0, "--out", tmp_path), "games must be at least 1")


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
        # One mine among three in a row: an end decides the other two, the middle gives no information.
        ("mines 7\n**3**\n*...*", (1, 1), 2 / 3),
        ("mines 8\n**4**\n*...*", (1, 1), 1 / 3),
        # Two cells in the fourth column that no clue distinguishes; both are safe if the one left of the 1 is a mine.
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
