"""The move of any strategy on any board: the same as in a game, with everything the strategy weighs."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper import _engine
from sapper.board.cell import Cell
from sapper.game.game import Game
from sapper.play.choice import RULES
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk

STRATEGIES = _engine.strategy_names()
GUESS = "mines 6\n....\n.13.\n....\n....\n"  # nothing is certain
ESTIMATORS = {"smartguess", "automine"}


def guesses(strategy: Strategy, games: int) -> list[tuple[int, bool, sapper.Board, Cell]]:
    """Guesses of games: seed, whether it is the first of its game, board and cell."""
    found = []
    for seed in range(games):
        walk = Walk.play(sapper.Layout.from_seed("9x9/16", seed=seed, start=(4, 4)), strategy)
        first = True
        while walk.next is not None:
            if walk.next.kind not in ("certain", "start"):
                found.append((seed, first, walk.game.board, walk.next.cell))
                first = False
            walk.forward()
    return found


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_chooses_the_move_it_makes_in_a_game(name: str) -> None:
    """The first guess of a game by its seed; without dice every guess."""
    strategy, tried = Strategy.parse(name), 0
    rolls = name in ("random", "best", "smartguess")
    for seed, first, board, cell in guesses(strategy, 12):
        if rolls and not first:
            continue
        choice = sapper.choose(board, name, seed=seed)
        assert choice.cell == cell == choice.candidates[0].cell
        assert choice.is_guess
        assert choice.words == RULES[choice.rule]
        assert sapper.choose(sapper.analyze(board), strategy, seed=seed, candidates=False).cell == cell
        tried += 1
    assert tried >= 5


@pytest.mark.parametrize("name", STRATEGIES)
def test_safety_is_that_of_the_analysis(name: str) -> None:
    """Also as the strategy itself counts it; estimates stand beside it."""
    for seed, _, board, _ in guesses(Strategy.parse(name), 4):
        probability = sapper.analyze(board).mine_probability
        choice = sapper.choose(board, name, seed=seed)
        assert choice.safety == 1 - probability[choice.cell]
        for one in choice.candidates:
            assert one.safety == 1 - probability[one.cell]
            assert (one.estimate is not None) == (name in ESTIMATORS)
        strategy = Strategy.parse(name)
        _, weighed = _engine.weigh_move(board._handle, name, strategy.engine_settings, seed)
        counted = [one for one in weighed if not math.isnan(one.safety)]
        assert len(counted) == (0 if name in ESTIMATORS else len(weighed))
        assert all(abs(one.safety - (1 - probability[one.cell])) < 1e-9 for one in counted)


def test_the_columns_are_those_the_strategy_weighs() -> None:
    """Everything else is None."""
    board = sapper.Board.from_text(GUESS)

    def known(strategy: str) -> set[str]:
        rows = sapper.choose(board, strategy).candidates
        return {name for name in rows[0].__dataclass_fields__ if any(getattr(row, name) is not None for row in rows)}

    place = {"cell", "safety"}
    assert known("random") == known("safest") == known("matrix") == place
    assert known("smartguess") == known("automine") == place | {"estimate"}
    assert known("safest,endgame_worlds=1000,endgame_nodes=10000") == place | {"game_tree"}
    assert known("superloc") == place | {"game_tree"}
    assert known("superloc,worlds=10") == place | {"progress", "clears"}
    seen = place | {"progress", "secondary_safety", "lookahead"}
    assert known("lookahead@fast,endgame_worlds=0") == seen
    assert known("lookahead,endgame_worlds=0") == seen | {"instinct"}
    assert known("best@fast,endgame_worlds=0") == seen | {"hazard", "instinct"}
    played_out = {"rollouts", "games", "win"}
    assert known("best,endgame_worlds=0,stake=0,rollouts=60") == seen | {"hazard", "instinct"} | played_out


def test_rollouts_are_counted_within_the_budget() -> None:
    """The games of all candidates are those the setting allows, but for the last round."""
    board = sapper.Board.from_text(GUESS)
    choice = sapper.choose(board, "best,endgame_worlds=0,stake=0,rollouts=60,runners=3")
    played = [one for one in choice.candidates if one.games is not None]
    assert 60 <= sum(one.games or 0 for one in played) < 63
    assert all(one.rollouts is not None and 0 <= one.rollouts <= one.safety for one in played)
    assert choice.rule == "rollout"
    assert choice.win == pytest.approx(choice.candidates[0].win)
    assert choice.win == max(one.win for one in played if one.win is not None)


def test_a_game_tree_is_what_a_search_of_the_board_proves() -> None:
    """Every candidate wins what the board after it is worth, over its numbers."""
    board = sapper.Board.from_text(GUESS)
    choice, analysis = sapper.choose(board, "best"), sapper.analyze(board)
    assert choice.rule == "endgame"
    assert choice.win == pytest.approx(41 / 66) == choice.candidates[0].game_tree
    for one in choice.candidates:
        wins = 0.0
        for number, chance in enumerate(analysis.outcomes(one.cell).numbers):
            if chance > 0:
                value = sapper.win_value(board.replace({one.cell: number}))
                assert isinstance(value, sapper.Exact)
                wins += float(chance) * float(value.probability)
        assert one.game_tree == pytest.approx(wins)


def test_secondary_safety_is_the_safest_cell_after_each_number() -> None:
    """Without the weight of the second safest cell."""
    board = sapper.Board.from_text(GUESS)
    analysis = sapper.analyze(board)
    for one in sapper.choose(board, "lookahead@fast,endgame_worlds=0").candidates:
        safe = progress = 0.0
        for number, chance in enumerate(analysis.outcomes(one.cell).numbers):
            if chance > 0:
                after = float(np.nanmin(sapper.analyze(board.replace({one.cell: number})).mine_probability))
                safe += float(chance) * (1 - after)
                progress += float(chance) * (after == 0)
        assert one.secondary_safety == pytest.approx(safe)
        assert one.progress == pytest.approx(progress)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_certain_move_has_the_safe_cells_as_candidates(name: str) -> None:
    """Where a strategy estimates, it lists every cell."""
    board = sapper.Board.from_text("mines 1\n1.\n1.\n0.\n")
    choice = sapper.choose(board, name)
    assert (choice.cell in {(1, 1), (2, 1)}, choice.rule, choice.safety, choice.win) == (True, "certain", 1.0, None)
    assert not choice.is_guess
    assert choice.candidates[0].cell == choice.cell
    assert {one.cell for one in choice.candidates if one.safety == 1} == {(1, 1), (2, 1)}
    assert (len(choice.candidates) == 3) == (name == "automine")


def test_a_python_strategy_is_asked_too() -> None:
    """It may ask a named one itself."""

    def like_superloc(analysis: sapper.Analysis) -> Cell:
        return sapper.choose(analysis, "superloc", candidates=False).cell

    board = sapper.Board.from_text(GUESS)
    choice = sapper.choose(board, like_superloc)
    assert choice.cell == sapper.choose(board, "superloc").cell == choice.candidates[0].cell
    assert choice.rule == "python"
    assert choice.win is None
    assert len(choice.candidates) == 14
    assert sapper.choose(sapper.Board.from_text("mines 1\n1.\n1.\n0."), like_superloc).rule == "certain"
    mine = sapper.simulate("beginner", games=30, seed=1, strategy=like_superloc)
    theirs = sapper.simulate("beginner", games=30, seed=1, strategy="superloc")
    assert mine.wins == theirs.wins
    with pytest.raises(sapper.InputError, match="no hidden cell"):
        sapper.choose(board, lambda analysis: (1, 1))


def test_bad_input_raises_the_errors_of_the_package() -> None:
    """Unknown strategies, boards without a total, finished and contradictory boards, seeds."""
    board = sapper.Board.from_text(GUESS)
    for strategy in ("nosuch", "best@slow", "best,colour=1", 7):
        with pytest.raises(sapper.InputError):
            sapper.choose(board, strategy)  # type: ignore[arg-type]
    with pytest.raises(sapper.InputError):
        sapper.choose("....")  # type: ignore[arg-type]
    with pytest.raises(sapper.InputError, match="whole number"):
        sapper.choose(board, seed=0.5)  # type: ignore[arg-type]
    with pytest.raises(sapper.ContradictionError):
        sapper.choose(sapper.Board.from_text("mines 1\n2..\n...\n1..\n"))
    with pytest.raises(sapper.InputError, match="number of mines"):
        sapper.choose(sapper.Board.from_text("density 0.2\n1.\n..\n"))
    for strategy in ("best", "automine", "patterns"):
        with pytest.raises(sapper.InputError, match="every safe cell is revealed"):
            sapper.choose(sapper.Board.from_text("mines 1\n1.\n"), strategy)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_walk_has_the_candidates_of_every_guess(name: str) -> None:
    """Of the very game, dice included."""
    seen = 0
    for seed in range(6):
        walk = Walk.play(sapper.Layout.from_seed("9x9/16", seed=seed, start=(4, 4)), Strategy.parse(name))
        while walk.next is not None:
            candidates, certain = walk.weigh(), walk.next.kind in ("certain", "start")
            assert bool(candidates) is not certain
            if candidates:
                one, seen = candidates[0], seen + 1
                assert one.cell == walk.next.cell
                own = one.safety if one.estimate is None else one.estimate
                assert own == pytest.approx(walk.next.safety)
            walk.forward()
    assert seen > 3


@pytest.mark.parametrize("name", ["best", "superloc", "smartguess"])
def test_a_walk_that_plays_on_has_them_too(name: str) -> None:
    """Its strategy was asked move by move."""
    layout, seen = sapper.Layout.from_seed("9x9/16", seed=2, start=(4, 4)), 0
    walk = Walk.play_on(layout, [(4, 4)], Strategy.parse(name))
    while walk.next is not None:
        candidates = walk.weigh()
        assert not candidates or candidates[0].cell == walk.next.cell
        seen += bool(candidates)
        walk.forward()
    assert seen


def test_a_walk_without_its_strategy_has_no_candidates() -> None:
    """And one whose strategy moves otherwise by now says so."""
    layout = sapper.Layout.from_seed("9x9/16", seed=0, start=(4, 4))
    game, cells = Game(layout), [(4, 4)]
    game.reveal((4, 4))
    cell = sapper.analyze(game.board).safest_cells[-1]
    walk = Walk.replay(layout, [*cells, cell], [(1, "safest", 0.5)])
    walk.forward()
    with pytest.raises(sapper.InputError, match="without their strategy"):
        walk.weigh()


def test_explain_prints_the_move_and_the_table(tmp_path: Path) -> None:
    """As text and as JSON; without --strategy it explains as before."""
    file = tmp_path / "board.txt"
    file.write_text(GUESS)
    text = run("explain", str(file), "--strategy", "superloc,worlds=10").stdout
    assert text.startswith("superloc,worlds=10 reveals 1,0: superloc, nearly as safe")
    assert "progress" in text
    assert "clears" in text
    assert "rollouts" not in text
    told = json.loads(run("explain", str(file), "--strategy", "best", "--json").stdout)
    choice = sapper.choose(sapper.Board.from_text(GUESS), "best")
    assert (told["kind"], tuple(told["cell"]), told["rule"]) == ("choice", choice.cell, choice.rule)
    assert len(told["candidates"]) == len(choice.candidates)
    assert told["candidates"][0]["game_tree"] == choice.candidates[0].game_tree
    check_refused(run("explain", str(file), "0,0", "--strategy", "best"), "give --strategy or CELL, not both")
    check_refused(run("explain", str(file), "--seed", "3"), "--seed: valid only with --strategy")
    check_refused(run("explain", str(file), "--strategy", "nosuch"), "nosuch")
    assert json.loads(run("explain", str(file), "--json").stdout)["kind"] == "guess"


def test_solve_prints_the_candidates_of_every_guess(tmp_path: Path) -> None:
    """Only where they are asked for; of games of a run too."""
    order = ("solve", "--level", "9x9/16", "--seed", "3", "--strategy", "best")
    told = json.loads(run(*order, "--candidates", "--json").stdout)
    for move in told["moves"]:
        assert bool(move["candidates"]) == (move["kind"] not in ("certain", "start"))
    assert any(move["candidates"] for move in told["moves"])
    assert "candidates" not in json.loads(run(*order, "--json").stdout)["moves"][0]
    assert "secondary safety" in run(*order, "--candidates").stdout
    sapper.simulate("9x9/16", games=3, seed=1, strategy="superloc", folder=tmp_path / "run")
    again = run("solve", str(tmp_path / "run"), "--game", "2", "--candidates", "--json")
    assert again.exit_code == 0
    assert "candidates" in json.loads(again.stdout)["moves"][0]
