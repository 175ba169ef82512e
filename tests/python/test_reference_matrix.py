"""Rule sets and matrices: its games, and its command."""

import json
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from command_line import check_refused, run, written

import sapper
from sapper.reference import matrix
from sapper.reference.groups import EXAMPLE, THREES
from sapper.reference.rule_matrix import Row, SetRule, walk_matrix, walk_rules


@pytest.mark.parametrize(("level", "games"), [("beginner", 3000), ("intermediate", 2000), ("expert", 1000)])
def test_it_wins_about_as_often_as_published(level, games):
    """In 19 of 20 runs the rate is within about two points of the true one; these games are always the same."""
    won, played = matrix.LEVELS[level]
    results = matrix.play(level, games=games, threads=2)
    assert results.rate.value == pytest.approx(won / played, abs=0.02)
    assert all(count > 0 for count in results.counted.values())
    assert results.longest > results.mean > 0
    won = results.rate.wins
    assert results.mean * games == pytest.approx(results.mean_won * won + results.mean_lost * (games - won))


def test_a_board_that_is_wide_open_does_not_hang():
    board = sapper.Board.from_text(THREES)
    cell, kind, safety, _ = sapper._engine.choose_move(board._handle, "matrix", {}, 0)
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


def test_ties_in_a_row_go_to_its_left_or_right():
    board = sapper.Board.from_rows([[-1] * 5, [-1, -1, 1, -1, -1], [-1] * 5], mines=3)
    moves = [sapper._engine.choose_move(board._handle, "matrix", {"ties": side}, 0)[0] for side in ("left", "right")]
    assert moves == [(0, 1), (0, 3)]
    assert sapper._engine.choose_move(board._handle, "matrix", {}, 0)[0] == (0, 1)
    assert walk_matrix(board).clicks == ((0, 3),)


def test_the_command():
    lines = run("reference", "matrix", "--games", "30").stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["level", "beginner", "intermediate", "expert"]
    assert "90.58 % (90.52 to 90.64)" in lines[1]
    assert any("57 min 27 s" in line for line in lines)
    found = json.loads(run("reference", "matrix", "--games", "30", "--level", "expert", "--json").stdout)
    assert found["rate"]["games"] == 30
    assert found["published"] == {"wins": 135_488, "games": 355_608}


def test_what_the_command_refuses():
    check_refused(run("reference", "matrix", "--level", "hard"), "unknown level 'hard'")
    check_refused(run("reference", "matrix", "--games", "0"), "games must be at least 1")
    with pytest.raises(sapper.InputError, match="games"):
        matrix.play("beginner", games=-1)


# The document's own example of two rules and what they are simplified to.
SPACES = ["{1 mine in spaces (0,1) and (1,1)}", "{1 mine in space (0,1)}"]


@pytest.mark.parametrize("rules", [SPACES, [text.strip("{}") for text in SPACES], ["1:(0,1),(1,1)", "1:(0, 1)"]])
def test_the_documents_rules_are_read_and_reduced(rules):
    walk = walk_rules(rules)
    assert list(map(str, walk.rules)) == SPACES
    assert [(step.kind, str(step.before), str(step.after)) for step in walk.steps] == [
        ("subset", SPACES[0], "{0 mines in space (1,1)}")
    ]
    assert list(map(str, walk.reduced)) == ["{0 mines in space (1,1)}", SPACES[1]]
    assert (walk.safe, walk.mines, walk.clicks) == (((1, 1),), ((0, 1),), ((1, 1),))
    solution = sapper.solve_rules(rules)
    assert (solution.safe_cells, solution.mine_cells) == ([(1, 1)], [(0, 1)])


def test_the_command_solves_the_documents_rules():
    result = run("reference", "matrix", "--rule", SPACES[0], "--rule", SPACES[1])
    assert f"rule 1: {SPACES[0]} becomes {{0 mines in space (1,1)}}: rule 2 is taken out" in result.stdout
    assert f"rule 2: {SPACES[1]}, so these are mines" in result.stdout
    found = json.loads(run("reference", "matrix", "--rule", SPACES[0], "--rule", SPACES[1], "--json").stdout)
    assert found["mine_probability"] == {"(0,1)": "1", "(1,1)": "0"}
    assert found["steps"][0]["after"] == {"mines": 0, "cells": ["(1,1)"]}


