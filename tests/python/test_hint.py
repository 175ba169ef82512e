"""Hints: the easiest safe cell, and no more information than the strength allows."""

import json
import random

import numpy as np
import pytest
from command_line import run
from random_boards import random_rows

import sapper
from sapper import Board, InputError, Proof, Strength, Technique, _engine
from sapper.analysis.hint import give_hint
from sapper.bench.boards import stuck_position

BOARD = "mines 3\n0 1 . .\n0 2 . .\n0 1 . ."


def test_each_strength_tells_more():
    hints = [sapper.hint(Board.from_text(BOARD), strength=strength) for strength in Strength]
    assert all(hint.safe for hint in hints)
    assert [hint.corners is not None for hint in hints] == [False, True, True, True]
    assert [hint.technique is not None for hint in hints] == [False, True, True, True]
    assert [hint.cell for hint in hints] == [None, None, (1, 2), (1, 2)]
    assert [hint.proof is not None for hint in hints] == [False, False, False, True]
    assert "1,2" not in hints[0].text + hints[1].text
    assert hints[3].text == str(hints[3].proof)


def test_the_easiest_technique_comes_first():
    rng = random.Random(5)
    ranks = set()
    for _ in range(200):
        rows, mines = random_rows(rng)
        analysis = sapper.analyze(Board.from_rows(rows, mines=mines))
        hint = give_hint(analysis)
        assert hint.safe == bool(analysis.safe_cells)
        if not hint.safe:
            continue
        assert hint.cell in analysis.safe_cells
        assert isinstance(hint.proof, Proof)
        ranks.add(hint.technique)
        ranks_here = [analysis.explain(cell, easiest=True).technique for cell in analysis.safe_cells]
        assert hint.technique == hint.proof.technique == min(ranks_here)
        (top, left), (bottom, right) = hint.corners
        for row, col in (hint.cell, *hint.proof.clues):
            assert top <= row <= bottom
            assert left <= col <= right
    assert {Technique.SINGLE, Technique.PAIR, Technique.COUNTING} <= ranks


def test_a_board_to_guess_on_and_a_finished_one():
    stuck = stuck_position("expert", seed=3)
    for strength in ("any", "where"):
        hint = sapper.hint(stuck, strength=strength)
        assert (hint.safe, hint.cell) == (False, None)
        assert "guess" in hint.text
    hint = sapper.hint(stuck)
    assert (hint.safe, hint.cell) == (False, sapper.analyze(stuck).explain_guess().best)
    assert "{},{}".format(*hint.cell) in hint.text
    assert "left" in sapper.hint(Board.from_text("mines 1\n1.\n")).text


@pytest.mark.parametrize("strength", [0, 5, "loud", None, 2.5, [1], np.array([1, 2])], ids=str)
def test_unknown_strengths(strength):
    with pytest.raises(InputError, match="strength"):
        sapper.hint(Board.from_text(BOARD), strength=strength)


def test_the_commands(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    assert run("hint", file, "--strength", "any").stdout == "There is a safe cell.\n"
    assert run("hint", file).stdout == f"{sapper.hint(BOARD).text}\n"
    assert "1,2 is safe" in run("hint", file, "--strength", "why").stdout
    told = json.loads(run("hint", file, "--strength", "4", "--json").stdout)
    assert (told["cell"], told["rank"], told["proof"]["counter"]) == ([1, 2], 2, False)
    assert run("hint", file, "--strength", "loud").exit_code == 2
    assert "two clues compared" in run("explain", file, "1,2").stdout
    assert run("explain", file).stdout == run("explain", file, "1,2").stdout
    proof = json.loads(run("explain", file, "1,2", "--json").stdout)
    assert (proof["kind"], proof["technique"], proof["clues"]) == (
        "proof",
        "two clues compared",
        [[0, 1], [1, 1], [2, 1]],
    )
    witness = json.loads(run("explain", "1x3:1:a1a", "0,0", "--json").stdout)
    assert witness["kind"] == "witness"
    assert "Without:" in run("explain", "1x3:1:a1a", "0,0").stdout
    guess = json.loads(run("explain", "1x3:1:a1a", "--json").stdout)
    assert (guess["kind"], guess["win"]["type"], guess["forced"][0]["kind"]) == ("guess", "exact", "pair")
    assert "50/50" in run("explain", "1x3:1:a1a").stdout
    for bad in (["9,9"], ["x"], ["0,1"]):
        assert run("explain", "1x3:1:a1a", *bad).exit_code == 2


def test_a_hint_on_a_large_board_makes_its_shape_once(monkeypatch):
    """Above 65,536 cells every question about a cell made the shape again: 300x300 took more than 45 seconds."""
    made, make_grid = [], _engine.square_grid

    def counted(rows, cols):
        made.append((rows, cols))
        return make_grid(rows, cols)

    monkeypatch.setattr(_engine, "square_grid", counted)
    board = sapper.Board.from_text("mines 18000\n" + ("." * 301 + "\n") * 301)
    assert sapper.hint(board).text.startswith("Nothing is certain. Reveal 0,0")
    assert sapper.best_move(board).cell == (0, 0)
    assert made == [(301, 301)]
