"""Boards from rows and arrays: accepted input, rejected input with its errors, and immutability."""

import copy
import doctest
import importlib
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from random_boards import boards

import sapper
from sapper import Board, InputError, LimitError, SapperError, View

ROWS = [[1, -1, -2], [-3, -4, -5]]


class Trap:
    """A whole number whose conversion calls a function first."""

    def __init__(self, act):
        self.act = act

    def __index__(self):
        self.act()
        return 0


class Claim:
    """A sequence with a length but no items."""

    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        raise MemoryError


def test_public_names_are_unique_and_exist():
    assert len(set(sapper.__all__)) == len(sapper.__all__)
    assert all(hasattr(sapper, name) for name in sapper.__all__)


@pytest.mark.parametrize("name", ["board.board", "errors", "board.view"])
def test_examples(name):
    assert doctest.testmod(importlib.import_module(f"sapper.{name}")).failed == 0


def test_view_values_are_the_public_ones():
    assert {view.name: view.value for view in View} == {
        "HIDDEN": -1,
        "FLAG": -2,
        "QUESTION": -3,
        "MINE": -4,
        "VOID": -5,
    }


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        [tuple(row) for row in ROWS],
        tuple(ROWS),
        [np.array(row) for row in ROWS],
        [[np.int16(value) for value in row] for row in ROWS],
        [[View(value) if value < 0 else value for value in row] for row in ROWS],
        *(np.array(ROWS, dtype=kind) for kind in (np.int8, np.int16, np.int32, np.int64, ">i4", "<i2")),
        np.asfortranarray(ROWS),
        np.repeat(np.array(ROWS), 3, axis=1)[:, ::3],
        np.array(ROWS)[::-1][::-1],
    ],
    ids=lambda rows: f"{type(rows).__name__}-{getattr(rows, 'dtype', type(rows[0]).__name__)}",
)
def test_every_kind_of_rows_gives_the_same_board(rows):
    board = Board.from_rows(rows, mines=2)
    assert board == Board.from_rows(ROWS, mines=2)
    assert (board.rows, board.cols, board.mines, board.density) == (2, 3, 2, None)
    assert board.cells.dtype == np.int8
    assert board.cells.tolist() == ROWS


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_unsigned_arrays(kind):
    assert Board.from_rows(np.zeros((2, 2), dtype=kind), mines=0).position == "2x2:0:00/00"


def test_read_only_arrays_are_read():
    cells = np.full((2, 2), -1)
    cells.flags.writeable = False
    assert Board.from_rows(cells, mines=1).position == "2x2:1:b/b"