def test_equal_rules_become_one_and_known_cells_leave_the_others():
    walk = walk_rules(["2:a,b", "1:b,c", "2:b,a", "1:c,d"])
    assert [(step.kind, step.rule, step.by) for step in walk.steps] == [
        ("duplicate", 2, 0),
        ("known", 1, 0),
        ("subset", 3, 1),
    ]
    assert walk.reduced == (SetRule(2, ("a", "b")), SetRule(0, ("c",)), SetRule(1, ("d",)))
    assert walk.matrices == ()


def operate(rows, text):
    """The rows after an operation, done as its text says."""
    target, is_sum, formula = text.partition(" = ")
    if is_sum:
        scope = {f"R{number}": np.array([*row.factors, row.mines]) for number, row in enumerate(rows, 1)}
        changed = eval(re.sub(r"([0-9]) R", r"\1 * R", formula), {}, scope)
        assert np.array_equal(changed, changed.astype(int))
        row = int(target[1:]) - 1
        return [*rows[:row], Row(tuple(changed[:-1].astype(int).tolist()), int(changed[-1])), *rows[row + 1 :]]
    named = [int(number) - 1 for number in re.findall(r"R(\d+)", target)]
    if target.startswith("swap"):
        first, second = named
        rows[first], rows[second] = rows[second], rows[first]
        return rows
    assert target.startswith("remove")
    assert all(not any(rows[row].factors) and rows[row].mines == 0 for row in named)
    return [row for place, row in enumerate(rows) if place not in named]


def test_row_operations_one_by_one():
    """Each row follows from the rows before by its text; each of the last rows has a column of its own."""
    rng, kinds = random.Random(3), set()
    for _ in range(150):
        mined = {name: rng.random() < 0.5 for name in "abcdefgh"}
        sets = [rng.sample("abcdefgh", rng.randint(3, 5)) for _ in range(rng.randint(3, 7))]
        walk = walk_rules([sapper.Rule(sum(mined[name] for name in names), names) for names in sets])
        for found in walk.matrices:
            rows = list(found.rows)
            for operation in found.operations:
                rows = operate(rows, operation.text)
                assert tuple(rows) == operation.rows
                kinds |= {sign for sign in ("swap", "remove", "/", "= -", "+", "= 2 ") if sign in operation.text}
            assert tuple(rows) == found.reduced
            for row, column in enumerate(found.own):
                assert [line.factors[column] != 0 for line in rows].count(True) == 1
                assert rows[row].factors[column] > 0
    assert len(kinds) == 6


