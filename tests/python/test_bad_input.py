"""Every bad input raises a SapperError that names the place of the fault, and no call hangs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from oracle.boards import lattice, played
from oracle.brute import FLAG, HIDDEN, MINE, brute_force, read_board, read_rules
from oracle.checks import check_conflict

from sapper import (
    Board,
    ContradictionError,
    InputError,
    LimitError,
    ParseError,
    SapperError,
    analyze,
    analyze_many,
    simulate,
    solve_rules,
)
from sapper.analysis.rules import Rule
from sapper.reference.pieces import play_pieces
from sapper.run.gallery.entries import choose_entries
from sapper.run.gallery.play import play_gallery
from sapper.run.spec import RunSpec
from sapper.words.catalogue import ENGLISH

PLAIN = [[HIDDEN, 1, HIDDEN], [HIDDEN, HIDDEN, HIDDEN]]


def refused(error, words, call, *args, **options):
    """Check that the call raises this error, with a short message that contains each of the words."""
    with pytest.raises(error) as caught:
        call(*args, **options)
    message = str(caught.value)
    assert isinstance(caught.value, SapperError)
    assert len(message) < 1000
    for word in words:
        assert word in message, (word, message)
    return caught.value


def names_cell(message, cell):
    return f" {cell[0]},{cell[1]}" in message


# --- boards ---


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], []),
        ([[]], []),
        ([[], []], []),
        (np.zeros((0, 5), dtype=np.int8), []),
        ([[HIDDEN, HIDDEN], [HIDDEN]], ["row 1", "1 cells"]),
        ([[HIDDEN], [HIDDEN, HIDDEN]], ["row 1", "2 cells"]),
        ([[HIDDEN], 7], ["row 1"]),
        ([[HIDDEN], None], ["row 1"]),
        (7, []),
        (None, []),
        (np.full(5, HIDDEN), []),
        (np.full((2, 2, 2), HIDDEN), []),
        (np.full((2, 2), 0.5), ["0.5"]),
        (np.array([["a", "b"]]), []),
    ],
    ids=str,
)
def test_what_is_no_board(rows, words):
    refused(InputError, words, Board.from_rows, rows, mines=1)


@pytest.mark.parametrize("value", [-6, -128, 27, 255, 10**30, -(10**30), 1.5, float("inf"), "x", "12", True, [], 1j])
def test_what_is_no_cell(value):
    error = refused(InputError, ["at 1,2"], Board.from_rows, [[HIDDEN] * 3, [HIDDEN, HIDDEN, value]], mines=1)
    assert error.cell == (1, 2)


@pytest.mark.parametrize("value", [-6, 27, 100])
def test_what_is_no_cell_in_an_array(value):
    rows = np.full((2, 3), HIDDEN, dtype=np.int64)
    rows[1, 2] = value
    refused(InputError, [str(value), "at 1,2"], Board.from_rows, rows, mines=1)


def test_array_values_do_not_wrap_around():
    # 255 is -1 and 2 ** 32 - 1 is -1 if cut to fewer bits.
    for dtype, value in ((np.uint8, 255), (np.uint32, 2**32 - 1), (np.int64, 2**32 - 1), (np.int64, 256)):
        rows = np.zeros((2, 3), dtype=dtype)
        rows[1, 2] = value
        refused(InputError, ["at 1,2"], Board.from_rows, rows, mines=0)


@pytest.mark.parametrize(
    ("rows", "cell"),
    [
        ([[4, HIDDEN], [HIDDEN, HIDDEN]], (0, 0)),
        ([[HIDDEN] * 3, [HIDDEN, 8, -5], [HIDDEN] * 3], (1, 1)),
        ([[HIDDEN, HIDDEN, 2], [-5, -5, -5]], (0, 2)),
        ([[1]], (0, 0)),
    ],
    ids=str,
)
def test_a_clue_above_its_neighbours(rows, cell):
    clue = rows[cell[0]][cell[1]]
    error = refused(InputError, [str(clue), f"at {cell[0]},{cell[1]}"], Board.from_rows, rows, mines=0)
    assert error.cell == cell


@pytest.mark.parametrize(
    ("count", "words"),
    [
        ({"mines": 6}, ["6"]),
        ({"mines": 10**30}, []),
        ({"mines": -1}, ["-1"]),
        ({"mines": 1.5}, ["1.5"]),
        ({"mines": "two"}, ["two"]),
        ({"mines": True}, ["True"]),
        ({"mines": float("nan")}, ["nan"]),
        ({"density": float("nan")}, ["nan"]),
        ({"density": float("inf")}, ["inf"]),
        ({"density": 0.0}, ["0"]),
        ({"density": 1.0}, ["1"]),
        ({"density": -0.25}, ["-0.25"]),
        ({"density": 7}, ["7"]),
        ({"density": "many"}, ["many"]),
        ({"density": 0.5, "mines": 1}, ["density", "mines"]),
        ({}, ["density", "mines"]),
    ],
    ids=str,
)
def test_wrong_mine_counts(count, words):
    refused(InputError, words, Board.from_rows, PLAIN, **count)


def test_fewer_mines_than_are_shown():
    refused(InputError, ["2", "1"], Board.from_rows, [[MINE, MINE, HIDDEN]], mines=1)


def test_absurd_sizes():
    # A billion cells and more, none of them in memory.
    for shape in ((100_000, 100_000), (10**9, 1), (1, 10**9), (2**20, 2**20)):
        cells = np.broadcast_to(np.int8(HIDDEN), shape)
        refused((LimitError, InputError), [], Board.from_rows, cells, mines=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "\0\1\2\xff\xfe" * 50,
        "@" * 10_000_000,
        "{" * 100_000,
        "[" * 100_000,
        '{"rows": [[-1, -1], [-1]], "mines": 1}',
        '{"rows": [[-1, 1.5]], "mines": 1}',
        '{"rows": [[-1, Infinity]], "mines": 1}',
        '{"rows": "many", "mines": 1}',
        '{"rows": [[-1]], "mines": -1}',
        '{"rows": [[-1]], "mines": 1e400}',
        '{"rows": [[-1, -1]], "density": NaN}',
        '{"rows": [[-1, -1',
        '{"mines": 3}',
        "null",
        "\ud800",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_texts_that_are_no_board(text):
    refused(InputError, [], Board.from_text, text)


def test_a_text_fault_is_placed():
    error = refused(ParseError, [], Board.from_text, "...\n.@.\n...", mines=1)
    assert (error.line, error.column) == (2, 2)


# --- contradictions ---


@pytest.mark.parametrize(
    ("rows", "mines", "clues", "needs_total"),
    [
        ([[0, HIDDEN, 1]], 1, [(0, 0), (0, 2)], False),
        ([[0, 1]], 0, [(0, 1)], False),
        ([[MINE, 0, HIDDEN]], 1, [(0, 1)], False),
        ([[MINE, 1, HIDDEN]], 2, [(0, 1)], True),
        ([[HIDDEN, 1, HIDDEN]], 2, [(0, 1)], True),
        ([[HIDDEN, 1, HIDDEN, HIDDEN, HIDDEN, 1, HIDDEN]], 1, [(0, 1), (0, 5)], True),
        ([[HIDDEN, 1, HIDDEN, HIDDEN]], 0, [(0, 1)], True),
        ([[0, HIDDEN]], 1, [(0, 0)], True),
    ],
    ids=str,
)
def test_contradictory_clues_are_named(rows, mines, clues, needs_total):
    error = refused(ContradictionError, [], analyze, Board.from_rows(rows, mines=mines))
    assert sorted(error.clues) == clues
    assert error.needs_total is needs_total
    assert all(names_cell(str(error), clue) for clue in clues)


def test_a_wrong_clue_on_a_large_board_is_found():
    rows = played(60, 60, 720, seed=1)
    revealed = [(r, c) for r in range(60) for c in range(60) if rows[r][c] >= 2]
    for r, c in revealed[:: len(revealed) // 5]:
        wrong = [row[:] for row in rows]
        wrong[r][c] = 0
        error = refused(ContradictionError, [], analyze, Board.from_rows(wrong, mines=720))
        puzzle = read_board(wrong, mines=720)
        chosen = [puzzle.clues[clue] for clue in error.clues]
        assert len(chosen) <= 8
        # Brute force needs only the cells of the named clues.
        assert not error.needs_total
        cells = {cell for i in chosen for cell in puzzle.rules[i][2]}
        small = read_rules([], cells=sorted(map(str, cells))).with_rules(
            (lo, hi, tuple(map(str, among))) for lo, hi, among in (puzzle.rules[i] for i in chosen)
        )
        check_conflict(range(len(chosen)), False, small)


def test_trusted_flags_can_contradict():
    board = Board.from_rows([[FLAG, 1, FLAG]], mines=1)
    assert analyze(board).worlds == 2
    refused(SapperError, [], analyze, board, trust_flags=True)
    board = Board.from_rows([[FLAG, 0, HIDDEN]], density=0.5)
    error = refused(ContradictionError, [], analyze, board, trust_flags=True)
    assert error.clues == [(0, 1)]


def test_a_contradiction_tells_its_clues_as_asked():
    error = refused(ContradictionError, [], analyze, Board.from_rows([[0, HIDDEN, 1]], mines=1))
    assert str(error) == "the clues at 0,0 and 0,2 cannot both hold"
    assert error.reason == "the clues cannot both hold"
    assert error.tell(ENGLISH.spell) == "the clues at row 1 column 1 and row 1 column 3 cannot both hold"
    many = ContradictionError("the clues at {clues} cannot all hold", [(0, col) for col in range(10)], False)
    assert str(many).endswith("0,6, 0,7 and 2 more cannot all hold")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1x3:0:001", "the 1 at 0,2 has no hidden cell beside it"),
        ("2x2:1:3a/a0", "the 3 at 0,0 has only 2 hidden cells beside it"),
        ("2x2:1:30/a0", "the 3 at 0,0 has only 1 hidden cell beside it"),
        ("2x2:1:31/M1", "the 3 at 0,0 has only 1 mine and no hidden cell beside it"),
        ("1x3:2:M1M", "the 1 at 0,1 has 2 mines beside it already"),
        ("1x3:1:M0a", "the 0 at 0,1 has 1 mine beside it already"),
        ("1x8:1:1b1a1b", "the clues at 0,0 and 0,3 need at least 2 mines, but the board has 1"),
        ("1x3:0:a1a", "the 1 at 0,1 needs at least 1 mine, but the board has 0"),
        ("1x3:2:a1a", "the 1 at 0,1 leaves room for at most 1 mine, but the board has 2"),
        ("1x7:2:M1c2a", "the 2 at 0,5 and the known mine need at least 3 mines, but the board has 2"),
        ("1x9:3:M1c2bM", "the 2 at 0,5 and the 2 known mines need at least 4 mines, but the board has 3"),
        ("1x5:1:1a1a1", "the clues at 0,0, 0,2 and 0,4 cannot all hold"),
    ],
)
def test_contradictions_say_what_is_wrong(text, words):
    error = refused(ContradictionError, [], analyze, text)
    assert str(error) == words


def test_flags_that_are_trusted_count_as_mines_in_a_contradiction():
    error = refused(ContradictionError, [], analyze, "1x3:2:F1F", trust_flags=True)
    assert str(error) == "the 1 at 0,1 has 2 mines beside it already"


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        (["0:a,b", "1:b"], {}, "the rules '0:a,b' and '1:b' cannot both hold"),
        (["1:c", "3:a,b"], {}, "the rule '3:a,b' cannot hold"),
        (["1:a,b", "1:c"], {"mines": 1}, "the rules '1:a,b' and '1:c' need at least 2 mines, but the total is 1"),
        (["0-1:a,b"], {"mines": 2}, "the rule '0-1:a,b' leaves room for at most 1 mine, but the total is 2"),
    ],
)
def test_contradictory_rules_say_what_is_wrong(rules, options, words):
    error = refused(ContradictionError, [], solve_rules, rules, **options)
    assert str(error) == words


def test_one_bad_board_in_a_batch():
    good, bad = Board.from_rows(PLAIN, mines=1), Board.from_rows([[0, HIDDEN, 1]], mines=1)
    error = refused(ContradictionError, [], analyze_many, [good, bad, good])
    assert sorted(error.clues) == [(0, 0), (0, 2)]


# --- questions ---


@pytest.fixture(scope="module")
def analysis():
    return analyze(Board.from_rows(PLAIN, mines=1))


BAD_CELLS = [
    (-1, 0),
    (0, 3),
    (2, 0),
    (10**30, 0),
    (0.0, 1),
    ("0", 1),
    (0,),
    (0, 1, 2),
    5,
    None,
    "ab",
    (None, 0),
]


@pytest.mark.parametrize("cell", BAD_CELLS, ids=str)
def test_cells_outside_the_board(analysis, cell):
    refused(InputError, [], analysis.mine_fraction, cell)
    refused(InputError, [], analysis.outcomes, cell)
    refused(InputError, [], analysis.probability_of, {cell: True})
    refused(InputError, [], analysis.probability_of, {(0, 0): True}, given={cell: True})


def test_a_cell_outside_is_quoted(analysis):
    refused(InputError, ["cell 0,3 lies"], analysis.mine_fraction, (0, 3))
    refused(InputError, ["cell -1,0 lies"], analysis.probability_of, {(-1, 0): True})


@pytest.mark.parametrize("answer", [-1, 27, 10**30, 1.5, float("nan"), None, "mine", [], 1j], ids=str)
def test_answers_that_mean_nothing(analysis, answer):
    error = refused(InputError, [], analysis.probability_of, {(0, 2): answer})
    assert names_cell(str(error), (0, 2)) or repr(answer) in str(error)


@pytest.mark.parametrize("question", [None, 3, [(0, 0)], "x"], ids=str)
def test_questions_that_are_no_mapping(analysis, question):
    refused(InputError, [], analysis.probability_of, question)


def test_an_impossible_condition(analysis):
    refused(SapperError, [], analysis.probability_of, {(0, 0): True}, given={(0, 2): 8})
    refused(SapperError, [], analysis.probability_of, {(0, 0): True}, given={(0, 0): True, (0, 2): True})


@pytest.mark.parametrize("index", [-1, 5, 10**30, -(10**30), 1.0, None, "0", True], ids=str)
def test_worlds_that_do_not_exist(analysis, index):
    assert analysis.worlds == 5
    refused(InputError, [str(index)[:10]], analysis.world, index)


@pytest.mark.parametrize("count", [-1, 1.5, None, "3", float("nan"), True], ids=str)
def test_sample_counts(analysis, count):
    refused(InputError, [str(count)], analysis.sample, count)


@pytest.mark.parametrize("count", [10**13, 2**62, 2**64, 10**30], ids=str)
def test_absurd_sample_counts(analysis, count):
    refused((LimitError, InputError), [], analysis.sample, count)


@pytest.mark.parametrize("seed", [1.5, None, "seed", float("nan")], ids=str)
def test_sample_seeds(analysis, seed):
    refused(InputError, [str(seed)], analysis.sample, 1, seed=seed)


@pytest.mark.parametrize("limit", [0, -1, 1.5, "many", float("nan")], ids=str)
def test_wrong_limits(limit):
    board = Board.from_rows(PLAIN, mines=1)
    refused(InputError, [str(limit)], analyze, board, max_states=limit)
    refused(InputError, [str(limit)], analyze_many, [board], max_states=limit)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "all"], ids=str)
def test_wrong_thread_counts(threads):
    refused(InputError, [str(threads)], analyze_many, [Board.from_rows(PLAIN, mines=1)], threads=threads)


@pytest.mark.parametrize("threads", [2**32, 10**30], ids=str)
def test_threads_beyond_any_machine(threads):
    """They change no result, so they are accepted."""
    boards = [Board.from_rows(PLAIN, mines=1)] * 3
    assert len(analyze_many(boards, threads=threads)) == 3
    assert simulate("4x4/2", games=5, strategy="safest", threads=threads).games == 5
    assert play_gallery("4x4/2", games=5, entries=choose_entries(["safest"]), threads=threads).games == 5
    spec = RunSpec.make("4x4/2", seed=1, strategy="safest")
    assert [len(seeds) for seeds, _ in play_pieces(spec, games=5, threads=threads)] == [5]


@pytest.mark.parametrize("board", [None, 3, PLAIN, "...", object()], ids=lambda board: type(board).__name__)
def test_what_cannot_be_analysed(board):
    refused(InputError, [], analyze, board)
    refused(InputError, [], analyze_many, [board])


# --- rules ---


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "a,b",
        ":a,b",
        "x:a,b",
        "1.5:a,b",
        "-1:a,b",
        "nan:a",
        "1-:a,b",
        "-2:a,b",
        "2-1:a,b",
        "0--1:a",
        "1-2-3:a,b,c",
        "1:a,,b",
        "1:a,b,",
        "1:a,a",
        "1:a:b",
        "1" * 5000 + ":a",
        "\0\1\xff",
        "@" * 10_000_000,
    ],
    ids=lambda rule: repr(rule[:20]),
)
def test_texts_that_are_no_rule(rule):
    error = refused(InputError, [], solve_rules, ["1:p,q", rule])
    # The message has the index or the text of the rule, so that a reader can find it among a thousand.
    assert "1" in str(error) or rule[:10] in str(error)


def test_a_bad_rule_is_quoted():
    refused(InputError, ["x:a,b"], solve_rules, ["1:p,q", "x:a,b"])
    refused(InputError, ["2-1:a,b"], solve_rules, ["2-1:a,b"])


@pytest.mark.parametrize(
    "rule", [None, 5, 1.5, b"1:a", ["1", "a"], {"a": 1}, object()], ids=lambda rule: type(rule).__name__
)
def test_things_that_are_no_rule(rule):
    refused(InputError, [], solve_rules, [rule])


@pytest.mark.parametrize("text", [5, None, b"1:a", ["1:a"]])
def test_what_is_no_text_of_a_rule(text):
    refused(InputError, ["str", repr(text)], Rule.parse, text)


@pytest.mark.parametrize("name", ["z", None, [], ([],), np.array([1])], ids=str)
def test_names_in_no_rule(name):
    refused(InputError, [repr(name)], solve_rules(["1:a,b"]).mine_fraction, name)


@pytest.mark.parametrize("rules", [None, 7, "1:a,b"], ids=str)
def test_what_is_no_list_of_rules(rules):
    refused(InputError, [], solve_rules, rules)


@pytest.mark.parametrize(
    ("count", "cells"),
    [
        (-1, ["a"]),
        (1.5, ["a"]),
        ("1", ["a"]),
        (None, ["a"]),
        (float("nan"), ["a"]),
        (True, ["a"]),
        ((2, 1), ["a", "b"]),
        ((-1, 1), ["a"]),
        ((0, 1, 2), ["a", "b"]),
        ((0.5, 1), ["a"]),
        (1, ["a", "a"]),
        (1, None),
        (1, 5),
    ],
    ids=str,
)
def test_rules_that_say_nothing(count, cells):
    refused(InputError, [], lambda: solve_rules([Rule(count, cells)]))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mines": -1}, ["-1"]),
        ({"mines": 1.5}, ["1.5"]),
        ({"mines": "one"}, ["one"]),
        ({"mines": 10**30}, []),
        ({"mines": 3}, ["3"]),
        ({"density": float("nan")}, ["nan"]),
        ({"density": 0.0}, ["0"]),
        ({"density": 1.0}, ["1"]),
        ({"density": 2}, ["2"]),
        ({"density": -0.5}, ["-0.5"]),
        ({"density": "x"}, ["x"]),
        ({"mines": 1, "density": 0.5}, ["density", "mines"]),
        ({"others": -1}, ["-1"]),
        ({"others": 1.5}, ["1.5"]),
        ({"others": "x"}, ["x"]),
        ({"cells": ["c", "c"]}, ["c"]),
        ({"cells": 5}, ["5"]),
    ],
    ids=str,
)
def test_wrong_options_of_rules(options, words):
    refused(InputError, words, solve_rules, ["1:a,b"], **options)


@pytest.mark.parametrize("others", [10**12, 2**64, 10**30], ids=str)
def test_absurd_numbers_of_other_cells(others):
    refused((LimitError, InputError), [], solve_rules, ["1:a,b"], others=others, mines=others // 5)


@pytest.mark.parametrize("rule", ["3:a,b", "1:", "1-2:", "2-5:a", "1000000000000:a,b"])
def test_rules_no_cells_can_meet(rule):
    refused(SapperError, [], solve_rules, ["1:p,q", rule])


@pytest.mark.parametrize(
    ("rules", "options", "conflict", "needs_total"),
    [
        (["1:x,y", "0:a,b", "1:b"], {}, [1, 2], False),
        (["1:a,b", "1:c,d", "1:e,f"], {"mines": 2}, [0, 1, 2], True),
        (["0-1:a,b"], {"mines": 2}, [0], True),
        (["1:a,b"], {"mines": 0, "others": 5}, [0], True),
        (["0-1:a,b", "0-1:b,c", "0-1:a,c", "2-3:a,b,c"], {}, [0, 1, 2, 3], False),
    ],
    ids=str,
)
def test_contradictory_rules_are_named(rules, options, conflict, needs_total):
    error = refused(ContradictionError, [], solve_rules, rules, **options)
    assert sorted(error.clues) == conflict
    assert error.needs_total is needs_total
    assert brute_force(read_rules(rules, **options)).worlds == 0


def test_unknown_names():
    solution = solve_rules(["1:a,b"], others=2)
    refused(InputError, ["zebra"], solution.mine_fraction, "zebra")
    refused(InputError, ["zebra"], solution.probability_of, {"zebra": True})
    refused(InputError, ["zebra"], solution.probability_of, {"a": True}, given={"zebra": True})
    refused(InputError, [], solution.probability_of, {"a": "maybe"})
    refused(SapperError, [], solution.probability_of, {"a": True}, given={"a": True, "b": True})
    refused(InputError, ["-1"], solution.sample, -1)


# --- limits ---


def test_a_board_too_wide_says_how_wide():
    rows, mines = lattice(60, 60, seed=1)
    board = Board.from_rows(rows, mines=mines)
    error = refused(LimitError, [], analyze, board, max_states=1000)
    assert error.width > 5
    assert str(error.width) in str(error)
    error = refused(LimitError, [], analyze_many, [Board.from_rows(PLAIN, mines=1), board], max_states=1000)
    assert error.width > 5


def test_a_board_too_wide_is_refused_by_default():
    rows, mines = lattice(61, 61, seed=1)
    error = refused(LimitError, [], analyze, Board.from_rows(rows, mines=mines))
    assert error.width > 20


def test_a_limit_that_is_wide_enough_changes_nothing():
    rows, mines = lattice(9, 9, seed=1)
    board = Board.from_rows(rows, mines=mines)
    assert analyze(board, max_states=10**6).worlds == analyze(board).worlds


# --- Ctrl-C ---

CHILD = """
import json, signal, sys
from sapper import Board, analyze, analyze_many
signal.signal(signal.SIGINT, signal.default_int_handler)
rows, mines, copies = json.load(sys.stdin)
board = Board.from_rows(rows, mines=mines)
print("started", flush=True)
try:
    if copies:
        analyze_many([board] * copies)
    else:
        analyze(board, max_states=10**12)
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("finished", flush=True)
"""


@pytest.mark.parametrize(("size", "copies"), [(41, 0), (15, 100_000)], ids=["one board", "a batch"])
def test_ctrl_c_stops_a_long_analysis(size, copies):
    rows, mines = lattice(size, size, seed=1)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        child.stdin.write(json.dumps([rows, mines, copies]))
        child.stdin.close()
        assert child.stdout.readline() == "started\n"
        time.sleep(0.5)
        assert child.poll() is None, child.stderr.read()
        child.send_signal(signal.SIGINT)
        # The limit does not measure speed: a call that cannot be interrupted would run for minutes.
        assert child.wait(timeout=15) == 0
        assert child.stdout.read() == "interrupted\n"
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
        child.stderr.close()