@pytest.mark.parametrize(
    ("rows", "parts", "cell"),
    [
        ([], ["empty", "row 0"], None),
        ([[]], ["at least one row and one column"], None),
        ([[-1, -1], [-1]], ["row 1 has 1 cells", "row 0 has 2"], None),
        ([[-1], [-1, -1]], ["row 1 has 2 cells", "row 0 has 1"], None),
        ([[-1], []], ["row 1 has 0 cells"], None),
        ([-1, -1], ["row 0", "-1"], None),
        ([[-1], -1], ["row 1", "not a row of cells", "-1"], None),
        ([[-1], None], ["row 1", "None"], None),
        ([[-1], {-1}], ["row 1", "{-1}"], None),
        ([[-1], {0: -1}], ["row 1", "{0: -1}"], None),
        ([[-1], "a"], ["row 1", "'a'"], None),
        ([[-1], iter([-1])], ["row 1", "iterator"], None),
        ([[-1], Claim(1)], ["row 1", "Claim"], None),
        ([[-1], Claim(-1)], ["row 1", "Claim"], None),
        ([[-1], Claim(10**30)], ["row 1", "Claim"], None),
        ([[-1], range(10**9)], ["row 1 has 1000000000 cells"], None),
        (b"..", ["b'..'"], None),
        (None, ["None"], None),
        (5, ["5"], None),
        ({0: [1]}, ["'rows'", "unlike 0"], None),
        ({"mines": 1}, ["'rows'", "{'mines': 1}"], None),
        ({1, 2}, ["{1, 2}"], None),
        (iter([[-1]]), ["iterator"], None),
        (Claim(2), ["Claim"], None),
        ([[-1, 1.5]], ["unknown cell value 1.5"], (0, 1)),
        ([[-1, True]], ["unknown cell value True"], (0, 1)),
        ([[-1, np.True_]], ["unknown cell value"], (0, 1)),
        ([[-1], ["@"]], ["unknown cell value '@'"], (1, 0)),
        ([[-1, -6]], ["unknown cell value -6"], (0, 1)),
        ([[-1, 27]], ["unknown cell value 27"], (0, 1)),
        ([[-1, 9]], ["9 may be a mine, a flag or a hidden cell", "codes={9: 'mine'}"], (0, 1)),
        ([[-1, 2]], ["clue 2", "neighbours, 1"], (0, 1)),
        ([[1, -5]], ["clue 1", "neighbours, 0"], (0, 0)),
        ([[-1, 2**63]], ["unknown cell value 9223372036854775808"], (0, 1)),
        ([[-1, -(2**200)]], ["unknown cell value -16069"], (0, 1)),
        ([[-1, 10**5000]], ["unknown cell value an object of type int"], (0, 1)),
        ([[-1, "é" * 99]], ["unknown cell value 'é", "..."], (0, 1)),
        ([[-1, "\ud800"]], ["unknown cell value '\\ud800'"], (0, 1)),
        ([[-1, Trap(lambda: 1 / 0)]], ["unknown cell value", "Trap"], (0, 1)),
    ],
)
def test_bad_rows(rows, parts, cell):
    with pytest.raises(InputError) as caught:
        Board.from_rows(rows, mines=1)
    assert [part for part in parts if part not in str(caught.value)] == []
    assert caught.value.cell == cell
    assert cell is None or f"at {cell[0]},{cell[1]}" in str(caught.value)


@pytest.mark.parametrize(
    ("cells", "parts", "cell"),
    [
        (np.full((2, 2), 0.5), ["unknown cell value 0.5"], (0, 0)),
        (np.zeros((2, 2), dtype=bool), ["bool"], None),
        (np.array([[0, object()]]), ["unknown cell value <object"], (0, 1)),
        (np.zeros((2, 2), dtype="U1"), ["blank cell ''", "codes={'': 0}"], (0, 0)),
        (np.array([[0.0, 9.0]]), ["9 may be a mine"], (0, 1)),
        (np.zeros((2, 2), dtype=complex), ["complex"], None),
        (np.zeros((2, 2), dtype="m8[s]"), ["timedelta"], None),
        (np.zeros(4, dtype=int), ["two dimensions", "not 1"], None),
        (np.zeros((1, 2, 2), dtype=int), ["two dimensions", "not 3"], None),
        (np.zeros((0, 3), dtype=int), ["at least one row"], None),
        (np.zeros((3, 0), dtype=int), ["at least one row"], None),
        (np.array([[0, 0], [0, 255]]), ["unknown cell value 255"], (1, 1)),
        (np.array([[0, 256], [0, 0]]), ["unknown cell value 256"], (0, 1)),
        (np.array([[0, 255]], dtype=np.uint8), ["unknown cell value 255"], (0, 1)),
        (np.array([[0, 2**64 - 1]], dtype=np.uint64), ["unknown cell value 18446744073709551615"], (0, 1)),
        (np.array([[0, -(2**63)]]), ["unknown cell value -9223372036854775808"], (0, 1)),
        (np.array([[0, -6]], dtype=np.int8), ["unknown cell value -6"], (0, 1)),
        (np.array([[0, 3]], dtype=">i8"), ["clue 3"], (0, 1)),
    ],
)
def test_bad_arrays(cells, parts, cell):
    with pytest.raises(InputError) as caught:
        Board.from_rows(cells, mines=0)
    assert [part for part in parts if part not in str(caught.value)] == []
    assert caught.value.cell == cell