def test_the_walk_agrees_with_the_analysis_and_with_the_strategy():
    rng, guesses = random.Random(9), 0
    for seed in range(120):
        level = sapper.Level(rng.randint(2, 8), rng.randint(2, 9), 1)
        level = sapper.Level(level.rows, level.cols, rng.randint(1, level.rows * level.cols // 3))
        layout = sapper.Layout.from_seed(level, seed=seed, first_click="none")
        safe = [(r, c) for r in range(level.rows) for c in range(level.cols) if (r, c) not in layout.mines]
        game = sapper.Game(layout)
        for cell in rng.sample(safe, min(len(safe) - 1, rng.randint(1, 6))):
            if game.status == "playing":
                game.reveal(cell)
        if game.status == "won":
            continue
        board = game.board
        walk, analysis = walk_matrix(board), sapper.analyze(board)
        assert walk.worlds == analysis.worlds
        for cell, chance in walk.mine_fraction.items():
            assert chance == analysis.mine_fraction(cell), (board, cell)
        move, _, safety, _ = sapper._engine.choose_move(board._handle, "matrix", {"ties": "right"}, 0)
        guesses += safety < 1
        assert move in walk.clicks if safety == 1 else (move,) == walk.clicks, board
    assert guesses > 20


def test_rules_agree_with_solve_rules():
    rng = random.Random(2)
    for _ in range(100):
        mined = {name: rng.random() < 0.4 for name in "abcdefgh"}
        sets = [rng.sample("abcdefgh", rng.randint(1, 5)) for _ in range(rng.randint(1, 5))]
        rules = [sapper.Rule(sum(mined[name] for name in names), names) for names in sets]
        named = {name for names in sets for name in names}
        mines = rng.choice([None, sum(mined[name] for name in named)])
        walk, solution = walk_rules(rules, mines=mines), sapper.solve_rules(rules, mines=mines)
        assert walk.worlds == solution.worlds
        for name in named:
            assert walk.mine_fraction[name] == solution.mine_fraction(name)


@pytest.mark.parametrize("board", ["abcd/e13f/ghij/klmn", EXAMPLE])
def test_the_command_walks_a_board(tmp_path, board):
    file = board if "/" in board else written(tmp_path, board)
    result = run("reference", "matrix", file, "--mines", 6)
    assert result.exit_code == 0, result.stderr
    for text in (
        "[1]  [3]",
        "R1: 1 1 0 | 1",
        "R1 = R1 - R2",
        "R1:  1  0 -1 | -2",
        "mines by column 0 1 2, ways 12",
        "from 66 worlds",
        "15/22   0.681818181818   beside no clue",
        "(>9) (18) (18) (76)",
    ):
        assert text in result.stdout, text
    assert "\x1b" not in result.stdout


def test_the_board_is_coloured():
    """Needed clues are orange, hidden cells near them magenta."""
    console_text = run("reference", "matrix", "1x5:2:a1c", env={"FORCE_COLOR": "1", "COLORTERM": "truecolor"}).stdout
    assert "48;2;255;153;0m [1] " in console_text
    assert "48;2;176;0;176m (.) " in console_text


def test_a_board_as_json():
    found = json.loads(run("reference", "matrix", "abcd/e13f/ghij/klmn", "--mines", 6, "--json").stdout)
    assert found["needed"] == [[1, 1], [1, 2]]
    assert len(found["near"]) == 10
    assert found["rules"][0] == {"clue": [1, 1], "mines": 1, "cells": list("abceghi")}
    assert found["matrices"][0]["operations"] == [{"text": "R1 = R1 - R2", "rows": [[1, 0, -1, -2], [0, 1, 1, 3]]}]
    assert found["mine_probability"]["n"] == str(Fraction(45, 66))
    assert found["clicks"] == ["a"]


def test_boards_and_rules_the_walk_refuses(tmp_path):
    check_refused(run("reference", "matrix", "1x3:0:a1a"), "0,1")
    check_refused(run("reference", "matrix", "1x2:0:00"), "no hidden cell")
    check_refused(run("reference", "matrix", "ab/1a", "--mines", 1), "line 2, column 2", "'a' stands for two cells")
    check_refused(run("reference", "matrix", tmp_path / "none.txt"), "none.txt")
    check_refused(run("reference", "matrix", "1x2:1:1a", "--rule", "1:a"), "or --rule, not both")
    check_refused(run("reference", "matrix", "--mines", 3), "--mines: valid only with")
    check_refused(run("reference", "matrix", "--rule", "one mine"), "'one mine'")
    check_refused(run("reference", "matrix", "--rule", "1 mine in spaces"), "'1 mine in spaces'")
    check_refused(run("reference", "matrix", "--rule", "1:(0,1),(0, 1)"), "(0, 1)", "twice")
    check_refused(run("reference", "matrix", "--rule", "0-1:(0,1),b"), "not a range as in '0-1:(0,1),b'")
    check_refused(
        run("reference", "matrix", "--rule", "1:a,b", "--rule", "0:(1,2),a", "--rule", "0:b"), "'0:(1,2),a'"
    )
    check_refused(run("reference", "matrix", "--rule", "0:"), "name no cell")
    with pytest.raises(sapper.LimitError, match="more than 10 trials"):
        walk_matrix(sapper.Board.from_text(THREES), max_trials=10)
    with pytest.raises(sapper.InputError, match="total of mines"):
        walk_matrix(sapper.Board.from_text("density 0.2\n.1."))
    with pytest.raises(sapper.InputError, match="max_trials"):
        walk_rules(SPACES, max_trials=0)


@pytest.mark.parametrize(
    ("text", "count", "cells"),
    [
        ("2 mines in cells a, b and (3,4)", 2, ("a", "b", (3, 4))),
        ("{ 0-1 mines in spaces (0, 1),c }", (0, 1), ((0, 1), "c")),
        ("1:(0,1),f(x,y)", 1, ((0, 1), "f(x,y)")),
    ],
)
def test_names_in_rules(text, count, cells):
    assert sapper.Rule.parse(text) == sapper.Rule(count, cells)
