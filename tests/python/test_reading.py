"""Boards as people have them: every kind of input gives the same board, and what may mean two things is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from random import Random

import numpy as np
import pandas
import polars
import pytest
from command_line import check_refused, run
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import boards, random_rows
from rich.console import Console

from sapper import (
    Board,
    Game,
    InputError,
    Layout,
    ParseError,
    Shape,
    View,
    analyze,
    analyze_many,
    choose,
    hint,
    win_value,
)
from sapper.draw.guesses import find_guesses
from sapper.draw.picture import draw_board, draw_risk
from sapper.draw.summary import draw_summary

WANTED = Board.from_text("mines 2\n1..\n1F?")
ROWS = [[1, -1, -1], [1, -2, -3]]


@pytest.mark.parametrize(
    "rows",
    [
        "1..\n1F?",
        "1 . .\n1 F ?\n",
        "1️⃣⬜⬜\n1️⃣🚩❓",
        "1🟦🟦\n1🚩❔",
        ["1..", "1F?"],
        ("1 . .", "1 F ?"),
        np.array(["1..", "1F?"]),
        pandas.Series(["1..", "1F?"]),
        [[1, None, -1], [1, "F", "?"]],
        [["1", ".", "-1"], ["1", "🚩", "❓"]],
        [(1, float("nan"), "_"), (1.0, "-2", -3)],
        [np.array([1, -1, -1]), np.array([1.0, -2.0, -3.0])],
        np.array([[1, np.nan, np.nan], [1, -2, -3]]),
        np.array([[1, None, "."], [1, "F", "?"]], dtype=object),
        np.array([["1", ".", "."], ["1", "F", "?"]]),
        np.array([[b"1", b".", b"."], [b"1", b"F", b"?"]]),
        np.ma.masked_equal([[1, 7, 7], [1, -2, -3]], 7),
        pandas.DataFrame(ROWS),
        pandas.DataFrame([[1, None, None], [1, -2, -3]]),
        pandas.DataFrame([[1, None, None], [1, -2, -3]], dtype="Int64"),
        pandas.DataFrame([["1", None, "."], ["1", "F", "?"]]),
        polars.DataFrame(ROWS, orient="row"),
        polars.DataFrame([[1, None, None], [1, -2, -3]], orient="row"),
        polars.DataFrame([["1", None, "."], ["1", "F", "?"]], orient="row"),
        "[[1, null, -1], [1, -2, -3]]",
        '[["1", ".", null], [1, "F", "?"]]',
        {"rows": ROWS},
        Board.from_text("density 0.5\n1..\n1F?"),
    ],
    ids=lambda rows: f"{type(rows).__name__}-{str(rows)[:24]!r}",
)
def test_every_form_gives_the_same_board(rows):
    assert Board.from_rows(rows, mines=2) == WANTED


@pytest.mark.parametrize(
    "source", [str(WANTED), WANTED.position, WANTED.to_json(), json.loads(WANTED.to_json()), WANTED]
)
def test_a_board_that_tells_its_mines_needs_no_number(source):
    assert Board.from_rows(source) == WANTED
    assert Board.from_rows(source, mines=3).mines == 3
    assert Board.from_rows(source, density=0.25).density == 0.25


@pytest.mark.parametrize("call", [analyze, hint, win_value, choose], ids=lambda call: call.__name__)
def test_every_function_reads_every_form(call):
    wanted = call(WANTED)
    for source, options in (
        (ROWS, {"mines": 2}),
        (str(WANTED), {}),
        (["1..", "1F?"], {"mines": 2}),
        ([[1, 10, 10], [1, 11, 10]], {"mines": 2, "codes": "ms_toollib"}),
        ([[1, 9, 9], [1, "F", "?"]], {"mines": 2, "codes": {9: "hidden"}}),
        (pandas.DataFrame(ROWS), {"mines": 2}),
    ):
        found = call(source, **options)
        if call is analyze:
            assert np.array_equal(found.mine_probability, wanted.mine_probability, equal_nan=True)
        else:
            assert found == wanted


def test_many_boards_of_any_form():
    found = analyze_many([ROWS, "1..\n1F?", WANTED], mines=2)
    assert [one.board for one in found] == [WANTED] * 3
    with pytest.raises(InputError) as caught:
        analyze_many([ROWS, [[7.5]]], mines=2)
    assert caught.value.__notes__ == ["this is board 1, counted from 0"]


def test_no_library_of_data_frames_is_imported():
    code = "import sys, sapper; sapper.analyze([[1, None]], mines=1); print({'pandas', 'polars'} & set(sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
    )


# --- codes ---


def test_codes_of_ms_toollib():
    cells = np.full((3, 10), 10)
    cells[1] = [0, 1, 8, 10, 11, 12, 14, 15, 16, 18]
    board = Board.from_rows(cells, mines=20, codes="ms_toollib")
    assert board.cells[1].tolist() == [0, 1, 8, -1, -2, -1, -1, -4, -4, -1]
    assert Board.from_rows(cells.tolist(), mines=20, codes="ms-toollib") == board
    text = "\n".join(" ".join(map(str, row)) for row in cells.tolist())
    assert Board.from_rows(text, mines=20, codes="ms_toollib") == board
    assert Board.from_rows(text.replace(" ", ","), mines=20, codes="ms_toollib") == board
    with pytest.raises(InputError, match=r"-1 is no code of ms_toollib.*at 0,1"):
        Board.from_rows([[1, -1]], mines=1, codes="ms_toollib")


def test_codes_of_the_caller():
    assert Board.from_rows([[9, "x"], [1, 1]], mines=2, codes={9: View.MINE, "x": "hidden"}).position == "2x2:2:Ma/11"
    assert Board.from_text("x1\n91", mines=2, codes={"x": "hidden", 9: "flag"}).position == "2x2:2:a1/F1"
    assert Board.from_rows([["", 1]], mines=1, codes={"": "hidden"}).position == "1x2:1:a1"
    assert Board.from_rows("⬜⬛\n⬜1", mines=1, codes={"⬛": 1}).position == "2x2:1:a1/a1"
    assert Board.from_rows("##\n11", mines=1, codes={"#": "hidden"}).position == "2x2:1:b/11"
    assert Board.from_rows([["#", 1]], mines=1, codes={"#": "hidden"}).position == "1x2:1:a1"


def test_blank_zeros_of_a_text():
    board = Board.from_text("mines 1\n 1.\n 11\n\n", codes={" ": 0})
    assert board.position == "2x3:1:01a/011"
    assert Board.from_rows([" 1.", " 11", ""], mines=1, codes={" ": 0}).position == "2x3:1:01a/011"
    assert Board.from_rows(["   ", " 11", " 1."], mines=1, codes={" ": 0}).position == "3x3:1:000/011/01a"


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        ([[9, -1]], ["9 may be a mine, a flag or a hidden cell", "codes={9: 'mine'}", "at 0,0"]),
        (np.array([[-1, 9.0]]), ["9 may be", "at 0,1"]),
        (np.array([[-1, 9]]), ["9 may be", "at 0,1"]),
        ("9.", ["9 may be", "codes={9: 'mine'}", "(line 1, column 1)"]),
        ([[10, 1]], ["10", "codes='ms_toollib'", "at 0,0"]),
        ([["", 1]], ["blank", "codes={'': 0}"]),
        ([[" ", 1]], ["blank", "codes={' ': 0}"]),
        ("1 1\n...", ["row 1 has 3 cells instead of 2", "codes={' ': 0}"]),
        ("⬜⬛", ["'⬛' beside '⬜'", "codes={'⬛': 0}"]),
        ([["⬜", "."]], ["'⬜' beside '.'", "codes={'⬜': 0}", "at 0,0"]),
        ([["#", 1]], ["'#'", "codes={'#': 'hidden'}"]),
        ("#1", ["codes={'#': 'hidden'}"]),
        ([["@", 1]], ["'@'", "at 0,0"]),
    ],
    ids=str,
)
def test_what_may_mean_several_things_is_refused(rows, parts):
    with pytest.raises(InputError) as caught:
        Board.from_rows(rows, mines=1)
    assert [part for part in parts if part not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("codes", "part"),
    [
        ("other", "ms_toollib"),
        ({9: "bomb"}, "'bomb'"),
        ({9: 9}, "9"),
        (7, "7"),
        ({9: True}, "True"),
        ({9: None}, "None"),
    ],
    ids=str,
)
def test_bad_codes(codes, part):
    with pytest.raises(InputError, match=part):
        Board.from_rows([[1, -1]], mines=1, codes=codes)


def test_codes_of_several_characters_are_refused_in_a_text():
    with pytest.raises(InputError, match="several characters"):
        Board.from_text("1.", mines=1, codes={"xx": "hidden"})
    with pytest.raises(ParseError, match="tab"):
        Board.from_text("1\t.", mines=1, codes={" ": 0})


# --- what we print reads back ---


def print_of(*parts, width, colour=False):
    out = StringIO()
    console = Console(file=out, width=width, color_system="truecolor" if colour else None, force_terminal=colour)
    for part in parts:
        console.print(part, crop=False)
    return re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())


def seen_in_a_drawing(board):
    """What a drawing shows: certain mines as mines, except under a mark, and the safest guesses without marks."""
    analysis = analyze(board)
    best = [cell for guesses in find_guesses(analysis)[:1] for cell in guesses.cells]
    changes = {cell: int(View.MINE) for cell in analysis.mine_cells if board[cell] in (-1, -4)}
    return board.replace(changes | (dict.fromkeys(best, -1) if len(best) <= 12 else {}))


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32), width=st.integers(20, 130))
def test_a_drawing_reads_back(seed, width):
    rng = Random(seed)
    rows, mines = random_rows(rng)
    marked = [[rng.choice((-1, -1, -1, -2, -3)) if value < 0 else value for value in row] for row in rows]
    board = Board.from_rows(marked, mines=mines) if seed % 2 else Board.from_rows(marked, density=0.3)
    analysis = analyze(board)
    text = print_of(draw_board(analysis), "", draw_summary(analysis), width=width)
    found = Board.from_text(text)
    assert found.cells.tolist() == seen_in_a_drawing(board).cells.tolist()
    assert (found.mines, found.density) == (board.mines, board.density)
    assert np.allclose(analyze(found).mine_probability, analysis.mine_probability, rtol=1e-9, atol=0, equal_nan=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("width", [40, 64, 80, 100, 160])
@pytest.mark.parametrize("colour", [False, True])
def test_a_drawing_of_a_game_reads_back(seed, width, colour):
    game = Game(Layout.from_seed("expert", seed=seed))
    game.reveal((3, 3))
    text = print_of(draw_board(analyze(game.board)), width=width, colour=colour)
    shown = seen_in_a_drawing(game.board)
    assert Board.from_text(text, mines=99) == shown
    assert Board.from_text(f"mines 99\n{text}") == shown
    with pytest.raises(ParseError, match="does not tell the number of mines"):
        Board.from_text(text)


def test_a_drawing_of_risks_reads_back():
    board = Board.from_text("mines 2\n1..\n0F.")
    risk = np.array([[np.nan, 0.25, 0.5], [np.nan, np.nan, 0.0]])
    assert Board.from_text(print_of(draw_risk(board, risk), width=60), mines=2).position == "2x3:2:1b/0Fa"


def test_numbers_around_a_picture_are_read():
    assert Board.from_text("  0 1 2\n0 . . 1\n1 1   1\n", mines=1).position == "2x3:1:b1/101"
    # Without numbers before the rows it is a picture whose first row is indented.
    assert Board.from_text("  0 1 1\n0 1 .\n", mines=1).position == "2x3:1:011/01a"


@pytest.mark.parametrize("command", [("analyze",), ("rate", "--level", "expert", "--seed", "3")])
def test_what_commands_print_reads_back(command, tmp_path):
    board = Board.from_text("mines 3\n0 1 . .\n0 2 . .\n0 1 . .")
    if command == ("analyze",):
        out = run("analyze", "-", stdin=str(board)).stdout
        assert Board.from_text(out).cells.tolist() == seen_in_a_drawing(board).cells.tolist()
    else:
        out = run(*command).stdout
        assert Board.from_text(out.partition("A guess is needed here:\n")[2]).rows == 16


@settings(max_examples=100)
@given(boards())
def test_every_text_of_a_board_reads_back(board):
    for text in (str(board), board.position, board.to_json()):
        assert Board.from_rows(text) == board
    assert Board.from_rows(np.asarray(board), mines=board.mines, density=board.density) == board


@settings(max_examples=200)
@given(st.text(alphabet=" 0123456789.F?*#>ok%<\ncolumns-,;🚩⬜\t", max_size=60))
def test_any_text_is_a_board_or_refused(text):
    with suppress(InputError):
        Board.from_rows(text, mines=0)


@settings(max_examples=200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=2),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
        max_leaves=12,
    )
)
def test_any_value_is_a_board_or_refused(value):
    with suppress(InputError):
        Board.from_rows(value, mines=0)


# --- on the command line ---


def test_rows_in_json_on_the_command_line():
    out = run("analyze", "-", "--mines", "1", "--json", stdin="[[1, null], [1, -1]]")
    assert out.exit_code == 0
    assert json.loads(out.stdout)["worlds"] == "2"


@pytest.mark.parametrize(
    ("arguments", "text", "part"),
    [
        (("analyze", "-"), "0 1 .", "--mines 10 or, where it is unknown, their density as --density 0.2"),
        (("hint", "-", "--mines", "1"), "9.", "--codes 9=mine"),
        (("explain", "-", "--mines", "1"), "1 1\n...", "--codes blank=0"),
        (("analyze", "-", "--mines", "1"), "#1", "--codes #=hidden"),
        (("analyze", "-", "--mines", "1"), "[[10, 1]]", "--codes ms_toollib"),
        (("analyze", "1x2:1:1a", "--max-states", "0"), "", "--max-states must be at least 1"),
        (("reference", "groups", "ab/1c"), "", "give --mines 6"),
        (("analyze", "1x2:1:1a", "--codes", "9="), "", "code=meaning"),
    ],
    ids=str,
)
def test_errors_of_commands_speak_of_options(arguments, text, part):
    check_refused(run(*arguments, stdin=text), part)


def test_codes_on_the_command_line():
    for codes, text in (("ms_toollib", "10 1\n11 1"), ("9=hidden", "91\nF1"), ("blank=hidden", " 1\nF1")):
        out = run("analyze", "-", "--mines", "1", "--codes", codes, "--json", stdin=text)
        assert json.loads(out.stdout)["worlds"] == "2"


# --- what a board tells ---


def test_shape_hidden_cells_and_neighbours():
    board = Board.from_text("mines 2\n1.F\n0?*\n..#")
    assert board.shape == (3, 3) == np.asarray(board).shape
    assert board.shape in {(3, 3)}
    assert Shape.torus(3, 3) != (3, 3)
    assert board.hidden_cells == [(0, 1), (0, 2), (1, 1), (2, 0), (2, 1)]
    assert board.neighbours((0, 0)) == [(0, 1), (1, 0), (1, 1)]
    assert (2, 2) not in board.neighbours((1, 1))
    with pytest.raises(InputError, match="outside"):
        board.neighbours((3, 0))
    assert np.asarray(board).dtype == np.int8
    assert np.asarray(board, dtype=float).tolist() == board.cells.tolist()
    assert (np.array(board) == board.cells).all()
    with pytest.raises(ValueError, match="copy"):
        np.asarray(board, copy=False)


def test_an_analysis_taken_for_a_board_names_its_board():
    analysis = analyze([".1."], mines=1)
    with pytest.raises(InputError, match=r"not <Analysis of 1x3.*>; its attribute board is one"):
        analyze(analysis)


def test_the_worlds_that_explain_prints_read_back():
    board = "4x4:6:d/a13a/d/d"
    printed = run("explain", board, "0,0").stdout
    _, with_mine, without = re.split(r"\n\n(?:With a mine there|Without):\n", printed)
    witness = analyze(board).explain((0, 0))
    for text, world in ((with_mine, witness.with_mine), (without, witness.without)):
        layout = Layout.from_text(text)
        assert layout.mines == [tuple(cell) for cell in np.argwhere(world).tolist()]
        assert Layout.from_text(str(layout)) == layout