@pytest.mark.parametrize(
    "rows",
    [
        [[-1] * 31623] * 31623,
        [range(10**9)],
        range(10**9),
        range(10**30),
        [Claim(2**62)] * 2,
        np.broadcast_to(np.int8(-1), (31623, 31623)),
        np.broadcast_to(np.int64(-1), (2**31, 2**28)),
    ],
    ids=["lists", "range row", "range rows", "absurd range", "claim", "array", "huge array"],
)
def test_sizes_beyond_the_limit_are_refused_at_once(rows):
    with pytest.raises(LimitError, match="larger than the limit"):
        Board.from_rows(rows, mines=1)


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({}, "neither mines nor density given: give the number of mines as mines=10"),
        ({"mines": 1, "density": 0.2}, "both mines and density given"),
        ({"mines": True}, "not True"),
        ({"mines": np.True_}, "not "),
        ({"mines": 1.0}, "not 1.0"),
        ({"mines": "1"}, "not '1'"),
        ({"mines": float("nan")}, "not nan"),
        ({"mines": -1}, "not -1"),
        ({"mines": [1]}, "not [1]"),
        ({"mines": Trap(lambda: 1 / 0)}, "Trap"),
        ({"mines": 3}, "3 mines do not fit in 2 hidden cells"),
        ({"mines": 10**18}, "mines do not fit"),
        ({"mines": 10**30}, "mines do not fit"),
        ({"mines": 10**5000}, "an object of type int mines do not fit"),
        ({"density": 0}, "not 0"),
        ({"density": 1}, "not 1"),
        ({"density": 0.0}, "not 0.0"),
        ({"density": -0.1}, "not -0.1"),
        ({"density": 1.5}, "not 1.5"),
        ({"density": float("nan")}, "not nan"),
        ({"density": float("inf")}, "not inf"),
        ({"density": True}, "not True"),
        ({"density": "0.2"}, "not '0.2'"),
        ({"density": 1j}, "not 1j"),
        ({"density": 10**400}, "from 1e-12 to 1 - 1e-12"),
        ({"density": Fraction(1, 10**400)}, "from 1e-12 to 1 - 1e-12"),
        ({"density": 1e-200}, "from 1e-12 to 1 - 1e-12, not 1e-200"),
        ({"density": 1 - 2**-53}, "from 1e-12 to 1 - 1e-12"),
    ],
)
def test_bad_mine_counts(given, part):
    with pytest.raises(InputError) as caught:
        Board.from_rows([[-1, -1]], **given)
    assert part in str(caught.value)


def test_fewer_mines_than_known():
    with pytest.raises(InputError, match="shows 2 mines but has only 1"):
        Board.from_rows([[-4, -4, -1]], mines=1)


@pytest.mark.parametrize("mines", [1, np.int8(1), np.uint64(1)])
def test_good_mine_counts(mines):
    assert Board.from_rows([[-1, -1]], mines=mines).mines == 1


@pytest.mark.parametrize("density", [0.25, np.float32(0.25), Fraction(1, 4)])
def test_good_densities(density):
    board = Board.from_rows([[-1, -1]], density=density)
    assert (board.mines, board.density) == (None, 0.25)


def test_rows_that_change_while_they_are_read():
    row = [-1, -1, -1]
    row[0] = Trap(row.clear)
    with pytest.raises(InputError, match="changed while"):
        Board.from_rows([row], mines=0)
    rows = [[0, 0], [0, 0], [0, 0]]
    rows[0][0] = Trap(rows.clear)
    with pytest.raises(InputError, match="changed while"):
        Board.from_rows(rows, mines=0)


def test_an_interrupt_is_not_swallowed():
    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Board.from_rows([[Trap(interrupt)]], mines=0)


def test_board_cannot_be_changed():
    board = Board.from_rows(ROWS, mines=2)
    with pytest.raises(AttributeError, match="immutable"):
        board.rows = 5
    with pytest.raises(AttributeError, match="immutable"):
        board._handle = None
    with pytest.raises(AttributeError, match="immutable"):
        del board._handle
    with pytest.raises(AttributeError, match="immutable"):
        board.note = "x"
    board.cells[:] = 0
    assert board.cells.tolist() == ROWS
    with pytest.raises(InputError, match="from_rows"):
        Board([[1]])
    with pytest.raises(TypeError):
        iter(board)


def test_reading_single_cells():
    board = Board.from_rows(ROWS, mines=2)
    assert [[board[(row, col)] for col in range(3)] for row in range(2)] == ROWS
    assert board[1, 0] == View.QUESTION
    assert board[np.array([0, 2])] == View.FLAG


@pytest.mark.parametrize(
    "cell",
    [
        (2, 0),
        (0, 3),
        (-1, 0),
        (0, 10**30),
        (10**5000, 0),
        (0,),
        (0, 0, 0),
        0,
        None,
        "ab",
        "é" * 99,
        (0.0, 0),
        (True, 0),
        (np.True_, 0),
        (Trap(lambda: 1 / 0), 0),
        Claim(2),
        {0: 0, 1: 0},
    ],
    ids=lambda cell: type(cell).__name__,
)
def test_bad_cells(cell):
    board = Board.from_rows(ROWS, mines=2)
    with pytest.raises(InputError):
        board[cell]


def test_replace_makes_another_board():
    board = Board.from_rows(ROWS, mines=2)
    other = board.replace({(0, 1): View.FLAG, (1, 0): 0})
    assert other.cells.tolist() == [[1, -2, -2], [0, -4, -5]]
    assert (other.mines, board.cells.tolist()) == (2, ROWS)
    assert board.replace({}) == board


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({(5, 5): 1}, "cell 5,5 lies outside"),
        ({(0, 0): 8}, "clue 8"),
        ({(0, 0): 1.0}, "unknown cell value 1.0, at 0,0"),
        ({(0, 0): 199}, "unknown cell value 199"),
        ({"a": 1}, "not 'a'"),
        ({(1, 2): -4, (0, 1): -4}, "shows 3 mines but has only 2"),
        ([(0, 0)], "a mapping"),
        (None, "a mapping"),
    ],
)
def test_bad_replacements(changes, part):
    with pytest.raises(InputError) as caught:
        Board.from_rows(ROWS, mines=2).replace(changes)
    assert part in str(caught.value).replace(
        " (a clue is 0 or more, hidden -1, flag -2, question -3, mine -4, out of play -5)", ""
    )


@given(boards())
def test_equal_boards_hash_alike_and_survive_copies(board):
    again = Board.from_rows(board.cells.tolist(), mines=board.mines, density=board.density)
    assert again == board
    assert hash(again) == hash(board)
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.copy(board) is board
    assert copy.deepcopy(board) is board
    assert eval(repr(board), {"Board": Board}) == board


def test_boards_differ_in_cells_size_and_mines():
    board = Board.from_rows([[-1, -1]], mines=1)
    others = [
        Board.from_rows([[-1, -2]], mines=1),
        Board.from_rows([[-1], [-1]], mines=1),
        Board.from_rows([[-1, -1]], mines=2),
        Board.from_rows([[-1, -1]], density=0.5),
    ]
    assert all(board != other for other in others)
    assert board != "1x2:1:b"


def test_repr_of_a_large_board_is_short():
    assert repr(Board.from_rows([[0] * 3000], mines=0)) == "<Board 1x3000:0>"


def test_errors_are_ours():
    with pytest.raises(SapperError):
        Board.from_rows([[9]], mines=0)
